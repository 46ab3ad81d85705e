"""Pig: a whole game by CONTRIBUTING's page "Adding a game" alone, with nothing that the page does not demand.

On a turn a player rolls a die as often as they like and adds up what it shows; a 1 ends the turn with
nothing, holding banks the sum. Whoever first has 100 points in the bank wins. A folk game.
"""

from hustings.envs.core.engine.game import Game

from . import actions, box, rules, table, view

GAME = Game(
    name="pig",
    title="Pig",
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
    standing=rules.score,
    round_now=rules.round_now,
    observe=view.observe,
    phases=table.Phase,
)
