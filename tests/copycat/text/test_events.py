"""What happened, in words, as each seat may know it."""

import re

import numpy as np
import pytest

from hustings.envs.copycat.actions import COIN, DONE, DRAW, END_TURN, INVEST_ONE, PASS, VP
from hustings.envs.core.text.events import event_lines

from ...support import told_of
from ..playing import DOCTOR, STARTS, C, O, at, at_table, bid, buy, buying, deal, last_turn, turn
from ..random_play import random_actions

TRASH = "Election Campaign Office (trash a card: +1 worker)"


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_choice_and_the_order_of_turns(seat):
    game = bid(61, 9, hands=[[], [18]], players=3)
    own = "61 National TV (10 VP)" if seat in (0, None) else "a card"
    assert game.told(C.TV_3, seat=seat) == [f"player_0 chooses {own}."]
    own = "18 Fatherly Friend (1 coin)" if seat is None else "a card"
    order = "player_0 61 National TV (10 VP); player_2 18 Fatherly Friend (1 coin); player_1 nothing"
    expected = [f"player_2 chooses {own}.", f"Order of turns: {order}."]
    assert game.told((2, C.COIN_18), seat=seat) == expected


@pytest.mark.rule("COP-9.8")
def test_a_turn():
    own = [C.SAUNA, C.VP_9, C.COIN_12, C.CAMPAIGN_OFFICE, C.DONATIONS, C.INSIDE]
    position = {"hands": [[9]], "pile": [10, 11], "discards": [60], "office_tokens": {O.SWAP_2: 2}}
    game = turn(*own, **position)
    moves = [C.CAMPAIGN_OFFICE, C.VP_9, C.INSIDE, at(O.SWAP_2), at(O.COIN_2), O.SWAP_2, C.COIN_12, DONE]
    assert game.told(*moves, C.SAUNA, seat=1) == [
        f"player_0 plays 19 {TRASH}.",
        "player_0 trashes 9 Local Newspaper (1 VP).",
        "player_0 plays 24 Inside Information (place another worker).",
        "player_0 places a worker in office 8 (swap up to 2) and takes 2 tokens.",
        "player_0 places a worker in office 6 (2 coins).",
        "player_0 uses office 8 (swap up to 2).",
        "player_0 swaps 12 Fatherly Friend (1 coin).",
        "player_0 draws 1 card.",
        "player_0 plays 25 Sauna with Colleagues (draw 2).",
        "player_0 shuffles the discards.",
        "player_0 draws 2 cards.",
    ]
    assert game.told(C.DONATIONS, O.COIN_2, DONE, END_TURN, (1, PASS)) == [
        "player_0 plays 31 Collecting Donations (pay coins to draw).",
        "player_0 pays with office 6 (2 coins).",
        "player_1 passes.",
    ]
    drawn = {0: "10 Local Radio (1 VP); 11 Local TV (1 VP)", 1: "2 cards"}
    for seat, words in drawn.items():
        assert turn(C.SAUNA, pile=[10, 11]).told(C.SAUNA, seat=seat)[1:] == [f"player_0 draws {words}."]


@pytest.mark.rule("COP-9.8")
def test_grey_actions_and_partial_draws():
    workers = {O.ALLOCATION, O.DRAW_1}
    game = turn(C.SECRETARY, C.BONUS, played=[C.SAUNA], workers=workers, pile=STARTS[:4], partial_draw=True)
    moves = [C.SECRETARY, C.SAUNA, DRAW, DONE, C.BONUS, O.DRAW_1, DRAW, O.ALLOCATION, C.SAUNA, DONE]
    assert game.told(*moves, seat=1) == [
        "player_0 plays 44 Press Secretary (copy a card).",
        "player_0 copies 25 Sauna with Colleagues (draw 2).",
        "player_0 draws 1 card.",
        "player_0 plays 36 Bonus Payment (use a worker again).",
        "player_0 uses office 7 (draw 1) once more.",
        "player_0 draws 1 card.",
        "player_0 uses office 20 (use a card again).",
        "player_0 uses 25 Sauna with Colleagues (draw 2) once more.",
    ]


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize("target", [C.NEWSPAPER, C.SECRETARY])
def test_what_is_told_is_what_was_done_where_another_action_leads_to_the_same(target):
    """A second press secretary copies a card, or the first one, which stands for that card."""
    tables = []
    for copied in (target, C.NEWSPAPER):
        game = at_table(C.NEWSPAPER, C.SECRETARY, C.SECRETARY_2).play(C.SECRETARY, C.NEWSPAPER, C.SECRETARY_2)
        lines = game.told(copied)
        tables.append(game.table.tobytes())
        words = {C.NEWSPAPER: "39 National Newspaper (6 VP)", C.SECRETARY: "44 Press Secretary (copy a card)"}
        assert lines == [f"player_0 copies {words[copied]}."]
    assert tables[0] == tables[1]


