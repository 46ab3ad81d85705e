"""Blue and purple actions: drawing, swapping, donations; recruits, Inside Information, elbows."""

import pytest

from hustings.envs.copycat.actions import COIN, DONE, DRAW, END_TURN, PASS
from hustings.envs.copycat.table import IN_BOX, LYING, STANDING

from .playing import COINS, IN_PLAY, STARTS, C, O, at, card, full, turn

COIN_OFFICES = (O.COIN_1, O.COIN_2, O.COIN_3)
REUSE = {"workers": {O.ALLOCATION}}  # an allocation office that may be used
AGAIN = {"reuse": O.ALLOCATION, "copy": C.SECRETARY}
TWO, THREE = IN_PLAY[2], IN_PLAY[3]


# --- Drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-3.14", "COP-3.15")
def test_cards_and_offices_draw_their_full_number_at_once():
    cards, offices = (C.SAUNA, C.DINNER, C.KEYNOTE), (O.DRAW_1, O.DRAW_2, O.DRAW_3)
    for move, drawn in [*zip(cards, (2, 3, 4)), *zip(offices, (1, 2, 3))]:
        own, workers = ([move], {}) if isinstance(move, C) else ([], {move})
        game = turn(*own, workers=workers, pile=[STARTS, STARTS]).play(move)
        game.expect("TURN", hand_size=[drawn, 0], draw_size=[10 - drawn, 10])
    for again in AGAIN.values():
        game = turn(C.SAUNA, C.SECRETARY, **REUSE, pile=STARTS).play(C.SAUNA, again, C.SAUNA)
        game.expect(draw_size=6)


@pytest.mark.rule("COP-3.15")
def test_or_one_by_one_as_many_as_one_likes():
    own = [C.DINNER, C.DONATIONS, C.COIN_12]
    game = turn(*own, workers={O.DRAW_2}, pile=STARTS[:3] + STARTS[4:], partial_draw=True)
    game.play(C.DINNER).expect("DRAW", legal=[DONE, DRAW]).play(DRAW).expect(draw_size=8)
    game.play(DONE).expect("TURN")  # the first of three was enough
    game.play(O.DRAW_2, DRAW, DRAW).expect("TURN", draw_size=6)  # no more than two
    game.play(C.DONATIONS, C.COIN_12, DONE).expect("DRAW").play(DONE).expect(draw_size=6)
    game = turn(C.SAUNA, workers={O.DRAW_1}, pile=STARTS, partial_draw=True)
    game.play(C.SAUNA, DONE, O.DRAW_1, DONE)  # none, and what is begun is used
    game.expect(hand=[], played=[C.SAUNA], offices=set())


@pytest.mark.rule("COP-3.15", "COP-1.5", "COP-3.18")
def test_one_by_one_stops_with_the_last_card_and_asks_nothing_for_none():
    game = turn(C.DINNER, pile=[C.COIN_12], discards=[C.COIN_13], partial_draw=True).play(C.DINNER, DRAW)
    game.expect(legal=[DONE, DRAW])  # the discards are shuffled for the next
    game.play(DRAW).expect("TURN", hand=[C.COIN_12, C.COIN_13])  # nothing is left for a third
    game = turn(C.DONATIONS, C.COIN_12, C.KEYNOTE, partial_draw=True)
    game.play(C.DONATIONS, DONE).expect("TURN")  # nothing paid draws nothing
    game.play(C.KEYNOTE).expect("TURN")


