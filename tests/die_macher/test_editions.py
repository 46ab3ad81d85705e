"""The short edition of five elections, and where the overview of the third edition differs."""

from types import SimpleNamespace

import numpy as np
import pytest
from elections import (
    BACKBENCHER,
    BOX,
    BREMEN,
    CHANCELLOR,
    EURO_LATER,
    EURO_NOW,
    FAMILY,
    GENES,
    HEALTH,
    HESSEN,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_HEALTH,
    NO_SPELLING,
    NORDRHEIN,
    NUCLEAR,
    PASS,
    SPELLING,
    YES,
    accept,
    card,
    deal,
    field,
    fill_in,
    hand,
    kind,
    lay,
    legal,
    legal_in,
    legal_kinds,
    legal_numbers,
    lobby,
    national,
    number,
    open_in,
    own_box,
    phase,
    play,
    player,
    programme,
    refuse,
    region,
)

from hustings.envs import HustingsError
from hustings.envs.die_macher import GAME, rules
from hustings.envs.die_macher.rules.common import factor_of
from hustings.envs.die_macher.table import NO_CARD, POLL_IN_DECK, Lobby, Phase

FOUR = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR]
FIVE = [*FOUR, EURO_NOW]
THREE_EACH = [EURO_NOW] * 3 + [NO_HEALTH] * 3
editions = pytest.mark.parametrize(("edition", "last"), [("classic", 7), ("short", 5)])


def course_of(edition: str, players: int, seed: int, **options):
    """What happened round by round in a game at random, and its end."""
    games = deal(players, seed=seed, edition=edition, **options)
    rng = np.random.default_rng(seed)
    course = SimpleNamespace(
        phases={}, regions={}, polls={}, contributions={}, opened={}, lands={}, conversions={}, games=games
    )
    while not games.over[0]:
        table = games.tables[0]
        now, asks, where = (int(table[name]) for name in ("round_number", "phase", "region"))
        course.phases.setdefault(now, set()).add(asks)
        if asks == Phase.START_BID:
            course.regions[now] = int(table["regions"])
            course.opened[now] = [len(open_in(games, r)) for r in range(course.regions[now])]
            course.lands[now] = int(table["land_drawn"].sum())
        elif asks == Phase.POLL_BID:
            course.polls.setdefault(now, set()).add(where)
        elif asks == Phase.CONVERT:
            course.conversions.setdefault(now, set()).add(where)
        elif asks == Phase.CONTRIBUTION:
            course.contributions.setdefault(now, set()).add(int(table["seat"]))
        games.step([rng.choice(sorted(legal(games)))])
    return course


@pytest.fixture(scope="module")
def short():
    """A few short games at random."""
    return [course_of("short", players, seed) for players, seed in ((3, 1), (4, 2), (5, 3), (5, 4))]


@pytest.fixture(scope="module")
def classic():
    return [course_of("classic", players, seed) for players, seed in ((3, 1), (5, 3))]


# --- The short game ------------------------------------------------------------------------------


@pytest.mark.rule("MAC-13.1")
@editions
def test_seven_elections_or_five(edition, last, request):
    for course in request.getfixturevalue(edition):
        games = course.games
        assert games.tables["round_number"][0] == last
        held = games.tables["seats_won"][0].any(axis=1)
        assert held.tolist() == [election < last for election in range(7)]
        assert course.lands[last - 1] == last


@pytest.mark.rule("MAC-13.1")
def test_the_edition_is_classic_unless_asked_for():
    assert deal(3).options["edition"] == "classic"
    assert BOX[0]["elections"].tolist() == [7, 5]


@pytest.mark.rule("MAC-13.2")
def test_a_fifth_region_comes_after_the_first_round_and_then_none(short):
    for course in short:
        assert course.regions == {1: 4, 2: 4, 3: 3, 4: 2}
        assert course.lands == {1: 4, 2: 5, 3: 5, 4: 5}


@pytest.mark.rule("MAC-13.2")
def test_one_opinion_more_is_open_in_each_region_after_each_round(short, classic):
    for course in short:
        assert course.opened == {1: [4, 3, 2, 1], 2: [4, 3, 2, 1], 3: [4, 3, 2], 4: [4, 3]}
        assert not course.games.tables["hidden"].any()
    for course in classic:
        assert course.opened[4] == [4, 3, 2, 1]
        assert course.opened[6] == [4, 3]


@pytest.mark.rule("MAC-13.2")
@editions
def test_the_last_two_opinions_may_be_opened_together(edition, last):
    for seed in (1, 2):
        course = course_of(edition, 3, seed, last_opening="together")
        assert course.opened[last - 1] == [4, 2]
        assert course.opened[last - 2] == [4, 3, 2]
        assert not course.games.tables["hidden"].any()


