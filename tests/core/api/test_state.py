"""One game as an object: the same as in a batch, byte for byte; copies, and what is refused."""

import copy
import gc
import pickle
import random

import numpy as np
import pytest

from hustings.envs import GAMES, HustingsError, IllegalAction
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import makers_of
from hustings.envs.core.api.state import State
from hustings.envs.core.engine.loops import APPLY, CHECK, loops_of
from hustings.envs.core.native import IN_C, in_python

from ...support import each_game, each_table, play_out


def played(game, players, seed, moves, **given):
    """A state after some moves at random, at least one before the end."""
    state, stream = makers_of(game).state(players, seed, **given), random.Random(seed)
    for _ in range(moves):
        after = state.child(stream.choice(state.legal_actions()))
        if after.is_terminal():
            break
        state = after
    return state


@each_table
@pytest.mark.parametrize("ask_forced", [False, True])
def test_a_state_is_a_game_of_a_batch_at_every_step(game, players, ask_forced):
    games = GameBatch(game, 1, players, reward="win", ask_forced=ask_forced)
    for seed in range(2):
        games.reset(seeds=[seed])
        state = makers_of(game).state(players, seed, reward="win", ask_forced=ask_forced)
        stream, moves = random.Random(seed), 0
        while True:
            assert state.serialize() == games.tables.tobytes()
            assert state.current_player() == games.seat[0]
            assert state.legal_actions() == np.flatnonzero(games.legal[0]).tolist()
            np.testing.assert_array_equal(state.legal_actions_mask(), games.legal[0])
            if moves % 20 == 0 or state.is_terminal():
                np.testing.assert_array_equal(state.observation_tensor(), games.observe()[0])
                np.testing.assert_array_equal(state.observation_tensor(1), games.observe(1)[0])
                assert state.scores() == games.scores[0].tolist()
                assert state.returns() == games.payoff[0].tolist()
            assert state.is_terminal() == games.over[0]
            if state.is_terminal():
                break
            action = stream.choice(state.legal_actions())
            child = state.child(action)
            state.apply_action(action)
            games.step([action])
            assert child == state
            moves += 1


@each_game
def test_resampling_is_a_redeal(game):
    state = played(game, None, 3, 60)
    seat = state.current_player()
    games = state.to_batch()
    games.redeal(seat, 5)
    other = state.resample(seat, 5)
    assert other.serialize() == games.tables.tobytes()
    np.testing.assert_array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
    assert other.legal_actions() == state.legal_actions()
    assert other != state.resample(seat, 6)


@each_game
def test_copies_go_on_alike_and_apart(game):
    state = played(game, None, 4, 40)
    before = state.serialize()
    twins = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)),
             state.deserialize(before), state.to_batch().state(0)]  # fmt: skip
    assert all(twin == state and hash(twin) == hash(state) for twin in twins)
    for twin in twins:
        twin.apply_action(twin.legal_actions()[0])
    assert state.serialize() == before
    assert len(set(twins)) == 1
    assert state not in set(twins)


def test_kinds_differ_by_what_makes_a_difference():
    game = GAMES["liberte"]
    plain, others = makers_of(game).state(4), [
        makers_of(game).state(4, reward="win"), makers_of(game).state(4, options={"valley_rules": True}),
        makers_of(game).state(4, ask_forced=True), makers_of(game).state(5),
    ]  # fmt: skip
    assert plain == makers_of(game).state(4)
    assert all(plain != other for other in others)
    assert all(pickle.loads(pickle.dumps(other)) == other for other in others)


@each_game
def test_only_the_seat_to_decide_has_legal_actions(game):
    state = played(game, None, 2, 30)
    seats = range(state.num_players())
    found = [state.legal_actions(seat) for seat in seats]
    assert found == [state.legal_actions() if seat == state.current_player() else [] for seat in seats]
    for seat in seats:
        assert np.flatnonzero(state.legal_actions_mask(seat)).tolist() == found[seat]
    for call in (state.legal_actions, state.legal_actions_mask):
        assert np.array_equal(call(None), call())
        for wrong in (-1, len(seats), 2**70, "0"):
            with pytest.raises(HustingsError, match="seat"):
                call(wrong)
        with pytest.raises(TypeError):
            call(0, 0)
    games = state.to_batch()
    play_out(games)
    over = games.state(0)
    assert not any(over.legal_actions(seat) or over.legal_actions_mask(seat).any() for seat in seats)


@each_game
def test_words_and_pictures_are_those_of_the_batch(game):
    state = played(game, None, 2, 30)
    games = state.to_batch()
    for action in state.legal_actions()[:5]:
        assert state.action_to_string(action) == games.describe(0, action)
    assert state.picture(0) == games.picture(0, 0)
    assert str(state) == games.board(0)
    assert game.title in repr(state)
    assert f"seat {state.current_player()} decides" in repr(state)


