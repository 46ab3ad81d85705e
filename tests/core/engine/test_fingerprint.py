"""Compiled code of users' own functions on disk: one process makes it for all, and no edit goes unnoticed."""

import os
import sys
import types
from collections import namedtuple
from enum import Enum, IntEnum

import numba
import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.engine import cache
from hustings.envs.core.engine.cache import drop_old_files
from hustings.envs.core.engine.compile import bind, rule
from hustings.envs.core.engine.fingerprint import Fingerprint, Unknown
from hustings.envs.core.engine.loops import bind_check, loops_of

from ...support import run_python

MODULE = """
import math
from enum import IntEnum
import numba
import numpy as np
from hustings.envs.core.engine.compile import bind, rule
from own_numbers import rates

class Price(IntEnum):
    BREAD = 3

TAX, LIMITS, POINT, KIND = 2, np.array([1, 2]), (1, (2.0, "a")), np.dtype(np.int32)

@rule
def helper(number):
    return number + TAX

@numba.njit
def jitted(number):
    return number + 1

def adder(step):
    return rule(lambda number: number + step)

added = adder(1)

def template(number):
    return part(number)

bound = bind(template, "bound", part=helper)

@rule
def total(number, more=1):
    for i in range(3):
        number += LIMITS[i % 2] + POINT[0]
    number += np.zeros(1, KIND)[0] + math.floor(1.5)
    number += helper(number) + jitted(number) + added(number) + bound(number)
    return number + Price.BREAD + rates.low + more
"""
EDITS = {
    "a constant": ("range(3)", "range(4)"),
    "a constant of another type": ("math.floor(1.5)", "1"),
    "an operation": ("number += helper(number)", "number -= helper(number)"),
    "a default": ("more=1", "more=2"),
    "a helper": ("return number + TAX", "return number - TAX"),
    "a number that a helper reads": ("TAX, LIMITS, POINT, KIND = 2,", "TAX, LIMITS, POINT, KIND = 3,"),
    "an array": ("[1, 2]", "[1, 3]"),
    "the type of an array": ("[1, 2])", "[1, 2], np.int8)"),
    "a part of a tuple": ('(2.0, "a")', '(2, "a")'),
    "a dtype": ("np.dtype(np.int32)", "np.dtype(np.int64)"),
    "an enumeration": ("BREAD = 3", "BREAD = 4"),
    "a function of Numba's": ("return number + 1\n", "return number + 2\n"),
    "how Numba compiles it": ("@numba.njit", "@numba.njit(fastmath=True)"),
    "a value closed over": ("adder(1)", "adder(2)"),
    "a function bound in": ("part=helper", "part=jitted"),
    "a template": ("return part(number)", "return part(number) + 1"),
    "another module": ("low = 1", "low = 2"),
}
PAIRS = {
    "the fields of a named tuple": [namedtuple("Point", names)(1, 2) for names in ("x y", "y x")],
    "a named tuple's class": [namedtuple("Point", names) for names in ("x y", "y x")],
    "an array of no dimension": [np.array(5), np.int64(5)],
    "a kind of enumeration": [kind("Price", "BREAD") for kind in (IntEnum, Enum)],
    "zeros": [0.0, -0.0],
    "truth": [1, True],
}
ALIKE = {
    "a comment": ("@rule\ndef helper", "# of a line\n\n@rule\ndef helper"),
    "a function that is not called": ("def adder", "def other():\n    return 1\n\ndef adder"),
    "another number of that module": ("high = 1", "high = 2"),
}


def made(edit: tuple[str, str] = ("", "")) -> types.ModuleType:
    """A user's module, with one edit in it or in the module of numbers that it uses."""
    numbers = types.ModuleType("own_numbers")
    numbers.rates = types.ModuleType("rates")
    exec("low = 1\nhigh = 1\n".replace(*edit), vars(numbers.rates))
    module = types.ModuleType("own_rules")
    sys.modules.update(own_numbers=numbers, own_rules=module)
    exec(compile(MODULE.replace(*edit), "own_rules.py", "exec"), vars(module))
    return module


@pytest.fixture(autouse=True)
def forget():
    """Leave no module behind."""
    yield
    for name in ("own_numbers", "own_rules"):
        sys.modules.pop(name, None)


