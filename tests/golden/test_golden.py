"""Everything goes as it did when it was recorded: play, bots, searches, texts, policies, training."""

import pytest

from hustings.envs import GAMES

from .record import KINDS, SLOW, differing, recorded

CLOSER = (
    "to look closer, run `python -m tests.golden.record --dump FOLDER` (texts, for `diff -r`) or `--exact` "
    "(finer digests) here and at the commit before; if it is on purpose, `make golden`"
)


def cases() -> list:
    """Every kind of every game, those left out of which there is nothing."""
    return [
        pytest.param(game, kind, marks=[pytest.mark.slow] * (kind in SLOW))
        for kind in KINDS
        for game in GAMES
        if not recorded(game) or kind in recorded(game)
    ]


@pytest.mark.parametrize(("game", "kind"), cases())
def test_it_is_as_recorded(game, kind):
    wrong = differing(recorded(game).get(kind, {}), KINDS[kind](game, False))
    if wrong:
        more = f" and {len(wrong) - 1} more" * (len(wrong) > 1)
        pytest.fail(f"{game}, {kind}: {wrong[0]}{more}; {CLOSER}", pytrace=False)