@pytest.mark.rule("MAC-13.3")
def test_thirteen_polls_and_the_deck_lasts(short):
    for course in short:
        assert {now: len(polls) for now, polls in course.polls.items()} == {1: 4, 2: 4, 3: 3, 4: 2}
        assert (course.games.tables["poll_zone"][0] == POLL_IN_DECK).sum() == 20 - 13


@pytest.mark.rule("MAC-13.3")
def test_twenty_one_polls_in_the_long_game(classic):
    for course in classic:
        assert sum(len(polls) for polls in course.polls.values()) == 4 * 4 + 3 + 2
        assert (course.games.tables["poll_zone"][0] == POLL_IN_DECK).sum() == 19  # renewed for the last


@pytest.mark.rule("MAC-13.4")
@editions
def test_the_last_election_follows_at_once(edition, last):
    """After the last but one: no money, no contributions, no campaign; its last opinion is opened."""
    games = deal(3, edition=edition)
    lay(
        games,
        Phase.NEXT_REGION,
        round_number=last - 1,
        regions=2,
        opinions={1: [MORE_WELFARE, MORE_SECURITY, GENES]},
        hidden={1: 1},
        meetings={1: [3, 2, 1]},
        trend={1: [3, 0, 0]},
        media={1: [1, 0, 0]},
        seats_won={last - 2: [30, 20, 10]},
    )
    assert field(games, "round_number") == last
    assert (phase(games), games.seat[0]) == (Phase.NATIONAL_MEDIA, 0)
    assert field(games, "cash") == [25, 25, 25]
    assert len(open_in(games)) == 4
    assert field(games, "votes")[0][0] == 9
    play(games, (0, YES), (0, PASS))
    assert games.over[0]


@pytest.mark.rule("MAC-13.4", "MAC-13.6")
def test_campaigns_and_contributions_of_the_short_game(short):
    for course in short:
        assert set(course.regions) == {1, 2, 3, 4}
        everybody = set(range(course.games.num_players))
        assert course.contributions == dict.fromkeys((1, 2, 3), everybody)
        used = (course.games.tables["contribution"][0, : course.games.num_players] > 0).sum(axis=1)
        assert (used == 3).all()
        assert course.phases.get(5, set()) <= set(range(Phase.NATIONAL_MEDIA, Phase.CONTRIBUTION))
        assert all(max(where) <= course.regions[now] - 1 for now, where in course.conversions.items())


@pytest.mark.rule("MAC-13.6")
def test_any_three_contributions_may_be_chosen():
    games = deal(3, edition="short")
    lay(games, Phase.NEXT_CONTRIBUTION, round_number=3, contribution={0: [1, 0, 0, 0, 2]})
    assert legal_in(games, "accept") == {1, 2, 3}
    assert legal_in(games, "refuse") == {1, 2, 3}


@pytest.mark.rule("MAC-13.5")
@pytest.mark.parametrize(
    ("number_of_round", "members"), [(1, [7, 0, 11]), (2, [0, 0, 0]), (3, [7, 0, 11]), (4, None)]
)
def test_money_of_the_short_game(number_of_round, members):
    games = deal(3, edition="short")
    lay(
        games,
        Phase.NEXT_REGION,
        round_number=number_of_round,
        regions=min(4, 6 - number_of_round),
        members=[7, 0, 11],
        seats_won={number_of_round - 1: [30, 20, 10]},
    )
    got = [cash - 25 for cash in field(games, "cash")]
    if members is None:
        assert got == [0, 0, 0]
    else:
        assert got == [seats + more for seats, more in zip([30, 20, 10], members)]
        assert phase(games) == Phase.CONTRIBUTION


@pytest.mark.rule("MAC-13.7")
def test_no_coalition_in_the_last_election_of_the_short_game(short):
    """Tiles beside its region stay in vain."""
    games = deal(3, edition="short")
    programmes = {who: [MORE_WELFARE, MORE_SECURITY, GENES] for who in range(3)}
    lay(
        games,
        Phase.NEXT_REGION,
        round_number=4,
        regions=2,
        programmes=programmes,
        tile={1: [1, 1, 1]},
        votes={1: [10, 20, 25]},
        media={1: [1, 1, 1]},
    )
    assert (phase(games), games.seat[0]) == (Phase.NATIONAL_MEDIA, 2)
    assert not games.tables["ally"].any()
    lay(games, Phase.NEXT_COALITION, round_number=4, regions=2, programmes=programmes, tile={0: [1, 1, 1]})
    assert phase(games) == Phase.COALITION
    for course in short:
        assert not course.games.tables["ally"].any()


