"""Playing leaderboards: agents that fail, searches that exploit, stops and going on."""

from collections import Counter

import numpy as np
import pytest

from hustings.agents import PolicyAgent
from hustings.agents.search import SearchAgent
from hustings.envs import HustingsError
from hustings.training import leaderboard, load_leaderboard
from hustings.training.evaluation import records
from hustings.training.evaluation.leaderboard.board import Exploited

from ....players import Bids, Cheats, Crashes, Stops, text_of
from ....support import policy_file
from ....tinygame import GAME
from .boards import field, games_of, play


def test_all_sets_of_agents_meet_equally_often_and_sit_fairly():
    board = play(72, num_players=3, agents=field(Bids("high too")), batch=12)
    met = Counter(tuple(sorted(seating)) for seating in board.result.seatings.tolist())
    assert len(met) == 4
    assert max(met.values()) - min(met.values()) <= 3
    for agent in range(4):
        assert len(set((board.result.seatings == agent).sum(axis=0).tolist())) == 1
    assert board.result.games == 72
    assert max(Counter(board.result.deals.tolist()).values()) <= 12


@pytest.mark.parametrize(
    ("failing", "reason"),
    [(Crashes("odd", calls=9), "RuntimeError: out of ideas for good"), (Cheats("odd", calls=9), "99")],
)
def test_an_agent_that_fails_forfeits_and_its_games_count(failing, reason, tmp_path):
    path = tmp_path / "board.json"
    board = play(120, agents=[*field(), failing], num_players=3, batch=24, out=path)
    assert reason in board.result.reasons["odd"]
    assert board.agents == ["random", "high", "low", "odd"]
    assert board.result.games == 120
    assert (board.result.ranks[board.result.forfeits] == 3).all()
    text = text_of(board)
    assert "illegal, late" in text
    lost = int(board.result.forfeits.sum())
    assert lost > 0
    assert f"odd forfeited {lost} of {(board.result.seatings == 3).sum()} (illegal, late): " in text
    entries = {entry["name"]: entry["forfeits"] for entry in board.as_json()["agents"]}
    assert entries == {"random": 0, "high": 0, "low": 0, "odd": lost}
    read = load_leaderboard(path, GAME)
    assert read.result.forfeits.tolist() == board.result.forfeits.tolist()
    assert text_of(read) == text


def test_what_an_agent_said_when_it_failed_can_be_saved_and_read(tmp_path):
    class Rude(Bids):
        def act(self, *given):
            raise RuntimeError("\x1b[31m\udcff" + "x" * 10_000)

    board = play(agents=[*field(), Rude("odd")], out=tmp_path / "board.json")
    reasons = board.result.reasons
    assert load_leaderboard(tmp_path / "board.json", GAME).result.reasons == reasons
    assert r"\x1b[31m\udcff" in reasons["odd"]
    assert len(reasons["odd"]) <= 500


def test_a_policy_for_another_table_is_refused_also_as_the_guide_of_a_search(tmp_path):
    policy = PolicyAgent(policy_file(GAME, 3))
    for agent in (policy, SearchAgent(GAME, guide=policy, playouts="random")):
        with pytest.raises(HustingsError, match="was trained for tinygame with 3 players, not tinygame with"):
            play(agents=["random", agent], out=tmp_path / "new.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("agents", "kwargs", "words"), [
    (["random"], {}, "at least two"),
    ("random", {}, "at least two"),
    (["random", "random"], {}, "'random' appears twice"),
    ([Bids("random"), "random"], {}, "'random' appears twice"),
    (["random", object()], {}, "cannot be measured"),
    (["random", Bids(5)], {}, "its name, 5, is no text"),
    (field(), {"games": 10**6}, "games: 1,000,000 are more than a leaderboard's 100,000"),
    (field("search"), {"games": 10**5, "search_games": 10**5, "num_players": 3},
     "games: 200,000, with those with searches, are more than the 163,"),
    (field(), {"exploit": 2**60}, "exploit: .* are more than"),
    (field(), {"batch": 2**40}, "batch: .* are more than"),
    ([Bids("random\u200b"), "random"], {}, r"agents: 'random\\u200b' has invisible characters, or"),
    (field(), {"exploit": 0}, "exploit: 0"),
    (field(), {"batch": 0}, "batch: 0"),
    (field(), {"out": "no/where.json"}, "no such folder"),
    (field(), {"out": "."}, "exists"),
])  # fmt: skip
def test_bad_input_gets_one_line_and_plays_nothing(agents, kwargs, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HustingsError, match=words):
        play(agents=agents, **{"out": "new.json", **kwargs})
    assert not list(tmp_path.iterdir())


