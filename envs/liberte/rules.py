"""The rules of Liberté, in the order of a turn: for each phase what is legal and what happens.

What runs on by itself (order of play, votes without a tie, victory points) stands with its chapter. The
headings name the chapter of RULES.md that says what the readings rest on.
"""

from ..core import chance
from ..core.compile import rule
from ..core.game import NOBODY
from . import actions as say
from .box import (
    ANYWHERE,
    BREAD_SHORTAGE,
    CLUB,
    EMIGRATION,
    GENERAL,
    GUILLOTINE,
    LITERAL,
    MAP_AND_COLLECTED,
    OPTIONAL,
    PERSONALITY,
    PURGE,
    RELIGIOUS_PROBLEMS,
    SANS_CULOTTE,
    SET_A,
    STATE,
    STRONGEST,
    TERROR,
    UNLIMITED,
)
from .table import (
    BLUE,
    COLOURS,
    DECK,
    DISCARDED,
    DISPLAY,
    FACE_UP,
    FACE_UP_ROW,
    HAND,
    IDLE_ROUNDS,
    IN_BOX,
    IN_DECK,
    IN_SET_B,
    NO_CARD,
    ORDER,
    PLAYED,
    RED,
    ROUNDS,
    SHOWN,
    WHITE,
    Ending,
    Phase,
    Tie,
)

PASS, DRAW, TAKE, EXCHANGE = say.PASS, say.DECK, say.FACE_UP_CARD, say.EXCHANGE
BLOCKS, CANNON, TO_DISPLAY, TO_DISCARDS = say.BLOCKS, say.CANNON, say.DISPLAY_CARD, say.DISCARD_CARD
CARD, PROVINCE, STACK = say.CARD, say.PROVINCE, say.STACK

# --- Cards ---------------------------------------------------------------------------------------


@rule
def draw_card(table):
    """Take the top card of the deck, which must have one."""
    number = chance.below(table, DECK, int(table.deck_cards))
    card = 1
    while True:
        if table.place[card] == IN_DECK:
            if number == 0:
                break
            number -= 1
        card += 1
    table.deck_cards -= 1
    return card


@rule
def put_in_hand(table, seat, card, known):
    table.place[card] = HAND + seat
    table.known[card] = known
    table.hand_size[seat] += 1


@rule
def leave_hand(box, table, seat, card):
    """Take a card out of a hand, and return it.

    Copies of a special card look the same. If one is known to be there, it is the one that goes: else
    everybody would learn that there were two.
    """
    if box.card_kind[card] > CLUB and not table.known[card]:
        for copy in range(1, int(box.cards) + 1):
            same = box.card_kind[copy] == box.card_kind[card]
            if same and table.place[copy] == HAND + seat and table.known[copy]:
                card = copy
    table.known[card] = 0
    table.hand_size[seat] -= 1
    return card


@rule
def discard(box, table, card):
    table.place[card] = DISCARDED
    tend_deck(box, table)


@rule
def tend_deck(box, table):
    """An empty deck is renewed, and empty places beside it are filled, as long as there are cards."""
    while True:
        if table.deck_cards == 0 and not renew_deck(box, table):
            return
        empty = 0
        while empty < FACE_UP and table.face_up[empty] != NO_CARD:
            empty += 1
        if empty == FACE_UP:
            return
        card = draw_card(table)
        table.place[card] = FACE_UP_ROW
        table.face_up[empty] = card


@rule
def renew_deck(box, table):
    """After set A comes set B; after that the discards are shuffled. Whether there is a deck again."""
    under = DISCARDED
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == IN_SET_B:
            under = IN_SET_B
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == under:
            table.place[card] = IN_DECK
            table.shuffle[card] = int(table.shuffles) + 1
            table.deck_cards += 1
    if table.deck_cards == 0:
        return False
    table.shuffles += 1
    return True


@rule
def displayed(table, seat):
    """The number of cards in a personal display."""
    number = 0
    while number < SHOWN and table.display[seat, number] != NO_CARD:
        number += 1
    return number


@rule
def leave_display(table, card):
    """Take a card out of the display where it lies; the others move up."""
    seat = int(table.place[card]) - DISPLAY
    at = 0
    while table.display[seat, at] != card:
        at += 1
    while at + 1 < SHOWN:
        table.display[seat, at] = table.display[seat, at + 1]
        at += 1
    table.display[seat, at] = NO_CARD


# --- Preparation (LIB-0) --------------------------------------------------------------------------


