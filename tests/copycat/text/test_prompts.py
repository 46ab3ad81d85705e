"""What is asked, what it would do, what there is to spend, and where points come from."""

import pytest

from hustings.envs.copycat.actions import DONE, END_TURN, PASS
from hustings.envs.copycat.table import LYING, STANDING_REPEATED
from hustings.envs.core.text.prompts import prompts_of

from ..playing import DOCTOR, C, Game, O, at, at_table, bid, buy, buying, card, full, turn


def test_cards_and_spaces_of_the_street_are_told_in_full():
    game = at_table(C.COIN_12, C.COIN_13, workers={O.BUY_2}, street=[1, 24, 0, 0, DOCTOR])
    parts = game.titles()
    assert parts["space 0"] == "1 Swimming Badge: a red card"
    assert parts["space 1"] == "24 Inside Information: place another worker"
    assert parts["space 2"] == "Space 3"
    assert parts["space 4"] == "Doctorate"
    assert parts["price 4"] == "Price: 1 coin, 1 of them for the space"


def test_workers_and_numbers_are_told_in_full():
    workers = [{0: LYING}, {0: STANDING_REPEATED}]
    game = turn(C.TV, workers=workers, office_tokens={2: 1}, vp=[12, 3], passed=[0, 1], bid=[22, 9])
    parts = game.titles()
    assert parts["worker 0 0"] == "Worker of player_0 in office 1: used"
    assert parts["worker 0 1"] == "Worker of player_1 in office 1: used by a bonus payment alone"
    assert parts["tokens in 2"] == "1 token in office 3"
    assert parts["VP 0"] == "Victory points of player_0: 12 of 95"
    assert parts["worker 1"] == "Workers to be placed of player_1: out"
    assert parts["card 0"] == "Card for the order of turns of player_0: 22 Industrialist: 2 coins"


def test_a_card_of_a_deck_says_what_it_is_a_copy_of():
    game = turn(played=[C.SECRETARY, C.BANKER], copied={C.SECRETARY: C.BANKER})
    assert game.titles(1)["played 0 44"] == "44 Press Secretary: copy a card, as 37 Banker: 3 coins"


def test_what_a_buyer_has_left_is_shown_to_all():
    own = [C.COIN_12, C.COIN_13, C.PARTY, C.CHARITY]
    game = at_table(*own, workers={O.BUY_2}, street=[20])
    for seat in (0, 1, None):
        parts = game.titles(seat)
        assert parts["coins"] == "4 coins left to player_0, each counted twice"
        assert parts["purchases"] == "2 purchases left to player_0"
        assert parts["charity"] == "1 charity event of player_0 to decide: a coin or points"
    game = at_table(C.PARTY, C.BANKER, workers={O.ALLOCATION}).play(O.ALLOCATION, C.BANKER)
    assert game.titles()["coins"] == "9 coins left to player_0, those that are doubled counted twice"
    assert "coins" not in turn(C.COIN_12).titles()
    assert "coins" not in buying(C.COIN_12, workers={O.TRASH_1}).titles()


def test_how_many_cards_of_the_street_can_be_paid_for():
    game = at_table(C.BANKER, workers={O.BUY_2}, street=[1, C.INSIDE, C.TV, C.SAUNA])
    assert game.matters()[1] == "You can pay for 2 cards of the street, each by itself."
    game = at_table(C.COIN_12, C.BANKER, workers={O.SPECIAL}, street=[C.SAUNA])
    assert game.matters()[1] == "An office still brings you a purchase."
    game.play(O.SPECIAL, buy(1))
    assert game.matters()[1] == "You have no purchase left."
    game = buying(C.COIN_12, any_order=True, workers={O.BUY_1}, street=[C.INSIDE])
    assert game.matters()[1] == "An office still brings you a purchase."
    game.play(O.BUY_1, C.COIN_12)
    assert game.matters()[1] == "You can pay for 1 card of the street."
    game = buying(C.COIN_12, workers={O.BUY_1})
    assert len(game.matters()) == 1  # in two parts nothing is bought yet


def lost(game: Game, stop: int = DONE) -> str:
    """What stopping would give up."""
    return game.prompt("loss", stop, [each for each in game.fact("legal") if each != stop])


def test_what_the_end_of_a_turn_gives_up():
    """A pass is for the rest of the round, the end of a turn for this one if a worker is left."""
    cards = "You could still play cards or use offices, and this is your last turn of the round."
    game = turn(C.INSIDE, C.SAUNA)
    assert lost(game, PASS) == "You still have 3 workers to place."
    assert lost(game.play(C.INSIDE, at(O.VP_1)), END_TURN) == "You could still place 1 worker."
    assert lost(game.play(at(O.VP_2)), END_TURN) == ""
    assert lost(turn(C.SAUNA, pool=[1, 3]).play(at(O.VP_1)), END_TURN) == cards
    assert lost(turn(C.SAUNA, players=3, workers=full()), PASS) == cards


OFFICES, CARDS = "You could still use offices.", "You could still use cards."


