"""Asking an agent what it would do in critical positions."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich.table import Table
from rich.text import Text

from ....agents import Agent
from ....agents.specs import named
from ....envs.core.api.arguments import check_seed, positive
from ....envs.core.api.batch import GameBatch
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError, NoAnswer
from ....envs.core.text.prompts import phase_in_words, prompts_of
from ....envs.core.text.words import count
from ..arena import acted, name_of, resolve_agent
from ..comparisons import worth_in_words
from ..display import TabularResult, format_percent, interval_fields, new_table, usage_entry, without_nan
from ..statistics import CONFIDENCE, FEWEST_CLUSTERS, Estimate, cluster_means
from ..tournaments import resolve_game
from .positions import Positions, saved_positions

AT_ONCE = 8
"""The number of positions in one call of an agent."""
ALL = "all"


@dataclass(frozen=True)
class QuizAnswer:
    """An agent's answer in a position.

    Attributes:
        seat, phase: the seat on turn, and the phase.
        action: the agent's action; best: the search's.
        played, better: both in words.
        regret: how much less the action is worth than the best, from 0 to 1.
    """

    seat: int
    phase: str
    action: int
    best: int
    played: str
    better: str
    regret: float


@dataclass
class Quiz(TabularResult):
    """An agent's answers in the critical positions of a game.

    Attributes:
        agent: its name.
        positions: all positions; the first of them were asked.
        answers: the answers, in the order of the positions.
        usage: what the answers cost, if the agent keeps count (`LlmAgent.usage`).
        stopped: whether it was interrupted.
        fault: what interrupted it, if not Ctrl-C.
    """

    agent: str
    positions: Positions
    answers: list[QuizAnswer]
    usage: Any
    stopped: bool
    fault: str = ""

    @property
    def accuracy(self) -> Estimate:
        """The share of positions in which the agent acts like the search."""
        return self._estimates()[ALL][0]

    @property
    def regret(self) -> Estimate:
        """The mean regret of its actions."""
        return self._estimates()[ALL][1]

    def _estimates(self) -> dict[str, tuple[Estimate, Estimate]]:
        """Accuracy and regret of all answers, then by phase, most frequent first."""
        right = np.array([answer.action == answer.best for answer in self.answers], float)
        regret = np.array([answer.regret for answer in self.answers])
        phases = np.array([answer.phase for answer in self.answers])
        names, counts = np.unique(phases, return_counts=True)
        names = names[np.argsort(-counts, kind="stable")]
        chosen = np.array([np.ones(len(phases), np.bool_), *(phases == name for name in names)])
        clusters = np.arange(len(phases))
        found = cluster_means(np.array([right, regret]), chosen, clusters, [(0.0, 1.0), (0.0, 1.0)])
        return dict(zip([ALL, *names.tolist()], zip(*found, strict=True), strict=True))

    @property
    def not_ranked(self) -> dict[str, int]:
        """The phases with too few positions to rank them, and their numbers of positions.

        Fewer than eight give no interval. A phase has none if the search was never sure or bots never
        differed.
        """
        asked = Counter(answer.phase for answer in self.answers)
        game = self.positions.game
        phases = [phase_in_words(game, phase) for phase in prompts_of(game).phases]
        return {phase: asked[phase] for phase in phases if asked[phase] < FEWEST_CLUSTERS}

    def rows(self) -> list[dict[str, Any]]:
        """Accuracy and regret, of all positions and by phase, with their intervals."""
        phases = [answer.phase for answer in self.answers]
        return [
            {
                "agent": self.agent,
                "phase": phase,
                "positions": len(phases) if phase == ALL else phases.count(phase),
                **interval_fields("accuracy", accuracy),
                **interval_fields("regret", regret),
            }
            for phase, (accuracy, regret) in self._estimates().items()
        ]

    def table(self) -> Table:
        """Accuracy and regret, of all positions and by phase."""
        asked = self.positions
        agent, game = named(self.agent)[0], asked.game.title
        title = f"{agent} in critical positions of {game}, {asked.num_players} players"
        table = new_table(title, "positions", "accuracy %", "regret", first="phase", caption=self._remarks())
        for row, (accuracy, regret) in zip(self.rows(), self._estimates().values(), strict=True):
            cells = f"{row['positions']}", format_percent(accuracy), format_percent(regret)
            table.add_row(Text(row["phase"]), *cells)
        return table

    def _remarks(self) -> str:
        accuracy, regret = self.positions.random_play(len(self.answers) or None)
        remarks = [
            f"Accuracy: how often it plays the action that {self.positions.search} is sure of.",
            f"Regret: percentage points of {worth_in_words(self.positions.worth)}.",
            f"Random play: {100 * accuracy:.1f} % and {100 * regret:.1f}.",
            f"In parentheses: {CONFIDENCE:.0%} intervals over positions, each from a deal of its own.",
        ]
        if self.not_ranked:
            few = [f"{phase} ({number})" for phase, number in self.not_ranked.items() if number]
            none = [phase for phase, number in self.not_ranked.items() if not number]
            parts = [f"too few positions of {', '.join(few)}"] * bool(few)
            parts += [f"none of {', '.join(none)}"] * bool(none)
            remarks.append(f"Phases that cannot be ranked: {'; '.join(parts)}.")
        remarks.append("To see what a phase costs in games: hustings tournament --replace PHASE=greedy.")
        if otherwise := self.positions.game.other_revision(self.positions.revision):
            remarks.append(f"The positions were found {otherwise}; asked are those still reached.")
        if self.usage is not None:
            remarks.append(f"{named(self.agent)[0]}: {self.usage}.")
        if self.stopped:
            stopped = f"Stopped after {count(len(self.answers), 'position')}."
            remarks.append(f"{stopped}{self.fault and f' {self.fault}.'}")
        return "\n".join(remarks)

    def as_json(self) -> dict[str, Any]:
        """Settings, figures and every answer as plain values, None for missing figures."""
        asked = self.positions
        tree = {
            "agent": self.agent,
            "game": asked.game.name,
            "game_version": asked.game.version,
            "revision": asked.revision,
            "num_players": asked.num_players,
            "positions_version": asked.version,
            "search": asked.search,
            "worth": asked.worth,
            "random": dict(zip(("accuracy", "regret"), asked.random_play(len(self.answers) or None))),
            "results": self.rows(),
            "not_ranked": self.not_ranked,
            "answers": [asdict(answer) for answer in self.answers],
            "stopped": self.stopped,
            **({"fault": self.fault} if self.fault else {}),
            **usage_entry(self.usage),
        }
        return without_nan(tree)


def quiz(
    agent: str | Agent,
    game: Game | str,
    *,
    positions: int | None = None,
    seed: int = 0,
    on_progress: Callable[[int, int], Any] | None = None,
) -> Quiz:
    """Ask an agent for its action in the critical positions of a game.

    In each of them a strong search is sure what is best, and bots differ. The agent gets the events before,
    as if it had played. Ctrl-C ends it early, and so does a language model's server that no longer answers.

    Args:
        agent: a name as for `hustings.agents.make` ("my.module:Bot", "llm:model=..."), or an agent.
        game: the game.
        positions: how many to ask, from the beginning of the randomly ordered file; None for all.
        seed: for an agent made from its name.
        on_progress: called with the number of positions asked and their total.

    Raises:
        HustingsError: for an unsuitable agent or arguments, and for an agent that raises or acts illegally.
    """
    described, key = resolve_game(game), check_seed(seed)
    asked = saved_positions(described)
    number = len(asked.positions)
    if positions is not None and positive("positions", positions) > number:
        raise HustingsError(f"positions: {positions} is more than the {number} of {described.title}")
    made, name = resolve_agent(agent, described, key), name_of(agent)
    games = asked.batch(positions)
    answers: list[QuizAnswer] = []
    stopped, fault = False, ""
    try:
        for first in range(0, games.num_games, AT_ONCE):
            rows = np.arange(first, min(first + AT_ONCE, games.num_games))
            before = games.save(rows)
            actions = acted(made, games, rows).tolist()
            games.restore(rows, before)
            answers += _answers(asked, games, rows, actions)
            if on_progress:
                on_progress(len(answers), games.num_games)
    except KeyboardInterrupt:
        stopped = True
    except NoAnswer as error:
        if not answers:
            raise
        stopped, fault = True, str(error)
    return Quiz(name, asked, answers, getattr(made, "usage", None), stopped, fault)


def _answers(asked: Positions, games: GameBatch, rows: np.ndarray, actions: list[int]) -> list[QuizAnswer]:
    answers = []
    for row, action in zip(rows.tolist(), actions, strict=True):
        position, phase = asked.positions[row], phase_in_words(games.game, games.phase[row])
        best = position.actions[0]
        answers.append(
            QuizAnswer(
                seat=int(games.seat[row]),
                phase=phase,
                action=action,
                best=best,
                played=games.describe(row, action),
                better=games.describe(row, best),
                regret=float(position.regrets[position.actions.index(action)]),
            )
        )
    return answers
