"""The action that is under way."""

from ...core.engine.compile import rule
from ..box import CLUB, TERROR
from ..rules.playing import may_place_cannon
from ..table import NO_CARD, PLAYED, Phase
from .cards import cards_in
from .faults import Fault


@rule
def check_action(box, table):
    phase, playing, special = int(table.phase), int(table.playing), int(table.special)
    if (playing != NO_CARD) != (Phase.MODE <= phase <= Phase.KEEP):
        return Fault.THE_CARD_IN_PLAY_DOES_NOT_FIT_THE_PHASE
    if (special != NO_CARD) != (Phase.TARGET_PROVINCE <= phase <= Phase.TARGET_CARD):
        return Fault.THE_CARD_IN_PLAY_DOES_NOT_FIT_THE_PHASE
    card = max(playing, special)
    if cards_in(table, PLAYED) != (card != NO_CARD) or (card and table.place[card] != PLAYED):
        return Fault.THE_CARD_IN_PLAY_LIES_ELSEWHERE
    if card != NO_CARD and (box.card_kind[card] > CLUB) != (special != NO_CARD):
        return Fault.THE_CARD_IN_PLAY_IS_OF_ANOTHER_KIND
    if not Phase.MODE <= phase <= Phase.TARGET_CARD and phase != Phase.OVER:
        if table.cards_played or table.second_card or table.special_used:
            return Fault.AN_ACTION_HAS_NOT_BEGUN_OR_NOT_ENDED
    elif not are_cards_counted(box, table):
        return Fault.CARDS_PLAYED_ARE_MISCOUNTED
    if (table.blocks_left > 0) != (phase == Phase.PLACE) or table.blocks_left > box.card_value[playing]:
        return Fault.BLOCKS_LEFT_DO_NOT_FIT_THE_PHASE
    if phase == Phase.MODE and not may_place_cannon(box, table, int(table.seat), playing):
        return Fault.NO_TOKEN_CAN_BE_PLACED
    if (table.to_discard > 0) != (phase == Phase.EXCHANGE):
        return Fault.CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE
    if phase == Phase.EXCHANGE and table.to_discard > table.hand_size[int(table.seat)]:
        return Fault.CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE
    if table.stack_removed and (phase != Phase.TARGET_CARD or box.card_kind[special] != TERROR):
        return Fault.A_STACK_WAS_REMOVED_WITHOUT_THE_TERROR
    if table.target and phase != Phase.TARGET_STACK:
        return Fault.A_TARGET_DOES_NOT_FIT_THE_PHASE
    return Fault.NONE


@rule
def are_cards_counted(box, table):
    """An action has one personality or club and one special; by the valley rules, a second personality."""
    done = int(table.cards_played) - (table.playing != NO_CARD)
    if done < 0 or (table.special != NO_CARD and not table.special_used):
        return False
    if table.second_card and (done != 1 or not box.valley_rules):
        return False
    if table.playing != NO_CARD:
        return done == 0 or table.second_card > 0
    return done < 2 or box.valley_rules > 0
