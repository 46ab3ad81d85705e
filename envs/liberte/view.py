"""What one seat may know: as numbers, as a deal of what it cannot know, and as text."""

import numpy as np

from ..core import chance
from ..core.compile import rule
from ..core.layout import Layout
from .actions import COLOUR_NAMES, blocks, card_in_words, card_name, player, province_name, text
from .box import CLUB, UNLIMITED
from .rules import displayed, free_tokens, province_voting, royalist_strength, score, standing
from .table import (
    BLUE,
    CARDS,
    COLOURS,
    DECISIONS,
    DISCARDED,
    DISPLAY,
    FACE_UP_ROW,
    HAND,
    IN_BOX,
    IN_DECK,
    IN_SET_B,
    NO_CARD,
    PLAYED,
    PROVINCES,
    RED,
    REDEAL,
    SEATS,
    TIES,
    TURNS,
    WHITE,
    Ending,
    Phase,
    Tie,
)

# --- Numbers -------------------------------------------------------------------------------------

_TABLE = (
    (
        "phase",
        DECISIONS,
        "discard, refill, action, exchange, draw, second draw, mode, place, keep, after, "
        "target province, target stack, target card, tie",
    ),
    (
        "tie",
        TIES - 1,
        "the tie is about: battle, province, government, opposition, first, second in the government, "
        "first in the opposition",
    ),
    ("special", 6, "special being resolved: purge, guillotine, emigration, terror, bread, religious"),
    ("turn", TURNS, "turn 1 to 4"),
    ("round", 1, "action rounds completed in this turn / 60"),
    ("acted", 1, "somebody has done more than pass in this round"),
    ("idle_rounds", 1, "rounds in a row in which everybody passed / 2"),
    ("closing", 1, "a stock has run out: this round is the last of the turn"),
    ("stock", 3, "white, blue, red blocks beside the map / 30"),
    ("votes", 3, "white, blue, red votes of the last or present election / 17"),
    ("government", 3, "colour of the government"),
    ("opposition", 3, "colour of the opposition"),
    ("lost_battles", 1, "battles lost / 4"),
    ("battle_blocks", 1, "white blocks on lost battles / 4"),
    ("deck", 1, "cards of the deck, set B not counted under set A / 64"),
    ("set_b", 1, "set B still lies under set A"),
    ("blocks_left", 1, "blocks still to place / 3"),
    ("cards_played", 1, "personalities and clubs played in this action / 2"),
    ("second_card", 1, "a second one-block personality may follow"),
    ("special_used", 1, "a special card was played in this action"),
    ("stack_removed", 1, "the terror has removed its stack"),
    ("to_discard", 1, "cards to discard before a draw / 2"),
    ("tie_round", 1, "how often the tied have been asked / 8"),
    ("tied_colour", 3, "white, blue, red are tied"),
    ("tied_before", 3, "white, blue, red were tied for the government at first"),
    ("strength", 3, "blocks on the cards chosen for white, blue, red / 16"),
    ("province", PROVINCES, "the province whose election is tied, or whose stack is to be hit"),
    ("hand", CARDS, "own hand, by card"),
    ("face_up", CARDS, "face up beside the deck, by card"),
    ("discarded", CARDS, "discards, by card"),
    ("removed", CARDS, "out of the game, by card"),
    (
        "unseen",
        CARDS,
        "by card: 0.5 in the deck or in another hand, 1 in another hand for certain, "
        "since the deck was shuffled without it",
    ),
)
_PLAYERS = (
    ("vp", "victory points / 32"),
    ("hand_size", "cards in hand / 16"),
    ("tokens", "control tokens left / 20"),
    ("cannons", "control tokens in the battle box / 8"),
    ("presence", "present in the government"),
    ("turn_place", "place in the order of play / 6"),
    ("on_turn", "the seat to decide"),
    ("acting", "whose new cards or action it is"),
    ("collected_white", "white blocks taken in this election / 8"),
    ("collected_blue", "blue blocks taken in this election / 8"),
    ("collected_red", "red blocks taken in this election / 8"),
    ("contender", "still in the tie"),
    ("chosen", "blocks on the card chosen in this round of the tie / 3"),
    ("fell", "fell out of the tie, the later the more / 32"),
)


