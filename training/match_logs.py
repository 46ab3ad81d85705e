"""Matches as text for any program: a line of JSON for each decision, and one at each game's end."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.api.agent import ranks_of
from ..envs.core.api.batch import GameBatch
from .evaluation.shards import PlayedGame
from .recorded_match import MatchWriter, RecordedMatch, recorder


class _Writer(MatchWriter):
    def __init__(self, match: RecordedMatch, part: Path):
        super().__init__(match, part)
        self._out = part.open("w", encoding="utf-8", newline="\n")
        self._print({"type": "match", **match.facts})

    def add(self, ended: list[PlayedGame]) -> None:
        for played in sorted(ended, key=lambda played: played.place):
            for entry in self._entries(played):
                self._print(entry)
            self.decisions += len(played.actions)

    def close(self) -> None:
        self._out.close()

    def _print(self, entry: dict[str, Any]) -> None:
        print(json.dumps(entry, ensure_ascii=False, separators=(",", ":")), file=self._out)

    def _entries(self, played: PlayedGame) -> Iterator[dict[str, Any]]:
        """The lines of a game."""
        games, names = self._one, self._match.names
        agents = [names[number] for number in played.seating]
        which = {"game": played.place, "seed": played.deal}
        for move, action in self._replayed(played):
            seat, words, spent = int(games.seat[0]), self._words(), float(played.milliseconds[move])
            yield {
                "type": "decision",
                **which,
                "move": move,
                "seat": seat,
                "agent": agents[seat],
                "phase": games.game.phases(int(games.phase[0])).name,
                "state": digest(games),
                "legal": [{"action": choice, "words": words[choice]} for choice in words],
                "action": action,
                "words": words[action],
                "milliseconds": None if np.isnan(spent) else round(spent, 6),
            }
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


@recorder(_Writer)
def match_log() -> None:
    """Let agents play each other as in a `tournament`, and write their decisions as lines of JSON.

    Each line is an object; its "type" says which:

    - "match", the first line: the game and the agents.
    - "decision": "game", its number, and "seed", that of its deal; "move", from 0; "seat" and "agent", who
      decides; "phase"; "state", the digest of the table before (see `digest`); "legal", the legal actions,
      each with "action", its number, and "words"; "action" and "words", the choice; "milliseconds", the time
      of the call divided by its number of games, null in an agent's first call, which compiles.
    - "result", after a game's last decision: "game", "seed", "moves", "agents" by seat, and by seat "scores",
      "ranks" (1 is the best, ties are averaged) and "payoffs"; "state", the digest of the final table.

    Games come in the order of the schedule, whatever `batch` is. Memory is bounded by `batch`.
    """


def digest(games: GameBatch, row: int = 0) -> str:
    """A digest of a table: the first 16 hexadecimal digits of SHA-256 over its bytes."""
    return hashlib.sha256(games.save(np.array([row])).tobytes()).hexdigest()[:16]


def _ranks(games: GameBatch) -> list[float]:
    """Ranks by seat, from the payoffs of the reward "rank"."""
    kind, games.reward = games.reward, "rank"
    ranks = ranks_of(games.results()[1])[0].tolist()
    games.reward = kind
    return ranks
