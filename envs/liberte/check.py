"""What is true of every table of Liberté, at any moment of any game.

A table without a fault can be looked at, dealt afresh, and played on if anything is legal. Each part counts
on those before it.
"""

from enum import IntEnum, auto

from ..core.compile import rule
from .box import CLUB, SANS_CULOTTE, STRONGEST, TERROR, UNLIMITED
from .rules.breaking_ties import has_suitable
from .rules.cards import displayed
from .rules.playing import may_place_cannon
from .rules.provinces import province_voting
from .table import (
    CARDS,
    COLOURS,
    DECISIONS,
    DISCARDED,
    DISPLAY,
    FACE_UP,
    FACE_UP_ROW,
    HAND,
    IDLE_ROUNDS,
    IN_BOX,
    IN_DECK,
    IN_SET_B,
    NO_CARD,
    PLAYED,
    PROVINCES,
    ROUNDS,
    SEATS,
    SHOWN,
    TALLEST,
    WHITE,
    Ending,
    Phase,
    Tie,
)


class Fault(IntEnum):
    """What may be wrong with a table; the names are the words of the error."""

    NONE = 0
    # Seats and the turn
    SOMETHING_BELONGS_TO_NOBODY = auto()
    SOMETHING_HAS_NO_COLOUR = auto()
    THE_TURN_IS_AFTER_THE_LAST = auto()
    THE_ORDER_OF_PLAY_LACKS_A_SEAT = auto()
    THE_PHASE_IS_NOT_ONE_OF_DECISIONS = auto()
    THE_GAME_IS_OVER_AND_NOT_OVER = auto()
    THE_GAME_IS_OVER_BEFORE_THE_LAST_TURN = auto()
    ANOTHER_SEAT_IS_ON_TURN = auto()
    THE_ACTIONS_OF_THE_TURN_ARE_OVER = auto()
    A_STOCK_IS_EMPTY_BUT_THE_ROUND_IS_NOT_THE_LAST = auto()
    # Blocks, tokens and points
    A_STACK_IS_IN_NO_PROVINCE = auto()
    A_STACK_HAS_NO_COLOUR_OR_NO_BLOCKS = auto()
    A_STACK_IS_TOO_HIGH = auto()
    A_PROVINCE_HAS_TOO_MANY_STACKS = auto()
    BLOCKS_OF_A_COLOUR_ARE_MISSING_OR_TOO_MANY = auto()
    BLOCKS_SET_ASIDE_ARE_NOT_THOSE_OF_THE_TURN = auto()
    MORE_BATTLES_ARE_LOST_THAN_FOUGHT = auto()
    MORE_BATTLES_ARE_MARKED_THAN_LOST = auto()
    TOKENS_LIE_IN_THE_BATTLE_BOX_WITHOUT_A_BATTLE = auto()
    TOO_MANY_TOKENS_LIE_IN_THE_BATTLE_BOX = auto()
    TOO_MANY_CONTROL_TOKENS_ARE_USED = auto()
    MORE_VICTORY_POINTS_THAN_COULD_BE_WON = auto()
    # Cards
    A_CARD_IS_NOWHERE = auto()
    CARDS_OF_THE_DECK_ARE_MISCOUNTED = auto()
    AN_EMPTY_DECK_IS_NOT_RENEWED = auto()
    SET_B_LIES_UNDER_A_SHUFFLED_DECK = auto()
    CARDS_FACE_UP_LIE_ELSEWHERE = auto()
    A_PLACE_BESIDE_THE_DECK_IS_EMPTY = auto()
    CARDS_OF_A_HAND_ARE_MISCOUNTED = auto()
    A_CARD_IS_KNOWN_IN_NO_HAND = auto()
    A_CARD_IS_OF_A_SHUFFLE_TO_COME = auto()
    A_DISPLAY_HAS_A_GAP = auto()
    CARDS_ON_DISPLAY_LIE_ELSEWHERE = auto()
    A_SPECIAL_CARD_IS_ON_DISPLAY = auto()
    TOO_MANY_CARDS_ARE_ON_DISPLAY = auto()
    # The action
    THE_CARD_IN_PLAY_DOES_NOT_FIT_THE_PHASE = auto()
    THE_CARD_IN_PLAY_LIES_ELSEWHERE = auto()
    THE_CARD_IN_PLAY_IS_OF_ANOTHER_KIND = auto()
    AN_ACTION_HAS_NOT_BEGUN_OR_NOT_ENDED = auto()
    CARDS_PLAYED_ARE_MISCOUNTED = auto()
    BLOCKS_LEFT_DO_NOT_FIT_THE_PHASE = auto()
    NO_TOKEN_CAN_BE_PLACED = auto()
    CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE = auto()
    A_STACK_WAS_REMOVED_WITHOUT_THE_TERROR = auto()
    A_TARGET_DOES_NOT_FIT_THE_PHASE = auto()
    # The election, and ties
    BLOCKS_ARE_COLLECTED_WITHOUT_AN_ELECTION = auto()
    TRACES_OF_A_TIE_ARE_LEFT = auto()
    THE_TIE_IS_ABOUT_NOTHING = auto()
    THE_ELECTION_IS_NOT_AS_FAR_AS_THE_TIE = auto()
    MORE_BLOCKS_ARE_COLLECTED_THAN_WERE_VOTED_ON = auto()
    VOTES_ARE_NOT_THE_BLOCKS_COLLECTED = auto()
    THE_TIED_FACTIONS_ARE_WRONG = auto()
    THE_SEAT_ON_TURN_IS_NOT_IN_THE_TIE = auto()
    ONLY_ONE_IS_IN_THE_TIE = auto()
    THE_TIED_ARE_NOT_LEVEL = auto()
    THE_SEAT_ON_TURN_HAS_NO_CARD_FOR_THE_TIE = auto()
    A_CARD_IS_CHOSEN_THAT_CANNOT_BE = auto()
    THE_STRENGTHS_ARE_NOT_THOSE_OF_THE_CARDS_CHOSEN = auto()
    THE_TIED_CANNOT_HAVE_BEEN_ASKED_SO_OFTEN = auto()


