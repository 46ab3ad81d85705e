"""Collects the pages of the site from the repository: `python docs/collect.py FOLDER`.

`site.toml` lists them. Links to files that are pages become links to those pages; other linked files are
copied. Films of games and `llms.txt`, which Sphinx copies unchanged, go to `build/docs/extra`.
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
from functools import partial
from pathlib import Path

import numpy as np

from hustings.agents import make
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.engine.game import Game
from hustings.envs.core.text.codes import described_codes
from hustings.envs.core.text.fields import described_fields
from hustings.envs.core.text.guide import guide_of
from hustings.training import load_leaderboard, plot_board
from hustings.training.evaluation.plots import save_plot
from hustings.training.pictures import film_replay

ROOT = Path(__file__).resolve().parents[1]
EXTRA = ROOT / "build/docs/extra"
MOVES, WIDTH, FPS = 100, 720, 4  # of a film
PARTS: dict[str, dict[str, str]] = tomllib.loads((ROOT / "docs/site.toml").read_text("utf-8"))
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def slug(heading: str) -> str:
    """The anchor of a heading.

    >>> slug("One seat, for Gymnasium")
    'one-seat-for-gymnasium'
    """
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


class Site:
    """The pages, and the targets of links.

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
            for name, (file, _) in CHILDREN.items():
                self.pages[f"{folder}/{file}"] = f"games/{game.name}_{name}"
        for path in (ROOT / "docs/reference").glob(
            "*/*.md"
        ):  # a page of a module is below the page of its package
            self.pages[f"docs/reference/{path.parent.name}/{path.name}"] = (
                f"reference/{path.parent.name}/{path.stem}"
            )
        for package in ("envs", "agents", "training"):  # on the site the menu replaces their READMEs
            self.pages[f"{package}/README.md"] = f"reference/{package}"
        self.pages["envs/openspiel.py"] = "reference/envs/openspiel"
        for notebook in (ROOT / "notebooks").glob("*.ipynb"):
            self.pages[f"notebooks/{notebook.name}"] = f"notebooks/{notebook.stem}"

    def write(self, page: str, source: str, text: str) -> None:
        """Write a page with text from the file `source`, adjusting its links."""
        file = self.out / f"{page}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(outside_fences(text, lambda part: self._links(page, source, part)), "utf-8")

    def notebook(self, path: Path) -> None:
        """Copy a notebook, adjusting the links in its text."""
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
        return f"{{download}}`{words.strip('`')} <{self._copy(page, file)}>`"

    def _copy(self, page: str, file: str) -> str:
        """Copy a file of the repository; return its path relative to the page."""
        place = self.out / "files" / file
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, place)
        return relative(f"files/{file}", page)


def relative(to: str, page: str) -> str:
    """A path on the site relative to a page.

    >>> relative("guides/search", "games/copycat")
    '../guides/search'
    """
    return os.path.relpath(to, Path(page).parent)


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """Apply a change to a text, but not to its code blocks."""
    parts, end = [], 0
    for fenced in _FENCED.finditer(text):
        parts += [change(text[end : fenced.start()]), fenced[0]]
        end = fenced.end()
    return "".join([*parts, change(text[end:])])


