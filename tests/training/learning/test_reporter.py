"""What a run says where no bar can move."""

import io
import time

import numpy as np
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


def test_a_long_run_has_no_more_charts_than_a_short_one(tmp_path, monkeypatch):
    run, written = new_run(tmp_path), set()
    monkeypatch.setattr(run.reporter, "_write", lambda step: written.update(run.reporter._figures))
    for update in range(9):
        run.pool.freeze(run.network.weights(), update)
        run.pool.drop_departed(np.empty(0))
        run.reporter.updated(run.state, run.pool, {}, 1.0)
    assert {tag for tag in written if tag.endswith("beaten")} == {f"pool/snapshot_{k}/beaten" for k in (1, 2)}
