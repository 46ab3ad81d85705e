"""What an agent thinks of a decision, in words and bars for whoever reads."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...agents import Explanation
from ...envs.core.text.words import count

MAX_ROWS = 8  # choices that are shown
SEARCHED = {"visits", "mean", "error"}  # the details of a search


def explanation_rows(
    explanation: Explanation, describe: Callable[[int], str], played: int | None = None
) -> dict[str, Any]:
    """An explanation for a page: its likeliest choices, and the one that was really made.

    Args:
        explanation: what an agent thinks.
        describe: an action in words.
        played: the action that was taken in the game, if that is known.

    Returns:
        "value": what the agent expects for whoever decides, from 0 to 1, None if it does not know; "expects":
        the same in words; "legend": what the bars are; "rows": the likeliest choices first, and at the end
        the one that was made if it is not among them. Each row has "words"; "share", how likely the agent is
        to take it, from 0 to 1; "told", what else it knows, in words with their units; "bar", "low" and
        "high", each from 0 to 1, the last two None if no interval is known; and "played", whether it was
        made.
    """
    likely = np.asarray(explanation.probabilities, np.float64)
    details = explanation.details
    visits = np.asarray(details.get("visits", np.zeros(len(likely))))
    value = None if np.isnan(explanation.value) else float(explanation.value)  # nan is no JSON
    order = np.lexsort((-np.asarray(details.get("mean", likely)), -visits, -likely))
    shown = [int(action) for action in order[:MAX_ROWS] if likely[action] > 0 or visits[action] > 0]
    if played is not None and played >= 0 and played not in shown:
        shown.append(int(played))
    rows = [
        {
            "words": describe(action),
            "share": float(likely[action]),
            "told": "; ".join(_facts(details, action)),
            **_bar(likely, details, action),
            "played": action == played,
        }
        for action in shown
    ]
    return {
        "value": value,
        "expects": _expects(value, searched=details.keys() >= SEARCHED),
        "legend": _legend(details, rows),
        "rows": rows,
    }


def _expects(value: float | None, searched: bool) -> str:
    """What an agent expects, in words that follow its name or its seat's."""
    if value is None:
        return "does not say what it expects"
    return f"expects {100 * value:.0f} % of a win" if searched else f"expects to win {_percent(value)}"


def _facts(details: dict[str, np.ndarray], action: int) -> list[str]:
    """What is known of a choice, in words."""
    facts, own = [], {"prior"}
    if details.keys() >= SEARCHED:
        own |= SEARCHED
        tried, mean = int(details["visits"][action]), 100 * float(details["mean"][action])
        facts.append(f"{mean:.0f} % of a win in {count(tried, 'playout')}" if tried else "not tried")
    if "prior" in details:
        facts.append(f"the policy takes it {_percent(float(details['prior'][action]))}")
    return facts + [f"{name} {_figure(details[name][action])}" for name in details if name not in own]


def _bar(likely: np.ndarray, details: dict[str, np.ndarray], action: int) -> dict[str, float | None]:
    """How long a choice's bar is, and from where to where the truth lies."""
    if not details.keys() >= SEARCHED:
        return {"bar": float(likely[action]), "low": None, "high": None}
    tried, mean = details["visits"][action] > 0, float(details["mean"][action])
    error = float(details["error"][action])
    bar = min(1.0, max(0.0, mean)) if tried else 0.0
    if not tried or error <= 0:
        return {"bar": bar, "low": None, "high": None}
    return {"bar": bar, "low": max(0.0, mean - 2 * error), "high": min(1.0, mean + 2 * error)}


def _legend(details: dict[str, np.ndarray], rows: list[dict[str, Any]]) -> str:
    """What the percentages and the bars are."""
    share = "Percent: how likely the agent is to take a choice."
    if not details.keys() >= SEARCHED:
        return f"{share} The bars say the same."
    bars = "Bars: what it brought in playouts, from nothing to a sure win"
    if all(row["low"] is None for row in rows):
        return f"{share} {bars}."
    # Of a choice that all others are compared with, the error is that of a lead over itself.
    alone = ((details["visits"] > 1) & (details["error"] <= 0)).sum() == 1
    compared = " of its lead over the choice without one" if alone else ""
    return f"{share} {bars}; the thin line is two standard errors{compared} to either side."


def _percent(share: float) -> str:
    """A share of times: "12 % of the time"."""
    return f"{100 * share:.0f} % of the time" if share >= 0.005 or share <= 0 else "less than 1 % of the time"


def _figure(value: Any) -> str:
    return str(int(value)) if np.issubdtype(type(value), np.integer) else f"{float(value):.3f}"
