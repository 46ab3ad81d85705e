"""Check the action under way."""

from ...core.engine.compile import rule
from ..box import CLUB
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
    if phase == Phase.MODE and not may_place_cannon(box, table, int(table.seat), playing):
        return Fault.NO_TOKEN_CAN_BE_PLACED
    if (table.to_discard > 0) != (phase == Phase.EXCHANGE):
        return Fault.CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE
    if phase == Phase.EXCHANGE and table.to_discard > table.hand_size[int(table.seat)]:
        return Fault.CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE
    return Fault.NONE
