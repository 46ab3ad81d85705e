"""Long random play under all options, and the same play interpreted."""

import hashlib
import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from revolution import deal
from revolution_play import play_out_checked, random_actions

from hustings.envs.liberte.table import Phase, Tie
from support import digest_interpreted

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
