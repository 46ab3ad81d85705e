"""PPO by self-play: what it draws, what it learns from, where it stops, and that it learns."""

import itertools

import numpy as np
import pytest
import torch

from hustings.agents import PolicyAgent
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning import checkpoint
from hustings.training.learning.algorithms import Context
from hustings.training.learning.algorithms.ppo import PPO, KLLimit, calibration, mixed, normal
from hustings.training.learning.critic_view import CriticView
from hustings.training.learning.networks import ModuleNetwork
from hustings.training.learning.on_gpu import RolloutOnGPU
from hustings.training.learning.player import Player
from hustings.training.learning.rollout import MARGIN, PAY, Asked, Rollout
from hustings.training.learning.trainer import Trainer

from ... import tinygame
from ...support import network
from . import runs
from .runs import DECISIONS, PLAYERS, HighBidder, go, new_run, saved
from .test_own_algorithm import Constant

AGAINST_ITSELF = {"opponents": {"latest": 1.0}}


def test_a_player_draws_legal_actions_with_the_policys_probabilities():
    game = GAMES["saludos_amigos"]
    made, games = network(game, 4).eval(), GameBatch(game, 1, 4, seed=1)
    games.step(np.array([int(games.legal[0].argmax())]))
    legal = games.legal
    assert legal.sum() > 1
    views, masks = games.observe().repeat(20_000, axis=0), legal.repeat(20_000, axis=0)
    torch.manual_seed(0)
    decided = Player(made).decide(views, masks)()
    with torch.no_grad():
        said = made.evaluate(torch.from_numpy(views[:1]), torch.from_numpy(legal))
    odds = np.where(legal[0], np.exp(said.logits[0].numpy().astype(float)), 0)
    odds /= odds.sum()
    drawn = np.bincount(decided.actions, minlength=game.actions.size) / len(views)
    assert not drawn[~legal[0]].any()
    np.testing.assert_allclose(drawn, odds, atol=0.02)
    np.testing.assert_allclose(np.exp(decided.log_probs), odds[decided.actions], atol=1e-5)
    assert decided.values.shape == (20_000, 2, 4)
    np.testing.assert_allclose(decided.values[0, PAY], said.values[0].numpy(), atol=1e-5)
    np.testing.assert_allclose(decided.values[0, MARGIN], said.margins[0].numpy(), atol=1e-5)
    assert Player(made).judge(views[:3]) == pytest.approx(decided.values[:3], abs=1e-5)


def rollout_on_a_device(context, most):
    return RolloutOnGPU(most, context.view, context.game, torch.device("cpu"))


def test_a_rollout_on_a_gpu_is_learnt_from_as_well(tmp_path, monkeypatch):
    """Of all tables, whose views are padded there, and with a critic that sees all cards."""
    for given in ({"num_players": "any"}, {"critic": "all cards"}, {}):
        learnt = []
        for there in (False, True):
            run = new_run(tmp_path / f"{len(given)}{[*given]}{there}", **AGAINST_ITSELF, **given)
            ppo = run.algorithm
            if there:  # as where there is a GPU, but steps are not recorded
                monkeypatch.setattr(Context, "make_rollout", rollout_on_a_device)
                monkeypatch.setattr(PPO, "_recorded", False)
            for _ in range(2):
                run.update()
            assert isinstance(ppo._rollout, RolloutOnGPU) == there
            learnt.append((run.network.weights(), ppo._rollout.arrays()))
            monkeypatch.undo()
        for one, other in zip(*learnt):
            for name, array in one.items():
                np.testing.assert_array_equal(other[name], array, err_msg=name)


class Negated(CriticView):
    """A view of a user's own."""

    def __call__(self, games, seats=None, *, rows=None, out=None):
        return np.negative(super().__call__(games, seats, rows=rows), out=out)


def test_a_rollout_on_a_gpu_looks_through_a_view_of_ones_own():
    games, rows = GameBatch(tinygame.GAME, 6, PLAYERS, seed=1), np.arange(6)
    view, actions = Negated(games), games.num_actions
    there = RolloutOnGPU(6, view, tinygame.GAME, torch.device("cpu"))
    here = Rollout(6, view.size, actions, view.players)
    asked = [Asked(slice(0, 6), games, rows)]
    for seen, wanted in zip(there.look(view, asked), here.look(view, asked), strict=True):
        np.testing.assert_array_equal(seen.numpy(), wanted)


def test_advantages_of_pay_and_margin_are_mixed_by_weight():
    stream = np.random.default_rng(0)
    advantages = stream.normal([3.0, -1.0], [10.0, 0.1], (500, 2))
    pay, margin = (normal(advantages[:, goal]) for goal in (PAY, MARGIN))
    assert pay.mean() == pytest.approx(0, abs=1e-9)
    assert pay.std() == pytest.approx(1)
    assert (mixed(advantages, 0.0) == pay).all()
    np.testing.assert_allclose(mixed(advantages, 1.0), margin, atol=1e-6)
    some = mixed(advantages, 0.25)
    assert some.std() == pytest.approx(1)
    np.testing.assert_allclose(some, normal(3 * pay + margin), atol=1e-6)
    assert not normal(np.full(9, 5.0)).any(), "where all are alike, nothing is better"


