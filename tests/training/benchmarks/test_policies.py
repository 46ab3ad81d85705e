"""The table of how policies do."""

import sys
import tomllib

import pytest

from hustings.envs import GAMES
from hustings.training import tournament
from hustings.training.benchmarks import policies


def test_a_policy_sits_alone_among_bots_and_the_best_bot_among_policies(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(policies, "names", lambda game: ["random", "greedy"])
    game, out = GAMES["saludos_amigos"], tmp_path / "policies.toml"
    given = ["--games", "8", "--seed", "3", "--only", "saludos_amigos", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["policies.py", *given])
    policies.main()
    noted = tomllib.loads(out.read_text())
    assert len(noted["rows"]) == len(game.player_counts)
    assert noted["command"].endswith(" ".join(given))
    first = noted["rows"][0]
    assert len(first) == len(noted["columns"])
    assert first[0] == "Saludos Amigos!, 4"
    played = tournament(game, ["policy", "greedy", "greedy", "greedy"], 8, num_players=4, seed=3)
    assert first[2].startswith(f"{100 * played.figures[0].win_share.value:.1f} ")
    among = tournament(game, ["greedy", "policy", "policy", "policy"], 8, num_players=4, seed=3)
    assert policies.alone("greedy", "policy", game, 4, 8, 3).value == pytest.approx(
        among.figures[0].win_share.value
    )
    assert first[4].startswith(("`greedy`", "`random`"))
    assert "Saludos Amigos!, 7" in capsys.readouterr().out