@rule
def setup(box, table):
    """Deal cards of set A, turn up three, set blocks aside, and draw the order of play."""
    seats = int(table.seats)
    for card in range(1, int(box.cards) + 1):
        if box.card_set[card] == SET_A:
            table.place[card] = IN_DECK
            table.deck_cards += 1
        else:
            table.place[card] = IN_SET_B
    for seat in range(seats):
        for _ in range(int(box.hand)):
            put_in_hand(table, seat, draw_card(table), 0)
    tend_deck(box, table)
    for colour in range(WHITE, COLOURS):
        table.aside[colour] = box.blocks_aside
        table.stock[colour] = int(box.blocks[colour]) - int(box.blocks_aside)
    start = chance.below(table, ORDER, seats)
    for place in range(seats):
        table.order[place] = (start + place) % seats
    table.turn = 1
    start_actions(table)
    next_action(table)


# --- The order of play (LIB-1) --------------------------------------------------------------------


@rule
def new_turn(box, table):
    table.turn += 1
    table.rounds = 0
    table.closing = 0
    if table.turn == 2:
        for colour in range(WHITE, COLOURS):
            table.stock[colour] += table.aside[colour]
            table.aside[colour] = 0
    if counter_revolution(box, table):
        finish(box, table, Ending.COUNTER_REVOLUTION)
        return
    order_of_play(table)
    take_back_displays(table)
    table.turn_place = 0
    table.phase = Phase.NEW_CARDS


@rule
def order_of_play(table):
    """Most victory points first; chance decides among those who have the same."""
    seats = int(table.seats)
    chance.permute(table, ORDER, table.order, seats)
    for place in range(1, seats):
        seat, at = int(table.order[place]), place
        while at > 0 and table.vp[int(table.order[at - 1])] < table.vp[seat]:
            table.order[at] = table.order[at - 1]
            at -= 1
        table.order[at] = seat


# --- New cards (LIB-2) ----------------------------------------------------------------------------


@rule
def take_back_displays(table):
    """All cards of the displays go back to the hands; everybody has seen them."""
    for seat in range(int(table.seats)):
        for at in range(SHOWN):
            card = int(table.display[seat, at])
            if card != NO_CARD:
                put_in_hand(table, seat, card, 1)
                table.display[seat, at] = NO_CARD


@rule
def next_new_cards(box, table):
    """The next in order of play discards and draws; after the last the actions begin."""
    if table.turn_place == table.seats:
        start_actions(table)
    else:
        table.seat = table.order[int(table.turn_place)]
        table.phase = Phase.DISCARD


@rule
def legal_hand(box, table, legal):
    """Any card of one's own hand; of copies of a special card, which are all the same, the first."""
    seat, kinds = int(table.seat), 0  # a bit for each kind of special card that has come already
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat:
            kind = int(box.card_kind[card])
            legal[CARD + card] = kind <= CLUB or not kinds >> kind & 1
            kinds |= 1 << kind


@rule
def legal_discard(box, table, legal):
    legal[PASS] = True
    legal_hand(box, table, legal)


@rule
def discarding(box, table, action):
    if action == PASS:
        go_on_refilling(box, table)
    else:
        discard(box, table, leave_hand(box, table, int(table.seat), action - CARD))


@rule
def go_on_refilling(box, table):
    if table.hand_size[int(table.seat)] < box.hand and cards_to_draw(table):
        table.phase = Phase.REFILL
    else:
        table.turn_place += 1
        table.phase = Phase.NEW_CARDS


@rule
def cards_to_draw(table):
    if table.deck_cards > 0:
        return True
    for at in range(FACE_UP):
        if table.face_up[at] != NO_CARD:
            return True
    return False


@rule
def legal_sources(table, legal):
    """The deck, and each card face up beside it."""
    if table.deck_cards > 0:
        legal[DRAW] = True
    for at in range(FACE_UP):
        if table.face_up[at] != NO_CARD:
            legal[TAKE + at] = True


@rule
def take_card(box, table, action):
    """Draw from the deck, or take a card face up, which everybody sees; return the card."""
    seat = int(table.seat)
    if action == DRAW:
        card = draw_card(table)
        put_in_hand(table, seat, card, 0)
    else:
        card = int(table.face_up[action - TAKE])
        table.face_up[action - TAKE] = NO_CARD
        put_in_hand(table, seat, card, 1)
    tend_deck(box, table)
    return card


@rule
def legal_refill(box, table, legal):
    if box.refill == OPTIONAL:
        legal[PASS] = True
    legal_sources(table, legal)


@rule
def refill(box, table, action):
    if action == PASS:
        table.turn_place += 1
        table.phase = Phase.NEW_CARDS
    else:
        take_card(box, table, action)
        go_on_refilling(box, table)


# --- Actions (LIB-3) ------------------------------------------------------------------------------


@rule
def start_actions(table):
    table.turn_place = 0
    table.acted = 0
    table.idle_rounds = 0
    for colour in range(WHITE, COLOURS):
        if table.stock[colour] == 0:
            table.closing = 1
    table.phase = Phase.NEXT_ACTION


