"""A trained network as an agent: one ONNX file of any architecture, run by onnxruntime, without torch.

`policy.onnx` takes observations (R, S) float32 and, if it has that input, the masks (R, A) bool of legal
actions. It gives logits (R, A) and values (R, P): what each seat can expect, one's own first. One that plays
with any number of players takes the observations of each number and gives the values of as many seats. Its
metadata say what it is for. The file holds numbers and standard operators, and no code.
"""

import contextlib
import functools
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import exists, make_folder, read_bytes, written_whole
from ...envs.core.io.parsing import parse_json
from ..interface import Explanation
from .onnx_check import unsafe_reason

MODEL = "policy.onnx"
_IN_RUN = "policy"  # the folder of the policy in that of a run
METADATA = "hustings"
"""The key of the facts in the metadata of the model."""
FORMAT, VERSION = "hustings-policy", 2
MOST_BYTES = 256 * 2**20
TRIAL_BYTES, TRIAL_SECONDS = 384 * 2**20, 10.0
"""The memory, weights included, and the time that a policy may take for two rows when it is tried."""
LOWEST = np.float32(-np.inf)
"""The logit of illegal actions: no network can give a lower one."""
_BEFORE_2 = "policy.json"
# Our errors say what is wrong with a model; onnxruntime would write it on the terminal besides.
onnxruntime.set_default_logger_severity(4)


class PolicyError(HustingsError):
    """A policy that is missing, damaged, or for another game or number of players."""


@dataclass(frozen=True)
class PolicyFacts:
    """What a policy is for.

    Attributes:
        game, game_version, num_players: what it plays; None for any number of players.
        observation_size, num_actions: S and A of that game; S for most players, if any number will do.
        about: free remarks, such as the settings and the length of the training.
    """

    game: str
    game_version: int
    num_players: int | None
    observation_size: int
    num_actions: int
    about: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, num_players: int | None, **about: Any) -> "PolicyFacts":
        """The facts of a policy for this game."""
        size = game.observation(num_players or max(game.player_counts)).size
        return cls(game.name, game.version, num_players, size, game.actions.size, about)

    @property
    def players(self) -> int | str:
        """How many play, or "any number of"."""
        return "any number of" if self.num_players is None else self.num_players

    def fits(self, num_players: int) -> bool:
        """Whether it plays with this number of players."""
        return self.num_players in (None, num_players)

    def metadata(self) -> dict[str, str]:
        """The facts as metadata of the model."""
        return {METADATA: json.dumps({"format": FORMAT, "format_version": VERSION, **asdict(self)})}


