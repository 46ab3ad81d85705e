"""The package as it is installed: what is in it, how it starts, what its pages say."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import tarfile
import textwrap
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

import hustings
import hustings.agents
import hustings.envs
import hustings.training
from hustings.envs import GAMES

from .core.engine.test_library import PLAY, WITHOUT_NUMBA
from .support import ROOT, brought, run, run_python

PARTS = ("envs", "agents", "training")
PAGES = [
    *ROOT.glob("*.md"),
    *(page for part in (*PARTS, "notebooks") for page in (ROOT / part).rglob("*.md")),
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def modules() -> list[str]:
    found = ["hustings"]
    for part in (hustings.envs, hustings.agents, hustings.training):
        found.append(part.__name__)
        found += [module.name for module in pkgutil.walk_packages(part.__path__, part.__name__ + ".")]
    return found


def unpacked_wheel(folder: Path, **environment: str) -> list[str]:
    """Build a wheel and unpack it in `folder`/site; the names of its files."""
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    done = run([*build, "--wheel-dir", str(folder), str(ROOT)], timeout=1800, env=os.environ | environment)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
        return archive.namelist()


def run_unpacked(folder: Path, code: str) -> subprocess.CompletedProcess:
    """Run code with hustings from an unpacked wheel, and its libraries if it has any."""
    environment = {name: value for name, value in os.environ.items() if name != "HUSTINGS_LIBRARIES"}
    code = f"import sys; sys.path[:0] = {[str(folder / 'site'), *sys.path]!r}\n{code}"
    return run([sys.executable, "-S", "-c", code], env=environment)


def test_the_wheel_has_everything_and_imports(tmp_path):
    names = unpacked_wheel(tmp_path, HUSTINGS_PROCESSORS="")
    sources = (path for part in PARTS for path in (ROOT / part).rglob("__init__.py"))
    assert {"hustings/__init__.py", *(f"hustings/{path.relative_to(ROOT)}" for path in sources)} <= {*names}
    for part in ("", *(f"{part}/" for part in PARTS)):
        assert f"hustings/{part}py.typed" in names
    for game in GAMES:
        for file in ("box.toml", "RULES.md", "PLAY.md", "picture.svg"):
            assert f"hustings/envs/{game}/{file}" in names
    outside = "tests", "package", "notebooks", "studies", "docs", "hustings/training/policies", *PARTS
    assert not any(name.startswith(f"{folder}/") for folder in outside for name in names)
    code = "import hustings.envs as e; print(e.__file__); [e.GAMES[n].box_spec.load() for n in e.GAMES]"
    assert str(tmp_path) in run_unpacked(tmp_path, code).stdout
    code = "import hustings; print(hustings.__file__, len(hustings.make('liberte').possible_agents))"
    for folder in (tmp_path, ROOT):
        done = run_unpacked(tmp_path, f"import os; os.chdir({str(folder)!r})\n{code}")
        assert done.stdout.startswith(str(tmp_path)), done.stderr


@pytest.mark.slow
def test_a_wheel_with_libraries_plays_without_numba(tmp_path):
    names = unpacked_wheel(tmp_path)
    (processor,) = {name.split(".")[-2] for name in names if "/libraries/" in name}
    for game in GAMES:
        library = f"hustings/envs/core/native/libraries/{game}.{processor}"
        assert {f"{library}.so", f"{library}.sha256"} <= set(names)
        code = WITHOUT_NUMBA + textwrap.dedent(PLAY.format(name=game))
        done = run_unpacked(tmp_path, code)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert done.stdout


@pytest.mark.slow
def test_the_sdist_has_everything_that_its_tests_need(tmp_path):
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    parts = *PARTS, "tests", "docs", "notebooks", ".ci", "build_backend"
    kept = [path for part in parts for path in (ROOT / part).rglob("*")]
    kept += [path for path in ROOT.glob("*") if path.suffix in (".md", ".toml", ".txt", ".in", ".py")]
    kept += [ROOT / "LICENSE", ROOT / "Makefile"]
    wanted = {
        str(path.relative_to(ROOT)) for path in kept if path.is_file() and path.suffix not in (".pyc", ".so")
    }
    assert wanted <= held, wanted - held


def needing(extra: str) -> set[str]:
    """The distributions of an extra, as modules."""
    requirements = PROJECT["project"]["optional-dependencies"][extra]
    return {re.match(r"[\w-]+", requirement)[0].replace("-", "_") for requirement in requirements} - {
        "hustings"
    }


def without_extras(code: str, *extras: str) -> subprocess.CompletedProcess:
    """Run code where nothing of any extra, or of some, is installed."""
    names = set().union(*map(needing, extras or ("cli", "play", "train")))
    missing = f"""
        import sys
        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in {names}:
                    raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
        sys.meta_path.insert(0, Missing())
    """
    return run_python(textwrap.dedent(missing) + textwrap.dedent(code))


def test_environments_and_bots_need_no_extra():
    code = """
        import numpy as np
        from hustings.agents import make
        from hustings.envs import GAMES, SeatEnv, saludos_amigos_v0
        game = GAMES["saludos_amigos"]
        env = saludos_amigos_v0.env(seed=1)
        env.reset()
        env.step(int(env.last()[0]["action_mask"].argmax()))
        assert env.unwrapped.games.picture(0).startswith("<svg")
        SeatEnv(game, opponents=make("greedy", game)).reset(seed=1)
        print("played")
    """
    done = without_extras(code)
    assert done.stdout.endswith("played\n"), done.stderr


NEEDING = {
    "from hustings.training import main; main()":
        "hustings: the command line needs rich: pip install 'hustings[cli]'",
    "make('human', game)": "a person at the terminal needs rich: pip install 'hustings[cli]'",
    "make('.', game)": "a trained policy needs onnxruntime: pip install 'hustings[cli]'",
    "import hustings.agents; hustings.agents.PolicyAgent": "a trained policy needs onnxruntime",
    "from hustings.training import tournament": "a tournament needs rich: pip install 'hustings[cli]'",
    "from hustings.training import train": "training needs torch: pip install 'hustings[train]'",
    "from hustings.envs import SeatEnv\nenv = SeatEnv(game, render_mode='rgb_array')\n"
    "env.reset()\nenv.render()":
        "a picture in pixels needs matplotlib: pip install 'hustings[play]'",
    "sys.modules['pyspiel'] = None\nimport hustings.envs.openspiel":
        "a game for OpenSpiel needs pyspiel: pip install 'hustings[openspiel]'",
}  # fmt: skip


def test_what_needs_an_extra_says_which():
    code = f"""
        import os, sys, traceback
        from hustings.agents import make
        from hustings.envs import GAMES
        game = GAMES["saludos_amigos"]
        for code in {list(NEEDING)}:
            if child := os.fork():
                status = os.waitpid(child, 0)[1]
                print(os.waitstatus_to_exitcode(status), end="\\0", file=sys.stderr, flush=True)
                continue
            try:
                exec(code)
                os._exit(0)
            except SystemExit as error:
                print(error, file=sys.stderr)
            except Exception:
                traceback.print_exc()
            os._exit(1)
    """
    done = without_extras(code)
    assert done.returncode == 0, done.stderr
    said = done.stderr.split("\0")[:-1]
    for code, line, words in zip(NEEDING, NEEDING.values(), said, strict=True):
        *_, last, status = words.splitlines()
        assert status != "0", code
        assert line in last.replace("typer", "rich"), code


@pytest.mark.parametrize("extra", ["cli", "train"])
def test_an_extra_brings_what_its_names_import(extra):
    there = brought(f"hustings[{extra}]").keys()
    missing = [
        module
        for module, parts in metadata.packages_distributions().items()
        if module != "hustings" and not there & set(map(canonicalize_name, parts))
    ]
    names = [name for name, row in hustings.training._LAZY.items() if row[2] in ("cli", extra)]
    code = f"""
        import sys
        sys.modules |= dict.fromkeys({missing})
        import hustings.training, hustings.training.cli
        for name in {names}:
            getattr(hustings.training, name)
    """
    done = run_python(textwrap.dedent(code))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("extra", "code", "line"), [
    ("llm", "import sys; sys.argv = ['hustings', 'mcp']\nfrom hustings.training import main; main()",
     "hustings: a server for MCP needs mcp: pip install 'hustings[llm]'\n"),
    ("ray", "from hustings.training.cluster import RayExecutor",
     "a cluster needs ray: pip install 'hustings[ray]'\n"),
    ("play", "import sys; sys.argv = ['hustings', 'play', 'saludos_amigos', '--browser']\n"
             "from hustings.training import main; main()",
     r"hustings: a game in the browser needs \w+: pip install 'hustings[play]'\n"),
])  # fmt: skip
def test_what_needs_one_extra_alone_says_so(extra, code, line):
    done = without_extras(code, extra)
    assert done.returncode == (1 if extra == "ray" else 2)
    assert re.search(line.replace("[", r"\[") + r"\Z", done.stderr), done.stderr


def test_imports_are_light_and_come_when_they_are_asked_for():
    code = """
