"""What happened in words, to whom it may be told, and how it is folded into lines."""

import re

import numpy as np
import pytest

from hustings.envs.core.text.events import event_lines
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.table import IN_DECK, IN_HAND

from .. import playing as p
from .positions import FINANCE, HERE, SAME, WON

AGAINST = "-wel -hom -gen -nuc -eur"
SHUFFLED = "The discarded programme cards are shuffled to make a new deck."
LAST_ROUND = {**WON, "round_number": 5, "opinions": {0: "+eur", 1: "+eur"}}


# --- What all are told ---------------------------------------------------------------------------

# A phase, a position, moves, and what a seat that sees nothing of them is told, from the first or to the last
TOLD = [
    ("LOBBY", FINANCE, "0 doubler -gen",
     "player_0 takes the doubler off Genetic engineering: no in Bayern with the Minister of Finance."),
    ("LOBBY", FINANCE, "0 media p1",
     "player_0 puts out a media marker of player_1 in Bayern with the Minister of Finance: 4 thousand "
     "go to player_1, 4 thousand to the bank."),
    ("LOBBY", {**FINANCE, "box": {"media_price": 0}}, "0 media p1",
     "player_0 puts out a media marker of player_1 in Bayern with the Minister of Finance: free."),
    ("NEXT_COALITION", {**SAME, "options": {"coalition_passes": 1}}, "0 p2, 2 -, 0 -, 1 f2",
     "player_0 asks player_2 for a coalition. | player_2 refuses a coalition with player_0. | player_0 "
     "asks nobody else for a coalition. | player_1 forces player_2 into a coalition in "
     f"{HERE}."),
    ("POLL_BID", {"seat": 2, "region": 1, "passed": [1, 1, 0], "poll_zone": [1] * p.t.POLLS}, "2 -",
     "player_2 makes no bid for the poll in Bayern. | The polls are shuffled to make a new deck. | "
     "Nobody buys the poll in Bayern: it is discarded unseen."),
    ("POLL_BID", {"region": 1, "poll_zone": [1] * p.t.POLLS, "options": {"poll_auction": "blind"}},
     "0 3, 1 5, 2 0",
     "player_0 bids in secret for the poll in Bayern. | player_1 bids in secret for the poll in Bayern."
     " | player_2 bids in secret for the poll in Bayern. | Bids for the poll in Bayern: player_0 3, "
     "player_1 5, player_2 0. | The polls are shuffled to make a new deck. | player_1 pays 5 thousand "
     "for the poll in Bayern."),
    ("POLL_BID", {"region": 1, "options": {"auction_payment": "second"}}, "0 2, 1 4, 2 -, 0 -",
     "... | player_0 bids no more for the poll in Bayern. | player_1 pays 2 thousand for the poll in "
     "Bayern."),
    ("POLL_BID", {"region": 1, "options": {"auction_payment": "all"}}, "0 2, 1 4, 2 -, 0 -",
     "... | player_0 bids no more for the poll in Bayern. | player_0 pays 2 thousand for a bid that was "
     "too low. | player_1 pays 4 thousand for the poll in Bayern."),
    ("START_BID", {"options": {"auction_payment": "all"}}, "0 2, 1 0, 2 3",
     "... | Bids for the start: player_0 2, player_1 0, player_2 3. | player_0 pays 2 thousand for a bid "
     "that was too low. | player_2 pays 3 thousand and names the start player."),
    ("START_BID", {"options": {"auction_payment": "second"}}, "0 2, 1 0, 2 0",
     "... | Bids for the start: player_0 2, player_1 0, player_2 0. | player_0 pays nothing and names the "
     "start player."),
    ("POLL_BID", {"region": 1, "options": {"poll_auction": "blind"}}, "0 0, 1 0, 2 0",
     "... | Bids for the poll in Bayern: player_0 0, player_1 0, player_2 0. | Nobody buys the poll in "
     "Bayern: it is discarded unseen."),
    ("NATIONAL_MEDIA", {**WON, "national": "+eur -gen!"}, "0 y +eur +gen",
     "player_0 places a media marker on the national board: 25 points. | player_0 secures Euro: now on "
     "the national board. | player_0 places Genetic engineering: yes on space 2 of the national board, "
     "for Genetic engineering: no. | ..."),
    ("CONTRIBUTION", {"box": {"die": 1}, "options": {"contribution": "in_turn"}}, "0 a3, 1 x4, 2 x4",
     "player_0 accepts 20 thousand. | player_1 refuses a contribution. | player_2 refuses a "
     "contribution. | player_0 gets 20 thousand and loses 2 members, 3 left. | player_1 refuses 30 "
     "thousand and wins 4 members, 9 now. | player_2 refuses 30 thousand and wins 4 members, 9 now. | "
     "..."),
    ("NATIONAL_CARD", {**WON, "round_number": 7, "members": [8, 8, 1], "seats_won": {0: [30, 30, 0]}}, "0 -",
     "... | Winners: player_0, player_1."),
    ("NATIONAL_CARD", {**WON, "round_number": 7, "members": [8, 8, 1], "seats_won": {0: [30, 5, 0]},
                      "national_media": {1: [1]}}, "0 -",
     "... | Winner: player_0 (by seats, then members)."),
]  # fmt: skip


