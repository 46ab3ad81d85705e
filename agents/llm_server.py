"""Requests to a server that speaks the OpenAI protocol, with limits on the time and size of its answers."""

import functools
import json
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import openai

from ..envs.core.errors import HustingsError, NoAnswer
from .llm_messages import readable

KEY = "OPENAI_API_KEY"
_OPENAI = "https://api.openai.com/v1"
TRIES = 3
"""How often to try a server that cannot be reached or is busy."""
_PAUSE = 0.5  # seconds before the second try, doubled before each further one
_BUSY = (408, 409, 429)
_LONGEST_TOKEN = 64  # bytes of JSON
_SPARE_BYTES = 2**20  # for everything besides the answer's tokens
_MOST_TOKENS = 10**9
_Found = TypeVar("_Found")


class Reply(NamedTuple):
    """A server's answer.

    Attributes:
        text: the answer.
        reasoning: a reasoning model's thoughts, if the server reports them; otherwise "".
        tokens_in, tokens_out: of question and answer; 0 if the server does not report them.
        cut: whether the answer was cut off at the token limit.
    """

    text: str
    reasoning: str
    tokens_in: int
    tokens_out: int
    cut: bool


class LlmServer:
    """Asks one model of a server. It can be copied and pickled.

    Args:
        model: the model's name on the server.
        url: the server; "" for OPENAI_BASE_URL, or else OpenAI's own.
        timeout: the most seconds for an answer, from the first try to the last byte.
        limits: parameters sent along with model and messages; "max_tokens" is required.

    Raises:
        HustingsError: for a malformed address or one that contains a password; for an unusable key, proxy or
            certificate in the environment.
    """

    def __init__(self, model: str, url: str, timeout: float, limits: Mapping[str, Any]):
        self._model, self._url, self._timeout, self._limits = model, _checked(url), timeout, dict(limits)
        self._most = _SPARE_BYTES + _LONGEST_TOKEN * int(limits["max_tokens"])
        self._client: openai.OpenAI | None = None
        self._connected()  # so that errors come up before anything is played

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_client": None, "_limits": dict(self._limits)}

    def ask(self, messages: Sequence[Mapping[str, str]], stop: threading.Event) -> Reply:
        """The answer to a conversation.

        Args:
            messages: the conversation.
            stop: once set, the server is not tried again.

        Raises:
            NoAnswer: for a server that cannot be reached, refuses, takes too long, sends too many bytes, or
                does not speak the protocol.
        """
        until = time.monotonic() + self._timeout
        error: Exception | None = None
        for attempt in range(TRIES):
            left = until - time.monotonic()
            try:
                return _reply(_within(left, functools.partial(self._post, list(messages), left)))
            except openai.APIConnectionError as failed:  # includes timeouts
                error, wait = failed, _PAUSE * 2**attempt
            except openai.APIStatusError as failed:
                if failed.status_code not in _BUSY and failed.status_code < 500:
                    raise self._failed(failed) from None
                error, wait = failed, _retry_delay(failed, _PAUSE * 2**attempt)
            except Exception as failed:
                raise self._failed(failed) from None
            if attempt == TRIES - 1 or time.monotonic() + wait >= until or stop.wait(wait):
                break
        raise self._failed(error) from None

    def _post(self, messages: list[Any], seconds: float) -> bytes:
        """The raw response. Parameters that a reasoning model refuses are renamed or left out."""
        until = time.monotonic() + seconds
        while True:
            limits, left = dict(self._limits), until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            try:
                raw = self._connected().chat.completions.with_raw_response.create(
                    model=self._model, messages=messages, timeout=left, **limits
                )
                return raw.content
            except openai.BadRequestError as error:
                if error.param == "max_tokens" and "max_tokens" in limits:
                    tokens = limits.pop("max_tokens")
                    self._limits = {**limits, "max_completion_tokens": tokens}
                elif error.param == "temperature" and "temperature" in limits:
                    limits.pop("temperature")
                    self._limits = limits
                else:
                    raise

    def _connected(self) -> openai.OpenAI:
        if self._client is None:
            _check_keys()
            try:
                self._client = openai.OpenAI(
                    base_url=self._url or None,
                    api_key=os.environ.get(KEY) or "none",
                    max_retries=0,
                    default_headers={"Accept-Encoding": "identity"},
                    http_client=_bounded(self._most),
                )
            except Exception as error:  # of many types; a URL in its text may contain a password
                why = " ".join(str(error).split()) if isinstance(error, OSError) else type(error).__name__
                raise HustingsError(
                    f"llm: cannot set up a connection ({why:.100}); see url=, and OPENAI_BASE_URL, "
                    "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR in the environment"
                ) from None
        return self._client

    def _failed(self, error: Exception | None) -> HustingsError:
        """The error to raise, as one line."""
        where = f"llm: {self._where}"
        if isinstance(error, HustingsError):
            return error
        if isinstance(error, openai.APITimeoutError | TimeoutError):
            return NoAnswer(f"{where} gave no answer in time; raise timeout=")
        if isinstance(error, openai.APIConnectionError):
            why = " ".join(str(error.__cause__ or "no connection").split())
            line = f"llm: no server at {self._where} ({why:.100}); start it, or give its address: url="
            return NoAnswer(line)
        if isinstance(error, openai.APIStatusError):
            words = " ".join(str(error.message)[:2000].split())
            return NoAnswer(f"{where} refuses: {words:.200}")
        if isinstance(error, _TooLarge):
            return NoAnswer(f"{where} answers with more than {self._most:,} bytes, like no model; see url=")
        if isinstance(error, OSError):  # certificates, proxies
            return NoAnswer(f"{where} cannot be reached ({' '.join(str(error).split()):.200}); see url=")
        return NoAnswer(f"{where} does not speak the OpenAI protocol; see url=")

    @property
    def _where(self) -> str:
        """The server's address, without a password that OPENAI_BASE_URL may contain."""
        try:
            parts = urlsplit(self._url or os.environ.get("OPENAI_BASE_URL", "").strip() or _OPENAI)
        except ValueError:
            return "OPENAI_BASE_URL"
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def _check_keys() -> None:
    """Raise HustingsError if a key in the environment cannot be sent."""
    for name in (KEY, "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        value = os.environ.get(name, "")
        if not (value.isascii() and value.isprintable()):
            raise HustingsError(
                f"llm: {name} has characters that no key has, perhaps a line break; correct it"
            )


def _checked(url: str) -> str:
    """Return `url`; raise HustingsError if it is malformed or contains a secret."""
    remedy = "write url=http://HOST:PORT/v1"
    try:
        parts = urlsplit(url)
        secret = "@" in parts.netloc or bool(parts.query or parts.fragment)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        secret, usable = "@" in url, False
    if secret or ("@" in url and not usable):
        raise HustingsError(
            "llm: url= holds more than an address, and results contain it; leave the password out: "
            f"a key belongs in {KEY}, an address with a password in OPENAI_BASE_URL"
        )
    if url and not usable:
        raise HustingsError(f"llm: url={url:.100} is not the address of a server; {remedy}")
    return url


class _TooLarge(Exception):
    """An answer has more bytes than its tokens can account for."""


def _bounded(most: int) -> Any:
    """An HTTP client that reads no answer of more than `most` bytes, and none for longer than its timeout."""

    class Bounded(openai.DefaultHttpxClient):
        def send(self, request: Any, **given: Any) -> Any:
            until = time.monotonic() + request.extensions["timeout"]["read"]
            response = super().send(request, **{**given, "stream": True})
            body = bytearray()
            try:
                for part in response.iter_bytes():
                    body += part
                    if len(body) > most:
                        raise _TooLarge
                    if time.monotonic() > until:
                        raise TimeoutError
            finally:
                response.close()
            coded = "content-encoding", "transfer-encoding", "content-length"
            headers = [(name, value) for name, value in response.headers.items() if name.lower() not in coded]
            return type(response)(
                response.status_code, headers=headers, content=bytes(body), request=response.request
            )

    return Bounded()


def _within(seconds: float, work: Callable[[], _Found]) -> _Found:
    """What `work` returns or raises; TimeoutError after `seconds`, even if `work` goes on."""
    found: Future[_Found] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return found.result(max(0.0, seconds))


def _retry_delay(error: openai.APIStatusError, usual: float) -> float:
    """Seconds before the next try: what a busy server asks for, otherwise `usual`."""
    try:
        wait = float(error.response.headers.get("retry-after", usual))
    except ValueError:  # a date
        return usual
    return wait if 0 <= wait < float("inf") else usual


# --- Parsing an answer ------------------------------------------------------------------------


def _reply(content: bytes) -> Reply:
    """Parse a response; ValueError if it does not follow the protocol."""
    try:
        tree = json.loads(content)
    except RecursionError:
        raise ValueError from None
    choices = _part(tree, "choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message, usage = _part(choice, "message"), _part(tree, "usage")
    text = _part(message, "content")
    if not isinstance(message, dict) or not isinstance(text, str | None):
        raise ValueError
    thoughts = _part(message, "reasoning_content") or _part(message, "reasoning")
    return Reply(
        readable(text or ""),
        readable(thoughts) if isinstance(thoughts, str) else "",
        _tokens(usage, "prompt_tokens"),
        _tokens(usage, "completion_tokens"),
        _part(choice, "finish_reason") == "length",
    )


def _part(tree: Any, name: str) -> Any:
    return tree.get(name) if isinstance(tree, dict) else None


def _tokens(usage: Any, name: str) -> int:
    number = _part(usage, name)
    return number if type(number) is int and 0 <= number < _MOST_TOKENS else 0
