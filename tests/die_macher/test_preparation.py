"""Material and preparation: players, decks, regions, opinions, the exchange pool, the course of the game."""

import itertools
import re

import numpy as np
import pytest
from elections import (
    BACKBENCHER,
    BERLIN,
    BOX,
    BREMEN,
    CHANCELLOR,
    EURO_LATER,
    EURO_NOW,
    FAMILY,
    GENES,
    HEALTH,
    HESSEN,
    INTERIOR,
    LESS_SECURITY,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_HEALTH,
    NO_SPELLING,
    NORDRHEIN,
    NUCLEAR,
    PASS,
    SACHSEN,
    SPELLING,
    deal,
    field,
    kind,
    lay,
    legal,
    legal_in,
    legal_kinds,
    legal_numbers,
    lobby,
    number,
    open_in,
    own_box,
    phase,
    play,
    player,
    region,
)

from hustings.envs import HustingsError
from hustings.envs.core.text.words import text
from hustings.envs.die_macher import GAME, rules
from hustings.envs.die_macher.rules import preparation
from hustings.envs.die_macher.table import (
    IN_DECK,
    IN_HAND,
    KINDS,
    LANDS,
    NO_CARD,
    OPEN,
    POLL_IN_DECK,
    POLLS,
    PROGRAMME_CARDS,
    Lobby,
    Phase,
)

players_each = pytest.mark.parametrize("players", [3, 4, 5])
KIND_OF = np.arange(PROGRAMME_CARDS) // 4


@pytest.fixture(scope="module", params=[3, 4, 5])
def dealt(request):
    """Many games as they are dealt."""
    return deal(request.param, num_games=300, seed=request.param)


def played_at_random(players: int, seed: int, **options):
    """One game to its end: (round, phase, region, seat) of every decision, and the game."""
    games = deal(players, seed=seed, **options)
    rng = np.random.default_rng(seed)
    course = []
    while not games.over[0]:
        table = games.tables[0]
        course.append(tuple(int(table[name]) for name in ("round_number", "phase", "region", "seat")))
        games.step([rng.choice(sorted(legal(games)))])
    return course, games


def observed(games, seat: int, block: str) -> list[float]:
    part = GAME.observation(games.num_players)[block]
    return games.observe(seat=seat)[0, part.start : part.stop].tolist()


# --- Players and the course of the game ----------------------------------------------------------


@pytest.mark.rule("MAC-0.1")
def test_three_to_five_players():
    assert GAME.player_counts == (3, 4, 5)
    for players in (2, 6):
        with pytest.raises(HustingsError, match="3 to 5 players"):
            deal(players)


@pytest.mark.rule("MAC-0.2")
def test_the_decks_are_the_same_for_any_number_of_players(dealt):
    table = dealt.tables[0]
    players = dealt.num_players
    assert len(table["zone"]) == 56
    assert (table["zone"] != IN_DECK).sum() == 8 * players
    assert table["unseen"].sum() + table["discards"].sum() + (table["opinion"] > 0).sum() + 6 == 42
    assert (table["poll_zone"] == POLL_IN_DECK).sum() == 20
    for name in ("cash", "members", "meeting_supply", "media_supply", "tiles"):
        assert not table[name][players:].any()
    assert not table["programme"][players:].any()


@pytest.mark.rule("MAC-0.2")
@players_each
def test_so_are_boards_and_prices(players):
    games = deal(players)
    rest = [1] * (players - 1)
    lay(games, Phase.MEDIA, media={0: [2, 2, 1]})
    assert legal_in(games, "region") == {1, 2, 3}
    play(games, (0, region(1)))
    assert field(games, "cash") == [25 - 4, *[25] * (players - 1)]
    lay(games, Phase.NEXT_MEETINGS, meetings={0: [8, *rest]})
    assert legal_numbers(games) == {0, 1, 2}
    play(games, (0, number(2)))
    assert field(games, "cash") == [25 - 2, *[25] * (players - 1)]
    lay(games, Phase.REVEAL_LOBBY, lobby={0: [INTERIOR, *[FAMILY] * (players - 1)]})
    assert field(games, "cash") == [25 - 4, *[25 - 2] * (players - 1)]


@pytest.mark.rule("MAC-0.3")
@players_each
def test_a_preliminary_round_six_rounds_and_the_seventh_election(players):
    course, games = played_at_random(players, seed=players)
    rounds = [step[0] for step in course]
    assert rounds == sorted(rounds)
    assert {step[1] for step in course if step[0] == 0} == {Phase.SHEET}
    assert {step[0] for step in course if step[1] == Phase.START_BID} == set(range(1, 7))
    assert {step[1] for step in course if step[0] == 7} <= {
        Phase.NATIONAL_MEDIA,
        Phase.NATIONAL_CARD,
        Phase.NATIONAL_REPLACE,
    }
    assert {step[0] for step in course if step[1] == Phase.CONTRIBUTION} == set(range(1, 6))
    assert games.tables["round_number"][0] == 7
    assert (games.tables["seats_won"][0].sum(axis=1) > 0).all()


