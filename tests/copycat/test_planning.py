"""Phase 1: the course of a round, drawing, and the order of turns."""

from itertools import permutations, product

import numpy as np
import pytest
from campaign import (
    ALLOCATION,
    COIN_12,
    COIN_13,
    COIN_14,
    COIN_15,
    COIN_16,
    COIN_17,
    COIN_18,
    DRAW_1,
    SAUNA,
    SECRETARY,
    VP_9,
    VP_10,
    VP_11,
    WITS,
    card,
    cards_in,
    deal,
    field,
    hand,
    lay,
    legal,
    legal_cards,
    legal_offices,
    name,
    office,
    phase,
    place,
    play,
    use,
)

from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import DONE, END_TURN, PASS
from hustings.envs.copycat.table import DISCARD, IN_DRAW, IN_HAND, KNOWN, TEMPORARY, Effect, Phase, Worker
from hustings.envs.core.api.batch import GameBatch


def into_next_round(**position):
    """Two players; 1 is about to end the last turn of a round."""
    games = deal(2)
    lay(games, stage="table", seat=1, **position)
    play(games, (1, DONE))
    assert field(games, "round_number") == 2
    return games


# --- The course of a round -----------------------------------------------------------------------


@pytest.mark.rule("COP-1.1")
def test_a_round_has_four_phases_each_over_for_all_before_the_next():
    games = deal(3, seed=2)
    rng = np.random.default_rng(1)
    course: list[tuple[int, Phase, int]] = []
    while not games.over[0]:
        stage = Phase.BID if phase(games) == Phase.BID else Phase(int(games.tables["stage"][0]))
        course.append((int(games.tables["round_number"][0]), stage, int(games.seat[0])))
        games.step([rng.choice(sorted(legal(games)))])
    rounds = sorted({number for number, _, _ in course})
    assert [number for number, _, _ in course] == sorted(number for number, _, _ in course)
    assert len(rounds) > 5
    for number in rounds:
        of_round = [(stage, seat) for n, stage, seat in course if n == number]
        buying = [seat for stage, seat in of_round if stage in (Phase.HAND, Phase.TABLE)]
        stages = [min(stage, Phase.HAND) for stage, _ in of_round]
        assert stages == sorted(stages)
        assert set(stages) == {Phase.BID, Phase.TURN, Phase.HAND}
        # One player after the other, each completely.
        changes = [seat for seat, before in zip(buying, [None, *buying]) if seat != before]
        assert sorted(changes) == [0, 1, 2]


# --- Drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-1.2")
def test_five_cards_for_everybody():
    piles = [list(range(9, 17)), list(range(9, 19))]
    games = into_next_round(piles=piles)
    for seat in range(2):
        assert len(hand(games, seat)) == 5
        assert set(hand(games, seat)) | set(cards_in(games, seat, IN_DRAW)) == set(piles[seat])
    assert field(games, "hand_size") == [5, 5]
    assert field(games, "draw_size") == [3, 5]


@pytest.mark.rule("COP-1.2")
def test_kept_cards_come_on_top_of_five_new_ones():
    games = deal(2)
    lay(
        games,
        stage="hand",
        seat=1,
        hands=[[], [WITS, VP_9, COIN_18]],
        piles=[list(range(9, 14)), list(range(10, 17))],
    )
    play(games, (1, name(WITS)), (1, name(VP_9)), (1, name(COIN_18)), (1, DONE), (1, DONE), (1, DONE))
    assert phase(games) == Phase.BID
    assert field(games, "hand_size") == [5, 7]
    assert {VP_9, COIN_18} <= set(hand(games, 1))
    assert cards_in(games, 1, DISCARD) == [WITS]


