"""Boxes, replays, leaderboards and settings as nobody writes them."""

import json
import tomllib
from dataclasses import asdict

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.replay import Replay
from hustings.training import leaderboard, load_leaderboard, quiz, replay_page
from hustings.training.evaluation.quiz import positions
from hustings.training.learning.settings import (
    SETTINGS,
    TrainSettings,
    read_settings,
    save_settings,
    settings_from,
)

from .. import tinygame
from ..odd_files import COUNTS, as_json, as_toml, damaged, miscounted, odd, read_all
from ..players import Bids, text_of
from ..support import label, play_out, record_on

GAME = tinygame.GAME


def either(content: bytes, tree, as_text):
    """What writes odd files: half of them from the bytes, half from the tree."""

    def make(stream: np.random.Generator) -> bytes:
        return damaged(content, stream) if stream.random() < 0.4 else as_text(odd(tree, stream))

    return make


def lines_of(text: str) -> None:
    assert all(line.isprintable() for line in text.splitlines()), text


@pytest.mark.parametrize("game", [GAME, *GAMES.values()], ids=label)
@pytest.mark.parametrize("count", [40, pytest.param(2_500, marks=pytest.mark.slow)])
def test_odd_boxes_are_refused_or_played_to_the_end(game, count, tmp_path):
    spec, path = game.box_spec, tmp_path / "box.toml"
    content = spec.file.read_bytes()
    tree = tomllib.loads(content.decode())
    any_odd, ours, differing = either(content, tree, as_toml), spec.load().tobytes(), 0
    play_out(GameBatch(game, 1))  # compiles

    def write(stream):
        numbers = stream.random() < 0.5
        path.write_bytes(as_toml(miscounted(tree, stream)) if numbers else any_odd(stream))

    def read():
        nonlocal differing
        box = spec.load(path)
        differing += box.tobytes() != ours
        lines_of("\n".join(f"{entry.key} {entry.reason}" for entry in spec.evidence(path)))
        play_out(GameBatch(game, 1, box=box))

    read_all(write, read, tmp_path, count)
    assert differing >= count // 20, "hardly any box is played that is not the game's own"


@pytest.mark.parametrize("count", COUNTS)
def test_odd_replays_are_refused_or_lead_where_they_say(count, tmp_path):
    games = GameBatch(GAME, 1, 3, seed=5)
    replay = record_on(games, ["random", "high", "low"], lambda: games.legal[0].argmax())
    replay.save(tmp_path / "game.json")
    path, content = tmp_path / "odd.json", (tmp_path / "game.json").read_bytes()
    make = either(content, json.loads(content), as_json)

    def read():
        read = Replay.load(path)
        lines_of(f"{read.agents} {read.moves}")
        read.verify(GAME)
        replay_page(read, GAME)

    read_all(lambda stream: path.write_bytes(make(stream)), read, tmp_path, count)


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
@pytest.mark.parametrize("count", [40, pytest.param(1_000, marks=pytest.mark.slow)])
def test_odd_critical_positions_are_refused_or_asked(game, count, tmp_path, monkeypatch):
    path = tmp_path / f"{game.name}.json"
    tree = json.loads((positions.FOLDER / path.name).read_text())
    tree["positions"] = sorted(tree["positions"], key=lambda position: len(position["moves"]))[:3]
    make = either(json.dumps(tree).encode(), tree, as_json)
    monkeypatch.setattr(positions, "FOLDER", tmp_path)

    def read():
        found = quiz("random", game)
        lines_of(text_of(found))
        json.dumps(found.as_json(), allow_nan=False)

    read_all(lambda stream: path.write_bytes(make(stream)), read, tmp_path, count)


@pytest.fixture(scope="module")
def board(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("board") / "board.json"
    agents = ["random", Bids("high"), Bids("low", -1)]
    leaderboard(GAME, games=24, agents=agents, num_players=2, batch=24, seed=3, out=path)
    return path.read_bytes()


@pytest.mark.parametrize("as_figures", [False, True], ids=["games", "figures"])
@pytest.mark.parametrize("count", COUNTS)
def test_odd_leaderboards_are_refused_or_shown(count, as_figures, board, tmp_path):
    path = tmp_path / "board.json"
    path.write_bytes(board)
    content = json.dumps(load_leaderboard(path, GAME).as_json()).encode() if as_figures else board
    make = either(content, json.loads(content), as_json)

    def read():
        board = load_leaderboard(path, GAME)
        if not as_figures:
            lines_of(f"{board.agents} {board.command} {board.made_with}")
        if as_figures or board.result.games % 5 == 0:  # those of games take their time to work out
            lines_of(text_of(board))
            json.dumps(board.as_json(), allow_nan=False)

    read_all(lambda stream: path.write_bytes(make(stream)), read, tmp_path, count)


@pytest.mark.parametrize("count", COUNTS)
def test_odd_settings_are_refused_or_can_be_used(count, tmp_path):
    save_settings(
        TrainSettings("saludos_amigos", steps=1000, options={"counter": True}, box="b.toml"), tmp_path
    )
    path = tmp_path / SETTINGS
    content = path.read_bytes()
    make = either(content, json.loads(content), as_json)

    def read():
        settings = read_settings(tmp_path)
        settings = settings_from(settings.game, tmp_path, settings)
        lines_of(repr(settings))
        json.dumps(asdict(settings), allow_nan=False)

    read_all(lambda stream: path.write_bytes(make(stream)), read, tmp_path, count)
