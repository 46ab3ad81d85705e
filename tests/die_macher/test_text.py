"""Words: the actions, the board, and what happened."""

import re

import numpy as np
import pytest
from elections import (
    BACKBENCHER,
    CHANCELLOR,
    ENVIRONMENT,
    EURO_LATER,
    EURO_NOW,
    FAMILY,
    FINANCE,
    FOREIGN,
    GENES,
    HEALTH,
    INTERIOR,
    LESS_SECURITY,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_HEALTH,
    NO_NUCLEAR,
    NO_SPELLING,
    NUCLEAR,
    PASS,
    SPELLING,
    YES,
    accept,
    card,
    deal,
    force,
    kind,
    lay,
    legal,
    lobby,
    number,
    open_in,
    option,
    own_box,
    phase,
    play,
    player,
    refuse,
    region,
)

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.actions import ACTIONS
from hustings.envs.die_macher.table import DECISIONS, IN_HAND, KINDS, REGIONS, Lobby, Phase
from hustings.envs.die_macher.text.describe import (
    cabinet_in_words,
    land_name,
    stand_code,
    stand_in_words,
)
from support import told_of

OTHERS = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR, EURO_NOW]  # a programme
BEST = [LESS_WELFARE, LESS_SECURITY, NO_GENES, NO_NUCLEAR, EURO_LATER]


def words(games: GameBatch) -> dict[int, str]:
    """All that is legal, in words."""
    return {action: games.describe(0, action) for action in sorted(legal(games))}


def shown(games: GameBatch, seat: int | None = None) -> list[str]:
    """The lines of the board, long ones in one piece."""
    return re.sub(r"\n {4}(?=\S)", " ", games.board(0, seat)).split("\n")


def question(games: GameBatch, seat: int | None = None) -> str:
    return shown(games, seat)[-1]


def told(games: GameBatch, *moves: tuple[int, int], seat: int | None = None) -> list[str]:
    """The news of the last of these moves, for a seat or for everybody."""
    play(games, *moves[:-1])
    before = games.tables.copy()
    play(games, moves[-1])
    return told_of(games, before, moves[-1][1], seat)


def told_all(games: GameBatch, *moves: tuple[int, int], seat: int | None = None) -> list[str]:
    """The news of all these moves."""
    return [line for move in moves for line in told(games, move, seat=seat)]


def random_actions(games: GameBatch, rng: np.random.Generator) -> np.ndarray:
    """Legal actions at random; to do something is likelier than to pass."""
    weights = np.ones(games.legal.shape)
    weights[:, PASS] = 0.3
    return (rng.random(weights.shape) ** (1 / weights) * games.legal).argmax(axis=1)


# --- Words ---------------------------------------------------------------------------------------


def test_cards_and_lands_in_words():
    games = deal(3)
    table, box = lay(games, Phase.MEDIA), games.box[0]
    assert land_name(box, table, 0) == "Nordrhein-Westfalen"
    assert land_name(box, table, -1) == "region 0"
    assert land_name(box, table, REGIONS) == "region 5"
    assert stand_in_words(box, EURO_LATER) == "Euro: later"
    codes = [stand_code(box, each) for each in range(KINDS)]
    assert codes[EURO_NOW] == "+eur"
    assert codes[EURO_LATER] == "-eur"
    assert stand_code(box, NO_HEALTH, doubled=True) == "--hea"
    assert len(set(codes)) == KINDS
    assert cabinet_in_words(box, BACKBENCHER) == "Backbencher (1): 3 votes"
    expected = "Foreign Minister (6, telephone): 8 votes, media, trend up 2, another's down 1"
    assert cabinet_in_words(box, FOREIGN) == expected


def test_a_card_with_nothing_but_a_telephone_in_words():
    fields = ("votes", "doubler", "media", "up", "down")
    cards = {f"cabinet_{name}": [0, 0, *[1] * 6] for name in fields}
    games = deal(3, box=own_box(cabinet_phone=[0, *[1] * 7], **cards))
    lay(games, Phase.LOBBY, lobby={0: [BACKBENCHER]})
    said = "Backbencher (1, telephone): nothing else"
    assert cabinet_in_words(games.box[0], BACKBENCHER) == said
    assert question(games) == f"player_0: What does this card do in Nordrhein-Westfalen? {said}"


# --- Actions -------------------------------------------------------------------------------------


def test_the_sheet_in_words():
    games = deal(3)
    lay(games, Phase.SHEET, round_number=0)
    assert list(words(games).values()) == [
        "Section 1, option 1: trend, trend, 6 meetings",
        "Section 1, option 2: trend, 6 votes, 6 meetings",
        "Section 1, option 3: 6 votes, 6 votes, 6 meetings",
    ]
    play(games, (0, option(1, 2)))
    assert words(games)[region(0)] == "Trend in Nordrhein-Westfalen"
    play(games, (0, region(0)))
    assert words(games)[region(1)] == "6 votes in Bayern"
    play(games, (0, region(1)))
    assert words(games)[region(2)] == "6 meetings in Hessen"
    play(games, (0, region(2)))
    assert list(words(games).values()) == [
        "Section 2, option 1: 12 members",
        "Section 2, option 2: 8 members, 1 media marker",
        "Section 2, option 3: 4 members, 2 media markers",
        "Section 2, option 4: 3 media markers",
    ]
    play(games, (0, option(2, 3)), (0, region(3)))
    assert words(games)[region(3)] == "Media marker in Sachsen"


def test_a_sheet_of_ones_own_in_words():
    items = {"sheet_item": [[0, 0, 2]] * 3, "sheet_amount": [[2, 3, 1]] * 3}
    games = deal(3, box=own_box(sheet_members=[0] * 4, sheet_media=[0, 1, 2, 3], **items))
    assert games.describe(0, option(1, 1)) == "Section 1, option 1: trend 2, trend 3, 1 meeting"
    assert games.describe(0, option(2, 1)) == "Section 2, option 1: nothing"


def test_the_start_player_in_words():
    games = deal(3)
    lay(games, Phase.START_BID, cash=[4, 25, 25])
    said = words(games)
    assert said[number(0)] == "Bid nothing for the start"
    assert said[number(4)] == "Bid 4 thousand for the start"
    assert len(said) == 5
    lay(games, Phase.START_PLAYER, seat=1, bid=[0, 3, 2], bidder=1)
    assert words(games) == {
        player(0): "Be start player yourself",
        player(1): "Name player_2 start player",
        player(2): "Name player_0 start player",
    }


def test_the_conference_in_words():
    games = deal(3)
    lay(games, Phase.DISCARD, hands={0: [EURO_LATER, GENES, GENES]}, programmes={0: OTHERS})
    assert words(games) == {
        PASS: "Nothing more to discard",
        kind(GENES): "Discard Genetic engineering: yes",
        kind(EURO_LATER): "Discard Euro: later",
    }
    play(games, (0, PASS))
    assert words(games) == {
        PASS: "Leave the programme as it is",
        kind(EURO_LATER): "Open Euro: later",
    }
    play(games, (0, kind(EURO_LATER)))
    assert words(games) == {kind(EURO_NOW): "Replace Euro: now by Euro: later"}


def test_laying_cards_in_words():
    games = deal(3)
    lay(games, Phase.PLACE_LOBBY, region=1, cabinet={0: [BACKBENCHER, FOREIGN, CHANCELLOR]}, cash=[9, 9, 9])
    assert words(games) == {
        PASS: "Lay no card beside Bayern",
        card(BACKBENCHER): "Lay the Backbencher (A) beside Bayern, for 1 thousand",
        card(FOREIGN): "Lay the Foreign Minister (E) beside Bayern, for 6 thousand",
    }


def lay_lobby(games: GameBatch, which: int, **fields):
    """Player_0's card acts in Bayern."""
    values = {"lobby": {1: [which]}, "opinions": {1: [EURO_NOW]}, "doubled": {1: [NO_GENES]}}
    values |= {"media": {1: [0, 1, 0]}, "trend": {1: [2, -2, -3]}}
    return lay(games, Phase.LOBBY, region=1, **(values | fields))