def section(file: str, heading: str) -> str:
    """A section of a file as a page, with its headings one level up."""
    text = (ROOT / file).read_text("utf-8")
    if not heading:
        return text
    found = re.search(rf"^## {re.escape(heading)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"docs/site.toml: {file} has no section {heading!r}")
    return outside_fences(found[0], lambda part: re.sub(r"^#(#+ )", r"\1", part, flags=re.MULTILINE))


def game_page(game: Game, readme: str) -> str:
    """A game's page: a picture, how to play it, its properties, its interface, its games."""
    page = importlib.import_module(game.page).__doc__ or ""
    page = re.sub(
        r"(^>>> .*?)(?=\n\n|\Z)", r"```pycon\n\1\n```", page.strip(), flags=re.MULTILINE | re.DOTALL
    )
    head, rest = page.split("\n\n| | |", 1)
    rest = re.sub(r"^\| (Players|Actions|Observation|Hidden) \|.*\n", "", rest, flags=re.MULTILINE)
    properties, runs = re.split(
        r"(?=^## How games )", readme[readme.index("## Properties") :], flags=re.MULTILINE
    )
    picture = re.search(r"^!\[(.*)\]\(.*\)$", readme, re.MULTILINE)
    assert picture is not None, f"{game.name}: its README has no picture"
    guide = re.sub(r"^#(#? )", r"##\1", guide_of(game.module).text, flags=re.MULTILINE)
    players, name = game.check_players(None), game.name
    return "\n\n".join([
        head,
        f'```{{raw}} html\n<video src="../films/{name}.mp4" poster="../films/{name}.svg" '
        f'aria-label="{picture[1]}" controls muted loop playsinline preload="none"></video>\n```',
        guide,
        f"[All words of the game](PLAY.md). `hustings play {name} --seats human{',greedy' * (players - 1)}` "
        "deals you one.",
        f"{properties}[The rules](RULES.md), each with its test. [The box](box.toml): all components, "
        "with their evidence.",
        "## Use\n\n| | |" + rest,
        f"## Actions\n\n{game.actions.table()}\n\n"
        f"[What the numbers of cards, places and the like stand for](text/codes.py).",
        "## Observation\n\n"
        f"For {players} players; `hustings describe {name} --players N` has others.\n\n"
        f"{game.observation(players).table()}\n\n[The state, field by field](table.py), is `games.tables`.",
        runs,
        "```{toctree}\n:hidden:\n\n" + "\n".join(f"{name}_{part}" for part in CHILDREN) + "\n```",
    ])  # fmt: skip


def film(game: Game, folder: Path = EXTRA / "films", moves: int = MOVES) -> None:
    """Make a film of the first part of a game among greedy bots, as one of them sees it, unless it exists."""
    path = folder / f"{game.name}.mp4"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / f"envs/{game.name}/picture.svg", path.with_suffix(".svg"))
    if path.exists():
        return
    games, bot = GameBatch(game, 1, seed=2), make("greedy", game)
    replay = Replay.begin(games, agents=["greedy"] * games.num_players)
    while len(replay.moves) < moves and not games.over[0]:
        action = int(bot.act(games, np.array([0]))[0])
        replay.add(games, action)
        games.step([action])
    film_replay(replay, game, path, seat=0, width=WIDTH, fps=FPS)


def codes_page(game: Game) -> str:
    """A page on what numbers stand for, list by list."""
    parts = [
        f"# {game.title}: codes",
        f"What numbers stand for; `hustings describe {game.name} --topic codes`.",
    ]
    for codes in described_codes(game, game.box_spec.load()[0]):
        actions = [
            f"{block['block']} (action {block['start']} is {block['first']})" for block in codes["actions"]
        ]
        found = (("held by", codes["fields"]), ("an axis of", codes["axes"]), ("actions", actions))
        where = "; ".join(f"{what} {_cell(', '.join(names))}" for what, names in found if names)
        rows = "\n".join(f"| {number} | {_cell(name)} |" for number, name in codes["names"])
        parts.append(f"## {codes['name']}\n\n{_cell(codes['about'])}\n\n{where}\n\n| | |\n|---|---|\n{rows}")
    return "\n\n".join(parts)


def table_page(game: Game) -> str:
    """A page on the fields of the state."""
    head = (
        f"# {game.title}: the state\n\n`games.tables` is an array of these fields; here for the largest "
        f"table. In the terminal: `hustings describe {game.name} --topic table`.\n\n"
        "| field | type and axes | from, to | meaning | seen by |\n|---|---|---|---|---|"
    )
    rows = [
        f"| `{field['name']}` | {field['type']}{_cell(_axes(field['axes']))} "
        f"| {field['low']}, {field['high']} | {_cell(field['about'])} | {_cell(field['seen_by'])} |"
        for field in described_fields(game, game.max_players)
    ]
    return "\n".join([head, *rows])


