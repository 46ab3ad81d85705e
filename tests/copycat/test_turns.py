"""Phase 2: turns and placements, tokens, cards and offices in a turn, passing, the end of the phase."""

import pytest
from campaign import (
    ALLOCATION,
    BUY_1,
    BUY_2,
    CAMPAIGN_OFFICE,
    CHARITY,
    COIN_1,
    COIN_2,
    COIN_12,
    COIN_13,
    COIN_14,
    DINNER,
    DONATIONS,
    ELBOWS,
    HUGE_PR,
    INDUSTRIALIST,
    INSIDE,
    PARTY,
    PAYMENT,
    RADIO,
    RED,
    SAUNA,
    SAUNA_TOO,
    SECRETARY,
    SMALL_PR,
    SPECIAL,
    SWAP_2,
    SWAP_3,
    TRAIL,
    TRASH_1,
    VP_1,
    VP_2,
    VP_9,
    VP_10,
    WITS,
    buy,
    card,
    cards_in,
    coins,
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
from hustings.envs.copycat.table import (
    LYING,
    OFFICES,
    STANDING,
    STANDING_REPEATED,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)
from hustings.envs.core.api.batch import GameBatch

DRAW_1, DRAW_2, DRAW_3 = (office(Effect.DRAW, strength) for strength in (1, 2, 3))
DRAW_1_OF_FOUR = office(Effect.DRAW, 1, copy=1)


IN_PLAY = {2: {*range(10), *range(14, 25)}, 3: {*range(12), *range(14, 25)}, 4: {*range(25)}}


def acting(own: list[int], players: int = 3, options=None, **position) -> GameBatch:
    """Seat 0 is on turn with these cards in hand."""
    games = deal(players, **(options or {}))
    lay(games, hands=[own, *position.pop("hands", [])], **position)
    return games


def full(players: int, *free: int, by: int = 1) -> list[dict[int, int]]:
    """Workers of one seat in every office in play but those `free`."""
    rows: list[dict[int, int]] = [{} for _ in range(players)]
    rows[by] = dict.fromkeys(IN_PLAY[players] - set(free), STANDING)
    return rows


# --- A turn --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-2.1")
def test_turns_go_by_the_bus_one_worker_each():
    games = acting([], order=[2, 0, 1], seat=2)
    for offices in ([0, 1, 2], [3, 4, 5], [6, 7, 8]):
        for seat, where in zip([2, 0, 1], offices):
            play(games, (seat, place(where)))
            assert legal_places(games) == set()  # one worker a turn
            play(games, (seat, END_TURN))
    assert phase(games) == Phase.HAND
    rows = field(games, "worker")
    assert [[o for o in range(OFFICES) if row[o]] for row in rows] == [[1, 4, 7], [2, 5, 8], [0, 3, 6]]
    assert field(games, "pool") == [0, 0, 0]


@pytest.mark.rule("COP-2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_empty_office_in_play_takes_a_worker(players):
    games = acting([], players, closed=[VP_1, ALLOCATION])
    assert legal_places(games) == IN_PLAY[players] - {VP_1, ALLOCATION}


@pytest.mark.rule("COP-2.2")
def test_a_turn_ends_after_a_placement_only():
    games = acting([SAUNA], piles=[[COIN_12, COIN_13, COIN_14]])
    assert legal(games) == {PASS, name(SAUNA), *map(place, IN_PLAY[3])}
    play(games, (0, name(SAUNA)))
    assert legal(games) == {PASS, *map(place, IN_PLAY[3])}  # a card does not stand for the placement
    play(games, (0, place(VP_1)))
    assert legal(games) == {END_TURN}
    play(games, (0, END_TURN))
    assert games.seat[0] == 1
    assert field(games, "passed") == [0, 0, 0]


@pytest.mark.rule("COP-2.2")
def test_nothing_of_a_turn_is_carried_over():
    games = acting([INSIDE, ELBOWS], players=2, workers=[{}, {BUY_2: STANDING}])
    play(games, (0, name(INSIDE)), (0, name(ELBOWS)), (0, place(VP_1)), (0, END_TURN))
    play(games, (1, place(VP_2)), (1, END_TURN))
    assert BUY_2 not in legal_places(games)  # the elbows are gone
    play(games, (0, place(COIN_1)))
    assert legal_places(games) == set()  # and so is the second placement
    assert (field(games, "due"), field(games, "elbows")) == (0, 0)


@pytest.mark.rule("COP-2.2")
def test_nothing_of_a_turn_goes_over_to_the_next_player():
    games = acting([INSIDE, ELBOWS], players=2, workers=[{}, {BUY_2: STANDING}])
    play(games, (0, name(INSIDE)), (0, name(ELBOWS)), (0, place(VP_1)), (0, END_TURN))
    assert legal_places(games) == IN_PLAY[2] - {VP_1, BUY_2}
    assert PASS in legal(games)
    assert END_TURN not in legal(games)
    play(games, (1, place(VP_2)))
    assert legal(games) == {END_TURN}
    games = acting([INSIDE, ELBOWS], players=2, workers=[{}, {BUY_2: STANDING}])
    play(games, (0, name(INSIDE)), (0, name(ELBOWS)), (0, PASS), (1, place(VP_2)))  # neither by a pass
    assert legal(games) == {END_TURN}


@pytest.mark.rule("COP-2.3")
def test_an_office_takes_one_worker():
    games = acting([], workers=[{VP_1: STANDING}, {BUY_2: STANDING}, {COIN_1: LYING}])
    assert legal_places(games) == IN_PLAY[3] - {VP_1, BUY_2, COIN_1}
    play(games, (0, place(VP_2)), (0, END_TURN))
    assert VP_2 not in legal_places(games)


@pytest.mark.rule("COP-0.15")
def test_printed_offices_and_cards_are_treated_alike():
    games = acting([], players=4, piles=[[COIN_12, COIN_13]], pool=[3, 0, 0, 0])
    play(games, (0, place(DRAW_1)), (0, use(DRAW_1)), (0, END_TURN))
    play(games, (0, place(DRAW_1_OF_FOUR)), (0, use(DRAW_1_OF_FOUR)))
    assert hand(games, 0) == [COIN_12, COIN_13]
    assert [field(games, "worker")[0][o] for o in (DRAW_1, DRAW_1_OF_FOUR)] == [LYING, LYING]


@pytest.mark.rule("COP-2.4")
def test_tokens_are_taken_with_the_placement():
    games = acting([], office_tokens={VP_1: 4, VP_2: 2, COIN_1: 1}, tokens=[3, 5, 0])
    play(games, (0, place(VP_1)))
    assert field(games, "tokens") == [7, 5, 0]
    taken = field(games, "office_tokens")
    assert (taken[VP_1], taken[VP_2], taken[COIN_1]) == (0, 2, 1)
    assert legal(games) == {END_TURN}  # there is nothing to decide about it
    assert field(games, "vp") == [0, 0, 0]  # they count in the third phase
    play(games, (0, END_TURN), (1, place(BUY_1)))
    assert field(games, "tokens") == [7, 5, 0]


@pytest.mark.rule("COP-2.4")
def test_tokens_are_points_in_the_third_phase():
    games = acting([], players=2, office_tokens={BUY_1: 4}, pool=[1, 0])
    play(games, (0, place(BUY_1)), (0, END_TURN), (0, DONE), (0, DONE))
    assert (field(games, "vp"), field(games, "tokens")) == ([4, 0], [0, 0])


@pytest.mark.rule("COP-2.4")
def test_tokens_of_a_second_placement_are_taken_too():
    games = acting([INSIDE], office_tokens={VP_1: 4, VP_2: 2})
    play(games, (0, name(INSIDE)), (0, place(VP_1)), (0, place(VP_2)))
    assert field(games, "tokens") == [6, 0, 0]


@pytest.mark.rule("COP-2.4")
@pytest.mark.parametrize(("limit", "laid"), [(0, 40), (25, 40)])
def test_tokens_taken_have_no_limit(limit, laid):
    games = acting([], office_tokens={VP_1: laid}, options={"token_limit": limit})
    play(games, (0, place(VP_1)))
    assert field(games, "tokens") == [laid, 0, 0]


# --- Cards in a turn -----------------------------------------------------------------------------


@pytest.mark.rule("COP-2.5")
def test_cards_are_played_before_and_after_the_placement():
    games = acting([SAUNA, SAUNA_TOO], piles=[[COIN_12, COIN_13, DINNER, SMALL_PR]])
    play(games, (0, name(SAUNA)), (0, place(VP_1)), (0, name(SAUNA_TOO)))
    assert hand(games, 0) == [COIN_12, COIN_13, SMALL_PR, DINNER]
    play(games, (0, name(SMALL_PR)), (0, name(DINNER)))  # those just drawn as well
    assert field(games, "pool") == [3, 3, 3]
    assert legal(games) == {END_TURN}


@pytest.mark.rule("COP-2.6")
def test_a_card_played_lies_in_the_play_area_and_is_used():
    games = acting([SAUNA, SMALL_PR], piles=[[COIN_12, COIN_13]])
    play(games, (0, name(SAUNA)))
    assert cards_in(games, 0, USED) == [SAUNA]
    assert field(games, "hand_size")[0] == 3
    assert name(SAUNA) not in legal(games)  # one use each
    play(games, (0, name(SMALL_PR)), (0, place(VP_1)))
    assert cards_in(games, 0, USED) == [SAUNA, SMALL_PR]
    assert legal_cards(games) == set()


@pytest.mark.rule("COP-2.6")
def test_a_card_played_can_be_played_again_after_the_round():
    games = acting([SAUNA], players=2, pool=[1, 0], discards=[[COIN_12], []])
    play(games, (0, name(SAUNA)), (0, place(VP_1)), (0, END_TURN))
    pass_round(games)
    assert phase(games) == Phase.BID
    assert hand(games, 0) == [COIN_12, SAUNA]


@pytest.mark.rule("COP-2.7")
def test_only_purple_blue_and_grey_cards_are_for_a_turn():
    purple = [SMALL_PR, HUGE_PR, CAMPAIGN_OFFICE, INSIDE, ELBOWS]
    blue = [SAUNA, DINNER, card(Effect.DRAW, 4), DONATIONS]
    others = [INDUSTRIALIST, PARTY, RADIO, TRAIL, CHARITY, RED, COIN_12, VP_9, WITS]
    position = {"workers": [{DRAW_1: STANDING}, {BUY_2: STANDING}, {}], "played": [[SAUNA_TOO]]}
    games = acting([*purple, *blue, PAYMENT, SECRETARY, *others], **position)
    assert legal_cards(games) == {*purple, *blue, PAYMENT, SECRETARY}


@pytest.mark.rule("COP-2.7")
def test_coins_and_points_stay_in_the_hand_for_the_third_phase():
    games = acting([COIN_12, INDUSTRIALIST, RADIO], players=2, pool=[1, 0], workers=[{BUY_1: STANDING}, {}])
    play(games, (0, place(COIN_1)), (0, END_TURN), (0, DONE))
    assert phase(games) == Phase.TABLE
    assert coins(games) == 4
    assert field(games, "vp") == [3, 0]


# --- Offices in a turn ---------------------------------------------------------------------------


@pytest.mark.rule("COP-2.8")
@pytest.mark.parametrize("later", [False, True])
def test_an_office_is_used_at_once_or_in_a_later_turn(later):
    games = acting([], players=2, piles=[[COIN_12, COIN_13]])
    play(games, (0, place(DRAW_2)))
    assert legal(games) == {END_TURN, use(DRAW_2)}
    if later:
        play(games, (0, END_TURN), (1, place(VP_1)), (1, END_TURN))
        assert legal_offices(games) == {DRAW_2}
        play(games, (0, use(DRAW_2)))  # before the next placement
        assert legal_places(games) == IN_PLAY[2] - {DRAW_2, VP_1}
    else:
        play(games, (0, use(DRAW_2)))
    assert hand(games, 0) == [COIN_12, COIN_13]


@pytest.mark.rule("COP-2.8")
def test_several_offices_are_used_in_one_turn():
    position = {"workers": [{DRAW_1: STANDING, SWAP_2: STANDING}], "piles": [[VP_9, VP_10, COIN_14]]}
    games = acting([COIN_12], **position)
    play(games, (0, use(DRAW_1)), (0, place(DRAW_2)), (0, use(SWAP_2)), (0, DONE), (0, use(DRAW_2)))
    assert hand(games, 0) == [VP_9, VP_10, COIN_12, COIN_14]
    assert legal(games) == {END_TURN}


@pytest.mark.rule("COP-2.9")
def test_a_blue_office_is_for_the_turn_of_its_worker_or_for_later():
    def after_a_round(immediate: bool) -> GameBatch:
        """Seat 0 placed four workers, the last two in this turn: SWAP_3's by Inside Information."""
        options = {"blue_office_immediate": immediate}
        games = acting([SAUNA, COIN_12, INSIDE, VP_9], players=2, pool=[4, 2], options=options)
        play(games, (0, place(DRAW_1)))
        assert legal_offices(games) == {DRAW_1}
        play(games, (0, END_TURN), (1, place(VP_1)), (1, END_TURN))
        play(games, (0, name(SAUNA)), (0, place(ALLOCATION)))
        assert ALLOCATION in legal_offices(games)
        play(games, (0, END_TURN), (1, place(VP_2)), (1, END_TURN))
        play(games, (0, place(SWAP_2)), (0, name(INSIDE)), (0, place(SWAP_3)))
        return games

    assert legal_offices(after_a_round(False)) == {DRAW_1, ALLOCATION, SWAP_2, SWAP_3}
    # Of the blue ones only those of this turn; the grey one may wait.
    assert legal_offices(after_a_round(True)) == {ALLOCATION, SWAP_2, SWAP_3}


@pytest.mark.rule("COP-2.9")
def test_a_bonus_payment_may_still_repeat_it():
    options = {"blue_office_immediate": True}
    games = acting([PAYMENT], workers=[{DRAW_1: STANDING}], piles=[[COIN_12, COIN_13]], options=options)
    assert legal_offices(games) == set()
    play(games, (0, name(PAYMENT)), (0, use(DRAW_1)))
    assert field(games, "hand_size")[0] == 1
    assert legal_offices(games) == set()


@pytest.mark.rule("COP-2.10")
def test_an_office_that_is_used_shows_a_worker_lying_down():
    games = acting([COIN_12], workers=[{DRAW_1: STANDING}], piles=[[VP_9, VP_10]])
    play(games, (0, use(DRAW_1)))
    assert field(games, "worker")[0][DRAW_1] == LYING
    assert legal_offices(games) == set()  # one use each
    play(games, (0, place(SWAP_2)))
    assert field(games, "worker")[0][SWAP_2] == STANDING
    assert legal(games) == {END_TURN, use(SWAP_2)}


@pytest.mark.rule("COP-2.10")
def test_an_office_repeated_before_its_own_use_lies_down_after_it():
    games = acting([], workers=[{DRAW_1: STANDING_REPEATED}], piles=[[VP_9, VP_10]])
    play(games, (0, use(DRAW_1)))
    assert hand(games, 0) in ([VP_9], [VP_10])
    assert legal_offices(games) == set()


@pytest.mark.rule("COP-2.10")
def test_only_ones_own_offices_are_used():
    games = acting([COIN_12], workers=[{}, {DRAW_1: STANDING, SWAP_2: STANDING}, {DRAW_3: STANDING}])
    assert legal_offices(games) == set()


@pytest.mark.rule("COP-2.11")
def test_yellow_and_green_offices_wait_for_the_third_phase():
    yellow_and_green = (BUY_1, BUY_2, COIN_1, COIN_2, VP_1, VP_2, TRASH_1, SPECIAL)
    games = acting([COIN_12], players=2, workers=[dict.fromkeys(yellow_and_green, STANDING), {}])
    assert legal_offices(games) == set()
    play(games, (0, PASS), (1, PASS))
    assert legal_offices(games) == {TRASH_1}
    play(games, (0, DONE))
    assert (coins(games), field(games, "purchases"), field(games, "vp")) == (4, 3, [3, 0])
    assert legal_offices(games) == {SPECIAL}


@pytest.mark.rule("COP-2.12")
def test_a_blue_office_not_used_in_this_phase_is_lost():
    games = acting([COIN_12], players=2, workers=[{DRAW_1: STANDING, SWAP_2: STANDING}, {}], pool=[1, 0])
    assert legal_offices(games) == {DRAW_1, SWAP_2}
    play(games, (0, place(VP_1)), (0, END_TURN))
    assert (phase(games), games.seat[0]) == (Phase.HAND, 0)
    assert legal_offices(games) == set()
    play(games, (0, DONE))
    assert legal_offices(games) == set()


# --- Passing, and the end of the phase -----------------------------------------------------------


@pytest.mark.rule("COP-2.13")
def test_who_has_no_worker_on_turn_is_out():
    position = {"hands": [[SMALL_PR, SAUNA]], "pool": [2, 0, 2], "workers": [{}, {DRAW_1: STANDING}, {}]}
    games = acting([], **position)
    play(games, (0, place(VP_1)), (0, END_TURN))
    assert games.seat[0] == 2  # seat 1 plays neither card nor office
    assert field(games, "passed") == [0, 1, 0]
    assert hand(games, 1) == [SAUNA, SMALL_PR]
    play(games, (2, place(VP_2)), (2, END_TURN), (0, place(BUY_1)), (0, END_TURN))
    assert games.seat[0] == 2
    play(games, (2, PASS))
    assert field(games, "passed") == [1, 1, 1]


@pytest.mark.rule("COP-2.13")
def test_who_is_out_first_on_the_bus_is_out_before_anybody_acts():
    hands = [[COIN_13], [COIN_12]]
    games = acting([COIN_14], stage="bid", seat=1, pool=[0, 0, 3], bids=[COIN_14, 0, 0], hands=hands)
    play(games, (1, name(COIN_13)), (2, name(COIN_12)))
    assert games.seat[0] == 2
    assert field(games, "passed") == [1, 1, 0]


@pytest.mark.rule("COP-2.14")
def test_after_the_last_worker_the_turn_goes_on_until_it_is_ended():
    games = acting([SMALL_PR, SAUNA], players=2, pool=[1, 1], piles=[[COIN_12, COIN_13]])
    play(games, (0, place(DRAW_1)))
    assert field(games, "pool") == [0, 1]
    assert legal(games) == {END_TURN, name(SMALL_PR), name(SAUNA), use(DRAW_1)}
    play(games, (0, name(SMALL_PR)), (0, END_TURN), (1, place(VP_1)), (1, END_TURN))
    assert games.seat[0] == 0  # the recruit brings another turn
    play(games, (0, place(VP_2)), (0, END_TURN))
    assert phase(games) == Phase.HAND


@pytest.mark.rule("COP-2.14")
def test_without_a_recruit_the_last_worker_was_the_last_turn():
    games = acting([SMALL_PR], players=2, pool=[1, 1])
    play(games, (0, place(VP_1)), (0, END_TURN), (1, place(VP_2)), (1, END_TURN))
    assert phase(games) == Phase.HAND
    assert hand(games, 0) == [SMALL_PR]


@pytest.mark.rule("COP-2.15")
def test_one_may_pass_with_workers_left_and_is_out():
    games = acting([SMALL_PR], players=2)
    play(games, (0, PASS))
    assert field(games, "passed") == [1, 0]
    for where in (VP_1, VP_2, BUY_1):
        play(games, (1, place(where)), (1, END_TURN))
    assert phase(games) == Phase.HAND  # seat 0 was not asked again
    assert field(games, "pool") == [3, 0]
    assert hand(games, 0) == [SMALL_PR]


@pytest.mark.rule("COP-2.15")
def test_cards_and_offices_may_be_used_before_a_pass():
    games = acting([SAUNA, SMALL_PR], workers=[{DRAW_1: STANDING}], piles=[[COIN_12, COIN_13, COIN_14]])
    play(games, (0, name(SAUNA)), (0, use(DRAW_1)), (0, name(SMALL_PR)))
    assert PASS in legal(games)
    assert END_TURN not in legal(games)
    play(games, (0, PASS))
    assert field(games, "passed") == [1, 0, 0]
    assert field(games, "pool") == [4, 3, 3]


@pytest.mark.rule("COP-2.15")
def test_there_is_no_pass_after_a_placement():
    games = acting([INSIDE])
    play(games, (0, place(VP_1)), (0, name(INSIDE)))
    assert PASS not in legal(games)
    play(games, (0, END_TURN), (1, PASS), (2, PASS))
    assert (games.seat[0], phase(games)) == (0, Phase.TURN)


@pytest.mark.rule("COP-2.16")
def test_with_all_offices_taken_nothing_is_placed():
    games = acting([SAUNA, INSIDE], workers=full(3), pool=[2, 0, 0], piles=[[COIN_12, COIN_13]])
    assert legal(games) == {PASS, name(SAUNA)}  # cards may be played, then there is but a pass
    play(games, (0, name(SAUNA)), (0, PASS))
    assert phase(games) == Phase.HAND
    assert field(games, "pool") == [2, 0, 0]


@pytest.mark.rule("COP-2.16")
def test_but_with_elbows_there_is_room():
    games = acting([ELBOWS], workers=full(3), pool=[2, 0, 0])
    play(games, (0, name(ELBOWS)))
    assert legal_places(games) == IN_PLAY[3]
    play(games, (0, place(BUY_2)), (0, END_TURN))
    assert legal(games) == {PASS}


@pytest.mark.rule("COP-2.17")
def test_the_last_player_with_workers_has_one_turn_after_another():
    games = acting([], pool=[1, 3, 1])
    play(games, (0, PASS), (1, place(VP_1)), (1, END_TURN), (2, place(VP_2)), (2, END_TURN))
    play(games, (1, place(BUY_1)), (1, END_TURN), (1, place(BUY_2)), (1, END_TURN))
    assert phase(games) == Phase.HAND


@pytest.mark.rule("COP-2.18")
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 1, 0]])
def test_the_third_phase_begins_when_all_are_out(order):
    games = acting([], order=order, seat=order[0], pool=[1, 1, 2])
    for seat in order:
        play(games, (seat, place(seat)), (seat, END_TURN))
    assert (phase(games), games.seat[0]) == (Phase.TURN, 2)
    play(games, (2, PASS))
    assert phase(games) == Phase.HAND
    assert games.seat[0] == order[0]  # the first on the bus begins again
    assert field(games, "passed") == [1, 1, 1]


