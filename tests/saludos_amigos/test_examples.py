"""What the worked examples of RULES.md show beyond what they say themselves."""

import pytest

from ..transcripts import Play, named
from .playing import Game


@pytest.mark.rule("SAL-3.19", "SAL-3.4")
def test_the_space_of_an_equal_offer_is_taken():
    game = Game(Play(named("saludos_amigos", "SAL-3.19")).to("Fritz: invite Gaby"))
    game.play("4 p0").expect(legal="- p1 p2 p3")  # 6 + 6 do not beat 12


@pytest.mark.rule("SAL-3.19", "SAL-9.1", "SAL-3.21")
@pytest.mark.parametrize(("withdrawal", "forced"), [(True, 0), (False, 1)])
def test_the_negotiation_example_takes_48_decisions(withdrawal, forced):
    """Without withdrawal one of them is forced: a coalition with all who may be invited is complete."""
    play = Play(named("saludos_amigos", "SAL-3.19"), withdrawal=withdrawal)
    play.to()
    assert len(play.actions) == 10 + 48 + 2
    assert len(play.choices) == 10 + 48 - forced + 2
