"""The table of critical positions, in small."""

from hustings.envs import GAMES
from hustings.training import quiz
from hustings.training.evaluation.display import format_percent
from measurements.quiz import COLUMNS, measured


def test_a_row_is_what_the_quiz_says():
    row, found = measured(GAMES["saludos_amigos"], "greedy", 3), quiz("greedy", "saludos_amigos", seed=3)
    assert len(row) == len(COLUMNS)
    assert row == [
        "Saludos Amigos!, 4",
        "`greedy`",
        format_percent(found.accuracy),
        format_percent(found.regret),
    ]