def digest(function) -> str:
    return Fingerprint(function.py_func).hexdigest()


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_whatever_a_function_compiles_from_changes_its_fingerprint(edit):
    assert edit[0] in MODULE + "low = 1"
    assert digest(made().total) == digest(made().total) != digest(made(edit).total)


@pytest.mark.parametrize("edit", ALIKE.values(), ids=ALIKE)
def test_nothing_else_changes_it(edit):
    assert edit[0] in MODULE + "high = 1"
    assert digest(made().total) == digest(made(edit).total)


@pytest.mark.parametrize(("one", "other"), PAIRS.values(), ids=PAIRS)
def test_values_that_look_alike_are_told_apart(one, other):
    def reading(value):
        return Fingerprint(lambda number: value).hexdigest()

    assert reading(one) == reading(one) != reading(other)


def test_what_lies_beside_a_function_in_its_module_does_not_matter():
    """Attributes of tables and names in modules may be the same."""
    module = types.ModuleType("own_names")
    module.pay, module.points = rule(lambda number: number), plain
    assert Fingerprint(lambda table: module.pay(table.points)[..., 0]).hexdigest()


def test_a_function_of_another_module_is_another(monkeypatch):
    """Its code on disk names the modules of all functions in it, which must be there to load it."""

    def caller():
        callee = made().helper
        return lambda number: callee(number)

    here, there = (caller() for _ in range(2))
    monkeypatch.setitem(sys.modules, "own_rules_2", sys.modules["own_rules"])
    there.__closure__[0].cell_contents.py_func.__module__ = "own_rules_2"
    assert Fingerprint(here).hexdigest() != Fingerprint(there).hexdigest()
    monkeypatch.delitem(sys.modules, "own_rules_2")
    with pytest.raises(Unknown):
        Fingerprint(there)


def test_it_follows_functions_that_call_each_other():
    def even(odd: str):
        space = {"rule": rule, "__name__": __name__}
        exec(f"@rule\ndef even(n): return n == 0 or odd(n - 1)\n@rule\ndef odd(n): return {odd}", space)
        return space["even"]

    assert digest(even("even(n - 1)")) == digest(even("even(n - 1)")) != digest(even("not even(n)"))


class Thing:
    """What Numba knows only by what somebody registered with it."""


@numba.extending.overload(len)
def _length_of_a_thing(thing):
    return None


def plain(number):
    return number


signed, hidden = numba.njit("int8(int64)")(plain), getattr


UNKNOWN = {
    "a plain function": lambda number: plain(number),
    "a class": lambda number: Thing(),
    "an array of objects": (lambda array: lambda number: array[0])(np.array([Thing()])),
    "a list": (lambda found: lambda number: found[0])([1]),
    "a value looked up by name": lambda number: getattr(number, "real"),  # noqa: B009
    "the same under another name": lambda number: hidden(number, "real"),
    "a function of Numba's that was compiled before": lambda number: signed(number),
}


@pytest.mark.parametrize("function", UNKNOWN.values(), ids=UNKNOWN)
def test_what_cannot_be_followed_has_none(function):
    with pytest.raises(Unknown):
        Fingerprint(function)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_all_code_of_a_game_has_one(game):
    loops = [*vars(loops_of(game)).values(), bind_check(game)]
    assert len({digest(loop) for loop in loops}) == len(loops)


# --- On disk -------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where users' code would be stored."""
    folder = tmp_path / "hustings" / "own-0123456789abcdef"
    monkeypatch.setattr(cache, "cache_folder", lambda owner: folder)
    return folder


def call(function, *args) -> tuple:
    """What a function returns, and whether its code was loaded."""
    dispatcher = rule(getattr(function, "py_func", function)).dispatcher
    return dispatcher(*args), bool(dispatcher.stats.cache_hits)


def test_it_is_loaded_until_it_changes(folder):
    edited = made(EDITS["a number that a helper reads"]).total
    assert call(made().total, 5) == (made().total(5), False)
    assert call(made().total, 5) == (made().total(5), True)
    assert call(edited, 5) == (edited(5), False)
    assert edited(5) == made().total(5) + 2, "two functions that it calls read the number"
    assert call(made().total, np.int8(5)) == (made().total(5), False), "other types are other code"