# --- Which actions a turn has --------------------------------------------------------------------


@pytest.mark.rule("COP-2.19")
def test_in_the_first_round_blue_offices_alone_do_something():
    games = deal(3, seed=4)
    for seat in range(3):
        play(games, (seat, name(hand(games, seat)[-1])))
    first = int(games.seat[0])
    opened = {o for o in range(OFFICES) if field(games, "open")[o]}
    assert legal(games) == {PASS, *map(place, opened)}  # no card, but any office
    assert {BUY_1, COIN_1, VP_1} < opened
    for where in (COIN_2, BUY_2, VP_1):
        play(games, (int(games.seat[0]), place(where)))
        assert legal(games) == {END_TURN}
        play(games, (int(games.seat[0]), END_TURN))
    play(games, (first, place(DRAW_1)))
    assert legal(games) == {END_TURN, use(DRAW_1)}
    play(games, (first, use(DRAW_1)))
    assert len(hand(games, first)) == 5


@pytest.mark.rule("COP-4.2")
def test_grey_actions_of_a_turn_bring_purple_and_blue_ones_only():
    workers = [{ALLOCATION: STANDING, DRAW_1: LYING, COIN_1: STANDING, VP_1: STANDING}]
    games = acting([PAYMENT, SECRETARY], workers=workers, played=[[SAUNA, INDUSTRIALIST]], piles=[[COIN_12]])
    assert {name(PAYMENT), name(SECRETARY), use(ALLOCATION)} <= legal(games)
    play(games, (0, name(SECRETARY)))
    assert legal(games) == {name(SAUNA)}
    play(games, (0, name(SAUNA)), (0, use(ALLOCATION)))
    assert legal(games) == {name(SAUNA), name(SECRETARY)}
    play(games, (0, name(SECRETARY)), (0, name(SAUNA)), (0, name(PAYMENT)))
    assert legal(games) == {use(DRAW_1), use(ALLOCATION)}  # the latter for the sauna


