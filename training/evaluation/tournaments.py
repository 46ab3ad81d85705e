"""Tournaments: every seating of every deal."""

import dataclasses
import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ...agents import Agent, Replaced
from ...agents.policy import check_seats
from ...agents.replaced import phase_named
from ...agents.specs import named
from ...envs import GAMES
from ...envs.core.api.arguments import check_seed, players_of, positive, reward_named
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from .arena import Progress, milliseconds, name_of, resolve_agent
from .executors import run_shards
from .results import TournamentResult, payoffs_of, played_in
from .schedule import MAX_GAMES_PER_DEAL, lineups_of, schedule, seatings_a_deal
from .shards import Shard, ShardResult, usual_batch

BATCH = 256


def tournament(
    game: Game | str,
    agents: Sequence[str | Agent],
    games: int,
    *,
    replace: Sequence[Mapping[str, str | Agent]] = (),
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    reward: str = "rank",
    batch: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    on_progress: Progress | None = None,
) -> TournamentResult:
    """Let agents play each other.

    Every lineup plays each deal in all its distinct seatings, or in a balanced selection if these are more
    than 36 or would leave fewer than 8 deals, too few for intervals (see `schedule.lineups_of` and
    `schedule.blocks`). Ctrl-C ends it early, with the games of complete deals. An agent that raises, exits,
    acts illegally or takes too long forfeits the game, see `TournamentResult.forfeits`.

    Args:
        game: the game to play.
        agents: names as for `hustings.agents.make`, or agents; "fast=search:iterations=8" for a short name
            in the results. Name one several times to give it several
            seats: as many names as players are exactly one lineup.
        games: the number of games, rounded up to whole sets of seatings.
        replace: variants of the first agent, each a mapping from phases to the agents, or their names, that
            decide there instead (`hustings.agents.Replaced`). A variant plays the same deals in the first
            agent's place; `TournamentResult.gains` has how much more it wins.
        num_players: None for the number of agents if the game allows it, otherwise its smallest number.
        seed: for the deals, the agents made from names, and the ratings.
        options, box, reward, threads: as for `GameBatch`.
        batch: about how many games run side by side, in whole deals; None for 256, 64 with searches, or 8
            with language models, so that deals are complete soon. Agents given by name are made anew for each
            batch, so the play of random ones depends on it.
        executor: plays batches of games elsewhere, several at once: a pool of processes, or a `RayExecutor`.
            Results are the same. None for this process.
        on_progress: called with the number of finished games and their total.

    Raises:
        HustingsError: for unsuitable agents, numbers or options, before anything is played.
    """
    described = resolve_game(game)
    check_agents(agents, 1, "one")
    players = players_for(described, agents, num_players)
    key = check_seed(seed)
    variants = variants_of(described, agents[0], replace, key)
    entrants, entries = enrol(described, [*agents, *variants], key)
    numbers = sorted(set(entries[len(agents) :]))
    for number in numbers:
        if number in entries[: len(agents)]:
            raise HustingsError(f"replace: {entrants[number].name} is one of the agents, too; leave it out")
    return play_lineups(
        described,
        entrants,
        lineups_of(entries[: len(agents)], players),
        games,
        variants=numbers,
        num_players=players,
        seed=key,
        options=options,
        box=box,
        reward=reward,
        batch=batch,
        threads=threads,
        executor=executor,
        on_progress=on_progress,
    )


def variants_of(
    game: Game, agent: str | Agent, replace: Sequence[Mapping[str, str | Agent]], seed: int
) -> list[str | Agent]:
    """The variants of an agent, one for each of `replace`: names where possible, otherwise agents.

    Raises:
        HustingsError: for an unknown phase or agent.
    """
    listed = isinstance(replace, Sequence) and not isinstance(replace, str)
    if not listed or not all(isinstance(phases, Mapping) for phases in replace):
        raise HustingsError(
            f"replace: {replace!r:.60} is not a list of mappings; try [{{'PHASE': 'greedy'}}]"
        )
    variants: list[str | Agent] = []
    for phases in replace:
        if not phases:
            raise HustingsError("replace: a variant without a phase; try [{'PHASE': 'greedy'}]")
        others = {game.phases(phase_named(phase, game)).name: other for phase, other in phases.items()}
        if len(others) < len(phases):
            raise HustingsError(f"replace: {', '.join(phases)}: a phase appears twice; name it once")
        names = [agent, *others.values()]
        if all(isinstance(name, str) for name in names):
            who = "".join(f"@{phase}={other}" for phase, other in others.items())
            variants.append(named(str(agent))[1] + who)
            continue
        base, *made = (resolve_agent(name, game, seed, k) for k, name in enumerate(names))
        variants.append(Replaced(game, base, dict(zip(others, made, strict=True))))
    return variants


