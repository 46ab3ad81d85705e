"""What a seat observes: what is hidden and known, and the derived blocks."""

import itertools

import numpy as np
import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte import actions as say
from hustings.envs.liberte.actions import CARD, DECK, DISCARD_CARD, EXCHANGE, FACE_UP_CARD, PASS
from hustings.envs.liberte.box import ANYWHERE, GENERAL
from hustings.envs.liberte.table import (
    CARDS,
    DISPLAY,
    FACE_UP_ROW,
    HAND,
    IN_BOX,
    PROVINCES,
    WHITE,
    Phase,
)
from hustings.envs.liberte.text import describe as words

from .playing import (
    BOX,
    block,
    blocks_of,
    card,
    deal,
    display,
    field,
    in_place,
    laid,
    legal,
    pass_turn,
    phase,
    place,
    play,
    play_card,
    random_actions,
    to,
)
from .positions import ROW

TAKE = [FACE_UP_CARD, FACE_UP_CARD + 1, FACE_UP_CARD + 2]


# --- What is known -------------------------------------------------------------------------------


def seen_cards(games: GameBatch, seat: int, name: str, value: float = 1) -> list[str]:
    """The names of the cards that have this value in a block of an observation."""
    where = np.flatnonzero(block(games, seat, name) == value)
    return [words.card_name(BOX[0], int(number) + 1) for number in where]


@pytest.mark.rule("LIB-9.4")
def test_discards_box_row_and_displays_are_public_hands_and_deck_are_not():
    hands = [["Sade", "Terror"], ["Maury"], ["Hoche", "Marat", "Carnot"]]
    shown = [["Danton"], ["Feuillants", "Volney"], []]
    games = laid(
        3,
        hands=hands,
        displays=shown,
        deck=["Stofflet", "Roux"],
        face_up=["Necker", "Bailly", "Purge"],
        discards=["Condé", "Emigration"],
    )
    in_box = set(in_place(games, IN_BOX))
    for seat in range(3):
        assert set(seen_cards(games, seat, "hand")) == set(hands[seat])
        assert set(seen_cards(games, seat, "discarded")) == {"Condé", "Emigration"}
        assert set(seen_cards(games, seat, "discarded", -1)) == {"Necker", "Bailly", "Purge"}
        assert set(seen_cards(games, seat, "played", -1)) == in_box
        sizes = (block(games, seat, "hand_size") * 20).round().tolist()
        assert sizes == [len(hands[(seat + places) % 3]) for places in range(3)]
        for places in range(3):
            of_player = block(games, seat, "cards").reshape(3, CARDS)[places]
            numbers = {card(name) - 1 for name in shown[(seat + places) % 3]}
            assert set(np.flatnonzero(of_player)) == numbers
        assert (block(games, seat, "deck") * 110).round() == 2
    before = games.observe(seat=1)
    table = games.tables["place"][0]
    for here, there in (("Sade", "Hoche"), ("Roux", "Marat")):  # a hand, another, and the deck
        a, b = card(here), card(there)
        table[a], table[b] = table[b], table[a]
    assert (games.observe(seat=1) == before).all()
    assert "Stofflet" not in games.board(0, seat=1)
    assert "Stofflet" not in games.board(0, seat=0)


@pytest.mark.rule("LIB-9.5")
def test_a_card_taken_face_up_stays_known_until_it_leaves_the_hand():
    games = laid(3, deck=["Condé", "Barère", "Roux"], face_up=ROW, hands=[["Sade"], ["Volney", "Bailly"], []])
    play(games, (0, TAKE[0]))
    taken = in_place(games, HAND)
    taken.remove("Sade")
    number = card(taken[0])
    assert block(games, 1, "cards").reshape(3, CARDS)[2, number - 1] == -1
    for seed in range(40):
        other = games.tables.copy()
        games.redeal(seat=1, seed=seed)
        assert games.tables["place"][0, number] == HAND
        games.tables = other
    play(games, (1, PASS), (2, PASS), (0, play_card(taken[0])))
    assert games.tables["known"][0, number] == 0
    play_to_end_of_card(games)
    assert games.tables["known"].sum() == 0


