"""What a seat observes, beyond single fields."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, HOLD, PASS, REJECT
from hustings.envs.saludos_amigos.table import Phase

from .playing import amount, deal, lay, passes, phase, play, seat, seen
from .positions import THREE_COMPLETE, council, four_ones, journalists, negotiate, proposal


@pytest.mark.rule("SAL-9.3", "SAL-9.8")
def test_observations_begin_with_the_own_seat():
    games = deal(5)
    one_to_five = [1, 2, 3, 4, 5]
    lay(games, hands=["1" * k for k in one_to_five], money=one_to_five, dice=one_to_five, holder=3)
    for who in range(5):
        order = [(who + k) % 5 for k in range(5)]
        for name, scale in (("money", 128), ("cards", 24), ("die", 12), ("strength", 16)):
            assert seen(games, who, name, scale) == [i + 1 for i in order]
        assert seen(games, who, "bag_holder") == [i == 3 for i in order]
        assert seen(games, who, "pie", 12) == [6]
        assert seen(games, who, "placed", 12) == [0, 0, 0, 0, 1, 0]
        assert seen(games, who, "journalists", 8) == [3, 0]
        assert seen(games, who, "pile", 64) == [41]


@pytest.mark.rule("SAL-0.7")
def test_others_see_only_how_many_cards_a_player_has():
    games = deal(4)
    lay(games, hands=["111", "222", "333", "123"])
    assert seen(games, 1, "hand", 16) == [0, 3, 0]
    own, others = games.observe(seat=1), games.observe(seat=3)
    cards = games.tables["hand"][0].copy()
    games.tables["hand"][0, 1], games.tables["hand"][0, 2] = cards[2], cards[1]  # the same number of cards
    assert (games.observe(seat=3) == others).all()
    assert (games.observe(seat=1) != own).any()
    assert "3 3 3" in games.board(0, seat=1)
    assert "3 3 3" not in games.board(0, seat=3)


@pytest.mark.rule("SAL-7.6", "SAL-9.8")
def test_journalists_on_the_map_are_observed():
    games = journalists(["1", "11", "1", "1"], [9] * 4, bag=(*THREE_COMPLETE, 3))
    assert seen(games, 2, "journalists", 8) == [2, 1]


@pytest.mark.rule("SAL-3.18", "SAL-9.8")
def test_all_talk_is_observed_by_all():
    games = proposal(3, 1, 1, 1)
    play(games, (1, ACCEPT), (2, amount(3)))
    for who in range(4):

        def turned(*values, who=who):
            return [values[(who + k) % 4] for k in range(4)]

        assert seen(games, who, "draft_share", 12) == turned(3, 1, 1, 1)
        assert seen(games, who, "accepted") == turned(0, 1, 0, 0)
        assert seen(games, who, "asked", 12) == turned(0, 0, 3, 0)
        assert seen(games, who, "on_turn") == turned(1, 0, 0, 0)
        assert np.argmax(seen(games, who, "phase")) == Phase.REPLY
        assert seen(games, who, "draft") == [1, 0, 0]


@pytest.mark.rule("SAL-3.18", "SAL-9.8")
def test_the_last_offers_are_observed_newest_first():
    games = negotiate(dice=[1, 2, 3, 4])
    play(games, (0, CLOSE), (1, CLOSE), (2, CLOSE))
    offers = np.reshape(seen(games, 3, "offers", 12), (4, -1)).T
    assert offers[:4].tolist() == [[0, 0, 0, 6], [0, 0, 6, 0], [0, 6, 0, 0], [0, 0, 0, 0]]
    passes(games, 4)
    passes(games, 3)
    assert phase(games) == Phase.REROLL
    assert not games.tables["history"].any()  # of this round only


@pytest.mark.rule("SAL-9.11", "SAL-3.18")
def test_talk_that_failed_is_observed_by_all():
    games = proposal(3, 1, 1, 1)
    play(games, (1, amount(3)), (0, HOLD), (1, ACCEPT), (2, REJECT), (0, seat(3)), (0, PASS))
    for who in range(4):

        def talks(name, scale, who=who):
            """By talk what it says of each seat, from seat 0 on."""
            entries = np.reshape(seen(games, who, name, scale), (4, -1))
            return np.roll(entries, who, axis=0).T[:3].tolist()

        assert talks("talk_part", 4) == [[-4, 0, 0, 1], [4, 2, -2, 1], [0] * 4]
        assert talks("talk_share", 12) == [[0] * 4, [3, 1, 1, 1], [0] * 4]
        assert talks("talk_asked", 12) == [[0] * 4, [0, 3, 0, 0], [0] * 4]
        assert seen(games, who, "talk_about")[:9] == [1, 0, 0, 1, 0, 0, 0, 0, 0]


@pytest.mark.rule("SAL-6.3", "SAL-9.2")
def test_the_number_of_cards_seen_in_a_council():
    games = council(2)
    for who in range(5):
        numbers = [2 if (who + k) % 5 == 4 else 3 for k in range(5)]  # 4 has pushed one forward
        assert seen(games, who, "cards", 24) == numbers


@pytest.mark.rule("SAL-9.12", "SAL-9.8")
def test_what_is_known_of_the_pile_is_observed():
    games = four_ones()
    assert seen(games, 2, "shuffled", 64) == [8, 0, 0]
    assert seen(games, 2, "own_fresh", 16) == [1, 0, 0]
    assert seen(games, 2, "fresh", 24) == [1] * 4
    assert not any(seen(games, 2, "shown"))
    assert "Draw pile: 4 cards; shuffled last were 8x1" in games.board(0, 2)
