"""Self-play as a vectorised environment: every row is one game, in which the learner holds one seat.

The learner's seat is drawn for each game; the other seats are taken by opponents drawn from a pool. A step
takes the learner's action in every row and returns when the learner is asked again in every row, in the same
game or in the next one. What the learner is paid is its own seat's payoff, losses included.

In the shapes below N is the number of rows (games), P of players, A of actions and S the size of an
observation.
"""

import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from .. import agents
from ..agents import Agent, PolicyAgent, make, names
from ..agents.policy import PolicyFacts
from ..envs.core.batch import GameBatch
from ..envs.core.errors import HustingsError
from ..envs.core.game import NOBODY, Game
from .checkpoint import check_arrays, check_record

LEARNER = -1
LATEST = "latest"
SNAPSHOTS = "snapshots"

_LEAST_WEIGHT = 0.02
_FORGET = 0.95


def has_bot(game: Game, spec: str) -> bool:
    """Whether `agents.make` has this bot for the game; HustingsError when it has it for no game."""
    if spec in names(game) or not spec.isidentifier():
        return True
    package = importlib.util.find_spec(f"{agents.__name__}.{spec}")
    if package is None or package.submodule_search_locations is None:
        make(spec, game)  # says what there is
    return False


def weights_of(beaten: np.ndarray) -> np.ndarray:
    """How often each opponent is drawn, summing to 1, from the share of games the learner beats it in.

    The weight is (1 - share)**2, the "hard" curve of prioritised fictitious self-play (Vinyals et al. 2019,
    doi:10.1038/s41586-019-1724-z), with a floor so that nobody is forgotten.

    Args:
        beaten: (K,) in [0, 1].
    """
    weights = (1.0 - beaten) ** 2 + _LEAST_WEIGHT
    return weights / weights.sum()


@dataclass
class Opponent:
    """Somebody the learner meets, and how the learner fares against it.

    Attributes:
        name: how logs call it.
        agent: who plays.
        kind: whose share of the seats it belongs to.
        rollout: when its weights were frozen; 0 for others.
        games, wins: of late, games in which it met the learner, and those in which the learner was paid
            more (half for as much). Older games count for less.
    """

    name: str
    agent: Agent
    kind: str
    rollout: int = 0
    games: float = 0.0
    wins: float = 0.0

    @property
    def beaten(self) -> float:
        """The share of games in which the learner does better; one half before there are any."""
        return (self.wins + 1.0) / (self.games + 2.0)


