"""What happened between two tables, in words, as far as a seat may know it."""

import re

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.events import Event
from ...core.text.words import player
from ..box import PARTICIPANTS
from ..table import PROJECTS, VALUES, Draft, Phase
from .board import _list, _values, project_name
from .describe import millions


def _lines(box, before, action, after, seat: int | None) -> list[str]:
    """What happened between two tables in words, as far as `seat` may know it, or everything."""
    if before.phase == Phase.OVER:
        return []
    seats = int(after.seats)
    lines = []
    drawn = int(after.bag_draws) - int(before.bag_draws)
    same_round = drawn == 0 and after.phase != Phase.OVER
    if same_round:
        lines += _talk(before, after, seat)
    else:
        lines += _end_of_round(box, before, after, seat)
    tiles = int(before.bag[:PROJECTS].sum()) - int(after.bag[:PROJECTS].sum())
    for _ in range(drawn - tiles):
        lines.append("A journalist is drawn.")
    fines = [f"{player(i)} {int(after.fined[i])}" for i in range(seats) if after.fined[i]]
    if drawn > tiles:
        lines.append(f"Fines, in millions: {_list(fines)}." if fines else "Nobody pays a fine.")
        if after.board_journalists > before.board_journalists:
            lines.append(f"Journalists on the map: {int(after.board_journalists)}.")
    if tiles:
        section = f"A section of {project_name(box, int(after.project))} is drawn"
        if after.phase == Phase.OVER:
            lines.append(f"{section}: it completes the project, the last one.")
            bonus = [f"{player(i)} {int(after.bonus[i])}" for i in range(seats) if after.bonus[i]]
            lines.append(f"Bonus for the most influence, in millions: {_list(bonus)}.")
        else:
            lines.append(f"{section}: {millions(after.pie)} to share.")
    if drawn and after.phase != Phase.OVER:
        lines.append("Dice: " + _list([f"{player(i)} {int(after.die[i])}" for i in range(seats)]) + ".")
    if after.phase == Phase.OVER and before.phase != Phase.OVER:
        most = max(int(after.money[i]) for i in range(seats))
        winners = [player(i) for i in range(seats) if after.money[i] == most]
        lines.append(f"The game is over. Winner with {millions(most)}: {_list(winners)}.")
    return lines


def _talk(before, after, seat: int | None) -> list[str]:
    """News from within a round."""
    lines = []
    seats = int(after.seats)
    if before.phase == Phase.REROLL:
        for i in range(seats):
            if sum(after.hand[i]) < sum(before.hand[i]):
                gone = _values([int(before.hand[i, v]) - int(after.hand[i, v]) for v in range(VALUES)])
                card = (
                    f"a {gone}"
                    if int(after.face_down.sum()) == int(before.face_down.sum()) or seat in (None, i)
                    else "a card"
                )
                lines.append(f"{player(i)} discards {card} and rolls a {int(after.die[i])}.")
    if after.phase != Phase.REROLL and before.phase == Phase.REROLL:
        strengths = [f"{player(i)} {int(after.strength[i])}" for i in range(seats)]
        lines.append(f"Strengths: {_list(strengths)}.")
    lines += _proposals(before, after)
    if after.phase >= Phase.CALL and before.phase < Phase.CALL and before.draft <= Draft.NEGOTIATION:
        lines.append(f"The negotiation is over: {_shares(after.share, seats)}.")
    if after.caller != before.caller and after.caller != NOBODY:
        lines.append(f"{player(after.caller)} calls a council.")
    for i in range(seats):
        if after.participant[i] and not before.participant[i] and i != after.caller:
            lines.append(f"{player(i)} joins the opposition.")
    if (after.opp_share != before.opp_share).any():
        lines.append(f"Should the opposition win: {_shares(after.opp_share, seats)}.")
    if after.mug == before.mug and (after.share != before.share).any():
        lines.append(f"The coalition shares anew: {_shares(after.share, seats)}.")
    if after.phase == Phase.BID and before.phase != Phase.BID:
        lines.append(
            f"Cards are laid down: the coalition stands at {int(after.mug)}, "
            f"the opposition at {int(after.pretzel)}."
        )
    return lines


def _proposals(before, after) -> list[str]:
    """News of the floor, of proposals and of the answers to them."""
    seats, mover = int(after.seats), player(before.seat)
    lines = []
    if after.draft == Draft.NEGOTIATION and before.phase in (Phase.FLOOR, Phase.SET):
        invited = [
            i for i in range(seats) if after.in_draft[i] and not before.in_draft[i] and i != before.seat
        ]
        if invited:
            lines.append(f"{mover} invites {_list([player(i) for i in invited])}.")
    if after.phase == Phase.RESPOND and before.phase not in (Phase.RESPOND, Phase.REPLY):
        lines.append(f"{player(after.proposer)} proposes: {_shares(after.draft_share, seats)}.")
    if before.phase in (Phase.RESPOND, Phase.REPLY) and after.phase in (Phase.RESPOND, Phase.REPLY):
        lines += _answer(before, after)
    elif after.mug > before.mug:
        lines.append(f"New standing offer of {int(after.mug)}: {_shares(after.share, seats)}.")
    elif before.phase == Phase.FLOOR and not after.draft:
        lines.append(f"{mover} passes.")
    elif before.phase in (Phase.RESPOND, Phase.REPLY) or _is_withdrawn(before, after):
        lines += _conclusion(before, after)
    return lines


