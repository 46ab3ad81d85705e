"""Redeals: what a seat does not know is dealt anew, evenly, and hangs on nothing that it does not know."""

import itertools
from collections import Counter

import numpy as np
import pytest

from hustings.envs.core.text.snapshot import snapshot
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher import table as t
from hustings.envs.die_macher.table import FACE_DOWN, FACE_UP, IN_DECK, IN_HAND, KINDS, OPEN, SEEN, Phase

from ..tabletop import MANY
from . import playing as p
from .positions import OTHER_FORMS, spread_hidden, thin_decks


def rows(tables: np.ndarray) -> list[tuple]:
    return [tuple(row) for row in tables.tolist()]


# --- Whole games ---------------------------------------------------------------------------------

OFTEN = ("seed", "draws", "zone", "drawn", "own_returned", "poll_zone", "poll")  # what redeals may change
CHOICES = {
    Phase.SHEET: ("section", "place_of", "step"), Phase.START_BID: ("bid",), Phase.POLL_BID: ("bid",),
    Phase.PLACE_LOBBY: ("lobby",), Phase.CONTRIBUTION: ("offer",),
}  # fmt: skip


class Memory:
    """What each seat has seen in a game: polls, and with which shuffle programme cards went into the deck."""

    def __init__(self, players: int):
        self.polls: list[set[int]] = [set() for _ in range(players)]
        self.gone = np.zeros((players, t.PROGRAMME_CARDS), int)

    def watch(self, before: np.record, after: np.record) -> None:
        """A single step."""
        if (after.poll_zone != t.POLL_IN_DECK).sum() < (before.poll_zone != t.POLL_IN_DECK).sum():
            self.polls = [set() for _ in self.polls]
        if after.poll != t.NO_CARD:
            published = after.phase == Phase.CHANGE_TREND
            for who in range(len(self.polls)) if published else [after.seat]:
                self.polls[who].add(int(after.poll))
        if after.programme_shuffle > before.programme_shuffle:
            was, now = before.zone, after.zone
            taken = (was == OPEN) & (now < OPEN) & (now != FACE_UP)
            for who in range(len(self.polls)):
                kept = (now == FACE_DOWN + who) | (now == OPEN)
                kept |= (now == IN_HAND + who) & (after.drawn == before.drawn)
                own = (was == FACE_DOWN + who) | ((was == IN_HAND + who) & ~kept)
                self.gone[who, own | taken | (was == FACE_UP)] = after.programme_shuffle


def slots(table: np.record) -> Counter:
    """Where programme cards lie, with the shuffle that those came with which are or were in a hand."""
    hidden = (table.zone >= FACE_DOWN) & (table.zone < OPEN)
    return Counter(zip(table.zone.tolist(), np.where(hidden, table.drawn, 0).tolist()))


def wrong(before: np.record, dealt: np.record, who: int, memory: Memory) -> list[str]:
    """What is wrong with a redeal for a seat, by what it has seen."""
    others = [seat for seat in range(int(before.seats)) if seat != who]
    changing = (*OFTEN, *CHOICES.get(Phase(int(before.phase)), ()))
    kept = [name for name in before.dtype.names if name not in changing]
    secret = (before.zone >= FACE_DOWN) & (before.zone < OPEN) | (before.zone == IN_DECK)
    secret &= (before.zone != FACE_DOWN + who) & (before.zone != IN_HAND + who)
    held = secret & (dealt.zone != IN_DECK)
    known = np.isin(np.arange(len(before.poll_zone)), list(memory.polls[who]))
    own = ("section", "place_of", "bid", "lobby", "offer")
    checks = {
        "a field changed": all((dealt[name] == before[name]).all() for name in kept),
        "a card moved that the seat sees": (dealt.zone == before.zone)[~secret].all(),
        "a card is of another shuffle": (dealt.drawn == before.drawn)[~secret].all(),
        "piles have other sizes": slots(before) == slots(dealt)
        and not dealt.drawn[dealt.zone == IN_DECK].any(),
        "a card seen to go is in a hand of before": (dealt.drawn[held] >= memory.gone[who][held]).all(),
        "own memories of shuffles": (dealt.own_returned[who] == before.own_returned[who]).all(),
        "others' memories of shuffles": not dealt.own_returned[others].any(),
        "a poll moved that the seat has seen": (dealt.poll_zone == before.poll_zone)[known].all(),
        "polls have other places": (np.sort(dealt.poll_zone) == np.sort(before.poll_zone)).all(),
        "a poll is sold or is not": (dealt.poll == t.NO_CARD) == (before.poll == t.NO_CARD),
        "the poll is known": int(before.poll) not in memory.polls[who] or dealt.poll == before.poll,
        "an own choice": all((dealt[name][..., who] == before[name][..., who]).all() for name in own),
        "another number of cards": ((dealt.lobby > 0) == (before.lobby > 0)).all(),
        "another number of offers": ((dealt.offer > 0) == (before.offer > 0)).all(),
        "its own entry": before.phase != Phase.SHEET or before.seat != who or dealt.step == before.step,
    }
    return [error for error, right in checks.items() if not right]


