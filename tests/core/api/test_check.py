"""Tables from outside: what is no table is refused, and what is accepted can be played on."""

import copy
import functools
import importlib
import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api import batch as batch_module
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import Game
from hustings.envs.core.engine.loops import bind_check
from hustings.envs.core.engine.ranges import fields_of, out_of_range
from hustings.envs.core.engine.record import Field
from hustings.envs.core.errors import HustingsError
from hustings.envs.core.text.snapshot import snapshot

from ... import tinygame
from ...support import (
    TESTS,
    all_games,
    all_ways,
    deal,
    each_end,
    each_game,
    each_table,
    label,
    met,
    printed_by,
    random_actions,
)


def changeable(game: Game, players: int) -> list:
    """The fields that say something; the key of chance and the pad do not."""
    return [f for f in fields_of(game, players) if f.name not in ("seed", "draws", "pad", "seats")]


def of_nobody(game: Game, players: int, tables: np.ndarray) -> Iterator[tuple[Field, np.ndarray]]:
    """Each field with an entry per seat, and a view of the entries of seats that nobody has."""
    for field in game.table_fields:
        if (field.length_of("seat") or 0) > players:
            axis = 1 + list(field.axes).index("seat")
            yield field, np.moveaxis(tables[field.name], axis, 0)[players:]


def small_changes(game: Game, players: int, table: np.record) -> np.ndarray:
    """The table with a single entry changed within its range, for every entry: a little, or to an end."""
    changed = []
    for field in changeable(game, players):
        old = np.ravel(table[field.name]).astype(np.int64)
        for new in (old - 1, old + 1, old * 0, np.full_like(old, field.low), np.full_like(old, field.high)):
            entries = np.flatnonzero((new != old) & (new >= field.low) & (new <= field.high))
            tables = np.repeat(np.array([table]), len(entries))
            tables[field.name].reshape(len(entries), len(old))[np.arange(len(entries)), entries] = new[
                entries
            ]
            changed.append(tables)
    return np.frombuffer(b"".join(tables.tobytes() for tables in changed), table.dtype).copy()


