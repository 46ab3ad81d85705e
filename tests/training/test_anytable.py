"""One policy for tables of every size: the form of its views, self-play at all tables, and the saved file."""

import dataclasses
import json
import pickle
from functools import partial

import numpy as np
import pytest
import torch
from gymnasium import spaces

import tinygame
from hustings.agents import PolicyAgent, PolicyError, make
from hustings.agents import policy as policies
from hustings.agents.policy.agent import PolicyFacts
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import Game
from hustings.envs.core.errors import HustingsError
from hustings.training.learning.critic_view import CriticView, private_entries
from hustings.training.learning.export import to_onnx
from hustings.training.learning.multi_count_env import MultiCountVecEnv
from hustings.training.learning.networks import EntityPolicy
from hustings.training.learning.opponents import Pool
from hustings.training.learning.padding import Padding, padding_of
from hustings.training.learning.run import train
from hustings.training.learning.self_play_env import SelfPlayVecEnv
from hustings.training.learning.settings import TrainSettings
from support import all_tables, label, policy_file
from support import network as for_one_table

SETTINGS = TrainSettings(
    "tinygame",
    steps=16 * 8 * 4,
    num_players="any",
    num_games=16,
    rollout_steps=8,
    batch_size=64,
    layers=(16, 16),
    thing_width=8,
    freeze_every=1,
    evaluate_seconds=0,
    evaluate_games=30,
)
EXPERT = {"algorithm": "expert", "search": "iterations=6,playouts=random", "wave_games": 12, "steps": 300}


def network(game: Game, **shape) -> EntityPolicy:
    form = padding_of(game)
    torch.manual_seed(0)
    made = EntityPolicy(
        spaces.Box(-1.0, 1.0, (form.layout.size,), np.float32),
        spaces.Discrete(game.actions.size),
        lambda _: 1e-3,
        game=game,
        players=form.players,
        padded=True,
        layers=(16,),
        width=8,
        **shape,
    )
    torch.nn.init.normal_(made.action_net.plain.weight)
    return made


def saved(game: Game, **shape) -> bytes:
    return to_onnx(network(game, **shape), PolicyFacts.of(game, None))


def view(game: Game, players: int, games: int = 20) -> GameBatch:
    batch = GameBatch(game, games, players, seed=2)
    batch.playouts(15)
    return batch


# --- The form --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), all_tables(), ids=label)
def test_every_entry_stands_where_it_does_at_the_largest_table(game, players):
    form = padding_of(game)
    given = np.arange(1, game.observation(players).size + 1, dtype=np.float32)[None]
    wide = form(given)[0]
    for block in game.observation(players):
        lengths = tuple(block.axes.values()) or (block.size,)
        largest = form.layout[block.name]
        there = wide[largest.start : largest.stop].reshape(tuple(largest.axes.values()) or (-1,))
        kept = tuple(slice(length) for length in lengths)
        assert (there[kept].reshape(-1) == given[0, block.start : block.stop]).all()
        assert np.count_nonzero(there) == block.size, "what is about nobody is 0"
    present = form.layout["present"]
    assert wide[present.start : present.stop].tolist() == [1] * players + [0] * (form.players - players)


def test_tables_that_cannot_be_told_apart_are_refused():
    alike = dataclasses.replace(tinygame.GAME, observation=lambda seats: tinygame.observation(3))
    with pytest.raises(HustingsError, match="views of Tiny Game do not tell how many play"):
        Padding(alike)


@pytest.mark.parametrize(("game", "players"), all_tables(), ids=label)
def test_the_network_takes_a_table_s_views_as_it_takes_that_form(game, players):
    made, games = network(game), view(game, players)
    legal = torch.from_numpy(games.legal.copy())
    with torch.no_grad():
        logits, values = made.policy_and_values(torch.from_numpy(games.observe()), legal)
        same, all_values = made.policy_and_values(torch.from_numpy(padding_of(game)(games.observe())), legal)
    assert torch.equal(logits, same)
    assert torch.equal(values, all_values[:, :players])
    assert all_values.shape == (20, max(game.player_counts))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_others_hide_stands_in_that_form_too(players):
    game = GAMES["copycat"]
    games, form = view(game, players), padding_of(game)
    critic_view, private = CriticView(games, all_cards=True, padded=True), private_entries(game, 4)
    seen = critic_view(games)
    assert (seen[:, : critic_view.view_size] == form(games.observe())).all()
    behind = seen[:, critic_view.view_size :].reshape(20, 3, len(private))
    for further in range(1, 4):
        if further < players:
            other = ((games.seat + further) % players).astype(np.int8)
            assert (behind[:, further - 1] == form(games.observe(other))[:, private]).all()
        else:
            assert not behind[:, further - 1].any(), "nobody sits there"


# --- Self-play -------------------------------------------------------------------------------------


def mixed(seed: int = 0, games: int = 12) -> MultiCountVecEnv:
    pool = Pool(tinygame.GAME, {"random": 1.0}, lambda: network(tinygame.GAME))
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
    settings = dataclasses.replace(SETTINGS, **request.param)
    out = tmp_path_factory.mktemp("any") / "run"
    return out, train(settings, out, game=tinygame.GAME, final_games=30)


