"""Self-play at tables of every size: rows, streams, and runs."""

import json

import numpy as np
import pytest

from hustings.agents import PolicyAgent
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training.learning.critic_view import CriticView
from hustings.training.learning.multi_count_env import MultiCountVecEnv
from hustings.training.learning.opponents import Pool
from hustings.training.learning.padding import padding_of
from hustings.training.learning.run import train
from hustings.training.learning.self_play_env import SelfPlayVecEnv
from hustings.training.learning.settings import TrainSettings

from ... import tinygame
from .runs import EXPERT, go


def mixed(seed: int = 0, games: int = 12) -> MultiCountVecEnv:
    pool = Pool(tinygame.GAME, {"random": 1.0}, pytest.fail)
    batches = [GameBatch(tinygame.GAME, games, players, reward="win") for players in (2, 3)]
    return MultiCountVecEnv(
        [SelfPlayVecEnv(batch, pool, seed, critic_view=CriticView(batch, padded=True)) for batch in batches]
    )


def test_rows_are_those_of_the_tables_one_after_another():
    env, rng = mixed(), np.random.default_rng(0)
    env.begin(3, 1)
    observations = env.reset()
    present = padding_of(tinygame.GAME).layout["present"]
    lengths = set()
    for _ in range(40):
        seats = observations[:, present.start : present.stop].sum(axis=1)
        assert seats.tolist() == [2] * 12 + [3] * 12
        masks = np.stack(env.env_method("action_masks"))
        assert (masks == np.concatenate([part.games.legal for part in env.parts])).all()
        assert (np.stack(env.env_method("action_masks", indices=[13])) == masks[13:14]).all()
        actions = ((1.0 - rng.random(masks.shape)) * masks).argmax(axis=1)
        observations, rewards, dones, infos = env.step(actions)
        assert len(rewards) == len(dones) == len(infos) == env.num_envs == 24
        for row in np.flatnonzero(dones):
            players = 2 if row < 12 else 3
            won = infos[row]["episode"]["payoff"] + 1 / players
            assert min(abs(won - share) for share in (0, 1 / 3, 1 / 2, 1)) < 1e-6
            lengths.add(players)
    assert lengths == {2, 3}


def test_tables_have_streams_of_their_own_and_go_on_from_their_state():
    env = mixed()
    env.begin(3, 1)
    env.reset()
    one, other = env.parts
    assert (one.learner != other.learner).any()
    again = mixed(5)
    again.restore(env.state())
    assert (again.observe() == env.observe()).all()
    for odd in ({"2/tables": np.zeros(1)}, {"tables": np.zeros(1)}, {}):
        with pytest.raises(HustingsError, match="missing or unknown"):
            again.restore(odd)


@pytest.fixture(scope="module", params=[{"kl_weight": 0.1}, EXPERT], ids=["ppo", "expert"])
def run(request, tmp_path_factory):
    out = tmp_path_factory.mktemp("any") / "run"
    return out, go(out, num_players="any", **request.param)


def test_a_run_measures_its_policy_at_every_table(run):
    out, result = run
    assert list(result.win_shares) == ["1 x random", "2 x random"]
    assert result.to_frame()[["against", "seats"]].to_numpy().tolist() == [["random", 1], ["random", 2]]
    assert "2 x random" in result._repr_html_()
    kept = PolicyAgent.load(result.policy, tinygame.GAME)
    assert kept.facts.num_players is None
    evaluations = json.loads((out / "evaluations.json").read_text())
    assert len(evaluations) > 2
    shares = [entry["win_shares"] for entry in evaluations]
    decided = [2 * share["1 x random"][0] + 3 * share["2 x random"][0] for share in shares]
    best = max(range(len(decided)), key=lambda place: (decided[place], place))
    assert kept.facts.about["steps"] == evaluations[best]["steps"]


def test_fewer_games_than_tables_are_refused_before_anything_is_written(tmp_path):
    settings = TrainSettings("saludos_amigos", steps=1, num_players="any", num_games=3)
    with pytest.raises(HustingsError, match="num_games: 3 are fewer than the 4 tables"):
        train(settings, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_workers_cannot_play_at_counts_of_any_size():
    with pytest.raises(HustingsError, match="workers: with any number of players"):
        TrainSettings("copycat", steps=1, num_players="any", workers=2)
