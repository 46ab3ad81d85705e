"""Pairs at a table: what a pact allows, what sharing pays, and figures that find what is there."""

import json

import numpy as np
import pytest
import torch

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, PASS, REJECT, SEAT
from hustings.envs.saludos_amigos.table import Draft, Phase
from hustings.training.evaluation.statistics import Estimate
from hustings.training.learning import self_play
from hustings.training.learning.opponents import LEARNER
from hustings.training.learning.rollout import Rollout
from hustings.training.learning.self_play import Decided
from studies.collusion import learning, study, tables
from studies.collusion.learning import (
    OWN,
    SELFISH,
    SHARED,
    THIRD,
    PairedGames,
    Seated,
    learn,
    shared,
)
from studies.collusion.pacts import CLAUSES, EQUAL, KINGMAKER, PactAgent, share_of
from studies.collusion.pairs import (
    GAME,
    PairedAgent,
    PairedView,
    frozen,
    marks_from,
    network_of_policy,
    partners,
    placements,
)
from studies.collusion.study import Measured, alternate_members, measure, read
from studies.collusion.tables import (
    MEMBER,
    over_seeds,
    pact,
    pair_share,
    part_of_pay,
    pay_beyond_theory,
    plain,
    play,
    predicted_part,
    seatings,
    sides_paid,
    value_apart,
    value_as_one,
)

SMALL = {"num_games": 32, "decisions": 32 * 8, "minibatches": 4, "epochs": 1}


# --- Pairs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "number"), [(4, 6), (5, 10), (7, 21)])
def test_every_pair_of_seats_is_placed_once(players, number):
    found = placements(players)
    assert found.shape == (number, players)
    assert (found.sum(axis=1) == 2).all()
    assert len(np.unique(found, axis=0)) == number


def test_partners_find_each_other():
    pairing = np.array([[True, False, True, False], [False, False, True, True]])
    assert partners(pairing).tolist() == [[2, -1, 0, -1], [-1, -1, 3, 2]]


def test_a_member_sees_its_partner_and_others_see_both():
    pairing = np.array([[True, False, True, False]]).repeat(4, axis=0)
    seen = marks_from(pairing, np.arange(4))
    assert seen.astype(int).tolist() == [[0, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0], [0, 1, 0, 1]]


def test_a_third_sits_in_every_seat_beside_every_pair():
    found = seatings(4, third=True)
    assert found.shape == (12, 4)
    assert ((found == MEMBER).sum(axis=1) == 2).all()
    assert ((found == tables.THIRD).sum(axis=0) == 3).all()


def test_before_it_learns_a_marked_network_plays_as_the_policy():
    model = frozen(network_of_policy())
    games = GameBatch(GAME, 12, 4, seed=5)
    pairing = np.tile(placements(4), (2, 1))
    agent, policy = PairedAgent(model, PairedView(games, pairing)), make("policy", GAME)
    for _ in range(150):
        rows = np.flatnonzero(~games.over)
        actions = agent.act(games, rows)
        assert (actions == policy.act(games, rows)).all()
        games.step(actions, rows=rows)


def test_marks_are_read_by_what_learns():
    network, games, pairing = network_of_policy(), GameBatch(GAME, 6, 4, seed=5), placements(4)
    view = PairedView(games, pairing)
    shown = view(games)
    pairing[:] = pairing[::-1].copy()
    others = view(games)
    assert not values_differ(network, games, shown, others)
    weights = network.weights()
    for name, array in weights.items():
        if name.endswith("extractor.first.weight"):
            assert not array[:, -7:].any()
            array[:, -7:] = np.random.default_rng(0).normal(size=(len(array), 7))
    network.load_weights(weights)
    assert values_differ(network, games, shown, others)


def values_differ(network, games, shown, others):
    """Whether it values what is shown otherwise than what else is shown."""
    with torch.no_grad():
        legal = torch.from_numpy(games.masks())
        first, second = (
            network.policy_and_values(torch.from_numpy(one), legal)[1] for one in (shown, others)
        )
    return not torch.allclose(first, second)


