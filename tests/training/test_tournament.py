"""Tournaments: who plays whom, fair seats, honest intervals, ratings, interrupts and the plot."""

import itertools
import json
import sys
import time
from collections import Counter
from importlib.machinery import ModuleSpec
from types import ModuleType

import numpy as np
import pytest
from rich.console import Console

import tinygame
from hustings.agents import make
from hustings.envs import GameBatch, HustingsError, IllegalAction
from hustings.training.evaluation.display import format_percent, to_frame
from hustings.training.evaluation.plot import check_plot_path, draw, plot
from hustings.training.evaluation.schedule import MAX_GAMES_PER_DEAL, lineups_of, schedule
from hustings.training.evaluation.statistics import Estimate, cluster_means, ratings, win_shares
from hustings.training.evaluation.tournaments import tournament

GAME = tinygame.GAME


class Rank:
    """Bids its highest or its lowest card; keeps what it was asked."""

    def __init__(self, name="high", sign=1):
        self.name, self.sign, self.seen = name, sign, []

    def act(self, games, rows):
        self.seen += zip(games.tables["seed"][rows].tolist(), games.seat[rows].tolist())
        return (games.masks(rows=rows) * (10 + self.sign * np.arange(4))).argmax(axis=1)


class Stops(Rank):
    """Presses Ctrl-C when it has been asked often enough."""

    def act(self, games, rows):
        if len(self.seen) > 400:
            raise KeyboardInterrupt
        return super().act(games, rows)


class Cheat:
    """Tries every action on a copy of the table, dice included: in this game of luck, surely stronger."""

    name = "[cheat]"

    def act(self, games, rows):
        return np.array([self._best(games, row) for row in rows])

    def _best(self, games, row):
        legal = np.flatnonzero(games.masks(rows=np.array([row]))[0])
        tries = GameBatch(GAME, len(legal), games.num_players)
        tries.tables = np.repeat(games.tables[[row]], len(legal))
        tries.step(legal)
        lead = 2 * tries.scores[:, games.seat[row]] - tries.scores.sum(axis=1)
        return legal[lead.argmax()]


def text_of(result):
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
    console.print(result.table())
    return console.export_text()


# --- The schedule --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "seats", "lineups"),
    [
        ([0, 1, 1, 1], 4, [(0, 1, 1, 1)]),
        ([0], 3, [(0, 0, 0)]),
        ([0, 1], 3, [(0, 0, 1), (0, 1, 1)]),
        ([0, 0, 1], 4, [(0, 0, 0, 1), (0, 0, 1, 1)]),
        ([0, 1, 2], 2, [(0, 1), (0, 2), (1, 2)]),
        ([0, 1, 1, 1, 1], 4, [(0, 1, 1, 1)]),
        ([0, 0, 1, 1, 1], 4, [(0, 0, 1, 1), (0, 1, 1, 1)]),
        ([0, 0, 1, 2], 3, [(0, 1, 2)]),
    ],
)
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


def test_orders_differ_between_seeds():
    _, seatings = schedule([(0, 1, 2, 3, 4)], 200, seed=0)
    assert len({tuple(seating) for seating in seatings.tolist()}) > 60


def test_seeds_are_those_of_a_batch_with_the_same_seed():
    seeds, _ = schedule([(0, 1, 1)], 9, seed=11)
    assert seeds[::3].tolist() == GameBatch(GAME, 3, 3, seed=11).seeds.tolist()


# --- Playing -------------------------------------------------------------------------------------


def test_the_games_played_are_the_schedule():
    high, low = Rank(), Rank("low", -1)
    result = tournament(GAME, [high, low, low], 30, num_players=3, seed=4, batch=7)
    assert result.agents == ["high", "low"]
    assert result.games == 30
    planned = {
        (seed, seating.index(0)) for seed, seating in zip(result.deals.tolist(), result.seatings.tolist())
    }
    assert len(planned) == 30, "high sits once in each of three seats for ten seeds"
    assert set(high.seen) <= planned
    assert len(set(high.seen)) >= 25, "a hand of equal cards leaves nothing to ask"


