"""Positions of Die Macher: those of the worked examples of RULES.md, and odd boxes and tables."""

import re

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.table import FACE_UP, IN_DECK, KINDS, MOST_TREND, REGIONS, SEATS, Item

from .playing import BOX, dealt

OTHER_FORMS = {
    "edition": "short", "lobby_order": "player", "coalition_passes": 1, "opinion_swap": "loose",
    "poll_auction": "blind", "auction_payment": "all", "poll_members_dice": 3,
    "absolute_majority_current": False,
    "doubled_cards_fixed": True, "last_opening": "together", "contribution": "in_turn",
    "risk_dice": "highest",
}  # fmt: skip


def example(
    players: int,
    *,
    phase: list,
    round_number=(1,),
    programmes=(),
    national=(),
    seats=(),
    ask_forced=True,
    **fields,
) -> GameBatch:
    """A position of `Game.lay` in the game's own box.

    For each seat may stand its programme, as "+wel+gen", and its seats of this election.
    """
    (number,) = round_number
    stands = (" ".join(re.findall("[+-][a-z]+", word)) for word in programmes)
    position = {name: value for name, (value,) in fields.items()}
    position |= {"programmes": dict(enumerate(stands)), "national": " ".join(national)}
    game = dealt(players, ask_forced=ask_forced, box=BOX)
    return game.lay(*phase, round_number=number, seats_won={number - 1: seats}, **position).games


def extreme_box(seed: int, edge: float = 0.7) -> np.ndarray:
    """A box that is accepted, with numbers anywhere in their ranges, often at an end of them."""
    rng = np.random.default_rng(seed)
    box = BOX.copy()
    box.flags.writeable = True
    for field in GAME.box_spec.fields:
        if not field.name.endswith("_name") and field.name != "poll_party":
            numbers = rng.integers(field.low, field.high, size=field.shape, endpoint=True)
            end = np.where(rng.random(field.shape) < 0.5, field.low, field.high)
            box[field.name] = np.where(rng.random(field.shape) < edge, end, numbers)
    _mend(box[0], rng)
    return GAME.box_spec.load(box)


def _mend(box: np.record, rng: np.random.Generator) -> None:
    """What a box must keep to."""
    box["land_seats"].sort(axis=1)
    box["land_seats"][:, 0] = 0
    box["land_seats"][:, -1] = np.maximum(1, box["land_seats"][:, -1])
    for players in range(3, SEATS + 1):
        box["poll_party"][players, :players] = rng.permutation(SEATS)[:players]
    actions = [f"cabinet_{name}" for name in ("phone", "votes", "doubler", "media", "up", "down")]
    for name in (*actions, "cabinet_price"):
        box[name][0] = 0
    idle = np.all([box[name][1:] == 0 for name in actions], axis=0)
    box["cabinet_phone"][1:][idle] = 1
    items, amounts = box["sheet_item"], box["sheet_amount"]
    amounts[items == Item.TREND] = np.minimum(MOST_TREND, amounts[items == Item.TREND])
    room = min(int(box["most_meetings"]) - 1, int(box["meetings"]) - REGIONS)
    for option in range(len(items)):
        given = items[option] == Item.MEETINGS
        if given.sum() > room:
            items[option][given] = Item.VOTES
        elif given.any():
            amounts[option][given] = np.minimum(amounts[option][given], room // given.sum())
    box["elections"][:] = np.sort(box["elections"])[::-1]
    box["members_pay"][-2:] = 0


def thin_decks(tables: np.ndarray, rng: np.random.Generator, keep: int) -> None:
    """Leave no more than so many cards in the decks of opinions and programmes; the others are discarded."""
    for table in tables:
        shuffle, spare = int(table["shuffle"]), int(table["opinion_deck"]) - keep
        if spare > 0:
            kinds = np.repeat(np.arange(KINDS), table["unseen"][shuffle])
            gone = np.bincount(rng.permutation(kinds)[:spare], minlength=KINDS)
            table["unseen"][shuffle] -= gone
            table["discards"] += gone
            table["opinion_deck"] = keep
        cards = rng.permutation(np.flatnonzero(table["zone"] == IN_DECK))[: -keep or None]
        if len(cards) and table["programme_deck"] > keep:
            table["zone"][cards] = FACE_UP
            table["programme_deck"] = keep


def spread_hidden(tables: np.ndarray, rng: np.random.Generator) -> None:
    """Make each hidden opinion one of a shuffle of its own."""
    for table in tables:
        for region, shuffle in np.argwhere(table["hidden"]):
            for _ in range(int(table["hidden"][region, shuffle])):
                free = np.flatnonzero(~table["unseen"].any(axis=1))
                free = free[free != table["shuffle"]]
                if not len(free):
                    break
                kind = rng.choice(np.repeat(np.arange(KINDS), table["unseen"][shuffle]))
                table["unseen"][shuffle, kind] -= 1
                table["unseen"][free[-1], kind] += 1
                table["hidden"][region, shuffle] -= 1
                table["hidden"][region, free[-1]] += 1
