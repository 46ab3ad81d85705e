"""Plays an agent with strangers, to be stopped and resumed at will."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ....agents import Agent, names
from ....agents.bots import RANDOM
from ....agents.habits import habits
from ....agents.policy import POLICY, check_seats, has_policy
from ....agents.specs import HABIT
from ....envs.core.api.arguments import check_seed, positive
from ....envs.core.api.batch import GameBatch
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ....envs.core.io.files import sole_writer_of_out
from ..arena import Progress, name_of, resolve_agent
from ..leaderboard.season import check_entries
from ..leaderboard.storage import saved
from ..records import check_path, digests_of, play_missing
from ..results import played_in
from ..shards import Shard, ShardResult, usual_batch
from ..tournaments import check_agents, resolve_game
from .model import AgentEvaluation
from .schedule import deals_for, seatings_of, seeds_of
from .storage import most_games_of, resumed, save

GAMES_ASKED = 2_000
BATCH = 512  # games side by side, and so the most that a stop loses


@sole_writer_of_out
def evaluate(
    agent: str | Agent,
    game: Game | str,
    *,
    games: int = GAMES_ASKED,
    agents: Sequence[str | Agent] | None = None,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    batch: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    on_progress: Progress | None = None,
) -> AgentEvaluation:
    """Evaluate an agent among strangers, and strangers among its copies.

    In half of the games of every deal, the agent visits: it is alone among strangers drawn independently. In
    the other half, one stranger is alone among copies of the agent; each stranger equally often. Whoever is
    alone has every seat once. Ctrl-C ends it after the last complete shard; a resumed evaluation has the same
    games as an uninterrupted one. An agent that raises, exits, acts illegally or takes too long forfeits the
    game, see `AgentEvaluation.forfeits`.

    Args:
        agent: a name as for `hustings.agents.make`, or an agent.
        game: the game to play.
        games: the number of games, rounded up so that each stranger is alone equally often; at most what a
            file holds, about 118,000 of seven players and more of fewer.
        agents: the strangers, each once; None for the game's bots, styles, habits and policy.
        num_players: None for that of the leaderboard that comes with hustings, or without one for the game's
            smallest number.
        seed: for the deals, the drawn strangers, and the agents made from names.
        options, box, threads: as for `GameBatch`.
        batch: about how many games run side by side; the play of random agents depends on it. None for 512,
            64 with searches, or the fewest deals with language models.
        executor: as for `tournament`.
        out: a file for all games, written every few seconds.
        resume: continue `out` if it exists; `games` may grow.
        on_progress: called with the number of finished games and their total.

    Raises:
        HustingsError: before anything is played, for unsuitable agents, numbers or options, and for an `out`
            that exists (without `resume`), was begun with other settings, or is in use by another process.
    """
    described, key = resolve_game(game), check_seed(seed)
    path = None if out is None else check_path(out, new=not resume)
    board = saved(described) if num_players is None else None
    players = num_players if board is None else board.num_players
    template = GameBatch(described, 1, players, seed=key, box=box, options=options, threads=threads)
    strangers = strangers_of(described, template.num_players) if agents is None else agents
    if agents is None:
        strangers = [name for name in strangers if name != name_of(agent)]
    check_agents(strangers, 1, "one other agent" if agents is None else "one")
    if isinstance(agent, str) and agent in strangers:
        raise HustingsError(f"agents: {agent!r} is the agent that is evaluated; leave it out")
    entries = list(check_entries([agent, *strangers]).values())
    made = [resolve_agent(entry, described, key, k) for k, entry in enumerate(entries)]
    check_seats(made, template)
    size = usual_batch(map(name_of, entries), BATCH) if batch is None else positive("batch", batch)
    begun = _begin(template, entries, _checked(games, template.num_players), size)
    begun.policies = digests_of(dict(zip(map(name_of, entries), made)))
    if path is not None and path.exists():
        begun = resumed(begun, path)
    return _play(begun, template, entries, path, executor, on_progress)


def _checked(games: int, players: int) -> int:
    if positive("games", games) > (most := most_games_of(players)):
        raise HustingsError(
            f"games: {games:,} are more than the {most:,} of {players} players that a file holds; "
            "take fewer, with several seeds"
        )
    return int(games)


def strangers_of(game: Game, num_players: int) -> list[str]:
    """The bots, styles and habits of a game, and its policy if it plays with this number of players.

    `random` is excluded: it has one random stream, so that games would depend on the others in the batch.
    """
    fits = has_policy(game, num_players)
    bots = [name for name in names(game) if name != RANDOM]
    return [*bots, *(f"{HABIT}:{name}" for name in habits(game.name)), *([POLICY] if fits else [])]


def _begin(template: GameBatch, entries: list[str | Agent], games: int, batch: int) -> AgentEvaluation:
    """An evaluation without games."""
    players = template.num_players
    nothing = np.zeros((0, 2, players, players))
    return AgentEvaluation(
        agent=name_of(entries[0]),
        strangers=[name_of(entry) for entry in entries[1:]],
        **played_in(template),
        title=template.game.title,
        seed=template.seed,
        batch=batch,
        requested=games,
        stopped=False,
        seconds=[0.0] * len(entries),
        decisions=[0] * len(entries),
        scores=nothing.astype(np.int32),
        ranks=nothing,
        forfeits=nothing.astype(np.bool_),
    )


def _play(
    result: AgentEvaluation,
    template: GameBatch,
    entries: list[str | Agent],
    path: Path | None,
    executor: Executor | None,
    on_progress: Progress | None,
) -> AgentEvaluation:
    """Play the missing games; return the complete evaluation."""
    players, before = result.num_players, result
    wanted = deals_for(result.requested, len(result.strangers), players)
    if wanted > result.deals:
        # Replay an interrupted shard as a whole, so that its games are as without the interruption.
        whole = result.deals - result.deals % _at_once(result)
        arrays = {name: getattr(result, name)[:whole] for name in ("scores", "ranks", "forfeits")}
        result = replace(result, **arrays)
    result, stopped = play_missing(
        result,
        _shards(result, template, entries, wanted),
        (result.games, wanted * 2 * players),
        join=_joined,
        save=lambda result: None if path is None else save(result, path),
        executor=executor,
        on_progress=on_progress,
    )
    if stopped:
        result = replace(result if result.deals > before.deals else before, stopped=True)
    if path is not None:
        save(result, path)
    return result


def _shards(
    result: AgentEvaluation, template: GameBatch, entries: list[str | Agent], wanted: int
) -> Iterator[Shard]:
    """The missing deals in shards, whose bounds depend only on `batch`."""
    players = result.num_players
    at_once = _at_once(result)
    seeds = seeds_of(result.seed, wanted)
    seatings = seatings_of(result.seed, len(result.strangers), players, wanted)
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


def _at_once(result: AgentEvaluation) -> int:
    """How many deals a shard has."""
    return max(1, result.batch // (2 * result.num_players))


def _joined(result: AgentEvaluation, _: Shard, played: ShardResult, seconds: float) -> AgentEvaluation:
    shape = -1, *result.scores.shape[1:]
    names = [result.agent, *result.strangers]
    reasons = {names[number]: why for number, why in played.reasons.items()}
    return replace(
        result,
        seconds=[a + float(b) for a, b in zip(result.seconds, played.seconds)],
        decisions=[a + int(b) for a, b in zip(result.decisions, played.decisions)],
        scores=np.concatenate([result.scores, played.scores.reshape(shape)]),
        ranks=np.concatenate([result.ranks, played.ranks.reshape(shape)]),
        forfeits=np.concatenate([result.forfeits, played.forfeits.reshape(shape)]),
        reasons={**reasons, **result.reasons},
    )
