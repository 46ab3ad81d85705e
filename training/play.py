"""One game in the terminal: people, bots, or both, recorded move by move."""

import contextlib
import functools
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from ..agents import Agent, make
from ..agents.policy import check_seats
from ..agents.specs import check_name, is_person, person_name, runs_user_code
from ..agents.terminal.human import QUITS, HumanAgent, InputEnded, Quit, TakenBack
from ..agents.terminal.screen import reading, say
from ..envs.core.api.agent import HearsResults, ranks_of
from ..envs.core.api.arguments import whole_actions
from ..envs.core.api.batch import GameBatch
from ..envs.core.api.processes import sigterm_as_interrupt
from ..envs.core.api.replay import Replay
from ..envs.core.api.shown import ShownBatch
from ..envs.core.engine.game import NOBODY, Game
from ..envs.core.engine.interpreting import without_compiling
from ..envs.core.errors import HustingsError, IllegalAction, NoAnswer, error_line, one_line, place_in_own_code
from ..envs.core.text.events import Event, event_lines
from ..envs.core.text.prompts import prompts_of
from ..envs.core.text.words import count, joined, player
from .kept_replays import KeptReplay
from .takeback import Takeback, first_of_last_run


@without_compiling()
def play(
    game: Game,
    seats: Sequence[str],
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    replay_out: str | Path | None = None,
    resume: Replay | None = None,
    pause: bool = False,
    console: Console | None = None,
    read: Callable[[str], str] | None = None,
) -> Replay:
    """Play one game and show how it ends. A game of bots alone shows every move, and the board each round.

    A person sees only what their seat may know. Quitting, Ctrl-C, SIGTERM, the end of the input and a failing
    agent stop the game; the moves until then are recorded.

    Args:
        game: the game to play.
        seats: the agent of each seat, clockwise, as for `hustings.agents.make`; one for each player.
        seed: for the deal, as in `env.reset(seed=...)`, and for the bots; None for a new one, which is shown:
            at once where bots play alone, to people when the game is over.
        options, box: as for `GameBatch`.
        replay_out: a new file for the replay, written as the game goes on; with `resume` the resumed game's
            file, which is continued.
        resume: a stopped game to continue, with its seed and options.
        pause: wait for Enter after each round of a game of bots.
        console: where to write; None for standard output.
        read: reads people's lines; None for standard input.

    Returns:
        The recorded game; `scores` is None if it was stopped.

    Raises:
        HustingsError: before anything is played, for unsuitable seats or options, or a file that exists;
            after the moves are recorded, for an agent that raises or acts illegally, of which people are not
            told what it knew, and if the input ends and is not a terminal.
    """
    console = console or Console()
    again = words_to_resume(seats, box)
    complain = functools.partial(say, console)
    with KeptReplay(replay_out, resumed=resume is not None, again=again, complain=complain) as kept:
        person = HumanAgent(game, console=console, read=read, names=names_of(seats))
        dealt = deal_game(game, seats, person, seed=seed, options=options, box=box, resume=resume)
        games, replay, table = dealt.games, dealt.replay, _Table(dealt, person, kept)
        people = any(map(is_person, seats))
        secret = people and seed is None
        say(console, opening_line(replay, game, with_seed=not secret))
        stopped, nobody_there = False, False
        failed: HustingsError | None = None
        try:
            with sigterm_as_interrupt():
                if people:
                    table.play()
                else:
                    reader = (read or reading(console)) if pause else None
                    _watch(dealt, kept, Watcher(games, seats, console, reader))
        except KeyboardInterrupt as why:
            stopped = True
            nobody_there = isinstance(why, InputEnded) and read is None and not sys.stdin.isatty()
        except HustingsError as error:
            failed = error
        finally:  # the moves must not be lost, whatever happens
            games = table.games
            kept.save(replay, games)
        if stopped or failed:
            # The number of others' secret moves is not for people to know.
            say(console, "", "Stopped." if people else f"Stopped after {count(len(replay.moves), 'move')}.")
        else:
            seed_told = [seed_line(replay)] if secret else []
            say(console, "", games.board(0), "", *final_ranking(games, seats), *seed_told)
            tell_results(games, dealt.agents, complain)
        if kept.path is not None:
            going_on = [f"To go on: {kept.resume}"] if stopped or failed else []
            say(console, f"The moves are in {kept.path}.", *going_on, wrap=False)
        if failed:
            hidden = failed.for_players if people and isinstance(failed, AgentFailed) else ""
            told = f"{hidden}; hustings check tells more" if hidden else str(failed)
            raise HustingsError(f"the game has stopped: {told}") from failed
        if nobody_there:
            raise HustingsError(
                "the input has ended, and there is no terminal to ask; "
                "play in one, or name bots for all seats"
            )
        return replay


