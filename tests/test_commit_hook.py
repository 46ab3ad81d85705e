"""The commit hook holds subjects to 72 characters; git runs it as CONTRIBUTING.md says."""

import subprocess

import pytest

from .support import ROOT

HOOKS = ROOT / ".githooks"
LONGEST = "Liberté: " + "x" * 63


def commit(message: str, folder) -> subprocess.CompletedProcess[str]:
    """Try to commit with this message in a new repository that uses the hook."""

    def git(*arguments: str) -> subprocess.CompletedProcess[str]:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", f"core.hooksPath={HOOKS}")
        return subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True)

    git("init", "--quiet")
    return git("commit", "--allow-empty", "--message", message)


@pytest.mark.parametrize(
    "message",
    [LONGEST, f"{LONGEST}\n\nThe body may have lines of any length: {'x' * 100}", f'Revert "{LONGEST}"'],
)
def test_a_short_subject_is_committed(message, tmp_path):
    assert commit(message, tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (LONGEST + "x", "the subject has 73 characters, 72 at most"),
        (f"{LONGEST}x\n\nbody", "the subject has 73 characters, 72 at most"),
        ("Subject\nthat goes on", "leave the second line blank"),
    ],
)
def test_others_are_refused_in_a_line(message, why, tmp_path):
    refused = commit(message, tmp_path)
    assert refused.returncode == 1
    assert why in refused.stderr


def test_the_diff_that_git_shows_does_not_count(tmp_path):
    message = tmp_path / "message"
    message.write_text(f"# {'x' * 80}\nSubject\n\n# ------------------------ >8 ---\ndiff {'x' * 80}\n")
    subprocess.run([HOOKS / "commit-msg", message], check=True)
