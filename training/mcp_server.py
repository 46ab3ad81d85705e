"""Games for language models and other programs, over the Model Context Protocol: `hustings mcp`.

The caller plays one or more seats of a match and learns, in words, what these may know and nothing else;
agents play the others. The texts are the same as for a language model that plays as an agent.
"""

import contextlib
import functools
import importlib
import inspect
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

import anyio
import numpy as np
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field, ValidationError

from ..agents import Explanation, make
from ..agents.bots import RandomAgent
from ..agents.policy import check_seats
from ..agents.specs import HUMAN, is_person, runs_user_code
from ..envs import GAMES, __version__
from ..envs.core.api.arguments import whole_actions
from ..envs.core.api.batch import GameBatch
from ..envs.core.api.shown import ShownBatch
from ..envs.core.engine.game import Game
from ..envs.core.engine.interpreting import without_compiling
from ..envs.core.errors import HustingsError, error_line
from ..envs.core.text.codes import codes_of
from ..envs.core.text.docstrings import docstring
from ..envs.core.text.events import event_lines
from ..envs.core.text.guide import guide_of
from ..envs.core.text.prompts import STOP, prompts_of
from ..envs.core.text.words import count
from .browser.explaining import explanation_rows
from .play import AgentFailed, DealtGame, check_legal, deal_game, final_ranking, move, seed_line, tell_results

ME = "me"
"""Stands for the caller among the agents of a match."""
WORLDS = 16  # deals in which `consider` tries an action
_KEPT = 32  # matches; the oldest is dropped
_ABOUT = (
    "Board games of two to seven players with hidden information, against agents. list_games, describe a "
    "game to learn it, begin a match, then act whenever you are asked until the game is over."
)

Topic = Literal["play", "rules", "cards", "box"]
MatchNumber = Annotated[
    int | None, Field(description="The number that `begin` returned; by default the last.")
]
AnAction = Annotated[int | str, Field(description="The number of one of your legal actions, or its words.")]


