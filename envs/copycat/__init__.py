"""Copycat (Friedemann Friese, 2F-Spiele 2012): two to four politicians on their way to the presidency.

Everybody starts with the same few cards and three workers a round. Workers in offices bring coins and
purchases, cards and victory points; cards bought join the deck, which is reshuffled again and again. The
highest card shown gives the first turn, but a card shown is lost for the round. The game ends at 95 points,
with the last doctorate, or after eleven rounds.
"""

from ..core.engine.game import Game, on_first_use
from . import actions, box, check, redeal, rules, table, view
from .text import board, describe, events

GAME = Game(
    name="copycat",
    title="Copycat",
    version=0,
    revision=1,
    module=__name__,
    player_counts=(2, 3, 4),
    table_fields=table.FIELDS,
    box_spec=box.BOX,
    actions=actions.ACTIONS,
    observation=view.observation,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    score=rules.score,
    standing=rules.standing,
    round_now=rules.round_now,
    observe=view.observe,
    redeal=redeal.redeal,
    check=check.check,
    faults=check.Fault,
    phases=table.Phase,
    describe=describe.describe,
    board=board.board,
    picture=on_first_use(f"{__name__}.text.picture", "picture"),
    events=events.events,
    reopen_secret_choices=redeal.reopen_secret_choices,
)
