"""TorchRL's PPO learns one seat; random players, or bots, play the others.

    pip install -c constraints.txt '.[train]' 'torchrl>=0.14'
    python training/examples/torchrl_ppo.py --steps 32768

The legal actions come with Gymnasium's info; a reader puts them beside the observation, and MaskedCategorical
samples from them.

What to expect: after 32,768 decisions, 20 seconds on one core, it wins 94.6 % (92.9-96.0) of 1,000 games
against three random players, where 25 % is fair.
"""

import argparse

import torch
from rich import print
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.data import Bounded
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.envs.libs.gym import default_info_dict_reader
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from hustings.envs import GAMES, SeatVectorEnv
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

    def __init__(self, net):
        self.net = net

    def act(self, games, rows):
        with torch.no_grad():
            logits = self.net(torch.as_tensor(games.observe(rows=rows)))
        return logits.masked_fill(~torch.as_tensor(games.masks(rows=rows)), -1e9).argmax(dim=1).numpy()


def learn(arguments):
    torch.set_num_threads(1)  # small networks learn faster so
    torch.manual_seed(arguments.seed)
    game = GAMES[arguments.game]
    seats = SeatVectorEnv(game, 8, opponents=arguments.opponents, autoreset_mode="SameStep")
    envs = GymWrapper(seats, categorical_action_encoding=True)
    mask = Bounded(0, 1, (8, game.actions.size), dtype=torch.int8)
    envs.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=[mask]))
    envs = TransformedEnv(envs, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
    envs.set_seed(arguments.seed)
    size = game.observation(min(game.player_counts)).size
    net, values = MLP(size, game.actions.size, num_cells=[64, 64]), MLP(size, 1, num_cells=[64, 64])
    actor = ProbabilisticActor(
        TensorDictModule(net, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(values, in_keys=["observation"])
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    for data in Collector(envs, actor, frames_per_batch=2048, total_frames=arguments.steps):
        for _ in range(10):
            advantages(data)
            flat = data.reshape(-1)
            for part in flat[torch.randperm(len(flat))].split(512):
                losses = loss(part)
                optimizer.zero_grad()
                sum(value for name, value in losses.items() if name.startswith("loss_")).backward()
                torch.nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    return Learned(net)


def main(arguments):
    game = GAMES[arguments.game]
    others = [arguments.opponents] * (min(game.player_counts) - 1)
    print(tournament(game, [learn(arguments), *others], arguments.games).table())


if __name__ == "__main__":
    main(parser.parse_args())
