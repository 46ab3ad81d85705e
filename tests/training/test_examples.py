"""The examples for other frameworks run, in small, where their framework is installed."""

import ast
import importlib.util
import os
import re
import shutil
import sys

import pytest

from hustings.envs import GAMES
from hustings.training import tournament

from ..model_server import Server, last_choice
from ..support import ROOT, run

EXAMPLES = sorted((ROOT / "training" / "examples").glob("*.py"))
IN_SMALL = {
    "agilerl_ppo": ("--steps", "4096", "--games", "40"),
    "own_ppo": ("--steps", "16384", "--games", "8", "--target-kl", "0"),  # one step of the optimizer
    "openspiel_ismcts": ("--game", "copycat", "--deals", "1", "--simulations", "2"),
    "rllib_self_play": ("--iterations", "1", "--batch", "400", "--games", "40"),
    "sb3_maskable_ppo": ("--steps", "2048", "--games", "8"),
    "tianshou_ppo": ("--steps", "2048", "--games", "40"),
    "torchrl_ppo": ("--steps", "2048", "--games", "40"),
    "verifiers_self_play": ("game=copycat", "opponents=self"),
}
# They do not go beside the rest: `make examples` gives each an environment of its own. Of Ray the core does,
# RLlib, which wants an older Gymnasium, does not; it brings a module called tree. verifiers wants an older
# openai.
APART = {"agilerl", "tree", "verifiers"}

# Each imports a large framework and does with `SeatEnv` what the one for Stable-Baselines3 does.
SLOW = {"tianshou_ppo", "torchrl_ppo"}


def frameworks(path):
    """What the example imports, by the first part of its names."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [node.names[0].name for node in nodes if isinstance(node, ast.Import)]
    needed = {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)
    return needed | ({"tree"} if any(name.startswith("ray.rllib") for name in names) else set())


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in SLOW)) for path in EXAMPLES
])  # fmt: skip
def test_an_example_runs(path, tmp_path):
    missing = {name for name in frameworks(path) if importlib.util.find_spec(name) is None}
    if missing & APART:
        pytest.skip(f"{', '.join(missing)}: not beside the rest, `make examples` runs it")
    if missing and os.environ.get("HUSTINGS_EXAMPLES") != "required":
        pytest.skip(f"{', '.join(missing)}: not installed")
    given = {**os.environ, "COLUMNS": "80", "OMP_NUM_THREADS": "1", "WANDB_MODE": "disabled"}
    with Server(last_choice) as server:
        model = ["--url", server.url] if "verifiers" in frameworks(path) else []
        command = [sys.executable, str(path), *model, *IN_SMALL[path.stem]]
        done = run(command, cwd=tmp_path, env=given, timeout=600)
    assert done.returncode == 0, done.stderr
    assert any(words in done.stdout for words in ("win share", "ISMCTS against random: ", "mean payoff"))


@pytest.fixture
def rollouts(tmp_path):
    """Plays games of Copycat with a model that thinks so: the lines printed, and what the model was asked."""
    if importlib.util.find_spec("verifiers") is None:
        pytest.skip("verifiers: not beside the rest, `make examples` runs it")

    def play(think, *settings, **given):
        with Server(think, **given) as server:
            example = ROOT / "training/examples/verifiers_self_play.py"
            command = [sys.executable, str(example), "--url", server.url, "game=copycat", *settings]
            return run(command, cwd=tmp_path, timeout=600), server.asked

    return play


def test_rollouts_in_one_seat_among_bots_ask_again_after_no_answer(rollouts):
    def think(messages):
        return "I cannot say." if len(messages) == 2 else last_choice(messages)

    done, asked = rollouts(think, "opponents=greedy", "first_seed=3")
    assert done.returncode == 0, done.stderr
    told, end = done.stdout.splitlines()
    assert re.fullmatch(r"copycat 3, seat 1: payoff ([+-].*), reward \1, \d+ conversations, 0.0% .*", told)
    assert end.startswith("qwen3: mean payoff ")
    conversations = int(re.search(r"(\d+) conversations", told)[1])
    assert len(asked) == 2 * conversations
    assert asked[1]["messages"][:2] == asked[0]["messages"]
    assert asked[1]["messages"][3]["content"].startswith("There is no such line. Choose from ")
    assert all("You are player_1." in each["messages"][1]["content"] for each in asked)


def test_rollouts_of_self_play_reward_every_seat_and_fine_actions_drawn(rollouts):
    done, asked = rollouts(lambda messages: "ACTION 999", "opponents=self", "retries=1", "penalty=0.5")
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()[:-1]
    seats, payoffs, rewards, numbers = zip(*(
        re.search(r"seat (\d): payoff (.*), reward (.*), (\d+) conversations, 100.0% ", line).groups()
        for line in told
    ))  # fmt: skip
    assert set(seats) == {"0", "1"}
    assert sum(map(float, payoffs)) == 0
    assert [float(reward) for reward in rewards] == [float(payoff) - 0.5 for payoff in payoffs]
    assert len(asked) == 2 * sum(map(int, numbers))


def test_rollouts_end_where_the_server_refuses(rollouts):
    done, _ = rollouts(last_choice, status=401, body='{"error": {"message": "no such key"}}')
    assert done.returncode == 1
    assert "no such key" in done.stderr.splitlines()[-1]


BOTS = {"bot.c": "cc", "bot.js": "node"}
"""Programs that play, and what each needs."""


@pytest.fixture(params=BOTS)
def program(request, tmp_path):
    """The command of a program, as an agent."""
    path, needed = ROOT / "training/examples" / request.param, BOTS[request.param]
    if shutil.which(needed) is None:
        if os.environ.get("HUSTINGS_EXAMPLES") == "required":
            pytest.fail(f"{needed}: not installed")
        pytest.skip(f"{needed}: not installed")
    if needed == "node":
        return f"exec:node {path}"
    run([needed, "-O2", "-Wall", "-Wextra", "-Werror", "-o", tmp_path / "bot", path], check=True)
    return f"exec:{tmp_path / 'bot'}"


@pytest.mark.parametrize("name", list(GAMES))
def test_a_program_is_legal_and_better_than_random(program, name):
    result = tournament(name, [program, "random", "random", "random"], 48, num_players=4)
    assert not result.forfeits.any(), result.reasons
    assert result.figure(program).win_share.low > 1 / 4