@pytest.mark.rule("MAC-14.9", "MAC-14.6", "MAC-14.15")
@pytest.mark.parametrize(
    ("players", "options"), [(3, {}), (4, OTHER_FORMS), (5, {"contribution": "in_turn"})]
)
def test_a_redeal_keeps_what_a_seat_has_seen_and_nothing_else(players, options):
    game = p.dealt(players, seed=players, **options)
    games, rng, memory, changed = game.games, np.random.default_rng(1), Memory(players), Counter()
    for step in itertools.count():
        if game.over:
            break
        if game.phase == "DISCARD" and not game.fact("renewed"):
            thin_decks(games.tables, rng, 2)  # so that there are many shuffles
            spread_hidden(games.tables, rng)
        before = games.tables.copy()
        games.step(p.random_actions(games, rng, 0.8))
        memory.watch(snapshot(before[0]), snapshot(game.table))
        known = np.maximum(game.table["returned"], game.table["own_returned"][:players])
        assert (known == memory.gone).all()
        saved, masks, on_turn = games.tables.copy(), games.legal, game.seat
        for who in range(players) if step % 3 == 0 else ():
            view, board = games.observe(seat=who), games.board(0, who) if step % 15 == 0 else ""
            games.redeal(who, seed=step)
            assert wrong(snapshot(saved[0]), snapshot(game.table), who, memory) == []
            games.check()
            assert (games.observe(seat=who) == view).all()
            assert not board or board == games.board(0, who)
            assert who != on_turn or (games.legal == masks).all()
            changed += Counter(
                name for name in saved.dtype.names if (game.table[name] != saved[0][name]).any()
            )
            games.redeal(who, seed=step + 1)  # dealt twice is dealt once
            twice, games.tables = games.tables.copy(), saved
            games.redeal(who, seed=step + 1)
            assert games.tables.tobytes() == twice.tobytes()
            games.tables = saved
    assert game.fact("programme_shuffle") > 5
    expected = {"zone", "drawn", "poll_zone", "poll", "section", "place_of", "lobby", "bid", "offer"}
    assert {name for name in expected if not changed[name]} == set()


# --- Programme cards and polls -------------------------------------------------------------------


def lay_programmes(places: dict[int, tuple[int, int]], deck: list[int], shuffle: int = 0) -> p.Game:
    """Cards with zone and shuffle; all others are seen in the discards."""
    game = p.lay(
        "MEDIA", zone=[FACE_UP] * t.PROGRAMME_CARDS, programme_deck=len(deck), programme_shuffle=shuffle
    )
    for card, (zone, drawn) in {**dict.fromkeys(deck, (IN_DECK, 0)), **places}.items():
        game.set(zone={card: zone}, drawn={card: drawn})
    return game


@pytest.mark.rule("MAC-14.10", "MAC-14.6")
def test_hands_are_dealt_afresh_evenly():
    """Two cards of one hand, one of another, a discard and two of the deck: 6! / (2! 2!) deals."""
    own = {50: (IN_HAND + 0, 0), 51: (FACE_DOWN + 0, 0), 52: (OPEN, 0)}
    places = {0: (IN_HAND + 1, 0), 5: (IN_HAND + 1, 0), 9: (IN_HAND + 2, 0), 20: (FACE_DOWN + 1, 0)}
    unseen = [*places, 30, 55]
    game = lay_programmes({**own, **places}, deck=[30, 55])
    dealt, zones = game.redealt(0).tables, [*(zone for zone, _ in places.values()), IN_DECK, IN_DECK]
    p.evenly(rows(dealt["zone"][:, unseen]), itertools.permutations(zones))
    assert all(set(dealt["zone"][:, card].tolist()) == set(zones) for card in unseen)
    assert (np.delete(dealt["zone"], unseen, axis=1) == np.delete(game.table["zone"], unseen)).all()


