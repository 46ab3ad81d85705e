"""The form of play: decisions, hidden information, redeals, observations, and what is refused."""

import numpy as np
import pytest
from campaign import (
    ALLOCATION,
    BOX,
    BUY_1,
    BUY_2,
    CHARITY,
    COIN_1,
    COIN_2,
    COIN_12,
    COIN_13,
    COIN_14,
    COIN_18,
    DOCTOR,
    DONATIONS,
    DRAW_1,
    PAYMENT,
    SAUNA,
    SECRETARY,
    SWAP_2,
    TRASH_2,
    VP_9,
    VP_10,
    VP_11,
    WITS,
    buy,
    card,
    cards_in,
    deal,
    field,
    hand,
    lay,
    legal,
    legal_cards,
    legal_offices,
    legal_places,
    name,
    phase,
    place,
    play,
    use,
)
from campaign_play import random_actions

from hustings.envs import copycat_v0
from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import (
    ACTIONS,
    BUY,
    CARD,
    COIN,
    DONE,
    DRAW,
    END_TURN,
    INVEST_ALL,
    INVEST_NONE,
    INVEST_ONE,
    OFFICE,
    PASS,
    PLACE,
    VP,
)
from hustings.envs.copycat.table import (
    CARDS,
    DECISIONS,
    DISCARD,
    IN_BOX,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAID,
    LYING,
    LYING_REPEATED,
    OFFICES,
    ON_STREET,
    OWNED,
    SPENT,
    STANDING,
    STANDING_REPEATED,
    STREET,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)
from hustings.envs.core.errors import BoxError, IllegalAction

# --- Decisions -----------------------------------------------------------------------------------


@pytest.mark.rule("COP-9.1")
def test_forced_decisions_are_asked_only_on_demand():
    """The only card for the order of turns; then a hand with nothing to do but lay it down."""
    asked, unasked = deal(2), deal(2, ask_forced=False)
    for games in (asked, unasked):
        lay(games, stage="bid", hands=[[VP_9, VP_10], [COIN_12]], pool=0, piles=[[], [COIN_13, COIN_14]])
        play(games, (0, name(VP_9)))
    assert (phase(asked), asked.seat[0], legal(asked)) == (Phase.BID, 1, {name(COIN_12)})
    for who, action in ((1, name(COIN_12)), (1, DONE), (1, DONE), (0, DONE), (0, DONE)):
        assert legal(asked) == {action}
        play(asked, (who, action))
    assert (phase(unasked), field(unasked, "round_number")) == (Phase.BID, 2)
    assert asked.tables.tobytes() == unasked.tables.tobytes()


@pytest.mark.rule("COP-9.2")
def test_a_turn_is_one_decision_after_another():
    games = deal(2)
    lay(games, hands=[[SAUNA, VP_9, COIN_12], [VP_9]], piles=[[COIN_13, COIN_14, COIN_18], []])
    play(games, (0, name(SAUNA)))
    assert (phase(games), games.seat[0]) == (Phase.TURN, 0)
    assert len(hand(games, 0)) == 4
    play(games, (0, place(SWAP_2)))
    assert legal(games) == {END_TURN, use(SWAP_2)}
    play(games, (0, use(SWAP_2)))
    assert (phase(games), games.seat[0]) == (Phase.SWAP, 0)
    play(games, (0, name(VP_9)))
    assert (phase(games), field(games, "left"), field(games, "picked")) == (Phase.SWAP, 1, 1)
    play(games, (0, DONE))
    assert (phase(games), field(games, "left"), field(games, "picked")) == (Phase.TURN, 0, 0)
    play(games, (0, END_TURN))
    assert games.seat[0] == 1


@pytest.mark.rule("COP-9.2")
def test_numbers_are_told_by_picking_and_nothing_is_drawn_before_done():
    games = deal(2)
    lay(games, hands=[[VP_9, COIN_12], []], workers=[{SWAP_2: 1}], piles=[[COIN_18, COIN_14], []])
    play(games, (0, use(SWAP_2)), (0, name(VP_9)))
    assert hand(games, 0) == [COIN_12]
    assert field(games, "draw_size")[0] == 2
    play(games, (0, name(COIN_12)))
    assert (field(games, "draw_size")[0], legal(games)) == (2, {DONE})
    play(games, (0, DONE))
    assert hand(games, 0) == [COIN_14, COIN_18]


@pytest.mark.rule("COP-2.21")
def test_what_is_begun_is_used_even_if_nothing_comes_of_it():
    games = deal(2)
    workers = [{SWAP_2: STANDING, COIN_2: STANDING}]
    lay(games, hands=[[VP_9, DONATIONS], []], workers=workers, piles=[[COIN_18], []])
    play(games, (0, use(SWAP_2)), (0, DONE), (0, name(DONATIONS)), (0, DONE))
    assert games.tables["worker"][0, 0, SWAP_2] == LYING
    assert cards_in(games, 0, USED) == [DONATIONS]
    assert legal_offices(games) == set()
    assert legal_cards(games) == set()
    assert hand(games, 0) == [VP_9]


