"""The bots of Copycat where it is clear what a sensible player does, and in short tournaments."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.copycat.greedy import wanted
from hustings.agents.copycat.greedy.weights import GREEDY as WEIGHTS
from hustings.agents.copycat.industrialist import WEIGHTS as INDUSTRIALIST
from hustings.agents.copycat.publisher import WEIGHTS as PUBLISHER
from hustings.agents.copycat.recruiter import WEIGHTS as RECRUITER
from hustings.agents.copycat.vulture import WEIGHTS as VULTURE_WEIGHTS
from hustings.envs import copycat_v0
from hustings.envs.copycat import GAME
from hustings.envs.copycat import actions as say
from hustings.envs.copycat.table import Effect, Phase, Worker

from .campaign import (
    BANKER,
    BOX,
    BUY_1,
    CHARITY,
    COIN_12,
    COIN_13,
    COIN_14,
    COIN_15,
    COIN_16,
    COIN_17,
    COIN_18,
    DOCTOR,
    NEWSPAPER,
    SAUNA,
    TV,
    VP_9,
    VP_10,
    VP_11,
    buy,
    card,
    deal,
    lay,
    name,
    office,
    phase,
    place,
    use,
)

GREEDY, VULTURE = make("greedy", GAME), make("vulture", GAME)
COINS = [COIN_12, COIN_13, COIN_14, COIN_15, COIN_16, COIN_17, COIN_18]
POINTS = [VP_9, VP_10, VP_11]
RED = 1
STANDING = Worker.STANDING


def decide(games, agent=GREEDY):
    return int(agent.act(games, np.array([0]))[0])


def act(games, agent=GREEDY):
    """What the seat on turn does until another is, or its part of the round ends."""
    seat, stage, done = int(games.seat[0]), int(games.tables["stage"][0]), []
    while not done or (games.seat[0] == seat and games.tables["stage"][0] == stage):
        done.append(decide(games, agent))
        games.step(done[-1:])
    return done


def whole_games(agents, number, seed, watch=None):
    """Play so many games; agents[i] sits in seat i of the first game, one further in the next.

    `watch(games, rows, sits, actions)` is called before each step, with the agent that decides in each row.
    """
    players = len(agents)
    games = copycat_v0.batch(number, players, seed=seed)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        sits = (games.seat[rows] + rows) % players
        actions = np.zeros(len(rows), np.int64)
        for i, agent in enumerate(agents):
            if (sits == i).any():
                actions[sits == i] = agent.act(games, rows[sits == i])
        if watch:
            watch(games, rows, sits, actions)
        games.step(actions, rows=rows)
    return games


# --- Planning ------------------------------------------------------------------------------------


def test_greedy_keeps_its_best_cards_and_shows_a_red_one_where_going_first_is_worth_nothing():
    games = deal()
    far_ahead = [DOCTOR - 1, DOCTOR - 2]
    lay(games, stage="bid", round_number=11, hands=[[RED, TV, NEWSPAPER, BANKER], far_ahead])
    assert decide(games) == name(RED)


def test_greedy_shows_the_charity_event_to_be_first_at_many_tokens():
    games = deal()
    lay(
        games,
        stage="bid",
        round_number=6,
        hands=[[VP_9, CHARITY, TV, NEWSPAPER], COINS[:5]],
        piles=[[], [*COINS[5:], *POINTS]],
        office_tokens={office(Effect.VP, 2): 8},
    )
    assert decide(games) == name(CHARITY)


# --- Actions -------------------------------------------------------------------------------------


def test_greedy_draws_before_it_places():
    games = deal()
    lay(games, hands=[[SAUNA, COIN_12], COINS], piles=[[COIN_13, COIN_14, VP_9], []])
    done = act(games)
    assert done[0] == name(SAUNA)
    assert any(say.PLACE <= action < say.OFFICE for action in done)
    assert done[-1] == say.END_TURN


def test_greedy_recruits_before_it_places():
    games = deal()
    campaign = card(Effect.WORKER, 2)
    lay(games, hands=[[campaign, COIN_12], COINS], piles=[[COIN_13], []])
    assert act(games)[0] == name(campaign)


@pytest.mark.parametrize("agent", [GREEDY, VULTURE])
def test_bots_go_where_most_tokens_are(agent):
    games = deal()
    rich = office(Effect.SWAP, 2)
    lay(games, hands=[[COIN_12], [COIN_12]], piles=[COINS[1:], COINS[1:]], office_tokens={rich: 6})
    assert place(rich) in act(games, agent)


def test_greedy_goes_for_coins_and_a_purchase_together():
    """Ten coins in hand, and National TV for thirteen: it takes three more, and a purchase."""
    games = deal()
    hand = [COIN_12, COIN_13, COIN_14, COIN_15, card(Effect.COIN, 2), COIN_16, BANKER]
    lay(
        games,
        round_number=5,
        hands=[hand, []],
        piles=[[COIN_17, *POINTS], COINS],
        street=[TV],
        pool=[2, 0],
        closed=[office(Effect.BUY_SPECIAL)],
    )
    while phase(games) != Phase.TABLE:
        games.step([decide(games)])
    assert decide(games) == buy(1)


def test_greedy_trashes_a_red_card_for_a_worker():
    games = deal()
    agency = card(Effect.TRASH_FOR_WORKER)
    lay(games, round_number=5, hands=[[agency, RED, TV], COINS], piles=[COINS, []])
    games.step([name(agency)])
    assert decide(games) == name(RED)


# --- Purchases -----------------------------------------------------------------------------------


@pytest.mark.parametrize("reds", [0, 3])
def test_greedy_takes_no_red_cards_for_a_weak_one(reds):
    games = deal()
    radio = card(Effect.VP, 3)
    lay(
        games,
        stage="hand",
        round_number=6,
        hands=[COINS[:4], COINS[:4]],
        discards=[[*COINS[4:], *POINTS], []],
        street=[*range(1, reds + 1), radio],
        workers=[{BUY_1: STANDING}, {}],
        vp=[35, 35],
    )
    bought = buy(reds + 1) in (*act(games), *act(games))
    assert bought == (reds == 0)


def test_greedy_invests_all_its_coins_in_the_last_round():
    games = deal()
    lay(
        games,
        stage="hand",
        round_number=11,
        hands=[COINS, []],
        street=[NEWSPAPER, DOCTOR],
        doctorates_left=1,
        workers=[{BUY_1: STANDING}, {}],
        vp=[50, 50],
    )
    act(games)
    assert act(games)[:2] == [buy(2), say.INVEST_ALL]
    assert games.tables["vp"][0, 0] == 57


@pytest.mark.parametrize("lead", [30, -30])
def test_greedy_takes_the_last_doctorate_when_it_leads(lead):
    games = deal()
    lay(
        games,
        stage="hand",
        round_number=8,
        hands=[[COIN_12, COIN_13], COINS],
        discards=[COINS[2:], POINTS],
        street=[DOCTOR],
        workers=[{BUY_1: STANDING}, {}],
        vp=[50 + max(lead, 0), 50 - min(lead, 0)],
    )
    act(games)
    assert (buy(1) in act(games)) == (lead > 0)


def test_greedy_trashes_red_cards_where_it_can():
    games = deal()
    smaller = office(Effect.TRASH_FOR_COIN, 1)
    lay(
        games,
        stage="hand",
        round_number=4,
        hands=[[RED, TV], []],
        piles=[COINS, COINS],
        workers=[{smaller: STANDING}, {}],
    )
    assert act(games)[:2] == [use(smaller), name(RED)]


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [WEIGHTS, VULTURE_WEIGHTS, PUBLISHER, RECRUITER, INDUSTRIALIST])
@pytest.mark.parametrize("players", [2, 4])
def test_what_bots_want_in_their_own_games_is_legal(weights, players):
    games = copycat_v0.batch(2, players, seed=5, ask_forced=True)
    while not games.over.all():
        rows, masks = np.flatnonzero(~games.over), games.legal
        actions = [wanted(BOX[0], games.tables[row], games.seat[row], masks[row], weights[0]) for row in rows]
        assert masks[rows, actions].all()
        games.step(actions, rows=rows)


@pytest.mark.parametrize("agent", [GREEDY, VULTURE])
def test_bots_use_only_what_their_seat_may_know(agent):
    games = copycat_v0.batch(64, 3, seed=6)
    step = 0
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        actions = agent.act(games, rows)
        if step % 5 == 0:
            games.redeal(seed=step)
            np.testing.assert_array_equal(agent.act(games, rows), actions)
        games.step(actions, rows=rows)
        step += 1


def test_one_greedy_beats_three_random_players():
    games = whole_games([GREEDY, *[make("random", GAME, i) for i in range(3)]], 48, seed=1)
    rows = np.arange(48)
    wins = games.payoff[rows, -rows % 4] == games.payoff.max(axis=1)
    assert wins.mean() > 0.9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_players_race_to_the_end(players):
    games = whole_games([GREEDY] * players, 60, seed=3)
    assert 8 <= np.median(games.tables["round_number"]) <= 11
    assert 85 <= np.median(games.scores.max(axis=1)) <= 125


def test_a_vulture_takes_more_tokens_and_is_a_rival_of_greedy_players():
    taken = np.zeros(2)

    def count_tokens(games, rows, sits, actions):
        for row, sit, action in zip(rows, sits, actions, strict=True):
            if say.PLACE <= action < say.OFFICE:
                taken[sit] += games.tables["office_tokens"][row, action - say.PLACE]

    games = whole_games([VULTURE, GREEDY], 120, seed=4, watch=count_tokens)
    rows = np.arange(120)
    assert taken[0] > 1.05 * taken[1]
    assert (games.payoff[rows, -rows % 2] > 0).mean() > 0.25


@pytest.mark.parametrize(
    ("name", "effect"),
    [("publisher", Effect.VP), ("recruiter", Effect.WORKER), ("industrialist", Effect.COIN)],
)
def test_styles_buy_what_they_are_named_for_and_are_rivals_of_greedy_players(name, effect):
    cards = np.array([number for number in range(19, 62) if BOX["card_effect"][0, number] == effect])
    bought = np.zeros(2)

    def count_cards(games, rows, sits, actions):
        for row, sit, action in zip(rows, sits, actions, strict=True):
            if buy(1) <= action < buy(12):
                bought[sit] += games.tables["street"][row, action - buy(1)] in cards

    games = whole_games([make(name, GAME), GREEDY], 120, seed=4, watch=count_cards)
    rows = np.arange(120)
    assert bought[0] > 1.2 * bought[1]
    assert (games.payoff[rows, -rows % 2] > 0).mean() > 0.25
