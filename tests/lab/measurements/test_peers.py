"""The comparison with other libraries: its arithmetic, its table, and what it does without them."""

import doctest
import json
import sys
from types import SimpleNamespace

import pytest

from hustings.envs import GAMES
from measurements.peers import __main__ as peers
from measurements.peers import contenders, measure
from measurements.peers.contenders import GROUPS, PLAYERS, Group
from measurements.peers.measure import Contender


def figures(*speeds):
    return {"processor": list(speeds), "clock": [speed / 2 for speed in speeds]}


def group(**given):
    ours = {name: figures(200.0, 400.0, 100.0) for name in GAMES}
    return {"title": "as such", "ours": ours, "peers": {}, "notes": {}, "left_out": {}} | given


@pytest.fixture
def clock(monkeypatch):
    """A clock, and a processor that has half of its time."""

    clock = SimpleNamespace(now=0.0)
    clock.perf_counter, clock.process_time = lambda: clock.now, lambda: clock.now / 2
    monkeypatch.setattr(measure, "time", clock)
    return clock


def plays(clock, steps, seconds):
    def play():
        clock.now += seconds
        return steps

    return Contender(play)


def test_a_rate_is_by_the_processors_time_and_by_the_clock(clock):
    assert measure.rate(plays(clock, 10, 0.5), 2.0) == (40.0, 20.0)
    assert measure.rate(plays(clock, 10, 0.5), 0) == (40.0, 20.0), "once at least"


def test_counting_takes_no_part_in_the_time(clock):
    def count(played):
        clock.now += 100
        return len(played)

    slow = plays(clock, "1234567", 1.0)
    assert measure.rate(Contender(slow.play, count), 1.0) == (14.0, 7.0)


def test_the_examples_in_its_pages_run():
    assert doctest.testmod(measure) == (0, 3)


def test_everyone_is_measured_in_turn(clock):
    heard = []

    def hears(name):
        def play():
            heard.append(name)
            clock.now += 1
            return 1

        return Contender(play)

    both = measure.in_turn([hears("a"), hears("b")], 3, 1.0)
    assert heard == ["a", "b"] * 4, "a warm-up and three repetitions"
    assert both == [{"processor": [2.0] * 3, "clock": [1.0] * 3}] * 2


def test_of_several_the_fastest_is_taken(clock):
    slow, fast = plays(clock, 1, 1.0), plays(clock, 3, 1.0)
    assert measure.best([slow, fast, slow], 1.0) is fast


def test_the_table_has_the_median_of_each_repetitions_ratio():
    lines = measure.table([group(peers={"Peer `game`": figures(100.0, 400.0, 1000.0)})]).splitlines()
    assert lines[0] == "| | steps/s | Copycat | Die Macher | Liberté | Saludos Amigos! |"
    assert lines[2] == "| **Hustings, as such** |  | 200 | 200 | 200 | 200 |"
    assert lines[3] == "| Peer `game` | 400 | ×1.0 | ×1.0 | ×1.0 | ×1.0 |"
    assert {line.count("|") for line in lines} == {3 + len(GAMES)}


def test_a_ratio_has_two_digits_that_count():
    speeds = (2.0, 87.0, 140.0, 996.0, 1240.0, 123_400.0)
    shown = [measure._times(figures(ours), figures(100.0)) for ours in speeds]
    assert shown == ["×0.02", "×0.87", "×1.4", "×10", "×12", "×1234"]


def test_a_game_that_could_not_be_measured_has_an_empty_cell():
    ours = {"liberte": figures(50.0)}
    lines = measure.table([group(ours=ours, peers={"Peer": figures(5.0)})]).splitlines()
    assert lines[2:] == ["| **Hustings, as such** |  |  |  | 50.0 |  |", "| Peer | 5.0 |  |  | ×10 |  |"]


def test_the_remarks_say_how_steady_the_ratios_are():
    steady, unsteady = figures(100.0, 200.0, 50.0), figures(200.0, 200.0, 200.0)
    said = measure.remarks([group(peers={"a": steady}), group(peers={"b": unsteady})])
    assert said == ["Ratios are medians; half of the repetitions lie within 25 % (of the unsteadiest 50 %)."]


def test_a_peer_that_is_not_installed_is_a_line_and_the_others_are_measured(monkeypatch):
    monkeypatch.setitem(sys.modules, "catanatron", None)
    monkeypatch.setattr(peers.os, "sched_setaffinity", lambda *_: None, raising=False)
    others = {"Catanatron": contenders.catanatron, "Another": lambda: Contender(lambda: 1, note="as it is")}
    quick = Group("quick", lambda game: Contender(lambda: 1), others, repetitions=1, seconds=0)
    found = peers.measured(quick)
    assert list(found["ours"]) == list(GAMES)
    assert list(found["peers"]) == ["Another"]
    line, note, _ = measure.remarks([found])
    assert line.startswith("Catanatron is left out: ModuleNotFoundError: ")
    assert line.endswith("; measurements/README.md says what to install")
    assert note == "Another: as it is"


def test_a_group_whose_process_fails_is_a_line_and_the_others_stand(monkeypatch, tmp_path, capsys):
    def run(command, **_):
        fails = "batch" in command
        if not fails:
            file = command[command.index("--out") + 1]
            peers.Path(file).write_text(json.dumps(group()))
        return peers.subprocess.CompletedProcess(command, int(fails), "", "Traceback\nOut of memory\n")

    monkeypatch.setattr(peers.subprocess, "run", run)
    peers.main(tmp_path / "peers.json", ["batch", "compiled"])
    kept = json.loads((tmp_path / "peers.json").read_text())
    assert len(kept["groups"]) == 1
    assert kept["players"] == PLAYERS
    assert {"processor", "cores", "date", "pettingzoo", "numba"} <= set(kept["machine"])
    printed = capsys.readouterr()
    assert "batch: its process ended with 1: Out of memory" in printed.err
    assert "| **Hustings, as such** |" in printed.out


@pytest.mark.parametrize("name", ["documented", "environment", "python", "observed", "compiled", "batch"])
def test_hustings_plays_in_every_group(name, monkeypatch):
    monkeypatch.setattr(contenders, "SIZES", (2, 4))
    ours = GROUPS[name].ours(GAMES["saludos_amigos"])
    for _ in range(3):
        assert ours.count(ours.play()) > 0