@rule
def next_action(table):
    """The next in order of play acts; a round is played to its end even if a stock has run out."""
    if table.turn_place == table.seats:
        table.rounds += 1
        table.turn_place = 0
        table.idle_rounds = 0 if table.acted else int(table.idle_rounds) + 1
        table.acted = 0
        if table.closing or table.idle_rounds == IDLE_ROUNDS or table.rounds == ROUNDS:
            table.phase = Phase.BATTLE
            return
    table.seat = table.order[int(table.turn_place)]
    table.phase = Phase.ACTION


@rule
def end_action(table):
    table.cards_played = 0
    table.second_card = 0
    table.special_used = 0
    table.turn_place += 1
    table.phase = Phase.NEXT_ACTION


@rule
def legal_action(box, table, legal):
    legal[PASS] = True
    cards, specials, second = True, True, False
    legal_plays(box, table, legal, cards, specials, second)
    if table.hand_size[int(table.seat)] < box.hand_limit:
        legal_sources(table, legal)
    else:
        legal[EXCHANGE] = True


@rule
def legal_plays(box, table, legal, cards, specials, second):
    """Cards of one's hand to play: personalities and clubs, specials, or a second one-block personality."""
    seat, kinds = int(table.seat), 0  # a bit for each kind of special card that has come already
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat:
            kind = int(box.card_kind[card])
            if kind > CLUB:
                if specials and not kinds >> kind & 1:
                    kinds |= 1 << kind
                    legal[CARD + card] = may_play_special(box, table, seat, kind)
            elif cards or (second and kind == PERSONALITY and box.card_value[card] == 1):
                legal[CARD + card] = may_play(box, table, seat, card)


@rule
def acting(box, table, action):
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
    """Whether a second card of one block lies face up and the hand is not too large."""
    if table.hand_size[int(table.seat)] >= box.hand_limit:
        return False
    for at in range(FACE_UP):
        if box.card_value[int(table.face_up[at])] == 1:
            return True
    return False


@rule
def legal_second_draw(box, table, legal):
    legal[PASS] = True
    for at in range(FACE_UP):
        if box.card_value[int(table.face_up[at])] == 1:
            legal[TAKE + at] = True


@rule
def drawing_second(box, table, action):
    if action != PASS:
        take_card(box, table, action)
    end_action(table)


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
    """Control tokens that a player has left for new stacks and for the battle box; below 1 none."""
    if box.tokens == UNLIMITED:
        return int(box.tokens_each)
    free = int(box.tokens_each) - int(table.cannons[seat]) - int(table.presence[seat])
    for province in range(int(box.provinces)):
        if table.height[province, seat] > 0:
            free -= 1
    return free


@rule
def may_place_cannon(box, table, seat, card):
    """A cannon card, in a turn with a battle."""
    if not box.card_cannon[card] or box.battle_vp[int(table.turn) - 1] == 0:
        return False
    return free_tokens(box, table, seat) > 0


@rule
def legal_mode(box, table, legal):
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
    """The first of the provinces in which a card may place blocks."""
    region = int(box.card_region[card])
    return 0 if region == ANYWHERE else int(box.region_first[region])


@rule
def past_provinces(box, card):
    """The end of the provinces in which a card may place blocks."""
    region = int(box.card_region[card])
    if region == ANYWHERE:
        return int(box.provinces)
    return int(box.region_first[region]) + int(box.region_size[region])


@rule
def may_place(box, table, seat, province, colour, free):
    """The rules of three: one stack a player, of one colour, of at most three; three stacks a province."""
    height = int(table.height[province, seat])
    if height > 0:
        return table.colour[province, seat] == colour and height < box.stack_height
    stacks = 0
    for other in range(int(table.seats)):
        if table.height[province, other] > 0:
            stacks += 1
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
    """As many blocks of the card as can be placed are placed."""
    if table.blocks_left > 0 and can_place(box, table, int(table.seat), int(table.playing)):
        table.phase = Phase.PLACE
    else:
        table.blocks_left = 0
        table.phase = Phase.KEEP


@rule
def legal_place(box, table, legal):
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
    """Four cards, or five with a sans-culotte."""
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
def legal_keep(box, table, legal):
    legal[TO_DISCARDS] = True
    if room_in_display(box, table, int(table.seat), int(table.playing)):
        legal[TO_DISPLAY] = True


@rule
def keep(box, table, action):
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
    """A card is played to its end, a special card too: what else may follow in this action."""
    if counter_revolution(box, table):
        finish(box, table, Ending.COUNTER_REVOLUTION)
    elif table.special_used and table.cards_played > 0 and not table.second_card:
        end_action(table)
    else:
        table.phase = Phase.AFTER


@rule
def legal_after(box, table, legal):
    legal[PASS] = True
    cards, specials, second = table.cards_played == 0, not table.special_used, table.second_card > 0
    legal_plays(box, table, legal, cards, specials, second)


