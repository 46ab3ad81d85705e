"""RLlib's PPO (new API stack) learns all seats with one policy, by self-play; Ray Tune tries learning rates.

    pip install torch==2.13.0 '.[cli]' 'ray[rllib,tune]>=2.60'
    python training/examples/rllib_self_play.py --iterations 5
    python training/examples/rllib_self_play.py --iterations 5 --rates 1e-4 3e-4 1e-3

RLlib needs an older Gymnasium than constraints.txt pins: `make examples` sets up a separate environment.

What to expect: after one iteration, 4,000 decisions, it wins 42.5 % (36.2-48.8) of 80 games against three
random players, where 25 % is fair (`--iterations 1 --games 80`).
"""

import argparse
import tempfile
from pathlib import Path

import ray
import torch
from gymnasium.spaces import Dict
from pettingzoo.utils import BaseWrapper
from ray import tune
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModule, RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from rich import print

import hustings
from hustings.envs import GAMES
from hustings.training import tournament

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="saludos_amigos", choices=GAMES)
parser.add_argument("--iterations", type=int, default=5, help="iterations of training")
parser.add_argument("--batch", type=int, default=4000, help="decisions in each iteration")
parser.add_argument("--rates", type=float, nargs="+", default=[3e-4], help="learning rates to try")
parser.add_argument("--runners", type=int, default=0, help="processes that play; 0 for the learner's own")
parser.add_argument("--games", type=int, default=1000, help="games of the tournament at the end")


class Renamed(BaseWrapper):
    """The module that keeps to legal actions wants "observations" where PettingZoo says "observation"."""

    def observation_space(self, agent):
        space = self.env.observation_space(agent)
        return Dict({"action_mask": space["action_mask"], "observations": space["observation"]})

    def observe(self, agent):
        seen = self.env.observe(agent)
        return {"action_mask": seen["action_mask"], "observations": seen["observation"]}


class Learned:
    """A policy as an agent: whatever has a name and `act` plays in tournaments."""

    def __init__(self, name, folder):
        self.name, self.module = name, RLModule.from_checkpoint(folder)

    def act(self, games, rows):
        masks = torch.as_tensor(games.masks(rows=rows)).float()
        seen = {"action_mask": masks, "observations": torch.as_tensor(games.observe(rows=rows))}
        return self.module.forward_inference({"obs": seen})["action_dist_inputs"].argmax(dim=1).numpy()


def main(arguments):
    ray.init(num_cpus=2 + arguments.runners, include_dashboard=False, log_to_driver=False)
    tune.register_env("game", lambda _: PettingZooEnv(Renamed(hustings.make(arguments.game))))
    module = RLModuleSpec(ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64, 64]})
    rates = tune.grid_search(arguments.rates)
    config = (
        PPOConfig()
        .environment("game")
        .env_runners(num_env_runners=arguments.runners)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": module}))
        .training(lr=rates, gamma=1.0, train_batch_size_per_learner=arguments.batch)
    )
    ending = tune.CheckpointConfig(checkpoint_at_end=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = tune.RunConfig(
            stop={"training_iteration": arguments.iterations}, storage_path=folder, checkpoint_config=ending
        )
        results = tune.Tuner("PPO", param_space=config, run_config=settings).fit()
        inside = "learner_group/learner/rl_module/shared"
        learned = [Learned(f"lr {run.config['lr']}", Path(run.checkpoint.path) / inside) for run in results]
    seats = min(GAMES[arguments.game].player_counts)
    others = ["random"] * max(1, seats - len(learned))
    print(tournament(arguments.game, [*learned, *others], arguments.games, num_players=seats).table())


if __name__ == "__main__":
    main(parser.parse_args())
