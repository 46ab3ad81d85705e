"""Critical positions: what stands in the files, and how agents are asked."""

import json

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.errors import NoAnswer
from hustings.envs.core.text.prompts import prompts_of
from hustings.training import quiz
from hustings.training.evaluation.quiz import positions, saved_positions

from ...model_server import Server, last_choice
from ...players import Cheats, Crashes
from ...support import each_grown_name

SALUDOS = GAMES["saludos_amigos"]


class Best:
    """Knows the file by heart."""

    name = "best"

    def __init__(self, asked, place=0):
        self.asked, self.place = asked, place

    def act(self, games, rows):
        return np.array([self.asked.positions[row].actions[self.place] for row in rows.tolist()])


class Last:
    """Takes the last legal action."""

    name = "last"

    def act(self, games, rows):
        return np.array([np.flatnonzero(mask)[-1] for mask in games.masks(rows=rows)])


@pytest.mark.slow
@each_grown_name
def test_another_search_of_the_kind_agrees_with_the_file(name):
    """Fresh deals, another seed: the values are those of the strong search, not of these deals.

    The search that found those of Saludos Amigos! also played out with a bot that is gone.
    """
    asked = saved_positions(GAMES[name])
    games, rows = asked.batch(24), np.arange(24)
    search = make("strong:iterations=64,rounds=1,temperature=1", GAMES[name], 5)
    best = np.array([position.actions[0] for position in asked.positions[:24]])
    assert (search.act(games, rows) == best).mean() > (0.5 if name == "saludos_amigos" else 0.75)


def test_accuracy_and_regret_of_agents_whose_answers_are_known():
    asked = saved_positions(SALUDOS)
    best, second = quiz(Best(asked), SALUDOS), quiz(Best(asked, 1), SALUDOS)
    assert best.accuracy.value == 1
    assert best.regret.value == 0
    assert best.accuracy.high == 1 > best.accuracy.low > 0.95
    assert second.accuracy.value == 0
    lost = [position.values[0] - position.values[1] for position in asked.positions]
    assert second.regret.value == pytest.approx(np.mean(lost))
    assert second.regret.low < np.mean(lost) < second.regret.high


@each_grown_name
def test_what_it_cannot_rank_is_told(name):
    game = GAMES[name]
    found = quiz("random", game)
    ranked = {row["phase"] for row in found.rows() if not np.isnan(row["regret_low"])} - {"all"}
    asked = {row["phase"]: row["positions"] for row in found.rows()}
    assert not ranked & found.not_ranked.keys()
    assert ranked | found.not_ranked.keys() == set(prompts_of(game).phases.values())
    assert all(asked.get(phase, 0) == number < 8 for phase, number in found.not_ranked.items())
    said = " ".join(str(found).split())
    assert "Phases that cannot be ranked: " in said
    assert all(
        (f"{phase} ({number})" if number else phase) in said for phase, number in found.not_ranked.items()
    )
    assert found.as_json()["not_ranked"] == found.not_ranked


def test_random_play_is_known_exactly():
    asked = saved_positions(SALUDOS)
    found = [quiz("random", SALUDOS, seed=seed) for seed in range(6)]
    accuracy, regret = (
        np.array([getattr(each, name).value for each in found]) for name in ("accuracy", "regret")
    )
    for values, exact in zip((accuracy, regret), asked.random_play(), strict=True):
        assert abs(values.mean() - exact) < 5 * values.std() / 6**0.5


def test_an_agent_that_acts_illegally_or_raises_is_named():
    with pytest.raises(
        HustingsError, match=r"agent wrong: game 0, seat \d, phase \w+: action .* is not legal"
    ):
        quiz(Cheats("wrong", calls=0), SALUDOS, positions=3)
    with pytest.raises(HustingsError, match=r"agent broken: RuntimeError.*players.py, line"):
        quiz(Crashes("broken", calls=0), SALUDOS, positions=3)


def test_a_server_that_is_gone_or_ctrl_c_leaves_the_answers_so_far():
    class Late:
        name, until, error = "late", 8, KeyboardInterrupt()

        def act(self, games, rows):
            if rows[0] >= self.until:
                raise self.error
            return games.masks(rows=rows).argmax(axis=1)

    late = Late()
    found = quiz(late, SALUDOS)
    assert (found.stopped, found.fault, len(found.answers)) == (True, "", 8)
    late.error = NoAnswer("no server, say")
    found = quiz(late, SALUDOS)
    assert (found.stopped, found.fault, len(found.answers)) == (True, "agent late: no server, say", 8)
    assert "Stopped after 8 positions. agent late: no server, say." in " ".join(str(found).split())
    late.until = 0
    with pytest.raises(NoAnswer, match="agent late: no server, say"):
        quiz(late, SALUDOS)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """What stands in a game's file, in whose place `write` puts another."""
    read = json.loads((positions.FOLDER / "saludos_amigos.json").read_text())
    monkeypatch.setattr(positions, "FOLDER", tmp_path)
    return read


def write(tree):
    (positions.FOLDER / "saludos_amigos.json").write_text(json.dumps(tree))


def test_of_positions_of_another_revision_those_are_asked_that_are_still_reached(tree):
    tree["revision"] = 0
    tree["positions"] = tree["positions"][:4]
    tree["positions"][1]["moves"][0] = 10**4
    for place in ("actions", "values", "errors"):
        tree["positions"][2][place].pop()
    write(tree)
    found = quiz("greedy", SALUDOS)
    assert [answer.best for answer in found.answers] == [
        tree["positions"][number]["actions"][0] for number in (0, 3)
    ]
    assert "The positions were found at revision 0 of Saludos Amigos!" in " ".join(str(found).split())


def test_positions_of_another_game_are_refused():
    with pytest.raises(HustingsError, match="positions of copycat_v0, not of saludos_amigos_v0"):
        positions.load_positions(positions.FOLDER / "copycat.json", SALUDOS)


def test_a_language_model_is_asked_over_its_protocol():
    """A model that names the last legal action does as an agent that takes it; what it took is told."""
    with Server(last_choice) as server:
        found = quiz(f"llm:model=small,url={server.url}", SALUDOS, positions=16)
    alike = quiz(Last(), SALUDOS, positions=16)
    assert [answer.action for answer in found.answers] == [answer.action for answer in alike.answers]
    assert found.usage.calls == found.usage.decisions == 16
    assert found.as_json()["usage"]["tokens_in"] == 16_000
    assert "16 decisions, 16 calls, 0 without a legal answer" in " ".join(str(found).split())
    told = [asked["messages"][1]["content"] for asked in server.asked]
    assert any("Since your last decision:" in text for text in told)


@pytest.mark.parametrize(("part", "value"), [
    ("num_players", 9), ("seed", 2**64), ("moves", [-1]), ("moves", [1.5]), ("actions", []),
    ("actions", [0, 0]), ("actions", [10**5]), ("values", [2.0]), ("errors", [0.0]),
])  # fmt: skip
def test_what_a_damaged_file_says_is_one_line(part, value, tree):
    """Most entries that are missing or of another type are in tests/fuzz."""
    (tree if part in tree else tree["positions"][0])[part] = value
    write(tree)
    with pytest.raises(HustingsError, match=r"json: damaged, entries are missing or malformed; take another"):
        saved_positions(SALUDOS)


def test_positions_with_other_actions_than_are_legal_are_refused(tree):
    for place in ("actions", "values", "errors"):
        tree["positions"][1][place].pop()  # the file is sound in itself
    write(tree)
    with pytest.raises(HustingsError, match=r"saludos_amigos.json: damaged, positions have other actions"):
        quiz("random", SALUDOS, positions=4)
