"""Ways to play a game, and tables met in play: what changed tables start from."""

import contextlib
import itertools
from typing import NamedTuple

import numpy as np

from hustings.agents import make
from hustings.agents.bots import CompiledAgent
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import Game
from hustings.envs.core.errors import HustingsError

from ..core.api.test_check import crafted_faults
from ..support import bots, deal

GAMES, STEPS = 64, 1_500
OF_A_KIND = 150  # tables kept of each phase and kind of tie


class Way(NamedTuple):
    """A number of players and a box, with tables met in play, as bytes (N, size)."""

    name: str
    players: int
    box: np.ndarray
    pool: np.ndarray


def ways(game: Game, seed: int) -> list[Way]:
    """For each number of players the usual box, one with other options, and two with other numbers.

    And the boxes of tables laid out with a fault, in tests/GAME/faults.py, with that table among those met.
    """
    found = []
    for players in game.player_counts:
        boxes = [deal(game, 1, players, other).box for other in (False, True)]
        boxes += [odd_box(game, seed + 10 * players + place) for place in range(2)]
        for place, (kind, box) in enumerate(zip(("usual", "other", "odd", "odd"), boxes)):
            found.append(
                Way(f"{players} players, {kind} box", players, box, met(game, players, box, seed + place))
            )
    for name, laid_out in crafted_faults(game).items():
        games = laid_out()
        crafted = np.repeat(games.save()[:1], OF_A_KIND, axis=0)
        pool = np.concatenate([crafted, met(game, games.num_players, games.box, seed)])
        found.append(Way(f"{games.num_players} players, {name}", games.num_players, games.box, pool))
    return found


def odd_box(game: Game, seed: int) -> np.ndarray:
    """A box that is accepted, with options and a few numbers anywhere in their ranges."""
    rng, box = np.random.default_rng(seed), game.box_spec.load()
    named = {option.name for option in game.box_spec.options}
    fields = [field for field in game.box_spec.fields if not field.name.endswith("_name")]
    for _ in range(60):
        odd, field = box.copy(), fields[rng.integers(len(fields))]
        entries = odd[field.name].reshape(-1)
        some = rng.random(len(entries)) < (1 if field.name in named else 0.2)
        entries[some] = rng.integers(field.low, field.high, size=some.sum(), endpoint=True)
        odd[field.name] = entries.reshape(odd[field.name].shape)
        with contextlib.suppress(HustingsError):
            box = game.box_spec.load(odd)
    return box


def players_of(game: Game) -> list[CompiledAgent]:
    """The bots of a game."""
    return [make(name, game) for name in bots(game)]


def met(game: Game, players: int, box: np.ndarray, seed: int) -> np.ndarray:
    """Tables of games that differ in how much they like each action; in some of them, bots play."""
    games, rng = (
        GameBatch(game, GAMES, players, box=box, seed=seed, ask_forced=True),
        np.random.default_rng(seed),
    )
    taste, agents = np.exp(2.0 * rng.standard_normal((GAMES, games.num_actions))), players_of(game)
    kinds = [name for name in ("phase", "tie") if name in (game.table.names or ())]
    some: dict[tuple, list[bytes]] = {}
    for step in range(STEPS):
        for row in rng.permutation(GAMES)[: GAMES // 4]:
            like = some.setdefault(tuple(int(games.tables[name][row]) for name in kinds), [])
            place = len(like) if len(like) < OF_A_KIND else rng.integers(OF_A_KIND + step)
            if place < OF_A_KIND:
                like[place : place + 1] = [games.tables[row].tobytes()]
        rows = np.flatnonzero(~games.over)
        if not len(rows):
            break
        actions = np.where(games.legal, rng.exponential(size=taste.shape) / taste, np.inf).argmin(axis=1)
        for place, agent in enumerate(agents):
            mine = rows[rows % 16 == place]
            actions[mine] = agent.act(games, mine)
        games.step(actions)
    return np.frombuffer(b"".join(itertools.chain(*some.values())), np.uint8).reshape(-1, game.table.itemsize)
