"""Positions of Saludos Amigos!, laid out by name."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.text.words import text
from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.table import JOURNALIST

from .playing import PLANT, Game, lay

PROJECTS = [text(name) for name in GAME.box_spec.load()[0].project_name]
THREE_COMPLETE = (0, 0, 0, 4, 5, 6)


def example(
    players: int,
    *,
    hands: Sequence[int | str],
    dice: list[int],
    project: list[str],
    placed: list[int],
    holder: Sequence[int] = (0,),
    rolls: Sequence[int | str] = (),
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
    number = PROJECTS.index(" ".join(project))
    held = " ".join(map(str, hands))
    game = lay(held, dice=dice, holder=holder[0], project=number, placed=placed[0], **options)
    wanted = [(seat, int(pips)) for seat, thrown in enumerate(rolls) for pips in str(thrown).strip("-")]
    return game.will_roll(wanted).games


def cards(games: GameBatch) -> np.ndarray:
    """How many cards each player holds."""
    return games.tables["hand"][0, : games.num_players].sum(axis=1)


def negotiate(players: int = 4, dice: list[int] | None = None, **position: Any) -> Game:
    """An open floor: everybody has three cards, 6 million to share with the first section of the bath."""
    return lay(players, dice=dice or [1, 2, 3, 4, 5, 6, 6][:players], **position).until("FLOOR")


def proposal(*shares: int, **position: Any) -> Game:
    """Seat 0 proposes these shares to itself and to all others."""
    partners = " ".join(f"p{seat}" for seat in range(1, len(shares)))
    named = " ".join(map(str, shares[:-1]))
    return negotiate(len(shares), **position).play(f"0 {partners} close {named}")


def standing(hands: str | int = 4, members: int = 1, **position: Any) -> Game:
    """Seat 0 and the next `members - 1` hold an offer; they have 6 million to share, 1 for each partner."""
    game = lay(hands, **position).until("FLOOR")
    while game.seat:
        game.do("-")
    if members == 1:
        game.play("0 close")
    else:
        partners = range(1, members)
        game.play(f"0 {' '.join(f'p{seat}' for seat in partners)} close {game.table['pie'] - members + 1}")
        game.do("1 " * (members - 2) + "yes " * (members - 1))
    while game.phase == "FLOOR":
        game.do("-")
    return game


def opposed(**position: Any) -> Game:
    """Seats 1 to 3 oppose seat 0; the caller is seat 2. 7 million."""
    return standing(dice=[6, 1, 1, 1], placed=2, **position).play("1 -, 2 c1, 3 c1, 1 c1")


def council(members: int, **position: Any) -> Game:
    """The last of five seats alone calls a council against `members` seats from 0 on."""
    game = standing(5, members, dice=[6, 6, 6, 1, 1], **position)
    while game.seat != 4:
        game.do("-")
    game.play("4 c1")
    while game.phase == "JOIN":
        game.do("-")
    return game


def journalists(hands: str, money: list[int], drawn: int = 1, bag=(*THREE_COMPLETE, 2)) -> Game:
    """Nobody offers, so all draw a card; then journalists are drawn, and a tile if they do not end it."""
    tiles = [JOURNALIST] * drawn + [PLANT] * (drawn == 1 and bag[JOURNALIST] == 3)
    return lay(hands, money=money).will_draw(*tiles, bag=bag).pass_round()


def four_ones() -> Game:
    """Only eight 1s are discarded when everybody is to draw a card from the empty pile."""
    hands = f"- {'1' * 7 + '2' * 11} {'1' * 6 + '2' * 10 + '3' * 7} {'3' * 7}"
    return lay(hands, discard="1" * 8).expect(pile="-").pass_round()
