"""Checkpoints: what is damaged, forged or of another version is refused, in one line."""

import json
import re
import shutil

import numpy as np
import pytest

from hustings.training.learning import checkpoint

from .runs import go, last, refused, rewrite


def test_a_half_written_checkpoint_is_never_taken_for_one(out):
    half = out / "checkpoints" / "checkpoint-000099.part"
    half.mkdir()
    (half / "state.json").write_text("{")
    assert last(out).name != half.name
    assert go(out, resume=True, steps=640).rollouts == 5
    assert not half.exists()


def test_every_flipped_bit_and_missing_byte_or_file_of_a_checkpoint_is_noticed(run, tmp_path):
    path = tmp_path / "checkpoint-000007"
    shutil.copytree(last(run[0]), path)
    checkpoint.load(path)
    files = sorted(path.iterdir())
    content = {file: file.read_bytes() for file in files}
    rng = np.random.default_rng(0)
    places = [(file, int(rng.integers(len(content[file])))) for file in files for _ in range(40)]
    places += [(path / "state.json", m.start()) for m in re.finditer(rb"\s", content[path / "state.json"])]
    for file, place in places:
        flipped = bytearray(content[file])
        flipped[place] ^= 1 << int(rng.integers(8))
        file.write_bytes(flipped)
        with pytest.raises(checkpoint.CheckpointError, match="missing or damaged; delete"):
            checkpoint.load(path)
        file.write_bytes(content[file])
    assert len(places) > 250
    for file in files:
        for damaged in (content[file][:-1], None):
            file.write_bytes(damaged) if damaged else file.unlink()
            with pytest.raises(checkpoint.CheckpointError, match="missing or damaged; delete"):
                checkpoint.load(path)
            file.write_bytes(content[file])
    checkpoint.load(path)


def test_months_of_evaluations_can_be_read_and_what_could_not_be_is_not_written(tmp_path, monkeypatch):
    arrays = {name: {} for name in checkpoint.ARRAYS}
    checkpoint.save(tmp_path, {"evaluations": "0" * 2**25}, arrays)
    (path,) = checkpoint.complete(tmp_path)
    assert len(checkpoint.load(path)[0]["evaluations"]) == 2**25
    monkeypatch.setattr(checkpoint, "_MOST_BYTES_OF_TEXT", 99)
    with pytest.raises(checkpoint.CheckpointError, match=r"bytes, more than the 99 of a checkpoint"):
        checkpoint.save(tmp_path, {"evaluations": "0"}, arrays)
    assert checkpoint.complete(tmp_path) == [path]


def _with(group: str, **changed):
    """A change of some entries of the state, or of arrays; None removes one, and a function computes it."""

    def change(state, arrays):
        tree = state if group == "state" else arrays[group]
        for name, value in changed.items():
            if value is None:
                del tree[name]
            else:
                tree[name] = value(tree.get(name)) if callable(value) else value

    return change


def _filled(value: float):
    return lambda array: np.full_like(array, value)


_BIAS = "policy/action_net.plain.bias"
_MOMENTS = "algorithm/optimizer/action_net.plain.bias/exp_avg_sq"
_FORGED = {
    "model: name": ("model.safetensors: 'action_net.plain.bias' is missing", _with("model", **{_BIAS: None})),
    "model: extra": ("model.safetensors: 'more' is missing or unknown", _with("model", more=np.zeros(3))),
    "model: nan": ("bias holds numbers that are not finite", _with("model", **{_BIAS: _filled(np.nan)})),
    "model: below": ("bias/exp_avg_sq is below 0", _with("model", **{_MOMENTS: _filled(-1)})),
    "model: no average": ("model.safetensors: 'action_net.plain.bias' is missing",
                          _with("model", **{_BIAS.replace("policy", "average"): None})),
    "model: shape": ("bias is float64 (2,), not float32 (4,)", _with("model", **{_BIAS: np.zeros(2)})),
    "pool: type": ("pool.safetensors: 4/action_net.plain.bias is float64 (4,), not float32 (4,)",
                   _with("pool", **{"4/action_net.plain.bias": np.zeros(4)})),
    "pool: fewer": ("pool.safetensors: '2/action_net.plain.bias' is missing or unknown",
                    _with("state", members=[])),
    "games: opponent": ("an opponent is not in the pool", _with("games", **{"0/players": _filled(99)})),
    "games: missing": ("games.safetensors: 'players' is missing", _with("games", **{"0/players": None})),
    "games: bytes": ("tables: game 0: ANY, outside 0 to ", _with("games", **{"0/tables": _filled(77)})),
    "games: another table": ("games.safetensors: '1/players' is missing or unknown",
                             _with("games", **{"1/players": np.zeros(3)})),
    "state: missing": ("state.json: must have exactly the entries", _with("state", seconds=None)),
    "state: rollouts": ("state.json: rollouts cannot be -1", _with("state", rollouts=-1)),
    "state: rollouts 0": ("evaluations: of updates that are still to come", _with("state", rollouts=0)),
    "state: rollouts true": ("state.json: rollouts cannot be True", _with("state", rollouts=True)),
    "state: seconds": ("state.json: seconds cannot be 1e+300", _with("state", seconds=1e300)),
    "state: no evaluation": ("evaluations: there are none before self-play", _with("state", evaluations=[])),
    "state: evaluation": ("evaluations: ['a'] is not a win share and its interval",
                          lambda state, _: state["evaluations"][0].update(win_shares={"random": ["a"]})),
    "state: other bots": ("evaluations: not against the bots of the settings",
                          lambda state, _: state["evaluations"][0].update(win_shares={"x": [1, 1, 1]})),
}  # fmt: skip


@pytest.mark.parametrize("forged", _FORGED)
def test_a_checkpoint_that_says_what_cannot_be_is_refused(out, forged):
    words, change = _FORGED[forged]
    rewrite(out, change)
    refused(out, rf"checkpoint-\d+: .*{re.escape(words).replace('ANY', '.*')}.*; delete ")


@pytest.mark.parametrize(("change", "words"), [
    ({"game": "chess_v0"}, "a run of 'chess_v0', not of tinygame_v0; start a new run"),
    ({"revision": 0}, "begun at revision 0 of Tiny Game, which is at 1 today; start a new run from its pol"),
])  # fmt: skip
def test_a_checkpoint_of_another_game_or_revision_is_refused(out, change, words):
    rewrite(out, _with("state", **change))
    refused(out, words)


def test_a_member_that_the_settings_do_not_name_is_not_imported(out, evil):
    rewrite(out, lambda state, arrays: state["members"][0].update(kind="snapshots", name="evil:Bot"))
    refused(out, r"members: must have exactly the entries")


def test_a_run_of_the_version_before_is_not_gone_on_with_but_from_its_policy(out, tmp_path, monkeypatch):
    state, arrays = checkpoint.load(last(out))
    shutil.rmtree(last(out))
    with monkeypatch.context() as before:
        before.setattr(checkpoint, "VERSION", checkpoint.VERSION - 1)
        checkpoint.save(out / "checkpoints", state, arrays)
    tree = json.loads((out / "settings.json").read_text())
    (out / "settings.json").write_text(json.dumps({**tree, "gamma": 1.0, "rollout_steps": 64}))
    refused(out, "of another version of hustings; start a new run", steps=10**6)
    assert go(tmp_path / "new", start=str(out), steps=128).rollouts == 1
