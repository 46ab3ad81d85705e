"""Numbers that fields, actions and prompts name: each has its list, made from the box and the enums."""

import re
from collections.abc import Iterator

import numpy as np
import pytest

from hustings.envs.core.engine.ranges import fields_of
from hustings.envs.core.text.codes import codes_of, described_codes, fields_with, list_of
from hustings.envs.core.text.prompts import phase_in_words

from ... import pig, tinygame
from ...support import each_grown_game, met

ROWS = {  # axes along which things stand in a row, or by what an observation tells of them
    "die_macher": {"shuffle"},
    "liberte": {"at", "lead", "stack", "turn", "effect"},
    "saludos_amigos": {"offer", "rank", "talk"},
}
A_THING = re.compile(  # how the meaning of a field begins that holds one thing by its number
    r"(the )?(seat|card|province|region|office|land|project|phase|colour|opinion|poll|partner|kind|tile)\b"
    r"|\w+ card\b|what .* about|why |how the game ended|those who|.*\ba [A-Z][a-z]+\b"
)


def box_of(game) -> np.record:
    return game.box_spec.load()[0]


def axes_of(game) -> Iterator[str]:
    views = [game.observation(players) for players in game.player_counts]
    for part in [*game.table_fields, *game.actions, *(block for view in views for block in view)]:
        yield from part.axes if isinstance(part.axes, dict) else ()


@each_grown_game
def test_every_axis_has_its_list(game):
    lists = {codes.name for codes in codes_of(game, box_of(game))}
    assert {axis for axis in axes_of(game) if list_of(axis, lists) is None} == ROWS.get(game.name, set())


@each_grown_game
def test_every_number_that_a_field_may_hold_is_in_its_list(game):
    held = set()
    fields = {field.name: field for field in fields_of(game, game.max_players)}
    for codes in codes_of(game, box_of(game)):
        for field in fields_with(game, codes):
            low, high = int(fields[field].low), int(fields[field].high)
            wanted = set(range(low, high + 1)) if field != "phase" else {int(phase) for phase in game.phases}
            of_zones = codes.name in ("Place", "Part", "Phase")  # these leave numbers out
            assert wanted <= set(codes.names) or of_zones, (field, wanted - set(codes.names))
            held.add(field)
    told = {field.name for field in game.table_fields if A_THING.match(field.about) and field.high > 1}
    assert told <= held, told - held


@each_grown_game
@pytest.mark.parametrize("most", [False, True])
def test_what_tables_of_play_hold_is_in_the_lists(game, most):
    tables = met(game, game.max_players if most else min(game.player_counts))
    for codes in codes_of(game, box_of(game)):
        for field in fields_with(game, codes):
            assert set(np.unique(tables[field]).tolist()) <= set(codes.names), (codes.name, field)


@each_grown_game
def test_every_action_about_a_thing_names_one_of_its_list(game):
    for codes in described_codes(game, box_of(game)):
        numbers = {number for number, _ in codes["names"]}
        for told in codes["actions"]:
            block = game.actions[told["block"]]
            assert told["start"] == block.start
            assert set(range(told["first"], told["first"] + block.size)) <= numbers, told


@each_grown_game
def test_seats_that_actions_name_count_from_ones_own_on(game):
    table = met(game, game.max_players).view(np.recarray)[0]
    told = next(codes for codes in described_codes(game, box_of(game)) if codes["name"] == "seat")
    for block in told["actions"]:
        for number in range(max(1, block["first"]), game.max_players):
            words = game.describe(box_of(game), table, block["start"] + number - block["first"])
            assert f"player_{(table.seat + number) % game.max_players}" in words


@each_grown_game
def test_every_phase_in_which_somebody_decides_has_words_of_its_own(game):
    """Not those of the enum, which are for programs."""
    words = {phase: phase_in_words(game, phase) for phase in game.phases if phase < game.phases.OVER}
    assert len(set(words.values())) == len(words)
    assert not any("_" in told or told[0].isupper() for told in words.values())


def test_a_game_without_words_of_its_own_has_lists_too():
    for game in (pig.GAME, tinygame.GAME):
        lists = {codes.name: codes for codes in codes_of(game, box_of(game))}
        assert {"seat", "Phase"} <= set(lists)
