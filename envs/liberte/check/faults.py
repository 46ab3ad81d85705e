"""The faults that a table may have."""

from enum import IntEnum, auto


class Fault(IntEnum):
    """The faults that a table may have; their names are the words of the error."""

    NONE = 0
    # The turn
    SOMETHING_HAS_NO_COLOUR = auto()
    THE_TURN_IS_AFTER_THE_LAST = auto()
    THE_ORDER_OF_PLAY_LACKS_A_SEAT = auto()
    THE_PHASE_IS_NOT_ONE_OF_DECISIONS = auto()
    ANOTHER_SEAT_IS_ON_TURN = auto()
    # Stacks and tokens
    A_STACK_IS_IN_NO_PROVINCE = auto()
    A_STACK_IS_TOO_HIGH = auto()
    A_PROVINCE_HAS_TOO_MANY_STACKS = auto()
    TOO_MANY_TOKENS_LIE_IN_THE_BATTLE_BOX = auto()
    # Cards
    CARDS_OF_THE_DECK_ARE_MISCOUNTED = auto()
    SET_B_LIES_UNDER_A_SHUFFLED_DECK = auto()
    CARDS_FACE_UP_LIE_ELSEWHERE = auto()
    A_PLACE_BESIDE_THE_DECK_IS_EMPTY = auto()
    CARDS_OF_A_HAND_ARE_MISCOUNTED = auto()
    A_CARD_IS_KNOWN_IN_NO_HAND = auto()
    CARDS_ON_DISPLAY_LIE_ELSEWHERE = auto()
    A_SPECIAL_CARD_IS_ON_DISPLAY = auto()
    TOO_MANY_CARDS_ARE_ON_DISPLAY = auto()
    # The action
    THE_CARD_IN_PLAY_DOES_NOT_FIT_THE_PHASE = auto()
    THE_CARD_IN_PLAY_LIES_ELSEWHERE = auto()
    THE_CARD_IN_PLAY_IS_OF_ANOTHER_KIND = auto()
    NO_TOKEN_CAN_BE_PLACED = auto()
    CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE = auto()
    # The election, and ties
    BLOCKS_ARE_COLLECTED_WITHOUT_AN_ELECTION = auto()
    TRACES_OF_A_TIE_ARE_LEFT = auto()
    THE_TIE_IS_ABOUT_NOTHING = auto()
    THE_ELECTION_IS_NOT_AS_FAR_AS_THE_TIE = auto()
    THE_SEAT_ON_TURN_IS_NOT_IN_THE_TIE = auto()
    ONLY_ONE_IS_IN_THE_TIE = auto()
    THE_TIED_ARE_NOT_LEVEL = auto()
    THE_SEAT_ON_TURN_HAS_NO_CARD_FOR_THE_TIE = auto()
    A_CARD_IS_CHOSEN_THAT_CANNOT_BE = auto()
    THE_STRENGTHS_ARE_NOT_THOSE_OF_THE_CARDS_CHOSEN = auto()
    THE_TIED_CANNOT_HAVE_BEEN_ASKED_SO_OFTEN = auto()
