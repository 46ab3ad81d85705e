"""The bots of Saludos Amigos! where it is clear what a sensible player does, and in short tournaments."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import AMOUNT, CARD, SEAT
from hustings.envs.saludos_amigos.table import Phase

from ..support import whole_games
from .playing import CASINO, PLANT, Game, deal, lay

GREEDY = make("greedy", GAME)
STYLES = GAMBLER, COUNCILLOR, AMIGO = [make(name, GAME) for name in ("gambler", "councillor", "amigo")]


def does(game: Game, words: str) -> bool:
    """Whether greedy does one of these things."""
    return game.decides(GREEDY) in game.actions(words)


def goes_on(game: Game, *phases: str) -> list[int]:
    """What greedy does in every seat in these phases."""
    done = []
    while game.phase in phases:
        done.append(game.decides(GREEDY))
        game.games.step(done[-1:])
    return done


def wins_of_first(agents, number, seed):
    """How much of the wins the first agent has."""
    games = whole_games(deal(len(agents), seed, num_games=number, ask_forced=False), agents)
    winners = games.payoff == games.payoff.max(axis=1, keepdims=True)
    rows = np.arange(number)
    return (winners / winners.sum(axis=1, keepdims=True))[rows, -rows % games.num_players].mean()


def floor(money=None) -> Game:
    """Four equal players and nine million; seat 0 has the floor."""
    return lay(project=PLANT, placed=3, money=money or [0] * 4).until("FLOOR")


def offered(share: int) -> Game:
    """Seat 0 offers seat 1 so much, seat 2 two millions, and keeps the rest."""
    return floor().play(f"0 p1 p2 close {7 - share} {share}")


# --- The negotiation -----------------------------------------------------------------------------


def test_greedy_proposes_a_coalition_that_nobody_can_beat():
    game = floor()
    assert sum(action >= SEAT for action in goes_on(game, "FLOOR", "SET")) == 2  # partners
    goes_on(game, "SPLIT")
    shares = game.fact("draft_share")
    assert 3 <= shares[0] <= 5
    assert sum(shares) == 9


def test_greedy_asks_for_more_and_refuses_too_little():
    assert does(offered(1), "1-11")
    assert does(offered(1).play("1 5, 0 hold"), "no")
    assert does(offered(4).play("1 5, 0 hold"), "yes")


def test_greedy_does_not_grant_all_but_its_last_million():
    assert does(offered(2).play("1 6").expect(draft_share={0: 5}), "hold 1-5")
    assert does(offered(1).play("1 2"), "grant")


def test_greedy_turns_to_others_after_a_refusal():
    game = floor()
    first, *_ = goes_on(game, "FLOOR", "SET", "SPLIT")
    game.play(f"{first - SEAT + 1} no").expect("FLOOR 0")
    assert first not in goes_on(game, "FLOOR", "SET")


# --- Cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pips", "move"), [(1, "c1"), (6, "-")])
def test_greedy_throws_again_with_few_pips_and_cards_that_cost_fines(pips, move):
    game = lay("111223 1 1 1", dice=[pips, 3, 3, 3], money=[9] * 4, bag=[0, 0, 2, 2, 2, 2])
    assert does(game, move)


def council(hands: str, dice: list[int]) -> Game:
    """Seats 0 and 1 stand; seat 2 may call a council, and seat 3 may join."""
    game = lay(hands, project=CASINO, placed=2, dice=dice).until("FLOOR")
    return game.play("0 p1 close 3, 1 yes").until("CALL")


def test_greedy_calls_a_council_that_it_wins_and_no_other():
    assert does(council("1 1 1223 1223", [6, 6, 4, 4]), "c1 c2 c3")
    assert does(council("1223 1223 1 1", [4, 4, 5, 5]), "-")


def test_greedy_lays_down_just_enough():
    game = council("1 1 112233 112233", [6, 6, 1, 1])
    while game.phase != "REROLL":
        game.games.step([game.decides(GREEDY)])
    coalition, opposition = game.fact("totals")
    assert 0 < opposition - coalition <= 6


# --- Styles --------------------------------------------------------------------------------------


def habits(style, seed):
    """What two of a style did, in shares of what two greedy players did in the same games."""
    rerolls, rolls, cards, calls, offers, demands, paid, partners = np.zeros((8, 4))

    def listen(games, rows, places, chosen):
        tables, who = games.tables[rows], games.seat[rows]
        phases, a_card = tables["phase"], (chosen >= CARD) & (chosen < SEAT)
        np.add.at(rerolls, places[(phases == Phase.REROLL) & a_card], 1)
        np.add.at(calls, places[(phases == Phase.CALL) & a_card], 1)
        first = (phases == Phase.REROLL) & (tables["streak"] == 0)
        np.add.at(rolls, places[first], 1)
        np.add.at(cards, places[first], tables["hand"].sum(axis=2)[first, who[first]])
        asked = (phases == Phase.RESPOND) & (tables["asked"][np.arange(len(rows)), who] == 0)
        np.add.at(offers, places[asked], 1)
        np.add.at(demands, places[asked & (chosen >= AMOUNT)], 1)
        proposers = (tables["proposer"] + rows) % 4
        np.add.at(partners, proposers[asked], 1)
        np.add.at(paid, proposers[asked], tables["draft_share"][asked, who[asked]])

    games = deal(4, seed, num_games=60, ask_forced=False)
    whole_games(games, [style, GREEDY, style, GREEDY], listen)
    shown = {
        "rerolls": rerolls,
        "cards before the first roll": cards / rolls,
        "councils": calls,
        "demands for each offer": demands / offers,
        "millions for a partner": paid / partners,
    }
    return {name: each[::2].sum() / each[1::2].sum() for name, each in shown.items()}


@pytest.mark.parametrize(("style", "seed", "more", "less"), [
    (GAMBLER, 6, {"rerolls": 2}, {"cards before the first roll": 0.7}),
    (COUNCILLOR, 7, {"cards before the first roll": 1, "councils": 3}, {"rerolls": 0.5}),
    (AMIGO, 8, {"millions for a partner": 1.05}, {"demands for each offer": 0.5}),
])  # fmt: skip
def test_a_style_does_more_of_what_its_name_says(style, seed, more, less):
    done = habits(style, seed)
    assert all(done[habit] > share for habit, share in more.items())
    assert all(done[habit] < share for habit, share in less.items())
