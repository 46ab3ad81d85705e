"""Die Macher laid out by hand and played move by move, both in short words.

A stand is written as on the board, "+gen" and "-gen", "++gen" with a doubler, "+gen!" when it is secured. A
move is a seat and what it says: "0 -, 1 r2 5" has seat 0 pass, seat 1 name region 2 and then the number 5.

    -  y  5           pass, yes, a bid in thousands or a number of meetings; 5-8 stands for all of these
    r2  p1  f1        a region from 0, a player by the seat, force that player
    +gen  A ... G     a stand, a card of the shadow cabinet
    o1.3  a4  x4      option 3 of section 1, contribution 4 accepted and refused
    votes doubler media up down    what a card of the shadow cabinet does
"""

import re
from collections import Counter
from typing import Any, Self

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher import GAME, rules
from hustings.envs.die_macher import actions as say
from hustings.envs.die_macher import table as t
from hustings.envs.die_macher.table import IN_DECK, IN_HAND, KINDS, NO_CARD, OPEN, Phase

from ..tabletop import INTERPRETED, Tabletop, in_texts, weighted

BOX = GAME.box_spec.load()

# Tests of rules play with these numbers, whatever a better reconstruction puts into the game's own box
FIXED = {
    "cabinet_price": [0, 1, 2, 3, 4, 6, 8, 10], "cabinet_phone": [0, 0, 1, 0, 1, 1, 0, 1],
    "cabinet_votes": [0, 3, 4, 5, 6, 8, 10, 12], "cabinet_doubler": [0, 0, 1, 1, 0, 0, 1, 1],
    "cabinet_media": [0, 0, 0, 0, 0, 1, 1, 1], "cabinet_up": [0, 0, 0, 1, 1, 2, 2, 3],
    "cabinet_down": [0, 0, 0, 0, 1, 1, 2, 3], "contribution_amount": [5, 10, 20, 30, 50],
    "contribution_risk": [1, 1, 2, 2, 3], "contribution_refusal": [1, 2, 3, 4, 5],
    "sheet_members": [12, 8, 4, 0], "sheet_media": [0, 1, 2, 3],
    "national_figures": [4, 3, 3, 2, 2], "national_points": [15, 12, 10, 8, 6],
}  # fmt: skip
STANDS = [sign + issue for issue in ("wel", "hom", "gen", "nuc", "eur", "hea", "spe") for sign in "+-"]
CARDS = "ABCDEFG"
FIVE = "+wel +hom +gen +nuc +eur"  # a programme
NORDRHEIN, BAYERN, HESSEN, SACHSEN, BERLIN, BREMEN = LANDS = 0, 1, 4, 5, 7, 15

PASS, YES = say.PASS, say.YES
_WORDS = {"-": PASS, "y": YES}
_WORDS |= {stand: say.KIND + kind for kind, stand in enumerate(STANDS)}
_WORDS |= {letter: say.CARD + 1 + card for card, letter in enumerate(CARDS)}
_WORDS |= {word: say.LOBBY + doing for doing, word in enumerate(("votes", "doubler", "media", "up", "down"))}
assert [t.Lobby(0).name, t.Lobby(4).name] == ["VOTES", "TREND_DOWN"]


def kinds(words: str) -> list[int]:
    """The kinds of stands."""
    return [STANDS.index(word) for word in words.split()]


def actions(words: str, seat: int = 0, players: int = 3) -> list[int]:
    """The actions of a seat that words stand for."""
    found = []
    for word in words.split():
        if word in _WORDS:
            found.append(_WORDS[word])
        elif match := re.fullmatch(r"(\d+)(?:-(\d+))?", word):
            least, most = int(match[1]), int(match[2] or match[1])
            found += [say.NUMBER + rung for rung, bid in enumerate(say.RUNGS) if least <= bid <= most]
        elif word[0] in "pf":
            places = (int(word[1:]) - seat) % players
            found.append(say.PLAYER + places if word[0] == "p" else say.FORCE + places)
        elif word[0] == "o":
            found.append(say.OPTION + int(word[3:]) - 1 + 3 * (word[1] == "2"))
        else:
            first = {"r": say.REGION, "a": say.ACCEPT - 1, "x": say.REFUSE - 1}[word[0]]
            found.append(first + int(word[1:]))
    return found


def own_box(**values: Any) -> np.ndarray:
    """The game's own box with FIXED numbers, and other values of some fields."""
    box = BOX.copy()
    box.flags.writeable = True
    for name, value in {**FIXED, **values}.items():
        box[name] = value
    return GAME.box_spec.load(box)


PLAYED = own_box()