def test_scores_and_ranks_are_those_of_the_games():
    high, low = Rank(), Rank("low", -1)
    result = tournament(GAME, [high, low, low], 30, num_players=3, seed=4, reward="win", batch=7)
    for number in range(30):
        games = GameBatch(GAME, 1, 3, reward="win")
        games.reset(seeds=result.deals[[number]])
        while not games.over[0]:
            agent = (high, low)[result.seatings[number, games.seat[0]]]
            games.step(agent.act(games, np.zeros(1, np.int64)))
        scores = games.scores[0]
        assert result.scores[number].tolist() == scores.tolist()
        np.testing.assert_allclose(result.payoffs[number], games.payoff[0], atol=1e-6)
        better = (scores > scores[:, None]).sum(axis=1)
        level = (scores == scores[:, None]).sum(axis=1)
        assert result.ranks[number].tolist() == (better + (level + 1) / 2).tolist()


@pytest.mark.parametrize("reward", ["rank", "margin"])
def test_payoffs_are_of_the_kind_asked_for(reward):
    result = tournament(GAME, [Rank(), Rank("low", -1)], 12, num_players=3, seed=2, reward=reward)
    np.testing.assert_allclose(result.payoffs.sum(axis=1), 0, atol=1e-5)
    mean = (result.scores.sum(axis=1, keepdims=True) - result.scores) / 2
    typical = int(GAME.box_spec.load()[0]["typical_score"])
    expected = 2 - result.ranks if reward == "rank" else (result.scores - mean) / typical
    np.testing.assert_allclose(result.payoffs, expected, atol=1e-5)


def test_the_batch_changes_nothing_for_agents_that_draw_nothing_and_a_seed_repeats_those_that_do():
    def play(agents, batch):
        result = tournament(GAME, agents, 60, num_players=2, seed=8, batch=batch)
        return result.scores.tolist()

    fixed = lambda: [Rank(), Rank("low", -1)]  # noqa: E731
    assert play(fixed(), 5) == play(fixed(), 64)
    assert play(["random", Rank()], 16) == play(["random", Rank()], 16)


def test_a_mirror_gives_a_fair_share_exactly():
    result = tournament(GAME, ["random"], 20, num_players=3)
    figures = result.figure("random")
    assert (figures.games, figures.seats) == (20, 60)
    assert figures.win_share.value == pytest.approx(1 / 3)
    assert figures.mean_rank.value == pytest.approx(2)
    assert sum(share.value for share in result.seat_shares) == pytest.approx(1)


def test_as_many_agents_as_players_fill_the_table():
    assert tournament(GAME, ["random"] * 3, 3).num_players == 3
    assert tournament(GAME, ["random"], 2).num_players == min(GAME.player_counts)


def test_agents_with_one_name_are_told_apart():
    result = tournament(GAME, [Rank("twin"), Rank("twin", -1), "random"], 6, num_players=3)
    assert result.agents == ["twin", "twin (2)", "random"]


@pytest.mark.parametrize(
    ("agents", "games", "kwargs", "words"),
    [
        ([], 10, {}, "at least one"),
        ("random", 10, {}, "needs a list"),
        (["ranom"], 10, {}, "unknown agent 'ranom'"),
        (["human"], 10, {}, "cannot play a tournament"),
        ([object()], 10, {}, "cannot play a tournament"),
        (["random"], 0, {}, "games: 0"),
        (["random"], 1.5, {}, "games: 1.5"),
        (["random"], 10, {"batch": 0}, "batch: 0"),
        (["random"], 10, {"num_players": 9}, "9"),
        (["random"], 10, {"reward": "luck"}, "luck"),
        (["random"], 10, {"seed": -1}, "seed"),
        (["random"], 10, {"options": {"no": 1}}, "unknown option"),
    ],
)
def test_bad_input_gets_one_line(agents, games, kwargs, words):
    with pytest.raises(HustingsError, match=words) as caught:
        tournament(GAME, agents, games, **kwargs)
    assert "\n" not in str(caught.value)


def test_an_illegal_action_names_the_agent():
    class Wrong(Rank):
        def act(self, games, rows):
            return np.full(len(rows), 99)

    with pytest.raises(IllegalAction, match=r"agent wrong: .*99"):
        tournament(GAME, [Wrong("wrong")], 4)


def test_an_agent_that_crashes_is_named_in_one_line():
    class Crash(Rank):
        def act(self, games, rows):
            raise RuntimeError("boom\nand more")

    with pytest.raises(HustingsError, match=r"^agent crash: RuntimeError: boom and more$"):
        tournament(GAME, [Crash("crash")], 4)


