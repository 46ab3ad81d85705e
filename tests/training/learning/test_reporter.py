"""What a run says where no bar can move."""

import io
import time

from rich.console import Console

from hustings.training.learning import reporter

from .runs import new_run


def test_something_is_said_now_and_then_where_no_bar_moves(tmp_path, monkeypatch):
    monkeypatch.setattr(reporter, "_SILENCE", 0.05)
    said = io.StringIO()
    run = new_run(tmp_path)
    run.reporter._console = Console(file=said, width=200)
    run.evaluate()
    with run.reporter.measuring(tmp_path / "policy", 30):
        run.evaluator.final(30, run.reporter.doing)
        time.sleep(0.2)
    lines = said.getvalue().splitlines()
    assert "0 decisions" in lines[0]
    assert lines[1] == f"measuring {tmp_path / 'policy'} in 30 games against each bot ..."
    assert "measuring against 2 x random: 30 of 30 games ..." in lines[2:]