def part_of_round(step: int) -> int:
    """The eight parts of a campaign in their order, then the election, then contributions."""
    parts = (
        (Phase.START_BID, Phase.START_PLAYER),
        (Phase.DISCARD, Phase.NEW_CARD, Phase.OLD_CARD),
        (Phase.PLACE_LOBBY, Phase.LOBBY, Phase.LOBBY_OPINION, Phase.LOBBY_PLAYER, Phase.TELEPHONE),
        (Phase.COALITION, Phase.REPLY, Phase.FORCE),
        (Phase.MEDIA,),
        (Phase.MEETINGS,),
        (Phase.POLL_BID, Phase.PUBLISH, Phase.CHANGE_TREND),
        (Phase.CONVERT,),
        (Phase.NATIONAL_MEDIA, Phase.NATIONAL_CARD, Phase.NATIONAL_REPLACE),
        (Phase.CONTRIBUTION,),
    )
    return next(place for place, phases in enumerate(parts) if step in phases)


@pytest.mark.rule("MAC-0.3", "MAC-0.4")
def test_a_round_has_eight_phases_each_over_for_all_before_the_next():
    course, _ = played_at_random(4, seed=11)
    exchanges = (Phase.SWAP_OUT, Phase.SWAP_IN)
    for number_of_round in range(1, 7):
        of_round = [step for step in course if step[0] == number_of_round and step[1] not in exchanges]
        parts = [part_of_round(step[1]) for step in of_round]
        assert parts == sorted(parts)
        assert {0, 1, 2, 4, 5, 6} <= set(parts)
        for part in (0, 1, 2, 5):  # each has a turn in those
            seats = {step[3] for step in of_round if part_of_round(step[1]) == part}
            assert seats == set(range(4))


# --- The material of a player --------------------------------------------------------------------


@pytest.mark.rule("MAC-0.5", "MAC-0.6", "MAC-0.7", "MAC-0.16")
def test_what_everybody_starts_with(dealt):
    tables, players = dealt.tables, dealt.num_players
    mine = slice(0, players)
    assert (tables["meeting_supply"][:, mine] == 18 - 4).all()
    assert (tables["meetings"][:, :, mine] == 1).all()
    assert (tables["media_supply"][:, mine] == 5).all()
    assert not tables["media"].any()
    assert (tables["tiles"][:, mine] == 4).all()
    assert (tables["cash"][:, mine] == 25).all()
    assert not tables["votes"].any()
    assert not tables["trend"].any()


@pytest.mark.rule("MAC-4.1", "MAC-4.2")
@players_each
def test_everybody_has_the_same_seven_cards_of_a_shadow_cabinet(players):
    games = deal(players)
    assert (games.tables["cabinet"][0, :players, 1:] == 1).all()
    assert not games.tables["cabinet"][0, :, 0].any()
    titles = [text(row) for row in BOX[0]["cabinet_name"][1:]]
    assert len(set(titles)) == 7
    assert titles[BACKBENCHER - 1] == "Backbencher"
    assert titles[CHANCELLOR - 1] == "Candidate for Chancellor"
    assert BOX[0]["cabinet_phone"].sum() == 4 == BOX[0]["tiles"]
    for who in range(players):
        lay(games, Phase.PLACE_LOBBY, seat=who, cash=[60] * players)
        assert legal_in(games, "card") == set(range(7))


@pytest.mark.rule("MAC-11.14")
@players_each
def test_everybody_has_the_same_five_contributions(players):
    games = deal(players)
    for who in range(players):
        lay(games, Phase.CONTRIBUTION, seat=who)
        assert legal_in(games, "accept") == legal_in(games, "refuse") == set(range(5))
    assert BOX[0]["contribution_amount"].max() == 50


@pytest.mark.rule("MAC-0.7")
def test_everybody_sees_everybodys_money():
    games = deal(4)
    lay(games, Phase.MEETINGS, seat=0, cash=[8, 64, 0, 32])
    assert observed(games, 1, "cash") == [1.0, 0.0, 0.5, 0.125]
    assert observed(games, 3, "cash") == [0.5, 0.125, 1.0, 0.0]


