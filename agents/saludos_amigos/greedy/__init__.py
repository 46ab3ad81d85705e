"""Plays sensibly, without search.

It haggles. A place in a coalition has a price by strength, higher for a richer proposer. It proposes the
coalition that leaves it most, if no stronger one can beat it and no council is likely to bring it down. It
offers what it believes the others want, reconsiders when one asks for more, and looks for other partners
after a refusal. It asks for more itself, and settles for what it could earn as proposer. A card is worth
strength in later rounds, less the fines; in a council it lays down its share of what is needed.
"""

from ....envs.core.engine.compile import rule
from ....envs.saludos_amigos.actions import AMOUNT, PASS
from ....envs.saludos_amigos.table import Phase
from .cards import choose_reroll
from .coalitions import group_of
from .council import choose_bid, choose_push
from .talk import choose_amount, choose_answer, choose_reply, choose_to_offer, next_partner
from .weights import GREEDY as WEIGHTS
from .weights import NOTHING


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])


@rule
def decide(box, table, seat, legal, weights):
    """The action of `seat` by these weights."""
    action = wanted(table, seat, legal, weights)
    # Its plan may not fit a draft that another agent left.
    proposing = table.phase == Phase.SET or table.phase == Phase.SPLIT
    if action < len(legal) and legal[action] and not (proposing and action == PASS):
        return action
    return likeliest(legal, proposing)


@rule
def wanted(table, seat, legal, weights):
    """The action that the bot wants, legal or not."""
    phase = int(table.phase)
    if phase == Phase.REROLL:
        return choose_reroll(table, seat, weights)
    if phase == Phase.FLOOR:
        return choose_to_offer(table, seat, weights)
    if phase == Phase.SET:
        invited = group_of(table, seat, table.in_draft)
        return next_partner(table, seat, invited, NOTHING, weights)
    if phase == Phase.SPLIT or phase == Phase.OPP_SPLIT:
        return choose_amount(table, weights)
    if phase == Phase.RESPOND:
        return choose_answer(table, seat, legal, weights)
    if phase == Phase.REPLY:
        return choose_reply(table, seat, weights)
    if phase == Phase.CALL or phase == Phase.JOIN:
        return choose_push(table, seat, weights)
    if phase == Phase.BID:
        return choose_bid(table, seat, weights)
    return PASS


@rule
def likeliest(legal, proposing):
    """A harmless substitute for an illegal action: the first legal one, or the largest amount.

    It never withdraws a proposal that can be made.
    """
    action = PASS + 1 if proposing else PASS
    while action < len(legal) and not legal[action]:
        action += 1
    if action == len(legal):
        return PASS
    while action >= AMOUNT and action + 1 < len(legal) and legal[action + 1]:
        action += 1
    return action
