"""Events of Saludos Amigos! in words, as far as a viewer may know them."""

import itertools
from collections.abc import Mapping

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.events import Event, player_event
from ...core.text.substeps import Substep, substeps
from ...core.text.words import player
from .. import rules
from ..actions import ACTIONS
from ..rules.drawing import complete_projects
from ..table import DRAW_LIMIT, PROJECTS, VALUES, Draft, Phase
from .board import project_name, values_in_words
from .describe import millions

ORDINALS = ("no", "first", "second", "third", "fourth", "fifth", "sixth")


def events(box: np.record, before: np.record, action: int, after: np.record, seat: int | None) -> list[Event]:
    """The events of a step: what `seat` may know, or everything for None.

    Forced decisions are told as if they had been made.
    """
    if before.phase == Phase.OVER:
        return []
    steps = [*substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after)]
    decisions = [place for place, step in enumerate(steps) if step.action is not None]
    found = []
    for first, stop in itertools.pairwise([*decisions, len(steps)]):
        end = steps[stop].before if stop < len(steps) else after
        found += _decision(box, steps[first:stop], end, seat)
    return found


def _decision(box: np.record, steps: list[Substep], after: np.record, seat: int | None) -> list[Event]:
    """The events of one decision: the first of `steps`, and what follows by itself."""
    before = steps[0].before
    passed = {int(step.before.phase): step.before for step in steps[1:]}
    drawn = int(after.bag_draws) - int(before.bag_draws)
    if drawn == 0 and after.phase != Phase.OVER:
        return _negotiation(before, passed, after, seat)
    found = _end_of_round(before, passed, after, seat)
    return [*found, *_new_round(box, before, after, drawn), *_end(box, after)]


# --- Within a round ------------------------------------------------------------------------------


def _negotiation(
    before: np.record, passed: Mapping[int, np.record], after: np.record, seat: int | None
) -> list[Event]:
    found = []
    seats = int(after.seats)
    if before.phase == Phase.REROLL:
        found += [
            _reroll(before, after, i, seat)
            for i in range(seats)
            if after.hand[i].sum() < before.hand[i].sum()
        ]
    if after.phase != Phase.REROLL and before.phase == Phase.REROLL:
        found.append(Event(f"Strengths: {_each(after.strength, seats)}."))
    found += _proposals(before, passed, after)
    if after.phase >= Phase.CALL and before.phase < Phase.CALL and before.draft <= Draft.NEGOTIATION:
        found.append(Event(f"The negotiation is over: {_shares(after.share, seats)}."))
    if after.caller != before.caller and after.caller != NOBODY:
        found.append(player_event(after.caller, "calls a council"))
    found += [
        player_event(i, "joins the opposition")
        for i in range(seats)
        if after.participant[i] and not before.participant[i] and i != after.caller
    ]
    if (after.opp_share != before.opp_share).any():
        found.append(Event(f"Should the opposition win: {_shares(after.opp_share, seats)}."))
    if after.mug == before.mug and (after.share != before.share).any():
        found.append(Event(f"The coalition shares anew: {_shares(after.share, seats)}."))
    if after.phase == Phase.BID and before.phase != Phase.BID:
        stand = f"the coalition stands at {int(after.mug)}, the opposition at {int(after.pretzel)}"
        found.append(Event(f"The council begins: {stand}."))
    return found


def _reroll(before: np.record, after: np.record, mover: int, seat: int | None) -> Event:
    gone = values_in_words((before.hand[mover].astype(int) - after.hand[mover]).tolist())
    open_to_all = after.face_down.sum() == before.face_down.sum()
    card, die = f"a {gone}" if open_to_all or seat in (None, mover) else "a card", int(after.die[mover])
    return player_event(
        mover, f"discards {card} and rolls a {die}", "New rolls", f"{player(mover)} {die} for {card}"
    )


def _proposals(before: np.record, passed: Mapping[int, np.record], after: np.record) -> list[Event]:
    """The floor, proposals, and answers to them."""
    seats, mover = int(after.seats), int(before.seat)
    failed, agreed = Phase.FAILED in passed, Phase.AGREED in passed
    found = []
    if after.draft == Draft.NEGOTIATION and before.phase in (Phase.FLOOR, Phase.SET):
        new = [i for i in range(seats) if after.in_draft[i] and not before.in_draft[i] and i != mover]
        if new:
            found.append(player_event(mover, "invites " + ", ".join(map(player, new))))
    if after.phase == Phase.RESPOND and before.phase not in (Phase.RESPOND, Phase.REPLY):
        shares = _shares(after.draft_share, seats)
        found.append(player_event(after.proposer, f"proposes, in millions: {shares}"))
    if failed:
        found.append(_failure(before))
    elif agreed and before.draft <= Draft.NEGOTIATION:
        shares = _shares(after.share, seats)
        found.append(Event(f"New standing offer of strength {int(after.mug)}, in millions: {shares}."))
    elif before.phase == Phase.FLOOR and not after.draft:
        found.append(player_event(mover, "passes"))
    elif before.phase in (Phase.RESPOND, Phase.REPLY) and not agreed:
        found.append(_answer(before, after))
    is_last = before.draft == Draft.COALITION != after.draft  # or else the next member proposes
    if is_last and (failed or agreed) and (after.share == before.share).all():
        found.append(Event("The coalition keeps its split."))
    return found


