"""Read a box (component data with evidence, and options of play), check it, and store it in one record.

In a box file every entry is a table with `value`, `evidence` ("sourced" or "inferred") and, accordingly,
`source` or `constraint`. The table `[options]` holds the default of each option, as a plain value.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..engine.record import Field, record
from ..errors import BoxError
from .files import read_bytes
from .parsing import parse_toml

EVIDENCE = {"sourced": "source", "inferred": "constraint"}
MOST_BYTES = 2**18


class Option(NamedTuple):
    """An option of play, stored in the box field of the same name.

    Attributes:
        name: the field.
        about: its effect, in words.
        choices: its possible values, stored as their index; None for a number (or list of numbers) within the
            field's range.
    """

    name: str
    about: str
    choices: tuple[str | bool, ...] | None = None


class BoxEntry(NamedTuple):
    """One entry of a box file.

    Attributes:
        key: its position in the file: "cards.12.price".
        value: a number, a word or a list of these.
        evidence: "sourced" or "inferred".
        reason: the source, or the constraint that the value has to meet.
    """

    key: str
    value: Any
    evidence: str
    reason: str


@dataclass(frozen=True)
class BoxSpec:
    """The specification of a game's box.

    Attributes:
        file: the game's own box file.
        fields: the fields of the record, options included.
        options: the options of play.
        arrange: converts the file's values, a tree of plain values, to the values of the fields.
        check: (box) raises BoxError if the finished record is not playable.

    Raises:
        BoxError: for an option without a field.
    """

    file: Path
    fields: tuple[Field, ...]
    options: tuple[Option, ...]
    arrange: Callable[[dict], dict[str, Any]]
    check: Callable[[Any], None]

    def __post_init__(self) -> None:
        fields = {field.name for field in self.fields}
        for option in self.options:
            if option.name not in fields:
                raise BoxError(f"option {option.name}: there is no field of this name; add one")

    @cached_property
    def dtype(self) -> np.dtype:
        """The dtype of one box."""
        return record(self.fields)

    def load(
        self, source: str | Path | np.ndarray | None = None, options: Mapping[str, Any] | None = None
    ) -> np.ndarray:
        """Load a box as a read-only array of one record, shape (1,).

        Args:
            source: a box file; a loaded box; None for the game's own file.
            options: values of some options; the others keep the defaults of the file.

        Raises:
            BoxError: naming the file or option, the key and the reason.
        """
        options = {} if options is None else options
        if isinstance(source, np.ndarray | np.record):
            return self._with_options(source, options)
        if isinstance(source, str | Path):
            return self._with_options(self._read(Path(source)), options)
        if source is not None:
            raise BoxError(f"box: {source!r} is neither a file nor a loaded box")
        if isinstance(options, Mapping) and not options:
            return _read_only(self._own.copy())
        return self._with_options(self._own, options)

    @cached_property
    def _own(self) -> np.ndarray:
        """The box in the game's own file, which is read once."""
        return self._read(self.file)

    @cached_property
    def _accepted(self) -> deque[bytes]:
        """The latest boxes that were playable: states and pickles give the same one again and again."""
        return deque(maxlen=8)

    def _read(self, path: Path) -> np.ndarray:
        """The box in a file, with the options' defaults."""
        tree = parse(path)
        defaults = tree.pop("options", {})
        if not isinstance(defaults, dict):
            raise BoxError(f"{path}: options: must be a table [options]")
        box = np.zeros(1, self.dtype)
        named = {option.name for option in self.options}
        try:
            self._check_names(defaults)
            values = self.arrange(_values(tree))
            for field in self.fields:
                if field.name in values:
                    _store(box, field, values[field.name])
                elif field.name not in named:
                    raise BoxError(f"{field.name}: missing; copy the entry from {self.file.name} of the game")
            for option in self.options:
                if option.name in defaults:
                    self._set(box, option, defaults[option.name])
                elif option.name not in values:
                    raise BoxError(f"options.{option.name}: missing; add its default")
            self.check(box[0])
        except BoxError as error:
            raise BoxError(f"{path}: {error}") from None
        except KeyError as error:
            raise BoxError(
                f"{path}: {error.args[0]}: missing; every entry of the game's own file is needed"
            ) from None
        except (TypeError, AttributeError, ValueError, IndexError) as error:
            raise BoxError(
                f"{path}: an entry has the wrong form ({error}); compare with {self.file}"
            ) from None
        return box

    def _with_options(self, source: np.ndarray | np.record, options: Mapping[str, Any]) -> np.ndarray:
        if source.dtype != self.dtype:
            raise BoxError("the box belongs to another game or version; load it with this game's own file")
        if source.size != 1:
            raise BoxError(f"box: an array of {source.size} boxes; give one, as `box_spec.load` returns it")
        box = np.array(source, dtype=self.dtype, copy=True).reshape(1)
        self._check_names(options)
        if not options and box.tobytes() in self._accepted:
            return _read_only(box)
        for field in self.fields:  # an array may have been edited since it was loaded
            _store(box, field, box[0][field.name].tolist())
        for option in self.options:
            if option.name in options:
                self._set(box, option, options[option.name])
        self.check(box[0])
        if box.tobytes() not in self._accepted:
            self._accepted.append(box.tobytes())
        return _read_only(box)

    def _check_names(self, options: Mapping[str, Any]) -> None:
        if not isinstance(options, Mapping):
            raise BoxError(f"options: {options!r} is not a mapping of names to values")
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                raise BoxError(f"unknown option {name!r}; choose from {', '.join(known)}")

    def _set(self, box: np.ndarray, option: Option, value: Any) -> None:
        field = next(field for field in self.fields if field.name == option.name)
        if option.choices is None:
            _store(box, field, value, f"option {option.name}")
            return
        words = [str(choice).lower() for choice in option.choices]
        if isinstance(value, str) and value.lower() in words:
            box[field.name] = words.index(value.lower())
            return
        try:
            box[field.name] = option.choices.index(value)
        except ValueError:
            raise BoxError(f"option {option.name}: {value!r} is not one of {', '.join(words)}") from None

    def option_values(self, box: np.ndarray) -> dict[str, Any]:
        """The options of a box, in the form that `load` accepts."""
        values = {}
        for option in self.options:
            number = box[0][option.name]
            values[option.name] = number.tolist() if option.choices is None else option.choices[int(number)]
        return values

    def evidence(self, source: str | Path | None = None) -> list[BoxEntry]:
        """The entries of a box file with their evidence."""
        tree = parse(Path(source) if source is not None else self.file)
        tree.pop("options", None)
        return _entries(tree, "")


