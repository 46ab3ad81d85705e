"""Search: honest, the same whatever the batch and the threads, and better than what it plays out with."""

import copy
import pickle
import time

import numpy as np
import pytest

import tinygame
from hustings.agents import make
from hustings.agents.search import SearchAgent
from hustings.agents.search.settings import SearchSettings, settings_for
from hustings.envs import GAMES
from hustings.envs.core.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training.tournaments import tournament
from support import label, positions, run_python

SALUDOS = GAMES["saludos_amigos"]
ALGORITHMS = ("paired", "tree")
each_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=label)


def tiny(algorithm: str, **settings) -> SearchAgent:
    return SearchAgent(tinygame.GAME, algorithm=algorithm, playouts="random", **settings)


def under_way(game, players: int, num_games: int = 12, steps: int = 30, **kwargs) -> GameBatch:
    games = GameBatch(game, num_games, players, seed=3, **kwargs)
    for _ in positions(games, 3, steps):
        pass
    return games


def searches() -> list:
    """Every algorithm with the tiny game, and the default search with all the others."""
    tinies = [pytest.param(tiny(name, iterations=24), id=f"tinygame-{name}") for name in ALGORITHMS]
    return tinies + [pytest.param(game, id=game.name) for game in GAMES.values()]


def made(search) -> SearchAgent:
    return search if isinstance(search, SearchAgent) else SearchAgent(search, iterations=12)


# --- Honest, and the same everywhere -------------------------------------------------------------


@pytest.mark.parametrize("search", searches())
def test_a_choice_depends_only_on_what_the_seat_knows(search):
    agent = made(search)
    changed = False
    for players in (min(agent.game.player_counts), max(agent.game.player_counts)):
        games = under_way(agent.game, players, steps=4 if agent.game is tinygame.GAME else 60)
        rows = np.flatnonzero(~games.over)
        chosen = agent.act(games, rows)
        for seed in (1, 2):
            dealt = copy.deepcopy(games)
            dealt.redeal(seed=seed)
            changed |= dealt.tables.tobytes() != games.tables.tobytes()
            assert (agent.act(dealt, rows) == chosen).all()
    assert changed


@pytest.mark.parametrize("search", searches())
def test_batch_order_and_threads_change_nothing(search):
    agent = made(search)
    games = under_way(agent.game, min(agent.game.player_counts), steps=3)
    rows = np.flatnonzero(~games.over)
    before, chosen = games.tables.tobytes(), agent.act(games, rows)
    assert games.legal[rows, chosen].all()
    assert (agent.act(games, rows[::-1]) == chosen[::-1]).all()
    assert [agent.act(games, rows[i : i + 1])[0] for i in range(len(rows))] == chosen.tolist()
    alone = SearchAgent(agent.game, **{**agent.said, "threads": 1})
    several = SearchAgent(agent.game, **{**agent.said, "threads": 5})
    assert (alone.act(games, rows) == chosen).all()
    assert (several.act(games, rows) == chosen).all()
    assert games.tables.tobytes() == before, "it wrote into the games"


@each_algorithm
def test_seeds_count(algorithm):
    games = under_way(tinygame.GAME, 3, num_games=200, steps=2)
    rows = np.flatnonzero(~games.over)
    one, again, other = (tiny(algorithm, iterations=8, seed=seed) for seed in (1, 1, 2))
    assert (one.act(games, rows) == again.act(games, rows)).all()
    assert (one.act(games, rows) != other.act(games, rows)).any()


@each_algorithm
def test_a_pickled_search_is_the_same(algorithm):
    games = under_way(tinygame.GAME, 3, steps=2)
    rows = np.flatnonzero(~games.over)
    agent = tiny(algorithm, iterations=16, seed=5)
    assert (pickle.loads(pickle.dumps(agent)).act(games, rows) == agent.act(games, rows)).all()


def test_a_search_is_kept_on_disk_and_loaded():
    code = """
        import numpy as np, tinygame
        from hustings.agents.search import SearchAgent
        from hustings.envs import GAMES
        from hustings.envs.core.batch import GameBatch
        game = GAMES["saludos_amigos"]
        agent, games = SearchAgent(game, iterations=4), GameBatch(game, 1)
        agent.act(games, np.arange(1))
        print(sum(agent._think.stats.cache_misses.values()))
    """
    runs = [run_python(code) for _ in range(2)]
    assert runs[1].stdout.strip() == "0", runs[1].stderr