@rule
def check(box, table):
    """The first fault of a table whose fields are in their ranges; NONE for none."""
    fault = check_turn(box, table)
    if fault == Fault.NONE:
        fault = check_blocks(box, table)
    if fault == Fault.NONE:
        fault = check_cards(box, table)
    if fault == Fault.NONE:
        fault = check_displays(box, table)
    if fault == Fault.NONE:
        fault = check_action(box, table)
    if fault == Fault.NONE:
        fault = check_election(box, table)
    return fault


# --- Seats and the turn --------------------------------------------------------------------------


@rule
def check_turn(box, table):
    if not belongs_to_players(table):
        return Fault.SOMETHING_BELONGS_TO_NOBODY
    if not has_colour(table):
        return Fault.SOMETHING_HAS_NO_COLOUR
    if table.turn > box.turns:
        return Fault.THE_TURN_IS_AFTER_THE_LAST
    if not orders_all_seats(table):
        return Fault.THE_ORDER_OF_PLAY_LACKS_A_SEAT
    if table.phase >= DECISIONS and table.phase != Phase.OVER:
        return Fault.THE_PHASE_IS_NOT_ONE_OF_DECISIONS
    over = table.phase == Phase.OVER
    if over != (table.seat < 0) or over != (table.ending != Ending.NONE):
        return Fault.THE_GAME_IS_OVER_AND_NOT_OVER
    if table.ending == Ending.FOUR_TURNS and table.turn != box.turns:
        return Fault.THE_GAME_IS_OVER_BEFORE_THE_LAST_TURN
    if not is_on_turn(table):
        return Fault.ANOTHER_SEAT_IS_ON_TURN
    if not over and table.phase != Phase.TIE and table.rounds >= ROUNDS:
        return Fault.THE_ACTIONS_OF_THE_TURN_ARE_OVER
    if is_acting(table) and table.idle_rounds >= IDLE_ROUNDS:
        return Fault.THE_ACTIONS_OF_THE_TURN_ARE_OVER
    if is_acting(table) and not table.closing and is_a_stock_empty(table):
        return Fault.A_STOCK_IS_EMPTY_BUT_THE_ROUND_IS_NOT_THE_LAST
    return Fault.NONE


@rule
def belongs_to_players(table):
    """Seats that nobody plays have nothing."""
    for seat in range(int(table.seats), SEATS):
        if table.order[seat] or table.vp[seat] or table.cannons[seat] or table.presence[seat]:
            return False
        if table.hand_size[seat] or table.contender[seat] or table.chosen[seat] or table.fell[seat]:
            return False
        for at in range(SHOWN):
            if table.display[seat, at] != NO_CARD:
                return False
        for colour in range(COLOURS):
            if table.collected[colour, seat]:
                return False
        for province in range(PROVINCES):
            if table.height[province, seat] or table.colour[province, seat]:
                return False
    return True


