"""The programme conference: the hidden cards, the exchange, and the deck of programme cards."""

import numpy as np
import pytest

from hustings.envs.die_macher.table import FACE_DOWN, FACE_UP, IN_DECK, IN_HAND, OPEN, PROGRAMME_CARDS

from . import playing as p

KIND_OF = np.arange(PROGRAMME_CARDS) // 4
HELD = "+hea -spe -hea"


def conference(held: str = HELD, opened: str = p.FIVE, seed: int = 0, **position) -> p.Game:
    """Seat 0's turn in the conference begins."""
    return p.lay("NEXT_CONFERENCE", seed=seed, hands={0: held}, programmes={0: opened}, **position)


def words(found) -> list[str]:
    """Kinds as stands, in order."""
    return sorted(p.STANDS[kind] for kind in found)


def lying(game: p.Game, zone: int) -> list[str]:
    return words(KIND_OF[game.table["zone"] == zone])


def hand(game: p.Game, seat: int = 0) -> list[str]:
    return game.fact("hand")[seat].split()


# --- The turn ------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.1", "MAC-3.1")
@pytest.mark.parametrize("start", range(4))
def test_one_after_another_has_a_whole_turn_from_the_start_player_on(start):
    game = p.lay(
        "NEXT_CONFERENCE", players=4, seat=start, start=start, programmes=dict.fromkeys(range(3), p.FIVE)
    )
    for turn in range(4):
        who = (start + turn) % 4
        game.expect(f"DISCARD {who}").do(f"{hand(game, who)[0]} -").expect(f"NEW_CARD {who}").do("-")
    game.expect(f"PLACE_LOBBY {start}")


@pytest.mark.rule("MAC-3.2", "MAC-3.8")
@pytest.mark.parametrize("held", ["", "+hea", "+hea -hea", "+gen +hea -hea"])
def test_the_hand_is_filled_up_to_three_when_the_turn_begins(held):
    """Who exchanged a card draws the third one round later."""
    game = conference(held).expect("DISCARD 0", programme_deck=56 - 5 - 3, hand={1: "", 2: ""})
    assert len(hand(game)) == 3
    assert set(held.split()) <= set(hand(game))
    game = conference().play("0 - +hea +gen")
    while game.fact("round_number") == 1 or game.phase != "DISCARD" or game.seat != 0:
        game.expect(hand={0: "-hea -spe"}).least()
    assert len(hand(game)) == 3


# --- Renewing the hand ---------------------------------------------------------------------------


@pytest.mark.rule("MAC-3.3", "MAC-3.4", "MAC-13.14")
@pytest.mark.parametrize("discarded", ["", "+hea", "-spe +hea", "+hea +hea", "+hea -spe +hea"])
def test_none_to_three_cards_are_discarded_and_as_many_drawn(discarded):
    """One after another; new ones come after the last, and stay in this turn."""
    left, gone = ["+hea", "+hea", "-spe"], discarded.split()
    game = conference(" ".join(left))
    for stand in gone:
        game.expect("DISCARD", legal=" ".join(["-", *set(left)]), renewed=3 - len(left)).do(stand)
        left.remove(stand)
    if len(gone) < 3:
        game.expect("DISCARD", hand={0: " ".join(left)}, programme_deck=48).do("-")  # nothing is drawn yet
    game.expect("NEW_CARD 0", programme_deck=48 - len(gone), renewed=0)
    assert lying(game, FACE_DOWN) == sorted(gone)
    drawn = hand(game)
    game.do("-").expect("DISCARD 1", hand={0: " ".join(drawn)})
    for stand in left:
        drawn.remove(stand)
    assert len(drawn) == len(gone)


@pytest.mark.rule("MAC-3.3")
def test_any_card_of_the_deck_may_come():
    game = conference("+gen +hea -spe")
    deck = game.table["zone"] == IN_DECK
    held = game.often("+gen +hea -spe", number=700)["zone"] == IN_HAND
    assert not held[:, ~deck].any()
    fair = 700 * 3 / 48
    assert abs(held[:, deck].sum(axis=0) - fair).max() < 4.5 * fair**0.5


# --- The exchange --------------------------------------------------------------------------------


@pytest.mark.rule("MAC-3.5", "MAC-3.8", "MAC-3.9", "MAC-13.12", "MAC-13.15")
def test_one_hidden_card_takes_the_place_of_an_open_one():
    """Nothing is drawn for it, and the opinions have another deck."""
    game = conference(discards="+hea").play("0 -").expect(legal=f"- {HELD}", opinion_deck=41)
    game.play("0 -spe").expect("OLD_CARD", legal=p.FIVE).play("0 +nuc")
    game.expect("DISCARD 1", programme={0: "+wel +hom +gen +eur -spe"}, hand={0: "+hea -hea"}, picked=-1)
    game.expect(programme_deck=48 - 3, opinion_deck=41, discards="+hea")  # the next player has drawn
    assert game.table["programme"].max() == 1
    assert lying(game, OPEN) == sorted(["+wel", "+hom", "+gen", "+eur", "-spe"])
    assert lying(game, FACE_UP) == ["+nuc"]


@pytest.mark.rule("MAC-3.5")
def test_a_card_just_drawn_may_go_into_the_programme():
    game = short_deck("-spe", "+hea +nuc +eur", held="+hea +hea +hea").play("0 +hea - -spe +gen")
    game.expect(programme={0: "+wel +hom +nuc +eur -spe"})