@pytest.mark.rule("MAC-0.7")
def test_money_buys_and_what_is_not_there_buys_nothing():
    games = deal(3)
    lay(games, Phase.MEDIA, seat=0, cash=[3, 4, 0])
    assert legal(games) == {PASS}
    play(games, (0, PASS))
    assert legal_in(games, "region") == {0, 1, 2, 3}
    lay(games, Phase.MEETINGS, seat=0, cash=[3, 4, 0])
    assert legal_numbers(games) == {0, 1, 2, 3}


# --- Programmes ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-0.8")
def test_seven_issues_two_stands_four_programme_cards_and_three_opinions_of_each():
    games = deal(3)
    table = games.tables[0]
    assert KINDS == 14
    names = [text(row) for row in BOX[0]["issue_name"]]
    assert len(set(names)) == 7
    assert {name.split()[0] for name in names} == {
        *("Welfare", "Home", "Genetic", "Nuclear", "Euro", "Health", "Spelling")
    }
    for stands in BOX[0]["stand_name"]:
        assert text(stands[0]) != text(stands[1])
    assert len(table["zone"]) == 14 * 4
    opinions = table["unseen"].sum(axis=0) + table["discards"] + table["pool"]
    opinions = opinions + (table["opinion"] > 0).sum(axis=0)
    assert opinions.tolist() == [3] * 14


@pytest.mark.rule("MAC-0.8")
def test_every_copy_of_a_programme_card_is_in_the_deck():
    games = deal(5, num_games=400)
    out = games.tables["zone"] != IN_DECK
    assert out.any(axis=0).all()
    assert abs(out.mean(axis=0) - 40 / 56).max() < 0.13


@pytest.mark.rule("MAC-0.9")
def test_only_the_same_stand_agrees_and_only_the_other_of_its_issue_contradicts():
    games = deal(3)
    for stand in range(KINDS):
        lay(games, Phase.NEXT_CONVERSION, programmes={0: [stand]}, meetings={3: [5, 1, 1]}, region=3)
        bare = number_of_votes(games, 4)
        assert bare == 2  # no factor: a vote for two
        for opinion, votes in ((stand, 4), (stand ^ 1, 2), ((stand + 2) % KINDS, 2)):
            lay(
                games,
                Phase.NEXT_CONVERSION,
                programmes={0: [stand]},
                opinions={3: [opinion]},
                meetings={3: [5, 1, 1]},
                region=3,
            )
            assert number_of_votes(games, 4) == votes


def number_of_votes(games, meetings: int) -> int:
    """The votes that the seat to decide has after converting so many meetings in the last region."""
    assert phase(games) == Phase.CONVERT
    who = int(games.seat[0])
    play(games, (who, number(meetings)))
    return int(games.tables["votes"][0, 3, who])


@pytest.mark.rule("MAC-0.10")
def test_five_open_cards_on_five_issues(dealt):
    tables, players = dealt.tables, dealt.num_players
    programmes = tables["programme"][:, :players]
    assert (programmes.sum(axis=2) == 5).all()
    issues = programmes.reshape(len(tables), players, 7, 2).sum(axis=3)
    assert issues.max() == 1
    opened = (tables["zone"] == OPEN).reshape(len(tables), KINDS, 4).sum(axis=2)
    assert (opened == programmes.sum(axis=1)).all()
    # No stand is likelier than another.
    assert abs(programmes.mean(axis=(0, 1)) - 5 / 14).max() < 0.09


def dealt_from(kinds: list[int]):
    """Seat 0's programme, dealt from one card of each of these kinds."""
    games = deal(3)
    table = lay(games, Phase.SHEET)
    table["zone"] = OPEN
    cards = [4 * stand for stand in kinds]
    table["zone"][cards] = IN_DECK
    table["programme_deck"] = len(cards)
    preparation.deal_programme(table, 0)
    return table


@pytest.mark.rule("MAC-0.10")
def test_euro_now_and_euro_later():
    """The card that comes second is exchanged, whichever of the two it is."""
    kinds = [EURO_NOW, EURO_LATER, MORE_WELFARE, NO_GENES, HEALTH, NO_SPELLING]
    table = dealt_from(kinds)
    opened = set(np.flatnonzero(table["programme"][0]).tolist())
    assert opened - {EURO_NOW, EURO_LATER} == {MORE_WELFARE, NO_GENES, HEALTH, NO_SPELLING}
    assert len(opened) == 5


@pytest.mark.rule("MAC-0.11")
@pytest.mark.parametrize("seed", range(6))
def test_rejected_cards_are_in_the_deck_again_before_any_hand_is_dealt(seed):
    games = deal(3, seed=seed)
    table = lay(games, Phase.SHEET)
    for who in range(3):
        preparation.deal_programme(table, who)
        assert (table["zone"] == IN_DECK).sum() == 56 - 5 * (who + 1) == table["programme_deck"]


