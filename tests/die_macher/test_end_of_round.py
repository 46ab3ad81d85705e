"""The end of a round: the regions, money, and contributions."""

import pytest

from hustings.envs.core.engine import chance
from hustings.envs.die_macher.table import DICE, LANDS, OPINION_DECK

from . import playing as p

AMOUNTS, RISK, REFUSAL = (p.FIXED[f"contribution_{name}"] for name in ("amount", "risk", "refusal"))
HIDDEN = {1: 1, 2: 2, 3: 3}
NEW_LANDS = set(range(LANDS)) - set(p.LANDS[:4])


def end(seed: int = 0, options=None, players: int = 3, **position) -> p.Game:
    """The election is over; the end of the round comes, up to the first contribution."""
    return p.dealt(players, seed=seed, **(options or {})).lay("NEXT_REGION", **position)


def opened(game: p.Game) -> list[int]:
    """How many opinions lie open in each region in play."""
    return [len(words.split()) for words in game.fact("open")[: game.fact("regions")]]


# --- Regions -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-11.2", "MAC-5.13")
def test_what_lies_in_the_region_goes_back():
    """Markers to their owners, doublers to the stock, opinions to the discards; tiles are gone."""
    game = end(
        round_number=4, opinions={0: "+gen +hea ++nuc", 1: "+wel ++spe"}, hidden=HIDDEN, discards="+gen",
        allies=[(0, 1)], votes={0: [50, 3, 9]}, trend={0: [3, -2, 1]}, meetings={0: [3, 0, 1]},
        media={0: [2, 1, 0], 2: [1, 1, 1]}, tile={0: [1, 1, 1], 2: [0, 1, 1]},
    )  # fmt: skip
    game.expect(meeting_supply=[18 - 3] * 3, media_supply=[4] * 3, tiles=[3, 2, 2], ally=[0] * 3, doublers=3)
    game.expect(votes=[[0] * 3] * 4, trend=[[0] * 3] * 4, media=[[0] * 3, [1] * 3, [0] * 3, [0] * 3])
    game.expect(tile=[[0] * 3, [0, 1, 1], [0] * 3, [0] * 3])
    discards = game.fact("discards").split()
    assert [discards.count(stand) for stand in ("+gen", "+hea", "+nuc")] == [2, 1, 1]
    assert "++spe" in game.fact("open")[0]


@pytest.mark.rule("MAC-11.3", "MAC-13.11", "MAC-14.3")
def test_the_other_regions_move_up_and_stay_as_they_are():
    rows = {
        "votes": {1: [1, 2, 3], 2: [4, 5, 6], 3: [7, 8, 9]},
        "trend": {1: [1, -1, 0], 2: [2, 0, -2], 3: [3, -3, 0]},
        "meetings": {1: [2, 3, 4], 2: [5, 1, 0], 3: [1, 2, 1]},
        "media": {1: [1, 0, 2], 2: [0, 1, 1], 3: [2, 0, 0]},
        "tile": {1: [1, 0, 0], 2: [0, 1, 0], 3: [1, 0, 1]},
        "arrival": {1: [2, 1, 0], 2: [1, 0, 2], 3: [0, 2, 1]},
    }
    new = {"meetings": [1, 1, 1], "arrival": [0, 1, 2]}
    lands = (p.NORDRHEIN, p.BAYERN, p.BERLIN, p.BREMEN)
    game = end(lands=lands, opinions={1: "+gen +hea ++nuc", 2: "+eur --wel", 3: ""}, **rows)
    game.expect(**{name: [row[1], row[2], row[3], new.get(name, [0] * 3)] for name, row in rows.items()})
    game.expect(land=dict(enumerate(lands[1:])), open={0: "+gen +hea ++nuc", 1: "+eur --wel", 2: ""})


@pytest.mark.rule("MAC-11.4", "MAC-11.5", "MAC-13.38")
@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_a_new_region_takes_the_free_board(round_number):
    rows = {"trend": {0: [2, 1, -1]}, "votes": {0: [3, 2, 1]}, "media": {0: [1] * 3}}
    game = end(round_number=round_number, hidden=HIDDEN, **rows)
    lands = game.expect(regions=4, hidden={3: 3}).fact("land")
    assert lands[:3] == [p.BAYERN, p.HESSEN, p.SACHSEN]
    assert lands[3] in NEW_LANDS
    assert game.table["land_drawn"].sum() == 5
    assert opened(game)[3] == 1
    nothing = {3: [0] * 3}
    game.expect(votes=nothing, trend=nothing, media=nothing, tile=nothing, meetings={3: [1] * 3})


