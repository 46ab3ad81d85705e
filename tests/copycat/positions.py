"""Positions that the worked examples of RULES.md begin in."""

from collections.abc import Iterable, Sequence
from typing import Any

from hustings.envs.copycat.actions import DONE
from hustings.envs.copycat.rules.common import coins_left
from hustings.envs.copycat.table import STANDING
from hustings.envs.core.api.batch import GameBatch

from .playing import lay


def example(
    players: int,
    *,
    stage: list[str],
    hands: Sequence[int | str],
    bus: Sequence[int] = (),
    workers: Sequence[int | str] = (),
    street: Sequence[int] = (),
    tokens: Sequence[int] = (),
    ask_forced: bool = True,
    **options: Any,
) -> GameBatch:
    """The beginning of a part of a round.

    Args:
        stage: the part: bid, turn, hand, or table, where the hand has been laid down.
        hands: the cards in each seat's hand, "37,21".
        bus: the order of turns.
        workers: each seat's offices, counted from 1 as on the board.
        street: cards from the left, 0 for an empty space.
        tokens: on the offices.
    """
    own, *others = map(_numbers, hands)
    position = {
        "hands": others,
        "order": list(bus) or list(range(players)),
        "workers": [{number - 1: STANDING for number in _numbers(row)} for row in workers] or {},
        "street": list(street),
        "tokens": list(tokens) or [0],
    }
    given = {"players": players, "ask_forced": ask_forced, **options}
    game = lay("hand" if stage == ["table"] else stage[0], *own, **given, **position)
    return game.play(DONE).games if stage == ["table"] else game.games


def _numbers(words: int | str) -> list[int]:
    return [int(number) for number in str(words).split(",") if number.isdigit()]


def purse(games: GameBatch) -> int:
    """The coins that the seat on turn can still spend."""
    return int(coins_left(games.tables[0]))


def shown(games: GameBatch) -> Iterable[int]:
    """The cards on the street up to the last."""
    row = games.tables["street"][0].tolist()
    while row and row[-1] == 0:
        row.pop()
    return row or [0]
