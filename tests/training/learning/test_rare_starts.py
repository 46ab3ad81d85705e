"""Games of training that begin shortly before a rare phase."""

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training.learning import rare_starts, self_play_env
from hustings.training.learning.algorithms.ppo import PPO
from hustings.training.learning.opponents import LEARNER, Pool
from hustings.training.learning.rare_starts import SLOTS, RareStarts
from hustings.training.learning.self_play_env import SelfPlayVecEnv, potentials
from hustings.training.learning.settings import TrainSettings

from ... import tinygame
from .runs import PLAYERS, go, pool, weights

BID = tinygame.Phase.BID


@pytest.fixture
def bids_are_rare(monkeypatch):
    """The tiny game has one phase, so nothing is rare in it by itself."""
    monkeypatch.setattr(rare_starts, "SELDOM", 2.0)


def tiny(share: float, seed: int = 3, rows: int = 40, **given) -> SelfPlayVecEnv:
    games = GameBatch(tinygame.GAME, rows, PLAYERS)
    return SelfPlayVecEnv(games, pool(), seed, rare_starts=share, **given)


def played(env: SelfPlayVecEnv, steps: int, seed: int = 0) -> list[tuple]:
    rng, told = np.random.default_rng(seed), []
    for _ in range(steps):
        told.append(env.step(((1.0 - rng.random(env.action_masks().shape)) * env.action_masks()).argmax(1)))
    return told


def test_a_phase_is_rare_while_few_decisions_fall_in_it():
    starts, stream = RareStarts(GameBatch(tinygame.GAME, 1, PLAYERS)), np.random.default_rng(0)
    assert not starts.rare.any()
    starts.asked[:] = 99.5, 0.5
    assert starts.rare.tolist() == [False, True]
    table = np.zeros((), tinygame.GAME.table)
    starts.keep(0, table, stream)
    starts.keep(1, table, stream)
    assert len(starts.draw(5, stream)) == 5
    starts.begin()
    assert starts.filled.tolist() == [0, 1], "what is not rare is dropped"
    starts.asked[1] += 2
    assert not len(starts.draw(5, stream))


def test_every_rare_phase_is_as_likely_and_the_slots_are_bounded():
    starts, stream = RareStarts(GameBatch(tinygame.GAME, 1, PLAYERS)), np.random.default_rng(0)
    starts.asked[:] = 1e-9
    rare_starts_of = {0: 3, 1: 5 * SLOTS}
    for phase, number in rare_starts_of.items():
        for seed in range(number):
            table = np.zeros((), tinygame.GAME.table)
            table["phase"], table["seed"] = phase, seed
            starts.keep(phase, table, stream)
    assert starts.filled.tolist() == [3, SLOTS]
    assert np.median(starts.tables["seed"][1]) > SLOTS, "later ones take the place of earlier ones"


def test_a_game_begins_in_a_kept_position_as_its_seat_sees_it(bids_are_rare):
    env = tiny(1.0, shaping=0.25)
    env.reset()
    drawn, hidden, draw = [], 0, env._rare.draw

    def note(number, stream):
        drawn.append(draw(number, stream))
        return drawn[-1]

    env._rare.draw = note
    for _ in range(12):
        drawn.clear()
        _, _, dones, _ = played(env, 1)[0]
        begun = np.flatnonzero(dones & env._begun_rare)
        tables = np.concatenate([table for table in drawn if len(table)] or [env._kept[:0]])
        if len(begun) != len(tables):  # one ended before the learner's next decision
            continue
        for row in begun:
            seat = env.learner[row]
            assert env.opponents[row, seat] == LEARNER
            assert (np.delete(env.opponents[row], seat) >= 0).all()
            assert env._potential[row] == np.float32(potentials(env.games, np.array([row]))[0, seat])
            seen = GameBatch(tinygame.GAME, len(tables), PLAYERS)
            seen.tables = tables
            own = env.games.observe(seat, rows=np.array([row]))[0]
            alike = (seen.observe() == own).all(axis=1) & (tables["seat"] == seat)
            assert alike.any(), "the seat knows what it knew"
            hidden += not (tables["hand"][alike] == env.games.tables["hand"][row]).all(axis=(1, 2)).any()
            assert not (tables["seed"] == env.games.seeds[row]).any(), "chance to come is another"
    assert hidden > 20, "what it does not know is dealt anew"


