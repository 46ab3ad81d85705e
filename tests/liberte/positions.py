"""Ready positions of Liberté."""

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte.table import BLUE, DISCARDED, HAND, RED
from hustings.envs.liberte.text import describe

from .playing import (
    BOX,
    collected,
    deal,
    end_actions,
    field,
    in_place,
    lay,
    pass_turn,
    stack,
    stock,
    tie,
    votes,
)

SET_A = [describe.card_name(BOX[0], number) for number in range(1, 58)]
SET_B = [describe.card_name(BOX[0], number) for number in range(58, 111)]
ROW = ["Danton", "Necker", "Talleyrand"]
OTHERS = ["Robespierre", "Necker", "Talleyrand"]
WEST = {"Brittany", "Maine", "Anjou", "Vendée"}
CENTRE = {"Berry", "Limousin", "Auvergne", "Bourbonnais"}
PARIS_BASIN = {"Normandy", "Orléanais", "Artois-Flanders", "Picardy", "Paris"}
EAST = {"Burgundy", "Franche-Comté", "Alsace", "Lorraine", "Champagne"}
SOUTH = {"Saintonge", "Guyenne", "Gascony", "Béarn", "Languedoc"}
SOUTH |= {"Vivarais", "Provence", "Dauphiné", "Lyonnais"}
ALL = WEST | CENTRE | PARIS_BASIN | EAST | SOUTH


def acting(hand: list[str], players: int = 3, options=None, **position) -> GameBatch:
    """Seat 0 is to act with these cards in hand."""
    games = deal(players, **(options or {}))
    hands = position.pop("hands", [[]] * (players - 1))
    lay(games, hands=[hand, *hands], **position)
    return games


def new_cards(players: int = 3, options=None, **position) -> GameBatch:
    """The new cards of turn 3, whose order of play is by seat; a lost battle lies behind."""
    games = deal(players, **(options or {}))
    lay(games, turn=2, vp=range(9, 9 - players, -1), **position)
    pass_turn(games)
    assert field(games, "turn") == 3
    assert field(games, "order") == list(range(players))
    return games


def same_table(players: int, num_games: int, **position) -> GameBatch:
    """The last to act decides, and passing ends the turn; many times over, with chance of its own in each."""
    games = deal(players, num_games=num_games)
    lay(games, **position)
    games.tables["idle_rounds"] = 1
    games.tables["turn_place"] = players - 1
    games.tables["seat"] = players - 1
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(num_games) + 1
    games.tables["draws"] = 0
    return games


def example(
    players: int,
    *,
    turn: list[int],
    displays: list[str],
    ask_forced: bool = True,
    **stacks: list[str],
) -> GameBatch:
    """The election of a turn in which everybody has passed, as far as nobody is asked.

    Args:
        turn: its number, in a list.
        displays: for each seat its cards, as "Murat+Bailly".
        stacks: for each province the stacks of the seats, as ["RR", "-", "W"].
    """
    games = deal(players, ask_forced=ask_forced)
    on_map = {
        name: {seat: letters for seat, letters in enumerate(row) if letters != "-"}
        for name, row in stacks.items()
    }
    lay(games, turn=turn[0], displays=[names.split("+") for names in displays], stacks=on_map)
    end_actions(games)
    return games


def hands(games: GameBatch) -> list[str]:
    """The cards in each hand, as "Murat+Bailly"."""
    return ["+".join(in_place(games, HAND + seat)) or "-" for seat in range(games.num_players)]


def discards(games: GameBatch) -> list[str]:
    return in_place(games, DISCARDED)


def about(games: GameBatch) -> str:
    """What a tie is about."""
    return tie(games).name


def governs(games: GameBatch) -> str:
    return describe.COLOUR_NAMES[field(games, "government")]


def opposes(games: GameBatch) -> str:
    return describe.COLOUR_NAMES[field(games, "opposition")]


def picardy(games: GameBatch) -> list[str]:
    return [stack(games, "Picardy", seat) or "-" for seat in range(games.num_players)]


def paris(games: GameBatch) -> list[str]:
    return [stack(games, "Paris", seat) or "-" for seat in range(games.num_players)]


def reds(games: GameBatch) -> list[int]:
    """The red blocks that each has taken in this election."""
    return collected(games, RED)


def blues(games: GameBatch) -> list[int]:
    return collected(games, BLUE)


def track(games: GameBatch) -> list[int]:
    """White, blue and red votes."""
    return votes(games)


def supply(games: GameBatch) -> list[int]:
    """White, blue and red blocks beside the map."""
    return stock(games)
