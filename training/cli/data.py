"""The command that records games: record."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from ...envs import GAMES, HustingsError
from ...envs.core.io.files import path_in_words
from ...envs.core.text.words import count
from .options import AsJson, Deal, GameName, Games, PlayersOfAgents, Ray, with_deal
from .output import out, playing, print_json


@with_deal
def record(
    game: GameName,
    deal: Deal,
    agents: Annotated[str, typer.Option(help="As for `tournament`.")],
    file: Annotated[Path, typer.Option("--out", help="The new file.")],
    games: Games = 1000,
    players: PlayersOfAgents = None,
    reward: Annotated[str, typer.Option(help="The kind of payoffs: rank, win or margin.")] = "rank",
    written_as: Annotated[
        Literal["parquet", "jsonl"] | None,
        typer.Option(
            "--format",
            help="parquet: what was observed and done, to learn from; jsonl: a line of JSON per decision, in "
            "words and with times. Default: by the file's suffix.",
        ),
    ] = None,
    prompts: Annotated[
        bool,
        typer.Option(
            "--prompts",
            help="For language models: what each seat was told in words and what it answered, in Parquet, "
            "and a data card beside it.",
        ),
    ] = False,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Let agents play each other and write every decision to a file.

    In Parquet a row has what the seat on turn observed, what it could do, what
    it did and its payoff; `hustings.training.Recording` loads the file. With
    --prompts it has texts instead, in the columns that trainers of language
    models look for.
    """
    from ...agents.spec_lists import split_specs
    from ..data_cards import card_of

    ending = file.suffix.lower().removeprefix(".")
    if written_as is None and ending not in ("parquet", "jsonl"):
        raise HustingsError(
            f"{path_in_words(file)}: its name ends in neither .parquet nor .jsonl; rename it or give --format"
        )
    log = (written_as or ending) == "jsonl"
    if prompts and log:
        raise HustingsError("--prompts writes Parquet; leave out --format jsonl, and name it games.parquet")
    if prompts:
        from ..prompt_datasets import record_prompts as run
    elif log:
        from ..match_logs import match_log as run
    else:
        from ..datasets import record as run

    with playing(ray, as_json) as where:
        done = run(
            GAMES[game],
            split_specs(agents),
            games,
            file,
            num_players=players,
            reward=reward,
            **where,
            **deal.given(),
        )
    if as_json:
        print_json(asdict(done) | {"path": str(done.path)})
        return
    rate, writing = done.decisions / done.seconds, done.writing / done.seconds
    card = f", and {card_of(done.path)}" if prompts else ""
    out.print(
        f"wrote {done.path}{card}: {count(done.decisions, 'decision')} of {count(done.games, 'game')}, "
        f"{done.size / 1e6:,.1f} MB; {rate:,.0f} decisions/s, {writing:.0%} of the time spent on writing",
        highlight=False,
        soft_wrap=True,
    )
