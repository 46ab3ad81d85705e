"""A critic that sees all cards: what it is shown, and that no policy is saved with it."""

import numpy as np
import pytest
import torch

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning.critic_view import CriticView, private_entries
from hustings.training.learning.padding import padding_of

from ... import pig, tinygame
from ...support import mid_game, network
from .runs import go, new_run

HIDDEN = {  # in a seat's view: what others do not know of it, and what is open
    ("copycat", 2): ({"hand", "pile"}, {"round", "street", "coins", "points"}),
    ("die_macher", 3): ({"hand", "own_discards", "sheet"}, {"cash", "national", "discards", "votes"}),
    ("liberte", 3): ({"hand"}, {"face_up", "discarded", "stock", "reach"}),
    ("saludos_amigos", 4): ({"hand", "bid"}, {"placed", "pie", "discard", "totals"}),
}


@pytest.mark.parametrize(("name", "players"), HIDDEN, ids=str)
def test_what_is_private_is_found_and_what_is_open_is_not(name, players):
    game = GAMES[name]
    layout = game.observation(players)
    found = {layout.locate(int(entry))[0] for entry in private_entries(game, players)}
    private, public = HIDDEN[name, players]
    assert private <= found
    assert not public & found


@pytest.mark.parametrize(("name", "players"), HIDDEN, ids=str)
def test_nothing_that_others_do_not_see_is_missed(name, players):
    """In other games than those in which it was looked for, played by a bot."""
    game = GAMES[name]
    private = set(private_entries(game, players).tolist())
    games, bot = GameBatch(game, 20, players, seed=77), make("greedy", game)
    blocks = [block for block in game.observation(players) if not block.derived]
    while len(rows := np.flatnonzero(~games.over)):
        mine, other = (games.observe(np.full(len(rows), seat, np.int8), rows=rows) for seat in (0, 1))
        for block in blocks:
            places = np.arange(block.start, block.stop).reshape(tuple(block.axes.values()) or (-1,))
            own = there = places
            if "seat" in block.axes:
                axis = list(block.axes).index("seat")
                own, there = places.take(0, axis), places.take(players - 1, axis)
            unlike = (mine[:, own] != other[:, there]).any(axis=0)
            assert set(own[unlike].reshape(-1).tolist()) <= private, block.name
        games.step(bot.act(games, rows), rows=rows)


@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize(("name", "players"), [*HIDDEN, ("copycat", 3), ("copycat", 4)], ids=str)
def test_behind_the_view_stands_what_the_others_see_of_themselves(name, players, padded):
    game = GAMES[name]
    games = mid_game(game, players, 50, 40, seed=3)
    form = padding_of(game) if padded else np.asarray
    most = max(game.player_counts) if padded else players
    critic_view, private = CriticView(games, all_cards=True, padded=padded), private_entries(game, most)
    rows = np.flatnonzero(~games.over)[::2]
    seen = critic_view(games, rows=rows)
    assert seen.shape == (len(rows), critic_view.size)
    assert (seen[:, : critic_view.view_size] == form(games.observe(rows=rows))).all()
    behind = seen[:, critic_view.view_size :].reshape(len(rows), most - 1, len(private))
    for further in range(1, players):
        other = ((games.seat[rows] + further) % players).astype(np.int8)
        assert (behind[:, further - 1] == form(games.observe(other, rows=rows))[:, private]).all()
    assert not behind[:, players - 1 :].any(), "nobody sits there"


def test_where_nothing_is_hidden_a_critic_sees_the_view():
    made = CriticView(GameBatch(pig.GAME, 1, 2), all_cards=True)
    assert (made.hidden_size, made.size) == (0, pig.GAME.observation(2).size)


def test_the_seat_that_is_meant_may_be_given_where_a_game_is_over():
    games = mid_game(tinygame.GAME, 3, 50, 40, seed=3)
    assert games.over.all()
    critic_view, private = CriticView(games, all_cards=True), private_entries(games.game, games.num_players)
    left, right = (games.observe(np.full(50, seat, np.int8))[:, private] for seat in (0, 1))
    seen = critic_view(games, np.full(50, 2, np.int8))[:, critic_view.view_size :]
    assert (seen == np.concatenate([left, right], axis=1)).all()


@pytest.mark.parametrize("kind", ["entity", "flat"])
def test_only_the_critic_sees_it(kind):
    game = GAMES["saludos_amigos"]
    games = mid_game(game, 4, 50, 40, seed=3)
    critic_view = CriticView(games, all_cards=True)
    made = network(game, 4, kind=kind, hidden=critic_view.hidden_size)
    legal = torch.from_numpy(games.legal.copy())
    seen = torch.from_numpy(critic_view(games))
    other = seen.clone()
    other[:, critic_view.view_size :] = 1 - other[:, critic_view.view_size :]
    with torch.no_grad():
        one, two = made.evaluate(seen, legal), made.evaluate(other, legal)
        view_alone = made.policy_and_values(seen[:, : critic_view.view_size], legal)
    assert torch.equal(one.logits, two.logits)
    assert torch.equal(one.values, two.values)
    assert not torch.allclose(one.critic, two.critic)
    assert torch.allclose(one.logits, view_alone[0], atol=1e-5)
    assert torch.allclose(made.judge(seen), one.judged)
    assert torch.equal(one.judged, torch.stack([one.critic, one.margins], dim=1))


def test_a_critic_has_scales_of_its_own_in_a_run_that_starts_from_a_policy(tmp_path):
    first = go(tmp_path / "first", steps=128)
    run = new_run(tmp_path / "run", start=str(first.policy), critic="all cards")
    before = run.network.weights()
    run.warm_start._measure()
    changed = {name for name, array in run.network.weights().items() if (array != before[name]).any()}
    assert changed == {"critic.mean", "critic.scale"}