@pytest.mark.rule("MAC-3.6", "MAC-3.7", "MAC-13.15")
@pytest.mark.parametrize(
    ("held", "choice", "new", "old"),
    [
        # A contrary takes the place of its own issue only, and an equal card none
        ("-wel +hom -hea", "- -wel -hea", "-wel", "+wel"), ("+wel +wel +eur", "-", "", ""),
        ("-eur -hom -gen", "- -eur -hom -gen", "-eur", "+eur"),
        ("-eur -hom -gen", "- -eur -hom -gen", "-gen", "+gen"), (HELD, f"- {HELD}", "-spe", p.FIVE),
    ],
)  # fmt: skip
def test_the_programme_keeps_five_issues_and_nobody_has_to_exchange_anything(held, choice, new, old):
    game = conference(held).play("0 -").expect("NEW_CARD 0", legal=choice)
    game.play("0 -").expect("DISCARD 1", programme={0: p.FIVE}, hand={0: held})
    if new:
        gone = old.split()[0]
        game = conference(held).play(f"0 - {new}").expect("OLD_CARD 0", legal=old).play(f"0 {gone}")
        game.expect(programme={0: p.FIVE.replace(gone, new)})


# --- Who sees what -------------------------------------------------------------------------------


# --- The deck ------------------------------------------------------------------------------------


def short_deck(deck: str, face_up: str, of_0="", of_1="", seed: int = 0, held: str = HELD) -> p.Game:
    """Seat 0's conference with this deck and these discards: seen by all, of seat 0, of seat 1."""
    game = conference(held, seed=seed)
    zone = game.table["zone"]
    spare = np.flatnonzero(zone == IN_DECK)
    zone[spare] = OPEN  # out of reach
    for where, stands in ((IN_DECK, deck), (FACE_UP, face_up), (FACE_DOWN, of_0), (FACE_DOWN + 1, of_1)):
        for kind in p.kinds(stands):
            zone[spare[KIND_OF[spare] == kind][-1]] = where
    return game.set(programme_deck=len(deck.split()))


@pytest.mark.rule("MAC-3.10", "MAC-3.11")
def test_an_empty_deck_is_made_of_all_discards():
    """The deck's last card is drawn first; all saw two cards go into the new one, seat 0 three more."""
    game = short_deck("+spe", "+gen +nuc", "-nuc", "-wel -eur").play("0 +hea -hea -")
    table, held = game.table, hand(game)
    held.remove("+spe")
    held.remove("-spe")
    discards = sorted(["+gen", "+nuc", "-nuc", "-wel", "-eur", "+hea", "-hea"])
    assert sorted([*lying(game, IN_DECK), *held]) == discards
    game.expect(programme_deck=len(discards) - 1, programme_shuffle=1)
    assert not ((table["zone"] >= FACE_UP) & (table["zone"] < IN_HAND)).any()
    assert sorted(table["drawn"][table["zone"] == IN_HAND].tolist()) == [0, 0, 1]  # the last of the new deck
    assert words(KIND_OF[table["returned"] > 0]) == ["+gen", "+nuc"]
    own = [words(KIND_OF[cards > 0]) for cards in table["own_returned"]]
    assert own == [["+hea", "-hea", "-nuc"], ["-eur", "-wel"], [], [], []]
    came = set()
    for seed in range(80):
        other = game.copies(1)
        other.redeal(1, seed=seed)
        zone, drawn = other.tables["zone"][0], other.tables["drawn"][0]
        assert not ((zone == IN_HAND) & (drawn == 0) & (table["returned"] > 0)).any()
        came |= set(words(KIND_OF[(zone == IN_HAND) & (drawn == 1)]))
    assert {"+gen", "+nuc"} < came  # but they may be what came of the new deck


@pytest.mark.rule("MAC-3.10")
def test_the_deck_is_shuffled_when_a_card_is_missing_with_those_just_discarded():
    game = short_deck("+spe", "+gen").play("0 +hea -").expect(hand={0: "+spe -spe -hea"})
    assert (lying(game, FACE_UP), lying(game, FACE_DOWN)) == (["+gen"], ["+hea"])
    game.expect(programme_deck=0, programme_shuffle=0)
    back = sum("+hea" in hand(short_deck("", "+gen +nuc", seed=seed).play("0 +hea -")) for seed in range(60))
    assert 8 <= back <= 34  # one of three


@pytest.mark.rule("MAC-3.11")
def test_of_equal_cards_in_a_hand_the_lowest_number_goes():
    game = conference("+hea +hea +hea")
    cards = np.flatnonzero(game.table["zone"] == IN_HAND)
    assert game.play("0 +hea").table["zone"][cards].tolist() == [FACE_DOWN, IN_HAND, IN_HAND]
    assert game.play("0 - +hea +gen").table["zone"][cards].tolist()[:2] == [FACE_DOWN, OPEN]


@pytest.mark.rule("MAC-3.11", "MAC-14.10")
@pytest.mark.parametrize(("gone", "shuffle", "left"), [("+hea", 0, [1, 1]), ("-spe", 1, [0, 1])])
def test_it_is_seen_with_which_shuffle_a_card_that_leaves_a_hand_had_come(gone, shuffle, left):
    """Seat 0 holds a card of the first deck and two of the second; the others see which of them goes."""
    game = conference().set(programme_shuffle=1)
    cards = np.flatnonzero(game.table["zone"] == IN_HAND)
    game.table["drawn"][cards] = KIND_OF[cards] != p.STANDS.index("+hea")
    other = game.play(f"0 {gone}").copies(20)
    other.redeal(1, seed=1)
    for table in other.tables:
        assert table["drawn"][table["zone"] == FACE_DOWN].tolist() == [shuffle]
        assert sorted(table["drawn"][table["zone"] == IN_HAND].tolist()) == left