@pytest.mark.parametrize(
    ("own", "workers", "position", "said"),
    [
        ([C.TV], [O.ALLOCATION], {}, OFFICES),
        ([C.COIN_12], [O.ALLOCATION], {}, ""),  # a coin that buys nothing
        ([C.COIN_12], [O.ALLOCATION, O.BUY_2], {}, OFFICES),
        ([C.TV, C.SECRETARY], [], {}, CARDS),
        ([C.COIN_12, C.SECRETARY], [], {}, ""),
        ([C.TV, C.BONUS], [], {}, ""),
        ([C.BONUS], [O.VP_5], {}, CARDS),
        ([C.TV, C.BONUS], [O.ALLOCATION], {}, "You could still use cards and offices."),
        ([C.TV], [O.VP_5], {"decline_points": True}, "You could still use cards and offices."),
        ([C.TRAIL], [], {"decline_points": True}, ""),
        ([C.TRAIL], [], {"decline_points": True, "tokens": [1, 0]}, CARDS),
        ([C.TRAIL, C.SECRETARY], [], {"tokens": [1, 0]}, CARDS),
        ([C.TRAIL, C.SECRETARY], [], {"tokens": [1, 0], "token_doublings": 1}, ""),  # a third doubling
        ([C.PARTY, C.SECRETARY], [O.BUY_2], {}, CARDS),
        ([C.PARTY, C.SECRETARY], [O.BUY_2], {"doublings": 1}, ""),
        ([C.CHARITY], [], {}, ""),  # it becomes points
        ([C.CHARITY], [], {"decline_points": True}, "You could still use charity events."),
        ([], [O.SPECIAL], {}, ""),
        ([C.COIN_12], [O.SPECIAL], {}, OFFICES),
        (
            [C.BANKER],
            [O.BUY_2, O.SPECIAL],
            {"street": [C.SAUNA]},
            f"3 coins and 2 purchases left, enough for a card of the street. {OFFICES}",
        ),
    ],
)
def test_what_stopping_at_the_table_gives_up(own, workers, position, said):
    assert lost(at_table(*own, workers=set(workers), **position)) == said


def test_what_laying_down_the_hand_gives_up():
    keep, trash = "keep cards", "trash cards for coins"
    late = "You could still {}, but no longer once your hand is laid down."
    assert lost(buying(C.WITS, C.VP_9, workers={O.TRASH_1})) == late.format(f"{keep} and {trash}")
    assert lost(buying(C.WITS, C.VP_9)) == late.format(keep)
    assert lost(buying(C.VP_9, workers={O.TRASH_2})) == late.format(trash)
    assert lost(buying(C.VP_9, C.BONUS, workers={O.BUY_2, O.ALLOCATION})) == ""
    assert lost(buying(C.COIN_12, workers={O.BUY_2}, any_order=True, street=[C.SAUNA])) == ""


@pytest.mark.parametrize(("office", "most"), [(O.SWAP_2, 2), (O.TRASH_2, 2), (O.TRASH_1, None)])
def test_several_cards_of_one_action_have_a_form(office, most):
    begin = turn if office == O.SWAP_2 else buying
    game = begin(C.VP_9, C.VP_10, C.COIN_12, workers={office}).play(office)
    found = game.form()
    assert (found.most if found else None) == most
    assert found is None or [entry.about for entry in found.entries] == [card(9), card(10), card(12)]


def test_what_a_choice_would_do():
    game = turn(C.SAUNA, C.CAMPAIGN_OFFICE, C.VP_9, workers={O.SWAP_2})
    assert game.effect(C.SAUNA) == "Draw 2 cards in your turn."
    assert game.effect(at(O.BUY_2)) == "Buy up to 2 cards of the street when hands are laid down."
    assert game.effect(O.SWAP_2).startswith("Put up to 2 cards of your hand into the temporary discards")
    assert game.play(C.CAMPAIGN_OFFICE).effect(C.VP_9) == "It is out of the game."
    assert bid(61, hands=[[9]]).effect(C.TV_3) == "It is out of use for this round."
    game = at_table(C.COIN_12, C.COIN_13, workers={O.BUY_2}, street=[24, DOCTOR])
    assert game.effect(buy(1)) == "Place one worker more in this turn."
    assert game.effect(buy(2)).startswith("Each coin invested in it is a victory point.")
    assert game.effect(min(game.fact("legal"))) == ""
    for option in ("decline_points", "any_order"):
        game = turn(C.TV, **{option: True})
        assert game.effect(C.TV) == "Brings 10 VP."
    assert game.effect(at(O.BUY_2)) == "Buy up to 2 cards of the street."


def test_parts_of_the_picture_are_told_apart_by_their_words():
    """No two columns, and no two kinds of cards, mean the same."""
    parts = turn(C.SAUNA).parts()
    meant = [part.about for name, part in parts.items() if name.startswith(("head", "family"))]
    assert len(meant) == len(set(meant)) == 12
    assert all(len(words) > 20 for words in meant)


def test_no_more_workers_are_told_of_than_there_are():
    recruits = {"pool": [2, 3], "recruited": [3, 0]}
    assert turn(C.HUGE_PR, **recruits).effect(C.HUGE_PR) == "Brings 1 worker more for this round."
    assert turn(C.HUGE_PR).effect(C.HUGE_PR) == "Brings 2 workers more for this round."


@pytest.mark.parametrize("decline", [False, True])
def test_cards_offices_charity_events_and_tokens_are_told_apart(decline):
    own = [C.TV, C.VP_9, C.CHARITY]
    game = buying(*own, workers={O.VP_5, O.COIN_3}, tokens=[3, 0], decline_points=decline)
    found = []
    for _ in range(2):
        before = game.table.copy()
        game.play(DONE)
        step = prompts_of(game.GAME).gains(game.box, before, DONE, game.table)
        found.append({source: int(points[0]) for source, points in step.items() if points.any()})
    laid, events = ({}, {}) if decline else ({"cards": 11, "offices": 5}, {"charity events": 2})
    assert found == [laid, {"tokens": 3} | events]
