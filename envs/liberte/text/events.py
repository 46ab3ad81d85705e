"""Events of Liberté in words, as far as a viewer may know them."""

import numpy as np

from ...core.text.events import Event, player_event
from ...core.text.snapshot import scratch
from ...core.text.substeps import substeps
from ...core.text.words import player, seats_of
from .. import rules
from ..actions import ACTIONS
from ..box import CLUB, SET_B
from ..rules.provinces import province_voting
from ..rules.the_end import score, standing
from ..table import COLOURS, DISPLAY, HAND, IDLE_ROUNDS, IN_BOX, NO_CARD, ROUNDS, WHITE, Ending, Phase, Tie
from .board import blocks_by_colour, in_place
from .describe import COLOUR_NAMES, battle_name, blocks, card_in_words, card_name, province_name
from .questions import tie_in_words


def events(box: np.record, before: np.record, action: int, after: np.record, seat: int | None) -> list[Event]:
    """The events of a step: what `seat` may know, or everything for None."""
    found = []
    for old, new, taken in substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after):
        found += _passage(box, old, new) if taken is None else _move(box, old, new, taken, seat)
        found += _besides(box, old, new)
    return found


_PASSES = {
    Phase.REFILL: "draws no more",
    Phase.ACTION: "passes",
    Phase.SECOND_DRAW: "takes no second card",
    Phase.TARGET_PROVINCE: "removes no stack",
    Phase.TARGET_CARD: "guillotines nobody",
    Phase.TIE: "chooses no card",
}


def _move(box: np.record, old: np.record, new: np.record, action: int, seat: int | None) -> list[Event]:
    """The action of the seat on turn."""
    name, number = ACTIONS.locate(action)
    phase, mover, played = Phase(int(old.phase)), int(old.seat), int(old.playing)
    if name == "pass" and phase == Phase.DISCARD:
        return [_discards(mover, "no more")]
    if name == "pass":
        return [player_event(mover, _PASSES[phase])] if phase in _PASSES else []
    if name == "deck":
        return [_drawn(box, old, new, mover, seat)]
    if name == "face_up":
        return [player_event(mover, f"takes {card_in_words(box, int(old.face_up[number]))}")]
    if name == "exchange":
        return [player_event(mover, "gives up two cards to draw one")]
    if name == "blocks":
        return _not_placed(box, new, mover, played, int(box.card_value[played]))
    if name == "cannon":
        return [player_event(mover, "places a token in the battle box")]
    if name == "display":
        return [player_event(mover, f"puts {card_name(box, played)} into the display")]
    if name == "discard":
        return [_discards(mover, card_name(box, played))]
    if name == "province":
        if phase != Phase.PLACE:
            return []
        return [
            _placed(box, mover, played, number),
            *_not_placed(box, new, mover, played, int(old.blocks_left) - 1),
        ]
    if name == "stack":
        owner, where = (mover + number) % int(old.seats), int(old.target)
        lost = blocks(int(old.height[where, owner]) - int(new.height[where, owner]), old.colour[where, owner])
        return [player_event(mover, f"removes {lost} of {player(owner)} from {province_name(box, where)}")]
    return _card_named(box, old, new, number + 1)


def _drawn(box: np.record, old: np.record, new: np.record, mover: int, seat: int | None) -> Event:
    if seat not in (None, mover):
        return player_event(mover, "draws a card", "Draws a card")
    card = next(c for c in in_place(box, new, HAND + mover) if old.place[c] != HAND + mover)
    return player_event(mover, f"draws {card_in_words(box, card)}")


def _discards(mover: int, card: str) -> Event:
    return player_event(mover, f"discards {card}", f"{player(mover)} discards", card)


def _placed(box: np.record, mover: int, card: int, province: int) -> Event:
    where, colour = province_name(box, province), COLOUR_NAMES[int(box.card_colour[card])]
    what = f"places {blocks(1, box.card_colour[card])} in {where}"
    return player_event(mover, what, f"{player(mover)} places {colour} blocks in", where)


def _not_placed(box: np.record, new: np.record, mover: int, card: int, left: int) -> list[Event]:
    if new.phase != Phase.KEEP or left == 0:
        return []
    return [
        player_event(mover, f"cannot place {blocks(left, box.card_colour[card])} of {card_name(box, card)}")
    ]


