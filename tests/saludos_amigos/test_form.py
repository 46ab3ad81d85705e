"""The form of play: forced moves, redeals, and words."""

import numpy as np
import pytest

from hustings.envs import saludos_amigos_v0
from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, GRANT, HOLD, PASS, REJECT
from hustings.envs.saludos_amigos.table import Phase

from ..support import told_of
from .playing import PLANT, amount, card, deal, field, lay, legal, next_tiles, open_floor, phase, play, seat
from .random_play import random_actions


@pytest.mark.rule("SAL-9.1")
def test_forced_moves_are_asked_only_on_demand():
    asked, unasked = deal(4), deal(4, ask_forced=False)
    for games in (asked, unasked):
        lay(games, hands=["", "1", "", ""], dice=[1, 1, 1, 6])
    play(asked, *((who, PASS) for who in range(4)))
    play(asked, (0, PASS), (1, PASS), (2, PASS), (3, CLOSE))
    assert (asked.seat[0], CLOSE in legal(asked)) == (0, False)
    unasked.tables["seat"] = 1  # that seat 0 may only pass was settled before
    unasked.tables["streak"] = 1
    play(unasked, (1, PASS))  # 2, 3 and 0 have no card to roll again with
    assert phase(unasked) == Phase.FLOOR
    play(unasked, (0, PASS), (1, PASS), (2, PASS), (3, CLOSE))
    assert asked.tables.tobytes() == unasked.tables.tobytes()
    # 4 and 8 together are needed to beat 6; a bid with an empty hand ends by itself.
    for games in (asked, unasked):
        play(games, *((who, PASS) for who in range(4)))
        assert (phase(games), games.seat[0]) == (Phase.CALL, 1)
        play(games, (1, card(1)))
    assert (phase(asked), asked.seat[0], legal(asked)) == (Phase.BID, 1, {CLOSE})
    play(asked, (1, CLOSE), (3, CLOSE))
    assert phase(unasked) == Phase.REROLL
    assert field(asked, "paid") == field(unasked, "paid")


@pytest.mark.rule("SAL-9.7", "SAL-9.2")
@pytest.mark.parametrize("options", [{}, {"open_discards": False}])
@pytest.mark.parametrize("players", [4, 7])
def test_a_redeal_keeps_what_a_seat_knows_and_nothing_else(players, options):
    games = deal(players, num_games=64, seed=4, ask_forced=False, **options)
    other = deal(players, num_games=64, seed=4, ask_forced=False, **options)
    rng = np.random.default_rng(1)
    bidding = changed = 0
    for step in range(400):
        games.step(random_actions(games, rng, 0.6))
        if step % 8:
            continue
        bidding += (games.tables["phase"] == Phase.BID).sum()
        before, on_turn = games.tables.copy(), games.seat
        for who in range(players):
            games.redeal(who, seed=step)
            dealt = games.tables.copy()
            changed += (dealt["hand"] != before["hand"]).any(axis=(1, 2)).sum()
            assert (dealt["hand"][:, who] == before["hand"][:, who]).all()
            assert (dealt["known"] == before["known"]).all()
            assert (dealt["hand"] + dealt["bid"] + pushed(dealt) >= dealt["known"]).all()
            total = (dealt["hand"] + dealt["bid"] + dealt["face_down"] + pushed(dealt)).sum(axis=1)
            assert (total + dealt["pile"] + dealt["discard"] == games.box["card_counts"]).all()
            seen = games.observe(seat=who)
            masks = games.legal[on_turn == who]
            other.tables = games.tables
            other.redeal(who, seed=step + 1)
            games.tables = before
            assert (games.observe(seat=who) == seen).all()
            assert (games.legal[on_turn == who] == masks).all()
            games.redeal(who, seed=step + 1)
            assert games.tables.tobytes() == other.tables.tobytes()
            games.tables = before
    assert bidding
    assert changed


def pushed(tables):
    return (tables["pushed"][:, :, None] == np.arange(1, 4)).astype(np.int8)


@pytest.mark.rule("SAL-9.7")
def test_hidden_bids_are_dealt_anew_in_number_and_value():
    games = deal(4)
    lay(games, hands=["12", "112233", "13", "1"], dice=[6, 1, 1, 1])
    open_floor(games)
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS), (0, PASS))
    play(games, (1, card(3)), (2, PASS), (3, PASS), (0, CLOSE), (1, card(3)), (1, card(2)))
    table = games.tables.copy()
    numbers, cards = set(), set()
    for seed in range(80):
        games.tables = table
        games.redeal(2, seed=seed)
        numbers.add(sum(field(games, "bid")[1]))
        cards.add(field(games, "pushed")[1])
        assert field(games, "hand")[2] == [1, 0, 1]
        assert sum(field(games, "bid")[1]) + sum(field(games, "hand")[1]) == 5
        assert CLOSE in legal(games)
    assert numbers == set(range(6))
    assert cards == {1, 2, 3}
    games.tables = table
    games.redeal(1, seed=1)
    assert (field(games, "pushed")[1], field(games, "bid")[1]) == (3, [0, 1, 1])
    assert sum(field(games, "bid")[0]) in (0, 1, 2)


