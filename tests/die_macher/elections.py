"""Laying out a table of Die Macher by hand and playing it move by move."""

import numpy as np

from hustings.envs import die_macher_v0
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher import GAME, rules
from hustings.envs.die_macher import actions as say
from hustings.envs.die_macher.table import (
    CABINET,
    IN_DECK,
    IN_HAND,
    NO_CARD,
    OPEN,
    OPINION_COPIES,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    REGIONS,
    Lobby,
    Phase,
)

BOX = GAME.box_spec.load()

# Tests of rules play with these numbers, whatever a better reconstruction puts into the game's own box
FIXED = {
    "cabinet_price": [0, 1, 2, 3, 4, 6, 8, 10],
    "cabinet_phone": [0, 0, 1, 0, 1, 1, 0, 1],
    "cabinet_votes": [0, 3, 4, 5, 6, 8, 10, 12],
    "cabinet_doubler": [0, 0, 1, 1, 0, 0, 1, 1],
    "cabinet_media": [0, 0, 0, 0, 0, 1, 1, 1],
    "cabinet_up": [0, 0, 0, 1, 1, 2, 2, 3],
    "cabinet_down": [0, 0, 0, 0, 1, 1, 2, 3],
    "contribution_amount": [5, 10, 20, 30, 50],
    "contribution_risk": [1, 1, 2, 2, 3],
    "contribution_refusal": [1, 2, 3, 4, 5],
    "sheet_members": [12, 8, 4, 0],
    "sheet_media": [0, 1, 2, 3],
    "national_figures": [4, 3, 3, 2, 2],
    "national_points": [15, 12, 10, 8, 6],
}

# Kinds: for and against each issue, in the order of the game's own box
MORE_WELFARE, LESS_WELFARE = 0, 1
MORE_SECURITY, LESS_SECURITY = 2, 3
GENES, NO_GENES = 4, 5
NUCLEAR, NO_NUCLEAR = 6, 7
EURO_NOW, EURO_LATER = 8, 9
HEALTH, NO_HEALTH = 10, 11
SPELLING, NO_SPELLING = 12, 13

# Cards of the shadow cabinet of the game's own box, cheapest first
BACKBENCHER, FAMILY, ENVIRONMENT, INTERIOR, FOREIGN, FINANCE, CHANCELLOR = range(1, CABINET + 1)

# Lands of the game's own box that tests speak of, by their place in it
NORDRHEIN, BAYERN, HESSEN, SACHSEN, BERLIN, BREMEN = 0, 1, 4, 5, 7, 15


# --- Actions -------------------------------------------------------------------------------------

PASS, YES = say.PASS, say.YES


def number(amount: int) -> int:
    """A bid in thousands, or meetings to buy or to convert."""
    return say.NUMBER + say.RUNGS.index(amount)


def rungs(least: int, most: int) -> set[int]:
    """The bids from one amount to another, in thousands."""
    return {amount for amount in say.RUNGS if least <= amount <= most}


def region(place: int) -> int:
    """A region: 0 the current one, 1 the next, ..."""
    return say.REGION + place


def option(section: int, place: int) -> int:
    """Option 1, 2, ... of section 1 or 2 of the sheet."""
    return say.OPTION + place - 1 + (3 if section == 2 else 0)


def player(places: int) -> int:
    """The player so many places to the left."""
    return say.PLAYER + places


def force(places: int) -> int:
    """Force the player so many places to the left into a coalition."""
    return say.FORCE + places


def kind(stand: int) -> int:
    """The action that names an opinion or a programme card."""
    return say.KIND + stand


def card(which: int) -> int:
    """Lay a card of the shadow cabinet."""
    return say.CARD + which


def lobby(doing: Lobby) -> int:
    return say.LOBBY + doing


def accept(which: int) -> int:
    """Accept contribution 1 to 5."""
    return say.ACCEPT + which - 1


def refuse(which: int) -> int:
    """Refuse contribution 1 to 5."""
    return say.REFUSE + which - 1


# --- Laying out ----------------------------------------------------------------------------------


def deal(
    players: int = 3, seed: int = 0, ask_forced: bool = True, num_games: int = 1, box=None, **options
) -> GameBatch:
    """One game by default, with FIXED numbers; every decision is asked, forced ones too."""
    box = PLAYED if box is None else box
    return die_macher_v0.batch(num_games, players, seed=seed, ask_forced=ask_forced, box=box, options=options)


