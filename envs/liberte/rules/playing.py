"""3 Playing a card."""

from ...core.engine.compile import rule
from ..actions import BLOCKS, CANNON, CARD, PASS, PROVINCE
from ..actions import DISCARD_CARD as TO_DISCARDS
from ..actions import DISPLAY_CARD as TO_DISPLAY
from ..box import ANYWHERE, CLUB, PERSONALITY, SANS_CULOTTE, STATE, UNLIMITED
from ..table import DISPLAY, HAND, NO_CARD, PLAYED, Ending, Phase
from .cards import discard, displayed, leave_hand
from .order_of_play import end_action
from .specials import begin_special, may_play_special
from .the_end import counter_revolution, finish


@rule
def legal_plays(box, table, legal, cards, specials, second):
    """Mark playable cards of the hand.

    `cards` allows personalities and clubs, `specials` special cards, `second` a second one-block personality.
    """
    seat, kinds = int(table.seat), 0  # a bit for each kind of special card seen so far
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat:
            kind = int(box.card_kind[card])
            if kind > CLUB:
                if specials and not kinds >> kind & 1:
                    kinds |= 1 << kind
                    legal[CARD + card] = may_play_special(box, table, seat, kind)
            elif cards or (second and kind == PERSONALITY and box.card_value[card] == 1):
                legal[CARD + card] = may_play(box, table, seat, card)


# --- Playing a card (LIB-3) -----------------------------------------------------------------------


@rule
def play_card(box, table, card):
    card = leave_hand(box, table, int(table.seat), card)
    table.place[card] = PLAYED
    if box.card_kind[card] > CLUB:
        table.special_used = 1
        table.special = card
        begin_special(box, table)
        return
    table.playing = card
    table.cards_played += 1
    if may_place_cannon(box, table, int(table.seat), card):
        table.phase = Phase.MODE
    else:
        table.blocks_left = box.card_value[card]
        go_on_placing(box, table)


@rule
def may_play(box, table, seat, card):
    if box.play_without_blocks:
        return True
    return can_place(box, table, seat, card) or may_place_cannon(box, table, seat, card)


@rule
def free_tokens(box, table, seat):
    """The control tokens left for new stacks and the battle box; 0 or less for none.

    Presence in the government takes a token even if none is left (LIB-3.13).
    """
    if box.tokens == UNLIMITED:
        return int(box.tokens_each)
    free = int(box.tokens_each) - int(table.cannons[seat]) - int(table.presence[seat])
    for province in range(int(box.provinces)):
        if table.height[province, seat] > 0:
            free -= 1
    return free


@rule
def may_place_cannon(box, table, seat, card):
    """Whether a card may place a token in the battle box: it has a cannon, and the turn a battle."""
    if not box.card_cannon[card] or box.battle_vp[int(table.turn) - 1] == 0:
        return False
    return free_tokens(box, table, seat) > 0


@rule
def legal_choose_mode(box, table, legal):
    legal[CANNON] = True
    if box.play_without_blocks or can_place(box, table, int(table.seat), int(table.playing)):
        legal[BLOCKS] = True


@rule
def choose_mode(box, table, action):
    if action == CANNON:
        table.cannons[int(table.seat)] += 1
        table.phase = Phase.KEEP
    else:
        table.blocks_left = box.card_value[int(table.playing)]
        go_on_placing(box, table)


@rule
def first_province(box, card):
    """The first province in which a card may place blocks."""
    region = int(box.card_region[card])
    return 0 if region == ANYWHERE else int(box.region_first[region])


@rule
def past_provinces(box, card):
    """The index after the last province in which a card may place blocks."""
    region = int(box.card_region[card])
    if region == ANYWHERE:
        return int(box.provinces)
    return int(box.region_first[region]) + int(box.region_size[region])