@pytest.mark.rule("SAL-9.7")
def test_what_is_known_of_the_others():
    """All start with 1, 2, 3; a card seen to leave is no longer known, a drawn one never was."""
    games = deal(4)
    assert field(games, "known") == [[1, 1, 1]] * 4
    lay(games, hands=["1123", "123", "123", "123"], dice=[3, 6, 1, 1])
    games.tables["known"][0, :4] = 1
    play(games, (0, card(1)))
    assert field(games, "known")[0] == [0, 1, 1]
    play(games, (0, card(1)))
    assert field(games, "known")[0] == [0, 1, 1]
    play(games, *((who % 4, PASS) for who in range(4)))
    assert phase(games) == Phase.FLOOR
    play(games, (0, PASS), (1, CLOSE), (2, PASS), (3, PASS), (0, PASS), (1, PASS))
    play(games, (2, card(2)), (3, PASS), (0, PASS), (1, card(3)), (1, CLOSE), (2, card(1)), (2, CLOSE))
    assert field(games, "known") == [[0, 1, 1], [1, 1, 0], [0, 0, 1], [1, 1, 1]]
    # 2 won and keeps the 3; 1 lost and drew: a 1, a 2 and a card that nobody else knows.
    drawn = set()
    for seed in range(40):
        games.redeal(0, seed=seed)
        assert field(games, "hand")[2] == [0, 0, 1]
        drawn.add(tuple(field(games, "hand")[1]))
    assert drawn == {(2, 1, 0), (1, 2, 0), (1, 1, 1)}


@pytest.mark.rule("SAL-9.7")
def test_a_redeal_is_uniform_over_the_cards_not_seen():
    games = deal(4, num_games=20_000)
    first = games.tables[0].copy()
    games.tables["hand"][:, :4] = [1, 1, 1]
    games.tables[:] = first
    games.tables["hand"][:, 1] = [2, 1, 1]
    games.tables["pile"][:, 0] -= 1
    games.tables["fresh"][:, 1] = [1, 0, 0]
    games.redeal(0, seed=3)
    extra = games.tables["hand"][:, 1].mean(axis=0) - 1
    np.testing.assert_allclose(extra, np.array([17, 17, 10]) / 44, atol=0.015)


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


# --- Words ---------------------------------------------------------------------------------------


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
        assert {"A", "Dice:", "Strengths:", "Paid,", "The", "New", "Should", "Cards", "Fines,"} <= heard


@pytest.mark.rule("SAL-9.7")
def test_a_redeal_draws_bids_of_those_who_have_bid_and_of_nobody_else():
    games = deal(4)
    lay(games, hands=["12", "112233", "13", "13"], dice=[6, 1, 1, 1])
    open_floor(games)
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS), (0, PASS))
    play(games, (1, card(3)), (2, PASS), (3, card(1)), (1, amount(3)), (3, ACCEPT), (0, card(2)), (0, CLOSE))
    table = games.tables.copy()
    numbers = set()
    for seed in range(60):
        games.tables = table
        games.redeal(1, seed=seed)
        numbers.add(sum(field(games, "bid")[0]))
        assert field(games, "bid")[2:] == [[0, 0, 0]] * 2  # stays out; has not been asked yet
    assert numbers == {0, 1, 2}


@pytest.mark.rule("SAL-9.10")
def test_the_board_keeps_its_columns_with_long_names(tmp_path):
    text = GAME.box_spec.file.read_text()
    for old, new in (
        ('"Hydrant"', '"A hydrant of twenty-four"'),
        ("[building_tiles]\nvalue = 21", "[building_tiles]\nvalue = 31"),
        ("tiles = { value = 1,", "tiles = { value = 11,"),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "box.toml"
    path.write_text(text)
    games = saludos_amigos_v0.batch(1, 7, seed=1, box=path)
    games.tables["discard"] = [10, 10, 5]
    games.tables["face_down"][0, :, 0] = 2
    lines = games.board(0).split("\n")
    assert max(map(len, lines)) <= 80
    places = {line.rindex("  ") for line in lines[1:7] if "<-" not in line}
    assert len(places) == 1
    assert all(line[lines[0].index("tiles")] in "#." for line in lines[1:7])
