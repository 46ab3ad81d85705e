"""A language model as an agent: it reads the game in words and answers with the number of an action.

Any server that speaks the OpenAI protocol will do, also one of your own on this machine.
"""

import os
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
from .llm_messages import Answer, action_in, messages_of, refusal, rules_of, without_thoughts

__all__ = ["LlmAgent", "LlmSettings", "Usage", "action_in", "rules_of"]

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
    """The most tokens in an answer, those of a reasoning model's thoughts included."""
    temperature: float = 0.0
    """Of sampling; 0 for the likeliest answer. Not sent to a model that refuses to be told."""
    effort: str = ""
    """How much a reasoning model thinks: low, medium, high, or what else it knows; by default as it does."""
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
        cut: answers that ended because they had reached the most tokens.
        tokens_in, tokens_out: of questions and answers, as far as the server tells.
        dollars: their cost, by the prices in the settings.
        seconds: of waiting, summed over the calls.
    """

    decisions: int = 0
    calls: int = 0
    fallbacks: int = 0
    cut: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0
    seconds: float = 0.0

    def __str__(self) -> str:
        cost = f", ${self.dollars:,.4f}" if self.dollars else ""
        cut = f"{self.cut:,} cut off (raise tokens=), " if self.cut else ""
        each = self.seconds / max(1, self.decisions)
        return (
            f"{self.decisions:,} decisions, {self.calls:,} calls, {self.fallbacks:,} without a legal answer, "
            f"{cut}{self.tokens_in:,} + {self.tokens_out:,} tokens{cost}, {each:,.2f} s a decision"
        )


class LlmAgent:
    """Asks a language model for every decision, each in a conversation of its own.

    Args:
        game: what is played.
        seed: of the random actions that are played for want of a legal answer.
        settings: those of `LlmSettings`, by name; numbers may be text.

    Attributes:
        usage: a `Usage`, of all decisions so far.
        answers: an `Answer` for each decision of the last call of `act`, in its order.

    Raises:
        HustingsError: for unknown settings or wrong values; in `act`, for a server that cannot be reached,
            refuses, or does not speak the protocol.
    """

    listens = True  # games are to keep what happens from the deal on, for `GameBatch.tell`

    def __init__(self, game: Game, seed: int = 0, **settings: Any):
        self.settings = _settings(settings)
        self.name = f"llm:model={self.settings.model}"
        self.usage = Usage()
        self.answers: list[Answer] = []
        self._game = game
        self._stream = np.random.default_rng(seed)
        self._client = _client_of(self.settings)
        self._limits: dict[str, Any] = {
            "max_tokens": self.settings.tokens,
            "temperature": self.settings.temperature,
        }
        if self.settings.effort:
            self._limits["reasoning_effort"] = self.settings.effort

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
            decided = list(pool.map(self._decide, told, legal))
        actions = np.empty(len(rows), np.int64)
        for place, (action, answer, took) in enumerate(decided):
            if answer.fallback:
                took.fallbacks, action = 1, int(self._stream.choice(legal[place]))
            actions[place] = action
            for part in fields(Usage):
                setattr(self.usage, part.name, getattr(self.usage, part.name) + getattr(took, part.name))
        self.answers = [answer for _, answer, _ in decided]
        return actions

    def _decide(self, told: str, legal: list[int]) -> tuple[int, Answer, Usage]:
        """A legal action, what the model has answered, and what it took; -1 if it never names one."""
        took, rejected = Usage(decisions=1), list[str]()
        messages = messages_of(self._game, told)
        for left in range(self.settings.retries, -1, -1):
            text, reasoning = self._ask(messages, took)
            action = action_in(text)
            if action in legal:
                return action, Answer(text, reasoning, tuple(rejected)), took
            if left:
                rejected.append(text)
                messages += [
                    {"role": "assistant", "content": without_thoughts(text).strip() or "-"},
                    {"role": "user", "content": refusal(action, legal)},
                ]
        return -1, Answer(text, reasoning, tuple(rejected), fallback=True), took

    def _ask(self, messages: Sequence[Mapping[str, str]], took: Usage) -> tuple[str, str]:
        """The text of the model's answer, and what it thought before, as far as the server tells."""
        server, begin = self._client.base_url, time.monotonic()
        try:
            done = self._create(list(messages))
            choice = done.choices[0]
            answer, reasoning = choice.message.content, _reasoning(choice.message)
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
        took.cut += choice.finish_reason == "length"
        took.tokens_in += tokens[0]
        took.tokens_out += tokens[1]
        took.dollars += (tokens[0] * self.settings.price_in + tokens[1] * self.settings.price_out) / 1e6
        took.seconds += time.monotonic() - begin
        return answer or "", reasoning

    def _create(self, messages: Any) -> Any:
        """The server's response; what a reasoning model refuses to be told is put otherwise or left out."""
        while True:
            limits = dict(self._limits)
            try:
                return self._client.chat.completions.create(
                    model=self.settings.model, messages=messages, **limits
                )
            except openai.BadRequestError as error:
                if error.param == "max_tokens" and "max_tokens" in limits:
                    tokens = limits.pop("max_tokens")
                    self._limits = {**limits, "max_completion_tokens": tokens}
                elif error.param == "temperature" and "temperature" in limits:
                    limits.pop("temperature")
                    self._limits = limits
                else:
                    raise


def _client_of(settings: LlmSettings) -> openai.OpenAI:
    """What asks the server.

    Raises:
        HustingsError: for a key, a proxy or a certificate of the environment with which nothing can be asked.
    """
    for name in (_KEY, "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        value = os.environ.get(name, "")
        if not (value.isascii() and value.isprintable()):
            raise HustingsError(
                f"llm: {name} has characters that no key has, perhaps an end of a line; mend it"
            )
    try:
        return openai.OpenAI(
            base_url=settings.url or None,
            api_key=os.environ.get(_KEY) or "none",
            timeout=settings.timeout,
            max_retries=2,
        )
    except Exception as error:  # of many kinds, from libraries below; a URL in it may have a password
        why = " ".join(str(error).split()) if isinstance(error, OSError) else type(error).__name__
        raise HustingsError(
            f"llm: no server can be asked ({why:.100}); see url=, and HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, "
            "SSL_CERT_FILE and SSL_CERT_DIR in the environment"
        ) from None


def _reasoning(message: Any) -> str:
    """What a reasoning model thought, under either of the names that servers give it."""
    found = getattr(message, "reasoning_content", None) or getattr(message, "reasoning", None)
    return found if isinstance(found, str) else ""


def _again(game: Game, settings: dict[str, Any]) -> LlmAgent:
    return LlmAgent(game, **settings)


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
