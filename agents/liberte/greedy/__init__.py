"""Plays sensibly, without search.

It forecasts the election from the blocks on the map, with less certainty the more are still to come. From
that it prices one more block of each colour for each player, in its own victory points: through places in
government and opposition, a counter-revolution, a landslide. It judges every block placed or removed by these
prices. It draws while there is time to play what it draws, plays specials late, and spends the cheapest card
that wins a tie.
"""

from ....envs.core.engine.compile import rule
from ....envs.core.engine.loops import first_legal
from ....envs.liberte import actions as say
from ....envs.liberte import rules
from ....envs.liberte.table import NO_CARD, Phase
from .cards import choose_discard, choose_keep, choose_source, least_card
from .outlook import survey
from .playing import best_provinces, choose_mode, choose_play
from .prices import set_prices
from .specials import best_hit, best_stack
from .ties import choose_for_tie
from .weights import CARD, PASS, PROVINCE
from .weights import GREEDY as WEIGHTS


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])


@rule
def decide(box, table, seat, legal, weights):
    """The action of `seat` by these weights."""
    action = wanted(box, table, seat, legal, weights)
    # If another agent played the special for this seat, there may be only own cards to hit: any legal one.
    return action if action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, weights):
    """The action that the bot wants, legal or not."""
    action = choose_of_hand(box, table, seat, legal, weights)
    if action >= 0:
        return action
    outlook = survey(box, table, seat, weights)
    set_prices(box, table, outlook, seat, weights)
    return choose_by_prices(box, table, outlook, seat, legal, weights)


@rule
def choose_of_hand(box, table, seat, legal, weights):
    """Decide what to draw, keep, discard and spend on ties; -1 in other phases."""
    phase = int(table.phase)
    if phase == Phase.DISCARD:
        return choose_discard(box, table, seat, legal, weights)
    if phase == Phase.EXCHANGE:
        return CARD + least_card(box, table, seat, legal, weights)[0]
    if phase == Phase.REFILL or phase == Phase.DRAW or phase == Phase.SECOND_DRAW:
        return choose_source(box, table, seat, legal, weights)
    if phase == Phase.KEEP:
        return choose_keep(box, table, seat, legal, weights)
    return choose_for_tie(box, table, seat, weights) if phase == Phase.TIE else -1


@rule
def choose_by_prices(box, table, outlook, seat, legal, weights):
    """Decide what to place, play and hit, by the prices in the outlook."""
    phase, kind = int(table.phase), int(box.card_kind[int(table.special)])
    if phase == Phase.PLACE:
        free = rules.playing.free_tokens(box, table, seat)
        return PROVINCE + best_provinces(box, table, outlook, seat, int(table.playing), 1, free, weights)[1]
    if phase == Phase.MODE:
        return choose_mode(box, table, outlook, seat, weights)
    if phase == Phase.TARGET_PROVINCE:
        value, province, _ = best_stack(box, table, outlook, seat, kind, -1)
        return PASS if legal[PASS] and value < 0.0 else PROVINCE + province
    if phase == Phase.TARGET_STACK:
        return say.STACK + best_stack(box, table, outlook, seat, kind, int(table.target))[2]
    if phase == Phase.TARGET_CARD:
        victim = best_hit(box, table, outlook, seat, kind, weights)[1]
        return PASS if victim == NO_CARD else CARD + victim
    return choose_play(box, table, outlook, seat, legal, weights)
