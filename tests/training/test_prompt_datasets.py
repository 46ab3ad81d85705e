"""Games as text: every row is what the seat is told and answers, and the card says what the file holds."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pandas
import pyarrow.parquet as pq
import pytest

from hustings.agents.llm_messages import action_in, messages_of
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.api.batch import GameBatch
from hustings.training import Recording, record_prompts
from hustings.training import prompt_datasets as module

from .. import players, tinygame
from ..model_server import Server, last_choice
from ..support import hustings

GAME = GAMES["copycat"]
AGENTS = ["greedy", "brisk"]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("told") / "games.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_GROUP_CHARACTERS", 500_000)  # several row groups
        done = record_prompts(GAME, AGENTS, 2, path, seed=3, reward="margin")
    assert (done.path, done.size) == (path, path.stat().st_size)
    assert done.decisions == pq.read_metadata(path).num_rows
    assert 0 < done.writing < done.seconds
    return path


@pytest.fixture(scope="module")
def games(file):
    """The rows of each game."""
    found = {}
    for row in pq.read_table(file).to_pylist():
        found.setdefault(row["game"], []).append(row)
    return found


def replayed(rows):
    """The rows of a game, each with a batch in which it is about to be decided."""
    games = GameBatch(GAME, 1, 2, reward="margin")
    games.listen()
    games.reset(seeds=[rows[0]["seed"]])
    for row in rows:
        yield row, games
        games.step([row["action"]])
    assert games.over[0]
    for row in rows:
        assert row["payoff"] == pytest.approx(games.payoff[0, row["seat"]])
        assert row["score"] == games.scores[0, row["seat"]]


def test_every_row_is_what_the_seat_is_told_and_does(games):
    for rows in games.values():
        for number, (row, table) in enumerate(replayed(rows)):
            assert (row["move"], row["seat"]) == (number, table.seat[0])
            assert row["prompt"] == messages_of(GAME, table.tell(0))
            legal = {choice["action"]: choice["words"] for choice in row["legal"]}
            assert list(legal) == np.flatnonzero(table.legal[0]).tolist()
            assert all(
                f"\n{action}: {words}\n" in row["prompt"][1]["content"] for action, words in legal.items()
            )
            assert row["words"] == legal[row["action"]] == table.describe(0, row["action"])
            (answer,) = row["completion"]
            assert answer["role"] == "assistant"
            assert answer["content"].startswith(row["words"])
            assert action_in(answer["content"]) == row["action"]
            assert (row["reasoning"], row["rejected"], row["fallback"]) == ("", [], False)
            assert row["last"] == (row["seat"] not in [later["seat"] for later in rows[number + 1 :]])


def test_a_seat_is_told_nothing_that_a_redeal_changes(games):
    rows = games[min(games)]
    for number, (row, table) in enumerate(replayed(rows)):
        if number % 20:
            continue
        other, seat = GameBatch(GAME, 1, 2, reward="margin"), row["seat"]
        other.tables = table.tables
        other.redeal(seed=number)
        before, after = (text.partition("\n\nSince your last") for text in (table.tell(0), other.tell(0)))
        assert before[0] == after[0]
        assert row["prompt"][1]["content"].startswith(after[0])
        choices = other.tell(0, seat).partition("Your legal actions:\n")[2]
        assert choices in row["prompt"][1]["content"]


def test_row_groups_are_whole_games_and_the_schema_has_plain_types_with_meanings(file):
    whole = pq.ParquetFile(file)
    assert whole.num_row_groups > 1
    groups = [set(whole.read_row_group(n, ["game"])["game"].to_pylist()) for n in range(whole.num_row_groups)]
    assert sum(map(len, groups)) == len(set.union(*groups))
    assert whole.metadata.row_group(0).column(0).compression == "ZSTD"
    assert all(field.metadata[b"meaning"] for field in whole.schema_arrow)
    assert not any("dictionary" in str(field.type) for field in whole.schema_arrow)
    facts = json.loads(whole.schema_arrow.metadata[b"hustings"])
    assert (facts["kind"], facts["game"], facts["agents"]) == ("prompts", "copycat", AGENTS)


def test_pandas_reads_it(file):
    rows = pandas.read_parquet(file)
    assert rows.prompt[0][0]["role"] == "system"
    assert rows.groupby("agent").payoff.mean().sum() == pytest.approx(0, abs=1)
    with pytest.raises(HustingsError, match=r"games\.parquet: prompts, not a recording"):
        Recording(file)


def test_the_card_says_what_the_file_holds(file, games):
    text = file.with_suffix(".md").read_text("utf-8")
    head, body = text.removeprefix("---\n").split("\n---\n")
    told = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line and line[0] not in " -")
    assert json.loads(told["pretty_name"]) == "Copycat: games of agents as text"
    assert told["license"] == "mit"
    assert '    path: "games.parquet"' in head
    count = sum(map(len, games.values()))
    assert f"- {'n<1K' if count < 1_000 else '1K<n<10K'}" in head
    assert f"| decisions, that is rows | {count:,} |" in body
    longest = max(sum(len(m["content"]) for m in row["prompt"]) for rows in games.values() for row in rows)
    assert f"{longest:,} at most" in body
    for name in AGENTS:
        decided = sum(row["agent"] == name for rows in games.values() for row in rows)
        assert f"| `{name}` | {decided:,} | 0 | 0 | 0 |" in body
    for field in pq.read_schema(file):
        kind = str(field.type).replace("element: ", "")
        assert f"| `{field.name}` | {kind} | {field.metadata[b'meaning'].decode()} |" in body
    for section in ("How it was made", "Agents", "Columns", "Use", "Limits", "Licence"):
        assert f"\n## {section}\n" in body


@pytest.mark.parametrize("ending", ["parquet", "pq"])
def test_the_command_on_the_card_makes_the_same_rows(tmp_path, ending):
    options = {"partial_draw": np.bool_(True)}
    record_prompts(GAME, ["random"], 1, tmp_path / f"a.{ending}", seed=7, options=options)
    line = re.search(r"```sh\n(.*)\n```", (tmp_path / "a.md").read_text("utf-8"))[1]
    words = shlex.split(line.replace("a.", "b."))
    assert words[0] == "hustings"
    assert "#" not in words
    done = hustings(*words[1:], folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"wrote b.{ending}, and b.md: " in done.stdout
    assert pq.read_table(tmp_path / f"a.{ending}").equals(pq.read_table(tmp_path / f"b.{ending}"))


def test_the_card_says_with_which_batch_random_agents_played(tmp_path):
    record_prompts(GAME, ["random"], 1, tmp_path / "a.parquet", batch=3)
    assert "--out a.parquet  # in Python with batch=3, on which" in (tmp_path / "a.md").read_text("utf-8")


def test_a_language_models_own_answers_are_kept_and_its_prompts_are_those_it_was_asked(tmp_path):
    def think(messages):
        if len(messages) == 2 and len(messages[1]["content"]) % 3 == 0:
            return "I would rather not say."
        said = "nothing" if len(messages[1]["content"]) % 7 == 0 else last_choice(messages)
        return {"content": said, "reasoning_content": "Let me think. \ud83d"}  # half an emoji

    path = tmp_path / "games.parquet"
    with Server(think) as server:
        spec = f"small=llm:model=small,url={server.url},retries=1"
        record_prompts(tinygame.GAME, [spec, "random", "random"], 12, path, batch=5)
    rows = pq.read_table(path).to_pylist()
    asked = [asked["messages"] for asked in server.asked if len(asked["messages"]) == 2]
    mine = [row for row in rows if row["agent"] == "small"]
    assert sorted(map(str, asked)) == sorted(str(row["prompt"]) for row in mine)
    kinds = set()
    for row in mine:
        ((answer,), size) = row["completion"], len(row["prompt"][1]["content"])
        assert row["rejected"] == (["I would rather not say."] if size % 3 == 0 else [])
        assert row["fallback"] == (size % 7 == 0)
        assert row["reasoning"] == "Let me think. \ufffd"
        assert row["fallback"] or action_in(answer["content"]) == row["action"] == row["legal"][-1]["action"]
        kinds.add((size % 3 == 0, row["fallback"]))
    assert len(kinds) > 1
    assert not any(row["reasoning"] for row in rows if row["agent"] == "random")
    card = (tmp_path / "games.md").read_text("utf-8")
    assert "license: other" in card
    refused, drawn = sum(bool(row["rejected"]) for row in mine), sum(row["fallback"] for row in mine)
    assert f"| `small` | {len(mine):,} | {len(mine):,} | {refused:,} | {drawn:,} |" in card


def test_a_language_model_is_told_of_every_game_from_the_deal_on(tmp_path):
    with Server(last_choice) as server:
        record_prompts(GAME, ["greedy", f"small=llm:model=small,url={server.url}"], 2, tmp_path / "a.parquet")
    rows = pq.read_table(tmp_path / "a.parquet").to_pylist()
    mine = [row["prompt"] for row in rows if row["agent"] == "small"]
    assert sorted(str(asked["messages"]) for asked in server.asked) == sorted(map(str, mine))


def test_what_cannot_be_written_is_one_line_and_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "taken.md").write_text("mine")
    before = sorted(tmp_path.iterdir())
    monkeypatch.chdir(tmp_path)
    wrong = [
        ("taken.parquet", "taken.md exists; choose another file or remove it"),
        ("new.md", "new.md: its data card gets this name"),
        (".", "not the name of a file"),
    ]
    for name, words in wrong:
        with pytest.raises(HustingsError, match=re.escape(words)):
            record_prompts(GAME, AGENTS, 1, name)

    def too_full(*given, **more):
        raise HustingsError("no room")

    monkeypatch.setattr(module, "write_text", too_full)
    with pytest.raises(HustingsError, match="no room"):
        record_prompts(GAME, AGENTS, 1, "new.parquet")

    class Takes(players.Bids):
        def act(self, *given):
            Path("new.parquet").write_text("another's")
            return super().act(*given)

    with pytest.raises(HustingsError, match=r"new.parquet exists"):
        record_prompts(tinygame.GAME, [Takes("takes")], 4, "new.parquet", num_players=3)
    Path("new.parquet").unlink()
    assert sorted(tmp_path.iterdir()) == before
