"""The end of a round: regions move up, a new one is laid out, money and contributions."""

import pytest
from elections import (
    BAYERN,
    BERLIN,
    BOX,
    BREMEN,
    EURO_NOW,
    FIXED,
    GENES,
    HEALTH,
    HESSEN,
    LESS_WELFARE,
    MORE_WELFARE,
    NO_GENES,
    NORDRHEIN,
    NUCLEAR,
    PASS,
    SACHSEN,
    SPELLING,
    YES,
    accept,
    copies,
    deal,
    field,
    lay,
    legal,
    open_in,
    own_box,
    pass_round,
    phase,
    play,
    refuse,
)

from hustings.envs.core.engine import chance
from hustings.envs.die_macher import GAME, rules
from hustings.envs.die_macher.table import (
    ACCEPTED,
    CARD_IN_HAND,
    DICE,
    KINDS,
    NO_CARD,
    OPINION_COPIES,
    OPINION_DECK,
    REFUSED,
    REGIONS,
    Phase,
)

EVERYTHING = range(KINDS)


def end(players: int = 3, *, round_number: int = 1, seed: int = 0, box=None, options=None, **position):
    """The election is over; the end of the round comes, up to the first contribution."""
    games = deal(players, seed=seed, box=box, **(options or {}))
    position.setdefault("regions", min(REGIONS, 8 - round_number))
    lay(games, Phase.NEXT_REGION, round_number=round_number, **position)
    return games


def hidden_in(games, region: int) -> int:
    return int(games.tables["hidden"][0, region].sum())


def all_but(*unseen: int) -> list[int]:
    """The discards, when of all opinion cards only these are unseen and none lie elsewhere."""
    left = [kind for kind in EVERYTHING for _ in range(OPINION_COPIES)]
    for kind in unseen:
        left.remove(kind)
    return left


# --- Regions -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-11.2")
def test_markers_of_the_region_go_back():
    games = end(
        votes={0: [50, 3, 9]},
        trend={0: [3, -2, 1]},
        meetings={0: [3, 0, 1]},
        media={0: [2, 1, 0], 2: [1, 1, 1]},
    )
    assert field(games, "meeting_supply") == [18 - 4, 18 - 4, 18 - 4]
    assert field(games, "media_supply") == [4, 4, 4]
    assert field(games, "votes") == field(games, "trend") == [[0] * 3] * 4
    assert field(games, "media") == [[0] * 3, [1] * 3, [0] * 3, [0] * 3]


@pytest.mark.rule("MAC-11.2")
def test_doublers_go_to_the_stock_and_opinions_to_the_discards():
    games = end(
        round_number=4,
        opinions={0: [GENES, HEALTH], 1: [MORE_WELFARE]},
        doubled={0: [NUCLEAR], 1: [SPELLING]},
        hidden={1: 1, 2: 2, 3: 3},
        discards=[GENES],
    )
    assert field(games, "doublers") == 3
    discards = games.tables["discards"][0].tolist()
    assert (discards[GENES], discards[HEALTH], discards[NUCLEAR]) == (2, 1, 1)
    assert games.tables["opinion"][0, 0, SPELLING] == 2


@pytest.mark.rule("MAC-5.13")
def test_coalition_tiles_there_are_gone_used_or_not():
    games = end(tile={0: [1, 1, 1], 2: [0, 1, 1]}, ally=[2, 1, 0])
    assert field(games, "tile") == [[0] * 3, [0, 1, 1], [0] * 3, [0] * 3]
    assert field(games, "tiles") == [3, 2, 2]
    assert field(games, "ally") == [0] * 3


