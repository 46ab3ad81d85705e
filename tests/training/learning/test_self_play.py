"""Self-play: who is learnt from, that nobody waits, and that games go on where they stopped."""

import numpy as np
import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning import self_play
from hustings.training.learning.opponents import LEARNER, Pool
from hustings.training.learning.padding import padding_of
from hustings.training.learning.rollout import GOALS, PAY, Rollout
from hustings.training.learning.self_play import Decided, SelfPlay, margins

from ... import tinygame
from .runs import PLAYERS, new_run, pool


class Noted(GameBatch):
    """Notes what is asked and done at every step of all games, and what games paid that ended there."""

    def __init__(self, *arguments, **given):
        self.steps, self.ends = [], []
        super().__init__(*arguments, **given)

    def step(self, actions, *, rows=None):
        if rows is not None:  # before the first rollout
            super().step(actions, rows=rows)
            return
        self.steps.append((self.seat.copy(), self.observe(), self.legal.copy(), actions.copy()))
        assert not self.over.any(), "a game waits"
        super().step(actions)
        over = np.flatnonzero(self.over)
        self.ends.append({row: (self.payoff[row], margins(self, over)[i]) for i, row in enumerate(over)})


def table(num_games: int = 16, reward: str = "rank", met: Pool | None = None) -> SelfPlay:
    return SelfPlay(Noted(tinygame.GAME, num_games, PLAYERS, reward=reward), met or pool())


def by_chance(players: int = PLAYERS):
    """A network that does anything, and says anything of it."""
    stream = np.random.default_rng(0)

    def decide(observations, masks):
        actions = ((1.0 - stream.random(masks.shape)) * masks).argmax(axis=1)
        values = stream.normal(size=(len(actions), len(GOALS), players)).astype(np.float32)
        decided = Decided(actions, stream.normal(size=len(actions)).astype(np.float32), values)
        return lambda: decided

    return decide


def judge(observations):
    """The first numbers of a view stand for what can be expected of it."""
    return np.stack([observations[:, :PLAYERS], observations[:, PLAYERS : 2 * PLAYERS]], axis=1)


def play(games: SelfPlay, decisions: int, decide=None) -> Rollout:
    view = games.view
    rollout = Rollout(decisions + len(games.players), view.size, games.games.num_actions, view.players)
    decide = decide or by_chance(view.players)
    self_play.play([games], rollout, decisions, decide, judge, 0.9)
    return rollout


class Watched(SelfPlay):
    """Notes who sits where at every tick."""

    def __init__(self, games, met):
        self.sat = []
        super().__init__(games, met)

    def ask(self, rollout, rows):
        self.sat.append(self.players.copy())
        return super().ask(rollout, rows)


def watched(num_games: int = 16, **shares: float) -> Watched:
    made = Watched(Noted(tinygame.GAME, num_games, PLAYERS, reward="rank"), pool(**shares))
    made.pool.begin(0, 0)
    return made


def test_every_seat_of_the_network_is_learnt_from_no_other_is_and_nobody_waits():
    made = watched()
    rollout = play(made, 300)
    assert 300 <= rollout.size < 300 + 16
    place, mine, seats_learnt = 0, 0, set()
    for players, (seats, views, masks, actions) in zip(made.sat, made.games.steps, strict=True):
        assert (seats >= 0).all(), "a decision in every game at every tick"
        rows = np.flatnonzero(players[np.arange(16), seats] == LEARNER)
        part = slice(place, place + len(rows))
        assert (rollout.observations[part] == views[rows]).all()
        assert (rollout.masks[part] == masks[rows]).all()
        assert (rollout.actions[part] == actions[rows]).all()
        assert masks[np.arange(16), actions].all()
        place += len(rows)
        mine += ((players == LEARNER).sum(axis=1) > 1).any()
        seats_learnt |= set(seats[rows].tolist())
    assert place == rollout.size
    assert place < 16 * len(made.sat), "others have decided as well"
    assert seats_learnt == {0, 1, 2}
    assert mine, "it sits in several seats of a game"
    assert all((players == LEARNER).any(axis=1).all() for players in made.sat)


def test_against_itself_every_decision_is_learnt_from():
    assert play(watched(latest=1.0), 160).size == 160


def expected(made: Watched, rollout: Rollout) -> dict[int, np.ndarray]:
    """Of each game under way what the network says on turn, or said where it decided last: nothing in all."""
    said, place = dict.fromkeys(range(16), np.zeros((len(GOALS), PLAYERS))), 0
    for players, (seats, *_) in zip(made.sat, made.games.steps):
        for row in np.flatnonzero(players[np.arange(16), seats] == LEARNER):
            said[row] = np.roll(rollout.values[place], seats[row], axis=1)
            place += 1
    for row, seat in enumerate(made.games.seat):
        if made.players[row, seat] == LEARNER:
            said[row] = np.roll(judge(made.games.observe())[row], seat, axis=1)
    return {row: values - values.mean(axis=1, keepdims=True) for row, values in said.items()}


