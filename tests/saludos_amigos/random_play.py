"""Random play of whole games, checked as it goes."""

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.saludos_amigos.actions import ACCEPT, CARD, PASS
from hustings.envs.saludos_amigos.table import Phase


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.0) -> np.ndarray:
    """Legal actions at random; with `lean` more acceptance and more councils, fewer rerolls."""
    weights = np.ones(games.legal.shape)
    weights[:, ACCEPT] += 9 * lean
    phases = games.tables["phase"]
    weights[phases == Phase.REROLL, PASS] += 9 * lean
    weights[phases == Phase.CALL, CARD : CARD + 3] += lean
    return (rng.random(weights.shape) ** (1 / weights) * games.legal).argmax(axis=1)


def step_errors(before: np.record, after: np.record) -> str:
    """What is wrong with a single step."""
    seats = int(after.seats)
    same_round = after.bag_draws == before.bag_draws and after.phase != Phase.OVER
    if same_round:
        if after.mug < before.mug:
            return "the mug went back"
        if (
            after.mug == before.mug
            and before.phase < Phase.COAL_SPLIT
            and (after.share != before.share).any()
        ):
            if before.draft <= 1:
                return "another coalition stands at the same mug"
        if (after.money != before.money).any():
            return "money moved within a round"
        if (after.strength != before.strength).any() and before.phase != Phase.REROLL:
            return "strength changed after the rerolls"
        return ""
    for i in range(seats):
        if (after.paid[i] > 0) == (after.drew[i] > 0) and not (after.paid[i] == 0 and after.pile.sum() == 0):
            return f"seat {i} was paid {after.paid[i]} and drew {after.drew[i]}"
        change = int(after.paid[i]) - int(after.fined[i]) + int(after.bonus[i])
        if int(after.money[i]) - int(before.money[i]) != change:
            return f"money of seat {i} changed by something else than pay, fine and bonus"
    if after.paid.sum() not in (0, before.pie):
        return f"paid {after.paid} of {before.pie}"
    return ""


def play_out_checked(games: GameBatch, seed: int, every: int, lean: float = 0.5) -> int:
    """Play at random to the end, checking tables and steps; the highest mug seen."""
    rng = np.random.default_rng(seed)
    highest = 0
    for number in range(60_000):
        if games.over.all():
            return highest
        before = games.tables.copy()
        games.step(random_actions(games, rng, lean))
        highest = max(highest, int(games.tables["mug"].max()))
        if number % every == 0:
            games.check()
            for row in range(games.num_games):
                if before["seat"][row] >= 0:
                    assert not (error := step_errors(before[row], games.tables[row])), error
    raise AssertionError("a game does not end")