@pytest.mark.rule("MAC-11.4", "MAC-11.5", "MAC-13.38")
def test_any_land_that_has_not_been_drawn_and_who_has_no_meeting_left_gets_none():
    assert {end(seed=seed).fact("land")[3] for seed in range(150)} == NEW_LANDS
    game = end(meetings={0: [0, 0, 1], 1: [10, 9, 10], 2: [8, 8, 7], 3: [0, 0, 0]})
    game.expect(meetings={3: [0, 1, 1]}, meeting_supply=[0, 0, 0])


@pytest.mark.rule("MAC-11.6")
@pytest.mark.parametrize("seed", range(5))
def test_first_the_new_region_then_from_the_new_current_one_on(seed):
    game = p.lay("NATIONAL_CARD", seed=seed, winner=[0], national_cards=[1], hidden=HIDDEN)
    table = game.table.copy()
    drawn = [p.STANDS[chance.draw(table, OPINION_DECK, table["unseen"][0])] for _ in range(4)]
    game.play("0 -").expect(open=[*drawn[1:], drawn[0]])


@pytest.mark.rule("MAC-11.6")
def test_the_new_region_is_complete_before_others_need_the_deck():
    """Six are unseen, a contrary lies open: a replacement comes of a new shuffle."""
    game = p.lay("CONTRIBUTION", opinions={1: "-gen"}, discards="+hea +hea +hea -eur -eur")
    game.hide((1, 0, "+gen +gen +gen -gen -gen"), deck="+gen +gen -gen -gen")
    game.run_on("NEXT_REGION").expect(shuffle=1)
    assert game.table["hidden"][3, :2].tolist() == [3, 0]
    assert opened(game)[0] == 2


@pytest.mark.rule("MAC-11.4", "MAC-11.6", "MAC-11.7", "MAC-11.9", "MAC-13.2")
@pytest.mark.parametrize(("opening", "sixth"), [("one_by_one", [0, 1]), ("together", [0, 2]), (None, [0, 1])])
@pytest.mark.parametrize(("edition", "full"), [("classic", 4), ("short", 2)])
def test_hidden_opinions_from_round_to_round(opening, sixth, edition, full):
    options = {"last_opening": opening} if opening else {}
    game, seen = p.dealt(4, edition=edition, **options).pass_round(), []
    for _ in range(full + 2):
        seen.append(game.fact("hidden")[: game.fact("regions")])
        assert [sum(both) for both in zip(opened(game), seen[-1])] == [4] * len(seen[-1])
        game.pass_round()
    assert seen == [[0, 1, 2, 3]] * full + [[0, 1, 2], sixth]
    game.expect(round_number=full + 3, regions=1, hidden=[0] * 4)
    assert opened(game) == [4]


# --- Before the last election --------------------------------------------------------------------


def last_election(options=None, round_number: int = 6, **position) -> p.Game:
    """After the last but one; the last follows and stops where somebody may place a media marker."""
    position = {"votes": {1: [20, 9, 3]}, "media": {1: [1, 0, 0]}, "meetings": {1: [0, 0, 0]}} | position
    return end(options=options, round_number=round_number, regions=2, **position)


@pytest.mark.rule("MAC-11.8", "MAC-11.10", "MAC-13.4", "MAC-13.5")
@pytest.mark.parametrize(("edition", "last"), [("classic", 7), ("short", 5)])
def test_before_the_last_election_there_is_neither_money_nor_a_contribution(edition, last):
    game = last_election(
        {"edition": edition}, last - 1, opinions={1: "+wel +hom +gen"}, seats_won={last - 2: [40, 30, 20]},
        start=2, seat=2, hidden={1: 1}, meetings={1: [3, 2, 1]}, trend={1: [3, 0, 0]}, votes={1: [0] * 3},
    )  # fmt: skip
    game.expect("NATIONAL_MEDIA 0", round_number=last, cash=[25] * 3, regions=1, hidden=[0] * 4)
    game.expect(start_player=2, votes={0: [9, 1, 0]}).zero("contribution")
    assert opened(game) == [4]
    assert game.play("0 y -").over


@pytest.mark.rule("MAC-11.8")
def test_the_region_of_the_sixth_round_is_taken_away_as_any_other():
    """Markers and doublers go back, and one of its opinions may replace the one that is opened last."""
    came = set()
    for seed in range(20):
        game = p.dealt(seed=seed).lay(
            "CONTRIBUTION", round_number=6, opinions={0: "+eur ++hea", 1: "+gen +wel +nuc"},
            votes={1: [20, 9, 3]}, media={0: [2, 1, 0], 1: [1, 0, 0]}, meetings={0: [3, 0, 2], 1: [0] * 3},
        ).hide((1, 0, "-gen")).run_on("NEXT_REGION")  # fmt: skip
        game.expect(media_supply=[4, 5, 5], meeting_supply=[18] * 3, doublers=4)
        came |= set(game.fact("open")[0].split()) - {"+gen", "+wel", "+nuc"}
    assert came == {"+eur", "+hea"}


