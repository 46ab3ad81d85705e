"""The messages of the protocol, as bytes; `protocol.json` is their schema."""

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.engine.layout import Layout
from ...envs.core.errors import NoAnswer
from .settings import MOST_ROWS, VERSION, VIEWS, ProgramSettings, Wants

_BEYOND_ACTIONS = 2**53  # larger than any action, and exact as a float in every language


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def hello(game: Game, seed: int, settings: ProgramSettings) -> bytes:
    """The first message to a program; it cannot reconstruct the seeds of deals from its own."""
    hashed = hashlib.sha256(f"program {seed}".encode()).digest()
    return _line({
        "type": "hello",
        "hustings": VERSION,
        "game": game.name,
        "title": game.title,
        "revision": game.revision,
        "seed": int.from_bytes(hashed[:6], "big"),
        **asdict(settings),
        "actions": {"size": game.actions.size, "blocks": _blocks(game.actions)},
    })  # fmt: skip


def table(games: GameBatch) -> bytes:
    """Describe the table of the questions that follow."""
    layout = games.game.observation(games.num_players)
    return _line({
        "type": "table",
        "players": games.num_players,
        "options": games.options,
        "view": {"size": layout.size, "blocks": _blocks(layout)},
    })  # fmt: skip


def _blocks(layout: Layout) -> list[dict[str, Any]]:
    return [
        {"name": b.name, "first": b.start, "size": b.size, "axes": dict(b.axes), "about": b.about}
        for b in layout
    ]


def act(
    games: GameBatch, rows: np.ndarray, wants: Wants, number: int, ids: np.ndarray, left: np.ndarray
) -> list[bytes | memoryview]:
    """One question about all rows if the program wants batches, otherwise one a row; as chunks of bytes.

    Args:
        games: the batch.
        rows: (R,) indices of games.
        wants: what to include.
        number: id of the first question.
        ids: (R,) the games' ids in the protocol.
        left: (R,) seconds left in each game.
    """
    seats, masks = games.seat[rows], games.masks(rows=rows)
    if wants.view == "binary":
        views = games.observe(rows=rows)
        header = {
            "type": "act",
            "id": number,
            "games": ids.tolist(),
            "seats": seats.tolist(),
            "left": np.round(left, 3).tolist(),
            "bytes": masks.nbytes + views.nbytes,
        }
        return [_line(header), masks.data, views.astype("<f4", copy=False).data]
    seen = games.observe(rows=rows) if wants.view != "none" else None
    bodies = [
        _row(games, wants, int(row), legal.nonzero()[0].tolist(), None if seen is None else seen[place])
        for place, (row, legal) in enumerate(zip(rows, masks, strict=True))
    ]
    heads = (
        f'"game":{game},"seat":{seat},"left":{seconds:.3f},'
        for game, seat, seconds in zip(ids.tolist(), seats.tolist(), left.tolist())
    )
    parts = [head + body for head, body in zip(heads, bodies)]
    if wants.batch:
        return [f'{{"type":"act","id":{number},"rows":[{{{"},{".join(parts)}}}]}}\n'.encode()]
    lines = (f'{{"type":"act","id":{place},{part}}}\n' for place, part in enumerate(parts, number))
    return ["".join(lines).encode()]


def _row(games: GameBatch, wants: Wants, row: int, legal: list[int], view: np.ndarray | None) -> str:
    """The question about one game, as JSON without the braces."""
    parts = [f'"legal":[{",".join(map(str, legal))}]']
    more: dict[str, Any] = {}
    if wants.words:
        more["words"] = [games.describe(row, action) for action in legal]
    if wants.board:
        more["board"] = games.board(row, int(games.seat[row]))
    if wants.told:
        more["told"] = games.news(row)
    if more:
        parts.append(json.dumps(more, ensure_ascii=False, separators=(",", ":"))[1:-1])
    if view is not None:
        parts.append(f'"view":{_view(games, view, wants.view)}')
    return ",".join(parts)


