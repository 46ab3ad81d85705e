"""Search: honest, the same whatever the batch and the threads, and better than what it plays out with."""

import copy
import pickle
import re
import time

import numpy as np
import pytest

from hustings.agents import PolicyAgent, make
from hustings.agents.search import SearchAgent, sequential_halving
from hustings.agents.search import agent as search_agent
from hustings.agents.search.playout import (
    EARLY,
    MOST_SEATS,
    SCORE,
    STANDING,
    bots_of,
)
from hustings.agents.search.settings import DEFAULTS, SearchSettings, settings_for
from hustings.agents.search.values import worth_of
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training.evaluation.tournaments import tournament

from .. import tinygame
from ..support import label, policy_file, positions, random_actions, run_python

SALUDOS, DIE_MACHER = GAMES["saludos_amigos"], GAMES["die_macher"]
ALGORITHMS = ("paired", "tree")
each_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=label)


def tiny(algorithm: str, **settings) -> SearchAgent:
    return SearchAgent(tinygame.GAME, algorithm=algorithm, playouts="random", **settings)


def under_way(game, players: int, num_games: int = 12, steps: int = 30) -> GameBatch:
    options = {"hand_size": 3} if game is tinygame.GAME else None  # else there is little to choose from
    games = GameBatch(game, num_games, players, seed=3, options=options)
    for _ in positions(games, 3, steps):
        pass
    return games


class Says:
    """A guide that always says the same: how it likes each action, and each seat's end, its own first."""

    def __init__(self, likes, values=(0, 0, 0)):
        self.likes, self.values = np.asarray(likes, np.float32), np.asarray(values, np.float32)

    def check(self, games):
        assert games.game is tinygame.GAME

    def policy_and_values(self, observations, masks):
        return np.where(masks, self.likes, -np.inf), np.tile(self.values, (len(masks), 1))


RISING = np.arange(tinygame.RANKS)
WINS_ON_TURN = Says(RISING, (2 / 3, -1 / 3, -1 / 3))
"""Likes high actions, and thinks that whoever is on turn wins."""


class Opinion(Says):
    """A policy of random numbers, which are always the same."""

    name = "opinion"

    def __init__(self):
        super().__init__(RISING)

    def policy_and_values(self, observations, masks):
        weights = np.random.default_rng(5).normal(size=(observations.shape[1], masks.shape[1] + 8))
        said = observations.astype(np.float64) @ weights
        return np.where(masks, said[:, :-8], -1e8), np.tanh(said[:, -8:])


def searches() -> list:
    """Every algorithm with the tiny game, also guided, and the default search with all the others."""
    guided = {"guide": Opinion()}
    ways = [(name, {}) for name in ALGORITHMS]
    ways += [("paired", guided), ("paired", guided | {"rounds": 1}), ("tree", guided)]
    tinies = [
        pytest.param(tiny(name, iterations=24, **more), id="-".join(["tinygame", name, *more]))
        for name, more in ways
    ]
    return tinies + [pytest.param(game, id=game.name) for game in GAMES.values()]


def made(search) -> SearchAgent:
    return search if isinstance(search, SearchAgent) else SearchAgent(search, iterations=12)


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
    alone = SearchAgent(agent.game, **{**agent.given, "threads": 1})
    several = SearchAgent(agent.game, **{**agent.given, "threads": 5})
    assert (alone.act(games, rows) == chosen).all()
    assert (several.act(games, rows) == chosen).all()
    assert games.tables.tobytes() == before, "it wrote into the games"


@each_algorithm
def test_seeds_count_also_in_a_pickled_search(algorithm):
    games = under_way(tinygame.GAME, 3, num_games=200, steps=2)
    rows = np.flatnonzero(~games.over)
    one, other = (tiny(algorithm, iterations=24, seed=seed) for seed in (1, 2))
    assert (one.act(games, rows) == pickle.loads(pickle.dumps(one)).act(games, rows)).all()
    assert (one.act(games, rows) != other.act(games, rows)).any()