class _Match:
    """A game in progress; the caller plays the seats of people."""

    def __init__(self, dealt: DealtGame, seats: Sequence[str]):
        self.games, self._agents, self.replay, _ = dealt
        self.seats = list(seats)
        self.mine = [seat for seat, spec in enumerate(seats) if is_person(spec)]
        self._results_told = False

    @property
    def over(self) -> bool:
        return bool(self.games.over[0])

    def others_play(self) -> None:
        """Let the others play until the caller is to decide, or the game is over.

        Raises:
            HustingsError: for an agent that fails, without what only its seat knows; standard error has all.
        """
        while not self.over and int(self.games.seat[0]) not in self.mine:
            try:
                self.replay.moves.append(move(self.games, self._agents, self.seats))
            except AgentFailed as failed:
                _complain(str(failed))
                raise HustingsError(failed.for_players) from None
        if self.over and not self._results_told:
            self._results_told = True
            tell_results(self.games, self._agents, _complain)

    def see(self, seat: int | None = None) -> str:
        """The text for one of the caller's seats; None for the one that decides."""
        if seat is not None and seat not in self.mine:
            raise HustingsError(f"seat: {seat} is not yours; choose from {', '.join(map(str, self.mine))}")
        on_turn = int(self.games.seat[0])
        who = seat if seat is not None else on_turn if on_turn in self.mine else self.mine[0]
        text = self.games.tell(0, who)
        return "\n".join([text, *final_ranking(self.games, self.seats)]) if self.over else text

    def number_of(self, action: int | str) -> int:
        """The legal action with this number or these words."""
        legal = np.flatnonzero(self.games.legal[0]).tolist()
        said = str(action).strip().lower()
        for number in legal:
            if said in (str(number), self.games.describe(0, number).lower()):
                return number
        among = ", ".join(map(str, legal))
        raise HustingsError(f"action {said!r:.80} is not legal; give the number of one that is: {among}")

    def act(self, action: int) -> None:
        words, seat = self.games.describe(0, action), int(self.games.seat[0])
        self.games.step([action])
        self.replay.moves.append((seat, action, words))

    def consider(self, action: int) -> str:
        """What an action does, in words and tried out in deals consistent with what its seat knows."""
        games, prompts = self.games, prompts_of(self.games.game)
        box, table, seat = games.box[0], games.tables[0], int(games.seat[0])
        lines = [f"{action}: {games.describe(0, action)}", prompts.effect(box, table, action)]
        if prompts.key(box, table, action) == STOP:
            others = [other for other in np.flatnonzero(games.legal[0]).tolist() if other != action]
            lines.append(prompts.loss(box, table, action, others))
        seen = self._tried(seat, action)
        if len(seen) == 1:
            lines.append(f"In every deal consistent with what you know: {next(iter(seen))}")
        else:
            lines.append(f"Tried in {WORLDS} deals consistent with what you know, it led to:")
            lines += [f"- in {times} of them: {what}" for what, times in seen.most_common(6)]
        return "\n".join(filter(None, lines))

    def _tried(self, seat: int, action: int) -> Counter[str]:
        """Count an action's consequences up to the next decision, as its seat sees them."""
        games, seen = self.games, Counter[str]()
        worlds = GameBatch(games.game, WORLDS, games.num_players, box=games.box, ask_forced=games.ask_forced)
        worlds.tables = np.repeat(games.tables, WORLDS)
        worlds.redeal(seat)
        before = worlds.tables.copy()
        worlds.step(np.full(WORLDS, action))
        for old, new in zip(before, worlds.tables, strict=True):
            lines = event_lines(games.game.events(games.box[0], old, action, new, seat))
            seen[" ".join(lines) or "nothing else happens."] += 1
        return seen

    def hint(self, spec: str) -> str:
        """An agent's action in the caller's place, with its explanation if it has one."""
        if is_person(spec) or spec == ME:
            raise HustingsError(f"agent: {spec!r:.60} is a person; name another, such as greedy or strong")
        agent: Any = make(spec, self.games.game)
        check_seats([agent], self.games)
        shown, row = ShownBatch(self.games), np.zeros(1, np.int64)
        try:
            thought: Explanation | None = agent.explain(shown, row)[0] if hasattr(agent, "explain") else None
            likeliest = agent.act(shown, row) if thought is None else [thought.probabilities.argmax()]
            action = int(whole_actions(likeliest, 1)[0])
            check_legal(self.games, action)
        except (Exception, SystemExit) as error:  # whatever a user's agent raises
            raise HustingsError(f"{spec}: {error_line(error)}") from error
        lines = [f"{spec} would play {action}: {self.games.describe(0, action)}"]
        if thought is not None:
            page = explanation_rows(thought, functools.partial(self.games.describe, 0))
            lines.append(f"It {page['expects']}. How likely it is to take a choice:")
            for choice in page["rows"]:
                likely = f"- {100 * choice['share']:.0f} %: {choice['words']}"
                lines.append("; ".join(filter(None, [likely, choice["told"]])))
        return "\n".join(lines)


