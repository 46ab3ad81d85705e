"""What a seat observes, entry by entry."""

import numpy as np
import pytest
from saludos import THERMAL_BATH, deal, lay
from saludos_play import random_actions

from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.table import Phase


@pytest.mark.rule("SAL-1.2", "SAL-9.8")
def test_the_project_of_the_tile_is_observed():
    games = deal(4)
    lay(games, project=THERMAL_BATH)
    layout = GAME.observation(4)["project"]
    assert games.observe(seat=2)[0][layout.start : layout.stop].tolist() == [0, 0, 0, 0, 1, 0]


@pytest.mark.rule("SAL-3.18", "SAL-9.8")
@pytest.mark.parametrize("options", [{}, {"open_discards": False, "opp_strength": "participants"}])
def test_the_observation_is_the_table(options):
    games = deal(5, num_games=6, seed=3, **options)
    rng = np.random.default_rng(0)
    layout = GAME.observation(5)
    one = {"streak": 8, "turn_fails": 8, "mug": 128, "pretzel": 128, "pie": 12, "bag_draws": 200}
    each = {"fails_left": 8, "share": 12, "in_draft": 1, "draft_share": 12, "accepted": 1, "participant": 1}
    each |= {
        "opp_share": 12,
        "bid_done": 1,
        "paid": 12,
        "drew": 1,
        "fined": 32,
        "money": 128,
        "strength": 32,
        "asked": 12,
    }
    nonzero = set()
    proposing = [
        Phase.FLOOR,
        Phase.SET,
        Phase.SPLIT,
        Phase.RESPOND,
        Phase.REPLY,
        Phase.OPP_SPLIT,
        Phase.COAL_SPLIT,
    ]
    for step in range(300):
        games.step(random_actions(games, rng, 0.7))
        t = games.tables
        who = step % 5
        order = [(who + k) % 5 for k in range(5)]
        view = games.observe(seat=who)

        def block(name, view=view):
            return view[:, layout[name].start : layout[name].stop]

        def same(name, scale, values):
            np.testing.assert_allclose(
                block(name) * scale, np.minimum(values, scale), atol=1e-4, err_msg=name
            )
            if np.any(values):
                nonzero.add(name)

        for name, scale in one.items():
            same(name, scale, t[name][:, None])
        for name, scale in each.items():
            same(name, scale, t[name][:, order])
        same("known", 16, t["known"][:, order].reshape(len(t), -1))
        for name in ("caller", "bag_holder"):
            same(name, 1, t[name][:, None] == np.array(order))
        same("on_turn", 1, t["seat"][:, None] == np.array(order))
        same(
            "proposer",
            1,
            (t["proposer"][:, None] == np.array(order)) & np.isin(t["phase"], proposing)[:, None],
        )
        same("journalists", 8, np.stack([t["bag"][:, 6], t["board_journalists"]], 1))
        for name in ("hand", "bid"):
            same(name, 16, t[name][:, who])
        same("shuffled", 64, t["shuffled"])
        same("own_fresh", 16, t["fresh"][:, who])
        same("own_buried", 16, t["buried"][:, who])
        same("fresh", 24, t["fresh"].sum(axis=2)[:, order])
        same("buried", 16, t["buried"].sum(axis=2)[:, order])
        same("shown", 16, t["shown"][:, order].reshape(len(t), -1))
        for name, scale in (("talk_part", 4), ("talk_share", 12), ("talk_asked", 12)):
            values = block(name) * scale
            np.testing.assert_allclose(values, t[name][:, order].reshape(len(t), -1), atol=1e-4)
        same("own_face_down", 16, t["face_down"][:, who])
        same("face_down", 16, t["face_down"].sum(axis=2)[:, order])
        same("pushed", 1, t["pushed"][:, who, None] == np.arange(1, 4))
    missing = {
        *one,
        *each,
        "known",
        "shuffled",
        "own_fresh",
        "fresh",
        "shown",
        "caller",
        "proposer",
        "bid",
        "pushed",
    } - nonzero
    assert not missing
