"""The end of the game: when it comes, who wins, scores and payoffs."""

import pytest
from campaign import (
    BUY_1,
    BUY_2,
    COIN_12,
    COIN_18,
    DOCTOR,
    TV,
    VP_9,
    VP_10,
    VP_11,
    buy,
    card,
    cards_in,
    deal,
    field,
    hand,
    lay,
    legal,
    office,
    pass_round,
    phase,
    play,
    street,
)

from hustings.envs import BoxError, copycat_v0
from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import DONE, INVEST_ALL, INVEST_ONE
from hustings.envs.copycat.table import TEMPORARY, Effect, Ending, Phase, Worker

EXTRA = range(14, 25)


def done(games) -> Ending:
    """How the game has ended; an Ending of NONE while it goes on."""
    assert (phase(games) == Phase.OVER) == bool(games.over[0]) == (games.seat[0] == -1)
    return Ending(field(games, "ending"))


def scores(games) -> list[int]:
    return games.scores[0].tolist()


def payoff(games) -> list[float]:
    return [round(paid, 3) for paid in games.payoff[0].tolist()]


def last_turn(players: int = 2, number: int = 3, **position):
    """The last player's purchases are all that is left of a round."""
    games = deal(players)
    closed = EXTRA[number:]
    lay(games, stage="table", seat=players - 1, round_number=number, closed=closed, **position)
    return games


# --- Points --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-8.1")
@pytest.mark.parametrize(
    ("vp", "ending"), [([94, 94], Ending.NONE), ([95, 3], Ending.POINTS), ([3, 140], Ending.POINTS)]
)
def test_95_points_end_the_game(vp, ending):
    games = last_turn(vp=vp)
    play(games, (1, DONE))
    assert done(games) == ending


@pytest.mark.rule("COP-8.1")
def test_points_of_the_last_count_end_it_too():
    games = last_turn(vp=[3, 93], tokens=[0, 2])
    play(games, (1, DONE))
    assert done(games) == Ending.POINTS
    assert scores(games) == [3, 95]


@pytest.mark.rule("COP-8.1", "COP-8.4")
def test_the_round_is_played_to_its_end_and_points_go_on():
    games = deal(3)
    lay(
        games,
        stage="hand",
        seat=0,
        vp=[90, 90, 20],
        hands=[[TV, VP_9], [card(Effect.VP, 10, 1), VP_9], [VP_10]],
    )
    play(games, (0, DONE), (0, DONE))
    assert field(games, "vp")[0] == 101
    assert (done(games), phase(games)) == (Ending.NONE, Phase.HAND)
    play(games, (1, DONE), (1, DONE))
    assert (done(games), games.seat[0]) == (Ending.NONE, 2)
    play(games, (2, DONE), (2, DONE))
    assert done(games) == Ending.POINTS
    assert scores(games) == [101, 101, 21]
    assert payoff(games) == [0.5, 0.5, -1]


# --- The last doctorate --------------------------------------------------------------------------


@pytest.mark.rule("COP-8.2", "COP-8.4")
def test_the_last_doctorate_ends_the_game_with_its_round():
    games = deal(2)
    position = {"workers": [{BUY_2: 1}], "hands": [[COIN_12, COIN_18], [VP_9]], "closed": EXTRA[3:]}
    lay(games, stage="hand", round_number=3, street=[DOCTOR], doctorates=[0, 1], **position)
    play(games, (0, DONE), (0, buy(1)), (0, INVEST_ALL))
    assert field(games, "last_doctorate") == 1
    assert done(games) == Ending.NONE
    play(games, (0, DONE), (1, DONE), (1, DONE))
    assert done(games) == Ending.DOCTORATES
    assert scores(games) == [2, 1]


@pytest.mark.rule("COP-8.2")
@pytest.mark.parametrize("elsewhere", [{"street": [DOCTOR, 0, 0, 0, DOCTOR]}, {"doctorates_left": 1}])
def test_a_doctorate_that_is_left_keeps_the_game_going(elsewhere):
    games = deal(2)
    position = {"workers": [{BUY_2: 1}], "hands": [[COIN_12, COIN_18], [VP_9]], "closed": EXTRA[3:]}
    lay(games, stage="hand", round_number=3, **{"street": [DOCTOR], **elsewhere}, **position)
    play(games, (0, DONE), (0, buy(1)), (0, INVEST_ALL), (0, DONE), (1, DONE), (1, DONE))
    assert (done(games), field(games, "last_doctorate")) == (Ending.NONE, 0)


