"""Collects the pages of the site from the repository: `python docs/collect.py FOLDER`.

`site.toml` names them. A link to a file that is a page leads to the page, to any other file to a copy of it.
"""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.training import load_leaderboard, plot_board
from hustings.training.evaluation.plots import save_plot

ROOT = Path(__file__).resolve().parents[1]
PARTS: dict[str, dict[str, str]] = tomllib.loads((ROOT / "docs/site.toml").read_text("utf-8"))
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def slug(heading: str) -> str:
    """The anchor of a heading.

    >>> slug("One seat, for Gymnasium")
    'one-seat-for-gymnasium'
    """
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


class Site:
    """The pages, and what a link leads to.

    Args:
        out: the folder that Sphinx reads.
    """

    def __init__(self, out: Path):
        self.out = out
        self.pages = {"README.md": "index"}  # by "FILE" or "FILE#anchor"
        for pages in PARTS.values():
            for page, source in pages.items():
                file, _, heading = source.partition(" # ")
                if heading:
                    self.pages[f"{file}#{slug(heading)}"] = page
                    self.pages.setdefault(file, page)
                else:
                    self.pages[file] = page
        for game in GAMES.values():
            folder = f"envs/{game.name}"
            self.pages[f"{folder}_v{game.version}.py"] = f"games/{game.name}"
            self.pages[f"{folder}/RULES.md"] = f"games/{game.name}_rules"
            self.pages[f"{folder}/box.toml"] = f"games/{game.name}_box"
        self.pages["envs/openspiel.py"] = "reference/envs"
        for notebook in (ROOT / "notebooks").glob("*.ipynb"):
            self.pages[f"notebooks/{notebook.name}"] = f"notebooks/{notebook.stem}"

    def write(self, page: str, source: str, text: str) -> None:
        """Write a page whose text stands in the file `source`, links mended."""
        file = self.out / f"{page}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(outside_fences(text, lambda part: self._links(page, source, part)), "utf-8")

    def notebook(self, path: Path) -> None:
        """Copy a notebook, the links in its words mended."""
        name = f"notebooks/{path.name}"
        content = json.loads(path.read_text("utf-8"))
        for cell in content["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = self._links(self.pages[name], name, "".join(cell["source"]))
        (self.out / name).write_text(json.dumps(content), "utf-8")

    def _links(self, page: str, source: str, text: str) -> str:
        return re.sub(
            r"(!?)\[([^]]+)\]\(([^)\s]+)\)", lambda link: self._link(page, source, *link.groups()), text
        )

    def _link(self, page: str, source: str, image: str, words: str, link: str) -> str:
        if "://" in link or link.startswith("#"):
            return f"{image}[{words}]({link})"
        path, _, anchor = link.partition("#")
        file = os.path.relpath((ROOT / source).parent / path, ROOT)
        words = " ".join(words.split())
        if image:
            return f"![{words}]({self._copy(page, file)})"
        if to := self.pages.get(f"{file}#{anchor}"):
            return f"[{words}]({relative(to, page)}.md)"
        if to := self.pages.get(file):
            end = f".md#{anchor}" if anchor else ".ipynb" if file.endswith(".ipynb") else ".md"
            return f"[{words}]({relative(to, page)}{end})"
        return f"{{download}}`{words} <{self._copy(page, file)}>`"

    def _copy(self, page: str, file: str) -> str:
        """A copy of a file of the repository, as the page names it."""
        place = self.out / "files" / file
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, place)
        return relative(f"files/{file}", page)


def relative(to: str, page: str) -> str:
    """A place of the site as a page names it.

    >>> relative("guides/search", "games/copycat")
    '../guides/search'
    """
    return os.path.relpath(to, Path(page).parent)


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """A text with everything changed but its code."""
    parts, end = [], 0
    for fenced in _FENCED.finditer(text):
        parts += [change(text[end : fenced.start()]), fenced[0]]
        end = fenced.end()
    return "".join([*parts, change(text[end:])])


