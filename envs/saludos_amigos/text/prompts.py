"""Prompts for people at a terminal or in a browser; see `core/text/prompts.py`."""

import functools
from collections.abc import Hashable

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.events import Event
from ...core.text.prompts import Form, FormEntry, Plan, one_by_one
from ...core.text.words import player, seats_of
from .. import rules
from ..actions import ACTIONS, AMOUNT, CARD, CLOSE, SEAT
from ..box import ONE_PASS, PARTICIPANTS
from ..rules.common import clockwise, next_of
from ..rules.council import may_push
from ..rules.negotiation import strongest
from ..table import JOURNALIST, PROJECTS, Draft, Phase
from .describe import joint, millions, next_to_serve
from .gains import gains  # noqa: F401 (what `Prompts.gains` says)
from .questions import phases, question  # noqa: F401 (`Prompts.phases`)

_LETTERS = {"close": "o", "accept": "a", "reject": "r", "grant": "g", "hold": "h", "drop": "d"}


def key(box: np.record, table: np.record, action: int) -> str:
    """What to type for an action: 0 passes, c2 is a card of value 2, p3 is player_3, 5 is 5 million."""
    name, number = ACTIONS.locate(action)
    if name == "pass" or (name == "close" and table.phase == Phase.BID):
        return "0"
    if name == "card":
        return f"c{number + 1}"
    if name == "seat":
        return f"p{clockwise(table, int(table.seat), number + 1)}"
    return str(number + 1) if name == "amount" else _LETTERS[name]


def thing(box: np.record, table: np.record, action: int) -> str:
    """The thing on the picture that an action is about."""
    name, number = ACTIONS.locate(action)
    phase, seat = Phase(int(table.phase)), int(table.seat)
    if name == "seat":
        return f"seat {clockwise(table, seat, number + 1)}"
    if name == "card":
        return f"hand {seat} {number}"
    if name in ("grant", "hold"):
        return f"draft {int(table.responder)}"
    if name == "amount" and phase in _SPLITS:
        served = next_to_serve(table)
        return f"draft {served}" if table.in_draft[served] else ""
    if name in ("accept", "reject", "amount"):
        return f"draft {int(table.responder) if phase == Phase.REPLY else seat}"
    if name == "drop" or phase in (Phase.SET, Phase.SPLIT):
        return "proposal 0"
    if name == "close" and phase == Phase.FLOOR:
        return f"strength {seat}"
    return f"die {seat}" if phase == Phase.REROLL else ""


_SPLITS = (Phase.SPLIT, Phase.OPP_SPLIT, Phase.COAL_SPLIT)


def effect(box: np.record, table: np.record, action: int) -> str:
    """The effect of an action, if its description does not say it."""
    name, number = ACTIONS.locate(action)
    phase, seat = Phase(int(table.phase)), int(table.seat)
    if name == "card":
        return _of_a_card(box, table, phase, number + 1)
    if name == "close" and phase == Phase.FLOOR:
        return f"{_beaten(table)}It needs nobody's consent. {_answered(table, {seat})}"
    if name == "close" and phase == Phase.SET:
        return "You name the shares next, then the partners are asked one by one."
    if name == "seat":
        inside = {i for i in seats_of(table) if table.in_draft[i]}
        inside |= {seat, clockwise(table, seat, number + 1)}
        needed = f", {int(table.mug) + 1} needed" if table.mug else ""
        return f"Strength together {joint(table, inside)}{needed}."
    if name == "pass":
        return _of_a_pass(box, table, phase, seat)
    if name == "amount" and phase == Phase.RESPOND:
        return _of_asking(table, seat, number + 1)
    if name in ("grant", "amount") and phase == Phase.REPLY:
        offered = int(table.asked[table.responder]) if name == "grant" else number + 1
        kept = int(table.draft_share[seat]) - offered + int(table.draft_share[table.responder])
        then = "has then accepted" if name == "grant" else "then accepts or rejects"
        return f"You would keep {millions(kept)}; {player(table.responder)} {then}."
    return {
        "accept": _of_accepting(table, seat),
        "reject": "The proposal fails.",
        "hold": f"Then {player(table.responder)} accepts or rejects.",
        "drop": f"The proposal fails. {_fails(table)}".strip(),
    }.get(name, "")


def _answered(table: np.record, inside: set[int]) -> str:
    """Whether anybody could beat an offer by these players, in words."""
    if strongest(table, 0, -1, int(table.pie)) <= joint(table, inside):
        return "Nobody can beat it: the negotiation is over."
    return "The floor goes on, and a higher offer would beat it."


