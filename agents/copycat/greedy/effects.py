"""Phase 2: what effects bring, now or later."""

from ....envs.copycat import actions as say
from ....envs.copycat import rules
from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, LYING, NO_CARD, OFFICES, REDS, STANDING, Effect, Phase
from ....envs.core.engine.compile import rule
from . import weights as at
from .deck import lost
from .street import bought, buys_of, coins_of


@rule
def play_freely(box, table, seat, legal):
    """A card or office that draws cards, or a card for workers; -1 if only others can act, -2 if none can."""
    choice = False
    for card in range(REDS + 1, CARDS + 1):
        if legal[say.CARD + card]:
            choice = True
            effect = effect_of(box, card)
            if effect == Effect.DRAW or effect == Effect.WORKER:
                return say.CARD + card
            if effect == Effect.EXTRA_OFFICE and table.fresh == 0:
                return say.CARD + card
    for office in range(OFFICES):
        if legal[say.OFFICE + office]:
            choice = True
            if box.office_effect[office] == Effect.DRAW:
                return say.OFFICE + office
    return -1 if choice else -2


@rule
def play_for_more(box, table, seat, legal, w, view, worth, held):
    """Another card or office worth using in this phase; -1 for none."""
    for place in range(1, held[0] + 1):
        card = int(held[place])
        if legal[say.CARD + card]:
            effect = effect_of(box, card)
            if effect == Effect.TRASH_FOR_WORKER:
                if least(box, table, w, view, held, True, card)[0] < view[at.WORKER]:
                    return say.CARD + card
            elif effect == Effect.DONATE:
                if table.pool[seat] == 0 and best_gift(box, table, seat, w, view, worth)[0] > 0.0:
                    return say.CARD + card
            elif effect == Effect.REUSE_WORKER:
                if worth_a_repeat(box, table, seat, w, view):
                    return say.CARD + card
            elif effect == Effect.COPY_CARD:
                if worth_a_copy(box, table, seat, w, view, held):
                    return say.CARD + card
    for office in range(OFFICES):
        if legal[say.OFFICE + office]:
            if box.office_effect[office] == Effect.SWAP:
                if least(box, table, w, view, held, False, NO_CARD)[0] < view[at.MEAN]:
                    return say.OFFICE + office
            elif worth_a_copy(box, table, seat, w, view, held):
                return say.OFFICE + office
    return -1


@rule
def least(box, table, w, view, held, for_ever, besides):
    """The cost of losing the cheapest card in hand, for this round or for good, and that card.

    In the third phase purple and blue cards are worth nothing this round.
    """
    best, found = -at.NOTHING, NO_CARD
    for place in range(1, held[0] + 1):
        card = int(held[place])
        if card != besides:
            idle = table.stage != Phase.TURN and effect_of(box, card) < Effect.COIN
            loss = 0.0 if idle else view[at.HAND + place]
            if for_ever:
                loss += lost(box, card, w, view)
            if loss < best:
                best, found = loss, card
    return best, found


@rule
def best_gift(box, table, seat, w, view, worth):
    """The best number of coins to give away for cards: what that brings, and the action."""
    best, action = 0.0, say.DONE
    keeps = bought(worth, view, view[at.BUYS], view[at.COINS])
    for option in range(say.CARD + 1, say.BUY):
        gift = 0
        if option < say.PLACE:
            if rules.common.in_hand(table, seat, option - say.CARD):
                gift = rules.actions.donation(box, option - say.CARD)
        elif option >= say.OFFICE and rules.common.is_upright(table, seat, option - say.OFFICE):
            gift = coins_of(box, option - say.OFFICE)
        value = gift * view[at.MEAN] + bought(worth, view, view[at.BUYS], view[at.COINS] - gift) - keeps
        if value > best:
            best, action = value, option
    return best, action


@rule
def effect_now(box, table, seat, effect, strength, w, view):
    """What an effect brings in the second phase."""
    if effect == Effect.DRAW:
        return strength * view[at.MEAN]
    if effect == Effect.WORKER:
        return view[at.WORKER] * min(strength, int(box.recruits) - int(table.recruited[seat]))
    return at.SOMETHING if effect == Effect.SWAP or effect == Effect.EXTRA_OFFICE else 0.0


@rule
def again(box, table, option):
    """The effect of the card or office that an action would reuse."""
    if option >= say.OFFICE:
        return int(box.office_effect[option - say.OFFICE]), int(box.office_strength[option - say.OFFICE])
    card = rules.effects.original(box, table, option - say.CARD)
    return effect_of(box, card), int(box.card_strength[card])


@rule
def best_again(box, table, seat, w, view, first, past):
    """What reusing the best card in play, or own office, would bring in the second phase."""
    best = 0.0
    for option in range(first, past):
        if option >= say.OFFICE:
            usable = int(table.worker[seat, option - say.OFFICE]) in (STANDING, LYING)
        else:
            usable = rules.common.in_play(table, seat, option - say.CARD)
        if usable:
            effect, strength = again(box, table, option)
            best = max(best, effect_now(box, table, seat, effect, strength, w, view))
    return best


@rule
def worth_a_repeat(box, table, seat, w, view):
    """Whether reusing an office is worth more now than in the third phase."""
    return best_again(box, table, seat, w, view, say.OFFICE, say.BUY) > later_repeat(
        box, table, seat, w, view
    )


@rule
def worth_a_copy(box, table, seat, w, view, held):
    """Whether reusing a card is worth more now than in the third phase."""
    return best_again(box, table, seat, w, view, say.CARD + 1, say.PLACE) > later_copy(box, view, held)


@rule
def later_repeat(box, table, seat, w, view):
    """What reusing the best own office would bring in the third phase."""
    best = w.reuse_worker if table.pool[seat] > 0 else 0.0
    for office in range(OFFICES):
        if rules.common.is_upright(table, seat, office):
            value = coins_of(box, office) * view[at.COIN_NOW]
            if box.office_effect[office] == Effect.VP:
                value = float(box.office_strength[office])
            elif buys_of(box, office) > 0:
                value = at.MORE_BUYS
            best = max(best, value)
    return best


@rule
def later_copy(box, view, held):
    """What the best card in hand that can be reused in the third phase would bring."""
    best = 0.0
    for place in range(1, held[0] + 1):
        if rules.common.counts_in_phase_3(effect_of(box, held[place])):
            best = max(best, view[at.HAND + place])
    return best
