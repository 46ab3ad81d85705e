"""Which coalition pays best, which can be beaten, and which a council would bring down.

A group is a bit mask of its members, by places clockwise from the deciding seat.
"""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.saludos_amigos.rules.common import clockwise, number_of
from ....envs.saludos_amigos.table import TALKS_KEPT, Draft, Part


@rule
def group_of(table, seat, members):
    """The group of the seats with a positive entry in `members`."""
    group = 0
    for k in range(int(table.seats)):
        if members[clockwise(table, seat, k)] > 0:
            group |= 1 << k
    return group


@rule
def last_of(group):
    """The place of a group's last member."""
    last = 0
    while group >> (last + 1) > 0:
        last += 1
    return last


@rule
def sums_of_groups(entries):
    """For each group, the sum of its members' entries."""
    sums = np.zeros(1 << len(entries), entries.dtype)
    for k in range(len(entries)):
        for group in range(1 << k, 2 << k):
            sums[group] = sums[group - (1 << k)] + entries[k]
    return sums


@rule
def strengths_from(table, seat):
    """Strength by places clockwise from `seat`."""
    strengths = np.zeros(int(table.seats), np.int64)
    for k in range(len(strengths)):
        strengths[k] = int(table.strength[clockwise(table, seat, k)])
    return strengths


@rule
def powers_from(table, seat, weights):
    """Strength in a council, where cards count again, by places clockwise from `seat`."""
    powers = np.zeros(int(table.seats))
    for k in range(len(powers)):
        other = clockwise(table, seat, k)
        powers[k] = int(table.strength[other]) + weights.hand * number_of(table.hand[other])
    return powers


@rule
def survival(power, everybody, weights):
    """The chance that no council brings a coalition down."""
    return min(1.0, max(0.0, 0.5 + (2.0 * power - everybody) / weights.spread))


@rule
def beatable(strength, shares, strength_of, pie):
    """Whether a stronger group could pay each of its members more than these shares."""
    needed = np.zeros(len(strength_of), np.int64)
    for k in range(len(shares)):
        for group in range(1 << k, 2 << k):
            needed[group] = needed[group - (1 << k)] + shares[k] + 1
            if needed[group] <= pie and strength_of[group] > strength:
                return True
    return False


@rule
def standing_is_beatable(table, seat):
    """Whether a stronger group could outbid the current coalition."""
    shares = np.zeros(int(table.seats), np.int64)
    for k in range(len(shares)):
        shares[k] = int(table.share[clockwise(table, seat, k)])
    return beatable(int(table.mug), shares, sums_of_groups(strengths_from(table, seat)), int(table.pie))


@rule
def best_coalition(table, seat, invited, least, offers, weights):
    """The best group to propose and its worth; 0 if none is worth more than `least`.

    It includes all who are `invited`, and nobody else up to the last of them.
    """
    seats, pie, mug = int(table.seats), int(table.pie), int(table.mug)
    strength_of = sums_of_groups(strengths_from(table, seat))
    power_of = sums_of_groups(powers_from(table, seat, weights))
    cost_of = sums_of_groups(offers)
    everybody = power_of[len(power_of) - 1]
    shares = np.zeros(seats, np.int64)
    best, found = least, 0
    for group in range(invited, 1 << seats, 2 << last_of(invited)):
        mine = pie - cost_of[group]
        if strength_of[group] <= mug or mine <= int(table.share[seat]):
            continue
        worth = mine * survival(power_of[group], everybody, weights)
        if worth <= best:
            continue
        worth -= min(objections(table, seat, group, offers, weights), 0.5 * worth)
        for k in range(seats):
            shares[k] = offers[k] if group >> k & 1 else 0
        shares[0] = mine
        if worth > best and beatable(strength_of[group], shares, strength_of, pie):
            worth *= weights.shaky
        if worth > best:
            best, found = worth, group
    return found, best


@rule
def refused(table, seat):
    """The highest offer that a seat has refused this round."""
    most = 0
    for talk in range(TALKS_KEPT):
        if table.talk_about[talk] == Draft.NONE:
            break
        if table.talk_about[talk] == Draft.NEGOTIATION and table.talk_part[seat, talk] == Part.REFUSED:
            most = max(most, int(table.talk_share[seat, talk]))
    return most


@rule
def objections(table, seat, group, offers, weights):
    """The drawbacks of paying richer players and of trusting those who have refused."""
    cost = 0.0
    for k in range(1, len(offers)):
        if group >> k & 1:
            other = clockwise(table, seat, k)
            cost += weights.shun * offers[k] * max(0, int(table.money[other]) - int(table.money[seat]))
            if refused(table, other) > 0:
                cost += weights.grudge
    return cost


@rule
def worth_of_standing(table, seat, weights):
    """What a beatable standing offer is worth to `seat`; for outsiders, what a council may bring."""
    powers = powers_from(table, seat, weights)
    inside, everybody, outsiders = 0.0, 0.0, 0
    for k in range(len(powers)):
        everybody += powers[k]
        if table.share[clockwise(table, seat, k)] > 0:
            inside += powers[k]
        else:
            outsiders += 1
    stays = survival(inside, everybody, weights)
    if table.share[seat] > 0:
        return weights.shaky * stays * int(table.share[seat])
    return (1.0 - stays) * int(table.pie) / outsiders
