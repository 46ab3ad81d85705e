"""A replay as a page for the browser: one file, which loads nothing from elsewhere."""

import base64
import html
import importlib.resources
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import svg

from ...agents import Agent, Explanation, make
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.replay import Replay
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, error_line
from ...envs.core.io.files import write_text
from ...envs.core.text.drawing import COLOURS, DIM, SEAT_COLOURS
from ...envs.core.text.words import count, player
from ..kept_replays import check_replay_path
from ..play import names_of, seat_names
from .explaining import explanation_rows
from .frames import STRETCH, Stretch, film
from .names import fitted, named_players, with_names

CHART = 300, 90


class Page(str):
    """HTML; a notebook shows it in a frame."""

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self)}" style="width:100%;height:760px;border:0"></iframe>'


def thinker_of(explain: Any, game: Game) -> Any:
    """The agent that explains itself, from its name; None for None.

    Raises:
        HustingsError: if it cannot explain itself.
    """
    thinker = make(explain, game) if isinstance(explain, str) else explain
    if thinker is not None and not hasattr(thinker, "explain"):
        name = getattr(thinker, "name", repr(thinker))
        raise HustingsError(f"{name:.60} cannot say what it thinks; give one that can, such as search")
    return thinker


def replay_page(
    replay: Replay,
    game: Game,
    box: str | Path | np.ndarray | None = None,
    *,
    explain: str | Agent | None = None,
    processes: int = 1,
    advance: Callable[[int, int], Any] = lambda done, total: None,
) -> Page:
    """A replay as HTML: every position in every view, the moves in words, the points.

    A seat's view has the moves that the seat notices, so that it counts nothing that is hidden from it.

    Args:
        replay: what was played.
        game: the game that was played.
        box: the box that it was played with, if not the game's own.
        explain: an agent that says what it thinks of every decision, or its name as for
            `hustings.agents.make`; it needs `explain(games, rows)`, as searches have.
        processes: how many draw the pictures of a long game. They import the program that asks for more than
            one, which therefore does what it does under `if __name__ == "__main__":`.
        advance: called with how many moves are done, and of how many.

    Raises:
        HustingsError: if the replay does not lead to the end it states, or the agent cannot explain itself.
    """
    if not isinstance(replay, Replay) or not isinstance(game, Game):
        raise HustingsError(f"replay, game: {replay!r:.60}, {game!r:.60}: give a Replay and a Game")
    thinker = thinker_of(explain, game)
    games = replay.deal(game, box)
    seats: list[int | None] = [None, *range(games.num_players)]
    known = len(replay.agents) == games.num_players
    names = seat_names(replay.agents) if known else [player(seat) for seat in range(games.num_players)]
    named = names_of(replay.agents) if known else {}
    points: list[list[int]] = []
    thoughts: list[dict[str, Any] | None] = []
    drawn, pictures = 0, (len(replay.moves) + 1) * len(seats)

    def note(action: int) -> None:
        points.append(games.scores[0].tolist())
        thoughts.append(_thought(thinker, games, action))

    def drew(more: int) -> None:
        nonlocal drawn
        drawn += more
        advance(drawn * len(replay.moves) // pictures, len(replay.moves))

    made = film(_stretches(replay, games, note), seats, pictures, processes, drew)
    data = {
        "tags": [with_names(tag, named) for tag in made.tags],
        "panels": made.panels,
        "frames": made.frames,
        "texts": list(made.texts),
        "told": made.told,
        "moves": made.moves,
        "thoughts": thoughts if thinker is not None else None,
        "thinker": "" if thinker is None else thinker.name,
        **about_game(seats, names, named, np.array(points, np.float64)),
    }
    return page_of(game, replay, names, named, data)


def about_game(
    seats: Sequence[int | None], names: Sequence[str], named: Mapping[int, str], points: np.ndarray
) -> dict[str, Any]:
    """What the page of a replay knows of its game: the views, the players' names, (moves + 1, P) points."""
    return {
        "views": [{"name": "everything" if s is None else names[s], "seat": s} for s in seats],
        "names": dict(named),
        "chart": points_chart(points, named),
        "width": CHART[0],
        "total": len(points) - 1,
    }


def page_of(
    game: Game, replay: Replay, names: Sequence[str], named: Mapping[int, str], data: Any, asking: str = ""
) -> Page:
    """The page of a replay: with all that is shown in `data`, or with a script that asks a server for it."""
    about = f"{', '.join(names)}; seed {replay.seed}; {count(len(replay.moves), 'move')}"
    if replay.scores:
        about += f"; final points {', '.join(map(str, replay.scores))}"
    page = Template(template("replay.html")).substitute(
        style=template("style.css") + seat_styles(),
        title=html.escape(f"A game of {game.title}"),
        about=named_players(about, named),
        data=packed(data),
        asking=asking or "const asked = null;",
    )
    return Page(page)


def packed(data: Any) -> str:
    """Plain values as text for a page: JSON, deflated, in base 64."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9, wbits=-15)).decode()


def seat_styles() -> str:
    """The colours of players' names, for elements of the classes p0, p1, ..."""
    seats = "".join(f".p{seat}{{--seat:{COLOURS[name]}}}" for seat, name in enumerate(SEAT_COLOURS))
    brown = SEAT_COLOURS.index("brown")  # it is not seen in the dark
    return f"{seats}@media(prefers-color-scheme:dark){{.p{brown}{{--seat:{DIM['brown']}}}}}\n"


def template(name: str) -> str:
    """The text of a template."""
    return importlib.resources.files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


def write_replay_page(path: str | Path, make_page: Callable[[], str]) -> None:
    """Make a page and write it to a new file; HustingsError, before it is made, if that is impossible."""
    check_replay_path(Path(path))
    write_text(Path(path), make_page(), new=True)


def _stretches(replay: Replay, games: GameBatch, note: Callable[[int], None]) -> Iterator[Stretch]:
    """The positions of a game while it is played, some at a time.

    `note` is called at each of them with the action that is taken in it, -1 at the end.
    """
    first, tables, moves = 0, [games.tables.copy()], [(-1, -1, "")]
    for move in replay.play(games):
        note(move[1])
        tables.append(games.tables.copy())
        if len(moves) == STRETCH:
            yield Stretch(games.game, games.box, first, np.concatenate(tables), moves)
            first, tables, moves = first + STRETCH, tables[-1:], []
        moves.append(move)
    note(-1)
    yield Stretch(games.game, games.box, first, np.concatenate([*tables, games.tables]), moves)


def _thought(thinker: Any, games: GameBatch, played: int) -> dict[str, Any] | None:
    """What an agent thinks of a position in which `played` was done; None if there is nothing to decide."""
    if thinker is None or games.over[0]:
        return None
    rows = explanation_rows(explained(thinker, games), lambda action: games.describe(0, action), played)
    return {"seat": int(games.seat[0]), **rows}


def explained(thinker: Any, games: GameBatch) -> Explanation:
    """What an agent thinks of the decision in a batch of one game; HustingsError, naming it, if it fails."""
    try:
        (thought,) = thinker.explain(games, np.zeros(1, np.int64))
    except (Exception, SystemExit) as error:  # whatever a user's agent may raise
        raise HustingsError(f"{thinker.name} cannot say what it thinks ({error_line(error)})") from error
    return thought


def points_chart(points: np.ndarray, names: Mapping[int, str]) -> str:
    """(moves + 1, P) points over the moves, as SVG, with the players' names where they have one."""
    return curves("Points", points, names, [f"{last:.0f}" for last in points[-1]])


def curves(
    title: str,
    values: np.ndarray,
    names: Mapping[int, str],
    ends: Sequence[str],
    marked: Mapping[int, str] | None = None,
) -> str:
    """(moves + 1, P) values over the moves, as SVG, a curve for each player; once a page: they have ids.

    Args:
        title: what the values are, for whoever cannot see the curves.
        values: at least 0, or down to their minimum.
        names: the players' names where they have one.
        ends: what stands behind each name at the end of its curve.
        marked: words for some moves, below a line at each.
    """
    (width, height), most, least = CHART, values.max(), min(0.0, values.min())
    across = np.arange(len(values)) * width / max(1, len(values) - 1)
    up = height - (values - least) * height / max(1.0, most - least)
    feet = spread_labels(up[-1].tolist(), 13.0, height)
    lines: list[svg.Element] = []
    at = sorted(marked or {})
    for move, foot in zip(at, spread_labels(across[at].tolist(), 16.0, width), strict=True):
        x = round(float(across[move]), 1)
        lines.append(svg.Line(x1=x, x2=x, y1=0, y2=height, stroke="currentColor", stroke_opacity=0.4))
        place = svg.Text(x=round(foot, 1), y=height + 13, font_size=12, text_anchor="middle")
        place.fill, place.text = "currentColor", (marked or {})[move]
        lines.append(place)
    for seat in range(values.shape[1]):
        colour = f"p{seat}"
        along = zip(across, up[:, seat], strict=True)
        corners = [svg.Point(round(float(x), 1), round(float(y), 1)) for x, y in along]
        lines.append(svg.Defs(elements=[svg.Polyline(id=f"curve{seat}", points=corners, fill="none")]))
        lines += [svg.Use(href=f"#curve{seat}", class_=[kind]) for kind in ("under", colour)]
        foot = round(feet[seat], 1)
        lines.append(svg.Circle(cx=width + 9, cy=foot, r=4, class_=[colour]))
        words = fitted(f"{player(seat)} {ends[seat]}", names, 108)
        lines.append(svg.Text(x=width + 17, y=foot + 4, font_size=12, fill="currentColor", text=words))
    if marked is None:  # a page moves this one to the move that is looked at
        lines.append(
            svg.Line(
                id="mark", x1=0, x2=0, y1=-4, y2=height + 4, stroke="currentColor", stroke_dasharray=[3, 3]
            )
        )
    view = svg.ViewBoxSpec(-6, -8, width + 131, height + 16 + 10 * (marked is not None))
    lasts = ", ".join(f"{player(seat)} {end}" for seat, end in enumerate(ends))
    label = with_names(f"{title}, move by move: {lasts}", names)  # which escapes them; svg does not
    return str(svg.SVG(viewBox=view, elements=lines, extra={"role": "img", "aria-label": label}))


def spread_labels(heights: Sequence[float], least: float, lowest: float) -> list[float]:
    """Heights of labels, moved as little as keeps them `least` apart and not below `lowest`.

    >>> spread_labels([5, 20, 21, 40], 12, 40)
    [4, 16, 28, 40]
    """
    moved, order = list(heights), sorted(range(len(heights)), key=lambda label: heights[label])
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + least)
    for label in reversed(order):
        moved[label], lowest = min(moved[label], lowest), min(moved[label], lowest) - least
    return moved