def _answer(before: np.record, after: np.record) -> Event:
    """An answer that leaves the same proposal open."""
    mover = int(before.seat)
    if before.phase == Phase.RESPOND:
        if after.phase != Phase.REPLY:
            return player_event(mover, "accepts")
        offered = int(after.draft_share[after.responder])
        return player_event(mover, f"asks for {millions(after.asked[after.responder])} instead of {offered}")
    partner, share = player(before.responder), int(after.draft_share[before.responder])
    if after.accepted[before.responder]:
        return player_event(mover, f"grants {partner} {millions(share)}")
    if share == before.draft_share[before.responder]:
        return player_event(mover, f"holds to {millions(share)} for {partner}")
    return player_event(mover, f"offers {partner} {millions(share)}")


def _failure(before: np.record) -> Event:
    """The failure of a proposal; before anybody could answer, it was withdrawn."""
    if before.phase in (Phase.SET, Phase.SPLIT):
        return player_event(before.proposer, "withdraws the proposal")
    return Event(f"The proposal of {player(before.proposer)} fails.")


# --- The end of a round --------------------------------------------------------------------------


def _end_of_round(
    before: np.record, passed: Mapping[int, np.record], after: np.record, seat: int | None
) -> list[Event]:
    """The events of the decision that ends a round; `passed` has the table as each later phase began."""
    found = []
    if Phase.REVEALED in passed:
        found += _council(passed[Phase.REVEALED], after)
    else:
        found += _proposals(before, passed, passed[Phase.SETTLED])
    paid = _shares(after.paid, int(after.seats))
    found.append(Event(f"Paid, in millions: {paid}." if paid else "Nobody is paid."))
    hand = passed[Phase.SETTLED].hand
    for i in range(int(after.seats)):
        if after.drew[i]:
            new = [value + 1 for value in range(VALUES) if after.hand[i, value] > hand[i, value]]
            if new and seat in (None, i):
                found.append(player_event(i, f"draws a {new[0]}"))
            else:
                found.append(player_event(i, "draws a card", "Each draws a card"))
    return found


def _council(revealed: np.record, after: np.record) -> list[Event]:
    """The events of a council; in the table `revealed` its cards are laid down, still face down."""
    shown = []
    for i in range(int(after.seats)):
        if revealed.share[i] or revealed.participant[i]:
            laid = revealed.bid[i].astype(int)
            if revealed.pushed[i]:
                laid[revealed.pushed[i] - 1] += 1
            shown.append(f"{player(i)} {values_in_words(laid.tolist())}")
    coalition, opposition = int(after.totals[0]), int(after.totals[1])
    winner = "opposition" if opposition > coalition else "coalition"
    result = f"The council: coalition {coalition}, opposition {opposition}. The {winner} wins."
    return [Event("Revealed: " + ", ".join(shown) + "."), Event(result)]


# --- A new round, and the end --------------------------------------------------------------------


def _new_round(box: np.record, before: np.record, after: np.record, drawn: int) -> list[Event]:
    """Journalists, the tile, and the dice."""
    seats = int(after.seats)
    tiles = int(before.bag[:PROJECTS].sum()) - int(after.bag[:PROJECTS].sum())
    found = [Event("A journalist is drawn.")] * (drawn - tiles)
    if drawn > tiles:
        fines = _shares(after.fined, seats)
        found.append(Event(f"Fines, in millions: {fines}." if fines else "Nobody pays a fine."))
        if after.board_journalists > before.board_journalists:
            found.append(Event(f"Journalists on the map: {int(after.board_journalists)}."))
    if tiles:
        section = f"A section of {project_name(box, int(after.project))} is drawn"
        if after.phase == Phase.OVER:
            found.append(Event(f"{section}: it completes the {ORDINALS[int(box.projects_to_end)]} project."))
            found.append(Event(f"Bonus for the most influence, in millions: {_shares(after.bonus, seats)}."))
        else:
            found.append(Event(f"{section}: {millions(after.pie)} to share."))
    if drawn and after.phase != Phase.OVER:
        found.append(Event(f"Dice: {_each(after.die, seats)}."))
    return found


def _end(box: np.record, after: np.record) -> list[Event]:
    if after.phase != Phase.OVER:
        return []
    met = after.board_journalists == box.journalists_to_end
    met = met or complete_projects(box, after) == box.projects_to_end
    over = "The game is over" if met else f"After {DRAW_LIMIT} tiles the game is over"
    money = after.money[: int(after.seats)].tolist()
    winners = [player(i) for i, sum_of in enumerate(money) if sum_of == max(money)]
    who = "Winners" if len(winners) > 1 else "Winner"
    return [Event(f"{over}. {who} with {millions(max(money))}: " + ", ".join(winners) + ".")]


def _each(numbers: np.ndarray, seats: int) -> str:
    return ", ".join(f"{player(i)} {int(numbers[i])}" for i in range(seats))


def _shares(shares: np.ndarray, seats: int) -> str:
    return ", ".join(f"{player(i)} {int(shares[i])}" for i in range(seats) if shares[i])
