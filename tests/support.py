"""Helpers of the shared suite: the games it covers, and ways to play them at random."""

import functools
import importlib
import io
import itertools
import os
import shutil
import subprocess
import sys
import textwrap
import tomllib
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hustings.agents import Agent, make, names
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.engine.game import Game, nothing_to_redeal
from hustings.envs.core.io.files import written_whole

from . import pig, tinygame

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def all_games() -> list[Game]:
    """Every game of the suite, and two small ones: with everything a game may have, and with the least."""
    return [tinygame.GAME, pig.GAME, *GAMES.values()]


def grown_games() -> list[Game]:
    """The games that have what a game may grow into: a ledger, words, a picture, a policy."""
    return [game for game in GAMES.values() if (ROOT / "envs" / game.name / "RULES.md").is_file()]


def all_tables() -> list[tuple[Game, int]]:
    """Every game with every number of players."""
    return [(game, players) for game in all_games() for players in game.player_counts]


def label(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


each_game = pytest.mark.parametrize("game", all_games(), ids=label)
each_grown_game = pytest.mark.parametrize("game", grown_games(), ids=label)
each_grown_name = pytest.mark.parametrize("name", [game.name for game in grown_games()])
each_table = pytest.mark.parametrize(("game", "players"), all_tables(), ids=label)
# The fewest players and the most, for what depends on no number of them in particular.
_KNOWN_ENDS = [(game, ends(game.player_counts)) for game in GAMES.values() for ends in (min, max)]
_SMALL_ENDS = [(game, game.max_players) for game in (tinygame.GAME, pig.GAME)]
each_known_end = pytest.mark.parametrize(("game", "players"), _KNOWN_ENDS, ids=label)
each_end = pytest.mark.parametrize(("game", "players"), _SMALL_ENDS + _KNOWN_ENDS, ids=label)


def hides(game: Game) -> bool:
    """Whether anything in the game is hidden from anybody."""
    return game.redeal is not nothing_to_redeal


def bots(game: Game) -> list[str]:
    """The compiled bots of a game."""
    return [] if game is tinygame.GAME else [name for name in names(game) if name != "random"]


def random_actions(games: GameBatch, rng: np.random.Generator) -> np.ndarray:
    """A legal action for every game, any number where it is over."""
    masks = games.legal
    return ((1.0 - rng.random(masks.shape)) * masks).argmax(axis=1)


def positions(games: GameBatch, seed: int, steps: int) -> Iterator[int]:
    """Play at random and stop after every step, until `steps` or until all games are over."""
    rng = np.random.default_rng(seed)
    for step in range(steps):
        if games.over.all():
            return
        games.step(random_actions(games, rng))
        yield step


def mid_game(
    game: Game, players: int | None, num_games: int = 8, steps: int = 9, seed: int = 1, **kwargs
) -> GameBatch:
    """A batch after some random steps."""
    games = GameBatch(game, num_games, players, seed=seed, **kwargs)
    for _ in positions(games, seed, steps):
        pass
    return games


def play_out(games: GameBatch, seed: int = 0, limit: int = 100_000) -> None:
    """Play at random to the end of every game."""
    for _ in positions(games, seed, limit):
        pass
    assert games.over.all(), "a game does not end"


def all_actions(games: GameBatch, agent: Agent) -> list[list[int]]:
    """Play on with one agent in every seat, to the end; what it did at each step."""
    actions = []
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        chosen = agent.act(games, rows)
        assert games.masks(rows=rows)[np.arange(len(rows)), chosen].all()
        games.step(chosen, rows=rows)
        actions.append(chosen.tolist())
    return actions


def whole_games(games: GameBatch, agents: Sequence[Agent], watch: Callable | None = None) -> GameBatch:
    """Play to the end; agents[i] sits in seat i of the first game, one further in the next, and so on.

    `watch(games, rows, sits, actions)` sees every move, with the place in `agents` of whoever makes it.
    """
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        sits = (games.seat[rows] + rows) % len(agents)
        actions = np.zeros(len(rows), np.int64)
        for i, agent in enumerate(agents):
            if (sits == i).any():
                actions[sits == i] = agent.act(games, rows[sits == i])
        if watch is not None:
            watch(games, rows, sits, actions)
        games.step(actions, rows=rows)
    return games


def deal(game: Game, num_games: int, players: int, other_way: bool = False, **kwargs) -> GameBatch:
    """A batch; played the other way, all options have another of their choices."""
    options = {"options": other_choices(game)} if other_way else {}
    return GameBatch(game, num_games, players, **options, **kwargs)


def laid(game: Game, tables: np.ndarray, other_way: bool = False, **kwargs) -> GameBatch:
    """A batch of these tables."""
    games = deal(game, len(tables), int(tables["seats"][0]), other_way, **kwargs)
    games.tables = tables
    return games


def other_choices(game: Game) -> dict:
    """Another choice of every option that has choices."""
    usual = game.box_spec.option_values(game.box_spec.load())
    return {
        option.name: next(choice for choice in reversed(option.choices) if choice != usual[option.name])
        for option in game.box_spec.options
        if option.choices is not None
    }


def shared(name: str, make: Callable[[], bytes]) -> bytes:
    """What `make` gives, worked out by the first process of a test run that asks for it."""
    folder = os.environ.get("HUSTINGS_TESTS_SHARED")  # of this run: conftest.py
    if not folder:
        return make()
    path = Path(folder) / name
    with FileLock(f"{path}.lock"):
        if not path.exists():
            with written_whole(path) as part:
                part.write_bytes(make())
    return path.read_bytes()


@functools.cache
def met(game: Game, players: int, other_way: bool = False) -> np.ndarray:
    """Tables from play, some of each phase, from the first to the end; played once in a test run."""
    name = f"{game.name}-{players}-{other_way}"
    tables = shared(name, lambda: _played(game, players, other_way).tobytes())
    return np.frombuffer(tables, game.table).copy()


def some_met(game: Game, players: int, other_way: bool = False, each: int = 4) -> np.ndarray:
    """Some of these tables, so many of each phase."""
    tables = met(game, players, other_way)
    return np.concatenate([tables[tables["phase"] == phase][-each:] for phase in game.phases])


def _played(game: Game, players: int, other_way: bool) -> np.ndarray:
    """Games differ in how much they like each action, which leads them to rare places. In some bots play."""
    games = deal(game, 240, players, other_way, seed=players, ask_forced=True)
    rng = np.random.default_rng(players)
    taste = np.exp(2.5 * rng.standard_normal((games.num_games, games.num_actions)))
    agents = [make(name, game) for name in bots(game)]
    tables: dict[int, list[bytes]] = {}
    for _ in range(1500):
        running = np.flatnonzero(~games.over)
        phases = games.tables["phase"].copy()
        for phase in np.unique(phases).tolist():
            rows = np.flatnonzero(phases == phase)
            some = tables.setdefault(phase, [])
            if len(some) < 30 or rng.random() < 0.02:
                some += [games.tables[row].tobytes() for row in rng.choice(rows, min(len(rows), 2))]
        if not len(running):
            break
        actions = np.where(games.legal, rng.exponential(size=taste.shape) / taste, np.inf).argmin(axis=1)
        for place, agent in enumerate(agents):
            mine = running[running % 24 == place]
            actions[mine] = agent.act(games, mine)
        games.step(actions)
    return np.frombuffer(b"".join(itertools.chain(*tables.values())), game.table).copy()


def options_of(game: Game, **own: st.SearchStrategy) -> st.SearchStrategy[dict]:
    """Any options of a game: their choices, or numbers in the range of their field; lists only from `own`."""
    fields = {field.name: field for field in game.box_spec.fields}
    found = {
        option.name: st.sampled_from(option.choices)
        if option.choices
        else st.integers(fields[option.name].low, fields[option.name].high)
        for option in game.box_spec.options
        if not fields[option.name].shape
    }
    return st.fixed_dictionaries(found | own)


def all_ways(game: Game) -> list[tuple[int, bool]]:
    return [(players, other_way) for players in game.player_counts for other_way in (False, True)]


def run(command: Sequence[str], **given) -> subprocess.CompletedProcess:
    """A process that has ended, and what it said."""
    usual = {"capture_output": True, "text": True, "timeout": 300, "check": False}
    return subprocess.run(command, **usual | given)


def run_python(
    code: str, first_on_path: Path | None = None, *, timeout: int = 300, **environment: str
) -> subprocess.CompletedProcess:
    """Run code in a process of its own that can import `tests`, perhaps with a folder before all others."""
    first = [str(first_on_path)] if first_on_path else []
    path = os.pathsep.join((*first, str(ROOT), os.environ.get("PYTHONPATH", "")))
    command = [sys.executable, "-c", textwrap.dedent(code)]
    return run(command, env={**os.environ, "PYTHONPATH": path, **environment}, timeout=timeout)


def printed_by(code: str, *given, **named) -> str:
    """What code prints in such a process, which ends in order."""
    done = run_python(code, *given, **named)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def copied_package(folder: Path) -> Path:
    """The package, copied into a folder, with other times of its files."""
    for part in ("envs", "agents", "training"):
        shutil.copytree(ROOT / part, folder / "hustings" / part, copy_function=shutil.copyfile)
    shutil.copyfile(ROOT / "package" / "__init__.py", folder / "hustings" / "__init__.py")
    return folder / "hustings"


def brought(*texts: str) -> dict[str, list[Requirement]]:
    """All that requirements bring on this machine but hustings itself, and who asks for which versions."""
    asked: dict[str, list[Requirement]] = {}
    done, left = set(), [Requirement(text) for text in texts]
    while left:
        requirement = left.pop()
        name = canonicalize_name(requirement.name)
        if name != "hustings":
            asked.setdefault(name, []).append(requirement)
        for extra in ("", *requirement.extras):
            if (name, extra) not in done:
                done.add((name, extra))
                wanted = _requirements(name)
                left += [one for one in wanted if not one.marker or one.marker.evaluate({"extra": extra})]
    return asked


def _requirements(name: str) -> list[Requirement]:
    """What a distribution requires; hustings, as its sources say."""
    if name != "hustings":
        try:
            return [Requirement(text) for text in metadata.requires(name) or []]
        except metadata.PackageNotFoundError:
            return []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].items()
    marked = [f"{text}; extra == '{extra}'" for extra, texts in extras for text in texts]
    return [Requirement(text) for text in [*project["dependencies"], *marked]]