def _view(games: GameBatch, view: np.ndarray, how: str) -> str:
    if how == "base64":
        return f'"{base64.b64encode(view.astype("<f4", copy=False).data).decode()}"'
    if len(_NUMBERS) > _MOST_NUMBERS:
        _NUMBERS.clear()
    numbers = [_NUMBERS[number] for number in view.tolist()]
    blocks = games.game.observation(games.num_players)
    return "{" + ",".join(f'"{b.name}":[{",".join(numbers[b.start : b.stop])}]' for b in blocks) + "}"


class _Texts(dict[float, str]):
    """A cache of numbers as text, rounded to six places: formatting is slow, and views repeat few numbers."""

    def __missing__(self, number: float) -> str:
        self[number] = text = repr(round(number, 6))
        return text


_NUMBERS, _MOST_NUMBERS = _Texts(), 2**17


def over(game: int, seats: Sequence[int], scores: np.ndarray, ranks: np.ndarray) -> bytes:
    """Report the result of a game: (P,) scores and ranks."""
    return _line({
        "type": "over",
        "game": game,
        "seats": list(seats),
        "scores": scores.tolist(),
        "ranks": ranks.tolist(),
    })  # fmt: skip


def wants_in(line: bytes) -> Wants:
    """Parse the answer to `hello`; NoAnswer if it is malformed."""
    message = _message(line)
    if message.get("type") != "ready":
        raise NoAnswer(f'its first line is not {{"type":"ready",...}} but {_quoted(line)}')
    if message.get("hustings") != VERSION or isinstance(message["hustings"], bool):
        raise NoAnswer(f"its version of the protocol, {message.get('hustings')!r:.40}, is not {VERSION}")
    known = asdict(Wants())
    given = {name: value for name, value in message.items() if name not in ("type", "hustings")}
    for name, value in given.items():
        if name not in known:
            raise NoAnswer(f"it wants {name!r:.40}, which does not exist; choose from {', '.join(known)}")
        if type(value) is not type(known[name]):
            raise NoAnswer(
                f"it wants {name} {value!r:.40}, which must be of type {type(known[name]).__name__}"
            )
    wants = Wants(**given)
    if wants.view not in VIEWS or not 0 <= wants.batch <= MOST_ROWS:
        raise NoAnswer(
            f"it wants the view {wants.view!r:.40} in batches of {wants.batch}; choose from "
            f"{', '.join(VIEWS)}, and at most {MOST_ROWS}"
        )
    if wants.view == "binary" and (not wants.batch or wants.words or wants.told or wants.board):
        raise NoAnswer("it wants a binary view, which needs batch and excludes words, told and board")
    return wants


def answers_in(line: bytes, number: int, rows: int, *, batch: bool) -> list[int | str]:
    """Parse the answer to question `number`, about `rows` rows; NoAnswer if it is malformed."""
    message = _message(line)
    if message.get("id") != number or isinstance(message["id"], bool):
        raise NoAnswer(f"it answers a question other than {number}: {_quoted(line)}")
    found = message.get("actions") if batch else [message.get("action")]
    if not isinstance(found, list) or len(found) != rows:
        raise NoAnswer(f'its answer lacks "actions", a list of {rows}: {_quoted(line)}')
    # In JSON 3.0 is a whole number, too, and some languages write no other.
    given = [int(one) if isinstance(one, float) and one.is_integer() else one for one in found]
    for action in given:
        if type(action) not in (int, str) or (isinstance(action, int) and abs(action) > _BEYOND_ACTIONS):
            name = "actions" if batch else "action"
            raise NoAnswer(f'its answer lacks "{name}", by number or in words: {_quoted(line)}')
    return given


def _message(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):  # ValueError includes invalid UTF-8
        raise NoAnswer(f"it wrote a line that is not JSON: {_quoted(line)}") from None
    if not isinstance(message, dict):
        raise NoAnswer(f"it wrote a line that is not a JSON object: {_quoted(line)}")
    return message


def _quoted(line: bytes) -> str:
    text = line[:200].decode(errors="replace")
    return repr(text if len(text) <= 60 else f"{text[:60]}...")
