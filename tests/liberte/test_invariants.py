"""Long random play under all options."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs.liberte import GAME
from hustings.envs.liberte.box import TERROR, UNLIMITED
from hustings.envs.liberte.table import COLOURS, IDLE_ROUNDS, ROUNDS, TALLEST, Ending, Phase, Place, Tie

from ..support import options_of
from ..tabletop import play_checked
from .playing import deal, random_actions

OPTIONS = options_of(GAME, region_order=st.permutations([1, 2, 3, 4, 5, 6]))


def errors_of_a_step(before: np.record, after: np.record) -> list[str]:
    """What is wrong with a single step."""
    was, now, known = before.place, after.place, after.known
    held, holds = ((place >= Place.HAND) & (place < Place.DISPLAY) for place in (was, now))
    lay_open = (was == Place.DISCARDED) | (was == Place.PLAYED) | (was >= Place.DISPLAY)
    others = [seat for seat in range(int(after.seats)) if seat != before.seat]
    last_round = (before.closing, before.rounds) == (1, after.rounds - 1) or after.closing < before.closing
    among_actions = {
        "points were won": after.vp != before.vp,
        "blocks were taken": after.collected != 0,
        "the last round was not the last": last_round,
        "another hand changed": after.hand_size[others] != before.hand_size[others],
        "a block was placed for another player": after.height[:, others] > before.height[:, others],
    }
    always = {
        "the turn went back": after.turn < before.turn,
        "victory points were lost": after.vp < before.vp,
        "the deck went back": after.shuffles < before.shuffles,
        "a lost battle was won": after.lost_battles < before.lost_battles,
        "a white block has left its battle": after.battle_blocks < before.battle_blocks,
        "a card of the deck is not of its shuffle": after.shuffle[now == Place.DECK] != after.shuffles,
        "a card is back that was out of the game": (now != Place.BOX)[1:][was[1:] == Place.BOX],
        "a card went from one hand to another": held & holds & (now != was),
        "a card that lay open is unknown in a hand": (
            holds & (known == 0) & lay_open & (after.shuffle == before.shuffle)
        ),
        "a card in a hand was known and is not": holds & (was == now) & (known < before.known),
        "a card became known in a hand": (
            holds & (was == now) & (known > before.known) & (after.phase != Phase.OVER)
        ),
    }
    quiet = after.turn == before.turn and Phase.ACTION <= after.phase < Phase.TIE
    return [words for words, wrong in (always | (among_actions if quiet else {})).items() if np.any(wrong)]


OF_SEATS = ("order", "vp", "cannons", "presence", "hand_size", "display", "contender", "chosen", "fell")


def table_errors(box: np.record, table: np.record) -> list[str]:
    """What is wrong with a table that could be played on all the same."""
    seats, phase, playing, special = int(table.seats), table.phase, int(table.playing), int(table.special)
    over, acting = phase == Phase.OVER, Phase.ACTION <= phase < Phase.TIE
    tie, tied, fought = table.tie, table.tied_colour > 0, over or table.tie > Tie.BATTLE
    stack, colours = table.height > 0, range(COLOURS)
    blocks = np.array([table.height[table.colour == colour].sum() for colour in colours])
    blocks += table.stock + table.aside + table.collected.sum(axis=1) + [0, table.battle_blocks, 0, 0]
    tokens = stack.sum(axis=0) + table.cannons
    place, cards, shown = table.place, int(box["cards"]), table.display > 0
    of_seats = [kind + seat for kind in (Place.HAND, Place.DISPLAY) for seat in range(seats)]
    done = table.cards_played - (playing > 0)
    counted = (
        done >= 0
        and not (special and not table.special_used)
        and not (table.second_card and (done != 1 or not box["valley_rules"]))
        and ((done == 0 or table.second_card) if playing else (done < 2 or box["valley_rules"]))
    )
    begun = Phase.MODE <= phase <= Phase.TARGET_CARD or over
    wrong = {
        "nobody's": any(table[name][seats:].any() for name in OF_SEATS),
        "stacks of nobody": any(table[name][:, seats:].any() for name in ("height", "colour", "collected")),
        "over": over != (table.seat < 0) or over != (table.ending != Ending.NONE),
        "over too early": table.ending == Ending.FOUR_TURNS and table.turn != box["turns"],
        "rounds": (not over and phase != Phase.TIE and table.rounds >= ROUNDS)
        or (acting and table.idle_rounds >= IDLE_ROUNDS),
        "an empty stock": acting and not table.closing and (table.stock[1:] == 0).any(),
        "colours of stacks": (stack != (table.colour > 0)).any(),
        "blocks": (blocks != box["blocks"])[1:].any(),
        "set aside": (table.aside[1:] != (box["blocks_aside"] if table.turn == 1 else 0)).any(),
        "lost battles": table.lost_battles > (box["battle_vp"][: table.turn - 1 + fought] > 0).sum(),
        "marked battles": table.battle_blocks > table.lost_battles,
        "tokens": box["tokens"] != UNLIMITED and (tokens > box["tokens_each"]).any(),
        "a battle": table.cannons.any() and (not box["battle_vp"][table.turn - 1] or (fought and not over)),
        "points": table.vp.max() > most_points(box, int(table.turn)),
        "cards": place[0] or place[cards + 1 :].any() or not np.isin(place, [*Place, *of_seats]).all(),
        "shuffles": (table.shuffle > table.shuffles).any(),
        "an empty deck": not table.deck_cards and np.isin(place, [Place.SET_B, Place.DISCARDED]).any(),
        "gaps on display": (shown[:, 1:] & ~shown[:, :-1]).any(),
        "an action": not begun and (table.cards_played or table.second_card or table.special_used),
        "cards played": begun and not counted,
        "blocks to place": (table.blocks_left > 0) != (phase == Phase.PLACE)
        or table.blocks_left > box["card_value"][playing],
        "a stack removed": table.stack_removed
        and (phase != Phase.TARGET_CARD or box["card_kind"][special] != TERROR),
        "a target": table.target and phase != Phase.TARGET_STACK,
        "voted on": table.collected.sum() > table.voting + TALLEST - 1,
        "votes": tie in (Tie.PROVINCE, Tie.GOVERNMENT) and (table.collected.sum(axis=1) != table.votes).any(),
        "tied": tied.any() if tie not in (Tie.GOVERNMENT, Tie.OPPOSITION) else tied.sum() < 2,
        "tied before": tie == Tie.GOVERNMENT and (table.tied_colour > table.tied_before).any(),
        "the government is tied": tie == Tie.OPPOSITION and tied[table.government],
    }
    return [name for name, is_so in wrong.items() if is_so]


def most_points(box: np.record, turn: int) -> int:
    """The most victory points that anybody can have won up to a turn."""
    provinces = int(box["province_vp"][: box["provinces"]].sum())
    places = max(box[f"{shared}{place}_vp"] for shared in ("", "shared_") for place in ("first", "second"))
    places += max(box["opposition_vp"], box["shared_opposition_vp"])
    late = max(0, turn - max(1, int(box["province_vp_from"])) + 1)
    return int(box["battle_vp"][:turn].sum()) + turn * int(places) + late * provinces


play_out_checked = partial(play_checked, random_actions, errors_of_a_step, table_errors)


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
    met: dict[str, set[int]] = {"phase": set(), "tie": set()}
    for lean in (0.0, 0.7):
        games = deal(players, seed=players, ask_forced=False, num_games=20)
        play_out_checked(games, players, every=29, lean=lean, met=met)
    assert {phase for phase in Phase if phase <= Phase.TIE} - {Phase.SECOND_DRAW} <= met["phase"]
    assert {*Tie} <= met["tie"]
