"""Libraries: games without Numba, the same bytes, never old code."""

import hashlib
import os
from pathlib import Path

import llvmlite.binding
import numpy as np
import pytest

from hustings.agents.libraries import make_libraries
from hustings.envs import GAMES
from hustings.envs.core.engine import library
from hustings.envs.core.engine.loops import loops_of
from hustings.envs.core.native.make_library import make_library

from ...support import ROOT, copied_package, run_python

WITHOUT_NUMBA = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
PLAY = """
    import importlib, sys, numpy as np
    from hustings.agents import make
    from hustings.agents.bots import names
    from hustings.envs import GAMES, SeatEnv
    game, module = GAMES[{name!r}], importlib.import_module("hustings.envs.{name}_v0")
    for players in game.player_counts:
        games = module.batch(8, players, seed=1)
        for bot in names(game):
            games.step(make(bot, game, seed=2).act(games, np.arange(8)))
        games.redeal(seed=3)
        games.playouts(20)
        games.observe()
        games.tables = games.tables.copy()
        games.check()
    for make_env in (module.env, module.raw_env):
        env = make_env(seed=1)
        env.reset()
        env.step(int(env.last()[0]["action_mask"].argmax()))
    state = module.state(seed=1).resample(0, 4)
    state.apply_action(state.legal_actions()[0])
    print(state.action_to_string(state.legal_actions()[0]), state.picture(0)[:4], state.returns())
    for opponents in ("random", "greedy"):
        SeatEnv(game, opponents=opponents).reset(seed=1)
    games = module.batch(2, seed=1)
    mixed = "+".join(bot for bot in ("brisk", "greedy") if bot in names(game))
    for more in ("", ",playouts=random", f",playouts={{mixed}}", ",algorithm=tree"):
        print(make(f"search:iterations=4{{more}}", game, seed=1).act(games, np.arange(2)))
"""


@pytest.fixture(scope="module")
def libraries() -> str:
    """The games' libraries for this machine, made if they are not there."""
    folder = ROOT / "build" / "libraries"
    assert len(list(make_libraries(folder, list(GAMES), [library.NATIVE]))) == len(GAMES)
    return str(folder)


@pytest.fixture
def found(libraries, monkeypatch) -> library.Library:
    """A game's library, in this process."""
    monkeypatch.setenv("HUSTINGS_LIBRARIES", libraries)
    return library.library_of.__wrapped__("saludos_amigos")


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_a_plain_environment_has_runs_without_numba_and_the_same(name, libraries):
    play = PLAY.format(name=name)
    ahead = run_python(WITHOUT_NUMBA + play.replace("\n    ", "\n"), HUSTINGS_LIBRARIES=libraries)
    assert (ahead.returncode, ahead.stderr) == (0, "")
    compiled = run_python(play, HUSTINGS_LIBRARIES="")
    assert ahead.stdout == compiled.stdout != ""


@pytest.mark.parametrize(("code", "what"), [
    ("make('search:iterations=4,playouts=gambler', game).act(games, np.arange(1))",
     "sequential_halving_saludos_amigos_gambler"),
    ("CompiledAgent(game, 'own', first_choice).act(games, np.arange(1))", "act_saludos_amigos_own"),
])  # fmt: skip
def test_what_no_library_has_says_which_extra_compiles_it(code, what, libraries):
    begin = """
import numpy as np
from hustings.agents import make
from hustings.agents.bots import CompiledAgent
from hustings.envs import saludos_amigos_v0
from hustings.envs.core.engine.loops import first_choice
games = saludos_amigos_v0.batch(1)
game = games.game
"""
    done = run_python(WITHOUT_NUMBA + begin + code, HUSTINGS_LIBRARIES=libraries)
    line = f"compiling {what}, which no installed library has, needs numba: pip install 'hustings[jit]'"
    assert done.stderr.splitlines()[-1].endswith(line), done.stderr


def test_without_libraries_and_numba_the_rules_still_run_as_written(libraries):
    code = "from hustings.envs import saludos_amigos_v0 as game; print(game.state(seed=1).legal_actions())"
    written = run_python(WITHOUT_NUMBA + code, HUSTINGS_LIBRARIES="", NUMBA_DISABLE_JIT="1")
    assert written.stdout == run_python(code, HUSTINGS_LIBRARIES=libraries).stdout != ""
    neither = run_python(WITHOUT_NUMBA + code, HUSTINGS_LIBRARIES="")
    assert neither.stderr.splitlines()[-1].endswith("needs numba: pip install 'hustings[jit]'")


