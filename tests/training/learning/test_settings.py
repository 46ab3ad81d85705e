"""Settings: what is wrong is refused by name, and what strangers wrote into them runs no code."""

import contextlib
import dataclasses
import json
import re

import numpy as np
import pytest
import torch

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.errors import HustingsError
from hustings.training.learning import networks
from hustings.training.learning.settings import (
    UNREAD,
    TrainSettings,
    from_words,
    listed,
    meanings,
    read_config,
    read_settings,
    recipe,
    save_settings,
    settings_for,
)

from ...support import ROOT, each_grown_name
from .runs import SETTINGS, go, goes_on, new_run, refused


def test_nothing_that_reads_a_run_can_run_code():
    for part in ("agents", "training"):
        for path in (ROOT / part).rglob("*.py"):
            code = r"import pickle|pickle\.|torch\.(?:load|save)|PPO\.load|model\.save|set_parameters"
            text = path.read_text()
            if path.name == "trial.py":  # an agent that the user made is pickled in memory, and read back
                text = text.replace("pickle.loads(pickle.dumps(agent))", "").replace("import pickle", "")
            assert not re.search(code, text), path


@pytest.mark.parametrize(("name", "value"), [
    ("opponents", {"random": 0.5, "evil:Bot": 0.5}),
    ("imitate", "evil:Bot"),
    ("evaluate_against", ["random", "evil:Bot"]),
    ("network", "evil:Net"),
    ("algorithm", "evil:Learns"),
])  # fmt: skip
def test_code_of_ones_own_that_a_file_names_is_not_imported(out, evil, name, value):
    tree = json.loads((out / "settings.json").read_text())
    (out / "settings.json").write_text(json.dumps({**tree, name: value}))
    with pytest.raises(HustingsError, match=rf"settings\.json: {name} names .*; give {name} again"):
        goes_on(out)
    with pytest.raises(HustingsError, match="again"):
        goes_on(out, **{other: getattr(SETTINGS, other) for other in ("seed", "average")})
    assert getattr(goes_on(out, **{name: getattr(SETTINGS, name)}), name) == getattr(SETTINGS, name)
    refused(out, f"the run has other settings: {name}")


def test_no_code_of_strangers_is_run_because_settings_name_it_and_the_suites_own_is(tmp_path):
    met = {"habit:gunner": 1.0, "policy:sample=true": 1.0}
    known = settings_for("liberte", minutes=1.0, imitate="search:iterations=8", opponents=met)
    save_settings(known, tmp_path)
    assert goes_on(tmp_path) == known


def test_damaged_settings_and_those_of_another_version_are_one_clear_line(run, tmp_path):
    saved = json.loads((run[0] / "settings.json").read_text())
    for text in ("{", "[]", '{"game": "tinygame"}', "[" * 10**5, json.dumps({**saved, "steps": "9"}),
                 json.dumps({**saved, "seed": 1.5}),
                 json.dumps({**saved, "tries": 1, "shuffle": 0.5})):  # fmt: skip
        (tmp_path / "settings.json").write_text(text)
        with pytest.raises(HustingsError, match=r"settings\.json: ") as said:
            read_settings(tmp_path)
    assert "'shuffle', 'tries': settings of another version; remove them from it to go on" in str(said.value)


@pytest.mark.parametrize(("name", "value"), [
    ("steps", None), ("steps", 0), ("steps", 1.5), ("minutes", -1), ("num_games", 0), ("epochs", True),
    ("learning_rate", float("nan")), ("gae_lambda", 1.5), ("one_kind", "half"), ("alone", 0.6),
    ("layers", ()), ("layers", (16, 0)), ("layers", 16), ("evaluate_against", "random"),
    ("opponents", {"random": "often"}),
    ("opponents", "random"), ("num_players", 9), ("num_players", "many"), ("num_players", True),
    ("critic", "nobody"), ("reward", "money"), ("network", "deep"), ("average", 1.5),
    ("opponents", {}), ("opponents", {"gredy": 1.0}), ("options", {"no such": 1}), ("game", 3),
    ("layers", (True,)), ("margin", 10**400), ("opponents", {1: 1.0}),
    ("layers", (8192,) * 32), ("pool_size", 2**20), ("decisions", 2**20),("game", "x" * 10_000),
    ("game", "../.."), ("freeze_every", 0), ("most_decisions", 1), ("minibatches", 0), ("growth", -0.1),
    ("imitate_share", 0.0), ("keep", "first"), ("imitate", "gredy"), ("imitate", 3),
    ("evaluate_against", ("random", "greedy", "random")),
    ("imitate", "human"), ("opponents", {"human:Anna": 1.0}), ("evaluate_against", ("random@BID=human",)),
])  # fmt: skip
def test_wrong_settings_are_refused_by_name_before_anything_is_written(tmp_path, name, value):
    word = {"opponents": "opponents|gredy", "options": "no such", "imitate": "imitate|gredy"}.get(name, name)
    with pytest.raises(HustingsError, match=word):
        go(tmp_path / "run", **{name: value})
    assert not (tmp_path / "run").exists()