def observation(seats: int) -> Layout:
    """The blocks of an observation. Blocks with entries for each player begin with one's own seat."""
    players = [(name, seats, f"each player: {about}") for name, about in _PLAYERS]
    stacks = [
        (f"{colour}_stacks", seats * PROVINCES, f"each player, each province: {colour} blocks / 3")
        for colour in COLOUR_NAMES[1:]
    ]
    cards = (
        "cards",
        seats * CARDS,
        "each player, each card: 1 in the display, 0.5 being played, -1 in the hand and known to all",
    )
    return Layout(*_TABLE, *players, *stacks, cards)


_LAYOUT = observation(1)
_AT = {block.name: block.start for block in _LAYOUT}
_TIE, _SPECIAL, _TURN, _ROUND, _STOCK = (_AT[n] for n in ("tie", "special", "turn", "round", "stock"))
_VOTES, _GOVERNMENT, _OPPOSITION = _AT["votes"], _AT["government"], _AT["opposition"]
_LOST, _TIE_ROUND, _TIED, _STRENGTH = (
    _AT["lost_battles"],
    _AT["tie_round"],
    _AT["tied_colour"],
    _AT["strength"],
)
_PROVINCE, _HAND, _FACE_UP = _AT["province"], _AT["hand"] - 1, _AT["face_up"] - 1
_DISCARDED, _REMOVED, _UNSEEN = _AT["discarded"] - 1, _AT["removed"] - 1, _AT["unseen"] - 1
_PLAYER = _AT["vp"]


@rule
def part(number, unit):
    """So many units, at most 1, in 32 bits all the way."""
    return min(np.float32(np.int32(number)) * np.float32(unit), np.float32(1.0))


@rule
def observe(box, table, seat, out):
    """Fill `out` (float32, the size of `observation(seats)`) with what `seat` may know."""
    observe_table(box, table, out)
    observe_players(box, table, seat, out)
    observe_cards(table, seat, out)


@rule
def observe_table(box, table, out):
    for i in range(_HAND + 1):
        out[i] = 0.0
    phase, tie, special = int(table.phase), int(table.tie), int(table.special)
    if phase < DECISIONS:
        out[phase] = 1.0
    if tie > 0:
        out[_TIE + tie - 1] = 1.0
    if special != NO_CARD:
        out[_SPECIAL + int(box.card_kind[special]) - CLUB - 1] = 1.0
    out[_TURN + int(table.turn) - 1] = 1.0
    out[_ROUND] = part(table.rounds, 1 / 60)
    out[_ROUND + 1] = table.acted
    out[_ROUND + 2] = part(table.idle_rounds, 1 / 2)
    out[_ROUND + 3] = table.closing
    for colour in range(WHITE, COLOURS):
        out[_STOCK + colour - 1] = part(table.stock[colour], 1 / 30)
        out[_VOTES + colour - 1] = part(table.votes[colour], 1 / 17)
        out[_TIED + colour - 1] = table.tied_colour[colour]
        out[_TIED + 2 + colour] = table.tied_before[colour]
        out[_STRENGTH + colour - 1] = part(table.strength[colour], 1 / 16)
    if table.government > 0:
        out[_GOVERNMENT + int(table.government) - 1] = 1.0
    if table.opposition > 0:
        out[_OPPOSITION + int(table.opposition) - 1] = 1.0
    out[_LOST] = part(table.lost_battles, 1 / 4)
    out[_LOST + 1] = part(table.battle_blocks, 1 / 4)
    out[_LOST + 2] = part(table.deck_cards, 1 / 64)
    out[_LOST + 3] = 1.0 if table.shuffles == 0 else 0.0
    out[_LOST + 4] = part(table.blocks_left, 1 / 3)
    out[_LOST + 5] = part(table.cards_played, 1 / 2)
    out[_LOST + 6] = table.second_card
    out[_LOST + 7] = table.special_used
    out[_LOST + 8] = table.stack_removed
    out[_LOST + 9] = part(table.to_discard, 1 / 2)
    out[_TIE_ROUND] = part(table.tie_round, 1 / 8)
    if tie == Tie.PROVINCE:
        out[_PROVINCE + province_voting(box, table)] = 1.0
    elif phase == Phase.TARGET_STACK:
        out[_PROVINCE + int(table.target)] = 1.0


