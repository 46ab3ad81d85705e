"""4 Special cards."""

from ...core.engine.compile import rule
from ..actions import CARD, PASS, PROVINCE, STACK
from ..box import BREAD_SHORTAGE, EMIGRATION, GUILLOTINE, PERSONALITY, PURGE, RELIGIOUS_PROBLEMS, TERROR
from ..table import BLUE, IN_BOX, NO_CARD, RED, WHITE, Phase
from .cards import discard, displayed, leave_display


@rule
def meets_condition(table, seat, kind):
    """Purge and terror need presence in the government, terror in a red one (LIB-4.3, LIB-4.8)."""
    if kind == PURGE:
        return table.presence[seat] > 0
    if kind == TERROR:
        return table.presence[seat] > 0 and table.government == RED
    return True


@rule
def is_stack_target(table, kind, province, owner):
    """Whether a special card of this kind may remove blocks of the stack of `owner`."""
    colour = int(table.colour[province, owner])
    if table.height[province, owner] == 0:
        return False
    if kind == BREAD_SHORTAGE:
        return table.turn == 1 or colour == int(table.government)
    if kind == RELIGIOUS_PROBLEMS:
        return colour in (RED, BLUE)
    if kind != TERROR:
        return False
    for other in range(int(table.seats)):
        if table.colour[province, other] == RED:
            return True
    return False


@rule
def province_has_target(table, kind, province):
    for owner in range(int(table.seats)):
        if is_stack_target(table, kind, province, owner):
            return True
    return False


@rule
def any_stack_target(box, table, kind):
    for province in range(int(box.provinces)):
        if province_has_target(table, kind, province):
            return True
    return False


@rule
def is_card_target(box, kind, card):
    """Whether a special card of this kind may remove this card from a display."""
    personality = box.card_kind[card] == PERSONALITY
    if kind == GUILLOTINE:
        return personality
    if kind == EMIGRATION:
        return personality and box.card_colour[card] == WHITE
    return kind in (PURGE, TERROR)


@rule
def any_card_target(box, table, kind):
    for seat in range(int(table.seats)):
        for at in range(displayed(table, seat)):
            if is_card_target(box, kind, int(table.display[seat, at])):
                return True
    return False


@rule
def terror_may_strike_cards(box, table):
    """Whether the terror may remove a card: with `terror_in_turn` only after a stack (LIB-4.10)."""
    if box.terror_in_turn and not table.stack_removed:
        return False
    return any_card_target(box, table, TERROR)


@rule
def has_target(box, table, kind):
    if kind == TERROR:
        return any_stack_target(box, table, kind) or terror_may_strike_cards(box, table)
    if kind in (BREAD_SHORTAGE, RELIGIOUS_PROBLEMS):
        return any_stack_target(box, table, kind)
    return any_card_target(box, table, kind)


@rule
def may_play_special(box, table, seat, kind):
    if not meets_condition(table, seat, kind):
        return False
    return box.waste_specials > 0 or has_target(box, table, kind)


@rule
def begin_special(box, table):
    kind = int(box.card_kind[int(table.special)])
    if any_stack_target(box, table, kind):
        table.phase = Phase.TARGET_PROVINCE
    elif any_card_target(box, table, kind) and (kind != TERROR or terror_may_strike_cards(box, table)):
        table.phase = Phase.TARGET_CARD
    else:
        end_special(box, table)  # played without a target, which `waste_specials` allows


@rule
def end_special(box, table):
    card = int(table.special)
    table.special = NO_CARD
    table.stack_removed = 0
    discard(box, table, card)
    table.phase = Phase.CARD_DONE


@rule
def legal_choose_target_province(box, table, legal):
    kind = int(box.card_kind[int(table.special)])
    if kind == TERROR and terror_may_strike_cards(box, table):
        legal[PASS] = True
    for province in range(int(box.provinces)):
        if province_has_target(table, kind, province):
            legal[PROVINCE + province] = True


@rule
def choose_target_province(table, action):
    if action == PASS:
        table.phase = Phase.TARGET_CARD
    else:
        table.target = action - PROVINCE
        table.phase = Phase.TARGET_STACK


@rule
def legal_hit_stack(box, table, legal):
    kind, seats = int(box.card_kind[int(table.special)]), int(table.seats)
    for places in range(seats):
        if is_stack_target(table, kind, int(table.target), (int(table.seat) + places) % seats):
            legal[STACK + places] = True


@rule
def hit_stack(box, table, action):
    """Remove one block; the terror removes the whole stack and goes on to the displays."""
    province = int(table.target)
    owner = (int(table.seat) + action - STACK) % int(table.seats)
    table.target = 0
    if box.card_kind[int(table.special)] != TERROR:
        remove_blocks(table, province, owner, 1)
        end_special(box, table)
        return
    remove_blocks(table, province, owner, int(table.height[province, owner]))
    table.stack_removed = 1
    if terror_may_strike_cards(box, table):
        table.phase = Phase.TARGET_CARD
    else:
        end_special(box, table)


@rule
def remove_blocks(table, province, owner, number):
    """Return blocks of a stack to the stock."""
    table.stock[int(table.colour[province, owner])] += number
    shrink_stack(table, province, owner, number)


@rule
def shrink_stack(table, province, owner, number):
    table.height[province, owner] -= number
    if table.height[province, owner] == 0:
        table.colour[province, owner] = 0


@rule
def legal_hit_card(box, table, legal):
    kind = int(box.card_kind[int(table.special)])
    if table.stack_removed:
        legal[PASS] = True
    for seat in range(int(table.seats)):
        for at in range(displayed(table, seat)):
            card = int(table.display[seat, at])
            if is_card_target(box, kind, card):
                legal[CARD + card] = True


@rule
def hit_card(box, table, action):
    """Remove the card: guillotine and terror to the box for good, purge and emigration to the discards."""
    if action != PASS:
        kind, card = int(box.card_kind[int(table.special)]), action - CARD
        leave_display(table, card)
        if kind in (GUILLOTINE, TERROR):
            table.place[card] = IN_BOX
        else:
            discard(box, table, card)
    end_special(box, table)
