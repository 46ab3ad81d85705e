"""A game at the terminal: played by people and bots, told in words, kept on record."""

import copy
import io
import os
import pty
import re
import signal
import stat
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console

from hustings.agents.terminal import human
from hustings.agents.terminal.screen import reading
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import ReplayError
from hustings.envs.core.io.files import sole_writer
from hustings.envs.core.text.events import Event, player_event
from hustings.envs.core.text.prompts import prompts_of
from hustings.training import kept_replays, pictures
from hustings.training import play as play_module
from hustings.training.kept_replays import KeptReplay
from hustings.training.play import deal_game, play

from .. import tinygame
from ..players import Bids, Cheats, Crashes, Exits, Meddles, Reader, Terminal, Unplugged, write
from ..support import ROOT

GAME = tinygame.GAME


class Illegal(Bids):
    """Does in the end what is an action, but not legal."""

    def act(self, games, rows):
        return super().act(games, rows) if self.calls else games.masks(rows=rows).argmin(axis=1)


@pytest.fixture
def tells(monkeypatch):
    """Sets what the tiny game tells of a step: a function of (box, before, action, after, seat)."""
    return lambda events: monkeypatch.setitem(vars(GAME), "events", events)


def at(terminal, seats="human,random,random", game=GAME, **kwargs):
    kwargs = {"seed": 1, "console": terminal.console, "read": terminal.read, **kwargs}
    return play(game, seats.split(","), **kwargs)


def test_a_game_to_its_end_in_words_and_on_record(tmp_path):
    terminal, path = Reader(), tmp_path / "game.json"
    replay = at(terminal, replay_out=path)
    back = Replay.load(path)
    assert back.moves == [tuple(move) for move in replay.moves]
    assert back.agents == ["human", "random", "random"]
    games = back.verify(GAME)
    assert games.scores[0].tolist() == replay.scores
    assert int(games.tables["seed"][0]) == 1
    best = games.payoff[0].argmax()
    assert f"player_{best} (" in terminal.text.split(" win")[-2].splitlines()[-1]
    assert f"points {replay.scores}" in terminal.text, "the final table"
    assert f"The moves are in {path}" in " ".join(terminal.text.split())


def test_another_seats_action_is_never_described_to_a_person(monkeypatch, tells):
    described = lambda box, table, action: f"secret of seat {int(table.seat)}"  # noqa: E731
    monkeypatch.setitem(vars(GAME), "describe", described)
    tells(lambda box, before, action, after, seat: [Event(f"news for {seat}")])
    terminal = Reader()
    at(terminal)
    told = re.findall(r"secret of seat \d|news for \w+", terminal.all_text)
    assert set(told) == {"secret of seat 0", "news for 0"}


def test_news_of_every_step_reaches_the_person(tells):
    tells(lambda box, before, *_: [Event(f"step from {int(before.seat)}")])
    terminal = Reader()
    replay = at(terminal)
    assert terminal.all_text.count("  step from ") == len(replay.moves)


def test_bots_alone_show_their_moves(tmp_path):
    terminal = Terminal()
    replay = at(terminal, "random,random,random", replay_out=tmp_path / "watched.json")
    assert not terminal.prompts
    for number, (seat, _, words) in enumerate(replay.moves, 1):
        assert f"{number:4}  player_{seat} (random): {words}" in terminal.text
    assert "The die shows" in terminal.text
    Replay.load(tmp_path / "watched.json").verify(GAME)


def test_a_move_that_the_news_tells_is_said_once(tells):
    tells(lambda box, before, *_: [player_event(before.seat, "moves")])
    terminal = Terminal()
    replay = at(terminal, "random,random,random")
    assert "   1  Moves: " in terminal.text
    assert replay.moves[0][2] not in terminal.text


def test_each_round_of_bots_ends_with_points_and_the_board_and_may_wait():
    terminal = Terminal(*[""] * 40)
    replay = at(terminal, "random,random,random", pause=True)
    assert len(terminal.prompts) == terminal.text.count("\nPoints: ") > 0
    assert all("Enter" in prompt for prompt in terminal.prompts)
    assert terminal.text.count("points [") == len(terminal.prompts) + 2
    assert "(+" in terminal.text
    assert at(other := Terminal(), "random,random,random").moves == replay.moves
    assert not other.prompts


