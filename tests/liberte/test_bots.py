"""The bots of Liberté where it is clear what a sensible player does, and in short tournaments."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.liberte import brisk, greedy
from hustings.agents.liberte.greedy.weights import GREEDY as GREEDY_WEIGHTS
from hustings.agents.liberte.styles import STYLES
from hustings.envs import liberte_v0
from hustings.envs.liberte import GAME, rules
from hustings.envs.liberte import actions as say
from hustings.envs.liberte.box import CLUB
from hustings.envs.liberte.table import RED, WHITE, Phase

from ..tabletop import play_legally
from .playing import BOX, Game, deal, election, everywhere, lay

GREEDY = make("greedy", GAME)
WEST = ("Brittany", "Maine", "Anjou", "Vendée")
SOUTH_EAST = ("Vivarais", "Lyonnais")


def decision(game: Game, agent=GREEDY) -> str:
    return game.word(game.decides(agent))


def action_of(game: Game, agent=GREEDY) -> list[str]:
    """The whole action of the seat on turn, as it is taken."""
    seat, done = game.seat, []
    while not done or (game.seat == seat and game.phase not in ("ACTION", "TIE", "OVER")):
        done.append(decision(game, agent))
        game.do(done[-1])
    return done


def position(hands, stacks: str = "", **more) -> Game:
    """A later turn of four under a blue government, with both sets in the deck."""
    return lay(hands, players=4, map=stacks, **{"turn": 3, "government": "blue", "set_b": False} | more)


def royalists(game: Game) -> int:
    return int(rules.the_end.royalist_strength(BOX[0], game.table))


def test_greedy_breaks_into_a_province_before_the_seventh_is_royal():
    stacks = f"Brittany - W, Maine - WW, {everywhere(('Anjou', 'Vendée', *SOUTH_EAST), '- WWW')}"
    hands = ["Lanjuinais, Dietrich, Guillotin", "Comte d'Artois", "Maury", "Sieyès"]
    game = position(hands, stacks, vp=[12, 3, 5, 5])
    assert royalists(game) == 6
    assert "Lanjuinais" in action_of(game)
    assert royalists(game.expect(map="Brittany B W")) == 5


def test_greedy_completes_a_counter_revolution_that_it_leads_far():
    hands = ["Condé, Dietrich", "Sieyès", "Lanjuinais", "Danton"]
    stacks = everywhere((*WEST, *SOUTH_EAST), "WWW")
    game = position(hands, stacks, turn=4, displays="Comte d'Artois, Maury", vp=[2, 12, 9, 9])
    assert "Condé" in action_of(game)
    assert game.expect(ending="COUNTER_REVOLUTION").games.payoff[0].argmax() == 0


@pytest.mark.parametrize(
    ("displays", "chosen"), [(["Danton, Couthon, Ducos", "Romme"], "Couthon"), (["Ducos", "Danton"], "pass")]
)
def test_greedy_breaks_a_tie_with_the_cheapest_card_that_wins_or_keeps_its_cards(displays, chosen):
    """Seat 0 chooses before seat 1 who wins the province of two points in the last turn but one."""
    stacks = "Languedoc RR RR, Paris - - BB, Gascony - - - B"
    game = position("", stacks, displays=displays).pass_round("ACTION").expect("TIE 0")
    assert decision(game) == chosen


@pytest.mark.parametrize(("count", "chosen"), [("sum", "Bailly"), ("strongest", "pass")])
def test_greedy_helps_its_faction_where_another_card_counts(count, chosen):
    """Red shows three blocks, blue two; another card of two adds up, but is not the strongest."""
    shown = {"displays": ["Bailly", "Danton", "Lafayette"], "map": "Gascony B, Berry - R"}
    game = election(3, order=[1, 2, 0], faction_ties=count, **shown).expect(tie="GOVERNMENT")
    assert decision(game.choose("Danton, Lafayette").expect(seat=0)) == chosen


@pytest.mark.parametrize("closing", [0, 1])
def test_greedy_shows_its_general_late(closing):
    """The first two cards place the same blocks."""
    level = (("Saintonge", "Guyenne", "Gascony", "Béarn"), "- BB RR")
    behind = (("Burgundy", "Alsace", "Lorraine"), "- BB - RRR")
    ahead = (("Normandy", "Picardy", "Orléanais"), "- BBB RR")
    stacks = ", ".join(everywhere(*each) for each in (level, behind, ahead))
    numbers = {"turn": 2, "cannons": [2, 1, 0, 0], "stock": [15, 15, 15], "closing": closing}
    game = position(["Lafayette, Roland, Lanjuinais", "Danton", "Sieyès"], stacks, **numbers)
    assert ("Lafayette" in action_of(game)) == closing
    assert ("Lafayette" in game.fact("displays")[0]) == closing


def test_greedy_hits_itself_only_if_it_must():
    """Another has played the guillotine for it, and only its own display holds cards."""
    game = position("Guillotine", turn=1, government="none", ask_forced=False, displays="Danton, Bailly")
    assert decision(game.play("Guillotine").expect(legal="Danton, Bailly")) in ("Danton", "Bailly")


@pytest.mark.parametrize("closing", [0, 1])
def test_greedy_draws_while_there_is_time_to_play_and_plays_before_the_turn_ends(closing):
    game = position(["Bailly, Lanjuinais", "Danton"], turn=2, closing=closing)
    assert (decision(game) in ("Bailly", "Lanjuinais")) == closing


@pytest.mark.parametrize(
    ("wanted", "weights"),
    [
        (greedy.wanted, GREEDY_WEIGHTS),
        (greedy.wanted, STYLES["royalist"].weights),
        (brisk.wanted, brisk.BRISK),
    ],
    ids=["greedy", "royalist", "brisk"],
)
def test_what_bots_want_in_their_own_games_is_legal(wanted, weights):
    play_legally(deal(4, seed=5), lambda *seen: wanted(*seen, weights[0]))


def deeds(agent, number=48, players=4) -> dict[str, float]:
    """What one such player among greedy ones does more than each of these, a game, by what it is."""
    games = liberte_v0.batch(number, players, seed=9)
    done = {name: np.zeros(2) for name in ("tokens", "specials", "white", "red")}
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
