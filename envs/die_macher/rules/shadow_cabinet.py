"""The shadow cabinet (5.2.3): cards are laid face down beside regions, paid for, and act in turn."""

from ...core.engine.compile import rule
from .. import actions as say
from ..box import BY_PLAYER
from ..table import CABINET, KINDS, MOST_TREND, MOST_VOTES, Lobby, Phase
from .common import begin, gain_votes, left_of, move_trend, places_to, seat_on_turn

# --- Laying cards --------------------------------------------------------------------------------


@rule
def next_placing(table):
    """Let the next player lay a card or none beside each region, the current one first."""
    if table.turn == table.seats:
        table.phase = Phase.REVEAL_LOBBY
        return
    table.region = 0
    table.seat = seat_on_turn(table)
    table.phase = Phase.PLACE_LOBBY


@rule
def legal_lay_card(box, table, legal):
    """Mark the unused cards that can be paid together with those already laid (MAC-4.6)."""
    seat = int(table.seat)
    legal[say.PASS] = True
    cash = int(table.cash[seat]) - price_of_lobby(box, table, seat)
    for card in range(1, CABINET + 1):
        if table.cabinet[seat, card] and box.cabinet_price[card] <= cash:
            legal[say.CARD + card] = not is_laid(table, seat, card)


@rule
def price_of_lobby(box, table, seat):
    """The total price of the cards that a player has laid."""
    price = 0
    for region in range(int(table.regions)):
        price += int(box.cabinet_price[int(table.lobby[region, seat])])
    return price


@rule
def is_laid(table, seat, card):
    for region in range(int(table.regions)):
        if table.lobby[region, seat] == card:
            return True
    return False


@rule
def lay_card(table, action):
    if action != say.PASS:
        table.lobby[int(table.region), int(table.seat)] = action - say.CARD
    table.region += 1
    if table.region == table.regions:
        table.turn += 1
        table.phase = Phase.NEXT_PLACING


@rule
def reveal_lobby(box, table):
    """Open all cards and pay for them; cards are used once in a game (MAC-4.13)."""
    for seat in range(int(table.seats)):
        table.cash[seat] -= price_of_lobby(box, table, seat)
        for region in range(int(table.regions)):
            card = int(table.lobby[region, seat])
            if card > 0:
                table.cabinet[seat, card] = 0
    begin(table, Phase.NEXT_LOBBY)


# --- Their actions -------------------------------------------------------------------------------


@rule
def next_lobby(box, table):
    """Let the next card act: region by region in turn order, or player by player (MAC-4.8).

    Cards that have acted are gone from `lobby`, so the search starts over each time.
    """
    seats, regions = int(table.seats), int(table.regions)
    for i in range(seats * regions):
        region, turn = i // seats, i % seats
        if box.lobby_order == BY_PLAYER:
            region, turn = i % regions, i // regions
        seat = left_of(table, int(table.start_player), turn)
        if table.lobby[region, seat] > 0:
            table.region = region
            table.seat = seat
            table.phase = Phase.LOBBY
            return
    begin(table, Phase.NEXT_COALITION)


@rule
def legal_lobby(box, table, legal):
    """Mark the card's actions that would change something, and PASS (MAC-4.12)."""
    region, seat = int(table.region), int(table.seat)
    card = int(table.lobby[region, seat])
    legal[say.PASS] = True
    legal[say.LOBBY + Lobby.VOTES] = box.cabinet_votes[card] > 0 and table.votes[region, seat] < MOST_VOTES
    legal[say.LOBBY + Lobby.DOUBLER] = box.cabinet_doubler[card] > 0 and can_double(table, region)
    legal[say.LOBBY + Lobby.TREND_UP] = box.cabinet_up[card] > 0 and table.trend[region, seat] < MOST_TREND
    media = box.cabinet_media[card] > 0 and can_pay_media_swap(box, table, seat)
    down = box.cabinet_down[card] > 0
    for other in range(int(table.seats)):
        if other != seat:
            legal[say.LOBBY + Lobby.MEDIA] |= media and table.media[region, other] > 0
            legal[say.LOBBY + Lobby.TREND_DOWN] |= down and table.trend[region, other] > -MOST_TREND