@rule
def has_colour(table):
    """Entry 0 of what is counted by colours is unused."""
    for seat in range(int(table.seats)):
        if table.collected[0, seat]:
            return False
    if table.stock[0] or table.aside[0] or table.votes[0] or table.strength[0]:
        return False
    return not table.tied_colour[0] and not table.tied_before[0]


@rule
def orders_all_seats(table):
    found = 0
    for place in range(int(table.seats)):
        found |= 1 << int(table.order[place])
    return found == (1 << int(table.seats)) - 1


@rule
def is_on_turn(table):
    """The seat to decide has its place in the order of play; a tie has an order of its own."""
    if table.turn_place >= table.seats or table.tie_place >= table.seats:
        return False
    if table.phase == Phase.OVER:
        return True
    place = table.tie_place if table.phase == Phase.TIE else table.turn_place
    return table.order[int(place)] == table.seat


@rule
def is_acting(table):
    return Phase.ACTION <= table.phase < Phase.TIE


@rule
def is_a_stock_empty(table):
    for colour in range(WHITE, COLOURS):
        if table.stock[colour] == 0:
            return True
    return False


# --- Blocks, tokens and points -------------------------------------------------------------------


@rule
def check_blocks(box, table):
    for province in range(PROVINCES):
        fault = check_province(box, table, province)
        if fault != Fault.NONE:
            return fault
    for colour in range(WHITE, COLOURS):
        if blocks_of(table, colour) != box.blocks[colour]:
            return Fault.BLOCKS_OF_A_COLOUR_ARE_MISSING_OR_TOO_MANY
        if table.aside[colour] != (box.blocks_aside if table.turn == 1 else 0):
            return Fault.BLOCKS_SET_ASIDE_ARE_NOT_THOSE_OF_THE_TURN
    if table.lost_battles > battles_fought(box, table):
        return Fault.MORE_BATTLES_ARE_LOST_THAN_FOUGHT
    if table.battle_blocks > table.lost_battles:
        return Fault.MORE_BATTLES_ARE_MARKED_THAN_LOST
    most = most_points(box, table)
    for seat in range(int(table.seats)):
        fault = check_tokens(box, table, seat)
        if fault != Fault.NONE:
            return fault
        if table.vp[seat] > most:
            return Fault.MORE_VICTORY_POINTS_THAN_COULD_BE_WON
    return Fault.NONE


@rule
def check_province(box, table, province):
    stacks = 0
    for seat in range(int(table.seats)):
        height, colour = int(table.height[province, seat]), int(table.colour[province, seat])
        if (height > 0) != (colour > 0):
            return Fault.A_STACK_HAS_NO_COLOUR_OR_NO_BLOCKS
        if height > box.stack_height:
            return Fault.A_STACK_IS_TOO_HIGH
        stacks += height > 0
    if stacks > 0 and province >= box.provinces:
        return Fault.A_STACK_IS_IN_NO_PROVINCE
    if stacks > box.stacks:
        return Fault.A_PROVINCE_HAS_TOO_MANY_STACKS
    return Fault.NONE


@rule
def blocks_of(table, colour):
    """The blocks of a colour, wherever they are."""
    blocks = int(table.stock[colour]) + int(table.aside[colour])
    for seat in range(int(table.seats)):
        blocks += int(table.collected[colour, seat])
        for province in range(PROVINCES):
            if table.colour[province, seat] == colour:
                blocks += int(table.height[province, seat])
    return blocks + int(table.battle_blocks) if colour == WHITE else blocks


@rule
def battle_is_over(table):
    """Whether this turn's battle is behind: it comes before the election."""
    return table.phase == Phase.OVER or table.tie > Tie.BATTLE


@rule
def battles_fought(box, table):
    fought = 0
    for turn in range(int(table.turn) - 1 + battle_is_over(table)):
        fought += box.battle_vp[turn] > 0
    return fought


@rule
def check_tokens(box, table, seat):
    """Tokens of the battle box are of this turn's actions, each of a card."""
    tokens = int(table.cannons[seat])
    battle = box.battle_vp[int(table.turn) - 1] > 0
    if tokens > 0 and not (battle and (table.phase == Phase.OVER or not battle_is_over(table))):
        return Fault.TOKENS_LIE_IN_THE_BATTLE_BOX_WITHOUT_A_BATTLE
    if tokens > 2 * (int(table.rounds) + 1):
        return Fault.TOO_MANY_TOKENS_LIE_IN_THE_BATTLE_BOX
    for province in range(PROVINCES):
        tokens += table.height[province, seat] > 0
    if box.tokens != UNLIMITED and tokens > box.tokens_each:
        return Fault.TOO_MANY_CONTROL_TOKENS_ARE_USED
    return Fault.NONE


