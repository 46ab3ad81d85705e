"""Laying out a table of Copycat by hand and playing it move by move."""

import numpy as np

from hustings.envs import copycat_v0
from hustings.envs.copycat import GAME, rules
from hustings.envs.copycat import actions as say
from hustings.envs.copycat.table import (
    CARDS,
    DISCARD,
    DOCTORATE,
    FIRST_START,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAST_START,
    OFFICES,
    ON_STREET,
    OWNED,
    SEATS,
    TEMPORARY,
    USED,
    Effect,
    Phase,
    Worker,
)
from hustings.envs.core.api.batch import GameBatch

BOX = GAME.box_spec.load()
VP_9, VP_10, VP_11 = 9, 10, 11  # start cards of a point
COIN_12, COIN_13, COIN_14, COIN_15, COIN_16, COIN_17, COIN_18 = range(12, 19)  # start cards of a coin
DOCTOR = DOCTORATE


def card(effect: Effect, strength: int | None = None, copy: int = 0) -> int:
    """A bought card's number by what it does; of several the copy 0, 1, ..."""
    found = [
        c
        for c in [*range(1, FIRST_START), *range(LAST_START + 1, CARDS + 1)]
        if BOX[0]["card_effect"][c] == effect and strength in (None, BOX[0]["card_strength"][c])
    ]
    return found[copy]


def office(effect: Effect, strength: int | None = None, copy: int = 0) -> int:
    """An office by what it does; of several the copy 0, 1, ..., printed ones first."""
    found = [
        o
        for o in range(OFFICES)
        if BOX[0]["office_effect"][o] == effect and strength in (None, BOX[0]["office_strength"][o])
    ]
    return found[copy]


# The cards and offices of the game's own box that tests speak of
INDUSTRIALIST = card(Effect.COIN, 2)
BANKER = card(Effect.COIN, 3)
BANKER_TOO = card(Effect.COIN, 3, copy=1)
CHARITY = card(Effect.COIN_OR_VP)
SECRETARY = card(Effect.COPY_CARD)
DONATIONS = card(Effect.DONATE)
PARTY = card(Effect.DOUBLE_COINS)
TRAIL = card(Effect.DOUBLE_TOKENS)
SAUNA = card(Effect.DRAW, 2)
SAUNA_TOO = card(Effect.DRAW, 2, copy=1)
DINNER = card(Effect.DRAW, 3)
ELBOWS = card(Effect.ELBOWS)
INSIDE = card(Effect.EXTRA_OFFICE)
WITS = card(Effect.KEEP)
RED = card(Effect.NONE)
PAYMENT = card(Effect.REUSE_WORKER)
CAMPAIGN_OFFICE = card(Effect.TRASH_FOR_WORKER)
TV = card(Effect.VP, 10)
RADIO = card(Effect.VP, 3)
NEWSPAPER = card(Effect.VP, 6)
SMALL_PR = card(Effect.WORKER, 1)
HUGE_PR = card(Effect.WORKER, 2)
BUY_1 = office(Effect.BUY, 1)
BUY_1_TOO = office(Effect.BUY, 1, copy=1)
BUY_2 = office(Effect.BUY, 2)
SPECIAL = office(Effect.BUY_SPECIAL)
COIN_1 = office(Effect.COIN, 1)
COIN_2 = office(Effect.COIN, 2)
DRAW_1 = office(Effect.DRAW, 1)
DRAW_2 = office(Effect.DRAW, 2)
ALLOCATION = office(Effect.REUSE_CARD)
SWAP_2 = office(Effect.SWAP, 2)
SWAP_3 = office(Effect.SWAP, 3)
TRASH_1 = office(Effect.TRASH_FOR_COIN, 1)
TRASH_2 = office(Effect.TRASH_FOR_COIN, 2)
VP_1 = office(Effect.VP, 1)
VP_2 = office(Effect.VP, 2)


def name(number: int) -> int:
    """The action that names a card: to bid, play or choose it."""
    return say.CARD + number


def place(where: int) -> int:
    """The action of placing a worker in an office."""
    return say.PLACE + where


def use(where: int) -> int:
    """The action of using, or choosing, an office."""
    return say.OFFICE + where


def buy(space: int) -> int:
    """The action of buying from a space of the street, counted from 1."""
    return say.BUY + space - 1


def deal(
    players: int = 2, seed: int = 0, ask_forced: bool = True, num_games: int = 1, box=None, **options
) -> GameBatch:
    """One game by default; every decision is asked, forced ones too."""
    return copycat_v0.batch(num_games, players, seed=seed, ask_forced=ask_forced, box=box, options=options)


