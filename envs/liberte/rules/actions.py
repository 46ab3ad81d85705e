"""3 Actions: drawing and playing."""

from ...core.engine.compile import rule
from ..actions import CARD, EXCHANGE, PASS
from ..actions import DECK as DRAW
from ..actions import FACE_UP_CARD as TAKE
from ..table import FACE_UP, Phase
from .cards import discard, leave_hand
from .new_cards import legal_sources, take_card
from .order_of_play import end_action
from .playing import legal_plays, play_card

# --- Actions (LIB-3) ------------------------------------------------------------------------------


@rule
def legal_act(box, table, legal):
    legal[PASS] = True
    cards, specials, second = True, True, False
    legal_plays(box, table, legal, cards, specials, second)
    if table.hand_size[int(table.seat)] < box.hand_limit:
        legal_sources(table, legal)
    else:
        legal[EXCHANGE] = True


@rule
def act(box, table, action):
    if action == PASS:
        end_action(table)
        return
    table.acted = 1
    if action == EXCHANGE:
        table.to_discard = 2
        table.phase = Phase.EXCHANGE
    elif action == DRAW or TAKE <= action < TAKE + FACE_UP:
        draw(box, table, action)
    else:
        play_card(box, table, action - CARD)


# --- Drawing a card (LIB-3) -----------------------------------------------------------------------


@rule
def exchange(box, table, action):
    discard(box, table, leave_hand(box, table, int(table.seat), action - CARD))
    table.to_discard -= 1
    if table.to_discard == 0:
        table.phase = Phase.DRAW


@rule
def draw(box, table, action):
    card = take_card(box, table, action)
    if box.valley_rules and action != DRAW and box.card_value[card] == 1 and may_draw_second(box, table):
        table.phase = Phase.SECOND_DRAW
    else:
        end_action(table)


@rule
def may_draw_second(box, table):
    """Whether a second one-block card lies face up and the hand has room for it."""
    if table.hand_size[int(table.seat)] >= box.hand_limit:
        return False
    for at in range(FACE_UP):
        if box.card_value[int(table.face_up[at])] == 1:
            return True
    return False


@rule
def legal_draw_second(box, table, legal):
    legal[PASS] = True
    for at in range(FACE_UP):
        if box.card_value[int(table.face_up[at])] == 1:
            legal[TAKE + at] = True


@rule
def draw_second(box, table, action):
    if action != PASS:
        take_card(box, table, action)
    end_action(table)
