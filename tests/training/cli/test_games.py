"""What `describe` says of a game that has only what it needs."""

import pytest

from hustings.envs.core.errors import HustingsError
from hustings.training.cli import games

from ... import pig


@pytest.mark.parametrize(
    ("show", "words"),
    [(games.print_ledger, "no rules come with Pig"), (games.print_guide, "no guide comes with Pig")],
)
def test_what_a_game_does_not_have_is_said(show, words):
    with pytest.raises(HustingsError, match=f"{words}; see hustings describe pig"):
        show(pig.GAME)
