"""The table as text: regions, nation and parties, what a seat may see of them, and what is asked."""

import pytest

from hustings.envs.die_macher.text.questions import question

from .. import playing as p
from .positions import CHANCELLOR, FINANCE, FULL, HERE, POLL, SAME, SWAP, WON


def asked(game: p.Game, seat: int | None = None) -> str:
    return game.board(seat)[-1]


def line(game: p.Game, seat: int | None, first: str) -> str:
    """The line that begins so."""
    return next((line for line in game.board(seat) if line.startswith(first)), "")


# --- What is open --------------------------------------------------------------------------------


def test_the_board_shows_regions_side_by_side():
    game = p.lay(
        "MEDIA", round_number=3, start=2,
        opinions={0: "-eur +hea -spe ++wel", 1: "+eur +gen", 2: "+nuc", 3: "+nuc"}, hidden={1: 2, 2: 3, 3: 3},
        programmes={0: p.FIVE, 1: "-wel -hom -gen -nuc -eur"}, votes={0: [12, 50, 50], 1: [3, 3, 3]},
        arrival={0: [0, 2, 1], 1: [1, 0, 2]}, trend={0: [3, -2, 0]}, meetings={0: [10, 0, 7]},
        media={0: [2, 0, 1], 3: [1]}, tile={0: [1, 0, 1]}, allies=[(0, 2)],
    )  # fmt: skip
    assert game.board(0)[:9] == [
        "Round 3 of 7, media; start player: player_2; doublers: 3",
        "          1 Nordrhein-Wes. 2 Bayern         3 Hessen         4 Sachsen",
        "           80 ++wel -eur    60 +gen +eur     48 +nuc ?        46 +nuc ?",
        "              +hea -spe        ? ?              ? ?              ? ?",
        "           vo me tr fa md   vo me tr fa md   vo me tr fa md   vo me tr fa md",
        "*player_0  12 10 +3  4  2T   3b 1  0  2  .    .  1  0  1  .    .  1  0  1  1",
        " player_1  50a . -2 -3  .    3c 1  0 -2  .    .  1  0 -1  .    .  1  0 -1  .",
        " player_2  50b 7  0  0  1T   3a 1  0  0  .    .  1  0  0  .    .  1  0  0  .",
        "(votes: a leads b; meetings, trend, factor, media; T tile; ? card; ++ doubled)",
    ]


def test_the_board_shows_the_nation_and_the_parties():
    game = p.lay(
        "MEETINGS", seat=1, round_number=2, pool="+eur +eur -gen -gen +hea -wel", national="-eur +nuc!",
        national_media={1: [1]}, programmes={0: p.FIVE, 1: "-wel -hom -gen -nuc -eur", 2: p.FIVE},
        cabinet={1: "BE"}, cash=[0, 137, 25], members=[3, 8, 8], allies=[(1, 2)], seats_won={0: [80, 7, 0]},
        hands={1: "+eur +gen +gen"}, contribution={1: [0, 1, 0, 0, 2]},
    ).set(tiles={1: 3})  # fmt: skip
    assert game.board(1)[9:] == [
        "",
        "Pool: -wel -gen -gen +eur +eur +hea; 33 opinions, 38 programmes, 20 polls left",
        "National (! secured): -eur 4/15, +nuc! 3/12, - 3/10, - 2/8, - 2/6",
        "         cash memb seat med pts cards   contr ti ally programme",
        " player_0   0    3   80   0 100 ABCDEFG 12345  4      +wel +hom +gen +nuc +eur",
        "*player_1 137    8    7  25  63 .B..E.. 1.34.  3    2 -wel -hom -gen -nuc -eur",
        " player_2  25    8    0   0  33 ABCDEFG 12345  4    1 +wel +hom +gen +nuc +eur",
        "Your hand: Genetic engineering: yes, Genetic engineering: yes, Euro: now",
        "player_1 decides how many meetings to buy in Nordrhein-Westfalen (14 left).",
    ]


# --- What only some see --------------------------------------------------------------------------


def test_cards_lie_face_down_until_all_are_laid():
    game = p.lay("PLACE_LOBBY", seat=1, region=2, lobby={0: "EB", 1: ".G"})

    def marks(seat: int | None) -> list[list[str]]:
        """What stands behind the markers in each region, of two parties."""
        return [[cell[1:] for cell in row.split()[5::5]] for row in game.board(seat)[5:7]]

    assert marks(1) == [["?", "", "", ""], ["B", "G", "", ""]]
    assert marks(0) == [["E", "", "", ""], ["?", "?", "", ""]]
    assert marks(None) == [["E", "", "", ""], ["B", "G", "", ""]]
    assert question(game.box, game.table).endswith("beside Hessen, if any? (13 thousand left)")
    game.lay("LOBBY", lobby={0: "EB", 1: ".G"})
    assert all(marks(seat) == [["E", "", "", ""], ["B", "G", "", ""]] for seat in (None, 0, 1, 2))


