"""What power and strength bring: slopes with honest intervals, rounds read off tables, elections."""

import json
import sys

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from studies import power_and_pay
from studies.figures import play_out
from studies.power_and_pay import (
    Elections,
    Rounds,
    dealt_anew,
    election_predictions,
    lead,
    load,
    missed,
    play_elections,
    play_games,
    play_rounds,
    predictions,
    slopes,
    starts,
    summary,
    within_coalitions,
)

GAME = GAMES["saludos_amigos"]


@pytest.fixture(scope="module")
def begun():
    """Negotiations of four players from ten deals, dealt anew."""
    tables, deals = starts(4, 10, seed=3)
    return tables, dealt_anew(tables, 4, seed=4), deals


# --- Figures --------------------------------------------------------------------------------------


def paid_by(stream, power, strength):
    """Pay made of two predictions with these prices, and noise that the rounds of a deal share."""
    first, second = stream.dirichlet(np.ones(4), (2, 400))
    deals = np.arange(400) // 4
    shared = 0.3 * stream.normal(size=(100, 4))[deals]
    return power * first + strength * second + shared, [first, second], deals


@pytest.mark.parametrize("power", [0.0, 0.5])
def test_intervals_of_slopes_hold_what_was_planted(power):
    """Noise that rounds of a deal share is in the interval: it holds the truth in 95 of 100 studies."""
    stream, hits = np.random.default_rng(1), 0
    for _ in range(200):
        found = slopes(*paid_by(stream, power, 0.3))[0].estimate
        hits += found.low <= power <= found.high
    assert 0.9 <= hits / 200 <= 0.99


def test_a_planted_difference_is_found_and_none_where_there_is_none():
    stream = np.random.default_rng(5)
    pay, columns, deals = paid_by(stream, 0.2, 0.3)
    more = slopes(pay + 0.3 * columns[0], columns, deals)[0]
    found = more.minus(slopes(pay, columns, deals)[0]).estimate
    assert found == pytest.approx((0.3, 0.3, 0.3))
    again = slopes(pay + 0.1 * stream.normal(size=pay.shape), columns, deals)[0]
    none = again.minus(slopes(pay, columns, deals)[0]).estimate
    assert none.low < 0 < none.high


def test_predictions_that_are_the_same_are_not_told_apart():
    pay, columns, deals = paid_by(np.random.default_rng(0), 1, 0)
    assert np.isnan([figure.value for figure in slopes(pay, [columns[0]] * 2, deals)]).all()


def test_those_left_out_of_a_round_do_not_count():
    pay = np.array([[1.0, 3, 9], [0, 2, 5]])
    column = np.array([[0, 1, np.nan], [0, 1, np.nan]])
    assert slopes(pay, [column], np.arange(2))[0].value == pytest.approx(2)


def test_what_a_theory_misses():
    shares, nothing = np.array([[0.5, 0.5, 0], [0, 0, 0]]), np.full((2, 3), 1 / 3)
    assert missed(shares, nothing) == pytest.approx([1 / 6, 0])
    assert missed(shares, shares) == pytest.approx([0, 0])


def test_the_lead_is_over_the_others_mean():
    standing, got = np.array([[5, 1, 1], [5, 5, 1]]), np.array([[1, 0, 1], [1, 0, 0]])
    assert lead(standing, got)[0] == pytest.approx(0.5)
    assert np.isnan(lead(standing, got)[1])


# --- Rounds ---------------------------------------------------------------------------------------


def test_negotiations_are_dealt_anew_and_stay_playable(begun):
    before, after, _ = begun
    GameBatch(GAME, len(after), 4).tables = after  # is checked
    for name in ("die", "money"):
        assert (np.sort(before[name][:, :4]) == np.sort(after[name][:, :4])).all()
        assert (before[name] != after[name]).any()
    same = [name for name in before.dtype.names if name not in ("die", "money", "strength", "ranked")]
    assert all((before[name] == after[name]).all() for name in same)


def test_every_round_of_a_game_is_begun_once(begun):
    tables, _, deals = begun
    assert (tables["mug"] == 0).all()
    assert (np.diff(deals) >= 0).all()
    assert set(deals) == set(range(10))
    first = np.flatnonzero(np.diff(deals, prepend=-1))
    assert (np.delete(np.diff(tables["bag_draws"], prepend=0), first) > 0).all()


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_rounds_are_what_was_played(name, begun):
    _, tables, deals = begun
    rounds = play_rounds(make(name, GAME, seed=1), 4, tables, deals)
    assert (rounds.deals == deals).all()
    assert (rounds.strengths == tables["strength"][:, :4]).all()
    assert (rounds.money == tables["money"][:, :4]).all()
    assert (rounds.cards == tables["hand"][:, :4] @ [1, 2, 3]).all()
    total = rounds.paid.sum(axis=1)
    assert ((total == rounds.pies) | ((total == 0) & (rounds.proposer == -1))).all()
    stood = (rounds.proposer >= 0) & (rounds.council < 2)
    assert (rounds.paid[stood, rounds.proposer[stood]] > 0).all()
    assert (name == "greedy") or (rounds.council == 2).any()


def test_whole_games_pay_what_they_end_with():
    rounds = play_games(make("greedy", GAME), 4, 6, seed=2)
    late = np.flatnonzero(np.diff(rounds.deals, append=-1))
    games = GameBatch(GAME, 6, 4, seed=2)
    play_out(games, make("greedy", GAME))
    last = games.tables["paid"][:, :4]
    assert (rounds.paid[late] == last).all()