def _card_named(box: np.record, old: np.record, new: np.record, card: int) -> list[Event]:
    """A card is played, discarded, chosen for a tie or hit by a special card."""
    mover, words = int(old.seat), card_in_words(box, card)
    if old.phase in (Phase.DISCARD, Phase.EXCHANGE):
        return [_discards(mover, words)]
    if old.phase == Phase.TIE:
        return [player_event(mover, f"chooses {words}")]
    if old.phase == Phase.TARGET_CARD:
        owner = player(int(old.place[card]) - DISPLAY)
        fate = "is discarded" if new.place[card] != IN_BOX else "dies and is out of the game"
        return [Event(f"{words} of {owner} {fate}.")]
    played = player_event(mover, f"plays {words}")
    if box.card_kind[card] > CLUB:
        return [played, Event("It has no effect.")] if new.special == NO_CARD else [played]
    return [played, *_not_placed(box, new, mover, card, int(box.card_value[card]))]


def _passage(box: np.record, old: np.record, new: np.record) -> list[Event]:
    """A phase that passes without a decision."""
    phase = Phase(int(old.phase))
    if phase == Phase.NEXT_ACTION and new.phase == Phase.BATTLE:
        why = ""
        if not old.closing:
            why = ": all have passed twice" if new.idle_rounds == IDLE_ROUNDS else f" after {ROUNDS} rounds"
        return [Event(f"The actions of turn {int(old.turn)} are over{why}.")]
    if phase == Phase.VOTE:
        return _votes(box, old, new)
    if phase == Phase.ASK:
        if new.phase == Phase.TIE:
            return []
        if new.phase == Phase.ASK:
            return [Event(f"Still level. {tie_in_words(box, new)}")]
        return _outcome(box, old, new, old.tie)
    if phase in ABOUT:
        if new.phase == Phase.ASK:
            return [Event(tie_in_words(box, new))]
        return _outcome(box, old, new, ABOUT[phase])
    if phase == Phase.TURN_DONE:
        present = [player(i) for i in range(int(new.seats)) if new.presence[i]]
        found = [Event(f"Present in the government: {', '.join(present) or 'nobody'}.")]
        if marks := int(new.battle_blocks - old.battle_blocks):
            told = (
                "A white block marks the lost battle."
                if marks == 1
                else "White blocks mark the lost battles."
            )
            found.append(Event(told))
        return found
    if phase == Phase.NEW_TURN and not new.ending:
        joins = f" Blocks that join the stock: {blocks_by_colour(old.aside)}." if old.aside.any() else ""
        order = ", ".join(player(i) for i in new.order[: int(new.seats)])
        return [Event(f"Turn {int(new.turn)}. Order of play: {order}.{joins}")]
    return []


ABOUT = {
    Phase.BATTLE: Tie.BATTLE,
    Phase.VOTE: Tie.PROVINCE,
    Phase.GOVERNMENT: Tie.GOVERNMENT,
    Phase.OPPOSITION: Tie.OPPOSITION,
    Phase.FIRST_PLACE: Tie.FIRST,
    Phase.SECOND_PLACE: Tie.SECOND,
    Phase.OPPOSITION_PLACE: Tie.OPPOSITION_FIRST,
}


def _votes(box: np.record, old: np.record, new: np.record) -> list[Event]:
    """The provinces won without a tie, up to the next tie or the end of the votes."""
    won, probe = [], scratch(old)
    for number in range(int(old.voting), int(new.voting)):
        probe.voting = number
        province = province_voting(box, probe)
        for i in range(int(old.seats)):
            lost = int(old.height[province, i]) - int(new.height[province, i])
            if lost > 0:
                won.append(_won(box, new, province, i, lost, old.colour[province, i]))
    found = [Event(f"Won: {one}.", "Won", one) for one in won]
    if new.phase == Phase.ASK:
        found.append(Event(tie_in_words(box, new)))
    elif new.ending != Ending.COUNTER_REVOLUTION:
        found.append(Event(f"Votes: {blocks_by_colour(new.votes)}."))
    return found


def _won(box: np.record, table: np.record, province: int, seat: int, number: int, colour: int) -> str:
    votes = f"{number} {COLOUR_NAMES[int(colour)]}" if number > 1 else COLOUR_NAMES[int(colour)]
    late = table.turn >= box.province_vp_from and box.province_vp[province] > 0
    points = f", {int(box.province_vp[province])} VP" if late else ""
    return f"{province_name(box, province)} by {player(seat)} ({votes}{points})"