@pytest.mark.rule("COP-2.21")
def test_an_action_without_a_target_cannot_be_begun():
    """Nothing to swap, to pay with, to copy or to use once more."""
    games = deal(2)
    workers = [{SWAP_2: STANDING, ALLOCATION: STANDING}]
    lay(games, hands=[[DONATIONS], []], workers=workers)
    assert legal_offices(games) == {SWAP_2}  # the card left in the hand could be swapped
    assert legal_cards(games) == set()
    lay(games, hands=[[SECRETARY, PAYMENT], []], workers=[{COIN_1: STANDING, 1: LYING}])
    assert legal_cards(games) == set()
    lay(games, workers=workers)
    assert legal_offices(games) == set()


@pytest.mark.rule("COP-9.3")
def test_one_catalogue_of_actions_for_all_numbers_of_players():
    assert [deal(players).num_actions for players in (2, 3, 4)] == [131] * 3
    blocks = {block.name: (block.start, block.size) for block in ACTIONS}
    assert blocks == {
        "pass": (PASS, 1),
        "end_turn": (END_TURN, 1),
        "done": (DONE, 1),
        "draw": (DRAW, 1),
        "card": (CARD + 1, 61),
        "place": (PLACE, 25),
        "office": (OFFICE, 25),
        "buy": (BUY, 11),
        "invest": (INVEST_NONE, 3),
        "coin": (COIN, 1),
        "vp": (VP, 1),
    }
    assert (INVEST_ONE, INVEST_ALL, CARD + CARDS + 1) == (INVEST_NONE + 1, INVEST_NONE + 2, PLACE)


@pytest.mark.rule("COP-9.3")
def test_the_same_actions_serve_every_phase():
    games = deal(2)
    lay(
        games,
        hands=[[COIN_12, CHARITY, VP_9, DONATIONS, SECRETARY], [VP_9]],
        piles=[[VP_10, VP_11], []],
        workers=[{COIN_2: STANDING, BUY_2: STANDING, TRASH_2: STANDING}],
        street=[DOCTOR, 19],
        pool=1,
    )
    assert place(DRAW_1) in legal(games)
    play(games, (0, name(DONATIONS)))
    assert legal(games) == {DONE, name(COIN_12), name(CHARITY), use(COIN_2)}
    play(games, (0, name(CHARITY)), (0, DONE))
    play(games, (0, PASS), (1, PASS))
    assert legal(games) == {DONE, use(TRASH_2), name(SECRETARY)}
    play(games, (0, name(SECRETARY)))
    assert legal(games) == {name(CHARITY)}
    play(games, (0, name(CHARITY)), (0, use(TRASH_2)))
    trash = {name(c) for c in hand(games, 0)}
    assert legal(games) == {DONE, *trash}
    play(games, (0, DONE), (0, DONE))
    assert legal(games) == {DONE, COIN, VP, buy(1), buy(2)}
    play(games, (0, COIN), (0, buy(1)))
    assert (phase(games), legal(games)) == (Phase.INVEST, {INVEST_ONE, INVEST_ALL})


@pytest.mark.rule("COP-3.10", "COP-3.12")
def test_one_worker_of_each_player_stands_in_an_office():
    """Four may meet there by elbows; each is used by itself, and nobody's second worker comes in."""
    games = deal(4)
    elbows = [card(Effect.ELBOWS, copy=i) for i in range(3)]
    lay(games, hands=[[VP_9], [elbows[0]], [elbows[1]], [elbows[2]]], piles=[[VP_10]] * 4)
    play(games, (0, place(DRAW_1)), (0, use(DRAW_1)), (0, END_TURN))
    for who in (1, 2, 3):
        play(games, (who, name(elbows[who - 1])), (who, place(DRAW_1)), (who, END_TURN))
    assert games.tables["worker"][0, :, DRAW_1].tolist() == [LYING, STANDING, STANDING, STANDING]
    assert DRAW_1 not in legal_places(games)
    play(games, (0, place(COIN_1)), (0, END_TURN), (1, use(DRAW_1)))
    assert games.tables["worker"][0, :, DRAW_1].tolist() == [LYING, LYING, STANDING, STANDING]
    assert DRAW_1 not in legal_places(games)


@pytest.mark.rule("COP-9.10")
def test_what_is_not_legal_is_refused_and_changes_nothing():
    games = deal(3, num_games=3, seed=5, ask_forced=False)
    before = games.tables.tobytes()
    illegal = int(np.flatnonzero(~games.legal[1])[0])
    actions = games.legal.argmax(axis=1)
    actions[1] = illegal
    with pytest.raises(IllegalAction, match=f"game 1, seat .*, phase BID: action {illegal} "):
        games.step(actions)
    for wrong in (-1, ACTIONS.size):
        actions[1] = wrong
        with pytest.raises(IllegalAction, match="game 1"):
            games.step(actions)
    assert games.tables.tobytes() == before


