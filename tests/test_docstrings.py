"""Every public name says what it is: what it returns, of which shape, and which errors it raises."""

import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

from .support import ROOT

ARRAY = re.compile(r"\((?:\w+,|[A-Z\d]\w*(?:, [\w']+)*)[^)]*\)|`\w+")
"""A shape, as in (N, P), or a name that has one."""


def modules() -> list[str]:
    """The packages that users import, and the modules that the reference shows whole."""
    shown = "".join(path.read_text("utf-8") for path in (ROOT / "docs/reference").rglob("*.md"))
    whole = re.findall(r"automodule:: (\S+)", shown)
    return sorted({"hustings.envs.core.io.box", "hustings.envs.core.engine.layout", *whole})


def public_objects() -> dict[str, Any]:
    """What the modules offer, and what the reference shows one by one, each once."""
    shown = "".join(path.read_text("utf-8") for path in (ROOT / "docs/reference").rglob("*.md"))
    found = {}
    for place in re.findall(r"(?:autoclass|autofunction):: (hustings\S+)", shown):
        module, _, name = place.rpartition(".")
        value = getattr(importlib.import_module(module), name)
        found[id(value)] = place, value
    for module_name in modules():
        module = importlib.import_module(module_name)
        here = [name for name, what in vars(module).items() if getattr(what, "__module__", "") == module_name]
        for name in getattr(module, "__all__", [name for name in here if not name.startswith("_")]):
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                found[id(value)] = f"{module_name}.{name}", value
    return dict(found.values())


PUBLIC = public_objects()


def functions() -> Iterator[tuple[str, Any]]:
    """The functions, methods and properties of all that."""
    for place, value in PUBLIC.items():
        if inspect.isfunction(value):
            yield place, value
        for name, member in vars(value).items() if inspect.isclass(value) else ():
            function = getattr(member, "fget", getattr(member, "__func__", member))
            if not name.startswith("_") and inspect.isfunction(function):
                yield f"{place}.{name}", function


def test_the_packages_offer_what_the_reference_shows():
    for package in ("envs", "agents", "training"):
        module = importlib.import_module(f"hustings.{package}")
        for name in set(module.__all__) - {"GAMES", "main"}:
            assert any(getattr(module, name) is value for value in PUBLIC.values()), f"{package}: {name}"
    assert len(PUBLIC) > 60


@pytest.mark.parametrize("place", [place for place, value in PUBLIC.items() if inspect.isclass(value)])
def test_a_class_says_what_it_and_its_attributes_are(place):
    value = PUBLIC[place]
    text = value.__doc__ or ""
    assert text
    assert not text.startswith(f"{value.__name__}("), "this is what NamedTuple writes by itself"
    source = inspect.getsource(value)
    for name in vars(value).get("__annotations__", {}):
        below = re.search(rf'(?m)^    {name}\b.*(\n     .*|\n    [\])}}]+)*\n    """', source)
        assert name.startswith("_") or below or re.search(rf"\b{name}\b", text), f"{place}.{name}"


def test_every_function_says_what_it_does_and_gives_and_raises():
    wrong = []
    for place, function in functions():
        text = function.__doc__ or ""
        if not text:
            wrong.append(f"{place} has no docstring")
        given = str(inspect.signature(function).return_annotation)
        if "ndarray" in given and not given.startswith("dict") and not ARRAY.search(text):
            wrong.append(f"{place} returns an array of which shape?")
        source = inspect.getsource(function)
        for error in set(re.findall(r"raise (\w+Error|IllegalAction|UnknownGame)\(", source)):
            if error not in text:
                wrong.append(f"{place} raises {error} without a word of it")
    assert not wrong, "\n".join(wrong)
