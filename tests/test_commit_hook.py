"""The commit hook holds subjects to 72 characters; git runs it as CONTRIBUTING.md says."""

import subprocess

import pytest

from .support import ROOT

HOOKS = ROOT / ".githooks"
LONGEST = "Liberté: " + "x" * 63


def git(folder, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What git does in a folder that uses the hook."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", f"core.hooksPath={HOOKS}")
    return subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True)


def hook(message: str, folder) -> subprocess.CompletedProcess[str]:
    """What the hook says of a message."""
    file = folder / "message"
    file.write_text(message, encoding="utf-8")
    return subprocess.run([HOOKS / "commit-msg", file], capture_output=True, text=True)


def test_git_asks_the_hook(tmp_path):
    git(tmp_path, "init", "--quiet")
    commit = ("commit", "--allow-empty", "--message")
    assert git(tmp_path, *commit, f"{LONGEST}\n\nThe body may have long lines: {'x' * 100}").returncode == 0
    refused = git(tmp_path, *commit, f"{LONGEST}x")
    assert refused.returncode == 1
    assert "the subject has 73 characters, 72 at most" in refused.stderr


def test_the_second_line_is_blank(tmp_path):
    refused = hook("Subject\nthat goes on", tmp_path)
    assert refused.returncode == 1
    assert "leave the second line blank" in refused.stderr


@pytest.mark.parametrize("message", [
    f'Revert "{LONGEST}"',  # a subject by git itself
    f"# {'x' * 80}\nSubject\n\n# ------------------------ >8 ---\ndiff {'x' * 80}\n",  # a diff that git shows
])  # fmt: skip
def test_what_git_adds_does_not_count(message, tmp_path):
    assert hook(message, tmp_path).returncode == 0