def test_actions_of_the_shadow_cabinet_in_words():
    games = deal(3)
    lay_lobby(games, FINANCE)
    assert words(games) == {
        PASS: "Do nothing with the Minister of Finance",
        lobby(Lobby.VOTES): "Win 10 votes in Bayern",
        lobby(Lobby.DOUBLER): "Lay or take a doubler in Bayern",
        lobby(Lobby.MEDIA): "Put out another's media marker in Bayern, for 8 thousand",
        lobby(Lobby.TREND_UP): "Raise your trend in Bayern from +2 to +3",
        lobby(Lobby.TREND_DOWN): "Lower another's trend in Bayern by 2",
    }
    play(games, (0, lobby(Lobby.DOUBLER)))
    assert words(games) == {
        kind(NO_GENES): "Take the doubler off Genetic engineering: no",
        kind(EURO_NOW): "Double Euro: now",
    }
    lay_lobby(games, FINANCE)
    play(games, (0, lobby(Lobby.MEDIA)))
    assert words(games) == {player(1): "Put out a media marker of player_1"}
    lay_lobby(games, CHANCELLOR)
    play(games, (0, lobby(Lobby.TREND_DOWN)))
    assert words(games) == {player(1): "Lower the trend of player_1 from -2 to -3"}
    play(games, (0, player(1)))
    assert words(games) == {
        PASS: "Lay no coalition tile beside Bayern",
        YES: "Lay a coalition tile beside Bayern",
    }


def lay_coalition(games: GameBatch, phase_: Phase = Phase.NEXT_COALITION):
    """All have a tile in the current region, and the same programme."""
    programmes = dict.fromkeys(range(3), OTHERS)
    return lay(games, phase_, tile={0: [1, 1, 1]}, programmes=programmes)


def test_coalitions_in_words():
    games = deal(3)
    lay_coalition(games)
    assert words(games) == {
        PASS: "Ask nobody for a coalition",
        player(1): "Ask player_1 for a coalition",
        player(2): "Ask player_2 for a coalition",
    }
    play(games, (0, player(2)))
    assert words(games) == {PASS: "Refuse a coalition with player_0", YES: "Make a coalition with player_0"}
    lay_coalition(games, Phase.NEXT_FORCE)
    assert words(games) == {
        PASS: "Force nobody into a coalition",
        force(1): "Force player_1 into a coalition",
        force(2): "Force player_2 into a coalition",
    }
    games = deal(3, coalition_passes=1)
    lay_coalition(games)
    play(games, (0, player(2)), (2, PASS))
    assert words(games) == {
        PASS: "Ask nobody else for a coalition",
        player(1): "Ask player_1 for a coalition",
        force(1): "Force player_1 into a coalition",
        force(2): "Force player_2 into a coalition",
    }


def test_media_and_exchanges_in_words():
    games = deal(3)
    lay(games, Phase.MEDIA, regions=2, round_number=6)
    assert words(games) == {
        PASS: "Buy no media marker",
        region(0): "Buy a media marker in Nordrhein-Westfalen",
        region(1): "Buy a media marker in Bayern",
    }
    lay(games, Phase.SWAP_OUT, region=1, opinions={1: [EURO_NOW]}, pool=[GENES, GENES, NO_GENES])
    assert words(games) == {
        PASS: "Exchange no opinion in Bayern",
        kind(EURO_NOW): "Exchange Euro: now",
    }
    play(games, (0, kind(EURO_NOW)))
    assert words(games) == {
        kind(GENES): "Replace Euro: now by Genetic engineering: yes",
        kind(NO_GENES): "Replace Euro: now by Genetic engineering: no",
    }


def test_meetings_and_conversions_in_words():
    games = deal(3)
    lay(games, Phase.MEETINGS, region=2, cash=[2, 0, 0])
    assert list(words(games).values()) == [
        "Buy no meetings in Hessen",
        "Buy 1 meeting in Hessen",
        "Buy 2 meetings in Hessen",
    ]
    fields = {"meetings": {1: [6, 1, 1]}, "opinions": {1: [EURO_NOW]}, "trend": {1: [2, 0, 0]}}
    lay(games, Phase.CONVERT, region=1, programmes={0: [EURO_NOW]}, **fields)
    said = words(games)
    assert said[number(0)] == "Convert no meetings in Bayern"
    assert said[number(1)] == "Convert 1 meeting in Bayern into 3 votes"
    assert said[number(6)] == "Convert 6 meetings in Bayern into 18 votes"
    lay(games, Phase.CONVERT, region=1, programmes={0: [EURO_NOW]}, votes={1: [45]}, **fields)
    assert words(games)[number(6)] == "Convert 6 meetings in Bayern into 5 votes"
    lay(games, Phase.CONVERT, region=1, programmes={0: [EURO_LATER]}, meetings={1: [5]})
    assert words(games)[number(5)] == "Convert 5 meetings in Bayern into 2 votes"
    assert words(games)[number(1)] == "Convert 1 meeting in Bayern into 0 votes"


@pytest.mark.parametrize("meetings", [1, 5, 6])
@pytest.mark.parametrize("trend", [-1, 0, 3])
@pytest.mark.parametrize("votes", [0, 44, 50])
def test_the_votes_named_are_the_votes_won(meetings, trend, votes):
    games = deal(3)
    fields = {"meetings": {1: [6]}, "trend": {1: [trend]}, "votes": {1: [votes]}}
    lay(games, Phase.CONVERT, region=1, opinions={1: [EURO_NOW]}, programmes={0: [EURO_NOW]}, **fields)
    named = int(re.search(r"into (\d+) vote", words(games)[number(meetings)])[1])
    play(games, (0, number(meetings)))
    assert games.tables["votes"][0, 1, 0] - votes == named


def lay_poll(games: GameBatch, phase_: Phase = Phase.PUBLISH, **fields):
    """Player_0 has bought the first poll of the box, for Bayern: +2, +1, -1 for three players."""
    values = {"poll": 0, "bid": [4, 3, 0], "bidder": 0, "trend": {1: [2, 0, -2]}} | fields
    table = lay(games, phase_, region=1, **values)
    table["poll_zone"][0] = 3
    table["changes"] = 2 * (phase_ == Phase.CHANGE_TREND)
    return table


def test_polls_in_words():
    games = deal(3)
    lay(games, Phase.POLL_BID, region=1, cash=[6, 6, 6], bid=[0, 4, 0], bidder=1)
    assert words(games) == {
        PASS: "Make no bid for the poll",
        number(5): "Bid 5 thousand for the poll",
        number(6): "Bid 6 thousand for the poll",
    }
    play(games, (0, number(5)), (1, number(6)), (2, PASS))
    assert words(games) == {PASS: "Bid no more for the poll"}
    lay_poll(games)
    assert words(games) == {PASS: "Suppress the poll, for 2 dice of members", YES: "Publish the poll"}
    lay_poll(games, Phase.CHANGE_TREND)
    assert words(games) == {
        PASS: "Change no more trends",
        player(0): "Move the trend of player_0 from +2 to +3",
        player(1): "Move the trend of player_1 from 0 to +1",
        player(2): "Move the trend of player_2 from -2 to -3",
    }
    games = deal(3, poll_members_dice=1, poll_auction="blind")
    lay_poll(games)
    assert words(games)[PASS] == "Suppress the poll, for 1 die of members"
    lay(games, Phase.POLL_BID, region=1, cash=[1, 6, 6])
    assert list(words(games).values()) == ["Bid nothing for the poll", "Bid 1 thousand for the poll"]


def lay_winner(games: GameBatch, phase_: Phase = Phase.NATIONAL_CARD, **fields):
    """Player_0 has won the current region."""
    values = {"winner": [0, -1, -1], "national_cards": [2, 0, 0], "media": {0: [1]}} | fields
    return lay(games, phase_, **({"opinions": {0: [EURO_NOW, GENES, SPELLING]}} | values))


