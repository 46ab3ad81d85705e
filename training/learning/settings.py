"""The settings of a run, the recipe of each game, and the file of settings in a run's folder."""

import ast
import functools
import inspect
import itertools
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, get_type_hints

import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from ...agents.spec_lists import split_share, split_specs
from ...agents.specs import SEARCHES, is_person, parts_of, runs_user_code
from ...envs import GAMES
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, suggestion
from ...envs.core.io.files import exists, read_bytes, read_json, write_text
from ...envs.core.io.parsing import parse_toml
from .padding import ANY
from .registry import is_module_name
from .start import build_of

SETTINGS = "settings.json"
LISTS, SHARES = ("layers", "evaluate_against"), ("opponents",)
MOST_BYTES = 2**20
CHOICE, IMPROVED = "choice", "improved"
"""Of `targets`: a search teaches what it chose, or its guide's policy, improved by the search's results."""
AUTO = "auto"
"""Chooses what suits the machine or the run."""
BEST = "best"
"""Of `keep`: save the best policy."""
ONE = "one"
"""Of `search_seats`: the search plays one seat of each game."""
ALL_CARDS = "all cards"
"""Of `critic`: it also sees what the other seats hide."""
LIMITS = ("steps", "minutes", "evaluate_seconds", "checkpoint_seconds", "threads", "keep")
"""Settings that may change when a run is resumed: when it stops, and what it reports or saves."""
LATEST, SNAPSHOTS, RANDOM = "latest", "snapshots", "random"
"""Of `opponents`: the learner itself, frozen copies of it, and random play."""
EXPERT, SB3 = "expert", "sb3"
"""Algorithms with a recipe of their own; the latter is Stable-Baselines3's, also a network."""
_OF_PPO = ("most_decisions", "growth", "margin", "critic_share")
_OF_SEARCH = ("search", "search_seats", "wave_games", "batch_size")
_OF_POOL = ("one_kind", "alone", "pool_size", "freeze_every")
UNREAD = {
    "ppo": _OF_SEARCH,
    EXPERT: (
        *_OF_PPO, "decisions", "minibatches", "gae_lambda", "clip_range", "target_kl", "entropy",
        "final_entropy", "max_gradient", "num_games", "sharpness",
    ),
    SB3: (*_OF_PPO, *_OF_SEARCH, *_OF_POOL, "precision", "thing_width"),
}  # fmt: skip
"""The settings that an algorithm ignores, by its name; to give them is an error."""
_UNREAD_BY_NETWORK = {"flat": ("thing_width",), SB3: ("thing_width", "precision", "margin")}
OF_IMITATION = ("imitate", "imitate_share", "imitate_rate", "sharpness")
"""What is read only without `start`."""
RECIPES = Path(__file__).parents[1] / "recipes"
MOST_DECISIONS = 2**19
"""The most decisions in an update; each takes an observation of up to twelve kilobytes."""
MOST_WEIGHTS = 2**25
"""The most weights of a network: 128 MiB, five times that to learn, and once more for each snapshot."""

# The upper limits are far above what is useful, and below what fills a machine's memory or never ends.
Count = Annotated[int, Field(ge=1, le=2**20)]
Whole = Annotated[int, Field(ge=0, le=2**20)]
Width = Annotated[int, Field(ge=1, le=2**13)]
NotNegative = Annotated[float, Field(ge=0, le=1e6)]
Fraction = Annotated[float, Field(ge=0, le=1)]


