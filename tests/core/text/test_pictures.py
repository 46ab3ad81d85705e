"""Pictures of every game: well-formed, in their frame, legible, honest, and shown by whatever has one."""

import copy
import io
import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import combinations
from typing import NamedTuple

import gymnasium
import numpy as np
import pettingzoo
import pytest
from IPython.core.formatters import DisplayFormatter

from hustings.envs import HustingsError, SeatEnv
from hustings.envs.copycat.text.picture import FAMILIES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import makers_of
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.text import painting, raster
from hustings.envs.core.text.drawing import COLOURS, HEIGHT, SEAT_COLOURS, WIDTH, Page, text_width
from hustings.envs.core.text.raster import pixels
from hustings.training.browser.names import with_names

from ... import drawn
from ...support import (
    ROOT,
    each_end,
    each_game,
    each_grown_game,
    laid,
    positions,
    random_actions,
    some_met,
)

SVG = "{http://www.w3.org/2000/svg}"
LEAST = 12 * WIDTH / 840  # the size of letters that have 12 pixels on a screen of 840


class Line(NamedTuple):
    """A line of text and about where it is."""

    left: float
    right: float
    top: float
    foot: float
    words: str
    size: float


def lines_of(element: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Line]:
    """Every line of text in a picture; groups are only moved and scaled."""
    for child in element:
        if child.tag == SVG + "g":
            place = child.get("transform", "translate(0, 0)")
            move = re.fullmatch(r"translate\((\S+?)[ ,]+(\S+)\)(?: scale\((\S+)\))?", place)
            left, top, zoom = (float(number) for number in (move[1], move[2], move[3] or 1))
            yield from lines_of(child, x + scale * left, y + scale * top, scale * zoom)
        elif child.tag == SVG + "text" and (child.text or "").strip():
            size = float(child.get("font-size"))
            width = text_width(child.text, size, "b" in child.get("class").split())
            shift = {"middle": width / 2, "end": width}.get(child.get("text-anchor"), 0)
            left, foot = float(child.get("x")) - shift, float(child.get("y"))
            horizontal = x + scale * left, x + scale * (left + width)
            vertical = y + scale * (foot - 0.72 * size), y + scale * foot
            yield Line(*horizontal, *vertical, child.text, scale * size)


def overlapping(lines: list[Line]) -> list[tuple[str, str]]:
    """Pairs of lines that lie on one another."""
    left, right, top, foot = np.array([line[:4] for line in lines]).reshape(-1, 4).T
    wide = np.minimum.outer(right, right) - np.maximum.outer(left, left)
    high = np.minimum.outer(foot, foot) - np.maximum.outer(top, top)
    pairs = np.argwhere(np.tril((wide > 1) & (high > 1), -1)).tolist()
    return [(lines[one].words, lines[other].words) for one, other in pairs]


def some_tables(game, players: int, other_way: bool) -> GameBatch:
    """Tables of every phase, from random play and that of bots."""
    return laid(game, some_met(game, players, other_way, 2), other_way)