@pytest.mark.rule("COP-4.2")
def test_grey_actions_without_a_purple_or_blue_one_wait():
    workers = [{ALLOCATION: STANDING, COIN_1: STANDING, VP_1: STANDING}]
    own = [PAYMENT, SECRETARY, WITS, RED, COIN_12]
    games = acting(own, players=2, workers=workers, played=[[INDUSTRIALIST]])
    assert legal_cards(games) | legal_offices(games) == set()
    play(games, (0, PASS), (1, PASS))
    assert legal_cards(games) == {PAYMENT, SECRETARY, WITS}
    assert legal_offices(games) == {ALLOCATION}


@pytest.mark.rule("COP-4.2")
def test_in_the_third_phase_they_bring_no_purple_or_blue_one():
    workers = [{ALLOCATION: STANDING, DRAW_1: STANDING, SWAP_2: LYING}]
    games = acting([PAYMENT, SECRETARY, RED], players=2, workers=workers, played=[[SAUNA, HUGE_PR, INSIDE]])
    assert legal_cards(games) == {PAYMENT, SECRETARY}
    play(games, (0, PASS), (1, PASS))
    assert legal(games) == {DONE}
    play(games, (0, DONE))
    assert legal(games) == {DONE}


@pytest.mark.rule("COP-2.20")
def test_no_action_needs_to_be_used():
    games = acting([SAUNA, SMALL_PR, INSIDE], workers=[{DRAW_1: STANDING}], piles=[[COIN_12, COIN_13]])
    play(games, (0, place(DRAW_2)), (0, END_TURN))
    assert hand(games, 0) == [INSIDE, SAUNA, SMALL_PR]
    assert games.seat[0] == 1


