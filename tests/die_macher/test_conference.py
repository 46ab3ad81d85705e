"""The programme conference: hidden cards are renewed, and one goes into the open programme."""

import numpy as np
import pytest
from elections import (
    EURO_LATER,
    EURO_NOW,
    GENES,
    HEALTH,
    LESS_SECURITY,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_HEALTH,
    NO_NUCLEAR,
    NO_SPELLING,
    NUCLEAR,
    PASS,
    SPELLING,
    deal,
    field,
    hand,
    kind,
    lay,
    legal,
    legal_kinds,
    phase,
    play,
    programme,
)

from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.table import FACE_DOWN, FACE_UP, IN_DECK, IN_HAND, OPEN, PROGRAMME_CARDS, Phase

FIVE = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR, EURO_NOW]
KIND_OF = np.arange(PROGRAMME_CARDS) // 4


def conference(games, seat: int = 0, held=(), opened=FIVE, **position):
    """The seat's turn in the conference begins."""
    seats = games.num_players
    position.setdefault("start", seat)
    programmes = {who: opened if who == seat else [] for who in range(seats)}
    return lay(games, Phase.NEXT_CONFERENCE, seat=seat, hands={seat: held}, programmes=programmes, **position)


def kinds_where(games, zone: int) -> list[int]:
    return KIND_OF[games.tables["zone"][0] == zone].tolist()


def observed(games, seat: int, block: str) -> list[float]:
    part = GAME.observation(games.num_players)[block]
    return games.observe(seat=seat)[0, part.start : part.stop].tolist()


# --- The turn ------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-3.1")
@pytest.mark.parametrize("start", range(4))
def test_one_after_another_has_a_whole_turn_from_the_start_player_on(start):
    games = deal(4)
    lay(games, Phase.NEXT_CONFERENCE, seat=start, start=start, programmes={0: FIVE, 1: FIVE, 2: FIVE, 3: []})
    for turn in range(4):
        who = (start + turn) % 4
        held = hand(games, who)
        assert (phase(games), games.seat[0]) == (Phase.DISCARD, who)
        play(games, (who, kind(held[0])), (who, PASS))
        assert (phase(games), games.seat[0]) == (Phase.NEW_CARD, who)
        play(games, (who, PASS))
    assert (phase(games), games.seat[0]) == (Phase.PLACE_LOBBY, start)


@pytest.mark.rule("MAC-3.2")
@pytest.mark.parametrize("held", [[], [HEALTH], [HEALTH, NO_HEALTH], [HEALTH, NO_HEALTH, GENES]])
def test_the_hand_is_filled_up_to_three_when_the_turn_begins(held):
    games = deal(3)
    conference(games, held=held)
    assert len(hand(games, 0)) == 3
    assert set(held) <= set(hand(games, 0))
    assert games.tables["programme_deck"][0] == 56 - 5 - 3
    assert hand(games, 1) == hand(games, 2) == []  # not before their own turns


@pytest.mark.rule("MAC-3.2", "MAC-3.8")
def test_who_exchanged_a_card_draws_the_third_one_round_later():
    games = deal(3)
    held = [HEALTH, NO_HEALTH, NO_SPELLING]
    conference(games, held=held, round_number=1)
    play(games, (0, PASS), (0, kind(HEALTH)), (0, kind(GENES)))
    assert hand(games, 0) == [NO_HEALTH, NO_SPELLING]
    while field(games, "round_number") == 1:
        games.step([min(legal(games))])
        assert hand(games, 0) == [NO_HEALTH, NO_SPELLING]
    while phase(games) != Phase.DISCARD:
        games.step([min(legal(games))])
    while games.seat[0] != 0:
        assert hand(games, 0) == [NO_HEALTH, NO_SPELLING]
        play(games, (int(games.seat[0]), PASS), (int(games.seat[0]), PASS))
    assert len(hand(games, 0)) == 3


# --- Renewing the hand ---------------------------------------------------------------------------


@pytest.mark.rule("MAC-3.3")
@pytest.mark.parametrize("discarded", [[], [HEALTH], [NO_SPELLING, HEALTH], [GENES, NO_SPELLING, HEALTH]])
def test_none_to_three_cards_are_discarded_and_as_many_drawn(discarded):
    games = deal(3)
    held = [GENES, HEALTH, NO_SPELLING]
    conference(games, held=held)
    left = list(held)
    for gone in discarded:
        assert phase(games) == Phase.DISCARD
        assert legal(games) == {PASS, *map(kind, left)}
        play(games, (0, kind(gone)))
        left.remove(gone)
    if len(discarded) < 3:
        assert hand(games, 0) == left  # nothing is drawn yet
        play(games, (0, PASS))
    assert phase(games) == Phase.NEW_CARD
    assert kinds_where(games, FACE_DOWN) == sorted(discarded)
    drawn = hand(games, 0)
    assert len(drawn) == 3
    for stand in left:
        drawn.remove(stand)
    assert len(drawn) == len(discarded)
    assert games.tables["programme_deck"][0] == 56 - 5 - 3 - len(discarded)


