"""sb3-contrib's MaskablePPO learns one seat; random players, or bots, play the others.

    pip install -c constraints.txt '.[train]'
    python training/examples/sb3_maskable_ppo.py --steps 32768

What to expect: after 32,768 decisions, 23 seconds on one core, it wins 93.2 % (91.8-94.7) of 1,000 games
against three random players, where 25 % is fair. Against bots it needs far more: use `hustings train`.
"""

import argparse

import torch
from rich import print
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from hustings.agents import make
from hustings.envs import GAMES, SeatEnv
from hustings.training import tournament

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="saludos_amigos", choices=GAMES)
parser.add_argument("--opponents", default="random", help="any agent: greedy, search, the folder of a policy")
parser.add_argument("--steps", type=int, default=32_768, help="decisions of the learner")
parser.add_argument("--games", type=int, default=1000, help="games of the tournament at the end")
parser.add_argument("--seed", type=int, default=1)


class Learned:
    """The policy as an agent: whatever has a name and `act` plays in tournaments."""

    name = "learned"

    def __init__(self, model):
        self.model = model

    def act(self, games, rows):
        masks = games.masks(rows=rows)
        return self.model.predict(games.observe(rows=rows), action_masks=masks, deterministic=True)[0]


def learn(arguments):
    torch.set_num_threads(1)  # small networks learn faster so
    game = GAMES[arguments.game]
    opponents = make(arguments.opponents, game, arguments.seed)
    # The seat is drawn anew each game. MaskablePPO gets the legal actions from `SeatEnv.action_masks()`.
    envs = make_vec_env(lambda: SeatEnv(game, opponents=opponents), n_envs=8, seed=arguments.seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=256,
        batch_size=512,
        learning_rate=1e-3,
        gamma=1.0,  # the game pays once, at the end
        ent_coef=0.01,
        seed=arguments.seed,
        device="cpu",
    )
    model.learn(arguments.steps)
    return Learned(model)


def main(arguments):
    game = GAMES[arguments.game]
    others = [arguments.opponents] * (min(game.player_counts) - 1)
    print(tournament(game, [learn(arguments), *others], arguments.games).table())


if __name__ == "__main__":
    main(parser.parse_args())