import sys
import hustings
heavy = [name for name in ("numpy", "gymnasium", "hustings.envs", "hustings.training") if name in sys.modules]
assert not heavy, heavy
import hustings.training
heavy = [name for name in ("numba", "torch", "matplotlib", "rich", "hustings.envs") if name in sys.modules]
assert not heavy, heavy
import hustings.envs
from hustings.envs import GAMES
assert list(GAMES)
heavy = [name for name in ("numba", "torch", "matplotlib", "hustings.agents") if name in sys.modules]
games = [name for name in GAMES if f"hustings.envs.{name}" in sys.modules]
assert not heavy and not games, (heavy, games)
from hustings import liberte_v0, make
assert hustings.__version__ == hustings.envs.__version__
assert liberte_v0 is hustings.envs.liberte_v0
assert set(hustings.envs.PAGES) | {"make", "sb3_vec_env", "training"} <= set(dir(hustings))
assert not [name for name in ("torch", "numba") if name in sys.modules]
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_made_by_its_name_as_by_its_module(name):
    module = getattr(hustings, f"{name}_v{GAMES[name].version}")
    most = max(GAMES[name].player_counts)
    there = module.env(num_players=most, reward="win")
    there.reset(seed=5)
    for given in (name, f"{name}_v{GAMES[name].version}", GAMES[name]):
        env = hustings.make(given, num_players=most, reward="win")
        env.reset(seed=5)
        assert type(env) is type(there)
        assert (env.state() == there.state()).all()


