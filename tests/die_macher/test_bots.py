"""The bot of Die Macher where it is clear what a sensible player does, and in short tournaments."""

import numpy as np
import pytest
from elections import (
    BAYERN,
    BOX,
    BREMEN,
    EURO_LATER,
    EURO_NOW,
    GENES,
    HEALTH,
    HESSEN,
    LESS_SECURITY,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_HEALTH,
    NO_NUCLEAR,
    NORDRHEIN,
    NUCLEAR,
    PASS,
    SPELLING,
    YES,
    deal,
    force,
    kind,
    lay,
    number,
    option,
    phase,
    play,
    player,
    region,
)

from hustings.agents import make
from hustings.agents.die_macher.greedy import wanted
from hustings.agents.die_macher.greedy.weights import GREEDY as WEIGHTS
from hustings.agents.die_macher.greedy.weights import SEEN as SIGHTS
from hustings.envs import die_macher_v0
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher import actions as say
from hustings.envs.die_macher.table import CONTRIBUTIONS, SEEN, Lobby, Phase

GREEDY = make("greedy", GAME)
OWN = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR, EURO_NOW]
AGAINST = [LESS_WELFARE, LESS_SECURITY, NO_GENES, NO_NUCLEAR, EURO_LATER]
OTHERS = {1: AGAINST, 2: [*AGAINST[:4], HEALTH]}
FITTING = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR]


def decide(games):
    return int(GREEDY.act(games, np.array([0]))[0])


def bought(games):
    """How many meetings the seat to decide buys in each region."""
    seat, found = int(games.seat[0]), []
    while phase(games) == Phase.MEETINGS and games.seat[0] == seat:
        found.append(decide(games) - say.NUMBER)
        games.step([say.NUMBER + found[-1]])
    return found


def whole_games(agents, count, seed):
    """Play so many games; agents[i] sits in seat i of the first game, one further in the next."""
    players = len(agents)
    games = die_macher_v0.batch(count, players, seed=seed)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        sits = (games.seat[rows] + rows) % players
        actions = np.zeros(len(rows), np.int64)
        for i, agent in enumerate(agents):
            if (sits == i).any():
                actions[sits == i] = agent.act(games, rows[sits == i])
        games.step(actions, rows=rows)
    return games


# --- The sheet, the start player, the programme --------------------------------------------------


def test_greedy_works_first_where_its_programme_is_liked():
    games = deal()
    opinions = {0: AGAINST[:4], 1: FITTING[:3], 2: AGAINST[:2], 3: AGAINST[:1]}
    lay(games, Phase.SHEET, round_number=0, lands=(HESSEN,) * 4, programmes={0: OWN}, opinions=opinions)
    games.step([option(1, 1)])
    assert decide(games) == region(1)


def test_greedy_is_last_where_parties_meet_at_the_end_of_the_votes():
    games = deal()
    full = {0: [40, 40, 40]}
    position = {"votes": full, "trend": {0: [3] * 3}, "meetings": {0: [9] * 3}, "media": {0: [1] * 3}}
    lay(games, Phase.START_BID, programmes={0: OWN, **OTHERS}, **position)
    assert 1 <= decide(games) - say.NUMBER <= 7
    lay(games, Phase.START_PLAYER, programmes={0: OWN, **OTHERS}, bidder=0, **position)
    assert decide(games) == player(1)


def test_greedy_bids_nothing_for_the_start_where_it_cannot_win():
    games = deal()
    lay(games, Phase.START_BID, votes={0: [0, 50, 50]}, trend={0: [-3, 3, 3]}, programmes={0: OWN, **OTHERS})
    assert decide(games) == number(0)


def test_greedy_exchanges_what_brings_most():
    games = deal()
    position = {
        "programmes": {0: [*OWN[:4], SPELLING], **OTHERS},
        "opinions": {0: [*FITTING[:3], EURO_NOW], 1: [EURO_NOW, NUCLEAR, MORE_WELFARE]},
    }
    hands = {0: [EURO_NOW, NO_HEALTH, LESS_WELFARE]}
    lay(games, Phase.DISCARD, hands=hands, **position)
    assert decide(games) in (kind(NO_HEALTH), kind(LESS_WELFARE))
    lay(games, Phase.NEW_CARD, hands=hands, **position)
    assert decide(games) == kind(EURO_NOW)
    games.step([kind(EURO_NOW)])
    assert decide(games) == kind(SPELLING)