@dataclass(frozen=True)
class TrainSettings:
    """The settings of a training run. At least one of `steps` and `minutes` must be given."""

    game: Annotated[str, Field(pattern=r"^\w{0,64}$")]
    """Name of the game."""
    steps: Annotated[int, Field(ge=1, le=2**53)] | None = None
    """Stop after this many decisions of the learner."""
    minutes: NotNegative | None = None
    """Stop after this many minutes, including imitation and evaluations, but not compilation."""
    num_players: int | Literal["any"] | None = None
    """Number of players; None for the smallest that the game takes; "any" for a policy that learns with every
    number of players side by side, and plays with all of them; with `start`, None for that policy's."""
    seed: Annotated[int, Field(ge=0, lt=2**64)] = 0
    """Seed of all randomness."""
    reward: str = "win"
    """The payoff of a finished game: "rank", "win" or "margin"; "package.module:name" is your own."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of play by name."""
    box: str | None = None
    """The path of your own box file."""

    algorithm: str = "ppo"
    """"ppo": proximal policy optimisation from every seat that the network holds; "expert", expert iteration:
    a search that the network guides plays all seats, and the network learns what it does; "sb3",
    Stable-Baselines3's MaskablePPO from one seat of each game against the bots that `opponents` names; or
    "package.module:Name", one of your own. "expert" and "sb3" have recipes, in recipes/algorithms."""
    search: str = "iterations=32,trust=1"
    """expert: the settings of its search, which the network guides. By default a bot of the game plays its
    playouts to the end; with "rounds=1,playouts=random" it knows no bot."""
    search_seats: Literal["all", "one"] = "all"
    """expert: the search plays "all" seats, or "one" of each game, against opponents."""
    targets: Literal["choice", "visits", "means", "improved"] = "choice"
    """What to learn from a search, also when imitating one: the "choice", its "visits" as probabilities, its
    "means" as odds, or the guide's policy "improved" by its results."""
    wave_games: Count = 32
    """expert: games between two updates; with several numbers of players, these take turns."""

    num_games: Annotated[int, Field(ge=1, le=2**16)] = 256
    """ppo, sb3: games played side by side, divided among the numbers of players if there are several."""
    workers: Annotated[int, Field(ge=0, le=1024)] = 0
    """ppo: the number of Ray actors that share the games; 0: this process plays. Results depend on it."""
    decisions: Annotated[int, Field(ge=2, le=MOST_DECISIONS)] = 8_192
    """ppo, sb3: the number of the network's decisions, in all its seats, in the first update."""
    most_decisions: Annotated[int, Field(ge=2, le=MOST_DECISIONS)] = 131_072
    """ppo: the number of decisions in a late update. Early on, many small steps help; later, single decisions
    say less and less about who wins."""
    growth: Fraction = 0.02
    """ppo: the factor by which the number of decisions grows from update to update, up to that limit."""
    minibatches: Count = 32
    """ppo, sb3: the number of gradient steps in one pass over an update's decisions; on a GPU up to an eighth
    more, since batches have one of few sizes there."""
    batch_size: Annotated[int, Field(ge=2, le=2**20)] = 1024
    """expert: the number of decisions in a gradient step."""
    epochs: Count = 1
    """The number of passes over an update's decisions."""
    learning_rate: Fraction = 1e-3
    """Adam's step size at the start of self-play."""
    final_learning_rate: Fraction = 0.1
    """The share of `learning_rate` that is left at the end; it falls linearly."""
    gae_lambda: Fraction = 0.95
    """ppo, sb3: generalised advantage estimation over a seat's own decisions: 0 trusts the values, 1 the
    outcome. There is no discount, since games end and only the result counts."""
    clip_range: NotNegative = 0.2
    """ppo, sb3: the limit on how far a decision's probability may change."""
    target_kl: NotNegative = 0.015
    """ppo, sb3: an update stops once it has moved the policy this far (approximate KL divergence); 0 for no
    limit. In long games a decision says little about the result, and without a limit the policy drifts."""
    entropy: NotNegative = 0.01
    """ppo, sb3: weight of the entropy bonus at the start of self-play."""
    final_entropy: Fraction = 0.1
    """ppo, sb3: the share of `entropy` that is left at the end; it falls linearly."""
    margin: Fraction = 0.5
    """ppo: the weight of the margin of points in the advantages at the start of self-play, beside payoffs; it
    falls to 0. The margin says more about a decision than who wins. Values always predict the payoff. A
    network of your own learns no margins, unless it is an `EntityNetwork`."""
    critic: Literal["own view", "all cards"] = "own view"
    """What the critic observes: the "own view" of the seat on turn, or "all cards", including those that the
    others hide. The saved policy never sees these."""
    critic_share: Fraction = 0.05
    """ppo: the share of self-play, after an imitation or starting from a policy, in which only values learn.
    With 1, the policy does not change."""
    value_weight: NotNegative = 0.5
    """The weight of the value loss."""
    max_gradient: NotNegative = 0.5
    """ppo, sb3: the norm at which gradients are clipped."""
    network: str = "entity"
    """"entity" looks at seats, cards, provinces, ... one by one, "flat" at the observation as a whole;
    "sb3" is Stable-Baselines3's "MlpPolicy"; "package.module:Name" is one of your own."""
    layers: Annotated[tuple[Width, ...], Field(min_length=1, max_length=32)] = (128, 128)
    """Widths of the hidden layers, which policy and values share."""
    thing_width: Annotated[int, Field(ge=2, le=2**13)] = 32
    """ppo, expert: the width of the entity network's code for each thing on the table."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """The networks' device; "auto" takes a GPU if there is one."""
    precision: Literal["auto", "float32", "bfloat16"] = "float32"
    """ppo, expert: the precision of matrix products during self-play and learning; weights, and the policies
    that are measured and saved, are float32. "auto" takes bfloat16 if the processor has AVX512_BF16: with
    batches of 2,000 decisions of Liberté and layers of 192 and 256 it learns 1.7 times as fast, with the
    first, small batches slower."""

    opponents: dict[str, float] = field(default_factory=lambda: {LATEST: 0.8, SNAPSHOTS: 0.2})
    """Who plays the other seats of a game, besides one learner: the "latest" weights, which also learn there;
    their "snapshots"; or agents by name. Bots that the game lacks are left out, and policies at tables for
    which they were not trained."""
    one_kind: Fraction = 0.5
    """ppo, expert: the fraction of games in which one opponent plays all the other seats."""
    alone: Fraction = 0.0
    """ppo, expert: the fraction of games in which one opponent plays one seat, and the learner all others:
    who wins alone among its copies exploits it."""
    pool_size: Whole = 8
    """ppo, expert: the number of snapshots; the one that the learner beats most is replaced, once its games
    are over."""
    freeze_every: Count = 20
    """ppo, expert: the number of updates between two snapshots."""

    start: str = ""
    """A policy to continue from: "policy" for the game's own, the folder of a run, or the folder or file of a
    policy. Its network and widths are kept, and nothing is imitated."""
    any_table: bool = False
    """Build the network as for num_players "any", though one number plays; determined by `start`."""
    imitate: str = ""
    """An agent to imitate before self-play, if the game has it: "greedy", or "search:playouts=random", which
    uses no bot; "" to learn from scratch."""
    imitate_share: Annotated[float, Field(gt=0, le=1)] = 0.3
    """The fraction of the run's minutes that is spent on imitation. With `steps`, imitation comes on top: up
    to this fraction of `steps`, where two imitated decisions count as one, since they cost about as much."""
    imitate_rate: Fraction = 4e-3
    """Adam's step size at the start of the imitation; it falls to 0."""
    sharpness: Annotated[float, Field(gt=0, le=1e3)] = 2.5
    """ppo, sb3: the factor on logits after the imitation, which plays far worse sampling actions than taking
    its best, and would mostly learn from losses."""

    evaluate_seconds: NotNegative = 60.0
    """Seconds between two evaluations; 0 for one after every rollout."""
    evaluate_games: Count = 400
    """The number of games against each bot in an evaluation, for each number of players."""
    evaluate_against: tuple[str, ...] = ("random", "greedy")
    """Bots to measure against; those that the game lacks are left out."""
    average: Fraction = 0.2
    """Evaluate and save averaged weights, over about this share of the latest updates; 0 for the last
    weights."""
    keep: Literal["auto", "best", "last"] = "auto"
    """Which policy to save: the "last" measured, or the "best" if it is better than the last by more than the
    interval of its win share against the last bot of `evaluate_against` (with several numbers of players,
    the mean of win shares relative to fair ones). "auto": the best in a run that imitates an agent or
    meets a bot other than random, otherwise the last, so that no bot influences a run that names none.
    A run that is stopped saves what it has learnt so far, unmeasured, in place of the last."""
    checkpoint_seconds: NotNegative = 30.0
    """Seconds between two checkpoints; 0 for one after every rollout."""
    threads: Annotated[int, Field(ge=0, le=1024)] = 0
    """The number of threads for the networks, thousands of games, and expert iteration's searches; 0 for all
    cores. What is learnt depends on it, because it decides in which order numbers are summed, and so rounded.
    Searches that are imitated or met have a setting of their own."""

    def __post_init__(self) -> None:
        for name, value in [*vars(self).items()]:
            plain = _as_saved(value)
            object.__setattr__(self, name, tuple(plain) if isinstance(plain, list) else plain)
        _check(self)

    @property
    def padded(self) -> bool:
        """Whether the network takes the views of tables of every size."""
        return self.any_table or self.num_players == ANY

    def learning_rate_at(self, progress: float) -> float:
        """The learning rate after a fraction of self-play, from 0 to 1."""
        return self.learning_rate * (1 - (1 - self.final_learning_rate) * progress)

    def entropy_at(self, progress: float) -> float:
        """The weight of the entropy bonus after a fraction of self-play, from 0 to 1."""
        return self.entropy * (1 - (1 - self.final_entropy) * progress)

    def decisions_at(self, update: int) -> int:
        """The number of decisions in an update; updates count from 0."""
        most = max(self.decisions, self.most_decisions)
        if update * math.log1p(self.growth) >= math.log(most / self.decisions):  # a power might overflow
            return most
        return int(self.decisions * (1 + self.growth) ** update)

    @property
    def meets_opponents(self) -> bool:
        """Whether others may play; a search in all seats meets nobody."""
        return self.algorithm != EXPERT or self.search_seats == ONE

    @property
    def names_bots(self) -> bool:
        """Whether the run imitates an agent, or plays against bots that know something."""
        met = {kind for kind, share in self.opponents.items() if share > 0}
        return bool(self.imitate) or bool(met - {LATEST, SNAPSHOTS, RANDOM})