def test_bids_and_moves_that_follow_each_other_make_one_line(tells):
    tells(lambda box, before, action, *_: [
        Event("A bid.", "Cards bid", f"player_{before.seat} {action}", int(before.seat))
    ])  # fmt: skip
    terminal = Terminal()
    replay = at(terminal, "random,random,random")
    first = [f"player_{seat} {action}" for seat, action, _ in replay.moves[:2]]
    assert f"   1  Cards bid: {', '.join(first)}" in terminal.text


def test_where_nobody_can_answer_one_line_says_so_and_nothing_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(first_key() + "\n"))
    path = tmp_path / "half.json"
    with pytest.raises(HustingsError, match="no terminal to ask"):
        at(Terminal(), replay_out=path, read=None)
    assert sum(seat == 0 for seat, _, _ in Replay.load(path).moves) == 1


def test_a_seed_gives_the_same_game_and_none_a_new_one_that_is_shown():
    moves = [at(Terminal(), "random,random", seed=seed).moves for seed in (4, 4, 5)]
    assert moves[0] == moves[1] != moves[2]
    terminal = Terminal()
    replay = at(terminal, "random,random", seed=None)
    assert f"Seed {replay.seed}." in terminal.text
    assert at(Terminal(), "random,random", seed=replay.seed).moves == replay.moves


def test_people_are_told_a_new_seed_when_the_game_is_over():
    terminal = Reader()
    replay = at(terminal, "human,random", seed=None)
    assert "Seed" not in "".join(terminal.pages)
    assert f"\nSeed {replay.seed}.\n" in terminal.text
    at(given := Reader(), "human,random", seed=5)
    assert given.all_text.count("Seed 5.") == 1
    assert "Seed 5." in given.pages[0]
    at(stopped := Terminal("q"), "human,random", seed=None)
    assert "Seed" not in stopped.text


def test_agents_hear_the_result_and_one_that_fails_then_is_only_named(monkeypatch):
    class Hears(Bids):
        def hear_results(self, games, rows, scores, ranks):
            heard.append(scores.tolist())
            raise RuntimeError("deaf")

    heard, terminal = [], Terminal()
    monkeypatch.setattr(play_module, "make", lambda *_: Hears("own"))
    replay = at(terminal, "own,own")
    assert heard == [[replay.scores]] * 2
    assert "own cannot hear the result (RuntimeError: deaf; " in terminal.text


def test_a_new_seed_is_as_long_as_chance_allows():
    """With 32 bits somebody who sees a hand finds the seed by dealing, and with it all that is hidden."""
    seeds = [deal_game(GAME, ["human"] * 3, Cheats("nobody")).replay.seed for _ in range(24)]
    assert len(set(seeds)) == len(seeds)
    assert 2**60 < max(seeds) < 2**64


def first_key():
    """A key that is legal for the first person of a game of three with seed 1."""
    games = GameBatch(GAME, 1, 3)
    games.reset(seeds=[1])
    return f"b{np.flatnonzero(games.legal[0])[0] + 1}"


@pytest.mark.parametrize("end", ["q", KeyboardInterrupt()])
def test_a_stopped_game_is_recorded_as_far_as_it_went(tmp_path, end):
    terminal, path = Terminal(first_key(), end), tmp_path / "half.json"
    replay = at(terminal, replay_out=path)
    assert replay.scores is None
    assert sum(seat == 0 for seat, _, _ in replay.moves) == 1
    assert "\nStopped.\n" in terminal.text
    assert Replay.load(path).verify(GAME).over.tolist() == [False]


