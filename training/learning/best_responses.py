"""How much can be won from an agent by learning: policies trained against copies of that agent only.

A best response takes unlimited time to learn. A policy trained for some minutes wins at most as much, so its
gain above the fair share is a lower bound on the agent's exploitability, like that of a search
(`..evaluation.exploits`). The other way round, the agent sits alone among its best responses: a policy that
cannot be exploited keeps its fair share (Ge et al. 2024, arXiv:2406.04201).
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...agents import make
from ...agents.policy import POLICY, has_policy
from ...agents.search import SearchAgent
from ...agents.specs import check_name, named
from ...envs.core.api.arguments import check_seed, players_of, positive
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import check_no_links, make_folder
from ..evaluation.arena import Progress
from ..evaluation.display import TabularResult, format_percent, interval_fields, new_table
from ..evaluation.exploits import GAMES_ASKED, Exploitation, above_fair, exploit
from ..evaluation.results import TournamentResult
from ..evaluation.statistics import CONFIDENCE
from ..evaluation.tournaments import Entrant, play_lineups, resolve_game
from .run import train
from .settings import OF_IMITATION, SETTINGS, TrainSettings, settings_for

STARTS = {"learnt from policy": POLICY, "learnt from imitation": ""}
"""The `start` of each learner, by the learner's name."""
_EVALUATIONS = 10


@dataclass
class BestResponse:
    """A policy that was trained against copies of an agent.

    Attributes:
        name: its name in `STARTS`.
        policy: its folder.
        steps, minutes: the decisions that it learnt from, and how long that took.
        alone: its games alone against copies of the agent; it is the first of `alone.agents`.
        among: games of the agent, the first of `among.agents`, alone against copies of this policy.
    """

    name: str
    policy: Path
    steps: int
    minutes: float
    alone: TournamentResult
    among: TournamentResult