@pytest.mark.rule("MAC-13.8")
@pytest.mark.parametrize(("election", "points"), [(1, 25), (2, 20), (3, 20), (4, 15), (5, 15)])
def test_media_points_of_the_short_game(election, points):
    games = deal(3, edition="short")
    lay(games, Phase.CONTRIBUTION, members=[0, 1, 2])
    before = games.scores[0, 0]
    lay(games, Phase.CONTRIBUTION, members=[0, 1, 2], national_media={election: [0]})
    assert games.scores[0, 0] - before == points
    lay(
        games,
        Phase.NATIONAL_MEDIA,
        round_number=election,
        regions=1,
        winner=[0, -1, -1],
        national_cards=[0, 0, 0],
        media={0: [1, 0, 0]},
    )
    play(games, (0, YES))
    assert games.tables["national_media"][0, election - 1, 0] == 1


@pytest.mark.rule("MAC-13.1")
def test_a_box_may_have_other_numbers_of_elections():
    games = deal(3, box=own_box(elections=[6, 4]), edition="short", seed=1)
    rng = np.random.default_rng(1)
    seen = set()
    while not games.over[0]:
        seen.add(int(games.tables["round_number"][0]))
        games.step([rng.choice(sorted(legal(games)))])
    assert games.tables["round_number"][0] == 4
    assert games.tables["land_drawn"][0].sum() == 4
    assert {1, 2, 3} <= seen


# --- The overview: boards and cards --------------------------------------------------------------


@pytest.mark.rule("MAC-13.9")
def test_up_to_five_play_either_edition():
    for edition in ("classic", "short"):
        for players in (3, 4, 5):
            programmes = deal(players, edition=edition).tables["programme"][0]
            assert programmes.sum(axis=1).tolist() == [5] * players + [0] * (5 - players)
        for players in (2, 6):
            with pytest.raises(HustingsError, match="3 to 5 players"):
                deal(players, edition=edition)


@pytest.mark.rule("MAC-13.10")
def test_there_is_one_national_board():
    """Opinions of all elections go to the same five spaces, and count for all parties."""
    games = deal(3)
    full = [EURO_NOW, HEALTH, SPELLING, NO_GENES, LESS_WELFARE]
    won_election(games, media=(0, 0, 0), programmes={0: [], 1: FIVE, 2: []})
    play(games, (0, kind(GENES)), (0, PASS))
    won_election(games, 2, media=(0, 0, 0), national=national(games)[:1], programmes={1: FIVE})
    play(games, (0, kind(NUCLEAR)), (0, PASS))
    assert national(games) == [GENES, NUCLEAR, *[NO_CARD] * 3]
    assert field(games, "members") == [5, 5 + 4 + 3, 5]
    won_election(games, 3, media=(0, 0, 0), national=full)
    play(games, (0, kind(MORE_SECURITY)))
    assert phase(games) == Phase.NATIONAL_REPLACE


@pytest.mark.rule("MAC-13.11")
def test_abcd_becomes_bcde():
    games = deal(3, seed=4)
    abcd = games.tables["land"][0].tolist()
    lay_on = games.tables[0]
    lay_on["phase"], lay_on["round_number"] = Phase.NEXT_REGION, 1
    rules.apply(games.box[0], lay_on, 0)
    bcde = games.tables["land"][0].tolist()
    assert bcde[:3] == abcd[1:]
    assert bcde[3] not in abcd
    assert [len(open_in(games, r)) for r in range(4)] == [4, 3, 2, 1]


@pytest.mark.rule("MAC-13.12")
def test_programmes_and_opinions_are_two_decks():
    games = deal(3)
    table = games.tables[0]
    assert (len(table["zone"]), table["unseen"].shape[1] * 3) == (56, 42)
    lay(games, Phase.NEXT_CONFERENCE, seat=0, hands={0: [EURO_NOW]}, programmes={0: FOUR}, discards=[HEALTH])
    deck = int(games.tables["opinion_deck"][0])
    play(games, (0, PASS), (0, kind(EURO_NOW)), (0, kind(GENES)))
    assert games.tables["opinion_deck"][0] == deck
    assert games.tables["discards"][0].sum() == 1


# --- The overview: start player, conference, shadow cabinet, coalitions --------------------------