def test_what_came_is_what_the_game_paid_and_where_it_goes_on_what_the_network_expects():
    made = watched()
    rollout = play(made, 400)
    ahead = {row: (False, values) for row, values in expected(made, rollout).items()}
    end, checked = rollout.size, 0
    for players, (seats, *_), ends in zip(made.sat[::-1], made.games.steps[::-1], made.games.ends[::-1]):
        for row, (paid, margin) in ends.items():
            ahead[row] = True, np.stack([paid, margin])
        rows = np.flatnonzero(players[np.arange(16), seats] == LEARNER)
        for place, row in zip(range(end - len(rows), end), rows):
            ended, came = ahead[row]
            turned = np.roll(came, -seats[row], axis=1)
            assert rollout.ended[place] == ended
            assert rollout.outcomes[place] == pytest.approx(turned[PAY], abs=1e-6)
            assert rollout.returns[place, :, 1:] == pytest.approx(turned[:, 1:], abs=1e-6)
            checked += ended
        end -= len(rows)
    assert 50 < checked < rollout.size


def test_margins_are_leads_over_the_others_mean():
    games = GameBatch(tinygame.GAME, 5, PLAYERS, seed=3)
    games.playouts(100)
    scores, typical = games.scores.astype(float), float(games.box["typical_score"][0])
    for seat in range(PLAYERS):
        lead = (scores[:, seat] - np.delete(scores, seat, axis=1).mean(axis=1)) / typical
        assert margins(games, np.arange(5))[:, seat] == pytest.approx(lead, abs=1e-6)
    assert len(np.unique(scores)) > 2


def test_decisions_are_counted_by_phase_from_the_beginning_of_a_rollout():
    made = watched()
    made.begin(0, 1)
    rollout = play(made, 100)
    assert made.by_phase[tinygame.Phase.BID] == made.by_phase.sum() == rollout.size
    made.begin(0, 2)
    assert not made.by_phase.any()


def test_games_begin_all_over_the_game_and_are_dealt_anew():
    made = table(400)
    made.begin(3)
    play(made, 1)
    rounds = made.games.tables["discard"].sum(axis=1) // PLAYERS
    spread = np.bincount(rounds)
    assert len(spread) > 2
    assert spread.min() > 40
    seeds = made.games.seeds.copy()
    for _ in range(12):
        play(made, 400)
    assert (made.games.seeds != seeds).all()
    assert len(np.unique(made.games.seeds)) == 400


def test_what_is_played_depends_on_the_key_alone():
    def rollout(*key):
        made = table()
        made.begin(*key)
        return {name: array.tobytes() for name, array in play(made, 200).arrays().items()}

    assert rollout(3, 1) == rollout(3, 1)
    assert rollout(3, 1)["observations"] != rollout(3, 2)["observations"]


def test_tables_of_several_sizes_share_a_form_and_a_rollout(tmp_path):
    run = new_run(tmp_path, num_players="any", num_games=15, opponents={"random": 1.0, "latest": 2.0})
    two, three = run.tables
    assert [games.games.num_players for games in run.tables] == [2, 3]
    rollout = run.context.make_rollout(135)
    expected = lambda views: np.ones((len(views), len(GOALS), PLAYERS), np.float32)  # noqa: E731
    run.context.play(rollout, 120, 0, by_chance(), expected)
    found = rollout.arrays()
    present = padding_of(tinygame.GAME).layout["present"]
    seats = found["observations"][:, present.start : present.stop].sum(axis=1)
    assert set(seats) == {2, 3}
    assert (np.diff(seats) < 0).sum() > 5, "a decision at every table, and again"
    assert abs((seats == 2).sum() / rollout.size - len(two.players) / 15) < 0.1
    assert 120 <= rollout.size <= 135
    pairs = seats == 2
    assert np.isnan(found["outcomes"][pairs, 2]).all()
    assert not found["returns"][pairs, :, 2].any()
    assert found["outcomes"][~pairs & found["ended"], 2].any()
    under_way = np.nan_to_num(found["outcomes"][~found["ended"]])
    assert under_way.any()
    assert under_way.sum(axis=1) == pytest.approx(np.zeros(len(under_way)), abs=1e-6)
    assert two.players.shape[1] == 2
    assert (two.players[:7] != three.players[:, :2]).any(), "streams of their own"


def test_a_half_is_played_while_the_other_is_thought_about(tmp_path):
    run = new_run(tmp_path, num_players="any", num_games=22, opponents={"random": 1.0, "latest": 2.0})
    thinks, told = by_chance(), []

    def decide(observations, masks):
        decided, number = thinks(observations, masks)(), len(told)
        told.append(f"asked {number}")
        return lambda: told.append(f"answered {number}") or decided

    rollout = run.context.make_rollout(426)
    expected = lambda views: np.zeros((len(views), len(GOALS), PLAYERS), np.float32)  # noqa: E731
    self_play.play(run.tables, rollout, 400, decide, expected, 1.0, in_halves=True)
    assert [word.partition(" ")[0] for word in told[:6]] == ["asked", "asked", *["answered", "asked"] * 2]
    asked = np.cumsum([word.startswith("asked") for word in told])
    waiting = 2 * asked - np.arange(1, len(told) + 1)
    assert (waiting > 0).mean() > 0.9, "the other half waits for its answers nearly always"
    found = rollout.arrays()
    assert 400 <= rollout.size <= 426
    assert found["masks"][np.arange(rollout.size), found["actions"]].all()
    ended = found["ended"]
    assert 50 < ended.sum() < rollout.size
    np.testing.assert_allclose(found["returns"][ended, PAY, 0], found["outcomes"][ended, 0], atol=1e-5)
    present = padding_of(tinygame.GAME).layout["present"]
    seats = found["observations"][:, present.start : present.stop].sum(axis=1)
    assert min((seats == number).mean() for number in (2, 3)) > 0.3
