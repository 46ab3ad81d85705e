"""The rules of Die Macher, a module for each phase of the rulebook, in its order.

Each has what is legal in the phase and what happens. Here they come together: who may do what, and what
follows by itself.
"""

from ...core.compile import rule
from ..table import Phase
from . import (
    coalitions,
    common,
    conference,
    conversion,
    election,
    end_of_round,
    final_count,
    media,
    meetings,
    polls,
    preliminary,
    preparation,
    shadow_cabinet,
    start_player,
)

setup = preparation.setup
score, standing = final_count.score, final_count.standing


@rule
def legal(box, table, legal):
    """What the seat to decide may do; the phases that are asked most come first."""
    phase = table.phase
    if phase == Phase.POLL_BID:
        polls.legal_poll_bid(box, table, legal)
    elif phase == Phase.MEDIA:
        media.legal_media(box, table, legal)
    elif phase == Phase.MEETINGS:
        meetings.legal_meetings(box, table, legal)
    elif phase == Phase.PLACE_LOBBY:
        shadow_cabinet.legal_placing(box, table, legal)
    elif phase == Phase.DISCARD:
        conference.legal_discard(table, legal)
    elif phase == Phase.NEW_CARD:
        conference.legal_new_card(table, legal)
    elif phase == Phase.OLD_CARD:
        conference.legal_old_card(table, legal)
    elif phase == Phase.SHEET:
        preliminary.legal_sheet(table, legal)
    elif phase == Phase.START_BID:
        start_player.legal_start_bid(box, table, legal)
    elif phase == Phase.START_PLAYER:
        start_player.legal_start_player(table, legal)
    elif phase == Phase.LOBBY:
        shadow_cabinet.legal_lobby(box, table, legal)
    elif phase == Phase.LOBBY_OPINION:
        shadow_cabinet.legal_lobby_opinion(table, legal)
    elif phase == Phase.LOBBY_PLAYER:
        shadow_cabinet.legal_lobby_player(table, legal)
    elif phase == Phase.COALITION:
        coalitions.legal_coalition(box, table, legal)
    elif phase == Phase.FORCE:
        coalitions.legal_force(table, legal)
    elif phase == Phase.SWAP_OUT:
        media.legal_swap_out(box, table, legal)
    elif phase == Phase.SWAP_IN:
        media.legal_swap_in(box, table, legal)
    elif phase == Phase.CHANGE_TREND:
        polls.legal_change(box, table, legal)
    elif phase == Phase.CONVERT:
        conversion.legal_convert(table, legal)
    elif phase == Phase.NATIONAL_CARD:
        election.legal_national_card(box, table, legal)
    elif phase == Phase.NATIONAL_REPLACE:
        election.legal_national_replace(table, legal)
    elif phase == Phase.CONTRIBUTION:
        end_of_round.legal_contribution(table, legal)
    else:  # telephone, reply, publish, national media
        common.legal_yes_or_pass(legal)