def own_box(**values):
    """The game's own box with FIXED numbers, and other values of some fields."""
    box = BOX.copy()
    box.flags.writeable = True
    for name, value in {**FIXED, **values}.items():
        box[name] = value
    return GAME.box_spec.load(box)


PLAYED = own_box()


def lay(
    games: GameBatch,
    phase: Phase,
    *,
    seat: int = 0,
    start: int = 0,
    round_number: int = 1,
    region: int = 0,
    regions: int = REGIONS,
    lands=(NORDRHEIN, BAYERN, HESSEN, SACHSEN),
    programmes=None,
    hands=None,
    opinions=None,
    doubled=None,
    hidden=None,
    pool=(),
    discards=(),
    national=(),
    secured=(),
    national_media=None,
    cabinet=None,
    **fields,
) -> np.record:
    """Lay this position out, with `seat` to decide in `phase`, and return the table.

    programmes, hands: {seat: kinds}, none unless given. opinions, doubled: {region: kinds}, open there.
    hidden: {region: number of hidden opinions}. pool, discards: kinds, one for each card. national: kinds on
    the spaces from the left; secured: those of them that are secured. national_media: {election from 1:
    seats}. cabinet: {seat: cards left}, all unless given. Any other field by its name: a value, or for fields
    with an entry a region {region: values of the seats}. Everybody has the money and members of the start, a
    meeting in each region, and no votes. Cards and markers that lie nowhere are in supply, stock and deck.
    A phase above OVER is one that runs on by itself: then the game runs on to the next decision.
    """
    table, box = games.tables[0], games.box[0]
    seats = games.num_players
    for name in table.dtype.names:
        if name not in ("seed", "draws", "seats", "pad"):
            table[name] = 0
    for name in ("land", "national", "winner", "poll", "picked", "bidder", "asker"):
        table[name] = NO_CARD
    table["land"][:regions] = lands[:regions]
    table["land_drawn"][list(lands[:regions])] = 1
    table["regions"], table["region"] = regions, region
    table["start_player"], table["round_number"] = start, round_number
    table["turn"] = (seat - start) % seats
    table["cash"][:seats], table["members"][:seats] = box["start_cash"], box["start_members"]
    table["cabinet"][:seats, 1:] = 1
    table["meetings"][:regions, :seats] = 1
    table["arrival"][:regions, :seats] = range(seats)
    for who, left in (cabinet or {}).items():
        table["cabinet"][who, 1:] = [c in left for c in range(1, CABINET + 1)]
    for where, kinds in (opinions or {}).items():
        table["opinion"][where, list(kinds)] = 1
    for where, kinds in (doubled or {}).items():
        table["opinion"][where, list(kinds)] = 2
    for where, cards in (hidden or {}).items():
        table["hidden"][where, 0] = cards
    for stand in pool:
        table["pool"][stand] += 1
    for stand in discards:
        table["discards"][stand] += 1
    table["national"][: len(national)] = national
    table["secured"] = np.isin(table["national"], secured)
    for election, who in (national_media or {}).items():
        table["national_media"][election - 1, list(who)] = 1
    for name, value in fields.items():
        if isinstance(value, dict):
            for where, row in value.items():
                table[name][where, : len(row)] = row
        elif np.ndim(value):
            table[name][: len(value)] = value
        else:
            table[name] = value
    _lay_programmes(table, programmes or {}, hands or {})
    _settle(table, box)
    table["seat"], table["phase"] = seat, phase
    if phase > Phase.OVER:
        rules.apply(box, table, 0)  # no phase of a decision, so it only runs on
    return table


def _lay_programmes(table, programmes, hands) -> None:
    for zone, rows in ((OPEN, programmes), (IN_HAND, hands)):
        for who, kinds in rows.items():
            for stand in kinds:
                copies = range(stand * PROGRAMME_COPIES, (stand + 1) * PROGRAMME_COPIES)
                free = [c for c in copies if table["zone"][c] == IN_DECK]
                assert free, f"no copy of {stand} is left"
                table["zone"][free[0]] = zone if zone == OPEN else zone + who
                if zone == OPEN:
                    table["programme"][who, stand] = 1
    table["programme_deck"] = (table["zone"][:PROGRAMME_CARDS] == IN_DECK).sum()