def at(phase: str, position: dict, seed: int = 0) -> p.Game:
    position = dict(position)
    box, options = position.pop("box", None), position.pop("options", {})
    return p.dealt(seed=seed, box=box, **options).lay(phase, **position)


def compare(found: list[str], expected: str) -> None:
    """Hold events to sentences; ... at either end stands for any."""
    words = expected.split(" | ")
    if words[0] == "...":
        words, found = words[1:], found[1 - len(words) :]
    elif words[-1] == "...":
        words, found = words[:-1], found[: len(words) - 1]
    assert found == words


@pytest.mark.rule("MAC-14.15")
@pytest.mark.parametrize(("phase", "position", "moves", "expected"), TOLD)
def test_what_all_are_told(phase, position, moves, expected):
    """As somebody is told it who has no part in the game."""
    compare(at(phase, position).told(moves, seat=4), expected)


# --- What only some are told ---------------------------------------------------------------------

HANDS = {"hands": {0: "-eur +gen +hea", 1: "+nuc +nuc", 2: "+spe +spe +spe"}}
CONFERENCE = {**HANDS, "programmes": {0: p.FIVE, 1: p.FIVE, 2: AGAINST}}
SECRET = [
    ("START_BID", {}, "0 4",
     "player_0 bids 4 thousand for the start.",
     "player_0 bids in secret for the start."),
    ("PLACE_LOBBY", {}, "0 E",
     f"player_0 lays the Foreign Minister beside {HERE}.",
     f"player_0 lays a card beside {HERE}."),
    ("POLL_BID", {"options": {"poll_auction": "blind"}}, "0 3",
     f"player_0 bids 3 thousand for the poll in {HERE}.",
     f"player_0 bids in secret for the poll in {HERE}."),
    ("CONTRIBUTION", {}, "0 a3", "player_0 accepts 20 thousand.", "player_0 chooses a contribution."),
    ("CONTRIBUTION", {}, "0 x4", "player_0 refuses 30 thousand.", "player_0 chooses a contribution."),
    ("CONTRIBUTION", {"options": {"contribution": "in_turn"}}, "0 a3",
     "player_0 accepts 20 thousand.",
     "player_0 accepts 20 thousand."),
    ("CONTRIBUTION", {"options": {"contribution": "in_turn"}}, "0 x4",
     "player_0 refuses 30 thousand.",
     "player_0 refuses a contribution."),
    ("DISCARD", CONFERENCE, "0 -eur +gen +hea",
     r"player_0 discards 3 hidden cards and draws (\w.*: \w+,? ?){3}\.",
     "player_0 discards 3 hidden cards and draws 3 hidden cards."),
    ("SHEET", {"round_number": 0}, "0 o1.2 r0 r1 r1 o2.2 r2",
     "player_0 hands the sheet in.",
     "player_0 hands the sheet in."),
]  # fmt: skip