@pytest.mark.rule("COP-1.3", "COP-1.4", "COP-9.6")
def test_the_discards_are_shuffled_when_the_pile_has_no_card_left():
    discards = COINS[1:4]
    position = {"pile": [12], "discards": discards, "temporary": [16], "played": [C.SAUNA], "bid": [16, 0]}
    game = turn(C.DINNER, C.SAUNA_2, C.VP_9, hands=[[C.VP_10]], **position).expect(known=[]).play(C.DINNER)
    assert {*game.fact("hand"), *game.fact("pile")} == {C.SAUNA_2, C.VP_9, C.COIN_12, *discards}
    # The rest of the pile comes first; never the card chosen for the order of turns, nor those played.
    game.expect(discards=[], temporary=[16], played=[C.SAUNA, C.DINNER], draw_size=1)
    # Those in hand by then are known; of the three shuffled the one not drawn is hidden.
    game.expect(known=[C.VP_9, C.COIN_12, C.SAUNA_2], hand_size=5, known_1=[])
    game.play(C.SAUNA_2, PASS, (1, PASS)).expect(known=[C.VP_9, C.COIN_12])


@pytest.mark.rule("COP-1.3", "COP-1.5")
def test_where_no_card_is_left_fewer_are_drawn_and_an_empty_pile_waits():
    game = turn(C.KEYNOTE, C.SAUNA, pile=[12], discards=[13], temporary=[16]).play(C.KEYNOTE)
    game.expect(hand=[12, 13, C.SAUNA], pile=[], discards=[], temporary=[16])
    game.play(C.SAUNA).expect("TURN", hand=[12, 13])  # in vain, and allowed
    game = turn(C.SAUNA, workers={O.DRAW_1}, pile=[12, 13], discards=[14]).play(C.SAUNA)
    game.expect(pile=[], discards=[14], temporary=[], known=[])
    game.play(O.DRAW_1).expect(pile=[], discards=[], temporary=[])


# --- Swapping ------------------------------------------------------------------------------------


@pytest.mark.rule("COP-3.16")
@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize(("office", "strength"), [(O.SWAP_2, 2), (O.SWAP_3, 3)])
def test_up_to_so_many_cards_are_swapped(office, strength, partial):
    own = STARTS[:4]
    for number in range(strength + 1):
        game = turn(*own, workers={office}, pile=STARTS[4:], partial_draw=partial).play(office)
        for swapped in own[:number]:
            game.offers(DONE).play(card(swapped)).expect(draw_size=6)  # nothing is drawn before all are named
        assert (game.fact("cards") == set()) == (number == strength)
        game.play(DONE).expect(temporary=own[:number], hand_size=4, draw_size=6 - number)
        game.expect("TURN", worker={office: LYING})
        assert set(own[number:]) <= set(game.fact("hand"))


@pytest.mark.rule("COP-3.16")
def test_any_card_of_the_hand_can_be_swapped_but_no_card_just_drawn():
    own = {C.RED, C.SAUNA, C.INDUSTRIALIST, C.RADIO, C.VP_9}
    game = turn(*own, known=[12], workers={O.SWAP_3}, pile=[13, 14]).play(O.SWAP_3)
    game.expect(cards={*own, 12}).play(C.COIN_12).expect(cards=own).play(C.RED, DONE)
    game.expect(hand=[*own - {C.RED}, 13, 14], offices=set())
    # It needs one in hand.
    workers = {O.SWAP_2}
    turn(workers=workers, pile=STARTS).expect(offices=set())
    turn(C.VP_9, workers=workers).expect(offices={O.SWAP_2})
    game = turn(C.SAUNA, workers=workers, pile=STARTS).expect(offices={O.SWAP_2})
    game.play(C.SAUNA).expect(offices={O.SWAP_2})


@pytest.mark.rule("COP-3.17")
def test_swapped_cards_are_out_of_use_and_not_shuffled_in_the_round():
    game = turn(C.VP_9, C.COIN_12, workers={O.SWAP_2, O.BUY_1}, pile=[C.COIN_14])
    game.play(O.SWAP_2, C.VP_9, C.COIN_12, DONE)
    game.expect(hand=[C.COIN_14], pile=[], discards=[], temporary=[C.VP_9, C.COIN_12])  # one short
    game.play(PASS, (1, PASS), DONE).expect(purse=1).play(DONE).expect(vp=[0, 0])
    game.play((1, DONE, DONE)).expect(hand=[9, 12, 14])  # in the next round they are discards like others
    game = turn(C.VP_9, C.VP_10, C.VP_11, workers={O.SWAP_3}, discards=[12, 13])
    game.play(O.SWAP_3, C.VP_9, C.VP_10, DONE).expect(hand=[C.VP_11, 12, 13], known=[C.VP_11])


