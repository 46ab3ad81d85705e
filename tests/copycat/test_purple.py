"""Purple actions: recruits, the Election Campaign Office, Inside Information, Sharpen your Elbows."""

import pytest
from campaign import (
    ALLOCATION,
    BUY_1,
    BUY_2,
    CAMPAIGN_OFFICE,
    COIN_1,
    COIN_12,
    COIN_13,
    COIN_14,
    DRAW_1,
    DRAW_2,
    ELBOWS,
    HUGE_PR,
    INSIDE,
    NEWSPAPER,
    RED,
    SAUNA,
    SECRETARY,
    VP_9,
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
    office,
    pass_round,
    phase,
    place,
    play,
    use,
)

from hustings.envs.copycat.actions import DONE, END_TURN, PASS
from hustings.envs.copycat.table import CARDS, IN_BOX, LYING, STANDING, TEMPORARY, USED, Effect, Phase
from hustings.envs.core.api.batch import GameBatch

VP_1, VP_2, VP_3 = (office(Effect.VP, strength) for strength in (1, 2, 3))
ALLOCATION_TOO = office(Effect.REUSE_CARD, copy=1)

SMALL_PR, SMALL_PR_TOO, SMALL_PR_THREE = (card(Effect.WORKER, 1, copy) for copy in range(3))
HUGE_PR_TOO = card(Effect.WORKER, 2, copy=1)
CAMPAIGN_OFFICE_TOO = card(Effect.TRASH_FOR_WORKER, copy=1)
INSIDE_TOO = card(Effect.EXTRA_OFFICE, copy=1)
ELBOWS_TOO = card(Effect.ELBOWS, copy=1)
RED_TOO = card(Effect.NONE, copy=1)

IN_PLAY = {2: {*range(10), *range(14, 25)}, 3: {*range(12), *range(14, 25)}}


def acting(own: list[int], players: int = 3, **position) -> GameBatch:
    """Seat 0 is on turn with these cards in hand."""
    games = deal(players)
    lay(games, hands=[own, *position.pop("hands", [])], **position)
    return games


def full(players: int, *free: int) -> list[dict[int, int]]:
    """Workers of seat 1 in every office in play but those `free`."""
    return [{}, dict.fromkeys(IN_PLAY[players] - set(free), STANDING), *[{}] * (players - 2)]


# --- Workers: the small and the huge PR campaign -------------------------------------------------


@pytest.mark.rule("COP-3.1")
@pytest.mark.parametrize(("number", "workers"), [(SMALL_PR, 1), (HUGE_PR, 2)])
def test_a_campaign_recruits_workers_for_this_round(number, workers):
    games = acting([number], players=2)
    play(games, (0, name(number)))
    assert (field(games, "pool"), field(games, "recruited")) == ([3 + workers, 3], [workers, 0])
    play(games, (0, PASS), (1, PASS))
    pass_round(games)
    assert phase(games) == Phase.BID
    assert (field(games, "pool"), field(games, "recruited")) == ([3, 3], [0, 0])  # gone with the round


@pytest.mark.rule("COP-3.1")
def test_recruits_are_placed_in_later_turns():
    games = acting([HUGE_PR], players=2, pool=[1, 0])
    play(games, (0, name(HUGE_PR)), (0, place(VP_1)), (0, END_TURN))
    play(games, (0, place(VP_2)), (0, END_TURN), (0, place(VP_3)), (0, END_TURN))
    assert phase(games) == Phase.HAND
    workers = field(games, "worker")[0]
    assert [workers[o] for o in (VP_1, VP_2, VP_3)] == [STANDING] * 3


@pytest.mark.rule("COP-3.1")
def test_or_at_once_with_inside_information():
    games = acting([SMALL_PR, INSIDE], pool=[1, 0, 0])
    play(games, (0, place(VP_1)))
    assert legal_cards(games) == {SMALL_PR}
    play(games, (0, name(SMALL_PR)), (0, name(INSIDE)), (0, place(VP_2)), (0, END_TURN))
    assert phase(games) == Phase.HAND
    assert field(games, "pool") == [0, 0, 0]


