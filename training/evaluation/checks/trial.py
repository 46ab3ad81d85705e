"""A trial of one agent at one table, next to twins that see the same decisions in other ways.

The agent has one seat in each game, so that all it can remember of a game is what that seat saw. Its twins
are made with the same seed and asked at the same time about the same games; their answers are compared but
not played. So an agent with memory is compared with twins that have the same memory.
"""

import contextlib
import copy
import os
import pickle
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ....agents import Agent, make
from ....agents.bots import RANDOM, bot_names
from ....envs.core.api.agent import HearsResults, ranks_of
from ....envs.core.api.arguments import whole_actions
from ....envs.core.api.batch import GameBatch
from ....envs.core.api.shown import NO_CHANGE, ShownBatch, deal_afresh
from ....envs.core.engine import chance
from ....envs.core.errors import HustingsError, IllegalAction, NoAnswer, error_line, place_in_own_code

LEGAL, HONEST, SAME, ONE_BY_ONE = "legal", "honest", "same for a seed", "game by game"
WRITES, PICKLED, HEARS, CLOSES = "writes nothing", "picklable", "hears results", "closes"
GAMES = 8
"""The number of games played side by side."""
_ALONE = 1 / 3  # the largest share of the time for the game that the agent plays in all seats
_ASKED_AGAIN = 4
_FEW = 0.01  # share of decisions that may differ game by game: a network's last digits depend on the batch
_OTHERWISE = "what comes back decides otherwise"


@dataclass
class Trial:
    """The results of an agent's trial at a table.

    Attributes:
        players: the number of players.
        decisions: the number of its decisions in all games.
        compared: the number of them that its twins made, too.
        met: how often it was asked in each phase.
        finished: whether all games were played to the end.
        faults: what is wrong, by the name of the check.
        unknown: why a check is inconclusive, by its name.
        alone: (D,) milliseconds of each decision in the game that it plays in all seats, except the first.
        together: milliseconds per decision when it is asked about several games at once; nan if never.
        mebibytes: how much the memory of this process, and of the agent's own process, grew while it was made
            and played alone; nan if the system does not report it.
    """

    players: int
    decisions: int = 0
    compared: int = 0
    met: Counter[int] = field(default_factory=Counter)
    finished: bool = True
    faults: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    alone: list[float] = field(default_factory=list)
    together: float = np.nan
    mebibytes: float = np.nan


class _Fault(Exception):
    """A fault of an agent, and the check that it fails."""

    def __init__(self, check: str, words: str):
        super().__init__(words)
        self.check = check


def try_at(fresh: Callable[[], Agent], template: GameBatch, seconds: float) -> Trial:
    """Try an agent at a table.

    Args:
        fresh: makes the agent, with the same seed each time.
        template: a batch of such games, whose seed deals them.
        seconds: about how long it may take.
    """
    trial = Trial(template.num_players)
    try:
        _play_alone(trial, fresh, _batch(template, 1), _ALONE * seconds)
        _play_beside_twins(trial, fresh, _batch(template, GAMES), time.monotonic() + (1 - _ALONE) * seconds)
    except _Fault as fault:
        trial.faults[fault.check] = str(fault)
        trial.finished = False
    if SAME in trial.faults:
        for check in (HONEST, ONE_BY_ONE):
            trial.faults.pop(check, None)
            trial.unknown[check] = "it plays differently with the same seed, so there is nothing to compare"
        if trial.faults.get(PICKLED) == _OTHERWISE:
            del trial.faults[PICKLED]
    return trial


def _batch(template: GameBatch, games: int) -> GameBatch:
    return GameBatch(template.game, games, template.num_players, seed=template.seed, box=template.box)


# --- One game, in all seats --------------------------------------------------------------------------


def _play_alone(trial: Trial, fresh: Callable[[], Agent], games: GameBatch, seconds: float) -> None:
    """Play a game for at most `seconds` after the first decision, which may compile."""
    before = most = resident()
    agent, row, until = _make(fresh, games), np.zeros(1, np.int64), 0.0
    with contextlib.ExitStack() as at_end:
        at_end.callback(_close, trial, agent)
        while not games.over.all():
            begin = time.perf_counter()
            actions = _actions_of(agent, games, row)
            spent = time.perf_counter() - begin
            if not trial.decisions:
                until = time.monotonic() + seconds
            else:
                trial.alone.append(1000 * spent)
            most = max(most, resident() + resident(getattr(agent, "pid", None)))
            trial.mebibytes = most - before
            _note(trial, games, row)
            games.step(actions, rows=row)
            if time.monotonic() > until:
                trial.finished = False
                return
        _tell(trial, agent, games, row)


