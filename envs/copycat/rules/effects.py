"""3 and 4 Which effects can be used, and how each begins."""

from ...core.engine.compile import rule
from ..box import effect_of
from ..table import CARDS, LYING, NO_WORKER, OFFICES, STANDING, USED, Effect, Phase
from .actions import begin_drawing, can_donate, recruit
from .common import counts_in_phase_3, earn, gain, in_play, is_grey
from .street import fill_street


@rule
def can_begin(box, table, seat, effect, card, hand):
    """Whether an effect can do something now.

    `card` is the card it stands on (NO_CARD for an office), `hand` the number of free cards left in hand.
    """
    if effect == Effect.COPY_CARD:
        return can_copy(box, table, seat, card, hand, can_repeat(box, table, seat, hand))
    if effect == Effect.REUSE_CARD:
        return can_reuse(box, table, seat, hand, can_repeat(box, table, seat, hand))
    if effect == Effect.REUSE_WORKER:
        return can_repeat(box, table, seat, hand)
    return can_work(box, table, seat, effect, hand)


@rule
def can_work(box, table, seat, effect, hand):
    """`can_begin` for all but grey effects: purple and blue ones in turns, yellow and green ones later."""
    if table.stage != Phase.TURN:
        if effect == Effect.TRASH_FOR_COIN:
            return table.stage == Phase.HAND and hand > 0
        return counts_in_phase_3(effect)
    if effect == Effect.DRAW:
        return True
    if effect == Effect.SWAP:
        return hand > 0
    if effect == Effect.DONATE:
        return can_donate(box, table, seat)
    if effect == Effect.WORKER:
        return table.recruited[seat] < box.recruits
    if effect == Effect.TRASH_FOR_WORKER:
        return table.recruited[seat] < box.recruits and hand > 0
    if effect == Effect.EXTRA_OFFICE or effect == Effect.ELBOWS:
        return can_place_more(table, seat, effect)
    return False


@rule
def can_place_more(table, seat, effect):
    """Whether a worker and an office remain for one more placement, or for one in an office of others."""
    free, others = 0, 0
    for office in range(OFFICES):
        if table.open[office] and table.worker[seat, office] == NO_WORKER:
            if table.crowd[office] > 0:
                others += 1
            else:
                free += 1
    if effect == Effect.ELBOWS:
        return table.pool[seat] > 0 and others > 0
    return table.pool[seat] > table.due and free + min(others, int(table.elbows)) > table.due


@rule
def can_copy(box, table, seat, copier, hand, repeat):
    """Whether there is a card to copy; `repeat` says whether a worker can be used again."""
    for card in range(1, CARDS + 1):
        if is_copyable(box, table, seat, card, copier, hand, repeat):
            return True
    return False


@rule
def is_copyable(box, table, seat, card, copier, hand, repeat):
    """Whether a card in play has an effect in this phase; a press secretary counts as the card it copied."""
    if not in_play(table, seat, card) or card == copier:
        return False
    if box.strict_two and table.zone[seat, card] != USED:
        return False
    effect = effect_of(box, original(box, table, card))
    return repeat if effect == Effect.REUSE_WORKER else can_work(box, table, seat, effect, hand)


@rule
def original(box, table, card):
    """The card itself, or for a press secretary the card that it has copied."""
    return int(table.copied[card]) if box.card_effect[card] == Effect.COPY_CARD else card


@rule
def can_reuse(box, table, seat, hand, repeat):
    for card in range(1, CARDS + 1):
        if is_reusable(box, table, seat, card, hand, repeat):
            return True
    return False


@rule
def is_reusable(box, table, seat, card, hand, repeat):
    """Whether a card of the play area was used just once and has an effect in this phase."""
    if table.zone[seat, card] != USED:
        return False
    effect = effect_of(box, card)
    if effect == Effect.COPY_CARD:
        return can_copy(box, table, seat, card, hand, repeat)
    return repeat if effect == Effect.REUSE_WORKER else can_work(box, table, seat, effect, hand)


@rule
def can_repeat(box, table, seat, hand):
    """Whether a worker can be used again; one in an allocation office needs a card to reuse.

    The two effects can lead to each other, so the recursion is cut off here after one step.
    """
    if can_repeat_any(box, table, seat, hand, False):
        return True
    if not can_repeat_any(box, table, seat, hand, True):
        return False
    return can_reuse(box, table, seat, hand, False)


@rule
def can_repeat_any(box, table, seat, hand, reuse):
    """`can_repeat`, given whether an allocation office has a card to reuse."""
    for office in range(OFFICES):
        if is_repeatable(box, table, seat, office, hand, reuse):
            return True
    return False


@rule
def is_repeatable(box, table, seat, office, hand, reuse):
    """Whether a player's worker in an office is not repeated yet, and the office has an effect now."""
    if table.worker[seat, office] != STANDING and table.worker[seat, office] != LYING:
        return False
    effect = int(box.office_effect[office])
    return reuse if effect == Effect.REUSE_CARD else can_work(box, table, seat, effect, hand)


@rule
def begin(box, table, effect, strength, card):
    """Carry out an effect, or start the phase that asks for its targets; `card` is the card it stands on."""
    table.phase = table.stage
    if is_grey(effect):
        begin_grey(box, table, effect, card)
    elif counts_in_phase_3(effect):
        begin_buying(box, table, effect, strength)
    else:
        begin_in_turn(box, table, effect, strength)


@rule
def begin_in_turn(box, table, effect, strength):
    if effect == Effect.DRAW:
        begin_drawing(box, table, strength)
    elif effect == Effect.SWAP:
        table.left = strength
        table.phase = Phase.SWAP
    elif effect == Effect.DONATE:
        table.phase = Phase.DONATE
    elif effect == Effect.WORKER:
        recruit(box, table, strength)
    elif effect == Effect.TRASH_FOR_WORKER:
        table.phase = Phase.TRASH_FOR_WORKER
    elif effect == Effect.EXTRA_OFFICE:
        table.due += 1
    elif effect == Effect.ELBOWS:
        table.elbows += 1


@rule
def begin_buying(box, table, effect, strength):
    if effect == Effect.COIN:
        earn(table, strength)
    elif effect == Effect.DOUBLE_COINS:
        table.doublings += 1
    elif effect == Effect.BUY:
        table.purchases += strength
    elif effect == Effect.BUY_SPECIAL:
        fill_street(box, table)
        table.purchases += 1
    elif effect == Effect.TRASH_FOR_COIN:
        table.left = strength
        table.phase = Phase.TRASH_FOR_COIN
    elif effect == Effect.COIN_OR_VP:
        table.charity[int(table.undoubled)] += 1
    elif effect == Effect.VP:
        gain(table, int(table.seat), strength)
    elif effect == Effect.DOUBLE_TOKENS:
        table.token_doublings += 1


@rule
def begin_grey(box, table, effect, card):
    if effect == Effect.REUSE_CARD:
        table.undoubled = 1
        table.phase = Phase.REUSE_CARD
    elif effect == Effect.COPY_CARD:
        table.acting = card
        table.phase = Phase.COPY_CARD
    elif effect == Effect.REUSE_WORKER:
        if not box.double_bonus_coins:
            table.undoubled = 1
        table.phase = Phase.REUSE_WORKER
    elif effect == Effect.KEEP:
        table.phase = Phase.KEEP