# --- Collecting Donations ------------------------------------------------------------------------


@pytest.mark.rule("COP-3.18")
def test_a_card_is_drawn_for_each_coin_paid_in_cards_and_offices():
    own = [C.COIN_12, C.INDUSTRIALIST, C.BANKER]
    game = turn(C.DONATIONS, *own, pile=[*STARTS[:3], *STARTS[4:]]).play(C.DONATIONS)
    game.expect(legal=[DONE, *own])
    for paid, total in zip(own, (1, 3, 6)):
        game.play(paid).expect(picked=total, draw_size=9)  # drawn when all is paid
    game.play(DONE).expect("TURN", draw_size=3, picked=0)
    game.expect(played=[C.DONATIONS, *own])  # coins lie in the play area
    game = turn(C.DONATIONS, workers=set(COIN_OFFICES), pile=STARTS)
    game.play(C.DONATIONS).expect(legal=[DONE, *COIN_OFFICES]).play(O.COIN_1, O.COIN_3)
    game.expect(offices={O.COIN_2}).play(DONE).expect(hand_size=4)
    game.expect(worker={O.COIN_1: LYING, O.COIN_2: STANDING, O.COIN_3: LYING})
    # One pays as much as one likes, or nothing.
    game = turn(C.DONATIONS, C.COIN_12, C.COIN_13, workers={O.COIN_2}, pile=[C.VP_9])
    game.play(C.DONATIONS, C.COIN_13, DONE).expect(hand=[9, 12], worker={O.COIN_2: STANDING})
    game = turn(C.DONATIONS, C.COIN_12, pile=STARTS[5:]).play(C.DONATIONS, DONE)
    game.expect("TURN", hand=[C.COIN_12], draw_size=5)


@pytest.mark.rule("COP-3.19")
def test_only_coins_of_cards_and_offices_pay():
    own = [C.COIN_12, C.PARTY, C.RADIO, C.RED, C.VP_9, C.SAUNA, C.SMALL_PR, C.BONUS]
    workers = dict.fromkeys((O.TRASH_1, O.VP_1, O.DRAW_1, O.COIN_3), STANDING) | {O.COIN_2: LYING}
    game = turn(C.DONATIONS, *own, workers=[workers, {O.COIN_1}]).play(C.DONATIONS)
    game.expect(legal=[DONE, C.COIN_12, O.COIN_3])
    game = turn(C.DONATIONS, C.COIN_12, C.PARTY, pile=STARTS[5:], doublings=1)
    game.play(C.DONATIONS, C.COIN_12, DONE).expect(draw_size=4)  # a garden party doubles no donation
    for points in ([9, 10, 11], [12, 13, 18]):
        game = turn(C.DONATIONS, *STARTS, vp_start_numbers=points).play(C.DONATIONS)
        game.expect(cards=set(STARTS) - set(points))


@pytest.mark.rule("COP-3.19")
@pytest.mark.parametrize(
    ("own", "workers", "playable"),
    [
        ([C.COIN_12], {}, True),
        ([], {O.COIN_2}, True),
        ([], {O.COIN_2: LYING}, False),
        ([C.VP_9, C.RADIO, C.PARTY], {O.VP_1, O.TRASH_1}, False),
    ],
)
def test_donations_need_a_coin(own, workers, playable):
    assert (C.DONATIONS in turn(C.DONATIONS, *own, workers=workers).fact("cards")) == playable


