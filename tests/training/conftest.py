"""The command line in this process, refusing what it is given."""

import sys

import pytest

from hustings.training.cli import main


@pytest.fixture
def complaint(monkeypatch, capfd, tmp_path):
    """Runs a wrong command in a folder: checks status 2, and returns the one line that it ends with."""

    def run(*arguments, folder=tmp_path) -> str:
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["hustings", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capfd.readouterr()
        assert (ended.value.code, said.out, said.err.count("\n")) == (2, "", 1), said
        assert said.err.startswith("hustings: ")
        return said.err

    return run
