"""Phase 2: turns and placements, tokens, cards and offices in a turn, passing, the end of the phase."""

import pytest

from hustings.envs.copycat.actions import DONE, END_TURN, PASS
from hustings.envs.copycat.table import LYING, STANDING, STANDING_REPEATED, Effect

from .playing import BOX, COINS, IN_PLAY, STARTS, C, O, at, bid, buy, buying, full, turn

TWO, THREE = IN_PLAY[2], IN_PLAY[3]


# --- A turn --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-2.1")
def test_turns_go_by_the_bus_one_worker_each():
    game = turn(players=3, order=[2, 0, 1], seat=2)
    for offices in ([0, 1, 2], [3, 4, 5], [6, 7, 8]):
        for seat, office in zip([2, 0, 1], offices):
            game.play((seat, at(office))).expect(places=set()).play((seat, END_TURN))
    rows = [[office for office, worker in enumerate(row) if worker] for row in game.fact("worker")]
    assert rows == [[1, 4, 7], [2, 5, 8], [0, 3, 6]]
    game.expect("HAND", pool=[0, 0, 0])


@pytest.mark.rule("COP-2.1", "COP-2.3")
def test_any_empty_office_in_play_takes_a_worker():
    for players, offices in IN_PLAY.items():
        game = turn(players=players, closed=[O.VP_1, O.ALLOCATION])
        game.expect(places=offices - {O.VP_1, O.ALLOCATION})
    game = turn(players=3, workers=[{O.VP_1}, {O.BUY_2}, {O.COIN_1: LYING}])
    game.expect(places=THREE - {O.VP_1, O.BUY_2, O.COIN_1}).play(at(O.VP_2), END_TURN).refuses(at(O.VP_2))


@pytest.mark.rule("COP-2.2")
def test_a_turn_ends_after_a_placement_only_and_nothing_of_it_is_carried_over():
    game = turn(C.SAUNA, players=3, pile=COINS[:3]).expect(legal=[PASS, C.SAUNA, *map(at, THREE)])
    game.play(C.SAUNA).expect(legal=[PASS, *map(at, THREE)])  # a card does not stand for the placement
    game.play(at(O.VP_1)).expect(legal=[END_TURN])
    game.play(END_TURN).expect(seat=1, passed=[0, 0, 0])
    # The second placement and the elbows are gone.
    workers = [{}, {O.BUY_2}]
    game = turn(C.INSIDE, C.ELBOWS, workers=workers).play(C.INSIDE, C.ELBOWS, at(O.VP_1), END_TURN)
    game.expect(places=TWO - {O.VP_1, O.BUY_2}).offers(PASS).refuses(END_TURN)
    game.play((1, at(O.VP_2))).expect(legal=[END_TURN]).play((1, END_TURN))
    game.refuses(at(O.BUY_2))  # the elbows are gone
    game.play(at(O.COIN_1)).expect(places=set(), due=0, elbows=0)  # and so is the second placement
    game = turn(C.INSIDE, C.ELBOWS, workers=workers).play(C.INSIDE, C.ELBOWS, PASS, (1, at(O.VP_2)))
    game.expect(legal=[END_TURN])  # neither by a pass


@pytest.mark.rule("COP-2.4")
def test_tokens_are_taken_with_the_placement_and_are_points_in_the_third_phase():
    laid = {O.VP_1: 4, O.VP_2: 2, O.COIN_1: 1}
    game = turn(players=3, office_tokens=laid, tokens=[3, 5, 0]).play(at(O.VP_1))
    game.expect(tokens=[7, 5, 0], office_tokens=laid | {O.VP_1: 0}, vp=[0, 0, 0])
    game.expect(legal=[END_TURN])  # there is nothing to decide about it
    game.play(END_TURN, (1, at(O.BUY_1))).expect(tokens=[7, 5, 0])
    game = turn(office_tokens={O.BUY_1: 4}, pool=[1, 0]).play(at(O.BUY_1), END_TURN, DONE, DONE)
    game.expect(vp=[4, 0], tokens=[0, 0])
    game = turn(C.INSIDE, office_tokens=laid).play(C.INSIDE, at(O.VP_1), at(O.VP_2)).expect(tokens=[6, 0])
    for limit in (0, 25):
        game = turn(office_tokens={O.VP_1: 40}, token_limit=limit).play(at(O.VP_1)).expect(tokens=[40, 0])


# --- Cards in a turn -----------------------------------------------------------------------------


@pytest.mark.rule("COP-2.5")
def test_cards_are_played_before_and_after_the_placement():
    drawn = [C.COIN_12, C.COIN_13, C.DINNER, C.SMALL_PR]
    game = turn(C.SAUNA, C.SAUNA_2, pile=drawn).play(C.SAUNA, at(O.VP_1), C.SAUNA_2).expect(hand=drawn)
    game.play(C.SMALL_PR, C.DINNER)  # those just drawn as well
    game.expect(pool=[3, 3], legal=[END_TURN])


