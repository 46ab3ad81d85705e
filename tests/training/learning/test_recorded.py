"""Functions that a GPU records: a recording reads its inputs where the first call put them.

There is no GPU here, so that a recording is replaced by one that calls the function again.
"""

import numpy as np
import pytest
import torch

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning import recorded
from hustings.training.learning.opponents import NetworkAgent
from hustings.training.learning.player import Player
from hustings.training.learning.recorded import Recorded, Recording
from hustings.training.learning.trainer import Trainer

from ...support import label, network

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def recordings(monkeypatch):
    """The number of recordings made."""
    made = []

    def record(call):
        result = call().clone()  # which a GPU would compute in the first replay
        made.append(result)
        replays = iter([lambda: result])
        return Recording(lambda: result.copy_(next(replays, call)()), result)

    monkeypatch.setattr(recorded, "record", record)
    monkeypatch.setattr(recorded, "on_another_stream", lambda call: call())
    return made


def test_rows_are_padded_and_their_results_returned(recordings):
    seen = []

    def doubled(numbers, more):
        seen.append(len(numbers))
        return 2 * numbers + more

    function = Recorded(doubled, CPU, by_rows=True)
    for rows in (1, 70, 64, 3, 128, 5, 100, 0, 65):
        numbers = torch.arange(3.0 * rows).reshape(rows, 3)
        more = torch.ones(rows, 1)
        torch.testing.assert_close(function(numbers, more), 2 * numbers + more)
    assert {*seen} == {64, 128}
    assert len(recordings) == 2, "one for each size"


def test_only_whole_batches_are_equal_if_rows_belong_together(recordings):
    function = Recorded(lambda numbers: numbers.sum(dim=0), CPU, by_rows=False)
    for rows in (3, 5) * 4:
        numbers = torch.rand(rows, 2)
        torch.testing.assert_close(function(numbers), numbers.sum(dim=0))
    assert [tuple(made.shape) for made in recordings] == [(2,), (2,)]


@pytest.mark.parametrize(
    ("game", "players"), [(game, max(game.player_counts)) for game in GAMES.values()], ids=label
)
def test_a_gpu_computes_the_logits_of_all_actions(game, players):
    made, games = network(game, players).eval(), GameBatch(game, 30, players, seed=3)
    views, masks = torch.from_numpy(games.observe()), torch.from_numpy(games.legal.copy())
    with torch.no_grad():
        features = made.features_extractor(views)
        head = made.action_net
        logits, *contexts = head._of_trunk(features.trunk)
        everywhere = head._with_all(logits, views, contexts)
        torch.testing.assert_close(everywhere[masks], head(features, masks)[masks])
        all_legal = head(features, torch.ones_like(masks))
    torch.testing.assert_close(everywhere, all_legal)


def test_a_recorded_player_decides_and_an_agent_acts_as_others_do(recordings):
    game = GAMES["liberte"]
    made, games = network(game, 6, padded=True).eval(), GameBatch(game, 64, 3, seed=1)
    plain, player, agent = Player(made), Player(made), NetworkAgent(made)
    player._decided = Recorded(player._decide, CPU, by_rows=True)
    choose = Recorded(agent._choose, CPU, by_rows=True)
    view = agent.network.spec.observation.size
    for turn in range(5):
        views = np.zeros((64, view), np.float32)
        views[:, :50] = games.observe()[:, :50]
        masks, found = games.legal.copy(), []
        for one in (plain, player):
            torch.manual_seed(turn)
            found.append(one.decide(views, masks)())
        for whole, again in zip(*found):
            np.testing.assert_array_equal(whole, again)
        torch.manual_seed(turn)
        actions = agent._choose(torch.from_numpy(views), torch.from_numpy(masks))
        torch.manual_seed(turn)
        assert torch.equal(choose(torch.from_numpy(views), torch.from_numpy(masks)), actions)
        assert masks[np.arange(64), actions].all()
        games.step(found[0].actions)
    assert len(recordings) == 2


def test_recorded_steps_learn_the_same():
    game, learnt = GAMES["saludos_amigos"], []
    games = GameBatch(game, 600, 4, seed=1)
    arrays = {
        "observations": torch.from_numpy(games.observe()),
        "masks": torch.from_numpy(games.legal.copy()),
        "actions": torch.from_numpy(games.legal.argmax(axis=1)),
    }
    for how in (False, True):
        made = network(game, 4)
        trainer, torch_stream = Trainer(made, 1e-3, 0.5), torch.manual_seed(1)

        def loss(batch, made=made):
            output = made.evaluate(batch["observations"], batch["masks"])
            lost = torch.nn.functional.cross_entropy(output.logits, batch["actions"])
            return lost, {"lost": lost, "twice": 2 * lost}

        said = []
        enough = lambda figures, said=said: said.append(float(figures["lost"].detach())) or len(said) == 9  # noqa: E731
        figures = trainer.learn(arrays, loss, 100, 2, enough=enough, recorded=how)
        assert figures["batches"] == 9
        assert figures["twice"] == pytest.approx(2 * np.mean(said))
        learnt.append((made.weights(), said, torch_stream))
    np.testing.assert_allclose(learnt[0][1], learnt[1][1], rtol=1e-5)
    assert any((learnt[0][0][name] != array).any() for name, array in learnt[1][0].items()), "a step more"
    assert learnt[0][1][-1] < learnt[0][1][0]


def test_recorded_batches_are_complete():
    made = network(GAMES["saludos_amigos"], 4)
    trainer, sizes = Trainer(made, 1e-3, 0.5), []

    def loss(batch):
        sizes.append(len(batch["actions"]))
        lost = made.evaluate(batch["observations"], batch["masks"]).values.square().sum()
        return lost, {"lost": lost}

    games = GameBatch(GAMES["saludos_amigos"], 90, 4, seed=1)
    arrays = {"observations": games.observe(), "masks": games.legal, "actions": np.zeros(90, np.int64)}
    assert trainer.learn(arrays, loss, 50, recorded=True)["batches"] == 1
    assert trainer.learn(arrays, loss, 50)["batches"] == 2
    assert {*sizes} == {50, 40}