def play_to_end_of_card(games: GameBatch) -> None:
    while phase(games) in (Phase.MODE, Phase.PLACE):
        games.step([max(legal(games))])
    games.step([DISCARD_CARD])


@pytest.mark.rule("LIB-9.5")
def test_of_copies_of_a_special_the_one_that_is_known_leaves_the_hand():
    """They look the same: nobody learns that a second one was in the hand."""
    games = laid(
        3, hands=[["Guillotine", "Guillotine"], [], []], displays=[[], ["Danton"], []], deck=["Sade"]
    )
    games.tables["known"][0, card("Guillotine", 1)] = 1
    (action,) = (a for a in legal(games) if say.CARD < a <= say.CARD + CARDS)
    play(games, (0, action))
    assert not games.tables["known"].any()


@pytest.mark.rule("LIB-9.5")
def test_which_cards_all_know_to_be_in_a_hand():
    games = laid(3, hands=[["Sade"], ["Bailly"], []], face_up=ROW, displays=[["Maury"], [], []], turn=1)
    known = games.tables["known"][0]
    taken = int(games.tables["face_up"][0, 1])
    play(games, (0, FACE_UP_CARD + 1), (1, DECK))
    drawn = [c for c in range(1, CARDS + 1) if games.tables["place"][0, c] == HAND + 1]
    assert np.flatnonzero(known).tolist() == [taken]  # not the card from the deck, nor those dealt
    assert len(drawn) == 2
    play(games, (2, PASS), (0, CARD + taken), *unplaced(games, taken))
    assert known.sum() == 0  # a card that is played is no longer in the hand
    pass_turn(games)
    assert np.flatnonzero(games.tables["known"][0]).tolist() == [card("Maury")]
    assert games.tables["place"][0, card("Maury")] == HAND


def unplaced(games, number):
    """The rest of the action with which a card goes to the discards."""
    region = int(BOX["card_region"][0, number])
    first = int(BOX["region_first"][0, region])
    blocks = int(BOX["card_value"][0, number])
    return [(0, to_number(first)) for _ in range(blocks)] + [(0, DISCARD_CARD), (0, PASS)]


def to_number(number: int) -> int:
    return to("Brittany") + number


@pytest.mark.rule("LIB-9.5")
def test_a_known_card_that_is_discarded_is_unknown_when_it_is_drawn_again():
    nine = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier", "Romme"]
    games = laid(3, hands=[nine, [], []], deck=[], face_up=[])
    games.tables["known"][0, card("Sade")] = 1
    play(games, (0, EXCHANGE), (0, play_card("Sade")))
    assert place(games, "Sade") == FACE_UP_ROW  # all else being empty, it makes a deck and is turned up
    assert games.tables["known"][0].sum() == 0
    play(games, (0, play_card("Maury")), (0, FACE_UP_CARD))
    assert (place(games, "Sade"), games.tables["known"][0, card("Sade")]) == (HAND, 1)


@pytest.mark.rule("LIB-9.5")
def test_all_hands_are_shown_at_the_end():
    games = deal(3, seed=3, ask_forced=False)
    rng = np.random.default_rng(0)
    while not games.over[0]:
        games.step(random_actions(games, rng))
    place_of = games.tables["place"][0]
    in_hand = (place_of >= HAND) & (place_of < DISPLAY)
    assert in_hand.any()
    assert (games.tables["known"][0] == in_hand).all()


# --- Observations --------------------------------------------------------------------------------


