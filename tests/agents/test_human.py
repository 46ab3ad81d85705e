"""A person at the terminal: what is shown, how answers are read, and one recorded game."""

import doctest
import io
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import tinygame
from hustings.agents import human, make
from hustings.agents.human import HumanAgent, Quit, in_columns, understand
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.replay import Replay
from hustings.training.play import play

GAME = tinygame.GAME
TESTS = Path(tinygame.__file__).parent


class Terminal:
    """Answers from a list, then the end of the input; keeps what was written."""

    def __init__(self, *answers):
        self.answers, self.prompts = list(answers), []
        self.console = Console(file=io.StringIO(), width=80)

    def read(self, prompt):
        self.prompts.append(prompt)
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer() if callable(answer) else answer

    @property
    def text(self):
        return self.console.file.getvalue()


def at(terminal, seats="human,random,random", game=GAME, **kwargs):
    kwargs = {"seed": 1, **kwargs}
    return play(game, seats.split(","), console=terminal.console, read=terminal.read, **kwargs)


def a_choice():
    """A batch of one at a decision with several actions."""
    games = GameBatch(GAME, 1, 3, seed=2)
    assert games.legal[0].sum() > 1
    return games


def asked(*answers):
    terminal, games = Terminal(*answers), a_choice()
    agent = HumanAgent(GAME, console=terminal.console, read=terminal.read)
    return int(agent.act(games, np.zeros(1, np.int64))[0]), terminal, np.flatnonzero(games.legal[0]).tolist()


# --- One decision --------------------------------------------------------------------------------


def test_a_number_names_a_legal_action():
    for number in (1, 2):
        action, terminal, legal = asked(str(number))
        assert action == legal[number - 1]
        assert f"  {number}  Bid a card of rank {action}" in terminal.text
        assert f"-> Bid a card of rank {action}" in terminal.text
        assert "points [0, 0, 0]" in terminal.text


def test_words_name_it_too():
    legal = asked("1")[2]
    assert asked(f"bid a card of RANK {legal[1]}")[0] == legal[1]


@pytest.mark.parametrize("wrong", ["0", "99", "-1", "x", "1.5", "²", "٣٣", "[red]", "bid", "1 2"])
def test_a_wrong_answer_gets_one_line_and_another_question(wrong):
    action, terminal, legal = asked(wrong, "", "1")
    assert action == legal[0]
    assert len(terminal.prompts) == 3
    remarks = [line for line in terminal.text.splitlines() if line.startswith(repr(wrong))]
    assert len(remarks) == 1


def test_a_question_mark_shows_the_table_again():
    assert asked("?", "1")[1].text.count("points [0, 0, 0]") == 2
    assert asked("1")[1].text.count("points [0, 0, 0]") == 1


@pytest.mark.parametrize("answers", [["q"], ["QUIT"], [], ["x"]])
def test_quitting_and_the_end_of_the_input(answers):
    with pytest.raises(Quit):
        asked(*answers)
    assert issubclass(Quit, KeyboardInterrupt), "uncaught, it ends as Ctrl-C does"


def test_the_words_of_an_action_win_over_longer_ones():
    assert understand("pass", ["Pass", "Pass the floor"])[0] == 0
    assert understand("pas", ["Pass", "Pass the floor"])[0] is None


def test_many_short_choices_stand_side_by_side():
    words = [f"choice {number}" for number in range(20)]
    lines = in_columns(words, 200)
    assert max(map(len, lines)) <= 80
    assert len(lines) < 10
    assert all(f"{number + 1:3}  {word}" in "\n".join(lines) for number, word in enumerate(words))
    assert len(in_columns(["w" * 100] * 9, 80)) == 9
    assert in_columns([], 80) == []


def test_doctests():
    assert doctest.testmod(human).failed == 0
    assert doctest.testmod(human).attempted > 3


def test_make_gives_a_person():
    assert isinstance(make("human", GAME), HumanAgent)


# --- A game --------------------------------------------------------------------------------------


def test_a_game_to_its_end_in_words_and_on_record(tmp_path):
    terminal, path = Terminal(*["1"] * 40), tmp_path / "game.json"
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


def test_another_seats_action_is_never_described_to_a_person(monkeypatch):
    monkeypatch.setitem(
        vars(GAME), "describe", lambda box, table, action: f"secret of seat {int(table.seat)}"
    )
    monkeypatch.setitem(vars(GAME), "news", lambda box, before, after, seat: [f"news for {seat}"])
    terminal = Terminal(*["1"] * 40)
    at(terminal)
    assert "secret of seat 0" in terminal.text
    assert "secret of seat 1" not in terminal.text
    assert "secret of seat 2" not in terminal.text
    assert "news for 0" in terminal.text
    assert "news for 1" not in terminal.text
    assert "news for None" not in terminal.text


def test_news_of_every_step_reaches_the_person(monkeypatch):
    monkeypatch.setitem(
        vars(GAME), "news", lambda box, before, after, seat: [f"step from {int(before.seat)}"]
    )
    terminal = Terminal(*["1"] * 40)
    replay = at(terminal)
    assert terminal.text.count("  step from ") == len(replay.moves)