@pytest.mark.rule("COP-9.10")
def test_every_action_that_is_not_legal_is_refused():
    games = deal(2)
    lay(games, hands=[[SAUNA, VP_9], []], workers=[{SWAP_2: STANDING}])
    allowed = legal(games)
    free = set(range(10)) | set(range(14, 25))
    assert allowed == {PASS, name(SAUNA), use(SWAP_2)} | {place(o) for o in free - {SWAP_2}}
    for action in set(range(ACTIONS.size)) - allowed:
        with pytest.raises(IllegalAction):
            games.step([action])
    assert phase(games) == Phase.TURN


# --- What a seat observes ------------------------------------------------------------------------


def block(games, seat: int, block_name: str, row: int = 0) -> np.ndarray:
    """One block of what a seat observes."""
    where = GAME.observation(games.num_players)[block_name]
    return games.observe(seat=seat)[row, where.start : where.stop]


def seen_cards(games, seat: int, block_name: str, value: float = 1.0) -> list[list[int]]:
    """For each player, the own seat first, the cards that have this value in a block."""
    rows = block(games, seat, block_name).reshape(-1, CARDS)
    return [(np.flatnonzero(abs(row - value) < 1e-6) + 1).tolist() for row in rows]


@pytest.mark.rule("COP-9.4", "COP-9.5")
def test_observations_begin_with_the_own_seat():
    games = deal(4)
    lay(
        games,
        seat=3,
        order=[2, 3, 0, 1],
        vp=[1, 2, 3, 4],
        tokens=[4, 3, 2, 1],
        pool=[0, 1, 2, 3],
        doctorates=[2, 0, 1, 0],
        bids=[COIN_12, 61, 19, 1],
        hands=[[VP_9], [], [COIN_12, COIN_13], [SAUNA, VP_9, VP_10]],
        discards=[[20], [21, 22], [], []],
        piles=[[], [], [COIN_18], []],
        temporary=[[], [], [19], [1]],
        workers=[{0: LYING}, {0: STANDING}, {9: STANDING_REPEATED}, {8: LYING_REPEATED}],
    )
    games.tables["round_vp"][0] = [1, 0, 2, 0]
    games.tables["recruited"][0] = [0, 1, 2, 4]
    games.tables["passed"][0] = [1, 0, 0, 0]
    for who in range(4):
        seats = [(who + k) % 4 for k in range(4)]

        def same(block_name, scale, values, who=who, seats=seats):
            seen = (block(games, who, block_name) * scale).round(4).tolist()
            assert seen == [values[i] for i in seats], block_name

        same("vp", 128, [1, 2, 3, 4])
        same("round_vp", 64, [1, 0, 2, 0])
        same("tokens", 16, [4, 3, 2, 1])
        same("pool", 8, [0, 1, 2, 3])
        same("recruited", 4, [0, 1, 2, 4])
        same("doctorates", 4, [2, 0, 1, 0])
        same("draw_size", 32, [0, 0, 1, 0])
        same("hand_size", 16, [1, 0, 2, 3])
        same("discard_size", 32, [1, 2, 0, 0])
        same("turn_place", 4, [2, 3, 0, 1])
        same("passed", 1, [1, 0, 0, 0])
        same("on_turn", 1, [0, 0, 0, 1])
        same("bid", 61, [COIN_12, 61, 19, 1])
        workers = block(games, who, "worker").reshape(4, OFFICES)
        found = {(seats[a], int(b)): float(workers[a, b]) for a, b in np.argwhere(workers)}
        assert found == {(0, 0): 0.5, (1, 0): 1, (2, 9): 0.75, (3, 8): 0.25}


@pytest.mark.rule("COP-9.5", "COP-9.6")
def test_what_each_seat_sees_of_all_cards():
    games = deal(2)
    lay(
        games,
        hands=[[VP_9, COIN_12], [VP_10, 20]],
        known=[[30], [31]],
        piles=[[COIN_13], [COIN_14]],
        discards=[[40], [41]],
        temporary=[[50], [51]],
        played=[[60], [61]],
        zones={0: {21: LAID, 22: SPENT}},
        street=[DOCTOR, 23, 0, 24],
        supply=[55, 56],
    )
    assert seen_cards(games, 0, "hand") == [[VP_9, COIN_12], [31]]
    assert seen_cards(games, 1, "hand") == [[VP_10, 20], [30]]
    assert seen_cards(games, 0, "hand", 0.75) == [[30], []]
    assert seen_cards(games, 1, "hand", 0.75) == [[31], []]
    assert seen_cards(games, 0, "pile") == [[COIN_13], [VP_10, COIN_14, 20]]
    assert seen_cards(games, 1, "pile") == [[COIN_14], [VP_9, COIN_12, COIN_13]]
    for who, mine in ((0, 0), (1, 1)):
        rotate = [0, 1] if mine == 0 else [1, 0]
        for value, block_name, cards in (
            (-1, "pile", [[40], [41]]),
            (-0.5, "pile", [[50], [51]]),
            (1 / 3, "played", [[21], []]),
            (2 / 3, "played", [[60], [61]]),
            (1, "played", [[22], []]),
        ):
            assert seen_cards(games, who, block_name, value) == [cards[i] for i in rotate]
        assert seen_cards(games, who, "supply") == [[55, 56]]
        shown = block(games, who, "street") * 11
        assert {int(c) + 1: round(float(shown[c])) for c in np.flatnonzero(shown)} == {23: 2, 24: 4}


