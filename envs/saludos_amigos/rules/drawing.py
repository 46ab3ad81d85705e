"""Preparation; 1 Drawing a tile; 6 B Journalists."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..box import RANDOM_SEAT
from ..table import BAG, DRAW_LIMIT, JOURNALIST, PROJECTS, SETUP, VALUES
from .common import clockwise, number_of
from .final_count import final_bonus, finish
from .strength import roll

# --- Preparation ---------------------------------------------------------------------------------


@rule
def setup(box, table):
    """Fill the bag, hand out the cards, and draw the first tile."""
    seats = int(table.seats)
    for project in range(PROJECTS):
        table.bag[project] = box.tiles[project]
    table.bag[JOURNALIST] = box.journalists
    for value in range(VALUES):
        each = int(box.start_hand[value])
        table.pile[value] = int(box.card_counts[value]) - seats * each
        table.shuffled[value] = table.pile[value]
        for seat in range(seats):
            table.hand[seat, value] = each
            table.known[seat, value] = each
    table.project = NOBODY
    if box.first_bag_holder == RANDOM_SEAT:
        table.bag_holder = chance.below(table, SETUP, seats)
    begin_round(box, table)


# --- 1 Drawing a tile (and 6 B Journalists) ------------------------------------------------------


@rule
def begin_round(box, table):
    """Draw tiles until one is negotiated over, and roll the dice; or end the game.

    Journalists that go back into the bag could be drawn for ever, hence `DRAW_LIMIT`.
    """
    table.caller = NOBODY
    for seat in range(int(table.seats)):
        table.fined[seat] = 0
        table.fails_left[seat] = box.attempts_round
    while int(table.bag_draws) < DRAW_LIMIT:
        table.bag_draws += 1
        drawn = chance.draw(table, BAG, table.bag)
        if drawn == JOURNALIST:
            journalist(box, table)
            if int(table.board_journalists) == int(box.journalists_to_end):
                break
            table.bag_holder = clockwise(table, int(table.bag_holder), 1)
        else:
            table.project = drawn
            if table.bag[drawn] == 0 and complete_projects(box, table) == int(box.projects_to_end):
                final_bonus(box, table)
                break
            already_placed = int(box.tiles[drawn]) - int(table.bag[drawn]) - 1
            table.pie = int(box.base_value[drawn]) + already_placed + 1
            roll(box, table)
            return
    finish(table)


@rule
def complete_projects(box, table):
    complete = 0
    for project in range(int(box.projects)):
        if table.bag[project] == 0:
            complete += 1
    return complete


@rule
def journalist(box, table):
    """Fine every player a million per card above the fewest that any player has."""
    fewest = fewest_cards(table)
    for seat in range(int(table.seats)):
        fine = min(number_of(table.hand[seat]) - fewest, int(table.money[seat]))
        table.money[seat] -= fine
        table.fined[seat] += fine
    if complete_projects(box, table) < int(box.projects_before_journalists_stay):
        table.bag[JOURNALIST] += 1
    else:
        table.board_journalists += 1


@rule
def fewest_cards(table):
    """The smallest number of cards that a player has."""
    fewest = number_of(table.hand[0])
    for seat in range(1, int(table.seats)):
        fewest = min(fewest, number_of(table.hand[seat]))
    return fewest


@rule
def round_now(box, table):
    """The current round: the number of building tiles drawn."""
    drawn = 0
    for project in range(PROJECTS):
        drawn += int(box.tiles[project]) - int(table.bag[project])
    return drawn
