"""A game that is over, looked at in the browser: a page at once, which asks for what it shows."""

from typing import Any

from ...envs.core.text.snapshot import snapshot
from .frames import BEGINNING, lines_for
from .match import Match
from .replays import Page, about_game, page_of, template
from .seen import Viewer


def shown_page(match: Match, viewer: Viewer, place: str) -> Page:
    """A replay as a page that asks the server at `place` for what it shows, first the viewer's own view."""
    seats: list[Viewer] = list(dict.fromkeys([viewer, None, *range(match.games.num_players)]))
    about = about_game(seats, match.names, match.named, match.tally.points)
    data = {"place": place, "game": match.token, "thoughts": None, **about}
    return page_of(match.game, match.replay, match.names, match.named, data, template("ask.js"))


def replay_texts(match: Match, seat: Viewer) -> dict[str, list[Any]]:
    """What a view tells of a whole game: texts, and how many moves led to the position of each."""
    box, tables = snapshot(match.games.box[0]), [snapshot(table[0]) for table in match.past]
    moves, texts = [0], [BEGINNING]
    for number, move in enumerate(match.replay.moves, 1):
        lines = lines_for(match.game, box, tables[number - 1], move, tables[number], seat)
        if lines or number == match.number:
            moves.append(number)
            texts.append(" ".join(lines or ["…"]))
    return {"moves": moves, "texts": texts}
