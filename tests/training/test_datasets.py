"""Recorded games: every row is what was seen and done, the loader gives it back, and nothing is left half."""

import gc
import json
import multiprocessing
import os
import pickle
import resource
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hustings.agents import PolicyAgent
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import OtherRevision
from hustings.envs.core.io.files import open_regular, written_whole
from hustings.training import Recording, record
from hustings.training import datasets as module

from .. import players, tinygame
from ..support import COMMAND, hustings, policy_file, run

GAME = tinygame.GAME


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("recorded") / "games.parquet"
    agents = [players.Bids("high"), players.Bids("low", -1), "random"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_GROUP_BYTES", 40_000)  # several row groups
        patch.setattr(module, "_LEAST_ROOM", 16)
        done = record(GAME, agents, 90, path, seed=3, reward="margin", batch=16)
    assert done.size == path.stat().st_size
    assert (done.games, done.decisions) == (90, len(Recording(path)))
    return path


def test_a_file_says_what_it_holds(file):
    schema = pq.read_schema(file)
    assert all(field.metadata[b"meaning"] for field in schema)
    facts = Recording(file).facts
    assert facts["game"] == "tinygame"
    assert facts["num_players"] == 3
    assert facts["reward"] == "margin"
    assert facts["agents"] == ["high", "low", "random"]
    assert pq.ParquetFile(file).num_row_groups > 2


def test_small_batches_make_no_small_row_groups(file, tmp_path):
    record(GAME, ["random"], 70, tmp_path / "singly.parquet", num_players=3, batch=1)
    assert pq.ParquetFile(tmp_path / "singly.parquet").num_row_groups == 2
    assert len(Recording(tmp_path / "singly.parquet")) > 70


def test_a_recording_of_another_revision_says_so(file, monkeypatch):
    monkeypatch.setattr(module, "GAMES", {"tinygame": replace(GAME, revision=2)})
    with pytest.warns(OtherRevision, match=r"recorded at revision 1 of Tiny Game, which is at 2 today"):
        assert Recording(file).facts["revision"] == 1
    monkeypatch.setattr(module, "GAMES", {"tinygame": replace(GAME, version=1)})
    with pytest.warns(OtherRevision, match=r"recorded in tinygame_v0, which is tinygame_v1 today"):
        Recording(file)


@pytest.mark.filterwarnings("error::ResourceWarning", "error::pytest.PytestUnraisableExceptionWarning")
def test_a_recording_closes_its_file(file, tmp_path):
    with Recording(file) as loaded:
        assert len(list(loaded.batches(50))) > 1
    with pytest.raises(HustingsError, match="this recording is closed; open it again"):
        list(loaded.batches(50))
    (tmp_path / "bad.parquet").write_bytes(b"mine")
    with pytest.raises(HustingsError, match="not a Parquet file"):
        Recording(tmp_path / "bad.parquet")
    del loaded
    Recording(file)
    gc.collect()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_other_processes_open_a_recording_for_themselves(file, monkeypatch):
    """A fork shares the place in an open file, and two that read there would get each other's bytes."""
    opened = []
    monkeypatch.setattr(
        module, "open_regular", lambda *a, **b: opened.append(open_regular(*a, **b)) or opened[-1]
    )
    loaded = Recording(file)
    place = os.lseek(opened[0].fileno(), 0, os.SEEK_CUR)
    worker = multiprocessing.get_context("fork").Process(target=lambda: list(loaded.batches(50)))
    worker.start()
    worker.join(60)
    assert (worker.exitcode, os.lseek(opened[0].fileno(), 0, os.SEEK_CUR)) == (0, place)
    assert len(list(pickle.loads(pickle.dumps(loaded)).batches(10**6))) == len(list(loaded.batches(10**6)))


def test_every_row_is_what_was_seen_done_and_paid(file):
    rows = pq.read_table(file).to_pylist()
    assert {row["game"] for row in rows} == set(range(90))
    games = {}
    for row in rows:
        games.setdefault(row["game"], []).append(row)
    for played in games.values():
        table = GameBatch(GAME, 1, 3, reward="margin")
        table.reset(seeds=[played[0]["seed"]])
        for number, row in enumerate(played):
            assert row["move"] == number
            assert row["seat"] == table.seat[0]
            assert row["observation"] == table.observe()[0].astype("<f4").tobytes()
            assert row["mask"] == table.legal[0].tobytes()
            assert row["last"] == (row["seat"] not in [later["seat"] for later in played[number + 1 :]])
            best = np.flatnonzero(table.legal[0])
            if row["agent"] != "random":
                assert row["action"] == best[-1 if row["agent"] == "high" else 0]
            table.step([row["action"]])
        assert table.over[0]
        for row in played:
            assert row["payoff"] == table.payoff[0, row["seat"]]
            assert row["score"] == table.scores[0, row["seat"]]
        assert len({(row["seat"], row["agent"]) for row in played}) == 3


def test_the_loader_gives_every_decision_once(file):
    loaded = Recording(file)
    plain, mixed = (list(loaded.batches(50, seed=seed)) for seed in (None, 5))
    table = pq.read_table(file)
    assert np.concatenate([batch.actions for batch in plain]).tolist() == table["action"].to_pylist()
    seen = np.concatenate([batch.observations for batch in plain])
    assert seen.dtype == np.float32
    assert [row.tobytes() for row in seen] == table["observation"].to_pylist()
    assert [row.tobytes() for row in np.concatenate([b.masks for b in plain])] == table["mask"].to_pylist()
    names = [loaded.agents[number] for batch in plain for number in batch.agents]
    assert names == table["agent"].to_pylist()

    def keys(batches):
        return [key for b in batches for key in zip(b.games.tolist(), b.moves.tolist(), b.payoffs.tolist())]

    assert keys(plain) != keys(mixed)
    assert sorted(keys(plain)) == sorted(keys(mixed))
    again = list(loaded.batches(50, seed=5))
    assert keys(again) == keys(mixed)
    assert all(len(batch.actions) <= 50 for batch in mixed)


def test_the_limits_on_sizes_leave_room_for_row_groups_of_any_length(tmp_path, monkeypatch):
    record(GAME, ["random"], 1000, tmp_path / "games.parquet", num_players=2)
    monkeypatch.setattr(module, "_SPARE_BYTES", 300)
    loaded = Recording(tmp_path / "games.parquet")
    assert len(loaded) > 5000 * loaded._file.metadata.num_row_groups
    assert sum(len(batch.actions) for batch in loaded.batches(1000, seed=1)) == len(loaded)


def test_decisions_of_some_agents_only(file):
    loaded = Recording(file)
    batches = list(loaded.batches(64, seed=1, agents=["low"]))
    assert sum(len(b.actions) for b in batches) == pq.read_table(file)["agent"].to_pylist().count("low")
    assert all((b.actions == b.masks.argmax(axis=1)).all() for b in batches)


def test_transitions_lead_to_the_seats_next_decision(file):
    loaded, total = Recording(file), 0
    decisions = [d for batch in loaded.batches(10**6) for d in zip(*batch)]
    where = {}
    for decision in decisions:
        where.setdefault((decision[6], decision[4]), []).append(decision)
    expected = [(d, next((e for e in where[d[6], d[4]] if e[7] > d[7]), None)) for d in decisions]
    got = [t for batch in loaded.transitions(10**6) for t in zip(*batch)]
    for (decision, later), transition in zip(expected, got, strict=True):
        seen, mask, action, reward, next_seen, next_mask, done = transition
        assert (seen == decision[0]).all()
        assert (mask == decision[1]).all()
        assert action == decision[2]
        assert done == (later is None)
        assert reward == (decision[3] if done else 0)
        assert (next_seen == (0 if done else later[0])).all()
        assert (next_mask == (False if done else later[1])).all()
        total += done
    assert total == 90 * 3


def test_what_cannot_be_recorded_or_read_is_one_line(tmp_path, file):
    taken = tmp_path / "taken.parquet"
    taken.write_bytes(b"mine")
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(file.read_bytes()[:-2000])
    other = tmp_path / "other.parquet"
    pq.write_table(pq.read_table(file).replace_schema_metadata({}), other)
    damaged = tmp_path / "damaged.parquet"
    content = bytearray(file.read_bytes())
    content[5000:9000] = b"\xff" * 4000
    damaged.write_bytes(content)
    before = sorted(tmp_path.iterdir())
    agents, policy = ["random"] * 3, PolicyAgent(policy_file(GAME, 2))
    wrong = [
        (lambda: record(GAME, agents, 9, taken), "taken.parquet exists; choose another file or remove it"),
        (lambda: record(GAME, agents, 9, tmp_path / "no" / "a.parquet"), "no: no such folder; make it first"),
        (lambda: record(GAME, agents, 0, tmp_path / "a"), "games: 0"),
        (lambda: record(GAME, ["nobody"], 9, tmp_path / "a"), "unknown agent 'nobody'"),
        (lambda: record(GAME, [], 9, tmp_path / "a"), "agents: needs a list of at least one"),
        (lambda: record(GAME, "random", 9, tmp_path / "a"), "agents: needs a list of at least one"),
        (lambda: record(GAME, [policy, *agents[1:]], 9, tmp_path / "a"), "policy was trained for tinygame"),
        (lambda: record(GAME, agents, 9, tmp_path / "a", reward="gold"), "reward: 'gold' is not one of"),
        (lambda: record(GAME, [players.Crashes("bad", calls=5)], 9, tmp_path / "a"), "bad: RuntimeError"),
        (lambda: record(GAME, [players.Cheats("bad", calls=5)], 9, tmp_path / "a"), "bad: game .* not legal"),
        (lambda: Recording(tmp_path / "none"), "none: cannot be read .No such file"),
        (lambda: Recording(taken), "taken.parquet: cannot be read as a recording"),
        (lambda: Recording(cut), "cut.parquet: cannot be read as a recording"),
        (lambda: Recording(other), "other.parquet: not a recording of this version"),
        (lambda: list(Recording(damaged).batches(9)), "damaged.parquet: cannot be read as a recording"),
        (lambda: Recording(file).batches(0), "size: 0"),
        (lambda: Recording(file).transitions(0), "size: 0"),
        (lambda: Recording(file).batches(9, agents=["nobody"]), "'nobody' did not play; choose"),
        (lambda: Recording(file).transitions(9, agents=[]), "agents: an empty list names nobody"),
    ]  # fmt: skip
    for call, message in wrong:
        with pytest.raises(HustingsError, match=message):
            call()
    assert sorted(tmp_path.iterdir()) == before
    assert taken.read_bytes() == b"mine"
    with pytest.raises(KeyboardInterrupt):
        record(GAME, [players.Stops("stops", calls=5)], 9, tmp_path / "a")
    assert sorted(tmp_path.iterdir()) == before


def test_the_command_and_a_disk_that_is_full(tmp_path):
    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    words = "record saludos_amigos --agents greedy --out a.parquet --games"
    python, *rest = COMMAND  # -B: it would leave half a file of bytecode
    full = run([python, "-B", *rest, *words.split(), "40"], cwd=tmp_path, preexec_fn=little_room)
    assert full.returncode == 2, full.stderr
    assert full.stderr.count("\n") == 1
    assert "hustings: a.parquet: cannot be written (" in full.stderr
    assert list(tmp_path.iterdir()) == []
    done = hustings(*words.split(), 4, "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["games"] == 4
    assert told["decisions"] == pq.read_metadata(tmp_path / "a.parquet").num_rows


def test_what_a_killed_recording_left_is_removed_and_said_and_nothing_else(tmp_path, capfd):
    path = tmp_path / "a.parquet"
    with written_whole(path) as left:
        left.touch()
    path.rename(left)
    left.write_bytes(bytes(3 * 2**20))
    others = [
        tmp_path / name for name in (".a.xyz.part.parquet", ".b.0123abcd.part.parquet", "a.part.parquet")
    ]
    for other in others:
        other.write_bytes(b"mine")
    link, folder = tmp_path / ".a.00000000.part.parquet", tmp_path / ".a.11111111.part.parquet"
    link.symlink_to(others[0])
    folder.mkdir()
    with written_whole(path) as part:
        record(GAME, ["random"] * 3, 9, path)
        assert part.exists(), "somebody writes it"
    assert not left.exists()
    assert all(other.read_bytes() == b"mine" for other in others)
    assert link.is_symlink()
    assert folder.is_dir()
    assert f"removed {left} (3 MiB), left by a recording that was killed" in capfd.readouterr().err


FORGED = {
    "masks of 255": ("mask", lambda row: b"\xff" * len(row), "masks are not of 0 and 1"),
    "nothing legal": ("mask", lambda row: bytes(len(row)), "actions that are not legal"),
    "no such action": ("action", lambda row: 60_000, "unknown actions"),
    "no such seat": ("seat", lambda row: 3, "unknown seats"),
    "no such game": ("game", lambda row: 90, "unknown games"),
    "out of order": ("move", lambda row: 7, "games that are not whole"),
    "cut off": ("last", lambda row: not row, "games that are not whole"),
    "not finite": ("payoff", lambda row: float("nan"), "payoffs that are not finite"),
    "nan seen": ("observation", lambda row: b"\xff" * len(row), "observations that are not finite"),
    "a stranger": ("agent", lambda row: "alphago", "an agent that did not play"),
}


@pytest.mark.parametrize("name", FORGED)
def test_values_that_no_game_has_are_refused(name, file, tmp_path):
    column, forge, words = FORGED[name]
    table, path = pq.read_table(file), tmp_path / "forged.parquet"
    values, place = table[column].to_pylist(), table.schema.get_field_index(column)
    values[5] = forge(values[5])
    field = table.schema.field(place)
    pq.write_table(table.set_column(place, field, pa.array(values, field.type)), path, compression="lz4")
    with pytest.raises(HustingsError, match=f"forged.parquet: cannot be read as a recording .{words}"):
        list(Recording(path).batches(50))


FACTS = {
    "no agents": {"agents": []}, "agents as a word": {"agents": "random"}, "players": {"num_players": 0},
    "sizes that lie": {"observation_size": 9}, "actions that lie": {"num_actions": 2**40},
    "no revision": {"revision": None}, "a revision that is none": {"revision": "x"},
    "a game of ours": {"game": "liberte", "game_version": GAMES["liberte"].version, "num_players": 3},
}  # fmt: skip


@pytest.mark.parametrize("name", FACTS)
def test_facts_that_lie_are_refused(name, file, tmp_path):
    table = pq.read_table(file)
    facts = {**json.loads(table.schema.metadata[b"hustings"]), **FACTS[name]}
    path = tmp_path / "lies.parquet"
    pq.write_table(table.replace_schema_metadata({b"hustings": json.dumps(facts)}), path, compression="lz4")
    with pytest.raises(HustingsError, match=r"lies.parquet: cannot be read as a recording"):
        Recording(path)


def test_the_same_arguments_give_the_same_rows(tmp_path):
    game = GAMES["saludos_amigos"]
    tables = []
    for number, threads in enumerate((1, 2)):
        path = tmp_path / f"{number}.parquet"
        record(game, ["greedy", "random"], 30, path, num_players=5, seed=4, threads=threads)
        tables.append(pq.read_table(path))
    assert tables[0].equals(tables[1])
