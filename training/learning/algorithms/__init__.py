"""The algorithms that can train a network, by name.

`ALGORITHMS["mine"] = Mine` adds one of your own: `Mine(context)` gets a `Context` and is an `Algorithm`. The
setting `algorithm="package.module:Name"` finds one without that; see docs/howto/own_network.md.
"""

from collections.abc import Callable

from ....envs.core.errors import HustingsError
from ..optimizer import adam_state, make_adam, restore_adam, set_learning_rate
from ..registry import build
from .expert_iteration import ExpertIteration
from .interface import Algorithm, Context, UpdateResult
from .ppo import PPO

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Context",
    "UpdateResult",
    "adam_state",
    "make_adam",
    "make_algorithm",
    "restore_adam",
    "set_learning_rate",
]


def _sb3(context: Context) -> Algorithm:
    """Stable-Baselines3's MaskablePPO, imported only when it is used."""
    from .sb3 import Sb3

    return Sb3(context)


ALGORITHMS: dict[str, Callable[[Context], Algorithm]] = {"ppo": PPO, "expert": ExpertIteration, "sb3": _sb3}


def make_algorithm(context: Context) -> Algorithm:
    """The algorithm named in the settings.

    Raises:
        HustingsError: if the name is unknown, or the algorithm cannot be made.
    """
    name = context.settings.algorithm
    made = build("algorithm", name, ALGORITHMS, context)
    if not isinstance(made, Algorithm):
        raise HustingsError(
            f"algorithm {name!r} is not an Algorithm but {made!r:.60}; see docs/howto/own_network.md"
        )
    return made
