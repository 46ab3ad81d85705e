"""The bots of Liberté where it is clear what a sensible player does, and in short tournaments."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.liberte import brisk as brisk
from hustings.agents.liberte import greedy as greedy
from hustings.agents.liberte.greedy.weights import GREEDY as GREEDY_WEIGHTS
from hustings.agents.liberte.styles import STYLES
from hustings.envs import liberte_v0
from hustings.envs.liberte import GAME, rules
from hustings.envs.liberte import actions as say
from hustings.envs.liberte.box import CLUB
from hustings.envs.liberte.table import RED, WHITE, Ending, Phase, Tie
from hustings.envs.liberte.text import describe as words

from .playing import (
    BOX,
    deal,
    display,
    end_actions,
    laid,
    lay,
    legal,
    phase,
    place,
    play_card,
    province,
    stack,
    tie,
    to,
)

GREEDY, ROYALIST = make("greedy", GAME), make("royalist", GAME)
WEST = {"Brittany": {1: "W"}, "Maine": {1: "WW"}, "Anjou": {1: "WWW"}, "Vendée": {1: "WWW"}}
SOUTH_EAST = {"Vivarais": {1: "WWW"}, "Lyonnais": {1: "WWW"}}


def decide(games, agent=GREEDY):
    return int(agent.act(games, np.array([0]))[0])


def act(games, agent=GREEDY):
    """The whole action of the seat on turn; the actions it consists of."""
    seat, done = int(games.seat[0]), []
    while not done or (games.seat[0] == seat and phase(games) not in (Phase.ACTION, Phase.TIE, Phase.OVER)):
        done.append(decide(games, agent))
        games.step(done[-1:])
    return done


def royalists(games):
    return int(rules.the_end.royalist_strength(BOX[0], games.tables[0]))


def whole_games(agents, number, seed):
    """Play so many games; agents[i] sits in seat i of the first game, one further in the next."""
    players = len(agents)
    games = liberte_v0.batch(number, players, seed=seed)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        sits = (games.seat[rows] + rows) % players
        actions = np.zeros(len(rows), np.int64)
        for i, agent in enumerate(agents):
            if (sits == i).any():
                actions[sits == i] = agent.act(games, rows[sits == i])
        games.step(actions, rows=rows)
    return games


# --- Sudden ends ---------------------------------------------------------------------------------


def test_greedy_breaks_into_a_province_before_the_seventh_is_royal():
    games = laid(
        turn=3,
        hands=[["Lanjuinais", "Dietrich", "Guillotin"], ["Comte d'Artois"], ["Maury"], ["Sieyès"]],
        stacks={**WEST, **SOUTH_EAST},
        vp=[12, 3, 5, 5],
        government=2,
        set_b=False,
    )
    assert royalists(games) == 6
    assert play_card("Lanjuinais") in act(games)
    assert royalists(games) == 5
    assert stack(games, "Brittany", 0) == "B"


def test_greedy_completes_a_counter_revolution_that_it_leads_far():
    games = laid(
        turn=4,
        hands=[["Condé", "Dietrich"], ["Sieyès"], ["Lanjuinais"], ["Danton"]],
        displays=[["Comte d'Artois", "Maury"], [], [], []],
        stacks={name: {0: "WWW"} for name in (*WEST, *SOUTH_EAST)},
        vp=[2, 12, 9, 9],
        government=2,
        set_b=False,
    )
    assert play_card("Condé") in act(games)
    assert games.tables["ending"][0] == Ending.COUNTER_REVOLUTION
    assert games.payoff[0].argmax() == 0


def test_a_royalist_goes_where_greedy_guards():
    games = laid(
        turn=3,
        hands=[["Virieu", "Dietrich"], [], [], []],
        stacks={
            **{name: {0: "WW"} for name in WEST},
            **{name: {1: "BB"} for name in ("Gascony", "Saintonge", "Burgundy")},
        },
        vp=[8, 3, 5, 5],
        government=2,
        set_b=False,
    )
    games.tables["closing"] = 1
    assert play_card("Virieu") in act(games, ROYALIST)
    assert royalists(games) == 5


def test_greedy_contests_a_province_before_a_landslide():
    names = [words.province_name(BOX[0], p) for p in range(int(BOX["provinces"][0]))]
    red = [name for name in names if name not in ("Brittany", "Champagne", "Gascony", "Paris")][:17]
    games = laid(
        turn=3,
        hands=[["Lanjuinais", "Grégoire"], ["Danton"], ["Couthon"], []],
        stacks={name: {1 if i % 2 else 2: "R"} for i, name in enumerate(red)},
        stock=[5, 6, 1],
        vp=[15, 4, 4, 4],
        government=3,
        set_b=False,
    )
    act(games)
    table = games.tables[0]
    contested = [name for name in red if table["height"][province(name), 0] > 0]
    assert len(contested) == 1


# --- Ties ----------------------------------------------------------------------------------------


def tie_for_languedoc(mine, theirs):
    """Seat 0 chooses before seat 1 who wins the province of two points in the last turn but one."""
    games = laid(
        turn=3,
        displays=[mine, theirs, [], []],
        stacks={"Languedoc": {0: "RR", 1: "RR"}, "Paris": {2: "BB"}, "Gascony": {3: "B"}},
        government=2,
        set_b=False,
    )
    end_actions(games)
    assert phase(games) == Phase.TIE
    assert games.seat[0] == 0
    return games


def test_greedy_breaks_a_tie_with_the_cheapest_card_that_wins():
    games = tie_for_languedoc(["Danton", "Couthon", "Ducos"], ["Romme"])
    assert decide(games) == play_card("Couthon")


def test_greedy_keeps_its_cards_when_a_tie_is_lost():
    games = tie_for_languedoc(["Ducos"], ["Danton"])
    assert decide(games) == say.PASS


@pytest.mark.parametrize(("count", "helps"), [("sum", True), ("strongest", False)])
def test_greedy_helps_its_faction_where_another_card_counts(count, helps):
    """Red shows three blocks, blue two; another card of two adds up, but is not the strongest."""
    games = deal(3, faction_ties=count)
    displays = [["Bailly"], ["Danton"], ["Lafayette"]]
    lay(games, order=[1, 2, 0], displays=displays, stacks={"Gascony": {0: "B"}, "Berry": {1: "R"}})
    end_actions(games)
    assert tie(games) == Tie.GOVERNMENT
    games.step([play_card("Danton")])
    games.step([play_card("Lafayette")])
    assert games.seat[0] == 0
    assert decide(games) == (play_card("Bailly") if helps else say.PASS)


# --- Blocks and cards ----------------------------------------------------------------------------


def test_greedy_fights_in_paris_only_for_a_colour_that_counts():
    """Blue and red lead, white cannot catch up; both cards go to the region of Paris."""
    leaders = {
        "Saintonge": {1: "BB"},
        "Guyenne": {2: "BB"},
        "Gascony": {3: "BB"},
        "Dauphiné": {2: "RR"},
        "Limousin": {3: "RR"},
        "Bourbonnais": {1: "RR"},
        "Burgundy": {0: "BB"},
        **{name: {1: "BBB", 2: "RRR", 3: "RRR"} for name in ("Normandy", "Orléanais", "Picardy")},
        "Artois-Flanders": {1: "RRR", 2: "BBB", 3: "RRR"},
    }
    games = laid(turn=2, hands=[["Marie-Antoinette", "Bailly"], [], [], []], stacks=leaders, stock=[6, 3, 5])
    games.tables["closing"] = 1
    assert act(games)[:3] == [play_card("Bailly"), to("Paris"), to("Paris")]


def test_greedy_shows_its_general_late():
    hand = ["Lafayette", "Roland", "Lanjuinais"]  # the first two place the same blocks
    stacks = {
        **{name: {1: "BB", 2: "RR"} for name in ("Saintonge", "Guyenne", "Gascony", "Béarn")},
        **{name: {1: "BB", 3: "RRR"} for name in ("Burgundy", "Alsace", "Lorraine")},
        **{name: {1: "BBB", 2: "RR"} for name in ("Normandy", "Picardy", "Orléanais")},
    }
    for closing in (0, 1):
        games = laid(
            turn=2,
            hands=[hand, ["Danton"], ["Sieyès"], []],
            stacks=stacks,
            cannons=[2, 1, 0, 0],
            stock=[15, 15, 15],
            set_b=False,
            government=2,
        )
        games.tables["closing"] = closing
        assert (play_card("Lafayette") in act(games)) == closing
        assert ("Lafayette" in display(games, 0)) == closing


def test_greedy_displays_a_strong_card_and_discards_a_weak_one():
    for name, kept in (("Talleyrand", True), ("Dietrich", False)):
        strong = ["Condé", "Bouillé", "Sieyès", "Mirabeau", "Danton"]
        games = laid(turn=2, hands=[[name, *strong], [], [], []], government=2)
        games.step([play_card(name)])
        while phase(games) == Phase.PLACE:
            games.step([decide(games)])
        games.step([decide(games)])
        assert (name in display(games, 0)) == kept, place(games, name)


def test_greedy_hits_itself_only_if_it_must():
    """Another has played the guillotine for it, and only its own display holds cards."""
    games = deal(ask_forced=False)
    lay(games, hands=[["Guillotine"], [], [], []], displays=[["Danton", "Bailly"], [], [], []], set_b=False)
    games.step([play_card("Guillotine")])
    assert say.PASS not in legal(games)
    assert decide(games) in legal(games)


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "weights"),
    [
        (greedy.wanted, GREEDY_WEIGHTS),
        (greedy.wanted, STYLES["royalist"].weights),
        (brisk.wanted, brisk.BRISK),
    ],
    ids=["greedy", "royalist", "brisk"],
)
@pytest.mark.parametrize("ask_forced", [False, True])
def test_what_bots_want_in_their_own_games_is_legal(wanted, weights, ask_forced):
    games = liberte_v0.batch(6, 4, seed=5, ask_forced=ask_forced)
    while not games.over.all():
        rows, masks = np.flatnonzero(~games.over), games.legal
        actions = [wanted(BOX[0], games.tables[row], games.seat[row], masks[row], weights[0]) for row in rows]
        assert masks[rows, actions].all()
        games.step(actions, rows=rows)


def test_one_greedy_beats_three_random_players():
    games = whole_games([GREEDY, *[make("random", GAME, i) for i in range(3)]], 48, seed=1)
    rows = np.arange(48)
    wins = games.payoff[rows, -rows % 4] == games.payoff.max(axis=1)
    assert wins.mean() > 0.9


def test_counter_revolutions_are_rare_among_greedy_players_and_common_with_a_royalist():
    ends = {
        agent: (
            whole_games([agent, GREEDY, GREEDY], 120, seed=3).tables["ending"] == Ending.COUNTER_REVOLUTION
        ).mean()
        for agent in (GREEDY, ROYALIST)
    }
    assert ends[GREEDY] < 0.2
    assert ends[ROYALIST] > 0.05 + ends[GREEDY]


def deeds(agent, number=48, players=4):
    """What one such player among greedy ones does more than each of these, a game, by what it is."""
    games, done = liberte_v0.batch(number, players, seed=9), {}
    for name in ("tokens", "specials", "white", "red", "draws"):
        done[name] = np.zeros(2)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        own = (games.seat[rows] + rows) % players == 0
        actions = np.where(own, agent.act(games, rows), GREEDY.act(games, rows))
        at_play = np.isin(games.tables["phase"][rows], (Phase.ACTION, Phase.AFTER))
        cards = np.where((actions > say.CARD) & (actions < say.PROVINCE) & at_play, actions - say.CARD, 0)
        found = {
            "tokens": actions == say.CANNON,
            "specials": BOX[0].card_kind[cards] > CLUB,
            "white": BOX[0].card_colour[cards] == WHITE,
            "red": BOX[0].card_colour[cards] == RED,
            "draws": at_play & (actions >= say.DECK) & (actions < say.EXCHANGE),
        }
        for name, which in found.items():
            done[name] += (which & own).sum(), (which & ~own).sum() / (players - 1)
        games.step(actions, rows=rows)
    return {name: own / others for name, (own, others) in done.items()}


@pytest.mark.parametrize(
    ("style", "deed", "more"),
    [
        ("marshal", "tokens", 1.2),
        ("guillotine", "specials", 1.2),
        ("radical", "red", 1.1),
        ("royalist", "white", 1.1),
    ],
)
def test_styles_do_more_of_what_they_are_called_for(style, deed, more):
    assert deeds(make(style, GAME))[deed] > more


def test_one_greedy_beats_those_of_the_first_version():
    games = whole_games([GREEDY, *[make("greedy:v1", GAME)] * 2], 90, seed=6)
    rows = np.arange(90)
    assert (games.payoff[rows, -rows % 3] == games.payoff.max(axis=1)).mean() > 0.5


def test_greedy_draws_while_there_is_time_to_play_and_plays_before_the_turn_ends():
    for closing in (0, 1):
        games = laid(turn=2, hands=[["Bailly", "Lanjuinais"], ["Danton"], [], []], government=2, set_b=False)
        games.tables["closing"] = closing
        assert (decide(games) in (play_card("Bailly"), play_card("Lanjuinais"))) == closing
