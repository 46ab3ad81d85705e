"""Plays an agent with a population, to be stopped and resumed at will."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ....agents import Agent
from ....agents.policy import check_seats
from ....envs.core.api.batch import GameBatch, check_seed, positive
from ....envs.core.api.replay import box_hash
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ...code_hash import code_hash
from ..arena import Progress, name_of, resolve_agent
from ..leaderboard.policies import digests_of
from ..leaderboard.storage import check_path
from ..shards import SEARCH_BATCH, Shard, ShardResult, is_search, run_locally
from ..tournaments import check_agents, check_name, resolve_game
from .members import members, population_of
from .model import PopulationEvaluation
from .schedule import deals_for, seatings_of, seeds_of
from .storage import resumed, save

GAMES_ASKED, MAX_GAMES = 10_000, 1_000_000
BATCH = 512  # games side by side, and so the most that a stop loses
SAVE_SECONDS = 5.0


def evaluate_in_population(
    agent: str | Agent,
    game: Game | str,
    *,
    games: int = GAMES_ASKED,
    population: Sequence[str | Agent] | None = None,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    batch: int | None = None,
    threads: int = 1,
    out: str | Path | None = None,
    resume: bool = False,
    on_progress: Progress | None = None,
) -> PopulationEvaluation:
    """Play an agent among strangers, and a stranger among its copies.

    Of every deal, half of the games have the agent as a visitor, alone among members of the population that
    are drawn independently; in the other half, one member is alone among copies of the agent, each member
    equally often. Whoever is alone has every seat once. Ctrl-C ends it with the last complete shard. What was
    stopped and resumed has the same games as what was not.

    Args:
        agent: a name as for `hustings.agents.make`, or an agent.
        game: what is played.
        games: how many games, rounded up so that each member is alone equally often.
        population: the members; None for the game's frozen population.
        num_players: None for the game's smallest number.
        seed: of the deals, of who is drawn, and of the agents made from names.
        options, box, threads: as for `GameBatch`.
        batch: about how many games run side by side, on which the draws of random agents depend; None for
            512, or 64 with searches.
        out: a file for all games, written every few seconds.
        resume: go on with `out` if it exists; `games` may be more.
        on_progress: called with the games done and their total.

    Raises:
        HustingsError: for agents, numbers or options that do not fit, and for an `out` that exists (without
            `resume`) or was begun with other settings, before anything is played; for an agent that raises or
            acts illegally.
    """
    described, key = resolve_game(game), check_seed(seed)
    path = None if out is None else check_path(out, new=not resume)
    template = GameBatch(described, 1, num_players, seed=key, box=box, options=options, threads=threads)
    entries = [agent, *(members(described) if population is None else population)]
    check_agents(entries[1:], 1, "one other agent" if population is None else "one")
    check_seats([resolve_agent(entry, described, key, k) for k, entry in enumerate(entries)], template)
    searching = any(isinstance(entry, str) and is_search(entry) for entry in entries)
    size = (SEARCH_BATCH if searching else BATCH) if batch is None else positive("batch", batch)
    begun = _begin(template, entries, population is None, _checked(games), size)
    if path is not None and path.exists():
        begun = resumed(begun, path)
    return _play(begun, template, entries, path, on_progress)


def _checked(games: int) -> int:
    if positive("games", games) > MAX_GAMES:
        raise HustingsError(f"games: {games:,} are more than {MAX_GAMES:,}; take fewer, with several seeds")
    return int(games)


def _begin(
    template: GameBatch, entries: list[str | Agent], standard: bool, games: int, batch: int
) -> PopulationEvaluation:
    """An evaluation without games."""
    game, players = template.game, template.num_players
    nothing = np.zeros((0, 2, players, players))
    name = check_name(name_of(entries[0]))
    return PopulationEvaluation(
        agent=name,
        members=[check_name(name_of(entry)) for entry in entries[1:]],
        population=population_of(game) if standard else None,
        game=game.name,
        game_version=game.version,
        title=game.title,
        num_players=players,
        options=template.options,
        box=box_hash(template.box),
        seed=template.seed,
        batch=batch,
        requested=games,
        code=code_hash(game.name),
        policy=digests_of({name: entries[0]}, game, players).get(name, ""),
        stopped=False,
        seconds=[0.0] * len(entries),
        decisions=[0] * len(entries),
        scores=nothing.astype(np.int32),
        ranks=nothing,
    )


def _play(
    result: PopulationEvaluation,
    template: GameBatch,
    entries: list[str | Agent],
    path: Path | None,
    on_progress: Progress | None,
) -> PopulationEvaluation:
    """The evaluation with the games that it lacks."""
    players = result.num_players
    wanted = deals_for(result.requested, len(result.members), players)
    if wanted > result.deals:  # a shard that was cut short is played whole, as it would have been
        whole = result.deals - result.deals % _at_once(result)
        result = replace(result, scores=result.scores[:whole], ranks=result.ranks[:whole])
    total, saved = max(wanted * 2 * players, result.games), time.monotonic()

    def on_games(done: int) -> None:
        if on_progress:
            on_progress(result.games + done, total)

    on_games(0)
    try:
        for _, played in run_locally(_shards(result, template, entries, wanted), on_games):
            if played.stopped:
                raise KeyboardInterrupt
            result = _joined(result, played)
            if path is not None and time.monotonic() - saved > SAVE_SECONDS:
                save(result, path)
                saved = time.monotonic()
    except KeyboardInterrupt:
        result = replace(result, stopped=True)
    if path is not None:
        save(result, path)
    return result


def _shards(
    result: PopulationEvaluation, template: GameBatch, entries: list[str | Agent], wanted: int
) -> Iterator[Shard]:
    """The deals that are missing, some at a time: which those are depends on `batch` alone."""
    players = result.num_players
    at_once = _at_once(result)
    seeds = seeds_of(result.seed, wanted)
    seatings = seatings_of(result.seed, len(result.members), players, wanted)
    first = result.deals
    while first < wanted:
        last = min(wanted, first + at_once)
        yield Shard(
            template.game,
            players,
            template.box,
            template.threads,
            entries,
            [(result.seed, k, first // at_once) for k in range(len(entries))],
            np.repeat(seeds[first:last], 2 * players),
            seatings[first:last].reshape(-1, players),
        )
        first = last


def _at_once(result: PopulationEvaluation) -> int:
    """How many deals a shard has."""
    return max(1, result.batch // (2 * result.num_players))


def _joined(result: PopulationEvaluation, played: ShardResult) -> PopulationEvaluation:
    shape = -1, *result.scores.shape[1:]
    return replace(
        result,
        seconds=[a + float(b) for a, b in zip(result.seconds, played.seconds)],
        decisions=[a + int(b) for a, b in zip(result.decisions, played.decisions)],
        scores=np.concatenate([result.scores, played.scores.reshape(shape)]),
        ranks=np.concatenate([result.ranks, played.ranks.reshape(shape)]),
    )