def _answer(before, after) -> list[str]:
    """News of an answer after which the same proposal is still open."""
    mover = player(before.seat)
    if before.phase == Phase.RESPOND:
        if after.phase != Phase.REPLY:
            return [f"{mover} accepts."]
        offered = int(after.draft_share[after.responder])
        demand = millions(after.asked[after.responder])
        return [f"{mover} asks for {demand} instead of {offered}."]
    partner, share = player(before.responder), int(after.draft_share[before.responder])
    if after.accepted[before.responder]:
        return [f"{mover} grants {partner} {millions(share)}."]
    if share == before.draft_share[before.responder]:
        return [f"{mover} holds to {millions(share)} for {partner}."]
    return [f"{mover} offers {partner} {millions(share)}."]


def _conclusion(before, after) -> list[str]:
    """News of a proposal that is off the table and has moved no mug."""
    fails = _failure(before)
    if before.draft in (Draft.NEGOTIATION, after.draft):  # in a council the next may propose now
        return [fails]
    agreed = before.draft_share.copy()  # as it would be; one that is withdrawn shares less
    if before.phase == Phase.REPLY:
        demand = before.asked[before.responder]
        agreed[before.proposer] += agreed[before.responder] - demand
        agreed[before.responder] = demand
    old, new = (
        (before.opp_share, after.opp_share)
        if before.draft == Draft.OPPOSITION
        else (before.share, after.share)
    )
    lines = [fails] if (new != agreed).any() else []
    return lines if (new != old).any() else [*lines, "The coalition keeps its split."]


def _shares(shares, seats: int) -> str:
    return _list([f"{player(i)} {int(shares[i])}" for i in range(seats) if shares[i]])


def _bids(box, before, after) -> np.ndarray:
    """(7, values) cards that each laid down in the council just over, those pushed forward included.

    `before` lacks one card at most, that of the seat that moved last. The discarded cards may be shuffled
    already, so it is what the council's totals leave unexplained.
    """
    laid = before.bid.astype(int)
    for i in range(int(before.seats)):
        if before.pushed[i]:
            laid[i, before.pushed[i] - 1] += 1
    those = before.participant if box.opp_strength == PARTICIPANTS else before.share == 0
    pretzel = int(before.strength[those.astype(bool)].sum())
    rest = int(after.totals.sum()) - int(before.mug) - pretzel - int((laid * range(1, VALUES + 1)).sum())
    if rest and before.phase in (Phase.CALL, Phase.JOIN) and box.opp_strength == PARTICIPANTS:
        rest -= int(before.strength[before.seat])
    if rest:
        laid[before.seat, rest - 1] += 1
    return laid


def _end_of_round(box, before, after, seat: int | None) -> list[str]:
    """News of a round that has just ended."""
    seats, mover = int(after.seats), int(before.seat)
    lines = []
    hand = before.hand.astype(int)
    if after.totals.any():
        laid = _bids(box, before, after)
        pushed = before.phase in (Phase.CALL, Phase.JOIN) and laid[mover].any()
        hand[mover] -= laid[mover] - before.bid[mover]
        if before.pushed[mover]:
            hand[mover, before.pushed[mover] - 1] += 1
        if pushed:
            what = "calls a council" if before.phase == Phase.CALL else "joins the opposition"
            lines.append(f"{player(mover)} {what}.")
        sides = [
            i for i in range(seats) if before.share[i] or before.participant[i] or (pushed and i == mover)
        ]
        lines.append("Revealed: " + _list([f"{player(i)} {_values(laid[i])}" for i in sides]) + ".")
        coalition, opposition = int(after.totals[0]), int(after.totals[1])
        winner = "opposition" if opposition > coalition else "coalition"
        lines.append(f"The council: coalition {coalition}, opposition {opposition}. The {winner} wins.")
    elif before.phase != Phase.CALL:
        lines += _last_offer(before, after)
    paid = _shares(after.paid, seats)
    lines.append(f"Paid, in millions: {paid}." if paid else "Nobody is paid.")
    for i in range(seats):
        if after.drew[i]:
            new = [v + 1 for v in range(VALUES) if after.hand[i, v] > hand[i, v]]
            card = f"a {new[0]}" if new and seat in (None, i) else "a card"
            lines.append(f"{player(i)} draws {card}.")
    return lines


def _last_offer(before, after) -> list[str]:
    """News of the move with which a negotiation ended that left nobody to call a council."""
    if (after.paid != before.share).any():
        mug = int(before.strength[after.paid > 0].sum())
        return [f"New standing offer of {mug}: {_shares(after.paid, int(after.seats))}."]
    if before.phase == Phase.FLOOR:
        return [f"{player(before.seat)} passes."]
    return [_failure(before)]


def _is_withdrawn(before, after) -> bool:
    """Whether the proposal that was being put together is no longer there."""
    on_table = (Phase.SET, Phase.SPLIT)
    return before.phase in on_table and after.phase not in (*on_table, Phase.RESPOND)


def _failure(before) -> str:
    """News of a proposal that fails; one that nobody could answer yet has been withdrawn."""
    if before.phase in (Phase.SET, Phase.SPLIT):
        return f"{player(before.proposer)} withdraws the proposal."
    return f"The proposal of {player(before.proposer)} fails."


_FOLDS = (
    (re.compile(r"(player_\d) discards (.+) and rolls a (\d+)\."), "New rolls", r"\1 \3 for \2"),
    (re.compile(r"(player_\d) draws a card\."), "Each draws a card", r"\1"),
)


def events(box, before, action, after, seat: int | None) -> list[Event]:
    """What an action has brought about; only what `seat` may know, or everything."""
    return [_event_of(line) for line in _lines(box, before, action, after, seat)]


def _event_of(line: str) -> Event:
    who = re.match(r"player_(\d+) ", line)
    by = int(who[1]) if who else -1
    for pattern, group, short in (*_FOLDS, (re.compile(r"(player_\d+) (.+)\."), r"\2", r"\1")):
        if found := pattern.fullmatch(line):
            return Event(line, found.expand(group), found.expand(short), by)
    return Event(line, "", "", by)
