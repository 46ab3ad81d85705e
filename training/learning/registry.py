"""Networks, algorithms and rewards by name: those of the suite, and a user's own as package.module:Name."""

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...agents.specs import settings_of, user_module
from ...envs.core.api.batch import Pay
from ...envs.core.errors import HustingsError, told


def is_module_name(spec: str) -> bool:
    """Whether the name of a network or an algorithm is package.module:Name, code from outside the suite."""
    return ":" in spec


def build(what: str, spec: str, known: Mapping[str, Callable[..., Any]], *arguments: Any) -> Any:
    """What a name stands for, called with `arguments`.

    Args:
        what: the setting that names it; errors begin with this.
        spec: a name in `known`; or "package.module:Name", or "package.module:Name:depth=3,...", whose
            settings are passed as text, by keyword.
        known: what to call for each name of the suite.

    Raises:
        HustingsError: when the name is unknown, or the user's own cannot be built.
    """
    if spec in known:
        return known[spec](*arguments)
    if not is_module_name(spec):
        raise HustingsError(
            f"{what}: {spec!r} is unknown; choose from {', '.join(known)}, or give package.module:Name"
        )
    with _refusing(f"{what} {spec!r} cannot be built"):
        return _own(what, spec)(*arguments)


def make_reward(spec: str) -> str | Pay:
    """What a run's games pay: a kind of reward by name, or the user's function, package.module:name."""
    if not is_module_name(spec):
        return spec
    with _refusing(f"reward {spec!r} cannot be loaded"):
        return _own("reward", spec)


def _own(what: str, spec: str) -> Callable[..., Any]:
    """What package.module:Name:depth=3,... names, with its settings as text by keyword."""
    module, _, place = spec.partition(":")
    name, _, settings = place.partition(":")
    given = settings_of(settings, f"{what} {spec!r}")
    found = getattr(user_module(module), name)
    return functools.partial(found, **given) if given else found


@contextlib.contextmanager
def _refusing(failed: str) -> Iterator[None]:
    """Say in one line what a user's module raises."""
    try:
        yield
    except HustingsError:
        raise
    except (Exception, SystemExit) as error:  # whatever the user's module may raise
        raise HustingsError(
            f"{failed} ({told(error)}); see docs/howto/own_network.md for what it is called with"
        ) from error
