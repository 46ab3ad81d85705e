"""A replay as a page for the browser: one file, which loads nothing from elsewhere."""

import html
import importlib.resources
import json
import re
from collections.abc import Callable, Iterator, Sequence
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
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import write_text
from ...envs.core.text.drawing import COLOURS, SEAT_COLOURS
from ...envs.core.text.events import folded
from ...envs.core.text.words import player
from ..kept import check_replay_path
from ..play import events

CHART = 300, 90
MAX_ODDS = 8  # actions whose probabilities are shown


class Page(str):
    """HTML; a notebook shows it in a frame."""

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self)}" style="width:100%;height:760px;border:0"></iframe>'


class Frames:
    """Sequences of pictures, each stored as its difference from the one before.

    Attributes:
        pieces: the number of every different tag.
        changes: for each view and picture, how many pieces stay at the beginning and at the end, and those
            between.
    """

    def __init__(self) -> None:
        self.pieces: dict[str, int] = {}
        self.changes: list[list[tuple[int, int, list[int]]]] = []

    def add(self, pictures: Sequence[str]) -> None:
        """Add a view's pictures, in order."""
        before: list[int] = []
        changes = []
        for picture in pictures:
            tags = re.split(r"(?<=>)(?=<)", picture)
            now = [self.pieces.setdefault(tag, len(self.pieces)) for tag in tags]
            head = _common_prefix(before, now)
            tail = _common_prefix(before[head:][::-1], now[head:][::-1])
            changes.append((head, tail, now[head : len(now) - tail]))
            before = now
        self.changes.append(changes)


def _common_prefix(one: Sequence[int], other: Sequence[int]) -> int:
    """How many entries from the beginning on are the same."""
    same = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        same += 1
    return same


def replay_page(
    replay: Replay,
    game: Game,
    box: str | Path | np.ndarray | None = None,
    *,
    explain: str | Agent | None = None,
) -> Page:
    """A replay as HTML: every position in every view, the moves in words, the points.

    A seat's view has the moves that the seat notices, so that it counts nothing that is hidden from it.

    Args:
        replay: what was played.
        game: the game that was played.
        box: the box that it was played with, if not the game's own.
        explain: an agent that says what it thinks of every decision, or its name as for
            `hustings.agents.make`; it needs `explain(games, rows)`, as searches have.

    Raises:
        HustingsError: if the replay does not lead to the end it states, or the agent cannot explain itself.
    """
    if not isinstance(replay, Replay) or not isinstance(game, Game):
        raise HustingsError(f"replay, game: {replay!r:.60}, {game!r:.60}: give a Replay and a Game")
    thinker = make(explain, game) if isinstance(explain, str) else explain
    if thinker is not None and not hasattr(thinker, "explain"):
        name = getattr(thinker, "name", repr(thinker))
        raise HustingsError(f"{name:.60} cannot say what it thinks; give one that can, such as search")
    games = replay.deal(game, box)
    seats: list[int | None] = [None, *range(games.num_players)]
    pictures: list[list[str]] = [[] for _ in seats]
    told: list[list[str]] = [[] for _ in seats]
    moves: list[list[int]] = [[] for _ in seats]
    points: list[list[int]] = []
    thoughts: list[dict[str, Any] | None] = []
    names = [player(seat) for seat in range(games.num_players)]
    if len(replay.agents) == len(names):
        names = [f"{name} ({agent})" for name, agent in zip(names, replay.agents, strict=True)]
    for before, action, words in _positions(replay, games):
        for place, seat in enumerate(seats):
            lines, picture = ["The beginning."], games.picture(0, seat)
            if before is not None:
                own = seat is None or seat == before["seat"][0]
                lines = folded(events(games, before, action, seat)) or ([words] if own else [])
                if not lines and picture == pictures[place][-1]:
                    continue
            pictures[place].append(picture)
            told[place].append(" ".join(lines or ["…"]))
            moves[place].append(len(points))
        points.append(games.scores[0].tolist())
        thoughts.append(_thought(thinker, games))
    frames = Frames()
    for view in pictures:
        frames.add(view)
    data = {
        "pieces": list(frames.pieces),
        "frames": frames.changes,
        "told": told,
        "moves": moves,
        "views": [{"name": "everything" if s is None else names[s], "seat": s} for s in seats],
        "chart": points_chart(np.array(points, np.float64)),
        "width": CHART[0],
        "thoughts": thoughts if thinker is not None else None,
        "thinker": "" if thinker is None else thinker.name,
    }
    about = f"{', '.join(names)}; seed {replay.seed}; {len(replay.moves)} moves"
    if replay.scores:
        about += f"; final points {', '.join(map(str, replay.scores))}"
    page = Template(template("replay.html")).substitute(
        style=template("style.css"),
        title=html.escape(f"A game of {game.title}"),
        about=html.escape(about),
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    )
    return Page(page)


