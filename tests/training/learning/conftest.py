"""The run that the tests of this folder look at."""

import shutil
import sys

import pytest

from hustings.agents.policy import foreign
from hustings.agents.policy.onnx_file.trial import try_out
from hustings.training.learning import warm_start

from .runs import go


@pytest.fixture(scope="package", autouse=True)
def _quick_runs():
    """The tiny game has little to teach, and files of own networks are tried in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(warm_start, "LESSON_GAMES", 24)
        patch.setattr(foreign, "_in_other_process", try_out)
        yield


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    """The folder of a run, not to be changed, and how it ended."""
    out = tmp_path_factory.mktemp("train") / "run"
    return out, go(out, evaluate_seconds=0)


@pytest.fixture
def out(run, tmp_path):
    """A copy of its folder."""
    return shutil.copytree(run[0], tmp_path / "run")


@pytest.fixture
def evil(tmp_path, monkeypatch):
    """A module on the path whose import leaves a trace; the trace."""
    trace = tmp_path / "trace"
    (tmp_path / "evil.py").write_text(f"open({str(trace)!r}, 'w')\nBot = Net = Learns = None\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield trace
    assert not trace.exists()
    assert "evil" not in sys.modules
