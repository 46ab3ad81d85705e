"""What is asked, and what is said of offers."""

from ..playing import lay
from ..positions import council, negotiate, opposed, proposal, standing


def test_who_offers_what_is_said_with_the_question():
    assert proposal(2, 2, 1, 1).matters()[0] == "player_0 offers you 2 of 6 million. Do you accept?"
    asked = proposal(2, 2, 1, 1).play("1 3").matters()
    assert asked[0] == "player_1 asks for 3 million instead of 2. Do you grant it?"
    assert asked[-1] == "If you grant it, you keep 1 of your 2."


def test_more_than_the_proposer_has_cannot_be_granted():
    game = proposal(2, 1, 2, 1)
    assert game.effect("3") == (
        "The proposer cannot grant that, but may offer up to 2, hold to the offer or drop the proposal."
    )
    assert game.play("1 3").matters()[-1] == "You have only 2 yourself: you cannot grant that."
    assert "less" not in proposal(3, 1, 1, 1).effect("2")  # one more than offered


def test_an_offer_to_beat_is_spoken_of_while_it_can_be_beaten():
    told = " ".join(negotiate().matters())
    assert "Nobody has made an offer yet." in told
    assert "needed" not in told
    for game in (standing("12 113 12 12"), council(2)):
        told = " ".join(game.matters())
        assert "offer to beat" not in told
        assert "The coalition: strength" in told


def test_possible_partners_are_those_who_may_be_invited():
    game = negotiate(attempts_round=1)
    assert game.matters()[-1] == "Strength: you 4; with player_1 9, player_2 10, player_3 11."
    assert game.copy().play("0 p2").matters()[-1] == "Strength: you 4 + player_2 6 = 10; with player_3 17."
    assert game.fails(0).matters()[-1] == "Strength: you 4."  # no attempt is left


def test_who_is_asked_again_after_passing():
    game = lay("1 1 - -", dice=[4, 3, 3, 3])
    assert game.effect("-") == "Your strength is 5; you are asked again if somebody after you rolls again."
    assert game.do("-").effect("-") == "Your strength is 4."  # those who follow have no card
    assert game.do("- -").effect("-") == "Your strength is 3."


def test_the_last_to_pass_ends_the_negotiation():
    game = negotiate()
    assert game.effect("-") == "You have the floor again if somebody makes an offer that can be beaten."
    assert game.do("- - -").effect("-") == "Nobody has raised in a whole round: the negotiation is over."


def test_whoever_is_asked_last_cannot_wait_for_others_to_call_a_council():
    game = standing(members=1).expect("CALL 1")
    waits = "The coalition is paid, unless somebody calls a council: you may still join it then."
    assert [game.effect("-"), game.do("-").effect("-")] == [waits, waits]
    assert game.do("-").effect("-") == "The coalition is paid: nobody else can call a council."


def test_the_last_member_asked_keeps_the_split():
    game = council(2).expect("COAL_SPLIT 0")
    assert game.effect("-") == "The split stays as agreed, unless another member proposes a new one."
    assert game.do("-").effect("-") == "The split stays as agreed."


def test_an_answer_names_whose_split_it_is():
    game = opposed().play("2 4 2")
    assert game.said("yes") == ["Accept 2 million in the opposition's split"]


def test_what_choices_bring_about():
    game = lay("123 123 1 123", dice=[4, 4, 4, 4])
    assert game.effect("-") == "Your strength is 7; you are asked again if somebody after you rolls again."
    assert game.effect("c2") == "Your strength would be the new roll plus 2 for cards, even if that is less."
    game.play("0 -, 1 -, 2 -, 3 -")
    assert game.effect("p2") == "Strength together 12."
    assert game.play("0 p2").effect("-") == (
        "It counts as a proposal that failed. 2 of yours may still fail in this round."
    )
    game.play("0 close 2, 2 5")
    assert game.effect("grant") == "You would keep 1 million; player_2 has then accepted."
    assert game.effect("hold") == "Then player_2 accepts or rejects."
    assert game.effect("drop").startswith("The proposal fails. 2 of yours")
    told = "Then all agree. The floor goes on, and a higher offer would beat it."
    assert game.play("0 hold").effect("yes") == told
    game.play("2 yes").until("CALL")
    assert game.effect("c3") == "It adds 3 to the opposition's 14, against 12."
