"""A language model as an agent: it reads the game in words and answers with the number of an action.

Any server that speaks the OpenAI protocol will do, also one of your own on this machine.
"""

import importlib
import os
import re
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
import openai

from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError

_LEFT_OUT = ("Options", "Example", "Version history")  # sections of a game's page that a player need not know
_ASKED = "Think briefly. Then end with the number of one legal action on a line of its own, as in:\nACTION 12"
_KEY = "OPENAI_API_KEY"


@dataclass(frozen=True)
class LlmSettings:
    """Settings of `LlmAgent`. If the server wants a key, OPENAI_API_KEY in the environment has it."""

    model: str = ""
    """The model's name on the server; required."""
    url: str = ""
    """The server, as in http://127.0.0.1:8000/v1; by default OPENAI_BASE_URL, or else OpenAI's own."""
    retries: int = 2
    """How often to ask again after an answer without a legal action, before a random one is played."""
    tokens: int = 1024
    """The most tokens in an answer."""
    temperature: float = 0.0
    """Of sampling; 0 for the likeliest answer."""
    timeout: float = 120.0
    """The most seconds for an answer."""
    parallel: int = 8
    """The most questions at the same time."""
    price_in: float = 0.0
    """Dollars for a million tokens of questions,"""
    price_out: float = 0.0
    """and of answers, for the costs in the table of a tournament."""


@dataclass
class Usage:
    """What an agent's decisions took.

    Attributes:
        decisions: the number made.
        calls: questions that were answered, repeated ones included.
        fallbacks: decisions played at random, for want of a legal answer.
        tokens_in, tokens_out: of questions and answers, as far as the server tells.
        dollars: their cost, by the prices in the settings.
        seconds: of waiting, summed over the calls.
    """

    decisions: int = 0
    calls: int = 0
    fallbacks: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0
    seconds: float = 0.0

    def __str__(self) -> str:
        cost = f", ${self.dollars:,.4f}" if self.dollars else ""
        each = self.seconds / max(1, self.decisions)
        return (
            f"{self.decisions:,} decisions, {self.calls:,} calls, {self.fallbacks:,} without a legal answer, "
            f"{self.tokens_in:,} + {self.tokens_out:,} tokens{cost}, {each:,.2f} s a decision"
        )


