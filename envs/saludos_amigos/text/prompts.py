"""How a person at a terminal is asked."""

import functools
from collections.abc import Hashable

import numpy as np

from ...core.text.events import Event
from ...core.text.prompts import Entry, Form, Plan, one_by_one, thing_at
from ...core.text.words import player
from ..actions import ACTIONS, AMOUNT, CARD, CLOSE, SEAT
from ..box import PARTICIPANTS
from ..table import JOURNALIST, PROJECTS, Draft, Phase
from .describe import millions, next_to_serve

_LETTERS = {"close": "o", "accept": "a", "reject": "r", "grant": "g", "hold": "h", "drop": "d"}


def key(box: np.record, table: np.record, action: int) -> str:
    """What to type for an action: 0 passes, c2 is a card of value 2, p3 is player_3, 5 is 5 million."""
    name, number = ACTIONS.locate(action)
    if name == "pass" or (name == "close" and table.phase == Phase.BID):
        return "0"
    if name == "card":
        return f"c{number + 1}"
    if name == "seat":
        return f"p{(int(table.seat) + number + 1) % int(table.seats)}"
    return str(number + 1) if name == "amount" else _LETTERS[name]


def thing(box: np.record, table: np.record, action: int) -> str:
    """The thing on the picture that an action is about."""
    name, number = ACTIONS.locate(action)
    if name == "seat":
        return f"seat {(int(table.seat) + number + 1) % int(table.seats)}"
    return thing_at(ACTIONS, action)


def form(box: np.record, table: np.record, legal: list[int]) -> Form | None:
    """Partners with their shares, all shares of a split, and the cards of a council are chosen together."""
    phase, seat = Phase(int(table.phase)), int(table.seat)
    if phase in (Phase.FLOOR, Phase.SET) and any(ACTIONS.locate(action)[0] == "seat" for action in legal):
        return _proposal(table, seat)
    if phase in (Phase.SPLIT, Phase.OPP_SPLIT, Phase.COAL_SPLIT):
        members = [i for i in _round_from(table) if table.in_draft[i] and not table.draft_share[i]]
        if len(members) > 2:
            return _shares(table, seat, members, "Name all shares at once")
    cards = [action for action in reversed(legal) if ACTIONS.locate(action)[0] == "card"]
    if phase == Phase.BID and table.hand[seat].sum() > 1:
        return _lay_cards(table, seat, cards)
    return None


def _lay_cards(table: np.record, seat: int, cards: list[int]) -> Form:
    """A number of cards of each value, high cards first, and no more."""
    each = {action: int(table.hand[seat, action - CARD]) for action in cards}
    about, most = functools.partial(thing_at, ACTIONS), sum(each.values())
    return one_by_one("Lay all cards at once", cards, about, most, Phase.BID, each=each, then=CLOSE)


def _round_from(table: np.record) -> list[int]:
    """The seats clockwise from the proposer: the order in which shares are named."""
    return [(int(table.proposer) + place) % int(table.seats) for place in range(int(table.seats))]


def _proposal(table: np.record, seat: int) -> Form:
    """A share for each who is to be in the coalition, nothing for the others."""
    last = max((places for places, i in enumerate(_round_from(table)) if table.in_draft[i]), default=0)
    members = [
        i for places, i in enumerate(_round_from(table)) if i == seat or table.in_draft[i] or places > last
    ]
    return _shares(table, seat, members, "Propose partners and shares at once")


def _shares(table: np.record, seat: int, members: list[int], title: str) -> Form:
    """Millions for each of the members; they add up to all that is left."""
    left = int(table.pie) - int(table.draft_share.sum())
    names = {i: "Yourself" if i == seat else player(i) for i in members}
    entries = tuple(
        Entry(f"{name} (strength {int(table.strength[i])})", f"seat {i}", left) for i, name in names.items()
    )
    return Form(title, entries, left, left, lambda counts: _plan(dict(zip(members, counts, strict=True))))


def _plan(shares: dict[int, int]) -> Plan:
    """The actions that invite those who are to get something, then name the shares."""

    def following(box: np.record, table: np.record, legal: list[int]) -> int | None:
        phase, seat = Phase(int(table.phase)), int(table.seat)
        if phase in (Phase.FLOOR, Phase.SET):
            wanted = [i for i, share in shares.items() if share and not table.in_draft[i] and i != seat]
            action = SEAT - 1 + (wanted[0] - seat) % int(table.seats) if wanted else CLOSE
        elif phase in (Phase.SPLIT, Phase.OPP_SPLIT, Phase.COAL_SPLIT):
            action = AMOUNT - 1 + shares.get(next_to_serve(table), 0)
        else:
            return None
        return action if action in legal else None

    return following


