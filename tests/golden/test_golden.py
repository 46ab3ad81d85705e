"""Everything goes as it did when it was recorded: play, bots, searches, texts, policies, training."""

import difflib

import pytest

from hustings.envs import GAMES

from .networks import POLICIES, RUNS
from .playthrough import SEEDS, file_of, playthrough
from .record import KINDS, differing, recorded

CLOSER = (
    "to look closer at texts, run `python -m tests.golden.record --dump FOLDER` here and at the commit "
    "before, and compare them with `diff -r`; if it is on purpose, `make golden GAME={}`"
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


def kinds(game: str) -> list[str]:
    """The kinds of which a game has something: not every game has a policy, or a short run of training."""
    some = {"policy": POLICIES, "training": RUNS}
    return [kind for kind in KINDS if game in some.get(kind, GAMES)]


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in GAMES for kind in kinds(game)])
def test_it_is_as_recorded(game, kind):
    wrong = differing(recorded(game).get(kind, {}), KINDS[kind](game))
    if wrong:
        more = f" and {len(wrong) - 1} more" * (len(wrong) > 1)
        pytest.fail(f"{game}, {kind}: {wrong[0]}{more}; {CLOSER.format(game)}", pytrace=False)
