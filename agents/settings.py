"""Settings of agents, from the text of a spec."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple, get_type_hints

from ..envs.core.errors import HustingsError


class Range(NamedTuple):
    """The range of a setting, inclusive."""

    low: float
    high: float


def from_text(cls: type, given: Mapping[str, Any], whose: str) -> dict[str, Any]:
    """Those settings of a dataclass that are `given`, as values or text, in their types.

    Args:
        cls: its fields are strings, enums of strings, or numbers annotated with their `Range`.
        given: by name.
        whose: the agent, in errors.

    Raises:
        HustingsError: naming the setting and its possible values.
    """
    hints = get_type_hints(cls, include_extras=True)
    for name in given:
        if name not in hints:
            raise HustingsError(f"{whose}: no setting {name!r}; choose from {', '.join(hints)}")
    return {name: _value(hints[name], value, f"{whose}: {name}={value}") for name, value in given.items()}


def _value(hint: Any, value: Any, where: str) -> Any:
    """A setting, converted to its type and checked against its range."""
    kind = getattr(hint, "__origin__", hint)
    if issubclass(kind, StrEnum):
        if value not in list(kind):
            raise HustingsError(f"{where}: choose from {', '.join(kind)}")
        return kind(value)
    if kind is str:
        return str(value)
    low, high = hint.__metadata__[0]
    what = "a whole number" if kind is int else "a number"
    try:
        number = kind(value)
        # Comparing with the float rejects 2.5 for an int, which int() would truncate to 2.
        fits = not isinstance(value, bool) and low <= number <= high and number == float(value)
    except (TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        raise HustingsError(f"{where}: needs {what} from {low:.12g} to {high:.12g}")
    return number
