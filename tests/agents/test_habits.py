"""Agents of one habit."""

import numpy as np
import pytest

from hustings.agents import make, names
from hustings.agents.habits import HabitAgent, habits
from hustings.envs import GAMES, GameBatch, HustingsError

from ..support import label, whole_games

HABITS = [(game, name) for game in GAMES.values() for name in habits(game.name)]
each_habit = pytest.mark.parametrize(("game", "name"), HABITS, ids=label)


def play(agent, game, num_games, watch):
    whole_games(GameBatch(game, num_games, min(game.player_counts), seed=2), [agent], watch)


@each_habit
def test_a_habit_is_kept_wherever_it_can_be(game, name):
    agent, greedy, otherwise = make(f"habit:{name}", game), make("greedy", game), 0
    wishes = [wish.split() for wish in habits(game.name)[name]]

    def watch(games, rows, sits, actions):
        nonlocal otherwise
        legal, base = games.masks(rows=rows), greedy.act(games, rows)
        for mask, action, usual in zip(legal, actions, base):
            wanted = [
                block.start + np.flatnonzero(mask[block.start : block.stop])[0 if end == "first" else -1]
                for end, block in ((end, game.actions[block]) for end, block in wishes)
                if mask[block.start : block.stop].any()
            ]
            assert action == (wanted[0] if wanted else usual)
            otherwise += action != usual

    play(agent, game, 4, watch)
    assert otherwise >= 4, f"greedy has this habit, too: {otherwise} actions differ in four games"


@each_habit
def test_what_it_plays_does_not_depend_on_the_batch(game, name):
    def first_two(num_games):
        taken = []

        def watch(games, rows, sits, actions):
            taken.append(actions[rows < 2].tolist())

        play(HabitAgent(game, name), game, num_games, watch)
        return [actions for actions in taken if actions]

    assert first_two(2) == first_two(8)


def test_they_are_agents_by_name_and_listed_nowhere():
    game = GAMES["liberte"]
    assert make("habit:gunner", game).name == "habit:gunner"
    assert not [name for name in names(game) if "gunner" in name]
    with pytest.raises(
        HustingsError, match="agent habit:gunnr; did you mean gunner; choose from habit:villager"
    ):
        make("habit:gunnr", game)
    with pytest.raises(HustingsError, match="agent habit:; choose from habit:villager"):
        make("habit", game)
