"""A viewer's page as HTML: the whole page when it is opened, then the parts that change."""

import base64
import functools
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from jinja2 import Environment
from markdown_it import MarkdownIt
from markupsafe import Markup

from ...agents.terminal.parse_input import Choice
from ...agents.terminal.screen import as_ranges, grouped
from ...envs.core.text.guide import guide_of
from ...envs.core.text.words import player
from .log import LogLine
from .match import PACES, Match
from .names import cells_of, named, named_players, with_names
from .replays import curves, seat_styles, template
from .reviewing import Findings
from .seen import Thought, View, Viewer

FEW = 4  # choices; if there are more, there is a field to find one


class Offer(NamedTuple):
    """The choices of a question as they are shown.

    Attributes:
        amounts: those that are amounts; amounts with the same words are one, with their range as its key.
        least, most: the lowest and the highest amount.
        groups: the other choices, by the words that they begin with; without the choice to stop.
        filtered: whether there are so many that the page has a field to find one.
        example: keys of some of them.
        entries: the lines of the form for several choices at once.
        matters: what the decision turns on, in paragraphs, each with whether it is a table in columns.
    """

    amounts: list[Choice]
    least: int
    most: int
    groups: list[tuple[str, list[Choice]]]
    filtered: bool
    example: str
    entries: list[dict[str, Any]]
    matters: list[tuple[str, bool]]


def offer_of(view: View) -> Offer | None:
    """How the choices of a view are shown; None if there are none."""
    question = view.question
    if question is None:
        return None
    amounts = [choice for choice in question.choices if choice.amount is not None]
    others = [choice for choice in question.choices if choice not in amounts and choice is not question.stop]
    numbers = [choice.amount or 0 for choice in amounts]
    return Offer(
        as_ranges(amounts),
        min(numbers, default=0),
        max(numbers, default=0),
        [group for group in grouped(others) if group[1]],
        len(others) > FEW,
        " ".join(choice.key for choice in others[:2]),
        _entries(view),
        paragraphs(question.matters),
    )


def paragraphs(lines: Sequence[str]) -> list[tuple[str, bool]]:
    r"""Lines for the terminal as paragraphs, with the rows of a table joined into one.

    >>> paragraphs(["What goes", "    where?", "votes  seats", "   12     30"])
    [('What goes where?', False), ('votes  seats\n   12     30', True)]
    """
    found: list[tuple[str, bool]] = []
    for line in lines:
        columns = "  " in line.strip()
        if found and columns and found[-1][1]:
            found[-1] = f"{found[-1][0]}\n{line}", True
        elif found and line.startswith("    ") and not columns and not found[-1][1]:
            found[-1] = f"{found[-1][0]} {line.strip()}", False
        else:
            found.append((line if columns else line.strip(), columns))
    return found


def _entries(view: View) -> list[dict[str, Any]]:
    """The lines of the form, each with its words."""
    if view.form is None or view.question is None:
        return []
    words: dict[int | str, str] = {choice.action: choice.words for choice in view.question.choices}
    return [
        {**entry._asdict(), "words": words.get(entry.about, str(entry.about))} for entry in view.form.entries
    ]


@functools.cache
def guide_in_html(module: str) -> Markup:
    """How to play, as HTML; empty for a game without a guide."""
    text = guide_of(module).markdown.partition("\n")[2]  # the page has a title of its own
    return Markup(MarkdownIt("commonmark", {"html": False}).render(text))


@functools.cache
def _macros(name: str = "match") -> Any:
    """The template of a kind of page."""
    environment = Environment(autoescape=True, trim_blocks=True, keep_trailing_newline=False)
    environment.filters["players"] = named_players
    environment.filters.update(cells=cells_of, named=named)
    style = template("style.css") + seat_styles() + template("match.css")
    environment.globals.update(style=Markup(style), script=Markup(template("match.js")), paces=PACES)
    return environment.from_string(template(f"{name}.html"))


def policy_for(page: str) -> str:
    """The policy of a page that has its scripts inside: those may run, and no others."""
    return security_policy(*re.findall(r"<script>(.*?)</script>", page, re.DOTALL))


