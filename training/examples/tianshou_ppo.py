"""Tianshou's PPO learns one seat; random players, or bots, play the others.

    pip install -c constraints.txt '.[train]' 'tianshou>=2'
    python training/examples/tianshou_ppo.py --steps 32768

Tianshou looks for the legal actions beside the observation, where `Masked` puts them. Its DQN masks by
itself; for its PPO, the network below does.

What to expect: after 32,768 decisions, 34 seconds on one core, it wins 96.7 % (95.5-97.9) of 1,000 games
against three random players, where 25 % is fair.
"""

import argparse

import gymnasium
import torch
from rich import print
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import Net

from hustings.agents import make
from hustings.envs import GAMES, SeatEnv
from hustings.training import tournament

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="saludos_amigos", choices=GAMES)
parser.add_argument("--opponents", default="random", help="any agent: greedy, search, the folder of a policy")
parser.add_argument("--steps", type=int, default=32_768, help="decisions of the learner")
parser.add_argument("--games", type=int, default=1000, help="games of the tournament at the end")
parser.add_argument("--seed", type=int, default=1)


class Masked(gymnasium.ObservationWrapper):
    def observation(self, observation):
        return {"obs": observation, "mask": self.get_wrapper_attr("action_masks")()}


class Actor(Net):
    def forward(self, batch, state=None, info=None):
        logits, _ = super().forward(batch.obs)
        return logits.masked_fill(~torch.as_tensor(batch.mask).bool(), -1e9), state


class Critic(Net):
    def forward(self, batch, **_):
        return super().forward(batch.obs)[0]


class Learned:
    """The policy as an agent: whatever has a name and `act` plays in tournaments."""

    name = "learned"

    def __init__(self, actor):
        self.actor = actor

    def act(self, games, rows):
        with torch.no_grad():
            logits, _ = self.actor(Batch(obs=games.observe(rows=rows), mask=games.masks(rows=rows)))
        return logits.argmax(dim=1).numpy()


def learn(arguments):
    torch.set_num_threads(1)  # small networks learn faster so
    torch.manual_seed(arguments.seed)
    game = GAMES[arguments.game]
    seats = [SeatEnv(game, opponents=make(arguments.opponents, game, seed)) for seed in range(8)]
    envs = DummyVectorEnv([lambda seat=seat: Masked(seat) for seat in seats])
    envs.seed(arguments.seed)
    seen, actions = seats[0].observation_space.shape, seats[0].action_space
    actor = Actor(state_shape=seen, action_shape=game.actions.size, hidden_sizes=[64, 64])
    critic = Critic(state_shape=seen, action_shape=1, hidden_sizes=[64, 64])
    policy = DiscreteActorPolicy(actor=actor, action_space=actions)
    ppo = PPO(policy=policy, critic=critic, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0)
    collector = Collector(ppo, envs, VectorReplayBuffer(2048, len(envs)))
    numbers = {"epoch_num_steps": arguments.steps, "collection_step_num_env_steps": 2048, "batch_size": 512}
    repeated = {"max_epochs": 1, "update_step_num_repetitions": 10}
    ppo.run_training(OnPolicyTrainerParams(training_collector=collector, **numbers, **repeated))
    return Learned(actor)


def main(arguments):
    game = GAMES[arguments.game]
    others = [arguments.opponents] * (min(game.player_counts) - 1)
    print(tournament(game, [learn(arguments), *others], arguments.games).table())


if __name__ == "__main__":
    main(parser.parse_args())