def test_the_national_board_in_words():
    games = deal(3)
    lay_winner(games, Phase.NATIONAL_MEDIA, round_number=2)
    assert words(games) == {
        PASS: "Place no media marker on the national board",
        YES: "Place a media marker on the national board, for 20 points",
    }
    lay_winner(games, national=[EURO_NOW, NO_GENES])
    contrary = "Genetic engineering: no"
    assert words(games) == {
        PASS: "Place no more opinions on the national board",
        kind(GENES): f"Place Genetic engineering: yes on the national board, instead of {contrary}",
        kind(EURO_NOW): "Secure Euro: now on the national board",
        kind(SPELLING): "Place Spelling reform: yes on space 3 of the national board",
    }
    full = [EURO_NOW, MORE_WELFARE, NO_NUCLEAR, HEALTH, MORE_SECURITY]
    lay_winner(games, national=full, secured=[MORE_WELFARE, NO_NUCLEAR, HEALTH])
    assert words(games)[kind(SPELLING)] == "Place Spelling reform: yes on the national board"
    play(games, (0, kind(SPELLING)))
    assert words(games) == {
        kind(MORE_SECURITY): "Replace Home security: more by Spelling reform: yes",
        kind(EURO_NOW): "Replace Euro: now by Spelling reform: yes",
    }


def test_contributions_in_words():
    games = deal(3)
    table = lay(games, Phase.CONTRIBUTION)
    table["contribution"][0] = [0, 1, 0, 2, 1]
    assert words(games) == {
        accept(1): "Accept 5 thousand, with 1 die of risk",
        accept(3): "Accept 20 thousand, with 2 dice of risk",
        refuse(1): "Refuse 5 thousand, for 1 die of members",
        refuse(3): "Refuse 20 thousand, for 3 dice of members",
    }
    games = deal(3, box=own_box(contribution_risk=[0] * 5, contribution_refusal=[0] * 5))
    assert games.describe(0, accept(2)) == "Accept 10 thousand"
    assert games.describe(0, refuse(5)) == "Refuse 50 thousand"


@pytest.mark.parametrize("players", [3, 5])
def test_every_action_has_words_in_every_phase(players):
    """Also where it is not legal: words never fail."""
    games = deal(players, seed=4, ask_forced=False)
    rng = np.random.default_rng(2)
    step = 0
    while not games.over[0]:
        games.step(random_actions(games, rng))
        step += 1
        said = [games.describe(0, action) for action in np.flatnonzero(games.legal[0]).tolist()]
        assert len(set(said)) == len(said)
        assert all(len(line) <= 100 for line in said)
        if step % 40 == 0 or games.over[0]:
            table = games.tables[0].copy()
            for table.phase in range(DECISIONS + 1):
                for action in range(ACTIONS.size):
                    assert GAME.describe(games.box[0], table, action)[0].isupper()


# --- The board -----------------------------------------------------------------------------------


