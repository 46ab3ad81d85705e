"""What a game tells people at a terminal beyond its words and its board."""

import copy
import re

import numpy as np
import pytest

from hustings.envs import GAMES, GameBatch
from hustings.envs.core.text.prompts import prompts_of
from hustings.envs.core.text.snapshot import snapshot
from hustings.envs.core.text.words import text
from hustings.envs.die_macher.table import Phase

from ... import drawn
from ...support import each_end, each_grown_game, laid, positions, some_met


@each_end
def test_what_a_decision_turns_on_keeps_secrets(game, players):
    games, asking = GameBatch(game, 2, players, seed=1), prompts_of(game)
    redealt = copy.deepcopy(games)
    for step in positions(games, 2, 150):
        redealt.restore(None, games.save())
        redealt.redeal(seed=step)
        for row in np.flatnonzero(~games.over):
            seat = int(games.seat[row])
            shown = [shown_of(asking, batch, row, seat) for batch in (games, redealt)]
            assert shown[0] == shown[1]


def shown_of(asking, games, row, seat):
    """All that a game says of a decision to the seat that makes it."""
    box, table = snapshot(games.box[0]), snapshot(games.tables[row])
    actions = np.flatnonzero(games.legal[row]).tolist()
    keys = [asking.key(box, table, action) for action in actions]
    lost = [asking.loss(box, table, action, actions) for action in actions]
    effects = [asking.effect(box, table, action) for action in actions]
    words = [games.describe(row, action) for action in actions]
    lines = asking.matters(box, table, seat)
    assert all("\n" not in line for line in lines)
    return lines, keys, lost, effects, words, asking.stage(box, table), asking.auction(box, table)


def test_a_journalist_before_the_first_decision_is_told():
    game = GAMES["saludos_amigos"]
    games, asking = GameBatch(game, 60, 4, seed=1), prompts_of(game)
    told = [[event.text for event in asking.opening(games.box[0], table)] for table in games.tables]
    tiles = [game.round_now(games.box[0], table) for table in games.tables]
    early = games.tables["bag_draws"] - np.array(tiles)
    assert early.any()
    for lines, number in zip(told, early):
        assert lines.count("A journalist is drawn: nobody pays a fine.") == number
        assert lines[-1].startswith("Dice: ")


def test_sums_of_saludos_amigos():
    games, asking = GameBatch(GAMES["saludos_amigos"], 1, 4), prompts_of(GAMES["saludos_amigos"])
    box, table = games.box[0], games.tables[0]
    table.phase, table.seat, table.mug, table.pie = 1, 0, 9, 6
    table.strength[:4] = (4, 9, 8, 7)
    table.share[1] = 6
    asked, offer, strength = asking.matters(box, table, 0)
    assert asked == "You have the floor. Do you make an offer, alone or with partners?"
    assert offer == "6 million to share this round. The offer to beat: strength 9; in millions player_1 6."
    assert strength == "Strength: you 4 (10 needed); with player_1 13, player_2 12, player_3 11."
    table.phase, table.draft, table.in_draft[:3], table.draft_share[0] = 3, 1, 1, 2
    told = asking.matters(box, table, 0)[2]
    assert told == ("Proposal: you 2, player_1 ?, player_2 ? of 6; 4 million left (strength 21 against 9).")
    table.phase, table.money[0], table.hand[0] = 0, 5, (2, 2, 0)
    fine = asking.matters(box, table, 0)[2]
    assert fine == f"If a journalist came now, you would pay 1 million ({int(table.bag[-1])} in the bag)."


def test_an_auction_of_die_macher_is_one_for_each_poll():
    games, asking = GameBatch(GAMES["die_macher"], 1, 4), prompts_of(GAMES["die_macher"])
    box, table = games.box[0], games.tables[0]
    table.phase, table.region = int(Phase.POLL_BID), 0
    first = asking.auction(box, table)
    table.region = 1
    assert first is not None
    assert asking.auction(box, table) != first
    table.phase = int(Phase.MEDIA)
    assert asking.auction(box, table) is None


# --- What a choice is about -------------------------------------------------------------------------

NAMES = {  # the fields of the box whose names choices and parts of the picture have in common
    "copycat": ("card_name", "coin_name", "point_name"),
    "die_macher": ("land_name", "issue_name", "cabinet_name"),
    "liberte": ("province_name", "card_name"),
    "saludos_amigos": (),
}
NUMBERED = re.compile(r"player_\d+|office \d+|\d+ thousand")


def names_in(words: str, names: set[str]) -> set[str]:
    """The things that are named in a line of text."""
    return {name for name in names if name in words} | set(NUMBERED.findall(words.lower()))


def names_of(game, box) -> set[str]:
    """All names that a box has for things of the picture."""
    rows = [
        row
        for field in NAMES.get(game.name, ())
        for row in np.array(box[field]).reshape(-1, box[field].shape[-1])
    ]
    return {text(row) for row in rows} - {""}


def asked_about(game, players: int, other_way: bool):
    """Tables with a decision, some of each phase, and the row of each."""
    games = laid(game, some_met(game, players, other_way, 2), other_way, ask_forced=True)
    return [(games, row) for row in np.flatnonzero(~games.over).tolist()]


@pytest.mark.parametrize(("most", "other_way"), [(False, True), (True, False)])
@each_grown_game
def test_a_choice_is_about_a_part_of_the_picture_that_names_the_same(game, most, other_way):
    """In every phase, for the seat that decides; of a form too."""
    asking, told = prompts_of(game), 0
    players = game.max_players if most else min(game.player_counts)
    for games, row in asked_about(game, players, other_way):
        box, table, seat = games.box[0], games.tables[row], int(games.seat[row])
        parts, names = drawn.parts(games.picture(row, seat)), names_of(game, box)
        legal = np.flatnonzero(games.legal[row]).tolist()
        for action in legal:
            words, thing = games.describe(row, action), asking.thing(box, table, action)
            if thing:
                told += 1
                assert thing in parts, (words, thing)
                named = names_in(words, names)
                title = parts[thing].title
                assert not named or named & names_in(title, names), (words, thing, title)
        form = asking.form(box, table, legal)
        for entry in form.entries if form else ():
            assert not entry.thing or entry.thing in parts, entry
    assert told > 20


@each_grown_game
def test_what_a_choice_would_do_is_told_in_a_sentence(game):
    asking = prompts_of(game)
    for games, row in asked_about(game, game.max_players, False):
        box, table = games.box[0], games.tables[row]
        for action in np.flatnonzero(games.legal[row]).tolist():
            effect = asking.effect(box, table, action)
            assert not effect or (effect[0].isupper() and effect.endswith(".")), effect
            assert "\n" not in effect