@pytest.mark.rule("COP-3.1")
def test_four_recruits_go_home_with_the_others():
    games = acting([HUGE_PR, HUGE_PR_TOO], players=2, pool=[1, 0], workers=[{COIN_1: LYING, DRAW_1: LYING}])
    play(games, (0, name(HUGE_PR)), (0, name(HUGE_PR_TOO)))
    for where in (VP_1, VP_2, VP_3, BUY_1, BUY_2):
        play(games, (0, place(where)), (0, END_TURN))
    assert sum(worker > 0 for worker in field(games, "worker")[0]) == 7
    pass_round(games)
    assert field(games, "pool") == [3, 3]
    assert not any(field(games, "worker")[0])
    play(games, (0, name(HUGE_PR)))
    assert legal_places(games) == IN_PLAY[2]  # their offices are free again


@pytest.mark.rule("COP-3.2")
def test_four_workers_may_be_recruited():
    own = [HUGE_PR, HUGE_PR_TOO, SMALL_PR, CAMPAIGN_OFFICE, VP_9]
    games = acting(own)
    play(games, (0, name(SMALL_PR)), (0, name(HUGE_PR)))
    assert (field(games, "pool")[0], field(games, "recruited")[0]) == (6, 3)
    play(games, (0, name(HUGE_PR_TOO)))  # one of the two is lost
    assert (field(games, "pool")[0], field(games, "recruited")[0]) == (7, 4)
    assert legal_cards(games) == set()  # nor is anything trashed for a fifth


@pytest.mark.rule("COP-3.2")
def test_the_limit_is_of_a_player_and_of_a_round():
    games = acting([HUGE_PR], players=2, hands=[[HUGE_PR_TOO]])
    games.tables["recruited"][0, 0] = 4
    assert legal_cards(games) == set()
    play(games, (0, PASS))
    assert legal_cards(games) == {HUGE_PR_TOO}
    play(games, (1, PASS))
    pass_round(games)
    assert field(games, "recruited") == [0, 0]


@pytest.mark.rule("COP-4.16")
@pytest.mark.parametrize("recruited", [0, 1, 2])
def test_second_uses_and_copies_recruit_within_the_limit(recruited):
    position = {"played": [[HUGE_PR]], "workers": [{ALLOCATION: STANDING}]}
    games = acting([SECRETARY], **position)
    games.tables["recruited"][0, 0] = recruited
    play(games, (0, name(SECRETARY)), (0, name(HUGE_PR)))
    assert field(games, "recruited")[0] == recruited + 2
    assert field(games, "pool")[0] == 5
    assert (ALLOCATION in legal_offices(games)) == (recruited < 2)
    if recruited < 2:
        play(games, (0, use(ALLOCATION)), (0, name(HUGE_PR)))
        assert field(games, "recruited")[0] == 4
        assert field(games, "pool")[0] == 3 + 4 - recruited


@pytest.mark.rule("COP-4.16")
def test_with_four_recruits_there_is_nothing_to_copy_or_to_reuse():
    position = {"played": [[HUGE_PR, CAMPAIGN_OFFICE]], "workers": [{ALLOCATION: STANDING}]}
    games = acting([SECRETARY, VP_9], **position)
    games.tables["recruited"][0, 0] = 3
    assert (legal_cards(games), legal_offices(games)) == ({SECRETARY}, {ALLOCATION})
    games.tables["recruited"][0, 0] = 4
    assert (legal_cards(games), legal_offices(games)) == (set(), set())


# --- The Election Campaign Office ----------------------------------------------------------------


@pytest.mark.rule("COP-3.3")
@pytest.mark.parametrize("trashed", [RED, VP_9, COIN_12, NEWSPAPER, SAUNA, CAMPAIGN_OFFICE_TOO])
def test_a_card_of_the_hand_is_trashed_for_a_worker(trashed):
    own = [CAMPAIGN_OFFICE, RED, VP_9, COIN_12, NEWSPAPER, SAUNA, CAMPAIGN_OFFICE_TOO]
    games = acting(own, players=2)
    play(games, (0, name(CAMPAIGN_OFFICE)))
    assert legal(games) == {name(number) for number in own[1:]}  # any other card, and exactly one
    play(games, (0, name(trashed)))
    assert phase(games) == Phase.TURN
    assert hand(games, 0) == sorted({*own[1:]} - {trashed})
    assert field(games, "hand_size")[0] == 5
    assert (field(games, "pool")[0], field(games, "recruited")[0]) == (4, 1)
    assert field(games, "zone")[0][trashed] == 0
    assert cards_in(games, 0, USED) == [CAMPAIGN_OFFICE]


