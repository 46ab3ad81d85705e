"""AgileRL's PPO learns one seat with two networks: the better one stays, a mutant of it replaces the other.

    pip install torch==2.13.0 '.[cli]' 'agilerl>=2.58' peft
    python training/examples/agilerl_ppo.py --steps 32768

AgileRL needs an older PettingZoo than constraints.txt pins: `make examples` sets up a separate environment.
It finds the legal actions in Gymnasium's info, as `action_mask`.

What to expect: little from a short run. After 16,384 decisions, 28 seconds on one core, it wins 26.6 %
(22.1-30.9) of 400 games against three random players, where 25 % is fair (`--steps 16384 --games 400`).
"""

import argparse
from functools import partial

import torch
from agilerl.algorithms import PPO
from agilerl.hpo.mutation import Mutations
from agilerl.hpo.tournament import TournamentSelection
from agilerl.training.train_on_policy import train_on_policy
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from rich import print

from hustings.agents import make
from hustings.envs import GAMES, SeatEnv
from hustings.training import tournament

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="saludos_amigos", choices=GAMES)
parser.add_argument("--opponents", default="random", help="any agent: greedy, search, the folder of a policy")
parser.add_argument("--steps", type=int, default=32_768, help="decisions of the learner")
parser.add_argument("--games", type=int, default=1000, help="games of the tournament at the end")


class Learned:
    """The policy as an agent: whatever has a name and `act` plays in tournaments."""

    name = "learned"

    def __init__(self, ppo):
        self.ppo = ppo

    def act(self, games, rows):
        self.ppo.set_training_mode(False)
        return self.ppo.get_action(games.observe(rows=rows), action_mask=games.masks(rows=rows))[0]


def main(arguments):
    torch.set_num_threads(1)  # small networks learn faster so
    torch.manual_seed(1)
    game = GAMES[arguments.game]
    seats = [partial(SeatEnv, game, opponents=make(arguments.opponents, game, seed)) for seed in range(8)]
    # A finished game is dealt again in the same step, so that every observation has a legal action.
    envs = SyncVectorEnv(seats, autoreset_mode=AutoresetMode.SAME_STEP)
    spaces = envs.single_observation_space, envs.single_action_space
    settings = {"learn_step": 2048, "batch_size": 512, "lr": 1e-3, "gamma": 1.0}
    mutation = Mutations(
        no_mutation=0.4, architecture=0.2, new_layer_prob=0.2, parameters=0.2, activation=0, rl_hp=0.2,
        mutate_elite=False,
    )  # fmt: skip
    population, _ = train_on_policy(
        envs,
        arguments.game,
        "PPO",
        PPO.population(2, *spaces, num_envs=8, **settings),
        max_steps=arguments.steps,
        evo_steps=arguments.steps // 4,
        eval_steps=500,
        selection_strategy=TournamentSelection(tournament_size=2, elitism=True, population_size=2),
        mutation=mutation,
    )
    others = [arguments.opponents] * (min(game.player_counts) - 1)
    print(tournament(game, [Learned(population[0]), *others], arguments.games).table())


if __name__ == "__main__":
    main(parser.parse_args())
