"""The rules of Die Macher, with a module for each phase of the rulebook.

The list below has the phases in which a seat decides, the most frequent first, then those that pass without a
decision.
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
    Decision(Phase.POLL_BID, polls.legal_bid_for_poll, polls.bid_for_poll),
    Decision(Phase.MEDIA, media.legal_buy_media, media.buy_media),
    Decision(Phase.MEETINGS, meetings.legal_organise_meetings, meetings.organise_meetings),
    Decision(Phase.PLACE_LOBBY, shadow_cabinet.legal_lay_card, shadow_cabinet.lay_card),
    Decision(Phase.DISCARD, conference.legal_discard, conference.discard),
    Decision(Phase.NEW_CARD, conference.legal_choose_new_card, conference.choose_new_card),
    Decision(Phase.OLD_CARD, conference.legal_choose_old_card, conference.choose_old_card),
    Decision(Phase.SHEET, preliminary.legal_fill_in_sheet, preliminary.fill_in_sheet),
    Decision(Phase.START_BID, start_player.legal_bid_for_start, start_player.bid_for_start),
    Decision(Phase.START_PLAYER, start_player.legal_name_start_player, start_player.name_start_player),
    Decision(Phase.LOBBY, shadow_cabinet.legal_lobby, shadow_cabinet.lobby),
    Decision(Phase.LOBBY_OPINION, shadow_cabinet.legal_move_doubler, shadow_cabinet.move_doubler),
    Decision(Phase.LOBBY_PLAYER, shadow_cabinet.legal_aim, shadow_cabinet.aim),
    Decision(Phase.TELEPHONE, common.legal_yes_or_pass, shadow_cabinet.lay_tile),
    Decision(Phase.COALITION, coalitions.legal_seek_coalition, coalitions.seek_coalition),
    Decision(Phase.REPLY, common.legal_yes_or_pass, coalitions.reply),
    Decision(Phase.FORCE, coalitions.legal_force_coalition, coalitions.force_coalition),
    Decision(Phase.SWAP_OUT, media.legal_swap_out, media.swap_out),
    Decision(Phase.SWAP_IN, media.legal_swap_in, media.swap_in),
    Decision(Phase.PUBLISH, common.legal_yes_or_pass, polls.publish_poll),
    Decision(Phase.CHANGE_TREND, polls.legal_change_trend, polls.change_trend),
    Decision(Phase.CONVERT, conversion.legal_convert, conversion.convert),
    Decision(Phase.NATIONAL_MEDIA, common.legal_yes_or_pass, election.place_media),
    Decision(Phase.NATIONAL_CARD, election.legal_place_opinion, election.place_opinion),
    Decision(Phase.NATIONAL_REPLACE, election.legal_replace_opinion, election.replace_opinion),
    Decision(Phase.CONTRIBUTION, end_of_round.legal_choose_contribution, end_of_round.choose_contribution),
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
