"""Positions and games as files: pictures as SVG and PNG, films as GIF and MP4."""

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..agents import make
from ..agents.specs import is_person
from ..envs.core.api.batch import GameBatch
from ..envs.core.api.replay import Replay
from ..envs.core.engine.game import Game
from ..envs.core.engine.interpreting import without_compiling
from ..envs.core.engine.progress import tell
from ..envs.core.errors import HustingsError, ReplayError, extra
from ..envs.core.io.files import check_new, path_in_words, remove_dead_parts, written_whole
from ..envs.core.text.drawing import captioned
from ..envs.core.text.events import Event, event_lines
from ..envs.core.text.raster import WIDTHS, pixels, png, sized
from ..envs.core.text.snapshot import snapshot
from ..envs.core.text.words import player
from .browser.drawing_pool import drawing_pool
from .play import check_seat_specs, move

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = (".svg", ".png")
FILMS = (".gif", ".mp4")
WIDTH = 900  # of a picture that nothing else is said of
RATES = 0.1, 50.0  # pictures a second
LONG = 100  # moves of a film that is worth other processes


@without_compiling()
def draw_position(
    game: Game,
    seats: Sequence[str],
    path: str | Path,
    *,
    moves: int = 0,
    seat: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    width: int = WIDTH,
) -> GameBatch:
    """Draw the position after so many moves of agents, or at the end of the game, to a new file.

    Args:
        game: what is played.
        seats: who plays each seat, as for `hustings.agents.make`.
        path: a new file, an SVG or a PNG.
        moves: decisions to play first.
        seat: whose view; None for everything.
        seed: of the deal and the agents.
        options, box: as for `GameBatch`.
        width: in pixels.

    Returns:
        The game as it was drawn.

    Raises:
        HustingsError: for arguments that do not fit, a file that exists, or an agent that fails.
    """
    path = _new(path, FORMATS, "a picture")
    _check_width(width)
    if moves < 0:
        raise HustingsError(f"moves: {moves}; needs a whole number from 0")
    check_seat_specs(game, seats)
    if any(map(is_person, seats)):
        raise HustingsError("seats: nobody is asked for a picture; name bots for all seats")
    games = GameBatch(game, 1, len(seats), box=box, options=options)
    games.reset(seeds=[seed])
    agents = [make(spec, game, (seed + place) % 2**32) for place, spec in enumerate(seats)]
    for _ in range(moves):
        if games.over[0]:
            break
        move(games, agents, seats)
    _write(games.picture(0, seat), path, width)
    return games


@without_compiling()
def draw_replay(
    replay: Replay,
    game: Game,
    path: str | Path,
    *,
    move: int | None = None,
    seat: int | None = None,
    box: str | Path | np.ndarray | None = None,
    width: int = WIDTH,
) -> None:
    """Draw a position of a replay to a new file.

    Args:
        replay, game, box: what was played, and with what.
        path: a new file, an SVG or a PNG.
        move: how many moves have been made; None for all.
        seat: whose view; None for everything.
        width: in pixels.

    Raises:
        HustingsError: for arguments that do not fit, a file that exists, or a replay that leads elsewhere.
    """
    path = _new(path, FORMATS, "a picture")
    _check_width(width)
    if move is not None and not 0 <= move <= len(replay.moves):
        raise ReplayError(f"move: {move} is outside 0 to {len(replay.moves)}")
    games = replay.deal(game, box)
    _check_seat(seat, games)
    for _ in itertools.islice(replay.play(games), None if move is None else move + 1):
        pass
    _write(games.picture(0, seat), path, width)


@without_compiling()
def film_replay(
    replay: Replay,
    game: Game,
    path: str | Path,
    *,
    seat: int | None = None,
    box: str | Path | np.ndarray | None = None,
    width: int = WIDTH,
    fps: float = 2.0,
    processes: int = 1,
    advance: Callable[[int, int], Any] = lambda done, total: None,
) -> None:
    """Write a replay as a film to a new file: a picture and a line of words for each move that shows.

    Args:
        replay, game, box: what was played, and with what.
        path: a new file, a GIF or an MP4.
        seat: whose view; None for everything.
        width: in pixels; most players need even numbers, so one less where it is odd.
        fps: pictures a second.
        processes: how many draw a long film, see `replay_page`.
        advance: called with how many moves are done, and of how many.

    Raises:
        HustingsError: for arguments that do not fit, a file that exists, a replay that leads elsewhere, or
            where the extra `play` is not installed.
    """
    path = _new(path, FILMS, "a film")
    for left in remove_dead_parts(path):
        tell(f"removed {left}, which a film that was killed has left")
    _check_width(width)
    if not RATES[0] <= fps <= RATES[1]:
        raise HustingsError(f"fps: {fps}; needs a number from {RATES[0]:g} to {RATES[1]:g}")
    games = replay.deal(game, box)
    _check_seat(seat, games)
    pictures = film_pictures(replay, games, seat)
    frames = _frames(pictures, width - width % 2, processes if len(pictures) >= LONG else 1, advance)
    with extra("play", "a film"), written_whole(path, new=True) as part:
        (_write_gif if path.suffix.lower() == ".gif" else _write_mp4)(part, frames, fps)