@rule
def observe_players(box, table, seat, out):
    """The blocks of one entry a player, and the stacks, one's own seat first."""
    seats = int(table.seats)
    stacks = _PLAYER + len(_PLAYERS) * seats
    for i in range(stacks, stacks + 3 * PROVINCES * seats):
        out[i] = 0.0
    for place in range(seats):
        other = int(table.order[place])
        at = (other - seat + seats) % seats
        tokens = int(box.tokens_each) - int(table.cannons[other]) - int(table.presence[other])
        for province in range(int(box.provinces)):
            height = int(table.height[province, other])
            if height > 0:
                tokens -= 1
                column = (int(table.colour[province, other]) - 1) * seats + at
                out[stacks + column * PROVINCES + province] = part(height, 1 / 3)
        at += _PLAYER
        out[at] = part(table.vp[other], 1 / 32)
        out[at + seats] = part(table.hand_size[other], 1 / 16)
        out[at + 2 * seats] = 1.0 if box.tokens == UNLIMITED else part(max(tokens, 0), 1 / 20)
        out[at + 3 * seats] = part(table.cannons[other], 1 / 8)
        out[at + 4 * seats] = table.presence[other]
        out[at + 5 * seats] = part(place, 1 / 6)
        out[at + 6 * seats] = 1.0 if other == table.seat else 0.0
        out[at + 7 * seats] = 1.0 if place == table.turn_place else 0.0
        out[at + 8 * seats] = part(table.collected[WHITE, other], 1 / 8)
        out[at + 9 * seats] = part(table.collected[BLUE, other], 1 / 8)
        out[at + 10 * seats] = part(table.collected[RED, other], 1 / 8)
        out[at + 11 * seats] = table.contender[other]
        out[at + 12 * seats] = part(box.card_value[int(table.chosen[other])], 1 / 3)
        out[at + 13 * seats] = part(table.fell[other], 1 / 32)


@rule
def observe_cards(table, seat, out):
    """Each card where it lies, if that may be known. A loop a block: these are compiled to vector code."""
    for card in range(1, CARDS + 1):
        out[_HAND + card] = 1.0 if table.place[card] == HAND + seat else 0.0
    for card in range(1, CARDS + 1):
        out[_FACE_UP + card] = 1.0 if table.place[card] == FACE_UP_ROW else 0.0
    for card in range(1, CARDS + 1):
        out[_DISCARDED + card] = 1.0 if table.place[card] == DISCARDED else 0.0
    for card in range(1, CARDS + 1):
        out[_REMOVED + card] = 1.0 if table.place[card] == IN_BOX else 0.0
    own = HAND + seat
    for card in range(1, CARDS + 1):
        in_hand = (table.place[card] >= HAND) & (table.place[card] < DISPLAY) & (table.place[card] != own)
        unseen = (table.place[card] == IN_DECK) | (in_hand & (table.known[card] == 0))
        certain = 1.0 if table.shuffle[card] != table.shuffles else 0.5
        out[_UNSEEN + card] = certain if unseen else 0.0
    seats = int(table.seats)
    cards = _PLAYER + (len(_PLAYERS) + 3 * PROVINCES) * seats - 1
    for places in range(seats):
        other = (seat + places) % seats
        for card in range(1, CARDS + 1):
            shown = np.float32(table.place[card] == DISPLAY + other)
            known = np.float32(table.place[card] == HAND + other) * np.float32(table.known[card])
            out[cards + places * CARDS + card] = shown - known
    if table.playing != NO_CARD or table.special != NO_CARD:
        actor = int(table.order[int(table.turn_place)])
        cards += (actor - seat + seats) % seats * CARDS
        if table.playing != NO_CARD:
            out[cards + int(table.playing)] = 0.5
        if table.special != NO_CARD:
            out[cards + int(table.special)] = 0.5


# --- A deal of what a seat cannot know -----------------------------------------------------------


@rule
def is_unseen(table, seat, card):
    """Whether `seat` cannot tell if the card is in the deck or in which other hand."""
    place = int(table.place[card])
    if place == IN_DECK:
        return True
    return HAND <= place < DISPLAY and place != HAND + seat and not table.known[card]


