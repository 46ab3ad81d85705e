"""Long random play under all options."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs import saludos_amigos_v0
from hustings.envs.saludos_amigos import GAME

from ..boxes import changed_file
from ..support import options_of
from .playing import deal, play_out_checked

COUNTS = [[21, 21, 14], [19, 19, 18], [24, 20, 12], [7, 7, 42]]
OPTIONS = options_of(GAME, card_counts=st.sampled_from(COUNTS))


@pytest.mark.rule("SAL-3.20", "SAL-3.4", "SAL-3.5", "SAL-5.1", "SAL-2.9", "SAL-9.5", "SAL-3.10", "SAL-8.2")
@settings(max_examples=10, deadline=None)
@given(
    players=st.integers(4, 7),
    seed=st.integers(0, 2**64 - 1),
    lean=st.floats(0, 1),
    ask_forced=st.booleans(),
    options=OPTIONS,
)
def test_random_play_keeps_everything_in_order(players, seed, lean, ask_forced, options):
    games = deal(players, seed=seed, ask_forced=ask_forced, num_games=3, **options)
    play_out_checked(games, seed % 1000, every=5, lean=lean)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_many_games_of_the_default_kind(players):
    games = deal(players, seed=players, ask_forced=False, num_games=40)
    met: dict[str, set[int]] = {"mug": set()}
    play_out_checked(games, players, every=29, lean=0.5, met=met)
    assert max(met["mug"]) > 20


@pytest.mark.rule("SAL-9.10", "SAL-3.17")
def test_an_extreme_box_is_played_to_the_end(tmp_path):
    extreme = [
        "building_tiles = 27",
        "project[0].tiles = 7",
        "dice_sides = 12",
        "cards = 120",
        "journalists = 0",
    ]
    extreme += ["card_counts = [40, 50, 30]", "start_hand = [4, 4, 4]", "projects_to_end = 6"]
    games = saludos_amigos_v0.batch(6, 7, box=changed_file(GAME.box_spec, extreme, tmp_path / "box.toml"))
    met: dict[str, set[int]] = {"mug": set()}
    play_out_checked(games, seed=1, every=25, lean=0.5, met=met)
    assert max(met["mug"]) > 60
