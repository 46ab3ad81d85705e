"""What can be won from an agent by learning, and what the agent keeps."""

import json
from dataclasses import replace
from functools import partial

import pytest

from hustings.envs.core.errors import HustingsError
from hustings.training import best_responses
from hustings.training.learning import best_responses as module

from ...players import text_of

SMALL = {
    "steps": 256, "num_games": 16, "decisions": 128, "most_decisions": 128,
    "minibatches": 2, "layers": (16,), "thing_width": 8,
    "imitate_share": 0.1, "evaluate_games": 8,
}  # fmt: skip


def learn(out, agent="me=random", **changes):
    given = {"minutes": 5.0, "games": 16, "search": {"iterations": 2}, "seed": 1, **SMALL, **changes}
    return best_responses(agent, "saludos_amigos", out, **given)


@pytest.fixture(scope="module", autouse=True)
def anew():
    """Only the learner that begins anew: the other has the widths of the game's policy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "STARTS", {"learnt from imitation": ""})
        # Later batches make their agents anew from names.
        patch.setattr(module, "play_lineups", partial(module.play_lineups, batch=8))
        yield


@pytest.fixture(scope="module")
def begun(anew, tmp_path_factory):
    """A folder and what was learnt in it."""
    out = tmp_path_factory.mktemp("responses") / "of=1"
    return out, learn(out)


def test_each_exploiter_sits_alone_and_the_agent_sits_alone_among_them(begun):
    _, found = begun
    (response,) = found.learnt
    assert (response.name, found.stopped) == ("learnt from imitation", False)
    assert 256 <= response.steps < 256 + 16
    assert response.alone.agents == ["learnt from imitation", "me=random"]
    assert response.among.agents == ["me=random", "learnt from imitation"]
    for played in (response.alone, response.among):
        assert ((played.seatings == 0).sum(axis=1) == 1).all()
        assert played.games == 16
    searched, learnt = found.rows()
    assert searched["exploiter"].startswith("search:playouts=random")
    share = response.alone.figures[0].win_share.value
    assert (learnt["win_share"], learnt["gain"]) == (share, pytest.approx(share - 0.25))
    assert learnt["agent_keeps"] == response.among.figures[0].win_share.value
    text = text_of(found)
    assert max(map(len, text.splitlines())) <= 80
    assert f"learnt from imitation, {response.steps}" in text
    assert json.loads(json.dumps(found.as_json(), allow_nan=False))["learnt"][0]["steps"] == response.steps


def test_the_same_call_goes_on(begun):
    out, found = begun
    first, again = found.rows(), learn(out).rows()
    assert repr([row | {"minutes": 0} for row in again]) == repr([row | {"minutes": 0} for row in first])
    with pytest.raises(HustingsError, match="the run has other settings: opponents"):
        learn(out, agent="greedy")


@pytest.mark.slow
def test_one_begins_with_the_policy_of_the_game(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "STARTS", {"learnt from policy": "policy"})
    widths = {
        name: value
        for name, value in SMALL.items()
        if name not in ("layers", "thing_width", "evaluate_games")
    }
    monkeypatch.setattr(f"{__name__}.SMALL", widths)
    found = learn(tmp_path / "out", agent="policy", steps=128, evaluate_against=(), games=4)
    assert [response.name for response in found.learnt] == ["learnt from policy"]
    assert found.learnt[0].alone.agents == ["learnt from policy", "policy"]


def test_an_interrupt_in_the_search_is_told(begun, monkeypatch):
    out, _ = begun
    play = module.exploit

    def interrupted(*given, **more):
        found = play(*given, **more)
        return replace(found, result=replace(found.result, stopped=True))

    monkeypatch.setattr(module, "exploit", interrupted)
    found = learn(out)
    assert found.stopped
    assert "Stopped; the same command goes on." in text_of(found)


@pytest.mark.parametrize(("agent", "changes", "words"), [
    ("human", {}, "opponents: 'human' is a person, whom no run asks; name another agent"),
    ("greedy", {"num_players": 3}, "takes 4 to 7 players, not 3"),
    ("greedy", {"depth": 3}, "depth: no such setting"),
    ("greedy", {"search": {"depth": 3}}, "no setting 'depth'"),
    ("greedy", {"games": 0}, "games: 0"),
    (3, {}, "agent 3: give a name, such as module:Bot"),
])  # fmt: skip
def test_what_does_not_fit_is_refused_before_anything_is_written(tmp_path, agent, changes, words):
    with pytest.raises(HustingsError, match=words):
        learn(tmp_path / "out", agent=agent, **changes)
    assert not (tmp_path / "out").exists()