@pytest.mark.rule("MAC-11.3")
def test_the_other_regions_move_up_and_stay_as_they_are():
    rows = {
        "votes": {1: [1, 2, 3], 2: [4, 5, 6], 3: [7, 8, 9]},
        "trend": {1: [1, -1, 0], 2: [2, 0, -2], 3: [3, -3, 0]},
        "meetings": {0: [1, 1, 1], 1: [2, 3, 4], 2: [5, 1, 0], 3: [1, 2, 1]},
        "media": {1: [1, 0, 2], 2: [0, 1, 1], 3: [2, 0, 0]},
        "tile": {1: [1, 0, 0], 2: [0, 1, 0], 3: [1, 0, 1]},
        "arrival": {0: [0, 1, 2], 1: [2, 1, 0], 2: [1, 0, 2], 3: [0, 2, 1]},
    }
    games = end(
        **rows,
        lands=(NORDRHEIN, BAYERN, BERLIN, BREMEN),
        opinions={1: [GENES, HEALTH], 2: [EURO_NOW], 3: []},
        doubled={1: [NUCLEAR], 2: [LESS_WELFARE]},
    )
    for name, values in rows.items():
        assert field(games, name)[:3] == [values[region] for region in (1, 2, 3)]
    new = {"meetings": [1, 1, 1], "arrival": [0, 1, 2]}
    for name in rows:
        assert field(games, name)[3] == new.get(name, [0, 0, 0])
    assert games.tables["land"][0, :3].tolist() == [BAYERN, BERLIN, BREMEN]
    assert [open_in(games, r) for r in range(3)] == [
        {GENES, HEALTH, NUCLEAR},
        {EURO_NOW, LESS_WELFARE},
        set(),
    ]
    opinion = games.tables["opinion"][0]
    assert (opinion[0, NUCLEAR], opinion[1, LESS_WELFARE], opinion[0, GENES]) == (2, 2, 1)


@pytest.mark.rule("MAC-11.4", "MAC-11.5")
@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_a_new_region_takes_the_free_board(round_number):
    games = end(round_number=round_number, hidden={1: 1, 2: 2, 3: 3})
    lands = games.tables["land"][0].tolist()
    assert lands[:3] == [BAYERN, HESSEN, SACHSEN]
    assert lands[3] not in (NORDRHEIN, BAYERN, HESSEN, SACHSEN, NO_CARD)
    assert games.tables["land_drawn"][0].sum() == 5
    assert field(games, "regions") == 4
    assert (len(open_in(games, 3)), hidden_in(games, 3)) == (1, 3)
    assert field(games, "votes")[3] == field(games, "trend")[3] == field(games, "media")[3] == [0] * 3
    assert field(games, "meetings")[3] == [1] * 3


@pytest.mark.rule("MAC-11.4")
def test_any_land_that_has_not_been_drawn():
    lands = {int(end(seed=seed).tables["land"][0, 3]) for seed in range(150)}
    assert lands == set(range(16)) - {NORDRHEIN, BAYERN, HESSEN, SACHSEN}


@pytest.mark.rule("MAC-11.5")
def test_who_has_no_meeting_left_gets_none():
    games = end(meetings={0: [0, 0, 1], 1: [10, 9, 10], 2: [8, 8, 7], 3: [0, 0, 0]})
    assert field(games, "meetings")[3] == [0, 1, 1]
    assert field(games, "meeting_supply") == [0, 0, 0]


@pytest.mark.rule("MAC-11.6")
@pytest.mark.parametrize(
    ("round_number", "before", "after"),
    [
        (1, {1: 1, 2: 2, 3: 3}, [0, 1, 2, 3]),
        (4, {1: 1, 2: 2, 3: 3}, [0, 1, 2, 0]),
        (5, {1: 1, 2: 2}, [0, 1, 0, 0]),
    ],
)
def test_a_hidden_opinion_is_opened_in_each_other_region(round_number, before, after):
    games = end(round_number=round_number, hidden=before)
    assert [hidden_in(games, region) for region in range(REGIONS)] == after
    opened = [len(open_in(games, region)) for region in range(REGIONS)]
    assert opened[: len(before)] == [1] * len(before)


