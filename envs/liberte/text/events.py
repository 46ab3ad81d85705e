"""What happened between two tables, in words, as far as a seat may know it."""

import re

from ...core.text.events import Event
from ...core.text.substeps import substeps
from ...core.text.words import player
from .. import rules
from ..actions import ACTIONS
from ..box import CLUB
from ..rules.provinces import province_voting
from ..rules.the_end import score, standing
from ..table import COLOURS, DISPLAY, HAND, IDLE_ROUNDS, IN_BOX, NO_CARD, ROUNDS, WHITE, Ending, Phase, Tie
from .board import _colours, _list, _tie, battle_name, in_place
from .describe import COLOUR_NAMES, blocks, card_in_words, card_name, province_name


def _lines(box, before, action, after, seat: int | None) -> list[str]:
    """What happened in a step, in words; only what `seat` may know, or everything.

    The step is played once more, bit by bit, so that all is told in the order in which it happened.
    """
    lines = []
    for old, new, action in substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after):
        lines += _event(box, old, new) if action is None else _move(box, old, new, action, seat)
        lines += _beside(box, old, new)
    return lines


_PASSES = {
    Phase.DISCARD: "discards no more",
    Phase.REFILL: "draws no more",
    Phase.ACTION: "passes",
    Phase.SECOND_DRAW: "takes no second card",
    Phase.TARGET_PROVINCE: "removes no stack",
    Phase.TARGET_CARD: "guillotines nobody",
    Phase.TIE: "chooses no card",
}


def _move(box, old, new, action: int, seat: int | None) -> list[str]:
    """What the seat on turn does."""
    name, number = ACTIONS.locate(action)
    phase, mover = Phase(int(old.phase)), int(old.seat)
    who, played = player(mover), int(old.playing)
    if name == "pass":
        return [f"{who} {_PASSES[phase]}."] if phase in _PASSES else []
    if name == "deck":
        card = next(c for c in in_place(box, new, HAND + mover) if old.place[c] != HAND + mover)
        return [f"{who} draws {card_in_words(box, card) if seat in (None, mover) else 'a card'}."]
    if name == "face_up":
        return [f"{who} takes {card_in_words(box, int(old.face_up[number]))}."]
    if name == "exchange":
        return [f"{who} gives up two cards to draw one."]
    if name == "blocks":
        return _not_placed(box, new, who, played, int(box.card_value[played]))
    if name == "cannon":
        return [f"{who} places a token in the battle box."]
    if name == "display":
        return [f"{who} puts {card_name(box, played)} into the display."]
    if name == "discard":
        return [f"{who} discards {card_name(box, played)}."]
    if name == "province":
        if phase != Phase.PLACE:
            return []
        placed = f"{who} places {blocks(1, box.card_colour[played])} in {province_name(box, number)}."
        return [placed, *_not_placed(box, new, who, played, int(old.blocks_left) - 1)]
    if name == "stack":
        owner, where = (mover + number) % int(old.seats), int(old.target)
        lost = blocks(int(old.height[where, owner]) - int(new.height[where, owner]), old.colour[where, owner])
        return [f"{who} removes {lost} of {player(owner)} from {province_name(box, where)}."]
    return _card_named(box, old, new, number + 1)


def _not_placed(box, new, who: str, card: int, left: int) -> list[str]:
    if new.phase != Phase.KEEP or left == 0:
        return []
    return [f"{who} cannot place {blocks(left, box.card_colour[card])} of {card_name(box, card)}."]


def _card_named(box, old, new, card: int) -> list[str]:
    """A card is played, discarded, chosen for a tie or hit by a special card."""
    who, words = player(old.seat), card_in_words(box, card)
    if old.phase in (Phase.DISCARD, Phase.EXCHANGE):
        return [f"{who} discards {words}."]
    if old.phase == Phase.TIE:
        return [f"{who} chooses {words}."]
    if old.phase == Phase.TARGET_CARD:
        owner = player(int(old.place[card]) - DISPLAY)
        fate = "is discarded" if new.place[card] != IN_BOX else "dies and is out of the game"
        return [f"{words} of {owner} {fate}."]
    lines = [f"{who} plays {words}."]
    if box.card_kind[card] > CLUB:
        return lines + ["It has no effect."] if new.special == NO_CARD else lines
    return lines + _not_placed(box, new, who, card, int(box.card_value[card]))


