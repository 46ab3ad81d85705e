"""Matches for the tests of the table in the browser."""

import numpy as np

import tinygame
from hustings.agents import make
from hustings.agents.base import RandomAgent
from hustings.envs import GAMES
from hustings.training.play import begin
from hustings.training.table.match import Match


def a_match(seats="human,human,random", game=tinygame.GAME, seed=1) -> Match:
    names = seats.split(",")
    return Match(begin(game, names, RandomAgent(game), seed=seed), names)


def at_phase(name: str, game: str, players: int, when=lambda match: True) -> Match:
    """A match of people alone at its first decision of a kind, played by a bot until then."""
    described = GAMES[game]
    match, bot = a_match(",".join(["human"] * players), described), make("greedy", described)
    for _ in range(3000):
        if described.phases(int(match.games.tables["phase"][0])).name == name and when(match):
            return match
        match.move(int(bot.act(match.games, np.zeros(1, np.int64))[0]))
    raise AssertionError(f"no {name}")


def to_place(blocks: int):
    return lambda match: match.games.tables["blocks_left"][0] == blocks