def test_a_search_is_kept_on_disk_and_loaded():
    code = """
        import numpy as np
        from tests import tinygame
        from hustings.agents.search import SearchAgent
        from hustings.envs import GAMES
        from hustings.envs.core.api.batch import GameBatch
        game = GAMES["saludos_amigos"]
        agent, games = SearchAgent(game, iterations=4), GameBatch(game, 1)
        agent.act(games, np.arange(1))
        print(sum(agent._think.dispatcher.stats.cache_misses.values()))
    """
    runs = [run_python(code, HUSTINGS_LIBRARIES="") for _ in range(2)]
    assert runs[1].stdout.strip() == "0", runs[1].stderr


@pytest.mark.parametrize(
    ("game", "other"),
    [("liberte", "royalist"), pytest.param("saludos_amigos", "gambler", marks=pytest.mark.slow)],  # compiled
)
def test_several_bots_are_taken_one_a_deal(game, other):
    """The first deal is the first bot's, as if it were alone; the others count from the second on."""
    games = under_way(GAMES[game], 4, num_games=24, steps=40)
    rows = np.flatnonzero(~games.over)

    def means(iterations, bots):
        thoughts = SearchAgent(games.game, iterations=iterations, playouts=bots).explain(games, rows)
        assert {thought.details["visits"].max() for thought in thoughts} == {iterations // 2}, "so many deals"
        return [thought.details["mean"].tolist() for thought in thoughts]

    assert means(2, "greedy") == means(2, f"greedy+{other}")
    assert means(4, "greedy") != means(4, f"greedy+{other}")


@pytest.mark.slow
@each_algorithm
def test_search_beats_the_policy_that_it_plays_out_with(algorithm):
    search = f"search:algorithm={algorithm},iterations=24"  # the playouts are greedy's
    result = tournament(SALUDOS, [search, "greedy", "greedy", "greedy"], 8, seed=1)
    assert result.figure(search).win_share.value > 0.4, "fair is 0.25"


PLAN = SearchSettings(iterations=100).plan(DIE_MACHER)


def test_what_an_end_is_worth():
    results = np.zeros((3, 8))
    results[EARLY, :3], results[SCORE, :3], results[STANDING, :3] = (10, 0, 0), (10, 30, 20), (10, 30, 20)
    plan = PLAN._replace(win=1.0, points=0.0)
    assert [worth_of(seat, 3, 100.0, results, plan) for seat in range(3)] == [0.0, 1.0, 0.0]
    plan = PLAN._replace(win=0.0, rank=1.0, points=0.0)
    assert [worth_of(seat, 3, 100.0, results, plan) for seat in range(3)] == [0.0, 1.0, 0.5]
    plan = PLAN._replace(win=0.0, points=1.0)
    assert [worth_of(seat, 3, 100.0, results, plan) for seat in range(3)] == pytest.approx([0.35, 0.65, 0.5])
    plan = PLAN._replace(win=0.0, points=1.0, early=1.0)
    assert [worth_of(seat, 3, 100.0, results, plan) for seat in range(3)] == pytest.approx([0.6, 0.45, 0.45])
    results[STANDING, :3] = 30  # a tie of all
    plan = PLAN._replace(win=0.5, rank=0.5, points=0.0)
    assert worth_of(0, 3, 100.0, results, plan) == pytest.approx(0.5 / 3 + 0.25)


def test_no_weights_make_an_end_worth_more_than_a_win():
    """Means above 1 would be cut to it in what a search tells."""
    for given, weights in (
        ({"win": 1.0}, (2 / 3, 0, 1 / 3)),
        ({"win": 1, "rank": 1, "points": 1}, (1 / 3,) * 3),
    ):
        plan = settings_for(tinygame.GAME, {"playouts": "random", **given}).plan(tinygame.GAME)
        assert (plan.win, plan.rank, plan.points) == pytest.approx(weights)
    usual = settings_for(tinygame.GAME, {"playouts": "random", "points": 0.25}).plan(tinygame.GAME)
    assert (usual.win, usual.rank, usual.points) == (0.5, 0.0, 0.25)


def test_what_others_chose_in_secret_is_thought_to_be_what_the_policy_chooses():
    games, greedy = GameBatch(DIE_MACHER, 16, 3, seed=1), make("greedy", DIE_MACHER)
    bidding = int(DIE_MACHER.phases.START_BID)
    while len(early := np.flatnonzero((games.tables["phase"] != bidding) | (games.tables["turn"] == 0))):
        games.step(greedy.act(games, early), rows=early)
    expected = [
        np.mean([thought.value for thought in agent.explain(games, np.arange(16))])
        for beliefs in ("bot", "anything")
        for agent in [SearchAgent(DIE_MACHER, iterations=60, points=1.0, win=0.0, beliefs=beliefs)]
    ]
    # others who bid anything that they can pay waste their money on the choice of the start player
    assert expected[0] < expected[1]


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


def test_what_dropped_out_early_is_compared_in_the_deals_that_it_has_seen():
    outcome, tries = np.zeros((3, 4), np.float32), np.array([4, 2, 0])
    outcome[0], outcome[1, :2] = [0.9, 0.5, 0.1, 0.1], [1.0, 0.7]  # both deals were lucky ones
    report = np.zeros((3, 3))
    sequential_halving.fill_report(report, tries, outcome, 0)
    assert report[:, 0].tolist() == tries.tolist()
    assert report[:, 1] == pytest.approx([0.4, 0.55, 0.0])
    assert report[1, 2] == pytest.approx(0.05)


def test_seconds_are_about_kept():
    games = under_way(tinygame.GAME, 3, num_games=1, steps=1)
    agent = tiny("paired", seconds=0.2)
    agent.act(games, np.arange(1))  # compiled
    begin = time.perf_counter()
    (explained,) = agent.explain(games, np.arange(1))
    assert time.perf_counter() - begin < 0.6
    assert explained.details["visits"].sum() > 100


@pytest.mark.parametrize(("spec", "words"), [
    ("search:iterations=0", "search: iterations=0: needs a whole number from 1 to 100000"),
    ("search:iterations=1e9", "search: iterations=1e9: needs a whole number from 1 to 100000"),
    ("search:seconds=0", "search: seconds must be more than 0"),
    ("search:seconds=1,iterations=5", "search: give iterations or seconds, not both"),
    ("search:algorithm=minimax", "search: algorithm=minimax: choose from paired, tree"),
    ("search:algorithm=tree,trust=1", "search: trust belongs to algorithm=paired; leave it out"),
    ("search:explore=1", "search: explore belongs to algorithm=tree; leave it out"),
    ("search:temperature=3", "search: temperature needs a guide, as in guide=policy; add one"),
    ("search:breadth=4", "search: breadth needs a guide, as in guide=policy; add one or leave it out"),
    ("search:playouts=vulture", "search: playouts=vulture: Saludos Amigos! has no such bot; choose"),
    ("search:playouts=greedy+random", "search: playouts=greedy+random: random cannot be combined"),
    (f"search:playouts={'+'.join(['greedy'] * 17)}", "search: playouts: 17 bots are more than 16"),
    ("search:guide=policy,rounds=1,points=0", "search: with rounds=1 the guide's network judges playouts"),
    ("search:playouts=random,beliefs=bot", "search: beliefs needs a bot in playouts, and random is"),
    ("search:algorithm=tree,playouts=random,prior=0.9", "search: prior needs a bot in playouts, and"),
    ("search:win=0,points=0,early=0", "search: win, rank, points and early are all 0; make one of"),
    ("search:budget=5", "search: no setting 'budget'; choose from algorithm, iterations, seconds, "),
    ("strong:game=3", "strong: no setting 'game'; choose from algorithm, iterations, seconds, "),
    ("strong:rounds=1,points=0.3", "strong: with rounds=1 the guide's network judges playouts that stop "
     "early, without points; leave it out, or write rounds=0"),
])  # fmt: skip
def test_a_wrong_setting_is_refused(spec, words):
    with pytest.raises(HustingsError, match=f"^{re.escape(words)}"):
        make(spec, SALUDOS)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "one"])
