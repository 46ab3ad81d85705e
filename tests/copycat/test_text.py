"""Words: the board, what happened, and the actions."""

import re

import numpy as np
import pytest
from campaign import (
    ALLOCATION,
    BUY_2,
    CAMPAIGN_OFFICE,
    CHARITY,
    COIN_2,
    COIN_12,
    COIN_13,
    COIN_14,
    COIN_18,
    DOCTOR,
    DONATIONS,
    DRAW_1,
    ELBOWS,
    PAYMENT,
    SAUNA,
    SECRETARY,
    SPECIAL,
    SWAP_2,
    TRASH_2,
    VP_9,
    VP_10,
    VP_11,
    WITS,
    buy,
    deal,
    hand,
    lay,
    legal,
    name,
    phase,
    place,
    play,
    use,
)
from campaign_play import random_actions

from hustings.envs.copycat.actions import (
    COIN,
    DONE,
    DRAW,
    END_TURN,
    INVEST_ALL,
    INVEST_NONE,
    INVEST_ONE,
    PASS,
    VP,
)
from hustings.envs.copycat.table import LYING, LYING_REPEATED, STANDING, STANDING_REPEATED, Phase
from hustings.envs.core.api.batch import GameBatch
from support import told_of


def told(games: GameBatch, *moves: tuple[int, int], seat: int | None = None) -> list[str]:
    """The news of the last of these moves, for a seat or for everybody."""
    play(games, *moves[:-1])
    before = games.tables.copy()
    play(games, moves[-1])
    return told_of(games, before, moves[-1][1], seat)


def told_all(games: GameBatch, *moves: tuple[int, int], seat: int | None = None) -> list[str]:
    """The news of all these moves."""
    return [line for move in moves for line in told(games, move, seat=seat)]


def shown(games: GameBatch, seat: int | None = None) -> list[str]:
    """The lines of the board, long ones in one piece."""
    return re.sub(r"\n {4}(?! )", " ", games.board(0, seat)).split("\n")


def words(games: GameBatch) -> dict[int, str]:
    """All that is legal, in words."""
    return {action: games.describe(0, action) for action in sorted(legal(games))}


# --- Actions -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-9.9")
def test_the_actions_of_a_turn_in_words():
    games = deal(2)
    hands = [[VP_9, COIN_12, CAMPAIGN_OFFICE, DONATIONS, CHARITY, SAUNA, 26, 48], []]
    lay(games, hands=hands, workers=[{SWAP_2: STANDING, COIN_2: STANDING}], office_tokens={0: 1, 1: 2})
    said = words(games)
    assert said[PASS] == "Take no more turns in this round"
    assert said[place(0)] == "Place a worker in office 1 (buy 1), 1 token"
    assert said[place(1)] == "Place a worker in office 2 (buy 1), 2 tokens"
    assert said[place(BUY_2)] == "Place a worker in office 4 (buy up to 2)"
    assert said[use(SWAP_2)] == "Use office 8 (swap up to 2)"
    assert said[name(SAUNA)] == "Play 25 Sauna with Colleagues (draw 2)"
    assert said[name(DONATIONS)] == "Play 31 Collecting Donations (pay coins to draw)"
    assert said[name(26)] == "Play 26 Small PR Campaign (+1 worker)"
    assert said[name(48)] == "Play 48 Huge PR Campaign (+2 workers)"
    assert said[name(CAMPAIGN_OFFICE)] == "Play 19 Election Campaign Office (trash a card: +1 worker)"
    play(games, (0, name(CAMPAIGN_OFFICE)))
    assert words(games)[name(VP_9)] == "Trash 9 Local Newspaper (1 VP)"
    play(games, (0, name(VP_9)), (0, name(DONATIONS)))
    assert words(games) == {
        DONE: "Pay no more, and draw",
        name(COIN_12): "Pay with 12 Fatherly Friend (1 coin)",
        name(CHARITY): "Pay with 27 Wife's Charity Event (1 coin or 2 VP)",
        use(COIN_2): "Pay with office 6 (2 coins)",
    }
    play(games, (0, DONE), (0, use(SWAP_2)))
    said = words(games)
    assert said[DONE] == "Swap no more, and draw"
    assert said[name(COIN_12)] == "Swap 12 Fatherly Friend (1 coin)"
    play(games, (0, DONE), (0, place(0)))
    assert words(games)[END_TURN] == "End your turn"