def test_greedy_leaves_a_programme_that_fits():
    games = deal()
    opinions = {0: FITTING, 1: FITTING[:3], 2: FITTING[:2]}
    lay(games, Phase.NEW_CARD, programmes={0: OWN}, hands={0: AGAINST[:3]}, opinions=opinions)
    assert decide(games) == PASS


# --- Shadow cabinet and coalitions ---------------------------------------------------------------


def test_greedy_lays_no_card_where_it_has_all_votes():
    games = deal()
    votes = {r: [50, 0, 0] for r in range(4)}
    lay(games, Phase.PLACE_LOBBY, votes=votes, media={r: [3, 0, 0] for r in range(4)}, cash=[60] * 3)
    for _ in range(4):
        assert decide(games) == PASS
        games.step([PASS])


def test_greedy_lays_a_card_in_its_last_campaign():
    """Money is worth nothing any more, so a card goes wherever it brings something."""
    games = deal()
    lay(games, Phase.PLACE_LOBBY, round_number=6, regions=2, cash=[80] * 3, programmes={0: OWN, **OTHERS})
    for _ in range(2):
        action = decide(games)
        assert say.CARD < action < say.LOBBY
        games.step([action])


COMMON = {
    0: OWN,
    1: [*OWN[:2], NO_GENES, NO_NUCLEAR, EURO_LATER],
    2: [*AGAINST[:3], NO_HEALTH, SPELLING],
}


def with_tiles(where, votes, programmes=COMMON, **position):
    games = deal()
    position.setdefault("media", {0: [1, 1, 1]})
    tile, meetings = {0: [1, 1, 0]}, {0: [0, 0, 0]}
    lay(games, where, votes={0: votes}, tile=tile, meetings=meetings, programmes=programmes, **position)
    return games


def test_greedy_asks_for_a_coalition_that_wins():
    games = with_tiles(Phase.COALITION, [30, 28, 48])
    assert decide(games) == player(1)
    play(games, (0, player(1)))
    assert decide(games) == YES


def test_greedy_needs_no_partner_where_it_wins_alone():
    position = {"opinions": {0: FITTING}}
    games = with_tiles(Phase.COALITION, [50, 5, 5], **position)
    assert decide(games) == PASS
    games = with_tiles(Phase.COALITION, [5, 50, 5], **position)
    play(games, (0, player(1)))
    games.tables["programme"][0, 1] = games.tables["programme"][0, 0]  # what there is to win fits it
    assert decide(games) == PASS


def test_greedy_forces_a_coalition_that_wins():
    programmes = {**COMMON, 1: [*OWN[:3], NO_NUCLEAR, EURO_LATER]}
    games = with_tiles(Phase.FORCE, [30, 28, 48], programmes)
    assert decide(games) == force(1)


# --- Media, meetings, polls ----------------------------------------------------------------------


def test_greedy_buys_the_marker_without_which_it_would_win_in_vain():
    games = deal()
    lay(games, Phase.MEDIA, votes={0: [50, 0, 0]}, programmes={0: OWN, **OTHERS}, opinions={0: FITTING})
    assert decide(games) == region(0)


def test_greedy_exchanges_an_opinion_that_is_against_it():
    games = deal()
    opinions = {0: [*FITTING[:2], NO_GENES, HEALTH]}
    lay(
        games,
        Phase.NEXT_SWAP,
        media={0: [1, 0, 0]},
        meetings={0: [8, 2, 2]},
        opinions=opinions,
        pool=[NUCLEAR, EURO_LATER],
        programmes={0: OWN, **OTHERS},
    )
    assert decide(games) == kind(NO_GENES)
    games.step([kind(NO_GENES)])
    assert decide(games) == kind(NUCLEAR)


def test_greedy_organises_meetings_where_they_bring_votes():
    games = deal()
    opinions = {0: FITTING, 1: AGAINST[:3]}
    lay(games, Phase.MEETINGS, opinions=opinions, programmes={0: OWN, **OTHERS}, cash=[30] * 3)
    found = bought(games)
    assert found[0] == 4
    assert found[0] > found[1]