def _scheduled(
    lineups: list[tuple[int, ...]], games: int, seed: int, variants: Sequence[int], most: int
) -> tuple[np.ndarray, np.ndarray]:
    """The deals and seatings of at least so many games, those of the first agent's variants included."""
    first = sum(0 in lineup for lineup in lineups)
    once, deals, seatings = 0, np.empty(0, np.uint64), np.empty((0, 0), np.int64)
    while len(deals) < games:
        once += -(-(games - len(deals)) * len(lineups) // (len(lineups) + len(variants) * first))
        deals, seatings = schedule(lineups, once, seed, most=seatings_a_deal(lineups, once, most))
        deals, seatings = _with_variants(deals, seatings, variants)
    return deals, seatings


def _with_variants(
    deals: np.ndarray, seatings: np.ndarray, variants: Sequence[int]
) -> tuple[np.ndarray, np.ndarray]:
    """Follow each game of the first agent by the same game with each of its variants."""
    every = np.stack([np.where(seatings == 0, number, seatings) for number in (0, *variants)], axis=1)
    kept = np.ones(every.shape[:2], np.bool_)
    kept[:, 1:] = (seatings == 0).any(axis=1)[:, None]
    return np.repeat(deals, kept.sum(axis=1)), every[kept]


class Entrant(NamedTuple):
    """A participant: its name in results, the agent as given, and the agent."""

    name: str
    given: str | Agent
    agent: Agent


def play_lineups(
    game: Game,
    entrants: list[Entrant],
    lineups: list[tuple[int, ...]],
    games: int,
    *,
    num_players: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    reward: str = "rank",
    batch: int | None = None,
    threads: int = 1,
    variants: Sequence[int] = (),
    most: int = MAX_GAMES_PER_DEAL,
    executor: Executor | None = None,
    on_progress: Progress | None = None,
) -> TournamentResult:
    """Play lineups against each other; other arguments as for `tournament`.

    Args:
        game: the game to play.
        entrants: the participants.
        lineups: the lineups, as indices into `entrants`.
        variants: the indices of variants of the first entrant, which replay its games in its place.
        most: games per deal, as for `schedule.blocks`; fewer if that would leave too few deals.
    """
    asked, key = positive("games", games), check_seed(seed)
    kind = reward_named(reward).name.lower()
    size = batch_size(entrants, BATCH) if batch is None else positive("batch", batch)
    deals, seatings = _scheduled(lineups, asked, key, variants, most)
    template = GameBatch(game, 1, num_players, reward=reward, box=box, options=options, threads=threads)
    check_seats([entrant.agent for entrant in entrants], template)
    remote = executor is not None
    shards = cut_schedule(template, entrants, deals, seatings, key, size, remote=remote)
    begin = time.monotonic()
    results, stopped = _run(shards, executor, len(deals), on_progress)
    done = np.zeros(len(deals), np.bool_)
    finished = sum(len(result.done) for result in results)
    done[:finished] = _joined(results, "done", np.zeros(0, np.bool_))
    kept = ~np.isin(deals, deals[~done])
    none = np.zeros((0, num_players))
    scores = _joined(results, "scores", none.astype(np.int32))[kept[:finished]]
    ranks = _joined(results, "ranks", none)[kept[:finished]]
    forfeits = _joined(results, "forfeits", none.astype(np.bool_))[kept[:finished]]
    reasons = {number: why for result in reversed(results) for number, why in result.reasons.items()}
    timed = [sum(getattr(result, what) for result in results) for what in ("seconds", "decisions")]
    return TournamentResult(
        **played_in(template),
        title=game.title,
        reward=kind,
        seed=key,
        batch=size,
        agents=[entrant.name for entrant in entrants],
        lineups=len(lineups) + len(variants) * sum(0 in lineup for lineup in lineups),
        requested=asked,
        seconds=time.monotonic() - begin,
        stopped=stopped,
        thinking=milliseconds(*(np.broadcast_to(sums, len(entrants)).tolist() for sums in timed)),
        deals=deals[kept],
        seatings=seatings[kept],
        scores=scores,
        ranks=ranks,
        variants={entrants[number].name: entrants[0].name for number in variants},
        payoffs=payoffs_of(kind, float(template.box[0]["typical_score"]), scores, ranks),
        usage=_usage(entrants, results),
        forfeits=forfeits,
        reasons={entrants[number].name: reasons[number] for number in sorted(reasons)},
    )


def _run(
    shards: Iterator[Shard], executor: Executor | None, games: int, on_progress: Progress | None
) -> tuple[list[ShardResult], bool]:
    """Run shards; return their results and whether Ctrl-C ended them early."""
    results: list[ShardResult] = []
    try:
        for _, result in run_shards(shards, executor, on_progress, games):
            results.append(result)
            if result.stopped:
                return results, True
    except KeyboardInterrupt:
        return results, True
    return results, False


def batch_size(entrants: Sequence[Entrant], usual: int) -> int:
    """About how many games to play side by side by default."""
    return usual_batch([name_of(entrant.given) for entrant in entrants], usual)


def cut_schedule(
    template: GameBatch,
    entrants: Sequence[Entrant],
    deals: np.ndarray,
    seatings: np.ndarray,
    seed: int,
    size: int,
    *,
    remote: bool,
    recorded: bool = False,
) -> Iterator[Shard]:
    """Cut a schedule into shards of whole deals, each of `size` games or a few more.

    Agents given by name are made anew for each shard, so that no shard depends on another.

    Args:
        template: a batch of such games.
        entrants: the participants.
        deals, seatings: (G,) and (G, P), the schedule.
        seed: for the agents.
        size: about how many games a shard has.
        remote: whether other machines run the shards, which need names instead of agents.
        recorded: whether to keep the actions.
    """
    ends = np.append(np.flatnonzero(deals[1:] != deals[:-1]) + 1, len(deals))  # of the deals
    first = number = 0
    while first < len(deals):
        last = int(ends[np.searchsorted(ends, min(first + size, len(deals)))])
        made = number == 0 and not remote  # already made, to check that they can be
        yield Shard(
            template.game,
            template.num_players,
            template.box,
            template.threads,
            [entrant.agent if made else entrant.given for entrant in entrants],
            [(seed, k, number) if number else (seed, k) for k in range(len(entrants))],
            deals[first:last],
            seatings[first:last],
            recorded=recorded,
        )
        first, number = last, number + 1


def _joined(results: list[ShardResult], what: str, none: np.ndarray) -> np.ndarray:
    """What all shards have of one kind, after an array of no games."""
    return np.concatenate([none, *(getattr(result, what) for result in results)])


def _usage(entrants: Sequence[Entrant], results: list[ShardResult]) -> dict[str, Any]:
    """What decisions cost, by agents that keep count; those given by name are counted shard by shard."""
    found = {}
    for number, entrant in enumerate(entrants):
        parts = [result.usage[number] for result in results if number in result.usage]
        if len(parts) > 1 and isinstance(entrant.given, str):
            names = [part.name for part in fields(parts[0])]
            parts = [
                dataclasses.replace(
                    parts[0], **{name: sum(getattr(p, name) for p in parts) for name in names}
                )
            ]
        if parts:
            found[entrant.name] = parts[-1]
    return found


def resolve_game(game: Game | str) -> Game:
    """Return a game, given itself or its name; HustingsError for anything else."""
    if isinstance(game, ModuleType):
        name = game.__name__.rpartition(".")[2].rpartition("_v")[0]
        raise HustingsError(f"game: give the name of a game, {name!r}, not the module")
    if not isinstance(game, str | Game):
        raise HustingsError(f"game: {game!r:.60} is not a game; choose from {', '.join(GAMES)}")
    return GAMES[game] if isinstance(game, str) else game


def players_for(game: Game, agents: Sequence[Any], num_players: int | None) -> int:
    """The number of players; for None as many as agents if the game allows it, otherwise its smallest.

    Raises:
        HustingsError: for a number that the game does not allow.
    """
    if num_players is None and len(agents) in game.player_counts:
        return len(agents)
    return players_of(game, num_players)


def check_agents(agents: Any, least: int, words: str) -> None:
    """Raise HustingsError unless `agents` is a list of at least `least`, which the error calls `words`."""
    if isinstance(agents, str | bytes) or not isinstance(agents, Sequence) or len(agents) < least:
        raise HustingsError(f"agents: needs a list of at least {words}; try ['greedy', 'random']")


def enrol(game: Game, agents: Sequence[str | Agent], seed: int) -> tuple[list[Entrant], list[int]]:
    """The distinct participants, and for every entry of `agents` the index of its participant."""
    entrants: list[Entrant] = []
    numbers: dict[Any, int] = {}
    entries: list[int] = []
    for entry in agents:
        mark = entry if isinstance(entry, str) else id(entry)
        if mark not in numbers:
            agent = resolve_agent(entry, game, seed, len(numbers))
            numbers[mark] = len(entrants)
            name = fresh_name(entry, [entrant.name for entrant in entrants])
            entrants.append(Entrant(name, entry, agent))
        entries.append(numbers[mark])
    return entrants, entries


def fresh_name(entry: str | Agent, taken: Sequence[str]) -> str:
    """The short name of an agent, with a number if that is taken."""
    name = named(name_of(entry))[0]
    candidates = itertools.chain((name,), (f"{name} ({number})" for number in itertools.count(2)))
    return next(candidate for candidate in candidates if candidate not in taken)
