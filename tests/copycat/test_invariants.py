"""Long random play under all options."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs.copycat import GAME
from hustings.envs.copycat.table import DECISIONS, IN_BOX, IN_SUPPLY, Effect, Phase
from hustings.envs.core.api.batch import GameBatch

from ..support import options_of
from .playing import deal
from .random_play import play_out_checked

OPTIONS = options_of(
    GAME,
    vp_start_numbers=st.permutations(range(9, 19)).map(lambda numbers: numbers[:3]),
    token_limit=st.sampled_from([0, 1, 12, 25, 300]),
)


@pytest.mark.rule("COP-9.13")
@settings(max_examples=12, deadline=None)
@given(
    players=st.integers(2, 4),
    seed=st.integers(0, 2**64 - 1),
    lean=st.floats(0, 1),
    ask_forced=st.booleans(),
    options=OPTIONS,
)
def test_random_play_keeps_everything_in_order(players, seed, lean, ask_forced, options):
    games = deal(players, seed=seed, ask_forced=ask_forced, num_games=2, **options)
    play_out_checked(games, seed % 1000, every=9, lean=lean)


def thin_out(games: GameBatch) -> None:
    """Leave out most of the supply: those who play at random buy little, so doctorates would never come."""
    box, tables = games.box[0], games.tables
    ordinary = box["card_effect"] < Effect.REUSE_CARD
    tables["place"][(tables["place"] == IN_SUPPLY) & ordinary] = IN_BOX


@pytest.mark.rule("COP-9.13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_games_of_the_default_kind(players):
    met: dict[str, set[int]] = {"phase": set()}
    for lean in (0.0, 0.9):
        games = deal(players, seed=players, ask_forced=False, num_games=60)
        if lean:
            thin_out(games)
        play_out_checked(games, players, every=61, lean=lean, met=met)
    assert {phase for phase in Phase if phase < DECISIONS} - {Phase.DRAW} <= met["phase"]