@pytest.mark.rule("LIB-9.4", "LIB-9.3")
@pytest.mark.block("own_lead", "level", "leads", "reach", "outlook")
@pytest.mark.block("royalist", "prize", "blocks", "best_card", "generals")
@pytest.mark.parametrize("options", [{}, {"valley_rules": True, "tokens": "unlimited"}])
def test_the_derived_blocks_follow_from_the_table(options):
    """In whole games at random, in which each of them is seen filled."""
    players, games = 5, deal(5, num_games=30, seed=3, ask_forced=False, **options)
    rng = np.random.default_rng(0)
    filled, wanted = set(), {}
    for step in itertools.count(1):
        if games.over.all():
            break
        games.step(random_actions(games, rng, 0.8))
        if step % 7:
            continue
        who = step % players
        seats = [(who + k) % players for k in range(players)]
        wanted = derived(games.tables, who, seats, options)
        for name, (scale, values) in wanted.items():
            values = np.minimum(values, scale).reshape(games.num_games, -1)
            seen = blocks_of(games, who, name)
            np.testing.assert_allclose(seen * scale, values, atol=1e-4, err_msg=name)
            filled |= {name} if values.any() else set()
    assert filled == wanted.keys()


def derived(t, who, seats, options):
    """What the derived blocks should say, times their scale: worked out from all provinces at once."""
    box = BOX[0]
    height, colour = t["height"][:, :, seats].astype(int), t["colour"][:, :, seats]
    others = np.stack([np.delete(height, k, axis=2).max(axis=2) for k in range(len(seats))], axis=2)
    top = height.max(axis=2, keepdims=True)
    leading = (height == top) & (top > 0)
    alone, level = height > others, (height == others) & (height > 0)
    ways = np.stack([alone, level], axis=3)
    by_colour = colour[..., None] == np.arange(1, 4)
    paris = np.arange(PROVINCES)[:, None] == box["paris"]
    votes = np.where(paris, height, 1)[..., None, None] * by_colour[..., None] * ways[..., None, :]
    royal = (box["cr"][:, None] == 1) & (colour == WHITE)
    prizes = alone * np.where(t["turn"] >= box["province_vp_from"], 1, 0)[:, None, None]
    shown = t["display"][:, seats]
    value = np.where(
        box["card_colour"][shown][..., None] == np.arange(1, 4), box["card_value"][shown][..., None], 0
    )
    own, best = height[:, :, 0], others[:, :, 0]
    return {
        "own_lead": (4, own - best - 0.5 * ((own == best) & (own > 0))),
        "level": (2, np.maximum(leading.sum(axis=2) - 1, 0)),
        "leads": (1, (leading[..., None] & by_colour).any(axis=2)),
        "reach": (PROVINCES, reach(t, who, own, best, options)),
        "outlook": (16, votes.sum(axis=1)),
        "royalist": (16, (ways & royal[..., None]).sum(axis=1)),
        "prize": (16, (prizes * box["province_vp"][:, None]).sum(axis=1)),
        "blocks": (32, height.sum(axis=1)),
        "best_card": (3, value.max(axis=2)),
        "generals": (3, (box["card_silhouette"][shown] == GENERAL).sum(axis=2)),
    }


def reach(t, who, own, best, options):
    """(games, cards, 3): provinces in which a card of `who` takes the lead, draws level, makes it safer."""
    box = BOX[0]
    stacks = (t["height"] > 0).sum(axis=2)
    used = (own > 0).sum(axis=1) + t["cannons"][:, who] + t["presence"][:, who]
    free = (used < 18)[:, None] | bool(options)
    region, colour = box["card_region"][1:, None], box["card_colour"][1:, None]
    near = ((region == box["province_region"]) | (region == ANYWHERE)) & (
        np.arange(PROVINCES) < box["provinces"]
    )
    in_hand = (t["place"][:, 1:] == HAND + who) & (box["card_colour"][1:] > 0)
    grows = (own < box["stack_height"])[:, None] & (t["colour"][:, None, :, who] == colour)
    may = np.where((own > 0)[:, None], grows, (free & (stacks < box["stacks"]))[:, None])
    may = may & near & in_hand[:, :, None]
    effects = [(own == best), (own + 1 == best), own > best]
    return np.stack([(may & effect[:, None]).sum(axis=2) for effect in effects], axis=2)


