"""Files of leaderboards: made again from them, damaged, of something else, and those of the suite."""

import json
from dataclasses import replace

import numpy as np
import pytest

from hustings.envs import GAMES, HustingsError
from hustings.envs.core.io.parsing import MOST_VALUES
from hustings.training import load_leaderboard, saved_leaderboard
from hustings.training.evaluation.display import without_nan
from hustings.training.evaluation.leaderboard import season, storage
from hustings.training.evaluation.leaderboard.board import SavedBoard
from hustings.training.evaluation.leaderboard.storage import SAVED

from ....players import text_of
from ....tinygame import GAME
from .boards import field, games_of, play


def test_the_table_is_made_again_from_the_file(kept):
    board, path = kept
    again = load_leaderboard(path, GAME)
    assert again.as_json() == board.as_json()
    assert text_of(again) == text_of(board)
    assert games_of(again) == games_of(board)
    tree = json.loads(path.read_text())
    assert tree["command"].startswith("hustings leaderboard tinygame --games 60 --players 2 --agents random,")
    assert tree["command"].endswith("  # in Python with batch=24, on which random agents depend")
    assert "#" not in play(1, batch=128).command
    assert {"hustings", "python", "numpy", "numba", "processor"} <= tree["made_with"].keys()


# Most entries that are missing or of another type are in tests/fuzz.
DAMAGE = {
    "an agent twice": lambda tree: tree["agents"].append("random"),
    "nobody sits there": lambda tree: tree["games"][3].__setitem__(1, [0, 7]),
    "ranks that cannot be": lambda tree: tree["games"][3].__setitem__(3, [1, 1]),
    "ranks that are no numbers": lambda tree: tree["games"][3].__setitem__(3, [float("nan"), 1]),
    "seconds": lambda tree: tree["thinking"]["high"].update(seconds=-1),
    "a revision that is none": lambda tree: tree.update(revision="x"),
    "a seat too many": lambda tree: tree["games"][3].__setitem__(1, [0, 1, 0]),
    "players": lambda tree: tree.update(num_players=9),
    "a stranger exploited": lambda tree: tree.update(
        exploited={"alphago": {"exploiter": "search", "games": 4, "gain": [0, 0, 0]}}
    ),
    "another reward": lambda tree: tree.update(reward="lead"),
    "a seed below 0": lambda tree: tree.update(seed=-1),
    "more deals than anybody plays": lambda tree: tree.update(deals=[2**60 - 1, 0, 0]),
    "more games asked for than anybody plays": lambda tree: tree.update(requested=2**50),
    "a batch that no memory holds": lambda tree: tree.update(batch=2**40),
    "deals of another seed": lambda tree: tree.update(seed=4),
    "fewer deals than there are": lambda tree: tree.update(deals=[2, 0, 0]),
    "deals of no class": lambda tree: tree.update(deals=tree["deals"][:1]),
    "no number of games without searches": lambda tree: tree.update(games_asked=-1),
    "a deal too often": lambda tree: tree["games"].extend(tree["games"][:1] * 12),
    "another number of lineups": lambda tree: tree.update(lineups=7),
    "agents too many to meet": lambda tree: tree["agents"].extend(map(str, range(300))),
    "more won than there is": lambda tree: tree.update(
        exploited={"high": {"exploiter": "search", "games": 4, "gain": [0, 0, 2]}}
    ),
}


FIGURES = {
    "an agent twice": lambda tree: tree["agents"].append(tree["agents"][0]),
    "no command": lambda tree: tree.pop("command"),
    "another game": lambda tree: tree.update(game="liberte"),
}


@pytest.mark.parametrize(
    ("damages", "name"), [*((DAMAGE, name) for name in DAMAGE), *((FIGURES, name) for name in FIGURES)]
)
def test_a_damaged_file_is_one_line(kept, tmp_path, damages, name):
    board, path = kept
    tree = json.loads(path.read_text() if damages is DAMAGE else json.dumps(board.as_json()))
    damages[name](tree)
    (tmp_path / "bad.json").write_text(json.dumps(tree))
    words = "damaged, (entries are missing or malformed|not JSON)"
    if name == "another game":
        words = "a leaderboard of liberte_v0, not of tinygame_v0"
    with pytest.raises(HustingsError, match=f"bad.json: {words}"):
        load_leaderboard(tmp_path / "bad.json", GAME)


def test_the_most_games_that_can_be_asked_for_can_be_saved_and_read(tmp_path, monkeypatch):
    for module in (season, storage):
        monkeypatch.setattr(module, "MAX_GAMES", 24)
        monkeypatch.setattr(module, "most_games_of", lambda players: 48 + 12 * (players + 1))
    agents = field("search:iterations=1,playouts=random")
    board = play(24, agents, search_games=24, out=tmp_path / "most.json")
    assert board.result.games >= 2 * 24
    assert games_of(load_leaderboard(tmp_path / "most.json", GAME)) == games_of(board)


