"""Positions of the examples in RULES.md, and what is held there; see tests/transcripts.py."""

from collections.abc import Callable

from hustings.envs.core.api.batch import GameBatch

from .playing import Game, lay


def example(
    players: int, *, turn: list[int], displays: list[str], ask_forced: bool = True, **provinces: list[str]
) -> GameBatch:
    """The election of a turn in which all have passed, as far as nobody is asked.

    Displays are "Murat+Bailly" for each seat; of each province the stacks of the seats, "RR", "-", "W".
    """
    on_map = ", ".join(f"{name} {' '.join(row)}" for name, row in provinces.items())
    shown = [", ".join(cards.split("+")) for cards in displays]
    game = lay(players=players, ask_forced=ask_forced, turn=turn[0], displays=shown, map=on_map)
    return game.pass_round("ACTION").games


def fact(name: str, part: str | None = None) -> Callable:
    """A fact of `Game.fact`, or a part of it."""

    def found(games: GameBatch):
        value = Game(games).fact(name)
        return value[part] if part else value

    return found


about, governs, opposes = fact("tie"), fact("government"), fact("opposition")
track, supply = fact("votes"), fact("stock")  # white, blue and red
reds, blues = fact("collected", "red"), fact("collected", "blue")
picardy, paris = fact("map", "Picardy"), fact("map", "Paris")


def hands(games: GameBatch) -> list[str]:
    """The cards in each hand, as "Bailly+Murat"."""
    return [cards.replace(", ", "+") or "-" for cards in Game(games).fact("hands")]


def discards(games: GameBatch) -> list[str]:
    return Game(games).fact("discards").split(", ")
