"""Plays as the first greedy did, a yardstick that never changes.

It looks at the election as it would come out now, less sure of it the more blocks are still to come, and from
that at everybody's chance to win: by victory points, by a counter-revolution, by a landslide. A block placed
or removed is worth what it changes in its own chance, counted in victory points. Cards are kept for ties
by their strength, generals are shown late, and a tie gets the cheapest card that wins it.
"""

from ....envs.core.engine.compile import rule
from ....envs.core.engine.loops import first_legal
from ....envs.liberte import actions as say
from ....envs.liberte.table import NO_CARD, Phase
from .cards import choose_discard, choose_keep, choose_source, least_card
from .playing import best_provinces, blocks_gain, choose_play
from .prospect import survey, token_gain
from .specials import best_hit, best_stack
from .ties import choose_for_tie
from .weights import CARD, PASS, PROVINCE, TO_WIN


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, TO_WIN)


@rule
def decide(box, table, seat, legal, aim):
    """The action of a seat that has this aim."""
    action = wanted(box, table, seat, legal, aim)
    # If another agent played the special for this seat, it may find only its own cards to hit, and pass.
    return action if action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, aim):
    """What it would do, legal or not."""
    phase = int(table.phase)
    if phase == Phase.DISCARD:
        return choose_discard(box, table, seat, legal, aim)
    if phase == Phase.EXCHANGE:
        return CARD + least_card(box, table, seat, legal, aim)
    if phase == Phase.REFILL or phase == Phase.DRAW or phase == Phase.SECOND_DRAW:
        return choose_source(box, table, seat, legal, aim)
    if phase == Phase.KEEP:
        return choose_keep(box, table, seat, legal, aim)
    return choose_by_outlook(box, table, survey(box, table, seat, aim), seat, legal)


@rule
def choose_by_outlook(box, table, outlook, seat, legal):
    """What it places, plays and hits, by the outlook."""
    phase, kind = int(table.phase), int(box.card_kind[int(table.special)])
    if phase == Phase.PLACE:
        return PROVINCE + best_provinces(box, table, outlook, seat, int(table.playing), 1)[1]
    if phase == Phase.MODE:
        blocks = blocks_gain(box, table, outlook, seat, int(table.playing))
        return say.CANNON if token_gain(box, table, outlook, seat) > blocks else say.BLOCKS
    if phase == Phase.TARGET_PROVINCE:
        value, province, _ = best_stack(box, table, outlook, seat, kind, -1)
        return PASS if legal[PASS] and value < 0.0 else PROVINCE + province
    if phase == Phase.TARGET_STACK:
        return say.STACK + best_stack(box, table, outlook, seat, kind, int(table.target))[2]
    if phase == Phase.TARGET_CARD:
        victim = best_hit(box, table, outlook, seat, kind)[1]
        return PASS if victim == NO_CARD else CARD + victim
    if phase == Phase.TIE:
        return choose_for_tie(box, table, outlook, seat)
    return choose_play(box, table, outlook, seat, legal)
