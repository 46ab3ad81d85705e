"""Long random play under all options, and the same play interpreted."""

import hashlib
import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte.table import DISCARDED, DISPLAY, HAND, IN_BOX, IN_DECK, PLAYED, Phase, Tie

from ..support import digest_interpreted, range_errors
from .playing import deal, random_actions

OPTIONS = st.fixed_dictionaries(
    {
        "region_order": st.permutations([1, 2, 3, 4, 5, 6]),
        "valley_rules": st.booleans(),
        "tokens": st.sampled_from(["limited", "unlimited"]),
        "refill": st.sampled_from(["compulsory", "optional"]),
        "play_without_blocks": st.booleans(),
        "fifth_card": st.sampled_from(["state", "act"]),
        "waste_specials": st.booleans(),
        "terror_in_turn": st.booleans(),
        "faction_ties": st.sampled_from(["sum", "strongest"]),
        "pushback": st.sampled_from(["literal", "none"]),
        "landslide_points": st.sampled_from(["map", "map and collected"]),
    }
)


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


@pytest.mark.rule("LIB-9.12")
@settings(max_examples=20, deadline=None)
@given(
    players=st.integers(3, 6),
    seed=st.integers(0, 2**64 - 1),
    lean=st.floats(0, 1),
    ask_forced=st.booleans(),
    options=OPTIONS,
)
def test_random_play_keeps_everything_in_order(players, seed, lean, ask_forced, options):
    games = deal(players, seed=seed, ask_forced=ask_forced, num_games=2, **options)
    play_out_checked(games, seed % 1000, every=5, lean=lean)


@pytest.mark.rule("LIB-9.12")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_many_games_of_the_default_kind(players):
    met: set[str] = set()
    for lean in (0.0, 0.7):
        games = deal(players, seed=players, ask_forced=False, num_games=20)
        met |= play_out_checked(games, players, every=29, lean=lean)
    decisions = {phase for phase in Phase if phase <= Phase.TIE} - {Phase.SECOND_DRAW}
    assert {f"phase {phase.name}" for phase in decisions} <= met
    assert {f"tie {tie.name}" for tie in Tie} <= met


def digest_of_some_games() -> str:
    """The bytes of a few games on the way, the masks and the views."""
    digest = hashlib.sha256()
    several = {
        "valley_rules": True,
        "waste_specials": True,
        "terror_in_turn": True,
        "faction_ties": "strongest",
        "pushback": "none",
        "landslide_points": "map and collected",
        "tokens": "unlimited",
        "refill": "optional",
    }
    for players, options in ((4, {}), (6, several)):
        games = deal(players, seed=11, ask_forced=False, **options)
        rng = np.random.default_rng(players)
        for step in itertools.count():
            if games.over.all():
                break
            games.step(random_actions(games, rng))
            digest.update(games.tables.tobytes() + games.legal.tobytes())
            if step % 5 == 0:  # interpreted, an observation takes longer than all the rest
                digest.update(games.observe(step // 5 % players).tobytes())
        digest.update(games.scores.tobytes() + games.payoff.tobytes())
        games = deal(players, seed=12, ask_forced=False, **options)
        for step in range(200):
            games.step(random_actions(games, rng))
            if step % 40 == 0:
                games.redeal(1, seed=step)
                digest.update(games.tables.tobytes())
    return digest.hexdigest()


def test_interpreted_rules_give_the_same_bytes():
    assert digest_interpreted(Path(__file__).parent) == digest_of_some_games()