def test_a_library_of_other_sources_is_not_used_and_says_so(tmp_path, libraries):
    site = copied_package(tmp_path)
    code = """
        from hustings.envs.core.engine.library import library_of
        print(library_of("copycat") is None, library_of("liberte_bots") is None)
    """

    def are_missing():
        return run_python(code, first_on_path=tmp_path, HUSTINGS_LIBRARIES=libraries)

    assert are_missing().stdout == "False False\n"
    with (site / "agents" / "copycat" / "greedy" / "weights.py").open("a") as file:
        file.write("# edited\n")
    done = are_missing()
    assert done.stdout == "True False\n"
    assert done.stderr == (
        f"hustings: {libraries}/copycat.native.so is not used: damaged, or built from other sources; "
        "build it again or remove it\n"
    )


def test_no_library_is_used_where_bounds_are_to_be_checked_or_nothing_can_call_it(libraries):
    code = "from hustings.envs.core.engine.library import library_of; print(library_of('copycat'))"
    assert run_python(code, HUSTINGS_LIBRARIES=libraries, NUMBA_BOUNDSCHECK="1").stdout == "None\n"
    without_c = "import sys; sys.modules['hustings.envs.core.native._function'] = None\n"
    assert run_python(without_c + code, HUSTINGS_LIBRARIES=libraries).stdout == "None\n"


def test_a_function_refuses_what_it_was_not_compiled_for(found):
    game = GAMES["saludos_amigos"]
    function = found.function(loops_of(game).legal_many.symbol)
    box, tables = game.box_spec.load().copy(), np.zeros(3, game.table)
    masks, rows = np.ones((3, game.actions.size), np.bool_), np.arange(3)
    tables["seat"] = -1
    function(box, tables, masks, rows, 0, 2)
    assert masks.any(axis=1).tolist() == [False, False, True]
    with pytest.raises(TypeError, match=r"legal_many\w+\(\) takes 6 arguments by position"):
        function(box, tables, masks, rows, 0)
    with pytest.raises(TypeError, match="takes 6 arguments by position"):
        function(box, tables, masks, rows, first=0, last=1)
    for wrong in (
        (box, tables, masks[0], rows, 0, 2),
        (box, tables, masks, rows.astype(np.int8), 0, 2),
        (tables, tables, masks, rows, 0, 2),
        (box, tables, masks, rows, 0.5, 2),
        (box, tables, None, rows, 0, 2),
    ):
        with pytest.raises(TypeError):
            function(*wrong)
    with pytest.raises((ValueError, BufferError)):
        function(box, tables[::2], masks, rows, 0, 2)
    assert found.function("nothing") is None


@pytest.mark.parametrize("arguments", ["x", "t3 i", "i " * 65, "5:4", "1", "1:8 " * 33])
def test_arguments_that_no_function_has_are_refused(arguments):
    with pytest.raises(ValueError, match="are no arguments"):
        library.Function(0, "name", arguments.strip(), "-")


@pytest.fixture
def small(tmp_path) -> Path:
    """A library without functions, as it is written for the sources that are there."""
    llvmlite.binding.initialize_native_target()
    llvmlite.binding.initialize_native_asmprinter()
    path = tmp_path / library.file_name("copycat", library.NATIVE)
    make_library(library.digest_of("copycat"), [], library.NATIVE, path)
    assert library.is_current(path, "copycat")
    return path


def test_a_library_that_was_cut_or_changed_is_not_even_loaded(small, monkeypatch):
    content = small.read_bytes()
    monkeypatch.setattr(library.ctypes, "CDLL", None)  # it could end this process

    def replace(content: bytes) -> None:
        small.unlink()  # a loaded library that changes in place would end it, too
        small.write_bytes(content)

    for size in (0, 1, 63, 64, 500, len(content) // 3, len(content) // 2, len(content) - 1):
        for damaged in (content[:size], content[:size] + b"\xff" * (len(content) - size)):
            replace(damaged)
            assert not library.is_current(small, "copycat")
    replace(content + b"x")
    assert not library.is_current(small, "copycat")
    replace(content)
    library.digest_file(small).write_text("")
    assert not library.is_current(small, "copycat")
    library.digest_file(small).unlink()
    assert not library.is_current(small, "copycat")


def test_the_digest_beside_a_library_is_as_programs_check_it(small):
    digest = hashlib.sha256(small.read_bytes()).hexdigest()
    assert library.digest_file(small).read_text() == f"{digest}  copycat.native.so\n"


def test_what_is_made_for_this_processor_serves_those_who_change_nothing(monkeypatch, tmp_path):
    given = {}
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    monkeypatch.setenv("HUSTINGS_LIBRARIES", "elsewhere")
    monkeypatch.setattr("subprocess.run", lambda command, env, check: given.update(env))
    assert [*make_libraries(tmp_path, ["copycat"], [library.NATIVE])]
    changed = {"NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"}  # any value would name another cache
    assert given == {k: v for k, v in os.environ.items() if k not in changed} | {"HUSTINGS_LIBRARIES": ""}