@each_game
def test_an_illegal_action_changes_nothing_and_is_named(game):
    state = played(game, None, 2, 30)
    before, legal = state.serialize(), state.legal_actions()
    illegal = next(action for action in range(game.actions.size + 1) if action not in legal)
    for refused in {illegal, -1, game.actions.size, 2**70, -(2**70)}:
        for act in (state.apply_action, state.child):
            with pytest.raises(IllegalAction, match=f"action {refused}.* is not legal; choose from"):
                act(refused)
    for refused in (1.0, None, "1", (legal[0],), ()):
        with pytest.raises(HustingsError, match="action is a whole number, not"):
            state.apply_action(refused)
    for refused in ((0,), ()):
        for look in (state.legal_actions, state.observation_tensor):
            with pytest.raises(HustingsError):
                look(refused)
    assert state.serialize() == before
    state.apply_action(np.int64(legal[0]))


def test_a_view_can_be_written_into_an_array_that_fits():
    state = played(GAMES["copycat"], 2, 2, 30)
    view = np.zeros(state.observation_tensor().shape, np.float32)
    assert state.observation_tensor(1, into=view) is view
    np.testing.assert_array_equal(view, state.observation_tensor(seat=1))
    locked = view.copy()
    locked.flags.writeable = False
    apart = np.zeros((len(view), 2), np.float32)[:, 0]
    for into in (view[:-1], view.astype(np.float64), view[None], apart, locked, "x"):
        with pytest.raises(HustingsError, match="into: needs a writeable C-ordered float32 array of shape"):
            state.observation_tensor(into=into)
    for seat in (2, -1, 2**70, "0", 0.0):
        with pytest.raises(HustingsError, match="seat"):
            state.observation_tensor(seat)
    for seat in (2, -1):
        for ask in (state.picture, lambda seat: state.resample(seat, 0)):
            with pytest.raises(HustingsError, match=f"seat: {seat} is outside 0 to 1"):
                ask(seat)


@each_game
def test_what_is_no_playable_table_is_not_taken(game):
    state = played(game, None, 2, 30)
    restore, (kind, table) = state.__reduce__()
    broken = bytearray(table)
    broken[game.table.fields["seats"][1]] = 100
    for take in (state.deserialize, lambda content: restore(kind, content)):
        assert take(table) == state
        for wrong in (b"", table[:-1], table + b"0", "text", None, bytes(broken)):
            with pytest.raises(HustingsError, match=r"not a state of|game 0: seats is 100"):
                take(wrong)


def test_a_state_is_made_by_its_game():
    for attempt in (lambda: State(), lambda: State(makers_of(GAMES["copycat"]).state(2).calls)):
        with pytest.raises((HustingsError, TypeError), match="State"):
            attempt()


def test_arrays_of_states_hold_states():
    states = [makers_of(GAMES["copycat"]).state(2, seed) for seed in range(2)]
    assert np.array(states).dtype == object


def test_an_error_of_the_caller_comes_through():
    class Whole:
        def __index__(self):
            raise KeyboardInterrupt

    state = makers_of(GAMES["copycat"]).state(2)
    for call in (state.apply_action, state.child, state.observation_tensor, state.legal_actions):
        with pytest.raises(KeyboardInterrupt):
            call(Whole())


def test_a_finaliser_that_plays_on_breaks_nothing():
    state, legal, ran = makers_of(GAMES["saludos_amigos"]).state(4), range(27), []

    class PlaysOn:
        def __init__(self):
            self.me = self

        def __del__(self):
            while not state.is_terminal():
                state.apply_action(state._mask().index(1))
            ran.append(True)

    gc.disable()
    held, threshold = [[] for _ in range(300)], gc.get_threshold()  # no list is at hand
    gc.set_threshold(1)
    PlaysOn()
    gc.enable()
    found = state.legal_actions()
    gc.set_threshold(*threshold)
    assert ran
    del held
    assert set(found) <= set(legal)


@pytest.mark.skipif(not IN_C, reason="only then are there two")
@each_game
def test_in_python_it_is_the_same(game):
    compiled = played(game, None, 5, 0)
    calls = compiled.calls
    shared = in_python.Calls(loops_of(game), CHECK | APPLY, calls._box, np.zeros(1, game.table), 0,
                             game.actions.size, calls.num_players, calls.size, False,
                             lambda: np.empty(calls.size, np.float32))  # fmt: skip
    plain, stream = in_python.OneGame._blank(shared), random.Random(5)
    plain._deal(5)
    while not compiled.is_terminal():
        assert bytes(plain) == bytes(compiled)
        seat = compiled.current_player()
        assert plain.legal_actions() == compiled.legal_actions() == compiled.legal_actions(seat)
        assert plain._mask() == compiled._mask()
        assert plain.current_player() == compiled.current_player()
        action = stream.choice(plain.legal_actions())
        if stream.random() < 0.1:
            np.testing.assert_array_equal(plain.observation_tensor(), compiled.observation_tensor())
            plain, compiled = plain.clone(), compiled.clone()
            plain._load(bytes(compiled))
            plain, compiled = plain.child(action), compiled.child(action)
        else:
            plain.apply_action(action)
            compiled.apply_action(action)
    assert plain.is_terminal()
