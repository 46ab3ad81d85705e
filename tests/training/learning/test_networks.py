"""The networks: which numbers are gathered for which thing, which actions name it, how inputs are scaled."""

import numpy as np
import pytest
import torch

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning.things import pointers, things

from ... import tinygame
from ...support import each_end, network
from .runs import asked

# Actions, and the things that they name.
POINTERS = {
    ("liberte", 4): {10: ("card", 0), 149: ("province", 29), 4: ("place", 2), 150: ("seat", 0),
                     153: ("seat", 3)},
    ("liberte", 6): {155: ("seat", 5)},
    ("die_macher", 3): {70: ("seat", 0), 72: ("seat", 2), 75: ("seat", 1), 76: ("seat", 2), 79: ("kind", 0)},
    ("die_macher", 5): {78: ("seat", 4), 62: ("region", 3), 105: ("contribution", 0),
                        110: ("contribution", 0)},
    ("copycat", 2): {4: ("card", 0), 65: ("office", 0), 90: ("office", 0), 125: ("space", 10)},
    ("saludos_amigos", 4): {10: ("seat", 1), 12: ("seat", 3), 9: ("value", 2)},
}  # fmt: skip


def named(game, players) -> dict[int, tuple[str, int]]:
    """Of every action that names a thing, which."""
    known = {kind.name: len(kind.entries) for kind in things(game, players)}
    return {
        pointer.start + place: (pointer.name, pointer.first + place)
        for pointer in pointers(game, known)
        for place in range(pointer.number)
    }


@each_end
def test_the_numbers_about_a_thing_lie_where_its_axis_says(game, players):
    layout = game.observation(players)
    for kind in things(game, players):
        number, numbers = kind.entries.shape
        assert len(np.unique(kind.entries)) == number * numbers
        with_axis = [block for block in layout if block.axes.get(kind.name) == number]
        assert numbers == sum(block.size for block in with_axis) // number
        for block in with_axis:
            lengths = tuple(block.axes.values())
            axis = list(block.axes).index(kind.name)
            for thing, entries in enumerate(kind.entries):
                inside = entries[(entries >= block.start) & (entries < block.stop)] - block.start
                assert (np.unravel_index(inside, lengths)[axis] == thing).all()


@pytest.mark.parametrize(("table", "expected"), POINTERS.items(), ids=str)
def test_actions_name_the_things_that_the_game_says(table, expected):
    found = named(GAMES[table[0]], table[1])
    assert {action: found[action] for action in expected} == expected


def test_actions_beyond_the_table_or_about_nothing_seen_name_nothing():
    found = named(GAMES["liberte"], 4)
    assert not found.keys() & {0, 1, 154, 155}, "pass, deck, and the seats of two players who are not there"
    assert not {name for name, _ in named(GAMES["die_macher"], 4).values()} & {"number", "option", "lobby"}
    assert named(tinygame.GAME, 3) == {}


@pytest.mark.parametrize("kind", ["entity", "flat"])
def test_what_is_worked_out_depends_neither_on_the_batch_nor_on_what_else_is_legal(kind):
    game = GAMES["liberte"]
    judge = network(game, 4, kind=kind).policy_and_values
    observations, legal = asked(GameBatch(game, 40, 4, seed=1))
    with torch.no_grad():
        logits, values = judge(observations, legal)
        every, same = judge(observations, torch.ones_like(legal))
        alone, value = judge(observations[3:4], legal[3:4])
    assert torch.allclose(logits[legal], every[legal], atol=1e-4)
    assert torch.allclose(values, same, atol=1e-4)
    assert torch.allclose(alone[legal[3:4]], logits[3][legal[3]], atol=1e-4)
    assert torch.allclose(value, values[3:4], atol=1e-4)
    assert values.shape == (40, 4)


def test_inputs_are_scaled_by_what_was_measured():
    game = GAMES["die_macher"]
    extractor = network(game, 4).features_extractor
    rng = np.random.default_rng(0)
    measured = rng.normal(0.3, 0.2, (5000, game.observation(4).size)).astype(np.float32)
    measured[:, 0] = 0.25  # never anything else
    extractor.measure(measured)
    assert extractor.scale[0] == pytest.approx(1 / 0.05)
    scaled = (torch.from_numpy(measured) - extractor.mean) * extractor.scale
    assert scaled[:, 1:].mean(dim=0).abs().max() < 1e-3
    assert (scaled[:, 1:].std(dim=0) - 1).abs().max() < 1e-2
    numbers = extractor.gauges["region"](torch.from_numpy(measured))
    assert numbers.mean(dim=(0, 1)).abs().max() < 0.05
    assert (numbers.std(dim=(0, 1)) - 1).abs().max() < 0.05
    with torch.no_grad():
        rare = extractor(torch.full((1, measured.shape[1]), 1e6))
    assert torch.isfinite(rare.trunk).all()


@pytest.mark.parametrize("kind", ["entity", "flat"])
def test_scaled_logits_have_the_same_preferences_more_strongly(kind):
    made, game = network(GAMES["liberte"], 4, kind=kind), GAMES["liberte"]
    observations, legal = asked(GameBatch(game, 40, 4, seed=1))
    with torch.no_grad():
        before, values = made.policy_and_values(observations, legal)
        made.scale_logits(3.0)
        after, same = made.policy_and_values(observations, legal)
    assert torch.allclose(after[legal], 3 * before[legal], atol=1e-5)
    assert torch.equal(values, same)
    assert before.std() > 0


@pytest.mark.parametrize("kind", ["entity", "flat"])
def test_bfloat16_is_for_learning_only_and_hardly_changes_what_is_learnt(kind):
    """What is played is float32, and so are weights, gradients, and what losses are made of."""
    game = GAMES["liberte"]
    observations, legal = asked(GameBatch(game, 40, 4, seed=1))
    exact, rough = (network(game, 4, kind=kind, bfloat16=bfloat16) for bfloat16 in (False, True))
    gradients = []
    for made in (exact, rough):
        logits, values, critic, leads = said = made.evaluate(observations, legal)
        assert logits.dtype == values.dtype == leads.dtype == torch.float32
        assert critic is values
        assert torch.allclose(made.judge(observations), said.judged, atol=1e-5)
        (logits[legal].square().mean() + values.square().mean() + leads.square().mean()).backward()
        gradients.append(torch.cat([parameter.grad.flatten() for parameter in made.parameters()]))
    assert not torch.equal(*gradients)
    assert torch.cosine_similarity(*gradients, dim=0) > 0.99
    with torch.no_grad():
        for ours, theirs in zip(rough(observations, legal), exact(observations, legal)):
            assert torch.equal(ours, theirs)