@pytest.mark.parametrize("players", [2, 7])
def test_a_file_of_the_most_games_has_no_more_values_than_are_read(tmp_path, players):
    board, texts = play(1), []
    for games in (1, 2):
        shape = games, players
        arrays = {"seatings": np.zeros(shape, np.int64), "scores": np.zeros(shape, np.int32)}
        arrays |= {"ranks": np.ones(shape), "payoffs": np.ones(shape), "forfeits": np.ones(shape, bool)}
        result = replace(board.result, num_players=players, deals=np.zeros(games, np.uint64), **arrays)
        storage.save(replace(board, result=result), tmp_path / "file.json")
        texts.append((tmp_path / "file.json").read_text())
    of_a_game = sum(texts[1].count(mark) - texts[0].count(mark) for mark in ",[{")
    assert 0.8 * MOST_VALUES < storage.most_games_of(players) * of_a_game < MOST_VALUES - 1000


def test_a_path_that_is_none_is_one_line():
    with pytest.raises(HustingsError, match="path: None is not a path; saved_leaderboard has"):
        load_leaderboard(None)


@pytest.mark.parametrize(("text", "words"), [
    ("{", "damaged, not JSON"),
    ("[]", "not a leaderboard of hustings"),
    ('{"format": "hustings-replay"}', "not a leaderboard of hustings"),
    ('{"format": "hustings-leaderboard", "format_version": 9}', "of another version of hustings"),
    ('{"format": "hustings-leaderboard", "format_version": 2, "game": "liberte", "game_version": 0}',
     "a leaderboard of liberte_v0, not of tinygame_v0"),
    ('{"format": "hustings-leaderboard", "format_version": 2, "game": "tinygame", "game_version": 1}',
     "a leaderboard of tinygame_v1, not of tinygame_v0"),
])  # fmt: skip
def test_a_file_that_is_something_else_is_one_line(tmp_path, text, words):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(HustingsError, match=words):
        load_leaderboard(tmp_path / "x.json", GAME)
    with pytest.raises(HustingsError, match=words):
        play(out=tmp_path / "x.json", resume=True)
    assert (tmp_path / "x.json").read_text() == text


def test_the_figures_alone_say_the_same(kept, tmp_path):
    board, path = kept
    (tmp_path / "figures.json").write_text(json.dumps(board.as_json()))
    alone = load_leaderboard(tmp_path / "figures.json", GAME)
    assert text_of(alone) == text_of(board) == text_of(load_leaderboard(path, GAME))
    assert without_nan(alone.rows()) == without_nan(board.rows())
    assert alone.share_ahead("random", "high") == board.share_ahead("random", "high")
    with pytest.raises(HustingsError, match=r"without its games, only to be shown; give another file"):
        play(out=tmp_path / "figures.json", resume=True)


def test_a_board_of_another_revision_is_shown_and_not_gone_on_with(kept, tmp_path):
    tree = json.loads(kept[1].read_text())
    (tmp_path / "old.json").write_text(json.dumps({**tree, "revision": 0}))
    words = "at revision 0 of Tiny Game, which is at 1 today"
    with pytest.raises(HustingsError, match=f"old.json: was begun {words}; choose another file"):
        play(out=tmp_path / "old.json", resume=True)
    assert GAME.other_revision(load_leaderboard(tmp_path / "old.json", GAME).result.revision) == words
    assert GAME.other_revision(kept[0].result.revision) == ""


def test_one_of_our_games_says_that_its_rules_were_others():
    today, tree = GAMES["liberte"].revision, saved_leaderboard("liberte").as_json()
    assert "It was played" not in text_of(SavedBoard({**tree, "revision": today}))
    older = text_of(SavedBoard({**tree, "revision": 0}))
    assert f"It was played at revision 0 of Liberté, which is at {today} today." in older


@pytest.mark.parametrize("path", sorted(SAVED.glob("*.json")), ids=lambda path: path.stem)
def test_what_comes_with_hustings_is_whole(path):
    name, _, players = path.stem.rpartition("_")
    board = saved_leaderboard(GAMES[name], int(players))
    assert board.num_players == int(players)
    assert {"policy", "strong", "greedy", "random"} <= set(board.agents)
    for standing in board.standings:
        assert 0 <= standing.figures.win_share.value <= 1
        assert all(0 <= seat.value <= 1 for seat in standing.figures.by_seat)
    assert sum(standing.figures.rating.mu for standing in board.standings) > 0
    assert path.stat().st_size < 40_000


def test_what_says_nothing_is_hidden_in_the_table_alone():
    tree = json.loads(json.dumps(saved_leaderboard("saludos_amigos").as_json()))
    narrow, wide, *_ = tree["agents"]
    narrow["lottery"] = {"value": 0.44, "low": 0.4, "high": 0.5}
    wide["lottery"] = {"value": 0.33, "low": 0.1, "high": 0.9}
    told = text_of(SavedBoard(tree))
    assert "44 (40-50)" in told
    assert "33 (10-90)" not in told
    for one in tree["agents"]:
        one["lottery"] = {"value": 0.5, "low": 0.0, "high": 1.0}
    assert "lottery %" not in text_of(SavedBoard(tree)), "nor a column of dashes"


def test_every_table_has_a_leaderboard():
    tables = {f"{game.name}_{players}" for game in GAMES.values() for players in game.player_counts}
    assert {path.stem for path in SAVED.glob("*.json")} == tables
    assert saved_leaderboard("copycat").num_players == 2
    assert saved_leaderboard("liberte").num_players == 4
    assert saved_leaderboard(GAME) is None
