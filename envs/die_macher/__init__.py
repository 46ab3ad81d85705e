"""Die Macher (Karl-Heinz Schmiel; the rules of 1997 and 2006): seven elections, three to five parties.

Parties work on four regions at once, of which one votes in each round. They bend their programmes to the
opinions there, buy media, meetings and polls, play the cards of their shadow cabinets, and form coalitions.
Points come from seats, from media and opinions on the national board, and from party members.
"""

from ..core.engine.game import Game, on_first_use
from . import actions, box, check, redeal, rules, table, view
from .text import board, describe, events

GAME = Game(
    name="die_macher",
    title="Die Macher",
    version=0,
    revision=1,
    module=__name__,
    player_counts=(3, 4, 5),
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
    phases=table.Phase,
    describe=describe.describe,
    board=board.board,
    picture=on_first_use(f"{__name__}.text.picture", "picture"),
    events=events.events,
    check=check.check,
    faults=check.Fault,
    reopen_secret_choices=redeal.reopen_secret_choices,
)