def _event(box, old, new) -> list[str]:
    """What runs on by itself."""
    phase = Phase(int(old.phase))
    if phase == Phase.NEXT_ACTION and new.phase == Phase.BATTLE:
        why = ""
        if not old.closing:
            why = ": all have passed twice" if new.idle_rounds == IDLE_ROUNDS else f" after {ROUNDS} rounds"
        return [f"The actions of turn {int(old.turn)} are over{why}."]
    if phase == Phase.VOTE:
        return _votes(box, old, new)
    if phase == Phase.ASK:
        if new.phase == Phase.TIE:
            return []
        return (
            ["Still level. " + _tie(box, new)] if new.phase == Phase.ASK else _outcome(box, old, new, old.tie)
        )
    if phase in _ABOUT:
        return [_tie(box, new)] if new.phase == Phase.ASK else _outcome(box, old, new, _ABOUT[phase])
    if phase == Phase.TURN_DONE:
        present = [player(i) for i in range(int(new.seats)) if new.presence[i]]
        lines = [f"Present in the government: {_list(present) or 'nobody'}."]
        marked = new.battle_blocks > old.battle_blocks
        return lines + ["A white block marks the lost battle."] if marked else lines
    if phase == Phase.NEW_TURN and not new.ending:
        joins = f" Blocks that join the stock: {_colours(old.aside)}." if old.aside.any() else ""
        order = _list([player(i) for i in new.order[: int(new.seats)]])
        return [f"Turn {int(new.turn)}. Order of play: {order}.{joins}"]
    return []


_ABOUT = {
    Phase.BATTLE: Tie.BATTLE,
    Phase.GOVERNMENT: Tie.GOVERNMENT,
    Phase.OPPOSITION: Tie.OPPOSITION,
    Phase.FIRST_PLACE: Tie.FIRST,
    Phase.SECOND_PLACE: Tie.SECOND,
    Phase.OPPOSITION_PLACE: Tie.OPPOSITION_FIRST,
}


def _votes(box, old, new) -> list[str]:
    """The provinces won without a tie, up to the next tie or to the end of the votes."""
    won, probe = [], old.copy()
    for number in range(int(old.voting), int(new.voting)):
        probe.voting = number
        province = province_voting(box, probe)
        for i in range(int(old.seats)):
            lost = int(old.height[province, i]) - int(new.height[province, i])
            if lost > 0:
                won.append(_won(box, new, province, i, lost, old.colour[province, i]))
    lines = [f"Won: {'; '.join(won)}."] if won else []
    if new.phase == Phase.ASK:
        return [*lines, _tie(box, new)]
    return lines if new.ending == Ending.COUNTER_REVOLUTION else [*lines, f"Votes: {_colours(new.votes)}."]


def _won(box, table, province: int, seat: int, number: int, colour: int) -> str:
    votes = f"{number} {COLOUR_NAMES[int(colour)]}" if number > 1 else COLOUR_NAMES[int(colour)]
    late = table.turn >= box.province_vp_from and box.province_vp[province] > 0
    points = f", {int(box.province_vp[province])} VP" if late else ""
    return f"{province_name(box, province)} by {player(seat)} ({votes}{points})"