@pytest.mark.rule("COP-9.9")
def test_other_actions_in_words():
    games = deal(3, partial_draw=True, charity_vp=1, min_invest=0)
    lay(games, stage="bid", hands=[[61, COIN_12], [VP_9], [VP_9]], vp=[1, 2, 3])
    assert words(games)[name(61)] == "Choose 61 National TV (10 VP)"
    hands = [[24, 23, PAYMENT, SECRETARY], [], []]
    workers = [{DRAW_1: STANDING, ALLOCATION: STANDING}, {0: STANDING}]
    lay(games, hands=hands, played=[[SAUNA], [], []], workers=workers, piles=[[VP_10, VP_11], [], []])
    said = words(games)
    assert said[name(24)] == "Play 24 Inside Information (place another worker)"
    assert said[name(23)] == "Play 23 Sharpen your Elbows (place in a taken office)"
    assert said[use(ALLOCATION)] == "Use office 20 (use a card again)"
    assert said[name(PAYMENT)] == "Play 36 Bonus Payment (use a worker again)"
    assert said[name(SECRETARY)] == "Play 44 Press Secretary (copy a card)"
    play(games, (0, name(PAYMENT)))
    assert words(games)[use(DRAW_1)] == "Use once more office 7 (draw 1)"
    play(games, (0, use(DRAW_1)))
    assert words(games) == {DRAW: "Draw a card", DONE: "Draw no more"}
    play(games, (0, DONE), (0, use(ALLOCATION)))
    assert words(games)[name(SAUNA)] == "Use once more 25 Sauna with Colleagues (draw 2)"
    lay(games, hands=hands, played=[[SAUNA], [], []], workers=workers)
    play(games, (0, name(SECRETARY)))
    assert words(games) == {name(SAUNA): "Copy 25 Sauna with Colleagues (draw 2)"}


@pytest.mark.rule("COP-9.9")
def test_the_actions_of_buying_in_words():
    games = deal(2, charity_vp=1, min_invest=0)
    hands = [[WITS, VP_9, COIN_12, COIN_13, CHARITY, 46, SECRETARY], []]
    workers = [{BUY_2: STANDING, TRASH_2: STANDING, SPECIAL: STANDING}]
    lay(games, stage="hand", hands=hands, workers=workers, street=[1, 24, 2, 3, DOCTOR, 20])
    assert words(games) == {
        DONE: "Lay down your cards",
        use(TRASH_2): "Use office 22 (trash 2: 1 coin each)",
        name(WITS): "Play 41 Battle of Wits (keep cards)",
    }
    play(games, (0, use(TRASH_2)))
    said = words(games)
    assert (said[DONE], said[name(VP_9)]) == ("Trash no more", "Trash 9 Local Newspaper (1 VP)")
    play(games, (0, DONE), (0, name(WITS)))
    said = words(games)
    assert (said[DONE], said[name(46)]) == ("Keep no more", "Keep 46 Banker (3 coins)")
    play(games, (0, DONE), (0, DONE))
    assert words(games) == {
        DONE: "End your buying",
        COIN: "Count a charity event as 1 coin",
        VP: "Count a charity event as 1 VP",
        name(SECRETARY): "Use 44 Press Secretary (copy a card)",
        use(SPECIAL): "Use office 15 (close up, buy 1)",
        buy(2): "Buy 24 Inside Information (place another worker) for 1, with 1 red card",
        buy(5): "Buy a Doctorate on space 5 for 1 and what you invest, with 3 red cards",
        buy(6): "Buy 20 National Radio (3 VP) for 5, with 3 red cards",
    }
    play(games, (0, buy(5)))
    assert words(games) == {
        INVEST_NONE: "Invest nothing",
        INVEST_ONE: "Invest 1 coin",
        INVEST_ALL: "Invest all coins",
    }