@pytest.mark.rule("COP-9.5")
def test_the_street_by_its_spaces():
    games = deal(2)
    row = [1, 25, 0, DOCTOR, 8, 51, 0, 0, DOCTOR, 3, 20]
    lay(games, street=row)
    price, reds, strength = (block(games, 1, n) for n in ("price", "reds", "strength"))
    assert (price * 16).round(4).tolist() == [0, 2, 0, 0, 1, 14, 0, 0, 2, 2, 6]
    assert (reds * 4).round(4).tolist() == [0, 1, 0, 1, 1, 2, 0, 0, 2, 2, 3]
    assert (strength * 10).round(4).tolist() == [0, 2, 0, 0, 0, 10, 0, 0, 0, 0, 3]
    kind = block(games, 1, "kind").reshape(STREET, len(Effect) + 1)
    none, doctorate = int(Effect.NONE), len(Effect)
    assert [np.flatnonzero(k).tolist() for k in kind] == [
        [none],
        [int(Effect.DRAW)],
        [],
        [doctorate],
        [none],
        [int(Effect.VP)],
        [],
        [],
        [doctorate],
        [none],
        [int(Effect.VP)],
    ]


@pytest.mark.rule("COP-9.5")
def test_large_numbers_are_cut_off():
    games = deal(2)
    lay(games, vp=[300, 128], tokens=[40, 16], office_tokens={0: 11})
    assert block(games, 0, "vp").tolist() == [1, 1]
    assert block(games, 0, "tokens").tolist() == [1, 1]
    assert block(games, 0, "office_tokens")[0] == np.float32(11 / 16)


@pytest.mark.rule("COP-9.5", "COP-1.7")
def test_a_choice_is_seen_by_nobody_else_before_all_have_chosen():
    games = deal(3)
    lay(games, stage="bid", hands=[[VP_9, 61], [COIN_12], [COIN_13]], piles=[[COIN_18]] * 3)
    views = [games.observe(seat=i).copy() for i in range(3)]
    boards = [games.board(0, i) for i in range(3)]
    play(games, (0, name(61)))
    others = [games.observe(seat=i) for i in range(3)]
    other_boards = [games.board(0, i) for i in range(3)]
    saved = games.tables.copy()
    lay(games, stage="bid", hands=[[VP_9, 61], [COIN_12], [COIN_13]], piles=[[COIN_18]] * 3)
    play(games, (0, name(VP_9)))
    for who in (1, 2):
        assert (games.observe(seat=who) == others[who]).all()
        assert games.board(0, who) == other_boards[who]
    assert (games.observe(seat=0) != others[0]).any()
    assert games.board(0, 0) != other_boards[0]
    assert saved.tobytes() != games.tables.tobytes()
    assert all((views[i] != others[i]).any() for i in range(3))  # whose turn it is has changed
    assert boards[1] != other_boards[1]


@pytest.mark.rule("COP-9.5")
def test_which_cards_are_kept_is_a_secret_and_how_many_is_not():
    games = deal(2)
    lay(games, stage="hand", hands=[[WITS, VP_9, COIN_12, COIN_13], [VP_9]], piles=[[COIN_18], []])
    play(games, (0, name(WITS)), (0, name(VP_9)), (0, name(COIN_13)))
    assert seen_cards(games, 0, "kept") == [[VP_9, COIN_13]]
    assert seen_cards(games, 1, "kept") == [[]]
    assert block(games, 1, "keeping") == 2 / 8
    play(games, (0, DONE), (0, DONE))
    assert hand(games, 0) == [VP_9, COIN_13]
    assert seen_cards(games, 1, "hand") == [[VP_9], []]
    assert seen_cards(games, 1, "pile")[1] == [VP_9, COIN_13, COIN_18]
    assert block(games, 1, "keeping") == 0


@pytest.mark.rule("COP-9.6")
def test_a_shuffle_makes_the_hand_known():
    """The pile is empty: all that does not lie open is in the hand."""
    games = deal(2)
    lay(games, hands=[[SAUNA, VP_9, COIN_12], []], piles=[[COIN_13], []], discards=[[20, 21, 22], []])
    assert seen_cards(games, 1, "hand") == [[], []]
    play(games, (0, name(SAUNA)))
    known = [VP_9, COIN_12, COIN_13]
    assert seen_cards(games, 1, "hand") == [[], known]
    assert cards_in(games, 0, KNOWN) == known
    assert len(cards_in(games, 0, IN_HAND)) == 1
    assert seen_cards(games, 1, "pile")[1] == [20, 21, 22]


