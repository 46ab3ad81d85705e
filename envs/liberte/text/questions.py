"""The words for each phase: its name, the sentence for other players, the question to the seat on turn."""

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.prompts import Wording
from ...core.text.words import count, in_order, joined, player
from ..box import OPTIONAL, STRONGEST
from ..rules.provinces import province_voting
from ..table import COLOURS, WHITE, Phase, Tie
from .describe import COLOUR_NAMES, battle_name, blocks, card_in_words, province_name
from .outlook import is_last_round

_WORDS = {
    Phase.DISCARD: Wording(
        "discarding", "which cards to discard", "Which cards do you discard, before you {fill}?"
    ),
    Phase.REFILL: Wording("new cards", "which card to draw", "Which card do you draw? You {fill}."),
    Phase.ACTION: Wording("action", "what to do", "What do you do in your action?{last}"),
    Phase.EXCHANGE: Wording(
        "exchange",
        "which cards to give up for a new one",
        "Which card do you give up? ({give_up} more, then you draw one)",
    ),
    Phase.DRAW: Wording("card drawn", "which card to draw", "Which card do you draw?"),
    Phase.SECOND_DRAW: Wording(
        "second card drawn",
        "whether to take a second card of one block",
        "Do you take a second card of one block, too?",
    ),
    Phase.MODE: Wording(
        "blocks or cannon", "what to use {card} for", "What do you use {card} for: blocks, or the battle?"
    ),
    Phase.PLACE: Wording(
        "blocks", "where blocks of {card} go; {left} left", "Where does a block of {card} go? {left} left."
    ),
    Phase.KEEP: Wording(
        "display or discards",
        "whether to display {card}",
        "Where does {card} go: into your display, or to the discards?",
    ),
    Phase.AFTER: Wording(
        "rest of the action",
        "whether to play on in this action",
        "Do you play another card in this action?",
    ),
    Phase.TARGET_PROVINCE: Wording(
        "province hit", "which province {card} hits", "In which province does {card} hit?"
    ),
    Phase.TARGET_STACK: Wording(
        "stack hit", "whose stack {card} hits in {where}", "Whose stack does {card} hit in {where}?"
    ),
    Phase.TARGET_CARD: Wording(
        "card hit", "which card on display {card} hits", "Which card on display does {card} hit?"
    ),
    Phase.TIE: Wording(
        "tie", "which card to choose for it", "Do you choose a card of your display to break it? {how}"
    ),
}
phases = {int(phase): words.name for phase, words in _WORDS.items()}


def question(box: np.record, table: np.record) -> str:
    """The question to the seat on turn."""
    asked = _filled(box, table, _WORDS[Phase(int(table.phase))].asks)
    return f"{_tie(box, table, True, int(table.seat))}{asked}"


def decision(box: np.record, table: np.record, chosen: bool = True) -> str:
    """The sentence that says who decides what; in a tie with the cards chosen so far if `chosen` is set."""
    if table.phase == Phase.OVER:
        return "The game is over."
    what = _filled(box, table, _WORDS[Phase(int(table.phase))].decides)
    return f"{_tie(box, table, chosen)}{player(table.seat)} decides {what}."


def _filled(box: np.record, table: np.record, words: str) -> str:
    card = int(table.playing) or int(table.special)
    may = "may fill" if box.refill == OPTIONAL else "fill"
    return words.format(
        fill=f"{may} your hand up to {count(box.hand, 'card')}",
        last=" It is your last of this turn." * is_last_round(table),
        give_up=int(table.to_discard),
        card=card_in_words(box, card) if card else "",
        left=int(table.blocks_left),
        where=province_name(box, int(table.target)),
        how=_how(box, table),
    )


def _how(box: np.record, table: np.record) -> str:
    """How cards break a tie."""
    if table.tie not in (Tie.GOVERNMENT, Tie.OPPOSITION):
        return "Most blocks on a card win; it is discarded."
    if box.faction_ties == STRONGEST:
        return "The faction with most blocks on a single card wins; cards chosen are discarded."
    return "Blocks on all cards chosen count for their factions; the cards are discarded."


def _tie(box: np.record, table: np.record, chosen: bool, you: int = NOBODY) -> str:
    """The subject of a tie, and if `chosen` is set the cards chosen for it so far; "" without a tie."""
    if table.phase != Phase.TIE:
        return ""
    cards = [
        f"{player(i)} {card_in_words(box, int(table.chosen[i]))}"
        for i in in_order(table)
        if chosen and table.chosen[i]
    ]
    so_far = f" Chosen: {'; '.join(cards)}." if cards else ""
    return f"{tie_in_words(box, table, you)}{so_far} "


def tie_in_words(box: np.record, table: np.record, you: int = NOBODY) -> str:
    """The subject of a tie, and the players or factions in it; the seat `you` is spoken to."""
    seats = [i for i in in_order(table) if table.contender[i]]
    names = {i: "you" if i == you else player(i) for i in sorted(seats, key=lambda i: i == you)}
    colours = [COLOUR_NAMES[c] for c in range(WHITE, COLOURS) if table.tied_colour[c]]
    tie = Tie(int(table.tie))
    if tie in (Tie.GOVERNMENT, Tie.OPPOSITION):
        return f"A tie for the {tie.name.lower()} between {joined(colours)}."
    about = {
        Tie.BATTLE: f"the battle of {battle_name(box, table)}",
        Tie.FIRST: "first place in the government",
        Tie.SECOND: "second place in the government",
        Tie.OPPOSITION_FIRST: "first place in the opposition",
    }.get(tie)
    if about:
        return f"A tie for {about} between {joined([*names.values()])}."
    where = province_voting(box, table)
    stacks = [
        f"{name} ({blocks(table.height[where, i], table.colour[where, i])})" for i, name in names.items()
    ]
    return f"A tie for {province_name(box, where)} between {joined(stacks)}."
