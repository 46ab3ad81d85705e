"""Decisions that are taken back at the terminal, and games that go on after a stop."""

import json
import os
import stat
from unittest.mock import Mock

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import ReplayError
from hustings.training.kept_replays import KeptLinks, KeptReplay, own_replay
from hustings.training.play import names_of, play, seat_names, seats_to_resume
from hustings.training.takeback import Takeback

from ..players import Terminal
from ..support import label

LIBERTE = GAMES["liberte"]


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_what_is_taken_back_has_told_no_person_what_was_hidden(game):
    """In a world that differs in what a seat cannot know, it would have seen the same."""
    players = min(game.player_counts)
    games, bot, row = GameBatch(game, 1, players), make("random", game, 1), np.zeros(1, np.int64)
    games.reset(seeds=[4])
    takeback, back = Takeback(games, range(players)), 0
    for moves in range(300):
        if games.over[0]:
            break
        seat, before = int(games.seat[0]), games.tables.copy()
        takeback.asked(games, moves)
        action = bot.act(games, row)
        games.step(action)
        takeback.decided(before, int(action[0]), games, by_person=True)
        if takeback.possible(seat, moves + 1) and not games.over[0]:
            back += 1
            for person in range(players):
                other = GameBatch(game, 1, players)
                other.tables = before
                other.redeal(person, seed=1000 + moves)
                if other.are_legal(action)[0]:
                    other.step(action)
                    assert (other.observe(seat=person) == games.observe(seat=person)).all()
                    assert other.seat[0] == games.seat[0]
    assert back > 20


def test_what_somebody_else_decides_ends_it():
    games = GameBatch(LIBERTE, 1, 3)
    games.reset(seeds=[1])
    takeback = Takeback(games, range(3))
    takeback.asked(games, 0)
    seat, before = int(games.seat[0]), games.tables.copy()
    assert not takeback.possible(seat, 0)
    action = int(games.legal[0].argmax())
    games.step([action])
    takeback.decided(before, action, games, by_person=True)
    between = games.tables.copy()
    if takeback.possible(seat, 1):
        action = int(games.legal[0].argmax())
        games.step([action])
        takeback.decided(between, action, games, by_person=False)
    assert not takeback.possible(seat, 2)
    assert takeback.take_back(2) is None


def test_nobody_takes_back_what_another_person_has_decided():
    games = GameBatch(LIBERTE, 1, 3)
    games.reset(seeds=[1])
    takeback, seats, moves = Takeback(games, range(3)), [], 0
    while len(seats) < 2 or seats[-1] == seats[0]:
        seats.append(int(games.seat[0]))
        takeback.asked(games, moves)  # a person who only types something has decided nothing
        if len(seats) > 1 and seats[-1] != seats[-2]:
            assert not takeback.possible(seats[-1], moves)
        before, action = games.tables.copy(), int(games.legal[0].argmax())
        games.step([action])
        moves += 1
        takeback.decided(before, action, games, by_person=True)
    first, last = seats[0], seats[-1]
    assert not takeback.possible(first, moves)
    if takeback.possible(last, moves):
        assert takeback.take_back(moves).seat == last
        assert not takeback.possible(first, moves - 1)


MACHER = GAMES["die_macher"]
SEATS = "greedy,greedy,human:Anna,greedy"  # with this seed Anna begins


def at(*lines, seats=SEATS, **given):
    terminal = Terminal(*lines)
    given = {"seed": 3, **given}
    replay = play(MACHER, seats.split(","), console=terminal.console, read=terminal.read, **given)
    return replay, terminal


def test_a_decision_is_taken_back_at_the_terminal():
    replay, terminal = at("u", "o1", "r1", "u", "u", "o2", "q")
    assert [(seat, words.split(":")[0]) for seat, _, words in replay.moves] == [(2, "Section 1, option 2")]
    assert terminal.text.count("-> taken back") == 2
    assert "Nothing can be taken back" in terminal.text
    replay.verify(MACHER)


def test_a_stopped_game_goes_on_at_the_terminal(tmp_path):
    path = tmp_path / "game.json"
    _, terminal = at("o1", "r1", "q", replay_out=path)
    stopped = Replay.load(path)
    assert f"hustings play --resume {path}" in terminal.text.replace("\n    ", " ").replace("\n", "")
    replay, _ = at("r2", "q", replay_out=path, resume=stopped)
    assert replay.moves[:2] == stopped.moves
    assert [seat for seat, _, _ in replay.moves] == [2, 2, 2]
    assert Replay.load(path).moves == replay.moves
    assert Replay.load(path).seed == 3
    replay, _ = at("u", "u", "q", replay_out=path, resume=Replay.load(path))
    assert replay.moves == stopped.moves[:1], "what was decided before the stop can be taken back, too"


def test_people_who_share_a_terminal_are_called_by_name():
    _, terminal = at("o1", "r1", "r2", seats="human:Bo,greedy,human:Anna,greedy")
    assert "Anna" in terminal.text
    assert names_of(["human:Bo", "greedy", "human"]) == {0: "Bo"}
    assert seat_names(["human:Bo", "greedy", "human"]) == [
        "player_0 (Bo)",
        "player_1 (greedy)",
        "player_2 (human)",
    ]


@pytest.mark.parametrize("name", ["human:" + "x" * 17, "human:a=b", "human:<b>", "human:player_1"])
def test_names_that_have_no_room_are_refused(name):
    with pytest.raises(HustingsError, match="a name has at most 16 letters"):
        make(name, MACHER)


