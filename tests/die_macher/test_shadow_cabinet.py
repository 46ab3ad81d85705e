"""The shadow cabinet: laying cards, paying for them, and what they do."""

import numpy as np
import pytest

from . import playing as p

COLUMNS = ("price", "phone", "votes", "doubler", "media", "up", "down")
ON_CARD = dict(zip(p.CARDS, zip(*(p.FIXED[f"cabinet_{name}"][1:] for name in COLUMNS), strict=True)))
DOINGS = ("votes", "doubler", "media", "up", "down")
ABLE = {"opinions": {0: "+gen"}, "media": {0: [0, 1, 0]}}  # where a card can do all that is on it
NEXT = "LOBBY 2 3"  # after the card of `acting`
SIX = [60] * 3


def placing(players: int = 3, **position) -> p.Game:
    """Cards are to be laid."""
    return p.lay("NEXT_PLACING", players=players, **position)


def opened(laid: dict[int, str], options=None, **position) -> p.Game:
    """Cards laid are opened, paid for, and the first acts."""
    return p.dealt(**(options or {})).lay("REVEAL_LOBBY", lobby=laid, **position)


def acting(card: str = "G", region: int = 0, **position) -> p.Game:
    """Seat 0 acts with a card beside a region; another card of seat 2 beside the last one follows."""
    return opened({3: "..A"} | {region: card + (".A" if region == 3 else "")}, **{"cash": SIX, **position})


# --- The cards -----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.1", "MAC-4.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_has_the_seven_cards(players):
    game = p.dealt(players, seed=players).expect(cabinet=[[0] + [1] * 7] * players)
    assert not game.table["cabinet"][players:].any()
    for seat in range(players):
        game.lay("PLACE_LOBBY", seat=seat, cash=[60] * players).expect(legal="- A B C D E F G")
    assert game.box["cabinet_phone"].sum() == game.box["tiles"] == 4


@pytest.mark.rule("MAC-4.1", "MAC-4.2", "MAC-4.10", "MAC-4.14", "MAC-4.16", "MAC-13.43")
@pytest.mark.parametrize("card", p.CARDS)
def test_a_card_costs_and_can_do_what_is_on_it(card):
    price, phone, *able = ON_CARD[card]
    legal = " ".join(["-", *(doing for doing, there in zip(DOINGS, able) if there)])
    game = acting(card, **ABLE).expect(cash=[60 - price, 60, 59], legal=legal)
    game.play("0 -").expect("TELEPHONE 0" if phone else NEXT)
    acting(card, 1, votes={1: [7, 2, 3]}).play("0 votes").expect(votes={1: [7 + able[0], 2, 3]})


@pytest.mark.rule("MAC-4.1", "MAC-4.12")
def test_cards_are_those_of_the_box():
    """A backbencher of one's own has only a telephone, and a chancellor is free."""
    box = {f"cabinet_{name}": [*p.FIXED[f"cabinet_{name}"]] for name in ("price", "votes", "phone")}
    box["cabinet_price"][7], box["cabinet_votes"][1], box["cabinet_phone"][1] = 0, 0, 1
    game = p.dealt(box=box)
    game.lay("REVEAL_LOBBY", lobby={0: "AG."}, cash=[5, 0, 0]).expect(cash=[4, 0, 0], legal="-")
    game.play("0 - y").expect("LOBBY 1 0")


# --- Laying them ---------------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.1", "MAC-4.3", "MAC-4.4", "MAC-13.44")
def test_each_in_turn_lays_cards_beside_the_regions():
    game = placing(seat=1, start=1, cash=SIX)
    for seat, cards in ((1, "B-FA"), (2, "---G"), (0, "BE--")):
        for region, card in enumerate(cards):
            game.expect(f"PLACE_LOBBY {seat} {region}").do(card)
    game.expect("LOBBY 1 0", lobby=[[2, 2, 0], [5, 0, 0], [0, 6, 0], [0, 1, 7]])


@pytest.mark.rule("MAC-4.1", "MAC-4.3", "MAC-4.4", "MAC-13.16")
def test_a_card_is_laid_beside_one_region_only_or_none():
    game = placing().play("0 - - - -, 1 - - - -, 2 - - - -")
    game.expect("MEDIA", cash=[25] * 3, cabinet={seat: [0] + [1] * 7 for seat in range(3)})
    game = placing(cash=SIX, cabinet={0: "BDG"}).expect(legal="- B D G").play("0 D").expect(legal="- B G")
    game.play("0 - B").expect(legal="- G").play("0 G").expect("PLACE_LOBBY 1", legal="- A B C D E F G")
    game.expect(lobby={0: [4, 0, 0], 1: [0] * 3, 2: [2, 0, 0], 3: [7, 0, 0]})
    for round_number, regions in ((5, 3), (6, 2)):
        placing(round_number=round_number).play(f"0 {'A B C '[: 2 * regions]}").expect("PLACE_LOBBY 1 0")