@pytest.mark.rule("COP-3.3")
def test_cards_in_play_or_aside_are_not_trashed():
    position = {"played": [[SAUNA]], "temporary": [[COIN_12]], "discards": [[COIN_13]], "piles": [[COIN_14]]}
    games = acting([CAMPAIGN_OFFICE, VP_9], **position)
    play(games, (0, name(CAMPAIGN_OFFICE)))
    assert legal_cards(games) == {VP_9}


@pytest.mark.rule("COP-3.3", "COP-2.21")
def test_it_needs_another_card_and_room_for_a_recruit():
    assert legal_cards(acting([CAMPAIGN_OFFICE])) == set()  # it cannot trash itself
    games = acting([CAMPAIGN_OFFICE, VP_9])
    games.tables["recruited"][0, 0] = 3
    assert legal_cards(games) == {CAMPAIGN_OFFICE}
    games.tables["recruited"][0, 0] = 4
    assert legal_cards(games) == set()


@pytest.mark.rule("COP-2.21")
def test_again_by_an_allocation_office_it_needs_another_card_too():
    position = {"played": [[CAMPAIGN_OFFICE]], "workers": [{ALLOCATION: STANDING}]}
    assert legal_offices(acting([], **position)) == set()
    games = acting([VP_9], **position)
    play(games, (0, use(ALLOCATION)), (0, name(CAMPAIGN_OFFICE)), (0, name(VP_9)))
    assert (field(games, "pool")[0], hand(games, 0)) == (4, [])
    assert cards_in(games, 0, TEMPORARY) == [CAMPAIGN_OFFICE]


@pytest.mark.rule("COP-3.4")
@pytest.mark.parametrize("trashed", [RED, NEWSPAPER, COIN_12])
def test_what_is_trashed_never_comes_back(trashed):
    games = acting([CAMPAIGN_OFFICE, trashed], players=2)
    play(games, (0, name(CAMPAIGN_OFFICE)), (0, name(trashed)), (0, PASS), (1, PASS))
    if trashed != COIN_12:
        assert games.tables["place"][0, trashed] == IN_BOX
    for _ in range(3):
        pass_round(games)
        assert all(zone[trashed] == 0 for zone in field(games, "zone"))
        assert trashed not in field(games, "street")
    assert trashed not in [c for c in range(CARDS + 1) if games.tables["place"][0, c] > 0]


@pytest.mark.rule("COP-3.4")
def test_a_start_card_is_trashed_of_one_player_only():
    games = acting([CAMPAIGN_OFFICE, COIN_12], players=2, hands=[[COIN_12]])
    play(games, (0, name(CAMPAIGN_OFFICE)), (0, name(COIN_12)))
    assert (hand(games, 0), hand(games, 1)) == ([], [COIN_12])


# --- Inside Information --------------------------------------------------------------------------


@pytest.mark.rule("COP-3.5")
@pytest.mark.parametrize("first", [False, True])
def test_inside_information_places_one_worker_more(first):
    games = acting([INSIDE])
    if first:
        play(games, (0, name(INSIDE)), (0, place(VP_1)))
    else:
        play(games, (0, place(VP_1)))
        assert legal_places(games) == set()
        play(games, (0, name(INSIDE)))
    assert legal_places(games) == IN_PLAY[3] - {VP_1}  # a different one
    play(games, (0, place(VP_2)))
    assert legal(games) == {END_TURN}
    assert field(games, "pool") == [1, 3, 3]  # a worker of one's own, not a new one
    play(games, (0, END_TURN))
    assert games.seat[0] == 1


@pytest.mark.rule("COP-3.5")
def test_its_office_must_be_free():
    games = acting([INSIDE], workers=full(3, VP_1, VP_2, VP_3))
    play(games, (0, name(INSIDE)), (0, place(VP_1)))
    assert legal_places(games) == {VP_2, VP_3}


@pytest.mark.rule("COP-3.5")
def test_the_second_office_may_be_used_at_once():
    games = acting([INSIDE], piles=[[COIN_12, COIN_13, COIN_14]])
    play(games, (0, place(DRAW_1)), (0, name(INSIDE)), (0, place(DRAW_2)), (0, use(DRAW_2)), (0, use(DRAW_1)))
    assert field(games, "hand_size")[0] == 3


