"""Play the leaderboards that come with hustings, one for each game and number of players.

`python -m measurements.boards` plays all of them, `python -m measurements.boards liberte_4` one: first enough
games without searches to know each agent's share within 2 %, which takes some minutes, then games with
searches until `--minutes` are over. The games are stored in build/boards, from where an interrupted board
continues; the figures go to training/saved. On a cluster: `--ray auto`.
"""

import argparse
import json
import subprocess
import sys

from hustings.envs import GAMES
from hustings.training import load_leaderboard

from .tables import ROOT

GAMES_OF = {2: 15_000, 3: 9_000, 4: 6_500, 5: 4_500, 6: 3_200, 7: 2_500}
"""Games without searches, by the number of players."""
SEARCH_GAMES = 2_000
PLAYED, SAVED = ROOT / "build" / "boards", ROOT / "training" / "saved"
BOARDS = [f"{name}_{players}" for name, game in GAMES.items() for players in game.player_counts]


def words(board: str, minutes: float, seed: int, ray: str | None) -> list[str]:
    """The command that plays a leaderboard such as "liberte_4"."""
    game, _, players = board.rpartition("_")
    numbers = {"players": players, "games": GAMES_OF[int(players)], "search-games": SEARCH_GAMES}
    numbers |= {"seed": seed, "minutes": minutes, "out": PLAYED / f"{board}.json"}
    told = [f"--{name}={value}" for name, value in (numbers | ({"ray": ray} if ray else {})).items()]
    command = [sys.executable, "-c", "from hustings.training import main; main()"]
    return [*command, "leaderboard", game, *told, "--resume"]


def main() -> None:
    """Play the named boards one after another; stop at the first failure."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("boards", nargs="*", default=BOARDS, metavar="BOARD", help=", ".join(BOARDS))
    options.add_argument("--minutes", type=float, default=30, help="for each board")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--ray", help="the address of a cluster")
    asked = options.parse_args()
    PLAYED.mkdir(parents=True, exist_ok=True)
    for board in asked.boards:
        if board not in BOARDS:
            options.error(f"{board}: no such board; choose from {', '.join(BOARDS)}")
        command = words(board, asked.minutes, asked.seed, asked.ray)
        if code := subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
            sys.exit(code)
        figures = load_leaderboard(PLAYED / f"{board}.json").as_json()
        (SAVED / f"{board}.json").write_text(
            json.dumps(figures, indent=1, ensure_ascii=False) + "\n", "utf-8"
        )


if __name__ == "__main__":
    main()
