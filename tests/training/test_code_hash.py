"""The hash of the code that results depend on."""

from hustings.training.code_hash import without_prose


def test_the_code_of_a_leaderboard_leaves_out_prose():
    code = '"""One."""\n\ndef play():\n    """Two\n    lines."""\n    # three\n    return "four"  # five\n'
    assert without_prose(code) == 'def play():\n    return "four"  # five'
    assert without_prose(code.replace("One", "1").replace("# three\n", "\n")) == without_prose(code)
    assert without_prose(code.replace("four", "4")) != without_prose(code)