# --- Several games, in one seat of each, beside its twins --------------------------------------------


@dataclass
class _Twin:
    """A copy of the agent with the same seed, how it is shown the games, and how often it has differed."""

    check: str
    agent: Agent
    ask: Callable[[Agent, GameBatch, np.ndarray], np.ndarray]
    differing: int = 0


def _play_beside_twins(trial: Trial, fresh: Callable[[], Agent], games: GameBatch, until: float) -> None:
    seats = np.arange(games.num_games) % games.num_players
    agent, twins, others = _make(fresh, games), _twins(fresh, games, seats), _others(games)
    spent, timed = 0.0, 0
    with contextlib.ExitStack() as at_end:
        for each in (agent, *(twin.agent for twin in twins)):
            at_end.callback(_close, trial, each)
        while not games.over.all():
            if time.monotonic() > until and trial.compared:
                trial.finished = False
                return
            rows = np.flatnonzero(games.seat == seats)
            if len(rows):
                begin = time.perf_counter()
                actions = _actions_of(agent, games, rows)
                if trial.compared:
                    spent, timed = spent + time.perf_counter() - begin, timed + len(rows)
                    trial.together = 1000 * spent / timed
                else:
                    _try_pickling(trial, fresh, games, rows, actions)
                _note(trial, games, rows)
                trial.compared += len(rows)
                twins = [twin for twin in twins if _agrees(trial, twin, fresh, games, rows, actions)]
                games.step(actions, rows=rows)
            _let_others_act(games, seats, others)
        _tell(trial, agent, games, np.arange(games.num_games))