def test_what_could_not_be_saved_is_not_played(tmp_path):
    box = tmp_path / "box\udcff.toml"
    box.write_bytes(GAME.box_spec.file.read_bytes())
    with pytest.raises(HustingsError, match=r"new.json: this leaderboard could not be saved and read again"):
        play(agents=[Crashes("never asked", calls=0), "random"], box=box, out=tmp_path / "new.json")


def test_a_search_plays_copies_of_all_but_searches(tmp_path, hasty):
    path, agents = tmp_path / "board.json", field("search:iterations=4,playouts=random")
    board = play(24, agents, exploit=16, out=path)
    assert set(board.exploited) == {"random", "high", "low"}
    found = hasty(Bids("high"), GAME, games=16, num_players=2, seed=3)
    assert board.exploited["high"] == Exploited(found.exploiter, 16, found.gain)
    rows = {row["agent"]: row["exploitable"] for row in board.rows()}
    assert rows["high"] == found.gain.value
    assert np.isnan(rows["search:iterations=4,playouts=random"])
    text = text_of(board)
    assert max(map(len, text.splitlines())) <= 80
    assert "exploitable %" in text
    assert "exploitable %" not in text_of(play())
    assert text_of(load_leaderboard(path, GAME)) == text
    assert "--exploit 16" in board.command
    entries = {entry["name"]: entry for entry in board.as_json()["agents"]}
    assert entries["high"]["exploited"]["games"] == 16
    assert "exploited" not in entries["search:iterations=4,playouts=random"]


def test_what_was_stopped_among_copies_goes_on_with_those_that_are_missing(tmp_path, hasty):
    path, agents = tmp_path / "board.json", ["random", Bids("high"), Bids("low", -1)]
    counted = Bids("low", -1)
    play(24, ["random", Bids("high"), counted])
    late = Stops("low", -1, calls=10**9 - counted.calls)  # in its first decision against a search
    stopped = play(24, ["random", Bids("high"), late], exploit=16, out=path)
    assert stopped.result.stopped
    assert list(stopped.exploited) == ["random", "high"]
    assert "Stopped before a search had played" in text_of(stopped)
    whole = play(24, agents, out=path, resume=True)
    assert not whole.result.stopped
    assert games_of(whole) == games_of(stopped)
    assert whole.exploited["low"] == play(24, agents, exploit=16).exploited["low"]


def test_time_ends_also_among_copies(tmp_path, hasty):
    path = tmp_path / "board.json"
    play(24, out=path)
    late = play(None, out=path, resume=True, exploit=16, minutes=1e-9)
    assert late.result.stopped
    assert not late.exploited
    assert "Stopped before a search had played" in text_of(load_leaderboard(path, GAME))


def test_what_was_stopped_and_resumed_has_the_games_of_what_was_not(kept, tmp_path):
    path = tmp_path / "stopped.json"
    stopped = play(agents=["random", Stops("high", calls=12), Bids("low", -1)], out=path)
    assert stopped.result.stopped
    assert 0 < stopped.result.games < 60
    assert "Stopped before 60 games" in text_of(stopped)
    resumed = play(None, out=path, resume=True)
    assert games_of(resumed) == games_of(kept[0])
    assert not resumed.result.stopped
    assert games_of(load_leaderboard(path, GAME)) == games_of(kept[0])


