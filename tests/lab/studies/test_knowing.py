"""What a decision gains by seeing hands: the redeals that hold them, the thought, the figures."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.copycat.table import IN_HAND, KNOWN
from hustings.envs.copycat.table import Phase as CopycatPhase
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.envs.die_macher.table import IN_DECK as PROGRAMME_DECK
from hustings.envs.die_macher.table import IN_HAND as PROGRAMME_HAND
from hustings.envs.liberte.table import HAND, IN_DECK
from measurements.tables import PLAYERS, depends_on
from studies import knowing
from studies.figures import play_out
from studies.knowing import ARMS, GROUPS, Part, Thinker

each_game = pytest.mark.parametrize("name", sorted(PLAYERS))


def hands_of(games):
    """(N, P, things) what each seat holds, where a hidden hand is the truth or not."""
    tables, players = games.tables, range(games.num_players)
    by_seat = {
        "copycat": lambda seat: (tables["zone"][:, seat] == IN_HAND) | (tables["zone"][:, seat] == KNOWN),
        "die_macher": lambda seat: tables["zone"] == PROGRAMME_HAND + seat,
        "liberte": lambda seat: tables["place"] == HAND + seat,
        "saludos_amigos": lambda seat: (
            tables["hand"][:, seat]
            + tables["bid"][:, seat]
            + (tables["pushed"][:, seat, None] == np.arange(3) + 1)
        ),
    }[games.game.name]
    return np.stack([by_seat(seat) for seat in players], axis=1)


def some_positions(name, deals=24, seed=5, agent="greedy"):
    game = GAMES[name]
    return game, knowing.positions(game, make(agent, game), deals, seed).tables


# --- Redeals that hold hands ---------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("agent", ["greedy", "random"])
def test_held_hands_stay_and_all_else_that_is_hidden_is_dealt(name, agent):
    game, tables = some_positions(name, agent=agent)
    truth = hands_of(knowing.batch_at(game, tables))
    moved = np.zeros(truth.shape[:2], bool)
    for arm in ARMS[:-1]:
        games = knowing.batch_at(game, tables)
        seats, seen = games.seat, games.observe()
        held = knowing.hands_held(arm, seats, games.num_players)
        knowing.redeal_holding(games, seats, held, 7)
        games.check()
        own = np.arange(games.num_players) == seats[:, None]
        differ = (hands_of(games) != truth).any(axis=2)
        assert not differ[held | own].any()
        assert (games.observe(seat=seats) == seen).all()
        moved |= differ
    others = np.arange(truth.shape[1]) != knowing.batch_at(game, tables).seat[:, None]
    assert moved[others].mean() > 0.15


@each_game
def test_holding_what_one_knows_changes_nothing(name):
    game, tables = some_positions(name, 8)
    plain, own = knowing.batch_at(game, tables), knowing.batch_at(game, tables)
    plain.redeal(seed=3)
    seats = own.seat
    knowing.redeal_holding(own, seats, np.arange(own.num_players) == seats[:, None], 3)
    assert own.tables.tobytes() == plain.tables.tobytes()


def test_a_held_redeal_of_saludos_is_a_redeal_conditional_on_the_hand():
    """Against rejection: of plain redeals, those in which the left neighbour's hand is the true one."""
    game, tables = some_positions("saludos_amigos", 40, 11)
    cards = tables["hand"][:, :4].sum(axis=(1, 2))
    fit = np.flatnonzero((tables["fresh"][:, :4].sum(axis=(1, 2)) > 2) & (cards <= 14))
    assert len(fit) >= 3
    for at in fit[:3]:
        many = np.repeat(tables[at : at + 1], 12_000)
        plain, held = knowing.batch_at(game, many), knowing.batch_at(game, many)
        seats, truth = plain.seat, hands_of(plain)[0]
        left, across = (int(seats[0]) + 1) % 4, (int(seats[0]) + 2) % 4
        plain.redeal(seed=1)
        knowing.redeal_holding(held, seats, knowing.hands_held("hand", seats, 4), 2)
        kept = (hands_of(plain)[:, left] == truth[left]).all(axis=1)
        assert kept.sum() > 300
        code = np.array([100, 10, 1])
        wanted, found = hands_of(plain)[kept][:, across] @ code, hands_of(held)[:, across] @ code
        for hand in np.union1d(wanted, found):
            share, other = (wanted == hand).mean(), (found == hand).mean()
            assert abs(share - other) < 4.5 * np.sqrt((other + 1 / kept.sum()) / kept.sum())


