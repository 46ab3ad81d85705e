"""Measures programs (`exec:COMMAND`): decisions per second of processor time, theirs and the suite's.

`python -m measurements.programs --out ../docs/measured/programs.toml`. The program is a few lines of Python
that take the first legal action, or with NumPy the first of each row. Counted is the processor time of both
processes, with the games' steps, so that other work on the machine changes little.
"""

import json
import os
import resource
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from hustings.agents.program import ProgramAgent
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.engine.game import Game

from .tables import PLAYERS, Row, depends_on, fill, parser

DECISIONS = 20_000
ROWS = 256
"""Games side by side, and rows of a batch."""
WANTS: dict[str, dict[str, Any]] = {
    "actions alone": {},
    "words": {"words": True},
    "view, base64": {"view": "base64"},
    "view, blocks": {"view": "blocks"},
    "batch": {"batch": ROWS},
    "batch, binary views": {"view": "binary", "batch": ROWS},
}
FIRST = """
import base64, json, sys
wants = json.loads(sys.argv[1])
if wants.get("view") == "binary":
    import numpy as np
def say(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()
say({"type": "ready", "hustings": 1, **wants})
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "hello":
        size = message["actions"]["size"]
    elif message["type"] == "act" and "bytes" in message:
        rows, data = len(message["games"]), sys.stdin.buffer.read(message["bytes"])
        legal = np.frombuffer(data, np.uint8, rows * size).reshape(rows, size)
        views = np.frombuffer(data, "<f4", offset=rows * size).reshape(rows, -1)
        say({"id": message["id"], "actions": legal.argmax(axis=1).tolist()})
    elif message["type"] == "act" and "rows" in message:
        say({"id": message["id"], "actions": [row["legal"][0] for row in message["rows"]]})
    elif message["type"] == "act":
        if wants.get("view") == "base64":
            base64.b64decode(message["view"])
        say({"id": message["id"], "action": message["legal"][0]})
"""


def rate(game: Game, players: int, wants: Mapping[str, Any], decisions: int) -> float:
    """Decisions per second of processor time, over about `decisions` decisions."""
    agent = ProgramAgent([sys.executable, "-c", FIRST, json.dumps(wants)], game)
    games, rows = GameBatch(game, ROWS, players, seed=1), np.arange(ROWS)
    _play(agent, games, rows)  # compiling and importing do not count
    done, begin = 0, _spent(agent)
    while done < decisions:
        done += _play(agent, games, rows)
    spent = _spent(agent) - begin
    agent.close()
    return done / spent


def _play(agent: ProgramAgent, games: GameBatch, rows: np.ndarray) -> int:
    games.reset(rows=rows[games.over])
    running = rows[~games.over]
    games.step(agent.act(games, running), rows=running)
    return len(running)


def _spent(agent: ProgramAgent) -> float:
    """Seconds of processor time so far, of this process and the program."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    pid = agent.pid
    theirs = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return used.ru_utime + used.ru_stime + sum(map(int, theirs)) / os.sysconf("SC_CLK_TCK")


def measured(game: Game, players: int, decisions: int) -> list[str]:
    """A row of the table."""
    cells = [f"{rate(game, players, wants, decisions) / 1000:.3g} k" for wants in WANTS.values()]
    return [f"{game.title}, {players}", *cells]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    options = parser(__doc__)
    options.add_argument("--decisions", type=int, default=DECISIONS, help="in each way of asking, about")
    asked = options.parse_args()
    wanted = [
        Row(
            depends_on(game, PLAYERS[game.name], "program", asked.decisions),
            partial(measured, game, PLAYERS[game.name], asked.decisions),
        )
        for game in (GAMES[name] for name in asked.only)
    ]
    columns = ["game, players", *WANTS]
    fill(asked.out, "Decisions of programs for a second of one core's time.", "programs", columns, wanted)


if __name__ == "__main__":
    main()
