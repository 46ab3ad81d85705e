"""Phase 4: tokens, discards, workers, the next office, and the street."""

from collections import Counter

import numpy as np
import pytest
from campaign import (
    BOX,
    COIN_1,
    COIN_2,
    COIN_12,
    COIN_18,
    DOCTOR,
    SECRETARY,
    VP_1,
    VP_2,
    VP_9,
    WITS,
    buy,
    card,
    cards_in,
    deal,
    field,
    hand,
    lay,
    name,
    office,
    pass_round,
    phase,
    place,
    play,
    street,
)

from hustings.envs import BoxError
from hustings.envs.copycat.actions import DONE, END_TURN
from hustings.envs.copycat.table import (
    DISCARD,
    IN_BOX,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    LAID,
    OFFICES,
    ON_STREET,
    SPENT,
    TEMPORARY,
    Effect,
    Phase,
    Worker,
)

EXTRA = range(14, 25)
PERIOD_4 = [51, 50, 46, 47, 48, 43, 42, 41, 45, 44, 37]


def ended_round(players: int = 2, rounds_played: int = 1, options=None, **position):
    """A round that the last player has just ended, with as many extra offices as it should have."""
    games = deal(players, **(options or {}))
    closed = position.pop("closed", EXTRA[rounds_played:])
    lay(games, stage="table", seat=players - 1, round_number=rounds_played, closed=closed, **position)
    play(games, (players - 1, DONE))
    assert field(games, "round_number") == rounds_played + 1
    return games


def tokens(games) -> dict[int, int]:
    """The offices with tokens, and how many."""
    row = games.tables["office_tokens"][0]
    return {o: int(row[o]) for o in np.flatnonzero(row).tolist()}


def open_offices(games) -> set[int]:
    return set(np.flatnonzero(games.tables["open"][0]).tolist())


# --- Tokens --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-7.2")
def test_a_token_on_every_office_without_a_worker():
    workers = [{VP_1: Worker.STANDING, 0: Worker.LYING}, {5: Worker.LYING_REPEATED}]
    games = ended_round(workers=workers, office_tokens={1: 2, 9: 1})
    free = set(range(10)) | {14}
    free -= {VP_1, 0, 5}
    assert tokens(games) == {o: {1: 3, 9: 2}.get(o, 1) for o in free}


@pytest.mark.rule("COP-7.2")
def test_tokens_pile_up_until_somebody_comes():
    games = deal(3, seed=1)
    for number in range(1, 4):
        pass_round(games)
        assert field(games, "round_number") == number + 1
        assert tokens(games)[COIN_1] == number
    while phase(games) != Phase.TURN:
        games.step([int(np.flatnonzero(games.legal[0])[0])])
    who = int(games.seat[0])
    play(games, (who, place(COIN_1)), (who, END_TURN))
    assert field(games, "tokens")[who] == 3
    pass_round(games)
    assert COIN_1 not in tokens(games)
    assert tokens(games)[COIN_2] == 4


@pytest.mark.rule("COP-7.2")
@pytest.mark.parametrize(("players", "base"), [(2, 0), (3, 2), (4, 4)])
def test_offices_not_in_play_get_none(players, base):
    games = ended_round(players)
    assert set(tokens(games)) == set(range(10 + base)) | {14}


@pytest.mark.rule("COP-7.3")
@pytest.mark.parametrize("limit", [0, 25, 27])
def test_the_tokens_of_the_box_may_run_out(limit):
    """Twelve free offices in play, 20 tokens on them: the first in order get what there is."""
    free = [*range(10), 14, 15]
    laid = dict.fromkeys(free[:10], 2)
    games = ended_round(rounds_played=2, options={"token_limit": limit}, office_tokens=laid)
    more = len(free) if limit == 0 else limit - 20
    expected = {o: laid.get(o, 0) + (k < more) for k, o in enumerate(free)}
    assert tokens(games) == {o: n for o, n in expected.items() if n}


