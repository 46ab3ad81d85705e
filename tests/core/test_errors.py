"""Messages are one line, and repeat little of what was given."""

import pytest

from hustings.envs.core.errors import HustingsError, error_line

from ..support import ROOT


def test_code_of_a_user_whose_name_begins_like_a_folder_of_the_suite_is_theirs(tmp_path):
    for name in ("agents_mine.py", "training_bot.py"):
        code = compile("1 / 0", str(ROOT / name), "exec")
        with pytest.raises(ZeroDivisionError) as caught:
            exec(code)
        assert error_line(caught.value) == f"ZeroDivisionError: division by zero; {name}, line 1"


def test_a_message_ends():
    assert str(HustingsError("x")) == "x"
    assert len(str(HustingsError("a b" * 10_000))) < 1100
    assert str(HustingsError(f"{'x' * 10**6}: not there; look elsewhere")).endswith(
        "x: not there; look elsewhere"
    )
    path = "/".join(["folder"] * 20)
    assert path in str(HustingsError(f"{path}: not there"))


@pytest.mark.parametrize("odd", ["a\nb", "\x1b[31m", "\x07", "\x9b", "\u2028", "\u202e", "\ud800"])
def test_an_error_is_one_line_that_a_terminal_can_show(odd):
    said = str(HustingsError(f"{odd}: not there; look elsewhere"))
    assert said.isprintable()
    assert said.endswith(": not there; look elsewhere")
    assert repr(odd)[1:-1] in said
