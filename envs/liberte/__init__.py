"""Liberté (Martin Wallace, Warfrog 2001): three to six players in the French Revolution, 1789 to 1799.

Personality and club cards place blocks of three factions on a map of provinces. When a colour runs out there
is an election: the highest stack in a province is a vote, and cards kept on display break ties. Influence in
the new government and its opposition brings victory points, and so do battles. But seven royalist provinces
or a radical landslide end the game at once, and then only blocks of that colour count.
"""

from ..core.engine.game import Game, on_first_use
from . import actions, box, check, redeal, rules, table, view
from .text import board, describe, events

GAME = Game(
    name="liberte",
    title="Liberté",
    version=0,
    revision=1,
    module=__name__,
    player_counts=(3, 4, 5, 6),
    table_fields=table.FIELDS,
    box_spec=box.BOX,
    actions=actions.ACTIONS,
    observation=view.observation,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    score=rules.score,
    standing=rules.standing,
    sudden_end=rules.sudden_end,
    round_now=rules.round_now,
    observe=view.observe,
    redeal=redeal.redeal,
    phases=table.Phase,
    describe=describe.describe,
    board=board.board,
    picture=on_first_use(f"{__name__}.text.picture", "picture"),
    events=events.events,
    check=check.check,
    faults=check.Fault,
)