@rule
def acting_after(box, table, action):
    if action == PASS:
        end_action(table)
    else:
        play_card(box, table, action - CARD)


# --- Special cards (LIB-4) ------------------------------------------------------------------------


@rule
def meets_condition(table, seat, kind):
    """Purge and terror need a presence in the government, the terror a radical one."""
    if kind == PURGE:
        return table.presence[seat] > 0
    if kind == TERROR:
        return table.presence[seat] > 0 and table.government == RED
    return True


@rule
def is_stack_target(table, kind, province, owner):
    """Whether a special card of this kind may take from the stack of `owner`."""
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
    """Whether a special card of this kind may take this card out of a display."""
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
    """The terror takes a card too, with `terror_in_turn` only after a stack."""
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
        end_special(box, table)  # played in vain


@rule
def end_special(box, table):
    card = int(table.special)
    table.special = NO_CARD
    table.stack_removed = 0
    discard(box, table, card)
    table.phase = Phase.CARD_DONE


@rule
def legal_target_province(box, table, legal):
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
def legal_target_stack(box, table, legal):
    kind, seats = int(box.card_kind[int(table.special)]), int(table.seats)
    for places in range(seats):
        if is_stack_target(table, kind, int(table.target), (int(table.seat) + places) % seats):
            legal[STACK + places] = True


@rule
def hit_stack(box, table, action):
    """The terror removes the whole stack and goes on to the displays, the others one block."""
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
    """Blocks go from a stack back to the stock."""
    table.stock[int(table.colour[province, owner])] += number
    shrink_stack(table, province, owner, number)


@rule
def shrink_stack(table, province, owner, number):
    table.height[province, owner] -= number
    if table.height[province, owner] == 0:
        table.colour[province, owner] = 0


@rule
def legal_target_card(box, table, legal):
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
    """Guillotine and terror put the card back into the box, purge and emigration discard it."""
    if action != PASS:
        kind, card = int(box.card_kind[int(table.special)]), action - CARD
        leave_display(table, card)
        if kind in (GUILLOTINE, TERROR):
            table.place[card] = IN_BOX
        else:
            discard(box, table, card)
    end_special(box, table)


# --- Ties and the cards that break them ----------------------------------------------------------


@rule
def open_tie(table, kind):
    """Ask the contenders, in order of play, for a card of their display."""
    table.tie = kind
    table.tie_round = 0
    ask_again(table)


@rule
def ask_again(table):
    table.tie_round += 1
    table.tie_place = 0
    for seat in range(int(table.seats)):
        table.chosen[seat] = NO_CARD
    for colour in range(COLOURS):
        table.strength[colour] = 0
    table.phase = Phase.ASK


@rule
def is_suitable(box, table, seat, card):
    """Whether a card of a display can help in the tie at hand."""
    colour, tie = int(box.card_colour[card]), int(table.tie)
    if tie == Tie.BATTLE:
        return box.card_silhouette[card] == GENERAL
    if tie == Tie.PROVINCE:
        return colour == table.colour[province_voting(box, table), seat]
    if tie == Tie.GOVERNMENT or tie == Tie.OPPOSITION:
        return table.tied_colour[colour] > 0
    if tie == Tie.OPPOSITION_FIRST:
        return colour == table.opposition
    return colour == table.government


@rule
def has_suitable(box, table, seat):
    for at in range(displayed(table, seat)):
        if is_suitable(box, table, seat, int(table.display[seat, at])):
            return True
    return False


@rule
def ask(box, table):
    """The next contender with a suitable card chooses; after the last the cards are compared."""
    while table.tie_place < table.seats:
        seat = int(table.order[int(table.tie_place)])
        if table.contender[seat] and has_suitable(box, table, seat):
            table.seat = seat
            table.phase = Phase.TIE
            return
        table.tie_place += 1
    if table.tie == Tie.GOVERNMENT or table.tie == Tie.OPPOSITION:
        compare_factions(box, table)
    else:
        compare_seats(box, table)


@rule
def legal_tie(box, table, legal):
    legal[PASS] = True
    seat = int(table.seat)
    for at in range(displayed(table, seat)):
        card = int(table.display[seat, at])
        if is_suitable(box, table, seat, card):
            legal[CARD + card] = True


@rule
def choose_for_tie(box, table, action):
    """A card chosen is discarded, whatever comes of it."""
    if action != PASS:
        card = action - CARD
        colour, value = int(box.card_colour[card]), int(box.card_value[card])
        table.chosen[int(table.seat)] = card
        if box.faction_ties == STRONGEST:
            table.strength[colour] = max(int(table.strength[colour]), value)
        else:
            table.strength[colour] += value
        leave_display(table, card)
        discard(box, table, card)
    table.tie_place += 1
    table.phase = Phase.ASK


