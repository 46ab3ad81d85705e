"""Matches for the tests of the browser."""

import asyncio
import copy
from collections.abc import Callable

import numpy as np

from hustings.agents import make
from hustings.agents.bots import RandomAgent
from hustings.envs import GAMES
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.match import Match
from hustings.training.play import DealtGame, deal_game

from ... import tinygame
from .conftest import wait_for


def a_match(seats="human,human,random", game=tinygame.GAME, seed=1) -> Match:
    """A match whose bots move at once."""
    match = Match(a_deal(seats, game, seed), seats.split(","))
    match.set_pace(pace=0)
    return match


def a_deal(seats: str, game, seed: int) -> DealtGame:
    return deal_game(game, seats.split(","), RandomAgent(game), seed=seed)


def put(match: Match, tables: np.ndarray) -> Match:
    """The match with another table: of its past only the log is left."""
    match.games.tables = tables
    match._moved()
    match._go_on()
    return match


def at_phase(name: str, game: str, players: int, when=lambda games: True, seats: str = "") -> Match:
    """A match of people alone at the first decision of a kind that a bot comes to."""
    described = GAMES[game]
    match, bot = a_match(seats or ",".join(["human"] * players), described), make("greedy", described)
    games, row = copy.deepcopy(match.games), np.zeros(1, np.int64)
    for _ in range(3000):
        if described.phases(int(games.tables["phase"][0])).name == name and when(games):
            return put(match, games.tables)
        games.step(bot.act(games, row))
    raise AssertionError(f"no {name}")


def to_place(blocks: int):
    return lambda games: games.tables["blocks_left"][0] == blocks


def choose(match: Match, action: int) -> int:
    """Whoever is on turn, a person, chooses and is sure of it; returns their seat."""
    seat = match.on_turn
    match.choose(seat, match.number_for(seat), action, sure=True)
    return seat


def choose_first(match: Match) -> int:
    """Whoever is on turn, a person, takes the first choice; returns their seat."""
    return choose(match, match.view(match.on_turn).question.choices[0].action)


def played_by_bots(match: Match, decisions: int) -> Match:
    """The match after so many decisions of people, at the next of them, or over."""
    bot, row = make("greedy", match.game), np.zeros(1, np.int64)
    while not match.over and (decisions or not match.waits_for_a_person):
        action = int(bot.act(match.games, row)[0])
        if match.waits_for_a_person:
            choose(match, action)
            decisions -= 1
        else:
            match.move(action)
    return match


def finish(match: Match) -> None:
    """Play a match to its end, everybody taking the first action; one that is served: by `BotRunner.do`."""
    while not match.over:
        match.move(int(match.games.legal[0].argmax()))


async def until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    """`wait_for`, while the event loop goes on."""
    await asyncio.to_thread(wait_for, true, seconds)


def run(runner: BotRunner, seconds: float = 60.0, over=lambda: False) -> None:
    """Let bots play until a match is over, or something else is."""

    async def play():
        runner.begin()
        task = asyncio.create_task(runner.run())
        await until(lambda: task.done() or over(), seconds)
        task.cancel()

    asyncio.run(play())
