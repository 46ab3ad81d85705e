"""Descriptions of things and actions in words."""

import re

import numpy as np

from ...core.text.guide import guide_of
from ...core.text.words import player, text
from ..actions import ACTIONS
from ..box import (
    BREAD_SHORTAGE,
    CLUB,
    EMIGRATION,
    GENERAL,
    GUILLOTINE,
    PURGE,
    RELIGIOUS_PROBLEMS,
    SANS_CULOTTE,
    TERROR,
)
from ..table import DISPLAY, Phase, Tie

COLOUR_NAMES = ("", "white", "blue", "red")
COLOUR_LETTERS = ("", "W", "B", "R")
SPECIALS = {
    PURGE: "Purge",
    GUILLOTINE: "Guillotine",
    EMIGRATION: "Emigration",
    TERROR: "Terror",
    BREAD_SHORTAGE: "Bread Shortage",
    RELIGIOUS_PROBLEMS: "Religious Problems",
}
_ORDINALS = ("first", "second", "third")


def card_name(box: np.record, card: int) -> str:
    return text(box.card_name[int(card)])


def province_name(box: np.record, province: int) -> str:
    return text(box.province_name[int(province)])


def battle_name(box: np.record, table: np.record) -> str:
    return text(box.battle_name[int(table.turn) - 1])


def blocks(number: int, colour: int) -> str:
    """ "1 red block", "2 blue blocks"."""
    return f"{int(number)} {COLOUR_NAMES[int(colour)]} block{'' if number == 1 else 's'}"


def blocks_in_short(number: int, colour: int) -> str:
    """ "R", "BB"."""
    return COLOUR_LETTERS[int(colour)] * int(number)


def card_in_words(box: np.record, card: int) -> str:
    """A card with everything printed on it: "Necker (3 white, Paris Basin, cannon)"."""
    kind = int(box.card_kind[card])
    if kind > CLUB:
        return card_name(box, card)
    colour = COLOUR_NAMES[int(box.card_colour[card])]
    where = "anywhere" if kind == CLUB else text(box.region_name[int(box.card_region[card])])
    symbols = (
        ("", ", sans-culotte", ", general")[int(box.card_silhouette[card])],
        ", cannon" if box.card_cannon[card] else "",
    )
    return f"{card_name(box, card)} ({int(box.card_value[card])} {colour}, {where}{''.join(symbols)})"


def card_about(box: np.record, card: int) -> str:
    """The effect of a card, in a sentence or two."""
    kind, words = int(box.card_kind[card]), guide_of(__name__.partition(".text")[0]).words
    if kind > CLUB:
        return words[SPECIALS[kind]]
    where = (
        "any province"
        if kind == CLUB
        else f"provinces of {text(box.region_name[int(box.card_region[card])])}"
    )
    parts = [f"Places {blocks(box.card_value[card], box.card_colour[card])} in {where}."]
    if box.card_silhouette[card]:
        sign = {GENERAL: "general", SANS_CULOTTE: "sans-culotte"}[int(box.card_silhouette[card])]
        parts.append(f"{sign.capitalize()}: {words[sign]}")
    if box.card_cannon[card]:
        parts.append(f"Cannon: {words['cannon']}")
    return " ".join(parts)


def card_in_short(box: np.record, card: int) -> str:
    """Like `card_in_words`, but short: "Necker WWW P.Basin cannon"."""
    kind = int(box.card_kind[card])
    if kind > CLUB:
        return card_name(box, card)
    where = "anywhere" if kind == CLUB else region_in_short(box, int(box.card_region[card]))
    symbols = ("", " sans-c.", " gen.")[int(box.card_silhouette[card])]
    symbols += " cannon" if box.card_cannon[card] else ""
    stack = blocks_in_short(box.card_value[card], box.card_colour[card])
    return f"{card_name(box, card)} {stack} {where}{symbols}"


def region_in_short(box: np.record, region: int) -> str:
    """Abbreviate a region: "South-West" to "S-West", "Paris Basin" to "P.Basin"."""
    return re.sub(
        r"(\w)\w*([ -])", lambda word: word[1] + word[2].replace(" ", "."), text(box.region_name[region])
    )


