"""The worked examples of RULES.md come out as told, and it is noticed when they do not."""

import pytest

from hustings.envs import GAMES

from .transcripts import Play, deal, named, transcripts

EXAMPLES = [transcript for game in GAMES for transcript in transcripts(game)]


@pytest.mark.parametrize("transcript", EXAMPLES, ids=lambda transcript: "-".join(transcript.rules))
def test_an_example_comes_out_as_told(transcript):
    play = Play(transcript)
    asked = play.to()
    unasked = deal(transcript, ask_forced=False)
    for action in play.choices:
        unasked.step([action])
    assert asked.tables.tobytes() == unasked.tables.tobytes()


@pytest.mark.parametrize(("old", "new", "message"), [
    ("Reiner: pass", "Fritz: pass", "Fritz: Reiner is on turn"),
    ("drop the proposal", "burn the proposal", "'burn the proposal': 'burn' matches no choice"),
    ("offer your own 9", "offer your own 9 and 7", "too many words"),
    ("=> mug 21", '=> "player_1 refuses"', "is not in "),
    ("=> phase CALL", "=> Reiner may: call no council", "legal are also Call a council: push a 2"),
    ("mug 9", "mug 10", "mug 10: it is \\[9\\]"),
    ("share 0 0 7 0 0", "share 0 7 0 0 0", "it is \\[0, 0, 7, 0, 0\\]"),
    ("phase FLOOR", "phase SET", "it is \\['FLOOR'\\]"),
])  # fmt: skip
def test_what_is_not_so_is_noticed(old, new, message):
    told = named("saludos_amigos", "SAL-3.19")
    lines = [(number, line.replace(old, new)) for number, line in told.lines]
    assert lines != told.lines
    with pytest.raises(AssertionError, match=rf"RULES.md, line \d+: .*{message}"):
        Play(told._replace(lines=lines)).to()