@rule
def compare_seats(box, table):
    """The highest card wins. Those below it fall out; where the tie goes on, the others choose again."""
    seats, best, level, winner = int(table.seats), 0, 0, NOBODY
    for seat in range(seats):
        value = int(box.card_value[int(table.chosen[seat])])
        if value > best:
            best, level, winner = value, 1, seat
        elif value == best and value > 0:
            level += 1
    if best > 0:
        for seat in range(seats):
            value = int(box.card_value[int(table.chosen[seat])])
            if table.contender[seat] and value < best:
                table.contender[seat] = 0
                table.fell[seat] = 4 * int(table.tie_round) + value
    if level == 1:
        close_tie(box, table, winner)
    elif level == 0 or table.tie == Tie.BATTLE or (table.tie == Tie.PROVINCE and not in_paris(box, table)):
        close_tie(box, table, NOBODY)
    else:
        ask_again(table)


@rule
def close_tie(box, table, winner):
    """What a tie of seats was about is settled; NOBODY has won where it stays a tie."""
    tie = int(table.tie)
    if tie == Tie.BATTLE:
        end_battle(box, table, winner)
    elif tie == Tie.PROVINCE:
        end_province_tie(box, table, winner)
    elif tie == Tie.FIRST:
        end_first_tie(box, table, winner)
    elif tie == Tie.SECOND:
        end_second_tie(box, table, winner)
    else:
        end_opposition_tie(box, table, winner)


@rule
def clear_tie(table):
    table.tie = Tie.NONE
    table.tie_round = 0
    table.tie_place = 0
    for seat in range(int(table.seats)):
        table.contender[seat] = 0
        table.chosen[seat] = NO_CARD
        table.fell[seat] = 0
    for colour in range(COLOURS):
        table.strength[colour] = 0
        table.tied_colour[colour] = 0
        table.tied_before[colour] = 0


# --- The battle (LIB-5) ---------------------------------------------------------------------------


@rule
def has_general(box, table, seat):
    for at in range(displayed(table, seat)):
        if box.card_silhouette[int(table.display[seat, at])] == GENERAL:
            return True
    return False


@rule
def battle(box, table):
    """The most tokens of those who show a general command the army."""
    if box.battle_vp[int(table.turn) - 1] == 0:
        start_election(table)
        return
    most, level, winner = 0, 0, NOBODY
    for seat in range(int(table.seats)):
        tokens = int(table.cannons[seat])
        if tokens > 0 and tokens >= most and has_general(box, table, seat):
            level = level + 1 if tokens == most else 1
            most, winner = tokens, seat
    if level < 2:
        end_battle(box, table, winner)
        return
    for seat in range(int(table.seats)):
        if table.cannons[seat] == most and has_general(box, table, seat):
            table.contender[seat] = 1
    open_tie(table, Tie.BATTLE)


@rule
def end_battle(box, table, winner):
    """The winner is paid; a battle that nobody wins is lost, and a white block marks it."""
    clear_tie(table)
    for seat in range(int(table.seats)):
        table.cannons[seat] = 0
    if winner != NOBODY:
        table.vp[winner] += box.battle_vp[int(table.turn) - 1]
    else:
        table.lost_battles += 1
        mark_lost_battles(table)
        if counter_revolution(box, table):
            finish(box, table, Ending.COUNTER_REVOLUTION)
            return
    start_election(table)


@rule
def mark_lost_battles(table):
    while table.battle_blocks < table.lost_battles and table.stock[WHITE] > 0:
        table.stock[WHITE] -= 1
        table.battle_blocks += 1


# --- The election in the provinces (LIB-6) --------------------------------------------------------


@rule
def start_election(table):
    for seat in range(int(table.seats)):
        table.presence[seat] = 0
    for colour in range(COLOURS):
        table.votes[colour] = 0
    table.government = 0
    table.opposition = 0
    table.voting = 0
    table.phase = Phase.VOTE


@rule
def province_voting(box, table):
    """The province whose election it is: region by region along the track, by number within a region."""
    number, at = int(table.voting), 0
    while True:
        region = int(box.region_order[at]) - 1
        if number < int(box.region_size[region]):
            return int(box.region_first[region]) + number
        number -= int(box.region_size[region])
        at += 1


@rule
def in_paris(box, table):
    return province_voting(box, table) == box.paris