def a_replay(agents, scores=None) -> Replay:
    games = GameBatch(MACHER, 1, 4)
    games.reset(seeds=[3])
    replay = Replay.begin(games, 0, agents)
    replay.scores = scores
    return replay


@pytest.mark.parametrize(
    ("replay", "seats", "words"),
    [
        (a_replay(["human"] * 4, [1, 2, 3, 4]), None, "the game is over; to look at it"),
        (a_replay([]), None, "does not say who plays"),
        (a_replay(["human", "own.module:Bot", "greedy", "greedy"]), None, "runs code that the file names"),
        (a_replay(["human", "llm:model=x", "greedy", "greedy"]), None, "runs code that the file names"),
        (a_replay(["human"] * 4), ["greedy"] * 3, "3 agents for 4 seats"),
    ],
)
def test_why_a_game_does_not_go_on(replay, seats, words):
    with pytest.raises(HustingsError, match=words):
        seats_to_resume(replay, seats)


def test_who_plays_on():
    agents = ["human:Anna", "greedy", "search:iterations=4", "policy"]
    assert seats_to_resume(a_replay(agents), None) == agents
    assert seats_to_resume(a_replay(agents), ["greedy"] * 4) == ["greedy"] * 4


def test_each_game_at_a_table_has_a_file_of_its_own(tmp_path):
    kept = KeptReplay(tmp_path / "game.json")
    names = []
    for _ in range(3):
        kept.save(a_replay(["human"] * 4), GameBatch(MACHER, 1, 4, seed=3))
        names.append(kept.path.name)
        kept = kept.following()
    assert names == ["game.json", "game-game-2.json", "game-game-3.json"]
    with pytest.raises(ReplayError, match="exists"):
        KeptReplay(tmp_path / "game.json")


def test_moves_that_cannot_be_written_are_said_once_and_written_as_soon_as_they_can_be(tmp_path):
    said, table = [], GameBatch(MACHER, 1, 4, seed=3)
    kept = KeptReplay(tmp_path / "game.json", complain=said.append)
    for full in (True, True, False, True):
        with pytest.MonkeyPatch.context() as patch:
            if full:
                patch.setattr(Replay, "save", Mock(side_effect=ReplayError("game.json: no room")))
            kept.moved(a_replay(["human"] * 4), table, by_person=True)
        assert (tmp_path / "game.json").exists() == (not full or len(said) == 2)
    assert said == ["game.json: no room. The game goes on; it is not saved until that works."] * 2


@pytest.mark.parametrize("name", ["my-game-night", "season-game-x-2"])
def test_a_name_that_only_looks_like_a_numbered_ones_is_kept(name, tmp_path):
    assert KeptReplay(tmp_path / f"{name}.json").following().path.name == f"{name}-game-2.json"


def test_links_are_kept_for_the_user_alone(tmp_path):
    links = KeptLinks(tmp_path / "game.json")
    assert links.load() == {}
    links.save(8000, {"0": "a" * 24})
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert links.load() == {"port": 8000, "secrets": {"0": "a" * 24}}
    assert not links.refused
    right = file.read_text()
    for mode in (0o640, 0o604, 0o622, 0o777):
        file.chmod(mode)
        assert links.load() == {}
        assert links.refused == f"{file} belongs to others or can be read by them"
    file.chmod(0o600)
    for wrong in ("[]", "{", json.dumps({"secrets": {"0": "short"}}), json.dumps({"secrets": ["x"]})):
        file.write_text(wrong)
        assert links.load() == {}
        assert links.refused == f"{file} is damaged"
    file.write_text(right)
    if hasattr(os, "geteuid"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)
            assert links.load() == {}
    assert links.load() == {"port": 8000, "secrets": {"0": "a" * 24}}
    links.remove()
    assert not list(tmp_path.iterdir())
    KeptLinks(None).save(1, {})


def test_games_of_people_have_a_place_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, appauthor: str(tmp_path / name))
    first = own_replay("liberte")
    first.touch()
    assert first.parent == tmp_path / "hustings" / "games"
    assert own_replay("liberte") != first


def test_a_file_with_a_space_in_its_name_is_quoted(tmp_path):
    kept = KeptReplay(tmp_path / "my game.json", again=["--box", "my box.toml"])
    assert kept.resume == f"hustings play --resume '{tmp_path}/my game.json' --box 'my box.toml'"
    (tmp_path / "my game.json").touch()
    assert kept.following().resume == kept.resume.replace("my game", "my game-game-2")


def test_a_poll_that_another_person_gets_to_read_is_not_taken_back():
    """Die Macher: who drops out of the auction leaves the poll to another, who reads it."""
    game = GAMES["die_macher"]
    games, bot, row = GameBatch(game, 1, 3, seed=5), make("greedy", game), np.zeros(1, np.int64)
    takebacks, read = [Takeback(games, people) for people in (range(3), ())], 0
    for moves in range(400):
        seat, before, (action,) = int(games.seat[0]), games.tables.copy(), bot.act(games, row)
        dropped = "no more for the poll" in games.describe(0, action)
        for takeback in takebacks:
            takeback.asked(games, moves)
        games.step([action])
        for takeback in takebacks:
            takeback.decided(before, action, games, by_person=True)
        if dropped and game.phases(int(games.phase[0])).name == "PUBLISH":
            assert games.seat[0] != seat
            assert [takeback.possible(seat, moves + 1) for takeback in takebacks] == [False, True]
            read += 1
    assert read
