"""Rules that call rules: what becomes machine code, and that the results are those of plain Python."""

from pathlib import Path

import numpy as np
import pytest
from numba import types

from hustings.envs.core.engine import cache, lowering
from hustings.envs.core.engine.compile import Rule
from hustings.envs.core.engine.lowering import RuleDispatcher, SharedDispatcher

from ...support import printed_by, run_python

NUMBERS = np.arange(-5, 6)


def halved(number):
    return number // 2


def total_of(function):
    def total(numbers):
        result = 0
        for number in numbers:
            result += function(number)
        return result

    return total


def largest_of(function):
    def largest(numbers):
        result = function(numbers[0])
        for number in numbers:
            result = max(result, function(number))
        return result

    return largest


def callers(inner) -> list[RuleDispatcher]:
    """Two compiled functions that call `inner`."""
    return [RuleDispatcher(make(inner)) for make in (total_of, largest_of)]


def check(made: list[RuleDispatcher]) -> None:
    """They give what they give interpreted."""
    assert [function(NUMBERS) for function in made] == [
        make(halved)(NUMBERS) for make in (total_of, largest_of)
    ]


def shared(symbol: str | None = None) -> SharedDispatcher:
    made = SharedDispatcher(halved)
    made.share((types.int64,), symbol)
    return made


def test_a_rule_that_only_compiled_code_calls_has_no_machine_code():
    inner = RuleDispatcher(halved)
    check(callers(inner))
    assert not inner.overloads
    assert inner(7) == 3
    assert len(inner.overloads) == 1, "Python may call it all the same"


def test_a_shared_rule_is_compiled_once_for_all_its_callers():
    inner = shared()
    made = callers(inner)
    check(made)
    assert list(inner.overloads) == [(types.int64,)]
    for caller in made:
        (code,) = caller.overloads.values()
        assert f"declare i32 @{inner.symbol}(" in code.library.get_llvm_str(), "called by its name"


def test_what_is_compiled_for_others_runs_as_written_here():
    loop = RuleDispatcher(total_of(Rule(halved)))
    with lowering.for_library(runs=False) as compiled:
        assert loop.entry()(NUMBERS) == total_of(halved)(NUMBERS)
    assert list(compiled) == [loop]
    (code,) = loop.overloads.values()
    assert code.library.ir
    assert code.entry_point is None


@pytest.mark.parametrize("make", [shared, lambda: RuleDispatcher(halved)], ids=["shared", "plain"])
def test_where_numba_cannot_be_driven_so_its_own_way_gives_the_same(make, monkeypatch):
    monkeypatch.setattr(lowering, "_tried", [False])
    inner = make()
    check(callers(inner))
    assert inner.overloads, "its own way"


def test_a_version_of_numba_with_other_insides_is_noticed(monkeypatch):
    monkeypatch.setattr(lowering, "_tried", [])
    monkeypatch.setattr(lowering, "LoweredLibrary", None)
    check(callers(RuleDispatcher(halved)))
    assert not lowering.fits_numba()


def loaded(folder: Path) -> int:
    """Call the kept caller of a kept shared rule, kept in `folder`; how many of the two were not compiled."""
    cache.cache_folder = lambda owner: folder
    inner = SharedDispatcher(halved)
    inner.share((types.int64,), cache.attach_cache(inner, "some_game", "inner").symbol((types.int64,)))
    caller = RuleDispatcher(total_of(inner))
    cache.attach_cache(caller, "some_game", "caller")
    caller.shares = inner.shares
    assert caller(NUMBERS) == total_of(halved)(NUMBERS)
    return sum(len(function.stats.cache_hits) for function in (inner, caller))


def test_another_process_loads_a_caller_and_what_it_shares(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "cache_folder", cache.cache_folder)
    folder = tmp_path / "some_game-0123456789abcdef"
    assert loaded(folder) == 0
    code = f"""
        from pathlib import Path
        from tests.core.engine.test_lowering import loaded
        print(loaded(Path({str(folder)!r})))
    """
    done = run_python(code)
    assert (done.stdout, done.stderr) == ("2\n", "")


def never_calls(function):
    """Asks for `function` in a branch that LLVM finds to be never taken."""

    def unchanged(number):
        if number < 0 and number > 0:
            return function(number)
        return number

    return unchanged


def sum_of(one, other):
    def both(number):
        return one(number) + other(number)

    return both


def never_calls_but(function, other):
    def only_other(number):
        if number < 0 and number > 0:
            return function(number)
        return other(number)

    return only_other


def at_least(least):
    """With `max`, which Numba compiles for itself."""
    return lambda number: max(number, least, 1)


def call_what_was_asked_for_in_vain() -> list[int]:
    """A rule is asked for in vain, by an inner rule and by an outer one, before another really calls it."""
    inner = RuleDispatcher(halved)
    calls, asks = RuleDispatcher(never_calls_but(abs, inner)), RuleDispatcher(never_calls(inner))
    asks_max = RuleDispatcher(never_calls(RuleDispatcher(at_least(5))))
    maximum = RuleDispatcher(at_least(20))
    makers = (sum_of(asks, calls), never_calls_but(inner, calls), sum_of(asks_max, maximum))
    return [RuleDispatcher(made)(9) for made in makers]


def test_a_rule_that_was_asked_for_in_vain_is_there_for_those_that_call_it():
    code = "from tests.core.engine import test_lowering as t; print(t.call_what_was_asked_for_in_vain())"
    assert printed_by(code) == "[13, 4, 29]\n"  # a call to null would end the process


PAIR = np.dtype([("one", np.int8), ("many", np.int16, (3,))])


def copied(places, numbers, which):
    for place in range(len(places)):
        numbers[places[place]] = which[place]


@pytest.mark.parametrize("shape", [(4,), (4, 2)])
def test_a_record_is_copied_whole_where_the_index_says(shape):
    """Into a row of records too, where Numba's own way is taken."""
    which, places = np.zeros(2, PAIR), np.array((-1, 1))
    which["one"], which["many"] = (1, 2), ((3, 4, 5), (6, 7, 8))
    expected, found = np.zeros(shape, PAIR), np.zeros(shape, PAIR)
    copied(places, expected, which)
    RuleDispatcher(copied)(places, found, which)
    assert found.tobytes() == expected.tobytes() != bytes(found.nbytes)
