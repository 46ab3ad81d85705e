"""Saludos Amigos! (Peter Lewe, Goldsieber 1996): four to seven players in coalitions share building money.

Each round a tile from the bag says how many millions there are to share. A player's strength is a die roll
plus the number of council cards held; the strongest coalition that agrees on a split takes the millions,
unless outsiders bring it down in a council, where the values of cards count too. Unpaid players draw a card;
journalists fine those who hoard them. The game ends with the fourth complete project or the second journalist
on the map; the most money wins.
"""

from ..core.engine.game import Game, on_first_use
from . import actions, box, check, redeal, rules, table, view
from .text import board, describe, events

GAME = Game(
    name="saludos_amigos",
    title="Saludos Amigos!",
    version=0,
    revision=1,
    module=__name__,
    player_counts=(4, 5, 6, 7),
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