@pytest.mark.rule("MAC-14.10", "MAC-14.6")
def test_a_card_seen_to_go_into_the_deck_is_in_no_hand_of_before():
    """All saw card 9 go there with shuffle 1, seat 0 card 30 with shuffle 2; of 31 only seat 1 knows."""
    places = {0: (IN_HAND + 1, 0), 5: (IN_HAND + 1, 0), 9: (IN_HAND + 1, 2), 20: (FACE_DOWN + 2, 1)}
    unseen, gone = [*places, 30, 31], {9: 1, 30: 2}
    game = lay_programmes(places, deck=[30, 31], shuffle=2).set(returned={9: 1})
    game.table["own_returned"][0, 30] = game.table["own_returned"][1, 31] = 2
    spots = [*places.values(), (IN_DECK, 0), (IN_DECK, 0)]
    expected = {
        order
        for order in itertools.permutations(spots)
        if all(zone == IN_DECK or drawn >= gone.get(card, 0) for card, (zone, drawn) in zip(unseen, order))
    }
    assert len(expected) == 54  # of 6! / (2! 2!)
    dealt = game.redealt(0).tables
    pairs = np.stack([dealt["zone"][:, unseen], dealt["drawn"][:, unseen]], axis=2).tolist()
    p.evenly([tuple(map(tuple, row)) for row in pairs], expected)
    other = game.redealt(2).tables  # seat 2 has not seen card 30, so that may be in any hand
    assert (other["zone"][:, 30][other["drawn"][:, 30] == 0] == IN_HAND + 1).any()
    assert not ((other["drawn"][:, 9] == 0) & (other["zone"][:, 9] == IN_HAND + 1)).any()


@pytest.mark.rule("MAC-14.14")
def test_what_follows_from_several_shuffles_is_not_used():
    """Card 9 went into the deck with shuffle 1, which is used up, and nobody discarded a card of it since.

    So it is in the hand that drew from it; a redeal may have it in the present deck.
    """
    game = lay_programmes({9: (IN_HAND + 1, 1), 5: (IN_HAND + 2, 2)}, deck=[30, 31], shuffle=2)
    zones = game.set(returned={9: 1}).redealt(0).tables["zone"][:, 9]
    assert set(zones.tolist()) == {IN_HAND + 1, IN_HAND + 2, IN_DECK}


@pytest.mark.rule("MAC-14.11", "MAC-14.6")
def test_polls_are_dealt_afresh_evenly():
    """Seat 0 has seen polls 0 and 1; the others are in the deck, discarded unseen, or seen by others."""
    zones = [SEEN + 0, t.PUBLISHED, SEEN + 1, t.UNSEEN, *[t.PUBLISHED] * 14, t.POLL_IN_DECK, t.POLL_IN_DECK]
    zones[5], unseen = SEEN + 2, [2, 3, 5, 18, 19]
    game = p.lay("PUBLISH", seat=2, poll=5, poll_zone=zones)
    dealt = game.redealt(0).tables
    p.evenly(rows(dealt["poll_zone"][:, unseen]), itertools.permutations([zones[poll] for poll in unseen]))
    assert (dealt["poll_zone"][np.arange(MANY), dealt["poll"]] == SEEN + 2).all()
    assert (np.delete(dealt["poll_zone"], unseen, axis=1) == np.delete(zones, unseen)).all()
    own = game.redealt(2, 50).tables
    assert (own["poll"] == 5).all()
    assert (own["poll_zone"][:, 0] != SEEN).any()  # seat 0 has seen it, and seat 2 does not know that
    game.set(poll_zone={5: t.PUBLISHED}, phase=Phase.CHANGE_TREND)
    assert (game.redealt(0, 50).tables["poll"] == 5).all()
    # A former one of the same buyer may be this one, and this one that
    dealt = game.set(poll_zone={5: SEEN + 2, 2: SEEN + 2}, phase=Phase.PUBLISH).redealt(0).tables
    pairs = np.argwhere(dealt["poll_zone"] == SEEN + 2)[:, 1].reshape(MANY, 2)
    former = np.where(pairs[:, 0] == dealt["poll"], pairs[:, 1], pairs[:, 0])
    p.evenly(zip(dealt["poll"].tolist(), former.tolist()), itertools.permutations(unseen, 2))


