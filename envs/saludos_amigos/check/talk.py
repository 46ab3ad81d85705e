"""The proposals that failed."""

from ...core.engine.compile import rule
from ..table import TALKS_KEPT, Draft, Part, Phase
from .faults import Fault


@rule
def check_talk(table):
    """Each has a proposer and partners, one of whom said no; the newest comes first."""
    for talk in range(TALKS_KEPT):
        told = table.talk_about[talk] != Draft.NONE
        if told and (table.phase == Phase.REROLL or (talk > 0 and table.talk_about[talk - 1] == Draft.NONE)):
            return Fault.A_PROPOSAL_THAT_FAILED_IS_TOLD_WRONG
        if not is_told_well(table, talk, told):
            return Fault.A_PROPOSAL_THAT_FAILED_IS_TOLD_WRONG
    return Fault.NONE


@rule
def is_told_well(table, talk, told):
    proposers, partners, noes, shared = 0, 0, 0, 0
    for seat in range(int(table.seats)):
        part = int(table.talk_part[seat, talk])
        share, asked = int(table.talk_share[seat, talk]), int(table.talk_asked[seat, talk])
        noes += part < 0
        shared += share
        if part == Part.PROPOSED or part == Part.TOOK_BACK:
            proposers += 1
            if asked > 0:
                return False
        elif part == Part.ACCEPTED or part == Part.NOT_YET or part == Part.REFUSED:
            partners += 1
        elif part != Part.NONE or share > 0 or asked > 0:
            return False
    if not told:
        return proposers + partners == 0
    return proposers == 1 and partners > 0 and noes == 1 and shared <= int(table.pie)
