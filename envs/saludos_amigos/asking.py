"""How a person at a terminal is asked."""

import re
from collections.abc import Hashable

from ..core.asking import Fold
from ..core.words import player
from .actions import ACTIONS
from .box import PARTICIPANTS
from .table import JOURNALIST, PROJECTS, Draft, Phase
from .text import _list
from .words import millions, next_to_serve

_LETTERS = {"close": "o", "accept": "a", "reject": "r", "grant": "g", "hold": "h", "drop": "d"}
folds = (
    Fold(re.compile(r"(player_\d) discards (.+) and rolls a (\d+)\."), "New rolls", r"\1 \3 for \2"),
    Fold(re.compile(r"(player_\d) draws a card\."), "Each draws a card", r"\1"),
)


def key(box, table, action: int) -> str:
    """What to type for an action: 0 passes, c2 is a card of value 2, p3 is player_3, 5 is 5 million."""
    name, number = ACTIONS.locate(action)
    if name == "pass" or (name == "close" and table.phase == Phase.BID):
        return "0"
    if name == "card":
        return f"c{number + 1}"
    if name == "seat":
        return f"p{(int(table.seat) + number + 1) % int(table.seats)}"
    return str(number + 1) if name == "amount" else _LETTERS[name]


def stage(box, table) -> Hashable:
    """The board is shown each round; the strengths and the offers since stand in `matters`."""
    return int(table.bag_draws)


def opening(box, table) -> list[str]:
    """Journalists who came before the first tile."""
    tiles = sum(int(box.tiles[project]) - int(table.bag[project]) for project in range(PROJECTS))
    lines = ["A journalist is drawn: nobody pays a fine."] * (int(table.bag_draws) - tiles)
    return [
        *lines,
        "Dice: " + _list([f"{player(i)} {int(table.die[i])}" for i in range(int(table.seats))]) + ".",
    ]


def matters(box, table, seat: int) -> list[str]:
    """What the decision turns on."""
    phase = Phase(int(table.phase))
    pie = f"{millions(table.pie)} to share this round"
    if phase == Phase.REROLL:
        die, cards = int(table.die[seat]), int(table.hand[seat].sum())
        yours = f"Your strength: die {die} + cards {cards} = {die + cards}"
        return [f"{pie}. {yours}.", *_fine(table, seat)]
    if phase in (Phase.FLOOR, Phase.SET):
        return [f"{pie}. {_offer(table)}", _strengths(table, seat)]
    if phase in (Phase.SPLIT, Phase.OPP_SPLIT, Phase.COAL_SPLIT, Phase.RESPOND, Phase.REPLY):
        return [f"{pie}. {_offer(table)}", _draft(table, seat), *_demand(table)]
    if phase == Phase.OVER:
        return []
    return [f"{pie}. {_offer(table)}", _council(box, table)]


def _fine(table, seat: int) -> list[str]:
    """What a journalist would cost: a million for each card more than who has fewest."""
    cards = [int(table.hand[i].sum()) for i in range(int(table.seats))]
    fine = min(cards[seat] - min(cards), int(table.money[seat]))
    left = int(table.bag[JOURNALIST])
    return (
        [
            f"If a journalist came now, you would pay {millions(fine) if fine else 'nothing'} "
            f"({left} in the bag)."
        ]
        if left
        else []
    )


def _offer(table) -> str:
    """The standing offer: who is in it, and what each would get."""
    if not table.mug:
        return "Nobody has made an offer."
    inside = [i for i in range(int(table.seats)) if table.share[i]]
    sums = " + ".join(str(int(table.strength[i])) for i in inside)
    shares = _list([f"{player(i)} {int(table.share[i])}" for i in inside])
    total = f"{sums} = {int(table.mug)}" if len(inside) > 1 else sums
    return f"The offer to beat: strength {total}; {shares}."


def _strengths(table, seat: int) -> str:
    """Joint strength of the draft, or with each possible partner, against the mug."""
    inside = [i for i in range(int(table.seats)) if table.in_draft[i]] or [seat]
    together = sum(int(table.strength[i]) for i in inside)
    sums = " + ".join(f"{_whom(i, seat)} {int(table.strength[i])}" for i in inside)
    enough = "is enough" if together > table.mug else f"{int(table.mug) + 1} needed"
    lines = f"{sums}{f' = {together}' if len(inside) > 1 else ''} ({enough})"
    more = [
        f"{player(i)} {together + int(table.strength[i])}" for i in range(int(table.seats)) if i not in inside
    ]
    return f"Strength: {lines}" + (f"; with {_list(more)}." if more else ".")


def _whom(i: int, seat: int) -> str:
    return "you" if i == seat else player(i)


def _draft(table, seat: int) -> str:
    """What a draft adds up to, and what is left of the millions."""
    what = {Draft.OPPOSITION: "Should the opposition win", Draft.COALITION: "New split"}
    inside = [i for i in range(int(table.seats)) if table.in_draft[i]]
    given = [f"{_whom(i, seat)} {int(table.draft_share[i]) or '?'}" for i in inside]
    left = int(table.pie) - sum(int(table.draft_share[i]) for i in inside)
    rest = f"; {millions(left)} left, next {_whom(next_to_serve(table), seat)}" if left else ""
    joint = sum(int(table.strength[i]) for i in inside)
    of = "" if table.draft != Draft.NEGOTIATION else f" (strength {joint} against {int(table.mug)})"
    return f"{what.get(Draft(int(table.draft)), 'Proposal')}: {_list(given)} of {int(table.pie)}{rest}{of}."


def _demand(table) -> list[str]:
    if table.phase != Phase.REPLY:
        return []
    asked, offered = (int(of[table.responder]) for of in (table.asked, table.draft_share))
    own = int(table.draft_share[table.seat])
    who = player(table.responder)
    return [
        f"{who} asks for {asked} instead of {offered}: you would keep {own - (asked - offered)} of {own}."
    ]


def _council(box, table) -> str:
    """Both sides before the cards, as far as they are made up."""
    seats = range(int(table.seats))
    grows = table.phase != Phase.BID and box.opp_strength == PARTICIPANTS
    those = table.participant if box.opp_strength == PARTICIPANTS else table.share == 0
    pretzel = sum(int(table.strength[i]) for i in seats if those[i])
    sides = f"coalition {int(table.mug)}, opposition {pretzel}{' so far' if grows else ''}"
    return f"Council, before cards: {sides}; a tie goes to the coalition. Cards add their values."