# --- Choices -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-14.12", "MAC-14.6")
def test_sheets_are_dealt_afresh():
    """Every option is as likely, and every region for what it gives."""
    game = p.lay("SHEET", round_number=0)
    game.play("0 o1.2 r1 r2 r3 o2.3 r1 r2, 1 o1.1 r0 r0 r0 o2.4 r0 r0 r0, 2 o1.1 r0 r2")
    dealt = game.redealt(0).tables
    p.evenly(rows(dealt["section"][:, :, 1]), itertools.product((1, 2, 3), (1, 2, 3, 4)))
    places, markers = dealt["place_of"][:, :, 1], dealt["section"][:, 1, 1] - 1
    p.evenly(rows(places[:, :3]), itertools.product(range(1, 5), repeat=3))
    for given in range(4):
        regions = places[markers == given][:, 3:]
        p.evenly(rows(regions[:, :given]), itertools.product(range(1, 5), repeat=given))
        assert not regions[:, given:].any()
    assert (dealt["section"][:, :, 0] == [2, 3]).all()
    assert (dealt["place_of"][:, :, 0] == [2, 3, 4, 2, 3, 0]).all()
    for name in ("section", "place_of"):
        assert not dealt[name][:, :, 2].any()
    assert not dealt["step"].any()  # how far seat 2 has come is not known
    own = game.redealt(2, 50).tables
    assert (own["step"] == 3).all()
    assert (own["place_of"][:, :2, 2] == [1, 3]).all()
    assert len(set(own["section"][:, 0, 0].tolist())) == 3


LADDER = [*range(31), 35, 40, 45, 48]  # of somebody with 48 thousand


@pytest.mark.rule("MAC-14.12", "MAC-14.6")
def test_hidden_bids_are_dealt_afresh():
    """Any bid that one can pay, up to the most; those who have not bid yet have none."""
    game = p.lay("START_BID", players=4, seat=1, start=1, cash=[9, 4, 48, 9]).play("1 2, 2 7")
    bids = game.redealt(0).tables["bid"]
    p.evenly(bids[:, 1].tolist(), range(5))
    p.evenly(bids[:, 2].tolist(), LADDER)
    assert not bids[:, [0, 3, 4]].any()
    assert (game.redealt(1, 50).tables["bid"][:, 1] == 2).all()
    game = p.lay("POLL_BID", poll_auction="blind", cash=[4, 48, 9]).play("0 4, 1 0")
    bids = game.redealt(2).tables["bid"]
    p.evenly(bids[:, 0].tolist(), range(5))
    p.evenly(bids[:, 1].tolist(), LADDER)
    assert not bids[:, 2].any()
    game = p.lay("POLL_BID", seat=2, cash=[40, 50, 9], bid=[4, 7, 0], bidder=1)
    assert (game.redealt(2, 50).tables["bid"][:, :3] == [4, 7, 0]).all()  # rising bids are open


@pytest.mark.rule("MAC-14.12", "MAC-14.6", "MAC-4.5")
def test_cards_that_lie_face_down_are_dealt_afresh():
    """Any two of the cards left that can be paid together: prices 1, 2, 3 and 6, and 8 to spend."""
    game = p.lay("PLACE_LOBBY", cash=[30, 8, 30], cabinet={1: "ABCE"}).play("0 G - - -, 1 - B - A, 2 D")
    dealt = game.redealt(2).tables["lobby"]
    p.evenly(rows(dealt[:, [1, 3], 1]), set(itertools.permutations((1, 2, 3, 5), 2)) - {(3, 5), (5, 3)})
    assert not dealt[:, [0, 2], 1].any()
    p.evenly(dealt[:, 0, 0].tolist(), range(1, 8))
    assert (dealt[:, 0, 2] == 4).all()
    midway = game.redealt(0).tables["lobby"]
    assert set(midway[:, 0, 2].tolist()) == set(range(1, 8))
    assert (midway[:, 0, 0] == 7).all()
    game.play("2 - - -").expect("LOBBY")
    assert (game.redealt(2, 50).tables["lobby"] == game.table["lobby"]).all()


@pytest.mark.rule("MAC-14.12", "MAC-14.6")
def test_contributions_chosen_are_dealt_afresh():
    """Of the cards left; in turn, who has refused is known, and an accepted card lies open."""
    used = {1: [0, 1, 0, 2, 0], 2: [2, 0, 0, 1, 0]}
    game = p.lay("CONTRIBUTION", contribution=used).play("0 a2, 1 x1")
    offers = game.redealt(2).tables["offer"]
    p.evenly(offers[:, 0].tolist(), range(1, 11))
    p.evenly(offers[:, 1].tolist(), [1, 3, 5, 6, 8, 10])
    assert not offers[:, 2:].any()
    assert (game.redealt(1, 50).tables["offer"][:, 1:3] == [6, 0]).all()
    game = p.dealt(contribution="in_turn").lay("CONTRIBUTION", contribution=used).play("0 a2, 1 x1")
    offers = game.redealt(2).tables["offer"]
    assert (offers[:, 0] == 2).all()
    p.evenly(offers[:, 1].tolist(), [6, 8, 10])