@pytest.mark.rule("MAC-4.6", "MAC-13.16")
@pytest.mark.parametrize(
    ("cash", "laid", "left"),
    [
        (0, "", ""), (5, "", "A B C D"), (10, "", "A B C D E F G"), (10, "E", "A B C D"), (10, "F", "A B"),
        (10, "G", ""), (10, "D - C", "A B"), (3, "B", "A"),
    ],
)  # fmt: skip
def test_cards_laid_can_be_paid_together(cash, laid, left):
    game = placing(cash=[cash, 60, 60])
    game.do(laid).expect(f"PLACE_LOBBY 0 {len(laid.split())}", legal=f"- {left}")


# --- Paying and the order of cards ---------------------------------------------------------------


@pytest.mark.rule("MAC-4.7", "MAC-13.16")
def test_all_pay_before_the_first_card_acts():
    game = placing(cash=[40, 40, 4]).play("0 F B - -, 1 - - - G, 2 - - -").expect(cash=[40, 40, 4])
    game.expect(cabinet={0: [0] + [1] * 7}).play("2 D").expect("LOBBY 0 0", cash=[30, 30, 0])
    game.play("0 - - -").expect(cash=[30, 30, 0])  # used or not


@pytest.mark.rule("MAC-2.1", "MAC-4.8", "MAC-4.10")
@pytest.mark.parametrize(
    ("options", "order"),
    [
        ({}, "2 0, 0 0, 1 1, 0 1, 1 3, 2 3"), ({"lobby_order": "region"}, "2 0, 0 0, 1 1, 0 1, 1 3, 2 3"),
        ({"lobby_order": "player"}, "1 1, 1 3, 2 0, 2 3, 0 0, 0 1"),
    ],
)  # fmt: skip
def test_the_order_of_cards(options, order):
    game = opened({0: "B.F", 1: "AD", 3: ".AB"}, options, seat=1, start=1, cash=[40] * 3)
    for at in order.split(", "):
        game.expect(f"LOBBY {at}").do("votes")
        if game.phase == "TELEPHONE":
            game.do("-")
    game.expect("MEDIA 1")


@pytest.mark.rule("MAC-4.9")
@pytest.mark.parametrize("region", range(4))
@pytest.mark.parametrize("doing", DOINGS)
def test_a_card_acts_in_its_region_only(region, doing):
    stands = ["+gen", "+hea", "+eur", "+nuc"]
    media = {where: [0, 1, 0] for where in range(4)}
    game = acting(region=region, opinions=dict(enumerate(stands)), media=media)
    before = game.table.copy()
    game.play(f"0 {doing}").do({"media": "p1", "down": "p1", "doubler": stands[region]}.get(doing, ""))
    changed = [
        (before[name] != game.table[name]).any(axis=1) for name in ("votes", "trend", "media", "opinion")
    ]
    assert np.flatnonzero(np.any(changed, axis=0)).tolist() == [region]


@pytest.mark.rule("MAC-4.10", "MAC-4.11", "MAC-4.13")
def test_a_card_does_one_action_or_none_and_is_gone():
    acting("F", **ABLE).play("0 up").expect(NEXT)
    acting("F", **ABLE).play("0 down").expect("LOBBY_PLAYER", legal="p1 p2").play("0 p2").expect(NEXT)
    game = acting("F", **ABLE).keeps(
        "0 -", "cash", "votes", "trend", "media", "opinion", "tile", "arrival", "doublers"
    )
    game.expect(NEXT, cash=[60 - 8, 60, 59], lobby={0: [0] * 3}, cabinet={0: [0, 1, 1, 1, 1, 1, 0, 1]})