def test_a_terminated_game_is_recorded_as_far_as_it_went(tmp_path):
    path = tmp_path / "half.json"
    before = signal.getsignal(signal.SIGTERM)
    terminal = Terminal(first_key(), lambda: signal.raise_signal(signal.SIGTERM))
    assert at(terminal, replay_out=path).scores is None
    assert "\nStopped.\n" in terminal.text
    assert Replay.load(path).moves
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize(("agent", "words", "to_people"), [
    (Crashes("crashes", calls=1), "RuntimeError: out of ideas for good", "has failed: RuntimeError; "),
    (Cheats("cheats", calls=1), "action 99 of 4 actions is not legal; choose from ", "has acted illegally"),
    (Illegal("illegal", calls=1), "is not legal; choose from ", "has acted illegally"),
    (Exits("exits", calls=1), "SystemExit: I give up", "has failed: SystemExit"),
    (Meddles("meddles", write, calls=1), "read-only", "has failed: ValueError"),
    (Unplugged("unplugged", calls=1), "no server, say", "has given no answer"),
])  # fmt: skip
@pytest.mark.parametrize("others", ["human", "random"])
def test_an_agent_that_fails_is_named_and_what_was_played_is_kept(
    agent, words, to_people, others, tmp_path, monkeypatch
):
    made = play_module.make
    own = lambda spec, *args: copy.copy(agent) if spec == "own" else made(spec, *args)  # noqa: E731
    monkeypatch.setattr(play_module, "make", own)
    terminal, path = Reader(), tmp_path / "half.json"
    with pytest.raises(HustingsError, match=r"^the game has stopped: player_2 \(own\)") as stopped:
        at(terminal, f"{others},random,own", replay_out=path)
    assert (words in str(stopped.value)) == (others == "random"), "what it knows is not for people"
    assert (f"player_2 (own) {to_people}" in str(stopped.value)) == (others == "human")
    moves = Replay.load(path).moves
    assert sum(seat == 2 for seat, _, _ in moves) == 1
    assert Replay.load(path).verify(GAME).seat.tolist() == [2]
    stopped = "Stopped." if others == "human" else f"Stopped after {len(moves)} moves."
    assert stopped in terminal.all_text
    assert f"To go on: hustings play --resume {path}" in terminal.all_text


def test_an_agent_that_fails_draws_no_picture(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "make", lambda spec, *args: Crashes("crashes", calls=0))
    with pytest.raises(HustingsError, match=r"player_\d \(own\): RuntimeError: out of ideas"):
        pictures.draw_position(GAME, ["own"] * 3, tmp_path / "new.svg", moves=4)
    assert not list(tmp_path.iterdir())