SEARCH = "search:iterations=2,playouts=random"


MET = {"opponents": {"snapshots": 1.0}, "one_kind": 0.1, "alone": 0.1, "pool_size": 1, "freeze_every": 1}


@pytest.mark.parametrize(("given", "line"), [
    ({"setps": 8}, "setps: no such setting; did you mean steps"),
    ({"wave_games": 8}, "wave_games: algorithm 'ppo' does not read it; leave it out"),
    ({"algorithm": "expert", "clip_range": 0.1}, "clip_range: algorithm 'expert' does not read it"),
    ({"algorithm": "sb3", "margin": 0.0}, "margin: algorithm 'sb3' does not read it"),
    ({"network": "flat", "thing_width": 8}, "thing_width: network 'flat' does not read it; leave it out"),
    ({"network": "sb3", "precision": "bfloat16"}, "precision: network 'sb3' does not read it"),
    ({"network": "sb3", "margin": 0.2}, "margin: network 'sb3' does not read it"),
    ({"imitate_share": 0.2}, "imitate_share: it is read after an imitation; add imitate, or leave it out"),
    ({"imitate_rate": 0.2}, "imitate_rate: it is read after an imitation"),
    ({"sharpness": 2.0}, "sharpness: it is read after an imitation"),
    ({"critic_share": 0.2}, "critic_share: it is read after an imitation, or with start; add one"),
    ({"targets": "visits"}, "targets: it is read by algorithm=expert, and to imitate a search; leave it out"),
    ({"targets": "visits", "imitate": "greedy"}, "targets: it is read by"),
    (recipe("copycat"), None),
    ({"network": "flat", "precision": "bfloat16", "margin": 0.2}, None),
    ({"imitate": "greedy", "imitate_share": 0.2, "sharpness": 2.0, "critic_share": 0.2}, None),
    ({"start": "policy", "critic_share": 1.0}, None),
    ({"targets": "visits", "imitate": SEARCH}, None),
    ({"targets": "visits", "algorithm": "expert"}, None),
    ({"targets": "visits", "algorithm": "mine:Own", "critic_share": 0.2}, None),
    ({"start": "policy", "imitate": "greedy"}, "imitate: with start, nothing is imitated; leave"),
    ({"start": "policy", "imitate_rate": 0.2}, "imitate_rate: with start, nothing is imitated"),
    ({"start": "policy", "sharpness": 2.0}, "sharpness: with start, nothing is imitated"),
    ({"start": "policy", "targets": "visits"}, "targets: it is read by"),
    ({"start": "policy", "targets": "visits", "algorithm": "expert"}, None),
    ({"start": "policy", "imitate": "", **recipe("copycat")}, None),
    ({"most_decisions": 4096}, "most_decisions: the first update has 8192 decisions, and none has fewer"),
    ({"pool_size": 2, "opponents": {"latest": 1.0}}, "pool_size: it is read with snapshots among"),
    ({"freeze_every": 2, "opponents": {"snapshots": 0.0, "latest": 1.0}}, "freeze_every: it is read"),
    ({"freeze_every": 20, "opponents": {"latest": 1.0}}, None),
    ({"evaluate_games": 9, "evaluate_against": ()}, "evaluate_games: it is read with bots in"),
    *(({"algorithm": "expert", name: value}, f"^{name}: .* reads it with search_seats=one; add that")
      for name, value in MET.items()),
    ({"algorithm": "expert", "search_seats": "one", **MET}, None),
])  # fmt: skip
def test_a_setting_that_nothing_reads_is_refused(given, line):
    with contextlib.nullcontext() if line is None else pytest.raises(HustingsError, match=line):
        settings_for("copycat", minutes=1.0, **given)


