"""The table as text."""

from typing import Any

import numpy as np

from ...core.text.words import count, player, text, wrapped
from ..rules.drawing import complete_projects
from ..table import JOURNALIST, VALUES, Phase
from .describe import millions
from .questions import decision


def board(box: np.record, table: np.record, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything for None."""
    seats, phase = int(table.seats), Phase(int(table.phase))
    projects = range(int(box.projects))
    widest = max(len(project_name(box, project)) for project in projects) + 2
    longest = max(5, int(box.tiles.max())) + 2
    lines = [f"{'Projects':<{widest + 2}}{'tiles':<{longest}}next  bonus"]
    for project in projects:
        tiles, left, base = int(box.tiles[project]), int(table.bag[project]), int(box.base_value[project])
        drawing = "#" * (tiles - left) + "." * left
        more = "ends" if ends_the_game(box, table, project) else f"{base + tiles - left + 1:4}"
        worth = more if left else "done"
        mark = f"  <- {int(table.pie)} now" if project == table.project and table.pie else ""
        lines.append(f"  {project_name(box, project):<{widest}}{drawing:<{longest}}{worth}  {base:5}{mark}")
    lines.append(
        f"Journalists: {int(table.bag[JOURNALIST])} in the bag, {int(table.board_journalists)} on the map"
    )
    pile, shuffled = int(table.pile.sum()), _with_face_down(table.shuffled, table.buried)
    lines.append(f"Draw pile: {count(pile, 'card')}; shuffled last were {shuffled}")
    lines.append(f"Discarded: {_with_face_down(table.discard, table.face_down)}")
    lines.append("")
    lines.append("             money cards die strength share draft council cards seen")
    for i in range(seats):
        own = seat is None or i == seat
        held = sum(int(table.hand[i, v]) + int(table.bid[i, v]) for v in range(VALUES))
        draft = (
            f"{int(table.draft_share[i]) or '?'}{'+' if table.accepted[i] else ''}"
            if table.in_draft[i]
            else ""
        )
        council = f"{int(table.opp_share[i]) or '?'}" if table.participant[i] else ""
        seen = values_in_words(table.hand[i] if own else table.known[i])
        if table.pushed[i]:
            seen += f" pushed {int(table.pushed[i]) if own else 'a card'}"
        if own and table.bid[i].any():
            seen += f" laid down {values_in_words(table.bid[i])}"
        elif table.bid_done[i]:
            seen += " ready"
        mark = ("*" if i == table.seat else " ") + ("o" if i == table.bag_holder else " ")
        name = player(i) + (" (you)" if i == seat else "")
        numbers = f"{int(table.money[i]):3}{held:6}{int(table.die[i]):4}{int(table.strength[i]):9}"
        lines.append(f"{mark}{name:<14}{numbers}{int(table.share[i]) or '':>6}{draft:>6}{council:>8} {seen}")
    lines.append("  * to decide   o has the bag   + has accepted   next: what a tile pays next")
    lines.append("")
    if phase != Phase.OVER:
        mug = f"the mug stands at {int(table.mug)}" if table.mug else "nobody has made an offer"
        pretzel = f", the opposition at {int(table.pretzel)}" if table.pretzel else ""
        lines.append(f"{millions(table.pie)} to share; {mug}{pretzel}.")
    if phase == Phase.FLOOR:
        left = int(table.fails_left[table.seat])
        lines.append(f"Proposals of {player(table.seat)} that may still fail this round: {left}.")
    lines.append(decision(table))
    return "\n".join(part for line in lines for part in wrapped(line))


def project_name(box: np.record, project: int) -> str:
    return text(box.project_name[project])


def ends_the_game(box: np.record, table: np.record, project: int) -> bool:
    """Whether the next tile of a project would end the game, so that nobody shares its millions."""
    complete = int(complete_projects(box, table))
    return bool(table.bag[project] == 1 and complete + 1 == box.projects_to_end)


def values_in_words(counts: Any) -> str:
    """Cards by value: "1 1 3"."""
    return " ".join(str(v + 1) for v in range(VALUES) for _ in range(int(counts[v]))) or "-"


def _numbers(counts: Any) -> str:
    """Many cards by value, in short: "4x1 2x3"."""
    return " ".join(f"{int(counts[v])}x{v + 1}" for v in range(VALUES) if counts[v]) or "none"


def _with_face_down(counts: Any, face_down: Any) -> str:
    """Cards by value, and the number of face-down ones."""
    hidden = int(face_down.sum())
    return _numbers(counts) + (f", {hidden} face down" if hidden else "")
