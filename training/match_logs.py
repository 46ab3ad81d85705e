"""Matches as text for any program: a line of JSON for each decision, and one at each game's end."""

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..agents import Agent
from ..envs.core.api.agent import ranks_of
from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.io.files import sole_writer, written_whole
from .evaluation.arena import Progress
from .recorded_match import PlayedGame, RecordedMatch, RecordResult, check_file


def match_log(
    game: Game | str,
    agents: Sequence[str | Agent],
    games: int,
    path: str | Path,
    *,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    reward: str = "rank",
    batch: int | None = None,
    threads: int = 1,
    ray: str | None = None,
    on_progress: Progress | None = None,
) -> RecordResult:
    """Let agents play each other as in a `tournament`, and write their decisions as lines of JSON.

    Each line is an object; its "type" says which:

    - "match", the first line: the game and the agents.
    - "decision": "game", its number, and "seed", that of its deal; "move", from 0; "seat" and "agent", who
      decides; "phase"; "state", the digest of the table before (see `digest`); "legal", the legal actions,
      each with "action", its number, and "words"; "action" and "words", the choice; "milliseconds", the time
      of the call divided by its number of games, null in an agent's first call, which compiles.
    - "result", after a game's last decision: "game", "seed", "moves", "agents" by seat, and by seat "scores",
      "ranks" (1 is the best, ties are averaged) and "payoffs"; "state", the digest of the final table.

    Games come in the order of the schedule, whatever `batch` is. Memory is bounded by `batch`. If anything
    goes wrong, or on Ctrl-C, nothing is left at `path`.

    Args:
        game, agents, games, num_players, seed, options, box, reward, batch, threads, ray, on_progress: as for
            `hustings.training.record`.
        path: the file, which must not exist.

    Raises:
        HustingsError: for arguments that do not fit, before anything is played; for an agent that fails; if
            the file cannot be written.
    """
    begin, writing, decisions, file = time.monotonic(), 0.0, 0, Path(path)
    match = RecordedMatch.of(
        game, agents, games, num_players=num_players, seed=seed, options=options, box=box, reward=reward,
        batch=batch, threads=threads, ray=ray,
    )  # fmt: skip
    check_file(file)
    given, names = match.template, match.names
    one = GameBatch(given.game, 1, given.num_players, box=given.box, reward=given.reward)
    with sole_writer(file), written_whole(file, new=True) as part:
        with part.open("w", encoding="utf-8", newline="\n") as out:
            print(_line({"type": "match", **match.facts}), file=out)
            for played in match.play(on_progress):
                since = time.monotonic()
                for ended in sorted(played, key=lambda ended: ended.place):
                    out.writelines(f"{_line(told)}\n" for told in _told(one, ended, names))
                    decisions += len(ended.actions)
                writing += time.monotonic() - since
        size = part.stat().st_size
    return RecordResult(file, len(match.deals), decisions, size, time.monotonic() - begin, writing)


def digest(games: GameBatch, row: int = 0) -> str:
    """A digest of a table: the first 16 hexadecimal digits of SHA-256 over its bytes."""
    return hashlib.sha256(games.save(np.array([row])).tobytes()).hexdigest()[:16]


def _line(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _told(games: GameBatch, played: PlayedGame, names: list[str]) -> Iterator[dict[str, Any]]:
    """The lines of a game, which is replayed in `games`, a batch of one."""
    games.reset(seeds=[played.deal])
    agents = [names[number] for number in played.seating]
    which = {"game": played.place, "seed": played.deal}
    for move, (action, spent) in enumerate(
        zip(played.actions.tolist(), played.milliseconds.tolist(), strict=True)
    ):
        seat, legal = int(games.seat[0]), np.flatnonzero(games.masks()[0]).tolist()
        words = {choice: games.describe(0, choice) for choice in legal}
        yield {
            "type": "decision",
            **which,
            "move": move,
            "seat": seat,
            "agent": agents[seat],
            "phase": games.game.phases(int(games.phase[0])).name,
            "state": digest(games),
            "legal": [{"action": choice, "words": words[choice]} for choice in legal],
            "action": action,
            "words": words[action],
            "milliseconds": None if np.isnan(spent) else round(spent, 6),
        }
        games.step([action])
    scores, payoffs = games.results()
    yield {
        "type": "result",
        **which,
        "moves": len(played.actions),
        "agents": agents,
        "scores": scores[0].tolist(),
        "ranks": _ranks(games),
        "payoffs": [round(paid, 6) for paid in payoffs[0].tolist()],
        "state": digest(games),
    }


def _ranks(games: GameBatch) -> list[float]:
    """Ranks by seat, from the payoffs of the reward "rank"."""
    kind, games.reward = games.reward, "rank"
    ranks = ranks_of(games.results()[1])[0].tolist()
    games.reward = kind
    return ranks
