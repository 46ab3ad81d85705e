"""Positions of Saludos Amigos!, laid out by name."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import chance
from hustings.envs.core.text.words import text
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, PASS, REJECT
from hustings.envs.saludos_amigos.table import JOURNALIST, REROLL, Phase

from .playing import (
    PLANT,
    SEATS,
    THERMAL_BATH,
    amount,
    card,
    deal,
    field,
    lay,
    legal,
    next_tiles,
    no_offers,
    open_floor,
    passes,
    phase,
    play,
    seat,
)


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


def negotiate(players: int = 4, dice=None, placed: int = 1, project: int = THERMAL_BATH, **options):
    """An open floor: everybody has three cards, 6 million to share with the first section of the bath."""
    games = deal(players, **options)
    lay(games, dice=dice or [1, 2, 3, 4, 5, 6, 6][:players], project=project, placed=placed)
    open_floor(games)
    return games


def proposal(*shares: int, **kwargs):
    """Seat 0 proposes these shares to itself and to all others."""
    games = negotiate(len(shares), **kwargs)
    play(
        games,
        *((0, seat(k)) for k in range(1, len(shares))),
        (0, CLOSE),
        *((0, amount(a)) for a in shares[:-1]),
    )
    return games


def fail(games, who: int) -> None:
    """A proposal of seat `who` to the next player that fails."""
    partner = (who + 1) % games.num_players
    play(games, (who, seat(1)))
    while CLOSE not in legal(games):
        games.step([min(legal(games) & SEATS)])
    play(games, (who, CLOSE))
    while phase(games) == Phase.SPLIT:
        play(games, (who, amount(1)))
    play(games, (partner, REJECT))


def standing(players: int = 4, members: int = 1, hands=None, dice=None, holder=0, discard=None, **options):
    """Seat 0 and the next `members - 1` hold an offer; they have 6 million to share, 1 for each partner."""
    placed = options.pop("placed", 1)
    project = options.pop("project", 4)
    games = deal(players, **options)
    lay(games, hands=hands, dice=dice, holder=holder, discard=discard, placed=placed, project=project)
    open_floor(games)
    while games.seat[0] != 0:
        passes(games, 1)
    if members == 1:
        play(games, (0, CLOSE))
    else:
        pie = field(games, "pie")
        play(games, *((0, seat(k)) for k in range(1, members)), (0, CLOSE), (0, amount(pie - members + 1)))
        while phase(games) == Phase.SPLIT:
            games.step([amount(1)])
        play(games, *((k, ACCEPT) for k in range(1, members)))
    while phase(games) == Phase.FLOOR:
        passes(games, 1)
    return games


def opposed(**kwargs):
    """Seats 1 to 3 oppose seat 0; the caller is seat 2. 7 million."""
    games = standing(4, hands=["123"] * 4, dice=[6, 1, 1, 1], placed=2, **kwargs)
    play(games, (1, PASS), (2, card(1)), (3, card(1)), (1, card(1)))
    return games


def council(members: int, placed: int = 1, holder: int = 0):
    """The last seat alone calls a council against `members` seats from 0 on."""
    games = standing(5, members=members, placed=placed, holder=holder, dice=[6, 6, 6, 1, 1])
    while phase(games) == Phase.CALL and games.seat[0] != 4:
        passes(games, 1)
    play(games, (4, card(1)))
    while phase(games) == Phase.JOIN:
        passes(games, 1)
    return games


THREE_COMPLETE = (0, 0, 0, 4, 5, 6)


def journalists(hands, money, drawn: int = 1, bag=(*THREE_COMPLETE, 2)):
    """Nobody offers, so all draw a card; then journalists are drawn."""
    games = deal(len(hands))
    lay(games, hands=hands, money=money)
    next_tiles(games, *[JOURNALIST] * drawn, *[PLANT] * (drawn == 1 and bag[JOURNALIST] == 3), bag=bag)
    no_offers(games)
    return games


def four_ones():
    """Only eight 1s are discarded when everybody is to draw a card from the empty pile."""
    games = deal(4)
    hands = ["", "1" * 7 + "2" * 11, "1" * 6 + "2" * 10 + "3" * 7, "3" * 7]
    lay(games, hands=hands, discard=[8, 0, 0])
    assert field(games, "pile") == [0, 0, 0]
    no_offers(games)
    return games
