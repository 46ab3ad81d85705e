"""What a seat observes, beside what observed.py says of every block: its order, its limits, its secrets."""

import numpy as np
import pytest

from hustings.envs import die_macher_v0
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.table import (
    FACE_DOWN,
    IN_DECK,
    IN_HAND,
    POLL_IN_DECK,
    POLLS,
    PUBLISHED,
    SEEN,
    UNSEEN,
    Lobby,
)

from . import playing as p


@pytest.mark.rule("MAC-14.4")
def test_sizes_of_the_observation():
    assert [p.deal(players).games.observation_size for players in (3, 4, 5)] == [750, 843, 936]
    blocks = [block.name for block in GAME.observation(4)]
    assert (blocks[0], blocks[-1]) == ("phase", "contribution")


@pytest.mark.rule("MAC-14.4", "MAC-14.5", "MAC-0.7", "MAC-0.30", "MAC-12.10")
@pytest.mark.parametrize("who", range(4))
def test_observations_begin_with_ones_own_seat(who):
    """Everybody's money and points, who starts, whose partner somebody is, how many elections are to come."""
    programmes = {0: "+nuc +wel", 1: "+nuc +wel", 2: "-wel", 3: "+nuc +wel"}
    game = p.lay(
        "PUBLISH", 4, seat=2, start=3, round_number=4, poll=0, programmes=programmes, allies=[(0, 2)],
        national="+nuc -eur +wel!", national_media={1: [0, 3], 3: [0]}, cash=[1, 20, 40, 100],
        members=[12, 30, 9, 12], seats_won={0: [10, 20, 0, 3], 2: [1, 2, 3, 4]}, poll_zone={0: SEEN + 2},
    )  # fmt: skip
    # Seats, media, members and prizes; nuclear power 15, secured welfare 10 + 5
    points = [11 + 45 + 12 + 3 + 30, 22 + 0 + 30 + 10 + 30, 3 + 0 + 9, 7 + 25 + 12 + 3 + 30]
    game.expect(scores=points)
    ally = [(2 - who) % 4 + 1, 0, (0 - who) % 4 + 1, 0]
    for name, scale, values in (
        ("cash", 64, [1, 20, 40, 64]), ("wealth", 1024, [1, 20, 40, 100]), ("points", 1024, points),
        ("place", 4, [1, 2, 3, 0]), ("ally", 5, ally), ("polls_seen", 32, [0, 0, 1, 0]),
    ):  # fmt: skip
        assert game.sees(who, name, scale) == [values[(who + places) % 4] for places in range(4)], name
    assert (game.sees(who, "round", 7), game.sees(who, "elections", 7)) == ([4], [3])


@pytest.mark.rule("MAC-14.4")
def test_parts_of_a_phase_are_observed():
    game = p.lay("LOBBY_PLAYER", seat=1, region=3, acting=Lobby.TREND_DOWN + 1, lobby={3: ".EB"})
    for who in range(3):
        assert game.sees(who, "acting") == [0, 0, 0, 0, 1]
        assert np.flatnonzero(game.sees(who, "acting_card")).tolist() == [4]
    position = {
        "votes": {0: [50, 0, 50]},
        "arrival": {0: [1, 0, 2]},
        "media": {0: [1, 0, 1]},
        "opinions": {0: "+gen"},
    }
    game = p.lay("ELECTION", **position).expect("NATIONAL_MEDIA 2")
    for who in range(3):
        first = [[0, 1, 0], [0] * 3, [1, 0, 0]]
        assert game.sees(who, "winner") == [entry for k in range(3) for entry in first[(who + k) % 3]]
        assert (game.sees(who, "cards_due", 2), game.sees(who, "by_a_nose")) == ([1, 0, 0], [1])


@pytest.mark.rule("MAC-14.8")
def test_large_numbers_are_cut_off():
    """Everything stays within -1 and 1, with the largest numbers that there can be too."""
    box = {"poll_change": -6, "national_points": 50, "national_figures": 20, "secured_points": 50}
    rows = {"votes": {0: [50] * 3}, "trend": {0: [3, -3, 0]}, "seats_won": dict.fromkeys(range(3), 120)}
    stands = {
        "opinions": {0: "+wel ++gen ++nuc ++hom"},
        "programmes": {0: p.FIVE, 2: "-wel -hom -gen -eur +spe"},
    }
    game = p.deal(box=box).lay(
        "PUBLISH", poll=3, cash=[5000, 129, 128], members=[999, 128, 0], national="+eur +hea!",
        national_media={1: [0], 2: [0], 3: [0]}, **rows, **stands,
    ).write(meetings={0: [30] * 3}, media={0: [20] * 3}, doublers=20)  # fmt: skip
    assert all(np.abs(game.games.observe(seat=who)).max() <= 1 for who in range(3))
    for name in ("cash", "wealth", "members", "points", "meetings", "media", "doublers"):
        assert game.sees(0, name)[0] == 1, name
    assert (
        game.sees(0, "national")[p.STANDS.index("+eur")]
        == game.sees(0, "figures")[p.STANDS.index("+hea")]
        == 1
    )
    assert game.sees(0, "factor", 16)[0] == 3 + 1 + 6
    assert game.sees(0, "poll") == [-1, -1, -1]


