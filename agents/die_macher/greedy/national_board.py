"""The national board."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher.rules.common import elections
from ....envs.die_macher.rules.election import space_for, space_of
from ....envs.die_macher.table import KINDS, NATIONAL, NO_CARD, Phase
from .expectations import space_worth
from .weights import KIND, MEMBER, NOTHING, PASS, YES


@rule
def opinion_gain(box, table, me, kind, space):
    """What placing an opinion on a space of the national board brings."""
    recruits = elections(box) - int(table.round_number) + 1
    worth = space_worth(box, space, recruits, me.seen.own[MEMBER])
    old = int(table.national[space])
    value = 0.0
    for party in range(int(table.seats)):
        part = 1.0 if party == me.seat else -me.w.rival
        if old == kind:
            value += part * int(box.secured_points) * int(table.programme[party, kind])
            value += part * (1.0 - me.w.lasting) * worth * int(table.programme[party, kind])
        else:
            value += part * me.w.lasting * worth * int(table.programme[party, kind])
            if old != NO_CARD:
                value -= part * worth * int(table.programme[party, old])
    return value


@rule
def choose_national(box, table, me, legal):
    """Place the opinion that gains most, where it gains most."""
    if table.phase == Phase.NATIONAL_MEDIA:
        return YES
    best, action = 0.0 if table.phase == Phase.NATIONAL_CARD else NOTHING, PASS
    for kind in range(KINDS):
        if legal[KIND + kind]:
            if table.phase == Phase.NATIONAL_CARD:
                space = space_for(table, kind)
                if space == NO_CARD:
                    value = NOTHING
                    for other in range(NATIONAL):
                        if not table.secured[other]:
                            value = max(value, opinion_gain(box, table, me, kind, other))
                else:
                    value = opinion_gain(box, table, me, kind, space)
            else:
                value = opinion_gain(box, table, me, int(table.picked), space_of(table, kind))
            if value > best:
                best, action = value, KIND + kind
    return action
