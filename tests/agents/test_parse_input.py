"""What a person types: keys, words, several answers in a line."""

import time

import numpy as np
import pytest

from hustings.agents.terminal import parse_input
from hustings.agents.terminal.parse_input import Choice, limit_of, understand
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.text.prompts import prompts_of

LAND = [Choice(n, f"p{n}", f"Place a red block in {name}") for n, name in
        ((3, "Paris"), (4, "Picardy"), (5, "Vendée"), (12, "Paris Basin"))]  # fmt: skip
MIXED = [
    Choice(0, "0", "Pass"),
    Choice(1, "o", "Pass the floor"),
    Choice(2, "c7", "Play Danton (3 red, Paris Basin)"),
    Choice(3, "a", "Lay the Minister for the Environment beside Bayern"),
    Choice(4, "b", "Lay the Backbencher beside Bayern"),
    Choice(5, "x2", "Refuse 7 thousand"),
]


@pytest.mark.parametrize(("line", "choices", "action", "used"), [
    ("p3", LAND, 3, 1),
    ("P4 p3", LAND, 4, 1),
    ("12", LAND, 12, 1),
    ("vendee", LAND, 5, 1),
    ("PICARDY picardy", LAND, 4, 1),
    ("paris basin", LAND, 12, 2),
    ("paris", LAND, None, 1),
    ("pass", MIXED, 0, 1),
    ("pass the", MIXED, 1, 2),
    ("danton paris: paris", MIXED, 2, 1),
    ("lay env", MIXED, 3, 2),
    ("lay", MIXED, None, 1),
    ("7", MIXED, 2, 1),
    ("3", MIXED, None, 1),
    ("x", MIXED, 5, 1),
    ("0", LAND, None, 1),
    ("3", [Choice(1, "2", "Bid 2"), Choice(9, "c3", "Play 3")], None, 1),
])  # fmt: skip
def test_what_an_answer_means(line, choices, action, used):
    answer = understand(parse_input.split(line), choices)
    assert (answer.choice and answer.choice.action) == action
    assert answer.used == used
    assert bool(answer.remark) == (action is None)


@pytest.mark.parametrize("word", ["a", "lay", "place", "red", "the", ".", "'", "nothing"])
def test_a_line_without_end_is_understood_or_not_at_once(word):
    begun = time.monotonic()
    for choices in (LAND, MIXED, 30 * LAND):
        answer = understand([word] * 20_000, choices)
        assert answer.choice is None or answer.used < 20
        assert limit_of([word] * 20_000) is None
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize("name", list(GAMES))
def test_keys_tell_legal_actions_apart_and_each_chooses_its_own(name):
    game = GAMES[name]
    rng, asking = np.random.default_rng(4), prompts_of(game)
    for players in (min(game.player_counts), max(game.player_counts)):
        games = GameBatch(game, 1, players, seed=9)
        while not games.over[0]:
            actions = np.flatnonzero(games.legal[0]).tolist()
            keys = [asking.key(games.box[0], games.tables[0], action) for action in actions]
            assert len(set(keys)) == len(keys), (keys, [games.describe(0, action) for action in actions])
            choices = [Choice(a, key, games.describe(0, a)) for a, key in zip(actions, keys)]
            chosen = choices[rng.integers(len(choices))]
            assert understand([chosen.key], choices).choice is chosen
            assert understand(chosen.words.split(), choices).choice is chosen
            if chosen.key == "0" and len(choices) > 1 and rng.random() < 0.7:
                chosen = choices[0] if choices[0] is not chosen else choices[-1]
            games.step(np.array((chosen.action,)))