@pytest.mark.rule("COP-9.6")
def test_a_known_card_stays_known_until_it_leaves_the_hand():
    games = deal(2)
    lay(
        games,
        stage="hand",
        seat=1,
        hands=[[], [WITS]],
        known=[[], [COIN_12, COIN_13]],
        piles=[[VP_9], [VP_9, VP_10, VP_11, 20, 21, 22]],
    )
    play(games, (1, name(WITS)), (1, name(COIN_12)), (1, DONE), (1, DONE), (1, DONE))
    assert field(games, "round_number") == 2
    assert cards_in(games, 1, KNOWN) == [COIN_12]
    play(games, (0, name(VP_9)), (1, name(COIN_12)))
    assert cards_in(games, 1, TEMPORARY) == [COIN_12]
    assert cards_in(games, 1, KNOWN) == []


ONE = {
    "round": ("round_number", 11),
    "due": ("due", 4),
    "elbows": ("elbows", 4),
    "left": ("left", 4),
    "picked": ("picked", 8),
    "keeping": ("keeping", 8),
    "acting": ("acting", 61),
    "coins_doubled": ("coins", 32),
    "doublings": ("doublings", 2),
    "token_doublings": ("token_doublings", 2),
    "purchases": ("purchases", 4),
    "charity": ("charity", 2),
    "doctorates_left": ("doctorates_left", 4),
    "last_doctorate": ("last_doctorate", 1),
    "open": ("open", 1),
    "office_tokens": ("office_tokens", 16),
}
EACH = {
    "vp": 128,
    "round_vp": 64,
    "tokens": 16,
    "pool": 8,
    "recruited": 4,
    "doctorates": 4,
    "draw_size": 32,
    "hand_size": 16,
    "discard_size": 32,
    "passed": 1,
}


@pytest.mark.rule("COP-9.4", "COP-9.5", "COP-9.6")
@pytest.mark.parametrize("options", [{}, {"partial_draw": True, "strict_two": True, "min_invest": 0}])
def test_the_observation_is_the_table(options):
    """Block by block, in whole games at random; nearly every block is seen filled, rare ones below."""
    players, games = 3, deal(3, num_games=60, seed=3, ask_forced=False, **options)
    special = (Effect.ELBOWS, Effect.DOUBLE_COINS, Effect.COIN_OR_VP, *range(Effect.DOUBLE_TOKENS, 20))
    ordinary = ~np.isin(BOX[0]["card_effect"], special)
    games.tables["place"][(games.tables["place"] == IN_SUPPLY) & ordinary] = IN_BOX  # doctorates soon
    rng = np.random.default_rng(0)
    layout = GAME.observation(players)
    filled = set()
    step = 0
    while not games.over.all():
        games.step(random_actions(games, rng, 0.9))
        step += 1
        if step % 3:
            continue
        t, who = games.tables, step // 3 % players
        view = games.observe(seat=who)
        seats = [(who + k) % players for k in range(players)]
        checked = set()

        def same(block_name, scale, values, view=view, checked=checked):
            seen = view[:, layout[block_name].start : layout[block_name].stop]
            values = np.asarray(values, float).reshape(len(seen), -1)
            np.testing.assert_allclose(seen * scale, np.minimum(values, scale), atol=1e-4, err_msg=block_name)
            checked.add(block_name)
            if values.any():
                filled.add(block_name)

        running = (t["phase"] < DECISIONS)[:, None]
        same("phase", 1, t["phase"][:, None] == np.arange(DECISIONS))
        stages = np.array([Phase.TURN, Phase.HAND, Phase.TABLE])
        same("stage", 1, running & (t["stage"][:, None] == stages))
        for block_name, (source, scale) in ONE.items():
            same(block_name, scale, t[source])
        total = t["coins"].astype(int) * (1 + np.minimum(t["doublings"], 2)) + t["more_coins"] - t["spent"]
        same("coins", 32, total)
        same("undoubled", 1, t["undoubled"] * (t["phase"] != t["stage"]))
        same("fresh", 1, t["fresh"][:, None] >> np.arange(OFFICES) & 1)
        observe_street(t, same)
        for block_name, scale in EACH.items():
            same(block_name, scale, t[block_name][:, seats])
        same("on_turn", 1, t["seat"][:, None] == np.array(seats))
        same("turn_place", 4, np.argsort(t["order"][:, :players], axis=1)[:, seats])
        hidden = (t["phase"] == Phase.BID)[:, None] & (np.array(seats) != who)
        same("bid", 61, np.where(hidden, 0, t["bid"][:, seats]))
        worth = np.zeros(5)
        worth[[STANDING, LYING, STANDING_REPEATED, LYING_REPEATED]] = 1, 0.5, 0.75, 0.25
        same("worker", 1, worth[t["worker"][:, seats]])
        zone = t["zone"][:, seats, 1:]
        own = np.zeros(zone.shape, bool)
        own[:, 0] = True
        same("hand", 1, np.where(own, 1.0, 0) * (zone == IN_HAND) + np.where(own, 0.75, 1) * (zone == KNOWN))
        unseen = (zone == IN_DRAW) | (~own & (zone == IN_HAND))
        same("pile", 1, 1.0 * unseen - 0.5 * (zone == TEMPORARY) - 1.0 * (zone == DISCARD))
        used = (zone == LAID) / 3 + (zone == USED) * 2 / 3 + 1.0 * (zone == SPENT)
        same("played", 1, used)
        same("kept", 1, t["kept"][:, 1:] * (t["seat"] == who)[:, None])
        same("copied", 61, t["copied"][:, 1:])
        assert checked == {b.name for b in layout}
    # Each of these is filled in the next test.
    rare = {"elbows", "last_doctorate", "acting", "copied", "kept", "undoubled", "charity"}
    rare |= {"doublings", "token_doublings"}
    assert {b.name for b in layout} - filled <= rare


