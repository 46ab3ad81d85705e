"""King-making: actions that are alike have no power, and a planted king-maker has what was planted."""

import json

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, GameBatch, HustingsError
from studies import king_making
from studies.figures import mean_of
from studies.king_making import (
    SETTING,
    Case,
    Measured,
    Setting,
    index,
    index_by_deal,
    index_change,
    late_positions,
    measure,
    naive_power,
    often,
    power,
    shares_after,
    use,
)

from ...tinygame import GAME

SALUDOS = GAMES["saludos_amigos"]
SMALL = Setting(decisions=3, screened=8, measured=8)


def drawn(chances, deals, stream):
    """(deals, A, P) shares: one winner by (A, P) chances in each deal, after each action."""
    winners = [stream.choice(len(each), size=deals, p=each) for each in chances]
    return np.eye(len(chances[0]))[np.array(winners).T]


def powers(chances):
    stream = np.random.default_rng(1)
    many = [drawn(chances, 32, stream) for _ in range(400)]
    crossed = [power(shares, 0)[1].mean() for shares in many]
    return mean_of(np.array(crossed), np.arange(400)).estimate, [naive_power(each, 0) for each in many]


def found_in(deals, looked, columns):
    """Measured with the columns that matter, `chosen` and `crossed` as given."""
    return Measured(np.array(deals), np.array(looked), {name: np.array(c) for name, c in columns.items()})


# --- One decision ------------------------------------------------------------------------------------


def test_one_half_chooses_and_the_other_measures():
    shares = np.zeros((4, 2, 3))
    shares[0::2, 0, 1] = shares[0::2, 1, 2] = (
        1  # even deals: the first action makes seat 1 win, the second seat 2
    )
    shares[1::2, :, 2] = 1  # odd deals: seat 2 wins anyway
    chosen, crossed = power(shares, 0)
    assert chosen.tolist() == [1, 0]
    assert crossed.tolist() == [0, 0]
    assert naive_power(shares, 0) == 0.5


def test_what_moves_only_its_own_share_has_no_power():
    shares = np.zeros((4, 2, 3))
    shares[:, 0, 0] = 1
    shares[:, 1] = 0.5, 0.25, 0.25
    assert power(shares, 0)[0] == pytest.approx([0.25, 0.25])


def test_actions_that_are_alike_have_no_power():
    found, naive = powers([[0, 0.6, 0.3, 0.1]] * 8)
    assert found.low < 0 < found.high
    assert found.high - found.low < 0.03
    assert np.mean(naive) > 0.15


def test_a_planted_king_maker_is_found():
    found, _ = powers([[0, 0.7, 0.2, 0.1], [0, 0.3, 0.6, 0.1], [0, 0.5, 0.4, 0.1]])
    assert 0.3 < found.low < found.high <= 0.42
    weak, naive = powers([[0, 0.55, 0.35, 0.1], [0, 0.45, 0.45, 0.1]])
    assert 0 < weak.low < weak.high < 0.1 < np.mean(naive)


def test_what_a_choice_does_is_measured_against_a_random_one():
    shares = np.zeros((4, 2, 3))
    shares[:, 0, 1] = 1
    shares[:, 1] = 0, 0.5, 0.5
    assert use(shares, 0, 0) == pytest.approx((0.25, 0.25))
    assert use(shares, 0, 1) == pytest.approx((-0.25, 0.25))


def test_a_choice_among_alike_actions_does_nothing():
    stream = np.random.default_rng(3)
    uses = np.array([use(drawn([[0, 0.5, 0.3, 0.2]] * 5, 32, stream), 0, 2) for _ in range(400)])
    for column in uses.T:
        found = mean_of(column, np.arange(400)).estimate
        assert found.low < 0 < found.high


# --- Playouts ----------------------------------------------------------------------------------------


def last_bid(sides):
    """A game in its last round: seats 1 and 2 are level, seat 0 cannot win and bids one of two cards."""
    box = GAME.box_spec.load(None, None).copy()
    box["sides"] = sides
    games = GameBatch(GAME, 1, 3, box=box, reward="win")
    table = games.tables[:1]
    table["hand"][0], table["deck"][0] = 0, 0
    table["hand"][0, 0, :2] = 1
    table["hand"][0, 1:, 0] = 1
    table["points"][0, :3] = 0, 50, 50
    table["seat"], table["bid"][0, :3], table["discard"][0] = 0, -1, 0
    return games


def power_of_last_bid(sides):
    games = last_bid(sides)
    shares = shares_after(games, make("random", GAME, 0), games.save(), np.array([0, 1]), 400, seed=5)
    assert not shares[:, :, 0].any()
    return power(shares, 0)[1]


def test_a_king_maker_in_a_game_has_the_power_that_the_rules_give():
    # A die of two sides names seat 1 or 2 after the first card, and seat 2 or 0 after the second.
    assert power_of_last_bid(2) == pytest.approx([0.25, 0.25], abs=0.08)


def test_a_seat_whose_bids_are_alike_has_none_in_the_same_game():
    assert power_of_last_bid(6) == pytest.approx([0, 0], abs=0.08)


def late():
    games = GameBatch(SALUDOS, 2, 4)
    return games, late_positions(games, make("greedy", SALUDOS, 0), range(7, 9), SMALL, 0)


def test_all_actions_are_played_in_the_same_deals():
    games, positions = late()
    bot = make("greedy", SALUDOS, 0)
    for position in positions:
        games.restore(np.zeros(1, np.int64), position.saved)
        actions = np.flatnonzero(games.legal[0])
        shares = shares_after(games, bot, position.saved, actions, 12, seed=4)
        assert shares.sum(axis=2) == pytest.approx(np.ones((12, len(actions))))
        again = shares_after(games, bot, position.saved, np.repeat(actions[-1:], 3), 12, seed=4)
        assert (again == shares[:, -1:]).all()


