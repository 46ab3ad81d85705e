"""Saludos Amigos! laid out by hand, played move by move or at random."""

import numpy as np

from hustings.envs import saludos_amigos_v0
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import chance
from hustings.envs.saludos_amigos.actions import ACCEPT, AMOUNT, CARD, PASS, SEAT
from hustings.envs.saludos_amigos.table import BAG, JOURNALIST, Phase

from ..support import told_of

AMOUNTS, SEATS = set(range(AMOUNT, AMOUNT + 11)), set(range(SEAT, SEAT + 6))
HYDRANT, PROJECT_B, PROJECT_C, CASINO, THERMAL_BATH, PLANT = range(6)


def card(value: int) -> int:
    return CARD + value - 1


def seat(places: int) -> int:
    return SEAT + places - 1


def amount(millions: int) -> int:
    return AMOUNT + millions - 1


def deal(
    players: int = 4, seed: int = 0, ask_forced: bool = True, num_games: int = 1, **options
) -> GameBatch:
    """One game by default; every decision is asked, forced ones too."""
    return saludos_amigos_v0.batch(num_games, players, seed=seed, ask_forced=ask_forced, options=options)


def lay(
    games: GameBatch,
    *,
    hands=None,
    dice=None,
    holder=0,
    project=THERMAL_BATH,
    placed=1,
    money=None,
    discard=None,
) -> np.record:
    """Start a round: `placed` tiles of the project lie on the map, the one just drawn included.

    hands: a string of values for each seat ("113"); dice: pips of each seat.
    """
    table, box = games.tables[0], games.box[0]
    seats = games.num_players
    hands = hands or ["123"] * seats
    for i in range(seats):
        for v in range(3):
            table["hand"][i, v] = hands[i].count(str(v + 1))
    table["known"] = 0
    table["discard"] = discard or 0
    table["face_down"] = 0
    table["pile"] = box["card_counts"] - table["hand"].sum(axis=0) - table["discard"]
    assert (table["pile"] >= 0).all()
    table["shuffled"] = table["pile"]
    for name in ("buried", "fresh", "shown"):
        table[name] = 0
    table["die"][:seats] = dice or [3] * seats
    table["strength"] = table["die"] + table["hand"].sum(axis=1)
    table["bag"][:6] = box["tiles"]
    table["bag"][project] -= placed
    table["project"] = project
    table["pie"] = box["base_value"][project] + placed
    table["bag_holder"] = table["seat"] = holder
    table["streak"] = 0
    table["phase"] = Phase.REROLL
    if money is not None:
        table["money"][:seats] = money
    return games.tables[0]


def next_tiles(games: GameBatch, *tiles: int, bag: tuple[int, ...] | None = None) -> None:
    """See to it that these tiles are drawn next (6 is a journalist), out of `bag` if given."""
    table, box = games.tables[0], games.box[0]
    if bag is not None:
        table["bag"] = bag
        table["board_journalists"] = box["journalists"] - bag[JOURNALIST]
    for seed in range(100_000):
        trial = table.copy()
        chance.start(trial, np.uint64(seed))
        if all(_draw(box, trial) == tile for tile in tiles):
            table["seed"], table["draws"] = seed, 0
            return
    raise AssertionError("no seed draws these tiles")


def _draw(box: np.record, table: np.record) -> int:
    tile = chance.draw(table, BAG, table["bag"])
    complete = (table["bag"][: int(box["projects"])] == 0).sum()
    if tile == JOURNALIST and complete < box["projects_before_journalists_stay"]:
        table["bag"][JOURNALIST] += 1
    return tile


def no_offers(games: GameBatch) -> None:
    """A round in which nobody rolls again or offers anything."""
    open_floor(games)
    passes(games, games.num_players)


def play(games: GameBatch, *moves: tuple[int, int]) -> None:
    """Moves of (seat, action); each seat must be the one to decide."""
    for number, (who, action) in enumerate(moves):
        assert games.seat[0] == who, f"move {number}: seat {games.seat[0]} decides, not {who}"
        games.step([action])


