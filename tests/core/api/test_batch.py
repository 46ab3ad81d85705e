"""Batches of every game: play, seeds, copies, threads, and arguments that are refused."""

import copy
import inspect
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.agents import make
from hustings.envs import GAMES, HustingsError, IllegalAction, SeatEnv
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import makers_of
from hustings.envs.core.api.threads import MIN_ROWS_PER_THREAD
from hustings.envs.core.engine import chance
from hustings.envs.core.engine.library import library_of
from hustings.envs.core.engine.loops import compiling_calls, loops_of, play_at_random

from ... import tinygame
from ...support import bots, each_end, each_game, each_table, mid_game, play_out, positions, random_actions


@each_table
def test_random_games_end_conserve_stay_in_range_and_pay_out_zero_sum(game, players):
    games = GameBatch(game, 24, players, seed=5)
    for step in positions(games, 5, 100_000):
        games.check()
        if step % 7 == 0:
            assert not any(payoff[~games.over].any() for payoff in payoffs_of_each_kind(games))
    assert games.over.all()
    assert not games.legal.any()
    assert (games.seat == -1).all()
    for payoff in payoffs_of_each_kind(games):
        np.testing.assert_allclose(payoff.sum(axis=1), 0, atol=1e-5)
        assert np.abs(payoff).max() > 0


def payoffs_of_each_kind(games):
    for games.reward in ("rank", "win", "margin"):
        yield games.payoff


@each_table
def test_payoffs_follow_the_scores(game, players):
    games = GameBatch(game, 64, players, seed=3, reward="win")
    play_out(games)
    payoffs = games.payoff
    assert (payoffs.max(axis=1) > 0).any()
    ranked = copy.deepcopy(games)
    for row in range(64):
        standings = [int(game.standing(games.box[0], games.tables[row], seat)) for seat in range(players)]
        winners = np.array(standings) == max(standings)
        np.testing.assert_allclose(payoffs[row][winners], 1 / winners.sum() - 1 / players, atol=1e-6)
        np.testing.assert_allclose(payoffs[row][~winners], -1 / players, atol=1e-6)
    ranked.reward = "rank"
    assert (ranked.payoff.argmax(axis=1) == payoffs.argmax(axis=1)).all()
    assert (np.abs(ranked.payoff) <= 1).all()


@each_game
def test_forced_decisions_are_taken_unless_asked_for(game):
    asked, taken = (GameBatch(game, 64, seed=1, ask_forced=ask) for ask in (True, False))
    forced = 0
    for _ in positions(taken, 1, 100_000):
        assert (taken.legal.sum(axis=1)[~taken.over] > 1).all()
    for _ in positions(asked, 1, 100_000):
        forced += int((asked.legal.sum(axis=1) == 1).sum())
        assert (asked.legal.sum(axis=1)[~asked.over] > 0).all()
    assert asked.over.all()
    assert forced > 0


@each_game
def test_many_calls_of_playouts_play_on_as_one_and_count_each_game_that_ends(game):
    many, once = (GameBatch(game, 16, seed=7) for _ in range(2))
    done = [many.playouts(1) for _ in range(300)]
    assert once.playouts(300) == tuple(map(sum, zip(*done)))
    twins = [copy.copy(many), pickle.loads(pickle.dumps(many))]
    many.check()
    assert many.tables.tobytes() == once.tables.tobytes()
    assert done[-1][0] == 16
    assert sum(ended for _, ended in done) == many._deals.sum() + many.over.sum()
    once.playouts(20)
    for one in (many, *twins):
        one.playouts(20)
        assert one.tables.tobytes() == once.tables.tobytes()


@pytest.mark.rule("MAC-14.21")
@each_game
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), data=st.data())
def test_a_game_does_not_depend_on_its_batch(game, seed, data):
    players = data.draw(st.sampled_from(game.player_counts))
    games = GameBatch(game, 5, players, seed=seed)
    alone = [GameBatch(game, 1, players) for _ in range(5)]
    for i, single in enumerate(alone):
        single.reset(seeds=[games.seeds[i]])
    rng = np.random.default_rng(seed)
    for _ in range(60):
        actions = random_actions(games, rng)
        games.step(actions)
        for i, single in enumerate(alone):
            single.step(actions[i : i + 1])
            assert single.tables[0].tobytes() == games.tables[i].tobytes()


