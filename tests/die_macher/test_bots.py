"""The bot of Die Macher where it is clear what a sensible player does, and in short tournaments."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.die_macher import brisk, greedy
from hustings.agents.die_macher.greedy.weights import GREEDY as WEIGHTS
from hustings.agents.die_macher.greedy.weights import SEEN as SIGHTS
from hustings.envs import die_macher_v0
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher import actions as say
from hustings.envs.die_macher.table import SEEN, Lobby, Phase

from ..support import whole_games
from ..tabletop import play_legally
from . import playing as p

GREEDY, BRISK = make("greedy", GAME), make("brisk", GAME)
BOTH = pytest.mark.parametrize("bot", [GREEDY, BRISK], ids=["greedy", "brisk"])
AGAINST = "-wel -hom -gen -nuc -eur"
OTHERS = {1: AGAINST, 2: "-wel -hom -gen -nuc +hea"}
PARTIES = {"programmes": {0: p.FIVE, **OTHERS}}
LIKED = "+wel +hom +gen +nuc"


def does(game: p.Game, words: str) -> bool:
    """Whether the greedy player does this, one thing after another."""
    for word in words.split():
        if game.decides(GREEDY) != game.action(word):
            return False
        game.do(word)
    return True


def bought(game: p.Game, bot) -> list[int]:
    """How many meetings the seat to decide buys in each region."""
    seat, found = game.seat, []
    while game.phase == "MEETINGS" and game.seat == seat:
        found.append(game.decides(bot) - say.NUMBER)
        game.do(str(found[-1]))
    return found


def played_out(agents, number: int, seed: int) -> GameBatch:
    return whole_games(die_macher_v0.batch(number, len(agents), seed=seed), agents)


# --- What is clear -------------------------------------------------------------------------------

# fmt: off
RICH = {"cash": [60] * 3, "media": {region: [3, 0, 0] for region in range(4)}}
ALL_VOTES = {"votes": {0: [50, 0, 0]}}
EXCHANGE = {"programmes": {0: "+wel +hom +gen +nuc +spe", **OTHERS}, "hands": {0: "+eur -hea -wel"},
            "opinions": {0: "+wel +hom +gen +eur", 1: "+eur +nuc +wel"}}
LAST = {"round_number": 6, **PARTIES}
LEVEL = {"votes": {0: [40] * 3}, "trend": {0: [3] * 3}, "meetings": {0: [9] * 3}, "media": {0: [1] * 3},
         **PARTIES}
TILES = {"tile": {0: [1, 1, 0]}, "meetings": {0: [0] * 3}, "media": {0: [1] * 3},
         "programmes": {0: p.FIVE, 1: "+wel +hom -gen -nuc -eur", 2: "-wel -hom -gen -hea +spe"}}
FORCE = {**TILES, "programmes": {**TILES["programmes"], 1: "+wel +hom +gen -nuc -eur"}}
FITTING = {"programmes": {0: p.FIVE}, "hands": {0: "-wel -hom -gen"},
           "opinions": {0: LIKED, 1: "+wel +hom +gen", 2: "+wel +hom"}}
SWAP = {"media": {0: [1, 0, 0]}, "meetings": {0: [8, 2, 2]}, "opinions": {0: "+wel +hom -gen +hea"},
        "pool": "+nuc -eur", **PARTIES}
# fmt: on
MEETINGS = {"region": 2, "meetings": {2: [8, 1, 1]}, "opinions": {2: "+wel +hom"}}
LARGE = (p.NORDRHEIN, p.BAYERN, p.HESSEN, p.BREMEN)
SOLD = {"poll": 0, "poll_zone": {0: SEEN}, **PARTIES}
WINNER = {"winner": [0], **PARTIES}


@pytest.mark.parametrize(
    ("phase", "position", "words"),
    [
        # Last where parties meet at the end of the votes, and no bid for the start where it cannot win
        ("START_PLAYER", {"bidder": 0, **LEVEL}, "p1"),
        ("START_BID", {"votes": {0: [0, 50, 50]}, "trend": {0: [-3, 3, 3]}, **PARTIES}, "0"),
        # What brings most goes into the programme, and one that fits stays
        ("NEW_CARD", EXCHANGE, "+eur +spe"), ("NEW_CARD", FITTING, "-"),
        # A coalition that wins, and none where it wins alone
        ("COALITION", {"votes": {0: [30, 28, 48]}, **TILES}, "p1 y"),
        ("COALITION", {"votes": {0: [50, 5, 5]}, "opinions": {0: LIKED}, **TILES}, "-"),
        ("FORCE", {"votes": {0: [30, 28, 48]}, **FORCE}, "f1"),
        # The marker without which it would win in vain; an opinion that is against it
        ("MEDIA", {"opinions": {0: LIKED}, **ALL_VOTES, **PARTIES}, "r0"), ("NEXT_SWAP", SWAP, "-gen +nuc"),
        # One more for a poll, up to its worth; published if it helps much, else for members
        ("POLL_BID", {"cash": [40] * 3}, "1"),
        ("POLL_BID", {"cash": [40] * 3, "bid": [0, 2, 0], "bidder": 1}, "3"),
        ("POLL_BID", {"cash": [30] * 3, "bid": [0, 29, 0], "bidder": 1}, "-"),
        ("PUBLISH", {"meetings": {0: [10, 10, 2]}, "lands": LARGE, **SOLD}, "y p0"),
        ("PUBLISH", {"meetings": {0: [0, 1, 1]}, "lands": (p.BREMEN,) * 4, **ALL_VOTES, **SOLD}, "-"),
        # Meetings with a good factor
        ("CONVERT", {"trend": {2: [3]}, "programmes": {0: p.FIVE}, **MEETINGS}, "8"),
        ("CONVERT", {"trend": {2: [-3]}, "programmes": {0: AGAINST}, **MEETINGS}, "0"),
        # Its marker goes to the national board, and nothing that suits only others
        ("NATIONAL_MEDIA", {"national_cards": [2], "media": {0: [1]}, "opinions": {0: LIKED}, **WINNER}, "y"),
        ("NATIONAL_CARD", {"national_cards": [1], "opinions": {0: "-wel -hom -gen -nuc"}, **WINNER}, "-"),
    ],
)  # fmt: skip
def test_greedy_does_what_is_clear(phase, position, words):
    assert does(p.lay(phase, **position), words)


@BOTH
def test_a_card_is_laid_in_the_last_campaign_but_not_where_all_votes_are_won(bot):
    """Money is worth nothing any more, so a card goes wherever it brings something."""
    game = p.lay("PLACE_LOBBY", cash=[80] * 3, **LAST)
    for _ in range(2):
        action = game.decides(bot)
        assert say.CARD < action < say.LOBBY
        game.games.step([action])
    full = p.lay("PLACE_LOBBY", votes={region: [50, 0, 0] for region in range(4)}, **RICH)
    assert full.decides(bot) == say.PASS


@BOTH
def test_meetings_are_organised_where_they_bring_votes(bot):
    liked, disliked = {0: LIKED, 1: "+wel +hom +gen"}, {0: LIKED, 1: "-wel -hom -gen"}
    found = bought(p.lay("MEETINGS", opinions=disliked, cash=[30] * 3, **PARTIES), bot)
    assert found[0] == 4 > found[1]
    assert bought(p.lay("MEETINGS", opinions={0: LIKED}, **ALL_VOTES, **PARTIES), bot)[0] == 0
    assert bought(p.lay("MEETINGS", opinions=liked, **LAST), bot) == [4, 4]


def test_greedy_places_opinions_of_its_programme_on_the_national_board():
    game = p.lay("NATIONAL_CARD", national_cards=[2], opinions={0: "+wel +hom -hea +spe"}, **WINNER)
    placed = set()
    while game.phase == "NATIONAL_CARD":
        placed.add(game.decides(GREEDY))
        game.games.step([game.decides(GREEDY)])
    assert placed == set(p.actions("+wel +hom"))


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "weights", "players"),
    [(greedy.wanted, WEIGHTS[:1], 3), (brisk.wanted, [], 5)],
    ids=["greedy", "brisk"],
)
def test_what_bots_want_in_their_own_games_is_legal(wanted, weights, players):
    play_legally(p.deal(players, seed=5), lambda *seen: wanted(*seen, *weights, np.zeros(1, SIGHTS)))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_players_come_to_usual_scores(players):
    games = played_out([GREEDY] * players, 40, seed=3)
    assert 290 <= np.median(games.scores.max(axis=1)) <= 400
    assert np.median(games.scores) > 230


def last_bid(game: p.Game, bot) -> int:
    """The last bid for a poll that a bot makes when it plays all seats."""
    bid = 0
    while game.phase == "POLL_BID" and (action := game.decides(bot)) != say.PASS:
        bid = action - say.NUMBER
        game.games.step([action])
    return bid


@pytest.mark.parametrize("form", ["open", "blind"])
@pytest.mark.parametrize("name", ["greedy", "brisk"])
def test_less_is_bid_where_all_pay(form, name):
    """With either price bids are alike."""
    tables = [p.dealt(poll_auction=form, auction_payment=payment) for payment in ("first", "second", "all")]
    first, second, everybody = (
        last_bid(game.lay("POLL_BID", cash=[40] * 3), make(name, GAME)) for game in tables
    )
    assert first == second > everybody > 0


# --- Brisk ---------------------------------------------------------------------------------------


def test_brisk_raises_by_leaps():
    game = p.lay("POLL_BID", cash=[60] * 3, bid=[0, 2, 0], bidder=1)
    assert game.decides(BRISK) > say.NUMBER + 3


# --- Styles --------------------------------------------------------------------------------------


def lowered(games: GameBatch, rows: np.ndarray, actions: np.ndarray) -> int:
    """How often the trend of another was pressed down."""
    tables, change = games.tables[rows], p.BOX[0]["poll_change"]
    changed = (tables["phase"] == Phase.CHANGE_TREND) & (actions > say.PLAYER) & (actions < say.FORCE + 1)
    seats = (tables["seat"] + actions - say.PLAYER) % games.num_players
    party = p.BOX[0]["poll_party"][games.num_players, np.where(changed, seats, 0)]
    down = changed & (change[tables["poll"], party] < 0)
    return (actions == say.LOBBY + Lobby.TREND_DOWN).sum() + down.sum()


def polls_sold(games: GameBatch, rows: np.ndarray, actions: np.ndarray) -> int:
    return (games.tables["phase"][rows] == Phase.PUBLISH).sum()


@pytest.mark.parametrize(("style", "count"), [("agitator", lowered), ("pollster", polls_sold)])
def test_styles_do_more_of_what_they_are_named_for(style, count):
    """In games with two greedy players, of whom one would do a third of it."""
    agents, games, done = (make(style, GAME), GREEDY), die_macher_v0.batch(8, 3, seed=9), np.zeros(2)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        greedy = games.seat[rows] != rows % 3
        for which, agent in enumerate(agents):
            part = rows[greedy == which]
            if len(part):
                actions = agent.act(games, part)
                done[which] += count(games, part, actions)
                games.step(actions, rows=part)
    assert done[0] / done.sum() > 1.15 / 3


def test_the_recruiter_ends_with_more_members():
    games = played_out([make("recruiter", GAME), GREEDY, GREEDY], 12, seed=9)
    members, rows = games.tables["members"][:, :3].astype(float), np.arange(12)
    own = members[rows, -rows % 3].sum()
    assert own > 1.08 * (members.sum() - own) / 2
