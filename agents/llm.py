"""A language model as an agent: it reads the game in words and answers with the number of an action.

Any server that speaks the OpenAI protocol will do, also one of your own on this machine.
"""

import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError, NoAnswer
from .llm_messages import Answer, action_in, messages_of, refusal, rules_of, without_thoughts
from .llm_server import LlmServer

__all__ = ["LlmAgent", "LlmSettings", "Usage", "action_in", "rules_of"]


@dataclass(frozen=True)
class LlmSettings:
    """Settings of `LlmAgent`. If the server wants a key, OPENAI_API_KEY in the environment has it."""

    model: str = ""
    """The model's name on the server; required."""
    url: str = ""
    """The server, as in http://127.0.0.1:8000/v1; by default OPENAI_BASE_URL, or else OpenAI's own. It stands
    in results, so one with a password in it is refused."""
    retries: int = 2
    """How often to ask again after an answer without a legal action, before a random one is played."""
    tokens: int = 1024
    """The most tokens in an answer, those of a reasoning model's thoughts included."""
    temperature: float = 0.0
    """Of sampling; 0 for the likeliest answer. Not sent to a model that refuses to be told."""
    effort: str = ""
    """How much a reasoning model thinks: low, medium, high, or what else it knows; by default as it does."""
    timeout: float = 120.0
    """The most seconds for an answer, to its last byte; a busy server is asked up to three times in them."""
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


class _Decided(NamedTuple):
    """What has come of one question.

    Attributes:
        place: of the decision among those of a call.
        action: a legal one; -1 if the model never names one.
        answer: what it has answered.
        took: what that took.
        error: what went wrong instead.
    """

    place: int
    action: int
    answer: Answer
    took: Usage
    error: BaseException | None = None


class LlmAgent:
    """Asks a language model for every decision, each in a conversation of its own.

    A copy, also one from a pickle, goes on by itself: with the same random actions, and its own account.

    Args:
        game: what is played.
        seed: of the random actions that are played for want of a legal answer.
        settings: those of `LlmSettings`, by name; numbers may be text.

    Attributes:
        usage: a `Usage`, of all decisions so far.
        answers: an `Answer` for each decision of the last call of `act`, in its order.

    Raises:
        HustingsError: for unknown settings or wrong values.
    """

    listens = True  # games are to keep what happens from the deal on, for `GameBatch.tell`

    def __init__(self, game: Game, seed: int = 0, **settings: Any):
        self.settings = _settings(settings)
        self.name = f"llm:model={self.settings.model}"
        self.usage = Usage()
        self.answers: list[Answer] = []
        self._game = game
        self._stream = np.random.default_rng(seed)
        limits: dict[str, Any] = {
            "max_tokens": self.settings.tokens,
            "temperature": self.settings.temperature,
        }
        if self.settings.effort:
            limits["reasoning_effort"] = self.settings.effort
        self._server = LlmServer(self.settings.model, self.settings.url, self.settings.timeout, limits)

    def __getstate__(self) -> dict[str, Any]:
        own = {"usage": replace(self.usage), "answers": [*self.answers], "_stream": deepcopy(self._stream)}
        return {**self.__dict__, **own}

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) int64, a legal action in each of the games `rows`; several are asked about at once.

        Raises:
            NoAnswer: for a server that cannot be reached, refuses, takes too long, or does not speak the
                protocol; with the actions of questions that it has answered.
        """
        rows = games.running(rows)
        told = [games.tell(row) for row in rows.tolist()]
        legal = [np.flatnonzero(mask).tolist() for mask in games.masks(rows=rows)]
        decided = self._decide_all(told, legal)
        actions = np.empty(len(rows), np.int64)
        for place, one in enumerate(decided):
            fallback = one.answer.fallback
            actions[place] = self._stream.choice(legal[place]) if fallback else one.action
        self.answers = [one.answer for one in decided]
        failed = next((one.error for one in decided if one.error is not None), None)
        if failed is not None:
            raise NoAnswer(str(failed), actions.tolist()) from failed
        return actions

    def _decide_all(self, told: list[str], legal: list[list[int]]) -> list[_Decided]:
        """What has come of each question, some asked at once.

        The threads that ask are waited for by nobody: Ctrl-C ends the wait at once. Where the first ones have
        no answer, as many as are asked at once, the others are not asked.
        """
        done: SimpleQueue[_Decided] = SimpleQueue()
        places, stop = deque(range(len(told))), threading.Event()

        def work() -> None:
            while places and not stop.is_set():
                try:
                    place = places.popleft()
                except IndexError:  # another thread was quicker
                    return
                done.put(self._decide(place, told[place], legal[place], stop))

        for _ in range(min(self.settings.parallel, len(told))):
            threading.Thread(target=work, daemon=True).start()
        decided: dict[int, _Decided] = {}
        error: NoAnswer | None = None
        try:
            while len(decided) < len(told):
                one = done.get()
                self._add(one.took)
                decided[one.place] = one
                if isinstance(one.error, NoAnswer):
                    error = error or one.error
                elif one.error is not None:
                    raise one.error
                if len(decided) >= self.settings.parallel and all(o.error for o in decided.values()):
                    break
        finally:
            stop.set()
        unasked = Answer(""), Usage(), error
        return [decided.get(place, _Decided(place, -1, *unasked)) for place in range(len(told))]

    def _add(self, took: Usage) -> None:
        for part in fields(Usage):
            setattr(self.usage, part.name, getattr(self.usage, part.name) + getattr(took, part.name))

    def _decide(self, place: int, told: str, legal: list[int], stop: threading.Event) -> _Decided:
        """Ask, and ask again after an answer that names no legal action."""
        took, rejected, text, reasoning = Usage(), list[str](), "", ""
        try:
            messages = messages_of(self._game, told)
            for left in range(self.settings.retries, -1, -1):
                if stop.is_set():  # nobody waits any more
                    break
                text, reasoning = self._ask(messages, took, stop)
                action = action_in(text)
                if action in legal:
                    took.decisions = 1
                    return _Decided(place, action, Answer(text, reasoning, tuple(rejected)), took)
                if left:
                    rejected.append(text)
                    messages += [
                        {"role": "assistant", "content": without_thoughts(text).strip() or "-"},
                        {"role": "user", "content": refusal(action, legal)},
                    ]
        except BaseException as error:  # raised again where it is waited for
            return _Decided(place, -1, Answer(text), took, error)
        took.decisions = took.fallbacks = 1
        return _Decided(place, -1, Answer(text, reasoning, tuple(rejected), fallback=True), took)

    def _ask(
        self, messages: Sequence[Mapping[str, str]], took: Usage, stop: threading.Event
    ) -> tuple[str, str]:
        """The text of the model's answer, and what it thought before, as far as the server tells."""
        begin, settings = time.monotonic(), self.settings
        reply = self._server.ask(messages, stop)
        took.calls += 1
        took.cut += reply.cut
        took.tokens_in += reply.tokens_in
        took.tokens_out += reply.tokens_out
        took.dollars += (reply.tokens_in * settings.price_in + reply.tokens_out * settings.price_out) / 1e6
        took.seconds += time.monotonic() - begin
        return reply.text, reply.reasoning


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
