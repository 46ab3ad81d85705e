"""Actions in words."""

import numpy as np
import pytest

from hustings.envs.copycat.actions import COIN, DONE, DRAW, END_TURN, INVEST_NONE, PASS, VP

from ..playing import COINS, DOCTOR, C, Game, O, at, at_table, bid, buy, buying, deal, turn
from ..random_play import random_actions


def said(game: Game, *moves: int) -> list[str]:
    """What these legal moves are called; without any, all that is legal."""
    actions = game.offers(*moves).actions(*moves) or game.fact("legal")
    return [game.games.describe(0, each) for each in actions]


@pytest.mark.rule("COP-9.9")
def test_the_actions_of_a_turn_in_words():
    own = [C.VP_9, C.COIN_12, C.CAMPAIGN_OFFICE, C.DONATIONS, C.CHARITY, C.SAUNA, C.SMALL_PR, C.HUGE_PR]
    workers = {O.SWAP_2, O.COIN_2}
    game = turn(*own, workers=workers, office_tokens={0: 1, 1: 2})
    assert said(game, PASS, at(0), at(1), at(O.BUY_2), O.SWAP_2, C.SAUNA) == [
        "Take no more turns in this round",
        "Place a worker in office 1 (buy 1), 1 token",
        "Place a worker in office 2 (buy 1), 2 tokens",
        "Place a worker in office 4 (buy up to 2)",
        "Use office 8 (swap up to 2)",
        "Play 25 Sauna with Colleagues (draw 2)",
    ]
    assert said(game, C.DONATIONS, C.SMALL_PR, C.HUGE_PR, C.CAMPAIGN_OFFICE) == [
        "Play 31 Collecting Donations (pay coins to draw)",
        "Play 26 Small PR Campaign (+1 worker)",
        "Play 48 Huge PR Campaign (+2 workers)",
        "Play 19 Election Campaign Office (trash a card: +1 worker)",
    ]
    assert said(game.play(C.CAMPAIGN_OFFICE), C.VP_9) == ["Trash 9 Local Newspaper (1 VP)"]
    assert said(game.play(C.VP_9, C.DONATIONS)) == [
        "Pay no more, and draw",
        "Pay with 12 Fatherly Friend (1 coin)",
        "Pay with 27 Wife's Charity Event (1 coin or 2 VP)",
        "Pay with office 6 (2 coins)",
    ]
    swaps = ["Swap no more, and draw", "Swap 12 Fatherly Friend (1 coin)"]
    assert said(game.play(DONE, O.SWAP_2), DONE, C.COIN_12) == swaps
    assert said(game.play(DONE, at(0)), END_TURN) == ["End your turn"]


@pytest.mark.rule("COP-9.9")
def test_grey_actions_draws_and_choices_in_words():
    assert said(bid(61, hands=[[9]]), C.TV_3) == ["Choose 61 National TV (10 VP)"]
    own = [C.INSIDE, C.ELBOWS, C.BONUS, C.SECRETARY]
    workers = [{O.DRAW_1, O.ALLOCATION}, {0}]
    position = {"played": [C.SAUNA], "workers": workers, "pile": [10, 11], "partial_draw": True}
    game = turn(*own, **position)
    assert said(game, *own[:2], O.ALLOCATION, *own[2:]) == [
        "Play 24 Inside Information (place another worker)",
        "Play 23 Sharpen your Elbows (place in a taken office)",
        "Use office 20 (use a card again)",
        "Play 36 Bonus Payment (use a worker again)",
        "Play 44 Press Secretary (copy a card)",
    ]
    assert said(game.play(C.BONUS), O.DRAW_1) == ["Use office 7 (draw 1) once more"]
    assert said(game.play(O.DRAW_1), DRAW, DONE) == ["Draw a card", "Draw no more"]
    game.play(DONE, O.ALLOCATION)
    assert said(game, C.SAUNA) == ["Use 25 Sauna with Colleagues (draw 2) once more"]
    game = turn(*own, **position).play(C.SECRETARY)
    assert said(game) == ["Copy 25 Sauna with Colleagues (draw 2)"]


@pytest.mark.rule("COP-9.9")
def test_the_actions_of_buying_in_words():
    own = [C.WITS, C.VP_9, C.COIN_12, C.COIN_13, C.CHARITY, C.BANKER_2, C.SECRETARY]
    workers = {O.BUY_2, O.TRASH_2, O.SPECIAL}
    position = {"street": [1, 24, 2, 3, DOCTOR, 20], "charity_vp": 1, "min_invest": 0}
    game = buying(*own, workers=workers, **position)
    assert said(game) == [
        "Lay down your cards",
        "Play 41 Battle of Wits (keep cards)",
        "Use office 22 (trash 2: 1 coin each)",
    ]
    assert said(game.play(O.TRASH_2), DONE, C.VP_9) == ["Trash no more", "Trash 9 Local Newspaper (1 VP)"]
    assert said(game.play(DONE, C.WITS), DONE, C.BANKER_2) == ["Keep no more", "Keep 46 Banker (3 coins)"]
    assert said(game.play(DONE, DONE)) == [
        "End your buying",
        "Use 44 Press Secretary (copy a card)",
        "Use office 15 (close up, buy 1)",
        "Buy 24 Inside Information (place another worker) for 1 coin, with 1 red card",
        "Buy a Doctorate on space 5 for 1 coin and what you invest, with 3 red cards",
        "Buy 20 National Radio (3 VP) for 5 coins, with 3 red cards",
        "Count a charity event as 1 coin",
        "Count a charity event as 1 VP",
    ]
    game.play(buy(5)).expect(legal=range(INVEST_NONE, INVEST_NONE + 3))
    assert said(game) == ["Invest nothing", "Invest 1 coin", "Invest all coins"]
    game = at_table(*COINS[:3], workers={O.BUY_2}, street=[*[0] * 8, DOCTOR, DOCTOR])
    for space in (9, 10):  # doctorates of the same price are told apart
        assert said(game, buy(space)) == [f"Buy a Doctorate on space {space} for 2 coins and what you invest"]
    game = turn(C.COIN_12).set(charity=[1, 0], street=[0])
    assert game.games.describe(0, COIN) != game.games.describe(0, VP)
    assert game.games.describe(0, buy(1)) == "Buy from space 1"  # of an action that is not legal too


@pytest.mark.rule("COP-9.9")
def test_every_action_has_a_line_in_every_phase():
    games, rng = deal(4, num_games=6, seed=3, ask_forced=False), np.random.default_rng(2)
    for _ in range(150):
        games.step(random_actions(games, rng, 0.9))
        lines = [games.describe(row, each) for row, each in np.argwhere(games.legal)]
        assert all(line[0].isupper() and len(line) <= 90 for line in lines)


@pytest.mark.rule("COP-9.9", "COP-0.2")
def test_start_cards_are_named_by_what_they_are_worth():
    assert said(bid(9, 12, 15, 18, vp_start_numbers=[18, 12, 15])) == [
        "Choose 9 Fatherly Friend (1 coin)",
        "Choose 12 Local Newspaper (1 VP)",
        "Choose 15 Local Radio (1 VP)",
        "Choose 18 Local TV (1 VP)",
    ]
