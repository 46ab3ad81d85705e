"""The box: its evidence, and a game from an extreme one."""

import pytest

from hustings.envs import saludos_amigos_v0
from hustings.envs.saludos_amigos import GAME

from ..boxes import changed_file
from .playing import play_out_checked


@pytest.mark.rule("SAL-9.10", "SAL-3.17")
def test_an_extreme_box_is_played_to_the_end(tmp_path):
    extreme = ("building_tiles = 27", "project[0].tiles = 7", "dice_sides = 12", "cards = 120")
    extreme += (
        "card_counts = [40, 50, 30]",
        "start_hand = [4, 4, 4]",
        "projects_to_end = 6",
        "journalists = 0",
    )
    path = changed_file(GAME.box_spec, extreme, tmp_path / "box.toml")
    games = saludos_amigos_v0.batch(6, 7, box=path)
    mugs = play_out_checked(games, seed=1, every=25)
    assert mugs > 60


def test_evidence_is_given_for_every_entry():
    entries = GAME.box_spec.evidence()
    assert len(entries) == 10 + 18
    assert {entry.evidence for entry in entries} == {"sourced", "inferred"}