@pytest.mark.rule("MAC-3.3")
def test_any_card_of_the_deck_may_come():
    games = deal(3, num_games=700)
    conference(games, held=[GENES, HEALTH, NO_SPELLING])
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(700) + 1
    deck = games.tables["zone"][0] == IN_DECK
    for gone in (GENES, HEALTH, NO_SPELLING):
        games.step(np.full(700, kind(gone)))
    held = games.tables["zone"] == IN_HAND
    assert not held[:, ~deck].any()
    fair = 700 * 3 / 48
    assert abs(held[:, deck].sum(axis=0) - fair).max() < 4.5 * fair**0.5


@pytest.mark.rule("MAC-3.4")
def test_cards_are_drawn_after_the_last_discard_and_then_stay():
    """What is drawn may not be discarded again in this turn."""
    games = deal(3)
    conference(games, held=[GENES, HEALTH, HEALTH])
    play(games, (0, kind(HEALTH)))
    assert hand(games, 0) == [GENES, HEALTH]
    assert legal(games) == {PASS, kind(GENES), kind(HEALTH)}
    play(games, (0, PASS))
    assert phase(games) == Phase.NEW_CARD
    held = hand(games, 0)
    play(games, (0, PASS))
    assert hand(games, 0) == held
    assert (phase(games), games.seat[0]) == (Phase.DISCARD, 1)


# --- The exchange --------------------------------------------------------------------------------


@pytest.mark.rule("MAC-3.5", "MAC-3.9")
def test_one_hidden_card_takes_the_place_of_an_open_one():
    games = deal(3)
    conference(games, held=[HEALTH, NO_SPELLING, NO_HEALTH])
    play(games, (0, PASS))
    assert legal(games) == {PASS, kind(HEALTH), kind(NO_SPELLING), kind(NO_HEALTH)}
    play(games, (0, kind(NO_SPELLING)))
    assert phase(games) == Phase.OLD_CARD
    assert legal(games) == set(map(kind, FIVE))
    play(games, (0, kind(NUCLEAR)))
    assert programme(games, 0) == {*FIVE, NO_SPELLING} - {NUCLEAR}
    assert sorted(kinds_where(games, OPEN)) == sorted(programme(games, 0))
    assert hand(games, 0) == [HEALTH, NO_HEALTH]
    assert kinds_where(games, FACE_UP) == [NUCLEAR]
    assert (phase(games), games.seat[0]) == (Phase.DISCARD, 1)  # a single exchange


@pytest.mark.rule("MAC-3.5")
def test_a_card_just_drawn_may_go_into_the_programme():
    games = deal(3)
    table = conference(games, held=[HEALTH, HEALTH, HEALTH])
    table["zone"][table["zone"] == IN_DECK] = FACE_UP
    table["zone"][4 * NO_SPELLING] = IN_DECK
    table["programme_deck"] = 1
    play(games, (0, kind(HEALTH)), (0, PASS), (0, kind(NO_SPELLING)), (0, kind(GENES)))
    assert NO_SPELLING in programme(games, 0)


@pytest.mark.rule("MAC-3.6")
def test_the_programme_keeps_five_issues():
    """A contrary takes the place of its own issue only, and an equal card none."""
    games = deal(3)
    conference(games, held=[LESS_WELFARE, MORE_SECURITY, NO_HEALTH])
    play(games, (0, PASS))
    assert legal_kinds(games) == {LESS_WELFARE, NO_HEALTH}
    play(games, (0, kind(LESS_WELFARE)))
    assert legal(games) == {kind(MORE_WELFARE)}
    play(games, (0, kind(MORE_WELFARE)))
    assert programme(games, 0) == {*FIVE, LESS_WELFARE} - {MORE_WELFARE}
    conference(games, held=[EURO_LATER, LESS_SECURITY, NO_GENES], opened=[LESS_WELFARE, *FIVE[1:]])
    play(games, (0, PASS))
    assert legal_kinds(games) == {EURO_LATER, LESS_SECURITY, NO_GENES}
    for new, old in ((EURO_LATER, EURO_NOW), (LESS_SECURITY, MORE_SECURITY), (NO_GENES, GENES)):
        conference(games, held=[EURO_LATER, LESS_SECURITY, NO_GENES])
        play(games, (0, PASS), (0, kind(new)))
        assert legal(games) == {kind(old)}