def test_numbers_of_numpy_lists_and_paths_are_plain_values(tmp_path):
    given = {
        "seed": np.int64(3), "learning_rate": np.float32(0.5), "layers": [np.int16(64), 64],
        "steps": np.int64(9),
        "opponents": {"random": np.float64(0.5)}, "evaluate_against": ["greedy"],
        "box": tmp_path / "box.toml", "options": {"pay": np.bool_(True)}, "any_table": np.False_,
    }  # fmt: skip
    made = TrainSettings("liberte", **given)
    assert (made.layers, made.evaluate_against, made.box) == (
        (64, 64),
        ("greedy",),
        str(tmp_path / "box.toml"),
    )
    assert (made.seed, made.learning_rate, made.options) == (3, 0.5, {"pay": True})
    save_settings(made, tmp_path)
    assert read_settings(tmp_path) == made
    policy = ROOT / "agents" / "policies" / "liberte.onnx"
    assert settings_for("liberte", minutes=1, start=policy) == settings_for(
        "liberte", minutes=1, start=str(policy)
    )


@pytest.mark.parametrize("spec", [f"{SEARCH}@BID=random", f"random@BID={SEARCH}", "search@BID=random"])
def test_several_agents_teach_their_choices_alone(spec):
    given = dataclasses.replace(SETTINGS, imitate=spec)
    with pytest.raises(HustingsError, match=f"targets: 'means' is taught by a search alone, and '{spec}' "):
        dataclasses.replace(given, targets="means")
    assert dataclasses.replace(given, targets="means", start="policy"), "nothing is imitated"


def test_what_an_algorithm_does_not_read_is_said_with_the_setting():
    for name in {name for names in UNREAD.values() for name in names}:
        readers = [algorithm for algorithm, names in UNREAD.items() if name not in names]
        assert meanings()[name].startswith(f"{', '.join(readers)}: ")


@pytest.mark.parametrize("network", ["entity", "sb3"])
def test_a_network_is_counted_before_it_is_built(tmp_path, monkeypatch, network):
    monkeypatch.setattr(networks, "MOST_WEIGHTS", 100)
    monkeypatch.setattr(networks, "build_network", None)
    with pytest.raises(HustingsError, match=r"layers, thing_width: a network of [0-9,]+ weights is larger"):
        go(tmp_path / "run", network=network)
    assert not (tmp_path / "run").exists()


@each_grown_name
def test_a_game_has_a_recipe_of_known_settings(name):
    settings = settings_for(name, minutes=1.0)
    assert recipe(name)
    for setting, value in recipe(name).items():
        assert getattr(settings, setting) == value
        other = getattr(SETTINGS, setting)
        changed = settings_for(name, minutes=1.0, **{"imitate": "greedy", setting: other})
        assert getattr(changed, setting) == other
    for spec in settings.opponents:
        if spec not in ("latest", "snapshots"):
            assert make(spec, GAMES[name]).name == spec
    assert not settings.imitate, "it learns from nothing"


def test_a_game_of_ones_own_takes_the_defaults():
    assert settings_for("tinygame", steps=9) == TrainSettings("tinygame", steps=9)