@pytest.mark.rule("MAC-11.6")
def test_first_the_new_region_then_from_the_new_current_one_on():
    for seed in range(5):
        games = deal(3, seed=seed)
        lay(
            games,
            Phase.NATIONAL_CARD,
            winner=[0, -1, -1],
            national_cards=[1, 0, 0],
            hidden={1: 1, 2: 2, 3: 3},
        )
        table = games.tables[0].copy()
        play(games, (0, PASS))
        drawn = [int(chance.draw(table, OPINION_DECK, table["unseen"][0])) for _ in range(4)]
        assert [open_in(games, region) for region in (3, 0, 1, 2)] == [{kind} for kind in drawn]


@pytest.mark.rule("MAC-11.6")
def test_the_new_region_is_complete_before_others_need_the_deck():
    """Five genes are unseen, a contrary lies open: a replacement for the sixth comes of a new shuffle."""
    discards = all_but(GENES, GENES, GENES, NO_GENES, NO_GENES, NO_GENES)
    games = end(hidden={1: 1}, opinions={1: [NO_GENES]}, discards=discards)
    assert games.tables["hidden"][0, 3, :2].tolist() == [3, 0]
    assert games.tables["shuffle"][0] == 1
    assert len(open_in(games, 0)) == 2


@pytest.mark.rule("MAC-0.21")
@pytest.mark.parametrize("unseen", [GENES, NO_GENES])
def test_an_opinion_that_repeats_or_contradicts_is_replaced(unseen):
    discards = all_but(GENES, unseen) if unseen == NO_GENES else all_but(GENES, GENES)
    for seed in range(10):
        games = end(round_number=4, seed=seed, hidden={1: 1}, opinions={1: [GENES]}, discards=discards)
        (other,) = open_in(games, 0) - {GENES}
        assert other // 2 != GENES // 2
        assert games.tables["opinion"][0, 0, GENES] == 1
        assert games.tables["unseen"][0].sum() + games.tables["discards"][0].sum() == 40


@pytest.mark.rule("MAC-11.7")
@pytest.mark.parametrize(("round_number", "left"), [(4, 3), (5, 2)])
def test_after_the_fourth_round_the_board_stays_empty(round_number, left):
    games = end(round_number=round_number, votes={0: [9, 9, 9]}, media={0: [1, 1, 1]})
    assert field(games, "regions") == left
    assert games.tables["land"][0].tolist() == [BAYERN, HESSEN, SACHSEN, NO_CARD][:left] + [NO_CARD] * (
        4 - left
    )
    for name in ("votes", "trend", "meetings", "media", "arrival", "tile"):
        assert field(games, name)[left:] == [[0] * 3] * (REGIONS - left)


@pytest.mark.rule("MAC-11.4", "MAC-11.6", "MAC-11.7", "MAC-11.9")
@pytest.mark.parametrize(("opening", "sixth"), [("one_by_one", [0, 1]), ("together", [0, 2])])
def test_hidden_opinions_from_round_to_round(opening, sixth):
    games = deal(4, last_opening=opening)
    while field(games, "round_number") == 0:
        games.step([min(legal(games))])
    seen = []
    for _ in range(6):
        seen.append([hidden_in(games, region) for region in range(field(games, "regions"))])
        pass_round(games)
    assert seen == [[0, 1, 2, 3]] * 4 + [[0, 1, 2], sixth]
    assert (field(games, "round_number"), field(games, "regions")) == (7, 1)
    assert (hidden_in(games, 0), len(open_in(games))) == (0, 4)


# --- Before the last election --------------------------------------------------------------------


def last_election(options=None, **position):
    """After the sixth election; the seventh follows and stops where somebody may place a media marker."""
    position = {"votes": {1: [20, 9, 3]}, "media": {1: [1, 0, 0]}, "meetings": {1: [0, 0, 0]}} | position
    return end(round_number=6, options=options, **position)