@pytest.mark.rule("COP-3.5")
def test_the_second_placement_may_be_left_out():
    games = acting([INSIDE])
    play(games, (0, name(INSIDE)), (0, place(VP_1)), (0, END_TURN))
    assert field(games, "pool") == [2, 3, 3]
    assert games.seat[0] == 1


@pytest.mark.rule("COP-3.6")
@pytest.mark.parametrize("how", ["reuse", "copy", "second card"])
def test_a_second_use_places_a_third_worker(how):
    own = {"reuse": [INSIDE], "copy": [INSIDE, SECRETARY], "second card": [INSIDE, INSIDE_TOO]}[how]
    games = acting(own, workers=[{ALLOCATION: STANDING}])
    play(games, (0, name(INSIDE)))
    again = {"reuse": use(ALLOCATION), "copy": name(SECRETARY), "second card": name(INSIDE_TOO)}[how]
    play(games, (0, again))
    if how != "second card":
        play(games, (0, name(INSIDE)))
    play(games, (0, place(VP_1)), (0, place(VP_2)))
    assert legal_places(games) == IN_PLAY[3] - {ALLOCATION, VP_1, VP_2}
    play(games, (0, place(VP_3)))
    assert legal_places(games) == set()
    assert field(games, "pool") == [0, 3, 3]
    assert cards_in(games, 0, TEMPORARY) == ([INSIDE] if how == "reuse" else [])


@pytest.mark.rule("COP-3.7")
@pytest.mark.parametrize(("pool", "free", "playable"), [(1, 3, False), (2, 1, False), (2, 2, True)])
def test_before_the_placement_it_needs_two_workers_and_two_offices(pool, free, playable):
    games = acting([INSIDE], workers=full(3, *(VP_1, VP_2, VP_3)[:free]), pool=[pool, 0, 0])
    assert (name(INSIDE) in legal(games)) == playable


@pytest.mark.rule("COP-3.7")
@pytest.mark.parametrize(("pool", "free", "playable"), [(1, 3, False), (2, 1, False), (2, 2, True)])
def test_after_the_placement_it_needs_one_of_each(pool, free, playable):
    games = acting([INSIDE], workers=full(3, *(VP_1, VP_2, VP_3)[:free]), pool=[pool, 0, 0])
    play(games, (0, place(VP_1)))
    assert (name(INSIDE) in legal(games)) == playable


@pytest.mark.rule("COP-3.7")
@pytest.mark.parametrize(("pool", "free", "playable"), [(2, 3, False), (3, 2, False), (3, 3, True)])
def test_each_further_use_needs_one_more_of_each(pool, free, playable):
    games = acting([INSIDE, INSIDE_TOO], workers=full(3, *(VP_1, VP_2, VP_3)[:free]), pool=[pool, 0, 0])
    play(games, (0, name(INSIDE)))
    assert (name(INSIDE_TOO) in legal(games)) == playable


@pytest.mark.rule("COP-3.7")
def test_offices_not_in_play_are_not_free():
    closed = IN_PLAY[3] - {VP_1}
    assert INSIDE not in legal_cards(acting([INSIDE], closed=closed))
    assert INSIDE in legal_cards(acting([INSIDE], closed=closed - {VP_2}))


# --- Sharpen your Elbows -------------------------------------------------------------------------


@pytest.mark.rule("COP-3.8")
def test_elbows_let_a_worker_into_an_office_of_others():
    workers = [{VP_3: STANDING}, {VP_1: STANDING, BUY_2: LYING}, {VP_1: STANDING, DRAW_1: LYING}]
    games = acting([ELBOWS], workers=workers)
    assert legal_places(games).isdisjoint({VP_1, BUY_2, DRAW_1, VP_3})
    play(games, (0, name(ELBOWS)))
    assert legal_places(games) == IN_PLAY[3] - {VP_3}
    play(games, (0, place(VP_1)))
    assert [row[VP_1] for row in field(games, "worker")] == [STANDING] * 3
    assert legal_places(games) == set()  # it brought neither a placement
    assert field(games, "pool") == [2, 3, 3]  # nor a worker
    play(games, (0, END_TURN))
    assert games.seat[0] == 1


@pytest.mark.rule("COP-3.8")
def test_elbows_come_before_the_placement():
    games = acting([ELBOWS], workers=[{}, {VP_1: STANDING}, {}])
    play(games, (0, place(VP_2)), (0, name(ELBOWS)))
    assert legal(games) == {END_TURN}  # too late, without another placement