@pytest.mark.rule("MAC-11.9", "MAC-11.10")
def test_it_counts_when_meetings_are_converted():
    """The card that is opened is in the programme of one party."""
    rows = {"meetings": {1: [0, 5, 0]}, "votes": {1: [20, 0, 0]}, "media": {1: [1, 0, 0]}}
    game = p.lay("CONTRIBUTION", round_number=6, programmes={1: "+spe +wel"}, **rows).hide((1, 0, "+spe"))
    game.run_on("NEXT_REGION")
    game.expect(seats_won={6: p.BOX["land_seats"][0, p.BAYERN, [20, 5, 0]].tolist()})
    rows = {"meetings": {1: [10] * 3}, "votes": {1: [5] * 3}}
    last_election(start=1, seat=1, **rows).expect("NATIONAL_MEDIA 0")  # seat 0 converts last


# --- Money ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-11.11", "MAC-11.12", "MAC-13.5", "MAC-13.37")
@pytest.mark.parametrize("edition", ["classic", "short"])
@pytest.mark.parametrize(("round_number", "pays"), [(1, 1), (2, 0), (3, 1), (4, 0), (5, 1)])
def test_a_thousand_for_each_seat_of_this_election_and_after_some_for_each_member(
    round_number, pays, edition
):
    """As the rulebook's example has it, twelve for twelve seats; members pay after rounds 1, 3 and 5."""
    won = {round_number - 1: [12, 0, 80], round_number % 5: [50, 9, 9]}
    game = p.dealt(edition=edition)
    game.lay("INCOME", round_number=round_number, seats_won=won, members=[0, 12, 99]).expect("CONTRIBUTION")
    game.expect(cash=[25 + 12, 25 + 12 * pays, 25 + 80 + 99 * pays])


@pytest.mark.rule("MAC-11.12")
@pytest.mark.parametrize(("round_number", "paid"), [(1, 0), (2, 5), (3, 0)])
def test_the_rounds_are_those_of_the_box(round_number, paid):
    game = p.lay("INCOME", box={"members_pay": [0, 1, 0, 0, 0, 0, 0]}, round_number=round_number)
    game.expect(cash=[25 + paid] * 3)


@pytest.mark.rule("MAC-11.1", "MAC-13.37")
def test_regions_then_money_then_contributions():
    game, cash = p.dealt(box={"die": 2}), [25 + 12 + 5, 25 + 5, 25 + 3 + 5]
    game.lay("NEXT_REGION", hidden=HIDDEN, seats_won={0: [12, 0, 3]}, seat=1, start=1)
    game.expect("CONTRIBUTION 1", hidden=[0, 1, 2, 3], land={0: p.BAYERN}, cash=cash)
    game.play("1 x1, 2 x5, 0 x2").expect("START_BID", round_number=2, members=[5 + 4, 5 + 2, 5 + 16])
    game.expect(cash=cash)


# --- Contributions -------------------------------------------------------------------------------


def offers(players: int = 3, start: int = 0, box=None, options=None, **position) -> p.Game:
    """Contributions are to be chosen."""
    game = p.dealt(players, box=box, **(options or {}))
    return game.lay("NEXT_CONTRIBUTION", seat=start, start=start, **position)


@pytest.mark.rule("MAC-2.1", "MAC-11.13", "MAC-11.14", "MAC-11.21", "MAC-13.6")
def test_everybody_in_turn_chooses_a_card_which_is_gone_then():
    game = offers(4, start=3)
    for seat, card in ((3, "a4"), (0, "x2"), (1, "x4"), (2, "a1")):
        game.expect(f"CONTRIBUTION {seat}", legal="a1 a2 a3 a4 a5 x1 x2 x3 x4 x5").do(card)
    game.expect("START_BID 3", round_number=2)
    game.expect(contribution=[[0, 2, 0, 0, 0], [0, 0, 0, 2, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]])
    assert not game.table["contribution"][4:].any()
    offers(contribution={0: [1, 0, 2, 0, 1]}, round_number=3).expect(legal="a2 a4 x2 x4")


@pytest.mark.rule("MAC-11.15", "MAC-13.39", "MAC-14.6")
@pytest.mark.parametrize("form", ["simultaneous", "in_turn"])
def test_nothing_comes_of_a_card_before_the_last_is_chosen(form):
    game = offers(4, options={"contribution": form}).play("0 a3, 1 x5")
    game.expect(cash=[25] * 4).zero("contribution").play("2 a1, 3 a2").expect(cash=[45, 25, 30, 35])


