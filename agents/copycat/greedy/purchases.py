"""Phase 3: the hand and the table."""

from ....envs.copycat import actions as say
from ....envs.copycat import rules
from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, DOCTORATE, NO_CARD, OFFICES, REDS, STREET, Effect, Phase
from ....envs.core.engine.compile import rule
from . import weights as at
from .effects import again, best_gift, effect_now, least
from .street import bought, coins, ending_worth, purchase


@rule
def choose_in_hand(box, table, seat, legal, w, view, worth, held):
    """Trash bad cards; keep cards that are useless this round."""
    for office in range(OFFICES):
        if legal[say.OFFICE + office] and box.office_effect[office] == Effect.TRASH_FOR_COIN:
            if trash_gain(box, table, seat, w, view, worth, held)[0] > 0.0:
                return say.OFFICE + office
    for card in range(REDS + 1, CARDS + 1):
        if legal[say.CARD + card] and effect_of(box, card) == Effect.KEEP:
            if card_to_keep(box, table, seat, w, view) != NO_CARD:
                return say.CARD + card
    return say.DONE


@rule
def trash_gain(box, table, seat, w, view, worth, held):
    """What trashing the worst card for a coin brings, and the card."""
    loss, card = least(box, table, w, view, held, True, NO_CARD)
    more = bought(worth, view, view[at.BUYS], view[at.COINS] + view[at.FACTOR]) - bought(
        worth, view, view[at.BUYS], view[at.COINS]
    )
    return more - loss, card


@rule
def card_to_keep(box, table, seat, w, view):
    """A card in hand that is useless this round but not in the next."""
    if view[at.LEFT] < at.SOON:
        return NO_CARD
    for card in range(REDS + 1, CARDS + 1):
        if rules.common.in_hand(table, seat, card) and not table.kept[card]:
            if effect_of(box, card) < Effect.COIN:
                return card
    return NO_CARD


@rule
def choose_at_table(box, table, seat, legal, w, view, worth):
    """First what gives more actions, then coins or points, then purchases."""
    for action in range(say.CARD + 1, say.BUY):
        if legal[action]:
            return action
    if legal[say.COIN]:
        more = bought(worth, view, view[at.BUYS], view[at.COINS] + view[at.FACTOR]) - bought(
            worth, view, view[at.BUYS], view[at.COINS]
        )
        return say.COIN if more > int(box.charity_vp) else say.VP
    return choose_purchase(box, table, seat, legal, w, view, worth)


@rule
def choose_purchase(box, table, seat, legal, w, view, worth):
    """The first of the best purchases; doctorates come last."""
    best, action, reds = 1e-6, say.DONE, 0
    money, buys = coins(table), int(view[at.BUYS])
    for space in range(STREET):
        card = int(table.street[space])
        if legal[say.BUY + space] and card < DOCTORATE:
            value = purchase(box, table, space, reds, w, view)
            rest = money - int(rules.purchases.price_of(box, table, space))
            value += bought(worth, view, min(buys, at.MOST_BUYS) - 1, rest)
            if value > best:
                best, action = value, say.BUY + space
        reds += NO_CARD < card <= REDS
    for space in range(STREET):
        if legal[say.BUY + space] and table.street[space] == DOCTORATE:
            value = (
                money - int(rules.purchases.price_of(box, table, space)) + ending_worth(box, table, seat, w)
            )
            if value > best + 1e-6:
                best, action = value, say.BUY + space
    return action


@rule
def choose_target(box, table, seat, legal, w, view, worth, held):
    """The card or office that the action under way applies to."""
    phase = int(table.phase)
    if table.left == 0 and legal[say.DONE] and phase in (Phase.SWAP, Phase.TRASH_FOR_COIN):
        return say.DONE
    if phase == Phase.SWAP:
        value, card = least(box, table, w, view, held, False, NO_CARD)
        return say.CARD + card if value < view[at.MEAN] else say.DONE
    if phase == Phase.TRASH_FOR_WORKER:
        return say.CARD + least(box, table, w, view, held, True, NO_CARD)[1]
    if phase == Phase.DONATE:
        return best_gift(box, table, seat, w, view, worth)[1]
    if phase == Phase.TRASH_FOR_COIN:
        gain, card = trash_gain(box, table, seat, w, view, worth, held)
        return say.CARD + card if gain > 0.0 else say.DONE
    if phase == Phase.KEEP:
        card = card_to_keep(box, table, seat, w, view)
        return say.DONE if card == NO_CARD else say.CARD + card
    if phase == Phase.DRAW:
        return say.DRAW if legal[say.DRAW] else say.DONE
    return choose_to_repeat(box, table, seat, legal, w, view, worth)


@rule
def choose_to_repeat(box, table, seat, legal, w, view, worth):
    """The card or office that is worth most to reuse."""
    best, action = at.NOTHING, -1
    for option in range(say.CARD + 1, say.BUY):
        if legal[option]:
            effect, strength = again(box, table, option)
            if table.stage == Phase.TURN:
                value = effect_now(box, table, seat, effect, strength, w, view)
            else:
                value = effect_later(box, table, seat, effect, strength, w, view, worth)
            if value > best:
                best, action = value, option
    return action


@rule
def effect_later(box, table, seat, effect, strength, w, view, worth):
    """What an effect brings in the third phase."""
    here = bought(worth, view, view[at.BUYS], view[at.COINS])
    if effect == Effect.VP:
        return float(strength)
    if effect == Effect.COIN:
        more = strength * (1.0 if table.undoubled else view[at.FACTOR])
        return bought(worth, view, view[at.BUYS], view[at.COINS] + more) - here
    if effect == Effect.DOUBLE_COINS:
        more = int(table.coins) if table.doublings < 2 else 0
        return bought(worth, view, view[at.BUYS], view[at.COINS] + more) - here
    if effect == Effect.DOUBLE_TOKENS:
        return float(table.tokens[seat]) if table.token_doublings < 2 else 0.0
    if effect == Effect.COIN_OR_VP:
        return max(float(box.charity_vp), bought(worth, view, view[at.BUYS], view[at.COINS] + 1.0) - here)
    if effect == Effect.BUY:
        return bought(worth, view, view[at.BUYS] + strength, view[at.COINS]) - here
    if effect == Effect.BUY_SPECIAL:
        return bought(worth, view, view[at.BUYS] + 1.0, view[at.COINS]) - here + w.special
    return at.SOMETHING if effect >= Effect.REUSE_CARD else 0.0