@each_game
def test_threads_change_no_byte(game):
    size = 3 * MIN_ROWS_PER_THREAD + 17
    one, many = (GameBatch(game, size, seed=4, threads=threads) for threads in (1, 3))
    rng = np.random.default_rng(4)
    for _ in range(12):
        assert one.tables.tobytes() == many.tables.tobytes()
        for name in ("legal", "payoff", "scores", "seat"):
            assert getattr(one, name).tobytes() == getattr(many, name).tobytes()
        assert one.observe().tobytes() == many.observe().tobytes()
        actions = random_actions(one, rng)
        one.step(actions)
        many.step(actions)
    assert one.playouts(40)[0] == many.playouts(40)[0] == 40 * size
    one.redeal(seed=9)
    many.redeal(seed=9)
    one.reset(where=np.arange(size) % 2 == 0)
    many.reset(where=np.arange(size) % 2 == 0)
    assert one.tables.tobytes() == many.tables.tobytes()


@each_game
def test_actions_are_legal_where_the_masks_say_so_and_never_out_of_range(game):
    games = GameBatch(game, 8, seed=3)
    for action in (*range(0, games.num_actions, 7), games.num_actions - 1):
        actions = np.full(8, action, np.uint16)
        np.testing.assert_array_equal(games.are_legal(actions), games.legal[:, action])
    odd = np.array([5, 0])
    assert games.are_legal(games.legal[odd].argmax(axis=1), rows=odd).all()
    assert not games.are_legal([-1, games.num_actions], rows=odd).any()
    with pytest.raises(HustingsError, match=r"actions: needs shape \(2,\)"):
        games.are_legal([0], rows=odd)
    play_out(games)
    assert not games.are_legal(np.zeros(8, int)).any()


@each_game
def test_an_illegal_action_changes_nothing_on_any_number_of_threads(game):
    size = 3 * MIN_ROWS_PER_THREAD
    for threads in (1, 3):
        games = GameBatch(game, size, seed=4, threads=threads)
        actions = games.legal.argmax(axis=1)
        actions[size - 1] = [*np.flatnonzero(~games.legal[size - 1]), games.num_actions][0]
        before = games.tables.tobytes()
        with pytest.raises(IllegalAction, match=rf"game {size - 1}, seat \d, phase \w+: action \d+"):
            games.step(actions)
        assert games.tables.tobytes() == before


@pytest.mark.rule("COP-9.10", "LIB-9.8", "MAC-14.17", "SAL-9.6")
@each_game
def test_every_action_that_is_not_legal_is_refused(game):
    games = mid_game(game, None, num_games=2, steps=2)
    before, actions = games.tables.tobytes(), games.legal.argmax(axis=1)
    for action in {*range(-1, games.num_actions + 1)} - {*np.flatnonzero(games.legal[1]).tolist()}:
        with pytest.raises(IllegalAction, match=rf"game 1, seat \d, phase \w+: action {action} "):
            games.step([actions[0], action])
    assert games.tables.tobytes() == before


@each_end
def test_seeds_are_hashes_of_the_batch_seed(game, players):
    games = GameBatch(game, 3, players, seed=77)
    for k in range(3):
        hashes = [int(chance.derive(np.uint64(77), np.uint64(i), np.uint64(k))) for i in range(3)]
        assert hashes == games.seeds.tolist()
        games.reset()
    games.reset(where=np.array([False, True, False]))
    again = GameBatch(game, 3, players, seed=77)
    for _ in range(3):
        again.reset()
    assert again.tables[0].tobytes() == games.tables[0].tobytes()
    assert again.tables[1].tobytes() != games.tables[1].tobytes()
    games.reset(where=np.array([True, False, True]), seeds=[5, 6])
    assert games.seeds.tolist()[::2] == [5, 6]


@each_end
def test_tables_save_and_restore(game, players):
    games = mid_game(game, players, steps=2)
    saved = games.tables.copy()
    rng = np.random.default_rng(8)
    line = []
    for _ in range(20):
        line.append(random_actions(games, rng))
        games.step(line[-1])
    after = games.tables.copy()
    games.tables = saved
    assert games.tables.tobytes() == saved.tobytes()
    for actions in line:
        games.step(actions)
    assert games.tables.tobytes() == after.tobytes()
    held = games.tables
    games.tables = saved
    games.step(games.legal.argmax(axis=1))
    held["seat"][0] = -1  # writing into the tables counts at once, however long ago they were handed out
    assert games.over[0]
    assert not games.legal[0].any()
    held[:] = saved
    games.step(line[0])
    assert games.legal.any()


@each_game
def test_global_generators_are_neither_read_nor_touched(game):
    tables = []
    for salt in (1, 2):
        random.seed(salt)
        np.random.seed(salt)  # noqa: NPY002
        before = random.getstate(), np.random.get_state()[1].tobytes()  # noqa: NPY002
        games = GameBatch(game, 4, seed=6)
        play_out(games, 6)
        env = makers_of(game).env(seed=6)
        env.reset()
        assert before == (random.getstate(), np.random.get_state()[1].tobytes())  # noqa: NPY002
        tables.append(games.tables.tobytes() + env.unwrapped.games.tables.tobytes())
    assert tables[0] == tables[1]


