"""Plays leaderboards: a game's bots and searches against each other; can be stopped and resumed at will."""

import math
import shlex
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ....agents import Agent, names
from ....agents.policy import POLICY, check_seats, has_policy
from ....agents.specs import check_name, runs_user_code
from ....envs.core.api.arguments import positive
from ....envs.core.api.batch import GameBatch
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ....envs.core.io.files import sole_writer_of_out
from ...machine import machine
from ..arena import Progress, milliseconds, resolve_agent
from ..exploits import exploit as against_copies
from ..records import check_begun, check_digests, check_path, digests_of, play_missing
from ..results import TournamentResult, option_words, payoffs_of, played_in, unusual_batch
from ..schedule import dealt, next_deals
from ..shards import Shard, ShardResult, is_search, usual_batch
from ..tournaments import check_agents, resolve_game
from .board import Exploited
from .lineups import LineupClasses
from .model import Leaderboard
from .storage import (
    MAX_BATCH,
    MAX_GAMES,
    MAX_GAMES_PER_DEAL,
    check_saving,
    load,
    most_games_of,
    save,
)

GAMES_ASKED = 1000
BATCH = 128  # games side by side, which is also the most that stopping loses
SEARCH_BATCH = 24  # with searches
SEARCHES = ("strong", "search")


def standard_field(game: Game, num_players: int) -> list[str]:
    """A game's bots, its policy if it plays with this number of players, and the `SEARCHES`."""
    fits = has_policy(game, num_players)
    return [*names(game), *([POLICY] if fits else []), *SEARCHES]


@sole_writer_of_out
def leaderboard(
    game: Game | str,
    *,
    games: int | None = None,
    search_games: int | None = None,
    minutes: float | None = None,
    agents: Sequence[str | Agent] | None = None,
    num_players: int | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    batch: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    exploit: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    on_progress: Progress | None = None,
) -> Leaderboard:
    """Rank a field of agents: all lineups of them play, and all count the same.

    Lineups with searches, which take a thousand times as long as bots, are played less often; weights make up
    for that, see `LineupClasses`. Games are played in shards of about `batch` games, fewer with searches.
    Ctrl-C ends it after the last complete shard. An agent that raises, exits, acts illegally or takes too
    long forfeits the game, see `TournamentResult.forfeits`.

    Agents given by name are seeded by the seed and the shard, so a leaderboard that was stopped and resumed
    has the same games as one that was not.

    Args:
        game: the game to play.
        games: the number of games without searches, at most 100,000, rounded up to whole deals; None for
            1,000. If every lineup has a search, the number of all games.
        search_games: the number of games with searches; None for a tenth of `games`. A file holds about
            86,000 games of seven players in all, and more of fewer; more are refused.
        minutes: the time limit; it then ends after the current shard, or after the current agent of
            `exploit`, and can be resumed.
        agents: names as for `hustings.agents.make`, or agents, each once; None for the `standard_field`.
        num_players: None for the game's smallest number.
        seed: for the deals, the agents made from names, the ratings and the lottery; None for 0.
        options, box, threads: as for `GameBatch`.
        batch: about how many games run side by side; the play of random agents depends on it. None for 128,
            or 8 with language models. With searches, which use all cores, at most 24.
        executor: as for `tournament`.
        exploit: the number of games that a search then plays against copies of each agent that is not itself
            a search, as for `exploit`; None for none. With `resume`, earlier results stay.
        out: a file for the leaderboard with all its games, written every few seconds.
        resume: continue `out` if it exists. Arguments that are None then stay as they were; `games` may grow.
        on_progress: called with the number of finished games and their total.

    Raises:
        HustingsError: before anything is played, for unsuitable agents, numbers or options, and for an `out`
            that exists (without `resume`), was begun with other settings, or is in use by another process.
    """
    described = resolve_game(game)
    path = None if out is None else check_path(out, new=not resume)
    before = load(path, described) if path is not None and path.exists() else None
    if before is not None:
        if not isinstance(before, Leaderboard):
            raise HustingsError(
                f"{path}: a leaderboard without its games, only to be shown; give another file"
            )
        r = before.result
        agents = _named_agents(described, before, path) if agents is None else agents
        games = before.games_asked if games is None else games
        search_games = before.search_games if search_games is None else search_games
        exploit = before.exploit if exploit is None else exploit
        num_players, seed, batch = (
            was if given is None else given
            for given, was in ((num_players, r.num_players), (seed, r.seed), (batch, r.batch))
        )
        options = r.options if options is None else options
    template = GameBatch(described, 1, num_players, seed=seed or 0, box=box, options=options)
    entries = check_entries(standard_field(described, template.num_players) if agents is None else agents)
    size = _number("batch", _usual(entries) if batch is None else batch, MAX_BATCH)
    number = GAMES_ASKED if games is None else games
    asked = None if exploit is None else _number("exploit", exploit, MAX_GAMES)
    board = _begin(
        template,
        list(entries),
        (
            _number("games", number, MAX_GAMES),
            None if search_games is None else _number("search_games", search_games, MAX_GAMES),
        ),
        size,
        _command(template, list(entries), number, search_games, box, asked, size),
        asked,
    )
    if before is not None and path is not None:
        board = _resumed(before, board, described, path)
    if path is not None:
        check_saving(board, described, path)
    made = {name: resolve_agent(entry, described, 0) for name, entry in entries.items()}
    check_seats(made.values(), template)
    digests = digests_of(made)
    if path is not None:
        check_digests(path, board.policies, digests)
    board.policies = {**board.policies, **digests}
    until = math.inf if minutes is None else time.monotonic() + 60 * _minutes(minutes)
    season = _Season(template, entries, threads, path, executor, until)
    board = season.exploit(season.play(board, on_progress), on_progress)
    if path is not None:
        save(board, path)
    return board


