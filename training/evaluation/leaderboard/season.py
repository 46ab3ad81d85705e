"""Leaderboards: a game's bots and searches against each other, played in parts, to be stopped and resumed."""

import json
import math
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ....agents import Agent, names
from ....agents.policy import POLICY, has_policy, load_policy
from ....agents.specs import runs_user_code
from ....envs.core.api.batch import GameBatch, positive
from ....envs.core.api.replay import box_hash
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ...benchmarks.games import machine
from ..arena import Progress, milliseconds, seat
from ..exploits import exploit as against_copies
from ..schedule import lineups_of, schedule
from ..shards import SEARCHING_PART, Part, Played, is_search, player
from ..tournaments import TournamentResult, check_list, game_of, payoffs_of
from .model import Exploited, Leaderboard, code_of
from .storage import check_place, load, save

GAMES_ASKED = 1000
PART = 128  # games side by side, and so what a stop may lose
MOST_A_DEAL = 12  # many deals with few games each tell more than few deals with many
SAVE_SECONDS = 10.0
SEARCHES = ("search", "search:algorithm=tree", "search:algorithm=tree,others=themselves")


def field_of(game: Game, num_players: int) -> list[str]:
    """The standard field of a game: all its bots, its policy if that is for so many players, and searches."""
    fits = has_policy(game) and load_policy(POLICY, game).plays(num_players)
    return [*names(game), *([POLICY] if fits else []), *SEARCHES]


def leaderboard(
    game: Game | str,
    *,
    games: int | None = None,
    agents: Sequence[str | Agent] | None = None,
    num_players: int | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    batch: int | None = None,
    threads: int = 1,
    ray: str | None = None,
    exploit: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    on_progress: Progress | None = None,
) -> Leaderboard:
    """Let a field of agents play each other, all sets of them equally often, and see who is how good.

    It is played in parts of about `batch` games. Ctrl-C ends it after the last part that is complete. An
    agent that raises, or does what is illegal, is left out from there on; none of its games count, and the
    table says so. The draws of agents that are named depend on the seed and the part, so a leaderboard that
    was stopped and resumed has the games of one that was not.

    Args:
        game: what is played.
        games: how many games, rounded up to whole deals; None for 1,000.
        agents: names as for `hustings.agents.make`, or agents, each once; None for the game's bots, its
            policy if it is for so many players, and the `SEARCHES`.
        num_players: None for the game's smallest number.
        seed: of the deals, of the agents made from names, and of the bootstrap; None for 0.
        options, box, threads: as for `GameBatch`.
        batch: about how many games run side by side, on which the draws of random agents depend; None for
            128, with searches 64. Searches think about them on all cores.
        ray: the address of a Ray cluster that plays, as for `tournament`.
        exploit: how many games a search then plays against copies of each agent that is no search itself, on
            this machine, as for `exploit`; None for no such games. With `resume`, what is known already of an
            agent stays.
        out: a file for the leaderboard with all its games, written every few seconds.
        resume: go on with `out` if it exists. What is None is then as it was; `games` may be more.
        on_progress: called with the games done and their total.

    Raises:
        HustingsError: for agents, numbers or options that do not fit, and for an `out` that exists (without
            `resume`) or was begun otherwise, before anything is played; when fewer than two agents are left.
    """
    described = game_of(game)
    path = None if out is None else check_place(out, new=not resume)
    before = load(path, described) if path is not None and path.exists() else None
    if before is not None:
        r = before.result
        agents = _agents_again(described, before, path) if agents is None else agents
        games = r.requested if games is None else games
        exploit = before.exploit if exploit is None else exploit
        num_players, seed, batch = (
            was if said is None else said
            for said, was in ((num_players, r.num_players), (seed, r.seed), (batch, r.batch))
        )
        options = r.options if options is None and box is None else options
    tables = GameBatch(described, 1, num_players, seed=seed or 0, box=box, options=options)
    entries = check_entries(field_of(described, tables.num_players) if agents is None else agents)
    asked = None if exploit is None else positive("exploit", exploit)
    board = _begin(
        tables,
        list(entries),
        positive("games", GAMES_ASKED if games is None else games),
        positive("batch", _part_of(entries) if batch is None else batch),
        _command(tables, list(entries), GAMES_ASKED if games is None else games, box, asked),
        asked,
    )
    if before is not None:
        board = _go_on(before, board, path)
    if ray is not None:  # what is wrong with an agent is said before a cluster is asked
        for entry in entries.values():
            seat(entry, described, 0)
    season = _Season(tables, entries, threads, path, ray)
    return season.exploit(season.play(board, on_progress), on_progress)