@pytest.mark.rule("MAC-0.12")
def test_three_hidden_cards_whatever_they_are(dealt):
    tables, players = dealt.tables, dealt.num_players
    same, contrary, known = 0, 0, 0
    for who in range(players):
        held = tables["zone"] == IN_HAND + who
        assert (held.sum(axis=1) == 3).all()
        kinds = held.reshape(len(tables), KINDS, 4).sum(axis=2)
        same += (kinds.max(axis=1) > 1).sum()
        contrary += ((kinds[:, ::2] > 0) & (kinds[:, 1::2] > 0)).any(axis=1).sum()
        known += (kinds * tables["programme"][:, who]).any(axis=1).sum()
    assert min(same, contrary, known) > 0
    assert (tables["programme_deck"] == 56 - 8 * players).all()


@pytest.mark.rule("MAC-0.12")
def test_a_hand_may_be_any_cards_of_the_deck():
    """Rejected cards are among those dealt: a hand agrees in issue with its programme as often as it can."""
    games = deal(3, num_games=1500, seed=8)
    zone, programme = games.tables["zone"], games.tables["programme"]
    issues = programme[:, 0, ::2] + programme[:, 0, 1::2]
    own_issue = np.repeat(issues, 8, axis=1)
    of_hand = ((zone == IN_HAND) * own_issue).sum(axis=1) / 3
    out = ((zone >= OPEN) * own_issue).sum(axis=1)
    expected = (40 - out) / 41
    assert of_hand.mean() == pytest.approx(expected.mean(), abs=0.018)


# --- Dice, lands, polls, doublers ----------------------------------------------------------------


@pytest.mark.rule("MAC-0.13")
def test_the_special_die_has_the_faces_0_1_1_2_2_3():
    assert BOX[0]["die"].tolist() == [0, 1, 1, 2, 2, 3]
    games = deal(3, num_games=800, poll_members_dice=1)
    lay(games, Phase.PUBLISH, seat=0, poll=0, poll_zone=[3], members=[5, 5, 5])
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(800) + 1
    games.step(np.full(800, PASS))
    won = np.bincount(games.tables["members"][:, 0] - 5, minlength=4) / 800
    assert abs(won - [1 / 6, 1 / 3, 1 / 3, 1 / 6]).max() < 0.075


@pytest.mark.rule("MAC-0.14", "MAC-10.2")
def test_sixteen_lands_each_with_seats_of_its_own():
    full = BOX[0]["land_seats"][:, 50].tolist()
    assert len(set(full)) == LANDS == 16
    assert (min(full), max(full), sum(full)) == (15, 80, 623)
    assert (full[NORDRHEIN], full[HESSEN], full[BERLIN], full[BREMEN]) == (80, 48, 40, 15)
    assert not BOX[0]["land_seats"][:, 0].any()
    assert (BOX[0]["land_seats"][:, 1] >= 1).all()
    assert (np.diff(BOX[0]["land_seats"], axis=1) >= 0).all()


@pytest.mark.rule("MAC-10.2")
def test_the_table_of_the_land_makes_votes_seats():
    games = deal(3)
    lay(
        games,
        Phase.ELECTION,
        lands=(SACHSEN, BREMEN, BERLIN, HESSEN),
        votes={0: [50, 28, 7]},
        meetings={0: [0, 0, 0]},
    )
    assert games.tables["seats_won"][0, 0, :3].tolist() == [46, 26, 6]


@pytest.mark.rule("MAC-0.15", "MAC-8.2")
def test_twenty_polls_and_four_doublers(dealt):
    assert POLLS == 20
    assert (dealt.tables["poll_zone"] == POLL_IN_DECK).all()
    assert (dealt.tables["poll"] == NO_CARD).all()
    assert (dealt.tables["doublers"] == 4).all()
    assert (dealt.tables["opinion"] <= 1).all()
    assert len({tuple(row) for row in BOX[0]["poll_change"].tolist()}) == 20


# --- Regions -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-0.17")
def test_four_lands_lie_open_and_twelve_in_the_deck(dealt):
    tables = dealt.tables
    lands = np.sort(tables["land"], axis=1)
    assert (lands[:, 0] >= 0).all()
    assert (np.diff(lands, axis=1) > 0).all()
    assert (tables["land_drawn"].sum(axis=1) == 4).all()
    for place in range(4):
        assert (tables["land_drawn"][np.arange(300), tables["land"][:, place]] == 1).all()
        drawn = np.bincount(tables["land"][:, place], minlength=16)
        assert abs(drawn - 300 / 16).max() < 5 * (300 / 16) ** 0.5
    assert (tables["regions"] == 4).all()
    assert (tables["round_number"] == 0).all()


