"""Rates the rungs of a game's ladder: `python -m measurements.rungs copycat`.

Rungs one or two places apart play each other, each alone among copies of the other, every deal from every
seat. The ratings are the most probable ones, with bootstrap intervals over deals; `greedy` has 1,000. A new
policy or other rungs make a new set, with the next number. It takes one to four minutes a game. Games are
stored in build/rungs, so that the same command continues an interrupted measurement.
"""

import argparse
import itertools
import json
import sys
from pathlib import Path

import numpy as np

from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.envs.core.io.files import write_text
from hustings.training import tournament
from hustings.training.evaluation.ladder import Rung, Rungs, file_of
from hustings.training.evaluation.ladder.model import fit, spread
from hustings.training.evaluation.ladder.rungs import box_of, load_rungs, policy_hash
from hustings.training.evaluation.shards import is_search

from .tables import PLAYERS, ROOT

SEED, DEALS = 23, 12
KEPT = ROOT / "build" / "rungs"
RUNGS = {  # approximately by rating
    "copycat": (
        *("random", "greedy@TURN=random", "random@TURN=greedy", "greedy@TABLE=random", "greedy@BID=random"),
        *("greedy", "brisk", "search:iterations=16", "policy", "strong:iterations=32"),
    ),
    "die_macher": (
        *("random", "random@MEETINGS=greedy@MEDIA=greedy", "greedy@MEETINGS=random", "brisk", "greedy"),
        *("policy", "strong:iterations=32,rounds=1,temperature=1"),
    ),
    "liberte": (
        *("random", "random@PLACE=greedy@ACTION=greedy", "greedy@KEEP=random", "brisk", "greedy"),
        *("policy", "strong:iterations=32"),
    ),
    "saludos_amigos": (
        *("random", "random@RESPOND=greedy", "greedy@SPLIT=random", "greedy", "policy"),
        "strong:iterations=32,rounds=1,temperature=1",
    ),
}


def played(
    game: Game, players: int, alone: str, among: str, deals: int, seed: int
) -> tuple[np.ndarray, float]:
    """(D, P) the ranks of one agent alone among copies of another, by deal and seat, and its win share."""
    settings = game.name, game.revision, players, alone, among, deals, seed, policy_hash(game)
    key = ", ".join(map(str, settings))
    file = KEPT / f"{game.name}.json"
    kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
    if key not in kept:
        names = [alone, *[among] * (players - 1)]
        found = tournament(game, names, deals * players, num_players=players, seed=seed)
        ranks = found.ranks[found.seatings == 0].reshape(-1, players)
        kept[key] = [ranks.tolist(), found.figures[0].win_share.value]
        KEPT.mkdir(parents=True, exist_ok=True)
        write_text(file, json.dumps(kept), new=False)
    return np.array(kept[key][0]), kept[key][1]


def rated(game: Game, names: tuple[str, ...], deals: int, seed: int, number: int) -> Rungs:
    """The rungs of a game with their ratings."""
    players, pairs = PLAYERS[game.name], []
    near = [(a, b) for a, b in itertools.combinations(range(len(names)), 2) if b - a <= 2]
    for a, b in (pair for low, high in near for pair in ((low, high), (high, low))):
        few = deals // 2 if is_search(names[a]) or is_search(names[b]) else deals
        ranks, share = played(game, players, names[a], names[b], few, seed)
        pairs.append((a, b, ranks))
        told = names[a], names[b], ranks.size, round(share, 4), round(float(ranks.mean()), 3)
        print(*told, sep=" | ", file=sys.stderr, flush=True)
    fixed = names.index("greedy")
    (ratings, fields), (low, high) = fit(pairs, len(names), fixed), spread(pairs, len(names), fixed, seed)
    figures = np.round([ratings, low, high, fields], 1).T.tolist()
    rungs = [Rung(name, *row) for name, row in zip(names, figures, strict=True)]
    return Rungs(
        game=game,
        num_players=players,
        box=box_of(game, players),
        number=number,
        policy=policy_hash(game),
        revision=game.revision,
        command=f"python -m measurements.rungs {game.name} --deals {deals} --seed {seed} --number {number}",
        rungs=sorted(rungs, key=lambda rung: rung.rating),
    )


def next_number(game: Game) -> int:
    """The number of the set that comes with a game, if it has the same rungs and policy, or else the next."""
    file = file_of(game)
    if not file.exists():
        return 1
    saved = load_rungs(file, game)
    same = {rung.name for rung in saved.rungs} == {*RUNGS[game.name]}
    same = same and (saved.policy, saved.revision) == (policy_hash(game), game.revision)
    return saved.number + (not same)


def main() -> None:
    """Rate the rungs of the games named, and write their files."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("games", nargs="+", choices=list(GAMES))
    options.add_argument(
        "--deals", type=int, default=DEALS, help="of each pair, either way; with a search half as many"
    )
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--number", type=int, help="of the set; the next if left out and something is new")
    options.add_argument("--out", type=Path, help="the file; left out, the one that comes with hustings")
    asked = options.parse_args()
    for name in asked.games:
        number = next_number(GAMES[name]) if asked.number is None else asked.number
        found = rated(GAMES[name], RUNGS[name], asked.deals, asked.seed, number)
        found.save(asked.out or file_of(GAMES[name]))
        for rung in found.rungs:
            print(f"{rung.rating:7.0f} ({rung.low:.0f} to {rung.high:.0f})  {rung.name}", flush=True)


if __name__ == "__main__":
    main()
