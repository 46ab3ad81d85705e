"""Leaderboards: who meets whom, what becomes of agents that fail, files, stops and going on."""

import functools
import json
from collections import Counter

import numpy as np
import pytest

import tinygame
from hustings.agents.policy import POLICY, load_policy
from hustings.envs import GAMES, HustingsError
from hustings.training import exploit, leaderboard, load_leaderboard, saved_leaderboard
from hustings.training.code_hash import without_prose
from hustings.training.evaluation.head_to_head import head_to_head, lottery, maximal_lottery, shares_ahead
from hustings.training.evaluation.leaderboard import season as leaderboards
from hustings.training.evaluation.leaderboard.model import Exploited
from hustings.training.evaluation.leaderboard.storage import SAVED, save
from players import Bids, Cheats, Crashes, Stops, text_of

GAME = tinygame.GAME


def field(*more):
    return ["random", Bids("high"), Bids("low", -1), *more]


def play(games=60, agents=None, **kwargs):
    kwargs = {"num_players": 2, "batch": 24, "seed": 3, **kwargs}
    return leaderboard(GAME, games=games, agents=agents or field(), **kwargs)


def games_of(board):
    r = board.result
    return [part.tolist() for part in (r.deals, r.seatings, r.scores, r.ranks)]


# --- Who is ahead of whom ------------------------------------------------------------------------


def test_meetings_are_counted_by_hand():
    seatings = np.array([[0, 1, 1], [2, 0, 1]])
    ranks = np.array([[1, 2.5, 2.5], [1.5, 1.5, 3]])
    met = head_to_head(seatings, ranks, 3, np.array([5, 6]))
    table = shares_ahead(met)
    assert table[0][1].value == 1, "ahead of both copies of 1, and of 1 again"
    assert table[1][0].value == 0
    assert table[0][2].value == table[2][0].value == 0.5, "a tie counts half"
    assert table[2][1].value == 1
    assert np.isnan(table[1][1].value)
    assert table[0][1].low == pytest.approx(0.025**0.5), "two deals"


def test_the_lottery_is_the_winner_or_shared_by_a_circle():
    winner = np.array([[0.5, 0.7, 0.6], [0.3, 0.5, 0.6], [0.4, 0.4, 0.5]])
    assert maximal_lottery(winner) == pytest.approx([1, 0, 0])
    # 0 beats 1 by 0.4, 1 beats 2 by 0.2, 2 beats 0 by 0.4: each gets what the other two differ by.
    circle = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.6], [0.7, 0.4, 0.5]])
    assert maximal_lottery(circle) == pytest.approx([0.2, 0.4, 0.4])