def observe_street(t, same) -> None:
    """The blocks of the street against the cards that lie there."""
    box, row = BOX[0], t["street"].astype(int)
    lies, doctor = row > 0, row == DOCTOR
    number = np.where(doctor, 0, row)
    same("price", 16, lies * (box["card_price"][number] + box["surcharge"]))
    reds = (row > 0) & (row <= 8)
    same("reds", 4, lies * (np.cumsum(reds, axis=1) - reds))
    same("strength", 10, box["card_strength"][number] * lies)
    kind = np.where(doctor, len(Effect), box["card_effect"][number])
    same("kind", 1, lies[:, :, None] & (kind[:, :, None] == np.arange(len(Effect) + 1)))
    place = t["place"][:, 1:]
    same("supply", 3, np.select([place == IN_SUPPLY, place == ON_STREET, place == OWNED], [3, 2, 1]))
    spaces = np.zeros((len(t), CARDS + 2))
    np.put_along_axis(spaces, row, np.arange(1, STREET + 1)[None, :].repeat(len(t), 0), axis=1)
    same("street", 11, spaces[:, 1 : CARDS + 1])


@pytest.mark.rule("COP-9.5")
def test_what_is_rare_at_random_is_observed_too():
    games = deal(2)
    elbows = card(Effect.ELBOWS)
    hands = [[elbows, SECRETARY, VP_9, COIN_12], [VP_9]]
    lay(games, hands=hands, workers=[{}, {0: STANDING}], piles=[[VP_10], []])
    play(games, (0, name(elbows)))
    assert block(games, 1, "elbows") == 1 / 4
    play(games, (0, name(SECRETARY)))
    assert block(games, 1, "acting") == pytest.approx(SECRETARY / 61)
    play(games, (0, name(elbows)))
    assert block(games, 1, "copied")[SECRETARY - 1] == pytest.approx(elbows / 61)
    assert block(games, 1, "elbows") == 2 / 4
    assert block(games, 1, "acting") == 0
    garden = card(Effect.DOUBLE_COINS)
    hands = [[garden, CHARITY, COIN_12, card(Effect.DOUBLE_TOKENS)], []]
    lay(games, stage="hand", hands=hands, workers=[{ALLOCATION: STANDING}])
    play(games, (0, DONE))
    assert block(games, 1, "token_doublings") == 1 / 2
    assert block(games, 1, "charity").tolist() == [1 / 2, 0]
    play(games, (0, use(ALLOCATION)))
    assert block(games, 1, "undoubled") == 1
    play(games, (0, name(CHARITY)))
    assert block(games, 1, "charity").tolist() == [1 / 2, 1 / 2]
    assert block(games, 1, "doublings") == 1 / 2
    assert (block(games, 1, "coins") * 32, block(games, 1, "coins_doubled") * 32) == (2, 1)
    lay(games, stage="hand", hands=[[WITS, VP_9, COIN_12], []])
    play(games, (0, name(WITS)), (0, name(VP_9)))
    assert np.flatnonzero(block(games, 0, "kept")).tolist() == [VP_9 - 1]
    assert not block(games, 1, "kept").any()
    lay(games, stage="hand", hands=[[COIN_12], []], workers=[{BUY_1: STANDING}], street=[DOCTOR])
    play(games, (0, DONE), (0, buy(1)))
    assert block(games, 1, "last_doctorate") == 1