# --- Pacts ---------------------------------------------------------------------------------------


class Scripted:
    """Always wants the same action, where it is legal."""

    name = "scripted"

    def __init__(self, action):
        self.action = action

    def act(self, games, rows):
        legal = games.masks(rows=rows)
        return np.where(legal[:, self.action], self.action, legal.argmax(axis=1))


def at(phase, seed=3, want=lambda table: True):
    """A game of four in which somebody decides in this phase, as greedy bots and chance have played it."""
    games, bot = GameBatch(GAME, 400, 4, seed=seed), make("random", GAME, seed)
    for _ in range(200):
        rows = np.flatnonzero(~games.over)
        for row in rows:
            table = games.tables[row]
            if table["phase"] == phase and table["draft"] in (Draft.NONE, Draft.NEGOTIATION) and want(table):
                found = GameBatch(GAME, 1, 4)
                found.restore(None, games.save(np.array([row])))
                return found
        games.step(bot.act(games, rows), rows=rows)
    raise AssertionError(f"no game comes to {phase!r}")


def kept(games, action, partner):
    """What a member does who wants `action`, its partner being so many places clockwise."""
    seat = int(games.seat[0])
    pairing = np.zeros((1, 4), np.bool_)
    pairing[0, [seat, (seat + partner) % 4]] = True
    return int(PactAgent(Scripted(action), pairing).act(games, np.zeros(1, np.int64))[0])


def test_it_refuses_a_coalition_without_the_partner_and_accepts_the_partner():
    games = at(Phase.RESPOND, want=lambda table: table["in_draft"][:4].sum() == 2)
    table = games.tables[0]
    proposer = int((table["proposer"] - table["seat"]) % 4)
    elsewhere = next(places for places in (1, 2, 3) if places != proposer)
    assert kept(games, ACCEPT, elsewhere) == REJECT
    assert kept(games, REJECT, proposer) == ACCEPT


def test_it_leaves_a_stranger_who_offers_to_both_to_the_agent():
    games = at(Phase.RESPOND, want=lambda table: table["in_draft"][:4].sum() == 3)
    table = games.tables[0]
    seat, proposer = int(table["seat"]), int(table["proposer"])
    other = next(s for s in range(4) if table["in_draft"][s] and s not in (seat, proposer))
    for wanted in (ACCEPT, REJECT):
        assert kept(games, wanted, (other - seat) % 4) == wanted


def test_it_proposes_nothing_without_the_partner():
    games = at(Phase.FLOOR, want=lambda table: table["mug"] == 0)
    for partner in (1, 2, 3):
        assert kept(games, CLOSE, partner) == SEAT + partner - 1
        assert kept(games, PASS, partner) == PASS
        for first in (1, 2, 3):
            assert kept(games, SEAT + first - 1, partner) == SEAT + min(first, partner) - 1
    games = at(Phase.SET, want=lambda table: table["mug"] == 0 and table["in_draft"][:4].sum() == 2)
    invited = next(k for k in (1, 2, 3) if games.tables[0]["in_draft"][(games.seat[0] + k) % 4])
    assert kept(games, CLOSE, invited) == CLOSE


def played_out(games, pairing, agent, bot):
    """Play with an agent in the seats of the pairs; yield who has acted, by rows, and all phases before."""
    while len(rows := np.flatnonzero(~games.over)):
        mine = pairing[rows, games.seat[rows]]
        for who, where in ((agent, mine), (bot, ~mine)):
            if where.any():
                phases = games.phase.copy()
                games.step(who.act(games, rows[where]), rows=rows[where])
                yield rows[where], phases


@pytest.mark.parametrize("base", ["greedy", "random"])
@pytest.mark.parametrize("clause", CLAUSES)
def test_the_two_are_never_parted(base, clause):
    """In every standing coalition of the negotiation both are inside, or both outside."""
    pairing = np.tile(placements(4), (10, 1))
    games = GameBatch(GAME, len(pairing), 4, seed=8)
    agent, bot = PactAgent(make(base, GAME, 1), pairing, clause), make(base, GAME, 2)
    stood = 0
    for _ in played_out(games, pairing, agent, bot):
        inside = (games.tables["share"][:, :4] > 0) & pairing
        assert (inside.sum(axis=1) != 1).all()
        stood += int((inside.sum(axis=1) == 2).sum())
    assert stood
    assert 0 < agent.overruled < agent.asked


