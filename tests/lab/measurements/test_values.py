"""The table of values, in small."""

import pytest

from hustings.envs import GAMES
from hustings.training import values
from hustings.training.evaluation.display import format_short_percent
from measurements.values import COLUMNS, REPEATS, measured


@pytest.mark.slow
def test_rows_are_what_is_measured():
    game = GAMES["copycat"]
    own, other = (measured(game, seat, 8, 3) for seat in (0, 1))
    found = values("policy", game, games=8, positions=8, repeats=REPEATS, num_players=2, seed=3)
    figures, known = found.calibration.seats, found.ceiling.rewards
    assert len(own) == len(other) == len(COLUMNS)
    assert own[:2] == ["Copycat, 2", "on turn"]
    assert own[3:5] == [format_short_percent(each) for each in (figures[0].observed, figures[0].explained)]
    assert own[5] == format_short_percent(known[0].ceiling)
    assert own[8] == format_short_percent(known[2].ceiling)
    assert other[1:3] == ["1 after", f"{100 * figures[1].predicted.value:.0f}"]
    assert other[5:] == [""] * 4
