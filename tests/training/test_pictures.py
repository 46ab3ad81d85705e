"""Positions and games as files: what is in them, how large they are, and what is said when they cannot be."""

import re

import numpy as np
import PIL.Image
import pytest

from hustings.envs import GAMES, HustingsError
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.text import painting, raster
from hustings.envs.core.text.raster import pixels, sized
from hustings.training import pictures
from hustings.training.pictures import draw_position, draw_replay, film_replay

from ..support import label, recorded

GAME = GAMES["saludos_amigos"]
MOVES = 14


@pytest.fixture(scope="module")
def replay() -> Replay:
    return recorded(GAME, MOVES)


def test_a_position_of_a_replay_as_svg_and_png(replay, tmp_path):
    draw_replay(replay, GAME, tmp_path / "a.svg", move=9, seat=1, width=1200)
    text = (tmp_path / "a.svg").read_text()
    assert text == sized(replay.picture(9, 1), 1200)
    tag = text.split(">")[0]
    assert {'width="1200"', 'height="1040"', 'viewBox="0 0 900 780"'} <= set(re.findall(r'\w+="[^"]*"', tag))
    draw_replay(replay, GAME, tmp_path / "b.png", width=450)
    drawn = np.array(PIL.Image.open(tmp_path / "b.png").convert("RGB"))
    assert np.abs(drawn.astype(int) - pixels(replay.picture(), 450)).mean() < 4
    draw_position(GAME, ["greedy"] * 4, tmp_path / "c.png", width=1350)
    assert PIL.Image.open(tmp_path / "c.png").size == (1350, 1170)


def test_a_game_as_gif(replay, tmp_path):
    told = []
    film_replay(
        replay, GAME, tmp_path / "game.gif", seat=2, width=305, fps=4, advance=lambda *far: told.append(far)
    )
    film = PIL.Image.open(tmp_path / "game.gif")
    shown = [replay.picture(move, 2) for move in range(MOVES + 1)]
    changes = [0, *(move for move in range(1, MOVES + 1) if shown[move] != shown[move - 1])]
    assert (film.size, film.n_frames, film.info["duration"]) == ((304, 274), len(changes), 250)
    assert told[-1] == (len(changes), len(changes))
    for place in (0, len(changes) // 2, len(changes) - 1):
        film.seek(place)
        off = np.array(film.convert("RGB"))[:200].astype(int) - pixels(shown[changes[place]], 304)[:200]
        assert np.abs(off).mean() < 6


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_a_film_says_below_each_picture_what_was_played(game):
    played = recorded(game, 12)
    for seat in (None, 0):
        frames = pictures.film_pictures(played, played.deal(game), seat)
        lines = [re.findall(r">([^<]+)</text>", frame)[-1] for frame in frames]
        assert f"seed {played.seed}" in lines[0]
        assert all(re.match(r"player_|[A-Z]\w+\W", line) for line in lines[1:]), lines
        assert len(set(lines)) > len(lines) / 2
        assert all(painting.painted(frame, 90, raster.font_files()) is not None for frame in frames)


def test_a_game_as_mp4_is_the_same_whoever_draws_it(replay, tmp_path, monkeypatch):
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    film_replay(replay, GAME, tmp_path / "one.mp4", width=304, fps=5)
    monkeypatch.setattr(pictures, "LONG", 1)
    film_replay(replay, GAME, tmp_path / "two.mp4", width=304, fps=5, processes=2)
    films = []
    for name in ("one.mp4", "two.mp4"):
        reader = ffmpeg.read_frames(str(tmp_path / name))
        about = next(reader)
        assert (about["size"], about["fps"]) == ((304, 274), 5)
        films.append(list(reader))
    assert films[0] == films[1]
    first = np.frombuffer(films[0][0], np.uint8).reshape(274, 304, 3).astype(int)
    assert np.abs(first[:263] - pixels(replay.picture(0), 304)[:263]).mean() < 8


@pytest.mark.parametrize(
    ("name", "missing"), [("a.mp4", "imageio_ffmpeg"), ("a.gif", "PIL"), ("a.png", "resvg_py")]
)
def test_without_the_extra_it_is_named(name, missing, replay, tmp_path, monkeypatch):
    real = __import__

    def without(module, *args, **kwargs):
        if module.split(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return real(module, *args, **kwargs)

    monkeypatch.setattr("builtins.__import__", without)
    write = draw_replay if name.endswith("png") else film_replay
    with pytest.raises(HustingsError, match=rf"needs {missing}: pip install 'hustings\[play\]'"):
        write(replay, GAME, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_what_a_killed_film_has_left_is_removed_and_said(replay, tmp_path, capfd):
    left, other = tmp_path / ".game.0123abcd.part.gif", tmp_path / ".other.0123abcd.part.gif"
    for path in (left, other):
        path.write_bytes(b"GIF")
    film_replay(replay, GAME, tmp_path / "game.gif", width=300)
    assert f"removed {left}, which a film that was killed has left" in capfd.readouterr().err
    assert sorted(tmp_path.iterdir()) == [other, tmp_path / "game.gif"]