def random_changes(game: Game, players: int, tables: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Each of the tables with an entry, or every entry of a field, anywhere in its range."""
    tables = tables.copy()
    for table in tables:
        field = changeable(game, players)[rng.integers(len(changeable(game, players)))]
        values = rng.integers(field.low, field.high, size=field.shape, endpoint=True)
        if rng.random() < 0.3 or not field.shape:
            table[field.name] = values
        else:
            entry = tuple(rng.integers(size) for size in field.shape)
            table[field.name][entry] = values[entry]
    return tables


def faults_in(games: GameBatch, tables: np.ndarray) -> np.ndarray:
    """What the game's check says of tables within their ranges, by number."""
    faults = np.zeros(len(tables), np.int64)
    bind_check(games.game)(games._box, tables, 0, len(tables), faults)
    return faults


@functools.cache
def faults_of_small_changes(game: Game) -> set[str]:
    """The faults that a single changed entry leads to, by name, until all but crafted ones are found."""
    found, wanted = {"NONE"}, {fault.name for fault in game.faults} - crafted_faults(game).keys()
    for players, other_way in all_ways(game):
        games, tables = deal(game, 1, players, other_way), met(game, players, other_way)
        for table in tables[:: max(1, len(tables) // 30)]:
            if wanted <= found:
                return found
            changed = small_changes(game, players, table)
            found |= {game.faults(fault).name for fault in np.unique(faults_in(games, changed)).tolist()}
    return found


def crafted_faults(game: Game) -> dict:
    """Tables with faults that no single change leads to: by name what deals them (tests/GAME/faults.py)."""
    if game is tinygame.GAME:
        return {"SOMEBODY_HAS_NO_CARD_TO_BID": with_an_empty_hand}
    if not (TESTS / game.name / "faults.py").exists():
        return {}
    return importlib.import_module(f"tests.{game.name}.faults").FAULTS


def with_an_empty_hand() -> GameBatch:
    games = GameBatch(tinygame.GAME, 1)
    games.tables["discard"] += games.tables["hand"][:, 1]
    games.tables["hand"][:, 1] = 0
    return games


def refused(games: GameBatch, tables: np.ndarray) -> str:
    """Why these tables are refused; "" if they are not. A refusal changes nothing."""
    before, masks = games.tables.tobytes(), games.legal.tobytes()
    words = ""
    try:
        games.tables = tables
    except HustingsError as error:
        words = str(error)
    if words:
        assert games.tables.tobytes() == before
        assert games.legal.tobytes() == masks
        assert "\n" not in words
    return words


@each_game
def test_tables_met_in_play_pass(game):
    phases: set[int] = set()
    for players, other_way in all_ways(game):
        tables = met(game, players, other_way)
        games = deal(game, len(tables), players, other_way)
        assert not refused(games, tables)
        games.check()
        for seat in range(players):
            games.redeal(seat, seed=seat)
            games.check()
        phases |= set(tables["phase"].tolist())
    # Those that are no decision come last.
    assert phases == set(range(max(phases) + 1))
    assert game.phases(max(phases)).name == "OVER"


@each_game
def test_phases_are_numbered_without_a_gap(game):
    assert list(game.phases) == list(range(len(game.phases)))


@each_end
def test_a_value_out_of_its_range_is_refused(game, players):
    games = GameBatch(game, 1, players, seed=1)
    tables = games.tables.copy()
    for field in fields_of(game, players):
        kind = np.iinfo(field.type)
        values = {field.low - 1, field.high + 1, int(kind.min), int(kind.max)}
        for value in values - set(range(field.low, min(field.high, field.low + 300) + 1)):
            if not kind.min <= value <= kind.max or field.low <= value <= field.high:
                continue
            for entry in np.ndindex(field.shape):
                changed = tables.copy()
                changed[field.name][(0, *entry)] = value
                index = f"[{', '.join(map(str, entry))}]" if entry else ""
                assert refused(games, changed).startswith(f"tables: game 0: {field.name}{index} is {value}, ")


@each_table
def test_tables_from_play_are_accepted_and_with_anything_in_a_seat_that_nobody_has_refused(game, players):
    tables = met(game, players)
    assert out_of_range(game, players, tables) is None
    for field, _ in of_nobody(game, players, tables):
        changed = tables[:1].copy()
        for other, entries in of_nobody(game, players, changed):
            if other is field:
                entries[0] = field.high or field.low
        _, words = out_of_range(game, players, changed)
        assert words.startswith(f"{field.name}[")
        assert words.endswith(", not 0, for nobody has that seat")


@pytest.mark.parametrize(("game", "fault"), [
    (game, fault)
    for game in all_games()
    if not (TESTS / game.name / "test_check.py").exists()  # it lays out all faults itself
    for fault in list(game.faults)[1:]
], ids=lambda value: value.name)  # fmt: skip
def test_each_fault_is_found(game, fault):
    if fault.name not in faults_of_small_changes(game):
        games = crafted_faults(game)[fault.name]()
        with pytest.raises(HustingsError, match=fault.name.lower().replace("_", " ")):
            games.check()


def test_a_game_in_which_nothing_can_be_done_is_refused(monkeypatch):
    monkeypatch.setattr(batch_module, "bind_check", lambda game: lambda *arguments: None)  # it finds nothing
    games = with_an_empty_hand()
    games.tables["seat"] = 1
    with pytest.raises(HustingsError, match="game 0: it is not over, but no action is legal"):
        games.check()


def play_on(name: str, most: int) -> int:
    """Change tables of a game, play on with up to `most` that are accepted of each kind of table, ask about
    some, and count them.
    """
    game = next(game for game in all_games() if game.name == name)
    rng, played = np.random.default_rng(3), 0
    for players, other_way in all_ways(game):
        games, some = deal(game, 1, players, other_way), met(game, players, other_way)
        changed = random_changes(game, players, some[rng.integers(len(some), size=400)], rng)
        few = [small_changes(game, players, table) for table in some[:: max(1, len(some) // 8)]]
        changed = np.concatenate([changed, *few])
        for _, entries in of_nobody(game, players, changed):
            entries[:] = 0
        changed = rng.permutation(changed[faults_in(games, changed) == 0])[:most]
        games = deal(game, len(changed), players, other_way, seed=1)
        games.tables[:] = changed
        changed = changed[games.over | games.legal.any(axis=1)]
        games = deal(game, len(changed), players, other_way, seed=1)
        games.tables = changed
        played += len(changed)
        for seat in range(players):
            dealt = copy.deepcopy(games)
            dealt.redeal(seat, seed=seat)
            dealt.observe(seat)
            dealt.playouts(20)
        view = np.empty((len(changed), games.observation_size), np.float32)
        for _ in range(30):
            games.observe(out=view)
            games.results()
            rows = np.flatnonzero(games.legal.any(axis=1))
            games.step(
                (rng.random((len(rows), games.num_actions)) * games.masks(rows=rows)).argmax(axis=1),
                rows=rows,
            )
        games.playouts(300)
        if game.name in GAMES:
            play_and_ask(game, changed[:: len(changed) // 10 + 1], games.options)
    return played


def play_and_ask(game: Game, tables: np.ndarray, options: dict) -> None:
    """Do all else that can be done with these tables: look, redeal, tell, and ask a bot."""
    games = GameBatch(game, len(tables), int(tables["seats"][0]), options=options)
    games.tables = tables
    box, greedy, rng = snapshot(games.box[0]), make("greedy", game), np.random.default_rng(0)
    for step in range(15):
        rows, before = np.flatnonzero(~games.over), games.save()
        for seat in range(games.num_players):
            assert np.abs(games.observe(seat)).max() <= 1
            games.redeal(seat, seed=step)
            games.observe(seat)
            greedy.act(games, np.flatnonzero(~games.over))
            games.restore(None, before)
        assert games.legal[rows].any(axis=1).all(), "somebody cannot do anything"
        actions = random_actions(games, rng)
        games.step(actions)
        for row in rows.tolist() if step == 0 else ():
            table, action = snapshot(tables[row]), int(actions[row])
            for seat in (None, *range(games.num_players)):
                game.board(box, table, seat)
            game.describe(box, table, action)
            game.events(box, table, action, games.tables[row], None)


def play_on_elsewhere(game: Game, most: int, timeout: int = 300, **environment: str) -> int:
    """`play_on` in a process of its own: a table that should not have been accepted may end it, or hang."""
    code = f"from tests.core.api import test_check; print(test_check.play_on({game.name!r}, {most}))"
    return int(printed_by(code, timeout=timeout, **environment))


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_changed_tables_that_are_accepted_can_be_played_on(game):
    assert play_on_elsewhere(game, 500) > 2000


@pytest.mark.slow
@each_game
def test_changed_tables_that_are_accepted_lead_nowhere_out_of_bounds(game):
    assert play_on_elsewhere(game, 10**6, 1200, NUMBA_BOUNDSCHECK="1") > 100


def test_what_is_written_in_place_is_checked_on_demand():
    games = GameBatch(tinygame.GAME, 4, 3, seed=1)
    games.check()
    games.tables["points"][2, 1] = 201
    with pytest.raises(HustingsError, match=r"^tables: game 2: points\[1\] is 201, outside"):
        games.check()
    games.check(rows=np.array([0, 1, 3]))
    with pytest.raises(HustingsError, match="game 2: points"):
        games.check(rows=np.array([3, 2]))
    games.tables["points"][2, 1] = 0
    games.tables["deck"][3] = 0
    with pytest.raises(HustingsError, match="game 3: cards of a rank are missing or too many; restore"):
        games.check()


@pytest.mark.parametrize("laid", [
    lambda tables: np.frombuffer(tables.tobytes(), tables.dtype),  # read-only
    lambda tables: tables[::-1].copy()[::-1],
    lambda tables: np.frombuffer(b"?" + tables.tobytes(), tables.dtype, offset=1),
], ids=["read-only", "backwards", "packed"])  # fmt: skip
def test_tables_may_lie_in_memory_as_they_like(laid):
    games = GameBatch(tinygame.GAME, 3, 3, seed=1)
    wanted = games.tables[::-1].copy()
    games.tables = laid(wanted)
    assert games.tables.tobytes() == wanted.tobytes()


def test_a_pickle_is_checked():
    games = GameBatch(tinygame.GAME, 4, 3, seed=1)
    games.tables["points"][2, 1] = 201
    data = pickle.dumps(games)
    with pytest.raises(HustingsError, match=r"^a pickled batch: game 2: points\[1\] is 201"):
        pickle.loads(data)
    games = GameBatch(tinygame.GAME, 4, 3, seed=1)
    state = games.__getstate__()
    for other in (
        state | {"_tables": games._tables[:3]},
        state | {"_random_states": np.zeros(1, np.uint64)},
        state | {"_deals": np.zeros(4, np.int8)},
        {name: state[name] for name in state.keys() - {"_ask_forced"}},
    ):
        with pytest.raises(HustingsError, match="a pickled batch: from another version; save `tables`"):
            games.__setstate__(other)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_shares_nothing_and_is_not_checked(copied, monkeypatch):
    games = GameBatch(tinygame.GAME, 4, 3, seed=1)
    games.step(games.legal.argmax(axis=1))

    monkeypatch.setattr(batch_module, "out_of_range", None)
    twin = copied(games)
    before = [getattr(twin, name).tobytes() for name in ("_tables", "_masks", "_deals", "_box")]
    games.tables["points"] = 7
    games.reset()
    games.step(games.legal.argmax(axis=1))
    assert before == [getattr(twin, name).tobytes() for name in ("_tables", "_masks", "_deals", "_box")]
    assert vars(twin).keys() == vars(games).keys()
    assert twin.game is games.game