def test_bots_alone_show_their_moves(tmp_path):
    terminal = Terminal()
    replay = at(terminal, "random,random,random", replay_out=tmp_path / "watched.json")
    assert not terminal.prompts
    for number, (seat, _, words) in enumerate(replay.moves, 1):
        assert f"{number:4}  player_{seat} (random): {words}" in terminal.text
    assert "the die shows" in terminal.text
    Replay.load(tmp_path / "watched.json").verify(GAME)


def test_a_move_that_the_news_tells_is_said_once(monkeypatch):
    monkeypatch.setitem(
        vars(GAME), "news", lambda box, before, after, seat: [f"player_{int(before.seat)} moves."]
    )
    terminal = Terminal()
    replay = at(terminal, "random,random,random")
    assert f"   1  player_{replay.moves[0][0]} moves." in terminal.text
    assert replay.moves[0][2] not in terminal.text


def test_a_seed_gives_the_same_game_and_none_a_new_one_that_is_shown():
    moves = [at(Terminal(), "random,random", seed=seed).moves for seed in (4, 4, 5)]
    assert moves[0] == moves[1] != moves[2]
    terminal = Terminal()
    replay = at(terminal, "random,random", seed=None)
    assert f"Seed {replay.seed}." in terminal.text
    assert at(Terminal(), "random,random", seed=replay.seed).moves == replay.moves


@pytest.mark.parametrize("end", ["q", KeyboardInterrupt()])
def test_a_stopped_game_is_recorded_as_far_as_it_went(tmp_path, end):
    terminal, path = Terminal("1", end), tmp_path / "half.json"
    replay = at(terminal, replay_out=path)
    assert replay.scores is None
    assert sum(seat == 0 for seat, _, _ in replay.moves) == 1
    assert "Stopped after" in terminal.text
    assert Replay.load(path).verify(GAME).over.tolist() == [False]


def test_a_terminated_game_is_recorded_as_far_as_it_went(tmp_path):
    path = tmp_path / "half.json"
    before = signal.getsignal(signal.SIGTERM)
    terminal = Terminal("1", lambda: signal.raise_signal(signal.SIGTERM))
    assert at(terminal, replay_out=path).scores is None
    assert "Stopped after" in terminal.text
    assert Replay.load(path).moves
    assert signal.getsignal(signal.SIGTERM) == before


def test_two_people_hand_the_keyboard_over():
    terminal = Terminal(*["1"] * 60)
    at(terminal, "human,human", seed=3)
    handed = [prompt for prompt in terminal.prompts if "take the keyboard" in prompt]
    assert handed
    assert handed[0].startswith("player_1")
    assert handed[1].startswith("player_0")


@pytest.mark.parametrize(
    ("seats", "kwargs", "words"),
    [
        ("human", {}, "2 to 3 players"),
        ("human,random,random,random", {}, "2 to 3 players"),
        ("human,nobody", {}, "unknown agent 'nobody'"),
        ("human,random", {"options": {"no": 1}}, "unknown option"),
        ("human,random", {"seed": -1}, "seed"),
        ("human,random", {"box": "/no/box.toml"}, "/no/box.toml"),
    ],
)
def test_bad_input_gets_one_line_before_anything_is_asked(seats, kwargs, words):
    terminal = Terminal("1")
    with pytest.raises(HustingsError, match=words) as caught:
        at(terminal, seats, **kwargs)
    assert "\n" not in str(caught.value)
    assert not terminal.prompts


def test_a_replay_file_is_never_overwritten(tmp_path):
    path, terminal = tmp_path / "kept.json", Terminal("1")
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(HustingsError, match="exists"):
        at(terminal, replay_out=path)
    with pytest.raises(HustingsError, match="no such folder"):
        at(terminal, replay_out=tmp_path / "no" / "x.json")
    assert path.read_text(encoding="utf-8") == "mine"
    assert not terminal.prompts


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_can_be_played_in_eighty_columns(name):
    game = GAMES[name]
    players = min(game.player_counts)
    terminal = Terminal(*["?", *["1", "2", "1", "3"] * 3000])
    replay = at(terminal, ",".join(["human"] + ["greedy"] * (players - 1)), game)
    assert replay.scores is not None
    too_wide = [line for line in terminal.text.splitlines() if len(line) > 80]
    assert not too_wide
    assert max(map(len, terminal.text.splitlines())) > 60, "the board is there"


def test_in_a_real_terminal():
    """Through a pseudo-terminal, with the default console and standard input."""
    program = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r}); import tinygame\n"
        "from hustings.training.play import play\n"
        "play(tinygame.GAME, ['human', 'random'], seed=1)\n"
    )
    control, terminal = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=terminal, stdout=terminal, stderr=terminal, close_fds=True
    )
    os.close(terminal)
    os.write(control, b"?\nnonsense\n" + b"1\n" * 30)
    written = b""
    try:
        while chunk := os.read(control, 4096):
            written += chunk
    except OSError:  # how Linux says that the other side has closed
        pass
    os.close(control)
    assert child.wait(timeout=60) == 0
    text = written.decode()
    assert "player_0, what do you do?" in text
    assert "'nonsense' is none of them" in text
    assert " with " in text
