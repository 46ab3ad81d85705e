"""The command line: `hustings --help`.

Each family of commands has a module: `games`, `play`, `replays`, `measure`, `learn`, `data`, `bench`. Slow
imports are inside the commands that need them, so that `hustings --help` stays quick.
"""

import typer

from ...envs.core.text.docstrings import docstring
from . import bench, data, games, learn, measure, play, replays
from .errors import run


def _unwrapped(text: str) -> str:
    """Join each paragraph into one line, so that the terminal wraps it at its own width."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


app = typer.Typer(
    help="Reinforcement-learning environments for political board games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    games.games,
    games.describe,
    play.play,
    play.watch,
    measure.check,
    play.mcp,
    measure.tournament,
    measure.ladder,
    measure.leaderboard,
    measure.evaluate,
    measure.exploit,
    measure.quiz,
    measure.values,
    learn.train,
    learn.curve,
    bench.bench,
    replays.picture,
    data.record,
    replays.replay,
    replays.review,
    games.warmup,
):
    app.command(help=_unwrapped(docstring(command)))(command)


def main() -> None:
    """Run the command line."""
    run(app)
