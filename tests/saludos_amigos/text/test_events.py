"""What is told of each action, and to whom."""

import pytest

from hustings.envs.saludos_amigos.table import DRAW_LIMIT, JOURNALIST

from ..playing import HYDRANT, PLANT, lay
from ..positions import THREE_COMPLETE, council, negotiate, opposed, proposal, standing

# --- The negotiation -----------------------------------------------------------------------------


@pytest.mark.rule("SAL-2.8")
def test_a_card_discarded_face_down_is_told_to_nobody_else():
    for open_discards, card in ((False, "card"), (True, 2)):
        told = [
            lines[0].partition(" and rolls")[0]
            for lines in lay(open_discards=open_discards).told_each("0 c2")
        ]
        assert told == [f"player_0 discards a {seen}" for seen in (2, card, card, card, 2)]


@pytest.mark.rule("SAL-3.18")
def test_news_of_the_floor_and_of_answers():
    game = negotiate(placed=2)  # 7 million
    assert game.told("0 -, 1 p2 p3 close 5 1, 2 yes, 3 4, 1 2, 3 no") == [
        "player_0 passes.",
        "player_1 invites player_2.",
        "player_1 invites player_3.",
        "player_1 proposes, in millions: player_1 5, player_2 1, player_3 1.",
        "player_2 accepts.",
        "player_3 asks for 4 million instead of 1.",
        "player_1 offers player_3 2 million.",
        "The proposal of player_1 fails.",
    ]
    assert game.play("1 p2 p3 close 5 1, 2 2").told("1 grant, 3 4, 1 hold, 3 yes") == [
        "player_1 grants player_2 2 million.",
        "player_3 asks for 4 million instead of 1.",
        "player_1 holds to 1 million for player_3.",
        "New standing offer of strength 18, in millions: player_1 4, player_2 2, player_3 1.",
    ]
    game.do("- - -")
    assert game.told("1 -")[0] == "player_1 passes."
    assert proposal(3, 1, 1, 1).play("1 2").told("0 drop") == ["The proposal of player_0 fails."]


@pytest.mark.rule("SAL-3.18", "SAL-9.1")
def test_news_of_a_coalition_with_nothing_to_choose():
    """As many members as millions: closing it and sharing are forced."""
    game = lay(project=HYDRANT, ask_forced=False, withdrawal=False).until("FLOOR")
    assert game.told("0 p2") == [
        "player_0 invites player_2.",
        "player_0 proposes, in millions: player_0 1, player_2 1.",
    ]


@pytest.mark.rule("SAL-3.16", "SAL-3.18")
def test_news_of_a_negotiation_that_ends_the_round():
    shares = "player_0 2, player_1 2, player_2 1, player_3 1."
    told = proposal(2, 2, 1, 1).play("1 yes, 2 yes").told("3 yes")
    assert told[:2] == [
        f"New standing offer of strength 22, in millions: {shares}",
        f"Paid, in millions: {shares}",
    ]
    assert negotiate().do("- - -").told("3 -")[:2] == ["player_3 passes.", "Nobody is paid."]
    game = negotiate(attempts_turn=1).do("- - -").play("3 p0 close 3")
    assert game.told("0 no")[:2] == ["The proposal of player_3 fails.", "Nobody is paid."]


@pytest.mark.rule("SAL-3.21", "SAL-3.18")
def test_news_of_a_withdrawal():
    withdrawn = "player_0 withdraws the proposal."
    assert negotiate().play("0 p1").told("0 -") == [withdrawn]
    assert negotiate().play("0 p1 close").told("0 -") == [withdrawn]
    told = negotiate(attempts_turn=1).do("- - -").play("3 p0").told("3 -")
    assert told[:2] == ["player_3 withdraws the proposal.", "Nobody is paid."]


# --- The council ---------------------------------------------------------------------------------


@pytest.mark.rule("SAL-6.3")
def test_news_of_a_call_does_not_name_the_card():
    assert standing("12 113 12 12").told_each("1 c3") == [["player_1 calls a council."]] * 5


@pytest.mark.rule("SAL-3.18", "SAL-6.9")
def test_news_of_a_new_split_of_the_coalition():
    begins = "The council begins: the coalition stands at 18, the opposition at 17."
    kept = "The coalition keeps its split."
    assert council(2).play("0 5").told("1 yes") == [kept, begins]  # the same split again
    game = council(2).play("0 4")
    assert game.told("1 no") == ["The proposal of player_0 fails."]
    assert game.play("1 3").told("0 no") == ["The proposal of player_1 fails.", kept, begins]
    game = council(2).play("0 4, 1 no, 1 1")  # who proposes last proposes what stands already
    assert game.copy().told("0 yes") == [kept, begins]
    assert game.told("0 no") == ["The proposal of player_1 fails.", kept, begins]
    told = council(2).play("0 4, 1 3").told("0 grant")
    assert told == ["The coalition shares anew: player_0 3, player_1 3.", begins]


@pytest.mark.rule("SAL-3.18", "SAL-6.8")
def test_news_of_the_split_of_the_opposition():
    game = opposed().play("2 5 1")
    assert game.told("3 no") == ["The proposal of player_2 fails."]
    told = game.play("3 5 1, 1 no, 1 5 1").told("2 no")
    equally = "Should the opposition win: player_1 2, player_2 3, player_3 2."
    assert told[:2] == ["The proposal of player_1 fails.", equally]
    game = opposed().play("2 4 2")
    assert game.told("3 yes") == ["player_3 accepts."]
    assert game.told("1 yes")[0] == "Should the opposition win: player_1 1, player_2 4, player_3 2."


