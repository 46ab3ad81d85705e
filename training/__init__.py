"""Self-play training, tournaments, leaderboards and the command line.

For example::

    from hustings.training import tournament

    tournament("liberte", ["greedy", "random", "random"], 300)
"""

import importlib
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from .browser.replays import replay_page
    from .datasets import Recording, record
    from .evaluation.checks import check_agent
    from .evaluation.curves import curve_text, curves
    from .evaluation.exploits import exploit
    from .evaluation.ladder import ladder
    from .evaluation.leaderboard.season import leaderboard
    from .evaluation.leaderboard.storage import load as load_leaderboard
    from .evaluation.leaderboard.storage import saved as saved_leaderboard
    from .evaluation.plots import plot_board, plot_ratings, plot_seats, plot_tournament
    from .evaluation.quiz import quiz
    from .evaluation.strangers.play import evaluate
    from .evaluation.tournaments import tournament
    from .evaluation.values import values
    from .learning.best_responses import best_responses
    from .learning.export import save_policy
    from .learning.plots import plot_curves
    from .learning.results import Evaluation
    from .learning.run import train
    from .learning.sb3 import sb3_vec_env
    from .learning.settings import TrainSettings, settings_for
    from .match_logs import match_log
    from .prompt_datasets import record_prompts
    from .reviews import review

__all__ = [
    "Evaluation",
    "Recording",
    "TrainSettings",
    "best_responses",
    "check_agent",
    "curve_text",
    "curves",
    "evaluate",
    "exploit",
    "ladder",
    "leaderboard",
    "load_leaderboard",
    "main",
    "match_log",
    "plot_board",
    "plot_curves",
    "plot_ratings",
    "plot_seats",
    "plot_tournament",
    "quiz",
    "record",
    "record_prompts",
    "replay_page",
    "review",
    "save_policy",
    "saved_leaderboard",
    "sb3_vec_env",
    "settings_for",
    "tournament",
    "train",
    "values",
]

_LAZY = {  # name: (module, attribute, extra, what needs the extra)
    "best_responses": (".learning.best_responses", "best_responses", "train", "a learnt best response"),
    "check_agent": (".evaluation.checks", "check_agent", "cli", "a check of an agent"),
    "curve_text": (".evaluation.curves", "curve_text", "cli", "a learning curve"),
    "curves": (".evaluation.curves", "curves", "cli", "learning curves"),
    "evaluate": (".evaluation.strangers.play", "evaluate", "cli", "an evaluation"),
    "exploit": (".evaluation.exploits", "exploit", "cli", "an exploiter"),
    "ladder": (".evaluation.ladder", "ladder", "cli", "a ladder"),
    "leaderboard": (".evaluation.leaderboard.season", "leaderboard", "cli", "a leaderboard"),
    "load_leaderboard": (".evaluation.leaderboard.storage", "load", "cli", "a leaderboard"),
    "saved_leaderboard": (".evaluation.leaderboard.storage", "saved", "cli", "a leaderboard"),
    "plot_board": (".evaluation.plots", "plot_board", "cli", "a plot"),
    "plot_curves": (".learning.plots", "plot_curves", "cli", "a plot"),
    "plot_ratings": (".evaluation.plots", "plot_ratings", "cli", "a plot"),
    "plot_seats": (".evaluation.plots", "plot_seats", "cli", "a plot"),
    "plot_tournament": (".evaluation.plots", "plot_tournament", "cli", "a plot"),
    "quiz": (".evaluation.quiz", "quiz", "cli", "a quiz"),
    "Recording": (".datasets", "Recording", "cli", "a recording"),
    "record": (".datasets", "record", "cli", "a recording"),
    "record_prompts": (".prompt_datasets", "record_prompts", "cli", "a recording"),
    "match_log": (".match_logs", "match_log", "cli", "a match log"),
    "replay_page": (".browser.replays", "replay_page", "cli", "a replay's page"),
    "review": (".reviews", "review", "cli", "a review"),
    "tournament": (".evaluation.tournaments", "tournament", "cli", "a tournament"),
    "values": (".evaluation.values", "values", "cli", "a check of values"),
    "sb3_vec_env": (".learning.sb3", "sb3_vec_env", "train", "an environment for Stable-Baselines3"),
    "train": (".learning.run", "train", "train", "training"),
    "Evaluation": (".learning.results", "Evaluation", "train", "training"),
    "save_policy": (".learning.export", "save_policy", "train", "training"),
    "TrainSettings": (".learning.settings", "TrainSettings", "train", "training"),
    "settings_for": (".learning.settings", "settings_for", "train", "training"),
}

# Read once, when torch's OpenMP is loaded. Waiting threads that spin made an update take 15 times as long
# whenever another program used a core.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ..envs.core.errors import extra

    module, attribute, needed, what = _LAZY[name]
    with extra(needed, what):
        return getattr(importlib.import_module(module, __name__), attribute)


def __dir__() -> list[str]:
    return [*globals(), *_LAZY]


def main() -> None:
    """The command `hustings`; without its extra, print one line that says so."""
    try:
        _command_line()()
    except KeyboardInterrupt:
        _stop()


def _command_line() -> "Callable[[], None]":
    """Import the command line. Ctrl-C ends the process at once: compiled modules would raise other errors."""
    from_user = signal.getsignal(signal.SIGINT)
    if from_user is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    try:
        from ..envs.core.errors import HustingsError, extra

        try:
            with extra("cli", "the command line"):
                from .cli import main as run
        except HustingsError as error:
            sys.exit(f"hustings: {error}")
    finally:
        signal.signal(signal.SIGINT, from_user)
    return run


def _stop(*_: Any) -> None:
    os.write(2, b"hustings: stopped\n")
    os._exit(130)