class Game(Tabletop):
    """A game of Die Macher."""

    GAME = GAME
    AT = ("phase", "seat", "region")

    @classmethod
    def deal(cls, players: int | None = None, seed: int = 0, *, box=None, **given: Any) -> GameBatch:
        """With FIXED numbers and, of a dictionary, other values of some fields."""
        box = PLAYED if box is None else own_box(**box) if isinstance(box, dict) else box
        return super().deal(players, seed, box=box, **given)

    # --- Laying out ------------------------------------------------------------------------------

    def lay(
        self, phase: str, *, seat=0, start=0, round_number=1, region=0, regions=None, lands=LANDS[:4],
        programmes=None, hands=None, opinions=None, hidden=None, pool="", discards="", national="",
        national_media=None, cabinet=None, lobby=None, allies=(), **fields: Any,
    ) -> Self:  # fmt: skip
        """With `seat` to decide in `phase`.

        programmes, hands: {seat: stands}, none unless given. opinions: {region: stands}, open there.
        hidden: {region: number}. pool, discards: stands. national: stands on the spaces from the left.
        national_media: {election from 1: seats}. cabinet: {seat: cards left}, all unless given.
        lobby: {region: a card of each seat, . for none}. allies: pairs of seats. Any other field. Everybody
        has the money and members of the start, a meeting in each region, and no votes. Cards and markers that
        lie nowhere are in supply, stock and deck. In a phase that passes by itself the game runs on to the
        next decision.
        """
        table, seats = self.clear().table, self.players
        if regions is None:
            regions = t.REGIONS if round_number < 5 else 8 - round_number
        for name in ("land", "national", "winner", "poll", "picked", "bidder", "asker"):
            table[name] = NO_CARD
        table["land"][:regions] = lands[:regions]
        table["land_drawn"][list(lands[:regions])] = 1
        table["regions"], table["region"] = regions, region
        table["start_player"], table["round_number"] = start, round_number
        table["turn"] = (seat - start) % seats
        table["cash"][:seats], table["members"][:seats] = self.box["start_cash"], self.box["start_members"]
        table["cabinet"][:seats, 1:] = 1
        table["meetings"][:regions, :seats] = 1
        table["arrival"][:regions, :seats] = range(seats)
        for who, left in (cabinet or {}).items():
            table["cabinet"][who, 1:] = [card in left for card in CARDS]
        for where, row in (lobby or {}).items():
            table["lobby"][where, : len(row)] = [CARDS.find(card) + 1 for card in row]
        for where, words in (opinions or {}).items():
            for word in words.split():
                table["opinion"][where, STANDS.index(word[-4:])] = len(word) - 3
        for where, cards in (hidden or {}).items():
            table["hidden"][where, 0] = cards
        for name, words in (("pool", pool), ("discards", discards)):
            table[name] = np.bincount(kinds(words), minlength=KINDS)
        for space, word in enumerate(national.split()):
            table["national"][space] = STANDS.index(word[:4])
            table["secured"][space] = word.endswith("!")
        for election, who in (national_media or {}).items():
            table["national_media"][election - 1, list(who)] = 1
        for one, other in allies:
            table["ally"][[one, other]] = other + 1, one + 1
        self.set(**fields)
        self._lay_programmes(programmes or {}, hands or {})
        self._settle()
        table["seat"], table["phase"] = seat, Phase[phase]
        return self.run_on() if Phase[phase] > Phase.OVER else self

    def hide(self, *cards: tuple[int, int, str], deck: str = "", shuffle: int = 0) -> Self:
        """Leave nothing unseen but these hidden opinions and a deck, of some shuffle.

        Of a hidden one are given the region, its shuffle, and all that was unseen of that shuffle.
        """
        self.table["unseen"], self.table["hidden"] = 0, 0
        self.set(shuffle=shuffle, opinion_deck=len(deck.split()))
        for region, of, _ in cards:
            self.table["hidden"][region, of] += 1
        for of, words in {shuffle: deck, **{of: words for _, of, words in cards}}.items():
            self.table["unseen"][of] = np.bincount(kinds(words), minlength=KINDS)
        return self

    def run_on(self, phase: str | None = None) -> Self:
        """Let a phase that passes by itself do so, and what follows by itself."""
        if phase:
            self.table["phase"] = Phase[phase]
        rules.apply(self.box, self.table, 0)
        return self

    def _lay_programmes(self, programmes: dict[int, str], hands: dict[int, str]) -> None:
        zone = self.table["zone"]
        for opened, rows in ((True, programmes), (False, hands)):
            for who, words in rows.items():
                for kind in kinds(words):
                    free = np.flatnonzero(zone[kind * t.PROGRAMME_COPIES :][: t.PROGRAMME_COPIES] == IN_DECK)
                    zone[kind * t.PROGRAMME_COPIES + free[0]] = OPEN if opened else IN_HAND + who
                    self.table["programme"][who, kind] |= opened
        self.table["programme_deck"] = (zone == IN_DECK).sum()

    def _settle(self) -> None:
        """What lies nowhere is in supply, stock or deck."""
        table, box, seats = self.table, self.box, self.players
        media = table["media"].sum(axis=0) + table["national_media"].sum(axis=0)
        table["meeting_supply"][:seats] = box["meetings"] - table["meetings"][:, :seats].sum(axis=0)
        table["media_supply"][:seats] = box["media_markers"] - media[:seats]
        table["tiles"][:seats] = box["tiles"] - table["tile"][:, :seats].sum(axis=0)
        table["doublers"] = box["doublers"] - (table["opinion"] == 2).sum()
        table["unseen"][0] = t.OPINION_COPIES - (table["opinion"] > 0).sum(axis=0) - table["pool"]
        table["unseen"][0] -= table["discards"]
        for kind, secured in zip(table["national"], table["secured"]):
            table["unseen"][0, kind] -= (kind != NO_CARD) * (1 + secured)
        assert (table["unseen"][0] >= 0).all(), "too many cards of a kind"
        table["opinion_deck"] = table["unseen"][0].sum() - table["hidden"].sum()

    # --- Playing ---------------------------------------------------------------------------------

    def meant(self, word: str) -> list[int]:
        return actions(word, self.seat, self.players)

    def keeps(self, moves: str, *names: str) -> Self:
        """Play these moves, which leave some fields as they are."""
        before = self.table.copy()
        self.play(moves)
        assert [name for name in names if (before[name] != self.table[name]).any()] == []
        return self

    # --- Looking ---------------------------------------------------------------------------------

    def as_fact(self, name: str, expected: Any) -> Any:
        """The stands of a text in any order, but for `national`."""
        return _sorted(expected) if name not in ("legal", "national") else super().as_fact(name, expected)

    def fact(self, name: str) -> Any:
        """Also the stands of `national` from the left, of the pool and the discards, `open` in each region,
        in the hand and the programme of each seat; the number `hidden` in each region, the `partner` of each
        seat.
        """
        if name == "national":
            spaces = zip(self.table["national"], self.table["secured"])
            return " ".join(STANDS[kind] + "!" * secured for kind, secured in spaces if kind != NO_CARD)
        if name in ("pool", "discards"):
            return _sorted(_words(np.repeat(range(KINDS), self.table[name])))
        if name == "open":
            return [_sorted(_words(np.flatnonzero(row), row)) for row in self.table["opinion"]]
        if name == "programme":
            return [_sorted(_words(np.flatnonzero(row))) for row in self.table["programme"]]
        if name == "hand":
            held = [self.table["zone"] == IN_HAND + who for who in range(self.players)]
            return [_sorted(_words(np.flatnonzero(cards) // t.PROGRAMME_COPIES)) for cards in held]
        if name == "hidden":
            return self.table["hidden"].sum(axis=1).tolist()
        if name == "partner":
            return [who - 1 if who else None for who in self.fact("ally")]
        return super().fact(name)


deal, dealt, lay = Game.deal, Game.dealt, Game.laid


def _words(found, opinion=(0,) * KINDS) -> str:
    """Kinds as stands, of a region's opinions doubled ones as such."""
    return " ".join(STANDS[kind][0] * bool(opinion[kind] == 2) + STANDS[kind] for kind in found)


def _sorted(value: Any) -> Any:
    """The words of each text in order."""
    return in_texts(lambda text: " ".join(sorted(text.split())), value)


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.5) -> np.ndarray:
    """Legal actions at random; with `lean` bids are low and much is done rather than passed over."""
    weights = np.ones(games.legal.shape)
    weights[:, PASS], weights[:, YES] = 1 - 0.8 * lean, 1 + 3 * lean
    amount = np.arange(len(say.RUNGS))
    bidding = np.isin(games.tables["phase"], (Phase.START_BID, Phase.POLL_BID))
    low, high = (1 - 0.75 * lean) ** np.minimum(amount, 6), 1 + 0.3 * lean * amount
    weights[:, say.NUMBER : say.NUMBER + len(amount)] = np.where(bidding[:, None], low, high)
    return weighted(games, rng, weights)


def evenly(found, expected) -> None:
    """Hold outcomes to these, all as frequent as each other (chi-square, generous).

    Interpreted there may be too few to come to all: then only that several of these come, and nothing else.
    """
    counts, expected = Counter(found), set(expected)
    mean, free = counts.total() / len(expected), len(expected) - 1
    if INTERPRETED and mean < 8:
        assert set(counts) <= expected
        assert len(counts) > 1
        return
    assert set(counts) == expected
    chi = sum((count - mean) ** 2 for count in counts.values()) / mean
    assert chi < free + 5 * np.sqrt(2 * free) + 5, (chi, free)
