"""Liberté laid out by hand and played move by move, both in short words.

Cards are a list of names, "Danton, Sade". On the map stand the stacks of the seats in their order, those of
several provinces as "Paris RRR - W, Maine - B". Moves are what seat 0 says, or another that is named:
"Danton, Paris x3, display, pass; 1: deck; 2: pass".

    pass  deck  exchange  blocks  cannon  display  discard
    row 1             the first of the cards face up
    Danton  Paris     a card, of copies the one that may be named; a province
    hit 2             the stack of seat 2
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Self

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte import GAME
from hustings.envs.liberte import actions as say
from hustings.envs.liberte.box import CLUB, SET_B
from hustings.envs.liberte.table import CARDS, COLOURS, FACE_UP, SHOWN, Colour, Ending, Phase, Place, Tie
from hustings.envs.liberte.text.describe import card_name, province_name

from ..tabletop import Tabletop, in_texts, weighted

BOX = GAME.box_spec.load()
NAMES = [card_name(BOX[0], number) for number in range(CARDS + 1)]
PROVINCES = [province_name(BOX[0], number) for number in range(int(BOX["provinces"][0]))]
SET_A_NAMES, SET_B_NAMES = NAMES[1:58], NAMES[58:]
DRAWS = "deck, row 1, row 2, row 3"
LETTERS = "-WBR"
PILES = {"deck": Place.DECK, "set_b": Place.SET_B, "discards": Place.DISCARDED, "removed": Place.BOX}
PILES["played"] = Place.PLAYED
_WORDS = {block.start: block.name for block in say.ACTIONS if block.size == 1}
_WORDS |= {say.FACE_UP_CARD + place: f"row {place + 1}" for place in range(FACE_UP)}
_WORDS |= {say.CARD + number: NAMES[number] for number in range(1, CARDS + 1)}
_WORDS |= {say.PROVINCE + number: name for number, name in enumerate(PROVINCES)}
_BY_COLOUR = {field.name for field in GAME.table_fields if [*field.axes][:1] == ["colour"]}
_NAMED = {"cards": range(say.CARD + 1, say.PROVINCE), "provinces": range(say.PROVINCE, say.STACK)}
_ENUMS = {"phase": Phase, "tie": Tie, "ending": Ending, "government": Colour, "opposition": Colour}


def card(name: str, copy: int = 0) -> int:
    """A card's number; of a special card the copy 0, 1, ..."""
    return [number for number in range(1, CARDS + 1) if NAMES[number] == name][copy]


def names(text: str) -> list[str]:
    """The parts of a list in words, of which "Paris x3" is three."""
    parts = (re.fullmatch(r"(.*?)(?: x(\d))?", part) for part in text.split(", ") if part)
    return [part[1] for part in parts for _ in range(int(part[2] or 1))]


def stacks(text: str) -> dict[str, list[str]]:
    """The stacks of the seats, by province."""
    return {name: row for name, *row in map(str.split, names(text))}


def everywhere(provinces: Iterable[str], row: str) -> str:
    """The same stacks in several provinces."""
    return ", ".join(f"{name} {row}" for name in provinces)


def alone(*letters: str) -> str:
    """Stacks that each win their province: for each seat one block a letter, without points and Paris."""
    plain = (name for name, points in zip(PROVINCES[:-1], BOX[0]["province_vp"]) if not points)
    blocks = [(seat, letter) for seat, row in enumerate(letters) for letter in row if letter != "-"]
    return ", ".join(f"{next(plain)} {'- ' * seat}{letter}" for seat, letter in blocks)