@pytest.mark.rule("MAC-13.13")
def test_the_bid_buys_the_choice_and_others_keep_their_money():
    games = deal(3)
    lay(games, Phase.NEW_ROUND, round_number=0)
    play(games, (0, number(2)), (1, number(6)), (2, number(5)))
    assert field(games, "cash") == [25, 19, 25]
    assert legal(games) == {player(0), player(1), player(2)}


@pytest.mark.rule("MAC-13.14")
def test_discards_come_before_draws():
    games = deal(3)
    lay(games, Phase.NEXT_CONFERENCE, hands={0: [HEALTH, NO_SPELLING, NO_HEALTH]}, programmes={0: FIVE})
    assert legal(games) == {PASS, kind(HEALTH), kind(NO_SPELLING), kind(NO_HEALTH)}
    play(games, (0, kind(HEALTH)))
    assert len(hand(games, 0)) == 2
    play(games, (0, PASS))
    assert len(hand(games, 0)) == 3
    play(games, (0, PASS))
    assert games.seat[0] == 1  # no second draw or discard


@pytest.mark.rule("MAC-13.15")
def test_out_and_in_are_one_exchange_with_five_cards_before_and_after():
    games = deal(3)
    lay(games, Phase.NEXT_CONFERENCE, hands={0: [HEALTH, NO_SPELLING, EURO_LATER]}, programmes={0: FIVE})
    play(games, (0, PASS), (0, kind(HEALTH)))
    assert PASS not in legal(games)
    play(games, (0, kind(GENES)))
    assert programme(games, 0) == {*FIVE, HEALTH} - {GENES}
    # The contrary of an open card waits for no other place than that card's.
    lay(games, Phase.NEXT_CONFERENCE, hands={0: [HEALTH, NO_SPELLING, EURO_LATER]}, programmes={0: FIVE})
    play(games, (0, PASS), (0, kind(EURO_LATER)))
    assert legal(games) == {kind(EURO_NOW)}


@pytest.mark.rule("MAC-13.16")
def test_every_card_laid_is_paid_whether_it_does_anything_or_not():
    games = deal(3)
    lay(games, Phase.NEXT_PLACING, cash=[12, 25, 25])
    play(games, (0, card(FAMILY)), (0, card(BACKBENCHER)), (0, PASS), (0, PASS))
    for who in (1, 2):
        play(games, *[(who, PASS)] * 4)
    assert field(games, "cash") == [9, 25, 25]
    assert phase(games) == Phase.LOBBY
    play(games, (0, PASS), (0, PASS), (0, PASS))
    assert field(games, "cash") == [9, 25, 25]


@pytest.mark.rule("MAC-13.16")
def test_no_card_is_laid_that_cannot_be_paid():
    games = deal(3)
    lay(games, Phase.NEXT_PLACING, cash=[3, 25, 25])
    play(games, (0, card(FAMILY)))
    assert legal(games) == {PASS, card(BACKBENCHER)}


@pytest.mark.rule("MAC-13.17")
@pytest.mark.parametrize("doing", [PASS, lobby(Lobby.VOTES)])
def test_the_tile_comes_besides_the_action(doing):
    games = deal(3)
    lay(games, Phase.LOBBY, lobby={0: [FAMILY, 0, 0]}, cabinet={0: []})
    play(games, (0, doing))
    assert phase(games) == Phase.TELEPHONE
    assert legal(games) == {PASS, YES}
    play(games, (0, YES))
    assert field(games, "tile")[0] == [1, 0, 0]
    assert field(games, "votes")[0][0] == (0 if doing == PASS else 4)


@pytest.mark.rule("MAC-13.18")
@pytest.mark.parametrize("passes", [1, 2])
def test_coalitions_in_the_current_region_only(passes):
    games = deal(3, coalition_passes=passes)
    programmes = dict.fromkeys(range(3), FOUR[:3])
    for where, asked in ((0, True), (1, False), (2, False), (3, False)):
        lay(games, Phase.NEXT_COALITION, programmes=programmes, tile={where: [1, 1, 0]})
        assert (phase(games) == Phase.COALITION) == asked


@pytest.mark.rule("MAC-13.18")
@pytest.mark.parametrize(("alike", "asks", "forces"), [(1, False, False), (2, True, False), (3, True, True)])
def test_two_alike_may_agree_and_three_may_force(alike, asks, forces):
    games = deal(3)
    programmes = {0: FOUR, 1: [*FOUR[:alike], EURO_NOW, HEALTH, SPELLING][:5], 2: [EURO_LATER]}
    lay(games, Phase.NEXT_COALITION, programmes=programmes, tile={0: [1, 1, 1]})
    assert (phase(games) == Phase.COALITION) == asks
    lay(games, Phase.NEXT_FORCE, programmes=programmes, tile={0: [1, 1, 1]})
    assert (phase(games) == Phase.FORCE) == forces
    lay(games, Phase.NEXT_COALITION, programmes=programmes, tile={0: [1, 0, 1]})
    assert phase(games) == Phase.MEDIA  # both need a tile there


