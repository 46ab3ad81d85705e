"""Looks up networks, algorithms and rewards: the suite's by name, users' own as package.module:Name."""

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...agents.specs import settings_of, user_module
from ...envs.core.api.batch import Pay
from ...envs.core.errors import HustingsError, error_line


def is_module_name(spec: str) -> bool:
    """Whether a name has the form package.module:Name, which stands for code from outside the suite."""
    return ":" in spec


def build(what: str, spec: str, known: Mapping[str, Callable[..., Any]], *arguments: Any) -> Any:
    """Call what a name stands for with `arguments`.

    Args:
        what: the setting with the name, for the beginning of errors.
        spec: a name in `known`; or "package.module:Name", or "package.module:Name:depth=3,...", whose
            settings are passed as text, by keyword.
        known: what to call for each name of the suite.
        arguments: passed on.

    Raises:
        HustingsError: if the name is unknown, or the user's code fails.
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
    """The reward of a run: the name of one, or the user's function package.module:name."""
    if not is_module_name(spec):
        return spec
    with _refusing(f"reward {spec!r} cannot be loaded"):
        return _own("reward", spec)


def _own(what: str, spec: str) -> Callable[..., Any]:
    """The object package.module:Name:depth=3,..., with its settings bound as text by keyword."""
    module, _, place = spec.partition(":")
    name, _, settings = place.partition(":")
    given = settings_of(settings, f"{what} {spec!r}")
    found = getattr(user_module(module), name)
    return functools.partial(found, **given) if given else found


@contextlib.contextmanager
def _refusing(failed: str) -> Iterator[None]:
    """Turn errors of a user's code into a HustingsError of one line."""
    try:
        yield
    except HustingsError:
        raise
    except (Exception, SystemExit) as error:  # a user's module may raise anything
        raise HustingsError(
            f"{failed} ({error_line(error)}); see docs/howto/own_network.md for what it is called with"
        ) from error
