"""What the deck is worth."""

from ....envs.copycat.box import effect_of
from ....envs.copycat.table import (
    CARDS,
    DISCARD,
    DOCTORATE,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAST_START,
    OFFICES,
    STREET,
    Effect,
)
from ....envs.core.engine.compile import rule
from . import weights as at


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
    by_points = at.USUAL_ROUNDS
    if played > 2.0:
        by_points = played * (int(box.end_points) / max(1.0, float(leader))) ** (1.0 / at.GROWTH)
    by_points += w.longer - float(table.round_number)
    by_doctorates = by_rounds
    if doctorates > 0:
        by_doctorates = supply / at.FLOW + doctorates * w.doctorate - at.SOON
    return min(by_rounds, max(w.late, min(by_points, by_doctorates)))


@rule
def points_a_coin(box):
    """The points that a coin buys, on average over all cards with points."""
    points, prices = 0, 1
    for card in range(LAST_START + 1, CARDS + 1):
        counts = int(box.card_effect[card] == Effect.VP)  # without a branch, which is faster
        points += counts * int(box.card_strength[card])
        prices += counts * int(box.card_price[card])
    return points / prices


@rule
def survey_cards(box, table, seat, w, view, held):
    """Fill in the worth of the deck in later rounds, and the cards in hand, after their number."""
    view[at.COIN] = w.coin + w.coin_grows * points_a_coin(box) * view[at.LEFT]
    view[at.COIN] += w.coin_doctor * (int(table.seats) - 2)
    view[at.WORKER] = worker_worth(box, table, w)
    view[at.BEST] = 1.0
    pile = IN_DRAW if table.draw_size[seat] > 0 else DISCARD
    copies, hand = 0, 0
    for card in range(1, CARDS + 1):
        zone = int(table.zone[seat, card])
        if zone != 0:
            view[at.NUMBER] += 1.0
            effect, strength = effect_of(box, card), float(max(1, int(box.card_strength[card])))
            if zone == pile:
                add_to_pile(effect, strength, w, view)
            elif zone in (IN_HAND, KNOWN) and not table.kept[card]:
                hand += 1
                held[hand] = card
            if effect == Effect.COIN:
                view[at.DECK_COINS] += strength
            elif effect == Effect.DRAW:
                view[at.DRAWS] += strength
            elif effect == Effect.COPY_CARD:
                copies += 1
            else:
                worth = card_worth(effect, strength, view[at.COIN], w.point, w, view)
                view[at.TOTAL] += worth
                view[at.BEST] = max(view[at.BEST], worth)
    held[0] = hand
    view[at.TOTAL] += view[at.DECK_COINS] * view[at.COIN] + copies * w.copy_card * view[at.BEST]
    survey_deck(box, table, seat, w, view)


@rule
def worker_worth(box, table, w):
    """What one more worker is worth: more with fewer players, who leave it more offices."""
    number = 0
    for office in range(OFFICES):
        number += table.open[office]
    return max(0.0, w.worker + w.room * (number / int(table.seats) - int(box.workers)))


@rule
def survey_deck(box, table, seat, w, view):
    """Fill in what the deck brings in a round, and what one card more or less would change."""
    number, draws = view[at.NUMBER], view[at.DRAWS]
    seen = share(box, w, number, draws)
    view[at.INCOME] = view[at.TOTAL] * seen
    view[at.SHARE_MORE] = share(box, w, number + 1.0, draws)
    view[at.SHARE_LESS] = share(box, w, number - 1.0, draws)
    view[at.FUTURE] = max(0.0, view[at.LEFT] - int(table.draw_size[seat]) / max(1.0, number * seen))
    view[at.RED] = (view[at.TOTAL] * view[at.SHARE_MORE] - view[at.INCOME]) * view[at.FUTURE] - w.red


@rule
def add_to_pile(effect, strength, w, view):
    """Count a card among those that will be drawn next."""
    view[at.PILE_NUMBER] += 1.0
    if effect == Effect.COIN:
        view[at.PILE_COINS] += strength
    elif effect == Effect.DRAW:
        view[at.PILE_DRAWS] += strength
    else:
        view[at.PILE_REST] += card_worth(effect, strength, view[at.COIN], 1.0, w, view)


@rule
def draws_of(box, card):
    """How many cards a card draws."""
    return int(box.card_strength[card]) if effect_of(box, card) == Effect.DRAW else 0


@rule
def worth_of(box, card, coin, point, w, view):
    """What a card brings when it is played, without the cards that it draws."""
    strength = float(max(1, int(box.card_strength[card])))
    return card_worth(effect_of(box, card), strength, coin, point, w, view)


@rule
def card_worth(effect, strength, coin, point, w, view):
    """What a card with this effect brings when it is played, without the cards that it draws."""
    if effect == Effect.COIN:
        return coin * strength
    if effect == Effect.VP:
        return point * strength
    if effect == Effect.WORKER:
        return view[at.WORKER] * strength
    if effect == Effect.COPY_CARD:
        return w.copy_card * view[at.BEST]
    if effect == Effect.COIN_OR_VP:
        return max(coin, 2.0) + w.coin_or_vp
    if effect == Effect.DOUBLE_COINS:
        return w.double_coins * coin * view[at.DECK_COINS]
    return fixed_worth(effect, w)


@rule
def fixed_worth(effect, w):
    """What a card brings if its effect has a fixed worth."""
    if effect == Effect.TRASH_FOR_WORKER:
        return w.trash_for_worker
    if effect == Effect.EXTRA_OFFICE:
        return w.extra_office
    if effect == Effect.ELBOWS:
        return w.elbows
    if effect == Effect.DONATE:
        return w.donate
    if effect == Effect.DOUBLE_TOKENS:
        return w.double_tokens
    if effect == Effect.REUSE_WORKER:
        return w.reuse_worker
    return w.keep if effect == Effect.KEEP else 0.0


@rule
def share(box, w, number, draws):
    """The part of a deck that is seen in a round."""
    seen = int(box.hand) + w.seen
    return 1.0 if number - draws <= seen else seen / (number - draws)


@rule
def added(box, card, w, view):
    """What buying a card adds to the rounds to come."""
    seen, draws = view[at.SHARE_MORE], draws_of(box, card)
    if draws > 0:
        seen = share(box, w, view[at.NUMBER] + 1.0, view[at.DRAWS] + draws)
    total = view[at.TOTAL] + worth_of(box, card, view[at.COIN], w.point, w, view)
    return (total * seen - view[at.INCOME]) * view[at.FUTURE]


@rule
def lost(box, card, w, view):
    """What trashing a card costs in the rounds to come; negative for a bad one."""
    seen, draws = view[at.SHARE_LESS], draws_of(box, card)
    if draws > 0:
        seen = share(box, w, view[at.NUMBER] - 1.0, view[at.DRAWS] - draws)
    total = view[at.TOTAL] - worth_of(box, card, view[at.COIN], w.point, w, view)
    return (view[at.INCOME] - total * seen) * view[at.LEFT] - w.trash


@rule
def mean_of_pile(view):
    """What a card drawn now is worth, including the cards that it draws."""
    number = view[at.PILE_NUMBER]
    total = view[at.PILE_COINS] * view[at.COIN_NOW] + view[at.PILE_REST]
    return total / max(1.0, number - view[at.PILE_DRAWS], at.LEAST_PLAIN * number)


@rule
def now(box, card, w, view):
    """What a card in hand is worth in this round."""
    coin = view[at.COIN_NOW] * view[at.FACTOR]
    return worth_of(box, card, coin, 1.0, w, view) + draws_of(box, card) * view[at.MEAN]
