"""Bots: random play, compiled decisions, and how those of a game are found."""

import copy
import itertools
import pickle

import numpy as np
import pytest

from hustings.agents import Agent, make, names
from hustings.agents.bots import (
    CompiledAgent,
    bot_names,
    decision_function,
    is_bot,
    make_bot,
    styles,
)
from hustings.agents.saludos_amigos import greedy
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.engine.compile import rule

from .. import tinygame
from ..support import (
    all_actions,
    all_tables,
    bots,
    each_grown_game,
    label,
    positions,
    run_python,
    whole_games,
)

GAME, SALUDOS = tinygame.GAME, GAMES["saludos_amigos"]
with_bots = [(game, players) for game, players in all_tables() if bots(game)]
each_with_bots = pytest.mark.parametrize(("game", "players"), with_bots, ids=label)


@rule
def first_legal(box, table, seat, legal):
    """A bot of a few lines: the lowest card."""
    for action in range(len(legal)):
        if legal[action]:
            return action
    return 0


def batch(num_games=64):
    return GameBatch(GAME, num_games, 3, seed=0)


def test_random_play_is_uniform_over_the_legal_actions():
    games = batch(4000)
    masks, chosen = games.legal, make("random", GAME, 3).act(games, np.arange(4000))
    assert masks[np.arange(4000), chosen].all()
    two = masks.sum(axis=1) == 2
    assert two.sum() > 500
    first = masks[two].argmax(axis=1) == chosen[two]
    assert abs(first.mean() - 0.5) < 4 * 0.5 / np.sqrt(two.sum())


def test_random_draws_from_a_stream_of_its_own():
    before = repr(np.random.get_state())  # noqa: NPY002
    one, two = all_actions(batch(), make("random", GAME, 1)), all_actions(batch(), make("random", GAME, 1))
    assert one == two
    assert one != all_actions(batch(), make("random", GAME, 2))
    assert repr(np.random.get_state()) == before  # noqa: NPY002


def test_a_compiled_bot_plays_the_rows_it_is_given():
    agent, games = CompiledAgent(GAME, "first", first_legal), batch()
    for rows in (np.arange(0, 64, 3), np.array([5]), np.arange(64, dtype=np.int32), np.zeros(0, np.int64)):
        assert agent.act(games, rows).tolist() == games.legal[rows].argmax(axis=1).tolist()
    all_actions(games, agent)


def legal_actions(agent, games, rows) -> np.ndarray:
    """What an agent chooses, all of it legal."""
    chosen = agent.act(games, rows)
    assert games.masks(rows=rows)[np.arange(len(rows)), chosen].all(), f"{agent.name} breaks the rules"
    return chosen


def dealt_anew(games, seed: int) -> GameBatch:
    """The same games after a redeal for the seats that decide."""
    dealt = copy.deepcopy(games)
    dealt.redeal(seed=seed)
    return dealt


@each_with_bots
def test_bots_are_legal_and_honest_among_their_own_kind(game, players):
    for name in bots(game):
        agent, games = make(name, game), GameBatch(game, 8, players, seed=2)
        assert agent.name == name
        for step in range(3000):
            rows = np.flatnonzero(~games.over)
            if not len(rows):
                break
            chosen = legal_actions(agent, games, rows)
            if step % 5 == 0:
                assert (agent.act(dealt_anew(games, step), rows) == chosen).all(), f"{name} saw too much"
            games.step(chosen, rows=rows)
        assert games.over.all()


@pytest.mark.parametrize(("num_games", "every"), [(96, 4), pytest.param(512, 1, marks=pytest.mark.slow)])
@each_with_bots
def test_bots_are_legal_and_honest_wherever_the_others_have_led(game, players, num_games, every):
    games = GameBatch(game, num_games, players, seed=12)
    agents = [make(name, game) for name in bots(game)]
    for step in positions(games, 12, 1000):
        if step % every:
            continue
        rows = np.flatnonzero(~games.over)
        dealt = dealt_anew(games, step) if step % (5 * every) == 0 else None
        for agent in agents:
            chosen = legal_actions(agent, games, rows)
            if dealt is not None:
                assert (agent.act(dealt, rows) == chosen).all(), f"{agent.name} saw too much"