@pytest.mark.rule("COP-7.3")
def test_a_limit_of_tokens_leaves_out_offices_with_workers():
    workers = [{0: Worker.LYING, 1: Worker.LYING}]
    games = ended_round(options={"token_limit": 3}, workers=workers)
    assert tokens(games) == {2: 1, 3: 1, 4: 1}
    games = ended_round(options={"token_limit": 3}, office_tokens={9: 4})
    assert tokens(games) == {9: 4}
    with pytest.raises(BoxError, match="token_limit"):
        deal(2, token_limit=-1)


@pytest.mark.rule("COP-7.3")
def test_tokens_taken_go_back_to_the_box_when_points_are_counted():
    games = deal(2, token_limit=11)
    lay(games, stage="table", seat=1, closed=EXTRA[1:], tokens=[0, 9])
    play(games, (1, DONE))
    assert field(games, "vp") == [0, 9]
    assert field(games, "tokens") == [0, 0]
    assert sum(tokens(games).values()) == 11


@pytest.mark.rule("COP-7.1", "COP-7.4")
def test_a_new_office_has_no_token_yet():
    games = ended_round()
    new = open_offices(games) - set(range(10)) - {14}
    assert len(new) == 1
    assert not new & set(tokens(games))
    assert 14 in tokens(games)


# --- Cards and workers ---------------------------------------------------------------------------


@pytest.mark.rule("COP-7.5")
def test_play_area_and_temporary_discards_go_to_the_discards():
    zones = {0: {20: LAID, 21: SPENT}}
    games = ended_round(
        played=[[22, VP_9], [30]],
        temporary=[[COIN_12], [COIN_18]],
        discards=[[31], []],
        zones=zones,
        piles=[list(range(13, 19)), list(range(12, 17))],
    )
    assert cards_in(games, 0, DISCARD) == [VP_9, COIN_12, 20, 21, 22, 31]
    assert cards_in(games, 1, DISCARD) == [COIN_18, 30]
    assert field(games, "discard_size") == [6, 2]


@pytest.mark.rule("COP-7.5")
def test_cards_kept_stay_in_the_hand():
    games = deal(2)
    piles = [list(range(9, 14)), list(range(9, 14))]
    lay(games, stage="hand", seat=1, hands=[[], [WITS, COIN_18, 30]], piles=piles, closed=EXTRA[1:])
    play(games, (1, name(WITS)), (1, name(30)), (1, DONE), (1, DONE), (1, DONE))
    assert set(hand(games, 1)) == {30, *range(9, 14)}
    assert cards_in(games, 1, DISCARD) == [COIN_18, WITS]
    assert field(games, "keeping") == 0
    assert not games.tables["kept"].any()


@pytest.mark.rule("COP-7.5")
def test_what_a_press_secretary_copied_is_forgotten():
    games = deal(2)
    lay(games, stage="table", seat=1, played=[[SECRETARY, 21], []], closed=EXTRA[1:])
    games.tables["copied"][0, SECRETARY] = 21
    play(games, (1, DONE))
    assert not games.tables["copied"].any()


@pytest.mark.rule("COP-7.6")
def test_workers_go_home_and_recruits_to_the_reserve():
    workers = [
        {0: Worker.LYING, 1: Worker.STANDING, 2: Worker.LYING_REPEATED, 3: Worker.STANDING_REPEATED},
        {VP_1: Worker.STANDING},
    ]
    games = deal(2)
    lay(games, stage="table", seat=1, workers=workers, pool=[1, 2], closed=EXTRA[1:])
    games.tables["recruited"][0, :2] = [2, 0]
    play(games, (1, DONE))
    assert not games.tables["worker"].any()
    assert not games.tables["crowd"].any()
    assert field(games, "pool") == [3, 3]
    assert field(games, "recruited") == [0, 0]


@pytest.mark.rule("COP-7.6")
def test_four_may_be_recruited_in_every_round():
    huge = card(Effect.WORKER, 2)
    games = deal(2)
    lay(games, stage="table", seat=1, piles=[[huge], [VP_9]], closed=EXTRA[1:])
    games.tables["recruited"][0, 0] = 4
    play(games, (1, DONE), (0, name(huge)), (1, name(VP_9)))
    assert (phase(games), field(games, "pool")) == (Phase.TURN, [3, 3])
    games = deal(2)
    lay(games, stage="table", seat=1, piles=[[huge, 61], [VP_9]], closed=EXTRA[1:])
    games.tables["recruited"][0, 0] = 4
    play(games, (1, DONE), (0, name(61)), (1, name(VP_9)), (0, name(huge)))
    assert field(games, "pool") == [5, 3]