@pytest.mark.rule("MAC-14.15")
@pytest.mark.parametrize(("phase", "position", "moves", "own", "others"), SECRET)
def test_what_only_some_are_told(phase, position, moves, own, others):
    for seat in (0, 1, None):
        (line,) = at(phase, position).told(moves, seat=seat)
        assert re.fullmatch(others if seat == 1 else own, line), line


def test_a_hand_that_is_filled_up_is_told_to_its_owner():
    for seat, drawn in ((0, "1 hidden card"), (1, r"\w.*: \w+"), (None, r"\w.*: \w+")):
        first, second = at("DISCARD", CONFERENCE).play("0 - -eur").told("0 +eur", seat=seat)
        assert first == "player_0 takes Euro: later into the programme, for Euro: now."
        assert re.fullmatch(f"player_1 draws {drawn}.", second)


def test_a_poll_is_told_to_its_buyer():
    for seat in (0, 1, None):
        _, paid, *says = p.lay("POLL_BID", region=1).play("0 2, 1 4, 2 -").told("0 -", seat=seat)
        assert paid == "player_1 pays 4 thousand for the poll in Bayern."
        assert len(says) == (seat != 0)
        assert all(
            re.fullmatch(r"It says: player_0 \S+, player_1 \S+, player_2 \S+\.", line) for line in says
        )


@pytest.mark.parametrize(
    ("bids", "then"),
    [
        ("0 3, 1 4, 2 0", r"player_1 pays 4 thousand and names the start player\."),
        ("0 4, 1 4, 2 1", r"player_[01] pays 4 thousand and names the start player, by the die\."),
        ("0 0, 1 0, 2 0", r"Nobody bids: player_0 is start player\."),
    ],
)
def test_bids_for_the_start_are_told_when_all_are_in(bids, then):
    found = p.lay("START_BID", hands={0: "+hea +hea +hea"}).told(bids)[3:5]
    amounts = ", ".join(f"player_{bid}" for bid in bids.split(", "))
    assert found[0] == f"Bids for the start: {amounts}."
    assert re.fullmatch(then, found[1])


def test_level_blind_bids_for_a_poll_are_told_apart_by_the_die():
    game = p.lay("POLL_BID", poll_auction="blind", region=1)
    line = game.told("0 3, 1 3, 2 0", seat=2)[-1]
    assert re.fullmatch(r"player_[01] pays 3 thousand for the poll in Bayern, by the die\.", line)


# --- Shuffles come before what is drawn from them ------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "position", "seat", "move", "told"),
    [
        # The cards just discarded are shuffled in, so they are told first
        ("DISCARD", {"hands": {0: "-eur"}}, 0, "0 -eur -",
         ["player_0 discards 1 hidden card.", SHUFFLED, "player_0 draws Euro: later."]),
        # A hand that is filled up
        ("OLD_CARD", {"picked": 4, "hands": {1: "+nuc +hea"}}, 1, "0 +eur",
         ["player_0 takes Genetic engineering: yes into the programme, for Euro: now.", SHUFFLED,
          "player_1 draws Euro: now."]),
    ],
)  # fmt: skip
def test_a_programme_deck_made_anew(phase, position, seat, move, told):
    """All its cards are in the hand of player_2."""
    game = p.lay(phase, programmes={0: p.FIVE}, **position)
    game.table["zone"][game.table["zone"] == IN_DECK] = IN_HAND + 2
    assert game.set(programme_deck=0).told(move, seat=seat) == told