def network(game: Game, players: int, seed: int = 0, kind: str = "entity", **spec):
    """A small network with random weights, as training has it."""
    import torch

    from hustings.training.learning.networks import NetworkSpec, build_network

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        made = build_network(kind, NetworkSpec(game, players, **{"layers": (16,), "thing_width": 8} | spec))
        # The last weights of its heads begin at or near zero.
        torch.nn.init.normal_(made.action_net.plain.weight)
        heads = [made.value_net, made.margin_net, *([made.critic.head] if made.critic is not None else [])]
        for head in heads:
            torch.nn.init.normal_((head.last if head.width else head.from_trunk).weight)
    return made


def policy_file(game: Game, players: int, seed: int = 0, **about) -> bytes:
    """Such a network as the file that `PolicyAgent` plays."""
    from hustings.agents.policy.agent import PolicyFacts
    from hustings.training.learning.export import to_onnx

    return to_onnx(network(game, players, seed), PolicyFacts.of(game, players, **about))


def saved_policy(game: Game, players: int, folder: Path) -> str:
    """The folder of such a network, saved as a policy."""
    from hustings.agents import PolicyAgent

    PolicyAgent(policy_file(game, players)).save(folder)
    return str(folder)


def workers_here(settings, games):
    """The workers of a training run, in this process one after another."""
    from hustings.training.learning.algorithms.workers import Worker

    made = [Worker(settings, games, number) for number in range(settings.workers)]
    return lambda task, shares: [worker.play(task, share) for worker, share in zip(made, shares, strict=True)]