@each_game
def test_seats_on_turn_may_be_given_where_some_games_are_over(game):
    games = GameBatch(game, 40, seed=2)
    for _ in positions(games, 2, 100_000):
        if games.over.any():
            break
    games.tables["seat"][0] = -1
    assert (games.observe(games.seat) == games.observe()).all()
    copy.deepcopy(games).redeal(games.seat)


class _Elsewhere:
    """Like a tensor on a GPU."""

    def __array__(self, *_: object, **__: object) -> None:
        raise TypeError("can't convert device type tensor to numpy")


def test_bad_arguments_are_named():
    game = tinygame.GAME

    def batch(**kwargs):
        return GameBatch(game, **{"num_games": 2, **kwargs})

    games, once_each = batch(), "rows: names a game twice"
    wrong = [
        (lambda: batch(num_players=4), "takes 2 to 3 players, not 4"),
        (lambda: batch(num_games=0), "num_games"),
        (lambda: batch(options={"colour": 1}), "unknown option 'colour'; choose from"),
        (lambda: batch(options=3), "options: 3 is not a mapping"),
        (lambda: batch(box=5), "box: 5 is neither a file nor a loaded box"),
        (lambda: games.step([0]), r"actions: needs shape \(2,\)"),
        (lambda: games.step([0.0, 1.0]), "actions: needs whole numbers"),
        (lambda: games.step(np.full(2, 2**64 - 1, np.uint64)), f"action {2**63 - 1} of .* is not legal"),
        (lambda: games.step([[1], [1, 2]]), "actions: its rows differ in length"),
        (lambda: games.step(_Elsewhere()), "actions: _Elsewhere cannot be read as an array; give one of"),
        (lambda: games.step([0], rows=[5]), "rows: needs indices of games, 0 to 1, or a mask"),
        (lambda: games.step([0, 0], rows=[1, 1]), once_each),
        (lambda: games.reset(rows=[1, 1]), once_each),
        (lambda: games.redeal(rows=[1, 1]), once_each),
        (lambda: games.restore([1, 1], games.save()), once_each),
        (lambda: games.restore([0], games.save()), "saved: needs .* uint8; give what save"),
        (lambda: games.masks(rows=[True]), r"rows: needs indices of games, or \(2,\) bool, got bool"),
        (lambda: games.masks(rows=[0.5]), r"rows: needs indices of games, or \(2,\) bool, got float64"),
        (lambda: games.masks(out=[1]), "out: needs"),
        (lambda: games.reset([0], rows=[0]), "where and rows are the same argument"),
        (lambda: games.reset(where=[0.5, 1]), "where: needs"),
        (lambda: games.reset(seeds=[1]), "seeds: 2 games"),
        (lambda: games.reset(seeds=3), "seeds: needs"),
        (lambda: games.board(99), "game 99 is outside"),
        (lambda: games.board(0, 3), "seat: 3 is outside"),
        (lambda: games.describe(0, 10_000), "action 10000 is outside"),
        (lambda: games.observe([0, -2]), "seat: -2 is outside"),
        (lambda: setattr(games, "reward", "money"), "reward: 'money' is not one of rank, win, margin"),
        (lambda: setattr(games, "threads", 0), "threads: 0 is not a whole number above 0"),
        (lambda: setattr(games, "ask_forced", 1), "ask_forced: 1 is neither True nor False"),
        (lambda: setattr(games, "tables", games.tables[:1]), "tables: needs"),
        (lambda: makers_of(game).env(render_mode="depth_array"), "render_mode: 'depth_array' is not one of"),
        (lambda: makers_of(game).state(np.array([2])), "num_players: array"),
        (lambda: makers_of(game).state(seed=-1), "seed: -1 is not a whole number"),
        (lambda: makers_of(game).state(reward=["rank"]), "reward: .'rank'. is not one of"),
        (lambda: makers_of(game).state(ask_forced=1), "ask_forced: 1 is neither True nor False"),
        (lambda: make(5, game), "agent 5 is not a name"),
        (lambda: SeatEnv(game, seat=True), "seat: True is not a seat"),
        (lambda: GAMES["chess"], "unknown game 'chess'; choose from"),
    ]
    before = games.tables.tobytes()
    for call, message in wrong:
        with pytest.raises(HustingsError, match=message):
            call()
    assert games.tables.tobytes() == before