@pytest.mark.rule("COP-3.20")
@pytest.mark.parametrize("pays", [True, False])
def test_the_charity_event_pays_one_coin_or_none(pays):
    events = {C.CHARITY, C.CHARITY_2}
    game = turn(C.DONATIONS, C.COIN_12, *events, pile=STARTS[5:], donate_with_charity=pays)
    game.play(C.DONATIONS).expect(cards={C.COIN_12, *(events if pays else ())})
    game.play(C.CHARITY if pays else C.COIN_12, DONE).expect(draw_size=4)
    turn(C.DONATIONS, C.CHARITY, donate_with_charity=pays).expect(cards={C.DONATIONS} if pays else set())


@pytest.mark.rule("COP-3.20", "COP-3.23", "COP-3.18")
def test_what_is_paid_is_missing_in_the_third_phase():
    game = turn(C.DONATIONS, C.CHARITY, C.CHARITY_2, workers={O.BUY_1}, pool=[1, 0])
    game.play(C.DONATIONS, C.CHARITY, DONE, PASS, DONE).expect(charity=[1, 0])  # the other one alone
    game.play(DONE).expect(vp=[2, 0])
    workers = {O.BUY_1, O.COIN_2, O.COIN_3}
    own = [C.DONATIONS, C.COIN_12, C.BANKER, C.PARTY]
    game = turn(*own, workers=workers, pool=[1, 0]).play(C.DONATIONS, C.BANKER, O.COIN_3, DONE, PASS, DONE)
    game.expect(purse=2 * (1 + 2), played=own)  # a start card and an office, doubled
    # After the round it is discarded.
    game = turn(C.DONATIONS, C.COIN_12, workers={O.COIN_2}, pool=[1, 0])
    game.play(C.DONATIONS, C.COIN_12, O.COIN_2, DONE).pass_round()
    game.expect(hand=[C.COIN_12, C.DONATIONS], worker=dict.fromkeys(range(25), 0))
    # A second use is still open.
    own = [C.DONATIONS, C.BANKER, C.CHARITY, C.SECRETARY, C.BONUS]
    game = turn(*own, workers={O.COIN_3, O.ALLOCATION}, pool=[1, 0])
    game.play(C.DONATIONS, C.BANKER, C.CHARITY, O.COIN_3, DONE)
    game.expect(offices=set())  # in this phase coins have no second use
    game.play(PASS, DONE).expect(purse=0).play(O.ALLOCATION).offers(C.BANKER, C.CHARITY)
    game.play(C.BANKER).expect(purse=3).play(C.BONUS, O.COIN_3).expect(purse=6)
    game.play(C.SECRETARY, C.CHARITY, COIN).expect(purse=7)


@pytest.mark.rule("COP-3.21", "COP-3.22")
def test_cards_drawn_pay_nothing_and_coins_that_draw_nothing_are_lost():
    game = turn(C.DONATIONS, C.COIN_12, pile=[13, 14]).play(C.DONATIONS, C.COIN_12, DONE)
    game.expect("TURN", hand_size=1, cards=set())
    game = turn(C.DONATIONS, C.BANKER, C.COIN_12, workers={O.BUY_1}, pile=[9], pool=[1, 0])
    game.play(C.DONATIONS, C.BANKER, DONE).expect("TURN", hand=[9, 12])
    game.play(PASS, DONE).expect(purse=1)


@pytest.mark.rule("COP-3.24")
@pytest.mark.parametrize("how", AGAIN)
def test_a_second_use_needs_new_coins(how):
    game = turn(C.DONATIONS, C.SECRETARY, C.COIN_12, C.COIN_13, **REUSE, pile=STARTS[5:])
    game.play(C.DONATIONS, C.COIN_12, DONE, AGAIN[how], C.DONATIONS)
    game.expect("DONATE", picked=0).refuses(C.COIN_12)
    game.play(C.COIN_13, DONE).expect(draw_size=3, temporary=[C.DONATIONS] if how == "reuse" else [])
    game = turn(C.DONATIONS, C.SECRETARY, C.COIN_12, **REUSE, pile=[C.VP_9])
    game.play(C.DONATIONS, C.COIN_12, DONE).expect(cards=set(), offices=set())  # there is no other coin