def test_it_has_moved_when_the_mean_of_some_batches_says_so():
    def asked(figures):
        moved = KLLimit(0.1)
        return [moved({"approx_kl": torch.tensor(figure)}) for figure in figures]

    assert asked([0.2, 0.2, 0.2]) == [False, False, False]
    assert asked([0.15] * 30).index(True) == 10  # 1 - 0.9 ** 11 > 2/3
    assert not any(asked([0.09] * 100))
    assert asked([2.0]) == [True]


def test_calibration_compares_predicted_values_with_outcomes():
    outcomes = np.array([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0], [2.0, 0.0, 0.0], [1.0, -1.0, -2.0]])
    exact = calibration(outcomes, outcomes)
    assert exact == {
        "values/own_predicted": 1.0, "values/own_observed": 1.0, "values/own_explained": 1.0,
        "values/others_predicted": -0.5, "values/others_observed": -0.5, "values/others_explained": 1.0,
    }  # fmt: skip
    mean = calibration(np.full_like(outcomes, 1.0), outcomes)
    assert mean["values/own_explained"] == pytest.approx(0)
    others = outcomes[:, 1:]
    assert mean["values/others_explained"] == pytest.approx(1 - ((others - 1) ** 2).mean() / others.var())
    half = calibration(0.5 * outcomes + 0.5 * outcomes.mean(axis=0), outcomes)
    assert half["values/own_explained"] == pytest.approx(0.75)
    smaller = np.where([[0, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 1]], np.nan, outcomes)
    assert calibration(np.ones((4, 3)), smaller)["values/others_observed"] == pytest.approx(-1 / 6)
    assert calibration(np.zeros((0, 3)), np.zeros((0, 3))) == {}
    assert calibration(np.ones((4, 3)), np.zeros((4, 3)))["values/own_explained"] == 0, "nothing to explain"


@pytest.mark.parametrize(("target", "steps"), [(0.0, 4), (1e-9, 1)])
def test_an_update_ends_where_it_has_moved_the_policy_far_enough(tmp_path, monkeypatch, target, steps):
    """The first step moves it from where it is; two batches twice would be four of them."""
    taken, step = [], Trainer._step
    monkeypatch.setattr(Trainer, "_step", lambda self, loss: taken.append(step(self, loss)))
    go(tmp_path / "run", steps=DECISIONS, target_kl=target, learning_rate=0.1)
    assert len(taken) == steps


def test_updates_grow_and_their_steps_become_smaller(tmp_path, monkeypatch):
    sizes, rates, entropies = [], [], []
    run = new_run(tmp_path, steps=1000, growth=0.5, most_decisions=200, learning_rate=1e-3, entropy=0.1,
                  final_learning_rate=0.1, final_entropy=0.5, **AGAINST_ITSELF)  # fmt: skip
    monkeypatch.setattr(Trainer, "set_rate", lambda self, rate: rates.append(rate))
    for number, progress in enumerate((0.0, 0.5, 1.0)):
        result = run.algorithm.update(number, progress, np.random.default_rng(number))
        sizes.append(result.decisions)
        entropies.append(float(run.algorithm._entropy))
    assert sizes == [128, 192, 208], "each tick is a decision in 16 games"
    assert rates == pytest.approx([1e-3, 5.5e-4, 1e-4])
    assert entropies == pytest.approx([0.1, 0.075, 0.05])


def test_the_learner_learns_what_it_is_paid_for(tmp_path, monkeypatch):
    """The tiny game is all luck, so each seat is paid for its highest bids: masks, actions, seats and pay
    must belong together for it to notice."""
    for module in ("run", "algorithms.interface"):
        monkeypatch.setattr(f"hustings.training.learning.{module}.GameBatch", runs.NotesHighBids)
    given = {"reward": f"{runs.__name__}:high_bids"}
    changes = {"margin": 0.0, "learning_rate": 1e-2, "evaluate_seconds": 1e6, "checkpoint_seconds": 1e6}
    result = go(tmp_path / "run", steps=60 * DECISIONS, evaluate_against=(), **changes, **given)
    games = GameBatch(tinygame.GAME, 500, PLAYERS, seed=9)
    chosen = PolicyAgent.load(result.policy, tinygame.GAME).act(games, np.arange(500))
    assert (chosen == HighBidder().act(games, np.arange(500))).mean() > 0.9


def by_seat(games, rows):
    """A reward: each seat is paid its number."""
    return np.tile(np.arange(games.num_players, dtype=np.float32), (len(rows), 1))