@rule
def most_points(box, table):
    """The most victory points that anybody can have won up to this turn."""
    provinces, points = 0, 0
    for province in range(int(box.provinces)):
        provinces += int(box.province_vp[province])
    places = max(int(box.first_vp), int(box.second_vp))
    places = max(places, int(box.shared_first_vp), int(box.shared_second_vp))
    places += max(int(box.opposition_vp), int(box.shared_opposition_vp))
    for turn in range(1, int(table.turn) + 1):
        points += int(box.battle_vp[turn - 1]) + places
        points += provinces if turn >= box.province_vp_from else 0
    return points


# --- Cards ---------------------------------------------------------------------------------------


@rule
def check_cards(box, table):
    for card in range(CARDS + 1):
        if not is_somewhere(box, table, card):
            return Fault.A_CARD_IS_NOWHERE
        if table.known[card] and not HAND <= table.place[card] < DISPLAY:
            return Fault.A_CARD_IS_KNOWN_IN_NO_HAND
        if table.shuffle[card] > table.shuffles:
            return Fault.A_CARD_IS_OF_A_SHUFFLE_TO_COME
    if cards_in(table, IN_DECK) != table.deck_cards:
        return Fault.CARDS_OF_THE_DECK_ARE_MISCOUNTED
    under = cards_in(table, IN_SET_B)
    if table.deck_cards == 0 and under + cards_in(table, DISCARDED) > 0:
        return Fault.AN_EMPTY_DECK_IS_NOT_RENEWED
    if under > 0 and table.shuffles > 0:
        return Fault.SET_B_LIES_UNDER_A_SHUFFLED_DECK
    if not lie_in(table, table.face_up, FACE_UP_ROW):
        return Fault.CARDS_FACE_UP_LIE_ELSEWHERE
    if table.deck_cards > 0 and cards_in(table, FACE_UP_ROW) < FACE_UP:
        return Fault.A_PLACE_BESIDE_THE_DECK_IS_EMPTY
    for seat in range(int(table.seats)):
        if cards_in(table, HAND + seat) != table.hand_size[seat]:
            return Fault.CARDS_OF_A_HAND_ARE_MISCOUNTED
    return Fault.NONE


@rule
def is_somewhere(box, table, card):
    """A card of the box is in one of the places, anything else in none."""
    place, seats = int(table.place[card]), int(table.seats)
    if card == NO_CARD or card > box.cards:
        return place == IN_BOX
    return place <= PLAYED or HAND <= place < HAND + seats or DISPLAY <= place < DISPLAY + seats


@rule
def cards_in(table, place):
    """The number of cards in a place."""
    number = 0
    for card in range(1, CARDS + 1):
        number += table.place[card] == place
    return number


@rule
def lie_in(table, cards, place):
    """Whether these cards, of which some may be none, are all those in a place."""
    number = 0
    for at in range(len(cards)):
        card = int(cards[at])
        if card != NO_CARD:
            number += 1
            if table.place[card] != place:
                return False
            for before in range(at):
                if cards[before] == card:
                    return False
    return number == cards_in(table, place)


# --- Displays ------------------------------------------------------------------------------------


@rule
def check_displays(box, table):
    for seat in range(int(table.seats)):
        shown = displayed(table, seat)
        for at in range(shown, SHOWN):
            if table.display[seat, at] != NO_CARD:
                return Fault.A_DISPLAY_HAS_A_GAP
        if not lie_in(table, table.display[seat], DISPLAY + seat):
            return Fault.CARDS_ON_DISPLAY_LIE_ELSEWHERE
        room = int(box.display_size)
        for at in range(shown):
            card = int(table.display[seat, at])
            if box.card_kind[card] > CLUB:
                return Fault.A_SPECIAL_CARD_IS_ON_DISPLAY
            if box.card_silhouette[card] == SANS_CULOTTE:
                room = int(box.display_size) + 1
        if shown > room:
            return Fault.TOO_MANY_CARDS_ARE_ON_DISPLAY
    return Fault.NONE


# --- The action ----------------------------------------------------------------------------------


