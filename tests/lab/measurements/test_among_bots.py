"""Agents among bots drawn at random."""

import sys
import tomllib

from hustings.envs import GAMES
from hustings.training.evaluation.tournaments import play_lineups
from measurements import among_bots

GAME = GAMES["saludos_amigos"]


def test_yardsticks_are_not_tuned_on():
    all_of_them = among_bots.drawn_from(GAME, tuning=False)
    assert {"greedy", "greedy:v1", "gambler"} <= set(all_of_them)
    assert set(all_of_them) - set(among_bots.drawn_from(GAME, tuning=True)) == {"greedy:v1"}
    assert "random" not in all_of_them
    assert among_bots.SEED != among_bots.TUNING_SEED


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