@pytest.mark.rule("COP-9.9")
def test_doctorates_of_the_same_price_are_told_apart():
    games = deal(2)
    hands = [[COIN_12, COIN_13, COIN_14], []]
    lay(games, stage="hand", hands=hands, workers=[{BUY_2: STANDING}], street=[*[0] * 8, DOCTOR, DOCTOR])
    play(games, (0, DONE))
    said = words(games)
    assert said[buy(9)] == "Buy a Doctorate on space 9 for 2 and what you invest"
    assert said[buy(10)] == "Buy a Doctorate on space 10 for 2 and what you invest"


@pytest.mark.rule("COP-9.9")
def test_every_action_has_words_in_every_phase():
    games = deal(4, num_games=6, seed=3, ask_forced=False)
    rng = np.random.default_rng(2)
    for _ in range(150):
        games.step(random_actions(games, rng, 0.9))
        for row in range(6):
            for action in np.flatnonzero(games.legal[row]).tolist():
                said = games.describe(row, action)
                assert said[0].isupper()
                assert len(said) <= 90


@pytest.mark.rule("COP-9.9", "COP-0.2")
def test_start_cards_are_named_by_what_they_are_worth():
    games = deal(2, vp_start_numbers=[18, 12, 15])
    lay(games, stage="bid", hands=[[VP_9, COIN_12, COIN_18, 15], []])
    assert list(words(games).values()) == [
        "Choose 9 Fatherly Friend (1 coin)",
        "Choose 12 Local Newspaper (1 VP)",
        "Choose 15 Local Radio (1 VP)",
        "Choose 18 Local TV (1 VP)",
    ]


# --- News ----------------------------------------------------------------------------------------


@pytest.mark.rule("COP-9.8")
def test_news_of_the_choice_and_the_order_of_turns():
    for seat, chosen in ((0, "61 National TV (10 VP)"), (1, "a card"), (None, "61 National TV (10 VP)")):
        games = deal(3)
        lay(games, stage="bid", seat=0, hands=[[61, VP_9], [], [COIN_18]])
        assert told(games, (0, name(61)), seat=seat) == [f"player_0 chooses {chosen}."]
        shown_now = "player_0 61 National TV (10 VP); player_2 18 Fatherly Friend (1 coin); player_1 nothing"
        own = "18 Fatherly Friend (1 coin)" if seat is None else "a card"
        assert told(games, (2, name(COIN_18)), seat=seat) == [
            f"player_2 chooses {own}.",
            f"Order of turns: {shown_now}.",
        ]


