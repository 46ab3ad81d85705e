"""OpenSpiel's information-set search plays one seat; agents of hustings play the others.

    pip install '.[openspiel]'
    python training/examples/openspiel_ismcts.py --deals 5 --simulations 20

`hustings.envs.openspiel` lists the games' parameters.

What to expect: being Python it is slow, and with few simulations it plays badly. With 10 it comes last in
all four games of Copycat against `greedy` (`--game copycat --opponents greedy --deals 2 --simulations 10`, 16
seconds on one core); the `search` of hustings does thousands of playouts a second.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import hustings.envs.openspiel
from hustings.agents import make
from hustings.envs import GAMES

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="saludos_amigos", choices=GAMES)
parser.add_argument("--opponents", default="random", help="any agent: greedy, search, the folder of a policy")
parser.add_argument("--simulations", type=int, default=20, help="playouts for each decision")
parser.add_argument("--deals", type=int, default=5, help="deals, each with the search in every seat once")


def main(arguments: argparse.Namespace) -> None:
    game = pyspiel.load_game(f"python_{arguments.game}")
    stream = np.random.RandomState(1)
    search = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(random_state=stream),
        uct_c=1.4,
        max_simulations=arguments.simulations,
        random_state=stream,
        allow_inconsistent_action_sets=True,  # which actions others have depends on what is hidden
    )
    other = hustings.envs.openspiel.AgentBot(make(arguments.opponents, GAMES[arguments.game]))
    returns = []
    for deal in range(arguments.deals):
        for seat in range(game.num_players()):
            state = game.new_initial_state()
            state.apply_action(deal)
            bots = [search if player == seat else other for player in range(game.num_players())]
            while not state.is_terminal():
                state.apply_action(bots[state.current_player()].step(state))
            returns.append(state.returns()[seat])
            print(f"deal {deal}, seat {seat}: {returns[-1]:+.2f}", flush=True)
    print(f"ISMCTS against {arguments.opponents}: {np.mean(returns):+.2f} (1 first, -1 last)")


if __name__ == "__main__":
    main(parser.parse_args())