@pytest.mark.rule("COP-1.2")
def test_every_card_of_the_pile_is_as_likely():
    games = deal(2, num_games=4000)
    lay(games, stage="table", seat=1, piles=[[VP_9, COIN_12, COIN_18, 30, 40, 50, 60], [VP_9]])
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(4000) + 1
    games.step(np.full(4000, DONE))
    held = games.tables["zone"][:, 0][:, [VP_9, COIN_12, COIN_18, 30, 40, 50, 60]] == IN_HAND
    assert abs(held.mean(axis=0) - 5 / 7).max() < 0.035
    assert (held[:, 0] & held[:, 6]).mean() == pytest.approx(5 / 7 * 4 / 6, abs=0.035)


@pytest.mark.rule("COP-1.3")
def test_a_pile_that_the_fifth_card_empties_stays_empty():
    games = into_next_round(piles=[list(range(9, 14)), list(range(9, 15))], discards=[[20, 21], [22]])
    assert field(games, "draw_size") == [0, 1]
    assert field(games, "discard_size") == [2, 1]
    assert cards_in(games, 0, DISCARD) == [20, 21]
    assert cards_in(games, 0, KNOWN) == []


@pytest.mark.rule("COP-1.3", "COP-9.5")
def test_the_discards_are_shuffled_for_the_first_card_that_is_missing():
    games = into_next_round(piles=[[9, 10, 11], [9]], discards=[[20, 21, 22, 23], [12, 13, 14]])
    assert {9, 10, 11} == set(cards_in(games, 0, KNOWN))
    drawn = cards_in(games, 0, IN_HAND)
    assert len(drawn) == 2
    assert set(drawn) | set(cards_in(games, 0, IN_DRAW)) == {20, 21, 22, 23}
    assert cards_in(games, 0, DISCARD) == []
    assert field(games, "draw_size") == [2, 0]
    assert hand(games, 1) == [9, 12, 13, 14]  # the rest of the deck: fewer than five


@pytest.mark.rule("COP-1.3")
def test_an_empty_pile_waits_across_the_rounds():
    discards = [20, 21, 22, 23, 24, 25]
    games = into_next_round(piles=[list(range(9, 14)), list(range(9, 19))], discards=[discards, []])
    assert (field(games, "draw_size"), cards_in(games, 0, DISCARD)) == ([0, 5], discards)
    assert hand(games, 0) == [9, 10, 11, 12, 13]
    second = hand(games, 1)[-1]
    play(games, (0, name(VP_9)), (1, name(second)), (1, PASS), (0, PASS), (1, DONE), (1, DONE))
    assert (field(games, "draw_size")[0], cards_in(games, 0, DISCARD)) == (0, discards)
    play(games, (0, DONE), (0, DONE))
    assert field(games, "round_number") == 3
    assert cards_in(games, 0, DISCARD) == []  # shuffled with the cards of the round for the next five
    assert field(games, "draw_size")[0] == len(discards)


@pytest.mark.rule("COP-1.3")
def test_every_discard_is_as_likely_after_shuffling():
    games = deal(2, num_games=4000)
    lay(games, stage="table", seat=1, piles=[[9, 10, 11], [9]], discards=[[20, 30, 40, 50, 60], []])
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(4000) + 1
    games.step(np.full(4000, DONE))
    held = games.tables["zone"][:, 0][:, [20, 30, 40, 50, 60]] == IN_HAND
    assert abs(held.mean(axis=0) - 2 / 5).max() < 0.035


@pytest.mark.rule("COP-1.4")
def test_only_the_discards_are_shuffled():
    games = deal(2)
    lay(
        games,
        hands=[[SAUNA, VP_9], []],
        discards=[[COIN_18], []],
        temporary=[[COIN_12], []],
        played=[[26], []],
        workers=[{DRAW_1: Worker.STANDING}],
        pool=[2, 3],
    )
    play(games, (0, name(SAUNA)))  # wants two cards; there is one
    assert hand(games, 0) == [VP_9, COIN_18]
    assert cards_in(games, 0, TEMPORARY) == [COIN_12]
    assert field(games, "draw_size")[0] == field(games, "discard_size")[0] == 0
    play(games, (0, use(DRAW_1)))
    assert hand(games, 0) == [VP_9, COIN_18]
    assert cards_in(games, 0, IN_DRAW, DISCARD) == []