@rule
def redeal(box, table, seat):
    """Deal afresh the cards of the others' hands and of the deck; chance is reseeded before.

    Everybody has seen what went into each shuffle of the deck and when each player drew from it. So the
    unseen cards of one shuffle change places among themselves.
    """
    holders = np.zeros(SEATS + 1, np.int64)  # the deck last
    for shuffle in range(int(table.shuffles) + 1):
        for card in range(1, int(box.cards) + 1):
            if table.shuffle[card] == shuffle and is_unseen(table, seat, card):
                place = int(table.place[card])
                holders[SEATS if place == IN_DECK else place - HAND] += 1
        for card in range(1, int(box.cards) + 1):
            if table.shuffle[card] == shuffle and is_unseen(table, seat, card):
                holder = chance.draw(table, REDEAL, holders)
                table.place[card] = IN_DECK if holder == SEATS else HAND + holder


# --- Text ----------------------------------------------------------------------------------------

_LETTERS = ".WBR"


def board(box, table, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    lines = [_headline(box, table), *_map(box, table), ""]
    lines += _players(box, table, seat)
    lines += _cards(box, table, seat)
    lines += ["", _question(box, table)]
    return "\n".join(lines)


def _headline(box, table) -> str:
    stock = ", ".join(f"{COLOUR_NAMES[c]} {int(table.stock[c])}" for c in range(WHITE, COLOURS))
    parts = [f"Turn {int(table.turn)} of {int(box.turns)}, round {int(table.rounds) + 1}", f"stock: {stock}"]
    if table.government:
        parts.append(
            f"government {COLOUR_NAMES[int(table.government)]}, "
            f"opposition {COLOUR_NAMES[int(table.opposition)]}"
        )
    if battle_vp := int(box.battle_vp[int(table.turn) - 1]):
        parts.append(f"{text(box.battle_name[int(table.turn) - 1])} {battle_vp} VP")
    if table.turn >= box.cr_from:
        parts.append(f"counter-revolution {royalist_strength(box, table)} of {int(box.cr_needed)}")
    return "; ".join(parts) + ("; LAST ROUND" if table.closing else "")


def _map(box, table) -> list[str]:
    """Two columns of regions; a stack is the number of its player and a letter for each block."""
    columns: list[list[str]] = [[], []]
    regions = [int(region) - 1 for region in box.region_order[: int(box.regions)]]
    for number, region in enumerate(regions):
        column = columns[2 * number >= len(regions)]
        column.append(text(box.region_name[region]).upper())
        first = int(box.region_first[region])
        for province in range(first, first + int(box.region_size[region])):
            column.append(_province(box, table, province))
    height = max(map(len, columns))
    left, right = (column + [""] * (height - len(column)) for column in columns)
    return [f"{a:<52}{b}".rstrip() for a, b in zip(left, right)]


def _province(box, table, province: int) -> str:
    stacks = [
        f"{i}:{_LETTERS[int(table.colour[province, i])] * int(table.height[province, i])}"
        for i in range(int(table.seats))
        if table.height[province, i]
    ]
    marks = ("CR " if box.cr[province] else "   ") + (
        f"{int(box.province_vp[province])}VP" if box.province_vp[province] else "   "
    )
    return f"  {province_name(box, province):<17}{marks}  {' '.join(stacks)}"


def _players(box, table, seat: int | None) -> list[str]:
    lines = ["                VP  hand  tokens  battle  in gov.  display"]
    for i in map(int, table.order[: int(table.seats)]):
        tokens = "-" if box.tokens == UNLIMITED else max(0, int(free_tokens(box, table, i)))
        shown = ", ".join(card_in_words(box, int(table.display[i, at])) for at in range(displayed(table, i)))
        name = ("*" if i == table.seat else " ") + player(i) + (" (you)" if i == seat else "")
        numbers = f"{int(table.vp[i]):>2}{int(table.hand_size[i]):>6}{tokens:>8}{int(table.cannons[i]):>8}"
        lines.append(f"{name:<16}{numbers}{'yes' if table.presence[i] else '':>9}  {shown}")
    return lines


def _cards(box, table, seat: int | None) -> list[str]:
    up = [card_in_words(box, int(card)) for card in table.face_up if card]
    gone = sum(table.place[c] == IN_BOX for c in range(1, int(box.cards) + 1))
    thrown = sum(table.place[c] == DISCARDED for c in range(1, int(box.cards) + 1))
    under = sum(table.place[c] == IN_SET_B for c in range(1, int(box.cards) + 1))
    lines = [
        "Face up: " + ("; ".join(up) or "nothing"),
        f"Deck: {int(table.deck_cards)} cards{f' and set B, {under}' if under else ''}; "
        f"discards: {thrown}; out of the game: {gone}",
    ]
    for i in range(int(table.seats)):
        own = seat is None or i == seat
        cards = [
            card_in_words(box, c)
            for c in range(1, int(box.cards) + 1)
            if table.place[c] == HAND + i and (own or table.known[c])
        ]
        if cards:
            whose = "Your hand" if i == seat else f"{player(i)}'s hand" + ("" if own else ", as far as known")
            lines.append(f"{whose}: {'; '.join(cards)}")
    return lines


_WHAT = {
    Phase.DISCARD: "New cards: discard?",
    Phase.REFILL: "New cards: draw.",
    Phase.ACTION: "One action.",
    Phase.EXCHANGE: "Discard two cards to draw one.",
    Phase.DRAW: "Draw a card.",
    Phase.SECOND_DRAW: "A second card of one block?",
    Phase.MODE: "Blocks or cannon?",
    Phase.PLACE: "Where does the block go?",
    Phase.KEEP: "Display or discards?",
    Phase.AFTER: "Anything more in this action?",
    Phase.TARGET_PROVINCE: "Which province?",
    Phase.TARGET_STACK: "Whose stack?",
    Phase.TARGET_CARD: "Which card?",
}


def _question(box, table) -> str:
    phase = Phase(int(table.phase))
    if phase == Phase.OVER:
        return "The game is over."
    if phase == Phase.TIE:
        return f"{_tie(box, table)} A card to break it?"
    return f"{player(table.seat)}: {_WHAT[phase]}"


def _tie(box, table) -> str:
    """What a tie is about and between whom."""
    seats = [player(i) for i in range(int(table.seats)) if table.contender[i]]
    colours = [COLOUR_NAMES[c] for c in range(WHITE, COLOURS) if table.tied_colour[c]]
    tie = Tie(int(table.tie))
    if tie in (Tie.GOVERNMENT, Tie.OPPOSITION):
        return f"A tie for the {tie.name.lower()} between {_list(colours)}."
    about = {
        Tie.BATTLE: "the battle",
        Tie.FIRST: "first place in the government",
        Tie.SECOND: "second place in the government",
        Tie.OPPOSITION_FIRST: "first place in the opposition",
    }.get(tie)
    if about is None:
        about = province_name(box, province_voting(box, table))
    return f"A tie for {about} between {_list(seats)}."


def _list(parts: list[str]) -> str:
    return ", ".join(parts)


def news(box, before, after, seat: int | None) -> list[str]:
    """What happened between two tables, in words; only what `seat` may know, or everything."""
    return [
        *_moves(box, before, after, seat),
        *_hits(box, before, after),
        *_events(box, before, after),
    ]


def _left(box, before, after, place: int) -> list[int]:
    """The cards that were in a place and are there no more."""
    cards = range(1, int(box.cards) + 1)
    return [c for c in cards if before.place[c] == place and after.place[c] != place]


def _moves(box, before, after, seat: int | None) -> list[str]:
    """What the seat that moved has done with its cards and blocks."""
    mover, phase = int(before.seat), Phase(int(before.phase))
    who = player(mover)
    lines = []
    from_hand = _left(box, before, after, HAND + mover)
    verb = "discards" if phase in (Phase.DISCARD, Phase.EXCHANGE) else "plays"
    for card in from_hand:
        lines.append(f"{who} {verb} {card_in_words(box, card)}.")
    if phase in (Phase.REFILL, Phase.ACTION, Phase.DRAW, Phase.SECOND_DRAW) and not from_hand:
        lines += _drawn(box, before, after, seat)
    for province in range(int(box.provinces)):
        grown = int(after.height[province, mover]) - int(before.height[province, mover])
        if grown > 0:
            where = province_name(box, province)
            lines.append(f"{who} places {blocks(grown, after.colour[province, mover])} in {where}.")
    if after.cannons[mover] > before.cannons[mover]:
        lines.append(f"{who} places a token in the battle box.")
    for card in {int(before.playing), *from_hand} - {NO_CARD}:
        if after.place[card] == DISPLAY + mover:
            lines.append(f"{who} puts {card_name(box, card)} into the display.")
        elif card == before.playing and after.place[card] != PLAYED and after.turn == before.turn:
            lines.append(f"{who} discards {card_name(box, card)}.")
    if phase == Phase.TIE:
        chosen = _left(box, before, after, DISPLAY + mover) if after.turn == before.turn else []
        lines.append(f"{who} chooses {card_in_words(box, chosen[0]) if chosen else 'no card'}.")
    if phase == Phase.ACTION and not lines:
        lines.append(f"{who} passes.")
    return lines


def _drawn(box, before, after, seat: int | None) -> list[str]:
    mover = int(before.seat)
    if after.hand_size[mover] <= before.hand_size[mover] or after.turn != before.turn:
        return []
    cards = range(1, int(box.cards) + 1)
    new = [c for c in cards if after.place[c] == HAND + mover and before.place[c] != HAND + mover]
    lines = []
    for card in new:
        if before.place[card] == FACE_UP_ROW:
            lines.append(f"{player(mover)} takes {card_in_words(box, card)}.")
        else:
            what = card_in_words(box, card) if seat in (None, mover) else "a card"
            lines.append(f"{player(mover)} draws {what}.")
    return lines


def _hits(box, before, after) -> list[str]:
    """What special cards have taken from map and displays."""
    lines: list[str] = []
    if before.special == NO_CARD:
        return lines
    for province in range(int(box.provinces)):
        for owner in range(int(before.seats)):
            lost = int(before.height[province, owner]) - int(after.height[province, owner])
            if lost > 0 and after.voting == before.voting and after.turn == before.turn:
                what = blocks(lost, before.colour[province, owner])
                lines.append(f"{what} of {player(owner)} removed from {province_name(box, province)}.")
    for owner in range(int(before.seats)):
        if after.turn == before.turn and before.phase == Phase.TARGET_CARD:
            for card in _left(box, before, after, DISPLAY + owner):
                fate = "dies" if after.place[card] == IN_BOX else "is discarded"
                lines.append(f"{card_name(box, card)} of {player(owner)} {fate}.")
    return lines


def _events(box, before, after) -> list[str]:
    """What has run on by itself: the last round, battles, elections, the end."""
    lines = []
    if after.closing and not before.closing and after.turn == before.turn:
        lines.append("A colour has run out: the round is played to its end.")
    if after.lost_battles > before.lost_battles:
        lines.append(f"{text(box.battle_name[int(before.turn) - 1])}: the battle is lost.")
    elected = after.turn > before.turn or after.ending in (Ending.FOUR_TURNS, Ending.LANDSLIDE)
    if elected:
        votes = ", ".join(f"{COLOUR_NAMES[c]} {int(after.votes[c])}" for c in range(WHITE, COLOURS))
        lines.append(f"The election: {votes} votes.")
        if after.ending != Ending.LANDSLIDE:
            lines.append(
                f"The government is {COLOUR_NAMES[int(after.government)]}, "
                f"the opposition {COLOUR_NAMES[int(after.opposition)]}."
            )
    paid = [
        f"{player(i)} {int(after.vp[i]) - int(before.vp[i])}"
        for i in range(int(after.seats))
        if after.vp[i] > before.vp[i]
    ]
    if paid:
        lines.append(f"Victory points: {_list(paid)}.")
    if after.phase == Phase.TIE and (after.tie != before.tie or after.voting != before.voting):
        lines.append(_tie(box, after))
    if after.turn > before.turn:
        order = _list([player(i) for i in after.order[: int(after.seats)]])
        lines.append(f"Turn {int(after.turn)}. Order of play: {order}.")
    if after.ending and not before.ending:
        lines += _end(box, after)
    return lines


def _end(box, table) -> list[str]:
    how = {
        Ending.FOUR_TURNS: "The last turn is over. Victory points",
        Ending.COUNTER_REVOLUTION: "A royalist counter-revolution! White blocks on map and cards",
        Ending.LANDSLIDE: "A radical landslide! Red blocks on map and cards",
    }[Ending(int(table.ending))]
    seats = range(int(table.seats))
    standings = [int(standing(box, table, i)) for i in seats]
    scores = _list([f"{player(i)} {int(score(box, table, i))}" for i in seats])
    winners = _list([player(i) for i in seats if standings[i] == max(standings)])
    return [f"{how}: {scores}.", f"Winner: {winners}."]
