"""Default texts and picture for games without their own: enough to play and follow any game."""

import numpy as np

from ..engine.game import HIDDEN_FROM_STATE, NOBODY, Game, no_secret_choices
from ..engine.record import EVERYBODY, OWNER, SEAT
from .drawing import FOOT, MARGIN, TOP, Page
from .events import Event, player_event
from .prompts import phase_in_words
from .snapshot import scratch
from .words import player, wrapped


def describe(game: Game, box: np.record, table: np.record, action: int) -> str:
    """Describe an action by the name of its block, with its index there if the block has several entries."""
    block, number = game.actions.locate(action)
    words = block.replace("_", " ")
    return words if game.actions[block].size == 1 else f"{words} {number}"


def board(game: Game, box: np.record, table: np.record, seat: int | None) -> str:
    """List the fields that a seat may know, one per line."""
    lines = []
    for field in game.table_fields:
        known = seat is None or field.seen.by in (EVERYBODY.by, OWNER.by)
        if not known or field.name in HIDDEN_FROM_STATE:
            continue
        values = np.asarray(table[field.name])
        if SEAT in field.axes:
            values = np.moveaxis(values, [*field.axes].index(SEAT), 0)[: int(table.seats)]
            if seat is not None and (field.seen.by == OWNER.by or field.seen.private):
                values = values[seat]
        numbers = " ".join(map(str, values.ravel().tolist()))
        lines += wrapped(f"{field.name.replace('_', ' ')}: {numbers}")
    if table.seat != NOBODY:
        lines.append(f"{player(table.seat)} decides.")
    return "\n".join(lines)


def events(
    game: Game, box: np.record, before: np.record, action: int, after: np.record, seat: int | None
) -> list[Event]:
    """Tell a seat's action, forced ones after it, and the end; of a secret choice only that it was made."""
    table, found = scratch(before), []
    while action >= 0:
        found.append(_move(game, box, table, action, seat))
        game.apply(box, table, action)
        # With `ask_forced` the step ends here, before forced actions.
        action = -1 if table.tobytes() == after.tobytes() else _forced(game, box, table)
    return [*found, Event("The game is over.")] if after.seat == NOBODY else found


def _move(game: Game, box: np.record, table: np.record, action: int, seat: int | None) -> Event:
    mover = int(table.seat)
    if game.reopen_secret_choices is no_secret_choices or seat in (None, mover):
        return Event(f"{player(mover)}: {game.describe(box, table, action)}.", seat=mover)
    return player_event(mover, "decides")


def _forced(game: Game, box: np.record, table: np.record) -> int:
    """The only legal action; -1 if there are more, or the game is over."""
    legal = np.zeros(game.actions.size, np.bool_)
    if table.seat != NOBODY:
        game.legal(box, table, legal)
    return int(legal.argmax()) if legal.sum() == 1 else -1


def picture(game: Game, box: np.record, table: np.record, seat: int | None) -> str:
    """Draw the board as lines of text on a page."""
    page = Page(game.title)
    who = f"{player(table.seat)} decides" if table.seat >= 0 else "over"
    page.header(phase_in_words(game, table.phase), who, int(table.seat), seat)
    lines = game.board(box, table, seat).split("\n")
    for number, line in enumerate(lines):
        page.text(MARGIN, TOP + 20 + number * min(20, (FOOT - TOP - 30) / len(lines)), line, 13)
    return page.picture()