@rule
def vote(box, table):
    """Province by province, until cards must break a tie; then the votes are counted."""
    while table.voting < box.provinces:
        province = province_voting(box, table)
        highest, level, winner = 0, 0, NOBODY
        for seat in range(int(table.seats)):
            height = int(table.height[province, seat])
            if height > highest:
                highest, level, winner = height, 1, seat
            elif height == highest and height > 0:
                level += 1
        if level > 1:
            for seat in range(int(table.seats)):
                table.contender[seat] = 1 if table.height[province, seat] == highest else 0
            open_tie(table, Tie.PROVINCE)
            return
        if level == 1:
            win_province(box, table, province, winner)
        table.voting += 1
        if province == box.paris and counter_revolution(box, table):
            finish(box, table, Ending.COUNTER_REVOLUTION)
            return
    if table.votes[RED] >= box.landslide_votes:
        finish(box, table, Ending.LANDSLIDE)
    else:
        table.phase = Phase.GOVERNMENT


@rule
def win_province(box, table, province, winner):
    """A block of the winner's stack is a vote, in Paris every block of it."""
    colour = int(table.colour[province, winner])
    number = int(table.height[province, winner]) if province == box.paris else 1
    shrink_stack(table, province, winner, number)
    table.collected[colour, winner] += number
    table.votes[colour] += number
    if table.turn >= box.province_vp_from:
        table.vp[winner] += box.province_vp[province]


@rule
def end_province_tie(box, table, winner):
    """After a tie all other blocks of the province go back to the stock."""
    clear_tie(table)
    province = province_voting(box, table)
    if winner != NOBODY:
        win_province(box, table, province, winner)
    for owner in range(int(table.seats)):
        if table.height[province, owner] > 0:
            remove_blocks(table, province, owner, int(table.height[province, owner]))
    table.voting += 1
    table.phase = Phase.VOTE


# --- The new government (LIB-7) -------------------------------------------------------------------


@rule
def government(table):
    """Most votes govern; cards of the displays break a tie."""
    most = 0
    for colour in range(WHITE, COLOURS):
        most = max(most, int(table.votes[colour]))
    level, leader = 0, 0
    for colour in range(WHITE, COLOURS):
        if table.votes[colour] == most:
            level, leader = level + 1, colour
            table.tied_colour[colour] = 1
            table.tied_before[colour] = 1
    if level > 1:
        open_faction_tie(table, Tie.GOVERNMENT)
    else:
        clear_tie(table)
        table.government = leader
        table.phase = Phase.OPPOSITION


@rule
def open_faction_tie(table, kind):
    for seat in range(int(table.seats)):
        table.contender[seat] = 1
    open_tie(table, kind)


@rule
def opposition(table):
    """The other faction with more votes; cards break a tie, unless neither has a vote."""
    level, most, leader = 0, -1, 0
    for colour in range(WHITE, COLOURS):
        votes = int(table.votes[colour])
        if colour != table.government and votes >= most:
            level = level + 1 if votes == most else 1
            most, leader = votes, colour  # of two level ones the higher number has precedence
    if level == 2 and most > 0:
        for colour in range(WHITE, COLOURS):
            table.tied_colour[colour] = 1 if colour != table.government else 0
        open_faction_tie(table, Tie.OPPOSITION)
    else:
        table.opposition = leader
        table.phase = Phase.FIRST_PLACE


@rule
def compare_factions(box, table):
    """The faction with most blocks on the cards wins; those below fall out; without cards red, then blue."""
    best, level, winner = 0, 0, 0
    for colour in range(WHITE, COLOURS):
        if table.tied_colour[colour]:
            strength = int(table.strength[colour])
            if strength > best:
                best, level, winner = strength, 1, colour
            elif strength == best:
                level += 1
                winner = colour  # the higher number has precedence
    if best > 0:
        for colour in range(WHITE, COLOURS):
            if table.strength[colour] < best:
                table.tied_colour[colour] = 0
    if best > 0 and level > 1:
        ask_again(table)
    elif table.tie == Tie.OPPOSITION:
        clear_tie(table)
        table.opposition = winner
        table.phase = Phase.FIRST_PLACE
    else:
        if best > 0 and box.pushback == LITERAL:
            for colour in range(WHITE, COLOURS):
                if table.tied_before[colour] and colour != winner:
                    table.votes[colour] = max(0, int(table.votes[colour]) - 1)
        clear_tie(table)
        table.government = winner
        table.phase = Phase.OPPOSITION


# --- Victory points (LIB-7) -----------------------------------------------------------------------

ANY_NUMBER = 127  # more blocks than anybody can take


@rule
def most_collected(table, colour, below):
    """The most blocks of a colour that anybody below so many has taken in this election."""
    most = 0
    for seat in range(int(table.seats)):
        number = int(table.collected[colour, seat])
        if number < below:
            most = max(most, number)
    return most


@rule
def contend(table, colour, number):
    """Those who have taken this number of blocks, if any, contend; how many they are."""
    level = 0
    for seat in range(int(table.seats)):
        table.contender[seat] = 1 if number > 0 and table.collected[colour, seat] == number else 0
        level += int(table.contender[seat])
    return level