def _agents_again(game: Game, before: Leaderboard, path: Path | None) -> list[str]:
    """The agents that a file names; no code is run because a file names it."""
    for name in before.asked:
        if runs_user_code(name, game.name):
            raise HustingsError(
                f"{path}: has the agent {name!r}, and no code is run because a file names it; "
                "give the agents again (--agents)"
            )
    return before.asked


def check_entries(agents: Sequence[str | Agent]) -> dict[str, str | Agent]:
    """The agents by name; HustingsError unless they are at least two, each named once."""
    check_list(agents, 2, "two")
    entries: dict[str, str | Agent] = {}
    for entry in agents:
        name = entry if isinstance(entry, str) else getattr(entry, "name", repr(entry))
        if name in entries:
            raise HustingsError(f"agents: {name!r} is there twice; name each once")
        entries[name] = entry
    return entries


def _part_of(entries: Mapping[str, str | Agent]) -> int:
    return SEARCHING_PART if any(map(is_search, entries)) else PART


def _begin(
    tables: GameBatch, agents: list[str], asked: int, batch: int, command: str, exploit: int | None
) -> Leaderboard:
    """A leaderboard without a game."""
    nothing = np.zeros((0, tables.num_players))
    result = TournamentResult(
        game=tables.game.name,
        game_version=tables.game.version,
        title=tables.game.title,
        num_players=tables.num_players,
        options=tables.options,
        box=box_hash(tables.box),
        reward="rank",
        seed=tables.seed,
        batch=batch,
        agents=agents,
        lineups=len(lineups_of(range(len(agents)), tables.num_players)),
        requested=asked,
        seconds=0.0,
        stopped=False,
        thinking=[math.nan] * len(agents),
        deals=np.zeros(0, np.uint64),
        seatings=nothing.astype(np.int64),
        scores=nothing.astype(np.int32),
        ranks=nothing,
        payoffs=nothing.astype(np.float32),
    )
    return Leaderboard(
        result=result,
        asked=agents,
        left_out={},
        deals=0,
        seconds=[0.0] * len(agents),
        decisions=[0] * len(agents),
        command=command,
        made_with={"hustings": version("hustings"), **machine()},
        code=code_of(tables.game.name),
        exploit=exploit,
    )


def _command(tables: GameBatch, agents: list[str], asked: int, box: Any, exploit: int | None) -> str:
    """The command line that plays it."""
    spec = tables.game.box_spec
    usual = spec.option_values(spec.load(box))
    words = ["hustings", "leaderboard", tables.game.name, "--games", asked, "--players", tables.num_players]
    words += ["--agents", ",".join(agents), "--seed", tables.seed]
    words += [] if exploit is None else ["--exploit", exploit]
    words += ["--box", box] if isinstance(box, str | Path) else []
    for name, value in tables.options.items():
        words += ["--option", f"{name}={json.dumps(value)}"] if value != usual[name] else []
    return shlex.join(map(str, words))


def _go_on(before: Leaderboard, board: Leaderboard, path: Path | None) -> Leaderboard:
    """`before`, to be played on as `board` says; HustingsError where it was begun otherwise."""
    was, new = before.result, board.result
    if before.code != board.code:
        raise HustingsError(
            f"{path}: the code of the game, its bots or the searches has been edited since; "
            "choose another file"
        )
    differing = [
        f"{name} {old!r}, not {now!r}"
        for name, old, now in (
            ("agents", ",".join(before.asked), ",".join(board.asked)),
            ("players", was.num_players, new.num_players),
            ("seed", was.seed, new.seed),
            ("batch", was.batch, new.batch),
            ("box or options", was.box, new.box),
        )
        if old != now
    ]
    if differing:
        raise HustingsError(
            f"{path}: was begun with {'; '.join(differing)}; leave them as they were or choose another file"
        )
    result = replace(was, requested=new.requested, stopped=False)
    return replace(before, result=result, command=board.command, exploit=board.exploit)


