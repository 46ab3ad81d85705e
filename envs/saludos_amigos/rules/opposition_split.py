"""6 A The council: the splits of both sides."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..actions import PASS
from ..table import Draft, Phase
from .common import clear_draft, clockwise, next_of, places_to, size_of
from .negotiation import legal_shares, split


@rule
def share_equally(table):
    """Split the millions equally among the opposition, the rest clockwise from the caller.

    This is used if there is nothing to propose, or if all proposals have failed.
    """
    for seat in range(int(table.seats)):
        if table.participant[seat]:
            table.opp_share[seat] = equal_part(table, seat)


@rule
def equal_part(table, seat):
    """What the equal split gives a participant."""
    size, before = 0, 0
    for places in range(int(table.seats)):
        if table.participant[clockwise(table, int(table.caller), places)]:
            before += places < places_to(table, int(table.caller), seat)
            size += 1
    return int(table.pie) // size + (1 if before < int(table.pie) % size else 0)


# --- 6 A The council: each side agrees on its split ----------------------------------------------


@rule
def open_split(table, group, proposer, draft, phase):
    """Let `proposer` propose how `group` shares the millions."""
    for seat in range(int(table.seats)):
        table.in_draft[seat] = 1 if group[seat] > 0 else 0
    table.draft = draft
    table.proposer = proposer
    table.seat = proposer
    table.phase = phase


@rule
def open_coalition_split(box, table):
    """Let the coalition renegotiate, each member in turn from the bag-holder on (SAL-6.9)."""
    size = size_of(table, table.share)
    holder = int(table.bag_holder)
    if size == 1 or size == int(table.pie):
        table.phase = Phase.RESHARED
    elif table.share[holder] > 0:
        open_split(table, table.share, holder, Draft.COALITION, Phase.COAL_SPLIT)
    else:
        next_coalition_proposer(table, holder)


@rule
def next_coalition_proposer(table, seat):
    proposer = next_of(table, table.share, seat, int(table.bag_holder))
    if proposer == NOBODY:
        table.phase = Phase.RESHARED
    else:
        open_split(table, table.share, proposer, Draft.COALITION, Phase.COAL_SPLIT)


@rule
def legal_coal_split(box, table, legal):
    legal[PASS] = True
    legal_shares(table, legal)


@rule
def coal_split(box, table, action):
    if action == PASS:
        clear_draft(table)
        next_coalition_proposer(table, int(table.seat))
    else:
        split(box, table, action)
