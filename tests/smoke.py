"""A quick run through everything with whatever versions are installed: `make lowest` runs it with the lowest.

Saludos Amigos! as a PettingZoo and as a Gymnasium environment, bots, the command line, a game in the
browser, a film, a recording, a short training.
"""

import subprocess
import sys

import gymnasium
import numpy as np
from starlette.testclient import TestClient

from hustings.agents import make
from hustings.agents.bots import RandomAgent
from hustings.envs import GAMES, SeatEnv, saludos_amigos_v0
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.match import Match
from hustings.training.browser.web import WebApp
from hustings.training.play import deal_game

GAME = GAMES["saludos_amigos"]
SETTINGS = ("num_games=16", "decisions=128", "minibatches=2", "layers=[16]", "evaluate_games=4")


def test_a_game_to_its_end_as_a_pettingzoo_environment():
    env = saludos_amigos_v0.env(seed=1)
    env.reset()
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert not env.agents


def test_a_game_to_its_end_as_a_gymnasium_environment():
    env = gymnasium.make("hustings/SaludosAmigos-v0", opponents=make("greedy", GAME))
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert isinstance(env.unwrapped, SeatEnv)


def test_a_batch_with_a_redeal():
    games = saludos_amigos_v0.batch(64, seed=1, threads=2)
    games.redeal(seed=2)
    games.step(make("greedy", GAME).act(games, np.arange(64)))
    assert games.observe().any()
    assert games.picture(0, seat=1).startswith("<svg")


def test_a_page_of_the_table_in_the_browser():
    names = ["human", "greedy", "greedy", "greedy"]
    app = WebApp(BotRunner(Match(deal_game(GAME, names, RandomAgent(GAME), seed=1), names)))
    with TestClient(app.starlette(), base_url="http://127.0.0.1") as client:
        place = f"/{app.links[0]}"
        assert "as player_0 sees it" in client.get(place).text
        assert client.post(f"{place}/move", data={"number": 0, "typed": "0"}).status_code == 200
        assert app.match.replay.moves[0][0] == 0


def test_the_commands(tmp_path):
    sets = [part for setting in SETTINGS for part in ("--set", setting)]
    for arguments in (
        ["games"],
        ["train", GAME.name, "--steps", "128", "--out", "run", *sets],
        ["train", GAME.name, "--steps", "256", "--out", "run", "--resume"],
        ["tournament", GAME.name, "--agents", "run/policy,greedy,random", "--games", "14", "--plot", "a.png"],
        ["play", GAME.name, "--seats", "greedy,greedy,random,random", "--replay", "game.json"],
        ["replay", "--verify", "game.json"],
        ["replay", "game.json", "--video", "game.gif", "--width", "120"],
        ["record", GAME.name, "--agents", "greedy,random", "--games", "4", "--out", "games.parquet"],
    ):
        command = [sys.executable, "-c", "from hustings.training import main; main()", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (arguments, done.stderr)
