"""A trained network as an agent: one ONNX file of any architecture, run by onnxruntime, without torch.

`policy.onnx` takes observations (R, S) float32 and, if it has that input, the masks (R, A) bool of legal
actions. It returns logits (R, A) and values (R, P): each seat's expected payoff, own seat first. A policy for
any number of players accepts each number's S and returns as many values. The metadata say which game it
plays. The file contains numbers and standard operators, but no code.
"""

import copy
import json
import warnings
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...envs.core.api.arguments import check_game, check_seed
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.streams import Rows, Streams
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, OtherRevision, extra
from ...envs.core.io.files import exists, make_folder, read_bytes, written_whole
from ...envs.core.io.parsing import parse_json
from ..interface import Explanation, check_batch
from .chances import chances_to_win, check_chances
from .files import MODEL, POLICIES, file_of
from .onnx_file.session import UnfitError, check_outputs, open_session, run_session

METADATA = "hustings"
"""The key of `PolicyFacts` in the model's metadata."""
FORMAT, VERSION = "hustings-policy", 2
MOST_BYTES = 256 * 2**20
ILLEGAL_LOGIT = np.float32(-np.inf)
"""The logit of illegal actions, lower than any that a network can give."""


class PolicyError(HustingsError):
    """A policy that is missing, damaged, or for another game or number of players."""


@dataclass(frozen=True)
class PolicyFacts:
    """The metadata of a policy: what it plays.

    Attributes:
        game, game_version, num_players: the table it plays at; `num_players` is None for any number.
        observation_size, num_actions: S and A of that table; for any number of players, the largest S.
        revision: the revision of the game that it was trained on.
        about: free remarks, such as the settings and length of its training.
    """

    game: str
    game_version: int
    num_players: int | None
    observation_size: int
    num_actions: int
    about: dict[str, Any] = field(default_factory=dict)
    revision: int = 1

    @classmethod
    def of(cls, game: Game, num_players: int | None, **about: Any) -> "PolicyFacts":
        """The facts of a policy for this game."""
        size = game.observation(num_players or max(game.player_counts)).size
        return cls(game.name, game.version, num_players, size, game.actions.size, about, game.revision)

    @property
    def players(self) -> int | str:
        """The number of players, or "any number of"."""
        return "any number of" if self.num_players is None else self.num_players

    def fits(self, num_players: int) -> bool:
        """Whether it plays with this number of players."""
        return self.num_players in (None, num_players)

    def metadata(self) -> dict[str, str]:
        """The facts in the form of a model's metadata."""
        return {METADATA: json.dumps({"format": FORMAT, "format_version": VERSION, **asdict(self)})}


