"""The files of `measured/`: tables of figures, with the command that made them."""

import datetime
import json
import shlex
from collections.abc import Iterator, Sequence


def table_text(
    what: str, module: str, arguments: Sequence[str], columns: Sequence[str], rows: Sequence[Sequence[str]]
) -> str:
    """A table as TOML, of which JSON's lists of texts are a part.

    Args:
        what: what it shows, in a sentence.
        module: the module of this package that was run, and its arguments.
    """
    command = f"python -m hustings.training.benchmarks.{module} {shlex.join(arguments)}".strip()
    return "\n".join(_lines(what, command, columns, rows)) + "\n"


def _lines(what: str, command: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"# {what}"
    yield f'date = "{datetime.date.today():%-d %B %Y}"'
    yield f"command = {json.dumps(command)}"
    yield f"columns = {json.dumps(list(columns), ensure_ascii=False)}"
    yield "rows = ["
    yield from (f"    {json.dumps(list(row), ensure_ascii=False)}," for row in rows)
    yield "]"
