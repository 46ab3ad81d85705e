"""The end of a round (5.4): a new region is laid out, then come income and contributions."""

from ...core.engine.compile import rule
from .. import actions as say
from ..box import HIGHEST, TOGETHER
from ..table import (
    ACCEPTED,
    CARD_IN_HAND,
    CONTRIBUTIONS,
    KINDS,
    NO_CARD,
    REFUSED,
    REGIONS,
    SEATS,
    SHUFFLES,
    Phase,
)
from .common import begin, elections, gain_members, left_of, roll_dice, roll_die, seat_on_turn
from .preparation import hidden_in, lay_out_region, open_opinion

# --- Regions (5.4.1, 5.4.2) ----------------------------------------------------------------------


@rule
def next_region(box, table):
    """Clear the region that has voted, move the others up, lay out a new one, open an opinion in the others.

    The last election follows at once, without an end of the round before it (MAC-11.8).
    """
    last = elections(box)
    clear_region(table)
    for region in range(REGIONS - 1):
        move_up(table, region)
    empty_region(table, REGIONS - 1)
    table.regions -= 1
    if int(table.round_number) + 1 == last:
        while hidden_in(table, 0) > 0:
            open_opinion(table, 0)
        table.round_number += 1
        table.phase = Phase.ELECTION
        return
    opened = int(table.regions)
    if int(table.round_number) + REGIONS <= last:
        table.regions += 1
        lay_out_region(table, opened, 1)
    for region in range(opened):
        together = box.last_opening == TOGETHER and int(table.round_number) + 1 + region == last
        if not together or hidden_in(table, region) > 2:
            open_opinion(table, region)
    table.phase = Phase.INCOME


@rule
def clear_region(table):
    """Return markers to owners, doublers to the stock, opinions to the discards; end coalitions."""
    for seat in range(int(table.seats)):
        table.ally[seat] = 0
        table.meeting_supply[seat] += table.meetings[0, seat]
        table.media_supply[seat] += table.media[0, seat]
    for kind in range(KINDS):
        opinion = int(table.opinion[0, kind])
        table.discards[kind] += opinion > 0
        table.doublers += opinion == 2


@rule
def move_up(table, region):
    """Copy the next region into this one."""
    table.land[region] = table.land[region + 1]
    for seat in range(SEATS):
        table.votes[region, seat] = table.votes[region + 1, seat]
        table.arrival[region, seat] = table.arrival[region + 1, seat]
        table.trend[region, seat] = table.trend[region + 1, seat]
        table.meetings[region, seat] = table.meetings[region + 1, seat]
        table.media[region, seat] = table.media[region + 1, seat]
        table.tile[region, seat] = table.tile[region + 1, seat]
    for kind in range(KINDS):
        table.opinion[region, kind] = table.opinion[region + 1, kind]
    for shuffle in range(SHUFFLES):
        table.hidden[region, shuffle] = table.hidden[region + 1, shuffle]


@rule
def empty_region(table, region):
    table.land[region] = NO_CARD
    for seat in range(SEATS):
        table.votes[region, seat] = 0
        table.arrival[region, seat] = 0
        table.trend[region, seat] = 0
        table.meetings[region, seat] = 0
        table.media[region, seat] = 0
        table.tile[region, seat] = 0
    for kind in range(KINDS):
        table.opinion[region, kind] = 0
    for shuffle in range(SHUFFLES):
        table.hidden[region, shuffle] = 0


# --- Money (5.4.3) -------------------------------------------------------------------------------


@rule
def pay_income(box, table):
    """Pay a thousand for each seat won in this election, and after some rounds for each member."""
    election = int(table.round_number) - 1
    for seat in range(int(table.seats)):
        table.cash[seat] += table.seats_won[election, seat]
        if box.members_pay[election]:
            table.cash[seat] += table.members[seat]
    begin(table, Phase.NEXT_CONTRIBUTION)


# --- Contributions (5.4.4) -----------------------------------------------------------------------


@rule
def next_contribution(table):
    if table.turn == table.seats:
        table.phase = Phase.REVEAL_CONTRIBUTIONS
        return
    table.seat = seat_on_turn(table)
    table.phase = Phase.CONTRIBUTION


@rule
def legal_choose_contribution(table, legal):
    """Mark accepting and refusing each card in hand; one must be chosen."""
    for card in range(CONTRIBUTIONS):
        in_hand = table.contribution[int(table.seat), card] == CARD_IN_HAND
        legal[say.ACCEPT + card] = in_hand
        legal[say.REFUSE + card] = in_hand


@rule
def choose_contribution(table, action):
    table.offer[int(table.seat)] = action - say.ACCEPT + 1
    table.turn += 1
    table.phase = Phase.NEXT_CONTRIBUTION


@rule
def accept_contributions(box, table):
    """Pay those who accept, and roll for the members that it costs them."""
    for turn in range(int(table.seats)):
        seat = left_of(table, int(table.start_player), turn)
        card = int(table.offer[seat]) - 1
        if card < CONTRIBUTIONS:
            table.contribution[seat, card] = ACCEPTED
            table.offer[seat] = 0
            table.cash[seat] += box.contribution_amount[card]
            gain_members(box, table, seat, -roll_risk(box, table, int(box.contribution_risk[card])))
    table.phase = Phase.REFUSALS


@rule
def roll_risk(box, table, dice):
    """Roll the members lost: the sum of the dice, or the highest, up to a limit per contribution."""
    total, highest = 0, 0
    for _ in range(dice):
        number = roll_die(box, table)
        total += number
        highest = max(highest, number)
    return min(int(box.most_loss), highest if box.risk_dice == HIGHEST else total)


@rule
def refuse_contributions(box, table):
    """Roll new members for those who refuse; a sole refuser of the highest amount rolls more dice."""
    highest, level = 0, 0
    for seat in range(int(table.seats)):
        if table.offer[seat] > 0:
            amount = int(box.contribution_amount[int(table.offer[seat]) - 1 - CONTRIBUTIONS])
            if amount > highest:
                highest, level = amount, 1
            elif amount == highest:
                level += 1
    for turn in range(int(table.seats)):
        seat = left_of(table, int(table.start_player), turn)
        if table.offer[seat] > 0:
            card = int(table.offer[seat]) - 1 - CONTRIBUTIONS
            table.contribution[seat, card] = REFUSED
            table.offer[seat] = 0
            dice = int(box.contribution_refusal[card])
            if level == 1 and box.contribution_amount[card] == highest:
                dice += int(box.refusal_bonus)
            gain_members(box, table, seat, roll_dice(box, table, dice))
    table.phase = Phase.NEW_ROUND
