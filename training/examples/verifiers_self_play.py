"""An environment of verifiers: a language model learns in one seat among bots, or in all seats.

    pip install '.[jit]' 'verifiers>=0.4'
    python training/examples/verifiers_self_play.py --model qwen3 --deals 4 opponents=self

This plays without learning, at any server of the OpenAI protocol (--url). A trainer of such environments, as
prime-rl is, takes the file by its name (taskset.id = "verifiers_self_play", this folder on PYTHONPATH).

What to expect: each seat that the model plays is a trace with its own reward, the payoff, from 1 for the
first to -1 for the last. Each decision is a conversation of its own, a branch of that trace, so that no
context grows with the game. Self-play in Copycat asks some 200 times a game.
"""

import argparse
import asyncio
import itertools
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import numpy as np
import openai
import verifiers.v1 as vf

from hustings.agents import make
from hustings.agents.llm_messages import action_in, messages_of, refusal
from hustings.envs import GAMES, GameBatch

__all__ = ["Afresh", "Deals", "Table"]
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--url", default="http://127.0.0.1:8000/v1", help="the server; its key is OPENAI_API_KEY")
parser.add_argument("--model", default="qwen3", help="the model's name there")
parser.add_argument("--deals", type=int, default=1, help="games to play, each from a deal of its own")
parser.add_argument("settings", nargs="*", metavar="NAME=VALUE", help="those of DealsConfig")


class Deal(vf.TaskData):
    seed: int


class DealsConfig(vf.TasksetConfig):
    game: str = "saludos_amigos"
    players: int | None = None
    opponents: str = "greedy"  # any agent; self: the model plays all seats
    retries: int = 2  # how often an answer without a legal action is asked again, before one is drawn
    penalty: float = 1.0  # for all decisions drawn; for some, their share of it
    first_seed: int = 0


class Deals(vf.Taskset[vf.Task[Deal], DealsConfig]):
    INFINITE = True

    def load(self):
        for seed in itertools.count(self.config.first_seed):
            yield vf.Task[Deal](Deal(name=f"{self.config.game} {seed}", seed=seed), self.config.task)


class Afresh(vf.Harness[vf.HarnessConfig]):
    """Sends the messages of a turn alone, without those of turns before."""

    EXECUTES_CODE = NEEDS_CONTAINER = False
    SUPPORTS_RESUME = True

    async def launch(self, *_):
        raise NotImplementedError("the table speaks first")

    async def resume(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data, messages, *_):
        said: Any = [{"role": message.role, "content": message.content} for message in messages]
        async with openai.AsyncOpenAI(base_url=endpoint, api_key=secret) as client:
            await client.chat.completions.create(model=ctx.model, messages=said)
        return vf.ProgramResult(0, "", "")


class TableConfig(vf.EnvConfig):
    player: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})


class Table(vf.Env[TableConfig]):
    async def run(self, task, agents):
        given, seed = self.taskset.config, task.data.seed
        games, rng = GameBatch(GAMES[given.game], 1, given.players), np.random.default_rng(seed)
        games.listen()
        games.reset(seeds=[seed])
        everywhere = given.opponents == "self"
        bot = make("random" if everywhere else given.opponents, games.game, seed)
        seats = range(games.num_players) if everywhere else [seed % games.num_players]
        decisions, drawn = Counter[int](), Counter[int]()
        async with AsyncExitStack() as stack:
            sits = {seat: await stack.enter_async_context(agents.player.interaction(task)) for seat in seats}
            while not games.over[0]:
                seat = int(games.seat[0])
                decisions[seat] += 1
                if seat in sits:
                    action = await self.ask(sits[seat], games)
                else:
                    action = bot.act(games, np.array([0]))[0]
                if action is None:
                    drawn[seat] += 1
                    action = rng.choice(np.flatnonzero(games.legal[0]))
                games.step([action])
        for seat, interaction in sits.items():
            trace, share = interaction.trace, drawn[seat] / max(1, decisions[seat])
            trace.info["seat"] = seat
            trace.record_metric("drawn", share)
            trace.record_reward("payoff", games.payoff[0, seat])
            trace.record_reward("penalty", -share, given.penalty)

    async def ask(self, interaction, games):
        legal, messages = np.flatnonzero(games.legal[0]).tolist(), messages_of(games.game, games.tell(0))
        for _ in range(self.taskset.config.retries + 1):
            segment = await interaction.turn(messages)
            if segment.terminated:
                error = interaction.trace.last_error
                raise RuntimeError(error.message if error else interaction.trace.stop_condition)
            if (action := action_in(segment.last_reply)) in legal:
                return action
            messages = [*messages, {"role": "assistant", "content": segment.last_reply or "-"},
                        {"role": "user", "content": refusal(action, legal)}]  # fmt: skip
        return None


async def main(arguments):
    given = {"id": Path(__file__).stem, **dict(setting.split("=", 1) for setting in arguments.settings)}
    server = vf.EvalClientConfig(base_url=arguments.url, api_key_var="OPENAI_API_KEY")
    context = vf.ModelContext(model=arguments.model, client=server)
    env, payoffs = vf.load_environment(vf.resolve_env_config({"taskset": given})), []
    async with env.serving():
        for task in itertools.islice(env.taskset, arguments.deals):
            episode = await env.run_episode(task, context)
            if not episode.ok:
                raise SystemExit(f"{task.data.name}: {episode.errors[0].message}")
            for trace in episode.traces:
                payoffs.append(trace.rewards["payoff"].score)
                print(f"{task.data.name}, seat {trace.info['seat']}: payoff {payoffs[-1]:+.2f}, reward "
                      f"{trace.reward:+.2f}, {trace.num_branches} conversations, "
                      f"{trace.metrics['drawn']:.1%} of the actions drawn", flush=True)  # fmt: skip
    print(f"{arguments.model}: mean payoff {np.mean(payoffs):+.2f} (1 first, -1 last)")


if __name__ == "__main__":
    asyncio.run(main(parser.parse_args()))