@pytest.mark.rule("MAC-14.5")
def test_the_state_has_everything_hidden_things_too():
    raw = die_macher_v0.raw_env(num_players=3, seed=1, ask_forced=True)
    raw.reset()
    fields = [field for field in GAME.table_fields if field.name not in ("seed", "draws")]
    assert raw.state().shape == (sum(int(np.prod(field.shape)) for field in fields),) == raw.state_space.shape
    before = raw.state()
    raw.games.tables["bid"][0, 1] = 150
    changed = np.flatnonzero(raw.state() != before)
    assert raw.state()[changed].tolist() == [0.5]
    assert raw.state_space.contains(raw.state())


# --- Who sees what -------------------------------------------------------------------------------

FORMS = {
    "SHEET": ("o1.1 r0 r0 r0 o2.1", "o1.2 r3 r3 r3 o2.1", {}),
    "SHEET 2": ("o1.1 r0 r0 r0 o2.3 r1 r2", "o1.1 r0 r0 r0 o2.3 r2 r3", {}),
    "START_BID": ("0", "9", {}),
    "POLL_BID": ("0", "9", {"poll_auction": "blind"}),
    "PLACE_LOBBY": ("A - - -", "B - - -", {}),
    "CONTRIBUTION": ("a1", "x5", {}),
    "CONTRIBUTION in turn": ("x1", "x5", {"contribution": "in_turn"}),
    "DISCARD": ("-eur", "-hea", {}),
}


@pytest.mark.rule("MAC-14.6", "MAC-14.15")
@pytest.mark.parametrize("form", FORMS)
def test_a_choice_is_seen_by_nobody_else_before_all_have_chosen(form):
    """Observations, boards, news and masks of the others are the same whatever was chosen."""
    *choices, options = FORMS[form]
    shown: list[list] = [[], [], []]
    for words in choices:
        for who in range(3):
            game = p.deal(**options)
            round_number, hands = int(not form.startswith("SHEET")), {0: "-eur -hea -spe"}
            game.lay(form.split()[0], round_number=round_number, hands=hands, programmes={0: p.FIVE})
            told = game.told(f"0 {words}", who)
            masks = game.fact("legal") if form != "DISCARD" else None
            shown[who].append((told, game.games.observe(seat=who).tolist(), game.games.board(0, who), masks))
    assert [one == other for one, other in shown] == [False, True, True]


@pytest.mark.rule("MAC-14.22")
def test_polls_that_one_has_seen_are_observed():
    """Published ones by all, others by who has seen them; of others' it is known how many."""
    zones = [SEEN + 0, PUBLISHED, SEEN + 1, SEEN + 1, UNSEEN, SEEN + 2, POLL_IN_DECK, SEEN + 2]
    game = p.lay("PUBLISH", seat=2, poll=5, poll_zone=zones)
    for who, own in enumerate(({0: 2}, {2: 2, 3: 2}, {5: 4, 7: 2})):
        polls = {1: 1, **own}
        assert game.sees(who, "polls", 4) == [polls.get(poll, 0) for poll in range(POLLS)]
        assert game.sees(who, "polls_seen", 32) == [[1, 2, 2][(who + k) % 3] for k in range(3)]
    game.play("2 y")
    assert [game.sees(who, "polls", 4)[1:6:4] for who in range(3)] == [[1, 3]] * 3


@pytest.mark.rule("MAC-14.23", "MAC-14.6")
def test_what_the_last_shuffle_of_programmes_tells_is_observed():
    """All saw cards 9 and 11 go there with shuffle 2, seat 0 card 30; card 10 went with the one before."""
    game = p.lay("MEDIA", programme_shuffle=2, programme_deck=3, zone=1, returned={9: 2, 10: 1, 11: 2})
    for card, zone, drawn in (
        (1, IN_HAND + 1, 1), (5, IN_HAND + 1, 2), (11, IN_HAND + 2, 2), (20, FACE_DOWN + 1, 1),
        (9, IN_DECK, 0), (10, IN_DECK, 0), (30, IN_DECK, 0),
    ):  # fmt: skip
        game.write(zone={card: zone}, drawn={card: drawn})
    game.table["own_returned"][0, 30] = 2
    for who, kinds in enumerate(({2: 2, 7: 1}, {2: 2}, {2: 1})):
        assert game.sees(who, "returned", 4) == [kinds.get(kind, 0) for kind in range(14)]
        for name, scale, row in (
            ("hand_size", 4, [0, 2, 1]),
            ("fresh", 4, [0, 1, 1]),
            ("face_down", 32, [0, 1, 0]),
        ):
            assert game.sees(who, name, scale) == [row[(who + k) % 3] for k in range(3)]