def _as_saved(value: Any) -> Any:
    """A value as it is saved: NumPy's numbers and arrays as Python's, a path as text."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, list | tuple):
        return type(value)(map(_as_saved, value))
    if isinstance(value, dict):
        return {_as_saved(key): _as_saved(part) for key, part in value.items()}
    return str(value) if isinstance(value, PurePath) else value


def _check(settings: TrainSettings) -> None:
    """Raise HustingsError, naming the setting, if one has a wrong type or is out of range."""
    try:
        _schema().model_validate(vars(settings))
    except ValidationError as error:
        first = error.errors()[0]
        if first["loc"][0] == "num_players":
            said = f"num_players: {settings.num_players!r:.60} is not a number of players"
            raise HustingsError(f"{said}; give one, or any for tables of every size") from None
        name = ".".join(map(str, first["loc"]))
        raise HustingsError(f"{name}: {first['input']!r:.60}: {first['msg'].lower()}") from None
    if settings.steps is None and settings.minutes is None:
        raise HustingsError("steps, minutes: give at least one of them, or training would not end")
    if settings.device == "cuda" and not torch.cuda.is_available():
        raise HustingsError("device: 'cuda' is not available: torch sees no GPU; take 'auto' or 'cpu'")
    for name, agent in _agents(vars(settings)):
        if any(map(is_person, parts_of(agent))):
            raise HustingsError(f"{name}: {agent!r:.60} is a person, whom no run asks; name another agent")
    for agent in settings.evaluate_against:
        if settings.evaluate_against.count(agent) > 1:
            raise HustingsError(f"evaluate_against: {agent!r:.60} is named twice; name it once")
    _check_targets(settings)
    if settings.workers > settings.num_games:
        raise HustingsError(
            f"workers: {settings.workers} are more than the {settings.num_games} games; take fewer"
        )
    if settings.workers and settings.algorithm != "ppo":
        raise HustingsError(
            f"workers: algorithm {settings.algorithm!r} plays in one process; leave workers out"
        )
    if settings.workers and settings.num_players == ANY:
        raise HustingsError("workers: with any number of players, one process plays all; leave workers out")
    if settings.one_kind + settings.alone > 1:
        raise HustingsError("one_kind, alone: they are parts of all games; make their sum 1 at most")
    if settings.critic == ALL_CARDS and settings.algorithm == EXPERT:
        raise HustingsError("critic: expert iteration has none; leave critic out")
    weights = sum(before * after for before, after in itertools.pairwise(settings.layers))
    if weights > MOST_WEIGHTS:
        raise HustingsError(
            f"layers: {weights:,} weights between them are more than {MOST_WEIGHTS:,}; take fewer or smaller"
        )


def _check_targets(settings: TrainSettings) -> None:
    """Raise HustingsError if the search to imitate cannot teach what is to be learnt."""
    s = settings
    if s.targets == CHOICE or s.start or not imitates_search(s.imitate):
        return
    if len(parts_of(s.imitate)) > 1:
        raise HustingsError(
            f"targets: {s.targets!r} is taught by a search alone, and {s.imitate!r:.60} is several agents; "
            f"imitate a search alone, or take targets={CHOICE}"
        )
    if s.targets == IMPROVED and s.imitate.startswith("search") and "guide=" not in s.imitate:
        raise HustingsError(
            "targets: improved is a guide's policy, and the search to imitate has none; add guide=..."
        )


@functools.cache
def _schema() -> type[BaseModel]:
    """The fields of TrainSettings with their types and limits, as pydantic checks them."""
    types = get_type_hints(TrainSettings, include_extras=True)
    named: dict[str, Any] = {item.name: (types[item.name], ...) for item in fields(TrainSettings)}
    config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
    return create_model("TrainSettings", __config__=config, **named)


def recipe(game: str) -> dict[str, Any]:
    """A game's settings that differ from the defaults, from `recipes/GAME.toml`; {} without a file."""
    path = RECIPES / f"{game}.toml"
    return read_config(path) if path.is_file() else {}


