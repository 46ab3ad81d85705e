"""Whom the learner meets, how often, and for whom results are counted."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.errors import HustingsError
from hustings.training import train
from hustings.training.learning.opponents import LEARNER, Pool, weights_of

from ... import tinygame
from ...support import saved_policy
from .runs import PLAYERS, pool, weights
from .test_self_play import play, table

BOT = 0  # the first number


def names(met: Pool) -> list[str]:
    return [member.name for member in met.members.values()]


def snapshots(met: Pool) -> list:
    return [member for member in met.members.values() if member.kind == "snapshots"]


def test_stronger_opponents_are_drawn_more_often():
    drawn = weights_of(np.array([0.9, 0.5, 0.1]))
    assert drawn.sum() == pytest.approx(1)
    assert drawn[0] < drawn[1] < drawn[2]
    assert drawn[0] > 0
    met = pool()
    met.freeze(weights(2), 2)
    weak, strong = snapshots(met)
    weak.games = strong.games = 100
    weak.wins, strong.wins = 90, 20
    chances = met.probabilities()
    assert chances[1 + 2] > 5 * chances[1 + 1]
    assert chances[BOT] == chances[LEARNER] == pytest.approx(1 / 3)
    assert sum(chances.values()) == pytest.approx(1)


def test_bots_are_there_by_name_and_one_that_the_game_lacks_leaves_its_share():
    met = Pool(tinygame.GAME, {"greedy": 2.0, "random": 3.0, "latest": 1.0}, pytest.fail)
    assert (met.bots, names(met)) == (["random"], ["random"])
    assert met.probabilities() == {BOT: pytest.approx(0.75), LEARNER: pytest.approx(0.25)}
    assert type(met.agent(BOT)) is type(make("random", tinygame.GAME))
    nobody = Pool(tinygame.GAME, {"greedy": 1.0, "snapshots": 1.0}, pytest.fail)
    assert nobody.probabilities() == {LEARNER: 1.0}
    assert (nobody.draw(np.random.default_rng(0), 9, PLAYERS) == LEARNER).all()


def test_a_policy_takes_seats_only_at_the_tables_for_which_it_was_trained(tmp_path):
    for_four = saved_policy(GAMES["liberte"], 4, tmp_path)
    met = Pool(GAMES["liberte"], {for_four: 0.5, "random": 0.5}, pytest.fail, one_kind=0.0)
    assert {*np.unique(met.draw(np.random.default_rng(0), 50, 4))} == {LEARNER, BOT, BOT + 1}
    assert {*np.unique(met.draw(np.random.default_rng(0), 50, 5))} == {LEARNER, BOT + 1}
    assert met.probabilities() == met.probabilities(4) != met.probabilities(5)


@pytest.mark.slow
def test_a_run_at_every_table_meets_a_policy_for_one(tmp_path):
    opponents = {"latest": 1.0, saved_policy(GAMES["liberte"], 4, tmp_path / "for four"): 1.0}
    small = {"num_games": 8, "decisions": 32, "minibatches": 1, "layers": (8,), "thing_width": 4}
    given = small | {"num_players": "any", "opponents": opponents, "evaluate_against": ()}
    done = train("liberte", tmp_path / "run", steps=32, final_games=0, **given)
    assert done.steps >= 32


def test_each_game_has_a_seat_of_the_learners_and_each_seat_is_it_as_often():
    drawn = pool(one_kind=0.0, random=1.0).draw(np.random.default_rng(0), 3000, PLAYERS)
    assert ((drawn == LEARNER).sum(axis=1) == 1).all()
    assert (drawn == LEARNER).mean(axis=0) == pytest.approx([1 / 3] * 3, abs=0.04)
    met = pool(one_kind=0.0, random=1.0, latest=3.0).draw(np.random.default_rng(0), 3000, PLAYERS)
    assert (met == LEARNER).any(axis=1).all()
    assert (met == LEARNER).mean() == pytest.approx((1 + 2 * 0.75) / 3, abs=0.03), "latest is the learner"


def test_one_kind_fills_whole_tables():
    for one_kind, alike in ((1.0, 1.0), (0.5, 0.5 + 0.5 / 2), (0.0, 0.5)):
        met = pool(one_kind=one_kind, random=1.0, latest=1.0)
        drawn = met.draw(np.random.default_rng(0), 4000, PLAYERS)
        bots = (drawn == BOT).sum(axis=1)
        # One bot of three seats: the two others do not go to one. (All the learner's is alike as well.)
        assert 1 - (bots == 1).mean() == pytest.approx(alike, abs=0.03)


def test_an_opponent_sits_alone_among_the_learners_seats_and_in_each_as_often():
    met = pool(one_kind=0.0, alone=1.0, random=1.0).draw(np.random.default_rng(0), 3000, PLAYERS)
    assert ((met == BOT).sum(axis=1) == 1).all()
    assert (met == BOT).mean(axis=0) == pytest.approx([1 / 3] * 3, abs=0.04)
    some = pool(one_kind=0.6, alone=0.4, random=1.0).draw(np.random.default_rng(0), 3000, PLAYERS)
    assert ((some == BOT).sum(axis=1) == 1).mean() == pytest.approx(0.4, abs=0.03)


def test_one_snapshot_is_met_until_the_next_rollout():
    met = pool(one_kind=0.0, snapshots=1.0)
    for rollout in (2, 3, 4):
        met.freeze(weights(rollout), rollout)
    seen = set()
    for rollout in range(12):
        met.begin(5, rollout)
        drawn = met.draw(np.random.default_rng(0), 100, PLAYERS)
        (number,) = set(np.unique(drawn)) - {LEARNER}
        assert met.probabilities() == {number: 1.0}
        seen.add(number)
    assert len(seen) > 2


def test_results_are_counted_once_for_each_seat_of_those_that_were_met():
    met = pool()
    snapshot = 2
    players = np.array([[LEARNER, BOT, snapshot], [BOT, LEARNER, BOT], [LEARNER, LEARNER, snapshot]])
    met.record(players, np.array([[0.0, -1.0, 1.0], [1.0, 0.0, 0.0], [2.0, 0.0, 1.0]]))
    bot, frozen = met.members[BOT], met.members[snapshot]
    assert (bot.games, bot.wins) == (3, 1 + 0 + 0.5)
    assert (frozen.games, frozen.wins) == (2, 0 + 0.5), "one of two learners was paid more"


def test_older_games_count_for_less():
    met = pool()
    met.members[BOT].games, met.members[BOT].wins = 100.0, 40.0
    assert met.members[BOT].beaten == pytest.approx(41 / 102)
    met.begin(0, 1)
    assert met.members[BOT].games == 100
    for _ in range(2):
        met.discount()
    assert met.members[BOT].games == pytest.approx(100 * 0.95**2)
    assert met.members[BOT].wins == pytest.approx(40 * 0.95**2)


def test_a_full_pool_lets_the_snapshot_leave_that_the_learner_beats_most():
    met = pool(size=2)
    met.freeze(weights(2), 2)
    strong, weak = snapshots(met)
    strong.games, strong.wins, weak.games, weak.wins = 50, 10, 50, 45
    met.freeze(weights(3), 3)
    assert [(member.rollout, member.leaving) for member in snapshots(met)] == [(1, 0), (2, 1), (3, 0)]
    assert 1 + 2 not in met.probabilities(), "it takes no more seats"
    met.drop_departed(np.array([[LEARNER, 1 + 2, BOT]]))
    assert weak in snapshots(met), "its games are not over"
    met.drop_departed(np.array([[LEARNER, 1 + 3, BOT]]))
    assert [member.rollout for member in snapshots(met)] == [1, 3]
    assert BOT in met.members
    assert snapshots(met)[1].games == 0
    met.size = 0
    met.freeze(weights(4), 4)
    assert len(snapshots(met)) == 2, "none is kept where none is wanted"
    assert not snapshots(pool(random=1.0)), "or where nobody meets one"


def test_games_under_way_go_on_against_the_snapshot_with_which_they_began():
    """A full pool once gave its place, games and all, to the new one."""
    games = table(32, met=pool(size=1, snapshots=1.0))
    met, first = games.pool, 1
    met.begin(0, 1)
    games.begin(0, 1)
    play(games, 100)
    old, new = met.members[first], 2
    met.freeze(weights(2), 2)
    met.begin(0, 2)
    before, agent, counted = old.games, old.agent, {first: 0, new: 0}
    while first in met.members:
        assert met.agent(first) is agent
        sat, dealt = games.players.copy(), games.games.seeds.copy()
        play(games, 1)
        ended = games.games.seeds != dealt
        assert (games.players[~ended] == sat[~ended]).all()
        assert (games.players[ended] != first).all(), "it takes no more seats"
        for number in counted:
            counted[number] += int((sat[ended] == number).sum())
        assert old.games == before + counted[first]
        assert met.members[new].games == counted[new]
        met.drop_departed(games.players)
    assert min(counted.values()) > 10
    assert not (games.players == first).any()


def test_opponents_may_be_given_in_another_order():
    shares = {"greedy": 1.0, "latest": 1.0, "random": 1.0}
    kept, again = (
        Pool(GAMES["saludos_amigos"], dict(order), pytest.fail)
        for order in (shares.items(), reversed(shares.items()))
    )
    assert names(again) != names(kept)
    again.restore(*kept.state(), {})
    assert names(again) == names(kept)


@pytest.mark.parametrize(("change", "words"), [
    (lambda records: records[1].update(number=0), "members: two have the same number"),
    (lambda records: records.pop(0), "are not the opponents of the settings"),
    (lambda records: records[0].update(kind="evil:Bot"), "'evil:Bot' are not the opponents"),
    (lambda records: records[1].update(leaving=False), "members: more than 1 snapshots"),
    (lambda records: records[1].update(leaving=0), "members: leaving cannot be 0"),
    (lambda records: records[1].update(number=9), "is missing or unknown"),
    (lambda records: records[1].pop("leaving"), "members: must have exactly the entries"),
    (lambda records: records[1].update(games=-1.0), "members: games cannot be"),
])  # fmt: skip
def test_members_that_no_such_pool_has_are_refused_and_nothing_changes(change, words):
    met = pool(size=1)
    met.freeze(weights(2), 2)
    records, arrays = met.state()
    assert [record["leaving"] for record in records] == [False, True, False]
    change(records)
    again = pool(size=1)
    before = [*again.members.values()]
    with pytest.raises(HustingsError, match=words):
        again.restore(records, arrays, weights())
    assert [*again.members.values()] == before