@pytest.mark.parametrize("name", ["copycat", "die_macher", "liberte", "saludos_amigos"])
def test_one_greedy_beats_three_random_players(name):
    agents = [make("greedy", GAMES[name]), *[make("random", GAMES[name], seed) for seed in range(3)]]
    games, rows = whole_games(GameBatch(GAMES[name], 48, 4, seed=1), agents), np.arange(48)
    wins = games.payoff == games.payoff.max(axis=1, keepdims=True)
    assert (wins / wins.sum(axis=1, keepdims=True))[rows, -rows % 4].mean() > 0.9


def test_a_bot_of_the_suite_is_pickled_by_name_and_one_with_weights_of_its_own_is_not():
    weights = greedy.WEIGHTS.copy()
    mine = CompiledAgent(SALUDOS, "gambler", greedy.decide, weights)
    assert make("gambler", SALUDOS).__reduce__() == (make_bot, ("gambler", SALUDOS))
    assert mine.__reduce__()[0] is CompiledAgent
    back = pickle.loads(pickle.dumps(make("gambler", SALUDOS)))
    assert (back.name, back.compiled) == ("gambler", mine.compiled)


@pytest.mark.parametrize("libraries", ["", None])
def test_a_users_bot_of_a_known_name_plays_by_its_own_function(libraries):
    """From the suite's library or compiled here, next to the bot of that name."""
    run = run_python(NAMESAKE, **({} if libraries is None else {"HUSTINGS_LIBRARIES": libraries}))
    assert run.stdout.split() == ["True", "False"], run.stderr


NAMESAKE = """
    import numpy as np
    from hustings.agents import make
    from hustings.agents.bots import CompiledAgent
    from hustings.agents.saludos_amigos import greedy
    from hustings.envs import GAMES, GameBatch
    from tests.support import positions
    game = GAMES["saludos_amigos"]
    mine = CompiledAgent(game, "gambler", greedy.decide, greedy.WEIGHTS)
    agents = make("gambler", game), mine, make("greedy", game)
    said = [[] for _ in agents]
    games = GameBatch(game, 24, 4, seed=3)
    for _ in positions(games, 3, 40):
        for agent, actions in zip(agents, said):
            actions.extend(agent.act(games, np.flatnonzero(~games.over)).tolist())
    print(said[1] == said[2], said[1] == said[0])
"""


def test_styles_never_run_each_others_code():
    """A style's weights are constants of its compiled function: each has one of its own."""
    games, chosen = GameBatch(SALUDOS, 24, 4, seed=3), {}
    agents = {name: make(name, SALUDOS) for name in ("greedy", *styles(SALUDOS.name))}
    for _ in positions(games, 3, 40):
        rows = np.flatnonzero(~games.over)
        for name, agent in agents.items():
            actions, choose = agent.act(games, rows).tolist(), decision_function(name, SALUDOS)
            chosen.setdefault(name, []).extend(actions)
            for row, action in zip(games.running(rows), actions):
                table = games.tables[row]
                assert choose(games.box[0], table, int(table["seat"]), games.legal[row]) == action
    assert all(one != other for one, other in itertools.combinations(chosen.values(), 2))


@each_grown_game
def test_a_styles_function_is_known_by_its_name_and_weights(game):
    functions = [decision_function(name, game) for name in styles(game.name)]
    assert len({function.__name__ for function in functions}) == len(functions) > 2
    assert {function.bound_for for function in functions} == {f"{game.name}_bots"}


def test_the_bots_of_a_game_are_found():
    assert names(GAME) == ["random"]
    for game in GAMES.values():
        assert {"random", "greedy"} <= set(names(game))
        assert names(game)[1:] == sorted(names(game)[1:]) == list(bot_names(game.name))
        for name in names(game):
            assert isinstance(make(name, game), Agent)
    assert is_bot("vulture")
    assert not is_bot("random")