def test_a_held_redeal_of_copycat_is_a_redeal_conditional_on_the_hand():
    game = GAMES["copycat"]
    many = np.repeat(GameBatch(game, 1, 3, seed=4).tables, 4000)
    games = knowing.batch_at(game, many)
    seats, truth = games.seat, hands_of(games)[0]
    knowing.redeal_holding(games, seats, knowing.hands_held("hand", seats, 3), 5)
    across = (int(seats[0]) + 2) % 3
    hands = hands_of(games)[:, across]
    possible = hands.any(axis=0)
    assert possible.sum() == truth[across].sum() + many["draw_size"][0, across]
    often = truth[across].sum() / possible.sum()
    assert hands.mean(axis=0)[possible] == pytest.approx(often, abs=0.04)


@pytest.mark.parametrize(("name", "field", "hand", "deck", "error"), [
    ("liberte", "place", HAND, IN_DECK, 0.04),
    ("die_macher", "zone", PROGRAMME_HAND, PROGRAMME_DECK, 0.03),
])  # fmt: skip
def test_a_held_redeal_deals_unseen_cards_alike(name, field, hand, deck, error):
    game = GAMES[name]
    many = np.repeat(GameBatch(game, 1, 4, seed=4).tables, 4000)
    games = knowing.batch_at(game, many)
    seats, before = games.seat, many[field][0]
    knowing.redeal_holding(games, seats, knowing.hands_held("hand", seats, 4), 5)
    left, across, far = (hand + (int(seats[0]) + places) % 4 for places in (1, 2, 3))
    dealt, unseen = games.tables[field], np.isin(before, [across, far, deck])
    if name == "liberte":  # some of its deck is never dealt to these seats
        unseen &= (np.arange(len(before)) > 0) & (dealt.std(axis=0) > 0)
    share = (before[unseen] == across).mean()
    assert (dealt == across).mean(axis=0)[unseen] == pytest.approx(share, abs=error)
    assert (dealt[:, before == left] == left).all()


def test_with_the_hand_seen_the_others_secret_choice_is_believed_as_it_is():
    game, tables = some_positions("copycat", 60)
    tables = tables[(tables["phase"] == CopycatPhase.BID) & (tables["bids"] > 0)]
    games = knowing.batch_at(game, tables)
    seats, bids = games.seat, tables["bid"].copy()
    assert len(tables) > 5
    knowing.redeal_holding(games, seats, knowing.hands_held("hands", seats, 2), 1)
    assert (games.tables["bid"] != bids).any()
    knowing.believe(games, seats, make("greedy", game))
    assert (games.tables["bid"] == bids).all()
    assert (games.seat == seats).all()


def test_hands_held():
    seats = np.array([0, 3])
    assert knowing.hands_held("nothing", seats, 4).any() == knowing.hands_held("again", seats, 4).any() == 0
    assert knowing.hands_held("hand", seats, 4).tolist() == [[0, 1, 0, 0], [1, 0, 0, 0]]
    assert knowing.hands_held("hands", seats, 4).tolist() == [[0, 1, 1, 1], [1, 1, 1, 0]]


def test_refusals():
    game, tables = some_positions("copycat", 2)
    games = knowing.batch_at(game, tables)
    with pytest.raises(HustingsError, match="redeals no hands; choose from nothing"):
        knowing.hands_held("everything", games.seat, 2)
    with pytest.raises(HustingsError, match=r"held: needs \(\d+, 2\) bool"):
        knowing.redeal_holding(games, games.seat, np.zeros((1, 2), bool), 0)
    with pytest.raises(HustingsError, match="not found; run python -m"):
        knowing.measured("copycat", knowing.MEASURED / "nowhere")
    with pytest.raises(HustingsError, match="choose from nothing, again"):
        knowing.gain(np.zeros((1, 20)), "more", "lead")


# --- Thinking ------------------------------------------------------------------------------------


@each_game
def test_positions_are_of_the_watched_seat_and_counted(name):
    game = GAMES[name]
    at = knowing.positions(game, make("greedy", game), 12, 3)
    assert (at.tables["seat"] == at.deals % PLAYERS[name]).all()
    phases = list(GROUPS[name].values())
    assert all(int(phase) in phases[group] for phase, group in zip(at.tables["phase"], at.groups))
    assert (at.numbers > 0).all()
    assert len({*zip(at.deals.tolist(), at.groups.tolist())}) == len(at.deals)


def test_candidates_begin_with_the_bots_move():
    game, tables = some_positions("copycat", 12)
    games = knowing.batch_at(game, tables)
    first = games.legal.argmax(axis=1)
    found, legal = knowing.candidates_of(games, first, 1), games.legal
    assert (found[:, 0] == first).all()
    for row, tried in enumerate(found):
        real = tried[tried >= 0]
        assert legal[row, real].all()
        assert len({*real.tolist()}) == len(real)
        assert len(real) == min(knowing.CANDIDATES, legal[row].sum())


