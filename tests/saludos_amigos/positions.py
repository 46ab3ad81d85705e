"""Positions of Saludos Amigos!, laid out by name."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import chance
from hustings.envs.core.text.words import text
from hustings.envs.saludos_amigos.table import REROLL

from .saludos import deal, lay


def example(
    players: int,
    *,
    hands: Sequence[int | str],
    dice: list[int],
    project: list[str],
    placed: list[int],
    holder: Sequence[int] = (0,),
    rolls: Sequence[int | str] = (),
    ask_forced: bool = True,
    **options: Any,
) -> GameBatch:
    """The beginning of a round.

    Args:
        hands: the values of each seat's cards.
        dice: each seat's pips.
        project: the name of the tile's project; `placed` of its tiles lie on the map.
        holder: who has the bag.
        rolls: what each seat throws when it throws again, "-" for nothing.
    """
    games = deal(players, ask_forced=ask_forced, **options)
    projects = [text(name) for name in games.box[0].project_name]
    number = projects.index(" ".join(project))
    hands = [str(hand) for hand in hands]
    lay(games, hands=hands, dice=dice, holder=holder[0], project=number, placed=placed[0])
    wanted = [(seat, int(pips)) for seat, thrown in enumerate(rolls) for pips in str(thrown).strip("-")]
    games.tables["seed"], games.tables["draws"] = _seed_of(games.tables[0], wanted), 0
    return games


def _seed_of(table: np.record, wanted: list[tuple[int, int]]) -> int:
    """A seed under which these seats throw these pips, one after another."""
    trial = table.copy()
    for seed in itertools.count():
        chance.start(trial, np.uint64(seed))
        if all(chance.roll(trial, REROLL + seat, 6) == pips for seat, pips in wanted):
            return seed
    raise AssertionError


def cards(games: GameBatch) -> np.ndarray:
    """How many cards each player holds."""
    return games.tables["hand"][0, : games.num_players].sum(axis=1)
