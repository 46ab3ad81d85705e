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


@pytest.mark.parametrize("name", ["model.safetensors", "pool.safetensors", "games.safetensors", "state.json"])
@pytest.mark.parametrize("damage", ["cut", "gone", "changed"])
def test_a_damaged_checkpoint_is_one_clear_line(out, name, damage):
    file = last(out) / name
    content = file.read_bytes()
    file.unlink()
    if damage != "gone":
        file.write_bytes({"cut": content[:-1], "changed": b"\0" + content[1:]}[damage])
    refused(out, rf"{name}: missing or damaged; delete ", steps=10**6)


def test_every_flipped_bit_of_a_checkpoint_is_noticed(run, tmp_path):
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
    checkpoint.load(path)


def _put(group: str, key: str, value):
    """A change of one array of a checkpoint."""

    def change(state, arrays):
        array = arrays[group][key] = arrays[group][key].copy()
        array[...] = value

    return change


_FORGED = {
    "model: name": (
        "model.safetensors: 'action_net.plain.bias' is missing",
        lambda state, arrays: arrays["model"].pop("policy/action_net.plain.bias"),
    ),
    "model: extra": (
        "model.safetensors: 'more' is missing or unknown",
        lambda state, arrays: arrays["model"].update(more=np.zeros(3)),
    ),
    "model: nan": (
        "action_net.plain.bias holds numbers that are not finite",
        _put("model", "policy/action_net.plain.bias", np.nan),
    ),
    "model: below": (
        "action_net.plain.bias/exp_avg_sq is below 0",
        _put("model", "algorithm/optimizer/action_net.plain.bias/exp_avg_sq", -1),
    ),
    "model: no average": (
        "model.safetensors: 'action_net.plain.bias' is missing",
        lambda state, arrays: arrays["model"].pop("average/action_net.plain.bias"),
    ),
    "model: average": (
        "action_net.plain.bias holds numbers that are not finite",
        _put("model", "average/action_net.plain.bias", np.inf),
    ),
    "model: shape": (
        "action_net.plain.bias is float64 (2,), not float32 (4,)",
        lambda state, arrays: arrays["model"].update({"policy/action_net.plain.bias": np.zeros(2)}),
    ),
    "pool: type": (
        "pool.safetensors: ANY is float64 (ANY), not float32 (ANY)",
        lambda state, arrays: arrays["pool"].update(
            {key: array.astype(np.float64) for key, array in arrays["pool"].items()}
        ),
    ),
    "pool: fewer": (
        "pool.safetensors: '4/action_net.plain.bias' is missing or unknown",
        lambda state, arrays: state["members"].pop(),
    ),
    "pool: infinite": (
        "pool.safetensors: ANY holds numbers that are not finite",
        lambda state, arrays: [array.fill(np.inf) for array in arrays["pool"].values()],
    ),
    "games: opponent": ("games.safetensors: an opponent is not in the pool", _put("games", "0/players", 99)),
    "games: nobody": ("games.safetensors: an opponent is not in the pool", _put("games", "0/players", -2)),
    "games: missing": (
        "games.safetensors: 'players' is missing",
        lambda state, arrays: arrays["games"].pop("0/players"),
    ),
    "games: dealt": (
        "games.safetensors: dealt is float64 (16,), not bool (16,)",
        lambda state, arrays: arrays["games"].update({"0/dealt": np.ones(16)}),
    ),
    "games: tables": (
        "games.safetensors: tables is uint8 (16, ANY), not uint8 (16, ANY)",
        lambda state, arrays: arrays["games"].update({"0/tables": arrays["games"]["0/tables"][:, :-1]}),
    ),
    "games: bytes": ("tables: game 0: ANY, outside 0 to ", _put("games", "0/tables", 77)),
    "games: another table": (
        "games.safetensors: '1/players' is missing or unknown",
        lambda state, arrays: arrays["games"].update({"1/players": arrays["games"]["0/players"]}),
    ),
    "state: unknown": (
        "state.json: must have exactly the entries",
        lambda state, arrays: state.update(more=1),
    ),
    "state: missing": (
        "state.json: must have exactly the entries",
        lambda state, arrays: state.pop("seconds"),
    ),
    "state: rollouts": ("state.json: rollouts cannot be -1", lambda state, arrays: state.update(rollouts=-1)),
    "state: rollouts 0": (
        "evaluations: of updates that are still to come",
        lambda state, arrays: state.update(rollouts=0),
    ),
    "state: rollouts true": (
        "state.json: rollouts cannot be True",
        lambda state, arrays: state.update(rollouts=True),
    ),
    "state: seconds": (
        "state.json: seconds cannot be 1e+300",
        lambda state, arrays: state.update(seconds=1e300),
    ),
    "state: warm seconds": (
        "state.json: warm_seconds cannot be -1",
        lambda state, arrays: state.update(warm_seconds=-1),
    ),
    "state: no members": (
        "pool.safetensors: '2/action_net.plain.bias' is missing or unknown",
        lambda state, arrays: state.update(members=[]),
    ),
    "state: members": (
        "members: games cannot be 'many'",
        lambda state, arrays: state["members"][0].update(games="many"),
    ),
    "state: two alike": (
        "members: two have the same number",
        lambda state, arrays: state["members"][1].update(state["members"][0]),
    ),
    "state: many snapshots": (
        "members: more than 2 snapshots",
        lambda state, arrays: state["members"].extend(
            {**state["members"][0], "number": 50 + more} for more in range(3)
        ),
    ),
    "state: a member of another version": (
        "members: 'unknown' are not the opponents of the settings",
        lambda state, arrays: state["members"].append(
            {**state["members"][0], "number": 50, "kind": "unknown"}
        ),
    ),
    "state: no evaluation": (
        "evaluations: there are none before self-play",
        lambda state, arrays: state.update(evaluations=[]),
    ),
    "state: evaluation": (
        "evaluations: ['a'] is not a win share and its interval",
        lambda state, arrays: state["evaluations"][0].update(win_shares={"random": ["a"]}),
    ),
    "state: other bots": (
        "evaluations: not against the bots of the settings",
        lambda state, arrays: state["evaluations"][0].update(win_shares={"x": [1, 1, 1]}),
    ),
}


@pytest.mark.parametrize("forged", _FORGED)
def test_a_checkpoint_that_says_what_cannot_be_is_refused(out, forged):
    words, change = _FORGED[forged]
    rewrite(out, change)
    refused(out, rf"checkpoint-\d+: .*{re.escape(words).replace('ANY', '.*')}.*; delete ")


def test_a_checkpoint_of_another_game_is_refused(out):
    rewrite(out, lambda state, arrays: state.update(game="chess_v0"))
    refused(out, "a run of 'chess_v0', not of tinygame_v0; start a new run")


def test_a_run_of_another_revision_is_begun_anew_from_its_policy(out):
    rewrite(out, lambda state, arrays: state.update(revision=0))
    refused(out, r"begun at revision 0 of Tiny Game, which is at 1 today; start a new run from its policy")


def test_a_member_that_the_settings_do_not_name_is_not_imported(out, evil):
    rewrite(out, lambda state, arrays: state["members"][0].update(kind="evil:Bot"))
    refused(out, r"'evil:Bot' are not the opponents of the settings; delete ")
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