@pytest.mark.rule("MAC-14.12")
def test_bids_for_the_start_can_be_made_again():
    """By all who have made one; no other choices."""
    for phase, moves, again in (
        ("START_BID", "3 4", True),
        ("START_BID", "", False),
        ("PLACE_LOBBY", "- - - -", False),
    ):
        game = p.lay(phase).do(moves)
        before = game.table.tobytes()
        assert GAME.reopen_secret_choices(game.box, game.table, game.seat) == again
        assert (game.table.tobytes() == before) != again
        if again:
            game.expect("START_BID 0", bid=[0] * 3, turn=0)


# --- Chance --------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-14.13", "MAC-14.7")
def test_a_redeal_reseeds_chance():
    """Hidden opinions, lands and dice are not on the table: they come out anew each time."""
    many = p.lay("CONTRIBUTION").play("0 a1, 1 x5").copies(MANY)
    many.redeal(2, seed=4)
    assert not many.tables["draws"].any()
    many.step(np.full(MANY, *p.actions("x2")))
    assert len(set(many.tables["members"][:, 2].tolist())) > 5
    many = p.lay("CONVERT", seat=2, region=1, hidden={1: 1, 2: 2, 3: 3}, meetings={1: [0, 0, 5]}).copies(MANY)
    many.redeal(0, seed=5)
    many.step(np.full(MANY, *p.actions("0")))
    assert (many.tables["regions"] == 4).all()
    p.evenly(many.tables["land"][:, 3].tolist(), set(range(t.LANDS)) - set(p.LANDS[:4]))
    assert (many.tables["opinion"][:, 0].sum(axis=1) == 1).all()
    p.evenly(many.tables["opinion"][:, 0].argmax(axis=1).tolist(), range(KINDS))


@pytest.mark.rule("MAC-14.7")
def test_a_hidden_opinion_is_one_of_those_of_its_shuffle():
    """In regions 1 to 3 lie cards of three shuffles; each opens as one that was in the deck at that time."""
    hidden = (1, 3, "+gen"), (2, 7, "+hea"), (3, 0, "+eur -nuc")
    game = p.lay("MEDIA", round_number=4).hide(*hidden, deck="+eur")
    expected = np.reshape(game.sees(0, "expected", 4), (4, KINDS))
    found = {(region, p.STANDS[kind]): expected[region, kind] for region, kind in np.argwhere(expected)}
    assert found == {(1, "+gen"): 1, (2, "+hea"): 1, (3, "+eur"): 0.5, (3, "-nuc"): 0.5}
    last = []
    for seed in range(60):
        copy = p.Game(game.copies(1)).set(seed=seed).run_on("NEXT_REGION")
        third = copy.expect(open={0: "+gen", 1: "+hea"}).fact("open")[2]
        last.append(third)
        assert copy.table["unseen"].sum(axis=1).tolist() == [1, *[0] * 9]
    p.evenly(last, ["+eur", "-nuc"])


@pytest.mark.rule("MAC-14.7")
def test_a_new_deck_of_opinions_is_told_apart_from_hidden_cards_of_before():
    """Of shuffle 0 a card lies in region 1, of shuffle 2 one in region 2; the deck of shuffle 2 is empty."""
    discards = "+spe -spe +hom -hom +eur -eur +nuc -nuc"
    game = p.lay("MEDIA", discards=discards).hide((1, 0, "-spe"), (2, 2, "+hea"), shuffle=2)
    table = game.run_on("NEXT_REGION").expect(shuffle=1, opinion_deck=4, open={0: "-spe", 1: "+hea"}).table
    game.expect(hidden=[0, 0, 0, 3], discards="")
    assert game.fact("open")[3] in discards.split()
    assert table["hidden"][3].tolist() == [0, 3, *[0] * 8]
    assert table["unseen"].sum(axis=1).tolist() == [0, 7, *[0] * 8]
    assert game.sees(0, "unseen", 4) == table["unseen"][1].tolist()