@pytest.mark.rule("MAC-0.21", "MAC-0.22", "MAC-0.23")
@pytest.mark.parametrize(
    ("hidden", "deck", "discards", "pool", "told"),
    [
        ("-hom", "", "-gen", "-eur +gen +gen",
         ["Opened in Bayern: Euro: later.",
          "No card left fits, so Home security: less goes into the pool, and Euro: later comes from it."]),
        ("-hom", "", "-gen", "+gen +gen +gen",
         ["A space in Bayern stays empty, for no card left fits.",
          "Drawn and discarded, for their issue lay open: Home security: less."]),
        ("-hom", "", "+hea +hea +hea +hea", "",
         ["The discarded opinions are shuffled to make a new deck.",
          "Opened in Bayern: Health reform: yes.",
          "Drawn and replaced, for their issue lay open: Home security: less."]),
    ],
)  # fmt: skip
def test_an_opinion_opened_that_does_not_fit(hidden, deck, discards, pool, told):
    position = {**LAST_ROUND, "opinions": {0: "+wel", 1: "+wel +hom +gen"}}
    game = p.lay("NATIONAL_CARD", regions=2, **position)
    for name, words in (("pool", pool), ("discards", discards)):
        game.table[name] = np.bincount(p.kinds(words), minlength=p.KINDS)
    _, cleared, *lines = game.hide((1, 0, hidden), deck=deck).told("0 -", seat=1)
    assert cleared == f"The board of {HERE} is cleared."
    assert lines[: len(told)] == told


def test_an_opinion_rejected_after_a_shuffle_is_told_once():
    """The new region, which comes first, uses the shuffled discards; then a card from before lies wrong."""
    game = p.lay("NATIONAL_CARD", **{**WON, "opinions": {1: "+hom"}}).hide((1, 1, "-hom"))
    game.table["discards"][p.STANDS.index("-spe")] = 6
    lines = game.told("0 -", seat=1)
    assert "The discarded opinions are shuffled to make a new deck." in lines
    assert "Opened in Bayern: Spelling reform: no." in lines
    assert "Drawn and replaced, for their issue lay open: Home security: less." in lines


# --- Elections and rounds ------------------------------------------------------------------------


MARKER = {"trend": {0: [3, -1, 0]}, "media": {0: [1]}}


@pytest.mark.parametrize(
    ("votes", "meetings", "position", "told"),
    [
        ([0, 0, 0], [0, 0, 0], MARKER,
         f"Seats (votes) in {HERE}: player_0 0 (0), player_1 0 (0), player_2 0 (0). | Nobody has votes in "
         f"{HERE}, nobody wins it. | ..."),
    ],
)  # fmt: skip
def test_an_election(votes, meetings, position, told):
    """It follows the last conversion, of nothing."""
    compare(election(votes, meetings, **position), told)


def election(votes, meetings=(0, 0, 0), **position) -> list[str]:
    """What is told of an election."""
    game = p.dealt(absolute_majority_current=False)
    game.lay("CONVERT", region=1, votes={0: votes}, meetings={0: meetings, 1: [6, 0, 0]}, **position)
    return game.told("0 0", seat=2)[1:]


@pytest.mark.parametrize(
    ("votes", "allies", "line"),
    [
        ([9, 9, 3], [], "player_1 wins {} by a nose, ahead of player_0."),
        ([9, 3, 6], [(1, 2)], "player_0 wins {} by a nose, ahead of player_2 and player_1."),
        ([9, 4, 6], [(1, 2)], "player_2 and player_1 win {}, with 10 votes together."),
        ([8, 9, 0], [(0, 2)], "player_1 wins {}."),
        ([9, 9, 0], [(0, 2)], "player_1 wins {} by a nose, ahead of player_0 and player_2."),
        ([8, 8, 0], [(1, 2)], "player_1 and player_2 win {} by a nose, with 8 votes together."),
    ],
)
def test_winners(votes, allies, line):
    assert line.format(HERE) in election(votes, allies=allies)


