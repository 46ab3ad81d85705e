"""The deck and its worth."""

from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, DISCARD, DOCTORATE, IN_DRAW, IN_SUPPLY, STREET, Effect
from ....envs.core.engine.compile import rule
from .weights import (
    BEST,
    COIN,
    COIN_NOW,
    DRAWS,
    FACTOR,
    FLOW,
    FUTURE,
    GROWTH,
    LEAST_PLAIN,
    LEFT,
    MEAN,
    NUMBER,
    SOON,
    TOTAL,
    USUAL_ROUNDS,
)


@rule
def rounds_left(box, table, w):
    """How many rounds will come after this one."""
    leader, doctorates, supply = 0, int(table.doctorates_left), 0
    for seat in range(int(table.seats)):
        leader = max(leader, int(table.vp[seat]))
    for space in range(STREET):
        doctorates += table.street[space] == DOCTORATE
    for card in range(1, CARDS + 1):
        supply += table.place[card] == IN_SUPPLY
    by_rounds = float(int(box.rounds) - int(table.round_number))
    if by_rounds == 0.0 or table.last_doctorate or leader >= box.end_points:
        return 0.0
    played = float(table.round_number) - 1.0
    by_points = USUAL_ROUNDS
    if played > 2.0:
        by_points = played * (int(box.end_points) / max(1.0, float(leader))) ** (1.0 / GROWTH)
    by_points += w.longer - float(table.round_number)
    by_doctorates = by_rounds
    if doctorates > 0:
        by_doctorates = supply / FLOW + doctorates * w.doctorate - SOON
    return min(by_rounds, max(w.late, min(by_points, by_doctorates)))


@rule
def survey_deck(box, table, seat, w, view):
    """The worth of the deck in the rounds to come."""
    view[BEST] = 1.0
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] != 0:
            view[BEST] = max(view[BEST], card_worth(box, card, view[COIN], w.point, w, view))
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] != 0:
            view[TOTAL] += card_worth(box, card, view[COIN], w.point, w, view)
            view[NUMBER] += 1.0
            view[DRAWS] += draws_of(box, card)
    drawn = max(1.0, view[NUMBER] * share(w, view[NUMBER], view[DRAWS]))
    view[FUTURE] = max(0.0, view[LEFT] - int(table.draw_size[seat]) / drawn)


@rule
def draws_of(box, card):
    """How many cards a card draws."""
    return int(box.card_strength[card]) if effect_of(box, card) == Effect.DRAW else 0


@rule
def card_worth(box, card, coin, point, w, view):
    """What a card brings when it is played, without the cards that it draws."""
    effect, strength = effect_of(box, card), float(max(1, int(box.card_strength[card])))
    if effect == Effect.COIN:
        return coin * strength
    if effect == Effect.VP:
        return point * strength
    if effect == Effect.WORKER:
        return w.worker * strength
    if effect == Effect.COPY_CARD:
        return w.copy_card * view[BEST]
    return plain_worth(effect, w)


@rule
def plain_worth(effect, w):
    """The same where it is a number."""
    if effect < Effect.COIN:
        if effect == Effect.TRASH_FOR_WORKER:
            return w.trash_for_worker
        if effect == Effect.EXTRA_OFFICE:
            return w.extra_office
        if effect == Effect.ELBOWS:
            return w.elbows
        return w.donate if effect == Effect.DONATE else 0.0
    if effect == Effect.COIN_OR_VP:
        return w.coin_or_vp
    if effect == Effect.DOUBLE_COINS:
        return w.double_coins
    if effect == Effect.DOUBLE_TOKENS:
        return w.double_tokens
    return w.reuse_worker if effect == Effect.REUSE_WORKER else w.keep


@rule
def share(w, number, draws):
    """The part of a deck that is seen in a round."""
    return 1.0 if number - draws <= w.hand else w.hand / (number - draws)


@rule
def added(box, card, w, view):
    """What buying a card adds to the rounds to come."""
    total, number, draws = view[TOTAL], view[NUMBER], view[DRAWS]
    before = total * share(w, number, draws)
    total += card_worth(box, card, view[COIN], w.point, w, view)
    after = total * share(w, number + 1.0, draws + draws_of(box, card))
    return (after - before) * view[FUTURE]


@rule
def lost(box, card, w, view):
    """What trashing a card costs in the rounds to come; negative for a bad one."""
    total, number, draws = view[TOTAL], view[NUMBER], view[DRAWS]
    before = total * share(w, number, draws)
    total -= card_worth(box, card, view[COIN], w.point, w, view)
    after = total * share(w, number - 1.0, draws - draws_of(box, card))
    return (before - after) * view[LEFT]


@rule
def mean_of_pile(box, table, seat, w, view):
    """What a card drawn now is worth, with those that it draws."""
    zone = IN_DRAW if table.draw_size[seat] > 0 else DISCARD
    total, number, draws = 0.0, 0.0, 0.0
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == zone:
            total += card_worth(box, card, view[COIN_NOW], 1.0, w, view)
            number += 1.0
            draws += draws_of(box, card)
    return total / max(1.0, number - draws, LEAST_PLAIN * number)


@rule
def now(box, card, w, view):
    """What a card in hand is worth in this round."""
    coin = view[COIN_NOW] * view[FACTOR]
    return card_worth(box, card, coin, 1.0, w, view) + draws_of(box, card) * view[MEAN]