@pytest.mark.parametrize(
    ("both", "clause", "lead", "expected"),
    [(7, EQUAL, -3, 4), (6, EQUAL, 2, 3), (2, EQUAL, 0, 1), (7, KINGMAKER, 5, 6), (7, KINGMAKER, 0, 6),
     (7, KINGMAKER, -1, 1), (2, KINGMAKER, 4, 1)],
)  # fmt: skip
def test_a_clause_divides_what_is_left_to_both(both, clause, lead, expected):
    assert share_of(both, clause, lead) == expected


@pytest.mark.parametrize("clause", [EQUAL, KINGMAKER])
def test_a_member_names_the_shares_of_the_clause(clause):
    """As greedy plans, a pair of partners is offered what the clause says; an odd million stays."""
    pairing = np.tile(placements(4), (6, 1))
    games = GameBatch(GAME, len(pairing), 4, seed=4)
    bot = make("greedy", GAME)
    agent, seen = PactAgent(bot, pairing, clause), 0
    for rows, phases in played_out(games, pairing, agent, bot):
        tables = games.tables
        fresh = (phases[rows] == Phase.SPLIT) & (tables["phase"][rows] == Phase.RESPOND)
        for row in rows[fresh & pairing[rows, tables["proposer"][rows]]]:
            table, proposer = tables[row], int(tables[row]["proposer"])
            partner = int(partners(pairing[row : row + 1])[0, proposer])
            own, given = int(table["draft_share"][proposer]), int(table["draft_share"][partner])
            lead = int(table["money"][proposer]) - int(table["money"][partner])
            assert own == share_of(own + given, clause, lead)
            seen += 1
    assert seen > 20


def test_a_clause_that_there_is_not_is_named():
    with pytest.raises(HustingsError, match="clause: 'half' is none of free, equal, kingmaker"):
        PactAgent(make("greedy", GAME), placements(4), "half")


# --- Sharing -------------------------------------------------------------------------------------


def test_sharing_pays_both_the_mean_and_changes_no_sum():
    payoffs = np.array([[0.75, -0.25, -0.25, -0.25], [0.25, 0.25, -0.25, -0.25]], np.float32)
    pairing = np.array([[True, True, False, False], [True, False, False, True]])
    found = shared(payoffs, pairing)
    assert found.tolist() == [[0.25, 0.25, -0.25, -0.25], [0.0, 0.25, -0.25, 0.0]]
    assert np.allclose(found.sum(axis=1), payoffs.sum(axis=1))


def paired(role, num_games, seed):
    """Games with a pair, and what each that has ended paid: the payoffs, the pair, and who sat where."""
    games = GameBatch(GAME, num_games, 4, reward="win")
    pairing = np.zeros((num_games, 4), np.bool_)
    own = PairedAgent(frozen(network_of_policy()), PairedView(games, pairing), 1)
    greedy, ended = make("greedy", GAME), []

    class Noted(PairedGames):
        def payoffs(self, figures, rows):
            ended.extend(zip(figures, pairing[rows], self.players[rows].copy()))
            return super().payoffs(figures, rows)

    table = Noted(games, pairing, role, Seated({OWN: own, 1: greedy, learning.MEMBER: greedy}))
    table.begin(seed)
    return table, ended


def first_legal(observations, masks):
    """Decisions of a network that expects nothing."""
    rows = len(masks)
    decided = Decided(masks.argmax(axis=1), np.zeros(rows, np.float32), np.zeros((rows, 2, 7), np.float32))
    return lambda: decided


