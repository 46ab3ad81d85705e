"""What a seat observes, beyond single fields."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, HOLD, PASS, REJECT
from hustings.envs.saludos_amigos.table import Phase

from .playing import (
    amount,
    deal,
    lay,
    passes,
    phase,
    play,
    seat,
)
from .positions import THREE_COMPLETE, council, four_ones, journalists, negotiate, proposal


@pytest.mark.rule("SAL-9.3", "SAL-9.8")
def test_observations_begin_with_the_own_seat():
    games = deal(5)
    lay(
        games,
        hands=["1", "11", "111", "1111", "11111"],
        money=[1, 2, 3, 4, 5],
        dice=[1, 2, 3, 4, 5],
        holder=3,
    )
    layout = GAME.observation(5)
    for who in range(5):
        view = games.observe(seat=who)[0]

        def block(name, view=view):
            return view[layout[name].start : layout[name].stop]

        order = [(who + k) % 5 for k in range(5)]
        assert (block("money") * 128).tolist() == [i + 1 for i in order]
        assert (block("cards") * 24).round().tolist() == [i + 1 for i in order]
        assert (block("die") * 12).round().tolist() == [i + 1 for i in order]
        assert (block("strength") * 32).tolist() == [2 * i + 2 for i in order]
        assert block("bag_holder").tolist() == [float(i == 3) for i in order]
        assert block("pie")[0] * 12 == pytest.approx(6)
        assert (block("placed") * 12).round().tolist() == [0, 0, 0, 0, 1, 0]
        assert (block("journalists") * 8).tolist() == [3, 0]
        assert block("pile")[0] * 64 == 41


@pytest.mark.rule("SAL-0.7")
def test_others_see_only_how_many_cards_a_player_has():
    games = deal(4)
    lay(games, hands=["111", "222", "333", "123"])
    layout = GAME.observation(4)
    view = games.observe(seat=1)[0]
    assert view[layout["hand"].start : layout["hand"].stop].tolist() == [0, 3 / 16, 0]
    others = games.observe(seat=3)[0]
    cards = games.tables["hand"][0].copy()
    games.tables["hand"][0, 1], games.tables["hand"][0, 2] = cards[2], cards[1]  # the same number of cards
    assert (games.observe(seat=3)[0] == others).all()
    assert (games.observe(seat=1)[0] != view).any()
    assert "3 3 3" in games.board(0, seat=1)
    assert "3 3 3" not in games.board(0, seat=3)


@pytest.mark.rule("SAL-7.6", "SAL-9.8")
def test_journalists_on_the_map_are_observed():
    games = journalists(["1", "11", "1", "1"], [9] * 4, bag=(*THREE_COMPLETE, 3))
    layout = GAME.observation(4)["journalists"]
    assert (games.observe(seat=2)[0][layout.start : layout.stop] * 8).tolist() == [2, 1]


@pytest.mark.rule("SAL-3.18", "SAL-9.8")
def test_all_talk_is_observed_by_all():
    games = proposal(3, 1, 1, 1)
    layout = GAME.observation(4)
    play(games, (1, ACCEPT), (2, amount(3)))
    for who in range(4):
        view = games.observe(seat=who)[0]

        def block(name, view=view):
            return view[layout[name].start : layout[name].stop]

        def turned(values, who=who):
            return [values[(who + k) % 4] for k in range(4)]

        assert (block("draft_share") * 12).round().tolist() == turned([3, 1, 1, 1])
        assert block("accepted").tolist() == turned([0, 1, 0, 0])
        assert (block("asked") * 12).round().tolist() == turned([0, 0, 3, 0])
        assert block("on_turn").tolist() == turned([1, 0, 0, 0])
        assert block("phase").argmax() == Phase.REPLY
        assert block("draft").tolist() == [1, 0, 0]


@pytest.mark.rule("SAL-3.18", "SAL-9.8")
def test_the_last_offers_are_observed_newest_first():
    games = negotiate(dice=[1, 2, 3, 4])
    play(games, (0, CLOSE), (1, CLOSE), (2, CLOSE))
    layout = GAME.observation(4)["offers"]
    view = games.observe(seat=3)[0][layout.start : layout.stop].reshape(4, -1) * 12
    assert view.T.round().tolist()[:4] == [[0, 0, 0, 6], [0, 0, 6, 0], [0, 6, 0, 0], [0, 0, 0, 0]]
    passes(games, 4)
    passes(games, 3)
    assert phase(games) == Phase.REROLL
    assert not games.tables["history"].any()  # of this round only


@pytest.mark.rule("SAL-9.11", "SAL-3.18")
def test_talk_that_failed_is_observed_by_all():
    games = proposal(3, 1, 1, 1)
    play(games, (1, amount(3)), (0, HOLD), (1, ACCEPT), (2, REJECT), (0, seat(3)), (0, PASS))
    layout = GAME.observation(4)
    for who in range(4):
        view = games.observe(seat=who)[0]

        def block(name, view=view, who=who):
            """By talk what it says of each seat, from seat 0 on."""
            entries = view[layout[name].start : layout[name].stop].reshape(4, -1)
            return np.roll(entries, who, axis=0).T[:3].tolist()

        assert block("talk_part") == [[-1, 0, 0, 0.25], [1, 0.5, -0.5, 0.25], [0, 0, 0, 0]]
        assert np.round(np.array(block("talk_share")) * 12).tolist() == [[0] * 4, [3, 1, 1, 1], [0] * 4]
        assert np.round(np.array(block("talk_asked")) * 12).tolist() == [[0] * 4, [0, 3, 0, 0], [0] * 4]
        about = view[layout["talk_about"].start : layout["talk_about"].stop].reshape(-1, 3)
        assert about[:3].tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0]]


@pytest.mark.rule("SAL-6.3", "SAL-9.2")
def test_the_number_of_cards_seen_in_a_council():
    games = council(2)
    layout = GAME.observation(5)["cards"]
    for who in range(5):
        seen = (games.observe(seat=who)[0][layout.start : layout.stop] * 24).round().tolist()
        assert seen == [2.0 if (who + k) % 5 == 4 else 3.0 for k in range(5)]  # 4 has pushed one forward


@pytest.mark.rule("SAL-9.12", "SAL-9.8")
def test_what_is_known_of_the_pile_is_observed():
    games = four_ones()
    layout = GAME.observation(4)
    view = games.observe(seat=2)[0]

    def block(name):
        return view[layout[name].start : layout[name].stop]

    assert (block("shuffled") * 64).tolist() == [8, 0, 0]
    assert (block("own_fresh") * 16).tolist() == [1, 0, 0]
    assert (block("fresh") * 24).round().tolist() == [1] * 4
    assert not block("shown").any()
    assert "Draw pile: 4 cards; shuffled last were 8x1" in games.board(0, 2)
