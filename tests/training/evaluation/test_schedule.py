"""Who plays whom, and in which seats."""

import itertools
from collections import Counter

import pytest

from hustings.envs import GameBatch, HustingsError
from hustings.training.evaluation.schedule import MAX_GAMES_PER_DEAL, lineups_of, schedule, seatings_a_deal

from ...tinygame import GAME


@pytest.mark.parametrize(("entries", "seats", "lineups"), [
    ([0, 1, 1, 1], 4, [(0, 1, 1, 1)]),
    ([0], 3, [(0, 0, 0)]),
    ([0, 1], 3, [(0, 0, 1), (0, 1, 1)]),
    ([0, 0, 1], 4, [(0, 0, 0, 1), (0, 0, 1, 1)]),
    ([0, 1, 2], 2, [(0, 1), (0, 2), (1, 2)]),
    ([0, 1, 1, 1, 1], 4, [(0, 1, 1, 1)]),
    ([0, 0, 1, 1, 1], 4, [(0, 0, 1, 1), (0, 1, 1, 1)]),
    ([0, 0, 1, 2], 3, [(0, 1, 2)]),
])  # fmt: skip
def test_lineups_hold_every_agent_where_they_can(entries, seats, lineups):
    assert lineups_of(entries, seats) == lineups


def test_too_many_lineups_are_refused():
    with pytest.raises(HustingsError, match="too many"):
        lineups_of(list(range(40)), 7)


def test_many_entries_of_few_agents_are_not_gone_through_one_by_one():
    assert lineups_of([0] * 50 + [1] * 69 + [2], 4) == [(0, 0, 1, 2), (0, 1, 1, 2)]


def test_more_games_than_a_result_can_hold_are_refused():
    with pytest.raises(HustingsError, match="1,000,000,000 are more than 10,000,000"):
        schedule([(0, 1, 1, 2)], 10**9, seed=1)


def test_every_seed_plays_every_distinct_seating():
    seeds, seatings = schedule([(0, 0, 1, 2)], 30, seed=3)
    expected = set(itertools.permutations((0, 0, 1, 2)))
    assert len(seeds) == 36, "30 games are rounded up to three seeds of twelve"
    for seed in set(seeds.tolist()):
        played = [tuple(seating) for seating in seatings[seeds == seed].tolist()]
        assert len(played) == 12
        assert set(played) == expected


@pytest.mark.parametrize(("agents", "players"), [(5, 5), (7, 7), (6, 4), (9, 4), (5, 4)])
def test_where_seatings_are_many_every_agent_still_sits_everywhere_equally_often(agents, players):
    lineups = lineups_of(list(range(agents)), players)
    per_seed = min(len(lineups), MAX_GAMES_PER_DEAL // players)
    games = per_seed * players * len(lineups) * 2
    seeds, seatings = schedule(lineups, games, seed=1)
    assert len(seeds) == games
    assert max(Counter(seeds.tolist()).values()) <= MAX_GAMES_PER_DEAL
    met = Counter(tuple(sorted(seating)) for seating in seatings.tolist())
    assert len(met) == len(lineups)
    assert len(set(met.values())) == 1
    for agent in range(agents):
        assert len(set((seatings == agent).sum(axis=0).tolist())) == 1
    for seed in set(seeds.tolist()):
        for agent in range(agents):
            assert len(set((seatings[seeds == seed] == agent).sum(axis=0).tolist())) == 1


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("agents", [[0, 1], [0, 1, 2], [0, 1, 1, 1], [*range(7)]])
def test_fewer_seatings_of_a_deal_are_drawn_before_intervals_vanish(agents, players):
    lineups = lineups_of(agents, players)
    for games in (8 * players, 120, 300, 1000):
        deals, seatings = schedule(lineups, games, 1, most=seatings_a_deal(lineups, games))
        if games >= 8 * players:
            assert len(set(deals.tolist())) >= 8
        if len(set(schedule(lineups, games, 1)[0].tolist())) >= 8:
            assert len(deals) == len(schedule(lineups, games, 1)[0])
        assert games <= len(deals) < games + MAX_GAMES_PER_DEAL
        everyone = Counter(seatings.reshape(-1).tolist())
        for agent in everyone:
            by_seat = (seatings == agent).sum(axis=0)
            assert by_seat.min() == by_seat.max()


def test_orders_differ_between_seeds():
    _, seatings = schedule([(0, 1, 2, 3, 4)], 200, seed=0)
    assert len({tuple(seating) for seating in seatings.tolist()}) > 60


def test_seeds_are_those_of_a_batch_with_the_same_seed():
    seeds, _ = schedule([(0, 1, 1)], 9, seed=11)
    assert seeds[::3].tolist() == GameBatch(GAME, 3, 3, seed=11).seeds.tolist()