@pytest.mark.rule("COP-3.9")
def test_a_free_office_takes_no_elbows():
    games = acting([ELBOWS, INSIDE], workers=[{}, {VP_1: STANDING}, {}])
    play(games, (0, name(ELBOWS)), (0, name(INSIDE)), (0, place(VP_2)))
    assert VP_1 in legal_places(games)
    play(games, (0, place(VP_1)))
    assert field(games, "elbows") == 0


@pytest.mark.rule("COP-3.9")
def test_each_office_of_others_takes_elbows():
    games = acting([ELBOWS, INSIDE], workers=[{}, {VP_1: STANDING, BUY_2: STANDING}, {}])
    play(games, (0, name(ELBOWS)), (0, name(INSIDE)), (0, place(VP_1)))
    assert legal_places(games) == IN_PLAY[3] - {VP_1, BUY_2}


@pytest.mark.rule("COP-3.9")
@pytest.mark.parametrize("how", ["reuse", "copy", "second card"])
def test_elbows_used_twice_push_twice(how):
    own = {"reuse": [], "copy": [SECRETARY], "second card": [ELBOWS_TOO]}[how]
    workers = [{ALLOCATION: STANDING}, {VP_1: STANDING, BUY_2: STANDING}, {}]
    games = acting([ELBOWS, INSIDE, *own], workers=workers)
    again = {"reuse": use(ALLOCATION), "copy": name(SECRETARY), "second card": name(ELBOWS_TOO)}[how]
    play(games, (0, name(ELBOWS)), (0, name(INSIDE)), (0, again))
    if how != "second card":
        play(games, (0, name(ELBOWS)))
    play(games, (0, place(VP_1)), (0, place(BUY_2)))
    rows = field(games, "worker")
    assert [rows[0][o] for o in (VP_1, BUY_2)] == [STANDING, STANDING]


@pytest.mark.rule("COP-3.10")
def test_no_two_workers_of_one_player_in_an_office():
    own = {VP_1: STANDING, BUY_1: LYING}
    games = acting([ELBOWS], workers=[own, {VP_1: STANDING, VP_2: STANDING}, {BUY_1: STANDING}])
    play(games, (0, name(ELBOWS)))
    assert legal_places(games) == IN_PLAY[3] - set(own)


@pytest.mark.rule("COP-3.11")
@pytest.mark.parametrize(
    ("workers", "pool", "playable"),
    [
        ([{}, {VP_1: STANDING}, {}], 3, True),
        ([{}, {}, {VP_1: LYING}], 1, True),
        ([{}, {VP_1: STANDING}, {}], 0, False),
        ([{VP_2: STANDING}, {}, {}], 3, False),
        ([{VP_1: STANDING}, {VP_1: STANDING}, {}], 3, False),
        ([{}, {}, {}], 3, False),
    ],
)
def test_elbows_need_a_worker_and_somebody_to_push(workers, pool, playable):
    games = acting([ELBOWS], workers=workers, pool=[pool, 3, 3])
    assert (name(ELBOWS) in legal(games)) == playable


@pytest.mark.rule("COP-3.11")
def test_elbows_without_anybody_pushed_are_gone_with_the_turn():
    games = acting([ELBOWS], players=2, workers=[{}, {VP_1: STANDING}])
    play(games, (0, name(ELBOWS)), (0, place(VP_2)), (0, END_TURN), (1, PASS))
    assert VP_1 not in legal_places(games)
    assert cards_in(games, 0, USED) == [ELBOWS]


@pytest.mark.rule("COP-3.12")
def test_each_owner_uses_the_office_for_himself():
    position = {"piles": [[COIN_12, COIN_13], [COIN_14, COIN_12]], "workers": [{}, {DRAW_1: LYING}, {}]}
    games = acting([ELBOWS], **position)
    play(games, (0, name(ELBOWS)), (0, place(DRAW_1)))
    assert legal_offices(games) == {DRAW_1}  # though its first worker has used it
    play(games, (0, use(DRAW_1)), (0, END_TURN))
    assert field(games, "hand_size") == [1, 0, 0]
    assert legal_offices(games) == set()
    assert [row[DRAW_1] for row in field(games, "worker")] == [LYING, LYING, 0]