def test_such_games_are_paid_but_neither_recorded_nor_counted(bids_are_rare):
    env = tiny(1.0)
    env.reset()
    counted, recorded, paid = 0, 0.0, 0.0
    for _ in range(30):
        before, met = env._begun_rare.copy(), sum(member.games for member in env.pool.members)
        _, rewards, dones, infos = played(env, 1)[0]
        assert [bool(info) for info in infos] == dones.tolist()
        assert [("episode" in info) for info in infos] == (dones & ~before).tolist()
        assert not any("TimeLimit.truncated" in info for info in infos)
        recorded += sum(member.games for member in env.pool.members) - met
        counted += (dones & ~before).sum()
        paid += np.abs(rewards[before & dones]).sum()
    assert recorded == counted * (PLAYERS - 1)
    assert 0 < counted < 200
    assert paid > 100
    assert env.begun[1] > 300


def test_they_are_cut_where_their_learner_can_expect_a_value(bids_are_rare, monkeypatch):
    monkeypatch.setattr(self_play_env, "CUT", 2)
    env = tiny(1.0, shaping=0.25)
    env.reset()
    cuts, deal = [], env._deal

    def note(rows):
        for row in rows[(env.games.seat[rows] == env.learner[rows])]:
            view = env.games.observe(rows=np.array([row]))[0]
            lead = potentials(env.games, np.array([row]))[0, env.learner[row]]
            cuts.append((int(row), view, lead, env._lengths[row], env._begun_rare[row]))
        deal(rows)

    env._deal = note
    seen = 0
    for _ in range(20):
        cuts.clear()
        before = env._potential.copy()
        _, rewards, dones, infos = played(env, 1)[0]
        cut = [row for row, info in enumerate(infos) if "TimeLimit.truncated" in info]
        assert cut == [row for row, *_ in cuts]
        for row, view, lead, length, begun_rare in cuts:
            assert dones[row]
            assert begun_rare
            assert length == 2
            assert "episode" not in infos[row]
            assert (infos[row]["terminal_observation"] == view).all()
            assert rewards[row] == pytest.approx(0.25 * (lead - before[row]), abs=1e-6)
            seen += 1
        assert (env._lengths[dones] == 0).all()
    assert seen > 50


@pytest.mark.parametrize("share", [0.0, 0.3])
def test_that_share_of_games_begins_so(bids_are_rare, share):
    env = tiny(share, rows=200)
    env.reset()
    played(env, 5)
    env.begin(3, 1)
    assert not env.begun.any()
    played(env, 15)
    begun, rare = env.begun
    assert begun > 500
    assert abs(rare / begun - share) < 0.06
    assert {name.partition("/")[0] for name in env.state()} & {"rare", "begun_rare"} == (
        {"rare", "begun_rare"} if share else set()
    )


def test_going_on_from_a_saved_state_repeats_the_rollout(bids_are_rare):
    env = tiny(0.5, shaping=0.1)
    env.reset()
    played(env, 7)
    state, (records, arrays) = env.state(), env.pool.state()
    assert state["begun_rare"].any()
    other = tiny(0.5, seed=99, shaping=0.1)
    other.reset()
    played(other, 2)
    other.pool.restore(records, arrays, weights())
    other.restore(state)
    assert not other._is_kept.any()
    for one in (env, other):
        one.begin(4, 1)
    assert not env._is_kept.any(), "what is kept within a rollout is in no checkpoint"
    for mine, his in zip(played(env, 25, 1), played(other, 25, 1)):
        assert all(np.array_equal(*pair) for pair in zip(mine[:3], his[:3]))
    assert env.begun[1] > 20
    assert all((array == other.state()[name]).all() for name, array in env.state().items())


def _put(name: str, value):
    def change(state):
        state[name] = state[name].copy()
        state[name][...] = value

    return change