@dataclass
class Pool:
    """The opponents: bots by name, the learner's latest weights, and frozen snapshots of it.

    Args:
        game, num_players: what is played.
        shares: how often a seat goes to each kind: names of bots, "latest" and "snapshots". A kind with
            nobody in it (a bot that the game lacks, snapshots before there are any) leaves its share to the
            others.
        size: how many snapshots are kept; the one that the learner beats most makes room.
        one_kind: the share of games in which one opponent, drawn once, takes all the other seats.
        seed: of everybody's streams.
    """

    game: Game
    num_players: int
    shares: Mapping[str, float]
    size: int = 8
    one_kind: float = 0.5
    seed: int = 0
    members: list[Opponent] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.shares or min(self.shares.values()) < 0 or not sum(self.shares.values()) > 0:
            raise HustingsError("opponents: needs shares of at least 0 that are not all 0")
        for kind in self.shares:
            if kind not in (LATEST, SNAPSHOTS) and has_bot(self.game, kind):
                self.members.append(Opponent(kind, make(kind, self.game, self.seed), kind))

    def begin(self, rollout: int) -> None:
        """Start everybody's stream afresh from `seed` and `rollout`; old games count for less from now on."""
        for place, member in enumerate(self.members):
            seed = int(np.random.SeedSequence((self.seed, rollout, place)).generate_state(1, np.uint64)[0])
            agent = member.agent
            if isinstance(agent, PolicyAgent):
                member.agent = PolicyAgent(agent.facts, agent.weights, seed, name=agent.name)
            else:
                member.agent = make(member.name, self.game, seed)
            member.games *= _FORGET
            member.wins *= _FORGET

    def set_latest(self, weights: dict[str, np.ndarray]) -> None:
        """Let "latest" play these weights."""
        for member in self.members:
            if member.kind == LATEST and isinstance(member.agent, PolicyAgent):
                member.agent.set_weights(weights)
                return
        self._add(LATEST, LATEST, weights, 0)

    def freeze(self, weights: dict[str, np.ndarray], rollout: int) -> None:
        """Keep these weights as a snapshot; a full pool gives up the one that the learner beats most."""
        snapshots = self.snapshots
        if len(snapshots) < self.size:
            self._add(f"snapshot {rollout}", SNAPSHOTS, weights, rollout)
        elif snapshots:
            weakest = max(snapshots, key=lambda member: member.beaten)
            # In its place, so that games under way keep their numbers.
            place = self.members.index(weakest)
            self.members[place] = self._policy(f"snapshot {rollout}", SNAPSHOTS, weights, rollout)

    @property
    def snapshots(self) -> list[Opponent]:
        return [member for member in self.members if member.kind == SNAPSHOTS]

    def draw(self, stream: np.random.Generator, games: int) -> np.ndarray:
        """(games, P) places in `members`, independent for each seat or one for the whole game."""
        if not self.members:
            wanted = ", ".join(self.shares)
            raise HustingsError(f"opponents: {self.game.title} has none of {wanted} yet; add random")
        chances = self.chances()
        chosen = stream.choice(len(chances), (games, self.num_players), p=chances)
        alike = stream.random(games) < self.one_kind
        chosen[alike] = chosen[alike, :1]
        return chosen

    def chances(self) -> np.ndarray:
        """How likely a seat goes to each member, summing to 1."""
        chances = np.zeros(len(self.members))
        for kind, share in self.shares.items():
            places = [place for place, member in enumerate(self.members) if member.kind == kind]
            if places:
                chances[places] = share * weights_of(
                    np.array([self.members[place].beaten for place in places])
                )
        if not chances.sum() > 0:  # only kinds with nobody in them
            chances[:] = 1.0
        return chances / chances.sum()

    def record(self, opponents: np.ndarray, learner: np.ndarray, payoffs: np.ndarray) -> None:
        """Count finished games.

        Args:
            opponents: (R, P) places in `members`, `LEARNER` for the learner's seat.
            learner: (R,) the learner's payoff.
            payoffs: (R, P) everybody's.
        """
        mine = learner[:, None]
        won = (mine > payoffs) + 0.5 * (mine == payoffs)
        met = opponents != LEARNER
        games = np.bincount(opponents[met], minlength=len(self.members))
        wins = np.bincount(opponents[met], won[met], minlength=len(self.members))
        for place in np.flatnonzero(games):
            self.members[place].games += float(games[place])
            self.members[place].wins += float(wins[place])

    def state(self) -> tuple[list[dict[str, Any]], dict[str, np.ndarray]]:
        """The members as plain data, and the weights of those that have any, named "place/layer"."""
        records = [
            {"kind": m.kind, "rollout": m.rollout, "games": m.games, "wins": m.wins} for m in self.members
        ]
        weights = {
            f"{place}/{layer}": array
            for place, member in enumerate(self.members)
            if member.kind in (LATEST, SNAPSHOTS) and isinstance(member.agent, PolicyAgent)
            for layer, array in member.agent.weights.items()
        }
        return records, weights

    def restore(
        self,
        records: Sequence[Mapping[str, Any]],
        weights: Mapping[str, np.ndarray],
        like: Mapping[str, np.ndarray],
    ) -> None:
        """Take the members of `state()` in the place of these. The bots must be those that are here already.

        Args:
            like: weights of the learner, to compare the shapes.

        Raises:
            HustingsError: when they are not members of such a pool; nothing has changed.
        """
        for record in records:
            check_record("members", record, {"kind": str, "rollout": int, "games": float, "wins": float})
        kinds = [record["kind"] for record in records]
        bots = {member.kind: member for member in self.members if member.kind not in (LATEST, SNAPSHOTS)}
        if sorted({*kinds} - {LATEST, SNAPSHOTS}) != sorted(bots) or any(
            kinds.count(bot) > 1 for bot in bots
        ):
            raise HustingsError(
                f"members: {', '.join(map(repr, kinds))} are not the opponents of the settings"
            )
        if kinds.count(LATEST) > 1 or kinds.count(SNAPSHOTS) > self.size:
            raise HustingsError(f"members: more than one {LATEST} or {self.size} {SNAPSHOTS}")
        own = [place for place, kind in enumerate(kinds) if kind not in bots]
        wanted = {f"{place}/{layer}": array for place in own for layer, array in like.items()}
        check_arrays("pool.safetensors", weights, wanted)
        self.members = []
        for place, record in enumerate(records):
            kind, rollout = record["kind"], record["rollout"]
            if kind in bots:
                member = bots[kind]
            else:
                name = LATEST if kind == LATEST else f"snapshot {rollout}"
                arrays = {layer: weights[f"{place}/{layer}"] for layer in like}
                member = self._policy(name, kind, arrays, rollout)
            member.games, member.wins = record["games"], record["wins"]
            self.members.append(member)

    def _add(self, name: str, kind: str, weights: dict[str, np.ndarray], rollout: int) -> Opponent:
        self.members.append(self._policy(name, kind, weights, rollout))
        return self.members[-1]

    def _policy(self, name: str, kind: str, weights: dict[str, np.ndarray], rollout: int) -> Opponent:
        facts = facts_of(self.game, self.num_players, weights)
        return Opponent(name, PolicyAgent(facts, weights, self.seed, name=name), kind, rollout)