class DealtGame(NamedTuple):
    """A newly dealt game, the agents of its seats, and its empty replay.

    Attributes:
        past: the moves of a resumed game, to be made first.
    """

    games: GameBatch
    agents: list[Agent]
    replay: Replay
    past: list[tuple[int, int, str]]


def deal_game(
    game: Game,
    seats: Sequence[str],
    person: Agent,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    resume: Replay | None = None,
) -> DealtGame:
    """Deal a game and make its agents, `person` for the seats of people; see `play`."""
    check_seat_specs(game, seats)
    if resume is not None:
        resume.verify(game, box)
        games, seed = resume.deal(game, box), resume.seed
    else:
        games = GameBatch(game, 1, len(seats), box=box, options=options)
        if seed is None:
            seed = secrets.randbits(64)  # too many to try: the seed reveals everything
        games.reset(seeds=[seed])
    games.listen()  # agents that listen also get the events before their first decision
    keys = [np.random.SeedSequence((seed, seat)).generate_state(1, np.uint64) for seat in range(len(seats))]
    agents = [
        person if is_person(spec) else make(spec, game, int(key[0]))
        for spec, key in zip(seats, keys, strict=True)
    ]
    check_seats(agents, games)
    past = [] if resume is None else list(resume.moves)
    return DealtGame(games, agents, Replay.begin(games, 0, list(seats)), past)


def seats_to_resume(replay: Replay, seats: Sequence[str] | None) -> list[str]:
    """The agents of a resumed game: those given, or those named in the replay.

    Raises:
        HustingsError: if the game is over, if no agents are named, or if the file names agents that would run
            code, which a file must not decide.
    """
    if replay.scores is not None:
        raise HustingsError("the game is over; to look at it: hustings replay")
    if seats is not None:
        if len(seats) != replay.num_players:
            raise HustingsError(
                f"--seats: {len(seats)} agents for {replay.num_players} seats; name one for each"
            )
        return list(seats)
    if len(replay.agents) != replay.num_players:
        raise HustingsError("the replay does not say who plays; name an agent for each seat with --seats")
    for spec in replay.agents:
        if runs_user_code(spec):
            raise HustingsError(
                f"{spec:.60} runs code that the file names; if you trust it, name it with --seats"
            )
    return list(replay.agents)


def words_to_resume(seats: Sequence[str], box: str | Path | np.ndarray | None) -> list[str]:
    """What to say again when a game is resumed: its box file, and agents that no file may name."""
    words = ["--box", str(box)] if isinstance(box, str | Path) else []
    return words + (["--seats", ",".join(seats)] if any(map(runs_user_code, seats)) else [])


def opening_line(replay: Replay, game: Game, *, with_seed: bool = True) -> str:
    """The game, who plays it, and if it is no secret the seed that deals it again."""
    line = f"{game.title}: {joined(seat_names(replay.agents))}."
    return f"{line} {seed_line(replay)}" if with_seed else line


def seed_line(replay: Replay) -> str:
    """The seed that deals a game again."""
    return f"Seed {replay.seed}."


class _Table:
    """A game with people at the terminal.

    Attributes:
        games: the game, a batch of one.
    """

    def __init__(self, dealt: DealtGame, person: HumanAgent, kept: KeptReplay):
        self.games, self._agents, self._replay, self._past = dealt
        self._person, self._kept = person, kept
        self._people = [seat for seat, agent in enumerate(self._agents) if agent is person]
        self._takeback = Takeback(self.games, self._people)

    def play(self) -> None:
        """Play it to its end."""
        opening = prompts_of(self.games.game).opening(self.games.box[0], self.games.tables[0])
        for seat in self._people:
            self._person.tell(seat, opening, NOBODY)
        own = first_of_last_run(self._past)
        for number, (seat, action, words) in enumerate(self._past):
            before, undoable = self.games.tables.copy(), number >= own and seat in self._people
            if undoable:  # as if they had just been made
                self._takeback.asked(self.games, number)
            self.games.step([action])
            if undoable:
                self._takeback.decided(before, action, self.games, by_person=True)
            self._after_move(before, action, words, past=True)
        while not self.games.over[0]:
            self._decide()
        for seat in self._people:
            self._person.show_end(seat, named=len(self._people) > 1)

    def _decide(self) -> None:
        """Make one decision, or take one back."""
        seat, before = int(self.games.seat[0]), self.games.tables.copy()
        by_person = seat in self._people
        if by_person:
            self._takeback.asked(self.games, len(self._replay.moves))
            self._person.can_take_back = self._takeback.possible(seat, len(self._replay.moves))
        try:
            _, action, words = move(self.games, self._agents, self._replay.agents)
        except TakenBack:
            self._take_back()
            return
        self._takeback.decided(before, action, self.games, by_person=by_person)
        self._after_move(before, action, words)
        self._kept.moved(self._replay, self.games, by_person)

    def _take_back(self) -> None:
        point = self._takeback.take_back(len(self._replay.moves))
        if point is not None:
            self.games = point.games
            del self._replay.moves[point.moves :]
            self._kept.moved(self._replay, self.games, by_person=True)

    def _after_move(self, before: np.ndarray, action: int, words: str, *, past: bool = False) -> None:
        """Record a move and show people its consequences.

        Others' moves are shown only through the game's events, which contain what a seat may see.
        """
        mover = int(before["seat"][0])
        self._replay.moves.append((mover, action, words))
        for seat in self._people:
            if past and seat == mover:
                self._person.forget(seat)
            else:
                self._person.tell(seat, events(self.games, before, action, seat), NOBODY if past else mover)