def lay(
    games: GameBatch,
    *,
    stage: str = "turn",
    seat: int = 0,
    round_number: int = 1,
    order=None,
    hands=None,
    known=None,
    piles=None,
    discards=None,
    temporary=None,
    played=None,
    zones=None,
    workers=None,
    pool=None,
    street=None,
    supply=None,
    doctorates=None,
    doctorates_left=0,
    tokens=None,
    office_tokens=None,
    closed=(),
    vp=None,
    bids=None,
) -> np.record:
    """Lay this position out; `stage` is "bid", "turn", "hand" or "table", with `seat` on turn.

    hands, known, piles, discards, temporary, played: for each seat a list of card numbers (`known`: in hand
    and known to all; `played`: in the play area, used once). zones: {seat: {card: zone}} for the rest. Start
    cards that nothing is said of have left the game. workers: for each seat {office: Worker}; all offices
    are in play but those `closed`. pool: workers still to be placed, 3 each unless given. street: up to 11
    cards, 0 for an empty space; empty unless given. supply: the cards left in it; none unless given.
    office_tokens: {office: number}. order: the seats on the bus.
    """
    table, box = games.tables[0], games.box[0]
    seats = games.num_players
    for field_name in table.dtype.names:
        if field_name not in ("seed", "draws", "seats", "pad"):
            table[field_name] = 0
    parts = (
        (IN_HAND, hands),
        (KNOWN, known),
        (IN_DRAW, piles),
        (DISCARD, discards),
        (TEMPORARY, temporary),
        (USED, played),
    )
    for zone, rows in parts:
        for i, numbers in enumerate(rows or []):
            for number in numbers:
                assert table["zone"][i, number] == 0, f"card {number} twice"
                table["zone"][i, number] = zone
    for i, row in (zones or {}).items():
        for number, zone in row.items():
            table["zone"][i, number] = zone
    for i in range(seats):
        zone = table["zone"][i]
        table["draw_size"][i] = (zone == IN_DRAW).sum()
        table["hand_size"][i] = ((zone == IN_HAND) | (zone == KNOWN)).sum()
        table["discard_size"][i] = (zone == DISCARD).sum()
    for number in range(1, CARDS + 1):
        if not FIRST_START <= number <= LAST_START and table["zone"][:, number].any():
            table["place"][number] = OWNED
    for number in supply or []:
        table["place"][number] = IN_SUPPLY
    for space, number in enumerate(street or []):
        table["street"][space] = number
        if 0 < number < DOCTOR:
            table["place"][number] = ON_STREET
    table["doctorates_left"] = doctorates_left
    table["open"] = [o not in closed and box["office_players"][o] <= seats for o in range(OFFICES)]
    table["pool"][:seats] = 3 if pool is None else pool
    for i, row in enumerate(workers or []):
        for where, state in row.items():
            table["worker"][i, where] = Worker(state)
            table["crowd"][where] += 1
    for where, number in (office_tokens or {}).items():
        table["office_tokens"][where] = number
    for field_name, values in (("doctorates", doctorates), ("tokens", tokens), ("vp", vp), ("bid", bids)):
        if values is not None:
            table[field_name][:seats] = values
    table["order"][:seats] = order or range(seats)
    table["round_number"] = round_number
    table["seat"] = seat
    table["turn_place"] = table["order"][:seats].tolist().index(seat)
    table["bids"] = seats
    table["phase"] = table["stage"] = Phase[stage.upper()]
    if stage == "bid":
        table["bids"] = seat
        table["stage"] = Phase.TURN
    elif stage == "turn":
        table["due"] = 1
    else:
        table["passed"][:seats] = 1
    return games.tables[0]


def play(games: GameBatch, *moves: tuple[int, int]) -> None:
    """Moves of (seat, action); each seat must be the one to decide."""
    for number, (who, action) in enumerate(moves):
        assert games.seat[0] == who, f"move {number}: seat {games.seat[0]} decides, not {who}"
        games.step([action])


def legal(games: GameBatch) -> set[int]:
    return set(np.flatnonzero(games.legal[0]).tolist())


def legal_cards(games: GameBatch) -> set[int]:
    """The numbers of the cards that may be named."""
    return {a - say.CARD for a in legal(games) if say.CARD < a <= say.CARD + CARDS}


def legal_places(games: GameBatch) -> set[int]:
    """The offices where a worker may be placed."""
    return {a - say.PLACE for a in legal(games) if say.PLACE <= a < say.OFFICE}


def legal_offices(games: GameBatch) -> set[int]:
    """The offices that may be used or chosen."""
    return {a - say.OFFICE for a in legal(games) if say.OFFICE <= a < say.BUY}


def legal_buys(games: GameBatch) -> set[int]:
    """The spaces of the street, counted from 1, that may be bought from."""
    return {a - say.BUY + 1 for a in legal(games) if say.BUY <= a < say.INVEST_NONE}


def phase(games: GameBatch) -> Phase:
    return Phase(int(games.tables["phase"][0]))


def field(games: GameBatch, field_name: str) -> list:
    """A field of the table; of fields with an entry a seat, the seats in play."""
    value = games.tables[field_name][0]
    if getattr(value, "shape", ()) and value.shape[0] == SEATS:
        value = value[: games.num_players]
    return value.tolist()


def cards_in(games: GameBatch, seat: int, *zones: int) -> list[int]:
    """The numbers of a player's cards in these zones."""
    return [c for c in range(1, CARDS + 1) if games.tables["zone"][0, seat, c] in zones]


def hand(games: GameBatch, seat: int) -> list[int]:
    return cards_in(games, seat, IN_HAND, KNOWN)


def street(games: GameBatch) -> list[int]:
    """The cards on the street from left to right; 0 an empty space, 62 a doctorate."""
    return games.tables["street"][0].tolist()


def coins(games: GameBatch) -> int:
    """The coins that the seat on turn can still spend."""
    return int(rules.common.coins_left(games.tables[0]))


def pass_round(games: GameBatch) -> None:
    """Everybody does as little as possible until the next round begins or the game is over."""
    number = int(games.tables["round_number"][0])
    while not games.over[0] and games.tables["round_number"][0] == number:
        choices = legal(games)
        games.step([min(choices & {say.PASS, say.END_TURN, say.DONE} or choices)])