# --- Redeals -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-9.7", "COP-9.6")
@pytest.mark.parametrize("players", [2, 4])
def test_a_redeal_keeps_what_a_seat_knows_and_nothing_else(players):
    games = deal(players, num_games=16, seed=4, ask_forced=False)
    other = deal(players, num_games=16, seed=4, ask_forced=False)
    rng = np.random.default_rng(1)
    moved = known = rebid = 0
    for step in range(330):
        games.step(random_actions(games, rng, 0.6))
        if step % 11:
            continue
        before, on_turn = games.tables.copy(), games.seat
        kept = [n for n in before.dtype.names if n not in ("seed", "draws", "zone", "bid", "kept")]
        seen_before = {who: games.observe(seat=who) for who in range(players)}
        boards = {who: games.board(0, who) for who in range(players)}
        masks = games.legal
        for who in range(players):
            games.redeal(who, seed=step)
            dealt = games.tables.copy()
            for field_name in kept:
                assert (dealt[field_name] == before[field_name]).all(), field_name
            was, now = before["zone"], dealt["zone"]
            hidden = (was == IN_DRAW) | (was == IN_HAND)
            hidden[:, who] = False
            assert (was == now)[~hidden].all()
            assert (((now == IN_DRAW) | (now == IN_HAND)) >= hidden).all()
            assert ((now == IN_HAND).sum(axis=2) == (was == IN_HAND).sum(axis=2)).all()
            moved += (was != now).sum()
            known += (was == KNOWN).sum()
            bidding = before["phase"] == Phase.BID
            assert (dealt["bid"] == before["bid"])[~bidding].all()
            assert (dealt["bid"][:, who] == before["bid"][:, who]).all()
            assert ((dealt["bid"] > 0) == (before["bid"] > 0)).all()
            rebid += (dealt["bid"] != before["bid"]).sum()
            for row, seat in np.argwhere(dealt["bid"][bidding] > 0).tolist():
                table = dealt[bidding][row]
                assert table["zone"][seat, table["bid"][seat]] in (IN_HAND, KNOWN)
            assert (dealt["kept"].sum(axis=1) == before["keeping"]).all()
            assert (games.observe(seat=who) == seen_before[who]).all()
            assert boards[who] == games.board(0, who)
            assert (games.legal[on_turn == who] == masks[on_turn == who]).all()
            assert games.legal[on_turn >= 0].any(axis=1).all()
            other.tables = games.tables
            other.redeal(who, seed=step + 1)
            games.tables = before
            games.redeal(who, seed=step + 1)
            assert games.tables.tobytes() == other.tables.tobytes()
            games.tables = before
    assert moved > 1000
    assert known > 300
    assert rebid > 20


def redealt(seat: int, size: int = 20_000, players: int = 2, moves=(), **position):
    """Many deals of what a seat cannot know of one position."""
    games = deal(players, num_games=size)
    lay(games, **position)
    single = deal(players)
    single.tables[:] = games.tables[:1]
    play(single, *moves)
    games.tables[:] = single.tables[0]
    games.redeal(seat, seed=3)
    return games


@pytest.mark.rule("COP-9.7")
def test_a_redeal_is_uniform_over_the_hands_there_may_be():
    """Of seven cards not seen three are in the hand; a known one stays, and so does the own hand."""
    unseen = [VP_10, COIN_13, COIN_14, COIN_18, 20, 40, 60]
    position = {"hands": [[VP_9], unseen[:3]], "known": [[], [30]], "piles": [[COIN_12], unseen[3:]]}
    zone = redealt(0, **position).tables["zone"]
    held = zone[:, 1, unseen] == IN_HAND
    assert (held.sum(axis=1) == 3).all()
    assert ((zone[:, 1, unseen] == IN_DRAW) == ~held).all()
    np.testing.assert_allclose(held.mean(axis=0), 3 / 7, atol=0.015)
    for a, b in ((0, 1), (0, 6), (4, 5)):
        assert (held[:, a] & held[:, b]).mean() == pytest.approx(3 / 7 * 2 / 6, abs=0.012)
    assert len(np.unique(held, axis=0)) == 35
    assert (zone[:, 1, 30] == KNOWN).all()
    assert (zone[:, 0, VP_9] == IN_HAND).all()
    assert (zone[:, 0, COIN_12] == IN_DRAW).all()


@pytest.mark.rule("COP-9.7")
def test_a_hidden_choice_is_dealt_afresh():
    """Any card of a hand dealt afresh, known ones too; the own choice stays."""
    unseen = [VP_10, COIN_13, COIN_14, COIN_18]
    hands = [[VP_9, COIN_12], unseen[:3], [VP_9], [VP_10]]
    position = {"stage": "bid", "hands": hands, "known": [[], [30], [], []]}
    piles = [[COIN_13], unseen[3:], [], []]
    moves = [(0, name(COIN_12)), (1, name(COIN_14))]
    games = redealt(2, players=4, piles=piles, moves=moves, **position)
    bids = games.tables["bid"]
    assert (games.tables["zone"][np.arange(20_000), 1, bids[:, 1]] != IN_DRAW).all()
    assert (bids[:, 1] == 30).mean() == pytest.approx(1 / 4, abs=0.012)
    for number in unseen:
        assert (bids[:, 1] == number).mean() == pytest.approx(3 / 16, abs=0.012)
    for number in hands[0] + piles[0]:
        assert (bids[:, 0] == number).mean() == pytest.approx(1 / 3, abs=0.015)
    assert not bids[:, 2:].any()
    own = redealt(1, players=4, piles=piles, moves=moves, size=50, **position).tables["bid"]
    assert (own[:, 1] == COIN_14).all()
    assert len(set(own[:, 0].tolist())) == 3