# --- Offices -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-7.7")
@pytest.mark.parametrize("players", [2, 4])
def test_a_section_is_full_before_the_next_begins(players):
    for seed in range(6):
        games = deal(players, seed=seed)
        sections, seen = [], open_offices(games)
        sections += [int(BOX[0]["office_section"][o]) for o in seen if o in EXTRA]
        while field(games, "round_number") < 11:
            pass_round(games)
            (new,) = open_offices(games) - seen
            seen.add(new)
            sections.append(int(BOX[0]["office_section"][new]))
        assert sections == [1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5]
        assert len(seen) == (OFFICES if players == 4 else 21)


@pytest.mark.rule("COP-7.7")
@pytest.mark.parametrize(
    ("played", "possible"), [(1, {15, 16}), (3, {17, 18, 19}), (7, {21}), (8, {22, 23}), (10, {24})]
)
def test_the_next_office_is_any_of_its_section(played, possible):
    games = deal(2, num_games=400)
    lay(games, stage="table", seat=1, round_number=played, closed=EXTRA[played:])
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(400) + 1
    games.step(np.full(400, DONE))
    new = Counter(int(o) for row in games.tables["open"] for o in np.flatnonzero(row)[10 + played :])
    assert set(new) == possible
    assert min(new.values()) > 0.7 * 400 / len(possible)
    opened = games.tables["open"].sum(axis=1)
    assert (opened == 11 + played).all()


# --- The street ----------------------------------------------------------------------------------


@pytest.mark.rule("COP-7.8", "COP-7.9")
@pytest.mark.parametrize(("players", "cleared"), [(2, 3), (3, 2), (4, 1)])
def test_how_many_spaces_are_cleared(players, cleared):
    games = ended_round(players, street=PERIOD_4, supply=list(range(52, 62)))
    row = street(games)
    assert row[: 11 - cleared] == PERIOD_4[cleared:]
    assert set(row[11 - cleared :]) <= set(range(52, 62))
    place_of = games.tables["place"][0]
    assert (place_of[PERIOD_4[:cleared]] == IN_BOX).all()
    assert (place_of[row] == ON_STREET).all()
    assert (place_of[52:62] == IN_SUPPLY).sum() == 10 - cleared


@pytest.mark.rule("COP-7.8")
@pytest.mark.parametrize(
    ("row", "left"),
    [
        ([0, 0, 0, 41, 42, 43], [41, 42, 43]),
        ([0, 41, 0, 42, 0, 43], [42, 43]),
        ([41, 42, 0, 0, 43, 44], [43, 44]),
    ],
)
def test_spaces_are_cleared_and_not_cards(row, left):
    """Two players: the first three spaces, whether something was bought there or not."""
    games = ended_round(street=row)
    assert street(games) == left + [0] * (11 - len(left))


@pytest.mark.rule("COP-7.8", "COP-7.9")
def test_red_cards_and_doctorates_are_cleared_too():
    games = ended_round(street=[DOCTOR, 7, 41, DOCTOR, 8, 42])
    assert street(games) == [DOCTOR, 8, 42] + [0] * 8
    assert field(games, "doctorates") == [0, 0]
    assert field(games, "last_doctorate") == 0
    assert (games.tables["place"][0, [7, 41]] == IN_BOX).all()
    assert not games.tables["zone"][0, :, [7, 41]].any()


@pytest.mark.rule("COP-7.9")
def test_cards_that_left_the_game_stay_away():
    games = deal(2, seed=3)
    gone: set[int] = set()
    while not games.over[0]:
        pass_round(games)
        now = {c for c in range(1, 62) if games.tables["place"][0, c] == IN_BOX}
        assert gone <= now
        assert not now & set(street(games))
        assert not games.tables["zone"][0, :, sorted(now - set(range(9, 19)))].any()
        gone = now
    assert len(gone) == 10 + 3 + 30  # start cards have no place; three left out, three cleared ten times