def read_config(path: Path) -> dict[str, Any]:
    """Settings from a TOML file in the form of the recipes.

    Raises:
        HustingsError: naming the file, and an unknown setting.
    """
    content = read_bytes(path, MOST_BYTES, remedy="give a TOML file of settings")
    try:
        tree = parse_toml(content.decode())
    except UnicodeDecodeError:
        raise HustingsError(f"{path}: not a TOML file; write NAME = VALUE on each line") from None
    except ValueError as error:
        raise HustingsError(f"{path}: {error}; write NAME = VALUE on each line") from None
    check_names(tree, f"{path}: ")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in tree.items()}


def texts() -> set[str]:
    """The names of the settings that are text, such as paths: also if they look like a number."""
    return {name for name, kind in get_type_hints(TrainSettings).items() if kind in (str, str | None)}


def from_words(name: str, value: Any) -> Any:
    """A setting from its form on the command line: lists by comma, shares as NAME=SHARE,... or one name.

    >>> from_words("layers", "64,32"), from_words("opponents", "greedy=0.5,random=0.5")
    ((64, 32), {'greedy': 0.5, 'random': 0.5})
    """
    if name in LISTS and isinstance(value, str | int):
        pieces = split_specs(str(value)) if value != "" else []
        return tuple(int(piece) if name == "layers" and piece.isdecimal() else piece for piece in pieces)
    if name in SHARES and isinstance(value, str):
        pairs = [split_share(piece) for piece in split_specs(value)]
        if len(pairs) == 1 and not pairs[0][1] and value:
            return {value: 1.0}
        if len(dict(pairs)) < len(pairs):
            raise HustingsError(f"{name}: {value!r:.60}: an agent appears twice; give it one share")
        try:
            return {agent: float(share) for agent, share in pairs}
        except ValueError:
            raise HustingsError(
                f"{name}: {value!r:.60}: write NAME=SHARE, by comma, as in greedy=0.5,random=0.5"
            ) from None
    return tuple(value) if isinstance(value, list) else value