@each_end
def test_pictures_are_well_formed_legible_and_in_their_frame(game, players):
    games = some_tables(game, players, players < game.max_players)
    for row in range(games.num_games):
        picture = games.picture(row, None if row % 2 else row // 2 % players)
        root = ET.fromstring(picture)
        assert root.tag == SVG + "svg"
        assert root.get("viewBox").split() == ["0", "0", str(WIDTH), str(HEIGHT)]
        drawn.parts(picture)  # refuses two of a name
        assert all(part.get("data-panel") != "" for part in root.iter(SVG + "rect"))
        lines = list(lines_of(root))
        outside = [line for line in lines if not is_inside(line)]
        assert not outside, outside
        assert not [line for line in lines if line.size < LEAST]
        assert not overlapping(lines)


def is_inside(line: Line) -> bool:
    return line.left >= 0 and line.top >= 0 and line.right <= WIDTH and line.foot <= HEIGHT


LONG_NAMES = dict(enumerate(["MMMMMMMMMMMMMM", "Wilhelmina W", "漢字漢字漢字漢字", "משה בן מימון"] * 2))


@each_grown_game
def test_long_names_are_cut_before_what_is_beside_them(game):
    games = some_tables(game, game.max_players, False)
    for row in range(0, games.num_games, 5):
        picture = with_names(games.picture(row, row % game.max_players), LONG_NAMES)
        lines = list(lines_of(ET.fromstring(picture)))
        assert all(map(is_inside, lines))
        assert not overlapping(lines)


def test_a_card_has_as_many_lines_as_have_room():
    for height, lines in ((19, 1), (33, 2), (47, 3)):
        page = Page("Test")
        page.card(100, 100, 60, height, "A title", "and what it does, at length")
        inside = [line for line in lines_of(ET.fromstring(page.picture())) if line.top >= 100]
        assert len(inside) == lines
        assert all(line.foot <= 100 + height for line in inside)


@each_grown_game
def test_nothing_is_drawn_outside_the_frame(game):
    games = some_tables(game, game.max_players, False)
    for row in range(0, games.num_games, 24):
        wider = games.picture(row).replace('viewBox="0 0 900 780"', 'viewBox="-150 -100 1200 1040"')
        drawn = pixels(wider, 1200).any(axis=2)
        assert drawn[100 : 100 + HEIGHT, 150:1050].all()
        drawn[100 : 100 + HEIGHT, 150:1050] = False
        assert not drawn.any()


@each_grown_game
def test_a_picture_tells_who_decides_what_in_which_game(game):
    games = GameBatch(game, 1, seed=1)
    words = [line.words for line in lines_of(ET.fromstring(games.picture(0, 1)))]
    assert words[0] == game.title
    assert "as player_1 sees it" in words
    assert str(games.seat[0]) in words[:5]
    assert "everything shown" in games.picture(0)


def test_names_may_hold_any_letters():
    page = Page("A & B <c>")
    page.text(10, 10, "1 < 2 & 'so'")
    root = ET.fromstring(page.picture())
    assert [line.words for line in lines_of(root)] == ["1 < 2 & 'so'"]
    assert root.find(SVG + "title").text == "A & B <c>"


DEUTERANOPE = [  # Machado, Oliveira and Fernandes 2009: what is seen without the middle cones, in linear RGB
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
]
TO_XYZ = [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
]
WHITE = [0.95047, 1, 1.08883]


def linear(colour: str) -> np.ndarray:
    """A colour such as #56b4e9 in linear RGB, each 0 to 1."""
    values = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def seen(colour: str, by: list[list[float]]) -> np.ndarray:
    """A colour in CIELAB as it is seen: lightness, green to red, blue to yellow."""
    light = np.clip(by @ linear(COLOURS[colour]), 0, 1)
    x, y, z = np.cbrt(np.maximum(TO_XYZ @ light / WHITE, 0.0089))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str) -> float:
    """How different two colours look, to most people or to a deuteranope, whoever sees less of it."""
    return min(np.linalg.norm(seen(one, by) - seen(other, by)) for by in (np.eye(3), np.array(DEUTERANOPE)))


def test_a_deuteranope_tells_seats_and_factions_apart_and_families_of_cards():
    """Families are squares and seats are round, so these may look a little more alike."""
    colours, families = list(COLOURS)[:9], [colour for _, colour, _ in FAMILIES]
    assert min(distance(one, other) for one, other in combinations(colours, 2)) > 20
    assert min(distance(one, other) for one, other in combinations(families, 2)) > 28
    assert min(distance(one, other) for one in families for other in SEAT_COLOURS) > 12


def contrast(one: str, other: str) -> float:
    """How different two colours are in lightness, as the web's guidelines say it: 1 to 21."""
    darker, lighter = sorted(linear(colour) @ TO_XYZ[1] + 0.05 for colour in (one, other))
    return lighter / darker


def test_every_colour_stands_out_in_the_dark_by_itself_or_by_an_outline_or_as_a_lighter_line():
    style = Page("Test").picture()
    dark = style[style.index("prefers-color-scheme:dark") :]
    raised, soft = (re.search(rf"f-{name}\{{fill:(#\w+)", dark)[1] for name in ("raised", "soft"))
    dim = {name for name, colour in COLOURS.items() if contrast(colour, raised) < 3}
    assert {"brown", "blue"} <= dim
    assert all(f".f-{name}:not(text)" in dark for name in dim)
    lines = [re.search(rf"\.s-{name}{{stroke:(#\w+)", dark)[1] for name in dim]
    assert min(contrast(line, raised) for line in lines) >= 3
    assert contrast(soft, raised) >= 3


@each_end
def test_a_seats_picture_is_the_same_after_a_redeal_for_it(game, players):
    for other_way in (False, True):
        games = some_tables(game, players, other_way)
        for seat in range(players):
            redealt = copy.deepcopy(games)
            redealt.redeal(seat, seed=seat + 7)
            for row in range(seat, games.num_games, players):
                assert games.picture(row, seat) == redealt.picture(row, seat)


@each_grown_game
def test_what_a_redeal_changes_is_in_the_picture_of_everything(game):
    games = some_tables(game, game.max_players, False)
    redealt = copy.deepcopy(games)
    redealt.redeal(0, seed=3)
    assert any(games.picture(row) != redealt.picture(row) for row in range(games.num_games))


@each_game
def test_environments_and_replays_show_themselves_in_notebooks(game):
    env = makers_of(game).env
    one = env(seed=1)
    assert one._repr_svg_() is None
    one.reset(seed=3)
    assert one._repr_svg_() == one.unwrapped._repr_svg_() == one.unwrapped.games.picture(0)
    assert one.unwrapped.games.picture(0)._repr_svg_().startswith("<svg")
    seat = SeatEnv(game, seat=1)
    assert seat._repr_svg_() is None
    with pytest.raises(HustingsError, match=r"call reset\(\) before render\(\)"):
        seat.render()
    seat.reset(seed=1)
    assert seat._repr_svg_() == seat.games.picture(0, 1)


