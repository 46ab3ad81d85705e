"""The rules of Liberté, with a module for each chapter of the rulebook.

Chapter numbers in the modules' docstrings are those of RULES.md, which says how open questions are read. The
list below has the phases in which a seat decides, the most frequent first, then those that pass without a
decision.
"""

from ...core.engine.phases import Decision, Passage, phases
from ..table import Phase
from . import (
    actions,
    battle,
    breaking_ties,
    government,
    new_cards,
    order_of_play,
    playing,
    preparation,
    provinces,
    specials,
    the_end,
    victory_points,
)

setup = preparation.setup
score, standing, sudden_end = the_end.score, the_end.standing, the_end.sudden_end
round_now = new_cards.round_now

RULES = legal, act, advance, apply = phases(
    Decision(Phase.ACTION, actions.legal_act, actions.act),
    Decision(Phase.PLACE, playing.legal_place_block, playing.place_block),
    Decision(Phase.KEEP, playing.legal_put_away, playing.put_away),
    Decision(Phase.AFTER, playing.legal_act_after, playing.act_after),
    Decision(Phase.DISCARD, new_cards.legal_discard_card, new_cards.discard_card),
    Decision(Phase.REFILL, new_cards.legal_refill, new_cards.refill),
    Decision(Phase.EXCHANGE, new_cards.legal_hand, actions.exchange),
    Decision(Phase.DRAW, new_cards.legal_sources, actions.draw),
    Decision(Phase.SECOND_DRAW, actions.legal_draw_second, actions.draw_second),
    Decision(Phase.MODE, playing.legal_choose_mode, playing.choose_mode),
    Decision(Phase.TARGET_PROVINCE, specials.legal_choose_target_province, specials.choose_target_province),
    Decision(Phase.TARGET_STACK, specials.legal_hit_stack, specials.hit_stack),
    Decision(Phase.TARGET_CARD, specials.legal_hit_card, specials.hit_card),
    Decision(Phase.TIE, breaking_ties.legal_break_tie, breaking_ties.break_tie),
    Passage(Phase.NEXT_ACTION, order_of_play.next_action),
    Passage(Phase.CARD_DONE, playing.card_done),
    Passage(Phase.ASK, breaking_ties.ask),
    Passage(Phase.BATTLE, battle.battle),
    Passage(Phase.VOTE, provinces.vote),
    Passage(Phase.GOVERNMENT, government.government),
    Passage(Phase.OPPOSITION, government.opposition),
    Passage(Phase.FIRST_PLACE, victory_points.first_place),
    Passage(Phase.SECOND_PLACE, victory_points.second_place),
    Passage(Phase.OPPOSITION_PLACE, victory_points.opposition_place),
    Passage(Phase.TURN_DONE, victory_points.turn_done),
    Passage(Phase.NEW_TURN, new_cards.new_turn),
    Passage(Phase.NEW_CARDS, new_cards.next_new_cards),
)