@pytest.mark.rule("COP-9.8")
def test_news_of_a_turn():
    games = deal(2)
    hands = [[SAUNA, VP_9, COIN_12, CAMPAIGN_OFFICE, DONATIONS, 24], [VP_9]]
    lay(games, hands=hands, piles=[[VP_10, VP_11], []], discards=[[60], []], office_tokens={SWAP_2: 2})
    moves = [
        (0, name(CAMPAIGN_OFFICE)),
        (0, name(VP_9)),
        (0, name(24)),
        (0, place(SWAP_2)),
        (0, place(COIN_2)),
        (0, use(SWAP_2)),
        (0, name(COIN_12)),
    ]
    assert told_all(games, *moves, seat=1) == [
        "player_0 plays 19 Election Campaign Office (trash a card: +1 worker).",
        "player_0 trashes 9 Local Newspaper (1 VP).",
        "player_0 plays 24 Inside Information (place another worker).",
        "player_0 places a worker in office 8 (swap up to 2) and takes 2 tokens.",
        "player_0 places a worker in office 6 (2 coins).",
        "player_0 uses office 8 (swap up to 2).",
        "player_0 swaps 12 Fatherly Friend (1 coin).",
    ]
    assert told(games, (0, DONE), seat=1) == ["player_0 draws 1 card."]
    assert told(games, (0, name(SAUNA)), seat=1) == [
        "player_0 plays 25 Sauna with Colleagues (draw 2).",
        "player_0 shuffles the discards.",
        "player_0 draws 2 cards.",
    ]
    moves = [(0, name(DONATIONS)), (0, use(COIN_2))]
    assert told_all(games, *moves) == [
        "player_0 plays 31 Collecting Donations (pay coins to draw).",
        "player_0 pays with office 6 (2 coins).",
    ]
    assert told(games, (0, DONE)) == []
    assert told(games, (0, END_TURN)) == []
    assert told(games, (1, PASS)) == ["player_1 passes."]


@pytest.mark.rule("COP-9.8")
def test_what_is_drawn_is_told_to_the_own_seat_only():
    for seat, drawn in ((0, "10 Local Radio (1 VP); 11 Local TV (1 VP)"), (1, "2 cards")):
        games = deal(2)
        lay(games, hands=[[SAUNA], []], piles=[[VP_10, VP_11], []])
        assert told(games, (0, name(SAUNA)), seat=seat)[1:] == [f"player_0 draws {drawn}."]


@pytest.mark.rule("COP-9.8")
def test_news_of_grey_actions_and_of_partial_draws():
    games = deal(2, partial_draw=True)
    lay(
        games,
        hands=[[SECRETARY, PAYMENT], []],
        played=[[SAUNA], []],
        workers=[{ALLOCATION: STANDING, DRAW_1: STANDING}],
        piles=[[VP_9, VP_10, VP_11, COIN_12], []],
    )
    moves = [(0, name(SECRETARY)), (0, name(SAUNA)), (0, DRAW), (0, DONE)]
    moves += [(0, name(PAYMENT)), (0, use(DRAW_1)), (0, DRAW)]
    moves += [(0, use(ALLOCATION)), (0, name(SAUNA)), (0, DONE)]
    assert told_all(games, *moves, seat=1) == [
        "player_0 plays 44 Press Secretary (copy a card).",
        "player_0 copies 25 Sauna with Colleagues (draw 2).",
        "player_0 draws 1 card.",
        "player_0 plays 36 Bonus Payment (use a worker again).",
        "player_0 uses once more office 7 (draw 1).",
        "player_0 draws 1 card.",
        "player_0 uses office 20 (use a card again).",
        "player_0 uses once more 25 Sauna with Colleagues (draw 2).",
    ]


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize(("seat", "kept"), [(0, "9 Local Newspaper (1 VP)"), (1, "a card")])
def test_news_of_a_hand_and_of_purchases(seat, kept):
    games = deal(2)
    hands = [[WITS, VP_9, COIN_12, COIN_13, COIN_14, CHARITY, 21, 46], [VP_9]]
    workers = [{BUY_2: STANDING, TRASH_2: STANDING, SPECIAL: STANDING}, {}]
    row = [1, 24, 2, DOCTOR]
    lay(games, stage="hand", hands=hands, workers=workers, street=row, supply=[60], piles=[[VP_10], []])
    moves = [(0, use(TRASH_2)), (0, name(COIN_14)), (0, DONE), (0, name(WITS)), (0, name(VP_9)), (0, DONE)]
    assert told_all(games, *moves, seat=seat) == [
        "player_0 uses office 22 (trash 2: 1 coin each).",
        "player_0 trashes 14 Fatherly Friend (1 coin).",
        "player_0 plays 41 Battle of Wits (keep cards).",
        f"player_0 keeps {kept}.",
    ]
    assert told(games, (0, DONE), seat=seat) == [
        "player_0 lays down 2 Fatherly Friend; Industrialist; Wife's Charity Event; Banker and keeps 1 card.",
        "player_0 has 8 coins, 2 purchases.",
    ]
    moves = [(0, use(SPECIAL)), (0, COIN), (0, buy(2)), (0, buy(4)), (0, INVEST_ONE)]
    assert told_all(games, *moves, seat=seat) == [
        "player_0 uses office 15 (close up, buy 1).",
        "New on the street: 60 National TV (10 VP).",
        "player_0 counts a charity event as a coin.",
        "player_0 buys 24 Inside Information (place another worker) for 1, with 1 Swimming Badge (nothing).",
        "player_0 buys a Doctorate for 0, with 2 School-leaving Diploma (nothing).",
        "That was the last doctorate: the game ends with this round.",
        "player_0 invests 1 coin.",
    ]
    assert told(games, (0, DONE), seat=seat) == ["player_0 has 1 VP in this round, 1 in all."]
    assert told(games, (1, DONE), seat=seat) == [
        "player_1 lays down Local Newspaper.",
        "player_1 has 0 coins, 0 purchases.",
    ]
    assert told(games, (1, DONE), seat=seat) == [
        "player_1 has 1 VP in this round, 1 in all.",
        "The last doctorate is bought: player_0 1; player_1 1.",
        "Winners: player_0, player_1.",
    ]