# --- Workers: the small and the huge PR campaign -------------------------------------------------


@pytest.mark.rule("COP-3.1")
def test_a_campaign_recruits_workers_for_this_round():
    for campaign, workers in ((C.SMALL_PR, 1), (C.HUGE_PR, 2)):
        game = turn(campaign).play(campaign).expect(pool=[3 + workers, 3], recruited=[workers, 0])
        game.play(PASS, (1, PASS)).pass_round()
        game.expect("BID", pool=[3, 3], recruited=[0, 0])  # gone with the round
    # Four recruits go home with the others.
    game = turn(C.HUGE_PR, C.HUGE_PR_2, pool=[1, 0], workers={O.COIN_1: LYING, O.DRAW_1: LYING})
    game.play(C.HUGE_PR, C.HUGE_PR_2)
    for office in (O.VP_1, O.VP_2, O.VP_3, O.BUY_1, O.BUY_2):
        game.play(at(office), END_TURN)
    assert sum(worker > 0 for worker in game.fact("worker")[0]) == 7
    game.pass_round().expect(pool=[3, 3], worker=dict.fromkeys(range(25), 0))
    game.play(C.HUGE_PR).expect(places=TWO)  # their offices are free again


@pytest.mark.rule("COP-3.2", "COP-0.12", "COP-4.16")
def test_four_workers_may_be_recruited_by_a_player_in_a_round():
    game = turn(C.HUGE_PR, C.HUGE_PR_2, C.SMALL_PR, C.CAMPAIGN_OFFICE, C.VP_9)
    game.play(C.SMALL_PR, C.HUGE_PR).expect(pool=6, recruited=3)
    game.play(C.HUGE_PR_2).expect(pool=7, recruited=4)  # one of the two is lost
    game.expect(cards=set())  # nor is anything trashed for a fifth
    game = turn(C.HUGE_PR, hands=[[C.HUGE_PR_2]], recruited=4).expect(cards=set())
    game.play(PASS).expect(cards={C.HUGE_PR_2}).play((1, PASS)).pass_round().expect(recruited=[0, 0])
    # Nor is there anything to copy or to use again.
    position = {"played": [C.HUGE_PR, C.CAMPAIGN_OFFICE], **REUSE}
    turn(C.SECRETARY, C.VP_9, **position, recruited=3).expect(cards={C.SECRETARY}, offices={O.ALLOCATION})
    turn(C.SECRETARY, C.VP_9, **position, recruited=4).expect(cards=set(), offices=set())


# --- The Election Campaign Office ----------------------------------------------------------------


@pytest.mark.rule("COP-3.3")
def test_any_other_card_of_the_hand_is_trashed_for_a_worker():
    rest = {C.RED, C.VP_9, C.COIN_12, C.NEWSPAPER, C.SAUNA, C.CAMPAIGN_OFFICE_2}
    aside = {"temporary": [13], "discards": [14], "pile": [15], "played": [C.SMALL_PR]}
    for trashed in rest:
        game = turn(C.CAMPAIGN_OFFICE, *rest, **aside).play(C.CAMPAIGN_OFFICE).expect(legal=[*rest])  # one
        game.play(trashed).expect("TURN", hand=rest - {trashed}, pool=4, recruited=1)
        game.expect(zone={trashed: 0}, played=[C.CAMPAIGN_OFFICE, C.SMALL_PR])


@pytest.mark.rule("COP-3.4")
def test_what_is_trashed_never_comes_back():
    for trashed in (C.RED, C.NEWSPAPER, C.COIN_12):
        game = turn(C.CAMPAIGN_OFFICE, trashed).play(C.CAMPAIGN_OFFICE, trashed, PASS, (1, PASS))
        game.expect(place={trashed: IN_BOX})
        for _ in range(3):
            game.pass_round().expect(zone={trashed: 0}, place={trashed: IN_BOX})
            assert trashed not in [*game.fact("street"), *game.fact("deck_1")]
    game = turn(C.CAMPAIGN_OFFICE, C.COIN_12, hands=[[C.COIN_12]]).play(C.CAMPAIGN_OFFICE, C.COIN_12)
    game.expect(hand=[], hand_1=[C.COIN_12])  # of start cards the others keep theirs