def stage(box: np.record, table: np.record) -> Hashable:
    """The board is shown each round; the strengths and the offers since stand in `matters`."""
    return int(table.bag_draws)


def opening(box: np.record, table: np.record) -> list[Event]:
    """Journalists who came before the first tile."""
    tiles = sum(int(box.tiles[project]) - int(table.bag[project]) for project in range(PROJECTS))
    lines = ["A journalist is drawn: nobody pays a fine."] * (int(table.bag_draws) - tiles)
    dice = ", ".join([f"{player(i)} {int(table.die[i])}" for i in range(int(table.seats))])
    return [Event(line) for line in [*lines, f"Dice: {dice}."]]


def matters(box: np.record, table: np.record, seat: int) -> list[str]:
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


def _fine(table: np.record, seat: int) -> list[str]:
    """What a journalist would cost: a million for each card more than the player with fewest has."""
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


def _offer(table: np.record) -> str:
    """The standing offer: who is in it, and what each would get."""
    if not table.mug:
        return "Nobody has made an offer."
    inside = [i for i in range(int(table.seats)) if table.share[i]]
    sums = " + ".join(str(int(table.strength[i])) for i in inside)
    shares = ", ".join([f"{player(i)} {int(table.share[i])}" for i in inside])
    total = f"{sums} = {int(table.mug)}" if len(inside) > 1 else sums
    return f"The offer to beat: strength {total}; {shares}."


def _strengths(table: np.record, seat: int) -> str:
    """The joint strength of the draft, alone and with each possible partner, against the mug."""
    inside = [i for i in range(int(table.seats)) if table.in_draft[i]] or [seat]
    together = sum(int(table.strength[i]) for i in inside)
    sums = " + ".join(f"{_whom(i, seat)} {int(table.strength[i])}" for i in inside)
    enough = "is enough" if together > table.mug else f"{int(table.mug) + 1} needed"
    lines = f"{sums}{f' = {together}' if len(inside) > 1 else ''} ({enough})"
    more = [
        f"{player(i)} {together + int(table.strength[i])}" for i in range(int(table.seats)) if i not in inside
    ]
    return f"Strength: {lines}" + (f"; with {', '.join(more)}." if more else ".")


def _whom(i: int, seat: int) -> str:
    return "you" if i == seat else player(i)


def _draft(table: np.record, seat: int) -> str:
    """What a draft adds up to, and what is left of the millions."""
    what = {Draft.OPPOSITION: "Should the opposition win", Draft.COALITION: "New split"}
    inside = [i for i in range(int(table.seats)) if table.in_draft[i]]
    given = [f"{_whom(i, seat)} {int(table.draft_share[i]) or '?'}" for i in inside]
    left = int(table.pie) - sum(int(table.draft_share[i]) for i in inside)
    rest = f"; {millions(left)} left, next {_whom(next_to_serve(table), seat)}" if left else ""
    joint = sum(int(table.strength[i]) for i in inside)
    of = "" if table.draft != Draft.NEGOTIATION else f" (strength {joint} against {int(table.mug)})"
    return (
        f"{what.get(Draft(int(table.draft)), 'Proposal')}: {', '.join(given)} of {int(table.pie)}{rest}{of}."
    )


def _demand(table: np.record) -> list[str]:
    if table.phase != Phase.REPLY:
        return []
    asked, offered = (int(of[table.responder]) for of in (table.asked, table.draft_share))
    own = int(table.draft_share[table.seat])
    who = player(table.responder)
    return [
        f"{who} asks for {asked} instead of {offered}: you would keep {own - (asked - offered)} of {own}."
    ]


def _council(box: np.record, table: np.record) -> str:
    """Both sides before the cards, as far as they are made up."""
    seats = range(int(table.seats))
    grows = table.phase != Phase.BID and box.opp_strength == PARTICIPANTS
    those = table.participant if box.opp_strength == PARTICIPANTS else table.share == 0
    pretzel = sum(int(table.strength[i]) for i in seats if those[i])
    sides = f"coalition {int(table.mug)}, opposition {pretzel}{' so far' if grows else ''}"
    return f"Council, before cards: {sides}; a tie goes to the coalition. Cards add their values."
