"""Teach one policy what others know: at each table the one that plays best there (distillation).

    python training/policies/distil.py four.onnx --teachers any.onnx --players 6 --minutes 20 --out one.onnx

The policy may be one for a single number of players; what comes of it plays with any number. At tables
without a teacher, the policy as it was teaches, so that nothing is unlearnt there. A teacher plays against
copies of itself and the bots of the policy's own last league, and the policy learns its probabilities of all
actions, not its choices alone.
"""

import argparse
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

from hustings.agents import PolicyAgent, make
from hustings.agents.bots import names as bot_names
from hustings.agents.policy.agent import PolicyFacts
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.opponents import LEARNER
from hustings.envs.core.engine.game import Game
from hustings.envs.core.io.files import read_bytes, written_whole
from hustings.training.learning.critic_view import CriticView
from hustings.training.learning.export import to_onnx
from hustings.training.learning.imitation import (
    MAX_GRADIENT,
    PROBABILITIES,
    Imitation,
    OtherPlayers,
    lessons,
)
from hustings.training.learning.networks import Network, make_network
from hustings.training.learning.padding import ANY
from hustings.training.learning.process_state import own_streams, seed_globals
from hustings.training.learning.registry import make_reward
from hustings.training.learning.settings import RANDOM, settings_for
from hustings.training.learning.start import policy_weights
from hustings.training.learning.trainer import Trainer

MOST_BYTES = 2**28
GAMES_EACH = 128
"""Games in each wave of lessons."""
RATE = 1e-3
"""Adam's step size at the beginning; it falls to 0."""
TELL_SECONDS = 30.0


def distilled(
    policy: Path,
    teachers: Sequence[PolicyAgent],
    minutes: float,
    seed: int,
    *,
    players: Collection[int] = (),
    threads: int = 1,
) -> bytes:
    """The file of a policy for any number of players that has learnt from teachers.

    Args:
        policy: the file of the policy.
        teachers: of the tables that they play; the policy itself teaches at the others.
        players: with which numbers of players teachers teach; none for all that they play.
        minutes: how long to learn.
        seed: of all randomness.
        threads: for the network and the games.

    Raises:
        HustingsError: if a policy cannot be read or is of another game, or nobody teaches at a table named.
    """
    facts = PolicyAgent(read_bytes(policy, MOST_BYTES, remedy="give a policy")).facts
    game = GAMES[facts.game]
    if others := {teacher.facts.game for teacher in teachers} - {game.name}:
        raise HustingsError(f"teachers: {others.pop()} is another game than {game.name}, the policy's")
    settings = settings_for(
        game.name, start=str(policy), num_players=ANY, minutes=minutes, seed=seed, precision="auto"
    )
    with own_streams(threads):
        seed_globals(seed)
        batches = [_games(game, number, facts.about["settings"], threads) for number in game.player_counts]
        view = CriticView(batches[0], padded=True)
        network = make_network(settings, game, view)
        own = network.state_dict(keep_vars=True)
        network.load_weights(policy_weights(settings.start, game, ANY, own))
        about = {**facts.about, "settings": {**facts.about["settings"], "num_players": ANY}}
        before = PolicyAgent(to_onnx(network, PolicyFacts.of(game, None, **about)))
        taught = _teachers(game, teachers, players)
        pairs = [(games, taught.get(games.num_players, before)) for games in batches]
        about["distilled"] = {
            "minutes": minutes,
            "decisions": _learn(network, view, pairs, before, minutes, seed),
        }
        return to_onnx(network, PolicyFacts.of(game, None, **about))


def _games(game: Game, players: int, settings: Mapping[str, Any], threads: int) -> GameBatch:
    """Games for the lessons, as the policy's last run played them."""
    played = {
        "reward": make_reward(settings["reward"]),
        "box": settings["box"],
        "options": settings["options"],
    }
    return GameBatch(game, GAMES_EACH, players, threads=threads, **played)


def _teachers(
    game: Game, teachers: Sequence[PolicyAgent], players: Collection[int]
) -> dict[int, PolicyAgent]:
    """The first teacher that plays at each table, of those named or of all."""
    found = {
        number: teacher
        for number in map(game.check_players, players or game.player_counts)
        for teacher in reversed(teachers)
        if teacher.plays(number)
    }
    if missing := set(players) - found.keys():
        raise HustingsError(f"players: no teacher plays with {min(missing)}; leave that out")
    if not found:
        raise HustingsError("teachers: none; give policies that play the game")
    return found


def _learn(
    network: Network,
    view: CriticView,
    pairs: Sequence[tuple[GameBatch, PolicyAgent]],
    before: PolicyAgent,
    minutes: float,
    seed: int,
) -> int:
    """Learn for some minutes from games and their teachers; the number of decisions."""
    imitation = Imitation(Trainer(network, RATE, MAX_GRADIENT), value_weight=0.5)
    begin, stream, learnt, told = time.monotonic(), np.random.default_rng(seed), 0, 0.0
    for games, teacher in _by_turns(pairs, before):
        passed = time.monotonic() - begin
        if passed >= 60 * minutes:
            break
        imitation.trainer.set_rate(RATE * (1 - passed / 60 / minutes))
        others = _others(games, before, stream)
        taught = lessons(games, teacher, stream, targets=PROBABILITIES, critic_view=view, others=others)
        studied = imitation.study(taught)
        learnt += len(taught.actions)
        if passed - told >= TELL_SECONDS and teacher is not before:
            told = passed
            said = f"{100 * studied['right']:.1f} % as the teacher at {games.num_players} players"
            print(f"{passed / 60:.1f} minutes, {learnt:,} decisions: {said}", flush=True)
    return learnt


def _by_turns(
    pairs: Sequence[tuple[GameBatch, PolicyAgent]], before: PolicyAgent
) -> Iterator[tuple[GameBatch, PolicyAgent]]:
    """Games and their teacher, without end: by turns where there is something new, and where there is not."""
    new, known = ([pair for pair in pairs if (pair[1] is before) == old] for old in (False, True))
    for turn in cycle([cycle(part) for part in (new, known) if part]):
        yield next(turn)


def _others(games: GameBatch, policy: PolicyAgent, stream: np.random.Generator) -> OtherPlayers:
    """Bots of the policy's league, in none, some or all but one of a game's seats."""
    league = policy.facts.about["settings"]["opponents"]
    names = [name for name in bot_names(games.game) if name in league] or [RANDOM]
    agents = {
        number: make(name, games.game, int(stream.integers(2**63))) for number, name in enumerate(names)
    }
    seatings = stream.integers(len(names), size=(games.num_games, games.num_players))
    taught = stream.random(seatings.shape) < stream.choice([0.0, 0.5, 1.0], size=(games.num_games, 1))
    taught[np.arange(games.num_games), stream.integers(games.num_players, size=games.num_games)] = True
    return OtherPlayers(agents, np.where(taught, LEARNER, seatings))


def main() -> None:
    """Teach a policy, and write what comes of it."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("policy", type=Path)
    options.add_argument("--teachers", type=Path, nargs="+", required=True)
    options.add_argument(
        "--players", type=int, nargs="+", default=[], help="tables to teach at; all by default"
    )
    options.add_argument("--minutes", type=float, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    try:
        read = partial(read_bytes, most=MOST_BYTES, remedy="give a policy")
        teachers = [PolicyAgent(read(teacher)) for teacher in asked.teachers]
        policy = distilled(asked.policy, teachers, asked.minutes, asked.seed, players=asked.players)
        with written_whole(asked.out) as part:
            part.write_bytes(policy)
    except HustingsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