def _outcome(box: np.record, old: np.record, new: np.record, tie: int) -> list[Event]:
    """The result of the battle, a tied province, the government, the opposition, or a place in them."""
    seats = range(int(old.seats))
    paid = [i for i in seats if new.vp[i] > old.vp[i]]
    points = f"{int(new.vp[paid[0]]) - int(old.vp[paid[0]])} VP" if paid else ""
    if tie == Tie.BATTLE:
        if box.battle_vp[int(old.turn) - 1] == 0:
            return []
        name = battle_name(box, old)
        if paid:
            return [player_event(paid[0], f"wins the battle of {name}: {points}")]
        marks = int(new.battle_blocks - old.battle_blocks)
        mark = "a white block marks it" if marks else "no white block is left"
        mark += ", others those before it" * (marks > 1)
        return [Event(f"Nobody wins the battle of {name}: it is lost, {mark}.")]
    if tie == Tie.PROVINCE:
        province = province_voting(box, old)
        for i in seats:
            number = int(new.collected[:, i].sum()) - int(old.collected[:, i].sum())
            if number > 0:
                won = _won(box, new, province, i, number, old.colour[province, i])
                return [Event(f"Won: {won}. All other blocks there go back to the stock.")]
        return [Event(f"Nobody wins {province_name(box, province)}: all blocks there go back to the stock.")]
    if tie == Tie.GOVERNMENT:
        back = [c for c in range(WHITE, COLOURS) if new.votes[c] < old.votes[c]]
        pushed = "".join(f"; {COLOUR_NAMES[c]} goes back to {int(new.votes[c])}" for c in back)
        return [Event(f"The government is {COLOUR_NAMES[int(new.government)]}{pushed}.")]
    if tie == Tie.OPPOSITION:
        return [Event(f"The opposition is {COLOUR_NAMES[int(new.opposition)]}.")]
    if not paid:
        return []
    colour = new.opposition if tie == Tie.OPPOSITION_FIRST else new.government
    most = "Second most" if tie == Tie.SECOND else "Most"
    side = "opposition" if tie == Tie.OPPOSITION_FIRST else "government"
    what = f"{most} {COLOUR_NAMES[int(colour)]} blocks in the {side}"
    each = " each" if len(paid) > 1 else ""
    return [Event(f"{what}: {', '.join(map(player, paid))}, {points}{each}.")]


def _besides(box: np.record, old: np.record, new: np.record) -> list[Event]:
    """Further consequences: a colour runs out, the deck changes, the game ends."""
    found = []
    if new.closing and not old.closing:
        out = [COLOUR_NAMES[c] for c in range(WHITE, COLOURS) if new.stock[c] == 0]
        found.append(Event(f"No {', '.join(out)} blocks are left: this round is the last of the turn."))
    if new.shuffles > old.shuffles:
        under = old.shuffles == 0 and SET_B in box.card_set
        found.append(
            Event("Set B is the deck now." if under else "The discards are shuffled to make a new deck.")
        )
    for at in range(len(new.face_up)):
        if new.face_up[at] not in (old.face_up[at], NO_CARD):
            card = card_in_words(box, int(new.face_up[at]))
            found.append(Event(f"Turned up: {card}.", "Turned up", card))
    return found + _end(box, new) if new.ending else found


def _end(box: np.record, table: np.record) -> list[Event]:
    how = {
        Ending.FOUR_TURNS: "The last turn is over. Victory points",
        Ending.COUNTER_REVOLUTION: "A royalist counter-revolution! White blocks on map and cards",
        Ending.LANDSLIDE: "A radical landslide! Red blocks on map and cards",
    }[Ending(int(table.ending))]
    seats = seats_of(table)
    scores, standings = ([int(f(box, table, i)) for i in seats] for f in (score, standing))
    winners = [player(i) for i in seats if standings[i] == max(standings)]
    by_cards = " (by the blocks on their cards)" if scores.count(max(scores)) > len(winners) else ""
    points = ", ".join(f"{player(i)} {scores[i]}" for i in seats)
    who = f"Winner{'s' * (len(winners) > 1)}: {', '.join(winners)}{by_cards}."
    return [Event(f"{how}: {points}."), Event(who)]