def test_a_seed_is_checked_whoever_makes_a_search(seed):
    with pytest.raises(HustingsError, match="seed"):
        SearchAgent(tinygame.GAME, seed, playouts="random")


def test_a_guide_is_a_policy_or_its_folder(tmp_path):
    assert SearchAgent(SALUDOS, guide=None).parts == []
    with pytest.raises(HustingsError, match=r"policy\.onnx: not found; give the folder"):
        SearchAgent(SALUDOS, guide=tmp_path)
    with pytest.raises(HustingsError, match="guide: 3 is neither a policy nor the folder of one"):
        SearchAgent(SALUDOS, guide=3)


def test_settings_are_those_said():
    agent = make("search:iterations=400,threads=2,rounds=3", SALUDOS)
    assert agent.name == "search:iterations=400,threads=2,rounds=3"
    assert (agent.settings.iterations, agent.settings.threads, agent.settings.rounds) == (400, 2, 3)
    assert make("search", SALUDOS).name == "search"
    assert settings_for(tinygame.GAME, {"playouts": "random"}) == SearchSettings(playouts="random")
    assert settings_for(SALUDOS, {}).early == 0.5, "what does best in this game"
    assert settings_for(SALUDOS, {"early": 0.2}).early == 0.2
    for game in GAMES.values():
        settings_for(game, DEFAULTS.get(game.name, {}))  # they are settings, in range