def test_a_seat_sees_its_own_hand_and_sheet():
    game = p.lay("SHEET", round_number=0, hands={0: "+eur", 1: "+gen -hea"})
    assert game.board(0)[0] == "Preliminary round, sheets; start player: player_0; doublers: 4"
    assert line(game, 1, "Your hand") == "Your hand: Genetic engineering: yes, Health reform: no"
    assert line(game, None, "Hands") == "Hands: player_0 +eur, player_1 +gen -hea, player_2 "
    game.play("0 o1.1 r1")
    assert question(game.box, game.table).endswith(" of your sheet: trend?")
    sheet = "trend in Bayern, trend in ?, 6 meetings in ?"
    assert line(game, 0, "Your sheet") == f"Your sheet: {sheet}"
    assert line(game, None, "player_0's sheet") == f"player_0's sheet: {sheet}"
    assert {asked(game, seat) for seat in range(3)} == {"player_0 decides what to write on the sheet."}
    game.play("0 r2 r2 o2.2")
    assert question(game.box, game.table).endswith(" of your sheet: media marker?")
    sheet = "trend in Bayern, trend in Hessen, 6 meetings in Hessen, 8 members, media marker in Sachsen"
    assert line(game.play("0 r3"), 0, "Your sheet") == f"Your sheet: {sheet}"
    assert not any("sheet:" in each for each in game.board(1))


@pytest.mark.parametrize(
    ("options", "phase", "position", "chosen"),
    [
        ({}, "START_BID", {"start": 1, "seat": 0, "bid": [0, 7, 0]},
         {None: "player_1 7 thousand, player_2 nothing", 0: "player_1 ?, player_2 ?",
          2: "player_1 ?, player_2 nothing"}),
        ({}, "CONTRIBUTION", {"seat": 2, "offer": [3, 9, 0]},
         {None: "player_0 accept 20 thousand, player_1 refuse 30 thousand",
          1: "player_0 ?, player_1 refuse 30 thousand", 2: "player_0 ?, player_1 ?"}),
        ({"contribution": "in_turn"}, "CONTRIBUTION", {"seat": 2, "offer": [3, 9, 0]},
         {2: "player_0 accept 20 thousand, player_1 refuse ?"}),
        ({"poll_auction": "blind"}, "POLL_BID", {"seat": 1, "bid": [4, 0, 0], "passed": [1, 0, 0]},
         {0: "player_0 4 thousand", 1: "player_0 ?"}),
    ],
)  # fmt: skip
def test_choices_that_not_all_know(options, phase, position, chosen):
    game = p.dealt(**options).lay(phase, **position)
    assert {seat: line(game, seat, "Chosen") for seat in chosen} == {
        seat: f"Chosen: {words}" for seat, words in chosen.items()
    }
    if phase == "CONTRIBUTION":
        assert "Contributions 1 to 5: 5, 10, 20, 30, 50 thousand" in game.board(2)


# --- What is asked -------------------------------------------------------------------------------

HAND = {"hands": {0: "-eur +gen"}, "programmes": {0: p.FIVE}}
SOLD = "The poll: player_0 +2, player_1 +1, player_2 -1."


