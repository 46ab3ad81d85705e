"""The faults that a table may have."""

from enum import IntEnum


class Fault(IntEnum):
    """The faults that a table may have; their names are the words of the error."""

    NONE = 0
    # Where the game stands
    THE_PHASE_AND_THE_SEAT_TO_DECIDE_DO_NOT_AGREE = 1
    THE_PHASE_IS_NOT_OF_THIS_PART_OF_THE_ROUND = 2
    THE_ROUND_IS_NOT_ONE_OF_THE_GAME = 3
    THE_ORDER_IS_NOT_OF_ALL_SEATS = 4
    ANOTHER_SEAT_IS_ON_TURN = 5
    # Cards
    A_START_CARD_HAS_A_PLACE = 6
    A_CARD_IS_NOT_OWNED_ONCE = 7
    A_CARD_IS_NOT_ON_THE_STREET_ONCE = 8
    CARDS_IN_PILE_HAND_OR_DISCARDS_ARE_MISCOUNTED = 9
    A_CARD_CHOSEN_IS_NOT_WHERE_IT_SHOULD_BE = 10
    # An action begun
    CARDS_TO_BE_PICKED_ARE_MISCOUNTED = 11
    CARDS_TO_BE_KEPT_ARE_NOT_IN_HAND = 12
    # Buying
    COINS_OR_PURCHASES_CAME_TOO_EARLY = 13
    MORE_COINS_ARE_SPENT_THAN_THERE_ARE = 14
