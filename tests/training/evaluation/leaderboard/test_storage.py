"""Files of leaderboards: made again from them, damaged, of something else, and those of the suite."""

import json
import re

import pytest

from hustings.envs import GAMES, HustingsError
from hustings.training import load_leaderboard, saved_leaderboard
from hustings.training.code_hash import code_hash
from hustings.training.evaluation.leaderboard.season import standard_field
from hustings.training.evaluation.leaderboard.storage import SAVED

from ....players import text_of
from ....tinygame import GAME
from .boards import games_of, play


def test_the_table_is_made_again_from_the_file(kept):
    board, path = kept
    again = load_leaderboard(path, GAME)
    assert again.as_json() == board.as_json()
    assert text_of(again) == text_of(board)
    assert games_of(again) == games_of(board)
    tree = json.loads(path.read_text())
    assert tree["command"].startswith("hustings leaderboard tinygame --games 60 --players 2 --agents random,")
    assert {"hustings", "python", "numpy", "numba", "processor"} <= tree["made_with"].keys()


def _without(name):
    return lambda tree: tree.pop(name)


def _again(*games):
    """Games to be played again; a deal of 0 is the first one of the board."""

    def add(tree):
        first = tree["games"][0][0]
        tree["again"] = [
            [first if part == 0 and at == 1 else part for at, part in enumerate(game)] for game in games
        ]

    return add


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
    "another reward": lambda tree: tree.update(reward="lead"),
    "a seed below 0": lambda tree: tree.update(seed=-1),
    "more deals than anybody plays": lambda tree: tree.update(deals=[2**60 - 1, 0, 0]),
    "more games asked for than anybody plays": lambda tree: tree.update(requested=2**50),
    "a batch that no memory holds": lambda tree: tree.update(batch=2**40),
    "a policy without a digest": lambda tree: tree.update(policies={"high": "abc"}),
    "a digest that is no text": lambda tree: tree.update(policies={"high": 7}),
    "policies without names": lambda tree: tree.update(policies=["0" * 64]),
    "a stranger's policy": lambda tree: tree.update(policies={"alphago": "0" * 64}),
    "deals of another seed": lambda tree: tree.update(seed=4),
    "fewer deals than there are": lambda tree: tree.update(deals=[2, 0, 0]),
    "deals of no class": lambda tree: tree.update(deals=tree["deals"][:1]),
    "no number of games without searches": lambda tree: tree.update(games_asked=-1),
    "games with searches as a word": lambda tree: tree.update(search_games="x"),
    "a deal too often": lambda tree: tree["games"].extend(tree["games"][:1] * 12),
    "again, but not what": _again([7]),
    "again where nothing is": _again([99, 0, [0, 1]]),
    "again twice in a place": _again([3, 0, [0, 1]], [3, 0, [0, 1]]),
    "again before the first": _again([-1, 0, [0, 1]]),
    "again with nobody": _again([3, 0, [0, 7]]),
    "again from a deal of another seed": lambda tree: tree.update(again=[[3, 7, [0, 1]]]),
    "again as a word": lambda tree: tree.update(again="x"),
    "a rating that is none": lambda tree: tree["ratings"].update(high=["x"] * 5),
    "the lottery of strangers": lambda tree: tree["lottery"].update(alphago=[0, 0, 0]),
    "another number of lineups": lambda tree: tree.update(lineups=7),
    "agents too many to meet": lambda tree: tree["agents"].extend(map(str, range(300))),
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


def test_infinite_numbers_are_refused_where_they_are_read(kept, tmp_path):
    path, text = tmp_path / "bad.json", kept[1].read_text()
    path.write_text(re.sub(r'"seconds": [^,]*', '"seconds": 1e999', text, count=1))
    with pytest.raises(HustingsError, match=r"bad.json: a number that is not finite; take another copy"):
        play(120, out=path, resume=True)


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


@pytest.mark.parametrize("path", sorted(SAVED.glob("*.json")), ids=lambda path: path.stem)
def test_what_comes_with_hustings_is_whole(path):
    name, _, players = path.stem.rpartition("_")
    game = GAMES[name]
    board = saved_leaderboard(game, int(players))
    assert board.result.num_players == int(players)
    assert board.played[0] >= board.wanted[0]
    assert set(board.agents) == set(standard_field(game, int(players)))
    assert not {0, 1} & set(board.classes.unplayed(board.result.seatings))
    assert not board.left_out
    assert board.code == code_hash(game.name), (
        "play it again; or where it plays as it did, see CONTRIBUTING.md"
    )
    assert set(board.policies) == {"policy", "strong"}
    assert not board.outdated, "their policies are others by now: `make leaderboards` plays their games again"


def test_every_table_has_a_leaderboard():
    tables = {f"{game.name}_{players}" for game in GAMES.values() for players in game.player_counts}
    assert {path.stem for path in SAVED.glob("*.json")} == tables
    assert saved_leaderboard("copycat").result.num_players == 2
    assert saved_leaderboard("liberte").result.num_players == 4


def test_a_game_without_a_leaderboard_has_none():
    assert saved_leaderboard(GAME) is None
