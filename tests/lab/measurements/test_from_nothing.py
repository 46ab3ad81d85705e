"""Learning from nothing, measured."""

import sys
import tomllib

import pytest

from measurements import from_nothing


def test_a_row_has_every_seed_and_goes_on_from_the_file(tmp_path, monkeypatch, capsys):
    learnt = []

    def run(game, algorithm, steps, seed, games):
        learnt.append((game.name, algorithm, steps, seed))
        return [90.0 + seed, 10.0 * seed], 1.5

    monkeypatch.setattr(from_nothing, "run", run)
    out = tmp_path / "rows.toml"
    command = [
        "from_nothing.py",
        "--only",
        "copycat",
        "--algorithms",
        "sb3",
        "--steps",
        "64",
        "--out",
        str(out),
    ]
    monkeypatch.setattr(sys, "argv", command)
    from_nothing.main()
    from_nothing.main()
    assert learnt == [("copycat", "sb3", 64, seed) for seed in (1, 2, 3)], "the second time the row is there"
    (row,) = tomllib.loads(out.read_text())["rows"]
    assert row == ["Copycat, 2", "`sb3`", "64", "91.0, 92.0, 93.0", "10.0, 20.0, 30.0", "1.5"]
    assert "row 1 of 1: in the file" in capsys.readouterr().err


@pytest.mark.parametrize("algorithm", from_nothing.ALGORITHMS)
def test_nothing_is_imitated(algorithm, monkeypatch, tmp_path):
    given = {}

    def train(game, **settings):
        given.update(settings, game=game)
        raise KeyboardInterrupt

    monkeypatch.setattr(from_nothing, "train", train)
    monkeypatch.setattr(from_nothing, "ROOT", tmp_path)
    with pytest.raises(KeyboardInterrupt):
        from_nothing.run(from_nothing.GAMES["copycat"], algorithm, 100, 2, 10)
    assert not given.keys() & {"imitate", "start", "opponents"}
    assert (given["algorithm"], given["steps"], given["seed"], given["resume"]) == (algorithm, 100, 2, False)