def test_a_guide_names_the_action_to_beat_and_those_worth_trying():
    games = under_way(tinygame.GAME, 3, steps=1)
    agent = tiny("paired", iterations=60, guide=WINS_ON_TURN, breadth=2, trust=100)
    rows = np.flatnonzero(games.legal.sum(axis=1) > 2)
    assert rows.size
    for row, thought in zip(rows, agent.explain(games, rows), strict=True):
        liked = np.flatnonzero(games.legal[row])[-2:]
        assert np.flatnonzero(thought.details["visits"]).tolist() == liked.tolist()
        assert thought.probabilities[liked[-1]] == 1, "nothing leads it by so much"
    tree = tiny("tree", iterations=60, guide=WINS_ON_TURN).explain(games, rows)
    assert all(
        thought.details["visits"].argmax() == thought.details["visits"].nonzero()[0][-1] for thought in tree
    )
    likes = [thought.details["prior"] for thought in tree]
    assert all(thought.details["visits"].argmax() == liked.argmax() for thought, liked in zip(tree, likes))


def test_a_tree_grows_no_further_than_its_playouts_go_and_counts_an_early_lead_inside():
    games = GameBatch(tinygame.GAME, 30, 3, seed=5)
    rows = np.flatnonzero(games.legal.sum(axis=1) > 1)
    short, long = (
        tiny("tree", iterations=800, win=0.0, threads=1, **how)
        for how in ({"rounds": 1, "points": 1.0}, {"early": 1.0, "soon": 1})
    )
    for stopped, noted in zip(short.explain(games, rows), long.explain(games, rows), strict=True):
        # The lead after this round, both times; but where a seat has no choice, next round's share a node.
        tried = np.minimum(stopped.details["visits"], noted.details["visits"]) >= 100
        apart = (stopped.details["mean"] - noted.details["mean"])[tried]
        assert tried.any()
        assert np.abs(apart).max() < 0.03
    assert short.simulated <= 3 * 800 * len(rows) < long.simulated, "each seat bids once in a round"


@pytest.mark.parametrize("playouts", [2, 3, 5])
def test_a_search_of_too_few_playouts_to_know_an_error_plays_its_baseline(playouts):
    games = GameBatch(SALUDOS, 40, 4, seed=2)
    search, bot = make(f"search:iterations={playouts}", SALUDOS, 1), make("greedy", SALUDOS)
    rows = np.arange(40)
    for _ in range(3):
        bots_choice = bot.act(games, rows)
        assert (search.act(games, rows) == bots_choice).all()
        games.step(bots_choice)


def test_at_a_higher_temperature_a_search_tries_more_of_what_its_guide_finds_unlikely():
    games = under_way(tinygame.GAME, 3, steps=1)
    rows = np.flatnonzero(games.legal.sum(axis=1) > 2)
    assert rows.size
    guide = Says(8 * RISING)  # each is e^8 times as likely as the one before
    cold, warm = (tiny("paired", iterations=60, guide=guide, temperature=heat) for heat in (1, 8))
    for row, narrow, wide in zip(rows, cold.explain(games, rows), warm.explain(games, rows), strict=True):
        best = np.flatnonzero(games.legal[row])[-1]
        assert not narrow.details["visits"].any(), "nothing else is likely enough"
        assert narrow.probabilities[best] == 1
        assert (wide.details["visits"] > 0).sum() > 2
        assert (wide.details["prior"] == narrow.details["prior"]).all(), "what the guide itself says"