def template(name: str) -> str:
    """The text of a template."""
    return importlib.resources.files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


def write_replay_page(path: str | Path, make_page: Callable[[], str]) -> None:
    """Make a page and write it to a new file; HustingsError, before it is made, if that is impossible."""
    check_replay_path(Path(path))
    write_text(Path(path), make_page(), new=True)


def _positions(replay: Replay, games: GameBatch) -> Iterator[tuple[np.ndarray | None, int, str]]:
    """For every position the tables before the move that led to it, None at first; the action; its words."""
    before, action, words = None, -1, ""
    for seat, number, said in replay.play(games):
        yield before, action, words
        before, action, words = games.tables.copy(), number, f"{player(seat)}: {said}"
    yield before, action, words


def _thought(thinker: Any, games: GameBatch) -> dict[str, Any] | None:
    """What an agent thinks of the position; None if there is nothing to decide."""
    if thinker is None or games.over[0]:
        return None
    thought = explained(thinker, games)
    likely = np.argsort(-thought.probabilities, kind="stable")[:MAX_ODDS]
    odds = [
        (round(float(thought.probabilities[action]), 4), games.describe(0, int(action)))
        for action in likely
        if thought.probabilities[action] > 0
    ]
    return {"seat": int(games.seat[0]), "value": round(float(thought.value), 3), "odds": odds}


def explained(thinker: Any, games: GameBatch) -> Explanation:
    """What an agent thinks of the decision in a batch of one game; HustingsError, naming it, if it fails."""
    try:
        (thought,) = thinker.explain(games, np.zeros(1, np.int64))
    except Exception as error:  # whatever a user's agent may raise
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise HustingsError(f"{thinker.name} cannot say what it thinks ({why})") from error
    return thought


def points_chart(points: np.ndarray) -> str:
    """(moves + 1, P) points over the moves, as SVG."""
    (width, height), most, least = CHART, points.max(), min(0.0, points.min())
    across = np.arange(len(points)) * width / max(1, len(points) - 1)
    up = height - (points - least) * height / max(1.0, most - least)
    lines: list[svg.Element] = [
        svg.Polyline(
            points=[
                svg.Point(round(float(x), 1), round(float(y), 1))
                for x, y in zip(across, up[:, seat], strict=True)
            ],
            stroke=COLOURS[SEAT_COLOURS[seat]],
            stroke_width=2,
            fill="none",
        )
        for seat in range(points.shape[1])
    ]
    feet = spread_labels(up[-1].tolist(), 12.0, height)
    ends = [
        svg.Text(
            x=width + 4,
            y=round(feet[seat], 1) + 4,
            font_size=11,
            fill="currentColor",
            text=f"{seat}: {points[-1, seat]:.0f}",
        )
        for seat in range(points.shape[1])
    ]
    mark = svg.Line(
        id="mark", x1=0, x2=0, y1=-4, y2=height + 4, stroke="currentColor", stroke_dasharray=[3, 3]
    )
    view = svg.ViewBoxSpec(-6, -8, width + 54, height + 16)
    return str(svg.SVG(viewBox=view, elements=[*lines, *ends, mark], extra={"role": "img"}))


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
