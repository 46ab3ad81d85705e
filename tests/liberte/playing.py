"""Laying out a table of Liberté by hand and playing it move by move."""

import re

import numpy as np

from hustings.envs import liberte_v0
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte import GAME
from hustings.envs.liberte import actions as say
from hustings.envs.liberte.actions import CARD, DECK, DISPLAY_CARD, PASS
from hustings.envs.liberte.box import CLUB
from hustings.envs.liberte.table import (
    CARDS,
    DISCARDED,
    DISPLAY,
    FACE_UP,
    FACE_UP_ROW,
    HAND,
    IN_BOX,
    IN_DECK,
    IN_SET_B,
    SEATS,
    SHOWN,
    Phase,
    Tie,
)
from hustings.envs.liberte.text import describe as words

from ..support import told_of

BOX = GAME.box_spec.load()
_CARDS = [words.card_name(BOX[0], c) for c in range(CARDS + 1)]
_PROVINCES = [words.province_name(BOX[0], p) for p in range(int(BOX["provinces"][0]))]
COLOURS = {"W": 1, "B": 2, "R": 3}


def card(name: str, copy: int = 0) -> int:
    """A card's number by its name; of a special card the copy 0, 1, ..."""
    return [c for c in range(1, CARDS + 1) if _CARDS[c] == name][copy]


def province(name: str) -> int:
    return _PROVINCES.index(name)


def play_card(name: str, copy: int = 0) -> int:
    """The action of playing, discarding, choosing or hitting a card."""
    return say.CARD + card(name, copy)


def to(name: str) -> int:
    """The action that names a province."""
    return say.PROVINCE + province(name)


def stack_of(places: int) -> int:
    """The action of hitting the stack of the player so many seats clockwise."""
    return say.STACK + places


def deal(
    players: int = 4, seed: int = 0, ask_forced: bool = True, num_games: int = 1, **options
) -> GameBatch:
    """One game by default; every decision is asked, forced ones too."""
    return liberte_v0.batch(num_games, players, seed=seed, ask_forced=ask_forced, options=options)


def lay(
    games: GameBatch,
    *,
    turn: int = 1,
    hands=None,
    displays=None,
    face_up=None,
    discards=None,
    removed=None,
    deck=None,
    set_b=True,
    stacks=None,
    order=None,
    stock=None,
    vp=None,
    cannons=None,
    presence=None,
    government: int = 0,
    lost_battles: int = 0,
) -> np.record:
    """Start the actions of a turn from this position; what is not said is as at the start of a game.

    hands, displays: for each seat a list of card names; face_up: at most three names. Other cards lie in
    the deck, those of set B under it if `set_b`; with `deck` given, only those (and the rest in the box).
    stacks: {province: {seat: "WW"}}. The stock is what is left of the blocks, unless given; then the rest
    lies on no province and counts nowhere (only for tests of a stock that runs out).
    """
    table, box = games.tables[0], games.box[0]
    seats = games.num_players
    for name in table.dtype.names:
        if name not in ("seed", "draws", "seats", "pad"):
            table[name] = 0
    where = np.full(CARDS + 1, IN_DECK, np.int8)
    where[0] = 0
    where[int(box["cards"]) + 1 :] = 0
    if set_b:
        where[box["card_set"] == 2] = IN_SET_B
    if deck is not None:
        where[:] = IN_BOX
        _put(where, deck, IN_DECK)
    _put(where, face_up or [], FACE_UP_ROW)
    _put(where, discards or [], DISCARDED)
    _put(where, removed or [], IN_BOX)
    for seat, names in enumerate(displays or []):
        for at, number in enumerate(_put(where, names, DISPLAY + seat)):
            table["display"][seat, at] = number
    for seat, names in enumerate(hands or []):
        _put(where, names, HAND + seat)
    up = [c for c in range(1, CARDS + 1) if where[c] == FACE_UP_ROW]
    if face_up is None and deck is None:
        up = [c for c in range(1, CARDS + 1) if where[c] == IN_DECK and box["card_kind"][c] <= CLUB][:FACE_UP]
        where[up] = FACE_UP_ROW
    table["face_up"][: len(up)] = up
    table["place"] = where
    table["deck_cards"] = (where == IN_DECK).sum()
    if not (where == IN_SET_B).any():
        table["shuffles"] = 1
        table["shuffle"][box["card_set"] == 2] = 1
    for seat in range(SEATS):
        table["hand_size"][seat] = (where == HAND + seat).sum()
    for name, owners in (stacks or {}).items():
        for seat, letters in owners.items():
            table["height"][province(name), seat] = len(letters)
            table["colour"][province(name), seat] = COLOURS[letters[0]]
    table["turn"] = turn
    aside = int(box["blocks_aside"]) if turn == 1 else 0
    for colour in (1, 2, 3):
        on_map = int(table["height"][table["colour"] == colour].sum())
        table["aside"][colour] = aside
        table["stock"][colour] = int(box["blocks"][colour]) - aside - on_map
    table["lost_battles"] = table["battle_blocks"] = lost_battles
    table["stock"][1] -= lost_battles
    if stock is not None:
        table["stock"][1:] = stock
    table["order"][:seats] = order or range(seats)
    for name, values in (("vp", vp), ("cannons", cannons), ("presence", presence)):
        if values is not None:
            table[name][:seats] = values
    table["government"] = government
    table["opposition"] = 0 if not government else 1 + government % 3
    table["seat"] = table["order"][0]
    table["phase"] = Phase.ACTION
    return games.tables[0]


