"""The bots of Copycat where it is clear what a sensible player does, and in short tournaments."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.copycat.greedy import wanted
from hustings.agents.copycat.greedy.weights import GREEDY as WEIGHTS
from hustings.agents.copycat.styles import STYLES
from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import BUY, END_TURN, INVEST_ALL, INVEST_NONE, OFFICE, PLACE
from hustings.envs.copycat.table import Effect

from ..support import whole_games
from ..tabletop import play_legally
from .playing import BOX, COINS, DOCTOR, STARTS, C, Game, O, action, at, bid, buy, buying, deal, turn

GREEDY, VULTURE = make("greedy", GAME), make("vulture", GAME)
POINTS = STARTS[:3]


def act(game: Game, agent=GREEDY) -> list[int]:
    """What the seat on turn does until another is, or its part of the round ends."""
    start, done = (game.fact("seat"), game.fact("stage")), []
    while not done or (game.fact("seat"), game.fact("stage")) == start:
        done.append(game.decides(agent))
        game.games.step(done[-1:])
    return done


# --- Planning ------------------------------------------------------------------------------------


def test_greedy_keeps_its_best_cards_and_shows_a_red_one_where_going_first_is_worth_nothing():
    own = [C.RED, C.TV, C.NEWSPAPER, C.BANKER]
    assert bid(*own, hands=[[61, 60]], round_number=11).decides(GREEDY) == action(C.RED)


def test_greedy_shows_the_charity_event_to_be_first_at_many_tokens():
    own = [C.VP_9, C.CHARITY, C.TV, C.NEWSPAPER]
    position = {"round_number": 6, "pile": [[], [*COINS[5:], *POINTS]], "office_tokens": {O.VP_2: 8}}
    assert bid(*own, hands=[COINS[:5]], **position).decides(GREEDY) == action(C.CHARITY)


# --- Actions -------------------------------------------------------------------------------------


def test_greedy_draws_and_recruits_before_it_places():
    done = act(turn(C.SAUNA, C.COIN_12, hands=[COINS], pile=[13, 14, 9]))
    assert done[0] == action(C.SAUNA)
    assert any(PLACE <= taken < OFFICE for taken in done)
    assert done[-1] == END_TURN
    assert act(turn(C.HUGE_PR, C.COIN_12, hands=[COINS], pile=[13]))[0] == action(C.HUGE_PR)


@pytest.mark.parametrize("agent", [GREEDY, VULTURE])
def test_bots_go_where_most_tokens_are(agent):
    game = turn(12, hands=[[12]], pile=[COINS[1:], COINS[1:]], office_tokens={O.SWAP_2: 6})
    assert at(O.SWAP_2) in act(game, agent)


def test_greedy_goes_for_coins_and_a_purchase_together():
    """Ten coins in hand, and National TV for thirteen: it takes three more, and a purchase."""
    own = [*COINS[:5], C.INDUSTRIALIST, C.BANKER]
    position = {"round_number": 5, "pile": [[17, *POINTS], COINS], "street": [C.TV], "pool": [2, 0]}
    game = turn(*own, **position, closed=[O.SPECIAL])
    while game.phase != "TABLE":
        game.games.step([game.decides(GREEDY)])
    assert game.decides(GREEDY) == buy(1)


def test_greedy_trashes_red_cards_for_a_worker_and_for_a_coin():
    game = turn(C.CAMPAIGN_OFFICE, C.RED, C.TV, hands=[COINS], round_number=5, pile=COINS)
    assert game.play(C.CAMPAIGN_OFFICE).decides(GREEDY) == action(C.RED)
    game = buying(C.RED, C.TV, round_number=4, pile=[COINS, COINS], workers={O.TRASH_1})
    assert act(game)[:2] == [action(O.TRASH_1), action(C.RED)]


# --- Purchases -----------------------------------------------------------------------------------


@pytest.mark.parametrize("reds", [0, 3])
def test_greedy_takes_no_red_cards_for_a_weak_one(reds):
    position = {"discards": [*COINS[4:], *POINTS], "street": [*range(1, reds + 1), C.RADIO], "vp": [35, 35]}
    own, workers = COINS[:4], {O.BUY_1}
    game = buying(*own, hands=[own], round_number=6, workers=workers, **position)
    assert (buy(reds + 1) in (*act(game), *act(game))) == (reds == 0)


def test_greedy_invests_all_its_coins_in_the_last_round():
    position = {"street": [C.NEWSPAPER, DOCTOR], "doctorates_left": 1, "vp": [50, 50]}
    game = buying(*COINS, round_number=11, workers={O.BUY_1}, **position)
    act(game)
    assert act(game)[:2] == [buy(2), INVEST_ALL]
    game.expect(vp=57)


@pytest.mark.parametrize("lead", [30, -30])
def test_greedy_takes_the_last_doctorate_when_it_leads(lead):
    position = {"discards": [COINS[2:], POINTS], "street": [DOCTOR], "workers": {O.BUY_1}}
    game = buying(12, 13, hands=[COINS], round_number=8, **position)
    game.set(vp=[50 + max(lead, 0), 50 - min(lead, 0)])
    act(game)
    assert (buy(1) in act(game)) == (lead > 0)


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("weights", "players"), [(STYLES["vulture"].weights, 2), (WEIGHTS, 4)])
def test_what_bots_want_in_their_own_games_is_legal(weights, players):
    play_legally(deal(players, seed=5), lambda *seen: wanted(*seen, weights[0]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_players_race_to_the_end(players):
    games = whole_games(deal(players, seed=3, num_games=60, ask_forced=False), [GREEDY] * players)
    assert 8 <= np.median(games.tables["round_number"]) <= 11
    assert 85 <= np.median(games.scores.max(axis=1)) <= 125


BUYS = {"publisher": Effect.VP, "recruiter": Effect.WORKER, "industrialist": Effect.COIN}


@pytest.mark.parametrize(("name", "factor"), [("vulture", 1.05), *((name, 1.2) for name in BUYS)])
def test_styles_take_more_of_what_they_are_named_for_and_are_rivals_of_greedy_players(name, factor):
    """A vulture tokens, the others cards of their kind."""
    taken = np.zeros(2)

    def count(games, rows, sits, actions):
        for table, sit, chosen in zip(games.tables[rows], sits, actions):
            if name == "vulture" and PLACE <= chosen < OFFICE:
                taken[sit] += table["office_tokens"][chosen - PLACE]
            if name != "vulture" and BUY <= chosen < INVEST_NONE and table["street"][chosen - BUY] != DOCTOR:
                taken[sit] += BOX["card_effect"][0, table["street"][chosen - BUY]] == BUYS[name]

    games = deal(seed=4, num_games=120, ask_forced=False)
    whole_games(games, [make(name, GAME), GREEDY], count)
    rows = np.arange(120)
    assert taken[0] > factor * taken[1]
    assert (games.payoff[rows, -rows % 2] > 0).mean() > 0.25