def test_greedy_organises_no_meetings_where_it_has_all_votes():
    games = deal()
    lay(games, Phase.MEETINGS, votes={0: [50, 0, 0]}, opinions={0: FITTING}, programmes={0: OWN, **OTHERS})
    assert bought(games)[0] == 0


def test_greedy_spends_its_money_on_meetings_in_the_last_campaign():
    games = deal()
    opinions = {0: FITTING, 1: FITTING[:3]}
    lay(games, Phase.MEETINGS, round_number=6, regions=2, opinions=opinions, programmes={0: OWN, **OTHERS})
    assert bought(games) == [4, 4]


def test_greedy_bids_one_more_for_a_poll_up_to_its_worth():
    games = deal()
    lay(games, Phase.POLL_BID, cash=[40] * 3)
    assert decide(games) == number(1)
    lay(games, Phase.POLL_BID, cash=[40] * 3, bid=[0, 2, 0], bidder=1)
    assert decide(games) == number(3)
    lay(games, Phase.POLL_BID, cash=[30] * 3, bid=[0, 29, 0], bidder=1)
    assert decide(games) == PASS


def sold(poll, **position):
    games = deal()
    zones = [0] * 20
    zones[poll] = SEEN
    lay(games, Phase.PUBLISH, poll=poll, poll_zone=zones, programmes={0: OWN, **OTHERS}, **position)
    return games


def test_greedy_publishes_a_poll_that_helps_it_much():
    """The first poll: two up for its own party."""
    games = sold(0, meetings={0: [10, 10, 2]}, lands=(NORDRHEIN, BAYERN, HESSEN, BREMEN))
    assert BOX[0]["poll_change"][0, 0] == 2
    assert decide(games) == YES
    games.step([YES])
    assert decide(games) == player(0)


def test_greedy_takes_members_for_a_poll_of_no_use_to_it():
    games = sold(0, votes={0: [50, 0, 0]}, meetings={0: [0, 1, 1]}, lands=(BREMEN,) * 4)
    assert decide(games) == PASS


# --- Conversion, the national board, contributions -----------------------------------------------


@pytest.mark.parametrize(("trend", "most"), [(3, 8), (-3, 0)])
def test_greedy_converts_with_a_good_factor(trend, most):
    games = deal()
    position = {"meetings": {2: [8, 1, 1]}, "trend": {2: [trend, 0, 0]}, "opinions": {2: FITTING[:2]}}
    lay(games, Phase.CONVERT, region=2, programmes={0: OWN if trend > 0 else AGAINST}, **position)
    assert decide(games) == number(most)


def test_greedy_does_not_come_to_the_end_of_the_votes_too_early():
    games = deal()
    position = {"meetings": {1: [10, 1, 1]}, "trend": {1: [3, 0, 0]}, "opinions": {1: FITTING[:3]}}
    lay(games, Phase.CONVERT, region=1, programmes={0: OWN}, **position)
    assert 0 < 6 * (decide(games) - say.NUMBER) < 50


def test_greedy_places_its_marker_and_its_opinions_on_the_national_board():
    games = deal()
    lay(
        games,
        Phase.NATIONAL_MEDIA,
        winner=[0, -1, -1],
        national_cards=[2, 0, 0],
        media={0: [1, 0, 0]},
        opinions={0: [*FITTING[:2], NO_HEALTH, SPELLING]},
        programmes={0: OWN, **OTHERS},
    )
    assert decide(games) == YES
    games.step([YES])
    placed = []
    while phase(games) == Phase.NATIONAL_CARD:
        placed.append(decide(games))
        games.step(placed[-1:])
    assert set(placed) == {kind(MORE_WELFARE), kind(MORE_SECURITY)}


def test_greedy_places_nothing_that_suits_only_others():
    games = deal()
    opinions, place = {0: AGAINST[:4]}, {"winner": [0, -1, -1], "national_cards": [1, 0, 0]}
    lay(games, Phase.NATIONAL_CARD, opinions=opinions, programmes={0: OWN, **OTHERS}, **place)
    assert decide(games) == PASS