@pytest.mark.rule("COP-2.20")
def test_less_than_the_number_will_do():
    games = acting([COIN_12, VP_9, VP_10], workers=[{SWAP_3: STANDING}], piles=[[COIN_13, COIN_14]])
    play(games, (0, use(SWAP_3)), (0, name(VP_9)), (0, DONE))
    assert len(hand(games, 0)) == 3
    assert {COIN_12, VP_10} < set(hand(games, 0))
    position = {"workers": [{BUY_2: STANDING}], "street": [CAMPAIGN_OFFICE, INSIDE], "stage": "hand"}
    games = acting([COIN_12, COIN_13, INDUSTRIALIST], players=2, **position)
    play(games, (0, DONE), (0, buy(1)))
    assert legal(games) == {buy(2), DONE}
    play(games, (0, DONE))
    assert games.seat[0] == 1


@pytest.mark.rule("COP-2.20")
def test_recruits_need_not_be_placed():
    games = acting([HUGE_PR], players=2, pool=[1, 0])
    play(games, (0, name(HUGE_PR)), (0, place(VP_1)), (0, END_TURN))
    assert (games.seat[0], field(games, "pool")[0]) == (0, 2)
    play(games, (0, PASS))
    assert phase(games) == Phase.HAND
    assert field(games, "pool")[0] == 2