def test_choose_takes_what_leads_by_the_standard_error():
    none = [np.nan] * 4
    sure, noisy = [1.0, 1.1, 0.9, 1.0], [9.0, -7.0, 9.0, -6.5]
    worth = np.array([[[0.0] * 4, sure, none], [[0.0] * 4, noisy, none], [[0.0] * 4, [-1.0] * 4, noisy]])
    assert knowing.choose(worth, trust=1.0).tolist() == [1, 0, 0]
    assert knowing.choose(worth, trust=0.0).tolist() == [1, 1, 2]
    assert knowing.choose(np.array([[[1.0], [3.0], [2.0]]])).tolist() == [1]


def test_foreseeing_everything_never_loses_and_seeing_nothing_more_gains_nothing():
    part = Part("saludos_amigos", "greedy", "greedy", 4, 0, 0)
    rows = np.array(knowing.measure(part, 8, 77))
    assert rows.shape[1] == 3 + 3 * len(ARMS) + 2
    assert (rows[:, 3:6] == 0).all()
    everything = rows[:, 3 + 3 * ARMS.index("everything") :][:, :3]
    worth = knowing.worth_of(GAMES["saludos_amigos"], everything[:, 1:])
    assert (worth > -1e-4).all()
    assert worth.mean() > 0.01
    assert (knowing.measure(part, 8, 77) == rows).all()


@pytest.mark.slow
def test_whole_games():
    game = GAMES["saludos_amigos"]
    greedy = make("greedy", game)
    plain = knowing.play(game, None, "", greedy, 8, 3)
    games = GameBatch(game, 8, 4, seed=3, reward="win")
    play_out(games, greedy)
    assert (plain == knowing.outcomes_from(*games.results(), np.arange(8) % 4)).all()
    foreseen = knowing.play(game, Thinker(greedy, 2, 1), "everything", greedy, 8, 3)
    assert foreseen[:, 0].mean() > plain[:, 0].mean()


def test_outcomes_by_hand():
    scores, payoffs = np.array([[10, 4, 4], [3, 6, 6]]), np.array([[2, -1, -1], [-2, 1, 1]]) / 3
    payoffs[1] = [-1 / 3, 1 / 6, 1 / 6]
    found = knowing.outcomes_from(scores, payoffs, np.array([0, 2]))
    assert found == pytest.approx(np.array([[6.0, 1.0], [1.5, 0.5]]))


def test_a_file_grows_to_the_same_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(knowing, "DEALS_AT_ONCE", 3)

    def more(deals, seed):
        return [[deal, seed, 0.5] for deal in range(deals)]

    knowing.grow(tmp_path / "whole.json", {"a": 1}, 8, 5, more)
    for deals in (3, 6, 8):
        knowing.grow(tmp_path / "parts.json", {"a": 1}, deals, 5, more)
    assert (tmp_path / "whole.json").read_bytes() == (tmp_path / "parts.json").read_bytes()
    with pytest.raises(HustingsError, match="was measured with another policy or other settings"):
        knowing.grow(tmp_path / "parts.json", {"a": 2}, 9, 5, more)
    assert (tmp_path / "whole.json").read_bytes() == (tmp_path / "parts.json").read_bytes()


def test_rows_among_policies_depend_on_the_policy(tmp_path, monkeypatch):
    told = {}
    monkeypatch.setattr(knowing, "grow", lambda path, about, *_: told.update({path.stem: about}))
    for name in ("among_policies", "saludos_amigos"):
        knowing.measure_part(name, tmp_path)
    own = depends_on(GAMES["saludos_amigos"], 4, "policy").rpartition(", ")[2]
    assert told["knowing_among_policies"]["depends_on"] == f"saludos_amigos 1, 4, policy, greedy, {own}"
    assert told["knowing_saludos_amigos"]["depends_on"] == "saludos_amigos 1, 4, greedy, greedy"


@pytest.mark.parametrize("content", ["[]", "{}", '{"about": {"a": 1}, "rows": []}'])
def test_a_file_of_something_else_is_left_alone(tmp_path, content):
    (tmp_path / "other.json").write_text(content)
    with pytest.raises(HustingsError, match="not a file of this study; remove it, or choose another folder"):
        knowing.grow(tmp_path / "other.json", {"a": 1}, 3, 5, lambda deals, seed: [])
    assert (tmp_path / "other.json").read_text() == content


@pytest.mark.parametrize(("arm", "outcome"), [("thinking", "changed"), ("hand", "money"), ("thought", "win")])
def test_only_a_gain_that_was_measured_is_told(arm, outcome):
    with pytest.raises(HustingsError, match="choose from"):
        knowing.gains_of(np.ones((4, 20)), arm, outcome)
