"""The council: when to call it, and how many cards to lay down."""

from ....envs.core.engine.compile import rule
from ....envs.saludos_amigos.actions import CARD, CLOSE, PASS
from ....envs.saludos_amigos.rules.common import number_of
from ....envs.saludos_amigos.table import VALUES, Phase
from .cards import lowest_card
from .weights import MEAN_CARD


@rule
def cards_of(table, seat, me):
    """The value of a seat's cards, held, pushed forward and laid down, as far as `me` knows."""
    value, unseen = 0.0, number_of(table.hand[seat]) + (1 if table.pushed[seat] > 0 else 0)
    for kind in range(VALUES):
        laid = int(table.bid[seat, kind])
        if seat == me:
            value += (kind + 1) * (int(table.hand[seat, kind]) + laid)
        else:
            value += (kind + 1) * int(table.known[seat, kind])
            unseen += laid - int(table.known[seat, kind])
    return value + int(table.pushed[seat]) if seat == me else value + MEAN_CARD * unseen


@rule
def cards_of_coalition(table, me):
    """The value of the coalition's cards, as far as `me` knows."""
    value = 0.0
    for seat in range(int(table.seats)):
        if table.share[seat] > 0:
            value += cards_of(table, seat, me)
    return value


@rule
def cards_of_opposition(table, me):
    """The value of the opposition's cards: its participants', or all outsiders' until those are known."""
    value = 0.0
    for seat in range(int(table.seats)):
        if table.participant[seat] or (table.share[seat] == 0 and table.caller < 0):
            value += cards_of(table, seat, me)
    return value


@rule
def choose_push(table, seat, weights):
    """Call or join a council if the opposition looks stronger with all its cards."""
    strength = 0
    for other in range(int(table.seats)):
        if table.share[other] == 0:
            strength += int(table.strength[other])
    lead = strength - int(table.mug) - weights.attack * cards_of_coalition(table, seat)
    lead += cards_of_opposition(table, seat)
    if table.caller >= 0 and not table.participant[seat]:
        lead += cards_of(table, seat, seat)
    if lead > (weights.call if table.phase == Phase.CALL else weights.join):
        return lowest_card(table, seat)
    return PASS


@rule
def choose_bid(table, seat, weights):
    """Lay down the own share of what the side needs, in few cards; nothing if the side cannot win."""
    ours, theirs = cards_of_coalition(table, seat), cards_of_opposition(table, seat)
    if table.share[seat] > 0:
        needed = int(table.pretzel) + weights.cover * theirs - int(table.mug)
    else:
        needed = int(table.mug) + weights.attack * ours + 1.0 - int(table.pretzel)
        ours, theirs = theirs, ours
    if needed <= 0.0 or needed > weights.reach * ours:
        return CLOSE
    rest = min(1.0, needed / ours) * cards_of(table, seat, seat) - int(table.pushed[seat])
    for value in range(VALUES):
        rest -= (value + 1) * int(table.bid[seat, value])
    return next_card(table, seat, rest)


@rule
def next_card(table, seat, rest):
    """The lowest card that covers the rest, otherwise the highest."""
    if rest <= 0.01:
        return CLOSE
    highest = CLOSE
    for value in range(VALUES):
        if table.hand[seat, value] > 0:
            highest = CARD + value
            if value + 1 >= rest:
                break
    return highest