def test_a_gpu_that_is_not_there_is_one_line(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(HustingsError, match="device: 'cuda' is not available: torch sees no GPU"):
        dataclasses.replace(SETTINGS, device="cuda")


def test_settings_in_the_words_of_the_command_line_and_from_a_file(tmp_path):
    for name, words, value in (
        ("layers", "64,32", (64, 32)), ("layers", 64, (64,)), ("layers", [8], (8,)),
        ("evaluate_against", "greedy", ("greedy",)), ("opponents", "greedy", {"greedy": 1.0}),
        ("evaluate_against", "", ()), ("layers", "", ()),
        ("opponents", "habit:gunner=0.5,random=1", {"habit:gunner": 0.5, "random": 1.0}), ("epochs", 3, 3),
        ("opponents", "search:iterations=8,rounds=1", {"search:iterations=8,rounds=1": 1.0}),
        ("opponents", "search:rounds=1,soon=3=0.5,latest=2", {"search:rounds=1,soon=3": 0.5, "latest": 2.0}),
        ("evaluate_against", "1,2", ("1", "2")), ("evaluate_against", 1, ("1",)),
        ("opponents", "policy:sample=true=0.5,mine:Bot=1", {"policy:sample=true": 0.5, "mine:Bot": 1.0}),
    ):  # fmt: skip
        assert from_words(name, words) == value
    for words, wrong in (
        ("greedy,random", "write NAME=SHARE, by comma, as in"),
        ("", "write NAME=SHARE, by comma, as in"),
        ("greedy=1,random=1,greedy=2", "an agent appears twice; give it one share"),
    ):
        with pytest.raises(HustingsError, match=f"opponents: '{words}': {wrong}"):
            from_words("opponents", words)
    file = tmp_path / "mine.toml"
    file.write_text("layers = [8]\nopponents = { greedy = 1.0 }\n")
    assert read_config(file) == {"layers": (8,), "opponents": {"greedy": 1.0}}
    for text, wrong in (
        ("laiers = [8]", r"mine.toml: laiers: no such setting"),
        ("layers", "mine.toml: not a TOML file"),
    ):
        file.write_text(text)
        with pytest.raises(HustingsError, match=wrong):
            read_config(file)


def test_all_settings_are_listed_with_their_meaning():
    rows = {row["name"]: row for row in listed("liberte")}
    assert rows.keys() == {item.name for item in dataclasses.fields(TrainSettings)}
    assert all(row["meaning"] for row in rows.values())
    own = recipe("liberte")
    assert {name: row["recipe"] for name, row in rows.items() if row["recipe"] is not None} == own
    assert rows["layers"]["default"] == TrainSettings("", steps=1).layers
    assert own


@pytest.mark.parametrize(("precision", "native", "used"), [
    ("auto", True, True), ("auto", False, False), ("float32", True, False), ("bfloat16", False, True),
])  # fmt: skip
def test_networks_play_and_learn_in_bfloat16_where_the_processor_has_it(
    tmp_path, monkeypatch, precision, native, used
):
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: native)
    assert new_run(tmp_path, precision=precision, device="cpu").network.spec.bfloat16 is used


def test_updates_learn_from_more_and_more_decisions_up_to_a_limit():
    given = dataclasses.replace(SETTINGS, decisions=100, most_decisions=150, growth=0.1)
    assert [given.decisions_at(update) for update in range(6)] == [100, 110, 121, 133, 146, 150]
    assert given.decisions_at(10**9) == 150
    assert dataclasses.replace(given, growth=1.0).decisions_at(10**9) == 150, "no power that overflows"
    assert dataclasses.replace(given, growth=0.0).decisions_at(50) == 100
    assert dataclasses.replace(given, most_decisions=80).decisions_at(50) == 100, "never fewer than at first"


@pytest.mark.parametrize(("changes", "named"), [
    ({}, False),
    ({"opponents": {"latest": 1.0}}, False),
    ({"evaluate_against": ("random",)}, False),
    ({"opponents": {"latest": 0.5, "random": 0.5}}, False),
    ({"opponents": {"latest": 1.0, "greedy": 0.1}}, True),
    ({"opponents": {"latest": 1.0, "greedy": 0.0}}, False),
    ({"imitate": "greedy"}, True),
    ({"imitate": "search:playouts=random"}, True),
])  # fmt: skip
def test_a_run_that_imitates_or_meets_somebody_names_bots(changes, named):
    assert dataclasses.replace(SETTINGS, **changes).names_bots is named


def test_an_algorithm_has_a_recipe_of_its_own():
    expert, sb3 = (settings_for("liberte", minutes=1, algorithm=name) for name in ("expert", "sb3"))
    assert (expert.epochs, sb3.epochs, settings_for("liberte", minutes=1).epochs) == (2, 10, 1)
    assert expert.layers == settings_for("liberte", minutes=1).layers != sb3.layers