def laid(players: int = 4, **position) -> GameBatch:
    """One game in this position, as `lay` makes it."""
    games = deal(players)
    lay(games, **position)
    return games


def after_actions(players: int = 4, **position) -> GameBatch:
    """One game in this position, in which everybody has then passed until the actions are over."""
    games = laid(players, **position)
    end_actions(games)
    return games


def _put(where: np.ndarray, names: list[str], place: int) -> list[int]:
    """Put cards by their names into a place; of copies the next that is still in the deck."""
    numbers = []
    for name in names:
        free = [c for c in range(1, CARDS + 1) if _CARDS[c] == name and c not in numbers]
        free = [c for c in free if where[c] in (IN_DECK, IN_SET_B, IN_BOX)]
        assert free, f"no card {name!r} is left"
        where[free[0]] = place
        numbers.append(free[0])
    return numbers


def play(games: GameBatch, *moves: tuple[int, int]) -> None:
    """Moves of (seat, action); each seat must be the one to decide."""
    for number, (who, action) in enumerate(moves):
        assert games.seat[0] == who, f"move {number}: seat {games.seat[0]} decides, not {who}"
        games.step([action])


def pass_round(games: GameBatch) -> None:
    """Everybody passes, from the first in order of play on."""
    for place in range(games.num_players):
        assert phase(games) == Phase.ACTION
        assert games.tables["turn_place"][0] == place
        games.step([say.PASS])


def end_actions(games: GameBatch) -> None:
    """Everybody who is still to act passes until the actions of the turn are over."""
    turn = int(games.tables["turn"][0])
    while phase(games) == Phase.ACTION and games.tables["turn"][0] == turn:
        games.step([say.PASS])


def legal(games: GameBatch) -> set[int]:
    return set(np.flatnonzero(games.legal[0]).tolist())


def legal_cards(games: GameBatch) -> set[str]:
    """The names of the cards that may be named."""
    return {_CARDS[a - say.CARD] for a in legal(games) if say.CARD < a <= say.CARD + CARDS}


def legal_provinces(games: GameBatch) -> set[str]:
    return {_PROVINCES[a - say.PROVINCE] for a in legal(games) if say.PROVINCE <= a < say.STACK}


def phase(games: GameBatch) -> Phase:
    return Phase(int(games.tables["phase"][0]))


def place(games: GameBatch, name: str, copy: int = 0) -> int:
    """Where a card is, a Place code."""
    return int(games.tables["place"][0, card(name, copy)])


def display(games: GameBatch, seat: int) -> list[str]:
    shown = games.tables["display"][0, seat]
    return [_CARDS[c] for c in shown[:SHOWN] if c]


def stack(games: GameBatch, where: str, seat: int) -> str:
    """A stack as letters, "" where there is none."""
    height = int(games.tables["height"][0, province(where), seat])
    return ".WBR"[int(games.tables["colour"][0, province(where), seat])] * height


def stock(games: GameBatch) -> list[int]:
    """White, blue and red blocks beside the map."""
    return games.tables["stock"][0, 1:].tolist()