def test_where_the_guide_is_sure_and_nothing_is_played_out_its_value_is_told():
    games = GameBatch(SALUDOS, 6, 4, seed=3)
    rows = np.arange(6)
    told = make("search:guide=policy,rounds=1,iterations=12", SALUDOS).explain(games, rows)
    said = make("policy", SALUDOS).explain(games, rows)
    sure = [place for place, thought in enumerate(told) if not thought.details["visits"].any()]
    assert sure
    assert [told[place].value for place in sure] == pytest.approx([said[place].value for place in sure])


def test_a_guide_judges_leaves_in_pieces(monkeypatch):
    games = under_way(tinygame.GAME, 3, steps=1)
    agent, rows = tiny("paired", iterations=60, guide=Opinion(), rounds=1), np.flatnonzero(~games.over)
    whole = [thought.details["mean"] for thought in agent.explain(games, rows)]
    monkeypatch.setattr(search_agent, "_LEAVES", 7)
    pieces = [thought.details["mean"] for thought in agent.explain(games, rows)]
    assert np.allclose(whole, pieces, atol=1e-6)


@pytest.mark.parametrize("seat", [0, 1])
def test_playouts_that_stop_are_judged_by_the_guide(seat):
    """Seat 0 begins the next round, too, unless it has no choice then."""
    games = under_way(tinygame.GAME, 3, steps=seat)
    rows = np.flatnonzero(games.seat == seat)
    agent = tiny("paired", iterations=24, guide=WINS_ON_TURN, rounds=1)
    for thought in agent.explain(games, rows):
        means = thought.details["mean"][thought.details["visits"] > 0]
        assert len(means) > 1
        assert means.max() > 0.6 if seat == 0 else means.max() < 0.4


def test_a_guide_for_other_players_is_one_clear_line():
    agent = tiny("paired", guide=PolicyAgent(policy_file(SALUDOS, 4)))
    with pytest.raises(HustingsError, match="was trained for saludos_amigos with 4 players"):
        agent.act(GameBatch(tinygame.GAME, 1, 3), np.arange(1))


class Sure(PolicyAgent):
    """Is certain that the highest action is best."""

    def policy_and_values(self, observations, masks):
        likes = np.where(masks, 1000.0 * np.arange(masks.shape[1]), -np.inf)
        return likes, super().policy_and_values(observations, masks)[1]


def test_a_guide_of_another_reward_is_refused_where_its_values_are_used():
    guide = Sure(policy_file(tinygame.GAME, 3, settings={"reward": "rank"}))
    line = "agent policy: its values predict reward=rank; train one with reward=win"
    with pytest.raises(HustingsError, match=line):
        tiny("paired", guide=guide, rounds=1)
    games, rows = GameBatch(tinygame.GAME, 1, 3), np.arange(1)
    with pytest.raises(HustingsError, match=line):
        guide.explain(games, rows)
    (thought,) = tiny("paired", guide=guide, iterations=4).explain(games, rows)
    assert not thought.details["visits"].any()
    assert np.isnan(thought.value)


def test_a_choice_that_is_visited_as_often_as_another_is_the_likeliest():
    games, equal = GameBatch(SALUDOS, 60, 4, seed=2), 0
    agent = SearchAgent(SALUDOS, algorithm="tree", iterations=6, playouts="random")
    thoughts, chosen = agent.explain(games, np.arange(60)), agent.act(games, np.arange(60))
    for action, (probabilities, _, details) in zip(chosen, thoughts, strict=True):
        visits = details["visits"]
        assert probabilities.argmax() == action
        assert visits[action] == visits.max()
        assert probabilities.sum() == pytest.approx(1)
        equal += visits.argmax() != action
    assert equal


@each_algorithm
def test_what_is_not_played_out_has_no_value(algorithm):
    games, stream = GameBatch(GAMES["liberte"], 8, 3, seed=1, ask_forced=True), np.random.default_rng(1)
    while not (forced := np.flatnonzero(games.legal.sum(axis=1) == 1)).size:
        games.step(random_actions(games, stream))
    agent = SearchAgent(GAMES["liberte"], algorithm=algorithm, iterations=4, playouts="random")
    for row, thought in zip(forced, agent.explain(games, forced), strict=True):
        assert not thought.details["visits"].any()
        assert np.isnan(thought.value)
        assert games.legal[row, thought.probabilities.argmax()]


