"""Phase 4: tokens, discards, workers, the spaces cleared; and the end of the game."""

import pytest

from hustings.envs import BoxError
from hustings.envs.copycat import rules
from hustings.envs.copycat.actions import DONE, INVEST_ONE
from hustings.envs.copycat.table import Ending, Place, Worker

from .playing import (
    BOX,
    DOCTOR,
    STARTS,
    C,
    Game,
    O,
    buy,
    buying,
    deal,
    dealt,
    last_turn,
    next_round,
    open_offices,
)

_, STANDING, LYING, STANDING_REPEATED, LYING_REPEATED = Worker
PERIOD_4 = [51, 50, 46, 47, 48, 43, 42, 41, 45, 44, 37]
FIVE = STARTS[:5]


def tokens(game: Game) -> dict[int, int]:
    """The offices with tokens, and how many."""
    return {office: number for office, number in enumerate(game.fact("office_tokens")) if number}


# --- Tokens --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-7.2", "COP-7.1", "COP-7.4")
def test_a_token_on_every_office_without_a_worker():
    workers = [{O.VP_1: STANDING, O.BUY_1: LYING}, {O.COIN_2: LYING_REPEATED}]
    game = next_round(rounds=3, workers=workers, office_tokens={1: 2, 9: 1})
    free = {*range(10), 14, 15, 16} - {O.VP_1, O.BUY_1, O.COIN_2}
    assert tokens(game) == {office: {1: 3, 9: 2}.get(office, 1) for office in free}
    for players, base in ((2, 0), (3, 2), (4, 4)):
        game = next_round(players - 1, players=players)
        assert set(tokens(game)) == {*range(10 + base), 14}  # the office that is new has none yet
        assert len(open_offices(game) - set(tokens(game))) == 1
    game = last_turn(players=4, rounds=11)  # with all offices in play
    rules.clean_up.lay_tokens(BOX[0], game.table)
    game.expect(office_tokens=[1] * 25)


@pytest.mark.rule("COP-7.3")
@pytest.mark.parametrize("limit", [0, 25, 27])
def test_the_tokens_of_the_box_may_run_out(limit):
    """Twelve free offices in play, 20 tokens on them: the first in order get what there is."""
    free = [*range(10), 14, 15]
    laid = dict.fromkeys(free[:10], 2)
    more = len(free) if limit == 0 else limit - 20
    expected = {office: laid.get(office, 0) + (place < more) for place, office in enumerate(free)}
    game = next_round(rounds=2, token_limit=limit, office_tokens=laid)
    assert tokens(game) == {office: number for office, number in expected.items() if number}


@pytest.mark.rule("COP-7.3")
def test_a_limit_of_tokens_leaves_out_offices_with_workers_and_counts_those_taken_as_returned():
    game = next_round(token_limit=3, workers={O.BUY_1: LYING, O.BUY_1B: LYING})
    assert tokens(game) == {2: 1, 3: 1, 4: 1}
    assert tokens(next_round(token_limit=3, office_tokens={9: 4})) == {9: 4}
    game = next_round(token_limit=11, tokens=[0, 9]).expect(vp=[0, 9], tokens=[0, 0])
    assert sum(tokens(game).values()) == 11
    with pytest.raises(BoxError, match="token_limit"):
        deal(2, token_limit=-1)


# --- Cards and workers ---------------------------------------------------------------------------


@pytest.mark.rule("COP-7.5")
def test_play_area_and_temporary_discards_go_to_the_discards():
    position = {"played": [[22, C.VP_9], [30]], "temporary": [[12], [18]], "discards": [31]}
    game = next_round(**position, laid=[20], twice=[21], pile=[STARTS[4:], STARTS[3:8]])
    game.expect(discards=[9, 12, 20, 21, 22, 31], discards_1=[18, 30], discard_size=[6, 2])
    # Cards kept stay in the hand, and what was copied is forgotten.
    game = buying(hands=[[C.WITS, 18, 30]], seat=1, pile=[FIVE, FIVE], rounds=1)
    game.play((1, C.WITS, C.INDUSTRIALIST_3, DONE, DONE, DONE)).expect(discards_1=[18, C.WITS])
    game.expect(hand_1=[30, *FIVE], keeping=0, kept=dict.fromkeys(range(62), 0))
    game = next_round(played=[C.SECRETARY, 21], copied={C.SECRETARY: 21, C.TV_3: 21})
    assert not any(game.fact("copied"))