# --- Inside Information --------------------------------------------------------------------------


@pytest.mark.rule("COP-3.5")
def test_inside_information_places_one_worker_more_in_a_free_office():
    for first in (False, True):
        game = turn(C.INSIDE, players=3).play(*((C.INSIDE, at(O.VP_1)) if first else (at(O.VP_1),)))
        if not first:
            game.expect(places=set()).play(C.INSIDE)
        game.expect(places=THREE - {O.VP_1}).play(at(O.VP_2)).expect(legal=[END_TURN])
        game.expect(pool=[1, 3, 3]).play(END_TURN).expect(seat=1)  # a worker of one's own, not a new one
    game = turn(C.INSIDE, players=3, workers=full(O.VP_1, O.VP_2, O.VP_3)).play(C.INSIDE, at(O.VP_1))
    game.expect(places={O.VP_2, O.VP_3})
    game = turn(C.INSIDE, pile=COINS[:3]).play(at(O.DRAW_1), C.INSIDE, at(O.DRAW_2), O.DRAW_2, O.DRAW_1)
    game.expect(hand_size=3)  # the second office may be used at once,
    game = turn(C.INSIDE).play(C.INSIDE, at(O.VP_1), END_TURN).expect(pool=[2, 3], seat=1)  # or left out


@pytest.mark.rule("COP-3.6")
@pytest.mark.parametrize("again", [(O.ALLOCATION, C.INSIDE), (C.SECRETARY, C.INSIDE), (C.INSIDE_2,)])
def test_a_second_use_places_a_third_worker(again):
    own = [move for move in again[:1] if isinstance(move, C)]
    game = turn(C.INSIDE, *own, players=3, **REUSE).play(C.INSIDE, *again, at(O.VP_1), at(O.VP_2))
    game.expect(places=THREE - {O.ALLOCATION, O.VP_1, O.VP_2}).play(at(O.VP_3)).expect(places=set())
    game.expect(pool=[0, 3, 3], temporary=[C.INSIDE] if O.ALLOCATION in again else [])


@pytest.mark.rule("COP-3.7")
@pytest.mark.parametrize(
    ("before", "needed"),
    [((), 2), ((at(O.VP_1),), 2), ((C.INSIDE_2,), 3)],
    ids=["two before the placement", "one more after it", "three with a second card"],
)
def test_it_needs_a_worker_and_an_office_for_each_placement(before, needed):
    def playable(pool: int, free: int) -> bool:
        workers = full(*(O.VP_1, O.VP_2, O.VP_3)[:free])
        game = turn(C.INSIDE, C.INSIDE_2, players=3, workers=workers, pool=[pool, 0, 0])
        return C.INSIDE in game.play(*before).fact("cards")

    assert playable(needed, needed)
    assert not playable(needed - 1, 3)
    assert not playable(needed, needed - 1)


@pytest.mark.rule("COP-3.7")
def test_offices_not_in_play_are_not_free():
    turn(C.INSIDE, closed=TWO - {O.VP_1}).refuses(C.INSIDE)
    turn(C.INSIDE, closed=TWO - {O.VP_1, O.VP_2}).offers(C.INSIDE)


# --- Sharpen your Elbows -------------------------------------------------------------------------


