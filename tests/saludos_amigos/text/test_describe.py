"""The actions in words."""

from ..playing import Game, lay


def said(game: Game, words: str) -> list[str]:
    """What these legal actions of the seat on turn are called."""
    return [game.games.describe(0, action) for action in game.offers(words).actions(words)]


def test_actions_of_the_negotiation_in_words():
    game = lay("12 123 1 1", dice=[2, 1, 4, 6])
    assert said(game, "- c2") == ["Keep your 2", "Discard a 2 and roll again"]
    assert said(game.until("FLOOR"), "close p1 -") == [
        "Offer your own 4 and ask for all 6 million",
        "Invite player_1 (strength 4)",
        "Pass the floor",
    ]
    assert said(game.play("0 p1"), "close -") == [
        "The coalition is complete: offer 8",
        "Withdraw the proposal",
    ]
    assert said(game.play("0 close"), "4 -") == ["Offer 4 million to yourself", "Withdraw the proposal"]
    assert said(game.play("0 3"), "yes no 5") == [
        "Accept 3 million in the coalition",
        "Reject 3 million in the coalition",
        "Ask for 5 million instead of 3",
    ]
    assert said(game.play("1 5"), "grant 4 hold drop") == [
        "Grant player_1 the 5 million, the difference from your share",
        "Offer player_1 4 million, the difference from your share",
        "Hold to 3 million for player_1",
        "Drop the proposal rather than give player_1 5 million",
    ]


def test_actions_of_the_council_in_words():
    game = lay("12 123 1 1", dice=[2, 1, 4, 6]).until("FLOOR").play("0 p1 close 1, 1 yes").until("CALL")
    assert said(game, "c1 -") == ["Call a council: push a 1 forward", "Call no council"]
    assert said(game.play("2 c1"), "c1 -") == [
        "Join the council: push a 1 forward",
        "Stay out of the council",
    ]
    assert said(game.play("3 c1"), "2") == ["Offer 2 million to yourself"]
    assert said(game.play("2 2"), "yes") == ["Accept 4 million in the opposition's split"]
    assert said(game.play("3 yes"), "- 2") == ["Propose no new split", "Offer 2 million to yourself"]
    assert said(game.play("0 -, 1 -"), "c2 close") == ["Lay down a 2", "Lay down no more cards"]