COMMAND = [sys.executable, "-c", "from hustings.training.cli import main; main()"]


def hustings(*arguments, folder: Path, **environment: str) -> subprocess.CompletedProcess:
    """The command in this process: in a folder, in 80 columns, with nobody at the keyboard."""
    from hustings.training.cli import main, output

    said, complained = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    words, before = ["hustings", *map(str, arguments)], set(sys.modules)
    with pytest.MonkeyPatch.context() as patch, Path(os.devnull).open() as nobody:
        patch.chdir(folder)
        for name, value in {**environment, "COLUMNS": "80"}.items():
            patch.setenv(name, value)
        places = environment.get("PYTHONPATH", "").split(os.pathsep)
        patch.setattr(sys, "path", ["", *filter(None, places), *sys.path])
        patch.setattr(sys, "dont_write_bytecode", True)  # modules of the same name follow each other
        for console in (output.out, output.err):
            patch.setattr(console, "_width", 80)
        streams = {"argv": words, "stdin": nobody, "stdout": said, "stderr": complained}
        for name, value in streams.items():
            patch.setattr(sys, name, value)
        patch.setattr(warnings, "formatwarning", warnings.formatwarning)
        importlib.invalidate_caches()
        with pytest.raises(SystemExit) as ended:
            main()
    for name in sys.modules.keys() - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]
    printed = (stream.buffer.getvalue().decode() for stream in (said, complained) if not stream.flush())
    return subprocess.CompletedProcess(words, ended.value.code or 0, *printed)


def recorded(game: Game, moves: int, players: int = 4) -> Replay:
    """The beginning of a game among so many of `greedy`."""
    games, bot = GameBatch(game, 1, players, seed=3), make("greedy", game)
    return record_on(games, ["greedy"] * players, lambda: bot.act(games, np.zeros(1, np.int64))[0], moves)


def record_on(games: GameBatch, agents: list[str], choose: Callable[[], int], moves: int = 100_000) -> Replay:
    """Play a game that was just dealt, to its end or for some moves."""
    replay = Replay.begin(games, agents=agents)
    while not games.over[0] and len(replay.moves) < moves:
        action = int(choose())
        replay.add(games, action)
        games.step([action])
    replay.finish(games)
    return replay


def told_of(games: GameBatch, before, action: int, seat: int | None = None, row: int = 0) -> list[str]:
    """What a step of a game has brought about, in words: the tables `before` it, and the action."""
    events = games.game.events(games.box[0], before[row], int(action), games.tables[row], seat)
    return [event.text for event in events]
