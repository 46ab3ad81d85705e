"""The worked examples of the rulebook, to the last number."""

import numpy as np
import pytest
from saludos import (
    THERMAL_BATH,
    amount,
    card,
    deal,
    field,
    lay,
    legal,
    passes,
    phase,
    play,
    seat,
)

from hustings.envs.core.engine import chance
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, PASS
from hustings.envs.saludos_amigos.table import REROLL, Phase

PIETRO, CLAUDIA, GABY, REINER, FRITZ = range(5)

REROLLS = (
    (GABY, PASS),
    (REINER, card(1)),
    (REINER, PASS),
    (FRITZ, card(1)),
    (FRITZ, card(2)),
    (FRITZ, PASS),
    (PIETRO, PASS),
    (CLAUDIA, PASS),
    (GABY, PASS),
    (REINER, PASS),
)
# Offers with the mug and the split that each leads to.
NEGOTIATION = (
    (((GABY, CLOSE),), 9, [0, 0, 7, 0, 0]),
    (
        ((REINER, PASS), (FRITZ, seat(4)), (FRITZ, CLOSE), (FRITZ, amount(4)), (REINER, ACCEPT)),
        11,
        [0, 0, 0, 3, 4],
    ),
    (((PIETRO, seat(1)), (PIETRO, CLOSE), (PIETRO, amount(3)), (CLAUDIA, ACCEPT)), 12, [3, 4, 0, 0, 0]),
    (
        (
            (CLAUDIA, PASS),
            (GABY, PASS),
            (REINER, PASS),
            (FRITZ, seat(3)),
            (FRITZ, CLOSE),
            (FRITZ, amount(3)),
            (GABY, amount(5)),
            (FRITZ, DROP),
        ),
        12,
        [3, 4, 0, 0, 0],
    ),
    (
        (
            (FRITZ, seat(1)),
            (FRITZ, seat(2)),
            (FRITZ, CLOSE),
            (FRITZ, amount(2)),
            (FRITZ, amount(2)),
            (PIETRO, ACCEPT),
            (CLAUDIA, ACCEPT),
        ),
        18,
        [2, 3, 0, 0, 2],
    ),
    (
        (
            (PIETRO, PASS),
            (CLAUDIA, PASS),
            (GABY, seat(1)),
            (GABY, seat(2)),
            (GABY, CLOSE),
            (GABY, amount(1)),
            (GABY, amount(2)),
            (REINER, ACCEPT),
            (FRITZ, ACCEPT),
        ),
        20,
        [0, 0, 1, 2, 4],
    ),
    (
        (
            (REINER, PASS),
            (FRITZ, PASS),
            (PIETRO, seat(1)),
            (PIETRO, seat(2)),
            (PIETRO, CLOSE),
            (PIETRO, amount(2)),
            (PIETRO, amount(3)),
            (CLAUDIA, ACCEPT),
            (GABY, ACCEPT),
        ),
        21,
        [2, 3, 2, 0, 0],
    ),
    (((CLAUDIA, PASS), (GABY, PASS), (REINER, PASS), (FRITZ, PASS), (PIETRO, PASS)), 21, [2, 3, 2, 0, 0]),
)
COUNCIL = ((REINER, PASS), (FRITZ, PASS))


def seed_with_rerolls(games, wanted: dict[int, tuple[int, ...]]) -> int:
    """A seed under which these seats roll these numbers when they roll again."""
    table = games.tables[0].copy()
    for seed in range(100_000):
        chance.start(table, np.uint64(seed))
        if all(
            chance.roll(table, REROLL + who, 6) == roll for who, rolls in wanted.items() for roll in rolls
        ):
            return seed
    raise AssertionError("no such seed")