def _of_asking(table: np.record, seat: int, demand: int) -> str:
    """The proposer's possible answers to a demand, who must keep at least a million."""
    most = int(table.draft_share[seat]) + int(table.draft_share[table.proposer]) - 1
    if demand <= most:
        less = "offer less, " if demand > table.draft_share[seat] + 1 else ""
        return f"The proposer may grant it, {less}hold to the offer or drop the proposal."
    gives = f"offer up to {most}, " if most > table.draft_share[seat] else ""
    return f"The proposer cannot grant that, but may {gives}hold to the offer or drop the proposal."


def _of_a_card(box: np.record, table: np.record, phase: Phase, value: int) -> str:
    seat = int(table.seat)
    if phase == Phase.REROLL:
        left = int(table.hand[seat].sum()) - 1
        return f"Your strength would be the new roll plus {left} for cards, even if that is less."
    if phase in (Phase.CALL, Phase.JOIN):
        side = " so far" if box.opp_strength == PARTICIPANTS else ""
        strength = joint(table, _opposed(box, table) | {seat})
        return f"It adds {value} to the opposition's {strength}{side}, against {int(table.mug)}."
    return f"It adds {value} to your side and is discarded, win or lose."


def _opposed(box: np.record, table: np.record) -> set[int]:
    """The seats whose strength the opposition has."""
    those = table.participant if box.opp_strength == PARTICIPANTS else table.share == 0
    return {i for i in seats_of(table) if those[i]}


def _of_a_pass(box: np.record, table: np.record, phase: Phase, seat: int) -> str:
    if phase == Phase.FLOOR:
        if table.streak == table.seats - 1:
            return "Nobody has raised in a whole round: the negotiation is over."
        return "You have the floor again if somebody makes an offer that can be beaten."
    if phase == Phase.REROLL:
        strength = int(table.die[seat]) + int(table.hand[seat].sum())
        after = (clockwise(table, seat, places) for places in range(1, int(table.seats - table.streak)))
        again = box.reroll != ONE_PASS and any(table.hand[other].any() for other in after)
        return f"Your strength is {strength}{_PASS_ON if again else ''}."
    if phase in (Phase.SET, Phase.SPLIT):
        return f"It counts as a proposal that failed. {_fails(table)}".strip()
    if phase == Phase.CALL:
        if _may_others_call(table, seat):
            return "The coalition is paid, unless somebody calls a council: you may still join it then."
        return "The coalition is paid: nobody else can call a council."
    if phase == Phase.COAL_SPLIT:
        last = next_of(table, table.share, seat, int(table.bag_holder)) == NOBODY
        return f"The split stays as agreed{'' if last else ', unless another member proposes a new one'}."
    return "Whoever wins, you are not paid." if phase == Phase.JOIN else ""


def _may_others_call(table: np.record, seat: int) -> bool:
    """Whether somebody is asked after `seat` whether to call a council."""
    while seat != table.bag_holder:
        seat = int(clockwise(table, seat, 1))
        if may_push(table, seat):
            return True
    return False


_PASS_ON = "; you are asked again if somebody after you rolls again"


def _of_accepting(table: np.record, seat: int) -> str:
    """Who is still to be asked after accepting, or the result of general agreement."""
    waiting = [
        player(i)
        for i in _round_from(table)
        if table.in_draft[i] and not table.accepted[i] and i not in (seat, int(table.proposer))
    ]
    if waiting:
        return f"Still to be asked: {', '.join(waiting)}."
    inside = {i for i in seats_of(table) if table.in_draft[i]}
    then = _answered(table, inside) if table.draft == Draft.NEGOTIATION else ""
    return f"Then all agree. {_beaten(table)}{then}".strip()


def _beaten(table: np.record) -> str:
    """The words for a standing offer that would fall; "" if there is none."""
    return "The standing offer falls. " if table.mug and table.draft <= Draft.NEGOTIATION else ""


def _fails(table: np.record) -> str:
    """The number of proposals by this seat that may fail after this one, in words."""
    if table.draft != Draft.NEGOTIATION:
        return ""
    return f"{max(0, int(table.fails_left[table.seat]) - 1)} of yours may still fail in this round."