@pytest.mark.parametrize("role", [SHARED, SELFISH, THIRD])
def test_what_is_learnt_from_is_what_the_role_says(role):
    """What each decision is to return is the pay, or the margin, of a game that has ended."""
    table, ended = paired(role, 24, 2)
    rollout = Rollout(4000, table.view.size, GAME.actions.size, table.view.players)
    judge = lambda seen: np.zeros((len(seen), 2, 7), np.float32)  # noqa: E731
    self_play.play([table], rollout, 3000, first_legal, judge, 1.0)
    assert (table.pairing.sum(axis=1) == 2).all()
    learner = (table.players == LEARNER).argmax(axis=1)
    assert (table.pairing[np.arange(24), learner] == (role != THIRD)).all()
    expected = set()
    for figures, pair, players in ended:
        (seat,) = np.flatnonzero(players == LEARNER)
        assert pair[seat] == (role != THIRD)
        expected.add(figures[pair].mean() if role == SHARED else figures[seat])
    assert len(ended) > 20
    found = np.unique(rollout.returns[: rollout.size][rollout.ended[: rollout.size], :, 0])
    assert np.abs(found[:, None] - np.array([*expected])).min(axis=1) == pytest.approx(0, abs=1e-6)


def test_a_member_meets_a_copy_and_a_third_meets_the_pair():
    for role, number in ((SHARED, OWN), (THIRD, learning.MEMBER)):
        table, _ = paired(role, 8, 3)
        rows = np.arange(8)
        players = table.seat_players(rows, np.random.default_rng(3))
        assert ((players == LEARNER).sum(axis=1) == 1).all()
        assert (players[table.pairing & (players != LEARNER)] == number).all()
        assert (players[~table.pairing & (players != LEARNER)] == 1).all()


@pytest.mark.slow
def test_learning_is_reproducible_and_moves_the_network():
    longer = {**SMALL, "decisions": 32 * 32}
    first, again, other = (learn(SHARED, 1, seed, **longer) for seed in (1, 1, 2))
    assert first.model == again.model
    assert first.payoffs == again.payoffs
    assert first.model != other.model != frozen(network_of_policy())
    assert 32 * 32 <= first.decisions < 32 * 33


# --- Theory --------------------------------------------------------------------------------------


def test_a_bloc_is_worth_what_orders_of_joining_say():
    """By hand. Four alike: apart 1/2. As one of weight 2 beside 1, 1, in any order of three: first or last it
    has turned a half, in the middle all: (1/2 + 1 + 1/2) / 3. Five alike: turned in two of four places.
    """
    four, five = np.ones((1, 4)), np.ones((1, 5))
    assert value_apart(four, placements(4)[:1]) == pytest.approx([1 / 2])
    assert value_as_one(four, placements(4)[:1]) == pytest.approx([2 / 3])
    assert value_apart(five, placements(5)[:1]) == pytest.approx([2 / 5])
    assert value_as_one(five, placements(5)[:1]) == pytest.approx([1 / 2])


# --- Figures -------------------------------------------------------------------------------------


def test_a_pair_without_a_pact_has_half_exactly():
    """Copies of one bot that never draws: the placements of one deal are the same game."""
    played = play(plain("greedy"), plain("greedy"), deals=12, seed=21)
    assert pair_share(played).value == pytest.approx(0.5, abs=1e-12)
    assert played.shares.sum(axis=1) == pytest.approx(np.ones(72))


def test_a_pair_of_strangers_who_draw_gains_nothing():
    """The null: `random` draws, so games of a deal differ, and the interval holds a half."""
    share = pair_share(play(plain("random"), plain("random"), deals=60, seed=22))
    assert share.low < 0.5 < share.high
    assert share.high - share.low < 0.15


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_pact_is_found(clause):
    share = pair_share(play(pact("greedy", clause), plain("greedy"), deals=20, seed=24))
    assert share.low > 0.6


def test_gains_are_taken_deal_by_deal():
    games = {"deals": 20, "seed": 25}
    played, control = (
        play(maker, plain("greedy"), **games) for maker in (pact("greedy", EQUAL), plain("greedy"))
    )
    gain, share = pair_share(played, control), pair_share(played)
    assert gain.value == pytest.approx(share.value - 0.5)
    assert pair_share(played, played) == Estimate(0.0, 0.0, 0.0)