@pytest.mark.rule("MAC-11.8", "MAC-11.10")
def test_after_the_sixth_round_there_is_neither_money_nor_a_contribution():
    games = last_election(seats_won={5: [40, 30, 20]}, start=2, seat=2)
    assert (phase(games), int(games.seat[0])) == (Phase.NATIONAL_MEDIA, 0)
    assert field(games, "round_number") == 7
    assert field(games, "cash") == [25] * 3
    assert games.tables["contribution"].sum() == 0
    assert games.tables["start_player"][0] == 2
    assert field(games, "regions") == 1


@pytest.mark.rule("MAC-11.8")
def test_the_region_of_the_sixth_round_is_taken_away_as_any_other():
    """Markers and doublers go back, and one of its opinions may replace the one that is opened last."""
    games, came = deal(3), set()
    three = {GENES, MORE_WELFARE, NUCLEAR}
    for seed in range(20):
        games.tables["seed"] = seed
        table = lay(
            games,
            Phase.CONTRIBUTION,
            round_number=6,
            regions=2,
            votes={1: [20, 9, 3]},
            media={0: [2, 1, 0], 1: [1, 0, 0]},
            meetings={0: [3, 0, 2], 1: [0, 0, 0]},
            opinions={0: [EURO_NOW], 1: three},
            doubled={0: [HEALTH]},
            hidden={1: 1},
        )
        table["unseen"], table["opinion_deck"] = 0, 0
        table["unseen"][0, NO_GENES] = 1
        table["phase"] = Phase.NEXT_REGION
        rules.apply(games.box[0], table, 0)
        assert (field(games, "media_supply"), field(games, "meeting_supply")) == ([4, 5, 5], [18] * 3)
        assert field(games, "doublers") == 4
        came |= open_in(games) - three
    assert came == {EURO_NOW, HEALTH}


@pytest.mark.rule("MAC-11.9")
@pytest.mark.parametrize("opening", [None, "one_by_one"])
def test_the_last_region_opens_a_card_a_round_and_the_last_one_before_its_election(opening):
    options = {} if opening is None else {"last_opening": opening}
    games = end(round_number=5, options=options, hidden={1: 1, 2: 2})
    assert [hidden_in(games, region) for region in (0, 1)] == [0, 1]
    games = last_election(options, hidden={1: 1}, opinions={1: [GENES, HEALTH, EURO_NOW]})
    assert (hidden_in(games, 0), len(open_in(games))) == (0, 4)


@pytest.mark.rule("MAC-11.9")
def test_or_its_last_two_together():
    options = {"last_opening": "together"}
    games = end(round_number=4, options=options, hidden={1: 1, 2: 2, 3: 3})
    assert [hidden_in(games, region) for region in (0, 1, 2)] == [0, 1, 2]
    games = end(round_number=5, options=options, hidden={1: 1, 2: 2})
    assert [hidden_in(games, region) for region in (0, 1)] == [0, 2]
    games = last_election(options, hidden={1: 2}, opinions={1: [GENES, HEALTH]})
    assert (hidden_in(games, 0), len(open_in(games))) == (0, 4)


@pytest.mark.rule("MAC-11.9")
def test_it_counts_when_meetings_are_converted():
    """The only unseen card is in the programme of one party."""
    games = last_election(
        hidden={1: 1},
        discards=all_but(SPELLING),
        meetings={1: [0, 5, 0]},
        programmes={1: [SPELLING, 0, 2, 4, 6]},
        votes={1: [20, 0, 0]},
    )
    assert field(games, "seats_won")[6] == [int(v) for v in BOX["land_seats"][0, BAYERN, [20, 5, 0]]]


@pytest.mark.rule("MAC-11.10")
def test_the_last_round_is_nothing_but_its_election():
    games = last_election(meetings={1: [10, 10, 10]}, votes={1: [5, 5, 5]}, start=1, seat=1)
    assert (phase(games), int(games.seat[0])) == (Phase.NATIONAL_MEDIA, 0)  # seat 0 converts last
    play(games, (0, YES), (0, PASS))
    assert games.over[0]