def form(box: np.record, table: np.record, legal: list[int]) -> Form | None:
    """A form for partners with their shares, for a whole split, or for cards in a council; else None."""
    phase, seat = Phase(int(table.phase)), int(table.seat)
    if phase in (Phase.FLOOR, Phase.SET) and any(ACTIONS.locate(action)[0] == "seat" for action in legal):
        return _proposal(table, seat)
    if phase in _SPLITS:
        members = [i for i in _round_from(table) if table.in_draft[i] and not table.draft_share[i]]
        if len(members) > 2:
            return _shares(table, seat, members, "Name all shares at once")
    cards = [action for action in reversed(legal) if ACTIONS.locate(action)[0] == "card"]
    if phase == Phase.BID and table.hand[seat].sum() > 1:
        return _lay_cards(box, table, seat, cards)
    return None


def _lay_cards(box: np.record, table: np.record, seat: int, cards: list[int]) -> Form:
    """The form for the cards laid down in a council, high values first."""
    each = {action: int(table.hand[seat, action - CARD]) for action in cards}
    about, most = functools.partial(thing, box, table), sum(each.values())
    return one_by_one("Lay all cards at once", cards, about, most, Phase.BID, each=each, then=CLOSE)


def _round_from(table: np.record) -> list[int]:
    """The seats clockwise from the proposer: the order in which shares are named."""
    return [(int(table.proposer) + place) % int(table.seats) for place in range(int(table.seats))]


def _proposal(table: np.record, seat: int) -> Form:
    """The form for a proposal: a share for each partner, 0 for players left out."""
    last = max((places for places, i in enumerate(_round_from(table)) if table.in_draft[i]), default=0)
    members = [
        i for places, i in enumerate(_round_from(table)) if i == seat or table.in_draft[i] or places > last
    ]
    return _shares(table, seat, members, "Propose partners and shares at once")


def _shares(table: np.record, seat: int, members: list[int], title: str) -> Form:
    """The form for the members' shares, which add up to the millions left."""
    left = int(table.pie) - int(table.draft_share.sum())
    names = {i: "Yourself" if i == seat else player(i) for i in members}
    entries = tuple(
        FormEntry(f"{name} (strength {int(table.strength[i])})", f"seat {i}", left)
        for i, name in names.items()
    )

    def plan(counts: list[int]) -> Plan:
        return _plan(dict(zip(members, counts, strict=True)))

    return Form(title, entries, left, left, plan, open=True)


def _plan(shares: dict[int, int]) -> Plan:
    """The plan that invites everybody with a share, then names the shares."""

    def following(box: np.record, table: np.record, legal: list[int]) -> int | None:
        phase, seat = Phase(int(table.phase)), int(table.seat)
        if phase in (Phase.FLOOR, Phase.SET):
            wanted = [i for i, share in shares.items() if share and not table.in_draft[i] and i != seat]
            action = SEAT - 1 + (wanted[0] - seat) % int(table.seats) if wanted else CLOSE
        elif phase in _SPLITS:
            action = AMOUNT - 1 + shares.get(next_to_serve(table), 0)
        else:
            return None
        return action if action in legal else None

    return following


def stage(box: np.record, table: np.record) -> Hashable:
    """A value that changes when the board is due, each round; `matters` has strengths and offers."""
    return int(table.bag_draws)


def opening(box: np.record, table: np.record) -> list[Event]:
    """The journalists drawn before the first tile, and the first dice."""
    tiles = sum(int(box.tiles[project]) - int(table.bag[project]) for project in range(PROJECTS))
    lines = ["A journalist is drawn: nobody pays a fine."] * (int(table.bag_draws) - tiles)
    dice = ", ".join([f"{player(i)} {int(table.die[i])}" for i in seats_of(table)])
    return [Event(line) for line in [*lines, f"Dice: {dice}."]]


def points(table: np.record, number: int) -> str:
    """A number of millions."""
    return millions(number)


def matters(box: np.record, table: np.record, seat: int) -> list[str]:
    """The question, and the facts that matter for the decision."""
    return [] if table.phase == Phase.OVER else [question(table), *_matters(box, table, seat)]