def test_positions_are_late_and_the_same_each_time():
    _, positions = late()
    assert [position.deal for position in positions] == [7, 7, 7, 8, 8, 8]
    _, again = late()
    for one, other in zip(positions, again, strict=True):
        assert (one.saved == other.saved).all()
    games = GameBatch(SALUDOS, 1, 4)
    everything = late_positions(
        games, make("greedy", SALUDOS, 0), [7], SMALL._replace(decisions=9999, late=1.0), 0
    )
    for position in positions[:3]:
        assert 0.75 * len(everything) - 1 <= position.number < len(everything)
        assert (everything[position.number].saved == position.saved).all()


def test_a_case_does_not_depend_on_how_many_games_are_played_at_once():
    both = measure(Case("saludos_amigos", "greedy", 2, choosers=("greedy",)), SMALL, first=7)
    second = measure(Case("saludos_amigos", "greedy", 1, choosers=("greedy",)), SMALL, first=8)
    assert both.looked.tolist() == [3, 3]
    for name, column in second.found.items():
        assert np.array_equal(both.found[name][both.found["deal"] == 8], column), name


def test_nobody_who_won_in_the_first_look_is_out_of_the_race():
    found = measure(Case("saludos_amigos", "greedy", 6), SMALL, first=7).found
    assert 0 < len(found["deal"]) < 18
    assert (found["own"] < 0.5).all()
    assert SETTING.bound < 0.05 <= Setting(screened=58).bound


@pytest.mark.parametrize(
    ("case", "setting", "words"),
    [
        (Case("chess", "greedy", 1), SMALL, "chess"),
        (Case("copycat", "greedy", 0), SMALL, "deals"),
        (Case("copycat", "greedy", 1), SMALL._replace(measured=7), "even"),
        (Case("copycat", "greedy", 1, {"counter": True}), SMALL, "counter"),
    ],
)
def test_wrong_cases_are_named(case, setting, words):
    with pytest.raises(HustingsError, match=words):
        measure(case, setting)


# --- Figures -----------------------------------------------------------------------------------------


def two_games():
    columns = {
        "deal": [1, 1, 3],
        "power": [0.1, 0.3, 0.2],
        "chosen": [[0.5, 0.1], [0.2, 0.6], [0.0, 0.0]],
        "crossed": [[0.4, 0.0], [0.1, 0.2], [-0.1, 0.3]],
    }
    return found_in([1, 2, 3], [2, 2, 2], columns)


def test_the_decision_with_most_power_is_chosen_by_one_half_and_measured_in_the_other():
    assert index_by_deal(two_games()) == pytest.approx([0.3, 0, 0.1])
    assert index(two_games()).value == pytest.approx(0.4 / 3)


def test_the_largest_of_powers_that_are_nothing_is_nothing():
    stream, deals = np.random.default_rng(2), np.repeat(np.arange(200), 6)
    both = [power(drawn([[0, 0.5, 0.3, 0.2]] * 4, 32, stream), 0) for _ in deals]
    chosen, crossed = np.array(both).transpose(1, 0, 2)
    nothing = found_in(np.arange(200), [6] * 200, {"deal": deals, "chosen": chosen, "crossed": crossed})
    assert index(nothing).low < 0 < index(nothing).high


def test_means_and_frequencies():
    assert two_games().mean_of("power").value == pytest.approx(0.2)
    assert two_games().mean_of("crossed", 1).value == pytest.approx(0.5 / 3)
    assert often(two_games()).value == pytest.approx(0.5)


def test_rules_are_compared_deal_by_deal():
    after = two_games()
    after.found["crossed"] = after.found["crossed"] + 0.1
    assert index_change(two_games(), after).value == pytest.approx(0.2 / 3)
    assert index_change(two_games(), after.first(1)).value == pytest.approx(0.1)


# --- The command -------------------------------------------------------------------------------------


def test_the_command_measures_what_is_missing(tmp_path, monkeypatch, capsys):
    out = tmp_path / "found.json"
    case = Case("saludos_amigos", "greedy", 2, {"counter": False}, ("greedy",))
    monkeypatch.setattr(king_making, "cases", lambda: [case])
    monkeypatch.setattr("sys.argv", ["king_making", "--out", str(out)])
    king_making.main()
    kept = king_making.load(out)
    assert list(kept) == ["saludos_amigos greedy counter=False"]
    assert kept[case.name].looked.tolist() == [6, 6]
    monkeypatch.setattr(king_making, "measure", None)
    king_making.main()
    assert case.name in capsys.readouterr().out
    monkeypatch.setattr(king_making, "cases", lambda: [case._replace(choosers=("policy",))])
    with pytest.raises(HustingsError, match="was measured with another policy or other settings"):
        king_making.main()


def test_another_file_is_refused(tmp_path):
    path = tmp_path / "other.json"
    path.write_text(json.dumps({"games": []}))
    with pytest.raises(HustingsError, match="king-making"):
        king_making.load(path)


def test_what_is_kept_is_what_the_study_plays():
    kept, planned = king_making.load(), {case.name: case for case in king_making.cases()}
    assert set(kept) == set(planned)
    for name, found in kept.items():
        assert found.deals.tolist() == [king_making.FIRST_DEAL + i for i in range(planned[name].deals)], name
        assert (found.looked == SETTING.decisions).all(), name
        assert found.found["favour"].shape == (len(found.found["deal"]), len(planned[name].choosers)), name