# --- The overview: media, meetings, polls --------------------------------------------------------


@pytest.mark.rule("MAC-13.19")
def test_who_passes_may_still_buy_until_all_pass_in_a_row():
    games = deal(3)
    lay(games, Phase.NEXT_COALITION, opinions={0: FOUR}, pool=THREE_EACH)
    play(games, (0, PASS), (1, PASS), (2, region(0)), (0, region(0)), (1, PASS), (2, PASS))
    assert phase(games) == Phase.MEDIA
    play(games, (0, PASS))
    assert phase(games) == Phase.MEETINGS
    assert field(games, "cash") == [21, 25, 21]


@pytest.mark.rule("MAC-13.20")
@pytest.mark.parametrize(("media", "who"), [([2, 1, 1], 0), ([2, 2, 1], None), ([0, 0, 1], 2)])
def test_the_most_markers_exchange_and_level_ones_do_not(media, who):
    games = deal(3)
    lay(games, Phase.NEXT_SWAP, media={0: media}, opinions={0: FOUR}, pool=THREE_EACH)
    if who is None:
        assert phase(games) == Phase.MEETINGS
        return
    assert (phase(games), games.seat[0]) == (Phase.SWAP_OUT, who)
    assert legal_kinds(games) == set(FOUR)
    play(games, (who, kind(GENES)))
    assert legal_kinds(games) == {EURO_NOW, NO_HEALTH}  # of the exchange pool


@pytest.mark.rule("MAC-13.21")
def test_all_meetings_of_a_player_are_bought_in_one_visit():
    games = deal(3)
    lay(games, Phase.NEXT_MEETINGS, cash=[10, 25, 25])
    for where, most in ((0, 4), (1, 4), (2, 2), (3, 0)):
        assert (games.seat[0], field(games, "region")) == (0, where)
        assert max(legal_numbers(games)) == most
        play(games, (0, number(most)))
    assert games.seat[0] == 1
    assert field(games, "cash") == [0, 25, 25]
    lay(games, Phase.NEXT_MEETINGS, meetings={0: [9, 1, 1]})
    assert max(legal_numbers(games)) == 1  # ten spaces


@pytest.mark.rule("MAC-13.22")
def test_a_poll_for_each_region():
    games = deal(3)
    lay(games, Phase.NEXT_POLL)
    regions = []
    while phase(games) == Phase.POLL_BID:
        regions.append(field(games, "region"))
        play(games, (0, PASS), (1, PASS), (2, PASS))
    assert regions == [0, 1, 2, 3]


def published(games, seat: int = 0, poll: int = 0, where: int = 0, **position):
    """A poll has just been published: +2, +1, -1 for the three parties by default."""
    lay(games, Phase.CHANGE_TREND, seat=seat, poll=poll, changes=2, region=where, **position)


@pytest.mark.rule("MAC-13.23")
def test_none_one_or_two_changes_of_a_poll():
    for changes in ([], [0], [0, 2]):
        games = deal(3)
        published(games)
        for who in changes:
            play(games, (0, player(who)))
        if len(changes) < 2:
            assert PASS in legal(games)
            play(games, (0, PASS))
        assert (phase(games), field(games, "region")) == (Phase.POLL_BID, 1)
        assert field(games, "trend")[0] == [2 * (0 in changes), 0, -1 * (2 in changes)]


@pytest.mark.rule("MAC-13.24")
@pytest.mark.parametrize("publisher", [0, 2])
def test_the_majority_of_the_media_is_immune_to_the_bad_only(publisher):
    """Nobody is asked: a fall cannot be chosen for that party, a rise can."""
    games = deal(3)
    published(games, seat=publisher, media={0: [0, 1, 2]})
    assert {(publisher + places) % 3 for places in legal_in(games, "player")} == {0, 1}
    published(games, seat=publisher, media={0: [2, 1, 0]})
    assert {(publisher + places) % 3 for places in legal_in(games, "player")} == {0, 1, 2}
    published(games, seat=publisher, media={0: [0, 2, 2]})
    assert {(publisher + places) % 3 for places in legal_in(games, "player")} == {0, 1, 2}