def meanings() -> dict[str, str]:
    """The description of each setting by name: the text below it in `TrainSettings`."""
    # Python drops these texts, so they are read from the source.
    (described,) = ast.parse(inspect.getsource(TrainSettings)).body
    assert isinstance(described, ast.ClassDef)
    return {
        item.target.id: " ".join(str(ast.literal_eval(text.value)).split())
        for item, text in itertools.pairwise(described.body)
        if isinstance(item, ast.AnnAssign)
        and isinstance(item.target, ast.Name)
        and isinstance(text, ast.Expr)
    }


def listed(game: str | None = None) -> list[dict[str, Any]]:
    """Every setting with its default, its value in a game's recipe, and its description."""
    suits, example = recipe(game) if game else {}, TrainSettings("", steps=1)
    given = {"game": game, "steps": None}
    return [
        {
            "name": name,
            "default": given.get(name, getattr(example, name)),
            "recipe": suits.get(name),
            "meaning": text,
        }
        for name, text in meanings().items()
    ]


def settings_for(game: Game | str, **given: Any) -> TrainSettings:
    """The settings of a game's recipe, with those `given` in their place.

    An algorithm's own recipe has priority over the game's. With `start`, the network has the
    architecture of that policy.

    Raises:
        HustingsError: for an unknown setting, one out of range, or one that is not read.
    """
    check_names(given)
    name = game if isinstance(game, str) else game.name
    if given.get("num_players", ANY) is None:
        del given["num_players"]  # with `start`, the number is the policy's
    suits, start = recipe(name), _as_saved(given.get("start"))
    if (algorithm := given.get("algorithm")) in (EXPERT, SB3):
        suits |= read_config(RECIPES / "algorithms" / f"{algorithm}.toml")
    if start and isinstance(start, str):
        described = GAMES[game] if isinstance(game, str) else game
        suits |= build_of(start, described, given, given.get("num_players"))
    settings = TrainSettings(name, **{**suits, **given})
    return _read(settings, given)