@pytest.mark.rule("COP-2.6")
def test_a_card_played_lies_in_the_play_area_and_is_used_for_the_round():
    game = turn(C.SAUNA, C.SMALL_PR, pile=COINS[:2]).play(C.SAUNA)
    game.expect(played=[C.SAUNA], hand_size=3).refuses(C.SAUNA)  # one use each
    game.play(C.SMALL_PR, at(O.VP_1)).expect(played=[C.SAUNA, C.SMALL_PR], cards=set())
    game = turn(C.SAUNA, pool=[1, 0], discards=[C.COIN_12]).play(C.SAUNA, at(O.VP_1), END_TURN)
    game.pass_round().expect("BID", hand=[C.COIN_12, C.SAUNA])


@pytest.mark.rule("COP-2.7")
def test_only_purple_blue_and_grey_cards_are_for_a_turn():
    ready = {C.SMALL_PR, C.HUGE_PR, C.CAMPAIGN_OFFICE, C.INSIDE, C.ELBOWS}  # purple
    ready |= {C.SAUNA, C.DINNER, C.KEYNOTE, C.DONATIONS, C.BONUS, C.SECRETARY}  # blue and grey
    others = [C.INDUSTRIALIST, C.PARTY, C.RADIO, C.TRAIL, C.CHARITY, C.RED, C.COIN_12, C.VP_9, C.WITS]
    workers = [{O.DRAW_1}, {O.BUY_2}]
    turn(*ready, *others, players=3, workers=workers, played=[C.SAUNA_2]).expect(cards=ready)
    game = turn(C.COIN_12, C.INDUSTRIALIST, C.RADIO, pool=[1, 0], workers={O.BUY_1}, street=[C.SAUNA])
    game.play(at(O.COIN_1)).expect(legal=[END_TURN])  # nothing is bought yet
    game.play(END_TURN, DONE).expect("TABLE", purse=4, vp=[3, 0])
    box = BOX.copy()  # whichever numbers they have
    box["card_effect"][0, C.TV_3] = Effect.DRAW
    turn(C.TV_3, box=box).expect(cards={C.TV_3})


# --- Offices in a turn ---------------------------------------------------------------------------


@pytest.mark.rule("COP-2.8")
def test_an_office_is_used_at_once_or_in_a_later_turn_several_in_one():
    for later in (False, True):
        game = turn(pile=COINS[:2]).play(at(O.DRAW_2)).expect(legal=[END_TURN, O.DRAW_2])
        if later:
            game.play(END_TURN, (1, at(O.VP_1), END_TURN)).expect(offices={O.DRAW_2})
        game.play(O.DRAW_2).expect(hand=COINS[:2])
        game.expect(places=TWO - {O.DRAW_2, O.VP_1} if later else set())  # before the next placement
    workers = {O.DRAW_1, O.SWAP_2}
    game = turn(C.COIN_12, workers=workers, pile=[C.VP_9, C.VP_10, C.COIN_14])
    game.play(O.DRAW_1, at(O.DRAW_2), O.SWAP_2, DONE, O.DRAW_2)
    game.expect(hand=[C.VP_9, C.VP_10, C.COIN_12, C.COIN_14], legal=[END_TURN])


@pytest.mark.rule("COP-2.9")
@pytest.mark.parametrize("immediate", [False, True])
def test_a_blue_office_is_for_the_turn_of_its_worker_or_for_later(immediate):
    """The last two of four workers come in one turn; of offices that wait a grey one always may."""
    hand = [C.SAUNA, C.COIN_12, C.INSIDE, C.VP_9]
    game = turn(*hand, pool=[4, 2], blue_office_immediate=immediate).play(at(O.DRAW_1))
    game.expect(offices={O.DRAW_1}).play(END_TURN, (1, at(O.VP_1), END_TURN))
    game.play(C.SAUNA, at(O.ALLOCATION)).offers(O.ALLOCATION).play(END_TURN, (1, at(O.VP_2), END_TURN))
    game.play(at(O.SWAP_2), C.INSIDE, at(O.SWAP_3))
    game.expect(offices={O.ALLOCATION, O.SWAP_2, O.SWAP_3} | ({O.DRAW_1} if not immediate else set()))


@pytest.mark.rule("COP-2.9")
def test_a_bonus_payment_may_still_repeat_it():
    game = turn(C.BONUS, workers={O.DRAW_1}, pile=COINS[:2], blue_office_immediate=True)
    game.expect(offices=set()).play(C.BONUS, O.DRAW_1).expect(hand_size=1, offices=set())