@pytest.mark.rule("MAC-11.3")
@players_each
def test_every_region_is_current_once(players):
    games = deal(players, seed=6)
    rng = np.random.default_rng(1)
    rows = {}
    while not games.over[0]:
        table = games.tables[0]
        rows.setdefault(int(table["round_number"]), table["land"][: table["regions"]].tolist())
        games.step([rng.choice(sorted(legal(games)))])
    rows.setdefault(7, games.tables["land"][0, :1].tolist())
    current = [rows[number_of_round][0] for number_of_round in range(1, 8)]
    assert len(set(current)) == 7
    assert rows[0] == current[:4]


@pytest.mark.rule("MAC-0.18")
def test_the_limits_of_a_region():
    games = deal(3)
    lay(games, Phase.MEETINGS, seat=0, meetings={0: [8, 1, 1]}, votes={0: [49, 0, 0]}, cash=[90, 9, 9])
    assert legal_numbers(games) == {0, 1, 2}  # ten spaces for meetings
    lay(games, Phase.MEDIA, seat=0, media={0: [2, 2, 1], 1: [2, 2, 0]}, cash=[90, 9, 9])
    assert legal_in(games, "region") == {1, 2, 3}  # five spaces for media markers
    lay(
        games,
        Phase.NEXT_CONVERSION,
        region=3,
        trend={3: [3, 0, 0]},
        votes={3: [38, 0, 0]},
        meetings={3: [5, 1, 1]},
    )
    assert number_of_votes(games, 5) == 50
    lay(games, Phase.LOBBY, seat=0, lobby={0: [CHANCELLOR, 0, 0]}, trend={0: [2, -2, 0]}, cabinet={0: []})
    play(games, (0, lobby(Lobby.TREND_UP)))
    assert field(games, "trend")[0] == [3, -2, 0]
    lay(games, Phase.LOBBY, seat=0, lobby={0: [CHANCELLOR, 0, 0]}, trend={0: [2, -2, 0]}, cabinet={0: []})
    play(games, (0, lobby(Lobby.TREND_DOWN)), (0, player(1)))
    assert field(games, "trend")[0] == [2, -3, 0]


# --- Opinions ------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-0.19", "MAC-0.20")
def test_four_three_two_and_one_opinion_lie_open(dealt):
    tables = dealt.tables
    opened = (tables["opinion"] > 0).sum(axis=2)
    assert (opened == [4, 3, 2, 1]).all()
    assert (tables["hidden"].sum(axis=2) == [0, 1, 2, 3]).all()
    issues = tables["opinion"].reshape(len(tables), 4, 7, 2).sum(axis=3)
    assert issues.max() == 1
    assert (tables["pool"].sum(axis=1) == 6).all()
    laid = 16 + 6 + tables["discards"].sum(axis=1)
    assert (tables["opinion_deck"] == 42 - laid).all()
    assert (tables["unseen"].sum(axis=(1, 2)) == tables["opinion_deck"] + 6).all()
    assert (tables["shuffle"] == 0).all()


@pytest.mark.rule("MAC-0.20", "MAC-0.21")
def test_every_rejected_opinion_repeats_or_contradicts_an_open_one(dealt):
    tables = dealt.tables
    rejected = tables["discards"] > 0
    issues = tables["opinion"].sum(axis=1).reshape(len(tables), 7, 2).sum(axis=2)
    assert rejected.any()
    assert ((tables["discards"].reshape(len(tables), 7, 2).sum(axis=2) == 0) | (issues > 0)).all()
    # Repeats as well as contradictions are replaced.
    open_kinds = tables["opinion"].sum(axis=1) > 0
    contradicted = np.roll(open_kinds.reshape(-1, 7, 2), 1, axis=2).reshape(-1, 14)
    assert (rejected & open_kinds & ~contradicted).any()
    assert (rejected & ~open_kinds & contradicted).any()


@pytest.mark.rule("MAC-0.20")
def test_a_hidden_card_may_repeat_an_open_one_until_it_is_opened():
    games = deal(3)
    three = [MORE_WELFARE, MORE_SECURITY, GENES]
    table = lay(games, Phase.CONTRIBUTION, round_number=6, regions=2, opinions={1: three}, hidden={1: 1})
    hide(table, {MORE_WELFARE: 1}, deck={EURO_NOW: 1})
    assert table["hidden"][1].sum() == 1
    go_on(games, table)
    assert open_in(games) == {*three, EURO_NOW}
    assert table["discards"].nonzero()[0].tolist() == [MORE_WELFARE]