@rule
def decide(box, table, action):
    """What an action itself does."""
    phase = table.phase
    if phase == Phase.POLL_BID:
        polls.poll_bidding(box, table, action)
    elif phase == Phase.MEDIA:
        media.buying_media(box, table, action)
    elif phase == Phase.MEETINGS:
        meetings.organising(box, table, action)
    elif phase == Phase.PLACE_LOBBY:
        shadow_cabinet.placing(table, action)
    elif phase == Phase.DISCARD:
        conference.discarding(table, action)
    elif phase == Phase.NEW_CARD:
        conference.choosing_new_card(table, action)
    elif phase == Phase.OLD_CARD:
        conference.choosing_old_card(table, action)
    elif phase == Phase.SHEET:
        preliminary.filling_in(box, table, action)
    elif phase == Phase.START_BID:
        start_player.start_bidding(table, action)
    elif phase == Phase.START_PLAYER:
        start_player.naming(table, action)
    elif phase == Phase.LOBBY:
        shadow_cabinet.lobbying(box, table, action)
    elif phase == Phase.LOBBY_OPINION:
        shadow_cabinet.doubling(box, table, action)
    elif phase == Phase.LOBBY_PLAYER:
        shadow_cabinet.aiming(box, table, action)
    elif phase == Phase.TELEPHONE:
        shadow_cabinet.telephoning(table, action)
    elif phase == Phase.COALITION:
        coalitions.talking(table, action)
    elif phase == Phase.REPLY:
        coalitions.replying(box, table, action)
    elif phase == Phase.FORCE:
        coalitions.forcing(table, action)
    elif phase == Phase.SWAP_OUT:
        media.swapping_out(table, action)
    elif phase == Phase.SWAP_IN:
        media.swapping_in(table, action)
    elif phase == Phase.PUBLISH:
        polls.publishing(box, table, action)
    elif phase == Phase.CHANGE_TREND:
        polls.changing_trend(box, table, action)
    elif phase == Phase.CONVERT:
        conversion.converting(table, action)
    elif phase == Phase.NATIONAL_MEDIA:
        election.placing_media(table, action)
    elif phase == Phase.NATIONAL_CARD:
        election.placing_opinion(table, action)
    elif phase == Phase.NATIONAL_REPLACE:
        election.replacing_opinion(table, action)
    elif phase == Phase.CONTRIBUTION:
        end_of_round.contributing(table, action)


@rule
def go_on(box, table):
    """What needs no decision follows in the order of the round."""
    phase = table.phase
    if phase == Phase.REVEAL_SHEETS:
        preliminary.reveal_sheets(box, table)
    elif phase == Phase.NEW_ROUND:
        start_player.new_round(table)
    elif phase == Phase.REVEAL_BIDS:
        start_player.reveal_bids(table)
    elif phase == Phase.NEXT_CONFERENCE:
        conference.next_conference(table)
    elif phase == Phase.NEXT_PLACING:
        shadow_cabinet.next_placing(table)
    elif phase == Phase.REVEAL_LOBBY:
        shadow_cabinet.reveal_lobby(box, table)
    elif phase == Phase.NEXT_LOBBY:
        shadow_cabinet.next_lobby(box, table)
    elif phase == Phase.NEXT_COALITION:
        coalitions.next_coalition(box, table)
    elif phase == Phase.NEXT_FORCE:
        coalitions.next_force(table)
    elif phase == Phase.NEXT_SWAP:
        media.next_swap(table)
    elif phase == Phase.NEXT_MEETINGS:
        meetings.next_meetings(table)
    elif phase == Phase.NEXT_POLL:
        polls.next_poll(table)
    elif phase == Phase.SELL_POLL:
        polls.sell_poll(box, table)
    elif phase == Phase.SUPPRESS_POLL:
        polls.suppress_poll(box, table)
    elif phase == Phase.NEXT_CONVERSION:
        conversion.next_conversion(box, table)
    elif phase == Phase.ELECTION:
        election.hold_election(box, table)
    elif phase == Phase.WINNERS:
        election.find_winners(table)
    elif phase == Phase.NEXT_NATIONAL:
        election.next_national(table)
    elif phase == Phase.NEXT_CARD:
        election.next_card(table)
    elif phase == Phase.RECRUIT:
        election.recruit(box, table)
    elif phase == Phase.NEXT_REGION:
        end_of_round.next_region(box, table)
    elif phase == Phase.INCOME:
        end_of_round.pay_income(box, table)
    elif phase == Phase.NEXT_CONTRIBUTION:
        end_of_round.next_contribution(table)
    elif phase == Phase.REVEAL_CONTRIBUTIONS:
        end_of_round.accept_contributions(box, table)
    elif phase == Phase.REFUSALS:
        end_of_round.refuse_contributions(box, table)


@rule
def apply(box, table, action):
    decide(box, table, action)
    while table.phase > Phase.OVER:
        go_on(box, table)