def film_pictures(replay: Replay, games: GameBatch, seat: int | None) -> list[str]:
    """The pictures of a game, each above what has happened since, without those that are like the last."""
    game, shown, found = games.game, "", list[str]()
    before, last = games.tables[0].copy(), (-1, -1, "")
    who = (f"{player(number)} {agent}" for number, agent in enumerate(replay.agents))
    happened = [Event(", ".join([*who, f"seed {replay.seed}"]))]
    for following in itertools.chain(replay.play(games), [last]):
        after, (mover, action, words) = games.tables[0].copy(), last
        if mover >= 0:
            happened += game.events(games.box[0], before, action, after, seat)
        picture = game.picture(snapshot(games.box[0]), snapshot(after), seat)
        if picture != shown:
            chosen = f": {words}" if seat in (None, mover) else " decides."  # what nobody is told of yet
            found.append(captioned(picture, " ".join(event_lines(happened)) or player(mover) + chosen))
            shown, happened = picture, []
        before, last = after, following
    return found


def _frames(
    pictures: list[str], width: int, processes: int, advance: Callable[[int, int], Any]
) -> Iterator[np.ndarray]:
    """Pictures as pixels, (H, W, 3) uint8; a last row is left out where their number is odd."""
    draw = functools.partial(pixels, width=width)
    with contextlib.ExitStack() as stack:
        drawn: Iterator[np.ndarray] = map(draw, pictures)
        if processes > 1:
            drawn = stack.enter_context(drawing_pool(processes)).map(draw, pictures)
        for done, frame in enumerate(drawn, 1):
            yield frame[: len(frame) // 2 * 2]
            advance(done, len(pictures))


def _write_gif(path: Path, frames: Iterator[np.ndarray], fps: float) -> None:
    import PIL.Image

    first = PIL.Image.fromarray(next(frames))
    palette = first.quantize(255)

    def coloured(frame: np.ndarray) -> "Image":
        return PIL.Image.fromarray(frame).quantize(palette=palette, dither=PIL.Image.Dither.NONE)

    rest = map(coloured, frames)
    palette.save(path, save_all=True, append_images=rest, duration=round(1000 / fps), loop=0)


def _write_mp4(path: Path, frames: Iterator[np.ndarray], fps: float) -> None:
    import imageio_ffmpeg

    first = next(frames)
    height, width, _ = first.shape
    writer = imageio_ffmpeg.write_frames(
        str(path), (width, height), fps=fps, macro_block_size=2, quality=None, output_params=["-crf", "20"]
    )
    with contextlib.closing(writer):  # also ends ffmpeg where a frame cannot be drawn
        writer.send(None)
        for frame in itertools.chain([first], frames):
            writer.send(np.ascontiguousarray(frame))


def _write(picture: str, path: Path, width: int) -> None:
    data = png(picture, width) if path.suffix.lower() == ".png" else sized(picture, width).encode()
    with written_whole(path, new=True) as part:
        part.write_bytes(data)


def _new(path: str | Path, formats: Sequence[str], what: str) -> Path:
    """The path of a file that can be written anew."""
    path = Path(path)
    if path.suffix.lower() not in formats:
        raise HustingsError(f"{path_in_words(path)}: {what}'s name ends in {' or '.join(formats)}; rename it")
    check_new(path)
    return path


def _check_width(width: int) -> None:
    if width not in WIDTHS:
        raise HustingsError(f"width: {width}; needs a whole number from {WIDTHS[0]} to {WIDTHS[-1]}")


def _check_seat(seat: int | None, games: GameBatch) -> None:
    """HustingsError, before anything is played, for a seat that nobody has."""
    if seat is not None and seat not in range(games.num_players):
        raise HustingsError(f"seat: {seat} is outside 0 to {games.num_players - 1}")
