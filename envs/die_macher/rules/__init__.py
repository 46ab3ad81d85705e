"""The rules of Die Macher, a module for each phase of the rulebook, in its order.

Each has what is legal in the phase and what happens. Here they come together: the phases that are asked most
first, then what follows by itself.
"""

from ...core.engine.phases import Decision, Passage, phases
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
round_now = start_player.round_now


RULES = legal, act, advance, apply = phases(
    Decision(Phase.POLL_BID, polls.legal_poll_bid, polls.poll_bidding),
    Decision(Phase.MEDIA, media.legal_media, media.buying_media),
    Decision(Phase.MEETINGS, meetings.legal_meetings, meetings.organising),
    Decision(Phase.PLACE_LOBBY, shadow_cabinet.legal_placing, shadow_cabinet.placing),
    Decision(Phase.DISCARD, conference.legal_discard, conference.discarding),
    Decision(Phase.NEW_CARD, conference.legal_new_card, conference.choosing_new_card),
    Decision(Phase.OLD_CARD, conference.legal_old_card, conference.choosing_old_card),
    Decision(Phase.SHEET, preliminary.legal_sheet, preliminary.filling_in),
    Decision(Phase.START_BID, start_player.legal_start_bid, start_player.start_bidding),
    Decision(Phase.START_PLAYER, start_player.legal_start_player, start_player.naming),
    Decision(Phase.LOBBY, shadow_cabinet.legal_lobby, shadow_cabinet.lobbying),
    Decision(Phase.LOBBY_OPINION, shadow_cabinet.legal_lobby_opinion, shadow_cabinet.doubling),
    Decision(Phase.LOBBY_PLAYER, shadow_cabinet.legal_lobby_player, shadow_cabinet.aiming),
    Decision(Phase.TELEPHONE, common.legal_yes_or_pass, shadow_cabinet.telephoning),
    Decision(Phase.COALITION, coalitions.legal_coalition, coalitions.talking),
    Decision(Phase.REPLY, common.legal_yes_or_pass, coalitions.replying),
    Decision(Phase.FORCE, coalitions.legal_force, coalitions.forcing),
    Decision(Phase.SWAP_OUT, media.legal_swap_out, media.swapping_out),
    Decision(Phase.SWAP_IN, media.legal_swap_in, media.swapping_in),
    Decision(Phase.PUBLISH, common.legal_yes_or_pass, polls.publishing),
    Decision(Phase.CHANGE_TREND, polls.legal_change, polls.changing_trend),
    Decision(Phase.CONVERT, conversion.legal_convert, conversion.converting),
    Decision(Phase.NATIONAL_MEDIA, common.legal_yes_or_pass, election.placing_media),
    Decision(Phase.NATIONAL_CARD, election.legal_national_card, election.placing_opinion),
    Decision(Phase.NATIONAL_REPLACE, election.legal_national_replace, election.replacing_opinion),
    Decision(Phase.CONTRIBUTION, end_of_round.legal_contribution, end_of_round.contributing),
    Passage(Phase.REVEAL_SHEETS, preliminary.reveal_sheets),
    Passage(Phase.NEW_ROUND, start_player.new_round),
    Passage(Phase.REVEAL_BIDS, start_player.reveal_bids),
    Passage(Phase.NEXT_CONFERENCE, conference.next_conference),
    Passage(Phase.NEXT_PLACING, shadow_cabinet.next_placing),
    Passage(Phase.REVEAL_LOBBY, shadow_cabinet.reveal_lobby),
    Passage(Phase.NEXT_LOBBY, shadow_cabinet.next_lobby),
    Passage(Phase.NEXT_COALITION, coalitions.next_coalition),
    Passage(Phase.NEXT_FORCE, coalitions.next_force),
    Passage(Phase.NEXT_SWAP, media.next_swap),
    Passage(Phase.NEXT_MEETINGS, meetings.next_meetings),
    Passage(Phase.NEXT_POLL, polls.next_poll),
    Passage(Phase.SELL_POLL, polls.sell_poll),
    Passage(Phase.SUPPRESS_POLL, polls.suppress_poll),
    Passage(Phase.NEXT_CONVERSION, conversion.next_conversion),
    Passage(Phase.ELECTION, election.hold_election),
    Passage(Phase.WINNERS, election.find_winners),
    Passage(Phase.NEXT_NATIONAL, election.next_national),
    Passage(Phase.NEXT_CARD, election.next_card),
    Passage(Phase.RECRUIT, election.recruit),
    Passage(Phase.NEXT_REGION, end_of_round.next_region),
    Passage(Phase.INCOME, end_of_round.pay_income),
    Passage(Phase.NEXT_CONTRIBUTION, end_of_round.next_contribution),
    Passage(Phase.REVEAL_CONTRIBUTIONS, end_of_round.accept_contributions),
    Passage(Phase.REFUSALS, end_of_round.refuse_contributions),
)