class PolicyAgent:
    """Plays a network: the most probable legal action, or a sample from the masked softmax.

    Args:
        model: the content of an ONNX file with `PolicyFacts` in its metadata. It is checked, but, unlike in
            `load`, not tried out in another process first.
        seed: of the agent's random stream.
        greedy: play the most probable action instead of sampling.
        name: its name in tables and errors.
        own: skip the check, because hustings made or checked the content.

    Attributes:
        facts: its `PolicyFacts`.
        model: the checked content of its file.

    Raises:
        PolicyError: if the model is unfit.
    """

    def __init__(
        self, model: bytes, seed: int = 0, *, greedy: bool = True, name: str = "policy", own: bool = False
    ):
        self.name = name
        self.greedy = greedy
        if not isinstance(model, bytes):
            raise PolicyError(
                f"model: {model!r:.60} is not a file's content; use PolicyAgent.load(path, game)"
            )
        self.model = model if own else _checked(name, model)
        self._stream = np.random.default_rng(check_seed(seed))
        self._open()

    def _open(self) -> None:
        try:
            self._session = open_session(self.model)
        except UnfitError as unfit:
            raise PolicyError(f"{self.name}: {unfit}") from None
        self.facts = _facts(self.name, self._session.get_modelmeta().custom_metadata_map.get(METADATA, ""))
        self._inputs = [entry.name for entry in self._session.get_inputs()]

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["_session"]  # onnxruntime's sessions cannot be pickled
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()

    def policy_and_values(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits (R, A), `ILLEGAL_LOGIT` for illegal actions, and values (R, P), own seat first.

        Args:
            observations: (R, S) float32; S depends on the number of players.
            masks: (R, A) bool, the legal actions.

        Raises:
            PolicyError: if the model fails to run, or returns other shapes or numbers that are not finite.
        """
        try:
            logits, values = run_session(self._session, self._inputs, observations, masks)
            check_outputs((logits, values), masks)
        except UnfitError as unfit:
            raise PolicyError(f"{self.name}: {unfit}") from None
        return np.where(masks, logits, ILLEGAL_LOGIT), values

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions.

        Raises:
            PolicyError: for a game or number of players that it does not play.
        """
        return self._chosen(games, rows, None if self.greedy else self._stream)

    def act_by(self, games: GameBatch, rows: np.ndarray, streams: Streams) -> np.ndarray:
        """Like `act`, but sample with a random stream for each row."""
        rows = games.running(rows)
        return self._chosen(games, rows, None if self.greedy else streams.at(rows))

    def _chosen(
        self, games: GameBatch, rows: np.ndarray, stream: np.random.Generator | Rows | None
    ) -> np.ndarray:
        self.check(games)
        rows = games.running(rows)
        if not len(rows):
            return np.zeros(0, np.int64)
        logits, _ = self.policy_and_values(games.observe(rows=rows), games.masks(rows=rows))
        return choose(logits, stream)

    def explain(self, games: GameBatch, rows: np.ndarray) -> list[Explanation]:
        """The policy's probability of each action, and its estimate of the chance to win.

        Raises:
            HustingsError: as for `act`, and for a policy that was trained for another reward than "win".
        """
        self.check(games)
        check_chances(self, self.name)
        rows = games.running(rows)
        if not len(rows):
            return []
        logits, values = self.policy_and_values(games.observe(rows=rows), games.masks(rows=rows))
        probabilities = softmax(logits)
        wins = np.clip(chances_to_win(values[:, 0], games.num_players), 0, 1)
        return [Explanation(row, float(win), {}) for row, win in zip(probabilities, wins)]

    def check(self, games: GameBatch) -> None:
        """Raise PolicyError if it was trained for another game or number of players; see `check_batch`."""
        check_batch(self.name, games)
        if games.game.name != self.facts.game or not self.plays(games.num_players):
            raise PolicyError(
                f"{self.name} was trained for {self.facts.game} with {self.facts.players} players, "
                f"not {games.game.name} with {games.num_players}; train one or change the number of players"
            )

    def plays(self, num_players: int) -> bool:
        """Whether it plays with this number of players."""
        return self.facts.fits(num_players)

    def drawing(self, seed: int) -> "PolicyAgent":
        """A copy of this agent that samples its actions, with its own random stream."""
        twin = copy.copy(self)
        twin.greedy, twin._stream = False, np.random.default_rng(seed)
        return twin

    def save(self, folder: str | Path) -> None:
        """Write `policy.onnx` into `folder`, replacing an old file atomically.

        Raises:
            PolicyError: naming the file that cannot be written.
        """
        folder = Path(folder)
        make_folder(folder, error=PolicyError)
        with written_whole(folder / MODEL, error=PolicyError) as part:
            part.write_bytes(self.model)

    @classmethod
    def load(cls, path: str | Path, game: Game, seed: int = 0, *, greedy: bool = True) -> "PolicyAgent":
        """Load a policy from its folder, a run's folder, or its file; other arguments as for the class.

        Raises:
            PolicyError: naming the file and what is wrong with it.
        """
        check_game(game)
        file = file_of(path)
        if not exists(file):
            raise PolicyError(f"{file}: not found; give the folder that contains {MODEL}")
        model = read_bytes(file, MOST_BYTES, remedy="copy it again", error=PolicyError)
        ships = file.parent == POLICIES
        try:
            if not ships:  # a foreign file may hang or crash onnxruntime
                _try(model, game)
            agent = cls(model, seed, greedy=greedy, own=ships)
            _check_game(agent.facts, game)
            if otherwise := game.other_revision(agent.facts.revision):
                warnings.warn(f"{file}: learnt {otherwise}; train it on", OtherRevision, stacklevel=2)
        except PolicyError as error:
            raise PolicyError(f"{file}: {str(error).removeprefix('policy: ')}") from None
        agent.name = str(path)
        return agent


@np.errstate(under="ignore")  # illegal actions get 0
def softmax(logits: np.ndarray) -> np.ndarray:
    """(R, A) probabilities of the actions, from masked logits."""
    # Without the maximum, large logits would overflow.
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def choose(logits: np.ndarray, stream: np.random.Generator | Rows | None) -> np.ndarray:
    """(R,) actions from masked logits (R, A): the highest, or with a `stream` a sample from their softmax."""
    # Gumbel-max trick: the argmax of logits plus Gumbel noise is a sample of the softmax.
    if stream is not None:
        noise = stream.random(logits.shape, np.float32)
        logits = logits - np.log(-np.log(noise + np.float32(1e-12)))
    return logits.argmax(axis=1)


def _checked(name: str, model: bytes) -> bytes:
    """The model as rewritten by the check, safe for onnxruntime to open."""
    with extra("cli", "a policy that does not come with hustings"):
        from .onnx_file.check import checked

    try:
        return checked(model)
    except UnfitError as unfit:
        raise PolicyError(f"{name}: {unfit}") from None


def _try(model: bytes, game: Game) -> None:
    """Raise PolicyError for a model for another game, or one that fails a trial in another process."""
    with extra("cli", "a policy that does not come with hustings"):
        from .foreign import outcome_of

    outcome = outcome_of(model, game, METADATA)
    if outcome.facts is not None:
        _check_game(_facts("policy", outcome.facts), game)
    if outcome.unfit is not None:
        raise PolicyError(outcome.unfit)


def _facts(name: str, text: str) -> PolicyFacts:
    try:
        tree = parse_json(text)
        known = (tree.pop("format"), tree.pop("format_version")) == (FORMAT, VERSION)
        facts = PolicyFacts(**tree) if known else None
    except (ValueError, KeyError, TypeError, AttributeError):
        facts = None
    if facts is None:
        raise PolicyError(
            f"{name}: not a policy of this version of hustings; train one with `hustings train`"
        )
    players = 0 if facts.num_players is None else facts.num_players
    numbers = (facts.game_version, facts.revision, players, facts.observation_size, facts.num_actions)
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
