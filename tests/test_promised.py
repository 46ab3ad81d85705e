"""Nothing that users rely on goes, or comes, unseen: the file that lists it is as the package is."""

from . import promised


def test_the_file_says_what_there_is():
    assert promised.FILE.read_text("utf-8") == promised.text(), "read the diff of `python -m tests.promised`"