def _watch(dealt: DealtGame, kept: KeptReplay, watcher: "Watcher") -> None:
    """Play and show a game of bots alone."""
    games, agents, replay, past = dealt
    for done in past:
        games.step([done[1]])
        replay.moves.append(done)
    watcher.begin()
    try:
        while not games.over[0]:
            mover, before = int(games.seat[0]), games.tables.copy()
            replay.moves.append(move(games, agents, replay.agents))
            kept.moved(replay, games, by_person=False)
            watcher.tell(mover, events(games, before, replay.moves[-1][1], None), replay)
    finally:
        watcher.flush()


def tell_results(games: GameBatch, agents: Sequence[Agent], complain: Callable[[str], None]) -> None:
    """Report the result of a finished game to the agents that want it.

    Args:
        games: the game, a batch of one.
        agents: those of its seats; one in several seats is told once.
        complain: told in one line of an agent that raises: the game is over, and nothing else comes of it.
    """
    scores, payoffs = games.results()
    for agent in {id(agent): agent for agent in agents}.values():
        if not isinstance(agent, HearsResults):
            continue
        try:
            agent.hear_results(ShownBatch(games), np.zeros(1, np.int64), scores, ranks_of(payoffs))
        except (Exception, SystemExit) as error:  # whatever a user's agent may raise
            complain(f"{agent.name} cannot hear the result ({error_line(error)}).")


def move(games: GameBatch, agents: Sequence[Agent], seats: Sequence[str]) -> tuple[int, int, str]:
    """Let the seat on turn decide; returns the seat, the action, and the action in words.

    Raises:
        AgentFailed: in one line with its name; nothing has changed then.
    """
    seat = int(games.seat[0])
    try:
        actions = whole_actions(agents[seat].act(ShownBatch(games), np.zeros(1, np.int64)), 1)
        action = int(actions[0])
        check_legal(games, action)
        words = games.describe(0, action)
        games.step(actions)
    except TakenBack:
        raise
    except (Exception, SystemExit) as error:  # whatever a user's agent may raise
        raise failure_of(seat_names(seats)[seat], error) from error
    return seat, action, words


class AgentFailed(HustingsError):
    """An agent that fails; the text says all of it, and so may tell what only its seat knows.

    Attributes:
        for_players: what everybody at the table may read.
    """

    def __init__(self, words: str = "", for_players: str = ""):
        super().__init__(words)
        self.for_players = for_players


def failure_of(name: str, error: BaseException) -> AgentFailed:
    """What to raise for an error of the agent that is called `name`."""
    if isinstance(error, IllegalAction):  # its text lists what would have been legal: cards of a hand
        words = "has acted illegally"
    elif isinstance(error, NoAnswer):
        words = "has given no answer"
    else:
        kind = "" if isinstance(error, HustingsError) else f": {type(error).__name__}"
        words = f"has failed{kind}{place_in_own_code(error)}"
    return AgentFailed(f"{name}: {error_line(error)}", one_line(f"{name} {words}"))


def check_legal(games: GameBatch, action: int) -> None:
    """Raise IllegalAction if an action is not legal in a batch of one game."""
    if not (0 <= action < games.num_actions and games.legal[0, action]):
        raise IllegalAction(games.why_illegal(0, action))


