"""Media markers and the exchange of opinions."""

import pytest

from hustings.envs.die_macher.rules.common import factor_of

from . import playing as p

OPEN = "+wel +gen +eur +hea"  # four open opinions
POOL = "+hom +nuc -spe -wel +gen -eur"
ALL_REGIONS = "- r0 r1 r2 r3"


def buying(players: int = 3, start: int = 0, **position) -> p.Game:
    """The start player is to buy a media marker."""
    return p.lay("MEDIA", players=players, seat=start, start=start, **position)


def exchanging(media, opinions=None, options=None, players: int = 3, pool=POOL, **position) -> p.Game:
    """All markers are bought, {region: seats' markers}; opinions are exchanged."""
    game = p.dealt(players, **(options or {}))
    return game.lay("NEXT_SWAP", media=media, opinions=opinions or {0: OPEN}, pool=pool, **position)


# --- Buying --------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-6.1", "MAC-6.2", "MAC-0.2", "MAC-0.7")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_in_turn_buys_one_marker(players):
    game, bought = buying(players, start=2), [0] * players
    for places in range(players):
        who = (2 + places) % players
        game.expect(f"MEDIA {who}", legal=ALL_REGIONS).do("r3")
        bought[who] = 1
        game.expect(
            cash=[25 - 4 * n for n in bought], media={3: bought}, media_supply=[5 - n for n in bought]
        )
    game.expect("MEDIA 2")


@pytest.mark.rule("MAC-6.2", "MAC-0.7")
@pytest.mark.parametrize(
    ("cash", "round_number", "regions"), [(0, 1, 0), (3, 1, 0), (4, 4, 4), (7, 5, 3), (9, 6, 2)]
)
def test_a_marker_must_be_paid_and_goes_to_any_region_in_play(cash, round_number, regions):
    game = buying(cash=[cash, 25, 25], round_number=round_number)
    game.expect(legal=ALL_REGIONS[: 1 + 3 * regions])


@pytest.mark.rule("MAC-6.3", "MAC-6.4", "MAC-13.19")
def test_passing_is_not_final_and_one_may_go_on_while_all_others_pass():
    game = buying().play("0 -, 1 -, 2 r0, 0 r1, 1 -, 2 -").expect("MEDIA 0")  # the last buyer is asked again
    game.play("0 r1, 1 r2, 2 -, 0 -").expect("MEDIA 1").play("1 -")
    assert game.phase != "MEDIA"
    game.expect(media=[[0, 0, 1], [2, 0, 0], [0, 1, 0], [0] * 3])
    game = buying(start=1)
    for region in (0, 1, 0, 1, 0):
        game.play(f"1 r{region}, 2 -, 0 -")
    game.expect("MEDIA 1", media_supply=[5, 0, 5], cash=[25, 5, 25]).play("1 -").expect("SWAP_OUT 1")


@pytest.mark.rule("MAC-6.5", "MAC-0.18", "MAC-1.11")
@pytest.mark.parametrize(
    ("there", "room"),
    [([2, 2, 0], True), ([2, 2, 1], False), ([5, 0, 0], False), ([3, 3, 0], False), ([3, 3, 3], False)],
)
def test_a_full_region_takes_no_more(there, room):
    game = buying(media={1: there})
    for seat in range(3):
        sold = ALL_REGIONS if room else "- r0 r2 r3"
        game.expect(legal=sold if game.fact("media_supply")[seat] else "-").play(f"{seat} -")


@pytest.mark.rule("MAC-6.2", "MAC-6.5", "MAC-13.19")
def test_the_last_space_is_sold_and_price_and_spaces_are_those_of_the_box():
    buying(media={1: [2, 1, 1]}).play("0 r1").expect(legal="- r0 r2 r3")
    game = p.dealt(box={"media_price": 7, "media_spaces": 2})
    game.lay("MEDIA", media={0: [1, 1, 0], 1: [0, 1, 0]}, cash=[14, 6, 25]).expect(legal="- r1 r2 r3")
    game.play("0 r1").expect(cash=[7, 6, 25], legal="-").play("1 -").expect(legal="- r2 r3")


@pytest.mark.rule("MAC-6.6")
def test_only_markers_that_are_left_are_bought():
    spent = {"media": {0: [1, 0, 0], 1: [2, 4, 0]}, "national_media": {1: [0, 1], 2: [0]}, "round_number": 3}
    game = buying(**spent).expect(media_supply=[0, 0, 5], legal="-").play("0 -").expect(legal="-")
    game.play("1 -").expect(legal="- r0 r2 r3")
    # They come back from regions but not from the national board
    media = {0: [3, 2, 0], 1: [1, 0, 1]}
    game = p.lay("ELECTION", votes={0: [9, 5, 4]}, media=media, opinions={0: OPEN}).play("0 y").pass_round()
    game.expect(media_supply=[5 - 1 - 1, 5, 4], national_media={0: [1, 0, 0]})


# --- Control -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-1.10", "MAC-6.7", "MAC-13.20")
@pytest.mark.parametrize(
    ("there", "control"),
    [
        ([0, 0, 0, 0], None), ([0, 1, 0, 0], 1), ([1, 1, 0, 0], None), ([2, 1, 1, 1], 0),
        ([1, 1, 2, 0], 2), ([2, 1, 2, 0], None), ([1, 2, 2, 3], 3), ([2, 2, 1, 0], None),
        # Markers beyond the spaces count
        ([2, 4, 3, 0], 1), ([2, 3, 4, 0], 2), ([2, 3, 3, 0], None),
    ],
)  # fmt: skip
def test_control_takes_more_than_each_other(there, control):
    exchanging({0: there}, players=4).expect("MEETINGS 0" if control is None else f"SWAP_OUT {control}")