@pytest.mark.rule("COP-2.10")
def test_only_ones_own_offices_are_used_and_each_once():
    game = turn(C.COIN_12, workers={O.DRAW_1}, pile=[C.VP_9, C.VP_10]).play(O.DRAW_1)
    game.expect(worker={O.DRAW_1: LYING}, offices=set())
    game.play(at(O.SWAP_2)).expect(worker={O.SWAP_2: STANDING}, legal=[END_TURN, O.SWAP_2])
    # One repeated before its own use lies down after it.
    game = turn(workers={O.DRAW_1: STANDING_REPEATED}, pile=[C.VP_9]).play(O.DRAW_1)
    game.expect(hand=[C.VP_9], offices=set())
    workers = [{}, {O.DRAW_1, O.SWAP_2}, {O.DRAW_3}]
    turn(C.COIN_12, players=3, workers=workers).expect(offices=set())


@pytest.mark.rule("COP-2.11", "COP-2.12")
def test_yellow_and_green_offices_wait_for_the_third_phase_and_blue_ones_do_not():
    offices = (O.BUY_1, O.BUY_2, O.COIN_1, O.COIN_2, O.VP_1, O.VP_2, O.TRASH_1, O.SPECIAL)
    game = turn(C.COIN_12, workers=set(offices)).expect(offices=set())
    game.play(PASS, (1, PASS)).expect(offices={O.TRASH_1})
    game.play(DONE).expect(purse=4, purchases=3, vp=[3, 0], offices={O.SPECIAL})
    game = turn(C.COIN_12, workers={O.DRAW_1, O.SWAP_2}, pool=[1, 0])
    game.expect(offices={O.DRAW_1, O.SWAP_2}).play(at(O.VP_1), END_TURN)
    game.expect("HAND 0", offices=set()).play(DONE).expect(offices=set())


# --- Passing, and the end of the phase -----------------------------------------------------------


@pytest.mark.rule("COP-2.13")
def test_who_has_no_worker_on_turn_is_out():
    hand = [C.SMALL_PR, C.SAUNA]
    game = turn(players=3, hands=[hand], pool=[2, 0, 2], workers=[{}, {O.DRAW_1}]).play(at(O.VP_1), END_TURN)
    game.expect(seat=2, passed=[0, 1, 0], hand_1=hand)  # seat 1 plays neither card nor office
    game.play((2, at(O.VP_2), END_TURN), at(O.BUY_1), END_TURN, (2, PASS)).expect(passed=[1, 1, 1])
    # Who is first on the bus is out before anybody acts.
    game = bid(C.COIN_14, players=3, seat=1, pool=[0, 0, 3], bid=[14, 0, 0], hands=[[13], [12]])
    game.play((1, C.COIN_13), (2, C.COIN_12)).expect(seat=2, passed=[1, 1, 0])


@pytest.mark.rule("COP-2.14")
def test_after_the_last_worker_the_turn_goes_on_until_it_is_ended():
    game = turn(C.SMALL_PR, C.SAUNA, pool=[1, 1], pile=COINS[:2]).play(at(O.DRAW_1))
    game.expect(pool=[0, 1], legal=[END_TURN, C.SMALL_PR, C.SAUNA, O.DRAW_1])
    game.play(C.SMALL_PR, END_TURN, (1, at(O.VP_1), END_TURN))
    game.expect(seat=0).play(at(O.VP_2), END_TURN).expect("HAND")  # the recruit's turn
    # Without a recruit it was the last turn.
    game = turn(C.SMALL_PR, pool=[1, 1]).play(at(O.VP_1), END_TURN, (1, at(O.VP_2), END_TURN))
    game.expect("HAND", hand=[C.SMALL_PR])


@pytest.mark.rule("COP-2.15")
def test_one_may_pass_with_workers_left_and_is_out():
    game = turn(C.SMALL_PR).play(PASS).expect(passed=[1, 0])
    for office in (O.VP_1, O.VP_2, O.BUY_1):
        game.play((1, at(office), END_TURN))
    game.expect("HAND", pool=[3, 0], hand=[C.SMALL_PR])  # seat 0 was not asked again
    # Cards and offices come before a pass; after a placement there is none.
    game = turn(C.SAUNA, C.SMALL_PR, players=3, workers={O.DRAW_1}, pile=COINS[:3])
    game.play(C.SAUNA, O.DRAW_1, C.SMALL_PR).offers(PASS).refuses(END_TURN)
    game.play(PASS).expect(passed=[1, 0, 0], pool=[4, 3, 3])
    game = turn(C.INSIDE, players=3).play(at(O.VP_1), C.INSIDE).refuses(PASS)
    game.play(END_TURN, (1, PASS), (2, PASS)).expect("TURN 0")


