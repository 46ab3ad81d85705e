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

from hustings.envs import liberte_v0
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte import GAME
from hustings.envs.liberte import actions as say
from hustings.envs.liberte.box import CLUB, SET_B
from hustings.envs.liberte.table import CARDS, COLOURS, FACE_UP, SHOWN, Colour, Ending, Phase, Place, Tie
from hustings.envs.liberte.text.describe import card_name, province_name

BOX = GAME.box_spec.load()
OPTIONS = {option.name for option in GAME.box_spec.options}
OTHER_WAY = {option.name: option.choices[-1] for option in GAME.box_spec.options if option.choices}
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
_AXES = {field.name: [*field.axes] for field in GAME.table_fields}
_NAMED = {
    "legal": range(say.ACTIONS.size),
    "cards": range(say.CARD + 1, say.PROVINCE),
    "provinces": range(say.PROVINCE, say.STACK),
}
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


def deal(players: int = 4, seed: int = 0, ask_forced: bool = True, num_games: int = 1, box=None, **options):
    """A batch of one game by default; every decision is asked, forced ones too."""
    return liberte_v0.batch(num_games, players, seed=seed, ask_forced=ask_forced, box=box, options=options)


class Game:
    """A batch, of which the first game is laid out, played and looked at."""

    def __init__(self, games: GameBatch):
        self.games = games
        self.players = games.num_players

    table = property(lambda self: self.games.tables[0])
    seat = property(lambda self: int(self.games.seat[0]))
    phase = property(lambda self: Phase(int(self.table["phase"])).name)

    # --- Playing ---------------------------------------------------------------------------------

    def play(self, moves: str) -> Self:
        """Moves of seats, each of which must be the one to decide."""
        for seat, word in _moves(moves):
            assert self.seat == seat, f"{word}: seat {self.seat} decides in {self.phase}, not {seat}"
            self.do(word)
        return self

    def do(self, words: str) -> Self:
        """Moves of whoever is to decide."""
        for word in names(words):
            self.games.step(np.full(self.games.num_games, self.action(word)))
        return self

    def choose(self, cards: str) -> Self:
        """In a tie the next to decide choose these cards, or none: "Danton, -"."""
        for name in names(cards):
            assert self.phase == "TIE", f"{name}: {self.phase}"
            self.do("pass" if name == "-" else name)
        return self

    def pass_round(self) -> Self:
        """All pass, from the first in order of play on."""
        for place in range(self.players):
            assert (self.phase, self.table["turn_place"]) == ("ACTION", place)
            self.do("pass")
        return self

    def least(self, *phases: str) -> Self:
        """While a turn is in these phases, the first action that is legal: to pass, to draw, to place."""
        turn = int(self.table["turn"])
        while self.phase in phases and self.table["turn"] == turn:
            self.games.step([self.games.legal[0].argmax()])
        return self

    def end_actions(self) -> Self:
        """All who are still to act pass until the actions of the turn are over."""
        return self.least("ACTION")

    def end_turn(self) -> Self:
        """All pass where they may until the next turn begins or the game is over."""
        return self.least("ACTION", "TIE", "DISCARD", "REFILL")

    def told(self, moves: str, seat: int | None = None) -> list[str]:
        """What a seat, or everybody, is told of these moves."""
        lines: list[str] = []
        for who, word in _moves(moves):
            before, action = self.table.copy(), self.action(word)
            self.play(f"{who}: {word}")
            lines += [e.text for e in GAME.events(self.games.box[0], before, action, self.table, seat)]
        return lines

    # --- Looking ---------------------------------------------------------------------------------

    def expect(self, **facts: Any) -> Self:
        """Hold facts to what is expected: see `fact`.

        Of a fact for each seat one value is seat 0's; of a dictionary the entries named are compared, of the
        map the provinces. Names need no order, save those of `row` and `displays`.
        """
        for name, expected in facts.items():
            found = self.fact(name)
            if name == "map":
                missing = ["-"] * self.players
                expected = {where: (row + missing)[: self.players] for where, row in stacks(expected).items()}
            elif name not in ("row", "displays"):
                expected = _sorted(expected)
            if isinstance(expected, dict):
                found = {key: found[key] for key in expected}
            elif isinstance(found, list) and not isinstance(expected, list):
                found = found[0]
            assert found == expected, f"{name}: {found}, not {expected}"
        return self

    def offers(self, moves: str, legal: bool = True) -> Self:
        """Hold that all these moves are legal, or none of them."""
        for word in names(moves):
            assert self.games.legal[0][self.action(word)] == legal, f"{word}: {self.fact('legal')}"
        return self

    def refuses(self, moves: str) -> Self:
        return self.offers(moves, legal=False)

    def fact(self, name: str) -> Any:
        """Something about the game by its name.

        seat, over, scores, payoff; the phase, tie, ending, government and opposition by their names; what is
        legal, and of it the cards and the provinces; the cards of a pile, of the row by their places, "-" for
        none, of hands and displays by seat, and those that are known; the stacks of the map; what was
        collected by colour; any other field of the table, of the seats in play, without entries of no colour.
        """
        if name in ("seat", "over"):
            return getattr(self.games, name)[0]
        if name in ("scores", "payoff"):
            return getattr(self.games, name)[0].astype(float).round(3).tolist()
        if name in _ENUMS:
            value = _ENUMS[name](int(self.table[name])).name
            return value.lower() if _ENUMS[name] is Colour else value
        if name in _NAMED:
            legal = np.flatnonzero(self.games.legal[0]).tolist()
            return _sorted(", ".join(self.word(action) for action in legal if action in _NAMED[name]))
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
        value, axes = self.table[name], _AXES[name]
        if axes[-1:] == ["seat"]:
            value = value[..., : self.players]
        if axes[:1] == ["colour"]:
            value = value[1:]
        elif axes[:1] == ["seat"]:
            value = value[: self.players]
        if name == "collected":
            return dict(zip(("white", "blue", "red"), value.tolist()))
        return value.tolist()

    def lying(self, place: int) -> str:
        """The cards in a place, by their names."""
        numbers = np.flatnonzero(self.table["place"][1 : int(self.games.box[0]["cards"]) + 1] == place) + 1
        return _sorted(_listed(numbers))

    def action(self, word: str) -> int:
        """The action of whoever is to decide that a word stands for."""
        if word.startswith("hit "):
            return say.STACK + (int(word[4:]) - self.seat) % self.players
        alike = [action for action, name in _WORDS.items() if name == word]
        return next((action for action in alike if self.games.legal[0][action]), alike[0])

    def word(self, action: int) -> str:
        """The word for an action."""
        return _WORDS.get(action) or f"hit {(action - say.STACK + self.seat) % self.players}"

    def sees(self, seat: int, block: str, scale: float = 1) -> list[float]:
        """A block of what a seat observes, in the units of the table."""
        where = GAME.observation(self.players)[block]
        seen = self.games.observe(seat=seat)[0, where.start : where.stop].astype(float)
        return (seen * scale).round(3).tolist()

    def seen_cards(self, seat: int, block: str, value: float = 1) -> list[str]:
        """The cards that have a value in a block of what a seat observes, for each player or place."""
        rows = np.array(self.sees(seat, block)).reshape(-1, CARDS)
        return [_sorted(_listed(np.flatnonzero(row == value) + 1)) for row in rows]

    def board(self, seat: int | None = None) -> list[str]:
        """The lines of the board, long ones in one piece."""
        return re.sub(r"\n {4}(?! )", " ", self.games.board(0, seat)).split("\n")

    # --- Laying out ------------------------------------------------------------------------------

    def set(self, **values: Any) -> Self:
        """Fields of the table: a value, the first entries, or of some fields what they are in words."""
        for name, value in values.items():
            if name in _ENUMS:
                names_of = {each.name.lower(): each for each in _ENUMS[name]}
                self.table[name] = names_of[value.lower()] if isinstance(value, str) else value
            elif name == "known":
                self.table["known"][[card(each) for each in names(value)]] = 1
            elif isinstance(value, list):
                self.table[name][_AXES[name][0] == "colour" :][: len(value)] = value
            else:
                self.table[name] = value
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
        """Lay out a position in which the actions of a turn begin: see `lay`."""
        table, box = self.table, self.games.box[0]
        for name in set(table.dtype.names) - {"seed", "draws", "seats", "pad"}:
            table[name] = 0
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