def security_policy(*scripts: str) -> str:
    """The Content-Security-Policy: a page may run these scripts and ask this server, nothing else."""
    digests = (base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


def parts(match: Match, viewer: Viewer, place: str) -> dict[str, str]:
    """The parts of a viewer's page that change, by the id of the element that holds them."""
    view, make = match.view(viewer), _macros().module
    return {
        "picture": with_names(view.picture, match.named),
        "changed": " ".join(name.replace(" ", "-") for name in view.changed),
        "barred": json.dumps(view.barred),
        "status": str(make.status(view, match, place)),
        "standings": str(make.standings(match)),
        "ask": str(make.ask(view, offer_of(view), match, place)),
        "takeback": str(make.takeback(view, place)),
        "since": str(make.since(_news(match, view), match, view.number > 0)) if match.people else "",
        "end": str(make.end(view, match, place)),
        "thought": thought_in_html(view.thought, match),
        "chart": "" if match.people or view.result else match.tally.chart(match.named),
        "pace": str(make.pace(view, match, place)),
    }


def _news(match: Match, view: View) -> list[tuple[str, list[LogLine]]]:
    """What has happened since a viewer's last decision, without what the end tells."""
    reason = view.result.reason if view.result else []
    news = [
        (phase, [line for line in lines if line.text not in reason])
        for phase, lines in match.seen[view.viewer].log.news()
    ]
    return [(phase, lines) for phase, lines in news if lines]


def thought_in_html(thought: Thought | None, match: Match) -> str:
    """What an agent thinks, for a page; empty where nothing is known."""
    return str(_macros().module.thought(thought, match))


def log_lines(match: Match, viewer: Viewer, first: int) -> list[tuple[int, str]]:
    """The log from a line on: the number of the move, and the line as HTML."""
    lines = match.seen[viewer].log.lines[first:]
    return [(line.number, str(named_players(line.text, match.named))) for line in lines]


def whole_page(match: Match, viewer: Viewer, place: str, edition: int = 0, resume: str = "") -> str:
    """A viewer's whole page.

    Args:
        match, viewer: what is shown to whom.
        place: the path of the viewer's link.
        edition: how often the page has changed as far as the viewer was told.
        resume: the command that goes on with the game when the server is gone.
    """
    who = "everything" if viewer is None else match.named.get(viewer, player(viewer))
    look = "" if match.people or viewer is None else f"?view={viewer}"
    given = {
        "match": match,
        "parts": {name: Markup(html) for name, html in parts(match, viewer, place).items()},
        "lines": log_lines(match, viewer, 0),
        "new": match.seen[viewer].log.new,
        "edition": edition,
        "place": place,
        "viewer": viewer,
        "look": look,
        "watching": not match.people,
        "resume": resume,
        "title": f"{match.game.title}: {who}",
        "guide": guide_in_html(match.game.module),
    }
    return str(_macros().make_module(given).page())


def review_page(findings: Findings, match: Match, viewer: Viewer, place: str) -> str:
    """What a player could have done better, or how far the search for it is.

    `place` is the path of the viewer's link, "" if another game has begun there.
    """
    findings = findings.as_now()
    costly, chances = findings.costly or [], findings.chances
    chart = ""
    if chances is not None:
        marked = {made.move - 1: str(number) for number, made in enumerate(costly, 1)}
        ends = [f"{100 * last:.0f} %" for last in chances[-1]]
        chart = curves("Chances to win", 100 * chances, match.named, ends, marked)
    given = {"findings": findings, "costly": costly, "chart": Markup(chart), "match": match, "place": place}
    return str(_macros("review").make_module({**given, "viewer": viewer}).page())


def lobby_page(given: Mapping[str, Any]) -> str:
    """The page on which a table is laid; see the template for what it shows."""
    return str(_macros("lobby").make_module(given).lobby())


def links_page(title: str, links: Sequence[tuple[str, str, str]]) -> str:
    """The links of a table: for each whose it is, its path, and its whole address."""
    return str(_macros("lobby").make_module({"title": title, "links": links}).laid())


def error_page(words: str) -> str:
    """A page with an error message."""
    return str(_macros().module.wrong(words))
