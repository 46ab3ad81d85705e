"""Agents some of whose phases others decide."""

import pickle

import numpy as np
import pytest

from hustings.agents import NoAnswer, Replaced, make
from hustings.agents.llm import Usage
from hustings.agents.registration import is_available, is_imported
from hustings.agents.replaced import phase_named
from hustings.envs import GAMES, HustingsError, SeatEnv
from hustings.envs.core.api.agent import DrawsByRow
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.streams import Streams
from hustings.envs.core.text.prompts import prompts_of

from ..support import each_known_end, random_actions, whole_games

LIBERTE, SALUDOS = GAMES["liberte"], GAMES["saludos_amigos"]


class Asked:
    """Takes the first or the last legal action, and keeps the phases that it was asked in."""

    def __init__(self, name, last=False):
        self.name, self.last, self.phases, self.heard = name, last, set(), 0

    def act(self, games, rows):
        self.phases |= set(games.phase[rows].tolist())
        legal = games.masks(rows=rows)
        return games.num_actions - 1 - legal[:, ::-1].argmax(axis=1) if self.last else legal.argmax(axis=1)

    def hear_results(self, games, rows, scores, ranks):
        self.heard += len(rows)


@each_known_end
def test_each_decides_in_its_own_phases(game, players):
    phase = game.phases(next(iter(prompts_of(game).phases))).name
    agent, other = make("greedy", game), Asked("other")
    games, seen = GameBatch(game, 6, players, seed=1), set()

    def watch(games, rows, sits, actions):
        first = games.masks(rows=rows).argmax(axis=1)
        mine = games.phase[rows] == game.phases[phase]
        assert (actions[mine] == first[mine]).all()
        assert (actions[~mine] == agent.act(games, rows[~mine])).all()
        seen.update(games.phase[rows].tolist())

    whole_games(games, [Replaced(game, agent, {phase: other})], watch)
    assert other.phases == {int(game.phases[phase])} & seen
    assert len(seen) > 3


def test_what_one_part_does_not_answer_costs_none_of_the_other_games():
    games = GameBatch(SALUDOS, 40, 4, seed=2)
    greedy, stream = make("greedy", SALUDOS), np.random.default_rng(1)
    while len(np.unique(games.phase)) < 2:
        games.step(random_actions(games, stream))
    phase = games.phase[0]
    right = greedy.act(games, np.arange(40))

    class Busy(Asked):
        def act(self, games, rows):
            answers = None if self.last else [-1, *right[rows][1:]]
            raise NoAnswer("busy", answers)

    for silent in (False, True):
        agent = Replaced(SALUDOS, Busy("busy", silent), {SALUDOS.phases(phase).name: greedy})
        with pytest.raises(NoAnswer, match="busy") as found:
            agent.act(games, np.arange(40))
        others = games.phase != phase
        expected = np.where(others, -1, right)
        if not silent:
            expected[np.flatnonzero(others)[1:]] = right[others][1:]
        assert found.value.actions == expected.tolist()


def test_a_name_makes_it_wherever_agents_are_named():
    made = make("greedy@PLACE=random@blocks or cannon=policy", LIBERTE, 3)
    assert made.name == "greedy@PLACE=random@blocks or cannon=policy"
    assert [part.name for part in made.parts] == ["greedy", "random", "policy"]
    games = GameBatch(LIBERTE, 8, 4)
    back = pickle.loads(pickle.dumps(made))
    assert (back.act(games, np.arange(8)) == made.act(games, np.arange(8))).all()
    program = make("greedy@TIE=exec:sh", LIBERTE).parts[1]
    assert program.pid is None, "it is started when it is first asked"
    assert is_imported("greedy@PLACE=mine:Bot")
    assert not is_imported("greedy@PLACE=policy")
    assert is_available("greedy@REROLL=gambler", SALUDOS)
    assert not is_available("greedy@REROLL=vulture", SALUDOS)


