"""Actions and things in words."""

import re

import pytest

from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.actions import ACTIONS
from hustings.envs.die_macher.table import DECISIONS
from hustings.envs.die_macher.text.describe import cabinet_in_words, land_name, stand_code, stand_in_words

from ...support import met
from .. import playing as p
from .positions import FINANCE, FULL, POLL, SAME, WON


def test_cards_and_lands_in_words():
    game = p.lay("MEDIA")
    names = [land_name(game.box, game.table, region) for region in (0, -1, 4)]
    assert names == ["Nordrhein-Westfalen", "region 0", "region 5"]
    assert stand_in_words(game.box, 9) == "Euro: later"
    assert [stand_code(game.box, kind) for kind in range(14)] == p.STANDS
    assert stand_code(game.box, 11, doubled=True) == "--hea"
    assert cabinet_in_words(game.box, 1) == "Backbencher (1): 3 votes"
    expected = "Foreign Minister (6, telephone): 8 votes, media, trend up 2, another's down 1"
    assert cabinet_in_words(game.box, 5) == expected
    able = {f"cabinet_{name}": [0, 0, *[1] * 6] for name in ("votes", "doubler", "media", "up", "down")}
    box = p.own_box(cabinet_phone=[0, *[1] * 7], **able)[0]
    assert cabinet_in_words(box, 1) == "Backbencher (1, telephone): nothing else"


FACTOR = {"opinions": {1: "+eur"}, "trend": {1: [2]}, "programmes": {0: "+eur"}}
CONVERT = {"region": 1, "meetings": {1: [6]}, **FACTOR}
GENES = "Genetic engineering"

# A phase, a position, what is done in it, and then all that is legal, with its words
LEGAL = [
    ("LOBBY", FINANCE, "doubler", {
        "-gen": f"Take the doubler off {GENES}: no", "+eur": "Double Euro: now"}),
    ("LOBBY", FINANCE, "media", {"p1": "Put out a media marker of player_1"}),
    ("NEXT_COALITION", {**SAME, "options": {"coalition_passes": 1}}, "p2 -", {
        "-": "Ask nobody else for a coalition", "p1": "Ask player_1 for a coalition",
        "f1": "Force player_1 into a coalition", "f2": "Force player_2 into a coalition"}),
    ("POLL_BID", {"region": 1, "cash": [6] * 3, "bid": [0, 4, 0], "bidder": 1}, "5 6 -", {
        "-": "Bid no more for the poll"}),
    ("POLL_BID", {"cash": [1, 6, 6], "options": {"poll_auction": "blind"}}, "", {
        "0": "Bid nothing for the poll", "1": "Bid 1 thousand for the poll"}),
    ("PUBLISH", {**POLL, "options": {"poll_members_dice": 1}}, "", {
        "-": "Suppress the poll, for 1 die of members", "y": "Publish the poll"}),
    ("NATIONAL_CARD", {**WON, "national": "+eur -gen"}, "", {
        "-": "Place no more opinions on the national board",
        "+gen": f"Place {GENES}: yes on the national board, instead of {GENES}: no",
        "+eur": "Secure Euro: now on the national board",
        "+spe": "Place Spelling reform: yes on space 3 of the national board"}),
    ("NATIONAL_CARD", {**WON, "opinions": {0: "+spe"}, "national": FULL}, "", {
        "-": "Place no more opinions on the national board",
        "+spe": "Place Spelling reform: yes on the national board"}),
]  # fmt: skip


@pytest.mark.rule("MAC-14.16")
@pytest.mark.parametrize(("phase", "position", "done", "words"), LEGAL)
def test_what_may_be_done_in_words(phase, position, done, words):
    options = position.get("options", {})
    game = p.dealt(**options).lay(
        phase, **{name: value for name, value in position.items() if name != "options"}
    )
    game.do(done)
    game.expect(legal=" ".join(words))
    assert game.said(" ".join(words)) == [*words.values()]


def test_a_box_of_ones_own_in_words():
    box = {"contribution_risk": 0, "contribution_refusal": 0, "sheet_members": 0}
    box |= {"sheet_item": [[0, 0, 2]] * 3, "sheet_amount": [[2, 3, 1]] * 3}
    assert p.dealt(box=box).said("o1.1 o2.1 a2 x5") == [
        "Section 1, option 1: trend 2, trend 3, 1 meeting",
        "Section 2, option 1: nothing",
        "Accept 10 thousand",
        "Refuse 50 thousand",
    ]


@pytest.mark.parametrize("meetings", [1, 5, 6])
@pytest.mark.parametrize("trend", [-1, 0, 3])
@pytest.mark.parametrize("votes", [0, 44, 50])
def test_the_votes_named_are_the_votes_won(meetings, trend, votes):
    game = p.lay("CONVERT", **{**CONVERT, "trend": {1: [trend]}, "votes": {1: [votes]}})
    (words,) = game.said(str(meetings))
    named = int(re.search(r"into (no|\d+) vote", words)[1].replace("no", "0"))
    assert game.play(f"0 {meetings}").fact("votes")[1][0] - votes == named


@pytest.mark.rule("MAC-14.16")
def test_words_never_fail_whatever_the_phase():
    """Also where an action is not legal."""
    box = p.BOX[0]
    for table in met(GAME, 5)[::150].copy():
        for table.phase in range(DECISIONS + 1):
            words = [GAME.describe(box, table, action) for action in range(ACTIONS.size)]
            assert all(each[0].isupper() and len(each) <= 100 for each in words)
