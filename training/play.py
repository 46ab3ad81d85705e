"""One game in the terminal: people, bots, or both; recorded move by move."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from ..agents import Agent, make
from ..agents.human import HumanAgent, say
from ..envs.core.batch import GameBatch
from ..envs.core.errors import HustingsError, ReplayError
from ..envs.core.files import check_new
from ..envs.core.game import Game
from ..envs.core.replay import Replay

HUMAN = HumanAgent.name


def play(
    game: Game,
    seats: Sequence[str],
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    replay_out: str | Path | None = None,
    console: Console | None = None,
    read: Callable[[str], str] | None = None,
) -> Replay:
    """Play one game and say how it ends; bots alone are shown move by move.

    A person is shown only what their seat may know. Quitting, Ctrl-C, SIGTERM and the end of the input stop
    the game; what was played until then is recorded.

    Args:
        game: what is played.
        seats: who sits where, clockwise, as for `hustings.agents.make`; as many as players.
        seed: of the deal, as in `env.reset(seed=...)`, and of the bots; None for a new one, which is shown.
        options, box: as for `GameBatch`.
        replay_out: a new file for the replay.
        console: where to write; None for standard output.
        read: where people's lines come from; None for standard input.

    Returns:
        The recorded game; `scores` is None when it was stopped.

    Raises:
        HustingsError: before anything is played: for seats or options that do not fit, or a file that exists.
    """
    console = console or Console()
    if replay_out is not None:
        _check_place(Path(replay_out))
    _check_seats(game, seats)
    games = GameBatch(game, 1, len(seats), box=box, options=options)
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1)[0])
    games.reset(seeds=[seed])
    person = HumanAgent(game, console=console, read=read)
    agents = [
        person if spec == HUMAN else make(spec, game, _stream(seed, seat)) for seat, spec in enumerate(seats)
    ]
    replay = Replay.begin(games, 0, list(seats))
    say(console, f"{game.title}: {_list(_names(seats))}. Seed {seed}.")
    stopped = False
    try:
        with _terminated_as_interrupted():
            _play(games, agents, seats, person, replay, console)
    except KeyboardInterrupt:
        stopped = True
    replay.finish(games)
    if stopped:
        say(console, "", f"Stopped after {len(replay.moves)} moves.")
    else:
        say(console, "", games.board(0), "", *result(games, seats))
    if replay_out is not None:
        replay.save(replay_out)
        say(console, f"The moves are in {replay_out}.")
    return replay


def _play(
    games: GameBatch,
    agents: list[Agent],
    seats: Sequence[str],
    person: HumanAgent,
    replay: Replay,
    console: Console,
) -> None:
    people = [seat for seat, agent in enumerate(agents) if agent is person]
    if not people:
        say(console, "", games.board(0), "")
    row = np.zeros(1, np.int64)
    while not games.over[0]:
        mover, before = int(games.seat[0]), games.tables.copy()
        action = int(agents[mover].act(games, row)[0])
        replay.add(games, action)
        games.step(np.array((action,)))
        # What others did is told by the game's news alone: it knows what a seat may see.
        for seat in people:
            person.tell(seat, _news(games, before, seat), mover)
        if not people:
            told = _news(games, before, None)
            if not told or not told[0].startswith(f"player_{mover} "):  # the move itself is not told
                told.insert(0, f"{_names(seats)[mover]}: {replay.moves[-1][2]}")
            say(console, f"{len(replay.moves):4}  {told[0]}", *(f"      {line}" for line in told[1:]))
    for seat in people:
        if len(people) > 1:
            say(console, "", f"player_{seat}:")
        person.show_news(seat)


def _news(games: GameBatch, before: np.ndarray, seat: int | None) -> list[str]:
    return games.game.news(games.box[0], before[0], games.tables[0], seat)


def result(games: GameBatch, seats: Sequence[str]) -> list[str]:
    """How a finished game ends, in words: the winner, then everybody by rank."""
    scores, payoff = games.scores[0].tolist(), games.payoff[0]
    names = _names(seats)
    order = sorted(range(len(seats)), key=lambda seat: (-payoff[seat], seat))
    winners = [seat for seat in order if payoff[seat] == payoff.max()]
    verb = "wins" if len(winners) == 1 else "share the win"
    lines = [f"{_list([names[seat] for seat in winners])} {verb} with {scores[winners[0]]} points."]
    for seat in order:
        rank = 1 + int((payoff > payoff[seat]).sum())
        lines.append(f"{rank:3}. {names[seat]}: {scores[seat]}")
    return lines


@contextlib.contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Take SIGTERM for Ctrl-C meanwhile."""
    if threading.current_thread() is not threading.main_thread():  # only it may set handlers
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _check_seats(game: Game, seats: Sequence[str]) -> None:
    if isinstance(seats, str) or len(seats) not in game.player_counts:
        counts = f"{min(game.player_counts)} to {max(game.player_counts)}"
        raise HustingsError(
            f"seats: {game.title} takes {counts} players; name one agent for each, not {seats}"
        )


def _check_place(path: Path) -> None:
    check_new(path, ReplayError)
    if not path.parent.is_dir():
        raise ReplayError(f"{path.parent}: no such folder; make it first")


def _stream(seed: int, seat: int) -> int:
    return int(np.random.SeedSequence((seed, seat)).generate_state(1, np.uint64)[0])


def _names(seats: Sequence[str]) -> list[str]:
    return [f"player_{seat} ({spec})" for seat, spec in enumerate(seats)]


def _list(words: list[str]) -> str:
    return " and ".join(", ".join(words).rsplit(", ", 1)) if len(words) > 1 else words[0]