@pytest.mark.parametrize(
    ("phase", "position", "done", "words"),
    [
        ("START_PLAYER", {"bid": [3, 0, 2], "bidder": 0}, "", "Bids: player_0 3, player_1 0, player_2 2."),
        ("DISCARD", {**HAND, "renewed": 1}, "", "(1 so far)"),
        ("DISCARD", HAND, "- -eur", "goes for Euro: later"),
        ("LOBBY", FINANCE, "", "in Bayern"), ("LOBBY", FINANCE, "doubler", "opinion of Bayern gets"),
        ("LOBBY", FINANCE, "media", "in Bayern"), ("LOBBY", CHANCELLOR, "down", "in Bayern"),
        ("LOBBY", CHANCELLOR, "down p1", "lay a coalition tile beside Bayern"),
        ("NEXT_COALITION", SAME, "", f"for a coalition in {HERE}"),
        ("NEXT_FORCE", SAME, "", f"into a coalition in {HERE}"), ("MEDIA", {"passes": 1}, "", "(5 left; "),
        ("MEDIA", {"passes": 1}, "", "1 pass "), ("SWAP_OUT", SWAP, "", "control of the media"),
        ("SWAP_OUT", {**SWAP, "by_votes": 1}, "", "an absolute majority of votes"),
        ("SWAP_OUT", SWAP, "+eur", "replaces Euro: now in Bayern"), ("POLL_BID", {}, "", f"poll in {HERE}"),
        ("POLL_BID", {"region": 1, "bid": [0, 4, 0], "bidder": 1, "passed": [0, 0, 1]}, "",
         " Highest: player_1 4. Out: player_2."),
        ("PUBLISH", POLL, "", "publish the poll in Bayern"),
        ("CHANGE_TREND", {**POLL, "changes": 2}, "", "(2 at most)"),
        ("CHANGE_TREND", {**POLL, "changes": 2}, "", SOLD),
        ("CONVERT", {"region": 1, "meetings": {1: [6]}}, "", "meetings in Bayern"),
        ("NATIONAL_CARD", {**WON, "national": FULL}, "", "(2 at most)"),
        ("NATIONAL_CARD", {**WON, "national": FULL}, "+spe", "Spelling reform: yes replace"),
    ],
)  # fmt: skip
def test_what_is_decided_and_asked(phase, position, done, words):
    game = p.lay(phase, **position).do(done)
    assert asked(game) == asked(game, 0)
    assert asked(game).startswith("player_0 decides ")
    assert words in asked(game)
    assert words in question(game.box, game.table)


def test_what_the_board_asks_others_and_its_headlines():
    reply = p.lay("NEXT_COALITION", **SAME).do("p1")
    assert asked(reply) == f"player_1 decides whether to make a coalition with player_0 in {HERE}."
    assert question(reply.box, reply.table) == f"player_0 asks you for a coalition in {HERE}. Do you accept?"
    blind = p.lay("POLL_BID", poll_auction="blind", seat=1, bid=[4, 0, 0], passed=[1, 0, 0])
    assert asked(blind, 1) == f"player_1 decides what to bid for the poll in {HERE}."
    assert p.lay("SWAP_OUT", **SWAP).board()[0].startswith("Round 1 of 7, media; ")
    assert p.lay("SWAP_OUT", by_votes=1, **SWAP).board()[0].startswith("Round 1 of 7, conversion; ")
    over = p.lay("RECRUIT", round_number=7)
    assert asked(over, 2) == "The game is over."
    assert over.board(2)[0].startswith("Round 7 of 7, over; ")


@pytest.mark.rule("MAC-2.10", "MAC-8.18")
@pytest.mark.parametrize(
    ("payment", "words"),
    [
        ("second", "The highest bidder pays the highest bid of the others."),
        ("all", "Everybody pays their own bid."),
    ],
)
def test_the_board_says_who_pays_and_what_bids_stand(payment, words):
    game = p.dealt(auction_payment=payment)
    told = f"player_0 decides what to bid for naming the start player. {words}"
    assert asked(game.lay("START_BID")) == told
    game.lay("POLL_BID", region=1).play("0 2, 1 3, 2 4, 0 -")
    assert asked(game) == (
        f"player_1 decides what to bid for the poll in Bayern. {words} Highest: player_2 4. "
        "Bids: player_0 2, player_1 3, player_2 4. Out: player_0."
    )


# --- Its size ------------------------------------------------------------------------------------


def test_a_full_board_fits_the_screen():
    game = p.lay(
        "PLACE_LOBBY", players=5, round_number=4, lands=(0, 2, 12, 9),
        opinions={0: "++wel ++hom ++gen ++nuc"},
        national="+wel! +hom! +gen! +nuc! +eur!", pool="-spe -spe -spe -hea -hea -hea", cash=[9999] * 5,
        members=[999] * 5, programmes={0: p.FIVE, 4: p.FIVE.replace("+", "-")}, seats_won={0: [200] * 5},
        tile={0: [1] * 5}, lobby={0: "GGGGG"}, votes={0: [50] * 5, 1: [50] * 5},
        meetings={0: [4] * 5, 1: [4] * 5}, hands={0: "-gen -gen -gen"}, allies=[(0, 1), (2, 3)],
    )  # fmt: skip
    for seat in (None, 0):
        lines = game.games.board(0, seat).split("\n")
        assert max(map(len, lines)) <= 78, max(lines, key=len)
        assert len(lines) <= 27
