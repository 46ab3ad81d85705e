"""The rules of Saludos Amigos!, with a module for each chapter of the rulebook.

Chapter numbers in the modules' docstrings are those of the rulebook; RULES.md says how open questions are
read. The list below has the phases in which a seat decides, then those that pass without a decision.
"""

from ...core.engine.phases import Decision, Passage, phases
from ..table import Phase
from . import agreement, council, drawing, final_count, negotiation, opposition_split, payment, strength
from .common import legal_pass_or_card

setup = drawing.setup
score, standing = final_count.score, final_count.standing
round_now = drawing.round_now

RULES = legal, act, advance, apply = phases(
    Decision(Phase.REROLL, legal_pass_or_card, strength.reroll),
    Decision(Phase.FLOOR, negotiation.legal_floor, negotiation.floor),
    Decision(Phase.SET, negotiation.legal_set, negotiation.set_members),
    Decision(Phase.SPLIT, negotiation.legal_split, negotiation.split),
    Decision(Phase.RESPOND, negotiation.legal_respond, negotiation.respond),
    Decision(Phase.REPLY, negotiation.legal_reply, negotiation.reply),
    Decision(Phase.CALL, legal_pass_or_card, council.call),
    Decision(Phase.JOIN, council.legal_join, council.join),
    Decision(Phase.OPP_SPLIT, negotiation.legal_shares, negotiation.split),
    Decision(Phase.COAL_SPLIT, opposition_split.legal_coal_split, opposition_split.coal_split),
    Decision(Phase.BID, payment.legal_bid, payment.bid),
    Passage(Phase.AGREED, agreement.agreed),
    Passage(Phase.FAILED, agreement.failed),
    Passage(Phase.CONCLUDED, council.conclude_negotiation),
    Passage(Phase.OPPOSED, opposition_split.open_coalition_split),
    Passage(Phase.RESHARED, payment.open_bidding),
    Passage(Phase.REVEALED, payment.reveal),
    Passage(Phase.SETTLED, payment.settle),
)
