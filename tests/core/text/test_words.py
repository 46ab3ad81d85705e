"""Actions, boards and events of every game in words."""

import copy
import re
from collections.abc import Iterator

import numpy as np
import pytest

from hustings.envs import GAMES, GameBatch
from hustings.envs.core.text.events import event_lines
from hustings.envs.core.text.prompts import prompts_of
from hustings.envs.core.text.snapshot import snapshot
from hustings.envs.core.text.words import WIDTH

from ...support import each_end, each_grown_game, laid, met, random_actions, some_met, told_of


@each_end
def test_legal_actions_differ_in_words(game, players):
    for other_way in (False, True):
        games = laid(game, met(game, players, other_way)[::4], other_way)
        box = snapshot(games.box[0])
        for table, legal in zip(map(snapshot, games.tables), games.legal):
            words = [game.describe(box, table, int(action)) for action in np.flatnonzero(legal)]
            assert len({*words, ""}) == len(words) + 1, sorted(words)
            assert not [said for said in words if "\n" in said]


def redealt_for_a_seat_each(game, tables, other_way: bool) -> tuple[GameBatch, GameBatch, np.ndarray]:
    """Games with these tables, the same dealt afresh for a seat of each, and these seats."""
    games = laid(game, tables, other_way)
    redealt, seats = copy.deepcopy(games), np.arange(len(tables)) % games.num_players
    redealt.redeal(seats, seed=games.num_players)
    return games, redealt, seats


@each_end
def test_boards_and_events_are_text_and_boards_keep_secrets(game, players):
    for other_way in (False, True):
        before = some_met(game, players, other_way)
        games, redealt, seats = redealt_for_a_seat_each(game, before, other_way)
        for row, seat in enumerate(seats.tolist()):
            board = games.board(row)
            assert 0 < max(map(len, board.split("\n"))) <= WIDTH, board
            assert games.board(row, seat) == redealt.board(row, seat)
        actions = random_actions(games, np.random.default_rng(players))
        games.step(actions)
        for row in np.flatnonzero(before["seat"] >= 0).tolist():
            lines = told_of(games, before, actions[row], seats[row], row)
            assert all(isinstance(line, str) and line for line in lines)


@each_end
def test_events_keep_secrets(game, players):
    """Wherever a seat sees the same before and after the same action, it is told the same."""
    for other_way in (False, True):
        before = some_met(game, players, other_way, 30)
        games, redealt, seats = redealt_for_a_seat_each(game, before, other_way)
        actions = random_actions(games, np.random.default_rng(players))
        redealt_before, alike = step_alike(games, redealt, actions, seats)
        for row in np.flatnonzero(alike & (redealt_before != before)).tolist():
            lines = told_of(games, before, actions[row], seats[row], row)
            assert lines == told_of(redealt, redealt_before, actions[row], seats[row], row)


def step_alike(games, redealt, actions: np.ndarray, seats: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Step both, with the same chance: the redealt tables before it, and where `seats` see the same after."""
    for name in ("seed", "draws"):
        redealt.tables[name] = games.tables[name]
    before, both = redealt.tables.copy(), redealt.are_legal(actions) & ~games.over
    rows = np.flatnonzero(both)
    games.step(actions)
    redealt.step(actions[rows], rows=rows)
    same = (games.observe(seats) == redealt.observe(seats)).all(axis=1) & (games.seat == redealt.seat)
    same &= (games.legal == redealt.legal).all(axis=1) | (games.seat != seats)
    return before, both & same


_OF_PROGRAMS = {
    "an underscore": r"(?<!\bplayer)_|\bplayer_(?!\d)",
    "a name of a seat as the beginning of a sentence": r"Player_\d",
    "a name of Python": r"\b(None|True|False|np\.\w+|nan)\b",
    "a name of an enum": r"\b[A-Z]{4,}\b",
    "a count below 0": r"(?<![\w+])-\d+ (free|left|more|million|thousand|coins?|cards?|votes?|members?|VP)\b",
    "one of several": r"(?<!: )\b1 (cards|coins|votes|blocks|members|meetings|seats|points|dice|tiles)\b",
    "several of one": r"\b(?!1\b)\d+ (card|coin|vote|block|member|meeting|token|purchase|worker)\b",
    "a sum without its unit": r"for \d+\.$|pays \d+\.$",
    "a stack as the map has it": r"\b\d[WBR]{1,3}\b",
}


def said_in_play(game, players: int) -> Iterator[str]:
    """Questions, actions, effects, and news as they are folded, of tables of each phase."""
    asking, before = prompts_of(game), some_met(game, players)
    games = laid(game, before)
    box = snapshot(games.box[0])
    for row in np.flatnonzero(before["seat"] >= 0).tolist():
        table = snapshot(games.tables[row])
        yield from asking.matters(box, table, int(table.seat))
        for action in np.flatnonzero(games.legal[row]).tolist():
            yield game.describe(box, table, action)
            yield asking.effect(box, table, action)
        yield games.board(row).rpartition("\n")[2]
    actions = random_actions(games, np.random.default_rng(players))
    games.step(actions)
    for row in np.flatnonzero(before["seat"] >= 0).tolist():
        yield from event_lines(game.events(box, before[row], int(actions[row]), games.tables[row], None))


@pytest.mark.parametrize("name", list(GAMES))
def test_no_word_is_one_of_programs_and_numbers_agree(name):
    game, wrong = GAMES[name], []
    for line in set(said_in_play(game, game.max_players)):
        wrong += [(what, line) for what, pattern in _OF_PROGRAMS.items() if re.search(pattern, line)]
    assert not wrong, wrong[:10]


@each_grown_game
def test_the_question_speaks_to_the_player_and_is_asked_once(game):
    asking, games = prompts_of(game), laid(game, some_met(game, game.max_players))
    for row in np.flatnonzero(~games.over).tolist():
        seat = int(games.seat[row])
        asked = " ".join(asking.matters(games.box[0], games.tables[row], seat)).partition("?")[0] + "?"
        told = re.sub(r"\s+", " ", games.tell(row))
        assert f"player_{seat}" not in asked, asked
        assert re.sub(r"\s+", " ", asked) in told
        assert told.count("?") >= 1
        decides = re.compile(rf"player_{seat} decides (wh|how)")
        assert decides.search(told), told
        assert decides.search(re.sub(r"\s+", " ", games.board(row)))
