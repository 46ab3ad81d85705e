"""Default texts and picture for games without their own: enough to play and follow any game."""

import numpy as np

from ..engine.game import HIDDEN_FROM_STATE, NOBODY, Game, no_secret_choices
from ..engine.record import EVERYBODY, OWNER, SEAT
from .drawing import FOOT, MARGIN, TOP, Page
from .events import Event, player_event
from .prompts import phase_in_words
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
            values = values[: int(table.seats)]
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
    """Tell a seat's action, and the end of the game; of a secret choice only that it was made."""
    mover = int(before.seat)
    open_to_all = game.reopen_secret_choices is no_secret_choices
    if open_to_all or seat in (None, mover):
        moved = [Event(f"{player(mover)}: {game.describe(box, before, action)}.", seat=mover)]
    else:
        moved = [player_event(mover, "decides")]
    return [*moved, Event("The game is over.")] if after.seat == NOBODY else moved


def picture(game: Game, box: np.record, table: np.record, seat: int | None) -> str:
    """Draw the board as lines of text on a page."""
    page = Page(game.title)
    who = f"{player(table.seat)} decides" if table.seat >= 0 else "over"
    page.header(phase_in_words(game, table.phase), who, int(table.seat), seat)
    lines = game.board(box, table, seat).split("\n")
    for number, line in enumerate(lines):
        page.text(MARGIN, TOP + 20 + number * min(20, (FOOT - TOP - 30) / len(lines)), line, 13)
    return page.picture()