@pytest.mark.rule("LIB-9.4")
def test_what_is_rare_at_random_is_observed_too():
    nine = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier", "Romme"]
    games = laid(3, hands=[nine, [], []], face_up=ROW)
    play(games, (0, PASS), (1, PASS), (2, PASS))
    assert block(games, 2, "idle_rounds") == 0.5
    play(games, (0, EXCHANGE))
    assert block(games, 2, "to_discard") == 1
    play(games, (0, play_card("Sade")))
    assert block(games, 2, "to_discard") == 0.5
    displays = [["Danton", "Sade"], ["Robespierre", "Romme"], ["Ducos"]]
    games = laid(3, displays=displays, stacks={"Paris": {0: "R", 1: "R", 2: "R"}})
    while phase(games) != Phase.TIE:
        games.step([PASS])
    play(games, (0, play_card("Danton")), (1, play_card("Robespierre")), (2, play_card("Ducos")))
    assert block(games, 1, "fell").tolist() == pytest.approx([0, 5 / 32, 0])  # in round 1 with 1 block
    assert block(games, 1, "tie_round")[0] == pytest.approx(2 / 16)
    assert block(games, 1, "contender").tolist() == [1, 0, 1]


@pytest.mark.rule("LIB-9.4")
def test_discards_and_cards_out_of_the_game_are_seen_by_all():
    games = laid(
        3, hands=[["Guillotine"], [], []], discards=["Sade"], removed=["Bailly"], displays=[[], ["Maury"], []]
    )
    play(games, (0, play_card("Guillotine")), (0, play_card("Maury")))
    for who in range(3):
        gone = {card("Bailly"), card("Maury")}
        thrown = {card("Sade"), card("Guillotine")}
        assert {int(n) + 1 for n in np.flatnonzero(block(games, who, "played") == -1)} == gone
        assert {int(n) + 1 for n in np.flatnonzero(block(games, who, "discarded") == 1)} == thrown


@pytest.mark.rule("LIB-9.13")
def test_which_card_lies_at_which_place_is_observed():
    games = laid(3, face_up=ROW)
    for names in (ROW, ROW[1:] + ROW[:1]):
        games.tables["face_up"][0] = [card(name) for name in names]
        for who in range(3):
            seen = block(games, who, "face_up").reshape(3, CARDS)
            assert np.argwhere(seen).tolist() == [[at, card(name) - 1] for at, name in enumerate(names)]
        at = names.index("Necker")
        copy = games.tables.copy()
        play(games, (0, FACE_UP_CARD + at))
        assert place(games, "Necker") == HAND
        games.tables[:] = copy


@pytest.mark.rule("LIB-9.4", "LIB-9.6")
def test_how_old_cards_are_that_nobody_knows_is_observed():
    """Everybody has seen which cards went into each shuffle of the deck."""
    games = laid(3, hands=[["Sade"], ["Bailly", "Maury"], []], deck=["Murat"], face_up=[])
    games.tables["shuffles"] = 2
    games.tables["shuffle"][0, card("Maury")] = 1
    games.tables["shuffle"][0, card("Murat")] = 2
    games.tables["known"][0, card("Bailly")] = 1
    for who in range(3):
        unknown = block(games, who, "unknown")
        assert unknown[card("Murat") - 1] == 0.5
        assert unknown[card("Maury") - 1] == 0.75
        assert unknown[card("Sade") - 1] == pytest.approx(1 - 0.5 / 3)
        assert unknown[card("Bailly") - 1] == -1
        assert block(games, who, "shuffles") == 2 / 32


@pytest.mark.rule("LIB-9.2")
def test_a_card_between_hand_and_display_is_in_no_pile():
    games = laid(3, hands=[["Sade"], [], []], face_up=ROW)
    play(games, (0, play_card("Sade")))
    assert field(games, "hand_size") == [0, 0, 0]
    assert (display(games, 0), place(games, "Sade")) == ([], 5)
    for who in range(3):
        assert np.flatnonzero(block(games, who, "played") == 1).tolist() == [card("Sade") - 1]
        assert not block(games, who, "cards").any()