# --- Strength ------------------------------------------------------------------------------------


@each_algorithm
def test_search_beats_the_policy_that_it_plays_out_with(algorithm):
    search = f"search:algorithm={algorithm},iterations=100"
    result = tournament(SALUDOS, [search, "greedy", "greedy", "greedy"], 24, seed=1)
    assert result.figure(search).win_share.value > 0.4, "fair is 0.25"


# --- What it says --------------------------------------------------------------------------------


@each_algorithm
def test_an_explanation_tells_of_the_choice(algorithm):
    games = under_way(tinygame.GAME, 3, steps=2)
    rows = np.flatnonzero(~games.over)
    agent = tiny(algorithm, iterations=40)
    explained, chosen = agent.explain(games, rows), agent.act(games, rows)
    assert len(explained) == len(rows)
    for row, action, (probabilities, value, details) in zip(rows, chosen, explained, strict=True):
        assert probabilities.sum() == pytest.approx(1)
        assert probabilities.argmax() == action
        assert not probabilities[~games.legal[row]].any()
        assert 0 < details["visits"].sum() <= 40
        assert not details["visits"][~games.legal[row]].any()
        assert value == details["mean"][action]
        assert 0 <= value <= 1
        assert (details["error"] >= 0).all()


def test_seconds_are_about_kept():
    games = under_way(tinygame.GAME, 3, num_games=1, steps=1)
    agent = tiny("paired", seconds=0.2)
    agent.act(games, np.arange(1))  # compiled
    begin = time.perf_counter()
    (explained,) = agent.explain(games, np.arange(1))
    assert time.perf_counter() - begin < 2
    assert explained.details["visits"].sum() > 100


# --- Settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("search:iterations=0", "search: iterations=0: needs a whole number from 1 to 100000"),
        ("search:iterations=-5", "search: iterations=-5: needs a whole number from 1 to 100000"),
        ("search:iterations=1e9", "search: iterations=1e9: needs a whole number from 1 to 100000"),
        ("search:iterations=many", "search: iterations=many: needs a whole number from 1 to 100000"),
        ("search:seconds=0", "search: seconds must be more than 0"),
        ("search:seconds=-1", "search: seconds=-1: needs a number from 0 to 3600"),
        ("search:seconds=nan", "search: seconds=nan: needs a number from 0 to 3600"),
        ("search:seconds=1,iterations=5", "search: give iterations or seconds, not both"),
        ("search:algorithm=minimax", "search: algorithm=minimax: choose from paired, tree"),
        ("search:algorithm=tree,trust=1", "search: trust belongs to algorithm=paired; leave it out"),
        ("search:explore=1", "search: explore belongs to algorithm=tree; leave it out"),
        (
            "search:playouts=vulture",
            "search: playouts=vulture: Saludos Amigos! has no such bot; choose",
        ),
        ("search:win=0,points=0", "search: win, rank and points are all 0; let one of them count"),
        ("search:budget=5", "search: no setting 'budget'; choose from algorithm, iterations, seconds, "),
        ("search:iterations", "search: 'iterations': write NAME=VALUE, as in search:iterations=400"),
    ],
)
def test_a_wrong_setting_is_refused(spec, words):
    with pytest.raises(HustingsError) as caught:
        make(spec, SALUDOS)
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)


def test_settings_are_those_said():
    agent = make("search:iterations=400,threads=2,rounds=3", SALUDOS)
    assert agent.name == "search:iterations=400,threads=2,rounds=3"
    assert (agent.settings.iterations, agent.settings.threads, agent.settings.rounds) == (400, 2, 3)
    assert make("search", SALUDOS).name == "search"
    assert settings_for(SALUDOS, {}) == SearchSettings()


def test_a_search_plays_its_own_game_only():
    with pytest.raises(HustingsError, match=r"search:.* plays Tiny Game, not Saludos Amigos!; make"):
        tiny("paired").act(GameBatch(SALUDOS, 1), np.arange(1))
