"""The faults that a table may have."""

from enum import IntEnum, auto


class Fault(IntEnum):
    """The faults that a table may have; their names are the words of the error."""

    NONE = 0
    # The round
    THE_PHASE_IS_NOT_ONE_OF_DECISIONS = auto()
    THE_PHASE_DOES_NOT_FIT_THE_ROUND = auto()
    THE_REGIONS_DO_NOT_FIT_THE_ROUND = auto()
    THE_PHASE_IS_ABOUT_NO_REGION_IN_PLAY = auto()
    A_SEAT_NAMED_IS_NOT_IN_THE_GAME = auto()
    A_COALITION_IS_ONE_SIDED = auto()
    ANOTHER_SEAT_IS_ON_TURN = auto()
    # Regions
    SOMETHING_LIES_IN_NO_REGION = auto()
    LANDS_DRAWN_ARE_MISSING_OR_TOO_MANY = auto()
    A_REGION_HAS_NO_LAND_OF_ITS_OWN = auto()
    A_PARTY_HAS_TOO_MANY_MEETINGS_IN_A_REGION = auto()
    HIDDEN_OPINIONS_DO_NOT_FIT_THE_ROUND = auto()
    A_REGION_HAS_TOO_MANY_OPINIONS = auto()
    # Opinion cards
    UNSEEN_OPINION_CARDS_ARE_MISCOUNTED = auto()
    CARDS_OF_THE_POOL_ARE_MISSING_OR_TOO_MANY = auto()
    OPINION_CARDS_ARE_MISSING_OR_TOO_MANY = auto()
    # Parties
    MEETINGS_ARE_MISSING_OR_TOO_MANY = auto()
    MEDIA_MARKERS_ARE_MISSING_OR_TOO_MANY = auto()
    CONTRIBUTIONS_USED_DO_NOT_FIT_THE_ROUND = auto()
    # Programme cards
    PROGRAMME_CARDS_OF_THE_DECK_ARE_MISCOUNTED = auto()
    A_PROGRAMME_CARD_BELONGS_TO_NOBODY = auto()
    CARDS_OF_A_HAND_ARE_MISSING_OR_TOO_MANY = auto()
    CARDS_OF_A_PROGRAMME_ARE_MISSING_OR_TOO_MANY = auto()
    CARDS_OF_A_PROGRAMME_LIE_ELSEWHERE = auto()
    A_PROGRAMME_CARD_IS_OF_A_SHUFFLE_TO_COME = auto()
    A_PROGRAMME_CARD_WAS_DRAWN_BEFORE_IT_WENT_INTO_THE_DECK = auto()
    # Polls
    A_POLL_IS_SEEN_BY_NOBODY = auto()
    # Parts of a phase
    SOMETHING_OF_ANOTHER_PHASE_IS_LEFT = auto()
    AN_OPTION_OF_THE_SHEET_IS_NONE = auto()
    A_SHEET_IS_NOT_FILLED_IN_SO_FAR = auto()
    A_BID_CANNOT_BE_MADE = auto()
    CARDS_OF_A_SHADOW_CABINET_ARE_USED_TWICE = auto()
    CARDS_LAID_CANNOT_BE_PAID = auto()
    THE_CARD_OF_THE_SHADOW_CABINET_CANNOT_ACT_SO = auto()
    ALL_HAVE_PASSED = auto()
