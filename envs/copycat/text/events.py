"""Events of Copycat in words, as far as a viewer may know them."""

from collections.abc import Iterable, Iterator

import numpy as np

from ...core.text.events import Event, player_event
from ...core.text.substeps import substeps
from ...core.text.words import count, number_of, player, seats_of
from .. import rules
from ..actions import ACTIONS
from ..box import is_red
from ..rules.clean_up import standing
from ..rules.common import coins_left
from ..table import DOCTORATE, IN_HAND, IN_SUPPLY, KNOWN, NO_CARD, OFFICES, ON_STREET, ROUNDS, Ending, Phase
from .board import lying, several
from .describe import card_in_words, office_in_words


def events(box: np.record, before: np.record, action: int, after: np.record, seat: int | None) -> list[Event]:
    """The events of a step: what `seat` may know, or everything for None."""
    found: list[Event] = []
    for old, new, taken in substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after):
        found += _passage(box, old, new) if taken is None else _move(box, old, new, taken, seat)
        found += _besides(box, old, new, seat)
    return found


_WITH_CARD = {
    Phase.SWAP: "swaps",
    Phase.TRASH_FOR_WORKER: "trashes",
    Phase.TRASH_FOR_COIN: "trashes",
    Phase.DONATE: "pays with",
    Phase.TABLE: "uses",
    Phase.REUSE_CARD: "uses",
    Phase.COPY_CARD: "copies",
}
_WITH_OFFICE = {Phase.DONATE: "pays with", Phase.REUSE_WORKER: "uses"}


def _move(box: np.record, old: np.record, new: np.record, action: int, seat: int | None) -> Iterator[Event]:
    """The action of the seat on turn."""
    who, phase = int(old.seat), Phase(int(old.phase))
    spent = int(new.spent) - int(old.spent)
    match ACTIONS.locate(action):
        case "card", index:
            yield _with_card(box, who, phase, index + 1, seat in (None, who))
        case "place", office:
            tokens = int(old.office_tokens[office])
            taken = f" and takes {count(tokens, 'token')}" if tokens else ""
            yield player_event(who, f"places a worker in {office_in_words(box, office)}{taken}")
        case "office", office:
            again = " once more" * (phase == Phase.REUSE_WORKER)
            yield player_event(
                who, f"{_WITH_OFFICE.get(phase, 'uses')} {office_in_words(box, office)}{again}"
            )
        case "buy", space:
            reds = [card for card in old.street[:space].tolist() if is_red(card)]
            beside = f", with {_cards(box, reds)}" if reds else ""
            yield player_event(
                who, f"buys {_cards(box, [int(old.street[space])])} for {number_of(spent, 'coin')}{beside}"
            )
        case "invest", _:
            yield player_event(who, f"invests {number_of(spent, 'coin')}")
        case "coin", _:
            yield player_event(who, "counts a charity event as a coin")
        case "vp", _:
            yield player_event(who, f"counts a charity event as {int(box.charity_vp)} VP")
        case "pass", _:
            yield player_event(who, "passes")


def _with_card(box: np.record, who: int, phase: Phase, card: int, known: bool) -> Event:
    """An action with a card; others may not know which one is chosen or kept."""
    words = card_in_words(box, card)
    if phase == Phase.BID:
        return player_event(who, f"chooses {words if known else 'a card'}", "Each chooses a card")
    if phase == Phase.KEEP:
        return player_event(who, f"keeps {words if known else 'a card'}")
    if phase in _WITH_CARD:
        return player_event(who, f"{_WITH_CARD[phase]} {words}{' once more' * (phase == Phase.REUSE_CARD)}")
    return player_event(who, f"plays {words}", f"{player(who)} plays", words.removeprefix(f"{card} "))


