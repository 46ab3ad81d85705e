"""Learning from nothing, measured."""

import json
import sys
import tomllib

import pytest

from measurements import from_nothing, runs


def test_a_row_has_every_seed(tmp_path, monkeypatch):
    learnt = []

    def run(game, algorithm, steps, seed, games):
        learnt.append((game.name, algorithm, steps, seed))
        return [90.0 + seed, 10.0 * seed]

    monkeypatch.setattr(from_nothing, "run", run)
    out = tmp_path / "rows.toml"
    command = f"from_nothing.py --only copycat --algorithms sb3 --steps 64 --out {out}".split()
    monkeypatch.setattr(sys, "argv", command)
    from_nothing.main()
    assert learnt == [("copycat", "sb3", 64, seed) for seed in (1, 2, 3)]
    (row,) = tomllib.loads(out.read_text())["rows"]
    assert row == ["Copycat, 2", "`sb3`", "64", "91.0, 92.0, 93.0", "10.0, 20.0, 30.0"]


@pytest.mark.parametrize("algorithm", from_nothing.ALGORITHMS)
def test_nothing_is_imitated(algorithm, monkeypatch, tmp_path):
    given = {}

    def train(game, **settings):
        given.update(settings, game=game)
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "train", train)
    monkeypatch.setattr(from_nothing, "ROOT", tmp_path)
    with pytest.raises(KeyboardInterrupt):
        from_nothing.run(from_nothing.GAMES["copycat"], algorithm, 100, 2, 10)
    assert not given.keys() & {"imitate", "start", "opponents"}
    assert (given["algorithm"], given["steps"], given["seed"], given["resume"]) == (algorithm, 100, 2, False)


def test_the_curves_of_all_seeds_are_drawn(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(from_nothing, "ROOT", tmp_path)
    for algorithm, better in (("ppo", 0.1), ("sb3", 0.0)):
        for seed in from_nothing.SEEDS:
            folder = from_nothing.folder_of(from_nothing.GAMES["copycat"], algorithm, 64, seed)
            folder.mkdir(parents=True)
            (folder / "settings.json").write_text(json.dumps({"num_players": 2}))
            shares = {bot: [0.2 * seed + better, 0.0, 1.0] for bot in from_nothing.BOTS}
            evaluations = [
                {"steps": steps, "seconds": steps, "num_players": 2, "win_shares": shares}
                for steps in (0, 32, 64)
            ]
            (folder / "evaluations.json").write_text(json.dumps(evaluations))
    games = [from_nothing.GAMES[name] for name in ("copycat", "liberte")]
    figure = from_nothing.plot(games, from_nothing.ALGORITHMS, [64])
    assert [axis.get_title("left") for axis in figure.axes] == [
        "Copycat, 2, among random",
        "Copycat, 2, among greedy",
        "Liberté, 4, among random",
        "Liberté, 4, among greedy",
    ]
    fair, *lines = figure.axes[1].lines
    assert list(fair.get_ydata()) == [0.5, 0.5]
    assert [list(line.get_xdata()) for line in lines] == [[0, 32, 64]] * 2
    assert [line.get_ydata()[0] for line in lines] == pytest.approx([0.5, 0.4])
    bands = [band.get_paths()[0].vertices[:, 1] for band in figure.axes[1].collections]
    assert [(low.min(), low.max()) for low in bands] == [pytest.approx((0.3, 0.7)), pytest.approx((0.2, 0.6))]
    assert len(figure.axes[2].lines) == 1, "no runs of this game yet"
    command = ["from_nothing.py", "--only", "copycat", "--steps", "64", "--plot"]
    monkeypatch.setattr(sys, "argv", [*command, str(tmp_path / "curves.svg")])
    from_nothing.main()
    assert "<svg" in (tmp_path / "curves.svg").read_text()
    for file, steps, said in (("curves.txt", "64", "end it in .png"), ("other.svg", "65", "learn first")):
        monkeypatch.setattr(sys, "argv", [*command[:4], steps, "--plot", str(tmp_path / file)])
        with pytest.raises(SystemExit):
            from_nothing.main()
        assert said in capsys.readouterr().err