@pytest.mark.rule("COP-9.8")
def test_how_many_there_are_of_a_card_is_no_number_of_a_card():
    """Cards by their numbers are "13 Fatherly Friend", so many of them "3 x Fatherly Friend"."""
    game = turn(C.COIN_12, C.COIN_13, C.COIN_14, C.SAUNA, pile=[15, 16], pool=[1, 0])
    drawn = "15 Fatherly Friend (1 coin); 16 Fatherly Friend (1 coin)"
    assert game.told(C.SAUNA, seat=0)[1:] == [f"player_0 draws {drawn}."]
    assert game.told(PASS, DONE)[1] == "player_0 lays down 5 x Fatherly Friend."


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize(("seat", "kept"), [(0, "9 Local Newspaper (1 VP)"), (1, "a card")])
def test_a_hand_and_purchases(seat, kept):
    own = [C.WITS, C.VP_9, C.COIN_12, C.COIN_13, C.COIN_14, C.CHARITY, C.INDUSTRIALIST, C.BANKER_2]
    workers = {O.BUY_2, O.TRASH_2, O.SPECIAL}
    position = {"street": [1, 24, 2, DOCTOR], "supply": [60], "pile": [10]}
    game = buying(*own, hands=[[9]], workers=workers, **position)
    assert game.told(O.TRASH_2, C.COIN_14, DONE, C.WITS, C.VP_9, DONE, DONE, seat=seat) == [
        "player_0 uses office 22 (trash 2: 1 coin each).",
        "player_0 trashes 14 Fatherly Friend (1 coin).",
        "player_0 plays 41 Battle of Wits (keep cards).",
        f"player_0 keeps {kept}.",
        "player_0 lays down 2 x Fatherly Friend; Industrialist; Wife's Charity Event; Banker"
        " and keeps 1 card.",
        "player_0 has 8 coins and 2 purchases.",
    ]
    assert game.told(O.SPECIAL, COIN, buy(2), buy(4), INVEST_ONE, DONE, seat=seat) == [
        "player_0 uses office 15 (close up, buy 1).",
        "New on the street: 60 National TV (10 VP).",
        "player_0 counts a charity event as a coin.",
        "player_0 buys 24 Inside Information (place another worker) for 1 coin, "
        "with 1 Swimming Badge (nothing).",
        "player_0 buys a Doctorate for no coins, with 2 School-leaving Diploma (nothing).",
        "That was the last doctorate: the game ends with this round.",
        "player_0 invests 1 coin.",
        "player_0 has 1 VP in this round, 1 in all.",
    ]
    assert game.told((1, DONE), (1, DONE), seat=seat) == [
        "player_1 lays down Local Newspaper.",
        "player_1 has no coins and no purchases.",
        "player_1 has 1 VP in this round, 1 in all.",
        "The last doctorate is bought: player_0 1; player_1 1.",
        "Winners: player_0, player_1.",
    ]


@pytest.mark.rule("COP-9.8")
def test_a_charity_event_an_empty_hand_and_cards_used_at_the_table():
    game = buying(C.CHARITY, C.BONUS, workers={O.COIN_1}, round_number=3, rounds=3)
    assert game.told(DONE, C.BONUS, O.COIN_1, VP)[2:] == [
        "player_0 uses 36 Bonus Payment (use a worker again).",
        "player_0 uses office 5 (1 coin) once more.",
        "player_0 counts a charity event as 2 VP.",
    ]
    assert game.told(DONE, (1, DONE))[1] == "player_1 lays down nothing."


@pytest.mark.rule("COP-9.8")
def test_clean_up_and_the_next_round():
    position = {"street": [7, 0, DOCTOR, 41], "supply": [60], "doctorates_left": 1}
    game = last_turn(rounds=10, **position, pile=[STARTS[:5], STARTS[:4]], played=[[], [30]])
    assert game.told((1, DONE), seat=0) == [
        "player_1 has 0 VP in this round, 0 in all.",
        "Round 11. New: office 25 (5 VP).",
        "Cleared from the street: 7 Lobby Pass (nothing); a Doctorate.",
        "New on the street: 60 National TV (10 VP); a Doctorate.",
        "player_0 draws 9 Local Newspaper (1 VP); 10 Local Radio (1 VP); 11 Local TV (1 VP); "
        "12 Fatherly Friend (1 coin); 13 Fatherly Friend (1 coin).",
        "player_1 shuffles the discards.",
        "player_1 draws 5 cards.",
    ]