@pytest.mark.rule("MAC-13.25")
@pytest.mark.parametrize(("dice", "fewest", "most"), [(None, 0, 6), (1, 0, 3), (2, 0, 6), (0, 0, 0)])
def test_dice_of_members_for_an_unpublished_poll(dice, fewest, most):
    games = deal(3, num_games=300, **({} if dice is None else {"poll_members_dice": dice}))
    lay(games, Phase.PUBLISH, seat=0, poll=0, poll_zone=[3])
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(300) + 1
    games.step(np.full(300, PASS))
    won = games.tables["members"][:, 0] - 5
    assert (won.min(), won.max()) == (fewest, most)
    assert won.mean() == pytest.approx(1.5 * (2 if dice is None else dice), abs=0.4)


# --- The overview: votes -------------------------------------------------------------------------


@pytest.mark.rule("MAC-13.26")
def test_the_current_region_is_not_converted_before_its_election():
    games = deal(3)
    lay(games, Phase.NEXT_CONVERSION, region=3, meetings={0: [9, 1, 1], 2: [5, 1, 1], 3: [4, 1, 1]})
    assert (phase(games), field(games, "region")) == (Phase.CONVERT, 2)
    assert legal_numbers(games) == set(range(6))
    play(games, (0, number(0)))
    assert phase(games) != Phase.CONVERT
    assert games.tables["seats_won"][0, 0].any()  # the election, which converts all nine


@pytest.mark.rule("MAC-13.27")
def test_a_trend_is_any_whole_number_from_minus_three_to_three():
    """The scale drawn in the overview has no 1."""
    games = deal(3)
    for trend in range(-3, 4):
        lay(games, Phase.NEXT_CONVERSION, region=3, meetings={3: [6, 1, 1]}, trend={3: [trend, 0, 0]})
        play(games, (0, number(6)))
        assert field(games, "votes")[3][0] == (6 * trend if trend > 0 else 3)
    games = deal(3)
    who = int(games.seat[0])
    for _ in range(3):
        fill_in(games, 1, 1, items=(0, 1, 2))
    assert games.tables["trend"][0, :, who].tolist() == [1, 1, 0, 0]


@pytest.mark.rule("MAC-13.28")
@pytest.mark.parametrize(("trend", "agree"), [(0, 0), (-1, 1), (-3, 0), (-3, 2)])
def test_a_factor_below_one_is_half_a_vote_and_halves_are_dropped(trend, agree):
    games = deal(3)
    for meetings, votes in ((5, 2), (6, 3), (7, 3), (1, 0)):
        lay(
            games,
            Phase.NEXT_CONVERSION,
            region=3,
            meetings={3: [7, 1, 1]},
            trend={3: [trend, 0, 0]},
            programmes={0: FIVE},
            opinions={3: FOUR[:agree]},
        )
        play(games, (0, number(meetings)))
        assert field(games, "votes")[3][0] == votes


@pytest.mark.rule("MAC-13.29")
@pytest.mark.parametrize(
    ("votes", "who"), [([10, 5, 5], None), ([11, 5, 5], 0), ([1, 0, 0], 0), ([0, 0, 0], None)]
)
def test_half_of_all_votes_is_no_majority(votes, who):
    games = deal(3)
    lay(games, Phase.NEXT_CONVERSION, region=2, votes={2: votes}, opinions={2: FOUR}, pool=THREE_EACH)
    if who is None:
        assert phase(games) != Phase.SWAP_OUT
    else:
        assert (phase(games), games.seat[0], field(games, "region")) == (Phase.SWAP_OUT, who, 2)


@pytest.mark.rule("MAC-13.29")
@pytest.mark.parametrize("current", [True, False])
def test_the_majority_of_votes_in_the_current_region(current):
    games = deal(3, absolute_majority_current=current)
    lay(games, Phase.NEXT_CONVERSION, region=0, votes={0: [9, 1, 1]}, opinions={0: FOUR}, pool=THREE_EACH)
    assert (phase(games) == Phase.SWAP_OUT) == current


@pytest.mark.rule("MAC-13.30")
def test_the_election_converts_fewer_than_five_meetings_too():
    games = deal(3)
    lay(games, Phase.ELECTION, meetings={0: [4, 3, 1]}, trend={0: [2, 1, 3]})
    assert field(games, "votes")[0] == [8, 3, 3]
    assert field(games, "meetings")[0] == [0, 0, 0]


@pytest.mark.rule("MAC-13.31")
def test_media_markers_make_no_votes():
    games = deal(3)
    for media in ([0, 0, 0], [5, 0, 0], [0, 5, 0]):
        table = lay(games, Phase.MEETINGS, media={0: media}, trend={0: [2, 1, 0]}, opinions={0: FOUR})
        assert [factor_of(table, 0, who) for who in range(3)] == [2, 1, 0]