def hide(table, hidden: dict[int, int], deck=None, discards=None, pool=None) -> None:
    """Exactly these hidden cards, of a shuffle before; exactly these in the deck, the discards, the pool."""
    table["unseen"][:] = 0
    for stand, cards in hidden.items():
        table["unseen"][0, stand] = cards
    table["shuffle"] = 1
    for stand, cards in (deck or {}).items():
        table["unseen"][1, stand] = cards
    table["opinion_deck"] = table["unseen"][1].sum()
    for name, kinds in (("discards", discards), ("pool", pool)):
        table[name][:] = 0
        for stand, cards in (kinds or {}).items():
            table[name][stand] = cards


def go_on(games, table) -> None:
    """End the sixth round: the last region's last card is opened before anything else happens."""
    table["phase"] = Phase.NEXT_REGION
    rules.apply(games.box[0], table, 0)


THREE = (MORE_WELFARE, MORE_SECURITY, GENES)


def last_card(hidden: int, games=None, **where):
    """The last region, with three open opinions, after its hidden card was opened."""
    games = games or deal(3)
    table = lay(
        games,
        Phase.CONTRIBUTION,
        round_number=6,
        regions=2,
        opinions={1: THREE},
        hidden={1: 1},
    )
    hide(table, {hidden: 1}, **where)
    go_on(games, table)
    return games, table


def kinds_in(counts) -> dict[int, int]:
    return {stand: int(cards) for stand, cards in enumerate(counts) if cards}


@pytest.mark.rule("MAC-0.21")
@pytest.mark.parametrize("rejected", [LESS_SECURITY, MORE_SECURITY])
def test_a_rejected_opinion_is_discarded_and_the_next_is_drawn(rejected):
    games, table = last_card(rejected, deck={NO_HEALTH: 1})
    assert open_in(games) == {*THREE, NO_HEALTH}
    assert kinds_in(table["discards"]) == {rejected: 1}
    assert table["opinion_deck"] == 0
    assert not table["unseen"].any()


@pytest.mark.rule("MAC-0.21")
def test_the_discards_are_shuffled_when_the_deck_is_empty():
    """The only card that fits lies in the discards; the deck's last card is drawn before."""
    games, table = last_card(LESS_WELFARE, deck={NO_GENES: 1}, discards={SPELLING: 1, MORE_SECURITY: 1})
    assert open_in(games) == {*THREE, SPELLING}
    left = table["discards"] + table["unseen"].sum(axis=0)
    assert kinds_in(left) == {LESS_WELFARE: 1, NO_GENES: 1, MORE_SECURITY: 1}
    assert table["opinion_deck"] + table["discards"].sum() == 3


@pytest.mark.rule("MAC-0.21")
def test_the_deck_is_not_renewed_while_it_has_a_card():
    games, table = last_card(NUCLEAR, deck={NO_GENES: 1}, discards={SPELLING: 2})
    assert open_in(games) == {*THREE, NUCLEAR}
    assert kinds_in(table["discards"]) == {SPELLING: 2}
    games, table = last_card(NO_GENES, deck={NUCLEAR: 1}, discards={SPELLING: 2})
    assert open_in(games) == {*THREE, NUCLEAR}
    assert kinds_in(table["discards"]) == {SPELLING: 2, NO_GENES: 1}
    assert table["opinion_deck"] == 0  # an empty deck waits for the next draw


@pytest.mark.rule("MAC-0.22")
def test_without_a_fitting_card_the_rejected_one_changes_places_with_the_pool():
    where = {"deck": {NO_GENES: 2}, "discards": {LESS_WELFARE: 1}}
    games, table = last_card(LESS_SECURITY, pool={EURO_LATER: 1, GENES: 3, MORE_WELFARE: 2}, **where)
    assert open_in(games) == {*THREE, EURO_LATER}
    assert kinds_in(table["pool"]) == {LESS_SECURITY: 1, GENES: 3, MORE_WELFARE: 2}
    assert kinds_in(table["discards"]) == {LESS_WELFARE: 1}
    assert table["opinion_deck"] == 2


@pytest.mark.rule("MAC-0.22")
def test_the_kind_that_comes_from_the_pool_is_random():
    games, found = deal(3), []
    for seed in range(300):
        games.tables["seed"] = seed
        last_card(LESS_SECURITY, games, pool={EURO_LATER: 3, HEALTH: 1, NO_SPELLING: 2})
        found.append((open_in(games) - set(THREE)).pop())
    shares = [found.count(stand) / 300 for stand in (EURO_LATER, HEALTH, NO_SPELLING)]
    assert abs(np.array(shares) - 1 / 3).max() < 0.11