def first_example(ask_forced: bool, **options):
    games = deal(5, ask_forced=ask_forced, **options)
    table = lay(
        games,
        hands=["12", "123", "1123", "12", "123"],
        dice=[4, 3, 5, 1, 2],
        holder=GABY,
        project=THERMAL_BATH,
        placed=2,
    )
    table["seed"] = seed_with_rerolls(games, {REINER: (4,), FRITZ: (1, 5)})
    table["draws"] = 0
    return games


@pytest.mark.rule("SAL-3.19", "SAL-1.3", "SAL-2.1", "SAL-2.7", "SAL-3.4", "SAL-3.9")
def test_the_negotiation_example():
    games = first_example(ask_forced=True)
    assert field(games, "pie") == 7
    assert field(games, "strength") == [6, 6, 9, 3, 5]
    play(games, *REROLLS)
    assert phase(games) == Phase.FLOOR
    assert field(games, "strength") == [6, 6, 9, 5, 6]
    for moves, mug, shares in NEGOTIATION[:-1]:
        play(games, *moves)
        assert field(games, "mug") == mug
        assert field(games, "share") == shares
    play(games, *NEGOTIATION[-1][0])
    assert phase(games) == Phase.CALL
    cards = [sum(hand) for hand in field(games, "hand")]
    play(games, *COUNCIL)
    assert field(games, "paid") == [2, 3, 2, 0, 0]
    assert field(games, "drew") == [0, 0, 0, 1, 1]
    assert [sum(hand) for hand in field(games, "hand")] == [
        cards[0],
        cards[1],
        cards[2],
        cards[3] + 1,
        cards[4] + 1,
    ]
    assert field(games, "bag_holder") in (REINER, FRITZ)  # a journalist may have passed the bag on


@pytest.mark.rule("SAL-3.19", "SAL-3.4")
def test_the_space_of_an_equal_offer_is_taken():
    games = first_example(ask_forced=True)
    play(games, *REROLLS)
    for moves, _, _ in NEGOTIATION[:3]:
        play(games, *moves)
    play(games, (CLAUDIA, PASS), (GABY, PASS), (REINER, PASS), (FRITZ, seat(1)))
    assert legal(games) == {PASS, seat(2), seat(3), seat(4)}  # 6 + 6 do not beat 12


@pytest.mark.rule("SAL-3.19", "SAL-9.1", "SAL-3.21")
@pytest.mark.parametrize(("withdrawal", "forced"), [(True, 0), (False, 1)])
def test_the_negotiation_example_takes_48_decisions(withdrawal, forced):
    """Without withdrawal one of them is forced: a coalition with all who may be invited is complete."""
    asked = first_example(ask_forced=True, withdrawal=withdrawal)
    moves = [*REROLLS, *(move for part, _, _ in NEGOTIATION for move in part), *COUNCIL]
    assert len(moves) == 10 + 48 + 2
    choices = []
    for move in moves:
        if len(legal(asked)) > 1:
            choices.append(move)
        play(asked, move)
    assert len(choices) == 10 + 48 - forced + 2
    unasked = first_example(ask_forced=False, withdrawal=withdrawal)
    play(unasked, *choices)
    assert asked.tables.tobytes() == unasked.tables.tobytes()


FRITZ_4, KLAUS, REINER_4, WOLFGANG = range(4)


def council_example(ask_forced: bool = True):
    games = deal(4, ask_forced=ask_forced)
    lay(games, hands=["112", "11233", "11113", "112233"], dice=[6, 5, 4, 2], project=THERMAL_BATH, placed=4)
    assert field(games, "pie") == 9
    return games