@rule
def check_action(box, table):
    phase, playing, special = int(table.phase), int(table.playing), int(table.special)
    if (playing != NO_CARD) != (Phase.MODE <= phase <= Phase.KEEP):
        return Fault.THE_CARD_IN_PLAY_DOES_NOT_FIT_THE_PHASE
    if (special != NO_CARD) != (Phase.TARGET_PROVINCE <= phase <= Phase.TARGET_CARD):
        return Fault.THE_CARD_IN_PLAY_DOES_NOT_FIT_THE_PHASE
    card = max(playing, special)
    if cards_in(table, PLAYED) != (card != NO_CARD) or (card and table.place[card] != PLAYED):
        return Fault.THE_CARD_IN_PLAY_LIES_ELSEWHERE
    if card != NO_CARD and (box.card_kind[card] > CLUB) != (special != NO_CARD):
        return Fault.THE_CARD_IN_PLAY_IS_OF_ANOTHER_KIND
    if not Phase.MODE <= phase <= Phase.TARGET_CARD and phase != Phase.OVER:
        if table.cards_played or table.second_card or table.special_used:
            return Fault.AN_ACTION_HAS_NOT_BEGUN_OR_NOT_ENDED
    elif not are_cards_counted(box, table):
        return Fault.CARDS_PLAYED_ARE_MISCOUNTED
    if (table.blocks_left > 0) != (phase == Phase.PLACE) or table.blocks_left > box.card_value[playing]:
        return Fault.BLOCKS_LEFT_DO_NOT_FIT_THE_PHASE
    if phase == Phase.MODE and not may_place_cannon(box, table, int(table.seat), playing):
        return Fault.NO_TOKEN_CAN_BE_PLACED
    if (table.to_discard > 0) != (phase == Phase.EXCHANGE):
        return Fault.CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE
    if phase == Phase.EXCHANGE and table.to_discard > table.hand_size[int(table.seat)]:
        return Fault.CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE
    if table.stack_removed and (phase != Phase.TARGET_CARD or box.card_kind[special] != TERROR):
        return Fault.A_STACK_WAS_REMOVED_WITHOUT_THE_TERROR
    if table.target and phase != Phase.TARGET_STACK:
        return Fault.A_TARGET_DOES_NOT_FIT_THE_PHASE
    return Fault.NONE


@rule
def are_cards_counted(box, table):
    """One personality or club and one special to an action, and by the valley rules a second personality."""
    done = int(table.cards_played) - (table.playing != NO_CARD)
    if done < 0 or (table.special != NO_CARD and not table.special_used):
        return False
    if table.second_card and (done != 1 or not box.valley_rules):
        return False
    if table.playing != NO_CARD:
        return done == 0 or table.second_card > 0
    return done < 2 or box.valley_rules > 0


# --- The election, and ties ----------------------------------------------------------------------


@rule
def check_election(box, table):
    if table.phase != Phase.OVER and table.tie <= Tie.BATTLE and collected(table) > 0:
        return Fault.BLOCKS_ARE_COLLECTED_WITHOUT_AN_ELECTION
    if collected(table) > int(table.voting) + TALLEST - 1:
        return Fault.MORE_BLOCKS_ARE_COLLECTED_THAN_WERE_VOTED_ON
    if table.phase == Phase.TIE:
        return check_tie(box, table)
    return Fault.TRACES_OF_A_TIE_ARE_LEFT if has_traces_of_a_tie(table) else Fault.NONE


@rule
def collected(table):
    """The blocks taken in this election."""
    blocks = 0
    for seat in range(int(table.seats)):
        for colour in range(WHITE, COLOURS):
            blocks += int(table.collected[colour, seat])
    return blocks


@rule
def has_traces_of_a_tie(table):
    for seat in range(int(table.seats)):
        if table.contender[seat] or table.chosen[seat] or table.fell[seat]:
            return True
    for colour in range(WHITE, COLOURS):
        if table.tied_colour[colour] or table.tied_before[colour] or table.strength[colour]:
            return True
    return table.tie > 0 or table.tie_round > 0 or table.tie_place > 0