class Host:
    """The tools of a server, and its matches.

    Args:
        own: agents that are allowed although they run a user's code or cost money.
    """

    def __init__(self, own: Sequence[str] = ()):
        self._own, self._matches, self._begun = set(own), dict[int, _Match](), 0

    def list_games(self) -> str:
        """List the games: name, title, numbers of players, numbers of actions."""
        return "\n".join(
            f"{game.name}: {game.title}, {game.player_numbers} players, {game.actions.size} actions"
            for game in GAMES.values()
        )

    def describe(
        self,
        game: Annotated[str, Field(description="A name that `list_games` has.")],
        topic: Annotated[
            Topic,
            Field(
                description="How it is played, in a page; its rules, each in a line; its cards and places by "
                "number; or its box: all components, entry by entry."
            ),
        ] = "play",
    ) -> str:
        """Describe a game: read "play" before the first match."""
        return _description(GAMES[game], topic)

    def begin(
        self,
        game: Annotated[str, Field(description="A name that `list_games` has.")],
        seats: Annotated[
            list[str],
            Field(
                description='Who plays each seat, clockwise: "me" for yourself, else an agent: random, '
                "greedy, policy, search, strong, or another of the game's bots."
            ),
        ],
        seed: Annotated[
            int | None, Field(description="Of the deal; it gives all cards away. By default a secret one.")
        ] = None,
        options: Annotated[
            dict[str, Any] | None, Field(description="Options of the game by name; `describe` has them.")
        ] = None,
    ) -> str:
        """Begin a match, and see your first decision. The last 32 matches are kept."""
        described = GAMES[game]
        for spec in seats:
            if spec != ME and is_person(spec):
                raise HustingsError(f'seats: {spec!r:.60} is a person; name yourself, "{ME}", or an agent')
        caller = f"{HUMAN}:{ME}" if seats.count(ME) == 1 else HUMAN  # no two have one name
        specs = [caller if spec == ME else spec for spec in seats]
        for spec in specs:
            self._check(spec)
        if not any(map(is_person, specs)):
            raise HustingsError(f'seats: nobody would ask you; name yourself, "{ME}", for one of them')
        nobody = RandomAgent(described)  # a placeholder in the caller's seats, never asked
        match = _Match(deal_game(described, specs, nobody, seed=seed, options=options), specs)
        match.others_play()
        self._begun += 1
        self._matches[self._begun] = match
        self._matches.pop(self._begun - _KEPT, None)
        return f"Match {self._begun}. {match.see()}"

    def see(
        self,
        match: MatchNumber = None,
        seat: Annotated[
            int | None, Field(description="One of yours; by default the one that decides.")
        ] = None,
    ) -> str:
        """See the table as one of your seats knows it, events since its last decision, and its choices."""
        return self._match(match).see(seat)

    def consider(self, action: AnAction, match: MatchNumber = None) -> str:
        """Ask what one of your legal actions would do, without playing it."""
        found = self._waiting_match(match)
        return found.consider(found.number_of(action))

    def hint(
        self,
        agent: Annotated[str, Field(description="As for `begin`.")] = "greedy",
        match: MatchNumber = None,
    ) -> str:
        """Ask an agent what it would do in your place, knowing what you know, without playing it."""
        self._check(agent)
        return self._waiting_match(match).hint(agent)

    def act(self, action: AnAction, match: MatchNumber = None) -> str:
        """Act, let the others play, and see your next decision, or how the game has ended."""
        found = self._waiting_match(match)
        found.act(found.number_of(action))
        found.others_play()
        return found.see()

    def results(self, match: MatchNumber = None) -> str:
        """The result of a finished match: winner, ranks, points, and the seed that deals it again."""
        found = self._match(match)
        if not found.over:
            raise HustingsError("the game is not over; see what there is to decide")
        lines = final_ranking(found.games, found.seats)
        return "\n".join([*lines, f"{count(len(found.replay.moves), 'decision')}. {seed_line(found.replay)}"])

    def _match(self, number: int | None) -> _Match:
        """A match that waits for the caller or is over."""
        if not self._matches:
            raise HustingsError("match: there is none; begin one")
        found = self._matches.get(self._begun if number is None else number)
        if found is None:
            known = ", ".join(map(str, self._matches))
            raise HustingsError(f"match: {number} is not kept; choose from {known}, or begin another")
        found.others_play()  # asks an agent that failed again
        return found

    def _waiting_match(self, number: int | None) -> _Match:
        """A match that waits for the caller."""
        found = self._match(number)
        if found.over:
            raise HustingsError("the game is over; see its results, or begin another match")
        return found

    def _check(self, spec: str) -> None:
        """Refuse an agent that only the server's owner may allow."""
        if runs_user_code(spec) and spec not in self._own:
            raise HustingsError(
                f"agent {spec!r:.80} may run code or cost money, so only whoever starts the server can allow "
                "it, with hustings mcp --agents; choose from random, greedy, policy, search, strong"
            )