# --- Money ---------------------------------------------------------------------------------------


def income(round_number: int, box=None, **position) -> list[int]:
    """The money that each party gets."""
    games = deal(3, box=box)
    lay(games, Phase.INCOME, round_number=round_number, **position)
    assert phase(games) == Phase.CONTRIBUTION
    return [cash - 25 for cash in field(games, "cash")]


@pytest.mark.rule("MAC-11.11")
def test_twelve_thousand_for_twelve_seats():
    """The rulebook's example."""
    assert income(2, seats_won={1: [12, 0, 3]}) == [12, 0, 3]


@pytest.mark.rule("MAC-11.11")
def test_only_seats_of_this_election_pay():
    assert income(4, seats_won={0: [50, 0, 0], 2: [9, 9, 9], 3: [1, 2, 80]}) == [1, 2, 80]


@pytest.mark.rule("MAC-11.12")
@pytest.mark.parametrize(("round_number", "pays"), [(1, 1), (2, 0), (3, 1), (4, 0), (5, 1)])
def test_members_pay_after_three_of_the_rounds(round_number, pays):
    won = {round_number - 1: [1, 2, 3]}
    assert income(round_number, seats_won=won, members=[0, 12, 99]) == [1, 2 + 12 * pays, 3 + 99 * pays]


@pytest.mark.rule("MAC-11.12")
def test_the_rounds_are_those_of_the_box():
    box = own_box(members_pay=[0, 1, 0, 0, 0, 0, 0])
    assert [income(number, box=box) for number in (1, 2, 3)] == [[0] * 3, [5] * 3, [0] * 3]


@pytest.mark.rule("MAC-11.1")
def test_regions_then_money_then_contributions():
    games = deal(3, box=own_box(die=2))
    lay(games, Phase.NEXT_REGION, hidden={1: 1, 2: 2, 3: 3}, seats_won={0: [12, 0, 3]}, seat=1, start=1)
    assert (phase(games), int(games.seat[0])) == (Phase.CONTRIBUTION, 1)
    assert [hidden_in(games, region) for region in range(4)] == [0, 1, 2, 3]
    assert field(games, "cash") == [25 + 12 + 5, 25 + 5, 25 + 3 + 5]
    play(games, (1, refuse(1)), (2, refuse(5)), (0, refuse(2)))
    assert (phase(games), field(games, "round_number")) == (Phase.START_BID, 2)
    assert field(games, "members") == [5 + 4, 5 + 2, 5 + 16]
    assert field(games, "cash") == [25 + 12 + 5, 25 + 5, 25 + 3 + 5]


# --- Contributions -------------------------------------------------------------------------------

AMOUNTS, RISK, REFUSAL = (FIXED[f"contribution_{name}"] for name in ("amount", "risk", "refusal"))


def offers(players: int = 3, *, start: int = 0, box=None, options=None, **position):
    """Contributions are to be chosen."""
    games = deal(players, box=box, **(options or {}))
    lay(games, Phase.NEXT_CONTRIBUTION, seat=start, start=start, **position)
    return games


def members(games) -> list[int]:
    return field(games, "members")


@pytest.mark.rule("MAC-11.13", "MAC-11.14", "MAC-11.21")
def test_everybody_in_turn_chooses_a_card_to_accept_or_to_refuse():
    games = offers(4, start=3)
    both = {accept(card) for card in range(1, 6)} | {refuse(card) for card in range(1, 6)}
    asked = []
    while phase(games) == Phase.CONTRIBUTION:
        assert legal(games) == both
        asked.append(int(games.seat[0]))
        games.step([accept(1)])
    assert asked == [3, 0, 1, 2]
    assert (phase(games), field(games, "round_number"), int(games.seat[0])) == (Phase.START_BID, 2, 3)


