"""Blocks of the observation that are no single field; see tests/observed.py. Derived ones have tests."""

import numpy as np

from hustings.envs.liberte.box import CLUB, RELIGIOUS_PROBLEMS, UNLIMITED
from hustings.envs.liberte.table import CARDS, COLOURS, PROVINCES, Phase, Place, Tie

FIELDS = {"round": "rounds", "deck": "deck_cards"}
ALL_CARDS = np.arange(1, CARDS + 1)


def special(tables, box):
    return box.card_kind[tables["special"]][:, None] == np.arange(CLUB + 1, RELIGIOUS_PROBLEMS + 1)


def set_b(tables):
    return tables["shuffles"] == 0


def province(tables, box):
    size, first = box.region_size, box.region_first
    track = np.concatenate([first[region - 1] + np.arange(size[region - 1]) for region in box.region_order])
    shown = np.zeros((len(tables), PROVINCES))
    tied = np.flatnonzero((tables["tie"] == Tie.PROVINCE) & (tables["voting"] < box.provinces))
    shown[tied, track[tables["voting"][tied]]] = 1
    hit = np.flatnonzero(tables["phase"] == Phase.TARGET_STACK)
    shown[hit, tables["target"][hit]] = 1
    return shown


def hand(tables, seat):
    return tables["place"][:, 1:] == Place.HAND + seat


def discarded(tables):
    return difference(tables["place"][:, 1:], Place.DISCARDED, Place.FACE_UP)


def played(tables):
    return difference(tables["place"][:, 1:], Place.PLAYED, Place.BOX)


def difference(places, shown, shown_below):
    return 1.0 * (places == shown) - (places == shown_below)


def unknown(tables, others):
    place, known = tables["place"][:, 1:], tables["known"][:, 1:] == 1
    passed = np.maximum(tables["shuffles"][:, None].astype(int) - tables["shuffle"][:, 1:], 0)
    in_hand = (place >= Place.HAND) & (place < Place.HAND + len(others))
    hidden = ((place == Place.DECK) | in_hand) & ~known
    return hidden * (1 - 0.5 / (1 + passed)) - known - 0.5 * (place == Place.SET_B)


def tokens(tables, box, others):
    if box.tokens == UNLIMITED:
        return np.full((len(tables), len(others)), np.inf)
    used = tables["cannons"] + tables["presence"] + (tables["height"] > 0).sum(axis=1)
    return np.maximum(box.tokens_each - used[:, others], 0)


def turn_place(tables, others):
    return tables["order"][:, : len(others)].argsort(axis=1)[:, others]


def chosen(tables, box, others):
    return box.card_value[tables["chosen"][:, others]]


def stacks(tables, others):
    height, colour = (tables[name][:, :, others].swapaxes(1, 2)[..., None] for name in ("height", "colour"))
    return (1 + height) * (colour == np.arange(COLOURS)) / 4


def cards(tables, others):
    place, known = tables["place"][:, None, 1:], tables["known"][:, None, 1:]
    chosen = tables["chosen"][:, others, None] == ALL_CARDS
    shown, held = (place == zone + others[:, None] for zone in (Place.DISPLAY, Place.HAND))
    return shown - 1.0 * held * known + 0.5 * chosen
