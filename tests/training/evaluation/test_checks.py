"""Checks of an agent: each fault is found by its name, and what is shipped has none."""

import copy
import random
import re
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest

from hustings.envs import GAMES, HustingsError
from hustings.envs.core.errors import NoAnswer
from hustings.training import check_agent

from ...support import each_grown_game, each_known_end

SALUDOS = GAMES["saludos_amigos"]


def first(games, rows):
    return games.masks(rows=rows).argmax(axis=1)


def last(games, rows):
    return games.num_actions - 1 - games.masks(rows=rows)[:, ::-1].argmax(axis=1)


def by(choice, games, rows):
    """The first legal action where `choice` is even, the last where it is odd."""
    return np.where(np.asarray(choice) % 2 == 0, first(games, rows), last(games, rows))


class Bot:
    """Takes the first legal action, or what a function chooses."""

    name = "bot"

    def __init__(self, game=None, seed=0, chosen=first):
        self.seed, self.calls, self.chosen = seed, 0, chosen

    def act(self, games, rows):
        self.calls += 1
        return self.choose(games, rows)

    def choose(self, games, rows):
        return self.chosen(games, rows)


def illegal(games, rows):
    legal = games.masks(rows=rows)
    return np.where(legal.sum(axis=1) > 2, (~legal).argmax(axis=1), first(games, rows))


