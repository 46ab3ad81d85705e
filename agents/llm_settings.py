"""The settings of a language model as an agent."""

from dataclasses import dataclass
from typing import Annotated

from .settings import Range


@dataclass(frozen=True)
class LlmSettings:
    """Settings of `LlmAgent`. The server's key, if it needs one, is OPENAI_API_KEY in the environment."""

    model: str = ""
    """The model's name on the server; required."""
    url: str = ""
    """The server, as in http://127.0.0.1:8000/v1; by default OPENAI_BASE_URL, or else OpenAI's own. Results
    contain it, so an address with a password is refused."""
    retries: Annotated[int, Range(0, 10**6)] = 2
    """How often to ask again after an answer without a legal action, before playing a random one."""
    tokens: Annotated[int, Range(1, 10**6)] = 1024
    """The most tokens in an answer, including a reasoning model's thoughts."""
    temperature: Annotated[float, Range(0, 10**6)] = 0.0
    """The sampling temperature; 0 for the likeliest answer. Left out for models that refuse it."""
    effort: str = ""
    """How much a reasoning model thinks: low, medium, high, or another level it knows; by default its own."""
    timeout: Annotated[float, Range(0, 10**6)] = 120.0
    """The most seconds for a complete answer, including up to three tries at a busy server."""
    parallel: Annotated[int, Range(1, 10**6)] = 8
    """The most questions in flight at once."""
    price_in: Annotated[float, Range(0, 10**6)] = 0.0
    """Dollars per million input tokens, for the costs in a tournament's table."""
    price_out: Annotated[float, Range(0, 10**6)] = 0.0
    """Dollars per million output tokens."""
