"""The commit hook holds subjects to 72 characters; git runs it as CONTRIBUTING.md says."""

import subprocess

from .support import ROOT

HOOKS = ROOT / ".githooks"
LONGEST = "Liberté: " + "x" * 63


def git(folder, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What git does in a folder that uses the hook."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", f"core.hooksPath={HOOKS}")
    return subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True)


def test_git_asks_the_hook(tmp_path):
    git(tmp_path, "init", "--quiet")
    commit = ("commit", "--allow-empty", "--message")
    assert git(tmp_path, *commit, f"{LONGEST}\n\nThe body may have long lines: {'x' * 100}").returncode == 0
    refused = git(tmp_path, *commit, f"{LONGEST}x")
    assert refused.returncode == 1
    assert "the subject has 73 characters, 72 at most" in refused.stderr