def passes(games: GameBatch, number: int) -> None:
    for _ in range(number):
        games.step([PASS])


def open_floor(games: GameBatch) -> None:
    """Nobody rolls again."""
    assert games.tables["phase"][0] == Phase.REROLL
    passes(games, games.num_players)
    assert games.tables["phase"][0] == Phase.FLOOR


def legal(games: GameBatch) -> set[int]:
    return set(np.flatnonzero(games.legal[0]).tolist())


def phase(games: GameBatch) -> Phase:
    return Phase(int(games.tables["phase"][0]))


def field(games: GameBatch, name: str) -> list:
    """A field of the table; of fields with an entry a seat, the seats in play."""
    value = games.tables[name][0]
    if getattr(value, "shape", ()) and value.shape[0] == 7 and name != "bag":
        value = value[: games.num_players]
    return value.tolist()


def seen(games: GameBatch, who: int, name: str, scale: int = 1) -> list[float]:
    """A block of what a seat observes, times `scale`."""
    block = games.game.observation(games.num_players)[name]
    return np.round(games.observe(seat=who)[0][block.start : block.stop] * scale, 4).tolist()


def told(games, who: int, action: int, seat: int | None = None) -> list[str]:
    """The news of one move."""
    before = games.tables.copy()
    play(games, (who, action))
    return told_of(games, before, action, seat)


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.0) -> np.ndarray:
    """Legal actions at random; with `lean` more acceptance and more councils, fewer rerolls."""
    weights = np.ones(games.legal.shape)
    weights[:, ACCEPT] += 9 * lean
    phases = games.tables["phase"]
    weights[phases == Phase.REROLL, PASS] += 9 * lean
    weights[phases == Phase.CALL, CARD : CARD + 3] += lean
    return (rng.random(weights.shape) ** (1 / weights) * games.legal).argmax(axis=1)


def step_errors(before: np.record, after: np.record) -> str:
    """What is wrong with a single step."""
    seats = int(after.seats)
    same_round = after.bag_draws == before.bag_draws and after.phase != Phase.OVER
    if same_round:
        if after.mug < before.mug:
            return "the mug went back"
        if (
            after.mug == before.mug
            and before.phase < Phase.COAL_SPLIT
            and (after.share != before.share).any()
        ):
            if before.draft <= 1:
                return "another coalition stands at the same mug"
        if (after.money != before.money).any():
            return "money moved within a round"
        if (after.strength != before.strength).any() and before.phase != Phase.REROLL:
            return "strength changed after the rerolls"
        return ""
    for i in range(seats):
        if (after.paid[i] > 0) == (after.drew[i] > 0) and not (after.paid[i] == 0 and after.pile.sum() == 0):
            return f"seat {i} was paid {after.paid[i]} and drew {after.drew[i]}"
        change = int(after.paid[i]) - int(after.fined[i]) + int(after.bonus[i])
        if int(after.money[i]) - int(before.money[i]) != change:
            return f"money of seat {i} changed by something else than pay, fine and bonus"
    if after.paid.sum() not in (0, before.pie):
        return f"paid {after.paid} of {before.pie}"
    return ""


def play_out_checked(games: GameBatch, seed: int, every: int, lean: float = 0.5) -> int:
    """Play at random to the end, checking tables and steps; the highest mug seen."""
    rng = np.random.default_rng(seed)
    highest = 0
    for number in range(60_000):
        if games.over.all():
            return highest
        before = games.tables.copy()
        games.step(random_actions(games, rng, lean))
        highest = max(highest, int(games.tables["mug"].max()))
        if number % every == 0:
            games.check()
            for row in range(games.num_games):
                if before["seat"][row] >= 0:
                    assert not (error := step_errors(before[row], games.tables[row])), error
    raise AssertionError("a game does not end")