@pytest.mark.rule("COP-9.8")
def test_news_of_a_charity_event_and_of_an_empty_hand():
    games = deal(2)
    lay(games, stage="hand", hands=[[CHARITY], []], round_number=3, closed=range(17, 25))
    assert told_all(games, (0, DONE), (0, VP))[-1] == "player_0 counts a charity event as 2 VP."
    play(games, (0, DONE))
    assert told(games, (1, DONE))[0] == "player_1 lays down nothing."


@pytest.mark.rule("COP-9.8")
def test_news_of_clean_up_and_the_next_round():
    games = deal(2)
    lay(
        games,
        stage="table",
        seat=1,
        street=[7, 0, DOCTOR, 41],
        supply=[60],
        doctorates_left=1,
        closed=[24],
        round_number=10,
        piles=[list(range(9, 14)), list(range(9, 13))],
        played=[[], [30]],
    )
    assert told(games, (1, DONE), seat=0) == [
        "player_1 has 0 VP in this round, 0 in all.",
        "Round 11. New: office 25 (5 VP).",
        "Cleared from the street: 7 Lobby Pass (nothing); a Doctorate.",
        "New on the street: 60 National TV (10 VP); a Doctorate.",
        "player_0 draws 9 Local Newspaper (1 VP); 10 Local Radio (1 VP); 11 Local TV (1 VP); "
        "12 Fatherly Friend (1 coin); 13 Fatherly Friend (1 coin).",
        "player_1 shuffles the discards.",
        "player_1 draws 5 cards.",
    ]


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize(
    ("vp", "number", "lines"),
    [
        ([96, 40], 5, ["A player has 95 points: player_0 96; player_1 40.", "Winner: player_0."]),
        ([40, 41], 11, ["Round 11 is over: player_0 40; player_1 41.", "Winner: player_1."]),
        (
            [50, 50],
            11,
            ["Round 11 is over: player_0 50; player_1 50.",
             "Winner: player_0 (by the points of the last round)."],
        ),
    ],
)  # fmt: skip
def test_news_of_the_end(vp, number, lines):
    games = deal(2)
    lay(games, stage="table", seat=1, vp=vp, round_number=number)
    games.tables["round_vp"][0, 0] = 3
    assert told(games, (1, DONE))[1:] == lines