@pytest.mark.rule("MAC-3.6")
def test_without_a_card_that_fits_the_programme_stays():
    games = deal(3)
    conference(games, held=[MORE_WELFARE, MORE_WELFARE, EURO_NOW])
    play(games, (0, PASS))
    assert legal(games) == {PASS}


@pytest.mark.rule("MAC-3.7")
def test_nobody_has_to_exchange_anything():
    games = deal(3)
    conference(games, held=[HEALTH, NO_SPELLING, NO_HEALTH])
    play(games, (0, PASS), (0, PASS))
    assert programme(games, 0) == set(FIVE)
    assert hand(games, 0) == sorted([HEALTH, NO_SPELLING, NO_HEALTH])
    assert (phase(games), games.seat[0]) == (Phase.DISCARD, 1)


@pytest.mark.rule("MAC-3.8")
def test_nothing_is_drawn_for_the_card_that_went_into_the_programme():
    games = deal(3)
    conference(games, held=[HEALTH, NO_SPELLING, NO_HEALTH])
    play(games, (0, kind(HEALTH)), (0, PASS))
    deck = int(games.tables["programme_deck"][0])
    play(games, (0, kind(NO_SPELLING)), (0, kind(EURO_NOW)))
    assert len(hand(games, 0)) == 2
    assert games.tables["programme_deck"][0] == deck - 3  # those are the next player's


# --- Who sees what -------------------------------------------------------------------------------


@pytest.mark.rule("MAC-3.9")
def test_others_see_the_exchange_but_neither_the_hand_nor_what_it_discards():
    games = deal(3)
    conference(games, held=[HEALTH, NO_SPELLING, NO_HEALTH])
    unseen = observed(games, 1, "programme_unseen")
    play(games, (0, kind(HEALTH)))
    assert observed(games, 1, "programme_unseen") == unseen
    assert observed(games, 0, "programme_unseen")[HEALTH] == 3 / 4  # one's own are known to be gone
    assert observed(games, 1, "hand_size") == [0, 0, 2 / 4]
    play(games, (0, PASS))
    assert observed(games, 1, "programme_unseen") == unseen
    play(games, (0, kind(NO_SPELLING)), (0, kind(GENES)))
    for who in (1, 2):
        after = observed(games, who, "programme_unseen")
        assert after[NO_SPELLING] == unseen[NO_SPELLING] - 1 / 4
        assert after[GENES] == unseen[GENES]  # it was seen before, and all saw it go
        assert after[HEALTH] == unseen[HEALTH]
    row = observed(games, 1, "programme")[28:42]
    assert [stand for stand in range(14) if row[stand]] == sorted(programme(games, 0))
    assert observed(games, 1, "hand_size") == [3 / 4, 0, 2 / 4]  # it is player 1's turn


# --- The deck ------------------------------------------------------------------------------------