@pytest.mark.rule("COP-7.6")
def test_workers_go_home_when_all_have_bought_and_recruits_to_the_reserve():
    own = {0: LYING, 1: STANDING, 2: LYING_REPEATED, 3: STANDING_REPEATED}
    game = next_round(workers=[own, {O.VP_1}], pool=[1, 2], recruited=[2, 0]).expect(
        pool=[3, 3], recruited=[0, 0]
    )
    assert not game.table["worker"].any()
    assert not game.table["crowd"].any()
    game = buying(workers=[{O.VP_1}, {O.VP_2}], pool=0, pile=[[9], [9]])
    game.play(DONE, DONE).expect(worker={O.VP_1: LYING}).play((1, DONE)).expect(worker={O.VP_1: LYING})
    game.play((1, DONE)).expect(worker={O.VP_1: 0})


# --- The street ----------------------------------------------------------------------------------


@pytest.mark.rule("COP-7.8", "COP-7.9")
@pytest.mark.parametrize(("players", "cleared"), [(2, 3), (3, 2), (4, 1)])
def test_how_many_spaces_are_cleared(players, cleared):
    supply = set(range(52, 62))
    game = next_round(players - 1, players=players, street=PERIOD_4, supply=supply)
    row = game.fact("street")
    assert row[: 11 - cleared] == PERIOD_4[cleared:]
    assert set(row[11 - cleared :]) <= supply
    game.expect(place=dict.fromkeys(PERIOD_4[:cleared], Place.BOX) | dict.fromkeys(row, Place.STREET))
    game.expect(place=dict.fromkeys(supply - set(row), 1))


@pytest.mark.rule("COP-7.8", "COP-7.9", "COP-7.11")
@pytest.mark.parametrize(
    ("row", "left"),
    [
        ([0, 0, 0, 41, 42, 43], [41, 42, 43]),
        ([0, 41, 0, 42, 0, 43], [42, 43]),
        ([41, 42, 0, 0, 43, 44], [43, 44]),
        ([DOCTOR, 7, 41, DOCTOR, 8, 42], [DOCTOR, 8, 42]),  # red cards and doctorates are cleared too
        ([], []),
    ],
)
def test_spaces_are_cleared_and_not_cards(row, left):
    """Two players: the first three spaces, whether something was bought there or not."""
    game = next_round(street=row).expect("TURN", street=left, doctorates=[0, 0], last_doctorate=0)
    gone = {number for number in row[:3] if 0 < number < DOCTOR}
    game.expect(place=dict.fromkeys(gone, Place.BOX), deck=[], deck_1=[])


# --- The end: points and doctorates --------------------------------------------------------------


def ending(game: Game) -> Ending:
    """How the game has ended; an Ending of NONE while it goes on."""
    assert (game.phase == "OVER") == game.fact("over") == (game.fact("seat") == -1)
    return Ending(game.fact("ending"))


@pytest.mark.rule("COP-8.1", "COP-8.3", "COP-8.9", "COP-8.10")
@pytest.mark.parametrize(
    ("vp", "position", "why"),
    [
        ([94, 94], {}, Ending.NONE),
        ([95, 3], {}, Ending.POINTS),
        ([3, 140], {}, Ending.POINTS),
        ([3, 93], {"tokens": [0, 2]}, Ending.POINTS),
        ([3000, 90], {"tokens": [0, 20]}, Ending.POINTS),
        ([94, 94], {"rounds": 10}, Ending.NONE),
        ([94, 94], {"rounds": 11}, Ending.ROUNDS),
        # Of several reasons the first is named.
        ([95, 0], {"rounds": 11, "last_doctorate": 1}, Ending.POINTS),
        ([95, 0], {"rounds": 11}, Ending.POINTS),
        ([94, 0], {"rounds": 11, "last_doctorate": 1}, Ending.DOCTORATES),
        ([94, 0], {"rounds": 5, "last_doctorate": 1}, Ending.DOCTORATES),
    ],
)
def test_why_the_game_ends(vp, position, why):
    game = last_turn(**{"rounds": 3, **position}, vp=vp, doctorates=[1, 1]).play((1, DONE))
    assert ending(game) == why
    assert game.games.scores[0].tolist() == [vp[0], vp[1] + position.get("tokens", [0, 0])[1]]


@pytest.mark.rule("COP-8.1", "COP-8.4")
def test_the_round_is_played_to_its_end_and_points_go_on():
    game = buying(C.TV, C.VP_9, hands=[[C.TV_2, C.VP_9], [C.VP_10]], players=3, vp=[90, 90, 20])
    assert ending(game.play(DONE, DONE).expect("HAND 1", vp=101)) == Ending.NONE
    assert ending(game.play((1, DONE, DONE)).expect(seat=2)) == Ending.NONE
    assert ending(game.play((2, DONE, DONE)).expect(vp=[101, 101, 21])) == Ending.POINTS
    assert game.games.payoff[0].tolist() == [0.5, 0.5, -1]
    game = buying(C.TV, hands=[[C.RADIO], [C.TV_2]], players=3, vp=[96, 10, 98])
    game.play(DONE, DONE, (1, DONE, DONE), (2, DONE, DONE))
    game.expect(vp=[106, 13, 108], over=True)  # a later player may still come to lead