def test_the_board_shows_regions_side_by_side():
    games = deal(3)
    lay(
        games,
        Phase.MEDIA,
        round_number=3,
        start=2,
        opinions={0: [EURO_LATER, HEALTH, NO_SPELLING], 1: [EURO_NOW, GENES], 2: [NUCLEAR], 3: [NUCLEAR]},
        doubled={0: [MORE_WELFARE]},
        hidden={1: 2, 2: 3, 3: 3},
        programmes={0: OTHERS, 1: BEST},
        votes={0: [12, 50, 50], 1: [3, 3, 3]},
        arrival={0: [0, 2, 1], 1: [1, 0, 2]},
        trend={0: [3, -2, 0]},
        meetings={0: [10, 0, 7]},
        media={0: [2, 0, 1], 3: [1]},
        tile={0: [1, 0, 1]},
        ally=[3, 0, 1],
    )
    assert shown(games, 0)[:9] == [
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
    games = deal(3)
    table = lay(
        games,
        Phase.MEETINGS,
        seat=1,
        round_number=2,
        pool=[EURO_NOW, EURO_NOW, NO_GENES, NO_GENES, HEALTH, LESS_WELFARE],
        national=[EURO_LATER, NUCLEAR],
        secured=[NUCLEAR],
        national_media={1: [1]},
        programmes={0: OTHERS, 1: BEST, 2: OTHERS},
        cabinet={1: [FAMILY, FOREIGN]},
        cash=[0, 137, 25],
        members=[3, 8, 8],
        ally=[0, 3, 2],
        seats_won={0: [80, 7, 0]},
        hands={1: [EURO_NOW, GENES, GENES]},
    )
    table["contribution"][1] = [0, 1, 0, 0, 2]
    table["tiles"][1] = 3
    assert shown(games, 1)[9:] == [
        "",
        "Pool: -wel -gen -gen +eur +eur +hea; 33 opinions, 38 programmes, 20 polls left",
        "National (! secured): -eur 4/15, +nuc! 3/12, - 3/10, - 2/8, - 2/6",
        "         cash memb seat med pts cards   contr ti ally programme",
        " player_0   0    3   80   0 100 ABCDEFG 12345  4      +wel +hom +gen +nuc +eur",
        "*player_1 137    8    7  25  63 .B..E.. 1.34.  3    2 -wel -hom -gen -nuc -eur",
        " player_2  25    8    0   0  33 ABCDEFG 12345  4    1 +wel +hom +gen +nuc +eur",
        "Your hand: Genetic engineering: yes, Genetic engineering: yes, Euro: now",
        "player_1: Meetings in Nordrhein-Westfalen? (14 left)",
    ]


def test_cards_lie_face_down_until_all_are_laid():
    games = deal(3)
    lay(games, Phase.PLACE_LOBBY, seat=1, region=2, lobby={0: [FOREIGN, FAMILY], 1: [0, CHANCELLOR]})

    def row(*marks: str) -> list[str]:
        return [part for mark in (*marks, "", "", "")[:4] for part in (".", "1", "0", "0", f".{mark}")]

    assert [line.split()[1:] for line in shown(games, 1)[5:7]] == [row("?"), row("B", "G")]
    assert [line.split()[1:] for line in shown(games, 0)[5:7]] == [row("E"), row("?", "?")]
    assert [line.split()[1:] for line in shown(games)[5:7]] == [row("E"), row("B", "G")]
    assert question(games, 1) == "player_1: A card beside Hessen? (13 thousand left)"
    assert question(games, 0) == "player_1: A card beside Hessen?"
    legend = next(line for line in shown(games, 2) if line.startswith("Cards"))
    assert legend == (
        "Cards, price: A 1: 3 votes; B 2 tel.: 4 votes, doubler; C 3: 5 votes, doubler, +1; "
        "D 4 tel.: 6 votes, +1, -1; E 6 tel.: 8 votes, media, +2, -1; "
        "F 8: 10 votes, doubler, media, +2, -2; G 10 tel.: 12 votes, doubler, media, +3, -3"
    )
    lay(games, Phase.LOBBY, lobby={0: [FOREIGN, FAMILY], 1: [0, CHANCELLOR]})
    for seat in (None, 0, 1, 2):
        assert [line.split()[1:] for line in shown(games, seat)[5:7]] == [row("E"), row("B", "G")]


def test_a_seat_sees_its_own_hand_and_sheet():
    games = deal(3)
    lay(games, Phase.SHEET, round_number=0, hands={0: [EURO_NOW], 1: [GENES, NO_HEALTH]})
    assert shown(games, 0)[0] == "Preliminary round, sheets; start player: player_0; doublers: 4"
    assert "Your hand: Genetic engineering: yes, Health reform: no" in shown(games, 1)
    assert "Hands: player_0 +eur, player_1 +gen -hea, player_2 " in "\n".join(shown(games)) + " "
    assert question(games, 0) == "player_0: Section 1 of the sheet?"
    play(games, (0, option(1, 1)), (0, region(1)))
    assert question(games, 0) == "player_0: A region for this: trend?"
    assert "Your sheet: trend in Bayern, trend in ?, 6 meetings in ?" in shown(games, 0)
    assert "player_0's sheet: trend in Bayern, trend in ?, 6 meetings in ?" in shown(games)
    assert question(games, 1) == question(games, 2) == "player_0: The sheet?"
    play(games, (0, region(2)), (0, region(2)))
    assert question(games, 0) == "player_0: Section 2 of the sheet?"
    play(games, (0, option(2, 2)))
    assert question(games, 0) == "player_0: A region for this: media marker?"
    play(games, (0, region(3)))
    sheet = "trend in Bayern, trend in Hessen, 6 meetings in Hessen, 8 members, media marker in Sachsen"
    assert f"Your sheet: {sheet}" in shown(games, 0)
    assert not any("sheet:" in line for line in shown(games, 1))


def test_choices_that_not_all_know():
    games = deal(3)

    def chosen(seat: int | None) -> str:
        return next((line for line in shown(games, seat) if line.startswith("Chosen")), "")

    lay(games, Phase.START_BID, start=1, seat=0, bid=[0, 7, 0])
    assert chosen(None) == "Chosen: player_1 7 thousand, player_2 nothing"
    assert chosen(0) == "Chosen: player_1 ?, player_2 ?"
    assert chosen(2) == "Chosen: player_1 ?, player_2 nothing"
    lay(games, Phase.CONTRIBUTION, seat=2, offer=[3, 9, 0])
    assert chosen(None) == "Chosen: player_0 accept 20 thousand, player_1 refuse 30 thousand"
    assert chosen(1) == "Chosen: player_0 ?, player_1 refuse 30 thousand"
    assert chosen(2) == "Chosen: player_0 ?, player_1 ?"
    assert "Contributions 1 to 5: 5, 10, 20, 30, 50 thousand" in shown(games, 2)
    games = deal(3, contribution="in_turn", poll_auction="blind")
    lay(games, Phase.CONTRIBUTION, seat=2, offer=[3, 9, 0])
    assert chosen(2) == "Chosen: player_0 accept 20 thousand, player_1 refuse ?"
    lay(games, Phase.POLL_BID, seat=1, bid=[4, 0, 0], passed=[1, 0, 0])
    assert chosen(0) == "Chosen: player_0 4 thousand"
    assert chosen(1) == "Chosen: player_0 ?"
    assert question(games, 1) == "player_1: A bid for the poll in Nordrhein-Westfalen?"


def test_what_the_board_asks():
    games = deal(3)
    lay(games, Phase.START_BID)
    assert question(games) == "player_0: A bid for the choice of the start player?"
    lay(games, Phase.START_PLAYER, seat=1, bid=[0, 3, 2], bidder=1)
    assert question(games, 0) == "player_1: Who starts? Bids: player_0 0, player_1 3, player_2 2"
    lay(games, Phase.DISCARD, hands={0: [EURO_LATER, GENES]}, programmes={0: OTHERS}, renewed=1)
    assert question(games) == "player_0: Which hidden cards go, for as many new ones? (1 so far)"
    play(games, (0, PASS))
    assert question(games) == "player_0: A hidden card for the programme?"
    play(games, (0, kind(EURO_LATER)))
    assert question(games) == "player_0: What goes for Euro: later?"
    lay_lobby(games, FINANCE)
    asked = "player_0: What does this card do in Bayern? Minister of Finance (8): "
    assert question(games) == asked + "10 votes, doubler, media, trend up 2, another's down 2"
    play(games, (0, lobby(Lobby.DOUBLER)))
    assert question(games) == "player_0: Which opinion of Bayern gets or loses a doubler?"
    lay_lobby(games, FINANCE)
    play(games, (0, lobby(Lobby.MEDIA)))
    assert question(games) == "player_0: Whose media marker goes in Bayern?"
    lay_lobby(games, CHANCELLOR)
    play(games, (0, lobby(Lobby.TREND_DOWN)))
    assert question(games) == "player_0: Whose trend falls in Bayern?"
    play(games, (0, player(1)))
    assert question(games) == "player_0: A coalition tile beside Bayern?"
    lay_coalition(games)
    assert question(games) == "player_0: Whom to ask for a coalition in Nordrhein-Westfalen?"
    play(games, (0, player(1)))
    assert question(games) == "player_1: A coalition with player_0 in Nordrhein-Westfalen?"
    lay_coalition(games, Phase.NEXT_FORCE)
    assert question(games) == "player_0: Whom to force into a coalition in Nordrhein-Westfalen?"
    lay(games, Phase.MEDIA, passes=1)
    assert question(games) == "player_0: A media marker? (5 left; 1 pass in a row)"
    swap = {"region": 1, "opinions": {1: [EURO_NOW]}, "pool": [GENES]}
    lay(games, Phase.SWAP_OUT, **swap)
    assert shown(games)[0].startswith("Round 1 of 7, media; ")
    assert (
        question(games)
        == "player_0: You have control of the media in Bayern: which opinion goes, for one of the pool?"
    )
    lay(games, Phase.SWAP_OUT, by_votes=1, **swap)
    assert shown(games)[0].startswith("Round 1 of 7, conversion; ")
    assert (
        question(games)
        == "player_0: You have an absolute majority of votes in Bayern: which opinion goes, for one of the "
        "pool?"
    )
    play(games, (0, kind(EURO_NOW)))
    assert question(games) == "player_0: Which opinion of the pool replaces Euro: now in Bayern?"
    lay(games, Phase.POLL_BID)
    assert question(games) == "player_0: A bid for the poll in Nordrhein-Westfalen?"
    lay(games, Phase.POLL_BID, region=1, bid=[0, 4, 0], bidder=1, passed=[0, 0, 1])
    assert question(games) == "player_0: A bid for the poll in Bayern? Highest: player_1 4. Out: player_2."
    lay_poll(games)
    says = "player_0 +2, player_1 +1, player_2 -1"
    assert question(games, 0) == f"player_0: Publish the poll in Bayern? It says: {says}"
    assert question(games, 1) == "player_0: Publish the poll in Bayern?"
    lay_poll(games, Phase.CHANGE_TREND)
    assert question(games, 1) == f"player_0: Whose trend in Bayern changes? (2 at most) The poll: {says}"
    lay(games, Phase.CONVERT, region=1, meetings={1: [6]})
    assert question(games) == "player_0: How many meetings in Bayern to convert?"
    lay_winner(games, Phase.NATIONAL_MEDIA)
    assert question(games) == "player_0: A media marker for the national board?"
    lay_winner(games, national=[HEALTH, MORE_WELFARE, NO_NUCLEAR, MORE_SECURITY, NO_GENES])
    assert question(games) == "player_0: An opinion for the national board? (2 at most)"
    play(games, (0, kind(SPELLING)))
    assert question(games) == "player_0: What does Spelling reform: yes replace on the national board?"
    lay(games, Phase.CONTRIBUTION)
    assert question(games) == "player_0: Which contribution, accepted or refused?"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"contribution": "in_turn", "poll_auction": "blind"}])