@pytest.mark.rule("COP-1.5")
def test_who_has_too_few_cards_draws_fewer():
    games = into_next_round(piles=[[9, 10], []], played=[[COIN_12], [COIN_18]], temporary=[[], [COIN_17]])
    assert hand(games, 0) == [9, 10, COIN_12]
    assert hand(games, 1) == [COIN_17, COIN_18]
    assert field(games, "draw_size") == field(games, "discard_size") == [0, 0]


# --- Choosing a card -----------------------------------------------------------------------------


@pytest.mark.rule("COP-1.6")
def test_any_card_of_the_hand_may_be_chosen():
    games = deal(2)
    lay(games, stage="bid", hands=[[1, VP_9, COIN_12, 61], [COIN_18]], known=[[42], []], piles=[[20], []])
    assert legal(games) == {name(c) for c in (1, VP_9, COIN_12, 42, 61)}


@pytest.mark.rule("COP-1.6")
def test_a_kept_card_may_be_chosen():
    games = deal(2)
    piles = [list(range(9, 14)), list(range(9, 14))]
    lay(games, stage="hand", seat=1, hands=[[], [WITS, COIN_18]], piles=piles)
    play(games, (1, name(WITS)), (1, name(COIN_18)), (1, DONE), (1, DONE), (1, DONE), (0, name(VP_9)))
    assert legal_cards(games) == {*range(9, 14), COIN_18}
    play(games, (1, name(COIN_18)))
    assert field(games, "order") == [1, 0]
    assert cards_in(games, 1, TEMPORARY) == [COIN_18]


