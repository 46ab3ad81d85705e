"""Tables that no game has led to: a game's check refuses most, and on the others play must be safe."""

import numpy as np

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import Game
from hustings.envs.core.engine.record import Field

from .support import random_actions

KEPT = ("seed", "draws", "seats")


def one_of_each_phase(games: GameBatch, rng: np.random.Generator, act, limit: int = 3_000) -> np.ndarray:
    """Tables met while `act(games, rng)` plays, one of each phase and each kind of tie, if there are such."""
    found = {}
    names = [name for name in ("phase", "tie") if name in games.tables.dtype.names]
    for _ in range(limit):
        for row, kind in enumerate(zip(*(games.tables[name].tolist() for name in names))):
            found.setdefault(kind, games.tables[row].copy())
        if games.over.all():
            break
        games.step(act(games, rng))
    return np.array(list(found.values()), games.game.table)


def change(game: Game, table: np.record, rng: np.random.Generator) -> None:
    """Write values within their ranges into one field or two: anything, one more or less, or exchanged."""
    fields = [field for field in game.table_fields if field.name not in KEPT]
    for _ in range(rng.choice([1, 1, 2])):
        field = fields[rng.integers(len(fields))]
        entries = table[field.name].reshape(-1).copy()
        at, other = rng.integers(len(entries), size=2)
        kind = rng.integers(4)
        if kind == 0:
            entries[:] = _values(game, field, int(table.seats), rng, len(entries))
        elif kind == 1:
            entries[at] = _values(game, field, int(table.seats), rng, 1)[0]
        elif kind == 2:
            entries[at] = np.clip(int(entries[at]) + rng.choice([-1, 1]), field.low, field.high)
        else:
            entries[at], entries[other] = entries[other], entries[at]
        table[field.name] = entries.reshape(field.shape)


def _values(game: Game, field: Field, seats: int, rng: np.random.Generator, number: int) -> np.ndarray:
    high = {"seat": seats - 1, "phase": max(game.phases)}.get(field.name, field.high)
    return rng.integers(field.low, high, size=number, endpoint=True)


def changed_and_accepted(games: GameBatch, tables: np.ndarray, number: int, seed: int) -> np.ndarray:
    """Those of so many changed tables that the game's check accepts."""
    rng, accepted = np.random.default_rng(seed), []
    for _ in range(number):
        table = tables[rng.integers(len(tables))].copy()
        before = table.tobytes()
        change(games.game, table, rng)
        if table.tobytes() != before and games.game.check(games.box[0], table) == 0:
            accepted.append(table)
    return np.array(accepted, games.game.table)


def play_on(game: Game, tables: np.ndarray, steps: int, **keywords) -> None:
    """Do all that can be done with these tables: play, look, redeal, score, tell, and ask a bot."""
    games = GameBatch(game, len(tables), int(tables["seats"][0]), **keywords)
    games.tables[:] = tables
    greedy, rng = make("greedy", game), np.random.default_rng(0)
    for step in range(steps):
        rows, before = np.flatnonzero(~games.over), games.tables.copy()
        if not len(rows):
            break
        assert games.legal[rows].any(axis=1).all(), "somebody cannot do anything"
        for seat in range(games.num_players):
            assert np.abs(games.observe(seat)).max() <= 1
            games.redeal(seat, seed=step)
            games.observe(seat)
            greedy.act(games, np.flatnonzero(~games.over))
            games.tables[:] = before
        games.results()
        actions = random_actions(games, rng)
        games.step(actions)
        if step % 20 == 0:
            for row in rows[:: 1 + step]:
                tell(games, row, before[row], int(actions[row]))


def tell(games: GameBatch, row: int, before: np.record, action: int) -> None:
    game, box = games.game, games.box[0]
    for seat in (None, *range(games.num_players)):
        game.board(box, before, seat)
    game.describe(box, before, action)
    game.events(box, before, action, games.tables[row], None)
