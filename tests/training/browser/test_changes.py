"""What is marked on a picture: what says something new, and not what has only moved."""

import pytest

from hustings.envs import GAMES
from hustings.training.browser.changes import MOST, changed_parts, most_telling, said_by

from ... import drawn
from ...support import label
from .matches import a_match, played_by_bots


def a_part(name: str, x: int, words: str, title: str, extra: str = "") -> str:
    return (
        f'<g data-thing="{name}"><rect class="f-soft s-line" x="{x}"/>{extra}'
        f'<text class="f-ink" x="{x}">{words}</text><title>{title}</title></g>'
    )


def marked(before: str, now: str) -> list[str]:
    return changed_parts(said_by(before), said_by(now))


def test_what_moves_is_not_marked_and_what_says_something_else_is():
    before = a_part("card 1", 10, "Danton", "Danton, face up") + a_part(
        "card 2", 20, "Marat", "Marat, face up"
    )
    moved = a_part("card 1", 10, "Marat", "Marat, face up") + a_part("card 2", 90, "Sade", "Sade, face up")
    assert marked(before, before.replace('x="', 'x="7')) == []
    assert marked(before, before.replace("s-line", "s-ink").replace('"f-ink"', '"f-ink b"')) == []
    assert marked(before, moved) == ["card 2"], "Marat lies elsewhere, Sade is new"
    assert marked(before, before.replace("f-soft", "f-red")) == ["card 1", "card 2"]
    assert (
        marked(before, a_part("card 1", 10, "Danton", "Danton, face up", "<g><circle class='f-none'/></g>"))
        == []
    )


def test_a_part_says_nothing_of_the_parts_in_it():
    inner = '<g transform="translate(1, 2)">' + a_part("stack 1", 5, "1", "1 block") + "</g>"
    said = said_by(a_part("province 0", 0, "Paris", "Paris", inner))
    assert said["province 0"].words == ("Paris",)
    assert said["stack 1"].title == "1 block"


def test_a_card_that_others_have_used_before_is_marked_where_it_is_used_now():
    def parts(*used: bool) -> str:
        return "".join(
            a_part(f"card {seat} 3", 0, "4", f"Card 4{'; used' * one}") for seat, one in enumerate(used)
        )

    assert marked(parts(True, False, False), parts(True, False, True)) == ["card 2 3"]


def test_heads_and_signs_that_explain_are_not_marked():
    card = a_part("card 1", 10, "Danton", "Danton")
    assert marked(card, card + a_part("sign 1", 0, "+", "yes") + a_part("head 2", 0, "VP", "VP")) == []


def test_what_the_news_is_about_comes_first():
    said = said_by(
        "".join(a_part(f"cash {seat}", 0, "1", f"Cash of player_{seat}: 1 thousand") for seat in range(9))
        + a_part("meeting 1 4", 0, "3", "Meetings of player_4 in Berlin: 3")
    )
    chosen = most_telling(said, said, ["player_4 holds 2 meetings in Berlin.", "player_7 pays 1 thousand."])
    assert len(chosen) == MOST
    assert {"meeting 1 4", "cash 7"} <= set(chosen)


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_marks_of_a_game_are_few_and_true(game):
    """Everything marked says something that it did not say at the viewer's last decision."""
    match = played_by_bots(a_match(",".join(["human"] + ["greedy"] * (game.max_players - 1)), game), 0)
    then, marks = {}, 0
    while not match.over and match.number < 120:
        view = match.view(0)
        now = drawn.parts(view.picture)
        assert len(view.changed) <= MOST
        for name in view.changed:
            assert now[name] != then.get(name), name
        marks += len(view.changed)
        then = now
        played_by_bots(match, 1)
    assert marks
    assert not match.over or not match.view(0).changed
