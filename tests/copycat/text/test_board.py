"""The table as text."""

import pytest

from hustings.envs.copycat.actions import DONE
from hustings.envs.copycat.table import LYING, LYING_REPEATED, STANDING, STANDING_REPEATED
from hustings.envs.copycat.text.questions import question

from ..playing import DOCTOR, C, Game, O, at, buy, buying, turn


@pytest.mark.rule("COP-9.8", "COP-9.5")
def test_the_board_says_what_lies_where():
    cards = {"known": [[], [22]], "pile": [[14], [14, 18]], "played": [25], "temporary": [[12], [61], [60]]}
    workers = [{0: LYING}, {0: STANDING, 1: STANDING_REPEATED}, {3: LYING_REPEATED}]
    numbers = {"vp": [12, 3, 40], "tokens": [0, 2, 0], "pool": [1, 0, 2], "bid": [12, 61, 60]}
    street = {"street": [1, 24, 0, 0, DOCTOR, 51], "supply": [55, 56], "doctorates_left": 2}
    place = {"seat": 2, "order": [2, 0, 1], "round_number": 4, "office_tokens": {8: 2}, "workers": workers}
    hands = [[20, 21], [26]]
    game = turn(9, 13, players=3, hands=hands, discards=[30, 40], **cards, **numbers, **street, **place)
    lines = game.board(0)
    assert lines[0] == "Round 4 of 11, actions; supply: 2, doctorates: 2; end: 95 VP"
    board = "\n".join(lines)
    for part in (
        " 1 buy 1 (p0) p1  ",
        " 2 buy 1 p1'  ",
        " 4 buy up to 2 (p2)'  ",
        " 9 swap up to 3 +2  ",
        "\n1: 1 Swimming Badge (red)  2: 24 Inside Information (one more office) 1  3: -\n",
        "\n4: -                                   5: Doctorate 1 and what is invested\n",
        "\n6: 51 National TV (10 VP) 14  ",
    ):
        assert part in board, board
    top = next(i for i, line in enumerate(lines) if line.split()[:2] == ["VP", "round"])
    assert [line.split() for line in lines[top + 1 : top + 4]] == [
        ["*player_2", "40", "0", "0", "2", "0", "1", "0", "60"],
        ["player_0", "(you)", "12", "0", "0", "1", "1", "2", "2", "12"],
        ["player_1", "3", "0", "2", "0", "2", "3", "0", "61"],
    ]
    assert lines[top + 4 :] == [
        "player_2's pile or hand: Small PR Campaign | temp. discards: National TV",
        "Your hand: 9 Local Newspaper (1 VP); 13 Fatherly Friend (1 coin) | pile: Fatherly Friend | "
        "play area: Sauna with Colleagues | temp. discards: Fatherly Friend | "
        "discards: Industrialist; Wife's Charity Event",
        "player_1's known hand: 22 Industrialist (2 coins) | "
        "pile or hand: 2 x Fatherly Friend; National Radio; Industrialist | temp. discards: National TV",
        "player_2 decides what to do in a turn (1 worker to place).",
    ]
    everything = game.board()
    assert "player_2's hand: 26 Small PR Campaign (+1 worker) | temp. discards: National TV" in everything
    assert any(" | pile: 2 x Fatherly Friend | temp. discards: " in line for line in everything)


@pytest.mark.rule("COP-9.8", "COP-4.9")
def test_the_board_says_what_a_press_secretary_stands_for():
    played = [C.SECRETARY, C.SECRETARY_2, C.BANKER]
    game = turn(played=played, copied={C.SECRETARY: C.BANKER, C.SECRETARY_2: C.BANKER})
    assert "Your play area: Banker; 2 x Press Secretary as Banker" in game.board(0)


@pytest.mark.rule("COP-9.8")
def test_a_question_says_what_is_left():
    def left(game: Game, *moves: int) -> str:
        return question(game.box, game.play(*moves).table).partition("? ")[2]

    own = [C.DONATIONS, C.ELBOWS, C.COIN_12]
    game = turn(*own, workers=[{}, {0}], pile=[10, 11], partial_draw=True)
    assert left(game, C.ELBOWS) == "(1 worker to place, 1 of them may go where another stands)"
    assert left(game, C.DONATIONS, C.COIN_12).endswith(" (1 coin paid)")
    assert left(game, DONE) == "(1 card at most)"
    game = turn(C.ELBOWS, workers=[{}, {O.VP_1}])
    assert left(game, at(O.VP_2)) == "(no workers to place)"
    game = buying(C.COIN_12, C.SECRETARY, C.CHARITY, workers={O.BUY_2}, street=[DOCTOR])
    charity = "(1 coin and 2 purchases left, 1 charity event to decide)"
    assert left(game, DONE) == charity
    asked = question(game.box, game.play(C.SECRETARY).table)
    assert asked == f"Which card does 44 Press Secretary (copy a card) copy? {charity}"
    charity = "(1 coin and 1 purchase left, 2 charity events to decide)"
    assert left(game, C.CHARITY, buy(1)) == f"Each coin is a point. {charity}"
    game = buying(C.PARTY, C.COIN_12, any_order=True)
    assert left(game) == "(no coins and no purchases left)"
    assert left(game, DONE) == "(2 coins and no purchases left, coins times 2)"


@pytest.mark.rule("COP-9.8")
def test_the_board_of_a_doctor_and_of_offices_where_all_have_met_fits_the_screen():
    numbers = {"vp": [100, 90, 94, 80], "round_vp": [44], "bid": [61, 60, 59, 58], "passed": [1]}
    crowd = dict.fromkeys((0, 1, 2, 13, 14, 15), LYING)
    workers = [crowd, {**crowd, 0: LYING_REPEATED}, crowd, crowd]
    for game in (turn(players=4, doctorates=[1, 2, 0, 0], **numbers), turn(players=4, workers=workers)):
        lines = [line for seat in (None, 0, 1, 2, 3) for line in game.games.board(0, seat).split("\n")]
        assert max(map(len, lines)) <= 78, max(lines, key=len)


@pytest.mark.rule("COP-9.6")
def test_the_board_marks_what_a_player_knows_of_the_own_hand():
    game = buying(9, 12, known=[[30, 13], [31]], keeping=2, kept={12: 1, 30: 1})
    hand = "9 Local Newspaper (1 VP); 12, 13 Fatherly Friend (1 coin); 30 Industrialist (2 coins)"
    line = next(line for line in game.board(0) if line.startswith("Your hand: "))
    assert line.startswith(f"Your hand: {hand} | of it all know: 13, 30 | of it are kept: 12, 30")
    other = "\n".join(game.board(1))
    assert "Your hand: 31 Collecting Donations (coins to draw) | of it all know: 31" in other
    assert "all know: 13" not in other
    assert "kept" not in other
