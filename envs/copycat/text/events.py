"""What happened between two tables, in words, as far as a seat may know it."""

import re

from ...core.text.events import Event
from ...core.text.substeps import substeps
from ...core.text.words import player
from .. import rules
from ..actions import ACTIONS
from ..box import is_red
from ..rules.clean_up import standing
from ..rules.common import coins_left, in_hand
from ..table import CARDS, DOCTORATE, IN_SUPPLY, NO_CARD, OFFICES, ON_STREET, ROUNDS, Ending, Phase
from .board import several
from .describe import card_in_words, count, office_in_words


def _lines(box, before, action, after, seat: int | None) -> list[str]:
    """What happened in a step, in words; only what `seat` may know, or everything."""
    lines = []
    for old, new, action in substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after):
        lines += _event(box, old, new) if action is None else _move(box, old, new, action, seat)
        lines += _beside(box, old, new, seat)
    return lines


def _move(box, old, new, action: int, seat: int | None) -> list[str]:
    """What the seat on turn does."""
    name, number = ACTIONS.locate(action)
    who, phase = player(old.seat), Phase(int(old.phase))
    if name == "card":
        return [f"{who} {_with_card(box, old, number + 1, seat)}."]
    if name == "place":
        tokens = int(old.office_tokens[number])
        taken = f" and takes {count(tokens, 'token')}" if tokens else ""
        return [f"{who} places a worker in {office_in_words(box, number)}{taken}."]
    if name == "office":
        verb = {Phase.DONATE: "pays with", Phase.REUSE_WORKER: "uses once more"}.get(phase, "uses")
        return [f"{who} {verb} {office_in_words(box, number)}."]
    if name == "buy":
        return [_bought(box, old, new, number)]
    if name == "invest":
        return [f"{who} invests {count(int(new.spent) - int(old.spent), 'coin')}."]
    if name == "coin":
        return [f"{who} counts a charity event as a coin."]
    if name == "vp":
        return [f"{who} counts a charity event as {int(box.charity_vp)} VP."]
    return [f"{who} passes."] if name == "pass" else []


def _with_card(box, old, card: int, seat: int | None) -> str:
    """What is done with a card that the seat on turn names."""
    phase, words = Phase(int(old.phase)), card_in_words(box, card)
    if phase in (Phase.BID, Phase.KEEP):
        verb = "chooses" if phase == Phase.BID else "keeps"
        return f"{verb} {words if seat in (None, int(old.seat)) else 'a card'}"
    verb = {
        Phase.SWAP: "swaps",
        Phase.TRASH_FOR_WORKER: "trashes",
        Phase.TRASH_FOR_COIN: "trashes",
        Phase.DONATE: "pays with",
        Phase.TABLE: "uses",
        Phase.REUSE_CARD: "uses once more",
        Phase.COPY_CARD: "copies",
    }.get(phase, "plays")
    return f"{verb} {words}"


def _bought(box, old, new, space: int) -> str:
    card, who = int(old.street[space]), player(old.seat)
    price = int(new.spent) - int(old.spent)
    reds = [c for c in old.street[:space].tolist() if is_red(c)]
    with_reds = f", with {'; '.join(card_in_words(box, c) for c in reds)}" if reds else ""
    return f"{who} buys {card_in_words(box, card)} for {price}{with_reds}."