@pytest.mark.rule("COP-1.7")
def test_choices_are_made_by_seat_and_stay_hidden_until_the_last():
    games = deal(3)
    lay(
        games,
        stage="bid",
        order=[2, 0, 1],
        hands=[[VP_9, COIN_12], [COIN_13, COIN_14], [COIN_15, COIN_16]],
        piles=[[COIN_18], [COIN_18], [COIN_18]],
    )
    block = GAME.observation(3)["bid"]

    def seen(who: int) -> list[int]:
        return (games.observe(seat=who)[0, block.start : block.stop] * 61).round().astype(int).tolist()

    hands = [hand(games, i) for i in range(3)]
    play(games, (0, name(COIN_12)))
    assert [seen(i) for i in range(3)] == [[12, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert [hand(games, i) for i in range(3)] == hands  # the card does not leave the hand yet
    play(games, (1, name(COIN_14)))
    assert [seen(i) for i in range(3)] == [[12, 0, 0], [14, 0, 0], [0, 0, 0]]
    assert field(games, "hand_size") == [2, 2, 2]
    play(games, (2, name(COIN_15)))
    assert [seen(i) for i in range(3)] == [[12, 14, 15], [14, 15, 12], [15, 12, 14]]
    assert [hand(games, i) for i in range(3)] == [[VP_9], [COIN_13], [COIN_16]]
    assert field(games, "hand_size") == [1, 1, 1]


# --- The order of turns --------------------------------------------------------------------------


def order_after(last: list[int], numbers: list[int], games: GameBatch | None = None) -> list[int]:
    """The order of turns with this order of the last round and these cards chosen, by seat."""
    seats = len(last)
    games = games or deal(seats)
    hands = [[number] if number else [] for number in numbers]
    first = next(i for i in range(seats) if numbers[i])
    lay(games, stage="bid", seat=first, order=last, hands=hands)
    play(games, *[(i, name(number)) for i, number in enumerate(numbers) if number])
    assert phase(games) == Phase.TURN
    assert games.seat[0] == field(games, "order")[0]
    return field(games, "order")


@pytest.mark.rule("COP-1.8")
@pytest.mark.parametrize("last", [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]])
def test_the_highest_number_goes_first(last):
    assert order_after(last, [COIN_12, 60, 1, COIN_18]) == [1, 3, 0, 2]
    assert order_after(last, [19, COIN_18, 8, VP_9]) == [0, 1, 3, 2]
    assert order_after([i for i in last if i < 2], [30, 31]) == [1, 0]


@pytest.mark.rule("COP-1.8")
def test_the_new_order_holds_for_turns_and_purchases():
    games = deal(3)
    lay(games, stage="bid", order=[0, 1, 2], hands=[[COIN_12, VP_9], [61, VP_9], [COIN_18, VP_9]], pool=1)
    play(games, (0, name(COIN_12)), (1, name(61)), (2, name(COIN_18)))
    coins = [office(Effect.COIN, n) for n in (1, 2, 3)]
    for who, where in zip((1, 2, 0), coins):
        play(games, (who, place(where)), (who, END_TURN))
    for who in (1, 2, 0):
        assert (phase(games), games.seat[0]) == (Phase.HAND, who)
        play(games, (who, DONE), (who, DONE))
    assert phase(games) == Phase.BID


@pytest.mark.rule("COP-1.9")
def test_helen_and_angela_choose_the_same_card():
    """Both show 16, the others less; Angela was second and Helen third: now Helen is first, Angela second."""
    first, angela, helen, last = 2, 0, 3, 1
    numbers = {angela: COIN_16, helen: COIN_16, first: COIN_15, last: COIN_12}
    order = order_after([first, angela, helen, last], [numbers[i] for i in range(4)])
    assert order == [helen, angela, first, last]


def expected_order(last: list[int], numbers: list[int]) -> list[int]:
    """By the number from high to low, the same numbers in the reverse of the last round's order."""
    return sorted(last, key=lambda seat: (-numbers[seat], -last.index(seat)))


@pytest.mark.rule("COP-1.9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ties_turn_the_order_of_the_last_round_around(seats):
    games = deal(seats)
    for last in list(permutations(range(seats)))[:: 5 if seats == 4 else 1]:
        for numbers in product((COIN_12, COIN_15, COIN_18)[: seats - 1], repeat=seats):
            if len(set(numbers)) < seats:
                order = order_after(list(last), list(numbers), games)
                assert order == expected_order(list(last), list(numbers)), (last, numbers)


@pytest.mark.rule("COP-1.9")
@pytest.mark.parametrize(
    ("last", "numbers", "order"),
    [
        ([0, 1], [12, 12], [1, 0]),
        ([2, 0, 1], [14, 14, 14], [1, 0, 2]),  # first and last change places
        ([3, 1, 0, 2], [17, 17, 17, 17], [2, 0, 1, 3]),  # first with fourth, second with third
        ([0, 1, 2, 3], [17, 12, 17, 12], [2, 0, 3, 1]),  # two pairs, each by itself
        ([0, 1, 2, 3], [12, 12, 18, 12], [2, 3, 1, 0]),
        ([1, 0, 3, 2], [9, 18, 18, 18], [2, 3, 1, 0]),
    ],
)
def test_ties_of_two_three_and_four(last, numbers, order):
    assert order_after(last, numbers) == order


@pytest.mark.rule("COP-1.9", "COP-1.10")
def test_the_order_of_the_first_round_decides_the_ties_of_the_first():
    for seed in range(12):
        games = deal(3, seed=seed)
        drawn = field(games, "order")
        same = set(hand(games, 0)) & set(hand(games, 1)) & set(hand(games, 2))
        if same:
            number = min(same)
            play(games, *[(i, name(number)) for i in range(3)])
            assert field(games, "order") == drawn[::-1]
            break
    else:
        raise AssertionError("no such deal")


@pytest.mark.rule("COP-1.10")
def test_ties_go_by_the_round_just_played():
    games = deal(3)
    deck = [COIN_12, COIN_13, COIN_14, COIN_15, COIN_16, COIN_17, COIN_18]
    lay(games, stage="bid", order=[0, 1, 2], hands=[[COIN_12], [COIN_13], [COIN_14]], piles=[deck[3:]] * 3)
    play(games, (0, name(COIN_12)), (1, name(COIN_13)), (2, name(COIN_14)))
    assert field(games, "order") == [2, 1, 0]
    play(games, *[(i, PASS) for i in (2, 1, 0)], *[(i, DONE) for i in (2, 2, 1, 1, 0, 0)])
    assert (field(games, "round_number"), phase(games)) == (2, Phase.BID)
    assert field(games, "bid") == [0, 0, 0]
    assert field(games, "order") == [2, 1, 0]
    play(games, (0, name(COIN_18)), (1, name(COIN_18)), (2, name(COIN_18)))
    assert field(games, "order") == [0, 1, 2]


@pytest.mark.rule("COP-1.11")
def test_the_card_chosen_is_of_no_use_in_this_round():
    """Neither to be played, nor copied, reused, trashed, kept, laid down or drawn again."""
    games = deal(2)
    hands = [[SAUNA, SECRETARY, card(Effect.DRAW, 3), VP_9], [VP_9]]
    lay(
        games,
        stage="bid",
        hands=hands,
        piles=[[], []],
        workers=[{ALLOCATION: Worker.STANDING, DRAW_1: Worker.STANDING}],
        pool=[1, 0],
    )
    play(games, (0, name(SAUNA)), (1, name(VP_9)))
    assert cards_in(games, 0, TEMPORARY) == [SAUNA]
    assert legal_cards(games) == {card(Effect.DRAW, 3)}  # nothing to copy yet
    assert legal_offices(games) == {DRAW_1}
    play(games, (0, use(DRAW_1)))
    assert SAUNA not in hand(games, 0)
    play(games, (0, name(card(Effect.DRAW, 3))))
    assert SAUNA not in hand(games, 0)
    play(games, (0, name(SECRETARY)))
    assert legal_cards(games) == {card(Effect.DRAW, 3)}


@pytest.mark.rule("COP-1.11")
def test_a_card_chosen_earns_nothing_when_hands_are_laid_down():
    games = deal(2)
    lay(games, stage="bid", hands=[[COIN_18, COIN_12, VP_11], [VP_10, VP_9]], pool=0)
    play(games, (0, name(COIN_18)), (1, name(VP_10)), (0, DONE))
    assert field(games, "coins") == 1
    play(games, (0, DONE), (1, DONE), (1, DONE))
    assert field(games, "vp") == [1, 1]


@pytest.mark.rule("COP-1.11")
def test_battle_of_wits_chosen_for_the_order_keeps_nothing():
    games = deal(2)
    lay(games, stage="bid", hands=[[WITS, COIN_12, VP_11], [VP_9]], pool=0)
    play(games, (0, name(WITS)), (1, name(VP_9)))
    assert (phase(games), legal(games)) == (Phase.HAND, {DONE})


@pytest.mark.rule("COP-1.12")
def test_who_has_no_card_comes_last():
    assert order_after([0, 1, 2, 3], [0, 1, 0, COIN_18]) == [3, 1, 2, 0]  # level: the other way round
    assert order_after([2, 1, 0, 3], [0, 1, 0, COIN_18]) == [3, 1, 0, 2]
    assert order_after([1, 0], [0, 3]) == [1, 0]


@pytest.mark.rule("COP-1.12")
def test_nobody_has_a_card():
    games = into_next_round(order=[0, 1])
    assert phase(games) == Phase.TURN
    assert field(games, "order") == [1, 0]
    assert field(games, "bid") == [0, 0]
    assert field(games, "hand_size") == [0, 0]