def short_deck(games, in_deck, face_up, of_0, of_1):
    """Seat 0's conference with this deck and these discards: seen by all, of seat 0, of seat 1."""
    table = conference(games, held=[HEALTH, NO_SPELLING, NO_HEALTH])
    spare = (table["zone"] == IN_DECK).nonzero()[0]
    table["zone"][spare] = OPEN  # out of reach
    free = {stand: [c for c in spare if c // 4 == stand] for stand in range(14)}
    for zone, kinds in ((IN_DECK, in_deck), (FACE_UP, face_up), (FACE_DOWN, of_0), (FACE_DOWN + 1, of_1)):
        for stand in kinds:
            table["zone"][free[stand].pop()] = zone
    table["programme_deck"] = len(in_deck)
    return table


@pytest.mark.rule("MAC-3.10")
def test_an_empty_deck_is_made_of_all_discards():
    games = deal(3)
    table = short_deck(games, [SPELLING], [GENES, NUCLEAR], [NO_NUCLEAR], [LESS_WELFARE, EURO_LATER])
    play(games, (0, kind(HEALTH)), (0, kind(NO_HEALTH)), (0, PASS))
    held = hand(games, 0)
    assert SPELLING in held  # the deck's last card is drawn first
    assert NO_SPELLING in held
    discards = [GENES, NUCLEAR, NO_NUCLEAR, LESS_WELFARE, EURO_LATER, HEALTH, NO_HEALTH]
    held.remove(SPELLING)
    held.remove(NO_SPELLING)
    assert held[0] in discards
    assert table["programme_deck"] == len(discards) - 1
    assert sorted([*kinds_where(games, IN_DECK), *held]) == sorted(discards)
    for zone in (FACE_UP, FACE_DOWN, FACE_DOWN + 1):
        assert kinds_where(games, zone) == []
    assert table["programme_shuffle"] == 1
    assert sorted(table["drawn"][table["zone"] == IN_HAND].tolist()) == [0, 0, 1]  # the last of the new deck


@pytest.mark.rule("MAC-3.10")
def test_the_deck_is_not_shuffled_before_a_card_is_missing():
    games = deal(3)
    table = short_deck(games, [SPELLING], [GENES], [], [])
    play(games, (0, kind(HEALTH)), (0, PASS))
    assert sorted(hand(games, 0)) == sorted([SPELLING, NO_SPELLING, NO_HEALTH])
    assert kinds_where(games, FACE_UP) == [GENES]
    assert kinds_where(games, FACE_DOWN) == [HEALTH]
    assert (table["programme_deck"], table["programme_shuffle"]) == (0, 0)


@pytest.mark.rule("MAC-3.10")
def test_a_card_just_discarded_may_come_back_from_the_new_deck():
    games, back = deal(3), 0
    for seed in range(60):
        games.tables["seed"] = seed
        short_deck(games, [], [GENES, NUCLEAR], [], [])
        play(games, (0, kind(HEALTH)), (0, PASS))
        back += HEALTH in hand(games, 0)
    assert 8 <= back <= 34  # one of three


@pytest.mark.rule("MAC-3.10")
@pytest.mark.parametrize("players", [3, 5])
def test_fifty_six_cards_go_round_through_many_conferences(players):
    games = deal(players, seed=2)
    rng = np.random.default_rng(3)
    while not games.over[0]:
        choices = sorted(legal(games))
        if phase(games) == Phase.DISCARD and len(choices) > 1:
            choices.remove(PASS)  # all hands are renewed whenever they can be
        games.step([rng.choice(choices)])
    zone = games.tables["zone"][0]
    assert (zone >= OPEN).sum() == 5 * players
    in_hands = ((zone >= IN_HAND) & (zone < OPEN)).sum()
    assert 2 * players <= in_hands <= 3 * players
    assert games.tables["programme_shuffle"][0] >= 1
    assert games.tables["programme_deck"][0] == (zone == IN_DECK).sum()


@pytest.mark.rule("MAC-3.11")
def test_of_equal_cards_in_a_hand_the_lowest_number_goes():
    games = deal(3)
    table = conference(games, held=[HEALTH, HEALTH, HEALTH])
    copies = [c for c in range(PROGRAMME_CARDS) if table["zone"][c] == IN_HAND]
    play(games, (0, kind(HEALTH)))
    assert table["zone"][copies].tolist() == [FACE_DOWN, IN_HAND, IN_HAND]
    play(games, (0, PASS), (0, kind(HEALTH)), (0, kind(GENES)))
    assert table["zone"][copies].tolist()[:2] == [FACE_DOWN, OPEN]


@pytest.mark.rule("MAC-3.11")
def test_it_is_seen_with_which_shuffle_a_card_that_leaves_a_hand_had_come():
    """Seat 0 holds a card of the first deck and two of the second; the others see which of them goes."""
    for gone, shuffle, left in ((HEALTH, 0, [1, 1]), (NO_SPELLING, 1, [0, 1])):
        games = deal(3)
        table = conference(games, held=[HEALTH, NO_SPELLING, NO_HEALTH])
        cards = (table["zone"] == IN_HAND).nonzero()[0]
        table["programme_shuffle"] = 1
        table["drawn"][cards] = KIND_OF[cards] != HEALTH
        play(games, (0, kind(gone)))
        for seed in range(20):
            other = deal(3)
            other.tables[:] = games.tables
            other.redeal(1, seed=seed)
            zone, drawn = other.tables["zone"][0], other.tables["drawn"][0]
            assert drawn[zone == FACE_DOWN].tolist() == [shuffle]
            assert sorted(drawn[zone == IN_HAND].tolist()) == left


@pytest.mark.rule("MAC-3.11")
def test_a_card_that_all_saw_go_into_the_deck_is_in_no_hand_of_before():
    games = deal(3)
    short_deck(games, [SPELLING], [GENES, NUCLEAR], [NO_NUCLEAR], [LESS_WELFARE, EURO_LATER])
    play(games, (0, kind(HEALTH)), (0, kind(NO_HEALTH)), (0, PASS))
    zone, drawn = games.tables["zone"][0], games.tables["drawn"][0]
    seen = np.flatnonzero(games.tables["returned"][0])
    assert KIND_OF[seen].tolist() == [GENES, NUCLEAR]
    assert sorted(drawn[zone == IN_HAND].tolist()) == [0, 0, 1]
    came = set()
    for seed in range(80):
        other = deal(3)
        other.tables[:] = games.tables
        other.redeal(1, seed=seed)
        zone, drawn = other.tables["zone"][0], other.tables["drawn"][0]
        assert not ((zone == IN_HAND) & (drawn == 0))[seen].any()
        came |= set(KIND_OF[(zone == IN_HAND) & (drawn == 1)].tolist())
    assert {GENES, NUCLEAR} < came  # but they may be what came of the new deck
