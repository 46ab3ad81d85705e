"""Blocks of the observation that are no single field; see tests/observed.py."""

import numpy as np

from hustings.envs.copycat.table import (
    CARDS,
    DECISIONS,
    EFFECTS,
    NO_CARD,
    REDS,
    STREET,
    Phase,
    Place,
    Worker,
    Zone,
)

RULES = ["COP-9.4", "COP-9.5", "COP-9.6"]
FIELDS = {"round": "round_number", "coins_doubled": "coins"}


def stage(tables):
    stages = [Phase.TURN, Phase.HAND, Phase.TABLE]
    return (tables["stage"][:, None] == stages) & (tables["phase"] < DECISIONS)[:, None]


def coins(tables):
    doubled = tables["coins"].astype(int) * (1 + np.minimum(tables["doublings"], 2))
    return doubled + tables["more_coins"] - tables["spent"]


def on_street(tables, of_cards, of_doctorates, of_none=0):
    """For each space of the street what is true of the card there."""
    return np.array([of_none, *of_cards[1:], of_doctorates])[tables["street"]]


def price(tables, box):
    there = tables["street"] != NO_CARD
    return there * (on_street(tables, box.card_price, of_doctorates=0) + box.surcharge)


def reds(tables):
    red = (tables["street"] >= 1) & (tables["street"] <= REDS)
    return (tables["street"] != NO_CARD) * (red.cumsum(axis=1) - red)


def strength(tables, box):
    return on_street(tables, box.card_strength, of_doctorates=0)


def kind(tables, box):
    effects = on_street(tables, box.card_effect, of_doctorates=EFFECTS, of_none=-1)
    return effects[..., None] == np.arange(EFFECTS + 1)


def supply(tables):
    shown = {Place.BOX: 0, Place.SUPPLY: 1, Place.STREET: 2 / 3, Place.OWNED: 1 / 3}
    return values(shown, tables["place"][:, 1:])


def street(tables):
    lies = tables["street"][..., None] == np.arange(1, CARDS + 1)
    return np.arange(1, STREET + 1) @ lies


def turn_place(tables, others):
    return tables["order"][:, : len(others)].argsort(axis=1)[:, others]


def worker(tables, others):
    shown = {
        Worker.NONE: 0,
        Worker.STANDING: 1,
        Worker.LYING: 0.5,
        Worker.STANDING_REPEATED: 0.75,
        Worker.LYING_REPEATED: 0.25,
    }
    return values(shown, tables["worker"][:, others])


def hand(tables, others):
    zones = tables["zone"][:, others, 1:]
    shown = values({Zone.KNOWN: 1}, zones)
    shown[:, 0] = values({Zone.HAND: 1, Zone.KNOWN: 0.75}, zones[:, 0])
    return shown


def pile(tables, others):
    zones = tables["zone"][:, others, 1:]
    shown = values({Zone.DRAW: 1, Zone.TEMPORARY: -0.5, Zone.DISCARD: -1}, zones)
    shown[:, 1:] += zones[:, 1:] == Zone.HAND
    return shown


def played(tables, others):
    return values({Zone.LAID: 1 / 3, Zone.USED: 2 / 3, Zone.SPENT: 1}, tables["zone"][:, others, 1:])


def values(of, places):
    """What is shown for each place, 0 where nothing is said."""
    return sum((number * (places == place) for place, number in of.items()), 0.0)