class _Season:
    """Playing a leaderboard part by part."""

    def __init__(
        self,
        tables: GameBatch,
        entries: Mapping[str, str | Agent],
        threads: int,
        out: Path | None,
        ray: str | None,
    ):
        self._tables, self._entries, self._threads = tables, entries, threads
        self._out, self._ray = out, ray

    def play(self, board: Leaderboard, on_progress: Progress | None) -> Leaderboard:
        asked, saved = board.result.requested, time.monotonic()

        def tell(done: int) -> None:
            if on_progress:
                games = board.result.games + done
                on_progress(games, max(asked, games))

        try:
            with player(self._ray, self._entries.values()) as play:
                while board.result.games < asked:
                    begin = time.monotonic()
                    for part, played in play(self._parts(board), tell):
                        if played.stopped:
                            raise KeyboardInterrupt
                        board = _joined(board, part, played, time.monotonic() - begin)
                        begin = time.monotonic()
                        _check_company(board)
                        if self._out is not None and time.monotonic() - saved > SAVE_SECONDS:
                            save(board, self._out)
                            saved = time.monotonic()
                        if played.failed:
                            break  # the parts that follow are without those
        except KeyboardInterrupt:
            board = replace(board, result=replace(board.result, stopped=True))
        if self._out is not None:
            save(board, self._out)
        return board

    def exploit(self, board: Leaderboard, on_progress: Progress | None) -> Leaderboard:
        """The leaderboard with what a search wins from those of whom that is not known yet."""
        r = board.result
        if board.exploit is None or r.stopped:
            return board
        for name in r.agents:
            if is_search(name) or name in board.exploited:
                continue
            found = against_copies(
                self._entries[name],
                self._tables.game,
                games=board.exploit,
                num_players=r.num_players,
                seed=r.seed,
                box=self._tables.box,
                threads=self._threads,
                on_progress=on_progress,
            )
            if found.result.stopped:
                return replace(board, result=replace(r, stopped=True))
            what = Exploited(found.exploiter, found.result.games, found.gain)
            board = replace(board, exploited={**board.exploited, name: what})
            if self._out is not None:
                save(board, self._out)
        return board

    def _parts(self, board: Leaderboard) -> Iterator[Part]:
        """What is to be played yet, as long as no agent fails."""
        r, games, number = board.result, board.result.games, board.deals
        lineups = lineups_of(range(len(r.agents)), r.num_players)
        while games < r.requested:
            some = min(r.batch, r.requested - games)
            deals, seatings = schedule(lineups, some, r.seed, first=number, most=MOST_A_DEAL)
            yield Part(
                self._tables.game,
                r.num_players,
                self._tables.box,
                self._threads,
                [self._entries[name] for name in r.agents],
                [(r.seed, board.asked.index(name), number) for name in r.agents],
                deals,
                seatings,
                spare_others=True,
            )
            games, number = games + len(deals), number + len(np.unique(deals))


def _joined(board: Leaderboard, part: Part, played: Played, seconds: float) -> Leaderboard:
    """A leaderboard with the games of another part, and without those of agents that failed in it."""
    r = board.result
    left = [number for number in range(len(r.agents)) if number not in played.failed]
    renumbered = np.full(len(r.agents), -1)
    renumbered[left] = np.arange(len(left))
    seatings = renumbered[np.concatenate([r.seatings, part.seatings])]
    done = np.concatenate([np.ones(r.games, np.bool_), played.done])
    kept = done & (seatings >= 0).all(axis=1)
    payoffs = payoffs_of(r.reward, 1.0, played.scores, played.ranks)
    spent = [board.seconds[number] + float(played.seconds[number]) for number in left]
    decisions = [board.decisions[number] + int(played.decisions[number]) for number in left]
    result = replace(
        r,
        agents=[r.agents[number] for number in left],
        seconds=r.seconds + seconds,
        thinking=milliseconds(spent, decisions),
        deals=np.concatenate([r.deals, part.deals])[kept],
        seatings=seatings[kept],
        scores=np.concatenate([r.scores, played.scores])[kept],
        ranks=np.concatenate([r.ranks, played.ranks])[kept],
        payoffs=np.concatenate([r.payoffs, payoffs])[kept],
    )
    failed = {r.agents[number]: reason for number, reason in played.failed.items()}
    return replace(
        board,
        result=result,
        left_out={**board.left_out, **failed},
        deals=board.deals + len(np.unique(part.deals)),
        seconds=spent,
        decisions=decisions,
    )


def _check_company(board: Leaderboard) -> None:
    if len(board.agents) < 2:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in board.left_out.items())
        raise HustingsError(f"agents: fewer than two are left to play ({reasons}); mend or replace them")