def by_hand(**changes):
    """Two rounds in which 4 and 3 of 4, 3, 2, 1 are paid 5 and 3 of 8 millions; the first proposed."""
    rows = {
        "deals": [0, 1],
        "late": [True, False],
        "pies": [8.0, 8],
        "strengths": [[4.0, 3, 2, 1]] * 2,
        "cards": [[0, 0, 0, 5]] * 2,
        "money": [[9.0, 1, 2, 3]] * 2,
        "paid": [[5.0, 3, 0, 0]] * 2,
        "holder": [0, 0],
        "proposer": [0, 0],
        "council": [0, 0],
    }
    return Rounds(*(np.array(value) for value in (rows | changes).values()))


def test_figures_by_hand():
    found = {name: figure.value for name, figure in summary(by_hand()).items()}
    assert (found["paid"], found["minimal"], found["nobody"], found["council"]) == (2, 1, 0, 0)
    assert found["richest in"] == pytest.approx(1 - 1 / 3)
    assert found["weakest in"] == pytest.approx(-2 / 3)
    assert found["holder share"] == pytest.approx(5 / 8 - 1 / 8)


def test_predictions_by_hand():
    theory = predictions(by_hand())
    assert theory["Shapley"][0] == pytest.approx([5 / 12, 1 / 4, 1 / 4, 1 / 12])
    assert theory["strength"][0] == pytest.approx([0.4, 0.3, 0.2, 0.1])
    assert theory["council"][0] == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 2])
    assert all(shares.sum() == pytest.approx(2) for shares in theory.values())
    alone = predictions(by_hand(pies=[1.0, 1]))
    assert alone["Shapley"][0] == pytest.approx([1, 0, 0, 0]), "one million is for the strongest alone"


def test_the_proposer_is_paid_what_others_are_not():
    """In coalitions of equals nothing but having proposed can differ."""
    paid = np.array([[5.0, 3, 0, 0], [3, 5, 0, 0], [5, 3, 0, 0]])
    strengths = np.array([[3.0, 3, 1, 1], [3, 3, 1, 1], [4, 2, 1, 1]])
    rounds = by_hand()._replace(
        deals=np.arange(3), pies=np.full(3, 8.0), paid=paid, strengths=strengths, cards=0 * strengths,
        proposer=np.array([0, 1, 0]), council=np.zeros(3, int),
    )  # fmt: skip
    theory = predictions(rounds) | {"Shapley": np.array([[0.4, 0.2, 0.2, 0.2], *[[0.25] * 4] * 2])}
    assert within_coalitions(rounds, theory)[0].value == pytest.approx(1 / 4)
    fell = rounds._replace(council=np.full(3, 2))
    assert np.isnan(within_coalitions(fell, theory)[0].value)


# --- Elections ------------------------------------------------------------------------------------


def test_elections_are_what_was_played():
    found = play_elections(make("greedy", GAMES["die_macher"]), 4, 6, seed=1)
    assert (np.bincount(found.deals) <= 6).all()
    np.testing.assert_allclose(found.prize.sum(axis=1), 1)
    assert found.allied.any()
    assert (found.allied.sum(axis=1) % 2 == 0).all()
    for row in np.flatnonzero(found.allied.sum(axis=1) == 2):
        assert found.sides[row, (1 << np.flatnonzero(found.allied[row])).sum()], "whoever has joined could"
    lone = ~found.allied.any(axis=1) & (found.votes.argmax(axis=1) == found.prize.argmax(axis=1))
    assert lone.sum() >= (~found.allied.any(axis=1)).sum() - 1, "without coalitions most votes win"


def test_what_elections_are_worth_by_hand():
    sides = np.zeros((1, 16), bool)
    sides[0, [0, 1, 2, 4, 8, 0b0110]] = True
    held = Elections(np.zeros(1), np.array([[5.0, 3, 3, 1]]), sides, np.zeros((1, 4), bool), np.zeros((1, 4)))
    theory = election_predictions(held)
    # The second and third together beat the first, nobody else joins: the first needs one of them to itself.
    assert theory["rules"][0] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert theory["majority"][0] == pytest.approx([5 / 12, 1 / 4, 1 / 4, 1 / 12])


# --- The command ----------------------------------------------------------------------------------


def run(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["power_and_pay", *words])
    power_and_pay.main()


def test_the_command_writes_what_is_read(tmp_path, monkeypatch):
    file = tmp_path / "figures.json"
    agents = ["--agents", "dice=random", "bot=greedy", "again=random"]
    run(monkeypatch, *agents, "--players", "4", "--deals", "12", "--out", str(file))
    found, more = load(file)
    assert list(found) == ["dice", "bot", "again"]
    assert list(more) == ["bot", "again"]
    assert found["bot"]["power"].low < found["bot"]["power"].value < found["bot"]["power"].high
    assert found["bot"]["wins among random"].value > 0.5
    for name, figure in more["again"].items():
        assert figure.value == pytest.approx(0), f"the same play gives the same {name}"
    gained = found["bot"]["council"].value - found["dice"]["council"].value
    assert more["bot"]["council"].value == pytest.approx(gained)


def test_an_agent_without_a_name_is_refused(tmp_path, monkeypatch, capsys):
    with pytest.raises(SystemExit):
        run(monkeypatch, "--agents", "greedy", "--out", str(tmp_path / "figures.json"))
    assert "write NAME=greedy" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["[]", "{", json.dumps({"measured": [{"one": {"power": 3}}, {}]})])
def test_other_files_are_refused(tmp_path, text):
    file = tmp_path / "other.json"
    file.write_text(text)
    with pytest.raises(HustingsError, match="not a file of power_and_pay"):
        load(file)