def test_environments_made_by_name_show_themselves_in_notebooks():
    for one in (
        pettingzoo.make("aec", "hustings/saludos-amigos-v0"),
        gymnasium.make("hustings/SaludosAmigos-v0"),
        gymnasium.make(gymnasium.spec("hustings/SaludosAmigos-v0"), seat=2),
    ):
        one.reset(seed=3)
        shown, _ = DisplayFormatter().format(one)
        assert shown["image/svg+xml"] == one.unwrapped._repr_svg_()


@each_grown_game
def test_a_replay_shows_every_position(game):
    games = GameBatch(game, 1, seed=4)
    replay, shown, rng = Replay.begin(games), [], np.random.default_rng(4)
    for _ in range(6):
        shown.append(games.picture(0, 0))
        action = int(random_actions(games, rng)[0])
        replay.add(games, action)
        games.step([action])
    assert [replay.picture(moves, 0) for moves in range(6)] == shown
    assert replay.picture() == replay._repr_svg_() == games.picture(0)
    for moves in (-1, 7):
        with pytest.raises(HustingsError, match=f"moves: {moves} is outside 0 to 6"):
            replay.picture(moves)
    replay.box = "another"
    assert replay._repr_svg_() is None
    with pytest.raises(HustingsError, match="played with another box"):
        replay.picture()


@each_game
def test_rgb_arrays_show_the_table(game):
    env = makers_of(game).env(seed=1, render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert before.shape == (HEIGHT, WIDTH, 3)
    assert before.dtype == np.uint8
    assert len(np.unique(before[::4, ::4].reshape(-1, 3), axis=0)) > 20
    for _ in positions(env.unwrapped.games, 1, 12):
        pass
    assert (env.render() != before).any()


def test_record_video_writes_a_film(tmp_path):
    if find_spec("moviepy") is None:
        if os.environ.get("HUSTINGS_VIDEO") == "required":
            pytest.fail("MoviePy, which the extra pictures brings, is not installed")
        pytest.skip("MoviePy is not installed: pip install 'hustings[play]'")
    import imageio_ffmpeg

    env = SeatEnv("saludos_amigos", seat=0, render_mode="rgb_array")
    env = gymnasium.wrappers.RecordVideo(env, str(tmp_path), episode_trigger=lambda episode: True, fps=4)
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step(int(info["action_mask"].argmax()))
    env.close()
    (path,) = tmp_path.glob("*.mp4")
    about, *frames = imageio_ffmpeg.read_frames(str(path))
    assert (about["size"], about["fps"], len(frames)) == ((WIDTH, HEIGHT), 4, 4)
    assert frames[0] != frames[-1]


@each_end
def test_frames_are_painted_as_resvg_draws_them(game, players):
    games = some_tables(game, players, False)
    for row in range(0, games.num_games, 25):
        picture = games.picture(row, None if row % 2 else 0)
        frame = painting.painted(picture, 600, raster.font_files())
        assert frame is not None, "a page has something that is not painted, and takes a tenth of a second"
        off = np.abs(frame.astype(int) - drawn_by_resvg(picture, 600))
        assert off.mean() < 4
        assert (off.max(axis=2) > 128).mean() < 0.006, "something is missing or elsewhere"


def drawn_by_resvg(picture, width):
    import PIL.Image

    return np.array(PIL.Image.open(io.BytesIO(raster.png(picture, width))).convert("RGB"))


@pytest.mark.parametrize(
    "foreign",
    [
        lambda page: page.replace("</svg>", '<path d="M0 0L9 9"/></svg>'),
        lambda page: page.replace("<rect ", '<rect opacity="0.5" ', 1),
        lambda page: page.replace("f-paper", "f-none dim", 1),
        lambda page: page.replace("</svg>", '<g transform="rotate(3)"></g></svg>'),
        lambda page: (
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"><rect width="5" height="3"/></svg>'
        ),
    ],
)
def test_what_pages_do_not_have_is_left_to_resvg(foreign):
    page = Page("Test")
    page.text(100, 100, "$a$ & <b>", 20)
    assert painting.painted(page.picture(), 300, raster.font_files()) is not None
    picture = foreign(page.picture())
    assert painting.painted(picture, 300, raster.font_files()) is None
    assert np.array_equal(pixels(picture, 300), drawn_by_resvg(picture, 300))


def test_without_its_fonts_a_picture_in_pixels_says_so(monkeypatch):
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    with pytest.raises(HustingsError, match=r"needs the fonts of matplotlib .*\[play\]"):
        pixels(Page("Test").picture())


@each_grown_game
def test_each_games_page_shows_a_picture(game):
    page = (ROOT / "envs" / game.name / "RULES.md").read_text()
    assert "](picture.svg)" in page
    root = ET.fromstring((ROOT / "envs" / game.name / "picture.svg").read_text())
    assert next(lines_of(root)).words == game.title
