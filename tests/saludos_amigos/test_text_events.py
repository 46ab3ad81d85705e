"""What is told of each action, and to whom."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, GRANT, HOLD, PASS, REJECT
from hustings.envs.saludos_amigos.table import Phase

from ..support import told_of
from .playing import (
    HYDRANT,
    PLANT,
    amount,
    card,
    deal,
    lay,
    next_tiles,
    open_floor,
    passes,
    phase,
    play,
    random_actions,
    seat,
    told,
)
from .positions import council, negotiate, opposed, proposal, standing


@pytest.mark.rule("SAL-2.8")
def test_a_card_discarded_face_down_is_told_to_nobody_else():
    games = deal(4, open_discards=False)
    lay(games)
    before = games.tables.copy()
    play(games, (0, card(2)))
    news = [told_of(games, before, card(2), who)[0] for who in (0, 1, None)]
    assert ["discards a 2" in line for line in news] == [True, False, True]
    assert "discards a card" in news[1]


@pytest.mark.rule("SAL-3.18")
def test_news_of_the_floor_and_of_answers():
    games = negotiate(placed=2)  # 7 million
    assert told(games, 0, PASS) == ["player_0 passes."]
    assert told(games, 1, seat(1)) == ["player_1 invites player_2."]
    assert told(games, 1, seat(2)) == ["player_1 invites player_3."]
    assert told(games, 1, CLOSE) == told(games, 1, amount(5)) == []
    assert told(games, 1, amount(1)) == ["player_1 proposes: player_1 5, player_2 1, player_3 1."]
    assert told(games, 2, ACCEPT) == ["player_2 accepts."]
    assert told(games, 3, amount(4)) == ["player_3 asks for 4 million instead of 1."]
    assert told(games, 1, amount(2)) == ["player_1 offers player_3 2 million."]
    assert told(games, 3, REJECT) == ["The proposal of player_1 fails."]
    play(games, (1, seat(1)), (1, seat(2)), (1, CLOSE), (1, amount(5)), (1, amount(1)), (2, amount(2)))
    assert told(games, 1, GRANT) == ["player_1 grants player_2 2 million."]
    play(games, (3, amount(4)))
    assert told(games, 1, HOLD) == ["player_1 holds to 1 million for player_3."]
    assert told(games, 3, ACCEPT) == ["New standing offer of 18: player_1 4, player_2 2, player_3 1."]
    passes(games, 3)
    assert told(games, 1, PASS)[0] == "player_1 passes."
    games = proposal(3, 1, 1, 1)
    play(games, (1, amount(2)))
    assert told(games, 0, DROP) == ["The proposal of player_0 fails."]


@pytest.mark.rule("SAL-3.18", "SAL-9.1")
def test_news_of_a_coalition_with_nothing_to_choose():
    """As many members as millions: closing it and sharing are forced."""
    games = deal(4, ask_forced=False, withdrawal=False)
    lay(games, project=HYDRANT)
    play(games, *((who, PASS) for who in range(4)))
    assert told(games, 0, seat(2)) == [
        "player_0 invites player_2.",
        "player_0 proposes: player_0 1, player_2 1.",
    ]


@pytest.mark.rule("SAL-3.16", "SAL-3.18")
def test_news_of_a_negotiation_that_ends_the_round():
    games = proposal(2, 2, 1, 1)
    play(games, (1, ACCEPT), (2, ACCEPT))
    shares = "player_0 2, player_1 2, player_2 1, player_3 1"
    assert told(games, 3, ACCEPT)[:2] == [
        f"New standing offer of 22: {shares}.",
        f"Paid, in millions: {shares}.",
    ]
    games = negotiate()
    passes(games, 3)
    assert told(games, 3, PASS)[:2] == ["player_3 passes.", "Nobody is paid."]
    games = negotiate(attempts_turn=1)
    passes(games, 3)
    play(games, (3, seat(1)), (3, CLOSE), (3, amount(3)))
    assert told(games, 0, REJECT)[:2] == ["The proposal of player_3 fails.", "Nobody is paid."]


@pytest.mark.rule("SAL-3.21", "SAL-3.18")
def test_news_of_a_withdrawal():
    games = negotiate()
    play(games, (0, seat(1)))
    assert told(games, 0, PASS) == ["player_0 withdraws the proposal."]
    play(games, (0, seat(1)), (0, CLOSE))
    assert told(games, 0, PASS) == ["player_0 withdraws the proposal."]
    games = negotiate(attempts_turn=1)
    passes(games, 3)
    play(games, (3, seat(1)))
    assert told(games, 3, PASS)[:2] == ["player_3 withdraws the proposal.", "Nobody is paid."]


@pytest.mark.rule("SAL-6.3")
def test_news_of_a_call_does_not_name_the_card():
    games = standing(4, hands=["12", "113", "12", "12"])
    before = games.tables.copy()
    play(games, (1, card(3)))
    for who in (0, 2, 3):
        assert told_of(games, before, card(3), who) == ["player_1 calls a council."]


@pytest.mark.rule("SAL-3.18", "SAL-6.8", "SAL-6.9")
def test_news_of_proposals_in_the_council():
    games = council(2)
    play(games, (0, amount(5)))  # the same split again
    cards = "The council begins: the coalition stands at 18, the opposition at 17."
    assert told(games, 1, ACCEPT) == ["The coalition keeps its split.", cards]
    games = council(2)
    play(games, (0, amount(4)))
    assert told(games, 1, REJECT) == ["The proposal of player_0 fails."]
    play(games, (1, amount(3)))
    assert told(games, 0, REJECT) == [
        "The proposal of player_1 fails.",
        "The coalition keeps its split.",
        cards,
    ]
    games = council(2)
    play(games, (0, amount(4)), (1, amount(3)))
    assert told(games, 0, GRANT)[0] == "The coalition shares anew: player_0 3, player_1 3."
    games = opposed()
    play(games, (2, amount(5)), (2, amount(1)))
    assert told(games, 3, REJECT) == ["The proposal of player_2 fails."]
    play(games, (3, amount(5)), (3, amount(1)), (1, REJECT), (1, amount(5)), (1, amount(1)))
    assert told(games, 2, REJECT)[:2] == [
        "The proposal of player_1 fails.",
        "Should the opposition win: player_1 2, player_2 3, player_3 2.",
    ]
    games = opposed()
    play(games, (2, amount(4)), (2, amount(2)))
    assert told(games, 3, ACCEPT) == ["player_3 accepts."]
    assert told(games, 1, ACCEPT)[0] == "Should the opposition win: player_1 1, player_2 4, player_3 2."


def at_once(hands, *moves, pile=(0, 0, 5), project=4, opp_strength="all"):
    """The news of the last move; nobody is asked for forced ones, so the council runs through."""
    table = standing(4, hands=hands, dice=[6, 2, 1, 1], project=project, opp_strength=opp_strength).tables
    games = deal(4, ask_forced=False, opp_strength=opp_strength)
    games.tables = table
    games.tables["pile"] = pile
    play(games, *moves[:-1])
    news = told(games, *moves[-1])
    assert phase(games) != Phase.BID
    return news


@pytest.mark.rule("SAL-6.3", "SAL-6.15", "SAL-9.1")
@pytest.mark.parametrize("pile", [(0, 0, 0), (0, 0, 5)])  # the cards laid down are shuffled, or not
@pytest.mark.parametrize(("opp_strength", "pretzel"), [("all", 1), ("participants", 0)])
def test_news_of_a_council_that_runs_through_at_once(pile, opp_strength, pretzel):
    rest = {"pile": pile, "opp_strength": opp_strength}
    news = at_once(["", "3", "", ""], (1, card(3)), **rest)
    assert news[:2] == ["player_1 calls a council.", "Revealed: player_0 -, player_1 3."]
    assert news[2].startswith(f"The council: coalition 6, opposition {6 + 2 * pretzel}.")
    news = at_once(["", "2", "1", ""], (1, card(2)), (2, PASS), **rest)
    assert news[0] == "Revealed: player_0 -, player_1 2."
    news = at_once(["", "2", "1", ""], (1, card(2)), (2, card(1)), project=0, **rest)
    revealed = "Revealed: player_0 -, player_1 2, player_2 1."
    assert news[:2] == ["player_2 joins the opposition.", revealed]
    assert news[2].startswith(f"The council: coalition 6, opposition {8 + pretzel}.")
    news = at_once(["", "2", "1", ""], (1, card(2)), (2, card(1)), (1, amount(3)), (2, ACCEPT), **rest)
    assert news[0] == revealed
    news = at_once(["2", "3", "", ""], (1, card(3)), (0, card(2)), **rest)
    assert news[0] == "Revealed: player_0 2, player_1 3."


@pytest.mark.rule("SAL-5.1", "SAL-6.18")
def test_a_card_drawn_may_be_like_the_card_just_laid_down():
    news = at_once(["", "3", "", ""], (1, card(3)), opp_strength="participants")
    assert "player_1 draws a 3." in news
    news = at_once(["3", "33", "", ""], (1, card(3)), (0, CLOSE), (1, card(3)), pile=(0, 0, 9))
    assert "player_0 draws a 3." in news
    news = at_once(["33", "3", "", ""], (1, card(3)), (0, card(3)), (0, card(3)), pile=(0, 0, 9))
    assert "player_1 draws a 3." in news
    news = at_once(
        ["3", "11", "", ""],
        (1, card(1)),
        (0, CLOSE),
        (1, card(1)),
        pile=(9, 0, 0),
        opp_strength="participants",
    )
    assert "player_1 draws a 1." in news


@pytest.mark.rule("SAL-6.3", "SAL-6.14")
def test_boards_and_news_hide_pushed_cards_and_bids():
    games = council(2)
    play(games, (0, PASS), (1, PASS))
    text = [games.board(0, who) for who in range(5)]
    assert ["pushed 1" in t for t in text] == [False] * 4 + [True]
    before = games.tables.copy()
    play(games, (0, card(3)))
    assert told_of(games, before, card(3), 1) == []
    assert ["laid down 3" in games.board(0, who) for who in range(5)] == [True] + [False] * 4


@pytest.mark.rule("SAL-5.1", "SAL-0.7")
def test_only_the_drawer_sees_the_value():
    games = standing(4, members=2)
    passes(games, 1)
    before = games.tables.copy()
    passes(games, 1)
    table = games.tables[0]
    drawn = next(v + 1 for v in range(3) if table["hand"][2, v] > before["hand"][0, 2, v])
    assert f"player_2 draws a {drawn}." in told_of(games, before, PASS, 2)
    assert "player_2 draws a card." in told_of(games, before, PASS, 1)


@pytest.mark.parametrize("ask_forced", [True, False])
def test_news_of_a_council(ask_forced):
    games = deal(4, ask_forced=ask_forced)
    lay(games, hands=["113", "33", "2", "2"], dice=[6, 1, 1, 1])
    next_tiles(games, PLANT)
    open_floor(games)
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS), (0, PASS))
    play(games, (1, card(3)), (2, PASS), (3, PASS), (0, card(3)), (0, CLOSE))
    before = games.tables.copy()
    play(games, (1, card(3)))
    if ask_forced:
        before = games.tables.copy()
        play(games, (1, CLOSE))
    news = told_of(games, before, CLOSE if ask_forced else card(3), 1)
    assert news[:3] == [
        "Revealed: player_0 3, player_1 3 3.",
        "The council: coalition 12, opposition 13. The opposition wins.",
        "Paid, in millions: player_1 6.",
    ]
    assert "A section of Purification Plant is drawn: 7 million to share." in news


def test_boards_and_news_of_whole_games_show_no_secret():
    """Before and after a redeal for a seat, it reads the same."""
    for options in ({}, {"open_discards": False}):
        games = deal(4, num_games=4, seed=8, **options)
        rng = np.random.default_rng(2)
        heard = set()
        step = 0
        while not games.over.all():
            before = games.tables.copy()
            actions = random_actions(games, rng, 0.8)
            games.step(actions)
            step += 1
            after = games.tables.copy()
            for who in range(4):
                if step % 20 == 0:
                    games.redeal(who, seed=step)
                    for i in range(4):
                        text = GAME.board(games.box[0], after[i], who)
                        assert text == games.board(i, who)
                        assert max(map(len, text.split("\n"))) <= 100
                    games.tables = after
            for i in range(4):
                heard.update(line.split(" ")[0] for line in told_of(games, before, actions[i], 1, i))
                assert GAME.board(games.box[0], after[i], None)
        assert {"A", "Dice:", "Strengths:", "Paid,", "The", "New", "Should", "Revealed:", "Fines,"} <= heard
