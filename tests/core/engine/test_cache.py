"""Compiled code on disk: made once for all processes and installations, never stale, in nobody's way."""

import ast
import importlib
import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.engine import cache
from hustings.envs.core.engine.cache import KEPT_FOLDERS, TAG, TAG_TEXT, drop_old

from ...support import ROOT, copied_package, printed_by, run_python

CORE = ROOT / "envs" / "core"
posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners and modes here")
# One small function of a game, called with a table of zeros, and how it came to be.
SCORE = """
    import numba, numpy as np
    from hustings.envs import GAMES
    game = GAMES["saludos_amigos"]
    box, table = game.box_spec.load().copy()[0], np.zeros(1, game.table)[0]
    score = game.score.dispatcher
    score.compile(tuple(map(numba.typeof, (box, table, 0))))
    assert score(box, table, 0) == 0
    stats = score.stats
    print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def score(folder: Path, **environment: str) -> tuple[int, int, str]:
    """Run `SCORE` with this cache: how often it was loaded, how often compiled, and what was said."""
    done = run_python(SCORE, NUMBA_CACHE_DIR=str(folder), **environment)
    assert done.returncode == 0, done.stderr
    hits, misses = done.stdout.split()
    return int(hits), int(misses), done.stderr


def files(folder: Path) -> list[Path]:
    """The kept functions."""
    return [path for path in folder.rglob("*-*") if path.is_file() and path.suffix != ".lock"]


def test_a_second_process_loads_what_the_first_compiled_as_does_a_second_installation(tmp_path):
    for i in range(5):
        (tmp_path / f"saludos_amigos-run{i}").mkdir()
    said = "hustings: compiling the code of saludos_amigos that is not cached yet\n"
    assert score(tmp_path) == (0, 1, said)
    assert score(tmp_path) == (1, 0, "")
    assert len(list(tmp_path.glob("saludos_amigos-run*"))) == 5, "numba's folder has others' files, too"
    site = copied_package(tmp_path / "site")
    code = SCORE + f"\n    import hustings.envs\n    assert {str(site)!r} in hustings.envs.__file__"
    done = run_python(code, NUMBA_CACHE_DIR=str(tmp_path), first_on_path=site.parent)
    assert (done.stdout, done.stderr) == ("1 0\n", "")


def test_the_folder_is_named_by_what_goes_into_the_code_and_nothing_else(tmp_path):
    code = 'from hustings.envs.core.engine.cache import cache_folder; print(cache_folder("saludos_amigos"))'

    def folder(**options):
        return Path(printed_by(code, NUMBA_CACHE_DIR=str(tmp_path), **options).strip())

    plain = folder()
    assert plain.parent == tmp_path / "hustings"
    assert folder() == plain
    assert folder(NUMBA_BOUNDSCHECK="1") != plain
    assert folder(NUMBA_OPT="1") != plain
    assert folder(NUMBA_NUM_THREADS="1") == plain
    (tmp_path / "yaml.py").write_text("def load(*_, **__): return {}\nSafeLoader = None\n")
    assert folder(first_on_path=tmp_path) == plain  # numba notes whether there is a yaml


def test_an_edit_in_a_bot_does_not_compile_the_rules_again(tmp_path):
    site = copied_package(tmp_path)
    code = """
        from hustings.envs.core.engine.cache import cache_folder
        for name in ("copycat", "copycat_bots", "liberte_bots"):
            print(cache_folder(name).name)
    """

    def folders():
        return run_python(code, first_on_path=tmp_path).stdout.split()

    before = folders()
    with (site / "agents" / "copycat" / "greedy" / "weights.py").open("a") as file:
        file.write("# edited\n")
    after = folders()
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True]


def test_an_edit_after_the_import_is_not_compiled_and_the_next_process_does_not_get_the_old_code(tmp_path):
    site = copied_package(tmp_path / "site")
    code = f"""
        from pathlib import Path
        import numba, numpy as np
        from hustings.envs import GAMES
        game = GAMES["saludos_amigos"]
        if {{edit}}:
            file = Path({str(site)!r}, "envs", "saludos_amigos", "rules", "final_count.py")
            file.write_text(file.read_text().replace("return ", "return 7 + "))
        box, table = game.box_spec.load().copy()[0], np.zeros(1, game.table)[0]
        score = game.score.dispatcher
        print(score(box, table, 0), sum(score.stats.cache_hits.values()))
    """
    here = {"NUMBA_CACHE_DIR": str(tmp_path), "first_on_path": site.parent}
    assert run_python(code.format(edit=True), **here).stdout == "0 0\n"
    for hits in (0, 1):
        assert run_python(code.format(edit=False), **here).stdout == f"7 {hits}\n"


def made_compiled(path: Path) -> list:
    """The compiled functions that a module defines."""
    name = "hustings." + ".".join(path.relative_to(ROOT).with_suffix("").parts)
    made = vars(importlib.import_module(name)).values()
    return [function for function in made if hasattr(function, "py_func") and function.__module__ == name]


def imports(path: Path) -> list[ast.ImportFrom]:
    return [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]


def test_the_core_compiles_nothing_outside_its_engine_and_brings_it_no_numbers():
    for path in CORE.rglob("*.py"):
        if path.parent.name != "engine" and path.name != "__init__.py":
            assert not made_compiled(path), path
    for path in (CORE / "engine").glob("*.py"):
        for node in imports(path):
            if node.level == 2 and node.module != "native":  # which says whether C calls the libraries
                module = importlib.import_module(f"hustings.envs.core.{node.module}")
                brought = [getattr(module, alias.name) for alias in node.names]
                numbers = [value for value in brought if isinstance(value, int | float | tuple | np.ndarray)]
                assert not numbers, path


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_tells_brings_nothing_that_is_compiled(game):
    folder = CORE.parent / game
    for path in folder.rglob("*.py"):
        if path.parent.name == "text":
            assert not made_compiled(path), path
        elif path != folder / "__init__.py":
            assert not [node for node in imports(path) if (node.module or "").split(".")[0] == "text"], path


def test_a_pickled_bot_is_loaded_by_another_process_not_compiled():
    code = """
        import pickle, sys, numpy as np
        from hustings.agents import make
        from hustings.envs import GAMES
        from hustings.envs.core.api.batch import GameBatch
        game = GAMES["saludos_amigos"]
        if {write}:
            make("greedy", game).act(GameBatch(game, 1), np.arange(1))
            sys.stdout.buffer.write(pickle.dumps(make("greedy", game)))
        else:
            agent = pickle.loads(bytes.fromhex({content!r}))
            agent.act(GameBatch(game, 1), np.arange(1))
            print(sum(agent.compiled.dispatcher.stats.cache_misses.values()))
    """
    command = [sys.executable, "-c", textwrap.dedent(code).format(write=True, content="")]
    pickled = subprocess.run(command, check=True, capture_output=True, timeout=300).stdout
    assert len(pickled) < 300, "a name, not a function"
    done = run_python(code.format(write=False, content=pickled.hex()))
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_of_four_processes_that_start_cold_one_compiles_and_the_others_wait(tmp_path):
    together = f"""
        import pathlib, sys, time
        from hustings.envs import GAMES
        GAMES["saludos_amigos"]
        pathlib.Path({str(tmp_path)!r}, sys.argv[1]).touch()
        while len(list(pathlib.Path({str(tmp_path)!r}).glob("ready-*"))) < 4:
            time.sleep(0.001)
    """
    code = textwrap.dedent(together) + textwrap.dedent(SCORE)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    started = [
        subprocess.Popen([sys.executable, "-c", code, f"ready-{i}"], env=environment, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for i in range(4)
    ]  # fmt: skip
    ends = [process.communicate(timeout=120) for process in started]
    assert sorted(out for out, _ in ends) == ["0 1\n", "1 0\n", "1 0\n", "1 0\n"]
    said = "".join(errors for _, errors in ends)
    assert said.count("compiling the code of saludos_amigos that is not cached yet") == 1
    assert said.count("waiting for another process that compiles saludos_amigos") == 3


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files as Linux does")
def test_a_full_disk_costs_only_time_and_is_said_once(tmp_path):
    full = """
        import resource, signal, sys
        sys.dont_write_bytecode = True  # Python would leave half a file
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
    """
    kept = {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}  # it would keep half of that
    done = run_python(textwrap.dedent(full) + textwrap.dedent(SCORE), **kept)
    assert (done.returncode, done.stdout) == (0, "0 1\n"), done.stderr
    assert done.stderr.count("compiled code cannot be kept in") == 1
    assert not files(tmp_path), "half a file stays behind"


def ours(parent: Path, number: int, used: float) -> Path:
    folder = parent / f"some_game-{number:016x}"
    folder.mkdir()
    (folder / TAG).write_text(TAG_TEXT)
    os.utime(folder / TAG, (used, used))
    return folder


def test_the_longest_unused_folders_go_but_never_the_current_one_or_what_is_not_ours(tmp_path):
    names = ("run1", "00000000000000ff", "results", "0")
    bystanders = [*(tmp_path / f"some_game-{name}" for name in names), tmp_path / "another-1"]
    for path in bystanders:
        path.mkdir()
        (path / "mine").write_text("precious")
    (bystanders[1] / TAG).write_text("Signature: 8a477f597d28d172789f06886806bc55\n# Somebody else's.\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / TAG).write_text(TAG_TEXT)
    link = tmp_path / "some_game-00000000000000aa"
    link.symlink_to(elsewhere)
    current = ours(tmp_path, 0, used=0)
    others = [ours(tmp_path, i, used=1e9 + i) for i in range(1, 3 * KEPT_FOLDERS)]
    drop_old(current, "some_game")
    kept = sorted(path for path in tmp_path.iterdir() if cache.is_ours(path, "some_game"))
    assert kept == [current, *others[-KEPT_FOLDERS + 1 :]]
    assert all((path / "mine").read_text() == "precious" for path in bystanders)
    assert link.is_symlink()
    assert (elsewhere / TAG).exists()


@posix
def test_what_is_kept_can_be_written_by_nobody_else_whatever_the_umask(tmp_path):
    score_with = "    import os; os.umask(0)\n" + SCORE
    assert run_python(score_with, NUMBA_CACHE_DIR=str(tmp_path)).stdout == "0 1\n"
    root = tmp_path / "hustings"
    folders = [path for path in root.iterdir() if path.is_dir()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in (root, *folders)} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files(root)} == {0o600}
    (file,) = files(root)
    file.chmod(0o666)
    hits, misses, said = score(tmp_path)
    assert (hits, misses) == (0, 1)
    assert f"{file} belongs to others or can be written by them; it is compiled again" in said
    assert score(tmp_path) == (1, 0, "")


@posix
def test_no_code_is_loaded_from_a_folder_that_others_can_write(tmp_path):
    folder = tmp_path / "hustings"
    score(tmp_path)
    kept = {path: path.read_bytes() for path in files(tmp_path)}
    folder.chmod(0o777)
    hits, misses, said = score(tmp_path)
    assert (hits, misses) == (0, 1)
    assert f"hustings: {folder} belongs to others or can be written by them, so no code is loaded" in said
    assert {path: path.read_bytes() for path in files(tmp_path)} == kept
    folder.chmod(0o700)
    for mode, found in ((0o777, tmp_path), (0o1777, None), (0o755, None)):  # sticky, as /tmp
        tmp_path.chmod(mode)
        assert cache._unsafe(folder) == found


@posix
@pytest.mark.parametrize(("mode", "mine", "own", "others"), [
    (0o100600, True, True, False), (0o100664, True, True, False), (0o100664, True, False, True),
    (0o100666, True, True, True), (0o100600, False, True, True), (0o040775, True, True, False),
    (0o040775, True, False, True), (0o041777, True, False, False), (0o041777, False, False, True),
])  # fmt: skip
def test_who_else_could_write(mode, mine, own, others, monkeypatch):
    monkeypatch.setattr(cache, "_is_own_group", lambda group: own)
    user = os.geteuid() if mine else os.geteuid() + 1
    assert cache.others_can_write(os.stat_result((mode, 0, 0, 1, user, 100, 0, 0, 0, 0))) is others


@posix
@pytest.mark.parametrize(("own", "mode"), [(True, 0o700), (False, 0o775)])
def test_a_folder_for_ones_own_group_is_mended_and_for_others_refused(own, mode, tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "_is_own_group", lambda group: own)
    folder = tmp_path / "hustings"
    folder.mkdir()
    folder.chmod(0o775)
    assert cache._unsafe(folder) == (None if own else folder)
    assert stat.S_IMODE(folder.stat().st_mode) == mode


# What a folder that somebody has sent may have in it, with a YAML that reads it.
SETTINGS = "cache_dir: {folder}\nopt: 1\n"
YAML = """
def safe_load(file):
    return dict(line.strip().split(": ") for line in file)