def parse(path: Path) -> dict:
    """The tree of a box file; BoxError if it cannot be read or an entry lacks evidence."""
    content = read_bytes(path, MOST_BYTES, remedy="give the path of a box file", error=BoxError)
    try:
        tree = parse_toml(content.decode().replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        raise BoxError(f"{path}: not a TOML file ({error}); start from the game's own box.toml") from None
    except ValueError as error:
        raise BoxError(f"{path}: {error}; start from the game's own box.toml") from None
    if "value" in tree:
        raise BoxError(
            f"{path}: value is in no table; write its entry's name above it, as in [typical_score]"
        )
    try:
        _entries({key: value for key, value in tree.items() if key != "options"}, "")
    except BoxError as error:
        raise BoxError(f"{path}: {error}") from None
    return tree


def _entries(node: Any, key: str) -> list[BoxEntry]:
    if isinstance(node, list):
        return [entry for i, item in enumerate(node) for entry in _entries(item, f"{key}[{i}]")]
    if not isinstance(node, dict):
        raise BoxError(f"{key}: every entry is a table with value, evidence and source or constraint")
    if "value" not in node:
        return [entry for name in node for entry in _entries(node[name], f"{key}.{name}".lstrip("."))]
    evidence = node.get("evidence")
    if not isinstance(evidence, str) or evidence not in EVIDENCE:
        raise BoxError(f"{key}: evidence must be one of {', '.join(EVIDENCE)}")
    reason = node.get(EVIDENCE[evidence])
    if not isinstance(reason, str) or not reason:
        raise BoxError(f"{key}: a {evidence} entry says its {EVIDENCE[evidence]}")
    return [BoxEntry(key, node["value"], evidence, reason)]


def _read_only(box: np.ndarray) -> np.ndarray:
    box.flags.writeable = False
    return box


def _values(node: Any) -> Any:
    if isinstance(node, list):
        return [_values(item) for item in node]
    if "value" in node:
        return node["value"]
    return {name: _values(item) for name, item in node.items()}


def _store(box: np.ndarray, field: Field, value: Any, called: str = "") -> None:
    called = called or field.name
    if _has_non_numbers(value):
        raise BoxError(f"{called}: {value!r} is not a whole number or a list of them, as in [20, 15]")
    try:
        numbers = np.array(value, dtype=object)
    except ValueError:
        numbers = np.array(None)
    if numbers.shape != field.shape or any(isinstance(number, list | tuple) for number in numbers.flat):
        wanted = " x ".join(map(str, field.shape)) + " values" if field.shape else "one value"
        raise BoxError(f"{called}: needs {wanted}, got {value!r}")
    for number in numbers.flat:
        if not field.low <= number <= field.high:
            raise BoxError(f"{called}: {number} is outside {field.low} to {field.high}")
    box[field.name] = numbers.astype(field.type)


def _has_non_numbers(value: Any) -> bool:
    if isinstance(value, Sequence | np.ndarray) and not isinstance(value, str | bytes):
        return any(_has_non_numbers(item) for item in value)
    return isinstance(value, bool) or not isinstance(value, int | np.integer)