def describe(box: np.record, table: np.record, action: int) -> str:
    """Describe an action of the seat on turn."""
    name, number = ACTIONS.locate(int(action))
    phase = Phase(int(table.phase))
    if name == "pass":
        return _pass(phase)
    if name == "deck":
        return "Draw from the deck"
    if name == "face_up":
        return f"Take {_face_up(box, table, number)}"
    if name == "exchange":
        return "Discard two cards to draw one"
    played = card_name(box, table.playing) if table.playing else "the card"
    if name == "blocks":
        return f"Use {played} for {blocks(box.card_value[table.playing], box.card_colour[table.playing])}"
    if name == "cannon":
        return f"Use {played} for a token in the battle box"
    if name == "display":
        return f"Put {played} into your display"
    if name == "discard":
        return f"Discard {played}"
    if name == "card":
        return _card(box, table, phase, number + 1)
    if name == "province":
        where = province_name(box, number) if number < box.provinces else f"province {number}"
        if phase == Phase.PLACE:
            return f"Place {blocks(1, box.card_colour[table.playing])} in {where}"
        return f"Remove a {'stack' if _is_terror(box, table) else 'block'} in {where}"
    owner, target = (int(table.seat) + number) % int(table.seats), int(table.target)
    height = int(table.height[target, owner])
    colour = table.colour[target, owner]
    stack = f"{COLOUR_NAMES[int(colour)]} block" if height == 1 else blocks(height, colour)
    whose = "your own" if number == 0 else f"{player(owner)}'s"
    some = "" if height == 1 or _is_terror(box, table) else "one of "
    return f"Remove {some}{whose} {stack} in {province_name(box, target)}"


def _face_up(box: np.record, table: np.record, place: int) -> str:
    """The card at a place beside the deck; "the second Purge" if there are several like it."""
    if not table.face_up[place]:
        return f"the face-up card {place + 1}"
    words = [card_in_words(box, int(card)) if card else "" for card in table.face_up]
    if words.count(words[place]) == 1:
        return words[place]
    return f"the {_ORDINALS[words[:place].count(words[place])]} {words[place]}"


def _is_terror(box: np.record, table: np.record) -> bool:
    return bool(box.card_kind[table.special] == TERROR)


def _pass(phase: Phase) -> str:
    return {
        Phase.DISCARD: "Discard no more",
        Phase.REFILL: "Draw no more",
        Phase.SECOND_DRAW: "Take no second card",
        Phase.AFTER: "End your action",
        Phase.TARGET_PROVINCE: "Remove no stack",
        Phase.TARGET_CARD: "Guillotine nobody",
        Phase.TIE: "Choose no card",
    }.get(phase, "Pass")


def _card(box: np.record, table: np.record, phase: Phase, card: int) -> str:
    words = card_in_words(box, card) if card <= box.cards else f"card {card}"
    if phase in (Phase.DISCARD, Phase.EXCHANGE):
        return f"Discard {words}"
    if phase == Phase.TARGET_CARD:
        owner = int(table.place[card]) - DISPLAY
        whose = "your own" if owner == table.seat else f"{player(owner)}'s"
        kind = int(box.card_kind[table.special])
        hits = {EMIGRATION: "Send abroad", TERROR: "Guillotine"}.get(kind) or SPECIALS.get(kind, "Hit")
        return f"{hits} {whose} {words}"
    if phase == Phase.TIE:
        purpose = {
            Tie.BATTLE: "the battle",
            Tie.PROVINCE: "the province",
            Tie.GOVERNMENT: f"a {COLOUR_NAMES[int(box.card_colour[card])]} government",
            Tie.OPPOSITION: f"a {COLOUR_NAMES[int(box.card_colour[card])]} opposition",
            Tie.FIRST: "first place in the government",
            Tie.SECOND: "second place in the government",
            Tie.OPPOSITION_FIRST: "first place in the opposition",
        }.get(Tie(int(table.tie)), "the tie")
        return f"Choose {words} for {purpose}"
    return f"Play {words}"
