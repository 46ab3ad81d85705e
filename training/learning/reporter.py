"""Output of a run: a progress bar, a line for each evaluation, and figures for TensorBoard."""

import itertools
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from torch.utils.tensorboard import SummaryWriter

from ..evaluation.statistics import Estimate
from .metrics import TENSORBOARD
from .opponents import Pool
from .process_state import logs
from .results import BotMatch
from .run_state import RunState
from .settings import SNAPSHOTS

_BAR = 1000
_SILENCE = 10.0  # seconds without a line, where there is no bar, before a sign of life


class Reporter:
    """Reports on one run.

    Args:
        console: for lines and the bar.
        matches: the matches of evaluations, by the name of the win share.
        several: whether there are several numbers of players.
        teacher: the agent to imitate.
    """

    def __init__(self, console: Console, matches: Mapping[str, BotMatch], several: bool, teacher: str):
        self._console, self._matches, self._several, self._teacher = console, matches, several, teacher
        self._writer: SummaryWriter | None = None
        self._figures: dict[str, float] = {}  # to be written
        description = TextColumn("{task.description}", markup=False)  # names in it may look like markup
        columns = (description, BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=console, disable=console.quiet or not console.is_terminal)
        self._task = self._bar.add_task("training", total=_BAR)
        self._last_line = time.monotonic()

    @contextmanager
    def reporting(self, out: Path) -> Iterator[None]:
        """Show the bar, and write figures for TensorBoard into the folder of the run."""
        with logs(out / TENSORBOARD) as self._writer, self._bar, self._alive():
            yield

    @contextmanager
    def measuring(self, policy: Path, games: int) -> Iterator[None]:
        """Show a bar while the saved policy is measured."""
        self.begin(f"measuring {policy} in {games:,} games against each bot")
        self._bar.update(self._task, completed=0, total=None)
        with self._bar, self._alive():
            yield
            self._bar.update(self._task, visible=False)

    @contextmanager
    def _alive(self) -> Iterator[None]:
        """Without a bar, print now and then what is going on."""
        if self._console.quiet or self._console.is_terminal:
            yield
            return
        ended = threading.Event()

        def tell() -> None:
            while not ended.wait(_SILENCE / 10):
                if time.monotonic() - self._last_line >= _SILENCE:
                    self.say(f"{self._bar.tasks[0].description} ...")

        teller = threading.Thread(target=tell, daemon=True)
        teller.start()
        try:
            yield
        finally:
            ended.set()
            teller.join()

    def say(self, line: str) -> None:
        """Print a line."""
        self._last_line = time.monotonic()
        self._console.print(line, highlight=False, markup=False, soft_wrap=True)

    def begin(self, text: str) -> None:
        """Announce an activity, beside the bar or as a line."""
        self._bar.update(self._task, description=text)
        if not self._console.is_terminal:
            self.say(f"{text} ...")

    def doing(self, text: str, done: int, total: int) -> None:
        """Show the progress of an activity."""
        self._bar.update(self._task, description=f"{text}: {done:,} of {total:,} games")

    def imitated(self, state: RunState, studied: Mapping[str, float]) -> None:
        """Report a wave of the imitation."""
        self._figures |= {f"imitation/{name}": studied[name] for name in ("right", "loss")}
        self._write(state.lessons)
        self._show(state, f"imitating {self._teacher}: {studied['right']:.0%} of its decisions")

    def updated(self, state: RunState, pool: Pool, metrics: Mapping[str, float], speed: float) -> None:
        """Report an update; `speed` is in decisions a second."""
        self._figures |= metrics
        probabilities, places = pool.probabilities(), itertools.count(1)
        for number, member in pool.members.items():
            # By place from the oldest on: names of their own would be thousands of charts in a week.
            name = f"snapshot_{next(places)}" if member.kind == SNAPSHOTS else member.name.replace(" ", "_")
            self._figures[f"pool/{name}/beaten"] = member.beaten
            self._figures[f"pool/{name}/share"] = probabilities.get(number, 0.0)
        self._figures["time/decisions_per_second"] = speed
        self._write(state.steps)
        found = ", ".join(self._measured(state))
        at = f"; at {state.evaluations[-1]['seconds']:.0f} s {found}" if found else ""
        self._show(state, self._count(state) + at)

    def _write(self, step: int) -> None:
        if self._writer is not None:
            for name, figure in self._figures.items():
                self._writer.add_scalar(name, figure, step)
            self._writer.flush()
        self._figures = {}

    def evaluated(self, state: RunState, shares: Mapping[str, Estimate]) -> None:
        """Report the evaluation that was just added to `state`."""
        for name, share in shares.items():
            for figure, value in share._asdict().items():
                self._figures[f"evaluation/{name.replace(' ', '_')}/{figure}"] = value
        self._write(state.steps)
        seconds = state.evaluations[-1]["seconds"]
        measured = ", ".join([self._count(state), *self._measured(state)])
        self.say(f"{seconds:6.0f} s  {measured}")
        self._show(state, measured)

    def _show(self, state: RunState, text: str) -> None:
        self._bar.update(self._task, completed=int(_BAR * min(state.done, 1.0)), description=text)

    def _count(self, state: RunState) -> str:
        imitating = not state.warm and state.lessons
        return f"{state.lessons:,} decisions imitated" if imitating else f"{state.steps:,} decisions"

    def _measured(self, state: RunState) -> list[str]:
        """The win shares of the last evaluation, by bot; [] before any."""
        if not state.evaluations:
            return []
        shares = state.evaluations[-1]["win_shares"]
        matches = [(match, shares[name][0]) for name, match in self._matches.items()]
        by_bot = itertools.groupby(matches, key=lambda entry: entry[0].bot)
        return [self._against(bot, list(played)) for bot, played in by_bot]

    def _against(self, bot: str, played: list[tuple[BotMatch, float]]) -> str:
        found = "/".join(f"{100 * share:.0f}" for _, share in played)
        if not self._several:
            return f"{found} % against {bot}"
        return f"{found} % against {'/'.join(str(match.players - 1) for match, _ in played)} x {bot}"
