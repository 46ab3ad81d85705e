"""Leaderboards of the tiny game."""

from hustings.training import leaderboard

from ....players import Bids
from ....tinygame import GAME


def field(*more):
    return ["random", Bids("high"), Bids("low", -1), *more]


def play(games=60, agents=None, **kwargs):
    kwargs = {"num_players": 2, "batch": 24, "seed": 3, **kwargs}
    return leaderboard(GAME, games=games, agents=agents or field(), **kwargs)


def games_of(board):
    r = board.result
    return [part.tolist() for part in (r.deals, r.seatings, r.scores, r.ranks)]
