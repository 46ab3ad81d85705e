"""5 The new government and the opposition, and their ties."""

import pytest

from .playing import alone, election


def result(government: str, opposition: str) -> dict:
    """The facts when the election of the first turn is over."""
    return {"turn": 2, "government": government, "opposition": opposition}


@pytest.mark.rule("LIB-7.1", "LIB-7.9")
@pytest.mark.parametrize(
    ("letters", "government", "opposition"),
    [
        ("WWW BB R", "white", "blue"),
        ("RR BBB W", "blue", "red"),
        ("B WW RRR", "red", "white"),
        ("W BB RRR", "red", "blue"),
        ("BBB WW R", "blue", "white"),
    ],
)
def test_most_votes_govern_and_second_most_oppose(letters, government, opposition):
    game = election(3, map=alone(*letters.split()), displays=["Danton", "Sieyès", "Necker"])
    game.expect(**result(government, opposition))


@pytest.mark.rule("LIB-7.2", "LIB-7.3", "LIB-7.5")
def test_in_a_tie_every_player_may_choose_a_card_of_the_tied_colours():
    displays = ["Danton, Necker", "Sieyès, Santerre", "Mirabeau", "Maury", "Couthon"]
    game = election(5, order=[3, 2, 1, 0, 4], displays=displays, map=alone("RR", "BB"))
    game.expect(tie="GOVERNMENT", seat=2)  # 3 shows white only, which is not tied
    game.choose("Mirabeau").expect(discards="Mirabeau", legal="pass, Sieyès, Santerre")
    game.choose("Sieyès").expect(legal="pass, Danton").choose("Danton, -").expect(**result("blue", "red"))
    game.expect(discards="Mirabeau, Sieyès, Danton", hands=["Necker", "Santerre", "", "Maury", "Couthon"])


@pytest.mark.rule("LIB-7.3")
@pytest.mark.parametrize(
    ("option", "government", "opposition"), [("sum", "blue", "red"), ("strongest", "red", "blue")]
)
def test_cards_are_added_up_or_the_strongest_counts(option, government, opposition):
    displays = ["Mirabeau", "Danton", "Bailly", "Saint-Just"]
    game = election(displays=displays, map=alone("RR", "BB"), faction_ties=option)
    game.choose("Mirabeau, Danton, Bailly, -").expect(**result(government, opposition))


@pytest.mark.rule("LIB-7.4", "LIB-7.5", "LIB-7.7", "LIB-7.10")
def test_only_the_factions_still_level_go_on():
    displays = ["Danton, Sade", "Sieyès, Necker", "Froment, Maury", "Barère"]
    game = election(displays=displays, map=alone("RR", "BB", "WW")).choose("Danton, Sieyès, Froment, -")
    game.expect(tie="GOVERNMENT", tied_colour=[0, 1, 1], seat=0).choose("-")
    game.expect(seat=3, legal="pass, Barère")  # whites cannot help any more
    game.choose("Barère").expect(votes=[1, 2, 1])  # royalists too, though they fell out first
    game.expect(tie="OPPOSITION", tied_colour=[1, 0, 1]).choose("Sade, Necker, -")  # those beaten are level
    game.expect(**result("blue", "white"), votes=[1, 2, 1], vp=[0, 5, 3, 0])
    game.expect(discards="Danton, Sieyès, Froment, Barère, Sade, Necker")


@pytest.mark.rule("LIB-7.4")
def test_a_faction_falls_out_against_single_blocks_too():
    displays = ["Sade, Romme", "Barère", "Maury"]
    game = election(displays=displays, map=alone("RR", "BB", "WW")).choose("Sade, Barère, -")
    game.expect(tie="GOVERNMENT", tied_colour=[0, 1, 1], seat=0)


@pytest.mark.rule("LIB-7.6", "LIB-7.8")
@pytest.mark.parametrize(
    ("letters", "government", "opposition", "votes"),
    [
        ("RR BB", "red", "blue", [0, 2, 2]),
        ("BB WW", "blue", "white", [2, 2, 0]),
        ("WW RR", "red", "white", [2, 0, 2]),
        ("WW RR BB", "red", "blue", [2, 2, 2]),
        ("WW RR B", "red", "white", [2, 1, 2]),  # white has not gone back to the votes of blue
    ],
)
@pytest.mark.parametrize("displays", ["", ["Maury", "Cazalès", "Barère", "Volney"]])
def test_radicals_go_before_moderates_before_royalists(letters, government, opposition, votes, displays):
    """Nobody chooses a card, or has any."""
    game = election(displays=displays, map=alone(*letters.split())).pass_round("TIE")
    game.expect(**result(government, opposition), votes=votes)


@pytest.mark.rule("LIB-7.4", "LIB-7.6", "LIB-7.8")
def test_precedence_among_those_still_tied():
    """Red fell out, then nobody chooses: blue governs, and nobody goes back."""
    displays = ["Couthon", "Sieyès, Barère", "Necker, Froment"]
    game = election(displays=displays, map=alone("RR", "BB", "WW"))
    game.choose("Couthon, Sieyès, Necker, -, -").expect(votes=[2, 2, 2], tie="OPPOSITION").choose("-")
    game.expect(**result("blue", "red"), votes=[2, 2, 2])


@pytest.mark.rule("LIB-7.7", "LIB-7.9", "LIB-7.10")
def test_a_beaten_faction_goes_back_and_may_be_level_with_the_third():
    game = election(displays=["Danton", "Sieyès"], map=alone("RRR", "BB", "WWW")).choose("Danton")
    game.expect(votes=[2, 2, 3], tie="OPPOSITION").choose("-")
    game.expect(**result("red", "blue"), vp=[5, 3, 0, 0])


@pytest.mark.rule("LIB-7.7", "LIB-7.9")
@pytest.mark.parametrize(
    ("letters", "pushback", "votes"),
    [("RRR BB WWW", "none", [3, 2, 3]), ("RRR B WWW", "literal", [2, 1, 3])],
)
def test_without_going_back_or_far_ahead_the_beaten_faction_is_second(letters, pushback, votes):
    game = election(map=alone(*letters.split()), displays=["Danton", "Sieyès"], pushback=pushback)
    game.choose("Danton").expect(**result("red", "white"), votes=votes, vp=[5, 0, 3, 0])


@pytest.mark.rule("LIB-7.11", "LIB-7.12", "LIB-7.7", "LIB-7.16")
def test_without_any_vote_cards_decide_who_governs():
    game = election(vp=[1, 2, 3, 4], displays=["Danton", "Sieyès", "Froment"]).expect(tie="GOVERNMENT")
    game.choose("-, -, Froment").expect(**result("white", "red"), votes=[0, 0, 0])
    game.expect(vp=[1, 2, 3, 4], presence=[0, 0, 0, 0])


@pytest.mark.rule("LIB-7.10")
@pytest.mark.parametrize(("option", "opposition"), [("sum", "white"), ("strongest", "blue")])
def test_the_sum_or_the_strongest_card_decides_who_opposes(option, opposition):
    displays = ["Cazalès", "Sieyès", "Malouet"]
    game = election(displays=displays, map=alone("RRR", "BB", "WW"), faction_ties=option)
    game.choose("Cazalès, Sieyès, Malouet").expect(**result("red", opposition))