def facts_of(game: Game, num_players: int, weights: Mapping[str, Any], **about: Any) -> PolicyFacts:
    """What `weights` are for, to be saved beside them."""
    return PolicyFacts(
        game=game.name,
        game_version=game.version,
        num_players=num_players,
        observation_size=game.observation(num_players).size,
        num_actions=game.actions.size,
        layers=sum(key.endswith(".weight") for key in weights),
        about=about,
    )


class SelfPlayVecEnv(VecEnv):
    """N games in one batch, the learner in one seat of each, as Stable-Baselines3 wants its environments.

    Masks come through `env_method("action_masks")`, as sb3-contrib's MaskablePPO asks for them. A game that
    ends before the learner is asked is dealt again and pays nothing. No game is truncated.

    The potential of shaping is the learner's score minus the others' mean, over the box's typical score. A
    step pays `shaping` times its growth, so an episode's rewards sum to
    payoff + shaping * (final potential - potential at the learner's first decision).

    Args:
        games: the batch; its reward kind is what the learner is paid.
        pool: the opponents.
        seed: of seats, opponents and deals.
        shaping: coefficient of the shaping; 0 for none.
    """

    def __init__(self, games: GameBatch, pool: Pool, seed: int = 0, *, shaping: float = 0.0):
        self.games = games
        self.pool = pool
        self.shaping = shaping
        self.render_mode = None
        self._all = np.arange(games.num_games)
        super().__init__(
            games.num_games,
            spaces.Box(-1.0, 1.0, (games.observation_size,), np.float32),
            spaces.Discrete(games.num_actions),
        )
        rows, players = games.num_games, games.num_players
        self.learner = np.zeros(rows, np.int8)
        self.opponents = np.full((rows, players), LEARNER, np.int16)
        self._potential = np.zeros(rows, np.float32)
        self._rewards = np.zeros(rows, np.float32)  # of the episode so far
        self._lengths = np.zeros(rows, np.int64)
        self._actions = np.zeros(rows, np.int64)
        self.seed(seed)

    # --- Play ------------------------------------------------------------------------------------

    def reset(self) -> np.ndarray:
        """(N, S) observations of the learner in new games."""
        self._rewards[:] = 0
        self._lengths[:] = 0
        self._deal(self._all)
        self._play_until_asked({})
        self._potential = self._potentials(self._all)
        return self.games.observe()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> VecEnvStepReturn:
        """Observations (N, S), rewards (N,), dones (N,) and infos.

        Where a game is over the observation is of the next one, and the info holds `terminal_observation`
        and `episode` (r: sum of rewards, l: decisions of the learner, payoff: its seat's).
        """
        self.games.step(self._actions)
        self._lengths += 1
        ended: dict[int, Ended] = {}
        self._play_until_asked(ended)
        rewards = np.zeros(self.num_envs, np.float32)
        dones = np.zeros(self.num_envs, np.bool_)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        potential = self._potentials(self._all)
        reached = potential.copy()
        for row, end in ended.items():
            rewards[row], reached[row], dones[row] = end.payoff, end.potential, True
        if self.shaping:
            rewards += self.shaping * (reached - self._potential)
        self._potential = potential
        self._rewards += rewards
        for row, end in ended.items():
            summary = {"r": float(self._rewards[row]), "l": int(self._lengths[row]), "payoff": end.payoff}
            infos[row] = {"terminal_observation": end.observation, "episode": summary}
        self._rewards[dones] = 0
        self._lengths[dones] = 0
        return self.games.observe(), rewards, dones, infos

    def action_masks(self) -> np.ndarray:
        """(N, A) bool: what the learner may do."""
        return self.games.masks()

    def _play_until_asked(self, ended: "dict[int, Ended]") -> None:
        """Let opponents act until the learner is asked in every row; fill `ended` with games that ended."""
        rows = self._all
        asked_before = self._lengths > 0
        while True:
            seat = self.games.seat[rows]
            over = seat == NOBODY
            if over.any():
                done = rows[over]
                self._finish(done[asked_before[done]], ended)
                asked_before[done] = False  # what follows is the next game
                self._deal(done)
                seat = self.games.seat[rows]
            # A game just dealt can be over, too (no seat had a choice): the next turn of the loop sees to it.
            waiting = seat != self.learner[rows]
            rows, seat = rows[waiting], seat[waiting]
            if not len(rows):
                return
            running = seat != NOBODY
            self._act(rows[running], seat[running])

    def _act(self, rows: np.ndarray, seat: np.ndarray) -> None:
        """One action of the opponents on turn in `rows`, one call for each of them."""
        who = self.opponents[rows, seat]
        actions = np.empty(len(rows), np.int64)
        for place in np.unique(who):
            theirs = who == place
            actions[theirs] = self.pool.members[place].agent.act(self.games, rows[theirs])
        self.games.step(actions, rows=rows)

    def _finish(self, rows: np.ndarray, ended: "dict[int, Ended]") -> None:
        if not len(rows):
            return
        payoffs = self.games.results(rows=rows)[1]
        seats = self.learner[rows]
        mine = payoffs[np.arange(len(rows)), seats]
        views = self.games.observe(seats, rows=rows)
        potentials = self._potentials(rows)
        self.pool.record(self.opponents[rows], mine, payoffs)
        for k, row in enumerate(rows):
            ended[int(row)] = Ended(float(mine[k]), float(potentials[k]), views[k])

    def _deal(self, rows: np.ndarray) -> None:
        """New games in `rows`: the learner's seat, the opponents and the deal are drawn."""
        if not len(rows):
            return
        players = self.games.num_players
        self.learner[rows] = self._stream.integers(players, size=len(rows))
        self.opponents[rows] = self.pool.draw(self._stream, len(rows))
        self.opponents[rows, self.learner[rows]] = LEARNER
        where = np.zeros(self.num_envs, np.bool_)
        where[rows] = True
        seeds = np.zeros(self.num_envs, np.uint64)
        seeds[rows] = self._stream.integers(2**64, size=len(rows), dtype=np.uint64)
        self.games.reset(where, seeds[where])

    def _potentials(self, rows: np.ndarray) -> np.ndarray:
        if not self.shaping:
            return np.zeros(len(rows), np.float32)
        return potentials(self.games, rows)[np.arange(len(rows)), self.learner[rows]]

    # --- Chance, and going on where one stopped --------------------------------------------------

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Key all that follows by `seed`; None leaves it as it is."""
        if seed is not None:
            self.begin(int(seed), 0)
        return [seed] * self.num_envs

    def begin(self, seed: int, rollout: int) -> None:
        """Start the streams of a rollout: they depend on `seed` and `rollout` only, so none is saved."""
        self._stream = np.random.default_rng((seed, rollout))
        self.pool.seed = seed
        self.pool.begin(rollout)

    def state(self) -> dict[str, np.ndarray]:
        """The games under way, as plain arrays: with `begin` all there is to go on from."""
        tables = np.ascontiguousarray(self.games.tables)
        return {
            "tables": tables.view(np.uint8).reshape(self.num_envs, -1).copy(),
            "learner": self.learner.copy(),
            "opponents": self.opponents.copy(),
            "potential": self._potential.copy(),
            "rewards": self._rewards.copy(),
            "lengths": self._lengths.copy(),
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Take up the games of `state()`; the pool must be the one of then.

        Raises:
            HustingsError: when they are not games of this environment.
        """
        check_arrays("games.safetensors", state, self.state())
        learner, opponents, lengths = state["learner"], state["opponents"], state["lengths"]
        if not (learner.min() >= 0 and learner.max() < self.games.num_players and lengths.min() >= 0):
            raise HustingsError("games.safetensors: a learner's seat or length is out of range")
        if not (opponents.min() >= LEARNER and opponents.max() < len(self.pool.members)):
            raise HustingsError("games.safetensors: an opponent is not in the pool")
        tables = np.ascontiguousarray(state["tables"])
        self.games.tables = tables.view(self.games.tables.dtype).reshape(self.num_envs)
        mine = np.arange(self.games.num_players) == learner[:, None]
        begun = (opponents != LEARNER).any()
        if begun and ((self.games.seat != learner).any() or ((opponents == LEARNER) != mine).any()):
            raise HustingsError("games.safetensors: the learner is not on turn, or not the one who learns")
        self.learner[:] = learner
        self.opponents[:] = opponents
        self._potential = state["potential"].copy()
        self._rewards[:] = state["rewards"]
        self._lengths[:] = lengths

    # --- What else a VecEnv answers --------------------------------------------------------------

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        if indices is not None:
            raise HustingsError("indices: rows share their attributes; leave indices out")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """One entry for each row of what a method of the whole environment gives, such as `action_masks`."""
        return list(getattr(self, method_name)(*method_args, **method_kwargs)[self._indices(indices)])

    def env_is_wrapped(self, wrapper_class: Any, indices: VecEnvIndices = None) -> list[bool]:
        return [False] * len(self._indices(indices))

    def close(self) -> None:
        """Nothing is held open."""

    def _indices(self, indices: VecEnvIndices) -> np.ndarray:
        return self._all if indices is None else np.atleast_1d(np.asarray(indices, np.int64))


def potentials(games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """(R, P) float32: each seat's score minus the others' mean, over the box's typical score."""
    scores = games.results(rows=rows)[0].astype(np.float32)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (games.num_players - 1)
    return (scores - others) / np.float32(games.box["typical_score"][0])


@dataclass(frozen=True)
class Ended:
    """A game that is over: the learner's payoff, its potential, and its last view (S,)."""

    payoff: float
    potential: float
    observation: np.ndarray