def test_a_pact_is_paid_together_or_not_at_all_without_councils():
    sides = sides_paid(play(pact("greedy", EQUAL), plain("greedy"), deals=10, seed=27))
    assert sides["one"].value < 0.02
    assert sum(side.value for side in sides.values()) == pytest.approx(1)


def test_what_is_paid_and_not_kept_is_lost():
    """As the game itself adds up fines and the bonus, step by step."""
    games, bot = GameBatch(GAME, 6, 4), make("greedy", GAME)
    seeds = np.random.default_rng(30).integers(2**64, size=1, dtype=np.uint64)
    games.reset(seeds=seeds.repeat(6))
    lost, rows = np.zeros((6, 4), np.int64), np.arange(6)
    while len(rows):
        before = games.tables["bag_draws"].copy()
        games.step(bot.act(games, rows), rows=rows)
        drawn = (games.tables["bag_draws"] > before)[:, None]
        lost += np.where(drawn, games.tables["fined"][:, :4] - games.tables["bonus"][:, :4], 0)
        rows = np.flatnonzero(~games.over)
    played = play(plain("greedy"), plain("greedy"), deals=1, seed=30)
    assert (played.lost == lost).all()


def test_a_pair_without_a_pact_has_half_of_the_pay():
    played = play(plain("greedy"), plain("greedy"), deals=12, seed=29)
    assert part_of_pay(played).value == pytest.approx(0.5)
    apart, as_one = predicted_part(played)
    assert apart.value == pytest.approx(0.5)
    assert as_one.value > 0.55
    assert pay_beyond_theory(played).value == pytest.approx(0.5 - as_one.value)


def test_an_interval_over_seeds_is_students():
    found = over_seeds(np.array([0.1, 0.2, 0.3]))
    assert found.value == pytest.approx(0.2)
    assert found.high - found.value == pytest.approx(4.30265 * 0.1 / np.sqrt(3), rel=1e-4)
    assert np.isnan(over_seeds(np.array([0.1, 0.2])).low)
    assert np.isnan(over_seeds(np.array([])).value)


def test_members_take_turns_at_being_alone():
    pairing = np.tile(placements(4), (2, 1))
    found = alternate_members(pairing)
    assert found[:6].tolist() == [0, 0, 0, 1, 1, 2]
    assert found[6:].tolist() == [1, 2, 3, 2, 3, 3]


# --- The file ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_study_in_small_is_kept_and_goes_on(tmp_path, monkeypatch):
    """A row of each kind, and one with which to compare."""
    every, thirds = study.rows_of, list(study.THIRDS)
    few = {"shared pair", "selfish pair", "shared member with a stranger", thirds[-1]}

    def rows_of(learners):
        rows = every(learners)
        assert few < rows.keys() >= {*thirds}
        return {name: rows[name] for name in rows if name in few}

    monkeypatch.setattr(study, "rows_of", rows_of)
    out, told = tmp_path / "kept" / "collusion.json", []
    given = {"updates": 1, "deals": 1, "changes": SMALL | {"num_games": 16, "decisions": 64}}
    measure(out, [1], **given, tell=told.append)
    names = {row["name"] for row in json.loads(out.read_text())["rows"]}
    assert names == few
    assert len(told) == len(few)
    before = out.read_text()
    measure(out, [1], **given, tell=told.append)
    assert len(told) == len(few)
    assert out.read_text() == before
    found = read(out)
    assert found.seeds("shared pair") == [1]
    assert 0 <= found.each("shared pair", "pair's share")[0] <= 1
    assert np.isnan(found.over_seeds("shared pair", "pair's share", "selfish pair").low)


def test_what_the_file_lacks_is_named(tmp_path):
    with pytest.raises(HustingsError, match=r"python -m studies.collusion"):
        read(tmp_path / "none.json")
    found = Measured({"a": {1: {"x": [1.0]}}, "b": {2: {"x": [1.0]}}})
    with pytest.raises(HustingsError, match="run the study to its end"):
        found.over_seeds("a", "x", "b")
    with pytest.raises(HustingsError, match="make the file anew"):
        found.each("a", "y")