@pytest.mark.rule("COP-8.3", "COP-9.12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_eleven_rounds_and_nothing_is_paid_before_the_end(players):
    game = dealt(players, seed=4)
    for number in range(1, 12):
        assert ending(game.expect(round_number=number)) == Ending.NONE
        assert not game.games.payoff.any()
        game.pass_round()
    assert ending(game.expect(round_number=11)) == Ending.ROUNDS
    assert game.games.payoff.sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.rule("COP-8.3", "COP-9.11")
def test_a_box_of_ones_own_may_have_fewer_rounds():
    box = BOX.copy()
    box["rounds"] = 2
    game = dealt(2, box=box).pass_round()
    assert ending(game) == Ending.NONE
    assert ending(game.pass_round().expect(round_number=2)) == Ending.ROUNDS


@pytest.mark.rule("COP-8.5")
def test_there_is_no_clean_up_after_the_last_round():
    position = {"street": [7, 41, 42, 43], "supply": [60, 61], "workers": {O.BUY_1}, "vp": [4, 5]}
    game = last_turn(rounds=11, **position, played=[[20], [21]], temporary=[22], pile=[9], round_vp=[4, 0])
    assert ending(game.play((1, DONE))) == Ending.ROUNDS
    assert not tokens(game)
    game.expect(street=position["street"], temporary=[22], hand=[], worker={O.BUY_1: STANDING})
    game.expect(round_vp=[4, 0], vp=[4, 5], legal=[])


# --- Winners -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-8.6", "COP-8.7", "COP-8.8", "COP-9.12")
@pytest.mark.parametrize(
    ("vp", "round_vp", "paid"),
    [
        ([40, 70, 46, 24], [40, 1, 2, 3], [-0.333, 1, 0.333, -1]),
        # Level players are told apart by the points of the last round,
        ([50, 50], [9, 12], [-1, 1]),
        ([50, 50, 50], [12, 9, 30], [0, -1, 1]),
        ([50, 60, 50, 40], [8, 0, 9, 40], [-0.333, 1, 0.333, -1]),  # behind the first as well;
        ([96, 97], [30, 1], [-1, 1]),  # points come first
        # and who is level in both shares the place.
        ([50, 50], [9, 9], [0, 0]),
        ([50, 50, 20], [9, 9, 9], [0.5, 0.5, -1]),
        ([60, 50, 50, 50], [0, 9, 9, 8], [1, 0, 0, -1]),
    ],
)
def test_what_is_paid_for_points(vp, round_vp, paid):
    last = len(vp) - 1
    game = last_turn(last, rounds=11, players=len(vp), vp=vp, round_vp=round_vp).play((last, DONE))
    assert ending(game) == (Ending.POINTS if max(vp) >= 95 else Ending.ROUNDS)
    game.expect(scores=vp, payoff=paid)
    game.games.reward = "margin"
    leads = [points - (sum(vp) - points) / last for points in vp]  # over the mean of the others
    assert game.games.payoff[0] * 95 == pytest.approx(leads, abs=1e-3)


@pytest.mark.rule("COP-8.7", "COP-6.22", "COP-7.12")
def test_what_counts_for_the_last_round():
    """Cards, offices, tokens and doctorates of the round; not the points of the rounds before."""
    workers = [{O.BUY_1}, {O.VP_5}]
    position = {"vp": [20, 24], "tokens": [3, 3], "street": [DOCTOR], "doctorates_left": 1}
    hands = [[C.VP_9, C.VP_10, C.VP_11]]
    game = buying(C.VP_9, C.TV, C.COIN_12, hands=hands, workers=workers, round_number=11, **position)
    game.play(DONE, buy(1), INVEST_ONE, DONE).expect(vp=[35, 24], round_vp=[15, 0])
    game.play((1, DONE, DONE)).expect(vp=[35, 35], round_vp=[15, 11])
    assert game.games.payoff[0].tolist() == [1, -1]
    # They are counted anew in each round.
    game = buying(hands=[[C.TV]], seat=1, pile=[[9], [12]], rounds=1).play((1, DONE, DONE))
    game.expect(vp=[0, 10], round_vp=[0, 0])
    game = buying(C.VP_9, hands=[[C.VP_10]], ask_forced=False, round_number=11, vp=[9, 9])
    while not game.fact("over"):
        game.games.step([DONE])
    assert game.games.scores[0].tolist() == [10, 10]
    assert game.games.payoff[0].tolist() == [0, 0]