@pytest.mark.rule("MAC-4.12", "MAC-4.18", "MAC-13.43")
@pytest.mark.parametrize(
    ("position", "gone"),
    [
        ({}, ""), ({"votes": {0: [50, 0, 0]}}, "votes"), ({"trend": {0: [3, 0, 0]}}, "up"),
        ({"trend": {0: [0, -3, -3]}}, "down"), ({"opinions": {}}, "doubler"),
        ({"media": {0: [2, 0, 0]}}, "media"),
        ({"media": {0: [0, 1, 0], 1: [5, 0, 0]}}, "media"), ({"cash": [17, 0, 1]}, "media"),
        ({"cash": [18, 0, 1]}, ""), ({"media": {0: [0, 1, 0], 2: [4, 0, 0]}}, ""),
        ({"media": {0: [0, 1, 0], 2: [3]}, "national_media": {1: [0], 2: [0]}, "round_number": 3}, "media"),
    ],
)  # fmt: skip
def test_what_changes_nothing_is_not_offered(position, gone):
    """Nor a media marker that is not there, or cannot be paid after all cards."""
    acting(**{**ABLE, **position}).expect(
        legal=" ".join(["-", *(doing for doing in DOINGS if doing != gone)])
    )


# --- Votes ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.12", "MAC-4.14", "MAC-9.10")
@pytest.mark.parametrize(
    ("card", "doing", "votes", "arrival", "then", "order"),
    [
        ("G", "votes", [38, 50, 50], [0, 2, 1], [50, 50, 50], [2, 1, 0]),
        ("G", "votes", [39, 50, 50], [0, 2, 1], [50, 50, 50], [2, 1, 0]),
        ("G", "votes", [49, 50, 50], [0, 2, 1], [50, 50, 50], [2, 1, 0]),
        ("A", "votes", [4, 7, 7], [0, 1, 2], [7, 7, 7], [2, 0, 1]),
        # At 50 a card can win no more, and the party keeps its place
        ("G", "up", [50, 50, 50], [0, 1, 2], [50, 50, 50], [0, 1, 2]),
        ("A", "-", [50, 50, 50], [0, 1, 2], [50, 50, 50], [0, 1, 2]),
    ],
)
def test_votes_end_at_50_and_the_last_lies_on_top_of_level_ones(card, doing, votes, arrival, then, order):
    game = acting(card, votes={0: votes}, arrival={0: arrival})
    able = "- up down" if card == "G" else "-"
    game.expect(legal=able if votes[0] == 50 else f"{able} votes").play(f"0 {doing}")
    game.expect(votes={0: then}, arrival={0: order})


# --- Doublers ------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.15", "MAC-4.16")
@pytest.mark.parametrize(
    ("here", "elsewhere", "stock", "aims", "then"),
    [
        ("+gen +hea", "+eur", 4, "+gen +hea", "+gen ++hea"), ("+gen ++hea", "", 3, "+gen +hea", "+gen +hea"),
        ("+gen +hea", "++gen ++eur ++nuc", 1, "+gen +hea", "+gen ++hea"),
        # Without one in stock, one can only be taken off
        ("+gen ++hea", "++gen ++eur ++nuc", 0, "+hea", "+gen +hea"),
    ],
)  # fmt: skip
def test_a_doubler_is_laid_on_an_open_opinion_or_taken_off(here, elsewhere, stock, aims, then):
    game = acting(opinions={0: here, 1: elsewhere}, hidden={0: 2}).expect(doublers=stock).play("0 doubler")
    game.expect("LOBBY_OPINION", legal=aims).play("0 +hea")
    game.expect(doublers=stock + (-1 if "++hea" in then else 1), open={0: then})
    acting(opinions={0: "+gen", 1: "++hea ++gen ++eur ++nuc"}).expect(legal="- votes up down")


# --- Media ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.17", "MAC-4.19", "MAC-1.11")
@pytest.mark.parametrize("there", [[0, 1, 2], [1, 1, 3], [2, 4, 3]])
def test_a_media_marker_takes_the_place_of_another(there):
    """In a region that is full, too."""
    game = acting("F", media={0: there}).expect(cash=[52, 60, 59]).play("0 media")
    mine, theirs, last = there
    game.expect("LOBBY_PLAYER", legal="p1 p2").play("0 p2").expect(media={0: [mine + 1, theirs, last - 1]})
    game.expect(media_supply=[5 - mine - 1, 5 - theirs, 5 - last + 1], cash=[52 - 8, 60, 59 + 4])


@pytest.mark.rule("MAC-4.18")
@pytest.mark.parametrize(
    ("cash", "one", "two"), [(15, "", ""), (16, "media", ""), (19, "media", ""), (20, "media", "media")]
)
def test_media_are_paid_after_all_cards(cash, one, two):
    position = {"media": {0: [0, 1, 0]}, "cash": [cash, 0, 1]}
    acting("F", **position).expect(legal=f"- votes up down {one}")
    opened({0: "F", 2: "D"}, **position).expect(legal=f"- votes up down {two}")