@pytest.mark.rule("COP-2.16")
def test_with_all_offices_taken_nothing_is_placed_but_with_elbows():
    game = turn(C.SAUNA, C.INSIDE, players=3, workers=full(), pool=[2, 0, 0], pile=COINS[:2])
    game.expect(legal=[PASS, C.SAUNA])  # cards may be played, then there is but a pass
    game.play(C.SAUNA, PASS).expect("HAND", pool=[2, 0, 0])
    game = turn(C.ELBOWS, players=3, workers=full(), pool=[2, 0, 0]).play(C.ELBOWS).expect(places=THREE)
    game.play(at(O.BUY_2), END_TURN).expect(legal=[PASS])


@pytest.mark.rule("COP-2.17")
def test_the_last_player_with_workers_has_one_turn_after_another():
    game = turn(players=3, pool=[1, 3, 1]).play(PASS, (1, at(O.VP_1), END_TURN), (2, at(O.VP_2), END_TURN))
    game.play((1, at(O.BUY_1), END_TURN), (1, at(O.BUY_2), END_TURN)).expect("HAND")


@pytest.mark.rule("COP-2.18")
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 1, 0]])
def test_the_third_phase_begins_when_all_are_out(order):
    game = turn(players=3, order=order, seat=order[0], pool=[1, 1, 2])
    game.play(*((seat, at(seat), END_TURN) for seat in order)).expect("TURN 2").play((2, PASS))
    game.expect("HAND", seat=order[0], passed=[1, 1, 1])  # the first on the bus begins again


# --- Which actions a turn has --------------------------------------------------------------------


@pytest.mark.rule("COP-2.19")
def test_in_the_first_round_blue_offices_alone_do_something():
    """No start card is for a turn; a worker may go to any office."""
    game = turn(*STARTS[:5], rounds=1, pile=STARTS[5:])
    game.expect(cards=set(), places={*range(10), O.SPECIAL}).play(at(O.COIN_2)).expect(legal=[END_TURN])
    game.play(END_TURN, (1, PASS), at(O.DRAW_1)).expect(legal=[END_TURN, O.DRAW_1]).play(O.DRAW_1)
    game.expect(hand_size=6)


@pytest.mark.rule("COP-2.20")
def test_no_action_needs_to_be_used_and_less_than_the_number_will_do():
    hand = [C.SAUNA, C.SMALL_PR, C.INSIDE]
    game = turn(*hand, workers={O.DRAW_1}, pile=COINS[:2])
    game.play(at(O.DRAW_2), END_TURN).expect(hand=hand, seat=1)
    game = turn(C.COIN_12, C.VP_9, C.VP_10, workers={O.SWAP_3}, pile=[C.COIN_13])
    game.play(O.SWAP_3, C.VP_9, DONE).expect(hand=[C.COIN_12, C.VP_10, C.COIN_13])
    street = [C.CAMPAIGN_OFFICE, C.INSIDE]
    game = buying(C.COIN_12, C.COIN_13, C.INDUSTRIALIST, workers={O.BUY_2}, street=street)
    game.play(DONE, buy(1)).expect(legal=[buy(2), DONE]).play(DONE).expect(seat=1)
    game = turn(C.HUGE_PR, pool=[1, 0]).play(C.HUGE_PR, at(O.VP_1), END_TURN).expect(seat=0, pool=2)
    game.play(PASS).expect("HAND", pool=2)  # recruits need not be placed


@pytest.mark.rule("COP-2.21")
def test_what_could_do_nothing_is_not_begun():
    workers = {O.DRAW_1, O.SWAP_2}
    game = turn(C.CAMPAIGN_OFFICE, workers=workers)
    game.expect(cards=set(), offices={O.DRAW_1, O.SWAP_2})  # no other card in hand
    hand = [C.DONATIONS, C.ELBOWS, C.BONUS, C.SECRETARY, C.SMALL_PR, C.INSIDE, C.VP_9]
    game = turn(*hand, players=3, workers={O.COIN_1: LYING}, pool=1, recruited=4)
    game.expect(cards=set())  # no coin, nobody to push, nothing used, no recruit, no worker
    game = turn(workers=workers | {O.ALLOCATION})
    game.expect(offices={O.DRAW_1})  # nothing in hand, nothing in the play area
    turn(C.DONATIONS, workers={O.SWAP_2, O.ALLOCATION}).expect(
        cards=set(),
        offices={O.SWAP_2},  # the card left in the hand could be swapped
    )
    turn(C.SECRETARY, C.BONUS, workers={O.COIN_1: STANDING, O.BUY_1B: LYING}).expect(cards=set())
    turn(played=[C.CAMPAIGN_OFFICE], workers={O.ALLOCATION}).expect(offices=set())  # no card to trash
