"""Random play of whole games of Liberté, checked as it goes."""

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte.actions import CARD, DECK, DISPLAY_CARD, PASS
from hustings.envs.liberte.table import CARDS, DISCARDED, DISPLAY, HAND, IN_BOX, IN_DECK, PLAYED, Phase, Tie
from support import range_errors


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.5) -> np.ndarray:
    """Legal actions at random; with `lean` cards are played and displayed rather than drawn."""
    weights = np.ones(games.legal.shape)
    weights[:, CARD + 1 : CARD + CARDS + 1] += 9 * lean
    weights[:, DISPLAY_CARD] += 9 * lean
    phases = games.tables["phase"]
    weights[phases == Phase.DISCARD, PASS] += 40
    weights[phases == Phase.ACTION, PASS] = 0.3
    weights[:, DECK] += 3 * (1 - lean)
    return (rng.random(weights.shape) ** (1 / weights) * games.legal).argmax(axis=1)


def step_errors(before: np.record, after: np.record) -> str:
    """What is wrong with a single step."""
    seats = int(after.seats)
    if after.turn < before.turn:
        return "the turn went back"
    if (after.vp < before.vp).any():
        return "victory points were lost"
    if after.shuffles < before.shuffles or after.lost_battles < before.lost_battles:
        return "the deck or a lost battle went back"
    if after.battle_blocks < before.battle_blocks:
        return "a white block has left its battle"
    if (after.shuffle[after.place == IN_DECK] != after.shuffles).any():
        return "a card of the deck does not belong to its shuffle"
    gone = before.place[1:] == IN_BOX
    if (after.place[1:][gone] != IN_BOX).any():
        return "a card is back that was out of the game"
    hand = (before.place >= HAND) & (before.place < DISPLAY)
    now_elsewhere = hand & (after.place >= HAND) & (after.place < DISPLAY) & (after.place != before.place)
    if now_elsewhere.any():
        return "a card went from one hand to another"
    quiet = after.turn == before.turn and Phase.ACTION <= after.phase < Phase.TIE
    if not quiet:
        return ""
    if (after.vp != before.vp).any() or (after.collected != 0).any():
        return "points or blocks were taken among the actions"
    if (before.closing, before.rounds) == (1, after.rounds - 1) or after.closing < before.closing:
        return "the last round was not the last"
    others = [i for i in range(seats) if i != before.seat]
    if (after.hand_size[others] != before.hand_size[others]).any():
        return "another hand changed"
    if (after.height[:, others] > before.height[:, others]).any():
        return "a block was placed for another player"
    return ""


def secrets(before: np.record, after: np.record) -> str:
    """Cards become known and unknown as they should."""
    was, now, known = before.place, after.place, after.known
    in_hand = (now >= HAND) & (now < DISPLAY)
    lay_open = (was == DISCARDED) | (was == PLAYED) | (was >= DISPLAY)
    if (in_hand & (known == 0) & lay_open & (after.shuffle == before.shuffle)).any():
        return "a card that lay open is unknown in a hand"
    stays = in_hand & (was == now)
    if (stays & (known < before.known)).any():
        return "a card in a hand was known and is not"
    if after.phase != Phase.OVER and (stays & (known > before.known)).any():
        return "a card became known in a hand"
    return ""


def play_out_checked(games: GameBatch, seed: int, every: int, lean: float = 0.7) -> set[str]:
    """Play at random to the end; the names of the phases and ties met.

    Every step of game 0 is checked, and now and then the whole tables of all games.
    """
    rng = np.random.default_rng(seed)
    met: set[str] = set()
    for number in range(60_000):
        if games.over.all():
            return met
        met |= {f"phase {Phase(phase).name}" for phase in games.tables["phase"].tolist()}
        met |= {f"tie {Tie(tie).name}" for tie in games.tables["tie"].tolist()}
        before = games.tables.copy()
        games.step(random_actions(games, rng, lean))
        if before["seat"][0] >= 0:
            assert not (error := step_errors(before[0], games.tables[0])), error
            assert not (error := secrets(before[0], games.tables[0])), error
        if number % every == 0:
            assert not range_errors(games)
            games.check()
    raise AssertionError("a game does not end")
