"""Games of agents as prompts and completions for language models, in Parquet.

A row is one decision, in the columns that trainers of language models expect: the conversation that asks for
it, and the answer. A data card is written beside the file, for people and dataset hubs.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..agents.llm_messages import Answer, answer_naming, messages_of, readable
from ..envs.core.errors import HustingsError, extra
from ..envs.core.io.files import write_text
from .data_cards import Contents, card_of, data_card
from .datasets import OUTCOME, PROMPTS, WHERE, ParquetWriter, schema_of
from .evaluation.shards import PlayedGame
from .recorded_match import RecordedMatch, recorder

with extra("cli", "a recording"):
    import pyarrow as pa

_GROUP_CHARACTERS = 1 << 25  # characters of prompts in a row group


def prompt_columns() -> pa.Schema:
    """The columns of games as text, each with its meaning."""
    message = pa.struct([pa.field("role", pa.string()), pa.field("content", pa.string())])
    choice = pa.struct([pa.field("action", pa.uint16()), pa.field("words", pa.string())])
    columns = {
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
    return schema_of(columns)


class _Writer(ParquetWriter):
    """Writes the prompts and completions of games, a row group at a time."""

    def __init__(self, match: RecordedMatch, part: Path):
        super().__init__(match, part, prompt_columns(), {"kind": PROMPTS}, compression="zstd")
        self._one.listen()
        self._rows: list[dict[str, Any]] = []
        self._characters = 0
        self._contents = Contents()

    @staticmethod
    def beside(file: Path) -> list[Path]:
        if not file.name:
            raise HustingsError(f"{file}: not the name of a file; choose one, as in games.parquet")
        if (card := card_of(file)) == file:
            raise HustingsError(f"{file}: its data card gets this name; choose another, as in games.parquet")
        return [card]

    def add(self, ended: list[PlayedGame]) -> None:
        for played in ended:
            for row in self._decisions(played):
                self._characters += self._contents.note(row, own=row["move"] in played.answers)
                self._rows.append(row)
            if self._characters >= _GROUP_CHARACTERS:
                self.write()

    def write(self) -> None:
        if self._rows:
            self._out.write_table(pa.Table.from_pylist(self._rows, self._out.schema), len(self._rows))
        self._rows, self._characters = [], 0
        self.decisions = self._contents.decisions

    def describe(self, file: Path, size: int) -> None:
        meanings = {
            column.name: (str(column.type).replace("item: ", ""), column.metadata[b"meaning"].decode())
            for column in prompt_columns()
        }
        write_text(card_of(file), data_card(file.name, self._match, meanings, self._contents, size), new=True)

    def _decisions(self, played: PlayedGame) -> Iterator[dict[str, Any]]:
        """The rows of a game."""
        games, rows = self._one, []
        for move, action in self._replayed(played):
            rows.append(self._decision(action, played.answers.get(move)) | {"seat": int(games.seat[0])})
        scores, payoffs = games.results()
        last = {row["seat"]: move for move, row in enumerate(rows)}
        for move, row in enumerate(rows):
            seat = row["seat"]
            yield row | {
                "game": played.place,
                "seed": played.deal,
                "move": move,
                "agent": self._match.names[played.seating[seat]],
                "last": last[seat] == move,
                "payoff": float(payoffs[0, seat]),
                "score": int(scores[0, seat]),
            }

    def _decision(self, action: int, given: Answer | None) -> dict[str, Any]:
        """The prompt, legal actions, action and completion of a decision; `given` is a model's answer."""
        words = self._words()
        answer = given or Answer(answer_naming(action, words[action]))
        return {
            "prompt": messages_of(self._one.game, self._one.tell(0)),
            "completion": [{"role": "assistant", "content": readable(answer.text)}],
            "legal": [{"action": choice, "words": words[choice]} for choice in words],
            "action": action,
            "words": words[action],
            "reasoning": readable(answer.reasoning),
            "rejected": [*map(readable, answer.rejected)],
            "fallback": answer.fallback,
        }


@recorder(_Writer)
def record_prompts() -> None:
    """Let agents play each other as in a `tournament`, and write their prompts and completions.

    The file is Parquet with a row for each decision, whose columns are those of `prompt_columns`: `prompt` is
    what a language model is asked there (`GameBatch.tell`, after the rules), `completion` the answer. That of
    a language model is its own; for any other agent its action is put into the words that the prompt asks
    for. A row group holds whole games. The data card, in Markdown, has the file's name and ends in .md; it
    must not exist either.

    The same arguments give the same rows, as far as the agents do the same.
    """
