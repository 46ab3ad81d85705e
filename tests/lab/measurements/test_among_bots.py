"""Agents among bots drawn at random."""

import sys
import tomllib

from hustings.training.evaluation.tournaments import play_lineups
from measurements import among_bots


def test_all_agents_meet_the_same_bots_from_every_seat(tmp_path, monkeypatch, capsys):
    played = []

    def noted(game, entrants, lineups, *args, **kwargs):
        played.append((entrants, lineups, play_lineups(game, entrants, lineups, *args, **kwargs)))
        return played[-1][2]

    monkeypatch.setattr(among_bots, "play_lineups", noted)
    out = tmp_path / "table.toml"
    given = ["--only", "saludos_amigos", "--games", "40", "--agents", "greedy", "random", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["among_bots.py", *given])
    among_bots.main()
    (_, first, one), (_, second, other) = played
    assert first == second
    assert (one.deals == other.deals).all()
    assert one.games == 40
    for deal in set(one.deals):
        seats = [(row == 0).nonzero()[0].tolist() for row in one.seatings[one.deals == deal]]
        assert sorted(seats) == [[0], [1], [2], [3]], "alone, once in each seat"
    rows = tomllib.loads(out.read_text())["rows"]
    assert [row[1] for row in rows] == ["`greedy`", "`random`"]
    assert all(len(row) == len(among_bots.COLUMNS) for row in rows)
    assert "Saludos Amigos!, 4" in capsys.readouterr().out