def test_a_game_that_there_is_not_is_named():
    for name in ("chess", "liberte_v7"):
        with pytest.raises(hustings.envs.HustingsError, match=f"^unknown game '{name}'; choose from copycat"):
            hustings.make(name)
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
            getattr(hustings, name)
    for wrong in (None, 3, ["liberte"]):
        with pytest.raises(hustings.envs.HustingsError, match="is not a Game; take one of hustings"):
            hustings.make(wrong)


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "Makefile", ROOT / "pyproject.toml"], ids=lambda page: str(page.relative_to(ROOT))
)
def test_pages_name_extras_and_groups_that_there_are(page):
    extras, groups = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]
    text = page.read_text("utf-8")
    named = re.findall(r"""["'](?:\.|hustings)\[([\w,]+)\]""", text)
    assert {name for some in named for name in some.split(",")} <= set(extras)
    assert set(re.findall(r"--group (\w+)", text)) <= set(groups)


def test_extras_that_the_code_names_are_there():
    code = [path.read_text("utf-8") for part in PARTS for path in (ROOT / part).rglob("*.py")]
    named = {name for text in code for name in re.findall(r"""\bextra\("(\w+)"|hustings\[(\w+)\]'""", text)}
    named = {one or other for one, other in named} - {"name"}  # an example's
    named |= {needed for _, _, needed, _ in hustings.training._LAZY.values()}
    assert named | {"all"} == set(PROJECT["project"]["optional-dependencies"])


@pytest.mark.parametrize("name", modules())
def test_every_module_imports_says_what_it_is_and_its_examples_run(name):
    module = importlib.import_module(name)
    assert (module.__doc__ or "").strip(), name
    failures, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert failures == 0
