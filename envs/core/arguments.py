"""What callers may give for an action, and how an unknown way to render is refused."""

from typing import Any

from .errors import HustingsError


class UnknownRenderMode(HustingsError, TypeError):
    """A way to render that there is not.

    Also a TypeError: on that, Stable-Baselines3 asks again without pictures.
    """


def whole_action(action: Any, agent: str) -> int:
    """An action as a plain int: a whole number, or an array or tensor of any library that holds just one.

    Raises:
        HustingsError: for anything else, None, bools and floats with a whole value included.
    """
    if type(action) is int:
        return action
    try:
        number = action.item()
    except (AttributeError, TypeError, ValueError, RuntimeError):  # RuntimeError: torch, of several numbers
        number = action
    if type(number) is not int:
        raise HustingsError(f"{agent}: an action is a whole number, not {action!r:.60}; see action_space")
    return number


def check_render_mode(mode: str | None, known: list[str]) -> str | None:
    """`mode`, if it is None or known."""
    if mode is not None and not (isinstance(mode, str) and mode in known):
        raise UnknownRenderMode(f"render_mode: {mode!r} is not one of None, {', '.join(map(repr, known))}")
    return mode
