"""Choosing the start player: blind bids, who pays, whom the choice may fall on."""

import numpy as np
import pytest

from . import playing as p


def bids(game: p.Game, amounts: str, start: int = 0, **position) -> p.Game:
    """Everybody bids, these amounts by seat."""
    game.lay("NEW_ROUND", start=start, round_number=position.pop("round_number", 1) - 1, **position)
    for turn in range(game.players):
        who = (start + turn) % game.players
        game.play(f"{who} {amounts.split()[who]}")
    return game


# --- Bids ----------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.1", "MAC-2.2", "MAC-2.3")
def test_each_bids_once_from_nothing_to_all_the_money():
    game = p.lay("NEW_ROUND", players=4, start=2, round_number=0, cash=[25, 3, 0, 30])
    for who, most in ((2, 0), (3, 30), (0, 25), (1, 3)):
        game.expect(f"START_BID {who}", legal=f"0-{most}").do("0")
    game.expect("DISCARD")


@pytest.mark.rule("MAC-2.3")
def test_bids_stand_on_a_ladder():
    """Steps of one, five, ten, fifty; each is paid in full."""
    game = p.lay("NEW_ROUND", players=4, bid_all=False, round_number=0, cash=[99, 205, 1000, 34])
    ladder = [*range(31), *range(35, 101, 5), *range(110, 201, 10), 250, 300]
    for who, highest in enumerate((95, 200, 300, 30)):
        game.expect(legal=" ".join(str(bid) for bid in ladder if bid <= highest)).play(f"{who} {highest}")
    game.expect("START_PLAYER 2", cash=[99, 205, 700, 34])


@pytest.mark.rule("MAC-2.3")
def test_the_first_step_above_ones_money_is_a_bid_of_all_of_it():
    game = p.lay("NEW_ROUND", players=4, round_number=0, cash=[34, 205, 35, 1000])
    game.expect(legal="0-30 35").play("0 35").expect(legal="0-200 250").play("1 200, 2 35")
    game.expect(legal="0-300", bid=[34, 200, 35, 0]).play("3 0")
    game.expect("START_PLAYER 1", cash=[34, 5, 35, 1000])
    bids(p.dealt(3), "35 30 4", cash=[34, 50, 60]).expect("START_PLAYER 0", cash=[0, 50, 60])


@pytest.mark.rule("MAC-2.3")
def test_an_option_may_limit_the_bids():
    """33 is between the steps, so it is 35."""
    for game, most in (
        (p.dealt(max_start_bid=4), 4), (p.dealt(box={"max_start_bid": 4}), 4),
        (p.dealt(max_start_bid=33), 35), (p.dealt(max_start_bid=33, bid_all=False), 30),
    ):  # fmt: skip
        game.lay("NEW_ROUND", round_number=0, cash=[50, 3, 0]).expect(legal=f"0-{most}")
        game.play("0 4").expect(legal="0-3")


# --- Who pays and who chooses --------------------------------------------------------------------


@pytest.mark.rule("MAC-2.4", "MAC-2.6", "MAC-13.13")
@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("highest", range(4))
def test_the_highest_bidder_alone_pays_and_chooses(start, highest):
    """To the bank; what it was is known."""
    amounts, cash = ["2", "5", "3", "4"], [25] * 4
    amounts[highest], cash[highest] = "6", 19
    game = bids(p.dealt(4), " ".join(amounts), start, round_number=3).expect(
        f"START_PLAYER {highest}", cash=cash
    )
    game.play(f"{highest} p0").expect(cash=cash, paid=[0, 0, 6, 0, 0, 0, 0])


@pytest.mark.rule("MAC-2.8", "MAC-13.13")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_anybody_may_be_named(players):
    game = p.dealt(players)
    for chooser in range(players):
        for named in range(players):
            amounts = " ".join("2" if who == chooser else "1" for who in range(players))
            bids(game, amounts, start=(chooser + 1) % players)
            game.expect(f"START_PLAYER {chooser}", legal=" ".join(f"p{who}" for who in range(players)))
            game.do(f"p{named}").expect(f"DISCARD {named}", start_player=named)