def _axes(axes: dict[str, int]) -> str:
    return "".join(f", {name} {length}" for name, length in axes.items())


def whole_file(name: str, game: Game) -> str:
    """A page of a game's folder as it is, but transcripts are not highlighted as code."""
    return (ROOT / f"envs/{game.name}/{name}").read_text("utf-8").replace("```play\n", "```text\n")


def box_page(game: Game) -> str:
    """A page with every entry of a game's box and its evidence."""
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


CHILDREN: dict[str, tuple[str, Callable[[Game], str]]] = {  # below a game's page: the file that each is about
    "play": ("PLAY.md", partial(whole_file, "PLAY.md")),
    "rules": ("RULES.md", partial(whole_file, "RULES.md")),
    "box": ("box.toml", box_page),
    "codes": ("text/codes.py", codes_page),
    "table": ("table.py", table_page),
}


def leaderboards(text: str) -> str:
    """The page of the leaderboards, with a plot of each, drawn from its file."""

    def with_plot(name: re.Match[str]) -> str:
        file = ROOT / f"build/docs/plots/{name[1]}.svg"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        save_plot(plot_board(load_leaderboard(ROOT / f"training/saved/{name[1]}.json")), file)
        return f"![who ends ahead of whom, and strength by time](../../{file.relative_to(ROOT)})\n\n{name[0]}"

    return re.sub(r"<!-- figures: leaderboard (\w+) -->", with_plot, text)


def command_line() -> str:
    """All commands and their arguments, as Typer describes them in Markdown."""
    typer = [sys.executable, "-m", "typer", "hustings.training.cli", "utils", "docs", "--name", "hustings"]
    text = subprocess.run(typer, check=True, capture_output=True, text=True).stdout
    return re.sub(r"^# `hustings`$", "# The command line", text, flags=re.MULTILINE)


def tables_of_contents() -> str:
    """The side menu."""
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"
        for caption, pages in PARTS.items()
    )


def summary(text: str) -> str:
    r"""The first sentence of a page, without links and fences.

    >>> summary("# Title\n\n![a](b)\n\nA [link](c.md) is\nhere. More.")
    'A link is here.'
    """
    for paragraph in re.split(r"\n\s*\n", _FENCED.sub("", text)):
        if re.match(r"[#|!<>({]|- \[|$", paragraph.strip()) is None:
            words = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", " ".join(paragraph.split()))
            words = re.sub(r"\{download\}`([^<]+) <[^>]*>`", r"\1", words)
            return re.split(r"(?<=\w{2}[.?)%]) (?=[A-Z`])", re.sub(r"[*`]|^- ", "", words))[0].rstrip(":")
    return ""


def llms(site: Site) -> str:
    """`llms.txt`: the pages with a sentence each, as Markdown for language models."""
    parts = ["# Hustings", f"> {summary((ROOT / 'README.md').read_text('utf-8'))}"]
    for caption, pages in PARTS.items():
        lines = []
        for page in pages:
            text = (site.out / f"{page}.md").read_text("utf-8")
            title = re.search(r"^# (.+)$", text, re.MULTILINE)
            assert title is not None, f"{page} has no title"
            lines.append(f"- [{title[1]}](_sources/{page}.md.txt): {summary(text)}".removesuffix(": "))
        parts.append(f"## {caption}\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


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
        if page == "howto/own_ppo":
            code = (ROOT / "training/examples/own_ppo.py").read_text("utf-8")
            text += f"\n## The whole file\n\n```python\n{code}```\n"
        if page == "reference/leaderboards":
            text = leaderboards(text)
        site.write(page, file, text)
    for path in sorted((ROOT / "docs/reference").glob("*/*.md")):
        file = f"docs/reference/{path.parent.name}/{path.name}"
        site.write(site.pages[file], file, path.read_text("utf-8"))
    for game in GAMES.values():
        for name, (file, text_of) in CHILDREN.items():
            site.write(f"games/{game.name}_{name}", f"envs/{game.name}/{file}", text_of(game))
        film(game)
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        site.notebook(notebook)
    (EXTRA / "llms.txt").write_text(llms(site), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
