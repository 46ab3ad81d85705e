"""Everything goes as it did when it was recorded: play, bots, searches, texts, policies, training."""

import difflib

import pytest

from hustings.envs import GAMES

from .playthrough import SEEDS, file_of, playthrough
from .record import KINDS, SLOW, differing, recorded

CLOSER = (
    "to look closer, run `python -m tests.golden.record --dump FOLDER` (texts, for `diff -r`) or `--exact` "
    "(finer digests) here and at the commit before; if it is on purpose, `make golden GAME={}`"
)
DIFF = 40
"""So many lines of a playthrough's diff are shown."""


@pytest.mark.parametrize(("game", "players"), [(game, n) for game, seeds in SEEDS.items() for n in seeds])
def test_a_game_goes_as_it_is_told(game, players):
    file, now = file_of(game, players), playthrough(game, players)
    before = file.read_text(encoding="utf-8") if file.is_file() else ""
    if before != now:
        lines = difflib.unified_diff(before.splitlines(), now.splitlines(), file.name, "now", lineterm="")
        shown = "\n".join(line for line, _ in zip(lines, range(DIFF)))
        pytest.fail(f"{shown}\n\nif that is on purpose, `make golden GAME={game}`", pytrace=False)


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
        pytest.fail(f"{game}, {kind}: {wrong[0]}{more}; {CLOSER.format(game)}", pytrace=False)