def test_an_error_of_our_own_loses_nothing_either(tmp_path, tells):
    tells(lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        at(Reader(), "random,random,random", replay_out=tmp_path / "half.json")
    assert len(Replay.load(tmp_path / "half.json").moves) == 1


def test_two_people_hand_the_keyboard_over():
    terminal = Reader()
    at(terminal, "human,human", seed=3)
    handed = [prompt for prompt in terminal.prompts if "take the keyboard" in prompt]
    assert [prompt[:8] for prompt in handed[:2]] == ["player_1", "player_0"]
    stopped = Terminal(first_key(), "q")
    assert len(at(stopped, "human,human,human").moves) == 1
    assert len(stopped.prompts) == 2, "q quits here, too"


def test_what_came_of_a_move_outlasts_the_clearing_of_the_screen(tells):
    tells(lambda box, before, *step: [Event(f"step of {int(before.seat)} for {step[-1]}")])
    terminal = Reader()
    replay = at(terminal, "human,human", seed=3)
    first = replay.moves[0][0]
    handed = next(page for page, prompt in enumerate(terminal.prompts) if "take the keyboard" in prompt)
    told = f"step of {first} for {first}"
    assert told not in "".join(terminal.pages[: handed + 1])
    assert told in "".join(terminal.pages[handed + 1 :])


def test_the_replay_is_written_after_each_of_ones_moves(tmp_path):
    """What kills the process then loses none of them."""
    terminal, path, kept = Reader(), tmp_path / "game.json", []

    def read(prompt):
        kept.append(sum(seat == 0 for seat, _, _ in Replay.load(path).moves) if path.exists() else 0)
        return terminal.read(prompt)

    replay = at(terminal, replay_out=path, read=read)
    own = sum(seat == 0 for seat, _, _ in replay.moves)
    assert kept == list(range(own))
    assert own > 1


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_can_be_played_in_eighty_columns_and_24_rows(name, monkeypatch):
    game = GAMES[name]
    players = min(game.player_counts)
    once = prompts_of(game)._replace(stage=lambda box, table: "the board is shown once")
    monkeypatch.setattr(human, "prompts_of", lambda game: once)
    terminal = Reader()
    terminal.console = Console(file=io.StringIO(), width=80, height=24)
    replay = at(terminal, ",".join(["human"] + ["greedy"] * (players - 1)), game)
    assert replay.scores is not None
    assert 60 < max(map(len, terminal.all_text.splitlines())) <= 80, "the board is there, and fits"
    questions = [page[page.rindex("\n\n") :] for page in terminal.pages[1:] if page.count("\n\n") == 1]
    assert len(questions) > 20
    too_long = [page for page in questions if page.count("\n") > 25]
    assert not too_long, too_long[0]


def test_in_a_real_terminal():
    """Through a pseudo-terminal, with the default console and standard input."""
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests import tinygame\n"
        "from hustings.training.play import play\n"
        "play(tinygame.GAME, ['human', 'random'], seed=1)\n"
    )
    control, terminal = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        close_fds=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    os.close(terminal)
    os.write(control, b"?\nnonsense\n" + b"b1\nb2\nb3\nb4\n" * 30)
    written = b""
    try:
        while chunk := os.read(control, 4096):
            written += chunk
    except OSError:  # how Linux says that the other side has closed
        pass
    os.close(control)
    assert child.wait(timeout=60) == 0
    text = re.sub(r"\x1b\[[\d;]*m", "", written.decode())
    assert "player_0, what do you do?" in text
    assert "'nonsense' matches no choice" in text
    assert " with " in text


def test_a_replay_does_not_begin_with_a_name_that_could_not_be_read_again():
    with pytest.raises(ReplayError, match=r"agents: 'bot\\ufe0f' has invisible characters; rename it"):
        Replay.begin(GameBatch(GAME, 1), agents=["random", "bot\ufe0f"])


def test_a_game_under_way_is_its_users_alone_and_one_that_is_over_is_a_file_like_others(tmp_path):
    modes = []

    class Looks(Bids):
        def act(self, games, rows):
            modes.extend(stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("*.json"))
            return super().act(games, rows)

    before = os.umask(0o022)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(play_module, "make", lambda *_: Looks("own"))
            patch.setattr(kept_replays, "_SECONDS", 0)
            at(Terminal(), "own,own,own", replay_out=tmp_path / "game.json")
    finally:
        os.umask(before)
    assert set(modes) == {0o600}
    assert stat.S_IMODE((tmp_path / "game.json").stat().st_mode) == 0o644


def test_a_game_that_somebody_goes_on_with_is_refused_to_others(tmp_path):
    path = tmp_path / "game.json"
    at(Terminal("q"), replay_out=path)
    stopped = Replay.load(path)
    again = {"resume": stopped, "replay_out": path, "seed": None}
    with KeptReplay(path, resumed=True), pytest.raises(ReplayError, match=r"game.json is in use"):
        at(Terminal("q"), **again)
    with sole_writer(tmp_path / "new.json"), pytest.raises(ReplayError, match=r"new.json is in use"):
        at(Terminal("q"), replay_out=tmp_path / "new.json")
    at(Terminal("q"), **again)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_replay_is_not_written_where_its_name_could_not_be_shown(tmp_path):
    with pytest.raises(ReplayError, match=r"a\\udcff.json: a name that is not UTF-8; choose another"):
        at(Terminal("q"), replay_out=tmp_path / "a\udcff.json")


def test_a_prompt_shows_a_name_as_it_is(monkeypatch):
    asked = io.StringIO()
    monkeypatch.setattr("builtins.input", lambda: "")
    reading(Console(file=asked))("[b]Anna[/p], take the keyboard: ")
    assert asked.getvalue() == "[b]Anna[/p], take the keyboard: "
