"""A saved policy is the network without what only learning needs."""

import numpy as np
import onnx
import pytest
import torch

from hustings.agents import PolicyAgent
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training.learning.export import save_policy

from ... import tinygame
from .runs import PLAYERS, go


def test_a_critic_that_sees_all_cards_is_not_saved_with_the_policy(tmp_path):
    policy = PolicyAgent.load(go(tmp_path / "run", critic="all cards").policy, tinygame.GAME)
    games = GameBatch(tinygame.GAME, 5, PLAYERS)
    assert policy.facts.observation_size == games.observation_size
    assert policy.policy_and_values(games.observe(), games.legal)[1].shape == (5, PLAYERS)
    assert "critic" not in str(onnx.load_from_string(policy.model).graph)


class Made(torch.nn.Module):
    """A linear network whose answer a function changes; without one, logits alone."""

    def __init__(self, games: GameBatch, change=lambda seen, legal, logits, values: logits):
        super().__init__()
        self.logits = torch.nn.Linear(games.observation_size, games.num_actions)
        self.values = torch.nn.Linear(games.observation_size, PLAYERS)
        self.change = change

    def forward(self, observations, legal):
        return self.change(observations, legal, self.logits(observations), self.values(observations))


def test_a_network_of_ones_own_is_saved_and_played_by_the_folder_of_its_run(tmp_path):
    games = GameBatch(tinygame.GAME, 5, PLAYERS)
    own = Made(games)
    save_policy(own, tinygame.GAME, PLAYERS, tmp_path / "run" / "policy")
    played = PolicyAgent.load(tmp_path / "run", tinygame.GAME).act(games, np.arange(5))
    with torch.no_grad():
        logits = own(torch.tensor(games.observe()), None).numpy()
    assert (played == np.where(games.legal, logits, -np.inf).argmax(axis=1)).all()


WRONG = {
    "one value": (
        lambda seen, legal, logits, values: (logits, values[:, :1]),
        r"returns shapes \[\(8, 4\), \(8, 1\)\], not",
    ),
    "values without a seat": (lambda seen, legal, logits, values: (logits, values[:, 0]), "returns shapes"),
    "one logit": (lambda seen, legal, logits, values: (logits[:, :1], values), "returns shapes"),
    "doubles": (lambda seen, legal, logits, values: (logits.double(), values), "not finite float32"),
    "no numbers": (lambda seen, legal, logits, values: (logits, values * torch.nan), "not finite float32"),
    "a branch in Python": (
        lambda seen, legal, logits, values: (-logits if seen.abs().sum() > 0 else logits, values),
        "the file gives other numbers than the module",
    ),
    "another shape of one row": (
        lambda seen, legal, logits, values: (logits.squeeze(), values),
        r"returns shapes \[\(4,\), \(1, 3\)\], not",
    ),
}


@pytest.mark.parametrize(("change", "said"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_played_as_the_module_does_is_not_saved(tmp_path, change, said):
    own = Made(GameBatch(tinygame.GAME, 1, PLAYERS), change)
    own.values.eval()
    with pytest.raises(HustingsError, match=f"Made cannot be played from an ONNX file .*{said}"):
        save_policy(own, tinygame.GAME, PLAYERS, tmp_path / "own")
    assert not (tmp_path / "own").exists()
    assert (own.training, own.logits.training, own.values.training) == (True, True, False)


@pytest.mark.parametrize(("module", "about", "line"), [
    (print, {}, "^module: <built-in function print> is not a torch.nn.Module; give the network itself$"),
    (torch.nn.ReLU(), {"score": np.float32(1)}, "^about: Object of type float32 is not JSON serializable"),
    (torch.nn.ReLU(), {"score": float("nan")}, "^about: Out of range float values are not JSON compliant"),
])  # fmt: skip
def test_what_is_no_module_or_no_remark_is_not_saved(tmp_path, module, about, line):
    with pytest.raises(HustingsError, match=line):
        save_policy(module, tinygame.GAME, PLAYERS, tmp_path / "own", **about)


def test_a_network_may_mask_its_logits_itself(tmp_path):
    games = GameBatch(tinygame.GAME, 5, PLAYERS)
    own = Made(games, lambda seen, legal, logits, values: (logits.masked_fill(~legal, -torch.inf), values))
    agent = PolicyAgent.load(save_policy(own, tinygame.GAME, PLAYERS, tmp_path), tinygame.GAME)
    assert games.legal[np.arange(5), agent.act(games, np.arange(5))].all()
    assert agent.explain(games, np.zeros(0, np.int64)) == []


@pytest.mark.parametrize("about", [{}, {"settings": {"layers": [8]}}, {"settings": {"reward": "win"}}])
def test_without_values_there_are_no_chances_to_tell(tmp_path, about):
    games = GameBatch(tinygame.GAME, 2, PLAYERS)
    folder = save_policy(Made(games), tinygame.GAME, PLAYERS, tmp_path, **about)
    with pytest.raises(HustingsError, match="its network has no values; save one that returns some, too"):
        PolicyAgent.load(folder, tinygame.GAME).explain(games, np.arange(2))