@pytest.mark.rule("MAC-0.22", "MAC-0.23")
def test_without_any_card_that_fits_the_space_stays_empty():
    games, table = last_card(LESS_SECURITY, pool={GENES: 3, MORE_WELFARE: 3}, discards={NO_GENES: 1})
    assert open_in(games) == set(THREE)
    assert kinds_in(table["discards"]) == {NO_GENES: 1, LESS_SECURITY: 1}
    assert kinds_in(table["pool"]) == {GENES: 3, MORE_WELFARE: 3}
    assert not table["hidden"].any()


@pytest.mark.rule("MAC-0.23")
def test_an_empty_space_is_neither_exchanged_nor_taken():
    games = deal(3)
    lay(games, Phase.SWAP_OUT, opinions={0: THREE}, media={0: [1, 0, 0]}, pool=[NUCLEAR] * 3 + [EURO_NOW] * 3)
    assert legal_kinds(games) == set(THREE)
    lay(games, Phase.NATIONAL_CARD, opinions={0: THREE}, winner=[0, -1, -1], national_cards=[2, 0, 0])
    assert legal_kinds(games) == set(THREE)


# --- The exchange pool ---------------------------------------------------------------------------


@pytest.mark.rule("MAC-0.24")
def test_six_opinions_of_any_kind_lie_in_the_pool(dealt):
    pool = dealt.tables["pool"]
    assert (pool.sum(axis=1) == 6).all()
    assert ((pool == 0).sum(axis=1) >= 8).all()
    assert (pool > 1).any()  # two alike
    assert ((pool[:, ::2] > 0) & (pool[:, 1::2] > 0)).any()  # contradictory ones
    fair = 300 * 6 / 14
    assert abs(pool.sum(axis=0) - fair).max() < 5 * fair**0.5
    assert [4 * share for share in observed(dealt, 1, "pool")] == pool[0].tolist()


@pytest.mark.rule("MAC-0.25")
def test_an_exchange_leaves_six_in_the_pool():
    games = deal(3)
    pool = [NUCLEAR, NUCLEAR, EURO_NOW, EURO_LATER, HEALTH, MORE_WELFARE]
    lay(games, Phase.SWAP_OUT, opinions={0: [*THREE, NO_SPELLING]}, media={0: [1, 0, 0]}, pool=pool)
    play(games, (0, kind(GENES)), (0, kind(EURO_NOW)))
    assert kinds_in(games.tables["pool"][0]) == {
        NUCLEAR: 2,
        EURO_LATER: 1,
        HEALTH: 1,
        MORE_WELFARE: 1,
        GENES: 1,
    }


@pytest.mark.rule("MAC-0.25")
def test_the_pool_has_six_cards_at_any_time():
    games = deal(4, seed=3)
    rng = np.random.default_rng(2)
    while not games.over[0]:
        assert games.tables["pool"][0].sum() == 6
        games.step([rng.choice(sorted(legal(games)))])


# --- The national board and the rest -------------------------------------------------------------


@pytest.mark.rule("MAC-0.26")
def test_the_national_board_is_empty_but_for_five_members_each(dealt):
    tables = dealt.tables
    assert (tables["members"][:, : dealt.num_players] == 5).all()
    assert (tables["national"] == NO_CARD).all()
    assert tables["national"].shape[1] == 5
    assert not tables["secured"].any()
    assert not tables["national_media"].any()


@pytest.mark.rule("MAC-0.27")
def test_members_stop_at_both_ends_of_the_track():
    games = deal(3)
    lay(
        games,
        Phase.RECRUIT,
        round_number=7,
        regions=1,
        members=[97, 98, 0],
        programmes={0: [EURO_NOW], 1: [EURO_NOW], 2: [EURO_LATER]},
        national=[EURO_NOW],
    )
    assert field(games, "members") == [99, 99, 0]
    assert BOX[0]["last_member"] == 99
    lay(games, Phase.REVEAL_CONTRIBUTIONS, offer=[5, 5, 5], members=[1, 0, 9])
    assert field(games, "members")[:2] == [0, 0]
    assert 6 <= field(games, "members")[2] <= 9


@pytest.mark.rule("MAC-0.27")
def test_a_longer_track():
    games = deal(3, box=own_box(last_member=150))
    lay(
        games,
        Phase.RECRUIT,
        round_number=7,
        regions=1,
        members=[97, 149, 0],
        programmes={0: [EURO_NOW], 1: [EURO_NOW]},
        national=[EURO_NOW],
    )
    assert field(games, "members") == [101, 150, 0]


