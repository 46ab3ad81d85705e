"""What happened, in words, as each seat may know it: what no game in `tests/golden/playthroughs` tells."""

import re

import numpy as np
import pytest

from hustings.envs.copycat.actions import DONE, DRAW, END_TURN, PASS
from hustings.envs.core.text.events import event_lines

from ...support import told_of
from ..playing import DOCTOR, STARTS, C, O, at_table, bid, deal, last_turn, turn
from ..random_play import random_actions

MORE_CHOICES = {"partial_draw": True, "strict_two": True, "min_invest": 0}
SECRET = re.compile(r"player_\d (draws \d+ cards?|chooses a card|keeps a card)\.")


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
def test_grey_actions_partial_draws_and_an_office_paid():
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
    game = at_table(C.BONUS, workers={O.COIN_1})
    assert game.told(C.BONUS) == ["player_0 uses 36 Bonus Payment (use a worker again)."]
    told = turn(C.DONATIONS, workers={O.COIN_2}).told(C.DONATIONS, O.COIN_2)
    assert told[1] == "player_0 pays with office 6 (2 coins)."


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
def test_doctorates_that_are_cleared_and_several_that_come_at_once():
    game = last_turn(rounds=10, street=[7, 0, DOCTOR, 41], doctorates_left=2, pile=[[9], [9]])
    assert game.told((1, DONE), seat=0)[2:4] == [
        "Cleared from the street: 7 Lobby Pass (nothing); a Doctorate.",
        "New on the street: a Doctorate; a Doctorate.",
    ]


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize(
    ("vp", "position", "how", "winner"),
    [
        ([96, 40], {"rounds": 5}, "A player has 95 points", ": player_0"),
        ([40, 41], {"rounds": 5, "last_doctorate": 1}, "The last doctorate is bought", ": player_1"),
        ([50, 50], {"round_vp": [3, 0]}, "Round 11 is over", ": player_0 (by the points of the last round)"),
        ([50, 50], {}, "Round 11 is over", "s: player_0, player_1"),
    ],
)
def test_the_end(vp, position, how, winner):
    end = [f"{how}: player_0 {vp[0]}; player_1 {vp[1]}.", f"Winner{winner}."]
    assert last_turn(**{"rounds": 11, **position}, vp=vp).told((1, DONE))[1:] == end


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