def _number(name: str, number: int, most: int) -> int:
    """Return `number`; HustingsError unless it is from 1 to `most`."""
    if positive(name, number) > most:
        raise HustingsError(f"{name}: {number:,} are more than a leaderboard's {most:,}; take fewer")
    return int(number)


def _named_agents(game: Game, before: Leaderboard, path: Path | None) -> list[str]:
    """The agents that a file names; HustingsError if making them would run code, which a file must not do."""
    for name in before.agents:
        if runs_user_code(name):
            raise HustingsError(
                f"{path}: has the agent {name!r}, and no code is run because a file names it; "
                "give the agents again (--agents)"
            )
    return before.agents


def check_entries(agents: Sequence[str | Agent]) -> dict[str, str | Agent]:
    """The agents by name; HustingsError unless there are at least two, each named once."""
    check_agents(agents, 2, "two")
    entries: dict[str, str | Agent] = {}
    for entry in agents:
        name = entry if isinstance(entry, str) else str(getattr(entry, "name", repr(entry)))
        check_name(name)
        if name in entries:
            raise HustingsError(f"agents: {name!r} appears twice; name each once")
        entries[name] = entry
    return entries


def _minutes(minutes: float) -> float:
    if not (isinstance(minutes, int | float) and 0 < minutes < math.inf):
        raise HustingsError(f"minutes: {minutes!r} is not a time above 0")
    return minutes


def _begin(
    template: GameBatch,
    agents: list[str],
    asked: tuple[int, int | None],
    batch: int,
    command: str,
    exploit: int | None,
) -> Leaderboard:
    """A leaderboard without games; `asked` is the requested numbers without and with searches.

    Raises:
        HustingsError: for more games than a file holds.
    """
    players = template.num_players
    classes = LineupClasses(agents, players)
    games, nothing = sum(classes.wanted(*asked)), np.zeros((0, players))
    most = most_games_of(players) - (players + 1) * MAX_GAMES_PER_DEAL  # the last deals are played whole
    if games > most:
        raise HustingsError(
            f"games: {games:,}, with those with searches, are more than the {most:,} of {players} players "
            "that a file holds; take fewer"
        )
    result = TournamentResult(
        **played_in(template),
        title=template.game.title,
        reward="rank",
        seed=template.seed,
        batch=batch,
        agents=agents,
        lineups=sum(map(len, classes.lineups)),
        requested=games,
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
        games_asked=asked[0],
        search_games=asked[1],
        deals=[0] * len(classes.lineups),
        seconds=[0.0] * len(agents),
        decisions=[0] * len(agents),
        command=command,
        made_with={"hustings": version("hustings"), **machine()},
        exploit=exploit,
    )


def _usual(agents: Iterable[str]) -> int:
    """The number of games side by side that these agents have unless `batch` says otherwise."""
    return usual_batch(agents, BATCH, BATCH)


def _command(
    template: GameBatch,
    agents: list[str],
    games: int,
    search_games: int | None,
    box: Any,
    exploit: int | None,
    batch: int,
) -> str:
    """The command line that plays it."""
    words: list[Any] = ["hustings", "leaderboard", template.game.name, "--games", games]
    words += [] if search_games is None else ["--search-games", search_games]
    words += ["--players", template.num_players]
    words += ["--agents", ",".join(agents), "--seed", template.seed]
    words += [] if exploit is None else ["--exploit", exploit]
    words += ["--box", box] if isinstance(box, str | Path) else []
    words += option_words(template, box)
    return shlex.join(map(str, words)) + ("" if batch == _usual(agents) else unusual_batch(batch))


def _resumed(before: Leaderboard, board: Leaderboard, game: Game, path: Path) -> Leaderboard:
    """`before` with the games and the command of `board`; HustingsError if other settings differ."""
    was, new = before.result, board.result
    if otherwise := game.other_revision(was.revision):
        raise HustingsError(f"{path}: was begun {otherwise}; choose another file")
    settings = (
        ("agents", ",".join(before.agents), ",".join(board.agents)),
        ("players", was.num_players, new.num_players),
        ("seed", was.seed, new.seed),
        ("batch", was.batch, new.batch),
        ("box or options", was.box, new.box),
    )
    check_begun(path, settings)
    result = replace(was, requested=new.requested, stopped=False)
    return replace(
        before,
        result=result,
        command=board.command,
        exploit=board.exploit,
        games_asked=board.games_asked,
        search_games=board.search_games,
    )


