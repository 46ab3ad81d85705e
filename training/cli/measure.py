"""Commands that measure agents: check, tournament, ladder, leaderboard, evaluate, exploit, quiz, values."""

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...envs import GAMES, HustingsError
from ...envs.core.errors import extra
from ...envs.core.text.words import count
from .options import (
    AgentName,
    Agents,
    AsJson,
    Deal,
    GameName,
    Games,
    Players,
    PlayersOfAgents,
    Ray,
    Resume,
    Size,
    UsualPlayers,
    check_plot,
    check_resume,
    with_deal,
)
from .output import (
    Measuring,
    Progress,
    err,
    exit_if_stopped,
    playing,
    print_result,
    print_some,
    resuming,
    tell,
)

if TYPE_CHECKING:
    from ...envs.core.engine.game import Game
    from ..evaluation.leaderboard.board import Board


@with_deal
def check(
    agent: AgentName,
    game: GameName,
    deal: Deal,
    players: Annotated[
        list[int] | None,
        typer.Option(
            "--players", "-n", help="Number of players; repeatable. Default: the fewest and the most."
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long it may take, more or less.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Check an agent in a minute: is it legal, honest and repeatable, and how fast is it?

    Prints a line for each check, with a remedy if it fails; the exit status is
    then 1.
    """
    from ..evaluation.checks import check_agent

    with Progress("tables", hidden=as_json) as advance:
        result = check_agent(
            agent, GAMES[game], players=players, seconds=seconds, on_progress=advance, **deal.given()
        )
    print_result(result, as_json)
    if result.wrong:
        raise typer.Exit(1)


@with_deal
def tournament(
    game: GameName,
    deal: Deal,
    agents: Agents,
    games: Annotated[
        int,
        typer.Option(
            help="How many games, rounded up to whole deals. A deal has a game for each seating, at most 36."
        ),
    ] = 1000,
    players: PlayersOfAgents = None,
    replace: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PHASE=AGENT,...",
            help="Also play the first agent with some phases decided by others; repeatable.",
        ),
    ] = None,
    ray: Ray = None,
    as_json: AsJson = False,
    plot: Annotated[
        Path | None,
        typer.Option(help="Plot win shares, ratings and scores, by seat too, to this PNG, SVG or PDF file."),
    ] = None,
    size: Size = None,
) -> None:
    """Let agents play each other: every deal in all seatings, with 95 % intervals and ratings.

    A balanced selection of seatings is played if there are more than 36, or if
    --games would make fewer than 8 deals, too few for intervals.

    Which decisions of a bot cost its games? --replace PHASE=greedy plays the
    same deals again with greedy deciding in that phase of the first agent, and
    shows how much more that wins. Phases are named as in the table of `quiz`,
    or as `describe GAME --topic codes` lists them.
    """
    from ...agents.spec_lists import split_phases, split_specs
    from ..evaluation.plots import plot_tournament, save_plot
    from ..evaluation.tournaments import tournament as run

    check_plot(plot, size=size)
    with playing(ray, as_json) as where:
        result = run(
            GAMES[game],
            split_specs(agents),
            games,
            replace=[split_phases(phases) for phases in replace or []],
            num_players=players,
            **where,
            **deal.given(),
        )
    print_result(result, as_json)
    if plot is not None:
        save_plot(plot_tournament(result, size), plot)
        tell(f"wrote {plot}")
    exit_if_stopped(result.stopped)


def ladder(
    agent: AgentName,
    game: GameName,
    games: Annotated[
        int, typer.Option(help="How many games at most, in whole deals; 40 are enough for a language model.")
    ] = 300,
    seed: Annotated[int, typer.Option(help="Seed of the deals and agents.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Rate an agent on a game's ladder: on one scale, among rungs that do not change, in 300 games at most.

    It meets the rungs that tell most about its rating, alone among copies of one
    of them, each deal from every seat. Ratings of other runs, seeds and machines
    are on the same scale as long as the set of rungs is the same.
    """
    from ..evaluation.ladder import ladder as run

    with Progress("games", hidden=as_json) as advance:
        result = run(agent, GAMES[game], games=games, seed=seed, on_progress=advance)
    print_some(result, as_json, result.games, "a deal was complete")
    exit_if_stopped(result.stopped)


@with_deal
def leaderboard(
    game: GameName,
    deal: Deal,
    games: Annotated[
        int | None, typer.Option(help="How many games without searches. Default: 1,000.")
    ] = None,
    search_games: Annotated[
        int | None, typer.Option(help="How many games with searches. Default: a tenth of --games.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(help="How long it may take; --resume goes on where it ended.")
    ] = None,
    players: Players = None,
    agents: Annotated[
        str | None,
        typer.Option(help="As for `tournament`. Default: all bots, the policy and the searches."),
    ] = None,
    exploit: Annotated[
        int | None,
        typer.Option(
            metavar="GAMES",
            help="Also find out what a search wins from copies of each agent, in so many games.",
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", help="Save the leaderboard with its games to this JSON file.")
    ] = None,
    resume: Resume = False,
    source: Annotated[
        Path | None, typer.Option("--from", help="Show the leaderboard in this file; play nothing.")
    ] = None,
    ray: Ray = None,
    as_json: AsJson = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            help="Plot who ends ahead of whom, and ratings against time, to this PNG, SVG or PDF file."
        ),
    ] = None,
    size: Size = None,
) -> None:
    """Show a game's leaderboard, or play one: how strong each agent is, and who ends ahead of whom.

    With a game alone, or with --players, it shows the leaderboard that comes
    with hustings, since playing one, with searches, can take hours. With any
    option that says what to play, such as --games 400, it plays one, with the
    fewest players unless --players says how many.
    """
    from ..evaluation.leaderboard.storage import load, saved

    check_plot(plot, size=size)
    given: dict[str, Any] = {
        "games": games,
        "search_games": search_games,
        "minutes": minutes,
        "agents": agents,
        "ray": ray,
        "exploit": exploit,
    }
    given |= {"out": file, **deal.given()}
    given = {name: value for name, value in given.items() if value is not None}
    described = GAMES[game]
    table = {} if players is None else {"num_players": players}
    if source is not None:
        if given or table or resume:
            raise HustingsError("--from shows what was played; leave out what to play, or leave out --from")
        _print_board(load(source, described), as_json, plot, size)
    elif given or resume:
        _play_leaderboard(described, given | table, resume, as_json, plot, size)
    else:
        described.check_players(players)
        board = saved(described, players)
        if board is None:
            raise HustingsError(
                f"no such leaderboard of {described.title} comes with hustings; play one: "
                f"hustings leaderboard {game}{'' if players is None else f' --players {players}'} --games 400"
            )
        _print_board(board, as_json, plot, size)


def _print_board(board: "Board", as_json: bool, plot: Path | None, size: str | None) -> None:
    from ..evaluation.plots import plot_board, save_plot

    print_result(board, as_json)
    if plot is not None:
        save_plot(plot_board(board, size), plot)
        tell(f"wrote {plot}")


def _play_leaderboard(
    game: "Game", given: dict[str, Any], resume: bool, as_json: bool, plot: Path | None, size: str | None
) -> None:
    from ...agents.spec_lists import split_specs
    from ...agents.specs import runs_user_code
    from ..evaluation.leaderboard.season import leaderboard as run

    check_resume(resume, given.get("out"))
    agents = given.get("agents")
    if agents is not None:
        given["agents"] = split_specs(agents)
    begin, ray = time.monotonic(), given.pop("ray", None)
    with playing(ray, as_json) as where:
        board = run(game, resume=resume, **where, **given)
    if board.result.games or not board.result.stopped or as_json:
        _print_board(board, as_json, plot if board.result.games else None, size)
    if board.result.stopped:
        kept = _kept(board.result.games, saved="out" in given)
        if "out" in given:
            # Only the user may name code of their own, never a file.
            own = any(map(runs_user_code, given.get("agents", [])))
            again = {"agents": agents if own else None, "box": given.get("box"), "ray": ray}
            kept += f"; go on with: {resuming(['leaderboard', game.name], given['out'], **again)}"
        tell(f"stopped; {kept}")
    elif "out" in given:
        tell(f"wrote {given['out']}")
    over = time.monotonic() - begin > 60 * given.get("minutes", math.inf)
    exit_if_stopped(board.result.stopped and not over)


def _kept(games: int, *, saved: bool) -> str:
    """What a command that was stopped has left."""
    return f"{'kept ' if saved else ''}{count(games, 'game')}{'' if saved else ' complete'}"


@with_deal
def evaluate(
    agent: AgentName,
    game: GameName,
    deal: Deal,
    games: Annotated[
        int, typer.Option(help="How many games, rounded up so that each stranger is alone equally often.")
    ] = 2000,
    players: UsualPlayers = None,
    agents: Annotated[
        str | None,
        typer.Option(
            help="The strangers, as for `tournament`. Default: the game's bots, styles, habits and policy."
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", help="Save all games to this JSON file as they are played.")
    ] = None,
    resume: Resume = False,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Play an agent among strangers, and strangers among its copies: what it wins, whom it beats, its place.

    In one half of the games the agent sits alone among strangers; in the other,
    one stranger sits alone among copies of the agent.
    """
    from ...agents.spec_lists import split_specs
    from ..evaluation.strangers.play import evaluate as run

    check_resume(resume, file)
    with playing(ray, as_json) as where:
        result = run(
            agent,
            GAMES[game],
            games=games,
            agents=None if agents is None else split_specs(agents),
            num_players=players,
            out=file,
            resume=resume,
            **where,
            **deal.given(),
        )
    print_some(result, as_json, result.games, "a deal was complete")
    if result.stopped:
        again = "; the same command with --resume goes on" if file else ""
        tell(f"stopped; {_kept(result.games, saved=file is not None)}{again}")
    elif file:
        tell(f"wrote {file}")
    exit_if_stopped(result.stopped)


@with_deal
def exploit(
    agent: AgentName,
    game: GameName,
    deal: Deal,
    games: Games = 400,
    search: Annotated[
        str, typer.Option(metavar="NAME=VALUE,...", help="Settings of the search: iterations=400,win=1.")
    ] = "",
    learn: Annotated[
        bool, typer.Option("--learn", help="Also train policies against it, and play them.")
    ] = False,
    minutes: Annotated[
        float | None, typer.Option(help="With --learn: how long each trains. Default: 30.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out", help="With --learn: a folder for the training, where the same command goes on."
        ),
    ] = None,
    players: Players = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Measure how exploitable an agent is: a search plays one seat against copies of it.

    With --learn, policies are trained against the agent and play it, too. What
    one of them wins above its fair share is a lower bound on what a best
    response wins.
    """
    from ...agents.specs import settings_of
    from ..evaluation.exploits import exploit as run

    asked: dict[str, Any] = {
        "games": games,
        "search": settings_of(search, "--search"),
        "num_players": players,
        **deal.given(),
    }
    if learn and ray is not None:
        raise HustingsError("--learn: policies train in one process; leave out --ray")
    if learn:
        _learn_to_exploit(agent, game, folder, minutes, as_json, asked)
        return
    if minutes is not None or folder is not None:
        raise HustingsError("--minutes, --out: they belong to --learn; add it or leave them out")
    with playing(ray, as_json) as where:
        result = run(agent, GAMES[game], **where, **asked)
    print_result(result, as_json)
    exit_if_stopped(result.result.stopped)


def _learn_to_exploit(
    agent: str, game: str, folder: Path | None, minutes: float | None, as_json: bool, asked: dict[str, Any]
) -> None:
    with extra("train", "training"):
        from ..learning.best_responses import best_responses

    if folder is None:
        raise HustingsError("--learn: give a folder for the training, as in --out exploiters")
    result = best_responses(
        agent,
        GAMES[game],
        folder,
        minutes=30.0 if minutes is None else minutes,
        console=None if as_json else err,
        on_progress=Measuring("games measured", hidden=as_json),
        **asked,
    )
    print_result(result, as_json)
    exit_if_stopped(result.stopped)


def quiz(
    agent: AgentName,
    game: GameName,
    positions: Annotated[int | None, typer.Option(help="How many positions. Default: all, 200.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the agent.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Ask an agent what it would do in critical positions, where a strong search is sure and bots differ.

    It prints how often the agent does what is best, and what its actions lose.
    A language model is llm:model=NAME,url=http://127.0.0.1:8000/v1.
    """
    from ..evaluation.quiz import quiz as run

    with Progress("positions", hidden=as_json) as advance:
        result = run(agent, GAMES[game], positions=positions, seed=seed, on_progress=advance)
    print_some(result, as_json, len(result.answers), "a position was answered")
    exit_if_stopped(result.stopped, result.fault)


@with_deal
def values(
    agent: AgentName,
    game: GameName,
    deal: Deal,
    games: Annotated[int, typer.Option(help="Games in which to compare predictions with results.")] = 200,
    positions: Annotated[int, typer.Option(help="Positions in which to measure predictability.")] = 200,
    repeats: Annotated[int, typer.Option(help="How often each is dealt again and played on.")] = 8,
    among: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT", help="Who plays all seats. Default: the agent; a policy samples its actions."
        ),
    ] = None,
    players: Players = None,
    as_json: AsJson = False,
) -> None:
    """Check a policy's win probabilities against results, and against how predictable these are.

    To see how predictable results are, all that the seat on turn cannot know is
    dealt anew several times, and each of these games is played on.
    """
    from ..evaluation.values import values as run

    with Progress("games", hidden=as_json) as advance:
        result = run(
            agent,
            GAMES[game],
            games=games,
            positions=positions,
            repeats=repeats,
            among=among,
            num_players=players,
            on_progress=advance,
            **deal.given(),
        )
    print_result(result, as_json)