def _settle(table, box) -> None:
    """What lies nowhere is in supply, stock or deck."""
    seats = int(table["seats"])
    on_board = table["national_media"][:, :seats].sum(axis=0)
    table["meeting_supply"][:seats] = box["meetings"] - table["meetings"][:, :seats].sum(axis=0)
    table["media_supply"][:seats] = box["media_markers"] - table["media"][:, :seats].sum(axis=0) - on_board
    table["tiles"][:seats] = box["tiles"] - table["tile"][:, :seats].sum(axis=0)
    table["doublers"] = box["doublers"] - (table["opinion"] == 2).sum()
    seen = (table["opinion"] > 0).sum(axis=0) + table["pool"] + table["discards"]
    for space, stand in enumerate(table["national"]):
        if stand != NO_CARD:
            seen[stand] += 1 + table["secured"][space]
    table["unseen"][0] = OPINION_COPIES - seen
    assert (table["unseen"][0] >= 0).all(), f"too many cards of kinds {np.flatnonzero(seen > OPINION_COPIES)}"
    table["opinion_deck"] = table["unseen"][0].sum() - table["hidden"].sum()


# --- Playing and reading -------------------------------------------------------------------------


def play(games: GameBatch, *moves: tuple[int, int]) -> None:
    """Moves of (seat, action); each seat must be the one to decide."""
    for place, (who, action) in enumerate(moves):
        assert games.seat[0] == who, f"move {place}: seat {games.seat[0]} decides, not {who}"
        games.step([action])


def legal(games: GameBatch) -> set[int]:
    return set(np.flatnonzero(games.legal[0]).tolist())


def legal_in(games: GameBatch, block: str) -> set[int]:
    """The legal actions of a block, counted from its start."""
    part = say.ACTIONS[block]
    return {a - part.start for a in legal(games) if part.start <= a < part.stop}


def legal_kinds(games: GameBatch) -> set[int]:
    return legal_in(games, "kind")


def legal_numbers(games: GameBatch) -> set[int]:
    """The bids or the meetings that are legal."""
    return {say.RUNGS[number] for number in legal_in(games, "number")}


def phase(games: GameBatch) -> Phase:
    return Phase(int(games.tables["phase"][0]))


def field(games: GameBatch, name: str) -> list:
    """A field of the table, of the seats in play where it ends with an entry a seat."""
    value = games.tables[name][0]
    if getattr(value, "shape", ()) and value.shape[-1] == 5 and name not in ("national", "secured"):
        value = value[..., : games.num_players]
    return value.tolist()


def open_in(games: GameBatch, where: int = 0) -> set[int]:
    """The kinds that lie open in a region."""
    return set(np.flatnonzero(games.tables["opinion"][0, where]).tolist())


def hand(games: GameBatch, seat: int) -> list[int]:
    """The kinds of a player's hidden programme cards."""
    cards = np.flatnonzero(games.tables["zone"][0] == IN_HAND + seat)
    return (cards // PROGRAMME_COPIES).tolist()


def programme(games: GameBatch, seat: int) -> set[int]:
    return set(np.flatnonzero(games.tables["programme"][0, seat]).tolist())


def national(games: GameBatch) -> list[int]:
    """The kinds on the spaces of the national board; -1 for a free one."""
    return games.tables["national"][0].tolist()


def fill_in(games: GameBatch, first: int = 1, second: int = 1, items=(0, 0, 0), markers=(0, 0, 0)) -> None:
    """The seat to decide fills its sheet in: an option of each section, and regions."""
    moves = [option(1, first), *map(region, items), option(2, second)]
    moves += [region(r) for r in markers[: int(games.box[0]["sheet_media"][second - 1])]]
    for action in moves:
        games.step([action])


def pass_round(games: GameBatch) -> None:
    """Everybody does as little as possible until the next round begins or the game is over."""
    before = int(games.tables["round_number"][0])
    while not games.over[0] and games.tables["round_number"][0] == before:
        games.step([min(legal(games))])


def copies(games: GameBatch, how_many: int = 400) -> GameBatch:
    """So many games that stand as the first of these does, each with a chance of its own."""
    many = GameBatch(
        games.game, how_many, games.num_players, box=games.box, seed=1, ask_forced=games.ask_forced
    )
    seeds = many.seeds
    many.tables[:] = games.tables[0]
    many.tables["seed"] = seeds
    return many