@rule
def pay_contenders(table, points):
    for seat in range(int(table.seats)):
        if table.contender[seat]:
            table.vp[seat] += points


@rule
def pay_tie(table, winner, points, shared):
    """The winner of a tie is paid, or everybody who is still in it."""
    if winner != NOBODY:
        table.vp[winner] += points
    else:
        pay_contenders(table, shared)


@rule
def first_place(box, table):
    """Most blocks of the government's colour."""
    colour = int(table.government)
    most = most_collected(table, colour, ANY_NUMBER)
    level = contend(table, colour, most)
    if level > 1:
        open_tie(table, Tie.FIRST)
        return
    pay_contenders(table, int(box.first_vp))
    contend(table, colour, most_collected(table, colour, most))
    table.phase = Phase.SECOND_PLACE


@rule
def end_first_tie(box, table, winner):
    """Second is whoever fell out last with the highest card; if nobody did, the next most blocks."""
    pay_tie(table, winner, int(box.first_vp), int(box.shared_first_vp))
    last = 0
    for seat in range(int(table.seats)):
        last = max(last, int(table.fell[seat]))
    if last > 0:
        for seat in range(int(table.seats)):
            table.contender[seat] = 1 if table.fell[seat] == last else 0
    else:
        colour = int(table.government)
        contend(table, colour, most_collected(table, colour, most_collected(table, colour, ANY_NUMBER)))
    table.phase = Phase.SECOND_PLACE


@rule
def second_place(box, table):
    """Those who contend for second place stand."""
    level = 0
    for seat in range(int(table.seats)):
        level += int(table.contender[seat])
    if level > 1:
        open_tie(table, Tie.SECOND)
    else:
        pay_contenders(table, int(box.second_vp))
        clear_tie(table)
        table.phase = Phase.OPPOSITION_PLACE


@rule
def end_second_tie(box, table, winner):
    pay_tie(table, winner, int(box.second_vp), int(box.shared_second_vp))
    clear_tie(table)
    table.phase = Phase.OPPOSITION_PLACE


@rule
def opposition_place(box, table):
    """Most blocks of the opposition's colour."""
    colour = int(table.opposition)
    if contend(table, colour, most_collected(table, colour, ANY_NUMBER)) > 1:
        open_tie(table, Tie.OPPOSITION_FIRST)
        return
    pay_contenders(table, int(box.opposition_vp))
    clear_tie(table)
    table.phase = Phase.TURN_DONE


@rule
def end_opposition_tie(box, table, winner):
    pay_tie(table, winner, int(box.opposition_vp), int(box.shared_opposition_vp))
    clear_tie(table)
    table.phase = Phase.TURN_DONE


@rule
def turn_done(box, table):
    """Presence in the government is marked, and the blocks taken go back to the stock."""
    for seat in range(int(table.seats)):
        table.presence[seat] = 1 if table.collected[int(table.government), seat] > 0 else 0
        for colour in range(WHITE, COLOURS):
            table.stock[colour] += table.collected[colour, seat]
            table.collected[colour, seat] = 0
    mark_lost_battles(table)
    if table.turn == box.turns:
        finish(box, table, Ending.FOUR_TURNS)
    else:
        table.phase = Phase.NEW_TURN


# --- The end of the game (LIB-8) ------------------------------------------------------------------


@rule
def white_controls(table, province):
    """Whether a single white stack is higher than every other."""
    highest, level, white = 0, 0, False
    for seat in range(int(table.seats)):
        height = int(table.height[province, seat])
        if height > highest:
            highest, level, white = height, 1, table.colour[province, seat] == WHITE
        elif height == highest:
            level += 1
    return white and level == 1


@rule
def royalist_strength(box, table):
    """Counter-revolutionary provinces under white control, and lost battles."""
    strength = int(table.lost_battles)
    for province in range(int(box.provinces)):
        if box.cr[province] and white_controls(table, province):
            strength += 1
    return strength


@rule
def counter_revolution(box, table):
    return table.turn >= box.cr_from and royalist_strength(box, table) >= box.cr_needed


@rule
def finish(box, table, ending):
    """The hands are shown, for they may count."""
    clear_tie(table)
    table.ending = ending
    table.phase = Phase.OVER
    table.seat = NOBODY
    for card in range(1, int(box.cards) + 1):
        if HAND <= table.place[card] < DISPLAY:
            table.known[card] = 1


@rule
def card_points(box, table, seat, colour):
    """Blocks of a colour printed on the cards in hand and display."""
    points = 0
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat or table.place[card] == DISPLAY + seat:
            if box.card_colour[card] == colour:
                points += int(box.card_value[card])
    return points


@rule
def display_points(box, table, seat):
    points = 0
    for at in range(displayed(table, seat)):
        points += int(box.card_value[int(table.display[seat, at])])
    return points