@pytest.mark.rule("COP-3.8", "COP-3.10", "COP-3.11")
def test_elbows_let_a_worker_into_an_office_of_others():
    others = [{O.VP_1: STANDING, O.BUY_2: LYING}, {O.VP_1: STANDING, O.DRAW_1: LYING}]
    game = turn(C.ELBOWS, players=3, workers=[{O.VP_3}, *others])
    game.refuses(*map(at, (O.VP_1, O.BUY_2, O.DRAW_1, O.VP_3))).play(C.ELBOWS).expect(places=THREE - {O.VP_3})
    game.play(at(O.VP_1))
    assert [row[O.VP_1] for row in game.fact("worker")] == [STANDING] * 3
    game.expect(places=set(), pool=[2, 3, 3])  # it brought neither a placement nor a worker
    game.play(END_TURN).expect(seat=1)
    game = turn(C.ELBOWS, workers=[{}, {O.VP_1}]).play(at(O.VP_2), C.ELBOWS)
    game.expect(legal=[END_TURN])  # too late, without another placement
    # No two workers of one player stand in an office.
    own = {O.VP_1: STANDING, O.BUY_1: LYING}
    workers = [own, {O.VP_1, O.VP_2}, {O.BUY_1}]
    turn(C.ELBOWS, players=3, workers=workers).play(C.ELBOWS).expect(places=THREE - set(own))
    # Not used, they are gone with the turn.
    game = turn(C.ELBOWS, workers=[{}, {O.VP_1}]).play(C.ELBOWS, at(O.VP_2), END_TURN, (1, PASS))
    game.refuses(at(O.VP_1)).expect(played=[C.ELBOWS])


@pytest.mark.rule("COP-3.9", "COP-4.19")
def test_each_office_of_others_takes_elbows_and_a_free_one_none():
    workers = [{}, {O.VP_1, O.BUY_2}]
    game = turn(C.ELBOWS, C.INSIDE, workers=workers).play(C.ELBOWS, C.INSIDE, at(O.VP_2)).offers(at(O.VP_1))
    game.play(at(O.VP_1)).expect(elbows=0)
    game = turn(C.ELBOWS, C.INSIDE, workers=workers).play(C.ELBOWS, C.INSIDE, at(O.VP_1))
    game.expect(places=TWO - {O.VP_1, O.BUY_2}).play(at(O.VP_2)).expect(legal=[END_TURN])


@pytest.mark.rule("COP-3.9")
@pytest.mark.parametrize("again", [(O.ALLOCATION, C.ELBOWS), (C.SECRETARY, C.ELBOWS), (C.ELBOWS_2,)])
def test_elbows_used_twice_push_twice(again):
    own = [move for move in again[:1] if isinstance(move, C)]
    workers = [{O.ALLOCATION}, {O.VP_1, O.BUY_2}]
    game = turn(C.ELBOWS, C.INSIDE, *own, players=3, workers=workers)
    game.play(C.ELBOWS, C.INSIDE, *again, at(O.VP_1), at(O.BUY_2))
    game.expect(worker={O.VP_1: STANDING, O.BUY_2: STANDING})


@pytest.mark.rule("COP-3.11")
@pytest.mark.parametrize(
    ("workers", "pool", "playable"),
    [
        ([{}, {O.VP_1}], 3, True),
        ([{}, {}, {O.VP_1: LYING}], 1, True),
        ([{}, {O.VP_1}], 0, False),
        ([{O.VP_2}], 3, False),
        ([{O.VP_1}, {O.VP_1}], 3, False),
        ([{}], 3, False),
    ],
)
def test_elbows_need_a_worker_and_somebody_to_push(workers, pool, playable):
    game = turn(C.ELBOWS, players=3, workers=workers, pool=[pool, 3, 3])
    assert (C.ELBOWS in game.fact("cards")) == playable