def test_nothing_is_stored_once_a_value_has_changed(folder):
    """Numba keeps the old value in a function that it has compiled, and the new one would name the file."""
    module = made()
    helper = module.helper
    caller = rule(lambda number: helper(number))
    assert helper.dispatcher(1) == 3
    module.TAX = 10
    kept = len([*folder.iterdir()])
    assert caller.dispatcher(0) in (2, 10)
    assert helper.dispatcher(0.5) == 10.5
    assert len([*folder.iterdir()]) == kept


def test_nor_once_an_array_has_changed_in_place(folder):
    weights = np.array([5, 1])

    @numba.njit
    def heavier(number):
        return number * weights[0]

    def bot():
        return rule(lambda number: heavier(number)).dispatcher

    assert (bot()(1), bot()(1)) == (5, 5)
    weights[:] = 1, 5
    first = bot()
    assert first(1) == 5, "what Numba keeps"
    assert first._cache.symbol((numba.int64,)) is None


def test_a_function_as_an_argument_is_not_stored(folder):
    @rule
    def applied(function, number):
        return function(number)

    assert call(applied, numba.njit(plain), 3) == (3, False)
    assert call(applied, numba.njit(plain), 3) == (3, False)


def test_named_tuples_and_long_names_are_stored(folder):
    Point = namedtuple("Point", "x y")

    @rule
    def turned(point, weights):
        return Point(point.y, point.x)

    turned.py_func.__name__ = "turned_" * 40
    assert call(turned, Point(1, 2.5), np.zeros((2, 2))) == ((2.5, 1), False)
    assert call(turned, Point(1, 2.5), np.zeros((2, 2))) == ((2.5, 1), True)


def template(number):
    return part(number)  # noqa: F821 (bound)


@pytest.mark.parametrize("called", [lambda shared: shared, lambda shared: shared.dispatcher])
def test_a_caller_of_shared_code_that_is_not_bound_is_not_stored(called, folder):
    shared = bind(template, "shared", lambda: (numba.int64,), part=made().helper)
    inner = called(shared)
    caller = rule(lambda number: inner(number))
    assert caller.dispatcher(5) == 7
    assert [path.name.split("-")[0] for path in folder.glob("*-*.lock")] == ["shared"]
    assert caller.dispatcher._cache.symbol((numba.int64,)) is None
    assert shared.dispatcher._cache.symbol((numba.int64,))


OWN_GAME = """
    import numpy as np
    from hustings.envs.core.engine.loops import compiling_calls, loops_of
    from tests.tinygame import GAME
    for call in compiling_calls(GAME).values():
        call()
    stats = [loop.dispatcher.stats for loop in vars(loops_of(GAME)).values()]
    print(sum(len(one.cache_hits) for one in stats), sum(len(one.cache_misses) for one in stats))
    from hustings.envs.core.api.batch import GameBatch
    batch = GameBatch(GAME, 4, seed=1)
    for _ in range(6):
        batch.step(batch.masks().argmax(axis=1))
    print(batch.tables["bid"].tolist(), batch.tables["points"].tolist())
"""


def test_another_process_loads_a_whole_game(tmp_path):
    done = [run_python(OWN_GAME, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    assert [process.stderr for process in done] == ["", ""]
    (first, played), (second, again) = (process.stdout.splitlines() for process in done)
    (hits, misses), (later_hits, later_misses) = first.split(), second.split()
    assert (hits, later_misses) == ("0", "0")
    assert misses == later_hits != "0"
    assert played == again


def test_only_the_functions_used_last_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "KEPT_FILES", 2)
    (tmp_path / cache.TAG).write_text(cache.TAG_TEXT)
    for age, name in enumerate("abc"):
        for path in (tmp_path / f"{name}-1", tmp_path / f"{name}-1.lock"):
            path.write_text("")
            os.utime(path, (1e9 - age, 1e9 - age))
    drop_old_files(tmp_path)
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {cache.TAG, "a-1", "a-1.lock", "b-1", "b-1.lock"}
