"""Read docstrings that are shown to users, even under `python -OO`, which drops them."""

import ast
import inspect
import textwrap
from typing import Any


def docstring(thing: Any) -> str:
    """The dedented docstring of a module, class or function; "" if it has none."""
    if found := inspect.getdoc(thing):
        return found
    try:
        source = textwrap.dedent(inspect.getsource(thing))
        # Under -OO, Python 3.14 drops docstrings from ast.parse, too.
        tree: Any = compile(source, "<source>", "exec", ast.PyCF_ONLY_AST, optimize=0)
    except (OSError, TypeError, SyntaxError):  # no source
        return ""
    return ast.get_docstring(tree if inspect.ismodule(thing) else tree.body[0]) or ""