@pytest.mark.parametrize("opponents", [{"latest": 1.0}, {"random": 1.0}], ids=["itself", "a bot"])
def test_the_values_of_all_seats_are_calibrated(tmp_path, opponents):
    """How many have bid says which seat decides: then all is known of what will be paid."""
    changes = {"learning_rate": 5e-3, "target_kl": 0.0, "epochs": 4, "steps": 10**6}
    run = new_run(tmp_path, reward=f"{__name__}:by_seat", opponents=opponents, **changes)
    figures = [run.update() for _ in range(25)]
    last = {name: float(np.mean([one[name] for one in figures[-10:]])) for name in figures[0]}
    for who in ("own", "others"):
        assert figures[0][f"values/{who}_explained"] < 0
        assert last[f"values/{who}_predicted"] == pytest.approx(last[f"values/{who}_observed"], abs=0.1)
        assert last[f"values/{who}_observed"] == pytest.approx(1, abs=0.25)
        assert last[f"values/{who}_explained"] > 0.85


def test_an_update_tells_what_it_has_done(tmp_path):
    metrics = new_run(tmp_path).update()
    assert {name.partition("/")[0] for name in metrics} == {"train", "values", "phase", "time"}
    assert metrics["phase/bid"] == 1.0
    assert metrics["train/batches"] == 4
    assert 0 < metrics["train/entropy"] < np.log(tinygame.RANKS)
    assert sum(share for name, share in metrics.items() if name.startswith("time/")) == pytest.approx(1)


@pytest.mark.parametrize("critic", ["own view", "all cards"])
def test_only_the_values_learn_at_first(tmp_path, monkeypatch, critic):
    """After an imitation; the policy moves when the critic has had its share of the rollouts."""
    changes = {"imitate_share": 0.1, "critic_share": 0.5, "critic": critic, **AGAINST_ITSELF,
               "evaluate_seconds": 1e6}  # fmt: skip
    monkeypatch.setattr(checkpoint, "KEPT", 9)
    go(tmp_path / "run", imitate="random", **changes)
    models = [arrays["model"] for state, arrays in saved(tmp_path / "run") if state["warm"]]
    moved = [
        {name for name, array in after.items() if "policy/" in name and (array != before[name]).any()}
        for before, after in itertools.pairwise(models)
    ]
    for found in moved[:2]:
        assert all(
            name.startswith(("policy/value_net", "policy/margin_net", "policy/critic")) for name in found
        )
        assert {"policy/value_net.from_trunk.weight", "policy/margin_net.from_trunk.weight"} <= found
    assert any("critic" in name for name in moved[0]) == (critic == "all cards")
    assert {"policy/value_net.from_trunk.weight", "policy/action_net.plain.weight"} <= moved[2]


def test_a_policy_stays_as_it_is_to_the_bit_where_only_values_are_to_learn(run, tmp_path):
    result = go(tmp_path / "run", start=str(run[0]), critic_share=1.0, learning_rate=1e-2)
    games = GameBatch(tinygame.GAME, 60, PLAYERS, seed=4)
    before, after = (PolicyAgent.load(path, tinygame.GAME) for path in (run[1].policy, result.policy))
    said = [policy.policy_and_values(games.observe(), games.legal) for policy in (before, after)]
    assert (said[0][0] == said[1][0]).all()
    assert (said[0][1] != said[1][1]).mean() > 0.9


def test_values_alone_cannot_learn_where_a_network_does_not_say_what_they_are(tmp_path):
    own = {"network": f"{Constant.__module__}:Constant"}
    begun = go(tmp_path / "begun", **own)
    with pytest.raises(HustingsError, match=r"critic_share: .*value_parameters"):
        go(tmp_path / "run", start=str(begun.policy), critic_share=1.0, **own)


def test_without_an_imitation_or_a_policy_everything_learns_from_the_first(tmp_path):
    run = new_run(tmp_path, critic_share=1.0)
    before = run.network.weights()
    run.update()
    assert (before["action_net.plain.weight"] != run.network.weights()["action_net.plain.weight"]).any()


def test_a_network_without_margins_learns_from_what_is_paid_alone(tmp_path, monkeypatch):
    weighed = []
    told = lambda advantages, margin: weighed.append(margin) or mixed(advantages, margin)  # noqa: E731
    monkeypatch.setattr("hustings.training.learning.algorithms.ppo.mixed", told)
    own = {"network": f"{Constant.__module__}:Constant"}
    plain, usual = (new_run(tmp_path, margin=0.5, **given) for given in (own, {}))
    assert isinstance(plain.network, ModuleNetwork)
    for run in (plain, usual):
        run.algorithm.update(0, 0.25, np.random.default_rng(0))
    assert weighed == [0.0, 0.5 * 0.75]