class _Season:
    """Plays a leaderboard shard by shard.

    Args:
        template: a batch of such games.
        entries: the agents by name.
        threads: threads for each shard.
        out: the file to save it to, if any.
        executor: as for `run_shards`.
        until: the deadline, by the monotonic clock.
    """

    def __init__(
        self,
        template: GameBatch,
        entries: Mapping[str, str | Agent],
        threads: int,
        out: Path | None,
        executor: Executor | None,
        until: float,
    ):
        self._template, self._entries, self._threads = template, entries, threads
        self._out, self._executor, self._until = out, executor, until

    def play(self, board: Leaderboard, on_progress: Progress | None) -> Leaderboard:
        """Play the missing games; return the complete leaderboard."""
        board, stopped = play_missing(
            board,
            self._shards(board),
            (board.result.games, board.result.requested),
            join=_joined,
            save=self._save,
            late=lambda board: _lacking(board) is not None and time.monotonic() > self._until,
            executor=self._executor,
            on_progress=on_progress,
        )
        if stopped:
            board = replace(board, result=replace(board.result, stopped=True))
        self._save(board)
        return board

    def _save(self, board: Leaderboard) -> None:
        if self._out is not None:
            save(board, self._out)

    def exploit(self, board: Leaderboard, on_progress: Progress | None) -> Leaderboard:
        """Let a search play against copies of the agents without such a result; return the leaderboard."""
        r = board.result
        if board.exploit is None or r.stopped:
            return board
        for name in r.agents:
            if is_search(name) or name in board.exploited:
                continue
            if time.monotonic() > self._until:
                return replace(board, result=replace(r, stopped=True))
            found = against_copies(
                self._entries[name],
                self._template.game,
                games=board.exploit,
                num_players=r.num_players,
                seed=r.seed,
                box=self._template.box,
                threads=self._threads,
                executor=self._executor,
                on_progress=on_progress,
            )
            if found.result.stopped:
                return replace(board, result=replace(r, stopped=True))
            won = Exploited(found.exploiter, found.result.games, found.gain)
            board = replace(board, exploited={**board.exploited, name: won})
            self._save(board)
        return board

    def _shards(self, board: Leaderboard) -> Iterator[Shard]:
        """The shards still to play; if seats search, a deal has one lineup in all rotations."""
        r, played, numbers = board.result, list(board.played), list(board.deals)
        most = [MAX_GAMES_PER_DEAL] + [r.num_players] * r.num_players
        left = [
            dealt(lineups, r.seed, first=number, most=most[k], series=k) if lineups else iter(())
            for k, (lineups, number) in enumerate(zip(board.classes.lineups, numbers))
        ]
        while (k := _lacking(board, played)) is not None:
            size = min(r.batch, SEARCH_BATCH) if k else r.batch
            deals, seatings = next_deals(left[k], min(size, board.wanted[k] - played[k]))
            key = (numbers[k], k) if k else (numbers[k],)
            yield Shard(
                self._template.game,
                r.num_players,
                self._template.box,
                self._threads,
                [self._entries[name] for name in r.agents],
                [(r.seed, agent, *key) for agent in range(len(r.agents))],
                deals,
                seatings,
            )
            played[k], numbers[k] = played[k] + len(deals), numbers[k] + len(np.unique(deals))


def _lacking(board: Leaderboard, played: list[int] | None = None) -> int | None:
    """The next class of lineups to play: without searches first, then the least complete; None at the end.

    Args:
        board: the leaderboard so far.
        played: the number of games of each class; None for those of the board.
    """
    done = board.played if played is None else played
    left = [(k > 0, done[k] / wanted, k) for k, wanted in enumerate(board.wanted) if done[k] < wanted]
    return min(left)[2] if left else None


def _joined(board: Leaderboard, shard: Shard, played: ShardResult, seconds: float) -> Leaderboard:
    """The leaderboard with the games of another shard."""
    r = board.result
    payoffs = payoffs_of(r.reward, 1.0, played.scores, played.ranks)
    spent = [was + float(more) for was, more in zip(board.seconds, played.seconds)]
    decisions = [was + int(more) for was, more in zip(board.decisions, played.decisions)]
    before = np.zeros(r.ranks.shape, np.bool_) if r.forfeits is None else r.forfeits
    k, deals = int(board.classes.class_of(shard.seatings[:1])[0]), list(board.deals)
    deals[k] += len(np.unique(shard.deals))  # all lineups of a shard are of one class
    result = replace(
        r,
        seconds=r.seconds + seconds,
        thinking=milliseconds(spent, decisions),
        deals=np.append(r.deals, shard.deals),
        seatings=np.concatenate([r.seatings, shard.seatings]),
        scores=np.concatenate([r.scores, played.scores]),
        ranks=np.concatenate([r.ranks, played.ranks]),
        payoffs=np.concatenate([r.payoffs, payoffs]),
        forfeits=np.concatenate([before, played.forfeits]),
        reasons={**{r.agents[number]: why for number, why in played.reasons.items()}, **r.reasons},
    )
    return replace(board, result=result, deals=deals, seconds=spent, decisions=decisions)