def test_greedy_refuses_money_that_it_can_no_longer_spend():
    games = deal()
    lay(games, Phase.CONTRIBUTION, round_number=5, regions=2, cash=[80] * 3)
    assert say.REFUSE <= decide(games) < say.REFUSE + CONTRIBUTIONS


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5])
def test_what_greedy_wants_in_its_own_games_is_legal(players):
    games = die_macher_v0.batch(2, players, seed=5, ask_forced=True)
    while not games.over.all():
        rows, masks = np.flatnonzero(~games.over), games.legal
        actions = [
            wanted(BOX[0], games.tables[row], games.seat[row], masks[row], WEIGHTS[0], np.zeros(1, SIGHTS))
            for row in rows
        ]
        assert masks[rows, actions].all()
        games.step(actions, rows=rows)


def test_greedy_uses_only_what_its_seat_may_know():
    games = die_macher_v0.batch(48, 4, seed=6)
    step = 0
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        actions = GREEDY.act(games, rows)
        np.testing.assert_array_equal(GREEDY.act(games, rows), actions)
        if step % 5 == 0:
            games.redeal(seed=step)
            np.testing.assert_array_equal(GREEDY.act(games, rows), actions)
        games.step(actions, rows=rows)
        step += 1


@pytest.mark.parametrize(
    "options", [{"edition": "short"}, {"poll_auction": "blind", "contribution": "in_turn"}]
)
def test_greedy_plays_other_forms_of_the_game_legally(options):
    games = die_macher_v0.batch(8, 4, seed=7, options=options)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        games.step(GREEDY.act(games, rows), rows=rows)
    assert games.scores.max() > 100


def test_one_greedy_beats_three_random_players():
    games = whole_games([GREEDY, *[make("random", GAME, i) for i in range(3)]], 48, seed=1)
    rows = np.arange(48)
    wins = games.payoff[rows, -rows % 4] == games.payoff.max(axis=1)
    assert wins.mean() > 0.9


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_players_come_to_usual_scores(players):
    games = whole_games([GREEDY] * players, 40, seed=3)
    assert 290 <= np.median(games.scores.max(axis=1)) <= 400
    assert np.median(games.scores) > 230


# --- Styles --------------------------------------------------------------------------------------


def test_brisk_raises_by_leaps():
    games = deal()
    lay(games, Phase.POLL_BID, cash=[60] * 3, bid=[0, 2, 0], bidder=1)
    assert make("brisk", GAME).act(games, np.array([0]))[0] > number(3)


def lowered(games, rows, actions):
    """How often the trend of another was pressed down."""
    tables = games.tables[rows]
    cards = actions == say.LOBBY + Lobby.TREND_DOWN
    changed = (tables["phase"] == Phase.CHANGE_TREND) & (actions > say.PLAYER) & (actions < say.FORCE + 1)
    seats = (tables["seat"] + actions - say.PLAYER) % games.num_players
    party = BOX[0]["poll_party"][games.num_players, np.where(changed, seats, 0)]
    return cards.sum() + (changed & (BOX[0]["poll_change"][tables["poll"], party] < 0)).sum()


def polls_sold(games, rows, actions):
    return (games.tables["phase"][rows] == Phase.PUBLISH).sum()


def share_of(count, style, players=3, number=8):
    """What one player of a style does of all that is counted, in games with the greedy player."""
    agents = make(style, GAME), GREEDY
    games, done = die_macher_v0.batch(number, players, seed=9), np.zeros(2)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        greedy = games.seat[rows] != rows % players
        for which, agent in enumerate(agents):
            part = rows[greedy == which]
            if len(part):
                actions = agent.act(games, part)
                done[which] += count(games, part, actions)
                games.step(actions, rows=part)
    return done[0] / done.sum()


@pytest.mark.parametrize(("style", "count"), [("agitator", lowered), ("pollster", polls_sold)])
def test_styles_do_more_of_what_they_are_named_for(style, count):
    """A third of it is the share of one greedy player among three."""
    assert share_of(count, style) > 1.15 / 3


def test_the_recruiter_ends_with_more_members():
    games = whole_games([make("recruiter", GAME), GREEDY, GREEDY], 12, seed=9)
    members, rows = games.tables["members"][:, :3].astype(float), np.arange(12)
    own = members[rows, -rows % 3].sum()
    assert own > 1.08 * (members.sum() - own) / 2
