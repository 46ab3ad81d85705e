"""What is written at the terminal: choices in columns, ranges of amounts, colour."""

import io
import re

from rich.console import Console

from hustings.agents.terminal.parse_input import Choice
from hustings.agents.terminal.screen import listed, say


def amounts(words, *numbers):
    return [Choice(n, str(n), words(n)) for n in numbers]


def test_amounts_are_one_line_and_what_goes_with_them_stands_there():
    votes = amounts(lambda n: f"Convert {n} meeting{'s' * (n > 1)} in Bayern into {2 * n} votes", 1, 2, 3)
    assert listed(votes, 80) == ["  1-3  Convert N meetings in Bayern into 2, 4, 6 votes"]
    one = amounts(lambda n: "Buy 1 meeting in Bayern", 1)
    assert listed(one, 80) == ["  1  Buy 1 meeting in Bayern"]
    named = amounts(lambda n: f"Offer player_2 {n} million", 1, 2, 3)
    assert listed(named, 80) == ["  1-3  Offer player_2 N million"]


def test_many_choices_that_begin_alike_stand_side_by_side_under_what_they_share():
    many = [Choice(n, f"p{n}", f"Place a block in {'Paris' * (1 + n % 3)} {n}") for n in range(1, 21)]
    lines = listed([Choice(0, "0", "Pass"), *many], 80)
    assert lines[0] == "Place a block in ..."
    assert lines[-1] == "  0  Pass"
    assert len(lines) < 12
    assert max(map(len, lines)) <= 80
    shown = "\n".join(lines)
    assert all(re.search(f" {choice.key} ", shown) for choice in many)


def test_colour_is_never_all_there_is(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    written = []
    terminal = {"force_terminal": True, "color_system": "standard"}
    for settings in (terminal, {**terminal, "no_color": True}, {}):
        console = Console(file=io.StringIO(), width=80, **settings)
        say(console, "player_1 places 1 red block.", styles={r"\bred\b": "bright_red"})
        written.append(console.file.getvalue())
    coloured, bare, none = written
    assert "\x1b[" in coloured
    assert "\x1b[" not in bare
    assert bare == none == re.sub(r"\x1b\[[\d;]*m", "", coloured)
