"""The course of the game: its rounds and phases, both editions, and what is asked and refused."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from hustings.envs import HustingsError
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.table import POLL_IN_DECK

from . import playing as p

EDITIONS = pytest.mark.parametrize(("edition", "last"), [("classic", 7), ("short", 5)])
PARTS = (  # of a round: the eight of a campaign in their order, then the election, then contributions
    "START_BID START_PLAYER",
    "DISCARD NEW_CARD OLD_CARD",
    "PLACE_LOBBY LOBBY LOBBY_OPINION LOBBY_PLAYER TELEPHONE",
    "COALITION REPLY FORCE",
    "MEDIA",
    "MEETINGS",
    "POLL_BID PUBLISH CHANGE_TREND",
    "CONVERT",
    "NATIONAL_MEDIA NATIONAL_CARD NATIONAL_REPLACE",
    "CONTRIBUTION",
)
PART = {phase: number for number, phases in enumerate(PARTS) for phase in phases.split()}


@pytest.mark.rule("MAC-0.1", "MAC-13.9")
def test_three_to_five_players_in_either_edition():
    assert GAME.player_counts == (3, 4, 5)
    for edition in ("classic", "short"):
        for players in (2, 6):
            with pytest.raises(HustingsError, match="3 to 5 players"):
                p.deal(players, edition=edition)
        for players in (3, 4, 5):
            programmes = p.dealt(players, edition=edition).fact("programme")
            assert [len(words.split()) for words in programmes] == [5] * players + [0] * (5 - players)


@pytest.mark.rule("MAC-0.3", "MAC-0.4", "MAC-11.3", "MAC-11.21", "MAC-12.1")
@pytest.mark.rule("MAC-13.1", "MAC-13.2", "MAC-13.3", "MAC-13.4", "MAC-13.6", "MAC-13.40")
@EDITIONS
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_course_of_a_game(edition, last, players):
    """A sheet, campaigns of eight phases each over for all before the next, and the last election at once."""
    met, lands, regions, polls = defaultdict(list), {}, {}, defaultdict(set)
    game = p.dealt(players, seed=players + 6, edition=edition)
    for moment in game.random(players):
        number = moment.fact("round_number")
        met[number].append((moment.phase, moment.seat))
        lands.setdefault(number, moment.fact("land"))
        regions.setdefault(number, moment.fact("regions"))
        if moment.phase == "POLL_BID":
            polls[number].add(moment.fact("region"))
        if moment.phase == "START_BID":
            open_ones = [len(words.split()) for words in moment.fact("open")[: regions[number]]]
            assert open_ones == [4, 3, 2, 1][: regions[number]]
    game.expect("OVER", round_number=last, hidden=[0] * 4, ally=[0] * players)
    everybody, campaigns = set(range(players)), range(1, last)
    assert {phase for phase, _ in met[0]} == {"SHEET"}
    assert {PART[phase] for phase, _ in met[last]} <= {8}
    for number in campaigns:
        parts = [PART[phase] for phase, _ in met[number] if not phase.startswith("SWAP")]
        assert parts == sorted(parts)
        assert {0, 1, 2, 4, 5, 6} <= set(parts)
        assert (9 in parts) == (number < last - 1)
        for part in (0, 1, 2, 5, *[9] * (9 in parts)):
            assert {seat for phase, seat in met[number] if PART.get(phase) == part} == everybody
        assert regions[number] == min(4, last + 1 - number) == len(polls[number])
    assert [lands[number][0] for number in campaigns][:4] == lands[0]
    assert len({lands[number][0] for number in campaigns} | {game.fact("land")[0]}) == last
    assert game.table["land_drawn"].sum() == last
    assert game.table["seats_won"].any(axis=1).tolist() == [election < last for election in range(7)]
    assert ((game.table["contribution"] > 0).sum(axis=1) == [last - 2] * players + [0] * (5 - players)).all()
    # Twenty polls, and thirteen or twenty-one of them sold or not
    assert game.fact("poll_zone").count(POLL_IN_DECK) == (7 if edition == "short" else 19)


@pytest.mark.rule("MAC-13.1")
def test_the_edition_is_classic_unless_asked_for_and_a_box_may_have_others():
    assert p.deal().options["edition"] == "classic"
    game = p.dealt(box={"elections": [6, 4]}, edition="short", seed=1)
    rounds = {moment.fact("round_number") for moment in game.random(1)}
    assert {1, 2, 3} <= rounds <= {0, 1, 2, 3, 4}
    assert game.expect("OVER", round_number=4).table["land_drawn"].sum() == 4


# --- The form of play ----------------------------------------------------------------------------


@pytest.mark.rule("MAC-14.1")
def test_forced_decisions_are_asked_only_on_demand():
    """Without money nobody lays a card, buys or bids: the rest of the round is settled without asking."""
    position = {"cash": [0] * 3, "programmes": dict.fromkeys(range(3), p.FIVE), "hands": {2: "+hea"}}
    asked, unasked = (
        p.lay("NEW_CARD", ask_forced=ask, seat=2, **position).play("2 -") for ask in (True, False)
    )
    met = Counter()
    while asked.phase != "CONTRIBUTION":
        assert len(asked.fact("legal")) == 1
        met[asked.phase] += 1
        asked.least()
    assert met == {"PLACE_LOBBY": 12, "MEDIA": 3, "MEETINGS": 12, "POLL_BID": 12}
    unasked.expect("CONTRIBUTION 0")
    assert asked.games.tables.tobytes() == unasked.games.tables.tobytes()


@pytest.mark.rule("MAC-14.3")
def test_players_are_named_by_their_distance_and_regions_by_when_they_vote():
    for seat in range(4):
        game = p.lay("START_PLAYER", players=4, seat=seat, start=1, bidder=seat)
        assert p.actions("p0 p1 p2 p3", seat, 4) == [p.say.PLAYER + (who - seat) % 4 for who in range(4)]
        game.expect(legal="p0 p1 p2 p3").do(f"p{(seat + 3) % 4}").expect(start_player=(seat + 3) % 4)
    for seat in (0, 2, 3):
        position = {"lobby": {0: "." * seat + "E"}, "media": {0: [0, 1, 0, 0, 1]}}
        game = (
            p.lay("LOBBY_PLAYER", players=5, seat=seat, acting=3, **position).expect(legal="p1 p4").do("p4")
        )
        game.expect(media={0: [int(who in (1, seat)) for who in range(5)]})
    game = p.lay("MEDIA", lands=(p.BREMEN, p.NORDRHEIN, p.BAYERN, p.HESSEN)).play("0 r2")
    game.expect(media={2: [1, 0, 0]}, land=[p.BREMEN, p.NORDRHEIN, p.BAYERN, p.HESSEN])


@pytest.mark.rule("MAC-14.20")
@EDITIONS
@pytest.mark.parametrize(("players", "long", "short"), [(3, 305, 210), (4, 385, 265), (5, 475, 325)])
def test_length_of_games(players, long, short, edition, last):
    games = p.deal(players, num_games=60, seed=4, ask_forced=False, box=p.BOX, edition=edition)
    rng, length = np.random.default_rng(4), np.zeros(60)
    while not games.over.all():
        length += ~games.over
        games.step(p.random_actions(games, rng, 0))
    expected = long if last == 7 else short
    assert length.mean() == pytest.approx(expected, rel=0.05)
    assert expected * 0.7 < length.min() <= length.max() < expected * 1.3