def field(games: GameBatch, name: str) -> list:
    """A field of the table; of fields with an entry a seat, the seats in play."""
    value = games.tables[name][0]
    if getattr(value, "shape", ()) and value.shape[0] == SEATS:
        value = value[: games.num_players]
    return value.tolist()


def pass_turn(games: GameBatch) -> None:
    """Everybody passes, in ties too, until the next turn begins or the game is over."""
    turn = int(games.tables["turn"][0])
    while not games.over[0] and games.tables["turn"][0] == turn:
        games.step([say.PASS])


def in_face_up_row(games: GameBatch) -> list[str]:
    """The cards face up in their places, "" where none lies."""
    return [_CARDS[c] if c else "" for c in games.tables["face_up"][0]]


def in_place(games: GameBatch, where: int) -> list[str]:
    """The names of all cards in a place, in the order of their numbers."""
    return [_CARDS[c] for c in np.flatnonzero(games.tables["place"][0] == where) if c]


def alone(*letters: str) -> dict[str, dict[int, str]]:
    """Stacks that each win their province: for each seat one block a letter, without points and Paris."""
    plain = iter(_PROVINCES[p] for p in range(len(_PROVINCES) - 1) if not BOX[0]["province_vp"][p])
    return {next(plain): {seat: letter} for seat, row in enumerate(letters) for letter in row}


def votes(games: GameBatch) -> list[int]:
    """White, blue and red votes of the last election."""
    return games.tables["votes"][0, 1:].tolist()


def collected(games: GameBatch, colour: int) -> list[int]:
    """The blocks of a colour that each seat has taken in this election."""
    return games.tables["collected"][0, colour, : games.num_players].tolist()


def tie(games: GameBatch) -> Tie:
    """What the tie is about that is being broken."""
    return Tie(int(games.tables["tie"][0]))


def choices(games: GameBatch, *names: str | None) -> None:
    """In a tie the next to decide choose these cards of their displays; None is no card."""
    for name in names:
        assert phase(games) == Phase.TIE
        games.step([play_card(name) if name else say.PASS])


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.5) -> np.ndarray:
    """Legal actions at random; with `lean` cards are played and displayed rather than drawn."""
    weights = np.ones(games.legal.shape)
    weights[:, CARD + 1 : CARD + CARDS + 1] += 9 * lean
    weights[:, DISPLAY_CARD] += 9 * lean
    phases = games.tables["phase"]
    weights[phases == Phase.DISCARD, PASS] += 40
    weights[phases == Phase.ACTION, PASS] = 0.3
    weights[:, DECK] += 3 * (1 - lean)
    return (rng.random(weights.shape) ** (1 / weights) * games.legal).argmax(axis=1)


def blocks_of(games: GameBatch, seat: int, name: str) -> np.ndarray:
    """A block of what a seat observes, in every game."""
    where = GAME.observation(games.num_players)[name]
    return games.observe(seat=seat)[:, where.start : where.stop]


def block(games: GameBatch, seat: int, name: str) -> np.ndarray:
    return blocks_of(games, seat, name)[0]


def told(games: GameBatch, *moves: tuple[int, int], seat: int | None = None) -> list[str]:
    """The news of the last of these moves, for a seat or for everybody."""
    play(games, *moves[:-1])
    before = games.tables.copy()
    play(games, moves[-1])
    return told_of(games, before, moves[-1][1], seat)


def passing(games: GameBatch) -> list[str]:
    """The news of passes up to the next tie, turn or end, save the passes themselves."""
    lines, turn = [], int(games.tables["turn"][0])
    while phase(games) == Phase.ACTION and games.tables["turn"][0] == turn:
        lines += told(games, (int(games.seat[0]), PASS))
    return [line for line in lines if not line.endswith("passes.")]


def shown(games: GameBatch, seat: int | None = None) -> list[str]:
    """The lines of the board, long ones in one piece."""
    return re.sub(r"\n {4}(?! )", " ", games.board(0, seat)).split("\n")


def result(games: GameBatch) -> tuple[int, int]:
    """Government and opposition."""
    return field(games, "government"), field(games, "opposition")


def over(games: GameBatch) -> bool:
    """Whether the election of the first turn is over."""
    return field(games, "turn") == 2
