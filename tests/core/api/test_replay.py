"""Replays: written, read back, verified; damaged and foreign ones refused in one line."""

import json
from pathlib import Path

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import OtherRevision, ReplayError

from ... import tinygame
from ...support import each_game, record_on


def played(game, options=None, moves=100_000):
    games, rng = GameBatch(game, 1, options=options, ask_forced=True), np.random.default_rng(0)
    games.reset(seeds=[2**63 + 5])
    agents = ["random"] * games.num_players
    return record_on(games, agents, lambda: rng.choice(np.flatnonzero(games.legal[0])), moves), games


@pytest.mark.rule("MAC-14.21")
@each_game
def test_a_replay_leads_to_the_same_table(game, tmp_path):
    replay, games = played(game)
    replay.save(tmp_path / "game.json")
    read = Replay.load(tmp_path / "game.json")
    assert read == replay
    assert read.verify(game).tables.tobytes() == games.tables.tobytes()
    assert read.scores == games.scores[0].tolist()
    assert [words for _, _, words in read.play(read.deal(game))] == [words for _, _, words in replay.moves]
    with pytest.raises(ReplayError, match=r"exists; choose another file"):
        replay.save(tmp_path / "game.json")
    with pytest.raises(ReplayError, match="no: no such folder; make it first"):
        replay.save(tmp_path / "no" / "folder.json")


def test_an_unfinished_game_and_its_options_are_kept(tmp_path):
    replay, games = played(tinygame.GAME, {"double": True}, moves=4)
    assert replay.scores is None
    replay.save(tmp_path / "game.json")
    read = Replay.load(tmp_path / "game.json")
    again = read.verify(tinygame.GAME)
    assert again.tables.tobytes() == games.tables.tobytes()
    assert again.options["double"] is True


def test_a_replay_begins_with_the_deal_and_with_names():
    games = GameBatch(tinygame.GAME, 2, seed=1)
    games.step(games.legal.argmax(axis=1)[:1], rows=np.array([0]))
    with pytest.raises(ReplayError, match="game 0 is not as it was dealt; begin the replay before its first"):
        Replay.begin(games)
    assert Replay.begin(games, 1).moves == []
    with pytest.raises(ReplayError, match="agents: 1 is not a name"):
        Replay.begin(games, 1, agents=[1, 2])


def test_a_picture_is_of_a_known_game_after_a_whole_number_of_moves():
    replay = Replay.begin(GameBatch(GAMES["saludos_amigos"], 1))
    for moves in ("x", 0.0):
        with pytest.raises(ReplayError, match=f"moves: {moves!r} is not a whole number; give"):
            replay.picture(moves)
    with pytest.raises(ReplayError, match="a replay of tinygame, which has no picture here"):
        Replay.begin(GameBatch(tinygame.GAME, 1)).picture()


def damaged(tmp_path, change):
    replay, _ = played(tinygame.GAME)
    path = tmp_path / "game.json"
    replay.save(path)
    tree = json.loads(path.read_text())
    text = change(tree)
    path.write_text(text if isinstance(text, str) else json.dumps(tree))
    return path


@pytest.mark.parametrize(("change", "message"), [
    (lambda tree: json.dumps(tree)[:100], "damaged, not JSON"),
    (lambda tree: "[]", "not a replay of hustings"),
    (lambda tree: tree.update(format="other"), "not a replay of hustings"),
    (lambda tree: tree.update(format_version=9), "in another format"),
    (lambda tree: tree.pop("seed") and None, "entries are missing or malformed"),
    (lambda tree: tree.update(moves=[[1, 2]]), "entries are missing or malformed"),
    (lambda tree: tree.update(moves=3), "entries are missing or malformed"),
    (lambda tree: tree.update(moves=[["a", "b", "c"]]), "entries are missing or malformed"),
    (lambda tree: tree.update(agents=[1]), "entries are missing or malformed"),
    (lambda tree: tree.update(seed=True), "entries are missing or malformed"),
    (lambda tree: tree.update(game=[]), "entries are missing or malformed"),
    (lambda tree: "[" * 100_000, "nested deeper than 16 levels"),
    (lambda tree: tree["moves"].append([-1, 0, "x"]), "seat -1"),
    (lambda tree: tree["moves"][3].__setitem__(2, "Bid nothing"), "move 4: 'Bid nothing' is recorded"),
    (lambda tree: tree["moves"][3].__setitem__(1, 10**30), "move 4: "),
    (lambda tree: tree.update(extra=1), "entries are missing or malformed"),
    (lambda tree: tree.update(game="chess"), "a replay of chess_v0, not tinygame_v0"),
    (lambda tree: tree.update(game_version=7), "a replay of tinygame_v7"),
    (lambda tree: tree.update(box="0" * 16), "played with another box"),
    (lambda tree: tree.update(options={"colour": 1}), "unknown option 'colour'"),
    (lambda tree: tree.update(num_players=9), "takes 2 to 3 players"),
    (lambda tree: tree.update(seed=-1), "seed"),
    (lambda tree: tree["moves"][3].__setitem__(0, 1 - tree["moves"][3][0]), "move 4: seat"),
    (lambda tree: tree["moves"][3].__setitem__(1, 99), "move 4: .*99"),
    (lambda tree: tree.update(scores=[1, 2]), "the game ends with"),
    (lambda tree: tree.update(moves=tree["moves"][:3]), "the game goes on after move 3, the last one"),
])  # fmt: skip
def test_damaged_and_foreign_replays_are_refused_in_one_line(tmp_path, change, message):
    path = damaged(tmp_path, change)
    with pytest.raises(ReplayError, match=message):
        Replay.load(path).verify(tinygame.GAME)


def test_a_replay_of_another_revision_says_so_and_is_played(tmp_path):
    path = damaged(tmp_path, lambda tree: tree.update(revision=0))
    words = "recorded at revision 0 of Tiny Game, which is at 1 today"
    with pytest.warns(OtherRevision, match=f"^the replay was {words}$"):
        Replay.load(path).verify(tinygame.GAME)
    path.unlink()
    path = damaged(tmp_path, lambda tree: tree.update(revision=0, scores=[1, 2]))
    with (
        pytest.warns(OtherRevision),
        pytest.raises(ReplayError, match=f"the game ends with .*; it was {words}: use the hustings that"),
    ):
        Replay.load(path).verify(tinygame.GAME)


def test_a_replay_that_appears_meanwhile_is_not_overwritten(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    write = Path.write_text

    def somebody_is_faster(part, text, **kwargs):
        write(path, "mine")
        return write(part, text, **kwargs)

    monkeypatch.setattr(Path, "write_text", somebody_is_faster)
    with pytest.raises(ReplayError, match="exists"):
        played(tinygame.GAME)[0].save(path)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["mine"]