@pytest.mark.rule("MAC-11.14")
def test_a_card_used_is_gone():
    games = offers()
    play(games, (0, accept(4)), (1, refuse(2)), (2, refuse(4)))
    left = games.tables["contribution"][0, :3].tolist()
    assert left[0] == [CARD_IN_HAND] * 3 + [ACCEPTED, CARD_IN_HAND]
    assert left[1] == [CARD_IN_HAND, REFUSED] + [CARD_IN_HAND] * 3
    assert left[2] == [CARD_IN_HAND] * 3 + [REFUSED, CARD_IN_HAND]
    games = offers(contribution={0: [1, 0, 2, 0, 1]})
    assert legal(games) == {accept(2), accept(4), refuse(2), refuse(4)}


def shown(games, seat: int) -> list[tuple[int, int]]:
    """The cards chosen by the seats in play, as far as a seat sees them, and whether they are refused."""
    layout = GAME.observation(games.num_players)
    view = games.observe(seat=seat)[0]
    pairs = []
    for places in range(games.num_players):
        chosen = round(5 * float(view[layout["offer"].start + places]))
        pairs.append((chosen, int(view[layout["refuses"].start + places])))
    return pairs[-seat:] + pairs[:-seat] if seat else pairs


@pytest.mark.rule("MAC-11.15")
@pytest.mark.parametrize("form", [None, "simultaneous"])
def test_cards_are_chosen_in_secret(form):
    games = offers(4, options={} if form is None else {"contribution": form})
    play(games, (0, accept(3)), (1, refuse(5)))
    assert shown(games, 2) == [(0, 0)] * 4
    assert shown(games, 0) == [(3, 0), (0, 0), (0, 0), (0, 0)]
    assert shown(games, 1) == [(0, 0), (5, 1), (0, 0), (0, 0)]
    assert field(games, "cash") == [25] * 4


@pytest.mark.rule("MAC-11.15")
def test_or_in_turn_and_then_an_accepted_one_lies_open():
    games = offers(4, options={"contribution": "in_turn"})
    play(games, (0, accept(3)), (1, refuse(5)))
    assert shown(games, 2) == [(3, 0), (0, 1), (0, 0), (0, 0)]
    assert shown(games, 1) == [(3, 0), (5, 1), (0, 0), (0, 0)]
    play(games, (2, accept(1)), (3, accept(2)))
    assert [cash - 25 for cash in field(games, "cash")] == [20, 0, 5, 10]


@pytest.mark.rule("MAC-11.16", "MAC-11.17")
@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_an_accepted_contribution_brings_money_and_costs_members(card):
    games = offers(box=own_box(die=1), members=[9, 9, 9])
    play(games, (0, accept(card)), (1, refuse(1)), (2, refuse(1)))
    assert field(games, "cash") == [25 + AMOUNTS[card - 1], 25, 25]
    assert members(games) == [9 - RISK[card - 1], 10, 10]


@pytest.mark.rule("MAC-11.17")
@pytest.mark.parametrize(
    ("dice", "die", "lost"), [(None, 2, 3), ("sum", 2, 3), ("highest", 2, 2), ("highest", 5, 3)]
)
def test_three_members_are_lost_at_most(dice, die, lost):
    games = offers(
        box=own_box(die=die), options={} if dice is None else {"risk_dice": dice}, members=[9, 9, 9]
    )
    play(games, (0, accept(5)), (1, accept(3)), (2, refuse(1)))
    assert members(games)[:2] == [9 - lost, 9 - lost]


@pytest.mark.rule("MAC-11.17")
def test_the_most_is_a_number_of_the_box():
    games = offers(box=own_box(die=2, most_loss=5), members=[9, 9, 9])
    play(games, (0, accept(5)), (1, accept(3)), (2, accept(1)))
    assert members(games) == [4, 5, 7]


