"""Blocks of the observation that are no single field; see tests/observed.py."""

import numpy as np

from hustings.envs.liberte.box import ANYWHERE, CLUB, GENERAL, RELIGIOUS_PROBLEMS, UNLIMITED
from hustings.envs.liberte.table import CARDS, COLOURS, PROVINCES, WHITE, Phase, Place, Tie

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


# --- What follows from the table -----------------------------------------------------------------


def by_colour(colours):
    return colours[..., None] == np.arange(1, COLOURS)


def heights(tables, others):
    """[table, province, player]: blocks, and the most that another has there."""
    height = tables["height"][:, :, others].astype(int)
    best = np.stack([np.delete(height, at, axis=2).max(axis=2) for at in range(len(others))], axis=2)
    return height, best


def ways(tables, others):
    """[table, province, player, 2]: whether it leads alone, and whether it leads level."""
    height, best = heights(tables, others)
    return np.stack([height > best, (height == best) & (height > 0)], axis=3)


def own_lead(tables, others):
    height, best = (each[:, :, 0] for each in heights(tables, others))
    return height - best - 0.5 * ((height == best) & (height > 0))


def level(tables, others):
    return np.maximum(ways(tables, others).sum(axis=(2, 3)) - 1, 0)


def leads(tables, others):
    leading = ways(tables, others).any(axis=3)
    return (leading[..., None] & by_colour(tables["colour"][:, :, others])).any(axis=2)


def reach(tables, box, seat, others):
    """Provinces in which a card of the hand takes the lead, draws level, makes it safer."""
    own, best = (each[:, None, :, 0] for each in heights(tables, others))
    stacks, tokens = (tables["height"] > 0).sum(axis=2), tables["cannons"] + tables["presence"]
    used = tokens[:, seat] + (own > 0).sum(axis=(1, 2))
    free = (used < box.tokens_each) | (box.tokens == UNLIMITED)
    region, colour = box.card_region[1:, None], box.card_colour[1:, None]
    near = (region == box.province_region) | (region == ANYWHERE)
    near = near & (np.arange(PROVINCES) < box.provinces) & (colour > 0)
    grows = (own < box.stack_height) & (tables["colour"][:, None, :, seat] == colour)
    begins = (free[:, None] & (stacks < box.stacks))[:, None]
    may = np.where(own > 0, grows, begins) & near & hand(tables, seat)[..., None]
    return np.stack([(may & does).sum(axis=2) for does in (own == best, own + 1 == best, own > best)], axis=2)


def outlook(tables, box, others):
    votes = np.where(np.arange(PROVINCES)[:, None] == box.paris, tables["height"][:, :, others], 1)
    colours = by_colour(tables["colour"][:, :, others])
    return (votes[..., None, None] * colours[..., None] * ways(tables, others)[..., None, :]).sum(axis=1)


def royalist(tables, box, others):
    white = (box.cr[:, None] == 1) & (tables["colour"][:, :, others] == WHITE)
    return (ways(tables, others) & white[..., None]).sum(axis=1)


def prize(tables, box, others):
    late = (tables["turn"] >= box.province_vp_from)[:, None, None]
    return (ways(tables, others)[..., 0] * late * box.province_vp[:, None]).sum(axis=1)


def blocks(tables, others):
    return tables["height"][:, :, others].sum(axis=1)


def best_card(tables, box, others):
    shown = tables["display"][:, others]
    return (by_colour(box.card_colour[shown]) * box.card_value[shown][..., None]).max(axis=2)


def generals(tables, box, others):
    return (box.card_silhouette[tables["display"][:, others]] == GENERAL).sum(axis=2)
