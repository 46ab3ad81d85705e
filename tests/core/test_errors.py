"""Messages are one line, and repeat little of what was given."""

import pytest

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError, error_line

from .. import tinygame
from ..support import ROOT

GAME = tinygame.GAME
LONG = "x" * 5000


@pytest.mark.parametrize("call", [
    lambda: GameBatch(GAME, LONG), lambda: GameBatch(GAME, 2, LONG), lambda: GameBatch(GAME, 2, seed=LONG),
    lambda: GameBatch(GAME, 2, box=LONG), lambda: GameBatch(GAME, 2, box={LONG: 1}),
    lambda: GameBatch(GAME, 2, options={LONG: 1}), lambda: GameBatch(GAME, 2, options=[LONG]),
    lambda: GameBatch(GAME, 2, reward=LONG), lambda: make(LONG, GAME), lambda: make(f"random:{LONG}=1", GAME),
    lambda: make(f"search:iterations={'9' * 5000}", GAME), lambda: make(f"search:guide={LONG}", GAME),
    lambda: make(f"human:{LONG}", GAME), lambda: make(f"{LONG}:{LONG}", GAME),
])  # fmt: skip
def test_what_was_given_is_repeated_as_far_as_tells_which_it_is(call):
    with pytest.raises(HustingsError) as caught:
        call()
    assert 20 < len(str(caught.value)) < 800


def test_code_of_a_user_whose_name_begins_like_a_folder_of_the_suite_is_theirs(tmp_path):
    for name in ("agents_mine.py", "training_bot.py"):
        code = compile("1 / 0", str(ROOT / name), "exec")
        with pytest.raises(ZeroDivisionError) as caught:
            exec(code)
        assert error_line(caught.value) == f"ZeroDivisionError: division by zero; {name}, line 1"


def test_a_message_ends():
    assert str(HustingsError("x")) == "x"
    assert str(HustingsError("a b" * 10_000)).startswith("a ba b")
    assert len(str(HustingsError("a b" * 10_000))) < 1100
    path = "/".join(["folder"] * 20)
    assert path in str(HustingsError(f"{path}: not there"))