def test_the_board_fits_the_screen(players, options):
    """Who looks at all the sheets of the preliminary round at once needs more lines."""
    games = deal(players, num_games=4, seed=8, ask_forced=False, **options)
    rng = np.random.default_rng(2)
    step = 0
    while not games.over.all():
        games.step(random_actions(games, rng))
        step += 1
        if step % 9 == 0:
            for row in range(4):
                seat = [None, *range(players)][step // 9 % (players + 1)]
                lines = games.board(row, seat).split("\n")
                assert max(map(len, lines)) <= 78, max(lines, key=len)
                if seat is not None or games.tables["phase"][row] != Phase.SHEET:
                    assert len(lines) <= 26, "\n".join(lines)
    assert games.board(0, 0).endswith("The game is over.")


def test_a_full_board_fits_the_screen():
    games = deal(5)
    lay(
        games,
        Phase.PLACE_LOBBY,
        round_number=4,
        lands=(0, 2, 12, 9),
        doubled={0: [0, 2, 4, 6]},
        national=[0, 2, 4, 6, 8],
        secured=[0, 2, 4, 6, 8],
        pool=[13] * 3 + [11] * 3,
        cash=[9999] * 5,
        members=[999] * 5,
        programmes={0: [0, 2, 4, 6, 8], 4: [1, 3, 5, 7, 9]},
        seats_won={0: [200] * 5},
        tile={0: [1] * 5},
        lobby={0: [7] * 5},
        votes={0: [50] * 5, 1: [50] * 5},
        meetings={0: [4] * 5, 1: [4] * 5},
        hands={0: [5, 5, 5]},
        ally=[2, 1, 4, 3, 0],
    )
    for seat in (None, 0):
        lines = games.board(0, seat).split("\n")
        assert max(map(len, lines)) <= 78, max(lines, key=len)
        assert len(lines) <= 27


# --- News: the preliminary round, the start player, the conference -------------------------------


def test_news_of_sheets():
    games = deal(3)
    lay(games, Phase.SHEET, round_number=0, hands={0: [EURO_NOW] * 3, 1: [EURO_LATER] * 3})
    first = [(0, option(1, 2)), *[(0, region(place)) for place in (0, 1, 1)], (0, option(2, 2))]
    assert told_all(games, *first) == []
    assert told(games, (0, region(2))) == ["player_0 hands the sheet in."]
    second = [(1, option(1, 3)), *[(1, region(0))] * 3, (1, option(2, 1))]
    assert told_all(games, *second) == ["player_1 hands the sheet in."]
    third = [(2, option(1, 1)), *[(2, region(3))] * 3, (2, option(2, 4)), *[(2, region(3))] * 3]
    for seat in (None, 1):
        copy = deal(3)
        copy.tables[:] = games.tables
        lines = told(copy, *third, seat=seat)
        assert lines == [
            "player_2 hands the sheet in.",
            "player_0's sheet: trend in Nordrhein-Westfalen, 6 votes in Bayern, 6 meetings in Bayern, "
            "8 members, media marker in Hessen.",
            "player_1's sheet: 6 votes in Nordrhein-Westfalen, 6 votes in Nordrhein-Westfalen, "
            "6 meetings in Nordrhein-Westfalen, 12 members.",
            "player_2's sheet: trend in Sachsen, trend in Sachsen, 6 meetings in Sachsen, "
            "media marker in Sachsen, media marker in Sachsen, media marker in Sachsen.",
            "Round 1 of 7: Nordrhein-Westfalen is to vote.",
        ]


def test_news_of_the_start_player():
    games = deal(3)
    lay(games, Phase.START_BID, start=1, seat=1, hands={seat: [EURO_NOW] for seat in range(3)})
    assert told(games, (1, number(4)), seat=1) == ["player_1 bids 4 thousand for the start."]
    assert told(games, (2, number(0)), seat=1) == ["player_2 bids in secret for the start."]
    assert told(games, (0, number(3))) == [
        "player_0 bids 3 thousand for the start.",
        "Bids for the start: player_0 3, player_1 4, player_2 0.",
        "player_1 pays 4 thousand and names the start player.",
    ]
    assert told(games, (1, player(2)), seat=2) == [
        "player_1 names player_0 start player.",
        "player_0 draws 2 hidden cards.",
    ]
    lay(games, Phase.START_BID, seat=2, bid=[4, 4, 0])
    lines = told(games, (2, number(1)), seat=0)
    assert re.fullmatch(r"player_[01] pays 4 thousand and names the start player, by the die\.", lines[2])
    lay(games, Phase.START_BID, seat=2, hands={seat: [seat] * 3 for seat in range(3)})
    assert told(games, (2, number(0)), seat=0)[1:] == [
        "Bids for the start: player_0 0, player_1 0, player_2 0.",
        "Nobody bids: player_0 is start player.",
    ]


def lay_conference(games: GameBatch, phase_: Phase = Phase.DISCARD, **fields):
    hands = {0: [EURO_LATER, GENES, HEALTH], 1: [NUCLEAR, NUCLEAR], 2: [SPELLING] * 3}
    return lay(games, phase_, hands=hands, programmes={0: OTHERS, 1: OTHERS, 2: BEST}, **fields)


def test_news_of_the_conference():
    games = deal(3)
    for seat in (0, 1, None):
        lay_conference(games)
        assert told(games, (0, PASS), seat=seat) == ["player_0 discards no hidden card."]
        assert told(games, (0, kind(EURO_LATER)), seat=seat) == []
        taken = "player_0 takes Euro: later into the programme, for Euro: now."
        lines = told(games, (0, kind(EURO_NOW)), seat=seat)
        assert lines[0] == taken
        assert re.fullmatch("player_1 draws (.*).", lines[1])[1].count(":") == (seat != 0)
        assert lines[1] == "player_1 draws 1 hidden card." or seat != 0
        lay_conference(games)
        assert told_all(games, (0, kind(EURO_LATER)), (0, kind(GENES)), seat=seat) == []
        (line,) = told(games, (0, PASS), seat=seat)
        drawn = re.fullmatch("player_0 discards 2 hidden cards and draws (.*).", line)[1]
        assert drawn == "2 hidden cards" if seat == 1 else drawn.count(":") == 2
        lay_conference(games)
        moves = [(0, kind(EURO_LATER)), (0, kind(GENES))]
        assert told(games, *moves, (0, kind(HEALTH)), seat=1)[0].startswith("player_0 discards 3 hidden")
        assert told(games, (0, PASS), seat=1)[0] == "player_0 keeps the programme."


def test_news_of_a_programme_deck_made_anew():
    """The card discarded last may come back, and is told."""
    games = deal(3)
    table = lay(games, Phase.DISCARD, hands={0: [EURO_LATER]}, programmes={0: OTHERS})
    table["zone"][table["zone"] == 0] = IN_HAND + 1
    table["programme_deck"] = 0
    lines = told(games, (0, kind(EURO_LATER)), (0, PASS), seat=0)
    assert lines == [
        "player_0 discards 1 hidden card.",
        "The discarded programme cards are shuffled to make a new deck.",
        "player_0 draws Euro: later.",
    ]


def test_news_of_a_programme_deck_made_anew_for_a_hand_that_is_filled_up():
    games = deal(3)
    table = lay(games, Phase.OLD_CARD, picked=GENES, programmes={0: OTHERS}, hands={1: [NUCLEAR, HEALTH]})
    table["zone"][table["zone"] == 0] = IN_HAND + 2
    table["programme_deck"] = 0
    assert told(games, (0, kind(EURO_NOW)), seat=1) == [
        "player_0 takes Genetic engineering: yes into the programme, for Euro: now.",
        "The discarded programme cards are shuffled to make a new deck.",
        "player_1 draws Euro: now.",
    ]


# --- News: shadow cabinets and coalitions --------------------------------------------------------


def test_news_of_cards_laid_and_opened():
    games = deal(3)
    for seat in (0, 1):
        lay(games, Phase.PLACE_LOBBY, regions=2, round_number=6, opinions={0: [EURO_NOW], 1: [GENES]})
        laid = "the Foreign Minister" if seat == 0 else "a card"
        assert told(games, (0, card(FOREIGN)), seat=seat) == [
            f"player_0 lays {laid} beside Nordrhein-Westfalen."
        ]
        laid = "the Backbencher" if seat == 0 else "a card"
        assert told(games, (0, card(BACKBENCHER)), seat=seat) == [f"player_0 lays {laid} beside Bayern."]
        assert told_all(games, (1, PASS), (1, PASS), seat=seat) == ["player_1 lays no card."]
        assert told(games, (2, PASS), seat=seat) == []
        assert told(games, (2, card(INTERIOR)), seat=seat) == [
            "player_2 lays a card beside Bayern.",
            "player_0 opens the Foreign Minister beside Nordrhein-Westfalen, the Backbencher beside Bayern "
            "and pays 7 thousand.",
            "player_2 opens the Minister of the Interior beside Bayern and pays 4 thousand.",
        ]


def test_news_of_actions_of_the_shadow_cabinet():
    games = deal(3)

    def heard(which: int, *actions: int, **fields) -> list[str]:
        lay_lobby(games, which, **fields)
        return told_all(games, *((0, action) for action in actions), seat=2)

    assert heard(FINANCE, PASS)[0] == "player_0 does nothing in Bayern with the Minister of Finance."
    assert heard(FINANCE, lobby(Lobby.VOTES), votes={1: [45]})[0] == (
        "player_0 wins 5 votes in Bayern with the Minister of Finance, 50 now."
    )
    assert heard(FINANCE, lobby(Lobby.TREND_UP))[0] == (
        "player_0 raises its own trend in Bayern with the Minister of Finance from +2 to +3."
    )
    assert heard(FINANCE, lobby(Lobby.DOUBLER), kind(EURO_NOW))[0] == (
        "player_0 doubles Euro: now in Bayern with the Minister of Finance."
    )
    assert heard(FINANCE, lobby(Lobby.DOUBLER), kind(NO_GENES))[0] == (
        "player_0 takes the doubler off Genetic engineering: no in Bayern with the Minister of Finance."
    )
    assert heard(FINANCE, lobby(Lobby.MEDIA), player(1))[0] == (
        "player_0 puts out a media marker of player_1 in Bayern with the Minister of Finance: "
        "4 thousand go to player_1, 4 thousand to the bank."
    )
    assert heard(CHANCELLOR, lobby(Lobby.TREND_DOWN), player(1), YES)[:2] == [
        "player_0 lowers the trend of player_1 in Bayern with the Candidate for Chancellor from -2 to -3.",
        "player_0 lays a coalition tile beside Bayern.",
    ]
    assert heard(CHANCELLOR, PASS, PASS)[1] == "player_0 lays no coalition tile beside Bayern."


def test_news_of_a_free_exchange_of_markers():
    games = deal(3, box=own_box(media_price=0))
    lay_lobby(games, FINANCE)
    assert told(games, (0, lobby(Lobby.MEDIA)), (0, player(1)))[0].endswith("Minister of Finance: free.")


def test_news_of_coalitions():
    games = deal(3)
    lay_coalition(games)
    assert told_all(games, (0, player(2)), (2, PASS), (1, PASS), (2, PASS), (0, PASS), seat=1) == [
        "player_0 asks player_2 for a coalition.",
        "player_2 refuses a coalition with player_0.",
        "player_1 asks nobody for a coalition.",
        "player_2 asks nobody for a coalition.",
        "player_0 forces nobody into a coalition.",
    ]
    assert told(games, (1, force(1)), seat=0) == [
        "player_1 forces player_2 into a coalition in Nordrhein-Westfalen."
    ]
    lay_coalition(games)
    assert told(games, (0, player(1)), (1, YES), seat=2) == [
        "player_1 accepts: player_0 and player_1 make a coalition in Nordrhein-Westfalen."
    ]
    games = deal(3, coalition_passes=1)
    lay_coalition(games)
    assert told_all(games, (0, player(2)), (2, PASS), (0, PASS), (1, force(1)), seat=1)[2:] == [
        "player_0 asks nobody else for a coalition.",
        "player_1 forces player_2 into a coalition in Nordrhein-Westfalen.",
    ]


# --- News: media, meetings, polls, conversion ----------------------------------------------------


def test_news_of_media_and_exchanges():
    games = deal(3)
    fields = {"opinions": {1: [EURO_NOW], 3: [HEALTH]}, "pool": [GENES], "media": {1: [2, 1, 0]}}
    lay(games, Phase.MEDIA, **fields)
    assert told_all(games, (0, PASS), (1, region(3)), seat=2) == [
        "player_0 buys no media marker.",
        "player_1 buys a media marker in Sachsen.",
    ]
    assert told_all(games, (2, PASS), (0, PASS), (1, PASS), seat=2)[2:] == [
        "player_1 buys no media marker.",
        "player_0 has control of the media in Bayern.",
    ]
    assert told_all(games, (0, kind(EURO_NOW)), (0, kind(GENES)), seat=2) == [
        "player_0 exchanges Euro: now in Bayern for Genetic engineering: yes.",
        "player_1 has control of the media in Sachsen.",
    ]
    assert told(games, (1, PASS), seat=2) == ["player_1 exchanges no opinion in Sachsen."]
    assert told_all(games, (0, number(0)), (0, number(1)), (0, number(3)), seat=2) == [
        "player_0 buys 1 meeting in Bayern.",
        "player_0 buys 3 meetings in Hessen.",
    ]


def test_news_of_an_auction_and_a_published_poll():
    games = deal(3)
    lay(games, Phase.POLL_BID, region=1, trend={1: [2, 0, -3]})
    assert told_all(games, (0, number(2)), (1, number(4)), (2, PASS), seat=2) == [
        "player_0 bids 2 thousand for the poll in Bayern.",
        "player_1 bids 4 thousand for the poll in Bayern.",
        "player_2 makes no bid for the poll in Bayern.",
    ]
    bought = "player_1 pays 4 thousand for the poll in Bayern."
    before = games.tables.copy()
    play(games, (0, PASS))
    for seat in (0, 1, None):
        lines = told_of(games, before, PASS, seat)
        assert lines[:2] == ["player_0 bids no more for the poll in Bayern.", bought]
        assert len(lines) == 2 + (seat != 0)
        assert seat == 0 or re.fullmatch(r"It says: player_0 \S+, player_1 \S+, player_2 \S+\.", lines[2])
    lay_poll(games)
    assert told(games, (0, YES), seat=1) == [
        "player_0 publishes the poll in Bayern: player_0 +2, player_1 +1, player_2 -1."
    ]
    assert told_all(games, (0, player(2)), (0, PASS), seat=1) == [
        "player_0 moves the trend of player_2 in Bayern from -2 to -3.",
        "player_0 changes no more trends.",
    ]


def test_news_of_polls_that_nobody_sees():
    games = deal(3)
    lay_poll(games)
    for seat in (0, 1):
        lay_poll(games)
        lines = told(games, (0, PASS), seat=seat)
        assert lines[0] == "player_0 does not publish the poll in Bayern."
        members = int(games.tables["members"][0, 0])
        won = "1 member" if members == 6 else f"{members - 5} members"
        assert lines[1:] == [f"player_0 wins {won}, {members} now."]
    lay(games, Phase.POLL_BID, seat=2, region=1, passed=[1, 1, 0])
    assert told(games, (2, PASS), seat=0) == [
        "player_2 makes no bid for the poll in Bayern.",
        "Nobody buys the poll in Bayern: it is discarded unseen.",
    ]


def test_news_of_blind_bids():
    games = deal(3, poll_auction="blind")
    lay(games, Phase.POLL_BID, region=1)
    assert told(games, (0, number(3)), seat=0) == ["player_0 bids 3 thousand for the poll in Bayern."]
    assert told(games, (1, number(5)), seat=0) == ["player_1 bids in secret for the poll in Bayern."]
    assert told(games, (2, number(0)), seat=0) == [
        "player_2 bids in secret for the poll in Bayern.",
        "Bids for the poll in Bayern: player_0 3, player_1 5, player_2 0.",
        "player_1 pays 5 thousand for the poll in Bayern.",
    ]
    lay(games, Phase.POLL_BID, region=1)
    lines = told(games, (0, number(3)), (1, number(3)), (2, number(0)), seat=2)
    assert re.fullmatch(r"player_[01] pays 3 thousand for the poll in Bayern, by the die\.", lines[-1])
    lay(games, Phase.POLL_BID, region=1)
    assert told(games, (0, number(0)), (1, number(0)), (2, number(0)), seat=2)[1:] == [
        "Bids for the poll in Bayern: player_0 0, player_1 0, player_2 0.",
        "Nobody buys the poll in Bayern: it is discarded unseen.",
    ]


def test_news_of_polls_made_a_new_deck():
    games = deal(3)
    table = lay(games, Phase.POLL_BID, seat=2, region=1, passed=[1, 1, 0])
    table["poll_zone"] = 1
    assert told(games, (2, PASS), seat=0)[-2:] == [
        "The polls are shuffled to make a new deck.",
        "Nobody buys the poll in Bayern: it is discarded unseen.",
    ]
    games = deal(3, poll_auction="blind")
    table = lay(games, Phase.POLL_BID, seat=2, region=1, passed=[1, 1, 0])
    table["poll_zone"] = 1
    assert told(games, (2, number(5)), seat=0)[1:] == [
        "Bids for the poll in Bayern: player_0 0, player_1 0, player_2 5.",
        "The polls are shuffled to make a new deck.",
        "player_2 pays 5 thousand for the poll in Bayern.",
    ]


def test_news_of_conversions():
    games = deal(3)
    fields = {"meetings": {1: [6, 6, 1]}, "trend": {1: [3]}, "votes": {1: [40, 2]}}
    lay(games, Phase.CONVERT, region=1, opinions={1: [EURO_NOW]}, pool=[GENES], **fields)
    assert told(games, (0, number(4)), seat=2) == [
        "player_0 converts 4 meetings in Bayern into 10 votes, 50 now."
    ]
    assert told(games, (1, number(0)), seat=2) == [
        "player_1 converts no meetings in Bayern.",
        "player_0 has an absolute majority of votes in Bayern.",
    ]


# --- News: the election --------------------------------------------------------------------------


def hold_election(games: GameBatch, meetings=(0, 0, 0), **fields) -> list[str]:
    """The news of an election: it follows the last conversion, of nothing."""
    lay(games, Phase.CONVERT, region=1, meetings={0: meetings, 1: [6, 0, 0]}, **fields)
    return told(games, (0, number(0)), seat=2)[1:]


def test_news_of_an_election():
    games = deal(3, absolute_majority_current=False)
    fields = {"votes": {0: [30, 10, 20]}, "trend": {0: [3, -1, 0]}, "media": {0: [1]}}
    assert hold_election(games, [2, 3, 0], **fields) == [
        "player_0 converts 2 meetings in Nordrhein-Westfalen into 6 votes, 36 now.",
        "player_1 converts 3 meetings in Nordrhein-Westfalen into 1 vote, 11 now.",
        "Seats (votes) in Nordrhein-Westfalen: player_0 58 (36), player_1 18 (11), player_2 32 (20).",
        "player_0 wins Nordrhein-Westfalen.",
    ]
    assert phase(games) == Phase.NATIONAL_MEDIA


@pytest.mark.parametrize(
    ("votes", "ally", "line"),
    [
        ([0, 0, 0], [], "Nobody has votes in Nordrhein-Westfalen, nobody wins it."),
        ([9, 9, 3], [], "player_1 wins Nordrhein-Westfalen by a nose, ahead of player_0."),
        ([9, 3, 6], [0, 3, 2],
         "player_0 wins Nordrhein-Westfalen by a nose, ahead of player_2 and player_1."),
        ([9, 4, 6], [0, 3, 2], "player_2 and player_1 win Nordrhein-Westfalen, with 10 votes together."),
        ([8, 9, 0], [3, 0, 1], "player_1 wins Nordrhein-Westfalen."),
        ([9, 9, 0], [3, 0, 1],
         "player_1 wins Nordrhein-Westfalen by a nose, ahead of player_0 and player_2."),
        ([8, 8, 0], [0, 3, 2],
         "player_1 and player_2 win Nordrhein-Westfalen by a nose, with 8 votes together."),
    ],
)  # fmt: skip
def test_news_of_winners(votes, ally, line):
    games = deal(3, absolute_majority_current=False)
    assert line in hold_election(games, votes={0: votes}, ally=ally)


def test_news_of_the_national_board():
    games = deal(3)
    lay_winner(games, Phase.NATIONAL_MEDIA, national=[EURO_NOW, NO_GENES], secured=[NO_GENES])
    assert told(games, (0, YES), seat=1) == [
        "player_0 places a media marker on the national board: 25 points."
    ]
    assert told(games, (0, kind(EURO_NOW)), seat=1) == ["player_0 secures Euro: now on the national board."]
    lines = told(games, (0, kind(GENES)), seat=1)
    assert lines[0] == (
        "player_0 places Genetic engineering: yes on space 2 of the national board, "
        "for Genetic engineering: no."
    )
    lay_winner(games, Phase.NATIONAL_MEDIA)
    assert told(games, (0, PASS), seat=1) == ["player_0 places no media marker on the national board."]
    assert told(games, (0, kind(GENES)), seat=1) == [
        "player_0 places Genetic engineering: yes on space 1 of the national board."
    ]
    assert told(games, (0, PASS), seat=1)[0] == "player_0 places no more opinions on the national board."
    lay_winner(games, national=[HEALTH, MORE_WELFARE, NO_NUCLEAR, MORE_SECURITY, NO_GENES])
    assert told(games, (0, kind(SPELLING)), seat=1) == []
    assert told(games, (0, kind(NO_NUCLEAR)), seat=1) == [
        "player_0 places Spelling reform: yes on space 3 of the national board, for Nuclear power: no."
    ]


def test_news_of_a_winner_without_a_marker_and_of_members():
    games = deal(3, absolute_majority_current=False)
    lines = hold_election(games, votes={0: [9, 3, 0]}, opinions={0: [EURO_NOW]})
    assert lines[-1] == "player_0 has no media marker in Nordrhein-Westfalen to place."
    lay_winner(games, national=[EURO_NOW, NUCLEAR], programmes={0: OTHERS, 1: BEST, 2: [EURO_NOW]})
    lines = told(games, (0, PASS), seat=1)
    assert (
        lines[1] == "For national opinions player_0 wins 7 members, 12 now, player_2 wins 4 members, 9 now."
    )


# --- News: the end of a round, and of the game ---------------------------------------------------


def test_news_of_the_end_of_a_round():
    games = deal(3, seed=2)
    fields = {"national_cards": [1, 0, 0], "hidden": {1: 1, 2: 2, 3: 3}, "seats_won": {0: [36, 0, 7]}}
    fields["members"] = [5, 4, 3]
    lay_winner(games, opinions={0: [EURO_NOW], 1: [GENES], 2: [HEALTH], 3: [NUCLEAR]}, **fields)
    lines = told(games, (0, PASS), seat=1)
    assert lines[1] == "The board of Nordrhein-Westfalen is cleared."
    for line, land in zip(lines[2:5], ("Bayern", "Hessen", "Sachsen")):
        assert re.fullmatch(rf"Opened in {land}: [A-Z][a-z ]+: [a-z]+\.", line)
    assert re.fullmatch(r"New: [\w-]+, \d+ seats\. Opened there: [A-Z][a-z ]+: [a-z]+\.", lines[5])
    assert lines[-2:] == [
        "Money for seats: player_0 36, player_1 0, player_2 7.",
        "Money for members: player_0 5, player_1 4, player_2 3.",
    ]
    for place, line in enumerate(lines[2:6]):
        opened = [stand_in_words(games.box[0], each) for each in open_in(games, place)]
        assert line.removesuffix(".").split(": ", 2 if place == 3 else 1)[-1] in " ".join(opened)
    lay_winner(games, Phase.NATIONAL_CARD, round_number=2, **fields)
    assert not any(line.startswith("Money for members") for line in told(games, (0, PASS), seat=1))


def test_news_of_opinions_that_cannot_stay():
    """All that is unseen but one card is on an issue that lies open in Bayern."""
    games = deal(3)
    table = lay_winner(games, round_number=5, regions=2, opinions={1: [EURO_NOW]}, hidden={1: 1})
    table["unseen"][0] = 0
    table["unseen"][0, EURO_LATER] = 1
    table["unseen"][0, HEALTH] = 1
    table["opinion_deck"] = 1
    seen = set()
    for seed in range(20):
        copy = deal(3, seed=seed)
        copy.tables["seed"][:] = seed
        kept = {name: table[name].copy() for name in table.dtype.names if name != "seed"}
        for name, value in kept.items():
            copy.tables[name][0] = value
        lines = told(copy, (0, PASS), seat=1)
        at = lines.index("The board of Nordrhein-Westfalen is cleared.")
        assert lines[at + 1] == "Opened in Bayern: Health reform: yes."
        seen.add(lines[at + 2])
    assert "Drawn and replaced, for their issue lay open: Euro: later." in seen
    assert any(line.startswith("Money for seats") for line in seen)


def test_news_of_an_opinion_deck_made_anew():
    games = deal(3)
    table = lay_winner(games, round_number=5, regions=2, opinions={1: [EURO_NOW]}, hidden={1: 1})
    table["unseen"][0] = 0
    table["unseen"][0, EURO_LATER] = 1
    table["opinion_deck"] = 0
    table["discards"][HEALTH] = 3
    lines = told(games, (0, PASS), seat=1)
    assert lines[1:4] == [
        "The board of Nordrhein-Westfalen is cleared.",
        "The discarded opinions are shuffled to make a new deck.",
        "Opened in Bayern: Health reform: yes.",
    ]


def test_news_of_contributions():
    games = deal(3)
    for seat in (0, None):
        lay(games, Phase.CONTRIBUTION, members=[9, 9, 9])
        assert told(games, (0, accept(3)), seat=seat) == ["player_0 accepts 20 thousand."]
        said = "player_1 chooses a contribution." if seat == 0 else "player_1 refuses 30 thousand."
        assert told(games, (1, refuse(4)), seat=seat) == [said]
        lines = told(games, (2, refuse(1)), seat=seat)
        members = games.tables["members"][0]
        lost, won = 9 - int(members[0]), int(members[1]) - 9
        assert lines[1:3] == [
            f"player_0 gets 20 thousand and loses {lost} member{'s' * (lost != 1)}, {9 - lost} left.",
            f"player_1 refuses 30 thousand and wins {won} members, {9 + won} now "
            "(3 dice more for the highest).",
        ]
        assert re.fullmatch(r"player_2 refuses 5 thousand and wins \d members?, \d+ now\.", lines[3])
        assert lines[4] == "Round 2 of 7: Nordrhein-Westfalen is to vote."


def test_news_of_contributions_in_turn():
    games = deal(3, contribution="in_turn")
    lay(games, Phase.CONTRIBUTION)
    assert told(games, (0, accept(3)), seat=1) == ["player_0 accepts 20 thousand."]
    assert told(games, (1, refuse(4)), seat=0) == ["player_1 refuses a contribution."]
    lines = told(games, (2, refuse(4)), seat=2)
    assert lines[0] == "player_2 refuses 30 thousand."
    assert not any("for the highest" in line for line in lines)


def test_news_of_the_last_elections():
    games = deal(3)
    table = lay_winner(games, round_number=6, regions=2, hidden={1: 1}, votes={1: [3, 4, 0]})
    table["meetings"][1, :3] = 0
    lines = told(games, (0, PASS), seat=1)
    assert lines[1] == "The board of Nordrhein-Westfalen is cleared."
    assert lines[2].startswith("Opened in Bayern: ")
    assert lines[-4:] == [
        "Round 7 of 7: Bayern votes at once.",
        "Seats (votes) in Bayern: player_0 4 (3), player_1 5 (4), player_2 0 (0).",
        "player_1 wins Bayern.",
        "player_1 has no media marker in Bayern to place.",
    ]


def test_news_of_the_end():
    games = deal(3)
    fields = {"round_number": 7, "regions": 1, "national_media": {1: [0, 1]}, "national": [EURO_NOW]}
    fields |= {"seats_won": {0: [30, 40, 20]}, "programmes": {0: OTHERS, 1: BEST, 2: [EURO_NOW]}}
    lay_winner(games, members=[10, 8, 8], secured=[EURO_NOW], opinions={0: [GENES]}, **fields)
    assert told(games, (0, PASS), seat=1)[1:] == [
        "For national opinions player_0 wins 4 members, 14 now, player_2 wins 4 members, 12 now.",
        "The game is over. Seats, media, members, programme:",
        "player_0 30 + 25 + 24 + 20 = 99 points.",
        "player_1 40 + 25 + 8 + 0 = 73 points.",
        "player_2 20 + 0 + 18 + 20 = 58 points.",
        "Winner: player_0.",
    ]
    assert question(games, 2) == "The game is over."
    assert shown(games, 2)[0].startswith("Round 7 of 7, over; ")


def test_news_of_level_winners():
    games = deal(3)
    fields = {"round_number": 7, "regions": 1, "opinions": {0: [GENES]}}
    lay_winner(games, members=[8, 8, 1], seats_won={0: [30, 30, 0]}, **fields)
    assert told(games, (0, PASS))[-1] == "Winners: player_0, player_1."
    lay_winner(games, members=[8, 8, 1], seats_won={0: [30, 5, 0]}, national_media={1: [1]}, **fields)
    assert told(games, (0, PASS))[-1] == "Winner: player_0 (by seats, then members)."


# --- Whole games ---------------------------------------------------------------------------------

OPTIONS = [
    {},
    {"contribution": "in_turn", "poll_auction": "blind", "coalition_passes": 1, "lobby_order": "player"},
    {"edition": "short", "last_opening": "together", "opinion_swap": "loose", "risk_dice": "highest"},
]
SILENT = {Phase.SHEET, Phase.DISCARD, Phase.NEW_CARD, Phase.PLACE_LOBBY, Phase.LOBBY, Phase.SWAP_OUT}
SILENT |= {Phase.MEETINGS, Phase.NATIONAL_CARD}


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("options", OPTIONS)
def test_every_step_of_whole_games_is_told(players, options):
    """Nothing is passed over but a choice that another follows, no card, and no meetings."""
    games = deal(players, seed=6, ask_forced=False, **options)
    rng = np.random.default_rng(2)
    heard = ""
    while not games.over.all():
        before = games.tables.copy()
        actions = random_actions(games, rng)
        games.step(actions)
        lines = told_of(games, before, actions[0])
        heard += "\n".join(lines) + "\n"
        assert lines or before["phase"][0] in SILENT
    said = ("sheet:", "names", "programme", "opens", "media marker", "control", "buys", "pays", "It says")
    for word in (*said, "converts", "Seats (votes)", "wins", "national board", "Money", "refuses", "Winner"):
        assert word in heard, word


@pytest.mark.parametrize("options", OPTIONS)
def test_boards_show_no_secret(options):
    """A board tells a seat nothing that a deal of what it cannot know would change."""
    games = deal(4, num_games=2, seed=8, ask_forced=False, **options)
    rng = np.random.default_rng(2)
    secret = (Phase.SHEET, Phase.START_BID, Phase.PLACE_LOBBY, Phase.POLL_BID, Phase.PUBLISH)
    secret += (Phase.OLD_CARD, Phase.CONTRIBUTION)
    step = changed = 0
    while not games.over.all():
        games.step(random_actions(games, rng))
        step += 1
        if step % (5 if np.isin(games.tables["phase"], secret).any() else 41):
            continue
        current = games.tables.copy()
        seat = step // 5 % 4
        boards = [games.board(row, seat) for row in range(2)]
        everything = [games.board(row, None) for row in range(2)]
        games.redeal(seat, seed=step)
        assert boards == [games.board(row, seat) for row in range(2)]
        changed += everything != [games.board(row, None) for row in range(2)]
        games.tables = current
    assert changed > 25


@pytest.mark.parametrize("options", OPTIONS)
def test_news_tell_a_seat_what_all_know_or_its_own(options):
    """A line is told in full, or of another's secret choice that it was made."""
    games = deal(4, seed=8, ask_forced=False, **options)
    rng = np.random.default_rng(3)
    veiled = re.compile(
        r"player_\d (bids in secret for the .*|(chooses|refuses) a contribution|lays a card beside .*"
        r"|draws \d hidden cards?|discards \d hidden cards? and draws \d hidden cards?)\."
    )
    hidden = 0
    while not games.over.all():
        before = games.tables.copy()
        actions = random_actions(games, rng)
        games.step(actions)
        full = told_of(games, before, actions[0])
        for seat in range(4):
            seen = told_of(games, before, actions[0], seat)
            own = [line for line in full if not line.startswith("It says") or line in seen]
            assert len(own) == len(seen)
            for mine, all_know in zip(seen, own):
                if mine != all_know:
                    assert veiled.fullmatch(mine), mine
                    assert f"player_{seat} " not in mine
                    hidden += 1
    assert hidden > 50


def same_for_all_choices(seat: int, make, *actions: int) -> None:
    """What a seat is told and shown of another's choice does not depend on what is chosen."""
    found = set()
    for action in actions:
        games = make()
        lines = told(games, (int(games.seat[0]), action), seat=seat)
        found.add((*lines, games.board(0, seat)))
    assert len(found) == 1


def test_another_chooses_in_secret():
    def at(phase_: Phase, options=None, **fields):
        def make() -> GameBatch:
            games = deal(3, **(options or {}))
            lay(games, phase_, **fields)
            return games

        return make

    same_for_all_choices(1, at(Phase.START_BID), number(0), number(5), number(25))
    same_for_all_choices(1, at(Phase.PLACE_LOBBY), card(BACKBENCHER), card(ENVIRONMENT), card(CHANCELLOR))
    chosen = (accept(1), refuse(1), accept(5), refuse(5))
    same_for_all_choices(1, at(Phase.CONTRIBUTION), *chosen)
    same_for_all_choices(1, at(Phase.CONTRIBUTION, {"contribution": "in_turn"}), refuse(1), refuse(5))
    blind = at(Phase.POLL_BID, {"poll_auction": "blind"})
    same_for_all_choices(2, blind, number(0), number(5))
    sheet = at(Phase.SHEET, round_number=0)
    same_for_all_choices(2, sheet, option(1, 1), option(1, 2), option(1, 3))
    hands = {0: [EURO_LATER, NO_HEALTH, NO_SPELLING]}
    conference = at(Phase.DISCARD, hands=hands, programmes={0: OTHERS})
    same_for_all_choices(1, conference, kind(EURO_LATER), kind(NO_HEALTH), kind(NO_SPELLING))