@pytest.mark.rule("COP-9.8")
def test_forced_decisions_are_told_as_if_made():
    games = deal(2, ask_forced=False)
    lay(games, stage="bid", hands=[[VP_9, COIN_12], [COIN_13]], pool=0, piles=[[], [COIN_14]])
    lines = told(games, (0, name(VP_9)), seat=0)
    assert lines[:2] == [
        "player_0 chooses 9 Local Newspaper (1 VP).",
        "player_1 chooses a card.",
    ]
    assert "player_0 lays down Fatherly Friend." in lines
    assert "Round 2." in lines
    assert phase(games) == Phase.BID


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("options", [{}, {"partial_draw": True, "strict_two": True, "min_invest": 0}])
def test_every_step_of_whole_games_is_told(players, options):
    """Nothing is passed over but the end of a turn or a choice, and an action that leads to nothing."""
    games = deal(players, seed=6, ask_forced=False, **options)
    rng = np.random.default_rng(2)
    heard = ""
    while not games.over.all():
        before = games.tables.copy()
        actions = random_actions(games, rng, 0.8)
        games.step(actions)
        lines = told_of(games, before, actions[0])
        heard += "\n".join(lines) + "\n"
        assert lines or actions[0] in (DONE, END_TURN)
    said = ("chooses", "Order of turns:", "places", "uses", "buys", "lays down", "VP in this round")
    for word in (*said, "Round 11", "Cleared from the street", "New on the street", "Winner"):
        assert word in heard, word


# --- Secrets -------------------------------------------------------------------------------------

SECRET = re.compile(r"player_\d (draws \d+ cards?|chooses a card|keeps a card)\.")