@pytest.mark.rule("COP-3.12", "COP-3.10")
def test_each_owner_uses_the_office_and_who_was_there_first_loses_nothing():
    position = {"players": 2, "pile": [COINS[:2], [C.COIN_14]]}
    game = turn(C.ELBOWS, **position, workers=[{}, {O.DRAW_1: LYING}]).play(C.ELBOWS, at(O.DRAW_1))
    game.expect(offices={O.DRAW_1}).play(O.DRAW_1, END_TURN)  # though its first worker has used it
    game.expect(hand_size=[1, 0], offices=set())
    assert [row[O.DRAW_1] for row in game.fact("worker")] == [LYING, LYING]
    game = turn(C.ELBOWS, **position, workers=[{}, {O.DRAW_1}])
    game.play(C.ELBOWS, at(O.DRAW_1), O.DRAW_1, END_TURN).expect(offices={O.DRAW_1})
    game.play((1, O.DRAW_1)).expect(hand_1=[C.COIN_14])
    game = turn(C.ELBOWS, pool=[1, 0], workers=[{}, {O.VP_2}])
    game.play(C.ELBOWS, at(O.VP_2), END_TURN, DONE, DONE, (1, DONE, DONE)).expect(vp=[2, 2])
    # Four may meet, each used by itself, and nobody's second worker comes in.
    elbows = [C.ELBOWS, C.ELBOWS_2, C.ELBOWS_3]
    game = turn(C.VP_9, players=4, hands=[[each] for each in elbows], pile=[[C.VP_10]] * 4)
    game.play(at(O.DRAW_1), O.DRAW_1, END_TURN)
    for seat, each in enumerate(elbows, 1):
        game.play((seat, each, at(O.DRAW_1), END_TURN))
    assert [row[O.DRAW_1] for row in game.fact("worker")] == [LYING, STANDING, STANDING, STANDING]
    game.refuses(at(O.DRAW_1)).play(at(O.COIN_1), END_TURN, (1, O.DRAW_1))
    assert [row[O.DRAW_1] for row in game.fact("worker")] == [LYING, LYING, STANDING, STANDING]
    game.refuses(at(O.DRAW_1))


@pytest.mark.rule("COP-3.13")
def test_elbows_make_room_for_inside_information():
    """Every office but one is taken, so that two placements need elbows, before or after the free one."""
    position = {"players": 3, "workers": full(O.VP_1)}
    game = turn(C.INSIDE, C.ELBOWS, **position, pool=[2, 0, 0]).expect(cards={C.ELBOWS})
    game.play(C.ELBOWS).expect(cards={C.INSIDE}).play(C.INSIDE, at(O.VP_1)).expect(places=THREE - {O.VP_1})
    game = turn(C.INSIDE, C.ELBOWS, **position, pool=[2, 0, 0]).play(at(O.VP_1)).expect(cards={C.ELBOWS})
    game.play(C.ELBOWS, C.INSIDE, at(O.BUY_2)).expect(legal=[END_TURN])
    both = [C.INSIDE, C.INSIDE_2, C.ELBOWS, C.ELBOWS_2]
    game = turn(*both, **position, pool=[3, 0, 0]).play(C.ELBOWS, C.INSIDE).expect(cards={C.ELBOWS_2})
    game.play(C.ELBOWS_2, C.INSIDE_2, at(O.VP_1), at(O.BUY_2), at(O.BUY_1)).expect(pool=[0, 0, 0])
    closed = THREE - {O.VP_1, O.VP_2}  # no more room than there are offices of others
    game = turn(*both, players=3, workers=[{}, {O.VP_2}], closed=closed)
    game.play(C.ELBOWS, C.ELBOWS_2, C.INSIDE).expect(cards=set())


@pytest.mark.rule("COP-4.16")
@pytest.mark.parametrize("recruited", [0, 1, 2])
def test_second_uses_and_copies_recruit_within_the_limit(recruited):
    game = turn(C.SECRETARY, played=[C.HUGE_PR], **REUSE, recruited=recruited)
    game.play(C.SECRETARY, C.HUGE_PR).expect(recruited=recruited + 2, pool=5)
    game.expect(offices={O.ALLOCATION} if recruited < 2 else set())
    if recruited < 2:
        game.play(O.ALLOCATION, C.HUGE_PR).expect(recruited=4, pool=7 - recruited)