class Game(Tabletop):
    """A game of Liberté."""

    GAME = GAME
    ROUND = "turn"

    # --- Playing ---------------------------------------------------------------------------------

    def moves(self, *moves: str) -> Iterator[tuple[int, str]]:
        for part in "; ".join(moves).split("; "):
            who, words = re.fullmatch(r"(?:(\d): )?(.*)", part).groups()
            yield from ((int(who or 0), word) for word in names(words))

    def words(self, *moves: str) -> list[str]:
        return names(", ".join(moves))

    def meant(self, word: str) -> list[int]:
        """Of equal cards the one that may be named."""
        if word.startswith("hit "):
            return [say.STACK + (int(word[4:]) - self.seat) % self.players]
        alike = [action for action, name in _WORDS.items() if name == word]
        return [next((action for action in alike if self.games.legal[0][action]), alike[0])]

    def word(self, action: int) -> str:
        """The word for an action."""
        return _WORDS.get(action) or f"hit {(action - say.STACK + self.seat) % self.players}"

    def choose(self, cards: str) -> Self:
        """In a tie the next to decide choose these cards, or none: "Danton, -"."""
        for name in names(cards):
            assert self.phase == "TIE", f"{name}: {self.phase}"
            self.do("pass" if name == "-" else name)
        return self

    def all_pass(self) -> Self:
        """All pass once, from the first in order of play on."""
        for place in range(self.players):
            assert (self.phase, self.table["turn_place"]) == ("ACTION", place)
            self.do("pass")
        return self

    # --- Looking ---------------------------------------------------------------------------------

    def as_fact(self, name: str, expected: Any) -> Any:
        """Names need no order, save those of `row` and `displays`; of the map other seats have nothing."""
        if name == "map":
            missing = ["-"] * self.players
            return {where: (row + missing)[: self.players] for where, row in stacks(expected).items()}
        return expected if name in ("row", "displays") else _sorted(super().as_fact(name, expected))

    def fact(self, name: str) -> Any:
        """Also the tie, ending, government and opposition by their names; legal cards and provinces.

        The cards of a pile, of the row by their places, "-" for none, of hands and displays by seat, and
        those known; the stacks of the map; what was collected by colour. Nothing has an entry of no colour.
        """
        if name in _ENUMS:
            value = _ENUMS[name](int(self.table[name])).name
            return value.lower() if _ENUMS[name] is Colour else value
        if name in _NAMED:
            return ", ".join(
                sorted(_WORDS[action] for action in self.fact("legal") if action in _NAMED[name])
            )
        if name in PILES:
            return self.lying(PILES[name])
        if name == "hands":
            return [self.lying(Place.HAND + seat) for seat in range(self.players)]
        if name == "displays":
            return [_listed(row[row > 0]) for row in self.table["display"][: self.players, :SHOWN]]
        if name == "row":
            return ", ".join(NAMES[number] if number else "-" for number in self.table["face_up"])
        if name == "known":
            return _sorted(_listed(np.flatnonzero(self.table["known"])))
        if name == "map":
            rows = zip(self.table["height"][:, : self.players], self.table["colour"])
            rows = ([LETTERS[of] * int(high) or "-?"[int(of > 0)] for high, of in zip(*row)] for row in rows)
            return dict(zip(PROVINCES, rows))
        value = super().fact(name)
        if name in _BY_COLOUR:
            value = value[1:]
        if name == "collected":
            return dict(zip(("white", "blue", "red"), value))
        return value

    def lying(self, place: int) -> str:
        """The cards in a place, by their names."""
        numbers = np.flatnonzero(self.table["place"][1 : int(self.box["cards"]) + 1] == place) + 1
        return _sorted(_listed(numbers))

    def seen_cards(self, seat: int, block: str, value: float = 1) -> list[str]:
        """The cards that have a value in a block of what a seat observes, for each player or place."""
        rows = np.array(self.sees(seat, block)).reshape(-1, CARDS)
        return [_sorted(_listed(np.flatnonzero(row == value) + 1)) for row in rows]

    # --- Laying out ------------------------------------------------------------------------------

    def set(self, **values: Any) -> Self:
        """Also what is known, and names, in words."""
        for name, value in values.items():
            if name == "known":
                value = {card(each): 1 for each in names(value)}
            elif name in _ENUMS and isinstance(value, str):
                value = _ENUMS[name][value.upper()]
            elif isinstance(value, list) and name in _BY_COLOUR:
                value = [0, *value]
            super().set(**{name: value})
        return self

    def _put(self, text: str, place: int) -> list[int]:
        """Put cards into a place; of copies the next that lies in deck or box."""
        free, numbers = (Place.DECK, Place.SET_B, Place.BOX), []
        for name in names(text):
            copies = [number for number in range(1, CARDS + 1) if NAMES[number] == name]
            numbers.append(next(n for n in copies if self.table["place"][n] in free and n not in numbers))
            self.table["place"][numbers[-1]] = place
        return numbers

    def lay(
        self, hands="", *, displays="", map="", row=None, deck=None, set_b=True, lost_battles=0, **values
    ) -> Self:
        """The actions of a turn begin in this position; what is not said is as at the start of a game.

        hands, displays: cards of seat 0, or a list of those of each seat. row: at most three cards, by their
        places, "" for none. Other cards lie in the deck, those of set B under it if `set_b`; with `deck`
        given only those, and the rest in the box, as are those `removed`. discards, map; known: cards of
        hands. lost_battles: as many are marked. The stock is what is left of the blocks, unless given; then
        the rest counts nowhere.
        """
        table, box = self.clear().table, self.box
        place = table["place"]
        place[1 : int(box["cards"]) + 1] = Place.DECK if deck is None else Place.BOX
        if deck is None and set_b:
            place[box["card_set"] == SET_B] = Place.SET_B
        laid = {PILES[pile]: values.pop(pile, "") for pile in ("discards", "removed")} | {Place.FACE_UP: row}
        for first, rows in ((Place.DISPLAY, displays), (Place.HAND, hands)):
            of_seats = [rows] if isinstance(rows, str) else rows
            laid |= {first + seat: text for seat, text in enumerate(of_seats)}
        laid = {where: self._put(text or "", where) for where, text in (laid | {Place.DECK: deck}).items()}
        for seat in range(self.players):
            shown = laid.get(Place.DISPLAY + seat, [])
            table["display"][seat, : len(shown)] = shown
            table["hand_size"][seat] = len(laid.get(Place.HAND + seat, []))
        up = laid[Place.FACE_UP]
        if row is None and deck is None:
            up = np.flatnonzero((place == Place.DECK) & (box["card_kind"] <= CLUB))[:FACE_UP]
            place[up] = Place.FACE_UP
        table["face_up"][: len(up)] = up
        table["deck_cards"] = (place == Place.DECK).sum()
        if not (place == Place.SET_B).any():
            table["shuffles"], table["shuffle"][box["card_set"] == SET_B] = 1, 1
        for where, owners in stacks(map).items():
            for seat, letters in enumerate(owners):
                if letters != "-":
                    table["height"][PROVINCES.index(where), seat] = len(letters)
                    table["colour"][PROVINCES.index(where), seat] = LETTERS.index(letters[0])
        values = {"turn": 1, "order": [*range(self.players)], "government": "none"} | values
        table["aside"][1:] = box["blocks_aside"] * (values["turn"] == 1)
        on_map = [table["height"][table["colour"] == colour].sum() for colour in range(1, COLOURS)]
        table["stock"][1:] = box["blocks"][1:] - table["aside"][1:] - on_map
        table["stock"][1] -= lost_battles
        table["lost_battles"] = table["battle_blocks"] = lost_battles
        self.set(**values)
        if table["government"]:
            table["opposition"] = 1 + table["government"] % 3
        table["seat"], table["phase"] = table["order"][0], Phase.ACTION
        return self


