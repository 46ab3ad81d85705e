"""Games of agents as prompts and completions for language models, in Parquet.

A row is one decision, in the columns that trainers of language models expect: the conversation that asks for
it, and the answer. A data card is written beside the file, for people and dataset hubs.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from ..agents import Agent
from ..agents.llm_messages import Answer, answer_naming, messages_of, readable
from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError, extra
from ..envs.core.io.files import sole_writer, written_whole
from .data_cards import Contents, Provenance, card_of, data_card
from .datasets import OUTCOME, WHERE, schema_of
from .evaluation.arena import Progress, name_of
from .recorded_match import PlayedGame, RecordedMatch, RecordResult, check_file

with extra("cli", "a recording"):
    import pyarrow as pa
    import pyarrow.parquet as pq

_GROUP_CHARACTERS = 1 << 25  # characters of prompts in a row group
_KEY = b"hustings"


def prompt_columns() -> pa.Schema:
    """The columns of games as text, each with its meaning."""
    message = pa.struct([pa.field("role", pa.string()), pa.field("content", pa.string())])
    choice = pa.struct([pa.field("action", pa.uint16()), pa.field("words", pa.string())])
    told = {
        "prompt": (pa.list_(message), "what the seat was told: messages of role system (rules) and user"),
        "completion": (
            pa.list_(message),
            "its answer: a message of role assistant, ending with an action",
        ),
        **WHERE,
        "agent": (pa.string(), "who decides"),
        "legal": (pa.list_(choice), "the legal actions: number and words, as in the prompt"),
        "action": (pa.uint16(), "number of what the seat did"),
        "words": (pa.string(), "the same in words"),
        "reasoning": (pa.string(), "what a reasoning model thought before its answer; empty for others"),
        "rejected": (pa.list_(pa.string()), "a language model's answers before, which named no legal action"),
        "fallback": (pa.bool_(), "whether its last answer named none either: the action was drawn at random"),
        **OUTCOME,
    }
    return schema_of(told)


def record_prompts(
    game: Game | str,
    agents: Sequence[str | Agent],
    games: int,
    path: str | Path,
    *,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    reward: str = "rank",
    batch: int | None = None,
    threads: int = 1,
    ray: str | None = None,
    on_progress: Progress | None = None,
) -> RecordResult:
    """Let agents play each other as in a `tournament`, and write their prompts and completions.

    The file is Parquet with a row for each decision, whose columns are those of `prompt_columns`: `prompt` is
    what a language model is asked there (`GameBatch.tell`, after the rules), `completion` the answer. That of
    a language model is its own; for any other agent its action is put into the words that the prompt asks
    for. A row group holds whole games. The data card, in Markdown, has the file's name and ends in .md.

    The same arguments give the same rows, as far as the agents do the same. If anything goes wrong, or on
    Ctrl-C, neither file is left.

    Args:
        game, agents, games, num_players, seed, options, box, reward, batch, threads, ray, on_progress: as for
            `hustings.training.record`.
        path: the file, which must not exist, nor its card.

    Raises:
        HustingsError: for arguments that do not fit, before anything is played; for an agent that fails; if
            a file cannot be written.
    """
    begin, file = time.monotonic(), Path(path)
    card = _card_for(file)
    match = RecordedMatch.of(
        game, agents, games, num_players=num_players, seed=seed, options=options, box=box, reward=reward,
        batch=batch, threads=threads, ray=ray,
    )  # fmt: skip
    check_file(file)
    check_file(card)
    facts = {"kind": "prompts", **match.facts}
    schema = prompt_columns().with_metadata({_KEY: json.dumps(facts)})
    with ExitStack() as both:
        # The file is put in place last, so that it never lacks its card.
        both.enter_context(sole_writer(file))
        part = both.enter_context(written_whole(file, new=True))
        page = both.enter_context(written_whole(card, new=True))
        with pq.ParquetWriter(part, schema, compression="zstd") as out:
            writer = _Writer(match, out)
            for played in match.play(on_progress):
                for ended in played:
                    writer.add(ended)
            writer.write()
        length = part.stat().st_size
        made = Provenance(facts, [name_of(agent) for agent in agents], options or {}, _path_of(box))
        meanings = {column.name: (_kind(column), _meaning(column)) for column in prompt_columns()}
        page.write_text(data_card(file.name, made, meanings, writer.contents, length), "utf-8")
    taken = time.monotonic() - begin
    return RecordResult(file, len(match.deals), writer.contents.decisions, length, taken, writer.seconds)


def _card_for(file: Path) -> Path:
    if not file.name:
        raise HustingsError(f"{file}: not the name of a file; choose one, as in games.parquet")
    if (card := card_of(file)) == file:
        raise HustingsError(f"{file}: its data card gets this name; choose another, as in games.parquet")
    return card


def _path_of(box: Any) -> str | None:
    return str(box) if isinstance(box, str | Path) else None


def _kind(column: pa.Field) -> str:
    return str(column.type).replace("item: ", "")


def _meaning(column: pa.Field) -> str:
    return column.metadata[b"meaning"].decode()


class _Writer:
    """Writes games, a row group at a time.

    Args:
        match: the match.
        out: the file.

    Attributes:
        contents: counts of what has been written.
        seconds: the time that took.
    """

    def __init__(self, match: RecordedMatch, out: pq.ParquetWriter):
        given = match.template
        self._names, self._out = match.names, out
        self._one = GameBatch(given.game, 1, given.num_players, box=given.box, reward=given.reward)
        self._one.listen()
        self._rows: list[dict[str, Any]] = []
        self._characters = 0
        self.contents = Contents()
        self.seconds = 0.0

    def add(self, played: PlayedGame) -> None:
        """Add a game; write all waiting games once they fill a row group."""
        begin = time.monotonic()
        for row in _rows(self._one, played, self._names):
            self._characters += self.contents.note(row, own=row["move"] in played.answers)
            self._rows.append(row)
        self.seconds += time.monotonic() - begin
        if self._characters >= _GROUP_CHARACTERS:
            self.write()

    def write(self) -> None:
        """Write the waiting games."""
        begin = time.monotonic()
        if self._rows:
            schema = self._out.schema
            self._out.write_table(pa.Table.from_pylist(self._rows, schema), row_group_size=len(self._rows))
        self._rows, self._characters = [], 0
        self.seconds += time.monotonic() - begin


def _rows(games: GameBatch, played: PlayedGame, names: list[str]) -> Iterator[dict[str, Any]]:
    """The rows of a game, which is replayed in `games`, a batch of one."""
    told, who = [], []
    games.reset(seeds=[played.deal])
    for move, action in enumerate(played.actions.tolist()):
        told.append(_decision(games, action, played.answers.get(move)))
        who.append(int(games.seat[0]))
        games.step([action])
    scores, payoffs = games.results()
    last = {seat: move for move, seat in enumerate(who)}
    for move, (seat, decision) in enumerate(zip(who, told, strict=True)):
        yield decision | {
            "game": played.place,
            "seed": played.deal,
            "move": move,
            "seat": seat,
            "agent": names[played.seating[seat]],
            "last": last[seat] == move,
            "payoff": float(payoffs[0, seat]),
            "score": int(scores[0, seat]),
        }


def _decision(games: GameBatch, action: int, said: Answer | None) -> dict[str, Any]:
    """The prompt, legal actions, action and completion of a decision; `said` is a language model's answer."""
    legal = np.flatnonzero(games.masks()[0]).tolist()
    words = {choice: games.describe(0, choice) for choice in legal}
    answer = said or Answer(answer_naming(action, words[action]))
    return {
        "prompt": messages_of(games.game, games.tell(0)),
        "completion": [{"role": "assistant", "content": readable(answer.text)}],
        "legal": [{"action": choice, "words": words[choice]} for choice in legal],
        "action": action,
        "words": words[action],
        "reasoning": readable(answer.reasoning),
        "rejected": [*map(readable, answer.rejected)],
        "fallback": answer.fallback,
    }
