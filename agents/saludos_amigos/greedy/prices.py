"""The price of a place in a coalition: what others seem to want, and what the bot settles for."""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.saludos_amigos.rules.common import clockwise, places_to
from .coalitions import best_coalition, refused
from .weights import FAR_AHEAD


@rule
def strength_of_all(table):
    """The strength of all seats together."""
    strength = 0
    for seat in range(int(table.seats)):
        strength += int(table.strength[seat])
    return strength


@rule
def price(table, seat, proposer, everybody, weights):
    """The price of a place for `seat`: its share of the pie by strength, more from a richer proposer."""
    part = weights.price * int(table.strength[seat]) / everybody + weights.equal / int(table.seats)
    ahead = (int(table.money[proposer]) - int(table.money[seat])) / FAR_AHEAD
    return part * int(table.pie) * (1.0 + weights.resent * min(1.0, max(-1.0, ahead)))


@rule
def believed(table, seat, proposer, everybody, weights):
    """The millions for which `seat` is believed to join the proposer."""
    least = max(int(table.share[seat]), refused(table, seat)) + 1
    return max(least, int(price(table, seat, proposer, everybody, weights) + weights.opening))


@rule
def offers_of(table, seat, weights):
    """What `seat` first offers the others, by places clockwise."""
    offers = np.zeros(int(table.seats), np.int64)
    everybody = strength_of_all(table)
    for k in range(1, int(table.seats)):
        offers[k] = believed(table, clockwise(table, seat, k), seat, everybody, weights)
    return offers


@rule
def settled(table, seat, proposer, weights):
    """The millions for which `seat` joins: the price of its place, or more if waiting promises more."""
    wish = price(table, seat, proposer, strength_of_all(table), weights)
    places = places_to(table, proposer, seat)
    if places > 0:
        hope = weights.hope * weights.patience ** (places - 1)
        _, worth = best_coalition(table, seat, 1, wish / hope, offers_of(table, seat, weights), weights)
        wish = hope * worth
    return max(int(table.share[seat]) + 1, int(wish + weights.claim))