COUNCIL_MOVES = (
    *((who, PASS) for who in range(4)),
    (FRITZ_4, seat(1)),
    (FRITZ_4, CLOSE),
    (FRITZ_4, amount(4)),
    (KLAUS, ACCEPT),
    *((who, PASS) for who in (KLAUS, REINER_4, WOLFGANG, FRITZ_4)),
    (REINER_4, card(1)),
    (WOLFGANG, card(1)),
    (REINER_4, amount(4)),
    (WOLFGANG, ACCEPT),
    (FRITZ_4, PASS),
    (KLAUS, amount(6)),
    (FRITZ_4, ACCEPT),
    *((FRITZ_4, action) for action in (card(2), card(1), CLOSE)),
    *((KLAUS, action) for action in (card(3), card(3), card(2), CLOSE)),
    *((REINER_4, action) for action in (card(3), card(1), CLOSE)),
    *((WOLFGANG, action) for action in (card(3), card(3), card(2), card(2), card(1), CLOSE)),
)


@pytest.mark.rule("SAL-6.19", "SAL-6.3", "SAL-6.4", "SAL-6.8", "SAL-6.9", "SAL-6.15", "SAL-6.17", "SAL-6.18")
def test_the_council_example():
    games = council_example()
    assert field(games, "strength") == [9, 10, 9, 8]
    play(games, *COUNCIL_MOVES[:12])
    assert (field(games, "mug"), field(games, "share")) == (19, [4, 5, 0, 0])
    play(games, *COUNCIL_MOVES[12:13])
    assert field(games, "pretzel") == 17
    play(games, *COUNCIL_MOVES[13:16])
    assert field(games, "opp_share") == [0, 0, 4, 5]
    play(games, *COUNCIL_MOVES[16:19])
    assert field(games, "share") == [3, 6, 0, 0]
    play(games, *COUNCIL_MOVES[19:-1])
    assert legal(games) == {CLOSE}  # Wolfgang has laid down all his cards
    assert sum(field(games, "discard")) == 0
    play(games, *COUNCIL_MOVES[-1:])
    assert field(games, "totals") == [30, 34]
    assert field(games, "paid") == [0, 0, 4, 5]
    assert field(games, "drew") == [1, 1, 0, 0]
    assert field(games, "discard") == [5, 4, 5]
    assert [sum(hand) for hand in field(games, "hand")] == [2, 3, 2, 0]


@pytest.mark.rule("SAL-6.19", "SAL-9.1")
def test_the_council_example_without_being_asked_for_forced_moves():
    asked, unasked = council_example(), council_example(ask_forced=False)
    for move in COUNCIL_MOVES:
        if len(legal(asked)) > 1:
            play(unasked, move)
        play(asked, move)
    assert asked.tables.tobytes() == unasked.tables.tobytes()


@pytest.mark.rule("SAL-6.20", "SAL-6.5", "SAL-6.12", "SAL-6.13", "SAL-6.18")
def test_the_second_council_example():
    """Three form a coalition of seven; of the other four one stays out of the council."""
    games = deal(7)
    lay(games, hands=["12", "12", "12", "333", "333", "333", "33"], dice=[6, 6, 6, 2, 2, 2, 2], placed=3)
    passes(games, 7)
    play(
        games,
        (0, seat(1)),
        (0, seat(2)),
        (0, CLOSE),
        (0, amount(3)),
        (0, amount(3)),
        (1, ACCEPT),
        (2, ACCEPT),
    )
    play(games, *((who % 7, PASS) for who in range(1, 8)))
    assert field(games, "mug") == 24
    play(games, (3, card(3)), (4, card(3)), (5, card(3)), (6, PASS))
    assert field(games, "pretzel") == 5 + 5 + 5 + 4
    play(games, (3, amount(2)), (3, amount(3)), (4, ACCEPT), (5, ACCEPT))
    play(games, (0, PASS), (1, PASS), (2, PASS))
    play(games, (0, CLOSE), (1, CLOSE), (2, card(2)), (2, card(1)), (2, CLOSE))
    play(games, *((who, action) for who in (3, 4, 5) for action in (card(3), CLOSE)))
    assert field(games, "totals") == [24 + 3, 19 + 18]
    assert field(games, "paid") == [0, 0, 0, 2, 3, 3, 0]
    assert field(games, "drew") == [1, 1, 1, 0, 0, 0, 1]