@rule
def can_double(table, region):
    """Whether a doubler can be laid on an opinion or taken off one."""
    for kind in range(KINDS):
        if table.opinion[region, kind] == 2 or (table.opinion[region, kind] == 1 and table.doublers > 0):
            return True
    return False


@rule
def can_pay_media_swap(box, table, seat):
    """Whether a player has a marker and the price twice: for the owner of the old one and the bank."""
    return table.media_supply[seat] > 0 and table.cash[seat] >= 2 * int(box.media_price)


@rule
def lobby(box, table, action):
    region, seat = int(table.region), int(table.seat)
    card = int(table.lobby[region, seat])
    doing = action - say.LOBBY
    if action == say.PASS:
        end_action(box, table)
    elif doing == Lobby.VOTES:
        gain_votes(table, region, seat, int(box.cabinet_votes[card]))
        end_action(box, table)
    elif doing == Lobby.TREND_UP:
        move_trend(table, region, seat, int(box.cabinet_up[card]))
        end_action(box, table)
    else:
        table.acting = doing + 1
        table.phase = Phase.LOBBY_OPINION if doing == Lobby.DOUBLER else Phase.LOBBY_PLAYER


@rule
def legal_move_doubler(table, legal):
    """Mark open opinions with a doubler, and those without one while the stock has any."""
    region = int(table.region)
    for kind in range(KINDS):
        opinion = int(table.opinion[region, kind])
        legal[say.KIND + kind] = opinion == 2 or (opinion == 1 and table.doublers > 0)


@rule
def move_doubler(box, table, action):
    region, kind = int(table.region), action - say.KIND
    if table.opinion[region, kind] == 1:
        table.opinion[region, kind] = 2
        table.doublers -= 1
    else:
        table.opinion[region, kind] = 1
        table.doublers += 1
    end_action(box, table)


@rule
def legal_aim(table, legal):
    """Mark the other players with a media marker there, or with a trend that can fall."""
    region, seat = int(table.region), int(table.seat)
    for other in range(int(table.seats)):
        if other != seat:
            at = say.PLAYER + places_to(table, seat, other)
            if table.acting == Lobby.MEDIA + 1:
                legal[at] = table.media[region, other] > 0
            else:
                legal[at] = table.trend[region, other] > -MOST_TREND


@rule
def aim(box, table, action):
    region, seat = int(table.region), int(table.seat)
    other = left_of(table, seat, action - say.PLAYER)
    if table.acting == Lobby.MEDIA + 1:
        price = int(box.media_price)
        table.cash[seat] -= 2 * price
        table.cash[other] += price
        table.media[region, other] -= 1
        table.media_supply[other] += 1
        table.media[region, seat] += 1
        table.media_supply[seat] -= 1
    else:
        move_trend(table, region, other, -int(box.cabinet_down[int(table.lobby[region, seat])]))
    end_action(box, table)


@rule
def end_action(box, table):
    """Offer a coalition tile after a card with a telephone (MAC-4.24); else remove the card."""
    region, seat = int(table.region), int(table.seat)
    table.acting = 0
    phone = box.cabinet_phone[int(table.lobby[region, seat])] > 0
    if phone and table.tiles[seat] > 0 and not table.tile[region, seat]:
        table.phase = Phase.TELEPHONE
    else:
        remove_card(table)


@rule
def lay_tile(table, action):
    if action == say.YES:
        table.tile[int(table.region), int(table.seat)] = 1
        table.tiles[int(table.seat)] -= 1
    remove_card(table)


@rule
def remove_card(table):
    table.lobby[int(table.region), int(table.seat)] = 0
    table.phase = Phase.NEXT_LOBBY