class Raises(Bot):
    def choose(self, games, rows):
        return first(games, rows)[: 1 // (self.calls < 9)]


def exits(games, rows):
    sys.exit("enough")


def looks_at_another(games, rows):
    seats = (games.seat[rows] + 1) % games.num_players
    seen = games.observe(np.where(seats < 0, 0, seats), rows=rows)
    return by([hash(view.tobytes()) for view in seen], games, rows)


def looks_at_the_table(games, rows):
    return by([hash(table.tobytes()) for table in games.tables[rows]], games, rows)


def knows_the_seed(games, rows):
    return by(games.seeds[rows], games, rows)


def looks_ahead(games, rows):
    """Tries its first action in a copy that is not dealt afresh."""
    twin, acted = copy.copy(games), first(games, rows)
    twin.step(acted, rows=rows)
    return by([hash(view.tobytes()) for view in twin.observe(games.seat[rows], rows=rows)], games, rows)


class RemembersWhatItSaw(Bot):
    """Looks at hidden things in the beginning alone, and goes by them later."""

    def __init__(self, *given):
        super().__init__(*given)
        self.seen = {}

    def choose(self, games, rows):
        for row in rows.tolist():
            self.seen.setdefault(row, [zlib.crc32(games.tables[row].tobytes()), 0])[1] += 1
        return by([self.seen[row][0] * (self.seen[row][1] > 9) for row in rows.tolist()], games, rows)


def draws_from_the_world(games, rows):
    return by([random.getrandbits(8) for _ in rows], games, rows)


def mixes_games(games, rows):
    """Decides in all games by what the first one of them shows."""
    return by([hash(games.observe(rows=rows[:1]).tobytes())] * len(rows), games, rows)


def writes(games, rows):
    games.tables["seat"][rows] = 0
    return first(games, rows)


def writes_in_secret(games, rows):
    games._tables["draws"][rows] += 1
    return first(games, rows)


def steps(games, rows):
    games.step(first(games, rows), rows=rows)
    return first(games, rows)


class CannotHear(Bot):
    def hear_results(self, games, rows, scores, ranks):
        assert (ranks.sum(axis=1) == 10).all()
        return 1 / 0


class CannotClose(Bot):
    def close(self):
        raise BrokenPipeError("gone")


class KeepsAFunction(Bot):
    def __init__(self, *given):
        super().__init__(*given)
        self.key = lambda: 0


class Forgets(Bot):
    """Comes back from a pickle as another."""

    other = False

    def __setstate__(self, state):
        self.__dict__.update(state, other=True)

    def __deepcopy__(self, memo):
        return Forgets()

    def choose(self, games, rows):
        return last(games, rows) if self.other else first(games, rows)


def agent_of(bot):
    """A bot of a class, or one that chooses by a function."""
    return bot() if isinstance(bot, type) else Bot(chosen=bot)


FAULTS = [
    (illegal, "legal", r"players, game \d, seat \d, phase \w+: action \d+ \(\w+\) is not legal; ch"),
    (Raises, "legal", r"players, phase \w+: ZeroDivisionError: .*test_checks.py, line"),
    (exits, "legal", "SystemExit: enough"),
    (looks_at_another, "honest", "after what its seat cannot see was dealt afresh"),
    (looks_at_the_table, "honest", r"game \d, seat \d, phase \w+: action \d+, and \d+ after"),
    (knows_the_seed, "honest", "dealt afresh"),
    (looks_ahead, "honest", "dealt afresh"),
    (RemembersWhatItSaw, "honest", "dealt afresh"),
    (draws_from_the_world, "same for a seed", "from another with the same seed"),
    (mixes_games, "game by game", "if asked about this game alone"),
    (writes, "writes nothing", "read-only"),
    (writes_in_secret, "writes nothing", "the games have changed during its call"),
    (steps, "writes nothing", "agents must not change the games they play"),
    (CannotHear, "hears results", r"4 players: ZeroDivisionError: .*test_checks.py, line"),
    (CannotClose, "closes", r"4 players: BrokenPipeError: gone; test_checks.py, line"),
]


@pytest.mark.parametrize(("bot", "check", "says"), FAULTS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_fault_is_found_and_named_with_its_remedy(bot, check, says):
    found = check_agent(agent_of(bot), SALUDOS, players=[4])
    assert [wrong.check for wrong in found.wrong] == [check]
    assert found.wrong[0].remedy
    assert re.search(says, found.wrong[0].says), found.wrong[0].says
    assert f"Remedy: {found.wrong[0].remedy[:20]}" in str(found)


@each_known_end
def test_a_look_at_what_is_hidden_is_found_at_every_table(game, players):
    found = check_agent(Bot(chosen=looks_at_the_table), game, players=[players])
    assert [wrong.check for wrong in found.wrong] == ["honest"]


@pytest.mark.parametrize("bot", [KeepsAFunction, Forgets])
def test_an_agent_that_cannot_be_pickled_is_told_and_not_wrong(bot):
    found = check_agent(bot(), SALUDOS, players=[4])
    assert [each.check for each in found.findings if each.verdict == "no"] == ["picklable"]
    assert not found.wrong


# --- What is no fault ----------------------------------------------------------------------------


class Counts(Bot):
    """Remembers how often it was asked in each game, and what it saw there."""

    def __init__(self, *given):
        super().__init__(*given)
        self.seen = {}

    def choose(self, games, rows):
        views = games.observe(rows=rows)
        for row, view in zip(rows.tolist(), views, strict=True):
            self.seen[row] = hash((self.seen.get(row, 0), view.tobytes()))
        return by([self.seen[row] for row in rows.tolist()], games, rows)


class Reads(Bot):
    """Goes by what it is told in words."""

    listens = True

    def choose(self, games, rows):
        return by([hash(games.tell(row)) for row in rows.tolist()], games, rows)


class Draws(Bot):
    def __init__(self, game=None, seed=0):
        super().__init__(game, seed)
        self.stream = np.random.default_rng(seed)

    def choose(self, games, rows):
        legal = games.masks(rows=rows)
        return ((1 - self.stream.random(legal.shape)) * legal).argmax(axis=1)


def tries_things(games, rows):
    """Tries its first action in a copy that is dealt afresh."""
    twin, acted = copy.copy(games), first(games, rows)
    twin.redeal(games.seat, 5)
    twin.step(acted, rows=rows)
    return by([hash(view.tobytes()) for view in twin.observe(games.seat[rows], rows=rows)], games, rows)


# Words are a game's own. What the others use is every game's: there policies see, and searches try.
HONEST = [(Reads, game, min(game.player_counts)) for game in GAMES.values()]
HONEST += [(bot, SALUDOS, 4) for bot in (Counts, Draws, tries_things)]


@pytest.mark.parametrize(("bot", "game", "players"), HONEST)
def test_an_honest_agent_that_remembers_reads_draws_or_tries_is_fine(bot, game, players):
    found = check_agent(agent_of(bot), game, players=[players], seconds=1)
    assert {each.check: each.verdict for each in found.findings if each.verdict != "yes"} == {
        "time": "", "memory": "",
    }  # fmt: skip


def test_an_agent_whose_draws_hang_together_is_not_compared_game_by_game():
    class DrawsOnce(Draws):
        def choose(self, games, rows):
            return by(np.full(len(rows), self.stream.integers(100)), games, rows)

    class RefusesTwice(DrawsOnce):
        def act(self, games, rows):
            now = games.observe(rows=rows).tobytes()
            assert now != self.__dict__.get("before"), "asked twice"
            self.before = now
            return super().act(games, rows)

    for bot in (DrawsOnce(), RefusesTwice()):
        found = {each.check: each for each in check_agent(bot, SALUDOS, players=[4]).findings}
        assert found["game by game"].verdict == "not known"
        assert "it uses one random stream for all games" in found["game by game"].says
        assert found["legal"].verdict == found["honest"].verdict == found["same for a seed"].verdict == "yes"


@each_grown_game
def test_what_comes_with_a_game_is_fine(game):
    few, many = game.player_counts[0], game.player_counts[-1]
    for agent, players in (("greedy", None), ("policy", [many]), ("search:iterations=2", [few])):
        found = check_agent(agent, game, players=players, seconds=0.5)
        assert not [each for each in found.findings if each.verdict not in ("yes", "")], f"{agent}: {found}"
        assert [trial.players for trial in found.trials] == (players or [few, many])
        assert all(trial.compared > 0 for trial in found.trials)


def test_time_memory_and_phases_are_told():
    class Slow(Bot):
        def choose(self, games, rows):
            time.sleep(0.002)
            self.kept = np.ones(2**23)  # 64 MiB, more than what malloc would take from memory freed before
            return first(games, rows)

    found = check_agent(Slow(), SALUDOS, players=[4, 5], seconds=2)
    tree = found.as_json()
    assert [table["players"] for table in tree["tables"]] == [4, 5]
    assert 2 < tree["tables"][0]["milliseconds"] <= tree["tables"][0]["most_milliseconds"]
    assert 20 < tree["tables"][0]["mebibytes"] < 200
    assert not found.wrong
    met, missed = tree["tables"][0]["phases"].keys() | tree["tables"][1]["phases"], tree["missed"]
    assert met
    assert not met & set(missed)
    for phase in missed:
        assert phase in str(found)
    assert "not all games were over when time was up" in " ".join(str(found).split())


def test_what_is_given_is_checked():
    with pytest.raises(HustingsError, match="takes 4 to 7 players, not 9"):
        check_agent("greedy", SALUDOS, players=[9])
    with pytest.raises(HustingsError, match="players: 4 is not a list of numbers of players"):
        check_agent("greedy", SALUDOS, players=4)
    with pytest.raises(HustingsError, match="seconds: 0 is not a number above 0"):
        check_agent("greedy", SALUDOS, seconds=0)

    class Fixed(Bot):
        def __deepcopy__(self, memo):
            raise TypeError("there is one of me")

    with pytest.raises(HustingsError, match=r"agent bot: cannot be copied .*there is one of me"):
        check_agent(Fixed(), SALUDOS)


def test_an_agent_without_an_answer_forfeits():
    def gone(games, rows):
        raise NoAnswer("nobody there")

    found = check_agent(Bot(chosen=gone), SALUDOS, players=[4])
    assert [wrong.check for wrong in found.wrong] == ["legal"]
    assert "nobody there" in found.wrong[0].says


PROGRAM = f"{sys.executable} -S {Path(__file__).parents[2] / 'agents' / 'a_program.py'}"


def test_a_program_is_checked():
    """One that is asked about rows of several games, and one that answers no more after a while."""
    found = check_agent(f"exec:{PROGRAM} '{{}}' well", SALUDOS, players=[4])
    assert not found.wrong, found
    assert found.trials[0].mebibytes > 3
    found = check_agent(f"exec:{PROGRAM} '{{}}' garbage 9", SALUDOS, players=[4])
    assert [wrong.check for wrong in found.wrong] == ["legal"]