# --- Lines of several events ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "position", "moves", "lines"),
    [
        ("POLL_BID", {"region": 1}, "0 2, 1 4, 2 -",
         ["Bids for the poll in Bayern: player_0 2, player_1 4, player_2 out."]),
        ("POLL_BID", {"region": 1, "options": {"poll_auction": "blind"}}, "0 2, 1 0",
         ["Bids for the poll in Bayern: player_0 2, player_1 in secret."]),
        ("PLACE_LOBBY", {}, "0 A - - -, 1 - - - B",
         [f"player_0 lays the Backbencher beside {HERE}.", "player_1 lays a card beside Sachsen."]),
        ("PLACE_LOBBY", {"seat": 1, "start": 1}, "1 A B - -, 2 C",
         [f"player_1 lays cards beside: {HERE}, Bayern.", f"player_2 lays a card beside {HERE}."]),
        ("PLACE_LOBBY", {}, "0 A B - -",
         [f"player_0 lays: the Backbencher beside {HERE}, the Minister for Family beside Bayern."]),
        ("MEETINGS", {}, "0 1 0 3 2", [f"player_0 buys meetings: {HERE} 1, Hessen 3, Sachsen 2."]),
        ("MEDIA", {}, "0 r0, 1 r1, 2 r0",
         [f"Media markers: player_0 {HERE}, player_1 Bayern, player_2 {HERE}."]),
        ("MEDIA", {}, "0 -, 1 -", ["Buys no media marker: player_0, player_1."]),
        ("CONVERT", {"region": 1, "meetings": {1: [5, 5, 5]}}, "0 0, 1 0",
         ["No meetings are converted in Bayern by: player_0, player_1."]),
    ],
)  # fmt: skip
def test_events_of_a_kind_make_one_line(phase, position, moves, lines):
    assert event_lines(at(phase, position).events(moves, seat=0)) == lines


def test_whose_doing_an_event_is():
    game = p.lay("START_BID", hands=dict.fromkeys(range(3), "+eur"))
    events = game.events("0 3, 1 4, 2 0, 1 p2")
    assert [event.seat for event in events] == [0, 1, 2, -1, 1, 1, 2]


# --- Whole games ---------------------------------------------------------------------------------

OPTIONS = [
    {},
    {"contribution": "in_turn", "poll_auction": "blind", "coalition_passes": 1, "lobby_order": "player"},
    {"edition": "short", "last_opening": "together", "opinion_swap": "loose", "risk_dice": "highest"},
]
SILENT = {"SHEET", "DISCARD", "NEW_CARD", "PLACE_LOBBY", "LOBBY", "SWAP_OUT", "MEETINGS", "NATIONAL_CARD"}
SAID = ["sheet:", "names", "programme", "opens", "media marker", "control", "buys", "pays", "It says",
        "converts", "Seats (votes)", "wins", "national board", "Money", "refuses", "Winner"]  # fmt: skip
VEILED = re.compile(
    r"player_\d (bids in secret for the .*|(chooses|refuses) a contribution|lays a card beside .*"
    r"|draws \d hidden cards?|discards \d hidden cards? and draws \d hidden cards?)\."
)


@pytest.mark.rule("MAC-14.15")
@pytest.mark.parametrize("options", OPTIONS)
def test_every_step_of_whole_games_is_told_in_full_or_veiled(options):
    """Nothing is passed over but a choice that another follows, no card, and no meetings.

    A line is told in full, or of another's secret choice that it was made.
    """
    game, rng = p.dealt(4, seed=8, ask_forced=False, **options), np.random.default_rng(3)
    heard, hidden = "", 0
    while not game.over:
        before, phase = game.table.copy(), game.phase
        (action,) = p.random_actions(game.games, rng, 0.6)
        game.games.step([action])
        full, *seen = (
            [event.text for event in GAME.events(game.box, before, int(action), game.table, seat)]
            for seat in (None, *range(4))
        )
        heard += "\n".join(full)
        assert full or phase in SILENT
        for seat, lines in enumerate(seen):
            own = [line for line in full if not line.startswith("It says") or line in lines]
            for mine, all_know in zip(lines, own, strict=True):
                if mine != all_know:
                    assert VEILED.fullmatch(mine), mine
                    assert f"player_{seat} " not in mine
                    hidden += 1
    assert hidden > 50
    assert [word for word in SAID if word not in heard] == []
