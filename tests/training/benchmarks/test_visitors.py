"""The table of visitors, in small."""

from hustings.envs import GAMES
from hustings.training import evaluate_in_population
from hustings.training.benchmarks.visitors import COLUMNS, measured


def test_a_row_is_what_the_evaluation_says():
    game = GAMES["saludos_amigos"]
    row = measured(game, 4, "greedy", 200, 29)
    assert len(row) == len(COLUMNS)
    found = evaluate_in_population("greedy", game, games=200, num_players=4, seed=29)
    assert row[2].startswith(f"{100 * found.visitor.win_share.value:.1f} (")
    assert row[-1] == f"{found.deals}"