class Watcher:
    """Shows a game of bots: its moves, auctions and the like summarised, and points and board each round.

    Args:
        games: the game, a batch of one.
        seats: the agent of each seat.
        console: where to write.
        read: called with a prompt after each round; None not to wait.
    """

    def __init__(
        self, games: GameBatch, seats: Sequence[str], console: Console, read: Callable[[str], str] | None
    ):
        self._games, self._names, self._console, self._read = games, seat_names(seats), console, read
        self._prompts = prompts_of(games.game)
        self._pending: list[Event] = []  # events of one group, shown together
        self._number = 0  # the number of the first of their moves

    def begin(self) -> None:
        """Show the board and the events of the deal."""
        self._round, self._points = self._now(), self._games.scores[0].tolist()
        self._say("", self._games.board(0), "")
        self._say(*event_lines(self._prompts.opening(self._games.box[0], self._games.tables[0])))

    def tell(self, mover: int, events: list[Event], replay: Replay) -> None:
        """Show a move, and sum up the round after its last move."""
        if not events or events[0].seat != mover:  # no event contains the move
            name, words = self._names[mover], replay.moves[-1][2]
            events = [Event(f"{name}: {words}", name, words), *events]
        for place, event in enumerate(events):
            if not (self._pending and event.group and event.group == self._pending[-1].group):
                self.flush()
                self._number = 0 if place else len(replay.moves)
            self._pending.append(event)
        if self._games.over[0] or self._now() == self._round:
            return
        self.flush()
        self._end_round()

    def flush(self) -> None:
        """Show pending events."""
        number = f"{self._number:4}" if self._number else " " * 4
        self._say(*(f"{number}  {line}" for line in event_lines(self._pending)))
        self._pending = []

    def _end_round(self) -> None:
        points = self._games.scores[0].tolist()
        won = [f"{name} {now} ({now - was:+d})" for name, now, was in zip(self._names, points, self._points)]
        self._say("", f"Points: {', '.join(won)}.", "", self._games.board(0), "")
        self._round, self._points = self._now(), points
        if self._read is not None:
            with contextlib.suppress(EOFError):
                if self._read("Enter to go on, q and Enter to stop: ").strip().lower() in QUITS:
                    raise Quit

    def _now(self) -> int:
        return int(self._games.game.round_now(self._games.box[0], self._games.tables[0]))

    def _say(self, *lines: str) -> None:
        say(self._console, *lines, styles=self._prompts.colours)


def events(games: GameBatch, before: np.ndarray, action: int, seat: int | None) -> list[Event]:
    """The events of an action in a batch of one game, as far as a seat may know; None for all."""
    return games.game.events(games.box[0], before[0], action, games.tables[0], seat)


def final_ranking(games: GameBatch, seats: Sequence[str]) -> list[str]:
    """The result of a finished game: a line on the winner, then one for each player, by rank."""
    scores, payoff = games.scores[0].tolist(), games.payoff[0]
    named = seat_names(seats)
    order = sorted(range(len(seats)), key=lambda seat: (-payoff[seat], seat))
    winners = [seat for seat in order if payoff[seat] == payoff.max()]
    verb = "wins" if len(winners) == 1 else "share the win"
    points = [prompts_of(games.game).points(games.tables[0], score) for score in scores]
    lines = [f"{joined([named[seat] for seat in winners])} {verb} with {points[winners[0]]}."]
    for seat in order:
        rank = 1 + int((payoff > payoff[seat]).sum())
        lines.append(f"{rank:3}. {named[seat]}: {points[seat]}")
    return lines


def check_seat_specs(game: Game, seats: Sequence[str]) -> None:
    """Raise HustingsError for a wrong number of seats, unfit names, or two people of one name."""
    if isinstance(seats, str) or len(seats) not in game.player_counts:
        given = repr(seats) if isinstance(seats, str) else len(seats)
        raise HustingsError(
            f"seats: {game.title} takes {game.player_numbers} players; name one agent for each, not {given}"
        )
    for spec in seats:
        check_name(spec, "seats")
    people: dict[str, str] = {}
    for name in names_of(seats).values():
        if other := people.get(name.casefold()):
            raise HustingsError(f"seats: {other} and {name} are one name; give each person another")
        people[name.casefold()] = name


def seat_names(seats: Sequence[str]) -> list[str]:
    """Each seat with its player: "player_0 (greedy)", "player_1 (Anna)"."""
    return [
        f"{player(seat)} ({(is_person(spec) and person_name(spec)) or spec})"
        for seat, spec in enumerate(seats)
    ]


def names_of(seats: Sequence[str]) -> dict[int, str]:
    """The names of people, by seat; without the unnamed."""
    return {seat: name for seat, spec in enumerate(seats) if is_person(spec) and (name := person_name(spec))}