# --- Ties and no bids ----------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.5", "MAC-2.10")
@pytest.mark.parametrize(
    ("payment", "last", "highest"), [("first", 5, [0, 2, 4]), ("second", 5, [0, 2, 4]), ("first", 6, [4])]
)
def test_a_fair_draw_decides_among_the_highest(payment, last, highest):
    game = p.lay("START_BID", players=5, auction_payment=payment, seat=4, bid=[5, 2, 5, 1, 0])
    tables = game.often(str(last), number=900)
    p.evenly(tables["seat"].tolist(), highest)
    paid = 25 - tables["cash"][:, :5]
    assert (paid[np.arange(900), tables["seat"]] == last).all()
    assert (paid.sum(axis=1) == last).all()


@pytest.mark.rule("MAC-2.7")
@pytest.mark.parametrize("start", range(3))
def test_without_a_bid_the_last_start_player_stays(start):
    """In the first round the one that chance has named."""
    game = bids(p.dealt(), "0 0 0", start, round_number=2)
    game.expect(f"DISCARD {start}", start_player=start, cash=[25] * 3, paid=[0] * 7)
    game = next(game for seed in range(20) if (game := p.dealt(seed=seed)).seat == start)
    game.do("o1.1 r0 r0 r0 o2.1 " * 3).do("0 0 0").expect(f"DISCARD {start}")


# --- Who pays by an option -----------------------------------------------------------------------


@pytest.mark.rule("MAC-2.10", "MAC-2.5", "MAC-2.7")
@pytest.mark.parametrize(
    ("payment", "amounts", "chooser", "owed", "cost"),
    [
        ("first", "2 6 4 0", 1, [0, 6, 0, 0], 6),
        ("second", "2 6 4 0", 1, [0, 4, 0, 0], 4), ("second", "9 0 8 8", 0, [8, 0, 0, 0], 8),
        ("second", "0 0 0 25", 3, [0, 0, 0, 0], 0), ("second", "1 2 3 4", 3, [0, 0, 0, 3], 3),
        ("second", "0 0 0 0", None, [0, 0, 0, 0], 0),
        ("all", "2 6 4 0", 1, [2, 6, 4, 0], 6), ("all", "25 24 25 1", None, [25, 24, 25, 1], 25),
        ("all", "0 0 0 7", 3, [0, 0, 0, 7], 7), ("all", "1 2 3 4", 3, [1, 2, 3, 4], 4),
        ("all", "0 0 0 0", None, [0, 0, 0, 0], 0),
    ],
)  # fmt: skip
def test_what_the_choice_costs_by_option(payment, amounts, chooser, owed, cost):
    """What the one who decides has paid is what the choice cost; of level bidders anybody may decide."""
    game = bids(p.dealt(4, auction_payment=payment), amounts, start=2, round_number=3)
    game.expect("DISCARD" if amounts == "0 0 0 0" else "START_PLAYER")
    game.expect(cash=[25 - paid for paid in owed], paid=[0, 0, cost, 0, 0, 0, 0])
    if chooser is not None:
        assert game.seat == chooser


@pytest.mark.rule("MAC-2.10", "MAC-2.3")
def test_all_may_lose_all_their_money():
    game = bids(p.dealt(3, auction_payment="all"), "35 30 35", cash=[34, 30, 33])
    game.expect("START_PLAYER 0", cash=[0, 0, 0])


# --- What it means -------------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.1")
def test_the_start_player_stays_it_and_bids_first_in_the_next_round():
    p.lay("NEXT_COALITION", start=2).play("2 -, 0 -, 1 -").expect("MEETINGS 2")
    bids(p.dealt(), "0 1 0").play("1 p2").pass_round().expect("START_BID 2", start_player=2)


@pytest.mark.rule("MAC-2.9")
@pytest.mark.parametrize("start", range(3))
def test_the_last_election_keeps_the_start_player_of_the_sixth_round(start):
    """Nobody bids before it; who converts last lies on top of level votes."""
    level = {"trend": {1: [3] * 3}, "meetings": {1: [2] * 3}, "media": {1: [1] * 3}}
    game = p.lay("NEXT_REGION", start=start, round_number=6, **level)
    game.expect(f"NATIONAL_MEDIA {(start + 2) % 3}", round_number=7, start_player=start)