def _read(settings: TrainSettings, given: Mapping[str, Any]) -> TrainSettings:
    """The settings; HustingsError if nothing reads one of those `given`."""
    for names, why in _unread(settings):
        for name in names:
            if name in given:
                raise HustingsError(f"{name}: {why}")
    return settings


def _unread(settings: TrainSettings) -> Iterator[tuple[tuple[str, ...], str]]:
    """The settings that nothing reads beside the others, and why."""
    s = settings
    if s.algorithm not in UNREAD:  # a user's own, which may read any
        return
    yield UNREAD[s.algorithm], f"algorithm {s.algorithm!r} does not read it; leave it out"
    if not s.meets_opponents:
        yield ("opponents", *_OF_POOL), f"algorithm 'expert' reads it with search_seats={ONE}; add that"
    yield _UNREAD_BY_NETWORK.get(s.network, ()), f"network {s.network!r} does not read it; leave it out"
    # A copy of the recipe may be given: what is as usual there is nobody's wish.
    usual = {field.name: field.default for field in fields(TrainSettings)} | recipe(s.game)

    def changed(*names: str) -> tuple[str, ...]:
        return tuple(name for name in names if getattr(s, name) != usual[name])

    if s.most_decisions < s.decisions:
        why = f"the first update has {s.decisions} decisions, and none has fewer; set decisions lower, too"
        yield ("most_decisions",), why
    if not s.opponents.get(SNAPSHOTS):
        why = f"it is read with {SNAPSHOTS} among the opponents; add them, or leave it out"
        yield changed("pool_size", "freeze_every"), why
    if not s.evaluate_against:
        why = "it is read with bots in evaluate_against; name one there, or leave it out"
        yield changed("evaluate_games", *(["keep"] if s.keep == "best" else [])), why
    if s.start:
        yield changed(*OF_IMITATION), "with start, nothing is imitated; leave it or start out"
    elif not s.imitate:
        yield changed(*OF_IMITATION), "it is read after an imitation; add imitate, or leave it out"
        why = "it is read after an imitation, or with start; add one, or leave it out"
        yield changed("critic_share"), why
    if s.algorithm != EXPERT and (s.start or not imitates_search(s.imitate)):
        yield ("targets",), "it is read by algorithm=expert, and to imitate a search; leave it out"


