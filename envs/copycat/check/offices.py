"""Offices and workers."""

from ...core.engine.compile import rule
from ..table import CARDS, LAID, LYING_REPEATED, NO_WORKER, OFFICES, STANDING_REPEATED, TEMPORARY, Effect
from .faults import Fault


@rule
def check_offices(box, table):
    tokens = 0
    for office in range(OFFICES):
        workers, here = 0, int(table.office_tokens[office])
        for seat in range(int(table.seats)):
            workers += table.worker[seat, office] != NO_WORKER
        tokens += here
        if not table.open[office] and (here > 0 or workers > 0):
            return Fault.SOMETHING_IS_IN_AN_OFFICE_NOT_IN_PLAY
        if table.crowd[office] != workers:
            return Fault.THE_WORKERS_OF_AN_OFFICE_ARE_MISCOUNTED
        if here > 0 and workers > 0:
            return Fault.TOKENS_LIE_UNDER_A_WORKER
    if not are_right_offices_open(box, table):
        return Fault.THE_WRONG_OFFICES_ARE_OPEN
    if 0 < box.token_limit < tokens:
        return Fault.THERE_ARE_MORE_TOKENS_THAN_IN_THE_BOX
    return Fault.NONE


@rule
def are_right_offices_open(box, table):
    """One extra office a round, by their sections; the others by the number of players."""
    extra, last, next_one = 0, 0, 127
    for office in range(OFFICES):
        section = int(box.office_section[office])
        if section == 0:
            if (table.open[office] > 0) != (box.office_players[office] <= table.seats):
                return False
        elif table.open[office]:
            extra += 1
            last = max(last, section)
        else:
            next_one = min(next_one, section)
    return extra == table.round_number and last <= next_one


@rule
def check_workers(box, table):
    for seat in range(int(table.seats)):
        placed, repeated = 0, False
        for office in range(OFFICES):
            worker = int(table.worker[seat, office])
            placed += worker != NO_WORKER
            repeated = repeated or worker in (STANDING_REPEATED, LYING_REPEATED)
        recruited = int(table.recruited[seat])
        if placed + int(table.pool[seat]) != int(box.workers) + recruited or recruited > int(box.recruits):
            return Fault.A_WORKER_IS_MISSING_OR_TOO_MANY
        if repeated and not may_repeat(box, table, seat):
            return Fault.A_WORKER_IS_REPEATED_WITHOUT_A_CARD_FOR_IT
    return Fault.NONE


@rule
def may_repeat(box, table, seat):
    """Whether a bonus payment, or a press secretary that may stand for one, is in the play area."""
    for card in range(1, CARDS + 1):
        effect = int(box.card_effect[card])
        if effect == Effect.REUSE_WORKER or effect == Effect.COPY_CARD:
            if LAID <= table.zone[seat, card] <= TEMPORARY:
                return True
    return False