@pytest.mark.rule("COP-8.2")
def test_the_last_doctorate_cleared_unsold_ends_nothing():
    games = last_turn(street=[DOCTOR, DOCTOR], doctorates=[0, 0])
    play(games, (1, DONE))
    assert DOCTOR not in street(games)
    assert (done(games), field(games, "last_doctorate")) == (Ending.NONE, 0)
    pass_round(games)
    assert done(games) == Ending.NONE


# --- Eleven rounds -------------------------------------------------------------------------------


@pytest.mark.rule("COP-8.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_eleven_rounds(players):
    games = deal(players, seed=4)
    for number in range(1, 12):
        assert (done(games), field(games, "round_number")) == (Ending.NONE, number)
        pass_round(games)
    assert (done(games), field(games, "round_number")) == (Ending.ROUNDS, 11)


@pytest.mark.rule("COP-8.3")
@pytest.mark.parametrize(("number", "ending"), [(10, Ending.NONE), (11, Ending.ROUNDS)])
def test_the_eleventh_is_the_last(number, ending):
    games = last_turn(number=number)
    play(games, (1, DONE))
    assert done(games) == ending


@pytest.mark.rule("COP-8.3", "COP-9.11")
def test_a_box_of_ones_own_may_have_fewer_rounds(tmp_path):
    text = GAME.box_spec.file.read_text()
    path = tmp_path / "box.toml"
    path.write_text(text.replace("[rounds]\nvalue = 11", "[rounds]\nvalue = 2"))
    games = deal(2, box=path)
    pass_round(games)
    assert done(games) == Ending.NONE
    pass_round(games)
    assert (done(games), field(games, "round_number")) == (Ending.ROUNDS, 2)
    path.write_text(text.replace("[rounds]\nvalue = 11", "[rounds]\nvalue = 12"))
    with pytest.raises(BoxError, match="rounds"):
        deal(2, box=path)


# --- The last round ------------------------------------------------------------------------------


@pytest.mark.rule("COP-8.5")
def test_there_is_no_clean_up_after_the_last_round():
    games = deal(2)
    lay(
        games,
        stage="table",
        seat=1,
        round_number=11,
        street=[7, 41, 42, 43],
        supply=[60, 61],
        workers=[{BUY_1: 1}],
        played=[[20], [21]],
        temporary=[[22], []],
        piles=[[VP_9], []],
        vp=[4, 5],
    )
    games.tables["round_vp"][0, :2] = [4, 0]
    play(games, (1, DONE))
    assert done(games) == Ending.ROUNDS
    assert not games.tables["office_tokens"].any()
    assert street(games) == [7, 41, 42, 43] + [0] * 7
    assert cards_in(games, 0, TEMPORARY) == [22]
    assert hand(games, 0) == []
    assert games.tables["worker"][0, 0, BUY_1] == Worker.STANDING
    assert field(games, "round_vp") == [4, 0]
    assert field(games, "vp") == [4, 5]
    assert legal(games) == set()


@pytest.mark.rule("COP-8.10")
@pytest.mark.parametrize(
    ("vp", "last", "number", "why"),
    [
        ([95, 0], 1, 11, Ending.POINTS),
        ([95, 0], 0, 11, Ending.POINTS),
        ([94, 0], 1, 11, Ending.DOCTORATES),
        ([94, 0], 0, 11, Ending.ROUNDS),
        ([94, 0], 1, 5, Ending.DOCTORATES),
    ],
)
def test_of_several_reasons_the_first_is_named(vp, last, number, why):
    games = last_turn(number=number, vp=vp, doctorates=[1, 1])
    games.tables["last_doctorate"] = last
    play(games, (1, DONE))
    assert done(games) == why


# --- Winners -------------------------------------------------------------------------------------


def ended(vp, round_vp, reward="rank"):
    """A game that is over with these points, of which so many come from the last round."""
    players = len(vp)
    games = copycat_v0.batch(1, players, reward=reward, ask_forced=True)
    lay(games, stage="table", seat=players - 1, round_number=11, vp=vp)
    games.tables["round_vp"][0, :players] = round_vp
    play(games, (players - 1, DONE))
    assert done(games) == (Ending.POINTS if max(vp) >= 95 else Ending.ROUNDS)
    return games


@pytest.mark.rule("COP-8.6", "COP-9.12")
@pytest.mark.parametrize(
    ("reward", "paid"),
    [
        ("rank", [-0.333, 1, 0.333, -1]),
        ("win", [-0.25, 0.75, -0.25, -0.25]),
        ("margin", [-0.07, 0.351, 0.014, -0.295]),
    ],
)
def test_most_points_win(reward, paid):
    games = ended([40, 70, 46, 24], [40, 1, 2, 3], reward)
    assert scores(games) == [40, 70, 46, 24]
    assert payoff(games) == paid


@pytest.mark.rule("COP-8.7", "COP-8.8")
@pytest.mark.parametrize(
    ("vp", "round_vp", "paid"),
    [
        ([50, 50], [9, 12], [-1, 1]),
        ([50, 50, 50], [12, 9, 30], [0, -1, 1]),
        ([50, 60, 50, 40], [8, 0, 9, 40], [-0.333, 1, 0.333, -1]),  # the places behind the first as well
        ([96, 97], [30, 1], [-1, 1]),  # points come first
    ],
)
def test_level_players_are_told_apart_by_the_points_of_the_last_round(vp, round_vp, paid):
    games = ended(vp, round_vp)
    assert scores(games) == vp
    assert payoff(games) == paid


@pytest.mark.rule("COP-8.8")
@pytest.mark.parametrize(
    ("vp", "round_vp", "rank", "win"),
    [
        ([50, 50], [9, 9], [0, 0], [0, 0]),
        ([50, 50, 20], [9, 9, 9], [0.5, 0.5, -1], [0.167, 0.167, -0.333]),
        ([60, 50, 50, 50], [0, 9, 9, 8], [1, 0, 0, -1], [0.75, -0.25, -0.25, -0.25]),
    ],
)
def test_who_is_level_in_both_shares_the_place(vp, round_vp, rank, win):
    games = ended(vp, round_vp)
    assert payoff(games) == rank
    games.reward = "win"
    assert payoff(games) == win


@pytest.mark.rule("COP-8.7")
def test_what_counts_for_the_last_round():
    """Cards, offices, tokens and doctorates of the round; not the points of the rounds before."""
    games = deal(2)
    lay(
        games,
        stage="hand",
        round_number=11,
        vp=[20, 24],
        hands=[[VP_9, TV, COIN_12], [VP_9, VP_10, VP_11]],
        workers=[{BUY_1: 1}, {office(Effect.VP, 5): 1}],
        tokens=[3, 3],
        street=[DOCTOR],
        doctorates_left=1,
    )
    play(games, (0, DONE), (0, buy(1)), (0, INVEST_ONE), (0, DONE))
    assert (field(games, "vp"), field(games, "round_vp")) == ([35, 24], [15, 0])
    play(games, (1, DONE), (1, DONE))
    assert (field(games, "vp"), field(games, "round_vp")) == ([35, 35], [15, 11])
    assert payoff(games) == [1, -1]


@pytest.mark.rule("COP-8.7", "COP-7.12")
def test_points_of_a_round_are_counted_anew_in_each():
    games = deal(2)
    lay(games, stage="hand", seat=1, hands=[[], [TV]], piles=[[VP_9], [COIN_12]], closed=EXTRA[1:])
    play(games, (1, DONE), (1, DONE))
    assert (field(games, "vp"), field(games, "round_vp")) == ([0, 10], [0, 0])
    games = deal(2, ask_forced=False)
    lay(games, stage="hand", round_number=11, hands=[[VP_9], [VP_10]], vp=[9, 9], seat=0)
    games.tables["round_vp"] = 0
    while not games.over[0]:
        games.step([DONE])
    assert (scores(games), payoff(games)) == ([10, 10], [0, 0])


# --- Payoffs -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-9.12")
def test_nothing_is_paid_before_the_end():
    games = deal(3, seed=5)
    for _ in range(10):
        pass_round(games)
        assert not games.payoff.any()
    pass_round(games)
    assert done(games) == Ending.ROUNDS
    assert games.payoff.sum() == pytest.approx(0)


@pytest.mark.rule("COP-8.9")
def test_points_have_no_upper_end():
    games = last_turn(vp=[3000, 90], tokens=[0, 20])
    play(games, (1, DONE))
    assert scores(games) == [3000, 110]