"""


@pytest.mark.parametrize("first", ["", "import numba"], ids=["by hustings", "by somebody else"])
def test_the_current_folder_does_not_say_where_code_is_loaded_from(first, tmp_path):
    (tmp_path / "yaml.py").write_text(YAML)
    (tmp_path / ".numba_config.yaml").write_text(SETTINGS.format(folder=tmp_path))
    code = f"""
        import os
        os.chdir({str(tmp_path)!r})
        if not os.environ["NUMBA_CACHE_DIR"]:
            del os.environ["NUMBA_CACHE_DIR"]
        {first}
        from hustings.envs import GAMES
        from hustings.envs.core.engine import cache
        import yaml
        GAMES["saludos_amigos"].score.dispatcher
        import numba
        numba.core.config.reload_config()
        print(cache.cache_root(), numba.config.CACHE_DIR, int(numba.config.OPT), yaml.safe_load.__name__)
    """
    usual = str(cache.platformdirs.user_cache_dir("hustings", appauthor=False))
    done = run_python(code, first_on_path=tmp_path, NUMBA_CACHE_DIR="")
    theirs = f"{tmp_path} 1" if first else " 3"
    assert (done.stdout, done.stderr) == (f"{usual} {theirs} safe_load\n", "")
    named = run_python(code, first_on_path=tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "mine"))
    assert named.stdout.split()[0] == str(tmp_path / "mine" / "hustings")