@pytest.mark.rule("COP-9.8", "COP-9.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_boards_and_news_show_no_secret(players):
    games = deal(players, num_games=2, seed=8, ask_forced=False)
    rng = np.random.default_rng(2)
    hidden = step = 0
    while not games.over.all():
        before = games.tables.copy()
        actions = random_actions(games, rng, 0.6)
        games.step(actions)
        step += 1
        choosing = (before["phase"] == Phase.BID) | (before["phase"] == Phase.KEEP)
        if step % 7 and not (choosing.any() and step % 3 == 0):
            continue
        current = games.tables.copy()
        for row in range(2):
            if before["seat"][row] < 0:
                continue
            everything = told_of(games, before, actions[row], row=row)
            for who in range(players):
                seen = told_of(games, before, actions[row], who, row)
                assert len(everything) == len(seen)
                for full, theirs in zip(everything, seen):
                    own = full.split()[0] == f"player_{who}"
                    if re.match(r"player_\d (draws|chooses|keeps) ", full) and not own:
                        assert SECRET.fullmatch(theirs), theirs
                        hidden += 1
                    else:
                        assert full == theirs
        if step % 21 == 0:
            for who in range(players):
                boards = [games.board(row, who) for row in range(2)]
                games.redeal(who, seed=step)
                assert boards == [games.board(row, who) for row in range(2)]
                games.tables = current
    assert hidden > 10


# --- The board -----------------------------------------------------------------------------------


@pytest.mark.rule("COP-9.8", "COP-9.5")
def test_the_board_says_what_lies_where():
    games = deal(3)
    lay(
        games,
        round_number=4,
        order=[2, 0, 1],
        seat=2,
        vp=[12, 3, 40],
        tokens=[0, 2, 0],
        pool=[1, 0, 2],
        bids=[COIN_12, 61, 60],
        hands=[[VP_9, COIN_13], [20, 21], [26]],
        known=[[], [22], []],
        piles=[[COIN_14], [COIN_14, COIN_18], []],
        played=[[25], [], []],
        temporary=[[COIN_12], [61], [60]],
        discards=[[30, 40], [], []],
        workers=[{0: LYING}, {0: STANDING, 1: STANDING_REPEATED}, {3: LYING_REPEATED}],
        office_tokens={8: 2},
        street=[1, 24, 0, 0, DOCTOR, 51],
        supply=[55, 56],
        doctorates_left=2,
    )
    lines = shown(games, 0)
    assert lines[0] == "Round 4 of 11, actions; supply: 2, doctorates: 2; end: 95 VP"
    board = "\n".join(lines)
    for part in (
        " 1 buy 1 (p0) p1  ",
        " 2 buy 1 p1'  ",
        " 4 buy up to 2 (p2)'  ",
        " 9 swap up to 3 +2  ",
        "\n1: 1 Swimming Badge (red)  2: 24 Inside Information (one more worker) 1  3: -\n",
        "\n4: -                                   5: Doctorate 1 and what is invested\n",
        "\n6: 51 National TV (10 VP) 14  ",
    ):
        assert part in board, board
    table = next(i for i, line in enumerate(lines) if line.split()[:2] == ["VP", "round"])
    rows = [line.split() for line in lines[table + 1 : table + 4]]
    assert [row[0] for row in rows] == ["*player_2", "player_0", "player_1"]
    assert rows[0][1:] == ["40", "0", "0", "2", "0", "1", "0", "60"]
    assert rows[1][1:] == ["(you)", "12", "0", "0", "1", "1", "2", "2", "12"]
    assert rows[2][1:] == ["3", "0", "2", "0", "2", "3", "0", "61"]
    rest = lines[table + 4 :]
    assert rest[:3] == [
        "player_2's pile or hand: Small PR Campaign | temp. discards: National TV",
        "Your hand: 9 Local Newspaper (1 VP); 13 Fatherly Friend (1 coin) | pile: Fatherly Friend | "
        "play area: Sauna with Colleagues | temp. discards: Fatherly Friend | "
        "discards: Industrialist; Wife's Charity Event",
        "player_1's known hand: 22 Industrialist (2 coins) | "
        "pile or hand: 2 Fatherly Friend; National Radio; Industrialist | temp. discards: National TV",
    ]
    assert rest[-1] == "player_2: Your turn. (1 placement left)"
    everything = shown(games)
    assert "player_2's hand: 26 Small PR Campaign (+1 worker) | temp. discards: National TV" in everything
    assert any(" | pile: 2 Fatherly Friend | temp. discards: " in line for line in everything)


@pytest.mark.rule("COP-9.8")
def test_what_the_board_asks():
    games = deal(2, partial_draw=True)

    def asked() -> str:
        return shown(games, 0)[-1]

    lay(games, stage="bid", hands=[[VP_9, WITS], [VP_9]], pool=0)
    assert asked() == "player_0: A card for the order of turns?"
    assert ", planning; " in shown(games, 0)[0]
    hands = [[CAMPAIGN_OFFICE, DONATIONS, SAUNA, ELBOWS, COIN_12, COIN_13, VP_9], []]
    workers = [{SWAP_2: STANDING, COIN_2: STANDING}, {0: STANDING}]
    lay(games, hands=hands, workers=workers, piles=[[VP_10, VP_11, COIN_14, COIN_18], []])
    play(games, (0, name(ELBOWS)))
    assert asked() == "player_0: Your turn. (1 placement left, 1 with elbows)"
    play(games, (0, name(CAMPAIGN_OFFICE)))
    assert asked() == "player_0: Which card to trash?"
    play(games, (0, name(VP_9)), (0, use(SWAP_2)))
    assert asked() == "player_0: Which cards to swap? (2 at most)"
    play(games, (0, DONE), (0, name(DONATIONS)), (0, name(COIN_12)))
    assert asked() == "player_0: Which coins to pay? (1 coin paid)"
    play(games, (0, DONE), (0, DONE), (0, name(SAUNA)))
    assert asked() == "player_0: Draw one more? (2 at most)"
    lay(
        games,
        stage="hand",
        hands=[[WITS, VP_9, COIN_12, SECRETARY, PAYMENT, CHARITY], []],
        workers=[{TRASH_2: STANDING, BUY_2: STANDING, ALLOCATION: STANDING}],
        street=[DOCTOR, DOCTOR],
    )
    assert ", purchases and points; " in shown(games, 0)[0]
    assert asked() == "player_0: Anything before you lay down your hand?"
    play(games, (0, use(TRASH_2)))
    assert asked() == "player_0: Which cards to trash? (2 at most)"
    play(games, (0, DONE), (0, name(WITS)))
    assert asked() == "player_0: Which cards to keep?"
    play(games, (0, DONE), (0, DONE))
    assert asked() == "player_0: What to buy? (1 coin and 2 purchases left, 1 charity event to decide)"
    play(games, (0, use(ALLOCATION)))
    assert asked().startswith("player_0: Which card to use once more?")
    play(games, (0, name(COIN_12)), (0, name(PAYMENT)))
    assert asked().startswith("player_0: Which worker to use once more?")
    play(games, (0, use(BUY_2)), (0, name(SECRETARY)))
    assert asked().startswith("player_0: Which card to copy?")
    play(games, (0, name(CHARITY)), (0, buy(1)))
    assert (
        asked() == "player_0: How much for the doctorate? "
        "(2 coins and 3 purchases left, 2 charity events to decide)"
    )


@pytest.mark.rule("COP-9.8")
def test_the_board_at_the_end():
    games = deal(2)
    lay(games, stage="table", seat=1, round_number=11, vp=[40, 41], hands=[[VP_9], []])
    play(games, (1, DONE))
    lines = shown(games, 1)
    assert lines[0].startswith("Round 11 of 11, over; ")
    assert lines[-1] == "The game is over."
    assert hand(games, 0) == [VP_9]


def longest(games: GameBatch) -> str:
    boards = [games.board(0, seat) for seat in (None, *range(games.num_players))]
    return max((line for board in boards for line in board.split("\n")), key=len)


@pytest.mark.rule("COP-9.8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_fits_the_screen(players):
    games = deal(players, num_games=8, seed=8, ask_forced=False)
    rng = np.random.default_rng(2)
    step = 0
    while not games.over.all():
        games.step(random_actions(games, rng, 0.9))
        step += 1
        if step % 25 == 0:
            for row in range(8):
                lines = games.board(row, step % players).split("\n")
                assert max(map(len, lines)) <= 78, max(lines, key=len)


@pytest.mark.rule("COP-9.8")
def test_the_board_of_a_doctor_fits_the_screen():
    games = deal(4)
    lay(games, doctorates=[1, 2, 0, 0], vp=[100, 90, 94, 80], bids=[61, 60, 59, 58])
    games.tables["passed"][0] = 1
    games.tables["round_vp"][0] = 44
    assert len(longest(games)) <= 78, longest(games)


@pytest.mark.rule("COP-9.8")
def test_the_board_fits_the_screen_when_all_have_met():
    games = deal(4)
    crowd = dict.fromkeys((0, 1, 2, 13, 14, 15), LYING)
    lay(games, workers=[crowd, {**crowd, 0: LYING_REPEATED}, crowd, crowd])
    assert len(longest(games)) <= 78, longest(games)


@pytest.mark.rule("COP-9.6")
def test_the_board_marks_what_a_player_knows_of_the_own_hand():
    games = deal(2)
    lay(games, hands=[[VP_9, COIN_12], []], known=[[30, COIN_13], [31]], stage="hand")
    games.tables["kept"][0, [COIN_12, 30]] = 1
    games.tables["keeping"][0] = 2
    own = shown(games, 0)
    hand = "9 Local Newspaper (1 VP); 12, 13 Fatherly Friend (1 coin); 30 Industrialist (2 coins)"
    assert any(
        line.startswith(f"Your hand: {hand} | of it all know: 13, 30 | of it are kept: 12, 30")
        for line in own
    )
    other = "\n".join(shown(games, 1))
    assert "Your hand: 31 Collecting Donations (coins to draw) | of it all know: 31" in other
    assert "all know: 13" not in other
    assert "kept" not in other