deal, dealt, lay = Game.deal, Game.dealt, Game.laid


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(NAMES[number] for number in numbers)


def _sorted(value: Any) -> Any:
    """The names of each text in order."""
    return in_texts(lambda text: ", ".join(sorted(names(text))), value)


def election(players: int = 4, **position: Any) -> Game:
    """Such a position in which all have then passed until the actions are over."""
    return lay(players=players, **position).pass_round("ACTION")


def new_cards(hands="", **position: Any) -> Game:
    """The new cards of turn 3, whose order of play is by seat; a lost battle lies behind."""
    game = lay(hands, **{"turn": 2, "vp": [9, 8, 7], **position}).pass_round()
    return game.expect(turn=3, order=[0, 1, 2])


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.5) -> np.ndarray:
    """Legal actions at random; with `lean` cards are played and displayed rather than drawn."""
    weights = np.ones(games.legal.shape)
    weights[:, say.CARD + 1 : say.PROVINCE] += 9 * lean
    weights[:, say.DISPLAY_CARD] += 9 * lean
    phases = games.tables["phase"]
    weights[phases == Phase.DISCARD, say.PASS] += 40
    weights[phases == Phase.ACTION, say.PASS] = 0.3
    weights[:, say.DECK] += 3 * (1 - lean)
    return weighted(games, rng, weights)
