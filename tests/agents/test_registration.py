"""Agents by name: what `make` makes of a spec, and what it says of a wrong one."""

import sys

import numpy as np
import pytest

from hustings.agents import PolicyAgent, make, names
from hustings.agents.llm import LlmAgent
from hustings.agents.program import ProgramAgent
from hustings.agents.registration import is_available
from hustings.agents.search import SearchAgent, StrongAgent
from hustings.envs import GAMES, GameBatch, HustingsError, liberte_v0

from .. import tinygame
from ..support import all_actions

GAME = tinygame.GAME
PLAYERS = 3


def batch(num_games=64, seed=0):
    return GameBatch(GAME, num_games, PLAYERS, seed=seed)


@pytest.mark.parametrize(("spec", "words"), [
    ("gredy", "unknown agent 'gredy'; choose from random, search, strong, llm, exec, human"),
    ("", "unknown agent"),
    ("greedy", "unknown agent 'greedy'"),  # the tiny game has none
    ("no_such_module_here:x", "cannot be loaded"),
    ("math:no_such_name", "cannot be loaded: math has no 'no_such_name'; choose from acos, "),
    ("runs/gone", "agent 'runs/gone': no such folder"),
    (":x", "cannot be loaded"),
    ("policy", "no policy comes with"),
    ("../up:x", "cannot be loaded"),
])  # fmt: skip
def test_an_unknown_agent_gets_one_line(spec, words):
    with pytest.raises(HustingsError, match=words):
        make(spec, GAME)


def test_agents_of_ones_own(tmp_path, monkeypatch):
    (tmp_path / "my_agents.py").write_text(
        "class Last:\n"
        "    name = 'last'\n"
        "    def __init__(self, game, seed): self.seed = seed\n"
        "    def act(self, games, rows):\n"
        "        masks = games.masks(rows=rows)\n"
        "        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)\n"
        "def not_an_agent(game, seed): return 3\n"
        "def broken(game, courage): pass\n"
        "def without_seed(game): return Last(game, 7)\n"
        "def stumbles(game, seed): raise RuntimeError('over\\nits feet')\n"
        "def misnames(game, seed): return game.actions['bit']\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_agents", raising=False)
    agent = make("my_agents:Last", GAME, 5)
    assert agent.seed == 5
    all_actions(batch(), agent)
    assert make("my_agents:without_seed", GAME, 5).seed == 7
    (tmp_path / "not_python.py").write_text("def (")
    for spec, words in (
        ("my_agents:not_an_agent", "has no act"),
        (
            "my_agents:stumbles",
            r"cannot be loaded \(RuntimeError: over its feet; my_agents.py, line 10\); correct",
        ),
        ("not_python:Bot", r"cannot be loaded \(SyntaxError"),
        ("my_agents:broken", r"missing 1 required .*'courage'\); it is called as broken\(game\)"),
        (
            "my_agents:Last:depth=3",
            r"unexpected keyword argument 'depth'\); it is called as Last\(game, seed=..., depth='3'\)",
        ),
        (
            "my_agents:Lost",
            "my_agents has no 'Lost'; choose from Last, not_an_agent, broken, without_seed, stumbles",
        ),
        ("my_agents:misnames", r"no block 'bit'; did you mean bid; my_agents.py, line 11\)"),
    ):
        with pytest.raises(HustingsError, match=words):
            make(spec, GAME)


def test_an_agent_is_available_where_its_game_has_it(tmp_path):
    copycat = GAMES["copycat"]
    for spec in ("random", "greedy", "vulture", "policy", "search", "human", "search:rounds=1"):
        assert is_available(spec, copycat)
    assert is_available(str(tmp_path), copycat)
    assert is_available("my.module:Bot", copycat)
    for spec in ("royalist", "amigo"):
        assert not is_available(spec, copycat), "another game has it"
    for spec in ("greedy", "policy"):
        assert not is_available(spec, GAME)
    for spec in ("gredy", ""):
        with pytest.raises(HustingsError, match=r"unknown agent .*; choose from random, .*, policy, s"):
            is_available(spec, copycat)


@pytest.mark.parametrize(
    "spec",
    ["greedy", "policy", "search:iterations=1", "habit:gunner", "human", "greedy@TIE=random", "exec:sh"],
)
def test_an_agent_plays_its_own_game_only(spec):
    with pytest.raises(HustingsError, match=r"plays? Liberté, not Saludos Amigos!|for liberte"):
        make(spec, GAMES["liberte"]).act(GameBatch(GAMES["saludos_amigos"], 1), np.arange(1))


@pytest.mark.parametrize("spec", ["random", "greedy", "policy", "search:iterations=1"])
def test_an_agent_plays_batches_only(spec):
    for games, kind in ((liberte_v0.state(), "State"), (liberte_v0.env(), "CheckedEnv")):
        with pytest.raises(HustingsError, match=f"plays batches, not a {kind}; give a game's batch"):
            make(spec, GAMES["liberte"]).act(games, np.arange(1))


@pytest.mark.parametrize("spec", ["random:seed=3", "random:Anna"])
def test_settings_that_an_agent_does_not_take_are_refused(spec):
    with pytest.raises(HustingsError, match=f"agent {spec}: .* takes no settings; leave them out"):
        make(spec, GAME)


def test_a_module_of_ones_own_imports_its_neighbours_when_it_needs_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "needed_later.py").write_text("def first(masks): return masks.argmax(axis=1)\n", "utf-8")
    (tmp_path / "late_importer.py").write_text(
        "class Late:\n    name = 'late'\n    def __init__(self, game, seed): pass\n"
        "    def act(self, games, rows):\n        from needed_later import first\n"
        "        return first(games.masks(rows=rows))\n",
        "utf-8",
    )
    all_actions(batch(), make("late_importer:Late", GAME))
    with pytest.raises(HustingsError, match="No module named 'needed_never'"):
        make("needed_never:Bot", GAME)
    assert sys.path.count(str(tmp_path)) == 1


def test_what_follows_a_bots_name_is_a_setting_or_a_class_of_ones_own_module(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        HustingsError, match=r"^agent 'greedy:v1': greedy takes no settings; leave out what follows"
    ):
        make("greedy:v1", GAMES["copycat"])
    (tmp_path / "greedy.py").write_text("import not_there\n")
    with pytest.raises(HustingsError, match="No module named 'not_there'"):
        make("greedy:v1", GAMES["copycat"])


@pytest.mark.parametrize(("use", "words"), [
    (lambda: names("liberte"), "liberte"),
    (lambda: SearchAgent("liberte"), "liberte"),
    (lambda: StrongAgent("liberte"), "liberte"),
    (lambda: LlmAgent("liberte", model="a"), "liberte"),
    (lambda: LlmAgent(GAME, -1, model="a"), "seed: -1 is not a whole number"),
    (lambda: PolicyAgent.load("runs/x", "liberte"), "liberte"),
    (lambda: PolicyAgent("runs/x"), "is not a file's content; use PolicyAgent.load"),
    (lambda: ProgramAgent("sh", "liberte"), "liberte"),
    (lambda: ProgramAgent("sh", GAME, "one"), "seed: 'one' is not a whole number"),
    (lambda: ProgramAgent(None, GAME), "exec: which program"),
    (lambda: ProgramAgent(["sh", 3], GAME), "exec: .*3.* is no command; give text or a list of texts"),
    (lambda: GAMES[["liberte"]], "liberte"),
])  # fmt: skip
def test_a_name_for_a_game_and_other_slips_get_one_line(use, words):
    with pytest.raises(HustingsError, match=words) as slip:
        use()
    assert "\n" not in str(slip.value)
