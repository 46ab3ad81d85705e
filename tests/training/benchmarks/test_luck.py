"""The table of what subtracting luck is worth."""

import sys
import tomllib

from hustings.envs import GAMES
from hustings.training import tournament
from hustings.training.benchmarks import luck


def test_a_row_says_what_the_tournament_says(tmp_path, monkeypatch):
    monkeypatch.setattr(luck, "LINEUPS", {"saludos_amigos": [("greedy", "gambler")]})
    out = tmp_path / "luck.toml"
    given = ["--games", "16", "--only", "saludos_amigos", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["luck.py", *given])
    luck.main()
    noted = tomllib.loads(out.read_text())
    (row,) = noted["rows"]
    assert noted["command"].endswith(" ".join(given))
    assert len(row) == len(noted["columns"])
    played = tournament(
        GAMES["saludos_amigos"], ["greedy", *["gambler"] * 3], 16, seed=luck.SEED, variance_reduction=True
    )
    assert row[:4] == [
        "Saludos Amigos!, 4",
        "`greedy` among `gambler`",
        "16",
        f"{played.games_worth:.1f} times the games",
    ]
