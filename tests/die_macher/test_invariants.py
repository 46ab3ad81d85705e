"""Long random play under all options and with extreme boxes, and the same play interpreted."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from elections import deal
from elections_play import (
    extreme_box,
    play_out_checked,
    random_actions,
    spread_hidden,
    step_errors,
    thin_decks,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher.table import DECISIONS, Phase
from support import digest_interpreted, range_errors

OPTIONS = st.fixed_dictionaries(
    {
        "edition": st.sampled_from(["classic", "short"]),
        "lobby_order": st.sampled_from(["region", "player"]),
        "coalition_passes": st.integers(1, 2),
        "opinion_swap": st.sampled_from(["gradual", "loose"]),
        "poll_auction": st.sampled_from(["open", "blind"]),
        "poll_members_dice": st.integers(0, 10),
        "absolute_majority_current": st.booleans(),
        "doubled_cards_fixed": st.booleans(),
        "last_opening": st.sampled_from(["one_by_one", "together"]),
        "contribution": st.sampled_from(["simultaneous", "in_turn"]),
        "risk_dice": st.sampled_from(["sum", "highest"]),
    }
)
SEVERAL = {
    "edition": "short",
    "lobby_order": "player",
    "coalition_passes": 1,
    "opinion_swap": "loose",
    "poll_auction": "blind",
    "poll_members_dice": 3,
    "absolute_majority_current": False,
    "doubled_cards_fixed": True,
    "last_opening": "together",
    "contribution": "in_turn",
    "risk_dice": "highest",
}


@pytest.mark.rule("MAC-14.20", "MAC-0.7")
@settings(max_examples=12, deadline=None)
@given(
    players=st.integers(3, 5),
    seed=st.integers(0, 2**64 - 1),
    lean=st.floats(0, 1),
    ask_forced=st.booleans(),
    options=OPTIONS,
)
def test_random_play_keeps_everything_in_order(players, seed, lean, ask_forced, options):
    games = deal(players, seed=seed, ask_forced=ask_forced, num_games=2, **options)
    play_out_checked(games, seed % 1000, every=9, lean=lean)


@pytest.mark.rule("MAC-14.20", "MAC-14.18")
@settings(max_examples=15, deadline=None)
@given(
    players=st.integers(3, 5),
    seed=st.integers(0, 2**32 - 1),
    edge=st.sampled_from([0.3, 0.7, 1.0]),
    lean=st.floats(0, 1),
)
def test_games_with_extreme_boxes_end_and_stay_in_order(players, seed, edge, lean):
    games = deal(players, seed=seed, box=extreme_box(seed, edge), num_games=2)
    play_out_checked(games, seed % 1000, every=19, lean=lean)
    assert np.abs(games.observe(seed % players)).max() <= 1


@pytest.mark.rule("MAC-14.20")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_many_games_of_the_default_kind(players):
    met: set[str] = set()
    for lean in (0.0, 0.9):
        games = deal(players, seed=players, ask_forced=False, num_games=40)
        met |= play_out_checked(games, players, every=61, lean=lean)
    assert {phase.name for phase in Phase if phase < DECISIONS} <= met


@pytest.mark.rule("MAC-14.7", "MAC-14.20")
@pytest.mark.parametrize("players", [3, 5])
def test_many_shuffles_of_both_decks(players):
    """Hardly anything is left in the decks again and again: hidden opinions are of many shuffles then."""
    games = deal(players, num_games=6, seed=3)
    rng = np.random.default_rng(players)
    generations = shuffles = 0
    for number in range(2_000):
        if games.over.all():
            break
        thin_decks(games.tables, rng, number % 3)
        if number % 50 == 0:
            spread_hidden(games.tables, rng)
        before = games.tables.copy()
        games.step(random_actions(games, rng, 0.8))
        if before["seat"][0] >= 0:
            assert not (error := step_errors(before[0], games.tables[0])), error
        assert not (errors := range_errors(games)), errors
        if number % 5 == 0 or (before["round_number"] != games.tables["round_number"]).any():
            games.check()
        generations = max(generations, games.tables["unseen"].any(axis=2).sum(axis=1).max())
        shuffles = max(shuffles, games.tables["programme_shuffle"].max())
    assert games.over.all()
    assert generations >= 6
    assert shuffles >= 15


def digest_of_some_games() -> str:
    """The bytes of a few games on the way, the masks and the views."""
    digest = hashlib.sha256()
    for players, options in ((3, {}), (4, SEVERAL)):
        games = deal(players, seed=11, ask_forced=False, **options)
        rng = np.random.default_rng(players)
        for step in range(600):
            if games.over.all():
                break
            games.step(random_actions(games, rng, 0.8))
            digest.update(games.tables.tobytes() + games.legal.tobytes())
            if step % 3 == 0:
                digest.update(games.observe(step // 3 % players).tobytes())
            if step % 7 == 0:
                _digest_redeal(digest, games, step)
        digest.update(games.scores.tobytes() + games.payoff.tobytes())
    return digest.hexdigest()


def _digest_redeal(digest, games: GameBatch, step: int) -> None:
    saved = games.tables.copy()
    games.redeal(step % games.num_players, seed=step)
    digest.update(games.tables.tobytes())
    games.tables = saved


@pytest.mark.rule("MAC-14.21")
def test_interpreted_rules_give_the_same_bytes():
    assert digest_interpreted(Path(__file__).parent) == digest_of_some_games()