@pytest.mark.rule("MAC-11.17")
@pytest.mark.parametrize(("dice", "mean"), [("sum", 89 / 36), ("highest", 70 / 36)])
def test_two_dice_of_risk_are_added_or_the_higher_counts(dice, mean):
    """Of two dice with 0, 1, 1, 2, 2, 3."""
    games = offers(options={"risk_dice": dice}, members=[9, 9, 9])
    play(games, (0, accept(3)), (1, refuse(1)))
    many = copies(games)
    many.step([refuse(1)] * 400)
    lost = 9 - many.tables["members"][:, 0]
    assert set(lost.tolist()) == {0, 1, 2, 3}
    assert abs(lost.mean() - mean) < 0.15


@pytest.mark.rule("MAC-0.27")
def test_members_stop_at_none():
    games = offers(box=own_box(die=2), members=[2, 3, 0])
    play(games, (0, accept(5)), (1, accept(4)), (2, accept(1)))
    assert members(games) == [0, 0, 0]


@pytest.mark.rule("MAC-11.18", "MAC-11.19")
@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_a_refused_contribution_brings_members_for_all_its_dice(card):
    """Two with the same card: nobody alone refuses the most."""
    games = offers(box=own_box(die=2))
    play(games, (0, refuse(card)), (1, refuse(card)), (2, accept(5)))
    assert members(games) == [5 + 2 * REFUSAL[card - 1]] * 2 + [2]
    assert field(games, "cash") == [25, 25, 75]


@pytest.mark.rule("MAC-11.19")
@pytest.mark.parametrize(
    ("chosen", "won"),
    [
        ((refuse(1), refuse(3), refuse(2)), (1, 3 + 3, 2)),
        ((refuse(3), refuse(3), refuse(2)), (3, 3, 2)),
        ((refuse(1), accept(5), accept(4)), (1 + 3, -3, -2)),
        ((refuse(1), refuse(1), refuse(5)), (1, 1, 5 + 3)),
        ((refuse(5), refuse(5), refuse(5)), (5, 5, 5)),
        ((accept(5), refuse(2), refuse(4)), (-3, 2, 4 + 3)),
    ],
)
def test_who_alone_refuses_the_highest_amount_has_three_more_dice(chosen, won):
    games = offers(box=own_box(die=1))
    play(games, *enumerate(chosen))
    assert members(games) == [5 + number for number in won]


@pytest.mark.rule("MAC-11.19")
def test_the_highest_is_told_by_the_amounts_on_the_cards():
    games = offers(box=own_box(die=1, contribution_amount=[50, 10, 50, 30, 20], refusal_bonus=7))
    play(games, (0, refuse(1)), (1, refuse(5)), (2, refuse(3)))
    assert members(games) == [6, 10, 8]
    games = offers(box=own_box(die=1, contribution_amount=[50, 10, 50, 30, 20], refusal_bonus=7))
    play(games, (0, refuse(1)), (1, refuse(5)), (2, refuse(4)))
    assert members(games) == [6 + 7, 10, 9]


@pytest.mark.rule("MAC-11.20")
@pytest.mark.parametrize("start", [0, 2])
def test_first_those_roll_who_accept_then_those_who_refuse_each_in_turn(start):
    games = offers(4, start=start, members=[50] * 4)
    moves = {0: refuse(3), 1: accept(4), 2: refuse(2), 3: accept(3)}
    order = [(start + turn) % 4 for turn in range(4)]
    play(games, *((seat, moves[seat]) for seat in order[:3]))
    table = games.tables[0].copy()

    def dice(number: int) -> int:
        return sum(int(games.box[0]["die"][chance.below(table, DICE, 6)]) for _ in range(number))

    play(games, (order[3], moves[order[3]]))
    expected = [50] * 4
    for seat in order:
        if seat in (1, 3):
            expected[seat] -= min(3, dice(2))
    for seat in order:
        if seat in (0, 2):
            expected[seat] += dice(3 + 3 if seat == 0 else 2)
    assert members(games) == expected
