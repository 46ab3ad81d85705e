"""Ready positions of Liberté."""

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte.text import describe

from .playing import BOX, deal, field, lay, pass_turn

SET_A = [describe.card_name(BOX[0], number) for number in range(1, 58)]
SET_B = [describe.card_name(BOX[0], number) for number in range(58, 111)]
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