def test_a_run_measures_its_policy_at_every_table(run):
    out, result = run
    assert list(result.win_shares) == ["1 x random", "2 x random"]
    assert result.to_frame()[["against", "seats"]].to_numpy().tolist() == [["random", 1], ["random", 2]]
    assert "2 x random" in result._repr_html_()
    kept = PolicyAgent.load(result.policy, tinygame.GAME)
    assert kept.facts.num_players is None
    evaluations = json.loads((out / "evaluations.json").read_text())
    assert len(evaluations) > 2
    decided = [
        2 * entry["win_shares"]["1 x random"][0] + 3 * entry["win_shares"]["2 x random"][0]
        for entry in evaluations
    ]
    best = max(range(len(decided)), key=lambda place: (decided[place], place))
    assert kept.facts.about["steps"] == evaluations[best]["steps"]


def test_fewer_games_than_tables_are_refused_before_anything_is_written(tmp_path):
    settings = TrainSettings("saludos_amigos", steps=1, num_players="any", num_games=3)
    with pytest.raises(HustingsError, match="num_games: 3 are fewer than the 4 tables"):
        train(settings, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_workers_cannot_play_at_counts_of_any_size():
    with pytest.raises(HustingsError, match="workers: with num_players any"):
        TrainSettings("copycat", steps=1, num_players="any", workers=2)


# --- The file --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["entity", "flat"])
def test_a_saved_policy_plays_at_every_table(tmp_path, kind):
    game = GAMES["saludos_amigos"]
    PolicyAgent(saved(game, network=kind)).save(tmp_path / "any")
    agent = PolicyAgent.load(tmp_path / "any", game)
    made = network(game, network=kind)
    for players in game.player_counts:
        games = view(game, players)
        logits, values = agent.judge(games.observe(), games.legal)
        with torch.no_grad():
            expected = made.policy_and_values(
                torch.from_numpy(games.observe()), torch.from_numpy(games.legal.copy())
            )
        assert values == pytest.approx(expected[1].numpy(), abs=1e-4)
        assert logits[games.legal] == pytest.approx(expected[0].numpy()[games.legal], abs=1e-4)
        actions = agent.act(games, np.flatnonzero(~games.over))
        assert games.legal[~games.over][np.arange(len(actions)), actions].all()


def test_views_that_are_of_no_table_are_refused():
    agent, odd = PolicyAgent(saved(tinygame.GAME)), np.zeros((1, 20), np.float32)
    with pytest.raises(PolicyError, match="does not run"):
        agent.judge(odd, np.ones((1, tinygame.RANKS), np.bool_))
    with pytest.raises(IndexError):
        network(tinygame.GAME).policy_and_values(
            torch.from_numpy(odd), torch.ones(1, tinygame.RANKS, dtype=torch.bool)
        )


def test_the_one_that_comes_for_other_tables_is_opened_only_for_them(tmp_path, monkeypatch):
    (tmp_path / "tinygame.onnx").write_bytes(policy_file(tinygame.GAME, 3))
    (tmp_path / "tinygame_any.onnx").write_bytes(b"no policy")
    monkeypatch.setattr(policies, "POLICIES", tmp_path)
    agent = make("policy", tinygame.GAME)
    agent.act(GameBatch(tinygame.GAME, 4, 3), np.arange(4))
    with pytest.raises(PolicyError, match=r"tinygame_any\.onnx: not an ONNX model"):
        agent.act(GameBatch(tinygame.GAME, 4, 2), np.arange(4))
    (tmp_path / "tinygame_any.onnx").write_bytes(saved(tinygame.GAME))
    again = make("policy:sample=true", tinygame.GAME)
    assert len(again.act(GameBatch(tinygame.GAME, 4, 2), np.arange(4))) == 4
    assert (again.stand_in.name, again.stand_in.greedy) == ("policy", False)


def test_it_is_for_its_game_alone_and_says_so(tmp_path):
    agent = PolicyAgent(saved(tinygame.GAME))
    assert agent.facts.num_players is None
    with pytest.raises(PolicyError, match="tinygame with any number of players, not saludos_amigos with 5"):
        agent.check(GameBatch(GAMES["saludos_amigos"], 1, 5))


def test_one_that_fails_at_some_table_is_refused(tmp_path):
    """It says that it plays with any number, but knows the views of three only."""
    made = PolicyFacts.of(tinygame.GAME, None)
    PolicyAgent(to_onnx(for_one_table(tinygame.GAME, 3), made)).save(tmp_path / "three")
    with pytest.raises(PolicyError, match="three"):
        PolicyAgent.load(tmp_path / "three", tinygame.GAME)


def test_one_policy_may_stand_in_at_the_tables_that_another_is_not_for():
    alone = PolicyAgent(saved(tinygame.GAME))
    own = PolicyAgent(policy_file(tinygame.GAME, 3), elsewhere=partial(PolicyAgent, saved(tinygame.GAME)))
    again = pickle.loads(pickle.dumps(own))
    for players, expected in ((3, PolicyAgent(policy_file(tinygame.GAME, 3))), (2, alone)):
        assert own.plays(players)
        games = GameBatch(tinygame.GAME, 30, players, seed=4)
        rows = np.flatnonzero(~games.over)
        for agent in (own, again):
            assert (agent.act(games, rows) == expected.act(games, rows)).all()
            assert agent.explain(games, rows)[0].value == expected.explain(games, rows)[0].value
    assert not PolicyAgent(policy_file(tinygame.GAME, 3)).plays(2)
    with pytest.raises(PolicyError, match="tinygame with 3 players, not saludos_amigos"):
        own.check(GameBatch(GAMES["saludos_amigos"], 1, 4))