@dataclass
class BestResponses(TabularResult):
    """What was won from an agent, by a search and by policies trained against it.

    Attributes:
        agent: its name.
        searched: the result of the search.
        learnt: the results of the policies.
        stopped: whether it was interrupted; the same call continues.
    """

    agent: str
    searched: Exploitation | None
    learnt: list[BestResponse]
    stopped: bool

    def rows(self) -> list[dict[str, Any]]:
        """A row for each exploiter: its win share alone, its gain, and the agent's share alone against it."""
        rows = [] if self.searched is None else [{**self.searched.rows()[0], "steps": None, "minutes": None}]
        for response in self.learnt:
            share = response.alone.shares[0]
            rows.append(
                {
                    "agent": self.agent,
                    "exploiter": response.name,
                    "games": response.alone.games,
                    **interval_fields("win_share", share),
                    **interval_fields("gain", above_fair(response.alone)),
                    **interval_fields("agent_keeps", response.among.shares[0]),
                    "steps": response.steps,
                    "minutes": response.minutes,
                }
            )
        return rows

    def table(self) -> Table:
        """Each exploiter's win share, its gain over the fair share, and the agent's share against it."""
        headings = ("wins alone %", "above fair", "agent wins alone %")
        heading = self._played[0].heading if self._played else self.agent
        table = new_table(heading, *headings, first="exploiter", caption=self._remarks())
        if (found := self.searched) is not None:
            table.add_row(
                Text(found.exploiter), format_percent(found.win_share), format_percent(found.gain), ""
            )
        for response in self.learnt:
            share = response.alone.shares[0]
            table.add_row(
                Text(f"{response.name}, {response.steps:,} decisions"),
                format_percent(share),
                format_percent(above_fair(response.alone)),
                format_percent(response.among.shares[0]),
            )
        return table

    @property
    def _played(self) -> list[TournamentResult]:
        searched = [] if self.searched is None else [self.searched.result]
        return [*searched, *(response.alone for response in self.learnt)]

    def _remarks(self) -> str:
        if not self._played:
            return "Stopped before anything was played; the same command goes on."
        first = self._played[0]
        others, fair = first.num_players - 1, f"{100 * first.fair_share:.1f} %"
        return "\n".join(
            [
                f"Alone: one exploiter against {others} of {self.agent}, or one {self.agent} against "
                f"{others} of the exploiter.",
                f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is {fair}.",
                *(["Stopped; the same command goes on."] if self.stopped else []),
            ]
        )

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, without the games."""
        return {
            "agent": self.agent,
            "search": self.searched and self.searched.as_json(),
            "learnt": [
                {
                    "exploiter": response.name,
                    "policy": str(response.policy),
                    "steps": response.steps,
                    "minutes": response.minutes,
                    "alone": response.alone.as_json(),
                    "among": response.among.as_json(),
                }
                for response in self.learnt
            ],
            "stopped": self.stopped,
        }


def best_responses(
    agent: str,
    game: Game | str,
    out: str | Path,
    *,
    minutes: float = 30.0,
    games: int = GAMES_ASKED,
    search: Mapping[str, Any] | None = None,
    with_search: bool = True,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | None = None,
    console: Console | None = None,
    on_progress: Progress | None = None,
    **changes: Any,
) -> BestResponses:
    """Learn to beat an agent, and measure the win share of that and of a search.

    One seat learns by PPO while copies of the agent play all the others: once starting from the game's
    policy, if one plays at this table, and once from an imitation of the agent. An interrupted call continues
    when it is made again.

    Args:
        agent: a name as for `hustings.agents.make` ("my.module:Bot", the folder of a run).
        game: the game to play.
        out: a folder for the runs.
        minutes: how long each of them trains.
        games: how many games each exploiter plays in the end, on deals that were not used in training.
        search: settings of the search, see `exploit`.
        with_search: whether to let a search play against the agent, too.
        num_players: None for the game's smallest number.
        seed: of the training, the deals and the agents.
        options, box: as for `GameBatch`.
        console: where progress is shown; None for nowhere.
        on_progress: called with the number of finished games of a measurement, and their total.
        changes: settings of the training by name, instead of the recipe's.

    Raises:
        HustingsError: for an agent, settings, numbers or options that do not fit.
    """
    described, key, out = resolve_game(game), check_seed(seed), Path(out)
    players = players_of(described, num_players)
    if not isinstance(agent, str):
        raise HustingsError(f"agent {agent!r:.60}: give a name, such as module:Bot; training makes it anew")
    spec = named(agent)[1]
    make(spec, described)  # these raise their errors before anything is trained
    SearchAgent(described, **dict(search or {}))
    positive("games", games)
    table: dict[str, Any] = {
        "num_players": players,
        "options": options,
        "box": box,
        "on_progress": on_progress,
    }
    # These decide who sits where, or have no such setting.
    seating = {} if changes.keys() & {"alone", "algorithm"} else {"one_kind": 1.0}
    measured = {"evaluate_games": 200} if changes.get("evaluate_against", (spec,)) else {}
    given = {
        "num_players": players, "minutes": minutes, "seed": key, "options": dict(options or {}),
        "box": None if box is None else str(box), "opponents": {spec: 1.0},
        **seating, **measured, "evaluate_against": (spec,),
        "evaluate_seconds": 60 * minutes / _EVALUATIONS, **changes,
    }  # fmt: skip
    goes_on = {name: value for name, value in given.items() if name not in OF_IMITATION}
    settings = {}
    for name, start in STARTS.items():
        if not start:
            settings[name] = settings_for(described, **{"imitate": spec, **given})
        elif has_policy(described, players):
            settings[name] = settings_for(described, **{"start": start, **goes_on})
    check_name(str(out), "out")
    make_folder(out)
    check_no_links(out)
    learnt, stopped = [], False
    try:
        for name, chosen in settings.items():
            response = _learn(name, agent, described, chosen, out, games, console, table)
            if response is None:
                stopped = True
                break
            learnt.append(response)
    except Exception:  # a user's own code may raise any
        with contextlib.suppress(OSError):  # fails if something is in it
            out.rmdir()
        raise
    searched = None
    if with_search and not stopped:
        searched = exploit(agent, described, games=games, search=search, seed=key, **table)
        stopped = searched.result.stopped
    return BestResponses(agent, searched, learnt, stopped)


def _learn(
    name: str,
    agent: str,
    game: Game,
    settings: TrainSettings,
    out: Path,
    games: int,
    console: Console | None,
    table: Mapping[str, Any],
) -> BestResponse | None:
    """Train one exploiter, or continue its training, and measure it; None if that was interrupted."""
    run = out / name.replace(" ", "-")
    result = train(settings, run, (run / SETTINGS).exists(), game=game, console=console, final_games=0)
    if result.stopped:
        return None
    # A short name keeps a folder such as "runs=2/..." from being split.
    pairs = [(name, f"learnt={result.policy}"), (agent, agent)]
    seed = int(np.random.SeedSequence((settings.seed, 1)).generate_state(1)[0])
    played = [
        play_lineups(
            game,
            [Entrant(shown, spec, make(named(spec)[1], game, seed)) for shown, spec in order],
            [(0, *[1] * (table["num_players"] - 1))],
            games,
            seed=seed,
            **table,
        )
        for order in (pairs, pairs[::-1])
    ]
    if any(result.stopped for result in played):
        return None
    return BestResponse(name, result.policy, result.steps, result.seconds / 60, *played)