@rule
def may_place(box, table, seat, province, colour, free):
    """Whether a player with `free` control tokens left may place a block of a colour in a province."""
    height, stacks = int(table.height[province, seat]), 0
    if height == 0:
        for other in range(int(table.seats)):
            if table.height[province, other] > 0:
                stacks += 1
    return block_fits(box, height, table.colour[province, seat] == colour, stacks, free)


@rule
def block_fits(box, height, same_colour, stacks, free):
    """The rules of three (LIB-3.6 to 3.9): one stack per player, one colour, height 3, 3 per province."""
    if height > 0:
        return same_colour and height < box.stack_height
    return free > 0 and stacks < box.stacks


@rule
def can_place(box, table, seat, card):
    """Whether a card can place a block anywhere."""
    colour = int(box.card_colour[card])
    if table.stock[colour] == 0:
        return False
    free = free_tokens(box, table, seat)
    for province in range(first_province(box, card), past_provinces(box, card)):
        if may_place(box, table, seat, province, colour, free):
            return True
    return False


@rule
def go_on_placing(box, table):
    """Ask for the next block while any can be placed; none may be held back (LIB-3.11)."""
    if table.blocks_left > 0 and can_place(box, table, int(table.seat), int(table.playing)):
        table.phase = Phase.PLACE
    else:
        table.blocks_left = 0
        table.phase = Phase.KEEP


@rule
def legal_place_block(box, table, legal):
    seat, card = int(table.seat), int(table.playing)
    colour, free = int(box.card_colour[card]), free_tokens(box, table, seat)
    for province in range(first_province(box, card), past_provinces(box, card)):
        if may_place(box, table, seat, province, colour, free):
            legal[PROVINCE + province] = True


@rule
def place_block(box, table, action):
    seat, province = int(table.seat), action - PROVINCE
    colour = int(box.card_colour[int(table.playing)])
    table.stock[colour] -= 1
    if table.stock[colour] == 0:
        table.closing = 1  # and stays so, even if blocks come back
    table.height[province, seat] += 1
    table.colour[province, seat] = colour
    table.blocks_left -= 1
    go_on_placing(box, table)


@rule
def room_in_display(box, table, seat, card):
    """Whether a card fits into the display: four cards, or five with a sans-culotte (LIB-3.18)."""
    number = displayed(table, seat)
    if number != box.display_size:
        return number < box.display_size
    sans_culotte = box.card_silhouette[card] == SANS_CULOTTE
    if box.fifth_card == STATE:
        for at in range(number):
            if box.card_silhouette[int(table.display[seat, at])] == SANS_CULOTTE:
                sans_culotte = True
    return sans_culotte


@rule
def legal_put_away(box, table, legal):
    legal[TO_DISCARDS] = True
    if room_in_display(box, table, int(table.seat), int(table.playing)):
        legal[TO_DISPLAY] = True


@rule
def put_away(box, table, action):
    seat, card = int(table.seat), int(table.playing)
    table.playing = NO_CARD
    if action == TO_DISPLAY:
        table.display[seat, displayed(table, seat)] = card
        table.place[card] = DISPLAY + seat
    else:
        discard(box, table, card)
    one_block = box.card_kind[card] == PERSONALITY and box.card_value[card] == 1
    table.second_card = 1 if box.valley_rules and one_block and table.cards_played == 1 else 0
    table.phase = Phase.CARD_DONE


@rule
def card_done(box, table):
    """Continue after a card has had its effect: with more of this action, or the next one.

    A counter-revolution is checked here, after whole cards (LIB-8.9).
    """
    if counter_revolution(box, table):
        finish(box, table, Ending.COUNTER_REVOLUTION)
    elif table.special_used and table.cards_played > 0 and not table.second_card:
        end_action(table)
    else:
        table.phase = Phase.AFTER


@rule
def legal_act_after(box, table, legal):
    legal[PASS] = True
    cards, specials, second = table.cards_played == 0, not table.special_used, table.second_card > 0
    legal_plays(box, table, legal, cards, specials, second)


@rule
def act_after(box, table, action):
    if action == PASS:
        end_action(table)
    else:
        play_card(box, table, action - CARD)