@pytest.mark.rule("SAL-5.1", "SAL-6.18")
@pytest.mark.parametrize(
    ("hands", "moves", "last", "opp_strength", "pile", "drawn"),
    [
        ("- 3 - -", "", "1 c3", "participants", "33333", "player_1 draws a 3."),
        ("3 33 - -", "1 c3, 0 close", "1 c3", "all", "3" * 9, "player_0 draws a 3."),
        ("33 3 - -", "1 c3, 0 c3", "0 c3", "all", "3" * 9, "player_1 draws a 3."),
        ("3 11 - -", "1 c1, 0 close", "1 c1", "participants", "1" * 9, "player_1 draws a 1."),
    ],
)
def test_a_card_drawn_may_be_like_the_card_just_laid_down(hands, moves, last, opp_strength, pile, drawn):
    game = standing(hands, dice=[6, 2, 1, 1], opp_strength=opp_strength).set(pile=pile)
    game.games.ask_forced = False  # the council runs through
    assert drawn in (game.play(moves) if moves else game).told(last)


@pytest.mark.rule("SAL-6.3", "SAL-6.14")
def test_boards_and_news_hide_pushed_cards_and_bids():
    game = council(2).play("0 -, 1 -")
    pushed = [game.games.board(0, who).partition("pushed ")[2].split("\n")[0] for who in range(5)]
    assert pushed == ["a card"] * 4 + ["1"]
    assert game.told_each("0 c3")[1] == []
    game.play("0 c3")
    assert ["laid down 3" in game.games.board(0, who) for who in range(5)] == [who == 0 for who in range(5)]


@pytest.mark.parametrize("ask_forced", [True, False])
def test_news_of_a_council(ask_forced):
    game = lay("113 33 2 2", dice=[6, 1, 1, 1], ask_forced=ask_forced).will_draw(PLANT).until("FLOOR")
    game.play("0 close, 1 -, 2 -, 3 -, 0 -, 1 c3, 2 -, 3 -, 0 c3 close")
    told = game.told("1 c3 close" if ask_forced else "1 c3", seat=1)
    assert told[:3] == [
        "Revealed: player_0 3, player_1 3 3.",
        "The council: coalition 12, opposition 13. The opposition wins.",
        "Paid, in millions: player_1 6.",
    ]
    assert "A section of Purification Plant is drawn: 7 million to share." in told


# --- New cards, a new round, and the end ---------------------------------------------------------


@pytest.mark.rule("SAL-5.1", "SAL-0.7")
def test_only_the_drawer_sees_the_value():
    told = standing("12 12 12 12", members=2, pile="33", discard="-").play("2 -").told_each("3 -")
    seen = [[line for line in lines if line.startswith("player_2 draws")] for lines in told]
    drawn, hidden = ["player_2 draws a 3."], ["player_2 draws a card."]
    assert seen == [hidden, hidden, drawn, hidden, drawn]


@pytest.mark.rule("SAL-7.1", "SAL-7.6")
def test_news_of_the_next_round():
    """The cards drawn, a journalist, the tile and the dice; then what strengths they make."""
    game = (
        lay("1 11 1 1", money=[9] * 4).will_draw(JOURNALIST, PLANT, bag=(*THREE_COMPLETE, 3)).until("FLOOR")
    )
    told = game.do("- - -").told("3 -", seat=None)
    assert told[:2] == ["player_3 passes.", "Nobody is paid."]
    assert [line[:14] for line in told[2:6]] == [f"player_{seat} draws" for seat in range(4)]
    assert told[6:10] == [
        "A journalist is drawn.",
        "Fines, in millions: player_1 1.",
        "Journalists on the map: 1.",
        "A section of Purification Plant is drawn: 7 million to share.",
    ]
    die, strength = game.fact("die"), game.fact("strength")
    assert told[10:] == [f"Dice: {', '.join(f'player_{seat} {pips}' for seat, pips in enumerate(die))}."]
    strengths = ", ".join(f"player_{seat} {number}" for seat, number in enumerate(strength))
    assert game.told("2 -, 3 -, 0 -, 1 -") == [f"Strengths: {strengths}."]


@pytest.mark.rule("SAL-8.3", "SAL-8.6", "SAL-7.7")
def test_news_of_the_end():
    game = lay("33 2 1 1", money=[9, 15, 0, 0]).will_draw(PLANT, bag=(0, 0, 0, 4, 5, 1, 0)).until("FLOOR")
    assert game.do("- - -").told("3 -")[6:] == [
        "A section of Purification Plant is drawn: it completes the fourth project.",
        "Bonus for the most influence, in millions: player_0 6.",
        "The game is over. Winners with 15 million: player_0, player_1.",
    ]
    game = lay("1 11 1 1", money=[9] * 4).will_draw(JOURNALIST, bag=(*THREE_COMPLETE, 2)).until("FLOOR")
    assert game.do("- - -").told("3 -")[6:] == [
        "A journalist is drawn.",
        "Fines, in millions: player_1 1.",
        "Journalists on the map: 2.",
        "The game is over. Winners with 9 million: player_0, player_2, player_3.",
    ]


@pytest.mark.rule("SAL-1.7")
def test_news_of_an_end_for_want_of_another():
    game = lay("1 1 1 1", money=[5, 9, 1, 1], bag_draws=DRAW_LIMIT).until("FLOOR")
    told = game.do("- - -").told("3 -")
    assert told[-1] == "After 200 tiles the game is over. Winner with 9 million: player_1."
