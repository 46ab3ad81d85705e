"""Programs in any language as agents, by a protocol over their standard streams.

See `docs/howto/other_languages.md`.
"""

from .agent import ProgramAgent
from .settings import VERSION, ProgramSettings

__all__ = ["VERSION", "ProgramAgent", "ProgramSettings"]
