"""Functions that a GPU records: a recording reads its inputs where the first call put them.

There is no GPU here, so that a recording is replaced by one that calls the function again.
"""

import numpy as np
import pytest
import torch

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning import cuda_graphs
from hustings.training.learning.algorithms import Context
from hustings.training.learning.cuda_graphs import Recorded, Recording
from hustings.training.learning.imitation import Imitation, lessons
from hustings.training.learning.on_gpu import RolloutOnGPU

from ...support import label, network
from .runs import asked, new_run

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def recordings(monkeypatch):
    """The results of all recordings."""
    made = []

    def record(call):
        result = call().clone()  # which a GPU would compute in the first replay
        made.append(result)
        replays = iter([lambda: result])
        return Recording(lambda: result.copy_(next(replays, call)()), result)

    monkeypatch.setattr(cuda_graphs, "record", record)
    monkeypatch.setattr(cuda_graphs, "on_another_stream", lambda call: call())
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


@pytest.mark.parametrize(
    ("game", "players"), [(game, max(game.player_counts)) for game in GAMES.values()], ids=label
)
def test_a_gpu_computes_the_logits_of_all_actions(game, players):
    made, (views, masks) = network(game, players).eval(), asked(GameBatch(game, 30, players, seed=3))
    with torch.no_grad():
        features = made.features_extractor(views)
        head = made.action_net
        logits, *contexts = head._of_trunk(features.trunk)
        everywhere = head._with_all(logits, views, contexts)
        torch.testing.assert_close(everywhere[masks], head(features, masks)[masks])
        all_legal = head(features, torch.ones_like(masks))
    torch.testing.assert_close(everywhere, all_legal)


def studying(rows: int):
    """A trainer of a small network, what it studies, and the loss."""
    game = GAMES["saludos_amigos"]
    trainer = Imitation(network(game, 4), 1e-3, 0.5)
    taught = lessons(GameBatch(game, 12, 4), make("random", game), np.random.default_rng(1))
    return trainer, {name: array[:rows] for name, array in taught._asdict().items()}, trainer._loss


def test_recorded_steps_learn_the_same():
    """As many steps: a recording asks whether they are enough after each, others before the next."""
    learnt = []
    for how, most in ((False, 10), (True, 9)):
        trainer, arrays, loss = studying(600)
        said = []
        note = lambda figures, said=said: said.append(figures["loss"].item())  # noqa: E731
        torch.manual_seed(1)
        figures = trainer.learn(
            arrays, loss, 100, 2, recorded=how,
            enough=lambda figures, note=note, said=said, most=most: note(figures) or len(said) == most,
        )  # fmt: skip
        assert figures["batches"] == most
        assert figures["loss"] == pytest.approx(np.mean(said))
        learnt.append((trainer.network.weights(), said))
    (weights, plain), (others, again) = learnt
    np.testing.assert_allclose(plain[:9], again, rtol=1e-5)
    assert plain[-1] < plain[0]
    for name, array in weights.items():
        np.testing.assert_allclose(others[name], array, atol=1e-5, err_msg=name)


def test_recorded_steps_of_values_alone_leave_the_policy_as_it_is():
    trainer, arrays, loss = studying(400)
    made = trainer.network
    policy = [parameter for name, parameter in made.named_parameters() if name.startswith("action_net")]
    value = [*made.value_net.parameters()]
    for values_only in (True, False, True):
        before = [[one.detach().clone() for one in part] for part in (policy, value)]
        trainer.learn(arrays, loss, 100, values_only=values_only, recorded=True)
        stood, moved = (
            all(torch.equal(one, other) for one, other in zip(part, was))
            for part, was in zip((policy, value), before)
        )
        assert stood == values_only
        assert not moved


def test_an_update_whose_steps_are_recorded_learns_as_others_do(tmp_path, monkeypatch):
    learnt = []
    for there in (False, True):
        run = new_run(tmp_path / str(there), opponents={"latest": 1.0}, decisions=120, most_decisions=120)
        if there:
            make = lambda context, most: RolloutOnGPU(most, context.view, context.game, CPU)  # noqa: E731
            monkeypatch.setattr(Context, "make_rollout", make)
        figures = [run.update()["train/batches"] for _ in range(3)]
        assert run.algorithm._recorded == there
        assert figures == [4.0] * 3, "two passes of two batches each"
        learnt.append(run.network.weights())
    for name, array in learnt[0].items():
        np.testing.assert_allclose(learnt[1][name], array, atol=1e-3, err_msg=name)


def test_recorded_batches_are_complete():
    trainer, arrays, loss = studying(90)
    assert trainer.learn(arrays, loss, 50, recorded=True)["batches"] == 1
    assert trainer.learn(arrays, loss, 50)["batches"] == 2
