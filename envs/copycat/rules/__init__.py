"""The rules of Copycat, with a module for each chapter of the rulebook.

Chapter numbers in the modules' docstrings are those of RULES.md, which says how open questions are read. The
list below has the phases in which a seat decides, then those that pass without a decision.
"""

from ...core.engine.phases import Decision, Passage, phases
from ..table import Phase
from . import actions, clean_up, doctorates, grey, hand, planning, preparation, purchases, turns

setup = preparation.setup
score, standing = clean_up.score, clean_up.standing
round_now = planning.round_now

RULES = legal, act, advance, apply = phases(
    Decision(Phase.TURN, turns.legal_take_turn, turns.take_turn),
    Decision(Phase.TABLE, purchases.legal_shop, purchases.shop),
    Decision(Phase.BID, planning.legal_bid, planning.bid),
    Decision(Phase.SWAP, actions.legal_picks, actions.swap),
    Decision(Phase.TRASH_FOR_WORKER, actions.legal_hand_card, actions.trash_for_worker),
    Decision(Phase.DONATE, actions.legal_donate, actions.donate),
    Decision(Phase.DRAW, actions.legal_draw, actions.draw),
    Decision(Phase.HAND, hand.legal_play_hand, hand.play_hand),
    Decision(Phase.TRASH_FOR_COIN, actions.legal_picks, hand.trash_for_coin),
    Decision(Phase.KEEP, grey.legal_keep_card, grey.keep_card),
    Decision(Phase.INVEST, doctorates.legal_invest, doctorates.invest),
    Decision(Phase.REUSE_CARD, grey.legal_reuse_card, grey.reuse_card),
    Decision(Phase.COPY_CARD, grey.legal_copy_card, grey.copy_card),
    Decision(Phase.REUSE_WORKER, grey.legal_reuse_worker, grey.reuse_worker),
    Passage(Phase.REVEAL, planning.reveal),
    Passage(Phase.NEXT_TURN, turns.next_turn),
    Passage(Phase.NEXT_BUYER, hand.next_buyer),
    Passage(Phase.LAY_DOWN, hand.lay_down),
    Passage(Phase.COUNT, doctorates.count_points),
    Passage(Phase.CLEAN_UP, clean_up.clean_up),
    Passage(Phase.NEW_ROUND, planning.new_round),
)