# --- The overview: the election and after --------------------------------------------------------


def won_election(games, round_number: int = 1, votes=(20, 10, 0), media=(1, 1, 1), **position):
    """Seat 0's party is the first in the current region."""
    regions = min(4, 8 - round_number)
    lay(
        games,
        Phase.WINNERS,
        round_number=round_number,
        regions=regions,
        votes={0: list(votes)},
        media={0: list(media)},
        opinions={0: FOUR},
        **position,
    )


@pytest.mark.rule("MAC-13.32")
def test_a_marker_goes_to_the_space_of_its_election_even_if_a_better_one_is_free():
    games = deal(3)
    won_election(games, round_number=4)
    before = games.scores[0, 0]
    play(games, (0, YES))
    assert games.scores[0, 0] - before == 15  # nobody has placed one for the first, worth 25
    placed = games.tables["national_media"][0]
    assert placed[3].tolist() == [1, 0, 0, 0, 0]
    assert placed.sum() == 1


@pytest.mark.rule("MAC-13.32")
def test_both_partners_have_the_same_space():
    games = deal(3)
    won_election(games, votes=(20, 15, 30), ally=[2, 1, 0])
    play(games, (0, YES), (0, PASS), (1, YES))
    assert games.tables["national_media"][0, 0].tolist() == [1, 1, 0, 0, 0]


@pytest.mark.rule("MAC-13.33")
def test_the_marker_comes_from_the_region_and_is_not_compulsory():
    games = deal(3)
    won_election(games)
    assert phase(games) == Phase.NATIONAL_MEDIA
    assert legal(games) == {PASS, YES}
    play(games, (0, YES))
    assert field(games, "media")[0] == [0, 1, 1]
    won_election(games, media=(0, 2, 2))
    assert phase(games) == Phase.NATIONAL_CARD


@pytest.mark.rule("MAC-13.34")
def test_up_to_two_opinions_of_a_sole_winner_and_one_of_a_partner():
    games = deal(3)
    won_election(games, media=(0, 0, 0))
    assert legal(games) == {PASS, *map(kind, FOUR)}
    play(games, (0, kind(GENES)), (0, kind(NUCLEAR)))
    assert national(games)[:3] == [GENES, NUCLEAR, NO_CARD]
    assert phase(games) == Phase.CONTRIBUTION
    won_election(games, votes=(20, 15, 30), media=(0, 0, 0), ally=[2, 1, 0])
    play(games, (0, kind(GENES)), (1, kind(NUCLEAR)))
    assert phase(games) == Phase.CONTRIBUTION


@pytest.mark.rule("MAC-13.35")
def test_level_votes_are_told_apart_and_bring_one_opinion():
    games = deal(3)
    won_election(games, votes=(20, 20, 0), media=(1, 1, 0), arrival={0: [2, 1, 0]})
    assert field(games, "by_a_nose") == 1
    play(games, (0, YES), (0, kind(GENES)), (1, YES))
    assert phase(games) == Phase.CONTRIBUTION
    assert national(games)[:2] == [GENES, NO_CARD]


@pytest.mark.rule("MAC-13.36")
def test_members_by_the_figures_of_the_space_not_one_a_card():
    """Welfare: more, on a space with three figures."""
    games = deal(3)
    board = [EURO_NOW, MORE_WELFARE, HEALTH]
    lay(
        games,
        Phase.RECRUIT,
        national=board,
        programmes={0: [MORE_WELFARE], 1: [LESS_WELFARE], 2: board},
    )
    assert field(games, "members")[:3] == [5 + 3, 5, 5 + 4 + 3 + 3]


@pytest.mark.rule("MAC-13.37")
def test_seats_pay_too_and_money_comes_after_the_new_region():
    games = deal(3)
    lay(
        games,
        Phase.NEXT_REGION,
        round_number=2,
        lands=(NORDRHEIN, HESSEN, BREMEN, 3),
        seats_won={1: [12, 0, 4]},
        members=[9, 9, 9],
    )
    assert field(games, "cash") == [25 + 12, 25, 25 + 4]
    assert phase(games) == Phase.CONTRIBUTION
    assert games.tables["land"][0, 0] == HESSEN  # chosen with the new region in sight