def _passage(box: np.record, old: np.record, new: np.record) -> Iterator[Event]:
    """A phase that passes without a decision."""
    phase, who = Phase(int(old.phase)), int(old.seat)
    if phase == Phase.REVEAL:
        order = map(int, new.order[: int(old.seats)])
        shown = (f"{player(i)} {_cards(box, [int(old.bid[i])]) if old.bid[i] else 'nothing'}" for i in order)
        yield Event(f"Order of turns: {'; '.join(shown)}.")
    elif phase == Phase.LAY_DOWN:
        laid = _hand(old, who) - _hand(new, who)
        kept = f" and keeps {count(new.hand_size[who], 'card')}" if new.hand_size[who] else ""
        yield player_event(who, f"lays down {'; '.join(several(box, sorted(laid))) or 'nothing'}{kept}")
        yield player_event(
            who, f"has {number_of(coins_left(new), 'coin')} and {number_of(new.purchases, 'purchase')}"
        )
    elif phase == Phase.COUNT:
        points, total = f"{int(new.round_vp[who])} VP", int(new.vp[who])
        short = f"{player(who)} {points}, {total} in all"
        yield player_event(who, f"has {points} in this round, {total} in all", "Points", short)
    elif phase == Phase.CLEAN_UP and not new.ending:
        opened = [office_in_words(box, o) for o in range(OFFICES) if new.open[o] > old.open[o]]
        yield Event(f"Round {int(new.round_number) + 1}.{f' New: {opened[0]}.' if opened else ''}")
        cleared = [c for c in old.street[: int(box.cleared[int(old.seats)])].tolist() if c != NO_CARD]
        if cleared:
            yield Event(f"Cleared from the street: {_cards(box, cleared)}.")


def _besides(box: np.record, old: np.record, new: np.record, seat: int | None) -> Iterator[Event]:
    """Consequences of either: cards drawn, discards shuffled, new cards on the street, the end."""
    for who in range(int(old.seats)):
        drawn = sorted(_hand(new, who) - _hand(old, who))
        if old.draw_size[who] < len(drawn):
            yield player_event(who, "shuffles the discards", "Draws", f"{player(who)} shuffles the discards")
        if drawn and seat in (None, who):
            yield player_event(who, f"draws {_cards(box, drawn)}")
        elif drawn:
            yield player_event(
                who, f"draws {count(len(drawn), 'card')}", "Draws", f"{player(who)} {len(drawn)}"
            )
    fresh = np.flatnonzero((new.place == ON_STREET) & (old.place == IN_SUPPLY)).tolist()
    fresh += [DOCTORATE] * (int(old.doctorates_left) - int(new.doctorates_left))
    if fresh:
        yield Event(f"New on the street: {_cards(box, fresh)}.")
    if new.last_doctorate > old.last_doctorate:
        yield Event("That was the last doctorate: the game ends with this round.")
    if new.ending:
        yield from _end(box, new)


def _end(box: np.record, table: np.record) -> Iterator[Event]:
    how = {
        Ending.POINTS: f"A player has {int(box.end_points)} points",
        Ending.DOCTORATES: "The last doctorate is bought",
        Ending.ROUNDS: f"Round {ROUNDS} is over" if box.rounds == ROUNDS else "The last round is over",
    }[Ending(int(table.ending))]
    seats = seats_of(table)
    points = [int(table.vp[i]) for i in seats]
    yield Event(f"{how}: {'; '.join(f'{player(i)} {points[i]}' for i in seats)}.")
    standings = [int(standing(box, table, i)) for i in seats]
    winners = [player(i) for i in seats if standings[i] == max(standings)]
    by_round = " (by the points of the last round)" if points.count(max(points)) > len(winners) else ""
    yield Event(f"Winner{'s' * (len(winners) > 1)}: {', '.join(winners)}{by_round}.")


def _hand(table: np.record, seat: int) -> set[int]:
    return set(lying(table, seat, IN_HAND, KNOWN))


def _cards(box: np.record, cards: Iterable[int]) -> str:
    return "; ".join(card_in_words(box, card) for card in cards)