_FORGED = {
    "no asked": lambda state: state.pop("rare/asked"),
    "no tables": lambda state: state.pop("rare/tables"),
    "no begun": lambda state: state.pop("begun_rare"),
    "more": lambda state: state.update({"rare/more": np.zeros(1)}),
    "begun as numbers": lambda state: state.update(begun_rare=state["begun_rare"].astype(np.int8)),
    "asked below": _put("rare/asked", -1.0),
    "asked without end": _put("rare/asked", np.inf),
    "filled below": _put("rare/filled", -1),
    "filled above": _put("rare/filled", SLOTS + 1),
    "filled far above": _put("rare/filled", 2**62),
    "fewer than filled": lambda state: state.update({"rare/tables": state["rare/tables"][1:]}),
    "short tables": lambda state: state.update({"rare/tables": state["rare/tables"][:, 1:]}),
    "flat": lambda state: state.update({"rare/tables": state["rare/tables"].ravel()}),
    "one byte": lambda state: state.update({"rare/tables": np.zeros((), np.uint8)}),
    "impossible": _put("rare/tables", 255),
    "over": lambda state: _end(state["rare/tables"]),
}


def _end(tables: np.ndarray) -> None:
    """Play them out."""
    games = GameBatch(tinygame.GAME, len(tables), PLAYERS)
    games.tables = tables.view(tinygame.GAME.table).reshape(-1)
    while len(rows := np.flatnonzero(~games.over)):
        games.step(games.masks(rows=rows).argmax(axis=1), rows=rows)
    tables[:] = games.tables.view(np.uint8).reshape(len(tables), -1)


@pytest.mark.parametrize("forged", _FORGED.values(), ids=_FORGED)
def test_positions_that_cannot_be_are_refused(bids_are_rare, forged):
    env = tiny(0.5)
    env.reset()
    played(env, 7)
    state = env.state()
    assert len(state["rare/tables"]) == SLOTS
    tiny(0.5, seed=1).restore(state)
    forged(state)
    with pytest.raises(HustingsError, match=r"games\.safetensors|^tables: game 0: "):
        tiny(0.5, seed=1).restore(state)


def test_positions_are_refused_where_no_game_begins_in_one(bids_are_rare):
    with pytest.raises(HustingsError, match="is missing or unknown"):
        tiny(0.0).restore(tiny(0.5).state())
    with pytest.raises(HustingsError, match="is missing or unknown"):
        tiny(0.5).restore(tiny(0.0).state())


@pytest.mark.parametrize("given", [{"workers": 2}, {"algorithm": "expert"}])
def test_who_begins_at_the_deal_refuses_them(given):
    with pytest.raises(HustingsError, match=r"rare_starts: (workers|expert iteration) begins? all games at"):
        TrainSettings("copycat", steps=1, rare_starts=0.2, **given)


def test_a_run_logs_the_share_of_games_that_began_so(bids_are_rare, tmp_path, monkeypatch):
    told, metrics = [], PPO._metrics
    monkeypatch.setattr(PPO, "_metrics", lambda self: told.append(metrics(self)) or told[-1])
    go(tmp_path / "run", rare_starts=0.9, num_players="any", kl_weight=0.0)
    assert len(told) == 4
    assert told[0]["rollout/rare_starts"] < 0.9
    assert 0.5 < told[-1]["rollout/rare_starts"] <= 1
    go(tmp_path / "other", steps=128)
    assert "rollout/rare_starts" not in told[-1]


def test_what_is_rare_in_a_real_game_is_met_more_often():
    """In Saludos Amigos! few decisions are about joining a council, or about splitting after it."""
    game = GAMES["saludos_amigos"]
    others = Pool(game, {"random": 1.0}, pytest.fail)
    env = SelfPlayVecEnv(GameBatch(game, 100, 4), others, 1, staggered=True, rare_starts=1.0)
    env.reset()
    played(env, 120)
    env.begin(1, 1)
    played(env, 40)
    starts, seldom = env._rare, [game.phases.JOIN, game.phases.OPP_SPLIT]
    assert starts.rare[seldom].all()
    assert (starts.filled[seldom] > 5).all()
    assert not starts.filled[game.phases.FLOOR]
    shares = [asked[seldom].sum() / asked.sum() for asked in (starts.asked, env.asked)]
    assert shares[1] > 2 * shares[0]
    env.games.check()