@rule
def check_tie(box, table):
    tie, seat = int(table.tie), int(table.seat)
    if tie == Tie.NONE:
        return Fault.THE_TIE_IS_ABOUT_NOTHING
    if tie >= Tie.PROVINCE and (table.voting < box.provinces) != (tie == Tie.PROVINCE):
        return Fault.THE_ELECTION_IS_NOT_AS_FAR_AS_THE_TIE
    if (tie == Tie.PROVINCE or tie == Tie.GOVERNMENT) and not are_votes_collected(table):
        return Fault.VOTES_ARE_NOT_THE_BLOCKS_COLLECTED
    if not are_factions_tied(table):
        return Fault.THE_TIED_FACTIONS_ARE_WRONG
    if not table.contender[seat]:
        return Fault.THE_SEAT_ON_TURN_IS_NOT_IN_THE_TIE
    if not is_of_factions(table):
        if contenders(table) < 2:
            return Fault.ONLY_ONE_IS_IN_THE_TIE
        if not are_level(box, table):
            return Fault.THE_TIED_ARE_NOT_LEVEL
    if not has_suitable(box, table, seat):
        return Fault.THE_SEAT_ON_TURN_HAS_NO_CARD_FOR_THE_TIE
    for place in range(int(table.seats)):
        if not may_have_chosen(box, table, place):
            return Fault.A_CARD_IS_CHOSEN_THAT_CANNOT_BE
    for colour in range(WHITE, COLOURS):
        if table.strength[colour] != strength_chosen(box, table, colour):
            return Fault.THE_STRENGTHS_ARE_NOT_THOSE_OF_THE_CARDS_CHOSEN
    if not may_be_asked_again(table):
        return Fault.THE_TIED_CANNOT_HAVE_BEEN_ASKED_SO_OFTEN
    return Fault.NONE


@rule
def is_of_factions(table):
    return table.tie == Tie.GOVERNMENT or table.tie == Tie.OPPOSITION


@rule
def are_votes_collected(table):
    """Until there is a government every block taken is a vote."""
    for colour in range(WHITE, COLOURS):
        votes = 0
        for seat in range(int(table.seats)):
            votes += int(table.collected[colour, seat])
        if votes != table.votes[colour]:
            return False
    return True


@rule
def are_factions_tied(table):
    """Two factions or more in a tie of factions, in no other; the government is not in opposition."""
    tied, before = 0, 0
    for colour in range(WHITE, COLOURS):
        tied += int(table.tied_colour[colour])
        before += int(table.tied_before[colour])
        if table.tie == Tie.GOVERNMENT and table.tied_colour[colour] > table.tied_before[colour]:
            return False
    if table.tie == Tie.OPPOSITION and table.tied_colour[int(table.government)]:
        return False
    if before > 0 and table.tie != Tie.GOVERNMENT:
        return False
    return tied > 1 if is_of_factions(table) else tied == 0


@rule
def contenders(table):
    number = 0
    for seat in range(int(table.seats)):
        number += int(table.contender[seat])
    return number


@rule
def are_level(box, table):
    """Seats are tied that have equally much, and nobody has nothing."""
    level = level_of(box, table, int(table.seat))
    for seat in range(int(table.seats)):
        if table.contender[seat] and level_of(box, table, seat) != level:
            return False
    return level > 0


@rule
def level_of(box, table, seat):
    """What a seat has of that which the tie is about."""
    if table.tie == Tie.BATTLE:
        return int(table.cannons[seat])
    if table.tie == Tie.PROVINCE:
        return int(table.height[province_voting(box, table), seat])
    if table.tie == Tie.OPPOSITION_FIRST:
        return int(table.collected[int(table.opposition), seat])
    return int(table.collected[int(table.government), seat])


@rule
def may_have_chosen(box, table, place):
    """A card chosen is no special and leaves the display; who chooses later has none yet."""
    seat = int(table.order[place])
    card = int(table.chosen[seat])
    if card == NO_CARD:
        return True
    if place >= table.tie_place or not table.contender[seat] or table.place[card] >= HAND:
        return False
    return card <= box.cards and box.card_kind[card] <= CLUB


@rule
def strength_chosen(box, table, colour):
    """The blocks of a colour on the cards chosen, or on the strongest."""
    total, strongest = 0, 0
    for seat in range(int(table.seats)):
        card = int(table.chosen[seat])
        if box.card_colour[card] == colour:
            total += int(box.card_value[card])
            strongest = max(strongest, int(box.card_value[card]))
    return strongest if box.faction_ties == STRONGEST else total


@rule
def may_be_asked_again(table):
    """Two cards or more of the displays go with each round before; of seats, who stays has chosen in each."""
    before, cards = int(table.tie_round) - 1, 0
    for seat in range(int(table.seats)):
        own = displayed(table, seat) + (table.chosen[seat] != NO_CARD)
        cards += own
        if table.contender[seat] and not is_of_factions(table) and own + before > SHOWN:
            return False
    return before >= 0 and cards + 2 * before <= SHOWN * int(table.seats)
