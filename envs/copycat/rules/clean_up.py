"""7 Clean-up, and 8 the end of the game."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..table import (
    CARDS,
    DISCARD,
    DOCTORATE,
    IN_BOX,
    LAID,
    NO_CARD,
    NO_WORKER,
    OFFICES,
    TEMPORARY,
    Ending,
    Phase,
)
from .street import fill_street, open_office


@rule
def clean_up(box, table):
    ending = why_over(box, table)
    if ending != Ending.NONE:
        table.ending = ending
        table.phase = Phase.OVER
        table.seat = NOBODY
        return
    lay_tokens(box, table)
    for seat in range(int(table.seats)):
        discard_play_area(table, seat)
    workers_home(table)
    for card in range(1, CARDS + 1):
        table.copied[card] = NO_CARD
    open_office(box, table)
    clear_street(box, table)
    fill_street(box, table)
    table.phase = Phase.NEW_ROUND


@rule
def why_over(box, table):
    """Why the game ends with this round, an Ending; the first of several reasons."""
    for seat in range(int(table.seats)):
        if table.vp[seat] >= box.end_points:
            return Ending.POINTS
    if table.last_doctorate:
        return Ending.DOCTORATES
    return Ending.ROUNDS if table.round_number >= box.rounds else Ending.NONE


@rule
def lay_tokens(box, table):
    """Put a token on every office without a worker, while the box has any."""
    tokens = 0
    for office in range(OFFICES):
        tokens += int(table.office_tokens[office])
    for office in range(OFFICES):
        if table.open[office] and table.crowd[office] == 0:
            if box.token_limit == 0 or tokens < box.token_limit:
                table.office_tokens[office] += 1
                tokens += 1


@rule
def workers_home(table):
    for office in range(OFFICES):
        table.crowd[office] = 0
    for seat in range(int(table.seats)):
        table.recruited[seat] = 0
        for office in range(OFFICES):
            table.worker[seat, office] = NO_WORKER


@rule
def discard_play_area(table, seat):
    """Move the play area and the temporary discard pile to the discards."""
    for card in range(1, CARDS + 1):
        if LAID <= table.zone[seat, card] <= TEMPORARY:
            table.zone[seat, card] = DISCARD
            table.discard_size[seat] += 1


@rule
def clear_street(box, table):
    """Remove the cards on the first spaces from the game: the fewer players, the more spaces."""
    for space in range(int(box.cleared[int(table.seats)])):
        card = int(table.street[space])
        if NO_CARD < card < DOCTORATE:
            table.place[card] = IN_BOX
        table.street[space] = NO_CARD


@rule
def score(box, table, seat):
    """The victory points."""
    return int(table.vp[seat])


@rule
def standing(box, table, seat):
    """Rank by victory points; ties are broken by those of the last round."""
    return 1_000_000 * int(table.vp[seat]) + int(table.round_vp[seat])
