"""The report of an agent's checks, a line for each."""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from ....agents.specs import named
from ....envs.core.engine.game import Game
from ....envs.core.text.prompts import prompts_of
from ....envs.core.text.words import count
from ..display import TabularResult, format_milliseconds, without_nan
from .trial import CLOSES, HEARS, HONEST, LEGAL, ONE_BY_ONE, PICKLED, SAME, WRITES, Trial

_REMEDIES = {
    LEGAL: "answer with one action for each of `rows`, in their order, that games.masks(rows=rows) allows",
    HONEST: "look only at games.observe(rows=rows), games.masks(rows=rows) and games.tell(row), and try "
    "things out in a copy that is dealt afresh: twin = copy.copy(games); twin.redeal()",
    SAME: "draw from a generator of its own, np.random.default_rng(seed) of the seed that it is made with, "
    "and count what it tries, not seconds",
    ONE_BY_ONE: "what it does in a game may not depend on the other rows that it is asked about",
    WRITES: "change nothing in the games that it is shown; try things out in copy.copy(games)",
    PICKLED: "keep no open file, process, lambda or module in it; copies of an environment with it as an "
    "opponent need it",
    HEARS: "hear_results may not raise; an agent that does gets no more results",
    CLOSES: "close may not raise, even if it is called a second time",
}
_FINE = {
    HONEST: "the same in {} after what its seat cannot see was dealt afresh",
    SAME: "another with the same seed did the same in {}",
    ONE_BY_ONE: "the same in {} when it was asked about one game at a time",
    WRITES: "the games were as they had been after each of {}",
    PICKLED: "an unpickled copy chose the same actions",
}
_HARMLESS = (PICKLED,)


class Finding(NamedTuple):
    """The result of one check.

    Attributes:
        check: its name.
        verdict: "yes", "no", "not known", or "" for a measurement.
        says: what was found.
        remedy: what to do about it, if the verdict is "no".
    """

    check: str
    verdict: str
    says: str
    remedy: str = ""


@dataclass
class AgentCheck(TabularResult):
    """The results of all checks of an agent.

    Attributes:
        agent: its name.
        game: the game that it played.
        seed: the seed of the deals.
        trials: its trial at each table.
    """

    agent: str
    game: Game
    seed: int
    trials: list[Trial]

    @property
    def findings(self) -> list[Finding]:
        """A finding for each check; of what few agents do, hearing results and closing, only if it fails."""
        checks = [LEGAL, HONEST, SAME, ONE_BY_ONE, WRITES, PICKLED]
        checks += [rare for rare in (HEARS, CLOSES) if any(rare in trial.faults for trial in self.trials)]
        checked = [self._checked(check) for check in checks]
        return [*checked, Finding("time", "", self._time()), Finding("memory", "", self._memory())]

    @property
    def wrong(self) -> list[Finding]:
        """The failed checks that matter in a tournament: all except pickling."""
        return [found for found in self.findings if found.verdict == "no" and found.check not in _HARMLESS]

    @property
    def missed(self) -> list[str]:
        """The names of the phases in which the agent was never asked, at any table."""
        met = set().union(*(trial.met for trial in self.trials))
        return [phase.name for phase in self.game.phases if int(phase) in self._phases() - met]

    def _phases(self) -> set[int]:
        return {int(phase) for phase in prompts_of(self.game).phases}

    def _checked(self, check: str) -> Finding:
        trials, done = self.trials, sum(trial.compared for trial in self.trials)
        faults = [trial.faults[check] for trial in trials if check in trial.faults]
        if faults:
            return Finding(check, "no", faults[0], _REMEDIES[check])
        unknown = [trial.unknown[check] for trial in trials if check in trial.unknown]
        if unknown:
            return Finding(check, "not known", unknown[0])
        if check == LEGAL:
            return Finding(check, "yes", self._met())
        if not done:
            return Finding(check, "not known", "the trial ended before that")
        decisions = sum(trial.decisions for trial in trials) if check == WRITES else done
        return Finding(check, "yes", _FINE[check].format(count(decisions, "decision")))

    def _met(self) -> str:
        phases = self._phases()
        met = set().union(*(trial.met for trial in self.trials)) & phases
        decisions = sum(trial.decisions for trial in self.trials)
        words = f"{count(decisions, 'decision')} in {len(met)} of {len(phases)} phases"
        if self.missed:
            words += f"; never asked in {', '.join(self.missed)}"
        if not all(trial.finished for trial in self.trials):
            words += "; not all games were over when time was up: give more with --seconds"
        return words

    def _time(self) -> str:
        parts = []
        for trial in self.trials:
            alone = trial.alone or [math.nan]
            parts.append(
                f"{format_milliseconds(sum(alone) / len(alone))} ms a decision, at most "
                f"{format_milliseconds(max(alone))}, in one game of {trial.players} players; "
                f"{format_milliseconds(trial.together)} in several side by side"
            )
        return "\n".join(parts)

    def _memory(self) -> str:
        most = max(
            (trial.mebibytes for trial in self.trials if not math.isnan(trial.mebibytes)), default=None
        )
        if most is None:
            ended = any(LEGAL in trial.faults for trial in self.trials)
            return "not known: " + (
                "the trial ended before that" if ended else "this system does not report it"
            )
        return f"{most:.0f} MiB more while it was made and played a game"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each finding."""
        return [found._asdict() for found in self.findings]

    def table(self) -> Table:
        """A line for each finding, with a remedy if something is wrong."""
        tables = " and ".join(str(trial.players) for trial in self.trials)
        number = len(self.wrong)
        verdict = count(number, "problem") if number else "no problems found"
        title = f"{named(self.agent)[0]} in {self.game.title}, {tables} players: {verdict}"
        table = Table(title=Text(title), title_justify="left", box=SIMPLE, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for found in self.findings:
            says = found.says + (f"\nRemedy: {found.remedy}." if found.remedy else "")
            table.add_row(Text(found.check), Text(found.verdict), Text(says))
        return table

    def as_json(self) -> dict[str, Any]:
        """The report as plain values, None for missing figures."""
        tables = [
            {
                "players": trial.players,
                "decisions": trial.decisions,
                "compared": trial.compared,
                "finished": trial.finished,
                "milliseconds": sum(trial.alone) / len(trial.alone) if trial.alone else math.nan,
                "most_milliseconds": max(trial.alone, default=math.nan),
                "milliseconds_side_by_side": trial.together,
                "mebibytes": trial.mebibytes,
                "phases": {self.game.phases(phase).name: times for phase, times in sorted(trial.met.items())},
            }
            for trial in self.trials
        ]
        return without_nan(
            {
                "agent": self.agent,
                "game": self.game.name,
                "game_version": self.game.version,
                "revision": self.game.revision,
                "seed": self.seed,
                "wrong": [found.check for found in self.wrong],
                "missed": self.missed,
                "findings": self.rows(),
                "tables": tables,
            }
        )
