"""The table of how policies do."""

import contextlib
import sys
import tomllib

import pytest

from hustings.envs import GAMES
from hustings.training import tournament
from measurements import policies


def test_a_policy_sits_alone_among_bots_and_the_best_bot_among_policies(monkeypatch):
    monkeypatch.setattr(policies, "names", lambda game: ["random", "greedy"])
    game = GAMES["saludos_amigos"]
    first = policies.measured(game, 4, "policy", 4, 3)
    assert len(first) == len(policies.COLUMNS)
    assert first[0] == "Saludos Amigos!, 4"
    played = tournament(game, ["policy", "greedy", "greedy", "greedy"], 4, num_players=4, seed=3)
    assert first[2].startswith(f"{100 * played.figures[0].win_share.value:.1f}")
    among = tournament(game, ["greedy", "policy", "policy", "policy"], 4, num_players=4, seed=3)
    assert policies.alone("greedy", "policy", game, 4, 4, 3).value == pytest.approx(
        among.figures[0].win_share.value
    )
    assert first[3].startswith(("`greedy`", "`random`"))


def run(monkeypatch, out, *given):
    """The rows of the file after a run, and the tables that the run measured."""
    played = []

    def row(game, players, policy, games, seed):
        if len(played) == 2 and "stops" in given:
            raise KeyboardInterrupt
        played.append(players)
        return [f"{game.title}, {players}", f"{games}", f"{seed}", policy, ""]

    monkeypatch.setattr(policies, "measured", row)
    words = ["--only", "saludos_amigos", "--out", str(out), *(word for word in given if word != "stops")]
    monkeypatch.setattr(sys, "argv", ["policies.py", *words])
    with contextlib.suppress(KeyboardInterrupt):
        policies.main()
    return [row[0][-1] for row in tomllib.loads(out.read_text())["rows"]], played


def test_what_was_stopped_goes_on_with_the_rows_that_are_missing(tmp_path, monkeypatch, capsys):
    out = tmp_path / "policies.toml"
    assert run(monkeypatch, out, "stops") == (["4", "5"], [4, 5]), "written after every row"
    assert run(monkeypatch, out) == (["4", "5", "6", "7"], [6, 7])
    said = capsys.readouterr()
    assert said.out.count("Saludos Amigos!, 4") == 2
    assert "row 1 of 4: in the file\n" in said.err
    assert run(monkeypatch, out) == (["4", "5", "6", "7"], [])
    assert run(monkeypatch, out, "--games", "8")[1] == [4, 5, 6, 7], "other settings"
    assert run(monkeypatch, out, "--games", "8", "--seed", "3")[1] == [4, 5, 6, 7]
    assert tomllib.loads(out.read_text())["command"].endswith(f"--out {out} --games 8 --seed 3")
    assert run(monkeypatch, out, "--policy", "another", "stops") == (["4", "5"], [4, 5])
    assert "saludos_amigos 1, 4, another, 2000, 11" in out.read_text(), "what a row depends on"