def _matters(box: np.record, table: np.record, seat: int) -> list[str]:
    phase = Phase(int(table.phase))
    pie = f"{millions(table.pie)} to share this round"
    if phase == Phase.REROLL:
        die, cards = int(table.die[seat]), int(table.hand[seat].sum())
        yours = f"Your strength: die {die} + cards {cards} = {die + cards}"
        return [f"{pie}. {yours}.", *_fine(table, seat)]
    if phase in (Phase.FLOOR, Phase.SET):
        return [f"{pie}. {_offer(table)}", _strengths(box, table, seat)]
    if phase in (Phase.SPLIT, Phase.OPP_SPLIT, Phase.COAL_SPLIT, Phase.RESPOND, Phase.REPLY):
        return [f"{pie}. {_offer(table)}", _draft(table, seat), *_demand(table)]
    return [f"{pie}. {_offer(table)}", _council(box, table)]


def _fine(table: np.record, seat: int) -> list[str]:
    """The fine that a journalist would cost: a million for each card above the fewest of any player."""
    cards = [int(table.hand[i].sum()) for i in seats_of(table)]
    fine = min(cards[seat] - min(cards), int(table.money[seat]))
    left, paid = int(table.bag[JOURNALIST]), millions(fine) if fine else "nothing"
    return [f"If a journalist came now, you would pay {paid} ({left} in the bag)."] * (left > 0)


def _offer(table: np.record) -> str:
    """The standing offer: its strength and shares."""
    if not table.mug:
        return "Nobody has made an offer yet."
    inside = [i for i in seats_of(table) if table.share[i]]
    sums = " + ".join(str(int(table.strength[i])) for i in inside)
    shares = ", ".join([f"{player(i)} {int(table.share[i])}" for i in inside])
    total = f"{sums} = {int(table.mug)}" if len(inside) > 1 else sums
    what = (
        "The offer to beat"
        if table.draft <= Draft.NEGOTIATION and table.phase < Phase.CALL
        else "The coalition"
    )
    return f"{what}: strength {total}; in millions {shares}."


def _strengths(box: np.record, table: np.record, seat: int) -> str:
    """The strength of the draft, alone and with each possible partner, and the strength needed."""
    legal = np.zeros(ACTIONS.size, np.bool_)
    rules.legal(box, table, legal)
    inside = [i for i in seats_of(table) if table.in_draft[i]] or [seat]
    together = joint(table, inside)
    sums = " + ".join(f"{_whom(i, seat)} {int(table.strength[i])}" for i in inside)
    enough = " (enough)" if together > table.mug else f" ({int(table.mug) + 1} needed)"
    lines = f"{sums}{f' = {together}' if len(inside) > 1 else ''}{enough if table.mug else ''}"
    partners = (int(clockwise(table, seat, place + 1)) for place in np.flatnonzero(legal[SEAT:AMOUNT]))
    more = [f"{player(i)} {together + int(table.strength[i])}" for i in sorted(partners)]
    return f"Strength: {lines}" + (f"; with {', '.join(more)}." if more else ".")


def _whom(i: int, seat: int) -> str:
    return "you" if i == seat else player(i)


def _draft(table: np.record, seat: int) -> str:
    """The shares of a draft, and the millions left."""
    what = {Draft.OPPOSITION: "Should the opposition win", Draft.COALITION: "New split"}
    inside = [i for i in seats_of(table) if table.in_draft[i]]
    given = [f"{_whom(i, seat)} {int(table.draft_share[i]) or '?'}" for i in inside]
    left = int(table.pie) - sum(int(table.draft_share[i]) for i in inside)
    rest = f"; {millions(left)} left" if left else ""
    against = f" against {int(table.mug)}" * bool(table.mug)
    of = f" (strength {joint(table, inside)}{against})" if table.draft == Draft.NEGOTIATION else ""
    return (
        f"{what.get(Draft(int(table.draft)), 'Proposal')}: {', '.join(given)} of {int(table.pie)}{rest}{of}."
    )


def _demand(table: np.record) -> list[str]:
    if table.phase != Phase.REPLY:
        return []
    asked, offered = (int(of[table.responder]) for of in (table.asked, table.draft_share))
    own = int(table.draft_share[table.seat])
    kept = own - (asked - offered)
    if kept < 1:
        return [f"You have only {own} yourself: you cannot grant that."]
    return [f"If you grant it, you keep {kept} of your {own}."]


def _council(box: np.record, table: np.record) -> str:
    """The strengths of both sides before cards, as far as they have formed."""
    grows = table.phase != Phase.BID and box.opp_strength == PARTICIPANTS
    pretzel = joint(table, _opposed(box, table))
    sides = f"coalition {int(table.mug)}, opposition {pretzel}{' so far' if grows else ''}"
    return f"Council, before cards: {sides}; a tie goes to the coalition. Cards add their values."