@each_game
def test_rows_are_indices_or_a_mask_for_every_method(game):
    games, bot = mid_game(game, None, num_games=6, steps=2), make([*bots(game), "random"][0], game)
    mask = ~games.over & np.array([False, True, True, False, True, True])
    indices = np.flatnonzero(mask)
    takes = {
        "masks": lambda games, rows: games.masks(rows=rows),
        "observe": lambda games, rows: games.observe(rows=rows),
        "results": lambda games, rows: games.results(rows=rows),
        "step": lambda games, rows: games.step(games.masks(rows=rows).argmax(axis=1), rows=rows),
        "check": lambda games, rows: games.check(rows),
        "save": lambda games, rows: games.save(rows),
        "restore": lambda games, rows: games.restore(rows, games.save(rows)[::-1]),
        "redeal": lambda games, rows: games.redeal(seat=1, seed=5, rows=rows),
        "running": lambda games, rows: games.running(rows),
        "are_legal": lambda games, rows: games.are_legal(games.legal.argmax(axis=1)[rows], rows=rows),
        "decide": lambda games, rows: games.decide(bot.loop, rows) if bots(game) else None,
        "act": lambda games, rows: copy.deepcopy(bot).act(games, rows),
        "play_by": lambda games, rows: games.play_by(
            play_at_random(game), rows, np.ones((6, games.num_players), bool), np.arange(6, dtype=np.uint64)
        ),
        "reset": lambda games, rows: games.reset(rows=rows),
        "reset, seeded": lambda games, rows: games.reset(rows=rows, seeds=range(len(indices))),
        "reset, where": lambda games, rows: games.reset(rows),
    }
    named = {
        name
        for name, method in inspect.getmembers(GameBatch, inspect.isfunction)
        if not name.startswith("_") and "rows" in inspect.signature(method).parameters
    }
    assert named == takes.keys() - {"act", "reset, seeded", "reset, where"}
    for name, call in takes.items():
        said = []
        for rows in (indices, indices.tolist(), mask, mask.tolist()):
            twin = copy.copy(games)
            said.append((pickle.dumps(call(twin, rows)), twin.tables.tobytes(), twin.legal.tobytes()))
            assert (twin.tables[~mask] == games.tables[~mask]).all(), name
        assert len(set(said)) == 1, name


@each_game
def test_what_only_reads_takes_a_game_as_often_as_it_is_named(game):
    games = GameBatch(game, 2, seed=1)
    often = np.zeros(200, np.int64)
    games.check(often)
    assert (games.observe(rows=often) == games.observe()[0]).all()
    assert (games.masks(rows=often) == games.legal[0]).all()
    assert (games.results(rows=often)[0] == games.scores[0]).all()


@each_game
def test_one_signature_per_loop_whatever_comes_in(game):
    compiled = 1 if library_of(game.name) is None else 0  # a library's functions refuse other types
    games = GameBatch(game, 6, seed=1, ask_forced=np.bool_(True))
    games = pickle.loads(pickle.dumps(games))
    games.step(games.legal.argmax(axis=1).astype(np.int32))
    games.step(games.legal.argmax(axis=1).tolist())
    strided = np.zeros(12, np.int16)
    strided[::2] = games.legal.argmax(axis=1)
    games.step(strided[::2])
    frozen = games.legal.argmax(axis=1)
    frozen.flags.writeable = False
    games.step(frozen)
    games.step(games.legal.argmax(axis=1)[:3], rows=np.array([0, 1, 2], np.int32))
    games.tables = games.tables[::-1]
    games.observe(1)
    games.observe(np.zeros(6, np.int64))
    games.redeal(1, seed=np.int32(3))
    games.reset(where=np.ones(6, bool), seeds=np.arange(6))
    games.reset(seeds=list(range(6)))
    box = games.box
    other = GameBatch(game, 2, max(game.player_counts), seed=np.uint8(1), box=box)
    other.step(other.legal.argmax(axis=1).astype(np.uint8))
    _ = other.payoff
    other.playouts(np.int32(3))
    for call in compiling_calls(game).values():
        call()
    for bot in bots(game):
        agent = make(bot, game)
        compiling_calls(game, agent.loop)["act"]()
        agent.act(other, [0])
        agent.act(other, np.arange(2, dtype=np.int32))
        assert len(agent.compiled.dispatcher.signatures) == compiled, bot
    for name, loop in vars(loops_of(game)).items():
        if name.endswith("_many") or name == "playouts":
            assert len(loop.dispatcher.signatures) == compiled, name


@each_game
def test_some_games_are_saved_and_restored_as_bytes(game):
    games = mid_game(game, None, num_games=6)
    rows = np.array([4, 1])
    saved, before, masks = games.save(rows), games.tables.copy(), games.legal
    assert saved.dtype == np.uint8
    assert saved.shape == (2, game.table.itemsize)
    assert games.save().tobytes() == before.tobytes()
    games.step(random_actions(games, np.random.default_rng(1)))
    after = games.tables.copy()
    games.restore(rows, saved)
    for row in range(6):
        assert games.tables[row].tobytes() == (before if row in rows else after)[row].tobytes()
    np.testing.assert_array_equal(games.legal[rows], masks[rows])