@pytest.mark.rule("MAC-6.8")
def test_opinions_are_exchanged_after_all_buying():
    game = buying(media={0: [1, 1, 0]}, opinions={0: OPEN}, pool=POOL)
    game.play("0 r0, 1 r0, 2 -, 0 -").expect("MEDIA").play("1 r0, 2 -, 0 -, 1 -").expect("SWAP_OUT 1")
    game.play("1 +gen +nuc").expect("MEETINGS 0")  # one exchange, whatever the majority


@pytest.mark.rule("MAC-6.8", "MAC-6.9", "MAC-6.10", "MAC-13.20")
def test_one_exchange_for_each_region_in_their_order():
    media = {0: [1, 0, 0], 1: [0, 2, 1], 2: [1, 1, 0], 3: [1, 0, 0]}
    opinions = {0: "+gen", 1: "+hea", 2: "+eur", 3: "-spe"}
    game = exchanging(media, opinions, pool="+nuc +nuc +nuc +hom +hom +hom").expect("SWAP_OUT 0 0")
    game.play("0 +gen").expect("SWAP_IN 0").play("0 +nuc").expect("SWAP_OUT 1 1")
    game.play("1 +hea +nuc").expect("SWAP_OUT 0 3").play("0 -spe +nuc").expect("MEETINGS 0")
    game.expect(open=["+nuc", "+nuc", "+eur", "+nuc"])
    # Each exchange changes the pool for the next
    game = exchanging({0: [1, 0, 0], 1: [0, 1, 0]}, {0: "+gen", 1: "+eur"}, pool="+nuc -eur -eur -eur")
    game.play("0 +gen +nuc").expect(pool="+gen -eur -eur -eur")
    game.play("1 +eur").expect(legal="+gen").play("1 +gen").expect(pool="+eur -eur -eur -eur")


# --- What may be exchanged -----------------------------------------------------------------------


@pytest.mark.rule("MAC-6.10", "MAC-6.15", "MAC-0.25")
def test_one_in_one_out():
    game = exchanging({0: [0, 0, 1]}, programmes={0: "+nuc", 1: "-nuc", 2: "+hea"})
    assert [factor_of(game.table, 0, seat) for seat in range(3)] == [0, 0, 1]
    game.keeps("2 +hea", "pool", "opinion").expect(picked=p.STANDS.index("+hea"))
    game.keeps("2 +nuc", "discards", "unseen", "hidden", "cash", "media").expect(picked=-1)
    game.expect(open={0: "+wel +gen +eur +nuc"}, pool="+hom +hea -spe -wel +gen -eur")
    assert [factor_of(game.table, 0, seat) for seat in range(3)] == [1, -1, 0]


@pytest.mark.rule("MAC-6.11", "MAC-6.13", "MAC-6.14")
def test_the_new_issue_lies_open_nowhere_in_the_region_and_hidden_opinions_do_not_count():
    """Two of the four in the second region lie open."""
    for out in OPEN.split():
        exchanging({0: [1, 0, 0]}).play(f"0 {out}").expect(legal="+hom +nuc -spe")
    game = exchanging({1: [0, 1, 0]}, {1: "+wel +gen"}, hidden={1: 2}, pool="+eur +eur -hea -hea -gen -gen")
    game.expect(legal="- +wel +gen").play("1 +wel").expect(legal="+eur -hea").play("1 +eur")
    game.expect(hidden={1: 2})


@pytest.mark.rule("MAC-6.12", "MAC-9.13")
@pytest.mark.parametrize("reading", ["gradual", "loose"])
def test_a_doubled_opinion_stays_for_media_and_for_votes(reading):
    game = exchanging({0: [1, 0, 0]}, {0: "+gen +eur ++wel ++hea"}).expect(legal="- +gen +eur")
    game.play("0 +gen").expect(legal="+hom +nuc -spe")  # and its issue is not free
    exchanging({0: [1, 0, 0]}, {0: "++wel ++gen ++eur ++hea"}).expect(legal="-")
    position = {"votes": {3: [5, 1, 1]}, "opinions": {3: "+gen ++hea"}, "pool": "+nuc -hea"}
    game = p.lay("NEXT_CONVERSION", opinion_swap=reading, region=3, **position)
    game.expect("SWAP_OUT 0", legal="- +gen")


@pytest.mark.rule("MAC-6.13")
@pytest.mark.parametrize(
    ("out", "contrary"), [("+wel", "-wel"), ("+gen", ""), ("+eur", "-eur"), ("+hea", "")]
)
def test_read_loosely_a_contrary_may_come_in(out, contrary):
    """+gen is in the pool, too: the same for the same is no exchange."""
    game = exchanging({0: [1, 0, 0]}, options={"opinion_swap": "loose"}).play(f"0 {out}")
    game.expect(legal=f"+hom +nuc -spe {contrary}")
    if contrary:
        game.play(f"0 {contrary}").expect(open={0: OPEN.replace(out, contrary)})
        game.expect(pool=POOL.replace(contrary, out))


@pytest.mark.rule("MAC-6.13", "MAC-6.14")
@pytest.mark.parametrize(("reading", "legal"), [("gradual", "-"), ("loose", "- +wel +gen")])
def test_contraries_alone_need_the_loose_reading(reading, legal):
    pool = "-wel -gen +gen +eur +eur +hea"
    exchanging({0: [1, 0, 0]}, pool=pool, options={"opinion_swap": reading}).expect(legal=legal)