def _twins(fresh: Callable[[], Agent], games: GameBatch, seats: np.ndarray) -> list[_Twin]:
    dealt = copy.deepcopy(games)
    key = int(chance.derive(np.uint64(games.seed), np.uint64(0), np.uint64(1)))

    def shown_otherwise(agent: Agent, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        deal_afresh(dealt, games, seats, key)
        return _actions_of(agent, dealt, rows)

    def one_by_one(agent: Agent, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        return np.concatenate([_actions_of(agent, games, rows[k : k + 1]) for k in range(len(rows))])

    ways = {SAME: _actions_of, HONEST: shown_otherwise, ONE_BY_ONE: one_by_one}
    return [_Twin(check, _make(fresh, games), ask) for check, ask in ways.items()]


def _agrees(
    trial: Trial,
    twin: _Twin,
    fresh: Callable[[], Agent],
    games: GameBatch,
    rows: np.ndarray,
    actions: np.ndarray,
) -> bool:
    """Whether to keep asking a twin; if not, note why."""
    try:
        answers = twin.ask(twin.agent, games, rows)
    except _Fault as fault:
        trial.faults[twin.check] = f"asked this way, it fails: {fault}"
        return False
    wrong = np.flatnonzero(answers != actions)
    if not len(wrong):
        return True
    row = int(rows[wrong[0]])
    difference = f"{_place(games, row)}: action {actions[wrong[0]]}, and {answers[wrong[0]]}"
    if twin.check == SAME:
        trial.faults[SAME] = f"{difference} from another with the same seed"
        return False
    if twin.check == HONEST:
        trial.faults[HONEST] = f"{difference} after what its seat cannot see was dealt afresh"
        return False
    twin.differing += len(wrong)
    if _draws(trial, fresh, games, rows):
        trial.unknown[ONE_BY_ONE] = "it uses one random stream for all games, whose order differs then"
        return False
    if twin.differing > _FEW * max(trial.compared, 100):
        trial.faults[ONE_BY_ONE] = f"{difference} if asked about this game alone"
        return False
    return True


def _draws(trial: Trial, fresh: Callable[[], Agent], games: GameBatch, rows: np.ndarray) -> bool:
    """Whether an agent answers the same question differently a second time, or not at all."""
    agent = _make(fresh, games)
    try:
        answers = [_actions_of(agent, games, rows).tolist() for _ in range(_ASKED_AGAIN)]
    except _Fault:  # it need not answer a question that it has answered
        return True
    finally:
        _close(trial, agent)
    return any(answer != answers[0] for answer in answers)


def _try_pickling(
    trial: Trial, fresh: Callable[[], Agent], games: GameBatch, rows: np.ndarray, actions: np.ndarray
) -> None:
    agent = _make(fresh, games)
    try:
        back = pickle.loads(pickle.dumps(agent))
        answers = _actions_of(back, games, rows)
    except Exception as error:  # whatever a user's agent may raise
        trial.faults[PICKLED] = error_line(error)
        return
    finally:
        _close(trial, agent)
    if answers.tolist() != actions.tolist():
        trial.faults[PICKLED] = _OTHERWISE
    _close(trial, back)


def _others(games: GameBatch) -> list[Agent]:
    """The agents in the other seats: `greedy` in one half of the games, random play in the other."""
    bots = [RANDOM, "greedy" if "greedy" in bot_names(games.game.name) else RANDOM]
    return [make(bot, games.game, seed) for seed, bot in enumerate(bots)]


def _let_others_act(games: GameBatch, seats: np.ndarray, others: Sequence[Agent]) -> None:
    """Have the others act once where they are on turn; skip games where the agent is."""
    seat = games.seat
    waiting = np.flatnonzero(~games.over & (seat != seats))
    for number, other in enumerate(others):
        rows = waiting[(waiting + waiting // games.num_players) % len(others) == number]
        if len(rows):
            games.step(other.act(games, rows), rows=rows)


# --- Asking ------------------------------------------------------------------------------------------


def _make(fresh: Callable[[], Agent], games: GameBatch) -> Agent:
    agent = fresh()
    if getattr(agent, "listens", False):
        games.listen()
    return agent


def close(agent: Agent) -> None:
    """Close an agent that can be closed, for instance one with its own process."""
    end = getattr(agent, "close", None)
    if callable(end):
        end()


def _close(trial: Trial, agent: Agent) -> None:
    """Close an agent, and note if it raises."""
    try:
        close(agent)
    except (Exception, SystemExit) as error:  # whatever a user's agent may raise
        trial.faults[CLOSES] = f"{trial.players} players: {error_line(error)}"


def _actions_of(agent: Agent, games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """(R,) an agent's legal actions; raises a fault if they are illegal or if it wrote into the games."""
    before = _bytes_of(games)
    try:
        actions = agent.act(ShownBatch(games), rows.copy())
    except (Exception, SystemExit) as error:  # whatever a user's agent may raise
        from_suite = isinstance(error, HustingsError) and not isinstance(error, NoAnswer)
        if from_suite and not place_in_own_code(error):
            raise
        refused = NO_CHANGE in str(error) or "read-only" in str(error)
        raise _Fault(WRITES if refused else LEGAL, f"{_where(games, rows)}: {error_line(error)}") from None
    if _bytes_of(games) != before:
        raise _Fault(WRITES, f"{_where(games, rows)}: the games have changed during its call")
    try:
        chosen = whole_actions(actions, len(rows))
        legal = games.are_legal(chosen, rows=rows)
        if not legal.all():
            wrong = int(legal.argmin())
            raise IllegalAction(games.why_illegal(int(rows[wrong]), int(chosen[wrong])))
    except HustingsError as error:
        raise _Fault(LEGAL, f"{games.num_players} players, {error}") from None
    return chosen


def _tell(trial: Trial, agent: Agent, games: GameBatch, rows: np.ndarray) -> None:
    """Tell an agent the results of finished games, if it takes them."""
    if not isinstance(agent, HearsResults):
        return
    scores, payoffs = games.results(rows=rows)
    try:
        agent.hear_results(ShownBatch(games), rows, scores, ranks_of(payoffs))
    except (Exception, SystemExit) as error:  # whatever a user's agent may raise
        trial.faults[HEARS] = f"{games.num_players} players: {error_line(error)}"


def _bytes_of(games: GameBatch) -> tuple[bytes, bytes]:
    """A snapshot of the games, to detect writes into them."""
    return games.save().tobytes(), games.box.tobytes()


def _note(trial: Trial, games: GameBatch, rows: np.ndarray) -> None:
    trial.decisions += len(rows)
    trial.met.update(games.phase[rows].tolist())


def _where(games: GameBatch, rows: np.ndarray) -> str:
    return f"{games.num_players} players, phase {games.game.phases(games.phase[rows[0]]).name}"


def _place(games: GameBatch, row: int) -> str:
    phase = games.game.phases(games.phase[row]).name
    return f"{games.num_players} players, game {row}, seat {games.seat[row]}, phase {phase}"


def resident(process: int | str | None = "self") -> float:
    """Mebibytes of a process in memory, 0 for None; nan if the system does not report it."""
    if process is None:
        return 0.0
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return np.nan
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
