"""The fields of a table in words: they are what the table has."""

import dataclasses

import numpy as np

from hustings.envs.core.engine.record import OWNER, Field
from hustings.envs.core.text import plain
from hustings.envs.core.text.fields import described_fields

from ... import tinygame
from ...support import all_games, each_end


@each_end
def test_every_field_is_described_as_the_table_has_it(game, players):
    fields = described_fields(game, players)
    assert sorted(field["name"] for field in fields) == sorted(set(game.table.names) - {"pad"})
    for field in fields:
        held = game.table[field["name"]]
        assert (held.base.name, held.shape) == (field["type"], tuple(field["axes"].values())), field["name"]
        assert field["low"] <= field["high"]
        assert len(field["about"]) > 3
        assert field["seen_by"].strip(" :")


def test_who_sees_a_field_is_said_in_words():
    said = {
        (game.name, field["name"]): field["seen_by"]
        for game in all_games()
        for field in described_fields(game, min(game.player_counts))
    }
    assert said["saludos_amigos", "hand"] == "its owner"
    assert said["saludos_amigos", "pile"] == "nobody"
    assert said["copycat", "bid"] == 'everybody; during "order of turns" its owner alone'
    assert said["liberte", "target"].startswith("everybody, during ")
    assert said["saludos_amigos", "ranked"] == "(adds nothing to other fields: the strengths, in order)"


def test_a_game_without_words_shows_a_seat_its_own_values_whatever_their_axes():
    axes = {"card": 2, "seat": tinygame.SEATS}
    secret = Field("secret", np.int8, axes, 0, 9, "what a seat alone knows", OWNER)
    game = dataclasses.replace(tinygame.GAME, name="secretive", table_fields=(*tinygame.TABLE, secret))
    table = np.zeros(1, game.table)[0]
    table.seats = 3
    table.secret[:] = [[1, 2, 3], [4, 5, 6]]
    box = game.box_spec.load()[0]
    told = [plain.board(game, box, table, seat).split("\n") for seat in (0, 1, None)]
    shown = [next(line for line in lines if line.startswith("secret")) for lines in told]
    assert shown == ["secret: 1 4", "secret: 2 5", "secret: 1 4 2 5 3 6"]
