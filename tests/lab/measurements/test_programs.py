"""The table of programs' rates, in small."""

import pytest

from hustings.envs import GAMES
from measurements.programs import WANTS, rate


@pytest.mark.parametrize("wants", list(WANTS))
def test_a_rate_is_of_whatever_the_program_wants(wants):
    assert 100 < rate(GAMES["saludos_amigos"], 4, WANTS[wants], 300) < 10**7