def section(file: str, heading: str) -> str:
    """A section of a file as a page: its headings one level up."""
    text = (ROOT / file).read_text("utf-8")
    if not heading:
        return text
    found = re.search(rf"^## {re.escape(heading)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"docs/site.toml: {file} has no section {heading!r}")
    return outside_fences(found[0], lambda part: re.sub(r"^#(#+ )", r"\1", part, flags=re.MULTILINE))


def game_page(game: Game, readme: str) -> str:
    """A game's page: what `hustings describe` says, then how its games run."""
    page = importlib.import_module(f"hustings.envs.{game.name}_v{game.version}").__doc__ or ""
    page = re.sub(
        r"(^>>> .*?)(?=\n\n|\Z)", r"```pycon\n\1\n```", page.strip(), flags=re.MULTILINE | re.DOTALL
    )
    picture = re.search(r"^!\[.*\)$", readme, re.MULTILINE)
    head, rest = page.split("\n\n| | |", 1)
    players = game.check_players(None)
    return "\n\n".join([
        head,
        picture[0] if picture else "",
        "| | |" + rest,
        f"## Actions\n\n{game.actions.table()}",
        "## Observation\n\n"
        f"For {players} players; `hustings describe {game.name} --players N` has others.\n\n"
        f"{game.observation(players).table()}",
        readme[readme.index("## How games ") :],
        f"```{{toctree}}\n:hidden:\n\n{game.name}_rules\n{game.name}_box\n```\n\n"
        "## More\n\n- [The rules](RULES.md), each with its test\n"
        "- [The box](box.toml), every entry with its evidence",
    ])  # fmt: skip


def rules_page(game: Game) -> str:
    """A game's ledger; its transcripts are a language of their own."""
    return (ROOT / f"envs/{game.name}/RULES.md").read_text("utf-8").replace("```play\n", "```text\n")


def box_page(game: Game) -> str:
    """Every entry of a game's box, with its evidence."""
    rows = [
        f"| `{entry.key}` | {_cell(entry.value)} | {entry.evidence} | {_cell(entry.reason)} |"
        for entry in game.box_spec.evidence()
    ]
    head = (
        f"# {game.title}: the box\n\n| entry | value | evidence | source or constraint |\n|---|---|---|---|"
    )
    return "\n".join([head, *rows])


def _cell(value: object) -> str:
    return re.sub(r"([|\[\]<>*_`$])", r"\\\1", " ".join(str(value).split()))


def leaderboards(text: str) -> str:
    """The page of the leaderboards, with a plot of each that is drawn here, from its file."""

    def with_plot(name: re.Match[str]) -> str:
        file = ROOT / f"build/docs/plots/{name[1]}.svg"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        save_plot(plot_board(load_leaderboard(ROOT / f"training/saved/{name[1]}.json")), file)
        return f"![who ends ahead of whom, and strength by time](../../{file.relative_to(ROOT)})\n\n{name[0]}"

    return re.sub(r"<!-- figures: leaderboard (\w+) -->", with_plot, text)


def command_line() -> str:
    """The commands and their arguments, as Typer describes them in Markdown."""
    typer = [sys.executable, "-m", "typer", "hustings.training.cli", "utils", "docs", "--name", "hustings"]
    text = subprocess.run(typer, check=True, capture_output=True, text=True).stdout
    return re.sub(r"^# `hustings`$", "# The command line", text, flags=re.MULTILINE)


def tables_of_contents() -> str:
    """What the first page lists at the side."""
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"
        for caption, pages in PARTS.items()
    )


def main(out: Path) -> None:
    """Write all pages into an empty folder."""
    shutil.rmtree(out, ignore_errors=True)
    site = Site(out)
    site.write("index", "README.md", (ROOT / "README.md").read_text("utf-8") + tables_of_contents())
    for page, source in (entry for pages in PARTS.values() for entry in pages.items()):
        file, _, heading = source.partition(" # ")
        text = section(file, heading) if file.endswith(".md") else command_line()
        if page == "notebooks/index":
            names = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
            text += "\n```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n"
        if page.startswith("games/"):
            text = game_page(GAMES[Path(page).name], text)
        if page == "measuring/leaderboards":
            text = leaderboards(text)
        site.write(page, file, text)
    for game in GAMES.values():
        folder = f"envs/{game.name}"
        site.write(f"games/{game.name}_rules", f"{folder}/RULES.md", rules_page(game))
        site.write(f"games/{game.name}_box", f"{folder}/box.toml", box_page(game))
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        site.notebook(notebook)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