@pytest.mark.rule("COP-2.21")
def test_what_could_do_nothing_is_not_begun():
    games = acting([CAMPAIGN_OFFICE], players=2, workers=[{DRAW_1: STANDING, SWAP_2: STANDING}, {}])
    assert legal_cards(games) == set()  # no other card in hand
    assert legal_offices(games) == {DRAW_1, SWAP_2}
    own = [DONATIONS, ELBOWS, PAYMENT, SECRETARY, SMALL_PR, INSIDE, VP_9]
    games = acting(own, workers=[{COIN_1: LYING}], pool=1)
    games.tables["recruited"][0, 0] = 4
    assert legal_cards(games) == set()  # no coin, nobody to push, nothing used, no recruit, no worker
    games = acting([], workers=[{DRAW_1: STANDING, SWAP_2: STANDING, ALLOCATION: STANDING}])
    assert legal_offices(games) == {DRAW_1}  # nothing in hand, nothing in the play area


@pytest.mark.rule("COP-2.21")
def test_what_is_begun_is_used():
    games = acting([DONATIONS, COIN_12], workers=[{SWAP_2: STANDING}])
    play(games, (0, use(SWAP_2)), (0, DONE), (0, name(DONATIONS)), (0, DONE))
    assert field(games, "worker")[0][SWAP_2] == LYING
    assert cards_in(games, 0, USED) == [DONATIONS]
    assert hand(games, 0) == [COIN_12]
    assert legal(games) == {PASS, *map(place, IN_PLAY[3] - {SWAP_2})}


@pytest.mark.rule("COP-1.11")
def test_cards_of_the_temporary_discards_are_out_of_reach():
    temporary = [SAUNA, SMALL_PR, COIN_12]
    games = acting([SECRETARY, DONATIONS, CAMPAIGN_OFFICE], temporary=[temporary], bids=[COIN_12, 0, 0])
    assert legal_cards(games) == {CAMPAIGN_OFFICE}  # nothing to copy, no coin
    play(games, (0, name(CAMPAIGN_OFFICE)))
    assert legal_cards(games) == {SECRETARY, DONATIONS}  # nor is one of them to be trashed
    assert cards_in(games, 0, TEMPORARY) == sorted(temporary)
