"""The bots of Saludos Amigos! where it is clear what a sensible player does, and in short tournaments."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.saludos_amigos.greedy.cards import worth_of_last_card
from hustings.agents.saludos_amigos.greedy.prices import price, strength_of_all
from hustings.agents.saludos_amigos.greedy.weights import GREEDY as WEIGHTS
from hustings.envs import saludos_amigos_v0
from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import ACCEPT, AMOUNT, CARD, CLOSE, GRANT, HOLD, PASS, REJECT, SEAT
from hustings.envs.saludos_amigos.table import Draft, Phase

from .playing import CASINO, PLANT, amount, card, deal, lay, open_floor, phase, play, seat

GREEDY, FIRST = make("greedy", GAME), make("greedy:v1", GAME)
GAMBLER, COUNCILLOR, AMIGO = (make(name, GAME) for name in ("gambler", "councillor", "amigo"))


def decide(games, agent=GREEDY):
    return int(agent.act(games, np.array([0]))[0])


def whole_games(agents, number, seed, watch=None):
    """Play so many games; agents[i] sits in seat i of the first game, one further in the next.

    watch(games, rows, places, actions) sees every move, with the place in `agents` of whoever makes it.
    """
    players = len(agents)
    games = saludos_amigos_v0.batch(number, players, seed=seed)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        sits = (games.seat[rows] + rows) % players
        actions = np.zeros(len(rows), np.int64)
        for i, agent in enumerate(agents):
            if (sits == i).any():
                actions[sits == i] = agent.act(games, rows[sits == i])
        if watch is not None:
            watch(games, rows, sits, actions)
        games.step(actions, rows=rows)
    return games


def wins_of_first(games):
    """How much of the wins the first agent has."""
    rows, best = np.arange(games.num_games), games.payoff.max(axis=1, keepdims=True)
    winners = games.payoff == best
    return (winners / winners.sum(axis=1, keepdims=True))[rows, -rows % games.num_players].mean()


def floor(money=None, dice=(3, 3, 3, 3)):
    """Four equal players and nine million; seat 0 has the floor."""
    games = deal()
    lay(games, project=PLANT, placed=3, dice=list(dice), money=money)
    open_floor(games)
    return games


def offered(games, share):
    """Seat 0 offers seat 1 so much, seat 2 two millions, and keeps the rest."""
    play(games, (0, seat(1)), (0, seat(2)), (0, CLOSE), (0, amount(7 - share)), (0, amount(share)))
    return games


# --- The negotiation -----------------------------------------------------------------------------


def test_greedy_proposes_a_coalition_that_nobody_can_beat():
    games, members = floor(), 1
    while phase(games) in (Phase.FLOOR, Phase.SET):
        action = decide(games)
        members += action >= SEAT
        games.step([action])
    assert members == 3
    while phase(games) == Phase.SPLIT:
        games.step([decide(games)])
    shares = games.tables["draft_share"][0]
    assert 3 <= shares[0] <= 5
    assert shares.sum() == 9


def test_greedy_asks_for_more_and_refuses_too_little():
    games = offered(floor(), 1)
    assert decide(games) >= AMOUNT
    games.step([amount(5)])
    games.step([HOLD])
    assert decide(games) == REJECT
    games = offered(floor(), 4)
    games.step([amount(5)])
    games.step([HOLD])
    assert decide(games) == ACCEPT


def test_greedy_does_not_grant_all_but_its_last_million():
    games = offered(floor(), 2)
    games.step([amount(6)])
    assert games.tables["draft_share"][0, 0] == 5
    reply = decide(games)
    assert reply == HOLD or AMOUNT <= reply < amount(6)
    games = offered(floor(), 1)
    games.step([amount(2)])
    assert decide(games) == GRANT


def test_greedy_turns_to_others_after_a_refusal():
    games = floor()
    first = decide(games)
    play(games, (0, first))
    partner = first - SEAT + 1
    while phase(games) != Phase.RESPOND:
        games.step([decide(games)])
    play(games, (partner, REJECT))
    assert phase(games) == Phase.FLOOR
    invited = []
    while phase(games) in (Phase.FLOOR, Phase.SET):
        invited.append(decide(games))
        games.step(invited[-1:])
    assert first not in invited


def test_a_place_is_dearer_to_a_proposer_who_is_ahead():
    behind, ahead = floor([0, 20, 0, 0]), floor([20, 0, 0, 0])
    assert cost(ahead) > 1.3 * cost(behind)


def cost(games):
    return price(games.tables[0], 1, 0, strength_of_all(games.tables[0]), WEIGHTS[0])


# --- Cards ---------------------------------------------------------------------------------------


def test_greedy_throws_again_with_few_pips_and_cards_that_cost_fines():
    games = deal()
    for pips, action in ((1, card(1)), (6, PASS)):
        table = lay(games, hands=["111223", "1", "1", "1"], dice=[pips, 3, 3, 3], money=[9] * 4)
        table["bag"][:6] = [0, 0, 2, 2, 2, 2]
        assert decide(games) == action


def test_a_card_is_worth_less_the_fewer_the_others_hold():
    games = deal()
    table = lay(games, hands=["112", "112", "112", "112"], money=[9] * 4)
    even = worth_of_last_card(table, 0, WEIGHTS[0])
    table = lay(games, hands=["112", "112", "112", "1"], money=[9] * 4)
    assert worth_of_last_card(table, 0, WEIGHTS[0]) < even
    table = lay(games, hands=["112", "112", "112", "1"], money=[0] * 4)
    assert worth_of_last_card(table, 0, WEIGHTS[0]) > even


def council(hands, dice):
    """Seats 0 and 1 stand; seat 2 calls a council with its lowest card, and seat 3 may join."""
    games = deal()
    lay(games, hands=hands, project=CASINO, placed=2, dice=dice)
    open_floor(games)
    play(games, (0, seat(1)), (0, CLOSE), (0, amount(3)), (1, ACCEPT))
    while phase(games) == Phase.FLOOR:
        games.step([PASS])
    return games


def test_greedy_calls_a_council_that_it_wins_and_no_other():
    assert CARD <= decide(council(["1", "1", "1223", "1223"], [6, 6, 4, 4])) < SEAT
    assert decide(council(["1223", "1223", "1", "1"], [4, 4, 5, 5])) == PASS


def test_greedy_lays_down_just_enough():
    games = council(["1", "1", "112233", "112233"], [6, 6, 1, 1])
    while phase(games) != Phase.REROLL:
        games.step([decide(games)])
    coalition, opposition = games.tables["totals"][0]
    assert 0 < opposition - coalition <= 6


# --- Whole games ---------------------------------------------------------------------------------


def test_one_greedy_beats_three_random_players():
    games = whole_games([GREEDY, *[make("random", GAME, i) for i in range(3)]], 48, seed=1)
    assert wins_of_first(games) > 0.9


@pytest.mark.parametrize("players", [4, 7])
def test_greedy_beats_the_first_greedy(players):
    assert wins_of_first(whole_games([GREEDY] + [FIRST] * (players - 1), 140, seed=2)) > 1.8 / players
    assert wins_of_first(whole_games([FIRST] + [GREEDY] * (players - 1), 140, seed=3)) < 0.6 / players


def test_greedy_players_haggle():
    heard = {"asked": 0, "more": 0, "gave": 0, "refused": 0}

    def listen(games, rows, places, actions):
        about = games.tables["draft"][rows] == Draft.NEGOTIATION
        asking = about & (games.tables["phase"][rows] == Phase.RESPOND)
        replying = about & (games.tables["phase"][rows] == Phase.REPLY)
        heard["asked"] += (asking & (games.tables["asked"][rows, games.seat[rows]] == 0)).sum()
        heard["more"] += (asking & (actions >= AMOUNT)).sum()
        heard["gave"] += (replying & ((actions == GRANT) | (actions >= AMOUNT))).sum()
        heard["refused"] += (asking & (actions == REJECT)).sum()

    whole_games([GREEDY] * 5, 40, seed=4, watch=listen)
    assert heard["more"] > 0.4 * heard["asked"]
    assert 0.15 * heard["more"] < heard["gave"] < 0.7 * heard["more"]
    assert heard["refused"] > 0.02 * heard["asked"]


def test_who_asks_for_all_but_the_last_million_gains_little():
    class Opportunist:
        def act(self, games, rows):
            actions, masks = GREEDY.act(games, rows), games.masks(rows=rows)
            for i in np.flatnonzero(games.tables["phase"][rows] == Phase.RESPOND):
                table = games.tables[rows[i]]
                left = int(table["draft_share"][table["proposer"]] + table["draft_share"][table["seat"]])
                if left > 1 and masks[i, AMOUNT + left - 2]:
                    actions[i] = AMOUNT + left - 2
            return actions

    assert wins_of_first(whole_games([Opportunist(), GREEDY, GREEDY, GREEDY], 200, seed=5)) < 0.4


# --- Styles --------------------------------------------------------------------------------------


def habits(style, seed):
    """What two of a style and two greedy players did in the same games, an entry each.

    Rerolls, cards held when first asked to roll again, councils called, demands for each offer, and
    millions offered to a partner.
    """
    rerolls, rolls, cards, calls, offers, demands, paid, partners = np.zeros((8, 4))

    def listen(games, rows, places, actions):
        tables, who = games.tables[rows], games.seat[rows]
        phases, a_card = tables["phase"], (actions >= CARD) & (actions < SEAT)
        np.add.at(rerolls, places[(phases == Phase.REROLL) & a_card], 1)
        np.add.at(calls, places[(phases == Phase.CALL) & a_card], 1)
        first = (phases == Phase.REROLL) & (tables["streak"] == 0)
        np.add.at(rolls, places[first], 1)
        np.add.at(cards, places[first], tables["hand"].sum(axis=2)[first, who[first]])
        asked = (phases == Phase.RESPOND) & (tables["asked"][np.arange(len(rows)), who] == 0)
        np.add.at(offers, places[asked], 1)
        np.add.at(demands, places[asked & (actions >= AMOUNT)], 1)
        proposers = (tables["proposer"] + rows) % 4
        np.add.at(partners, proposers[asked], 1)
        np.add.at(paid, proposers[asked], tables["draft_share"][asked, who[asked]])

    whole_games([style, GREEDY, style, GREEDY], 60, seed, listen)
    shown = np.array([rerolls, cards / rolls, calls, demands / offers, paid / partners])
    return shown[:, ::2].mean(axis=1), shown[:, 1::2].mean(axis=1)


def test_a_gambler_throws_again_and_holds_few_cards():
    (rerolls, cards, *_), (usual_rerolls, usual_cards, *_) = habits(GAMBLER, seed=6)
    assert rerolls > 2 * usual_rerolls
    assert cards < 0.7 * usual_cards


def test_a_councillor_hoards_cards_and_calls_councils():
    (rerolls, cards, calls, *_), (usual_rerolls, usual_cards, usual_calls, *_) = habits(COUNCILLOR, seed=7)
    assert rerolls < 0.5 * usual_rerolls
    assert cards > usual_cards
    assert calls > 3 * usual_calls


def test_an_amigo_asks_for_little_and_offers_more():
    (*_, demands, paid), (*_, usual_demands, usual_paid) = habits(AMIGO, seed=8)
    assert demands < 0.5 * usual_demands
    assert paid > usual_paid + 0.1


@pytest.mark.parametrize("style", [GAMBLER, COUNCILLOR, AMIGO])
def test_the_styles_are_rivals_of_greedy_players(style):
    others = [other for other in (GAMBLER, COUNCILLOR, AMIGO) if other is not style]
    assert wins_of_first(whole_games([style, GREEDY, *others], 240, seed=9)) > 0.1
