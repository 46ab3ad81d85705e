"""A language model as an agent: it reads the game in words and answers with the number of an action.

It works with any server that speaks the OpenAI protocol, including one on this machine.
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

from ..envs.core.api.arguments import check_game, check_seed
from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError, NoAnswer
from ..envs.core.text.words import count
from .interface import check_own_game
from .llm_messages import Answer, action_in, messages_of, refusal, rules_of, without_thoughts
from .llm_server import LlmServer
from .llm_settings import LlmSettings
from .settings import from_text

__all__ = ["LlmAgent", "LlmSettings", "Usage", "action_in", "rules_of"]


@dataclass
class Usage:
    """What an agent's decisions cost.

    Attributes:
        decisions: the number made.
        calls: questions that were answered, including repeated ones.
        fallbacks: decisions played at random because no answer named a legal action.
        cut: answers that were cut off at the token limit.
        tokens_in, tokens_out: of questions and answers, as far as the server reports them.
        dollars: their cost, by the prices in the settings.
        seconds: time spent waiting, summed over the calls.
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
            f"{count(self.decisions, 'decision')}, {count(self.calls, 'call')}, "
            f"{self.fallbacks:,} without a legal answer, {cut}{self.tokens_in:,} + {self.tokens_out:,} tokens"
            f"{cost}, {each:,.2f} s a decision"
        )


class _Decided(NamedTuple):
    """The outcome of one question.

    Attributes:
        place: index of the decision in its call of `act`.
        action: a legal action; -1 if the model never named one.
        answer: what the model answered.
        usage: what that cost.
        error: why there is no answer; None if there is one.
    """

    place: int
    action: int
    answer: Answer
    usage: Usage
    error: BaseException | None = None


class LlmAgent:
    """Asks a language model for every decision, each in a conversation of its own.

    A copy or unpickled agent continues independently, with the same random stream and its own usage count.

    Args:
        game: the game to play.
        seed: for the random actions played when no answer names a legal one.
        settings: fields of `LlmSettings`, by name; numbers may be text.

    Attributes:
        usage: the `Usage` of all decisions so far.
        answers: an `Answer` for each decision of the last call of `act`, in its order.

    Raises:
        HustingsError: for unknown settings or wrong values; for what is no game or seed.
    """

    listens = True  # asks games to record their events from the deal on, for `GameBatch.tell`

    def __init__(self, game: Game, seed: int = 0, **settings: Any):
        self.settings = LlmSettings(**from_text(LlmSettings, settings, "llm"))
        if not self.settings.model:
            raise HustingsError(
                "llm: which model? write llm:model=NAME, and url=http://HOST:PORT/v1 for your own server"
            )
        self.name = f"llm:model={self.settings.model}"
        self.usage = Usage()
        self.answers: list[Answer] = []
        self._game = check_game(game)
        self._stream = np.random.default_rng(check_seed(seed))
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
        """(R,) int64, a legal action in each of the games `rows`, asking about several at once.

        Raises:
            NoAnswer: for a server that cannot be reached, refuses, takes too long, or does not speak the
                protocol. It carries the actions of the questions that were answered.
            HustingsError: for a batch of another game, or a row whose game is not running.
        """
        check_own_game(self.name, self._game, games)
        rows = games.running(rows)
        texts = [games.tell(row) for row in rows.tolist()]
        legal = [np.flatnonzero(mask).tolist() for mask in games.masks(rows=rows)]
        decided = self._decide_all(texts, legal)
        actions = np.empty(len(rows), np.int64)
        for place, one in enumerate(decided):
            fallback = one.answer.fallback
            actions[place] = self._stream.choice(legal[place]) if fallback else one.action
        self.answers = [one.answer for one in decided]
        failed = next((one.error for one in decided if one.error is not None), None)
        if failed is not None:
            raise NoAnswer(str(failed), actions.tolist()) from failed
        return actions

    def _decide_all(self, texts: list[str], legal: list[list[int]]) -> list[_Decided]:
        """Ask all questions, up to `parallel` at once, and return their outcomes in order.

        The threads are never joined, so that Ctrl-C returns at once. If all of the first `parallel` questions
        fail, the rest are not asked.
        """
        done: SimpleQueue[_Decided] = SimpleQueue()
        places, stop = deque(range(len(texts))), threading.Event()

        def work() -> None:
            while places and not stop.is_set():
                try:
                    place = places.popleft()
                except IndexError:  # another thread was quicker
                    return
                done.put(self._decide(place, texts[place], legal[place], stop))

        for _ in range(min(self.settings.parallel, len(texts))):
            threading.Thread(target=work, daemon=True).start()
        decided: dict[int, _Decided] = {}
        error: NoAnswer | None = None
        try:
            while len(decided) < len(texts):
                one = done.get()
                self._add(one.usage)
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
        return [decided.get(place, _Decided(place, -1, *unasked)) for place in range(len(texts))]

    def _add(self, usage: Usage) -> None:
        for field in fields(Usage):
            setattr(self.usage, field.name, getattr(self.usage, field.name) + getattr(usage, field.name))

    def _decide(self, place: int, text: str, legal: list[int], stop: threading.Event) -> _Decided:
        """Ask, and ask again after an answer that names no legal action."""
        usage, rejected, answer, reasoning = Usage(), list[str](), "", ""
        try:
            messages = messages_of(self._game, text)
            for left in range(self.settings.retries, -1, -1):
                if stop.is_set():  # nobody is waiting for the answer
                    break
                answer, reasoning = self._ask(messages, usage, stop)
                action = action_in(answer)
                if action in legal:
                    usage.decisions = 1
                    return _Decided(place, action, Answer(answer, reasoning, tuple(rejected)), usage)
                if left:
                    rejected.append(answer)
                    messages += [
                        {"role": "assistant", "content": without_thoughts(answer).strip() or "-"},
                        {"role": "user", "content": refusal(action, legal)},
                    ]
        except BaseException as error:  # raised again by the waiting thread
            return _Decided(place, -1, Answer(answer), usage, error)
        usage.decisions = usage.fallbacks = 1
        return _Decided(place, -1, Answer(answer, reasoning, tuple(rejected), fallback=True), usage)

    def _ask(
        self, messages: Sequence[Mapping[str, str]], usage: Usage, stop: threading.Event
    ) -> tuple[str, str]:
        """The text of the model's answer and its reasoning, if the server reports it; add to `usage`."""
        begin, settings = time.monotonic(), self.settings
        reply = self._server.ask(messages, stop)
        usage.calls += 1
        usage.cut += reply.cut
        usage.tokens_in += reply.tokens_in
        usage.tokens_out += reply.tokens_out
        usage.dollars += (reply.tokens_in * settings.price_in + reply.tokens_out * settings.price_out) / 1e6
        usage.seconds += time.monotonic() - begin
        return reply.text, reply.reasoning
