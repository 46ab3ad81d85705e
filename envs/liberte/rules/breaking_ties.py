"""Ties: asking for cards, and comparing them."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..actions import CARD, PASS
from ..box import GENERAL, STRONGEST
from ..table import Phase, Tie
from .battle import end_battle
from .cards import discard, displayed, leave_display
from .government import compare_factions
from .provinces import end_province_tie, in_paris, province_voting
from .ties import ask_again
from .victory_points import end_first_tie, end_opposition_tie, end_second_tie


@rule
def is_suitable(box, table, seat, card):
    """Whether a card on display can be chosen in the current tie."""
    colour, tie = int(box.card_colour[card]), int(table.tie)
    if tie == Tie.BATTLE:
        return box.card_silhouette[card] == GENERAL
    if tie == Tie.PROVINCE:
        return colour == table.colour[province_voting(box, table), seat]
    if tie == Tie.GOVERNMENT or tie == Tie.OPPOSITION:
        return table.tied_colour[colour] > 0
    if tie == Tie.OPPOSITION_FIRST:
        return colour == table.opposition
    return colour == table.government


@rule
def has_suitable(box, table, seat):
    for at in range(displayed(table, seat)):
        if is_suitable(box, table, seat, int(table.display[seat, at])):
            return True
    return False


@rule
def ask(box, table):
    """Let the next contender with a suitable card choose; after the last one compare the cards."""
    while table.tie_place < table.seats:
        seat = int(table.order[int(table.tie_place)])
        if table.contender[seat] and has_suitable(box, table, seat):
            table.seat = seat
            table.phase = Phase.TIE
            return
        table.tie_place += 1
    if table.tie == Tie.GOVERNMENT or table.tie == Tie.OPPOSITION:
        compare_factions(box, table)
    else:
        compare_seats(box, table)


@rule
def legal_break_tie(box, table, legal):
    legal[PASS] = True
    seat = int(table.seat)
    for at in range(displayed(table, seat)):
        card = int(table.display[seat, at])
        if is_suitable(box, table, seat, card):
            legal[CARD + card] = True


@rule
def break_tie(box, table, action):
    """Choose a card, which is discarded whatever the outcome (LIB-6.13), or pass."""
    if action != PASS:
        card = action - CARD
        colour, value = int(box.card_colour[card]), int(box.card_value[card])
        table.chosen[int(table.seat)] = card
        if box.faction_ties == STRONGEST:
            table.strength[colour] = max(int(table.strength[colour]), value)
        else:
            table.strength[colour] += value
        leave_display(table, card)
        discard(box, table, card)
    table.tie_place += 1
    table.phase = Phase.ASK


@rule
def compare_seats(box, table):
    """Let the highest card win, others fall out, and those level for it choose again if the tie goes on.

    Ties in a battle or a province other than Paris have a single round (LIB-5.5, LIB-6.10, LIB-6.15).
    """
    seats, best, level, winner = int(table.seats), 0, 0, NOBODY
    for seat in range(seats):
        value = int(box.card_value[int(table.chosen[seat])])
        if value > best:
            best, level, winner = value, 1, seat
        elif value == best and value > 0:
            level += 1
    if best > 0:
        for seat in range(seats):
            value = int(box.card_value[int(table.chosen[seat])])
            if table.contender[seat] and value < best:
                table.contender[seat] = 0
                # Higher for a later round, then for a higher card: the best loser is second (LIB-7.22).
                table.fell[seat] = 4 * int(table.tie_round) + value
    if level == 1:
        close_tie(box, table, winner)
    elif level == 0 or table.tie == Tie.BATTLE or (table.tie == Tie.PROVINCE and not in_paris(box, table)):
        close_tie(box, table, NOBODY)
    else:
        ask_again(table)


@rule
def close_tie(box, table, winner):
    """Settle a tie of seats; `winner` is NOBODY if it stays a tie."""
    tie = int(table.tie)
    if tie == Tie.BATTLE:
        end_battle(box, table, winner)
    elif tie == Tie.PROVINCE:
        end_province_tie(box, table, winner)
    elif tie == Tie.FIRST:
        end_first_tie(box, table, winner)
    elif tie == Tie.SECOND:
        end_second_tie(box, table, winner)
    else:
        end_opposition_tie(box, table, winner)