def test_progress_counts_up_to_the_total():
    told = []
    tournament(GAME, ["random"], 20, batch=4, on_progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (20, 20)


def test_a_stopped_tournament_keeps_its_complete_seeds():
    result = tournament(GAME, [Stops(), "random", "random"], 3000, num_players=3, batch=10)
    assert result.stopped
    assert 0 < result.games < 3000
    assert result.games == 3 * result.seeds
    assert (result.ranks.sum(axis=1) == 6).all(), "only finished games"
    assert "Stopped before 3,000" in text_of(result)
    assert result.as_json()["stopped"] is True


def test_a_tournament_stopped_at_once_still_makes_sense():
    class Now(Rank):
        def act(self, games, rows):
            raise KeyboardInterrupt

    result = tournament(GAME, [Now(), "random"], 10)
    assert (result.games, result.seeds) == (0, 0)
    assert result.as_json()["agents"][0]["win_share"] == {"value": None, "low": None, "high": None}
    assert "Stopped" in text_of(result)


# --- Figures -------------------------------------------------------------------------------------


def test_winners_share():
    ranks = np.array([[1, 2, 3], [1.5, 1.5, 3], [2, 2, 2]])
    np.testing.assert_allclose(win_shares(ranks), [[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3])


def test_means_over_groups_by_hand():
    values = np.array([[1.0, 0, 4, 2], [3, 3, 3, 5]])
    chosen = np.array([[True, True, False, True], [False, False, False, False]])
    first, second = cluster_means(values, chosen, np.array([7, 7, 9, 9]))
    assert first[0].value == pytest.approx(1)
    assert second[0].value == pytest.approx(11 / 3)
    assert np.isnan([*first[1]]).all()
    # The replicates are both clusters (1), the first twice (0.5) or the second twice (2).
    assert (first[0].low, first[0].high) == (0.5, 2)


def test_the_interval_is_over_clusters():
    stream = np.random.default_rng(0)
    values = stream.random((1, 200))
    chosen = np.ones((1, 200), bool)
    once = cluster_means(values, chosen, np.arange(200))[0][0]
    copies = cluster_means(
        np.repeat(values, 24, axis=1), np.repeat(chosen, 24, axis=1), np.repeat(np.arange(200), 24)
    )[0][0]
    naive = cluster_means(np.repeat(values, 24, axis=1), np.repeat(chosen, 24, axis=1), np.arange(4800))[0][0]
    assert copies == pytest.approx(once), "games repeated within a seed tell nothing new"
    assert naive.high - naive.low < 0.3 * (once.high - once.low)
    error = values.std() / np.sqrt(200)
    assert once.high - once.low == pytest.approx(2 * 1.96 * error, rel=0.1)


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    stream = np.random.default_rng(1)
    hits = 0
    for trial in range(100):
        level = np.repeat(stream.random(60), 4)  # what is common to the games of a seed
        won = (stream.random(240) < level).astype(float)[None]
        estimate = cluster_means(won, np.ones((1, 240), bool), np.repeat(np.arange(60), 4), trial)[0][0]
        hits += estimate.low <= 0.5 <= estimate.high
    assert 87 <= hits <= 100


@pytest.mark.parametrize(("value", "low", "high"), [(1, 0.025**0.1, 1), (0, 0, 1 - 0.025**0.1)])
def test_where_all_deals_agree_the_interval_is_exact(value, low, high):
    values, ten_deals = np.full((1, 30), float(value)), np.repeat(np.arange(10), 3)
    estimate = cluster_means(values, np.ones((1, 30), bool), ten_deals, ends=[(0, 1)])[0][0]
    assert estimate == pytest.approx((value, low, high))


def test_the_exact_interval_reaches_as_far_as_the_figure_can_be():
    values, deals = np.ones((2, 10)), np.arange(10)
    rank, score = cluster_means(values, np.ones((1, 10), bool), deals, ends=[(1, 4), None])
    assert rank[0] == pytest.approx((1, 1, 1 + 3 * (1 - 0.025**0.1)))
    assert score[0] == (1, 1, 1), "nobody knows how far a score could go"


def test_the_exact_interval_covers_the_truth():
    """Of tournaments whose deals are won with a chance at its lower end, 2.5 % are won whole."""
    low = cluster_means(np.ones((1, 20)), np.ones((1, 20), bool), np.arange(20), ends=[(0, 1)])[0][0].low
    assert low**20 == pytest.approx(0.025)


def test_a_tournament_won_whole_is_not_certain():
    result = tournament(GAME, [Rank(), "random"], 20, num_players=2)
    result.ranks = np.where(result.seatings == 0, 1.0, 2.0)
    deals = len(set(result.deals.tolist()))
    won, lost = result.figures
    assert won.win_share == pytest.approx((1, 0.025 ** (1 / deals), 1))
    assert lost.mean_rank == pytest.approx((2, 1 + 0.025 ** (1 / deals), 2))


def test_one_cluster_has_no_interval():
    estimate = cluster_means(np.ones((1, 3)), np.ones((1, 3), bool), np.zeros(3))[0][0]
    assert estimate.value == 1
    assert np.isnan([estimate.low, estimate.high]).all()


def synthetic(games=300, seed=0):
    """Agent 0 beats 1 beats 2, mostly; agent 2 has two seats."""
    stream = np.random.default_rng(seed)
    seatings = np.array([stream.permutation([0, 1, 2, 2]) for _ in range(games)])
    strength = stream.normal(size=seatings.shape) - seatings
    return seatings, 1.0 + (strength[:, :, None] < strength[:, None, :]).sum(axis=2)


def test_ratings_order_the_agents():
    seatings, ranks = synthetic()
    first, second, third = ratings(seatings, ranks, 3, np.arange(300))
    assert first.mu > second.mu > third.mu
    assert first.ordinal > second.ordinal > third.ordinal
    assert first.ordinal == pytest.approx(first.mu - 3 * first.sigma)


def test_ratings_hardly_depend_on_the_order_of_the_games():
    seatings, ranks = synthetic()
    there = ratings(seatings, ranks, 3, np.arange(300))
    back = ratings(seatings[::-1], ranks[::-1], 3, np.arange(300)[::-1])
    for a, b in zip(there, back):
        assert abs(a.mu - b.mu) < a.sigma


def test_equal_agents_in_unequal_numbers_of_seats_are_rated_alike():
    stream = np.random.default_rng(2)
    seatings = np.array([stream.permutation([0, 1, 1, 1]) for _ in range(600)])
    ranks = np.array([stream.permutation(4) + 1.0 for _ in range(600)])
    few, many = ratings(seatings, ranks, 2, np.arange(600))
    assert abs(few.mu - many.mu) < 2 * (few.sigma + many.sigma)


def test_the_interval_of_a_rating_holds_the_ratings_of_other_deals():
    """Of twelve tournaments with fresh deals, each one's interval holds most of the others' mean."""

    def rated(seed):
        seatings, ranks = synthetic(200, seed)
        return ratings(seatings, ranks, 3, np.repeat(np.arange(50), 4), seed)[0]

    runs = [rated(seed) for seed in range(12)]
    truth = np.mean([run.mu for run in runs])
    assert sum(run.low <= truth <= run.high for run in runs) >= 9
    widths = [run.high - run.low for run in runs]
    assert np.mean(widths) < 8 * np.std([run.mu for run in runs], ddof=1), "and is no wider than it must be"


def test_ratings_of_a_single_deal_have_no_interval():
    seatings, ranks = synthetic(5)
    assert np.isnan(ratings(seatings, ranks, 3, np.zeros(5))[0].low)


def test_the_stronger_agent_wins_more_and_the_seat_effect_is_shown():
    result = tournament(GAME, [Cheat(), "random"], 200, num_players=2, seed=1)
    high, low = result.figures
    assert high.mean_score.low > low.mean_score.high
    assert high.win_share.low > 0.5
    assert low.win_share.high < 0.5
    assert high.mean_rank.high < 1.5 < low.mean_rank.low
    assert high.rating.ordinal > low.rating.ordinal
    assert high.win_share.value + low.win_share.value == pytest.approx(1)
    assert np.mean(high.by_seat) == pytest.approx(high.win_share.value)
    by_hand = win_shares(result.ranks)[:, 0]
    assert result.seat_shares[0].value == pytest.approx(by_hand.mean())


def test_thinking_is_timed_from_the_second_call_on():
    class Slow(Rank):
        def act(self, games, rows):
            time.sleep(0.2 if not self.seen else 0.002 * len(rows))
            return super().act(games, rows)

    result = tournament(GAME, [Slow(), "random"], 8, num_players=2, batch=1)
    assert 2 <= result.figure("high").milliseconds < 20


def test_a_result_shows_itself_in_a_notebook_and_as_a_frame(monkeypatch):
    result = tournament(GAME, ["random", Cheat()], 20, num_players=2)
    page = result._repr_html_()
    assert page.startswith("<pre")
    assert "[cheat]" in page
    assert "win share %" in page
    frame = result.to_frame()
    assert list(frame["agent"]) == [figures.name for figures in result.ranking]
    assert frame["win_share_low"][0] == result.ranking[0].win_share.low


def test_a_frame_is_of_the_library_at_hand(monkeypatch):
    rows = [{"agent": "a", "win_share": 0.5}, {"agent": "b", "win_share": 0.25}]
    polars = ModuleType("polars")
    polars.DataFrame = dict
    polars.__spec__ = ModuleSpec("polars", None)
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", polars)
    assert to_frame(rows) == {"agent": ["a", "b"], "win_share": [0.5, 0.25]}
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(HustingsError, match="needs pandas or polars: pip install pandas"):
        to_frame(rows)


def test_shares_are_told_in_percent():
    assert format_percent(Estimate(1, 0.9963, 1)) == "100 (99.6-100)"
    assert format_percent(Estimate(0.25, np.nan, np.nan)) == "25.0"
    assert format_percent(Estimate(np.nan, np.nan, np.nan)) == "-"


def test_json_round_trip():
    result = tournament(GAME, ["random", Rank()], 20, num_players=2, seed=5, options={"double": True})
    tree = result.as_json()
    assert json.loads(json.dumps(tree, allow_nan=False)) == tree
    assert tree["agents"][1]["name"] == "high"
    assert tree["options"]["double"] is True
    assert tree["fair_share"] == 0.5
    shares = [agent["win_share"]["value"] for agent in tree["agents"]]
    assert sum(shares) == pytest.approx(1)
    for agent in tree["agents"]:
        assert agent["win_share"]["low"] <= agent["win_share"]["value"] <= agent["win_share"]["high"]


def test_the_table_fits_a_terminal_and_shows_the_best_first():
    result = tournament(GAME, ["random", Cheat()], 100, num_players=2)
    text = text_of(result)
    assert max(map(len, text.splitlines())) <= 80
    assert text.index("[cheat]") < text.index("random")
    assert "fair win share is 50.0 %" in text
    assert "rough" not in text
    assert "Only 2 deals" in text_of(tournament(GAME, ["random", Rank()], 4, num_players=2))


def test_the_same_seed_gives_the_same_figures():
    one, two = (tournament(GAME, ["random", Rank()], 30, num_players=2, seed=6).as_json() for _ in "ab")
    one.pop("seconds"), two.pop("seconds")
    assert one == two


def test_a_name_that_did_not_play():
    with pytest.raises(HustingsError, match="no agent 'x'"):
        tournament(GAME, ["random"], 2).figure("x")


def test_an_agent_of_make_may_be_mixed_with_objects():
    result = tournament(GAME, [make("random", GAME, 3), "random"], 8, num_players=2)
    assert result.agents == ["random", "random (2)"]


# --- The picture ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small():
    return tournament(GAME, ["random", Cheat()], 60, num_players=2)


def test_the_picture_is_a_png_and_overwrites_nothing(small, tmp_path):
    path = tmp_path / "result.png"
    plot(small, path)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") > 600, "pixels wide"
    with pytest.raises(HustingsError, match="exists"):
        plot(small, path)
    assert path.read_bytes() == data
    assert [found.name for found in tmp_path.iterdir()] == ["result.png"], "nothing else is left behind"


@pytest.mark.parametrize(
    ("name", "words"), [("no/x.png", "no such folder"), ("x.bmp", "ends in"), ("x", "ends in")]
)
def test_a_picture_that_cannot_be_written_is_refused_beforehand(tmp_path, name, words):
    with pytest.raises(HustingsError, match=words):
        check_plot_path(tmp_path / name)


def test_the_picture_shows_every_agent_at_its_figures(small):
    figure = draw(small)
    shares, scores = figure.axes
    assert [tick.get_text() for tick in shares.get_yticklabels()] == ["[cheat]", "random"]
    best, other = small.figure("[cheat]"), small.figure("random")
    for axes, name in ((shares, "win_share"), (scores, "mean_score")):
        drawn = [container.lines[0].get_xdata()[0] for container in axes.containers]
        assert drawn == pytest.approx([getattr(best, name).value, getattr(other, name).value])
        ends = axes.containers[0].lines[2][0].get_segments()[0][:, 0]
        assert ends.tolist() == pytest.approx([getattr(best, name).low, getattr(best, name).high])


def test_a_stopped_or_empty_result_can_be_drawn(tmp_path):
    class Now(Rank):
        def act(self, games, rows):
            raise KeyboardInterrupt

    plot(tournament(GAME, [Now("$x_"), "random"], 10), tmp_path / "empty.png")
    plot(tournament(GAME, ["random"], 1), tmp_path / "one.png")
    assert len(list(tmp_path.iterdir())) == 2
