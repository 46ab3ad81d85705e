"""Docstrings that are shown to people, also where Python was told to drop them (-OO)."""

import ast
import inspect
import textwrap
from typing import Any


def docstring(thing: Any) -> str:
    """The docstring of a module, a class or a function, without its indent; "" where there is none."""
    if told := inspect.getdoc(thing):
        return told
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
    except (OSError, TypeError, SyntaxError):  # there is no source
        return ""
    return ast.get_docstring(tree if inspect.ismodule(thing) else tree.body[0]) or ""  # type: ignore[arg-type]