class _OneLineErrors(MCPServer):
    """A server that handles one call at a time and reports errors in one line.

    Args:
        takes: the names of the arguments of each tool.
    """

    def __init__(self, *args: Any, takes: Mapping[str, Collection[str]], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._busy, self._takes = anyio.Lock(), takes

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> Any:
        for other in arguments.keys() - self._takes.get(name, arguments.keys()):
            known = ", ".join(self._takes[name])
            remedy = f"choose from {known}" if known else "it takes none"
            raise ToolError(f"{name}: no argument {other!r:.60}; {remedy}")
        async with self._busy:
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as error:
                if isinstance(error.__cause__, HustingsError):
                    raise ToolError(str(error.__cause__)) from None
                if isinstance(error.__cause__, ValidationError):
                    first = error.__cause__.errors()[0]
                    where, words = ".".join(map(str, first["loc"])), first["msg"].lower()
                    raise ToolError(f"{name}: {where}: {words}; see the tool's arguments") from None
                raise


def server(own: Sequence[str] = ()) -> MCPServer:
    """Make the server, for any transport; `own` as for `Host`."""
    host = Host(own)
    tools: list[Callable[..., str]] = [host.list_games, host.describe, host.begin, host.see]
    tools += [host.consider, host.hint, host.act, host.results]
    takes = {tool.__name__: inspect.signature(tool).parameters for tool in tools}
    made = _OneLineErrors(
        "hustings", takes=takes, instructions=_ABOUT, version=__version__, log_level="CRITICAL"
    )
    for tool in tools:
        made.add_tool(tool, structured_output=False)  # otherwise every text is sent twice
    return made


def serve(own: Sequence[str] = ()) -> None:
    """Serve on standard input and output until the input ends; `own` as for `Host`.

    Raises:
        HustingsError: for an agent of `own` that cannot be made for any game.
    """
    with contextlib.redirect_stdout(sys.stderr):  # a module may print, and the client reads stdout
        for spec in own:
            _check_known(spec)
    print("hustings: an MCP client starts this command, talks to it, and ends it", file=sys.stderr)
    # A thread waiting for input cannot be interrupted, and there is nothing to save.
    before = {number: signal.signal(number, _stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with without_compiling():
            server(own).run("stdio")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _check_known(spec: str) -> None:
    """Raise HustingsError for an agent that no game has, with the reason of the first."""
    refused = []
    for game in GAMES.values():
        try:
            make(spec, game)
            return
        except HustingsError as error:
            refused.append(error)
    raise refused[0]


def _complain(line: str) -> None:
    """Tell whoever has started the server; standard output is the client's."""
    print(f"hustings: {line}", file=sys.stderr)


def _stop(*_: Any) -> None:
    os.write(2, b"hustings: stopped\n")
    os._exit(130)


def _description(game: Game, topic: Topic) -> str:
    if topic == "play":
        page = docstring(importlib.import_module(game.page))
        options = page.partition("\n## Options")[2].partition("\n## ")[0].strip()
        return f"{guide_of(game.module).markdown}\n\n## Options\n\n{options or 'None.'}"
    if topic == "rules":
        return (game.box_spec.file.parent / "RULES.md").read_text(encoding="utf-8")
    if topic == "box":
        return "\n".join(
            f"{entry.key}: {entry.value} ({entry.evidence})" for entry in game.box_spec.evidence()
        )
    parts = []
    for codes in codes_of(game, game.box_spec.load()[0]):
        parts += [f"## {codes.name}: {codes.about}", *(f"{n}: {name}" for n, name in codes.names.items())]
    return "\n".join(parts)