def settings_from(
    given: TrainSettings | Game | str, out: Path, saved: TrainSettings | None, **changes: Any
) -> TrainSettings:
    """The settings of a run: those `given`, or a game's recipe, with `changes`.

    If the run in `out` goes on, `saved` has its settings: a game stands for these, and a new limit replaces
    all old ones.

    Raises:
        HustingsError: for an unknown setting, one that is not read, a run of another game, or one whose
            settings name code of a user's that is not given again.
    """
    check_names(changes)
    if isinstance(given, TrainSettings):
        return _read(replace(given, **changes), changes)
    if saved is None:
        return settings_for(given, **changes)
    for setting, what, spec in user_code(vars(saved)):
        if setting not in changes:
            raise HustingsError(
                f"{out / SETTINGS}: {setting} names the {what} {spec!r}, and no code is run because a file "
                f"names it; give {setting} again (--set {setting}=...)"
            )
    limits = {"steps": None, "minutes": None} if changes.keys() & {"steps", "minutes"} else {}
    settings = replace(saved, **{**limits, **changes})
    name = given if isinstance(given, str) else given.name
    if settings.game != name:
        raise HustingsError(f"{out} is a run of {settings.game}, not of {name}; name the right one")
    return settings


def check_names(names: Iterable[str], where: str = "") -> None:
    """Raise HustingsError, beginning with `where`, for a name that is not a setting."""
    known = {item.name for item in fields(TrainSettings)} - {"game"}
    for name in names:
        if name not in known:
            raise HustingsError(
                f"{where}{name}: no such setting{suggestion(name, known)}; "
                "`hustings train --settings` lists them"
            )


def save_settings(settings: TrainSettings, out: Path) -> None:
    """Write the settings into a run's folder."""
    write_text(out / SETTINGS, json.dumps(asdict(settings), indent=1) + "\n")


def imitates_search(spec: str) -> bool:
    """Whether a search is among the agents that the setting `imitate` names."""
    return any(part.partition(":")[0] in SEARCHES for part in parts_of(spec))


def _agents(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The agents that settings name, each after the name of its setting."""
    for name in ("opponents", "imitate", "evaluate_against"):
        value = settings.get(name, ())
        for agent in [value] if isinstance(value, str) else value:
            yield name, agent


def user_code(settings: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The settings that would run code from outside the suite: their name, the kind of code, and the spec."""
    for name, agent in _agents(settings):
        if runs_user_code(agent):
            yield name, "agent", agent
    for name in ("network", "algorithm", "reward"):
        if is_module_name(settings.get(name, "")):
            yield name, name, settings[name]


def read_settings(out: str | Path) -> TrainSettings:
    """The settings of the run in `out`; nothing that they name is imported."""
    path = Path(out) / SETTINGS
    if not exists(path):
        raise HustingsError(f"{path}: not found; give the folder of a run, or leave out resume")
    tree = read_json(path, MOST_BYTES, remedy="give the folder of a run")
    unknown = sorted(tree.keys() - meanings()) if isinstance(tree, dict) else []
    if unknown:
        raise HustingsError(
            f"{path}: {', '.join(map(repr, unknown)):.200}: settings of another version; remove them from it "
            "to go on without them, or start a new run"
        )
    try:
        return TrainSettings(**tree)
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, HustingsError):
            raise HustingsError(f"{path}: {error}") from None
        raise HustingsError(f"{path}: damaged or of another version; start a new run") from None