def test_a_copy_of_an_agent_changes_nothing_for_the_others():
    one = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.6], [0.7, 0.4, 0.5]])
    copied = one[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    lots = maximal_lottery(copied)
    assert [lots[0] + lots[1], *lots[2:]] == pytest.approx([0.2, 0.4, 0.4])


def test_the_lottery_has_an_interval_over_deals():
    stream = np.random.default_rng(0)
    seatings = np.array([[0, 1], [1, 0]] * 100)
    level = stream.random(200) < 0.5
    ranks = np.column_stack([1 + level, 2 - level]).astype(float)
    undecided = lottery(head_to_head(seatings, ranks, 2, np.repeat(np.arange(100), 2)))
    assert (undecided[0].low, undecided[0].high) == (0, 1)
    sure = lottery(head_to_head(seatings, 1.0 + seatings, 2, np.repeat(np.arange(100), 2)))
    assert sure[0] == (1, 1, 1)


# --- Playing -------------------------------------------------------------------------------------


def test_all_sets_of_agents_meet_equally_often_and_sit_fairly():
    board = play(72, num_players=3, agents=field(Bids("high too")), batch=12)
    met = Counter(tuple(sorted(seating)) for seating in board.result.seatings.tolist())
    assert len(met) == 4
    assert max(met.values()) - min(met.values()) <= 3
    for agent in range(4):
        assert len(set((board.result.seatings == agent).sum(axis=0).tolist())) == 1
    assert board.result.games == 72
    assert max(Counter(board.result.deals.tolist()).values()) <= 12


def test_figures_table_json_and_frame_agree():
    board = play()
    rows = {row["agent"]: row for row in board.rows()}
    tree = json.loads(json.dumps(board.as_json(), allow_nan=False))
    for entry in tree["agents"]:
        row = rows[entry["name"]]
        assert row["win_share"] == entry["win_share"]["value"]
        assert row["lottery_low"] == entry["lottery"]["low"]
        assert row["rating_low"] <= row["rating"] <= row["rating_high"]
        assert row["milliseconds"] > 0
    assert tree["ahead"]["high"]["low"]["value"] == board.share_ahead("high", "low").value
    text = text_of(board)
    assert max(map(len, text.splitlines())) <= 80
    assert f"{100 * board.standings[0].figures.win_share.value:.1f} (" in text
    assert "Row ends ahead of column" in board._repr_html_()
    frame = board.meetings_to_frame()
    assert len(frame) == 6
    assert sum(row["lottery"] for row in rows.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("failing", "reason"),
    [(Crashes("odd", calls=9), "RuntimeError: out of ideas for good"), (Cheats("odd", calls=9), "99")],
)
def test_an_agent_that_fails_is_named_and_left_out(failing, reason):
    board = play(120, agents=[*field(), failing], num_players=3, batch=24)
    assert reason in board.left_out["odd"]
    assert board.agents == ["random", "high", "low"]
    assert board.result.games >= 120
    assert board.result.seatings.max() == 2, "none of its games count"
    text = text_of(board)
    assert "its games do not count: odd (" in text
    for agent in range(3):
        assert len(set((board.result.seatings == agent).sum(axis=0).tolist())) == 1, "seats stay fair"
    assert board.as_json()["left_out"] == board.left_out


def test_where_too_few_are_left_there_is_no_leaderboard():
    with pytest.raises(HustingsError, match=r"fewer than two are left to play \(odd: RuntimeError"):
        play(agents=["random", Crashes("odd", calls=2)])


@pytest.mark.parametrize(
    ("agents", "kwargs", "words"),
    [
        (["random"], {}, "at least two"),
        ("random", {}, "at least two"),
        (["random", "random"], {}, "'random' is there twice"),
        ([Bids("random"), "random"], {}, "'random' is there twice"),
        (["random", "human"], {}, "'human' cannot play"),
        (["random", "alphago"], {}, "unknown agent 'alphago'"),
        (["random", object()], {}, "cannot play"),
        (["random", "search:iterations=0"], {}, "iterations=0"),
        (["random", "search:trust=1,algorithm=tree"], {}, "trust belongs to algorithm=paired"),
        (["random", "search:playouts=royalist"], {}, "no such bot"),
        (field(), {"games": 0}, "games: 0"),
        (field(), {"exploit": 0}, "exploit: 0"),
        (field(), {"batch": 0}, "batch: 0"),
        (field(), {"num_players": 9}, "not 9"),
        (field(), {"seed": -1}, "seed: -1"),
        (field(), {"out": "no/where.json"}, "no such folder"),
        (field(), {"out": "."}, "exists"),
    ],
)
def test_bad_input_gets_one_line_and_plays_nothing(agents, kwargs, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HustingsError, match=words) as caught:
        play(agents=agents, **{"out": "new.json", **kwargs})
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


# --- Exploitability ------------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch):
    """Searches that exploit are short, and play out at random: the tiny game has no bots."""
    short = functools.partial(exploit, search={"playouts": "random", "iterations": 2})
    monkeypatch.setattr(leaderboards, "against_copies", short)
    return short


def test_a_search_plays_copies_of_all_but_searches(tmp_path, hasty):
    path, agents = tmp_path / "board.json", field("search:iterations=4,playouts=random")
    board = play(24, agents, exploit=16, out=path)
    assert set(board.exploited) == {"random", "high", "low"}
    found = hasty(Bids("high"), GAME, games=16, num_players=2, seed=3)
    assert board.exploited["high"] == Exploited(found.exploiter, 16, found.gain)
    rows = {row["agent"]: row["exploitable"] for row in board.rows()}
    assert rows["high"] == found.gain.value
    assert np.isnan(rows["search:iterations=4,playouts=random"])
    text = text_of(board)
    assert max(map(len, text.splitlines())) <= 80
    assert "exploitable %" in text
    assert "exploitable %" not in text_of(play())
    assert text_of(load_leaderboard(path, GAME)) == text
    assert "--exploit 16" in board.command
    entries = {entry["name"]: entry for entry in board.as_json()["agents"]}
    assert entries["high"]["exploited"]["games"] == 16
    assert "exploited" not in entries["search:iterations=4,playouts=random"]


def test_what_was_stopped_among_copies_goes_on_with_those_that_are_missing(tmp_path, hasty):
    path, agents = tmp_path / "board.json", ["random", Bids("high"), Bids("low", -1)]
    counted = Bids("low", -1)
    play(24, ["random", Bids("high"), counted])
    late = Stops("low", -1, calls=10**9 - counted.calls)  # in its first decision against a search
    stopped = play(24, ["random", Bids("high"), late], exploit=16, out=path)
    assert stopped.result.stopped
    assert list(stopped.exploited) == ["random", "high"]
    assert "Stopped before a search had played" in text_of(stopped)
    whole = play(24, agents, out=path, resume=True)
    assert not whole.result.stopped
    assert games_of(whole) == games_of(stopped)
    assert whole.exploited["low"] == play(24, agents, exploit=16).exploited["low"]


# --- Files ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A finished leaderboard, and its file."""
    path = tmp_path_factory.mktemp("boards") / "board.json"
    return play(out=path), path


def test_the_table_is_made_again_from_the_file(kept):
    board, path = kept
    again = load_leaderboard(path, GAME)
    assert again.as_json() == board.as_json()
    assert text_of(again) == text_of(board)
    assert games_of(again) == games_of(board)
    tree = json.loads(path.read_text())
    assert tree["command"].startswith("hustings leaderboard tinygame --games 60 --players 2 --agents random,")
    assert {"hustings", "python", "numpy", "numba", "processor"} <= tree["made_with"].keys()


def test_a_file_is_not_overwritten(kept):
    before = kept[1].read_bytes()
    with pytest.raises(HustingsError, match="exists; choose another file, or resume it"):
        play(out=kept[1])
    assert kept[1].read_bytes() == before


def test_what_was_stopped_and_resumed_has_the_games_of_what_was_not(kept, tmp_path):
    path = tmp_path / "stopped.json"
    stopped = play(agents=["random", Stops("high", calls=12), Bids("low", -1)], out=path)
    assert stopped.result.stopped
    assert 0 < stopped.result.games < 60
    assert "Stopped before 60 games" in text_of(stopped)
    resumed = play(None, out=path, resume=True)
    assert games_of(resumed) == games_of(kept[0])
    assert not resumed.result.stopped
    assert games_of(load_leaderboard(path, GAME)) == games_of(kept[0])


def test_a_kill_loses_little(tmp_path, monkeypatch):
    """Every part is written before the next begins, when so much time has passed."""
    monkeypatch.setattr(leaderboards, "SAVE_SECONDS", 0.0)
    path, seen = tmp_path / "board.json", []

    def look(done, total):
        if path.exists():
            seen.append(load_leaderboard(path, GAME).result.games)

    play(out=path, on_progress=look)
    assert {24, 48} <= set(seen)


def test_a_file_can_be_gone_on_with_for_more_games(kept, tmp_path):
    path = tmp_path / "more.json"
    path.write_bytes(kept[1].read_bytes())
    more = play(120, out=path, resume=True)
    assert more.result.games == 120
    assert games_of(more)[0][:60] == games_of(kept[0])[0]
    assert max(more.decisions) > max(kept[0].decisions)


@pytest.mark.parametrize(
    ("kwargs", "words"),
    [
        ({"seed": 4}, "seed 3, not 4"),
        ({"num_players": 3}, "players 2, not 3"),
        ({"batch": 7}, "batch 24, not 7"),
        ({"agents": ["random", Bids("high")]}, "agents 'random,high,low', not 'random,high'"),
        ({"options": {"double": True}}, "box or options"),
    ],
)
def test_a_file_that_was_begun_otherwise_is_refused(kept, kwargs, words):
    before = kept[1].read_bytes()
    with pytest.raises(HustingsError, match=words):
        play(out=kept[1], resume=True, **kwargs)
    assert kept[1].read_bytes() == before


def test_a_file_of_other_code_is_refused_and_its_table_says_so(kept, tmp_path):
    board, _ = kept
    old = load_leaderboard(kept[1], GAME)
    old.code = "0123456789abcdef"
    save(old, tmp_path / "old.json")
    with pytest.raises(HustingsError, match="has been edited since; choose another file"):
        play(out=tmp_path / "old.json", resume=True)
    assert "has been edited since" in text_of(load_leaderboard(tmp_path / "old.json", GAME))
    assert "has been edited since" not in text_of(board)


def test_the_code_of_a_leaderboard_leaves_out_prose():
    code = '"""One."""\n\ndef play():\n    """Two\n    lines."""\n    # three\n    return "four"  # five\n'
    assert without_prose(code) == 'def play():\n    return "four"  # five'
    assert without_prose(code.replace("One", "1").replace("# three\n", "\n")) == without_prose(code)
    assert without_prose(code.replace("four", "4")) != without_prose(code)


def test_no_code_is_run_because_a_file_names_it(kept, tmp_path, monkeypatch):
    (tmp_path / "evil.py").write_text("raise SystemExit('evil')\n")
    monkeypatch.syspath_prepend(tmp_path)
    text = kept[1].read_text().replace('"high"', '"evil:Bot"')
    (tmp_path / "board.json").write_text(text)
    with pytest.raises(HustingsError, match=r"no code is run because a file names it; give the agents again"):
        leaderboard(GAME, out=tmp_path / "board.json", resume=True)


def _without(name):
    return lambda tree: tree.pop(name)


DAMAGE = {
    "no agents": _without("agents"),
    "no clocks": _without("thinking"),
    "no games": _without("games"),
    "no code": _without("code"),
    "an agent twice": lambda tree: tree["agents"].append("random"),
    "nobody sits there": lambda tree: tree["games"][3].__setitem__(1, [0, 7]),
    "ranks that cannot be": lambda tree: tree["games"][3].__setitem__(3, [1, 1]),
    "ranks that are no numbers": lambda tree: tree["games"][3].__setitem__(3, [float("nan"), 1]),
    "a seat too many": lambda tree: tree["games"][3].__setitem__(1, [0, 1, 0]),
    "a deal below 0": lambda tree: tree["games"][3].__setitem__(0, -1),
    "points as words": lambda tree: tree["games"][3].__setitem__(2, ["a", "b"]),
    "players": lambda tree: tree.update(num_players=9),
    "seconds": lambda tree: tree["thinking"]["high"].update(seconds=-1),
    "seed": lambda tree: tree.update(seed="x"),
    "no number of games": lambda tree: tree.update(exploit="x"),
    "exploited by nobody": lambda tree: tree.update(exploited={"high": {"games": 4, "gain": [0, 0, 0]}}),
    "a stranger exploited": lambda tree: tree.update(
        exploited={"alphago": {"exploiter": "search", "games": 4, "gain": [0, 0, 0]}}
    ),
    "more won than there is": lambda tree: tree.update(
        exploited={"high": {"exploiter": "search", "games": 4, "gain": [0, 0, 2]}}
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_one_line(kept, tmp_path, damage):
    tree = json.loads(kept[1].read_text())
    DAMAGE[damage](tree)
    (tmp_path / "bad.json").write_text(json.dumps(tree))
    with pytest.raises(
        HustingsError, match=r"bad.json: damaged, (entries are missing or malformed|not JSON)"
    ):
        load_leaderboard(tmp_path / "bad.json", GAME)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "damaged, not JSON"),
        ("[]", "not a leaderboard of hustings"),
        ('{"format": "hustings-replay"}', "not a leaderboard of hustings"),
        ('{"format": "hustings-leaderboard", "format_version": 9}', "of another version of hustings"),
        (
            '{"format": "hustings-leaderboard", "format_version": 1, "game": "liberte", "game_version": 0}',
            "a leaderboard of liberte_v0, not of tinygame_v0",
        ),
        (
            '{"format": "hustings-leaderboard", "format_version": 1, "game": "tinygame", "game_version": 1}',
            "a leaderboard of tinygame_v1, not of tinygame_v0",
        ),
    ],
)
def test_a_file_that_is_something_else_is_one_line(tmp_path, text, words):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(HustingsError, match=words):
        load_leaderboard(tmp_path / "x.json", GAME)
    with pytest.raises(HustingsError, match=words):
        play(out=tmp_path / "x.json", resume=True)
    assert (tmp_path / "x.json").read_text() == text


def test_a_leaderboard_stopped_at_once_still_makes_sense():
    board = play(agents=["random", Stops("high", calls=0)])
    assert (board.result.games, board.result.stopped) == (0, True)
    json.dumps(board.as_json(), allow_nan=False)
    assert "Stopped" in text_of(board)


@pytest.mark.parametrize("path", sorted(SAVED.glob("*.json")), ids=lambda path: path.stem)
def test_what_comes_with_hustings_is_whole(path):
    game = GAMES[path.stem]
    board = saved_leaderboard(game)
    assert load_policy(POLICY, game).plays(board.result.num_players)
    assert board.result.games >= board.result.requested
    assert {"random", "greedy", "greedy:v1", "search", "policy"} <= set(board.agents)
    assert {"greedy", "policy"} <= set(board.exploited)
    assert not board.left_out


def test_a_game_without_a_leaderboard_has_none():
    assert saved_leaderboard(GAME) is None