def _outcome(box, old, new, tie: int) -> list[str]:
    """How the battle, a tied province, the government, the opposition or a place in them is settled."""
    seats = range(int(old.seats))
    paid = [i for i in seats if new.vp[i] > old.vp[i]]
    points = f"{int(new.vp[paid[0]]) - int(old.vp[paid[0]])} VP" if paid else ""
    if tie == Tie.BATTLE:
        if box.battle_vp[int(old.turn) - 1] == 0:
            return []
        name = battle_name(box, old)
        if paid:
            return [f"{player(paid[0])} wins the battle of {name}: {points}."]
        mark = "a white block marks it" if new.battle_blocks > old.battle_blocks else "no white block is left"
        return [f"Nobody wins the battle of {name}: it is lost, {mark}."]
    if tie == Tie.PROVINCE:
        province = province_voting(box, old)
        for i in seats:
            number = int(new.collected[:, i].sum()) - int(old.collected[:, i].sum())
            if number > 0:
                won = _won(box, new, province, i, number, old.colour[province, i])
                return [f"Won: {won}. All other blocks there go back to the stock."]
        return [f"Nobody wins {province_name(box, province)}: all blocks there go back to the stock."]
    if tie == Tie.GOVERNMENT:
        back = [c for c in range(WHITE, COLOURS) if new.votes[c] < old.votes[c]]
        pushed = "".join(f"; {COLOUR_NAMES[c]} goes back to {int(new.votes[c])}" for c in back)
        return [f"The government is {COLOUR_NAMES[int(new.government)]}{pushed}."]
    if tie == Tie.OPPOSITION:
        return [f"The opposition is {COLOUR_NAMES[int(new.opposition)]}."]
    if not paid:
        return []
    colour = new.opposition if tie == Tie.OPPOSITION_FIRST else new.government
    most = "Second most" if tie == Tie.SECOND else "Most"
    side = "opposition" if tie == Tie.OPPOSITION_FIRST else "government"
    what = f"{most} {COLOUR_NAMES[int(colour)]} blocks in the {side}"
    return [f"{what}: {_list([player(i) for i in paid])}, {points}{' each' if len(paid) > 1 else ''}."]


def _beside(box, old, new) -> list[str]:
    """What comes with all this: a colour runs out, the deck changes, the game ends."""
    lines = []
    if new.closing and not old.closing:
        out = [COLOUR_NAMES[c] for c in range(WHITE, COLOURS) if new.stock[c] == 0]
        lines.append(f"No {_list(out)} blocks are left: this round is the last of the turn.")
    if new.shuffles > old.shuffles:
        first = old.shuffles == 0
        lines.append("Set B is the deck now." if first else "The discards are shuffled to make a new deck.")
    for at in range(len(new.face_up)):
        if new.face_up[at] not in (old.face_up[at], NO_CARD):
            lines.append(f"Turned up: {card_in_words(box, int(new.face_up[at]))}.")
    return lines + _end(box, new) if new.ending else lines


def _end(box, table) -> list[str]:
    how = {
        Ending.FOUR_TURNS: "The last turn is over. Victory points",
        Ending.COUNTER_REVOLUTION: "A royalist counter-revolution! White blocks on map and cards",
        Ending.LANDSLIDE: "A radical landslide! Red blocks on map and cards",
    }[Ending(int(table.ending))]
    seats = range(int(table.seats))
    scores, standings = ([int(f(box, table, i)) for i in seats] for f in (score, standing))
    winners = [player(i) for i in seats if standings[i] == max(standings)]
    by_cards = " (by the blocks on their cards)" if scores.count(max(scores)) > len(winners) else ""
    points = _list([f"{player(i)} {scores[i]}" for i in seats])
    return [f"{how}: {points}.", f"Winner{'s' * (len(winners) > 1)}: {_list(winners)}{by_cards}."]


_COLOUR = r"\d (white|blue|red) blocks?"
_FOLDS = (
    (re.compile(rf"(player_\d) places {_COLOUR} in (.+)\."), r"\1 places \2 blocks in", r"\3"),
    (re.compile(r"(player_\d) draws a card\."), "Draws a card", r"\1"),
    (re.compile(r"(player_\d) discards (.+)\."), r"\1 discards", r"\2"),
    (re.compile(r"Turned up: (.+)\."), "Turned up", r"\1"),
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