def test_a_kill_loses_little(tmp_path, monkeypatch):
    """Every part is written before the next begins, when so much time has passed."""
    monkeypatch.setattr(records, "SAVE_SECONDS", 0.0)
    path, seen = tmp_path / "board.json", []

    def look(done, total):
        if path.exists():
            seen.append(load_leaderboard(path, GAME).result.games)

    play(out=path, on_progress=look)
    assert {24, 48} <= set(seen)


def test_a_file_can_be_gone_on_with_for_more_games(kept, tmp_path):
    path = tmp_path / "more.json"
    path.write_bytes(kept[1].read_bytes())
    more = play(120, out=path, resume=True)
    assert more.result.games == 120
    assert games_of(more)[0][:60] == games_of(kept[0])[0]
    assert max(more.decisions) > max(kept[0].decisions)


@pytest.mark.parametrize(("kwargs", "words"), [
    ({"seed": 4}, "seed 3, not 4"),
    ({"num_players": 3}, "players 2, not 3"),
    ({"batch": 7}, "batch 24, not 7"),
    ({"agents": ["random", Bids("high")]}, "agents 'random,high,low', not 'random,high'"),
    ({"options": {"double": True}}, "box or options"),
])  # fmt: skip
def test_a_file_that_was_begun_otherwise_is_refused(kept, kwargs, words):
    before = kept[1].read_bytes()
    with pytest.raises(HustingsError, match=words):
        play(out=kept[1], resume=True, **kwargs)
    assert kept[1].read_bytes() == before


def test_a_box_given_again_keeps_the_options(tmp_path):
    box, path, other = (tmp_path / name for name in ("box.toml", "board.json", "other.toml"))
    text = GAME.box_spec.file.read_text()
    box.write_text(text)
    other.write_text(text.replace("sides = { value = 6", "sides = { value = 5"))
    play(24, box=box, options={"double": True}, out=path)
    more = play(36, box=box, out=path, resume=True)
    assert (more.result.games, more.result.options["double"]) == (36, True)
    with pytest.raises(HustingsError, match="box or options"):
        play(48, box=other, out=path, resume=True)


def test_agents_that_differ_only_late_in_a_list_are_told(tmp_path):
    many, path = [Bids(f"bids-{number}-at-last") for number in range(5)], tmp_path / "board.json"
    play(24, agents=many, out=path)
    with pytest.raises(HustingsError, match=r"agents \.\.\.bids-4-at-last', not \.\.\.bids-9-at-last'"):
        play(24, agents=[*many[:4], Bids("bids-9-at-last")], out=path, resume=True)


def test_a_policy_that_has_changed_does_not_go_on_under_its_name(tmp_path):
    path = tmp_path / "board.json"

    def agents(seed):
        policy = PolicyAgent(policy_file(GAME, 2, seed))
        policy.name = "mine"
        guided = SearchAgent(GAME, guide=policy, playouts="random", iterations=2)
        guided.name = "guided"
        return [policy, guided, "random"]

    before = play(12, agents=agents(1), out=path)
    assert before.policies.keys() == {"mine", "guided"}
    play(24, agents=agents(1), out=path, resume=True)
    kept = path.read_bytes()
    with pytest.raises(HustingsError, match="has games of an earlier policy mine, which has changed"):
        play(36, agents=agents(2), out=path, resume=True)
    assert path.read_bytes() == kept


def test_no_code_is_run_because_a_file_names_it(kept, tmp_path, monkeypatch):
    (tmp_path / "evil.py").write_text("raise SystemExit('evil')\n")
    monkeypatch.syspath_prepend(tmp_path)
    text = kept[1].read_text().replace('"high"', '"evil:Bot"')
    (tmp_path / "board.json").write_text(text)
    with pytest.raises(HustingsError, match=r"no code is run because a file names it; give the agents again"):
        leaderboard(GAME, out=tmp_path / "board.json", resume=True)