class PolicyAgent:
    """Plays a network: the best legal action, or one drawn from the masked softmax.

    Args:
        model: the ONNX file's content, the facts in its metadata.
        seed: of the agent's own stream.
        greedy: play the most probable action instead of drawing one.
        name: what tables and errors call it.
        elsewhere: loads another policy, for numbers of players that this one does not play with.

    Attributes:
        facts: what it is for, a `PolicyFacts`.
        model: the content of its file.

    Raises:
        PolicyError: saying what is wrong with the model.
    """

    def __init__(
        self,
        model: bytes,
        seed: int = 0,
        *,
        greedy: bool = True,
        name: str = "policy",
        elsewhere: "Callable[[], PolicyAgent] | None" = None,
    ):
        self.name = name
        self.greedy = greedy
        self._elsewhere = elsewhere
        self.model = model
        self._stream = np.random.default_rng(seed)
        self._open()

    def _open(self) -> None:
        self._session = _session(self.name, self.model)
        self.facts = _facts(self.name, self._session)
        self._inputs = [entry.name for entry in self._session.get_inputs()]

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["_session"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()

    def policy_and_values(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits (R, A) of the legal actions, `LOWEST` for others, and values (R, P), one's own seat first.

        Args:
            observations: (R, S) float32; S tells how many play, where several numbers may.
            masks: (R, A) bool, the legal actions.

        Raises:
            PolicyError: when the network's logits are not finite.
        """
        if self._elsewhere is not None and observations.shape[1] != self.facts.observation_size:
            return self.stand_in.policy_and_values(observations, masks)
        logits, values = _run(self.name, self._session, self._inputs, observations, masks)
        if not np.isfinite(logits).all():
            raise PolicyError(f"{self.name}: gives logits that are not finite; train a policy again")
        return np.where(masks, logits, LOWEST), values

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions.

        Raises:
            PolicyError: for games that it does not play.
        """
        self.check(games)
        rows = games.running(rows)
        if not len(rows):
            return np.zeros(0, np.int64)
        logits, _ = self.policy_and_values(games.observe(rows=rows), games.masks(rows=rows))
        return choose(logits, None if self.greedy else self._stream)

    def explain(self, games: GameBatch, rows: np.ndarray) -> list[Explanation]:
        """How likely each action is if it draws one, and the chance to win that it estimates."""
        self.check(games)
        rows = games.running(rows)
        logits, values = self.policy_and_values(games.observe(rows=rows), games.masks(rows=rows))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities = odds / odds.sum(axis=1, keepdims=True)
        chances = np.clip(values[:, 0] + 1 / games.num_players, 0, 1)
        return [Explanation(row, float(chance), {}) for row, chance in zip(probabilities, chances)]

    def check(self, games: GameBatch) -> None:
        """Raise PolicyError if it was trained for another game or number of players."""
        if games.game.name != self.facts.game or not self.plays(games.num_players):
            raise PolicyError(
                f"{self.name} was trained for {self.facts.game} with {self.facts.players} players, "
                f"not {games.game.name} with {games.num_players}; train one or change the number of players"
            )

    def plays(self, num_players: int) -> bool:
        """Whether it plays with this number of players."""
        return self.facts.fits(num_players) or (
            self._elsewhere is not None and self.stand_in.plays(num_players)
        )

    @property
    def has_stand_in(self) -> bool:
        """Whether there is another policy, for other numbers of players."""
        return self._elsewhere is not None

    @functools.cached_property
    def stand_in(self) -> "PolicyAgent":
        """The policy for other numbers of players; it is loaded on first use."""
        assert self._elsewhere is not None
        agent = self._elsewhere()
        agent.name = self.name
        return agent

    def save(self, folder: str | Path) -> None:
        """Write `policy.onnx` into `folder`; one that is there is replaced only once the new one is complete.

        The stand-in for other numbers of players is not written.

        Raises:
            PolicyError: naming the file that cannot be written.
        """
        folder = Path(folder)
        make_folder(folder, error=PolicyError)
        with written_whole(folder / MODEL, error=PolicyError) as part:
            part.write_bytes(self.model)

    @classmethod
    def load(
        cls,
        path: str | Path,
        game: Game,
        seed: int = 0,
        *,
        greedy: bool = True,
        elsewhere: "Callable[[], PolicyAgent] | None" = None,
    ) -> "PolicyAgent":
        """Read a policy from its folder, from the folder of a run, or from the file itself.

        Other arguments are those of the class.

        Raises:
            PolicyError: naming the file and what is wrong with it.
        """
        path, given = Path(path), str(path)
        if not exists(path / MODEL) and exists(path / _IN_RUN / MODEL):
            path /= _IN_RUN
        file = path if exists(path) and not path.is_dir() else path / MODEL
        model = _read(file)
        try:
            _try(model, game)
            agent = cls(model, seed, greedy=greedy, elsewhere=elsewhere)
        except PolicyError as error:
            raise PolicyError(f"{file}: {str(error).removeprefix('policy: ')}") from None
        agent.name = given
        return agent


def choose(logits: np.ndarray, stream: np.random.Generator | None) -> np.ndarray:
    """(R,) the actions with the highest masked logits (R, A), or drawn from their softmax."""
    if stream is not None:  # the Gumbel trick
        noise = stream.random(logits.shape, np.float32)
        logits = logits - np.log(-np.log(noise + np.float32(1e-12)))
    return logits.argmax(axis=1)


def _read(file: Path) -> bytes:
    """The content of a policy file."""
    if not exists(file):
        if exists(file.parent / _BEFORE_2):
            raise PolicyError(f"{file.parent}: a policy of an earlier version of hustings; train it again")
        raise PolicyError(f"{file}: not there; give the folder that holds {MODEL}")
    return read_bytes(file, MOST_BYTES, remedy="copy it again", error=PolicyError)


def _session(name: str, model: bytes, *, tried: bool = False) -> onnxruntime.InferenceSession:
    """A session on one thread, of a model in one file that comes to an end.

    With `tried`, nothing is computed ahead, and memory is limited.
    """
    if wrong := unsafe_reason(model):
        raise PolicyError(f"{name}: {wrong}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    if tried:
        _limit_memory()
        options.add_session_config_entry("session.use_env_allocators", "1")
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    try:
        return onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"], enable_fallback=0
        )
    except Exception as error:  # of many kinds, none documented
        raise PolicyError(f"{name}: not an ONNX model ({_line(error)}); copy it again") from None


@functools.cache
def _limit_memory() -> None:
    """Set up the memory that policies share while they are tried; sessions that play have their own."""
    place = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    with contextlib.suppress(Exception):  # if something else in this process has set one up
        limits = onnxruntime.OrtArenaCfg({"max_mem": TRIAL_BYTES, "arena_extend_strategy": 1})
        onnxruntime.create_and_register_allocator(place, limits)


def _try(model: bytes, game: Game) -> None:
    """Refuse a model for another game, and one that does not soon give finite numbers of the right shapes."""
    session = _session("policy", model, tried=True)
    facts = _facts("policy", session)
    _check_game(facts, game)
    try:
        inputs = [entry.name for entry in session.get_inputs()]
    except UnicodeDecodeError:
        raise PolicyError("the names of its inputs are not text; copy the policy again") from None
    masks = np.ones((2, facts.num_actions), np.bool_)
    for players in filter(facts.fits, game.player_counts):
        observations = np.zeros((2, game.observation(players).size), np.float32)
        with _timed() as options:
            found = _run("policy", session, inputs, observations, masks, options)
        shapes = [(2, facts.num_actions), (2, players)]
        if [array.shape for array in found] != shapes:
            raise PolicyError(f"gives shapes {[a.shape for a in found]}, not {shapes}; train a policy again")
        if not all(array.dtype == np.float32 and np.isfinite(array).all() for array in found):
            raise PolicyError("gives numbers that are not finite; copy the policy again")


@contextlib.contextmanager
def _timed(seconds: float = TRIAL_SECONDS) -> Iterator[onnxruntime.RunOptions]:
    """Options of a run that is stopped after `seconds` and gives its memory back."""
    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    stop = threading.Timer(seconds, setattr, (options, "terminate", True))
    stop.daemon = True
    stop.start()
    try:
        yield options
    finally:
        stop.cancel()


def _run(
    name: str,
    session: onnxruntime.InferenceSession,
    inputs: list[str],
    observations: np.ndarray,
    masks: np.ndarray,
    options: onnxruntime.RunOptions | None = None,
) -> list[np.ndarray]:
    given = {"observations": observations, "masks": masks}
    if not set(inputs) <= set(given):
        raise PolicyError(f"{name}: wants {', '.join(inputs)}, not observations and masks; train one again")
    try:
        return session.run(["logits", "values"], {key: given[key] for key in inputs}, options)
    except Exception as error:
        if took := _too_much(error, options):
            raise PolicyError(f"takes more than {took} for two rows; train a smaller one") from None
        raise PolicyError(f"{name}: does not run ({_line(error)}); train a policy again") from None


def _too_much(error: Exception, options: onnxruntime.RunOptions | None) -> str | None:
    """What a trial took too much of, if that is why it failed."""
    if options is None:
        return None
    if options.terminate:
        return f"{TRIAL_SECONDS:.0f} s"
    return f"{TRIAL_BYTES // 2**20} MiB" if "Available memory" in str(error) else None


def _line(error: Exception) -> str:
    """The last part of the first line, without the codes before it."""
    first = (str(error).splitlines() or [""])[0]
    return first.rpartition(" : ")[2].strip()[:100] or type(error).__name__


def _facts(name: str, session: onnxruntime.InferenceSession) -> PolicyFacts:
    try:
        tree = parse_json(session.get_modelmeta().custom_metadata_map[METADATA])
        known = (tree.pop("format"), tree.pop("format_version")) == (FORMAT, VERSION)
        facts = PolicyFacts(**tree) if known else None
    except (ValueError, KeyError, TypeError, AttributeError):
        facts = None
    if facts is None:
        raise PolicyError(
            f"{name}: not a policy of this version of hustings; train one with `hustings train`"
        )
    players = 0 if facts.num_players is None else facts.num_players
    numbers = (facts.game_version, players, facts.observation_size, facts.num_actions)
    if not all(type(number) is int and 0 <= number < 2**31 for number in numbers) or not (
        type(facts.game) is str and type(facts.about) is dict
    ):
        raise PolicyError(f"{name}: an entry of its metadata is of the wrong kind; copy the policy again")
    return facts


def _check_game(facts: PolicyFacts, game: Game) -> None:
    if facts.game != game.name or facts.game_version != game.version:
        raise PolicyError(
            f"trained for {facts.game}_v{facts.game_version}, not {game.name}_v{game.version}; "
            "train one for this game"
        )
    if not any(map(facts.fits, game.player_counts)):
        raise PolicyError(f"for {facts.num_players} players, not a number for {game.title}; train one again")
    wanted = (PolicyFacts.of(game, facts.num_players).observation_size, game.actions.size)
    if (facts.observation_size, facts.num_actions) != wanted:
        raise PolicyError(
            f"for {facts.observation_size} observations and {facts.num_actions} actions, not {wanted[0]} and "
            f"{wanted[1]} as {game.title} has; train a policy for this version"
        )