@pytest.mark.rule("MAC-0.28")
def test_decks_are_shuffled_and_what_they_hold_is_known_to_nobody():
    games = deal(4, num_games=200, seed=1)
    first = games.tables[0]
    for name in ("land", "opinion", "programme"):
        assert len(np.unique(games.tables[name].reshape(200, -1), axis=0)) > 190
    assert games.tables["zone"].std(axis=0).min() > 0
    # Redealt, the deck and hands of others are others; what lies open is the same.
    before = {name: first[name].copy() for name in ("land", "opinion", "programme", "pool", "discards")}
    own = first["zone"] == IN_HAND
    zones = first["zone"].copy()
    games.redeal(0, seed=5)
    after = games.tables[0]
    for name, value in before.items():
        assert (after[name] == value).all()
    assert ((after["zone"] == IN_HAND) == own).all()
    assert (after["zone"] != zones).any()


@pytest.mark.rule("MAC-0.29")
def test_chance_names_who_enters_first(dealt):
    starts = np.bincount(dealt.tables["start_player"], minlength=dealt.num_players)
    assert len(starts) == dealt.num_players
    assert abs(starts - 300 / dealt.num_players).max() < 45
    assert (dealt.tables["seat"] == dealt.tables["start_player"]).all()
    assert (dealt.tables["phase"] == Phase.SHEET).all()


@pytest.mark.rule("MAC-0.30")
def test_what_tiles_remind_of_is_observed():
    """Who starts, whose partner somebody is, how many elections are to come."""
    games = deal(4)
    lay(games, Phase.MEDIA, seat=2, start=2, round_number=3, tile={0: [1, 1, 0, 0]}, ally=[2, 1, 0, 0])
    expected = {
        "place": [2 / 4, 3 / 4, 0, 1 / 4],
        "ally": [2 / 5, 1 / 5, 0, 0],
        "round": [3 / 7],
        "elections": [4 / 7],
    }
    for name, values in expected.items():
        assert observed(games, 0, name) == pytest.approx(values), name


# --- The tables of the ledger --------------------------------------------------------------------


def ledger_lines() -> list[str]:
    return (GAME.box_spec.file.parent / "RULES.md").read_text().splitlines()


def ledger_table(first: str) -> list[list[str]]:
    """The rows of the table in the ledger that begins with this cell, the heading first."""
    lines = ledger_lines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = itertools.takewhile(lambda line: line.startswith("|"), [lines[start], *lines[start + 2 :]])
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.rule("MAC-0.14", "MAC-0.8")
def test_the_ledger_has_the_lands_and_issues_of_the_box():
    box, names, seats = BOX[0], [], []
    for first in ("Nordrhein-Westfalen", "Sachsen-Anhalt"):
        heading, row = ledger_table(first)
        names += heading
        seats += map(int, row)
    assert names == [text(name) for name in box["land_name"]]
    assert seats == box["land_seats"][:, 50].tolist()
    issues, stands = ledger_table("Welfare state")
    assert issues == [text(name) for name in box["issue_name"]]
    assert stands == [f"{text(one)}, {text(other)}" for one, other in box["stand_name"]]


@pytest.mark.rule("MAC-4.1", "MAC-4.2")
def test_the_ledger_has_the_shadow_cabinet_of_the_box():
    title, *columns = zip(*ledger_table("card")[1:])
    assert list(title) == [text(name) for name in BOX[0]["cabinet_name"][1:]]
    for column, name in zip(columns, ("price", "phone", "votes", "doubler", "media", "up", "down")):
        numbers = [{"-": 0, "yes": 1}.get(cell) if cell in ("-", "yes") else int(cell) for cell in column]
        assert numbers == BOX[0][f"cabinet_{name}"][1:].tolist(), name


@pytest.mark.rule("MAC-1.4")
def test_the_ledger_has_the_members_of_the_sheet():
    (row,) = (line for line in ledger_lines() if line.startswith("| MAC-1.4 |"))
    assert row.startswith("| MAC-1.4 | Section 2: ")
    members = [int(number) for number in re.findall(r"\d+", row.split("|")[2])[1:]]
    assert members == BOX[0]["sheet_members"].tolist()
    assert BOX[0]["sheet_media"].tolist() == [0, 1, 2, 3]


@pytest.mark.rule("MAC-8.2", "MAC-10.28", "MAC-11.14", "MAC-12.8")
def test_the_ledger_has_the_other_numbers_of_the_box():
    box = BOX[0]
    patterns = [[int(cell) for cell in row[1:]] for row in ledger_table("pattern")[1:]]
    assert patterns == box["poll_change"][::5].tolist()
    figures, points = ([int(cell) for cell in row[1:]] for row in ledger_table("space")[1:])
    assert figures == box["national_figures"].tolist()
    assert points == box["national_points"].tolist()
    cards = [[int(cell) for cell in row] for row in ledger_table("amount, in thousands")[1:]]
    names = ("amount", "risk", "refusal")
    assert cards == np.stack([box[f"contribution_{name}"] for name in names], axis=1).tolist()