@pytest.mark.rule("COP-7.10")
def test_the_street_is_closed_up_to_the_left_and_filled_on_the_right():
    row = [41, 42, 43, 0, 44, 45, 0, 0, 46, 8, DOCTOR]
    games = ended_round(street=row, supply=[52, 53], doctorates_left=1)
    assert street(games)[:6] == [44, 45, 46, 8, DOCTOR, street(games)[5]]
    assert set(street(games)[5:7]) == {52, 53}
    assert street(games)[7:] == [DOCTOR, 0, 0, 0]
    assert field(games, "doctorates_left") == 0


@pytest.mark.rule("COP-7.10")
def test_the_earliest_period_comes_first():
    games = ended_round(street=[0] * 5 + [41, 42, 43, 44, 45, 46], supply=[61, 47, 30, 58, 31])
    assert set(street(games)[6:8]) == {30, 31}
    assert street(games)[8] == 47
    assert set(street(games)[9:]) == {58, 61}


@pytest.mark.rule("COP-7.11")
def test_the_street_may_grow_short():
    games = ended_round(street=[0, 0, 0, 41, 0, 42], supply=[61])
    assert street(games) == [41, 42, 61] + [0] * 8
    games = ended_round(street=[0] * 11)
    assert street(games) == [0] * 11
    assert (phase(games), cards_in(games, 0, IN_HAND)) == (Phase.TURN, [])  # the game goes on


# --- What follows --------------------------------------------------------------------------------


@pytest.mark.rule("COP-7.1", "COP-7.12")
def test_a_new_round_begins_with_new_cards():
    games = ended_round(
        played=[[20, 21], [22]],
        piles=[list(range(9, 19)), list(range(9, 19))],
        vp=[30, 20],
        tokens=[0, 2],
        street=PERIOD_4,
        supply=[60, 61, 59],
    )
    assert (phase(games), games.seat[0]) == (Phase.BID, 0)
    assert field(games, "vp") == [30, 22]
    assert field(games, "round_vp") == [0, 0]
    assert field(games, "passed") == [0, 0]
    assert field(games, "bid") == [0, 0]
    assert [len(hand(games, i)) for i in range(2)] == [5, 5]
    # The cards played are with the discards before anybody draws, but the pile has enough.
    assert [len(cards_in(games, i, DISCARD)) for i in range(2)] == [2, 1]


@pytest.mark.rule("COP-7.1")
def test_cards_are_discarded_before_the_next_are_drawn():
    games = ended_round(played=[[20, 21], [22]], temporary=[[23], []])
    assert hand(games, 0) == [20, 21, 23]
    assert hand(games, 1) == [22]


@pytest.mark.rule("COP-7.6")
def test_workers_stay_where_they_are_until_all_have_bought():
    games = deal(2)
    lay(games, stage="hand", seat=0, workers=[{VP_1: 1}, {VP_2: 1}], pool=0, piles=[[VP_9], [VP_9]])
    play(games, (0, DONE), (0, DONE))
    assert games.tables["worker"][0, 0, VP_1] == Worker.LYING
    play(games, (1, DONE))
    assert games.tables["worker"][0, 0, VP_1] == Worker.LYING
    play(games, (1, DONE))
    assert not games.tables["worker"].any()


@pytest.mark.rule("COP-7.5")
def test_cards_bought_are_drawn_only_in_a_later_round():
    games = deal(2)
    buying = office(Effect.BUY, 1)
    lay(games, stage="hand", workers=[{buying: 1}], hands=[[COIN_12, 21], []], street=[24, 19], pool=0)
    play(games, (0, DONE))
    play(games, (0, buy(2)))
    assert cards_in(games, 0, TEMPORARY) == [19]
    play(games, (0, DONE), (1, DONE), (1, DONE))
    assert field(games, "round_number") == 2
    assert hand(games, 0) == [COIN_12, 19, 21]
    assert cards_in(games, 0, IN_DRAW) == []
    assert cards_in(games, 1, IN_HAND) == []