@pytest.mark.rule("MAC-11.16", "MAC-11.17", "MAC-11.18", "MAC-11.19", "MAC-13.41")
@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_money_and_members_of_each_card(card):
    """One accepts, or two refuse it: nobody alone refuses the most."""
    game = offers(box={"die": 1}, members=[9] * 3).play(f"0 a{card}, 1 x1, 2 x1")
    game.expect(cash=[25 + AMOUNTS[card - 1], 25, 25], members=[9 - RISK[card - 1], 10, 10])
    game = offers(box={"die": 2}).play(f"0 x{card}, 1 x{card}, 2 a5")
    game.expect(members=[5 + 2 * REFUSAL[card - 1]] * 2 + [2], cash=[25, 25, 75])


@pytest.mark.rule("MAC-11.17", "MAC-0.27")
@pytest.mark.parametrize(
    ("box", "options", "members", "left"),
    [
        # Three are lost at most, or as many as the box has
        ({"die": 2}, {}, [9, 9, 9], [6, 6, 7]), ({"die": 2}, {"risk_dice": "sum"}, [9, 9, 9], [6, 6, 7]),
        ({"die": 2}, {"risk_dice": "highest"}, [9, 9, 9], [7, 7, 7]),
        ({"die": 5}, {"risk_dice": "highest"}, [9, 9, 9], [6, 6, 6]),
        ({"die": 2, "most_loss": 5}, {}, [9, 9, 9], [4, 5, 7]),
        # None is the end of the track
        ({"die": 2}, {}, [2, 3, 0], [0, 0, 0]),
    ],
)  # fmt: skip
def test_members_lost(box, options, members, left):
    offers(box=box, options=options, members=members).play("0 a5, 1 a3, 2 a1").expect(members=left)


@pytest.mark.rule("MAC-11.17")
@pytest.mark.parametrize(("dice", "mean"), [("sum", 89 / 36), ("highest", 70 / 36)])
def test_two_dice_of_risk_are_added_or_the_higher_counts(dice, mean):
    """Of two dice with 0, 1, 1, 2, 2, 3."""
    game = offers(options={"risk_dice": dice}, members=[9] * 3).play("0 a3, 1 x1")
    lost = 9 - game.often("x1")["members"][:, 0]
    assert set(lost.tolist()) == {0, 1, 2, 3}
    assert abs(lost.mean() - mean) < 0.15


@pytest.mark.rule("MAC-11.19", "MAC-13.41")
@pytest.mark.parametrize(
    ("amounts", "moves", "won"),
    [
        (AMOUNTS, "0 x1, 1 x3, 2 x2", [1, 3 + 3, 2]), (AMOUNTS, "0 x3, 1 x3, 2 x2", [3, 3, 2]),
        (AMOUNTS, "0 x1, 1 a5, 2 a4", [1 + 3, -3, -2]), (AMOUNTS, "0 x1, 1 x1, 2 x5", [1, 1, 5 + 3]),
        (AMOUNTS, "0 x5, 1 x5, 2 x5", [5, 5, 5]), (AMOUNTS, "0 a5, 1 x2, 2 x4", [-3, 2, 4 + 3]),
        # The highest by the amounts on the cards
        ([50, 10, 50, 30, 20], "0 x1, 1 x5, 2 x3", [1, 5, 3]),
        ([50, 10, 50, 30, 20], "0 x1, 1 x5, 2 x4", [1 + 3, 5, 4]),
    ],
)  # fmt: skip
def test_who_alone_refuses_the_highest_amount_has_three_more_dice(amounts, moves, won):
    game = offers(box={"die": 1, "contribution_amount": amounts}).play(moves)
    game.expect(members=[5 + number for number in won])
    offers(box={"die": 1, "refusal_bonus": 7}).play("0 x2, 1 a1, 2 x1").expect(members=[5 + 2 + 7, 4, 6])


@pytest.mark.rule("MAC-11.20")
@pytest.mark.parametrize("start", [0, 2])
def test_first_those_roll_who_accept_then_those_who_refuse_each_in_turn(start):
    game = offers(4, start=start, members=[50] * 4)
    moves, order = ["x3", "a4", "x2", "a3"], [(start + turn) % 4 for turn in range(4)]
    game.do(" ".join(moves[seat] for seat in order[:3]))
    table, expected = game.table.copy(), [50] * 4

    def dice(number: int) -> int:
        return sum(int(game.box["die"][chance.below(table, DICE, 6)]) for _ in range(number))

    game.do(moves[order[3]])
    for seat in order:
        expected[seat] -= min(3, dice(2)) if seat in (1, 3) else 0
    for seat in order:
        expected[seat] += dice(3 + 3 if seat == 0 else 2) if seat in (0, 2) else 0
    game.expect(members=expected)
