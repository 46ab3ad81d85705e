"""Strength by time, and exploitability: rows of their tables, in small."""

from functools import partial

import pytest

from hustings.envs import GAMES
from measurements import budgets, exploitability

SALUDOS = GAMES["saludos_amigos"]


@pytest.fixture(autouse=True)
def small(monkeypatch):
    for module in (budgets, exploitability):
        monkeypatch.setattr(module, "seconds_a_playout", lambda *given: 0.001 / 3)
    monkeypatch.setattr(budgets, "FEWEST_DEALS", 2)
    monkeypatch.setattr(exploitability, "ITERATIONS", 3)


def test_as_many_games_as_there_is_time_for():
    asked = [budgets.games_in(minutes, SALUDOS, 4, 0.01) for minutes in (1e-9, 5, 10, 10**9)]
    assert asked[0] == 8, "two deals in all seats"
    assert asked[1] * 2 == pytest.approx(asked[2], rel=0.02)
    assert asked[3] == budgets.MOST_GAMES


def test_a_budget_is_played_as_playouts():
    row = budgets.measured(SALUDOS, 4, "search", 1, 1e-9, 17)
    assert row[:4] == ["Saludos Amigos!, 4", "`search`", "1", "3"]
    assert row[-2:] == ["25", "8"]
    again = budgets.measured(SALUDOS, 4, "search", 1, 1e-9, 17)
    assert row == again, "the games do not depend on the machine"


def test_a_search_exploits(monkeypatch):
    monkeypatch.setattr(exploitability, "exploit", partial(exploitability.exploit, search={"iterations": 3}))
    row = exploitability.by_search(SALUDOS, 4, "greedy", 1e-9, 23)
    assert row[:3] == ["Saludos Amigos!, 4", "`greedy`", "`search`"]
    assert row[-1] == "8"
