"""Negotiation: whom to invite, what to offer, what to answer."""

from ....envs.core.engine.compile import rule
from ....envs.saludos_amigos.actions import ACCEPT, AMOUNT, CLOSE, GRANT, HOLD, PASS, REJECT, SEAT
from ....envs.saludos_amigos.rules.common import clockwise
from ....envs.saludos_amigos.rules.opposition_split import equal_part
from ....envs.saludos_amigos.table import Draft
from .coalitions import best_coalition, standing_is_beatable, worth_of_standing
from .prices import offers_of, price, settled, strength_of_all


@rule
def choose_to_offer(table, seat, weights):
    """The first partner of the best-paying coalition; a pass if another's offer promises more."""
    if table.mug == 0:
        least = 0.0
        if table.streak + 1 < table.seats:
            least = weights.wait * price(table, seat, seat, strength_of_all(table), weights)
    elif standing_is_beatable(table, seat):
        least = worth_of_standing(table, seat, weights)
    else:
        return PASS
    return next_partner(table, seat, 1, least, weights)


@rule
def next_partner(table, seat, invited, least, weights):
    """The next seat to invite; close if there is none; pass if no coalition is worth more than `least`."""
    group, _ = best_coalition(table, seat, invited, least, offers_of(table, seat, weights), weights)
    if group == 0:
        return PASS
    return CLOSE if group == invited else SEAT + first_of(group - invited) - 1


@rule
def first_of(group):
    """The place of a group's first member."""
    place = 0
    while not group >> place & 1:
        place += 1
    return place


@rule
def choose_amount(table, weights):
    """The proposer's own amount first, then what it offers each partner."""
    proposer, rest = int(table.proposer), int(table.pie)
    offers = offers_of(table, proposer, weights)
    for k in range(1, int(table.seats)):
        other = clockwise(table, proposer, k)
        if not table.in_draft[other]:
            continue
        share = offers[k] if table.draft == Draft.NEGOTIATION else equal_part(table, other)
        if table.draft_share[proposer] > 0 and table.draft_share[other] == 0:
            return AMOUNT + share - 1
        rest -= share
    return AMOUNT + max(1, rest) - 1


@rule
def least_share(table, seat, proposer, weights):
    """What `seat` settles for in the open draft."""
    if table.draft == Draft.NEGOTIATION:
        return settled(table, seat, proposer, weights)
    if table.draft == Draft.COALITION:
        return int(table.share[seat])
    return equal_part(table, seat)


@rule
def choose_answer(table, seat, legal, weights):
    """Ask once for what the proposer keeps beyond its own price; then accept a fair share, or reject."""
    offered, proposer = int(table.draft_share[seat]), int(table.proposer)
    least = least_share(table, seat, proposer, weights)
    demand = least
    if table.draft == Draft.NEGOTIATION and table.asked[seat] == 0:
        keeps = max(1.0, price(table, proposer, seat, strength_of_all(table), weights))
        demand = max(least, offered + int(weights.greed * (int(table.draft_share[proposer]) - keeps)))
    if demand > offered and AMOUNT + demand <= len(legal) and legal[AMOUNT + demand - 1]:
        return AMOUNT + demand - 1
    return ACCEPT if offered >= least else REJECT


@rule
def choose_reply(table, seat, weights):
    """Give what the partner would settle for, if enough is left."""
    partner = int(table.responder)
    offered, asked = int(table.draft_share[partner]), int(table.asked[partner])
    most = offered + int(table.draft_share[seat]) - least_share(table, seat, seat, weights)
    most = min(most, least_share(table, partner, seat, weights))
    if most >= asked:
        return GRANT
    return AMOUNT + most - 1 if most > offered else HOLD
