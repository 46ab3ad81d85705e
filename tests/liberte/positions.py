"""Positions of the examples in RULES.md, and what is held there; see tests/transcripts.py."""

from hustings.envs.core.api.batch import GameBatch

from .playing import Game, deal


def example(
    players: int, *, turn: list[int], displays: list[str], ask_forced: bool = True, **provinces: list[str]
) -> GameBatch:
    """The election of a turn in which all have passed, as far as nobody is asked.

    Displays are "Murat+Bailly" for each seat; of each province the stacks of the seats, "RR", "-", "W".
    """
    on_map = ", ".join(f"{name} {' '.join(row)}" for name, row in provinces.items())
    shown = [", ".join(cards.split("+")) for cards in displays]
    game = Game(deal(players, ask_forced=ask_forced)).lay(turn=turn[0], displays=shown, map=on_map)
    return game.end_actions().games


def hands(games: GameBatch) -> list[str]:
    """The cards in each hand, as "Bailly+Murat"."""
    return [cards.replace(", ", "+") or "-" for cards in Game(games).fact("hands")]


def discards(games: GameBatch) -> list[str]:
    return Game(games).fact("discards").split(", ")


def about(games: GameBatch) -> str:
    """What a tie is about."""
    return Game(games).fact("tie")


def governs(games: GameBatch) -> str:
    return Game(games).fact("government")


def opposes(games: GameBatch) -> str:
    return Game(games).fact("opposition")


def picardy(games: GameBatch) -> list[str]:
    return Game(games).fact("map")["Picardy"]


def paris(games: GameBatch) -> list[str]:
    return Game(games).fact("map")["Paris"]


def reds(games: GameBatch) -> list[int]:
    """The red blocks that each has taken in this election."""
    return Game(games).fact("collected")["red"]


def blues(games: GameBatch) -> list[int]:
    return Game(games).fact("collected")["blue"]


def track(games: GameBatch) -> list[int]:
    """White, blue and red votes."""
    return Game(games).fact("votes")


def supply(games: GameBatch) -> list[int]:
    """White, blue and red blocks beside the map."""
    return Game(games).fact("stock")
