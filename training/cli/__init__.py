"""The command line: `hustings --help`.

Each family of commands has a module: `games`, `play`, `replays`, `measure`, `learn`, `data`, `bench`. Slow
imports are inside the commands that need them, so that `hustings --help` stays quick.
"""

from typing import Annotated

import typer

from ... import __version__
from ...envs.core.text.docstrings import docstring
from . import bench, data, games, learn, measure, output, play, replays
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


def _say_version(wanted: bool) -> None:
    if wanted:
        output.out.print(__version__, highlight=False)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


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