@pytest.mark.rule("COP-9.7")
def test_choices_that_lie_open_are_not_dealt_afresh():
    hands = [[VP_9, COIN_12], [VP_10, COIN_13]]
    position = {"stage": "bid", "hands": hands, "piles": [[COIN_18], [COIN_18]]}
    games = redealt(0, size=50, moves=[(0, name(VP_9)), (1, name(COIN_13))], **position)
    assert (games.tables["bid"][:, :2] == [VP_9, COIN_13]).all()
    assert (games.tables["zone"][:, 1, COIN_13] == TEMPORARY).all()


@pytest.mark.rule("COP-9.7")
def test_kept_cards_are_dealt_afresh():
    unseen = [VP_10, COIN_13, COIN_14, COIN_18, 20]
    position = {"stage": "hand", "hands": [[WITS, *unseen[:3]], []], "known": [[30], []]}
    position |= {"piles": [unseen[3:], [VP_9]]}
    moves = [(0, name(WITS)), (0, name(VP_10)), (0, name(COIN_13))]
    games = redealt(1, moves=moves, **position)
    kept, zone = games.tables["kept"], games.tables["zone"][:, 0]
    assert (kept.sum(axis=1) == 2).all()
    assert ((zone == IN_HAND) | (zone == KNOWN))[kept == 1].all()
    assert (kept[:, 30] == 1).mean() == pytest.approx(2 / 4, abs=0.015)
    for number in unseen:
        assert (kept[:, number] == 1).mean() == pytest.approx(3 / 5 * 2 / 4, abs=0.015)
    own = redealt(0, size=20, moves=moves, **position)
    assert (own.tables["kept"][:, [VP_10, COIN_13]] == 1).all()
    own.step(np.full(20, DONE))
    own.step(np.full(20, DONE))  # all but the cards kept is laid down
    own.redeal(1, seed=5)
    hands = own.tables["zone"][:, 0, [*unseen, 30]] == IN_HAND
    assert (hands.sum(axis=1) == 2).all()
    assert len(np.unique(hands, axis=0)) > 3


@pytest.mark.rule("COP-9.7")
def test_a_redeal_reseeds_chance():
    games = deal(2, num_games=200)
    lay(games, stage="table", seat=1, piles=[[VP_9], [VP_9]], street=[0] * 11, supply=[50, 51, 46, 47, 48])
    games.tables[:] = games.tables[0]
    games.redeal(0, seed=1)
    assert not games.tables["draws"].any()
    games.step(np.full(200, DONE))
    assert len(set(games.tables["street"][:, 0].tolist())) == 5


@pytest.mark.rule("COP-9.7")
def test_what_an_action_begun_tells_of_a_hand_is_not_used():
    """Donations can be copied with coins alone: a redeal may deal none, but there is something to do."""
    games = deal(2)
    seen = set()
    for seed in range(20):
        hands = [[SECRETARY, COIN_12], [VP_9]]
        lay(games, hands=hands, played=[[DONATIONS], []], piles=[[VP_9, VP_10, VP_11], []])
        play(games, (0, name(SECRETARY)))
        assert (phase(games), legal(games)) == (Phase.COPY_CARD, {name(DONATIONS)})
        games.redeal(1, seed=seed)
        assert legal(games) == ({name(DONATIONS)} if hand(games, 0) == [COIN_12] else {DONE})
        seen |= legal(games)
    assert seen == {name(DONATIONS), DONE}


# --- Payoffs and boxes ---------------------------------------------------------------------------


@pytest.mark.rule("COP-9.12")
def test_scores_are_victory_points():
    games = deal(3)
    lay(games, vp=[4, 0, 7])
    assert games.scores[0].tolist() == [4, 0, 7]
    assert not games.payoff.any()


@pytest.mark.rule("COP-9.11")
def test_a_box_of_ones_own_is_played_and_a_wrong_one_refused(tmp_path):
    text = GAME.box_spec.file.read_text()
    path = tmp_path / "box.toml"

    def changed(old: str, new: str) -> str:
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return str(path)

    games = copycat_v0.batch(1, 2, seed=1, box=changed("[hand]\nvalue = 5", "[hand]\nvalue = 4"))
    assert games.tables["hand_size"][0, :2].tolist() == [4, 4]
    with pytest.raises(BoxError, match="hand"):
        copycat_v0.batch(1, 2, box=changed("[hand]\nvalue = 5", "[hand]\nvalue = 0"))
    with pytest.raises(BoxError, match="cards_of_periods"):
        copycat_v0.batch(1, 2, box=changed("[11, 15, 13, 12, 4]", "[11, 15, 13, 11, 5]"))


@pytest.mark.rule("COP-9.3")
def test_sizes_of_the_observation():
    assert {deal(players).num_actions for players in (2, 3, 4)} == {131}
    sizes = [deal(players).observation_size for players in (2, 3, 4)]
    assert sizes[2] - sizes[1] == sizes[1] - sizes[0] > 0