def _event(box, old, new) -> list[str]:
    """What runs on by itself."""
    phase = Phase(int(old.phase))
    seats = range(int(old.seats))
    if phase == Phase.REVEAL:
        shown = [
            f"{player(i)} {card_in_words(box, int(old.bid[i])) if old.bid[i] else 'nothing'}"
            for i in map(int, new.order[: len(seats)])
        ]
        return [f"Order of turns: {'; '.join(shown)}."]
    if phase == Phase.LAY_DOWN:
        i = int(old.seat)
        laid = [c for c in range(1, CARDS + 1) if in_hand(old, i, c) and not in_hand(new, i, c)]
        kept = int(new.hand_size[i])
        lines = [f"{player(i)} lays down {'; '.join(several(box, laid)) or 'nothing'}"]
        lines[0] += f" and keeps {count(kept, 'card')}." if kept else "."
        coins = f"{count(coins_left(new), 'coin')}, {count(new.purchases, 'purchase')}"
        return [*lines, f"{player(i)} has {coins}."]
    if phase == Phase.COUNT:
        i = int(old.seat)
        return [f"{player(i)} has {int(new.round_vp[i])} VP in this round, {int(new.vp[i])} in all."]
    if phase == Phase.CLEAN_UP and not new.ending:
        opened = [office_in_words(box, o) for o in range(OFFICES) if new.open[o] > old.open[o]]
        cleared = [
            "a Doctorate" if c == DOCTORATE else card_in_words(box, c)
            for c in old.street[: int(box.cleared[len(seats)])].tolist()
            if c != NO_CARD
        ]
        lines = [f"Round {int(new.round_number) + 1}."]
        if opened:
            lines[0] += f" New: {opened[0]}."
        return [*lines, f"Cleared from the street: {'; '.join(cleared)}."] if cleared else lines
    return []


def _beside(box, old, new, seat: int | None) -> list[str]:
    """What comes with all this: cards drawn, the discards shuffled, new cards on the street, the end."""
    lines = []
    for i in range(int(old.seats)):
        drawn = [c for c in range(1, CARDS + 1) if in_hand(new, i, c) and not in_hand(old, i, c)]
        if old.draw_size[i] < len(drawn) and old.discard_size[i]:
            lines.append(f"{player(i)} shuffles the discards.")
        if drawn:
            known = seat in (None, i)
            words = "; ".join(card_in_words(box, c) for c in drawn) if known else count(len(drawn), "card")
            lines.append(f"{player(i)} draws {words}.")
    fresh = [c for c in range(1, CARDS + 1) if new.place[c] == ON_STREET and old.place[c] == IN_SUPPLY]
    if new.doctorates_left < old.doctorates_left:
        fresh.append(DOCTORATE)
    if fresh:
        lines.append(f"New on the street: {'; '.join(card_in_words(box, c) for c in fresh)}.")
    if new.last_doctorate > old.last_doctorate:
        lines.append("That was the last doctorate: the game ends with this round.")
    return lines + _end(new, box) if new.ending else lines


def _end(table, box) -> list[str]:
    how = {
        Ending.POINTS: f"A player has {int(box.end_points)} points",
        Ending.DOCTORATES: "The last doctorate is bought",
        Ending.ROUNDS: f"Round {ROUNDS} is over" if box.rounds == ROUNDS else "The last round is over",
    }[Ending(int(table.ending))]
    seats = range(int(table.seats))
    points = "; ".join(f"{player(i)} {int(table.vp[i])}" for i in seats)
    standings = [int(standing(box, table, i)) for i in seats]
    winners = [player(i) for i in seats if standings[i] == max(standings)]
    level = [int(table.vp[i]) for i in seats].count(int(table.vp.max())) > len(winners)
    by_round = " (by the points of the last round)" if level else ""
    return [f"{how}: {points}.", f"Winner{'s' * (len(winners) > 1)}: {', '.join(winners)}{by_round}."]


_FOLDS = (
    (re.compile(r"(player_\d) chooses .+\."), "Each chooses a card", r"\1"),
    (re.compile(r"(player_\d) draws (\d+) cards?\."), "Draws", r"\1 \2"),
    (re.compile(r"(player_\d) shuffles the discards\."), "Draws", r"\1 shuffles the discards"),
    (re.compile(r"(player_\d) plays \d+ (.+)\."), r"\1 plays", r"\2"),
    (re.compile(r"(player_\d) has (\d+ VP) in this round, (\d+) in all\."), "Points", r"\1 \2, \3 in all"),
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