@pytest.mark.rule("MAC-13.38")
def test_a_new_region_begins_with_a_meeting_of_each_party_and_one_open_opinion():
    games = deal(4)
    lay(games, Phase.NEXT_REGION, meetings={0: [0] * 4, 1: [4, 3, 2, 1]}, trend={0: [2, 1, -1, 0]})
    table = games.tables[0]
    assert table["meetings"][3].tolist() == [1, 1, 1, 1, 0]
    assert not table["votes"][3].any()
    assert not table["trend"][3].any()
    assert not table["media"][3].any()
    assert (table["opinion"][3] > 0).sum() == 1
    assert table["hidden"][3].sum() == 3
    assert table["meeting_supply"][:4].tolist() == [18 - 4 - 3, 18 - 3 - 3, 18 - 2 - 3, 18 - 1 - 3]


def offers_seen(games, who: int) -> list[float]:
    row = games.observe(seat=who)[0]
    layout = GAME.observation(games.num_players)
    return [
        value
        for name in ("offer", "refuses")
        for value in row[layout[name].start : layout[name].stop].tolist()
    ]


@pytest.mark.rule("MAC-13.39")
def test_contributions_are_chosen_at_once_unless_asked_otherwise():
    games = deal(3)
    assert games.options["contribution"] == "simultaneous"
    lay(games, Phase.NEXT_CONTRIBUTION)
    play(games, (0, accept(5)), (1, refuse(4)))
    assert not any(offers_seen(games, 2))
    assert field(games, "cash") == [25, 25, 25]
    play(games, (2, accept(1)))
    assert field(games, "cash") == [75, 25, 30]


@pytest.mark.rule("MAC-13.39")
def test_contributions_in_turn_are_seen():
    games = deal(3, contribution="in_turn")
    lay(games, Phase.NEXT_CONTRIBUTION)
    play(games, (0, accept(5)), (1, refuse(4)))
    assert np.allclose(offers_seen(games, 2), [0, 1, 0, 0, 0, 1])
    assert np.allclose(offers_seen(games, 1), [4 / 5, 0, 1, 1, 0, 0])


@pytest.mark.rule("MAC-13.40")
def test_contributions_after_five_rounds(classic):
    for course in classic:
        everybody = set(range(course.games.num_players))
        assert course.contributions == dict.fromkeys(range(1, 6), everybody)
        used = course.games.tables["contribution"][0, : course.games.num_players]
        assert (used > 0).all()


@pytest.mark.rule("MAC-13.41")
def test_accepting_costs_members_and_refusing_the_most_brings_three_dice_more():
    games = deal(3, num_games=400)
    lay(games, Phase.CONTRIBUTION, seat=2, start=0, turn=2, offer=[5, 7, 0], members=[40, 40, 40])
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(400) + 1
    games.step(np.full(400, refuse(1)))
    change = games.tables["members"][:, :3] - 40
    assert change[:, 0].min() == -3
    assert change[:, 0].max() <= 0
    assert change[:, 0].mean() == pytest.approx(-2.85, abs=0.2)
    assert change[:, 1].mean() == pytest.approx(1.5 * (2 + 3), abs=0.4)
    assert change[:, 2].mean() == pytest.approx(1.5, abs=0.25)


@pytest.mark.rule("MAC-13.42")
def test_what_counts_in_the_end():
    """Seats, media, members with their prizes, programme and secured opinions; money does not."""
    games = deal(3)
    lay(
        games,
        Phase.CONTRIBUTION,
        round_number=5,
        regions=3,
        seats_won={0: [10, 0, 0], 4: [7, 0, 0]},
        national_media={1: [0], 3: [0]},
        members=[20, 12, 8],
        national=[MORE_WELFARE, GENES],
        secured=[GENES],
        programmes={0: [MORE_WELFARE, GENES]},
        cash=[99, 0, 0],
    )
    assert games.scores[0].tolist() == [17 + 45 + 20 + 10 + 15 + 12 + 5, 12 + 6, 8]


@pytest.mark.rule("MAC-13.43")
def test_the_doubler_that_the_overview_does_not_mention():
    games = deal(3)
    table = lay(games, Phase.MEETINGS, programmes={0: [GENES], 1: [NO_GENES]}, doubled={0: [GENES]})
    assert [factor_of(table, 0, who) for who in range(3)] == [2, -2, 0]
    table = lay(games, Phase.LOBBY, lobby={0: [CHANCELLOR, 0, 0]}, cabinet={0: []}, opinions={0: [GENES]})
    assert lobby(Lobby.DOUBLER) in legal(games)


@pytest.mark.rule("MAC-13.43")
def test_all_five_actions_of_the_shadow_cabinet():
    games = deal(3)
    there = {"opinions": {0: [GENES]}, "media": {0: [0, 1, 0]}}
    lay(games, Phase.LOBBY, lobby={0: [CHANCELLOR, 0, 0]}, cabinet={0: []}, **there)
    assert legal(games) == {PASS, *map(lobby, Lobby)}