class LlmAgent:
    """Asks a language model for every decision, each in a conversation of its own.

    Args:
        game: what is played.
        seed: of the random actions that are played for want of a legal answer.
        settings: those of `LlmSettings`, by name; numbers may be text.

    Attributes:
        usage: a `Usage`, of all decisions so far.

    Raises:
        HustingsError: for unknown settings or wrong values; in `act`, for a server that cannot be reached,
            refuses, or does not speak the protocol.
    """

    def __init__(self, game: Game, seed: int = 0, **settings: Any):
        self.settings = _settings(settings)
        self.name = f"llm:model={self.settings.model}"
        self.usage = Usage()
        self._game = game
        self._stream = np.random.default_rng(seed)
        self._client = openai.OpenAI(
            base_url=self.settings.url or None,
            api_key=os.environ.get(_KEY) or "none",
            timeout=self.settings.timeout,
            max_retries=2,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._game, asdict(self.settings))

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) int64, a legal action in each of the games `rows`; several are asked about at once.

        Raises:
            HustingsError: for a server that cannot be reached, refuses, or does not speak the protocol.
        """
        rows = games.running(rows)
        told = [games.tell(row) for row in rows.tolist()]
        legal = [np.flatnonzero(mask).tolist() for mask in games.masks(rows=rows)]
        with ThreadPoolExecutor(self.settings.parallel) as pool:
            answers = list(pool.map(self._decide, told, legal))
        actions = np.empty(len(rows), np.int64)
        for place, (action, took) in enumerate(answers):
            if action is None:
                took.fallbacks, action = 1, int(self._stream.choice(legal[place]))
            actions[place] = action
            for part in fields(Usage):
                setattr(self.usage, part.name, getattr(self.usage, part.name) + getattr(took, part.name))
        return actions

    def _decide(self, told: str, legal: list[int]) -> tuple[int | None, Usage]:
        """A legal action, or None if the model never names one; and what it took."""
        took = Usage(decisions=1)
        messages = [
            {"role": "system", "content": rules_of(self._game)},
            {"role": "user", "content": f"{told}\n\n{_ASKED}"},
        ]
        for _ in range(self.settings.retries + 1):
            answer = self._ask(messages, took)
            action = action_in(answer)
            if action in legal:
                return action, took
            said = "There is no such line" if action is None else f"{action} is not legal"
            choices = ", ".join(map(str, legal))
            messages += [
                {"role": "assistant", "content": answer or "-"},
                {"role": "user", "content": f"{said}. Choose from {choices}. {_ASKED}"},
            ]
        return None, took

    def _ask(self, messages: Sequence[Mapping[str, str]], took: Usage) -> str:
        """The text of the model's answer."""
        server, begin = self._client.base_url, time.monotonic()
        try:
            done: Any = self._client.chat.completions.create(
                model=self.settings.model,
                messages=list(messages),  # type: ignore[arg-type]
                max_tokens=self.settings.tokens,
                temperature=self.settings.temperature,
            )
            answer = done.choices[0].message.content
            tokens = (done.usage.prompt_tokens, done.usage.completion_tokens) if done.usage else (0, 0)
            if not isinstance(answer, str | None):
                raise TypeError(answer)
        except openai.APITimeoutError:
            raise HustingsError(f"llm: {server} gave no answer in time; raise timeout=") from None
        except openai.APIConnectionError:
            raise HustingsError(f"llm: no server at {server}; start it, or say where it is: url=") from None
        except openai.APIStatusError as error:
            words = " ".join(str(error.message).split())
            raise HustingsError(f"llm: {server} refuses: {words:.200}") from None
        except (openai.OpenAIError, AttributeError, TypeError, IndexError, ValueError):
            raise HustingsError(f"llm: {server} does not speak the OpenAI protocol; see url=") from None
        took.calls += 1
        took.tokens_in += tokens[0]
        took.tokens_out += tokens[1]
        took.dollars += (tokens[0] * self.settings.price_in + tokens[1] * self.settings.price_out) / 1e6
        took.seconds += time.monotonic() - begin
        return answer or ""


def _again(game: Game, settings: dict[str, Any]) -> LlmAgent:
    return LlmAgent(game, **settings)


def rules_of(game: Game) -> str:
    """The rules as a player needs them, from the game's page."""
    try:
        page = importlib.import_module(game.page).__doc__ or ""
    except (ModuleNotFoundError, TypeError):  # a game without a page
        page = ""
    first, *sections = page.split("\n## ")
    told = [first.partition("\n|")[0], *(part for part in sections if not part.startswith(_LEFT_OUT))]
    return f"You play {game.title} to win. You are asked for one decision at a time.\n\n" + "\n\n".join(
        part.strip() for part in told
    )


def action_in(answer: str) -> int | None:
    r"""The action that an answer names: the last ACTION with a number, or else the last number.

    >>> action_in("3 or 5? ACTION 3 is weak.\n**Action: 5**"), action_in("17"), action_in("I pass.")
    (5, 17, None)
    """
    found = re.findall(r"\baction\W{0,5}(\d+)", answer, re.IGNORECASE) or re.findall(r"\d+", answer)
    return int(found[-1]) if found and len(found[-1]) < 10 else None


def _settings(given: Mapping[str, Any]) -> LlmSettings:
    known = {part.name: part.type for part in fields(LlmSettings)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise HustingsError(f"llm: no setting {name!r}; choose from {', '.join(known)}")
        kind: Any = known[name]
        try:
            values[name] = kind(value)
        except (TypeError, ValueError):
            raise HustingsError(f"llm: {name}={value}: needs a number") from None
        least = 1 if name in ("tokens", "parallel") else 0
        if kind is not str and not least <= values[name] < 10**6:
            raise HustingsError(f"llm: {name}={value}: needs a number of at least {least}")
    if not values.get("model"):
        raise HustingsError(
            "llm: which model? write llm:model=NAME, and url=http://HOST:PORT/v1 for your own server"
        )
    return LlmSettings(**values)