@pytest.mark.rule("MAC-4.17", "MAC-4.18", "MAC-4.20")
def test_who_loses_a_marker_is_paid_and_nothing_is_exchanged_yet():
    """Seat 1 has 4 thousand left, and gets 4 more for its marker, which pay for one of its own."""
    acting("F", media={0: [1, 0, 1], 1: [0, 1, 0]}).play("0 media").expect(legal="p2")
    game = opened({0: "FE"}, media={0: [0, 1, 1]}, cash=[40, 10, 0]).play("0 media p1")
    game.expect(cash=[24, 8, 0]).play("1 media p2").expect(cash=[24, 0, 4], media={0: [1, 1, 0]})
    game = acting("F", opinions={0: "+gen"}, pool="+hea +hea +hea", media={0: [1, 2, 0]}).play("0 media p1")
    game.expect(NEXT).play("2 -, 0 -, 1 -, 2 -").expect("SWAP_OUT 0")  # but after all have bought


# --- Trends --------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.21", "MAC-4.22", "MAC-4.1", "MAC-0.18")
@pytest.mark.parametrize("card", "CDEFG")
@pytest.mark.parametrize("trend", [-3, -2, -1, 0, 1, 2, 3])
def test_ones_own_trend_rises_and_that_of_another_falls(card, trend):
    up, down = ON_CARD[card][5:]
    if trend < 3:
        game = acting(card, trend={0: [trend, 1, -1]}).play("0 up")
        game.expect("TELEPHONE" if card in "DEG" else NEXT, trend={0: [min(3, trend + up), 1, -1]})
    if trend > -3 and down:
        game = acting(card, trend={0: [2, 1, trend]}).play("0 down").expect("LOBBY_PLAYER", legal="p1 p2")
        game.play("0 p2").expect(trend={0: [2, 1, max(-3, trend - down)]})


@pytest.mark.rule("MAC-4.22", "MAC-4.23")
def test_a_trend_at_its_end_cannot_fall_and_media_do_not_protect_one():
    acting(trend={0: [2, -3, -2]}, media={0: [0, 1, 0]}).play("0 down").expect(legal="p2")
    acting(media={0: [0, 3, 1]}).play("0 down p1").expect(trend={0: [0, -3, 0]})


# --- Telephones ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.24", "MAC-4.2", "MAC-13.17")
@pytest.mark.parametrize("doing", ["-", "votes", "media p1", "down p1", "doubler +gen"])
@pytest.mark.parametrize(("answer", "laid"), [("-", 0), ("y", 1)])
def test_a_telephone_may_bring_a_tile_after_the_aim(doing, answer, laid):
    game = acting("G", 2, opinions={2: "+gen"}, media={2: [0, 1, 0]}).play(f"0 {doing}")
    game.expect("TELEPHONE 0 2", legal="- y").play(f"0 {answer}")
    game.expect(NEXT, tile=[[0] * 3, [0] * 3, [laid, 0, 0], [0] * 3], tiles=[4 - laid, 4, 4])
    game.expect(votes={2: [12 * (doing == "votes"), 0, 0]})


@pytest.mark.rule("MAC-4.25", "MAC-4.26")
def test_one_tile_is_laid_at_most_and_stays_until_the_election_of_its_region():
    game = acting("B", 2).play("0 - y")
    for region in (2, 1, 0):
        game.expect(tile=[[int(r == region), 0, 0] for r in range(4)]).pass_round()
    game.expect(tile=[[0] * 3] * 4, tiles=[3, 4, 4])
    acting("B", tile={0: [1, 0, 0]}).play("0 -").expect(NEXT, tiles=[3, 4, 4])
    acting("B", tile={0: [0, 1, 1], 1: [1, 0, 0]}).play("0 -").expect("TELEPHONE")
    acting("B").set(tiles={0: 1}).play("0 -").expect("TELEPHONE")
    acting("B").set(tiles={0: 0}).play("0 -").expect(NEXT)


@pytest.mark.rule("MAC-5.14", "MAC-13.7")
@pytest.mark.parametrize("other", ["+wel +hom +gen +nuc +eur", "-wel -hom +gen +nuc +eur"])
def test_a_telephone_beside_the_last_region(other):
    """A tile may be laid there, in vain: nobody makes a coalition before the last election."""
    programmes = {0: p.FIVE, 1: p.FIVE, 2: other}
    game = opened({1: "BB"}, round_number=6, programmes=programmes).play("0 - y, 1 - y")
    game.expect("MEDIA", tile={1: [1, 1, 0]})
    while not game.over:
        assert game.phase not in ("COALITION", "REPLY", "FORCE")
        game.least().expect(ally=[0] * 3)
