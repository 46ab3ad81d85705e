"""Data cards: what a file of games as text contains, how it was made, and what it is good for.

A card is Markdown with a YAML header, as dataset hubs read it under the name README.md.
"""

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..envs import GAMES
from .evaluation.results import option_words, unusual_batch
from .evaluation.tournaments import batch_size
from .recorded_match import BATCH, RecordedMatch

_SIZES = {1_000: "n<1K", 10_000: "1K<n<10K", 100_000: "10K<n<100K", 1_000_000: "100K<n<1M",
          10_000_000: "1M<n<10M", 100_000_000: "10M<n<100M"}  # fmt: skip
_LARGEST = "100M<n<1B"
_LIMITS = """\
- Whoever plays here is a program, and its moves are that program's idea of a good move: bots follow simple
  rules, `random` follows none. None is an expert or a person; there are no human data in the file.
- A bot's completion is its action put into words. It has no reasons, and a model that is fine-tuned on it
  learns to give none.
- A payoff comes from the whole game, luck and the other seats included: a decision with a high payoff need
  not be good.
- The rules in the prompts are a summary in the project's own words, without the text of the printed cards.
  Component data that are not sourced are inferred; the game's `box.toml` says which.
- The decisions of a game depend on each other, and so do the games of a deal (`seed`): split by `seed`, not
  by row."""
_USE = """\
`prompt` and `completion` are conversations in the form that trainers of language models read: as it stands,
the file fine-tunes a model on the moves of its agents, or of those alone who won (`payoff`). `legal` and
`action` grade a model's answers. Of a language model, `completion` and each of its `rejected` are a better
and a worse answer."""
_ANSWERS = """\
An agent without words of its own has its action put into words. A language model that names no legal action
is asked again; where it never does, a random one is played, and `fallback` says so."""


@dataclass
class Contents:
    """Counts of a file's contents.

    Attributes:
        decisions: their number.
        characters, longest: the length of all prompts together, and of the longest.
        agents: for each agent, its decisions; those in a language model's own words; those in which its first
            answer named no legal action; those that were finally drawn at random.
    """

    decisions: int = 0
    characters: int = 0
    longest: int = 0
    agents: dict[str, np.ndarray] = field(default_factory=dict)

    def note(self, row: Mapping[str, Any], *, own: bool) -> int:
        """Count a decision; return the length of its prompt.

        Args:
            row: the decision's row.
            own: whether the answer is a language model's own.
        """
        length = sum(len(message["content"]) for message in row["prompt"])
        self.decisions += 1
        self.characters += length
        self.longest = max(self.longest, length)
        counts = self.agents.setdefault(row["agent"], np.zeros(4, np.int64))
        counts += (1, own, own and bool(row["rejected"]), row["fallback"])
        return length


def data_card(
    name: str, match: RecordedMatch, meanings: Mapping[str, tuple[str, str]], held: Contents, size: int
) -> str:
    """Write the card of a file.

    Args:
        name: the file's name.
        match: the match in it.
        meanings: type and meaning of each column, by name.
        held: the counts of its contents.
        size: in bytes.
    """
    facts = match.facts
    title = GAMES[facts["game"]].title if facts["game"] in GAMES else facts["game"]
    modelled = any(counts[1] for counts in held.agents.values())
    agents = [(f"`{agent}`", *map("{:,}".format, counts)) for agent, counts in sorted(held.agents.items())]
    parts = [
        _head(name, title, held.decisions, modelled),
        f"# {title}: games of agents as text",
        f"Each row is a decision in a game of {title} with {facts['num_players']} players: what the seat on\n"
        "turn was told in words, what it could do, what it answered, and how the game ended for it. A seat\n"
        "is told nothing that it may not know.",
        "## How it was made",
        f"```sh\n{_command(name, match)}\n```",
        _table(("what", "value"), _circumstances(facts, held, size)),
        "## Agents",
        _table(("agent", "decisions", "in its own words", "asked again", "drawn at random"), agents),
        _ANSWERS,
        "## Columns",
        _table(("column", "type", "meaning"), [(f"`{key}`", *told) for key, told in meanings.items()]),
        "## Use",
        _USE,
        f'```python\nimport pandas\n\nrows = pandas.read_parquet("{name}")\n'
        'print(rows.prompt[0][1]["content"], rows.completion[0][0]["content"])\n```',
        "## Limits",
        _LIMITS,
        "## Licence",
        _licence(modelled),
    ]
    return "\n\n".join(parts) + "\n"


def _head(name: str, title: str, decisions: int, modelled: bool) -> str:
    category = next((said for most, said in _SIZES.items() if decisions < most), _LARGEST)
    licence = "license: other\nlicense_name: mit-and-terms-of-models" if modelled else "license: mit"
    # A string of JSON is one of YAML.
    return "\n".join([
        "---",
        f"pretty_name: {json.dumps(f'{title}: games of agents as text', ensure_ascii=False)}",
        licence,
        "language:\n- en",
        "task_categories:\n- text-generation\n- reinforcement-learning",
        f"size_categories:\n- {category}",
        "tags:\n- hustings\n- board-games\n- game-playing\n- multi-agent\n- imperfect-information",
        "configs:\n- config_name: default\n  data_files:\n  - split: train",
        f"    path: {json.dumps(name, ensure_ascii=False)}",
        "---",
    ])  # fmt: skip


def _command(name: str, match: RecordedMatch) -> str:
    facts, played = match.facts, match.template
    words = ["hustings", "record", facts["game"], "--prompts", "--agents", ",".join(match.agents)]
    words += ["--games", str(facts["games"]), "--players", str(facts["num_players"])]
    words += ["--seed", str(facts["seed"]), "--reward", str(facts["reward"])]
    words += option_words(played, match.box)
    words += ["--box", str(match.box)] if isinstance(match.box, str | Path) else []
    words += [] if name.endswith(".parquet") else ["--format", "parquet"]
    usual = facts["batch"] == batch_size(match.entrants, BATCH)
    return shlex.join([*words, "--out", name]) + ("" if usual else unusual_batch(facts["batch"]))


def _circumstances(facts: Mapping[str, Any], held: Contents, size: int) -> list[tuple[str, str]]:
    mean = held.characters / max(1, held.decisions)
    return [
        ("hustings", facts["hustings"]),
        ("game", facts["game"]),
        ("its version and revision", f"{facts['game_version']}, {facts['revision']}"),
        ("players", str(facts["num_players"])),
        ("options", ", ".join(f"{key}={value}" for key, value in facts["options"].items()) or "none"),
        ("box, its digest", str(facts["box"])),
        ("seed of deals and agents", str(facts["seed"])),
        ("games side by side", str(facts["batch"])),
        ("payoffs", str(facts["reward"])),
        ("games", f"{facts['games']:,}"),
        ("decisions, that is rows", f"{held.decisions:,}"),
        ("size of the file", f"{size / 1e6:,.1f} MB"),
        ("characters of a prompt", f"{mean:,.0f} on average, {held.longest:,} at most"),
    ]


def _licence(modelled: bool) -> str:
    said = (
        "Prompts, actions and worded answers are under the MIT licence, as hustings is. The games' names\n"
        "belong to their owners."
    )
    if modelled:
        said += (
            " What language models answered is under the terms of these models, which may forbid to\n"
            "train others on it."
        )
    return said


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def card_of(file: Path) -> Path:
    """The path of a file's card: beside it, with the suffix .md."""
    return file.with_suffix(".md")
