"""Who leads, and how the election would end if nobody acted any more."""

from typing import NamedTuple

import numpy as np

from ...core.text.snapshot import scratch
from ...core.text.words import count, joined, player, seats_of
from .. import rules
from ..actions import PASS
from ..rules.battle import has_general
from ..rules.provinces import province_voting
from ..table import COLOURS, ROUNDS, WHITE, Ending, Phase, Tie
from .describe import COLOUR_NAMES, province_name


def is_last_round(table: np.record) -> bool:
    """Whether the actions of the turn are certain to end with this round."""
    return bool((table.closing or table.rounds == ROUNDS - 1) and Phase.ACTION <= table.phase < Phase.TIE)


class Stack(NamedTuple):
    """The blocks of a seat in a province."""

    seat: int
    height: int
    colour: int


def stacks_of(table: np.record, province: int) -> list[Stack]:
    """The stacks of a province by seat."""
    heights, colours = table.height[province].tolist(), table.colour[province].tolist()
    return [Stack(i, height, colours[i]) for i, height in enumerate(heights) if height]


def stack_in_words(stack: Stack) -> str:
    """ "player_1 2 red"."""
    return f"{player(stack.seat)} {stack.height} {COLOUR_NAMES[stack.colour]}"


def highest(stacks: list[Stack]) -> list[Stack]:
    """The highest stacks; several of them make a tie that cards must break."""
    top = max((stack.height for stack in stacks), default=0)
    return [stack for stack in stacks if stack.height == top]


def in_election(table: np.record) -> bool:
    return bool(table.phase == Phase.TIE and table.tie >= Tie.PROVINCE)


def commanders(box: np.record, table: np.record) -> list[int]:
    """The seats with most tokens in the battle box among those who show a general, or are in its tie."""
    if table.tie == Tie.BATTLE:
        return np.flatnonzero(table.contender).tolist()
    able = [i for i in seats_of(table) if table.cannons[i] and has_general(box, table, i)]
    return [i for i in able if table.cannons[i] == max(table.cannons[i] for i in able)]


def battle_outlook(box: np.record, table: np.record) -> str:
    """The expected result of the battle: "player_1 would win it"."""
    ahead = [player(seat) for seat in commanders(box, table)]
    if len(ahead) > 1:
        return f"{joined(ahead)} are level, their generals would decide"
    return f"{ahead[0]} would win it" if ahead else "it would be lost"


class Outlook(NamedTuple):
    """The result of an election held now, if no more cards were chosen in ties.

    Attributes:
        votes: the votes of each colour; all 0 if the game would end before the election.
        ending: how the game would end before a government is formed; `Ending.NONE` if it would not.
        then: how the game would end when the next turn begins; `Ending.NONE` if it would not.
        government, opposition: the factions; ties without cards go by precedence.
        ties: the subjects of ties that players could break with cards, in words, in the order of asking.
    """

    votes: list[int]
    ending: Ending
    then: Ending
    government: int
    opposition: int
    ties: tuple[str, ...]

    @property
    def words(self) -> str:
        """How the game would end before, or who would govern: "red would govern, blue oppose"."""
        if self.ending:
            return _ENDS[self.ending]
        return f"{COLOUR_NAMES[self.government]} would govern, {COLOUR_NAMES[self.opposition]} oppose"

    def more(self, most: int = 99) -> tuple[str, ...]:
        """What cards could decide, and how the game would end then; more ties than `most` are not named."""
        few = ", ".join(self.ties) if len(self.ties) <= most else count(len(self.ties), "tie")
        found = (f"cards could decide {few}" if few else "", f"then {_ENDS[self.then]}" if self.then else "")
        return tuple(filter(None, found))


_FEW = 2  # the most ties that are named one by one
_ENDS = {
    Ending.COUNTER_REVOLUTION: "the game would end as a counter-revolution",
    Ending.LANDSLIDE: "the game would end as a landslide",
}


def outlook_of(box: np.record, table: np.record) -> Outlook:
    """Play a copy of the table to the end of its turn: battle, votes, government and opposition."""
    played, ties = scratch(table), []
    if played.tie <= Tie.BATTLE:
        played.votes[:] = 0  # those of an earlier election
    if played.phase != Phase.TIE:
        played.phase = Phase.BATTLE
        rules.apply(box, played, PASS)  # BATTLE has no decision, so this only does what follows from it
    while played.phase == Phase.TIE:
        if played.tie <= Tie.OPPOSITION:
            ties.append(_about(box, played))
        rules.apply(box, played, PASS)
    ending = Ending(int(played.ending))
    ending, later = ending if ending in _ENDS else Ending.NONE, played.turn > table.turn
    return Outlook(
        played.votes.tolist(),
        Ending.NONE if later else ending,
        ending if later else Ending.NONE,
        int(played.government),
        int(played.opposition),
        tuple(dict.fromkeys(ties)),
    )


def _about(box: np.record, table: np.record) -> str:
    """The subject of a tie that cards can break."""
    if table.tie == Tie.PROVINCE:
        return province_name(box, province_voting(box, table))
    return {Tie.BATTLE: "the battle", Tie.GOVERNMENT: "the government"}.get(
        Tie(int(table.tie)), "the opposition"
    )


def outlook_in_words(box: np.record, table: np.record) -> str:
    """The votes, and who would govern or how the game would end."""
    found = outlook_of(box, table)
    votes = ", ".join(f"{COLOUR_NAMES[c]} {found.votes[c]}" for c in range(WHITE, COLOURS) if found.votes[c])
    when = {Phase.ACTION: "If all passed now", Phase.TIE: "If no more cards were chosen"}
    parts = [f"votes {votes}" if votes else "no votes"] if found.ending != Ending.COUNTER_REVOLUTION else []
    parts += [found.words, *found.more(_FEW)]
    return f"{when.get(Phase(int(table.phase)), 'If all voted now')}: {'; '.join(parts)}."