@pytest.mark.rule("COP-9.8")
def test_several_doctorates_come_at_once():
    told = last_turn(rounds=8, doctorates_left=2, pile=[[9], [9]]).told((1, DONE))
    assert "New on the street: a Doctorate; a Doctorate." in told


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize(
    ("vp", "rounds", "how", "winner"),
    [
        ([96, 40], 5, "A player has 95 points", "player_0"),
        ([40, 41], 11, "Round 11 is over", "player_1"),
        ([50, 50], 11, "Round 11 is over", "player_0 (by the points of the last round)"),
    ],
)
def test_the_end(vp, rounds, how, winner):
    end = [f"{how}: player_0 {vp[0]}; player_1 {vp[1]}.", f"Winner: {winner}."]
    assert last_turn(rounds=rounds, vp=vp, round_vp=[3, 0]).told((1, DONE))[1:] == end


@pytest.mark.rule("COP-9.8")
def test_forced_decisions_are_told_as_if_made():
    game = bid(9, 12, hands=[[13]], pool=0, pile=[[], [14]], ask_forced=False)
    lines = game.told(C.VP_9, seat=0)
    assert lines[:2] == ["player_0 chooses 9 Local Newspaper (1 VP).", "player_1 chooses a card."]
    assert {"player_0 lays down Fatherly Friend.", "Round 2."} < set(lines)
    game.expect("BID")


@pytest.mark.rule("COP-9.8")
def test_lines_of_events_that_belong_together():
    """Each line is the head of a group and what its events add; alike are what several do or one plays."""
    game = bid(61, 9, hands=[[], [18]], players=3)
    chosen = game.events(C.TV_3, (2, C.COIN_18))
    assert event_lines(chosen)[0] == "Each chooses a card: player_0, player_2."
    game = turn(C.SAUNA, C.DINNER, C.COIN_12, workers={O.BUY_1}, pool=[0, 0], tokens=[2, 3])
    played = game.events(C.SAUNA, C.DINNER, PASS)
    assert event_lines(played)[0] == "player_0 plays: Sauna with Colleagues (draw 2), State Dinner (draw 3)."
    assert [event.seat for event in played] == [0, 0, 0]
    game = last_turn(pile=[STARTS[:5], [9]], discards=[[], STARTS[1:6]], tokens=[0, 3])
    assert event_lines(game.events((1, DONE), seat=2))[-1] == (
        "Draws: player_0 5, player_1 shuffles the discards, player_1 5."
    )
    game = turn(hands=[[], []], players=3)
    assert event_lines(game.events(PASS, (1, PASS), (2, PASS))) == ["Passes: player_0, player_1, player_2."]
    ends = at_table(vp=[4, 0]).events(DONE, (1, DONE), (1, DONE))
    points = [event for event in ends if "VP" in event.text]
    assert event_lines(points) == ["Points: player_0 0 VP, 4 in all, player_1 0 VP, 0 in all."]


MORE_CHOICES = {"partial_draw": True, "strict_two": True, "min_invest": 0}
SECRET = re.compile(r"player_\d (draws \d+ cards?|chooses a card|keeps a card)\.")


@pytest.mark.rule("COP-9.8", "COP-9.7")
@pytest.mark.parametrize(("players", "options"), [(2, MORE_CHOICES), (3, {}), (4, MORE_CHOICES)])
def test_of_whole_games_every_step_is_told_and_no_secret(players, options):
    """Nothing is passed over but the end of a turn or a choice, and an action that leads to nothing."""
    games, rng = deal(players, seed=8, ask_forced=False, **options), np.random.default_rng(2)
    hidden = 0
    while not games.over.all():
        before, actions = games.tables.copy(), random_actions(games, rng, 0.6)
        games.step(actions)
        for row in np.flatnonzero(before["seat"] >= 0):
            everything = told_of(games, before, actions[row], row=row)
            assert everything or actions[row] in (DONE, END_TURN)
            for seat in range(players):
                for full, theirs in zip(
                    everything, told_of(games, before, actions[row], seat, row), strict=True
                ):
                    own = full.startswith(f"player_{seat} ")
                    secret = not own and re.match(r"player_\d (draws|chooses|keeps) ", full)
                    assert SECRET.fullmatch(theirs) if secret else full == theirs
                    hidden += bool(secret)
    assert hidden > 10