@rule
def faction_points(box, table, seat, colour):
    """Blocks of a colour on the map under a player's control, and on that player's cards."""
    points = card_points(box, table, seat, colour)
    for province in range(int(box.provinces)):
        if table.colour[province, seat] == colour:
            points += int(table.height[province, seat])
    if colour == RED and box.landslide_points == MAP_AND_COLLECTED:
        points += int(table.collected[RED, seat])
    return points


@rule
def score(box, table, seat):
    """The points that decide: victory points, or those of a faction after a sudden end."""
    if table.ending == Ending.COUNTER_REVOLUTION:
        return faction_points(box, table, seat, WHITE)
    if table.ending == Ending.LANDSLIDE:
        return faction_points(box, table, seat, RED)
    return int(table.vp[seat])


@rule
def standing(box, table, seat):
    """Level scores are told apart by the cards: of the faction, or after four turns of the display."""
    if table.ending == Ending.COUNTER_REVOLUTION:
        cards = card_points(box, table, seat, WHITE)
    elif table.ending == Ending.LANDSLIDE:
        cards = card_points(box, table, seat, RED)
    else:
        cards = display_points(box, table, seat)
    return 1000 * score(box, table, seat) + cards


# --- Who may do what, and what follows -----------------------------------------------------------


@rule
def legal(box, table, legal):
    phase = table.phase
    if phase == Phase.ACTION:
        legal_action(box, table, legal)
    elif phase == Phase.PLACE:
        legal_place(box, table, legal)
    elif phase == Phase.KEEP:
        legal_keep(box, table, legal)
    elif phase == Phase.AFTER:
        legal_after(box, table, legal)
    elif phase == Phase.DISCARD:
        legal_discard(box, table, legal)
    elif phase == Phase.REFILL:
        legal_refill(box, table, legal)
    elif phase == Phase.EXCHANGE:
        legal_hand(box, table, legal)
    elif phase == Phase.DRAW:
        legal_sources(table, legal)
    elif phase == Phase.SECOND_DRAW:
        legal_second_draw(box, table, legal)
    elif phase == Phase.MODE:
        legal_mode(box, table, legal)
    elif phase == Phase.TARGET_PROVINCE:
        legal_target_province(box, table, legal)
    elif phase == Phase.TARGET_STACK:
        legal_target_stack(box, table, legal)
    elif phase == Phase.TARGET_CARD:
        legal_target_card(box, table, legal)
    elif phase == Phase.TIE:
        legal_tie(box, table, legal)


@rule
def decide(box, table, action):
    """What an action itself does."""
    phase = table.phase
    if phase == Phase.ACTION:
        acting(box, table, action)
    elif phase == Phase.PLACE:
        place_block(box, table, action)
    elif phase == Phase.KEEP:
        keep(box, table, action)
    elif phase == Phase.AFTER:
        acting_after(box, table, action)
    elif phase == Phase.DISCARD:
        discarding(box, table, action)
    elif phase == Phase.REFILL:
        refill(box, table, action)
    elif phase == Phase.EXCHANGE:
        exchange(box, table, action)
    elif phase == Phase.DRAW:
        draw(box, table, action)
    elif phase == Phase.SECOND_DRAW:
        drawing_second(box, table, action)
    elif phase == Phase.MODE:
        choose_mode(box, table, action)
    elif phase == Phase.TARGET_PROVINCE:
        choose_target_province(table, action)
    elif phase == Phase.TARGET_STACK:
        hit_stack(box, table, action)
    elif phase == Phase.TARGET_CARD:
        hit_card(box, table, action)
    elif phase == Phase.TIE:
        choose_for_tie(box, table, action)


@rule
def go_on(box, table):
    """What needs no decision follows in the order of the turn."""
    phase = table.phase
    if phase == Phase.NEXT_ACTION:
        next_action(table)
    elif phase == Phase.CARD_DONE:
        card_done(box, table)
    elif phase == Phase.ASK:
        ask(box, table)
    elif phase == Phase.BATTLE:
        battle(box, table)
    elif phase == Phase.VOTE:
        vote(box, table)
    elif phase == Phase.GOVERNMENT:
        government(table)
    elif phase == Phase.OPPOSITION:
        opposition(table)
    elif phase == Phase.FIRST_PLACE:
        first_place(box, table)
    elif phase == Phase.SECOND_PLACE:
        second_place(box, table)
    elif phase == Phase.OPPOSITION_PLACE:
        opposition_place(box, table)
    elif phase == Phase.TURN_DONE:
        turn_done(box, table)
    elif phase == Phase.NEW_TURN:
        new_turn(box, table)
    elif phase == Phase.NEW_CARDS:
        next_new_cards(box, table)


@rule
def apply(box, table, action):
    decide(box, table, action)
    while table.phase > Phase.OVER:
        go_on(box, table)