def test_each_opponent_may_have_a_bot_of_its_own():
    plan = settings_for(SALUDOS, {"playouts": "greedy+amigo+gambler", "seats": "apart"}).plan(SALUDOS)
    drawn = [bots_of(plan, np.uint64(key), key, 2) for key in range(600)]
    by_seat = np.array([[(bots >> (4 * seat)) & 15 for seat in range(4)] for bots in drawn])
    assert (by_seat[:, 2] == 0).all(), "the first plays for the seat that searches"
    for seat in (0, 1, 3):
        assert np.bincount(by_seat[:, seat], minlength=3).min() > 150
    assert len(np.unique(by_seat, axis=0)) == 27
    alike = settings_for(SALUDOS, {"playouts": "greedy+amigo+gambler"}).plan(SALUDOS)
    assert [bots_of(alike, np.uint64(0), deal, 2) & 0xFFFF for deal in range(4)] == [0, 0x1111, 0x2222, 0]


def test_a_guide_may_think_nothing_of_any_action_and_have_no_name():
    games = under_way(tinygame.GAME, 3, steps=1)
    agent = tiny("paired", iterations=8, guide=Says([-3e38] * tinygame.RANKS), temperature=0.01)
    assert (len(agent.parts), agent.settings.guide) == (1, "guide")
    rows = np.flatnonzero(~games.over)
    assert games.masks(rows=rows)[np.arange(len(rows)), agent.act(games, rows)].all()


# --- strong, the search that a game's policy guides ----------------------------------------------


def test_it_is_a_search_that_the_policy_guides():
    agent = make("strong", SALUDOS, 3)
    assert (agent.name, agent.settings.guide) == ("strong", "policy")
    games = GameBatch(SALUDOS, 6, 4, seed=2)
    chosen = agent.act(games, np.arange(6))
    assert games.masks()[np.arange(6), chosen].all()
    copied = pickle.loads(pickle.dumps(agent))  # as a cluster sends it
    assert copied.name == "strong"
    assert (copied.act(games, np.arange(6)) == chosen).all()


def test_its_settings_can_be_changed():
    agent = make("strong:seconds=0.2,threads=1", SALUDOS)
    assert agent.name == "strong:seconds=0.2,threads=1"
    assert (agent.settings.seconds, agent.settings.threads) == (0.2, 1)
    for game in GAMES.values():  # what only a guide reads is left out
        assert make("strong:guide=,iterations=4", game).settings.guide == ""


def test_without_a_policy_it_is_a_search():
    agent = make("strong:playouts=random,iterations=4", tinygame.GAME)
    games = GameBatch(tinygame.GAME, 4, 3)
    assert agent.settings.guide == ""
    assert games.masks()[np.arange(4), agent.act(games, np.arange(4))].all()


# --- As written, and its limits ------------------------------------------------------------------


AS_WRITTEN = """
    import numpy as np
    from hustings.agents import make
    from hustings.envs import GAMES, GameBatch

    for algorithm in ("paired", "tree"):
        games = GameBatch(GAMES["saludos_amigos"], 1, seed=1)
        agent = make(f"search:iterations=8,threads=1,algorithm={algorithm}", games.game)
        print(agent.act(games, np.arange(1))[0])
"""


def test_searches_run_as_written_do_what_compiled_ones_do():
    written = run_python(AS_WRITTEN, NUMBA_DISABLE_JIT="1")
    assert written.returncode == 0, written.stderr
    assert written.stdout == run_python(AS_WRITTEN).stdout


def test_games_of_more_seats_than_it_has_room_for_are_refused():
    games, agent = GameBatch(tinygame.GAME, 1, 3), tiny("tree", iterations=8)
    games.num_players = MOST_SEATS + 1
    with pytest.raises(HustingsError, match="takes up to 8 players, not 9"):
        agent.act(games, np.arange(1))
    assert not agent.plays(MOST_SEATS + 1)