def test_the_phases_have_their_words():
    for game in GAMES.values():
        for number, words in prompts_of(game).phases.items():
            name = game.phases(number).name
            for written in (name, name.lower(), name.replace("_", "-"), f" {name.replace('_', ' ')}"):
                assert phase_named(written, game) == number
            assert phase_named(words.upper(), game) in (number, game.phases.__members__.get(words.upper()))
    with pytest.raises(HustingsError, match="called 'PLCE'; did you mean PLACE; choose from DISCARD, REFILL"):
        make("greedy@PLCE=random", LIBERTE)
    with pytest.raises(HustingsError, match=r"called 'BATTLE'.*choose from DISCARD"):  # nobody decides there
        make("greedy@BATTLE=random", LIBERTE)
    with pytest.raises(HustingsError, match="TIE appears twice; name it once"):
        make("greedy@TIE=random@TIE=greedy", LIBERTE)
    with pytest.raises(HustingsError, match="'tie' is named twice; give each phase one agent"):
        make("greedy@TIE=random@tie=greedy", LIBERTE)
    with pytest.raises(HustingsError, match="unknown agent 'gredy'"):
        make("greedy@TIE=gredy", LIBERTE)
    for spec in ("human@TIE=greedy", "greedy@TIE=human:Anna"):
        with pytest.raises(HustingsError, match="a person decides in every phase; leave out what follows"):
            make(spec, LIBERTE)


def test_it_draws_by_row_if_all_parts_that_draw_do():
    games, streams = GameBatch(LIBERTE, 8, 4), Streams(8)
    streams.begin(np.arange(8), np.arange(8, dtype=np.uint64))
    for spec in ("random@ACTION=policy:sample=true", "greedy@ACTION=random"):
        both = make(spec, LIBERTE)
        assert isinstance(both, DrawsByRow)
        assert games.masks()[np.arange(8), both.act_by(games, np.arange(8), streams)].all()
    assert not isinstance(Replaced(LIBERTE, Asked("one"), {"ACTION": make("random", LIBERTE)}), DrawsByRow)


def test_an_opponent_some_of_whose_phases_are_random_plays_the_same_after_the_same_seed():
    env, games = SeatEnv(SALUDOS, 4, opponents="greedy@REROLL=random"), []
    for _ in range(2):
        env.reset(seed=3)
        over = False
        while not over:
            over = env.step(int(env.action_masks().argmax()))[2]
        games.append(env.games.tables.tobytes())
    assert games[0] == games[1]


def test_what_its_parts_need_is_there():
    one, two = Asked("one"), Asked("two")
    made = Replaced(LIBERTE, one, {"TIE": two})
    assert (made.name, made.listens, made.usage) == ("one@TIE=two", False, None)
    two.listens, two.usage = True, Usage(decisions=2, seconds=0.5)
    assert (made.listens, made.usage) == (True, two.usage)
    one.usage = Usage(decisions=3, seconds=1.0)
    assert made.usage == Usage(decisions=5, seconds=1.5)
    made.hear_results(None, np.arange(3), None, None)
    assert (one.heard, two.heard) == (3, 3)
    two.plays = lambda players: players == 4
    assert made.plays(4)
    assert not made.plays(5)
    wrong = Asked("wrong")
    wrong.act = lambda games, rows: np.array([1])
    with pytest.raises(HustingsError, match="actions"):
        Replaced(LIBERTE, wrong, {"TIE": two}).act(GameBatch(LIBERTE, 3, 4), np.arange(3))


def test_what_a_language_model_among_its_parts_has_said_is_kept_in_order():
    class Says(Asked):
        def act(self, games, rows):
            self.answers = [f"of game {row}" for row in rows.tolist()]
            return super().act(games, rows)

    games = GameBatch(LIBERTE, 6, 4, seed=2)
    while games.phase[0] == games.phase[5]:
        games.step(games.masks(rows=np.arange(3)).argmax(axis=1), rows=np.arange(3))
    phases = games.phase
    model = Replaced(LIBERTE, Asked("one"), {LIBERTE.phases(int(phases[0])).name: Says("two")})
    model.act(games, np.arange(6))
    assert model.answers == [f"of game {row}" if phases[row] == phases[0] else None for row in range(6)]