@pytest.mark.rule("COP-3.12")
def test_who_was_there_first_loses_nothing():
    games = acting([ELBOWS], players=2, piles=[[COIN_12], [COIN_14]], workers=[{}, {DRAW_1: STANDING}])
    play(games, (0, name(ELBOWS)), (0, place(DRAW_1)), (0, use(DRAW_1)), (0, END_TURN))
    assert legal_offices(games) == {DRAW_1}
    play(games, (1, use(DRAW_1)))
    assert hand(games, 1) == [COIN_14]


@pytest.mark.rule("COP-3.12")
def test_points_of_a_shared_office_are_of_both():
    games = acting([ELBOWS], players=2, pool=[1, 0], workers=[{}, {VP_2: STANDING}])
    play(games, (0, name(ELBOWS)), (0, place(VP_2)), (0, END_TURN), *[(0, DONE)] * 2, *[(1, DONE)] * 2)
    assert field(games, "vp") == [2, 2]


# --- Inside Information with Sharpen your Elbows -------------------------------------------------


@pytest.mark.rule("COP-4.19", "COP-2.22")
@pytest.mark.parametrize("order", [(INSIDE, ELBOWS), (ELBOWS, INSIDE)])
def test_the_rulebooks_example_of_a_combination(order):
    """Inside Information brings a placement, Sharpen your Elbows sends it to where somebody stands."""
    games = acting([INSIDE, ELBOWS], workers=[{}, {BUY_2: STANDING}, {}])
    play(games, (0, place(VP_1)), *[(0, name(number)) for number in order])
    assert legal_places(games) == IN_PLAY[3] - {VP_1}
    play(games, (0, place(BUY_2)))
    assert [row[BUY_2] for row in field(games, "worker")] == [STANDING, STANDING, 0]
    assert legal(games) == {END_TURN}


@pytest.mark.rule("COP-4.19")
def test_either_of_the_two_placements_may_push():
    games = acting([INSIDE, ELBOWS], workers=[{}, {BUY_2: STANDING}, {}])
    play(games, (0, name(INSIDE)), (0, name(ELBOWS)), (0, place(BUY_2)))
    assert legal_places(games) == IN_PLAY[3] - {BUY_2}
    play(games, (0, place(VP_1)))
    assert legal(games) == {END_TURN}


@pytest.mark.rule("COP-3.13")
def test_elbows_first_make_room_for_inside_information():
    """Every office but one is taken, so that two placements need elbows."""
    games = acting([INSIDE, ELBOWS], workers=full(3, VP_1), pool=[2, 0, 0])
    assert legal_cards(games) == {ELBOWS}
    play(games, (0, name(ELBOWS)))
    assert legal_cards(games) == {INSIDE}
    play(games, (0, name(INSIDE)), (0, place(VP_1)))
    assert legal_places(games) == IN_PLAY[3] - {VP_1}


@pytest.mark.rule("COP-3.13")
def test_elbows_after_the_last_free_office_make_room_too():
    games = acting([INSIDE, ELBOWS], workers=full(3, VP_1), pool=[2, 0, 0])
    play(games, (0, place(VP_1)))
    assert legal_cards(games) == {ELBOWS}
    play(games, (0, name(ELBOWS)), (0, name(INSIDE)), (0, place(BUY_2)))
    assert legal(games) == {END_TURN}


@pytest.mark.rule("COP-3.13")
def test_one_permission_makes_room_for_one():
    own = [INSIDE, INSIDE_TOO, ELBOWS, ELBOWS_TOO]
    games = acting(own, workers=full(3, VP_1), pool=[3, 0, 0])
    play(games, (0, name(ELBOWS)), (0, name(INSIDE)))
    assert legal_cards(games) == {ELBOWS_TOO}
    play(games, (0, name(ELBOWS_TOO)), (0, name(INSIDE_TOO)))
    play(games, (0, place(VP_1)), (0, place(BUY_2)), (0, place(BUY_1)))
    assert field(games, "pool") == [0, 0, 0]


@pytest.mark.rule("COP-3.13")
def test_no_more_room_than_there_are_offices_of_others():
    closed = IN_PLAY[3] - {VP_1, VP_2}
    own = [INSIDE, INSIDE_TOO, ELBOWS, ELBOWS_TOO]
    games = acting(own, workers=[{}, {VP_2: STANDING}, {}], closed=closed)
    play(games, (0, name(ELBOWS)), (0, name(ELBOWS_TOO)), (0, name(INSIDE)))
    assert legal_cards(games) == set()
