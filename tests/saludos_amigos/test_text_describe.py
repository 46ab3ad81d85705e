"""The actions in words."""

from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, GRANT, HOLD, PASS, REJECT

from .playing import amount, card, deal, lay, open_floor, play, seat


def test_actions_in_words():
    games = deal(4)
    lay(games, hands=["12", "123", "1", "1"], dice=[2, 1, 4, 6])
    assert games.describe(0, PASS) == "Keep your 2"
    assert games.describe(0, card(2)) == "Discard a 2 and roll again"
    open_floor(games)
    assert games.describe(0, CLOSE) == "Offer your own 4 and ask for all 6 million"
    assert games.describe(0, seat(1)) == "Invite player_1 (strength 4)"
    play(games, (0, seat(1)), (0, CLOSE))
    assert games.describe(0, amount(4)) == "Offer 4 million to yourself"
    play(games, (0, amount(3)))
    assert games.describe(0, ACCEPT) == "Accept 3 million in the coalition"
    assert games.describe(0, REJECT) == "Reject 3 million in the coalition"
    assert games.describe(0, amount(5)) == "Ask for 5 million instead of 3"
    play(games, (1, amount(5)))
    assert games.describe(0, GRANT) == "Grant player_1 the 5 million, the difference from your share"
    assert games.describe(0, amount(4)) == "Offer player_1 4 million, the difference from your share"
    assert games.describe(0, HOLD) == "Hold to 3 million for player_1"
    assert games.describe(0, DROP) == "Drop the proposal rather than give player_1 5 million"
    play(games, (0, GRANT), (1, PASS), (2, PASS), (3, PASS), (0, PASS))
    assert games.describe(0, card(1)) == "Call a council: push a 1 forward"
    assert games.describe(0, PASS) == "Call no council"
    play(games, (2, card(1)))
    assert games.describe(0, card(1)) == "Join the council: push a 1 forward"
    assert games.describe(0, PASS) == "Stay out of the council"
    play(games, (3, card(1)))
    assert games.describe(0, amount(2)) == "Offer 2 million to yourself"
    play(games, (2, amount(2)))
    assert games.describe(0, ACCEPT) == "Accept 4 million in the opposition's split"
    play(games, (3, ACCEPT))
    assert games.describe(0, PASS) == "Propose no new split"
    play(games, (0, PASS), (1, PASS))
    assert games.describe(0, card(2)) == "Lay down a 2"
    assert games.describe(0, CLOSE) == "Lay down no more cards"