def _moves(text: str) -> Iterator[tuple[int, str]]:
    """Who says what, word by word."""
    for part in text.split("; "):
        who, words = re.fullmatch(r"(?:(\d): )?(.*)", part).groups()
        for word in names(words):
            yield int(who or 0), word


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(NAMES[number] for number in numbers)


def _sorted(value: Any) -> Any:
    """The names of each text in order."""
    if isinstance(value, dict):
        return {key: _sorted(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_sorted(each) for each in value]
    if isinstance(value, set):
        return ", ".join(sorted(value))
    return ", ".join(sorted(names(value))) if isinstance(value, str) else value


def lay(hands="", players: int = 3, **position: Any) -> Game:
    """The actions of a turn begin in this position; what is not said is as at the start of a game.

    hands, displays: cards of seat 0, or a list of those of each seat. row: at most three cards, by their
    places, "" for none. Other cards lie in the deck, those of set B under it if `set_b`; with `deck` given
    only those, and the rest in the box, as are those `removed`. discards, map; known: cards of hands.
    lost_battles: as many are marked. The stock is what is left of the blocks, unless given; then the rest
    counts nowhere. Also options, and any other field as in `Game.set`.
    """
    given = {name: position.pop(name) for name in OPTIONS & set(position)}
    given |= {name: position.pop(name) for name in ("ask_forced", "box") if name in position}
    return Game(deal(players, **given)).lay(hands, **position)


def election(players: int = 4, **position: Any) -> Game:
    """Such a position in which all have then passed until the actions are over."""
    return lay(players=players, **position).end_actions()


def new_cards(hands="", **position: Any) -> Game:
    """The new cards of turn 3, whose order of play is by seat; a lost battle lies behind."""
    game = lay(hands, **{"turn": 2, "vp": [9, 8, 7], **position}).end_turn()
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
    return (rng.random(weights.shape) ** (1 / weights) * games.legal).argmax(axis=1)
