"""A person at the terminal: what is shown, how answers are read, and one recorded game."""

import copy
import doctest
import io
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import tinygame
from hustings.agents import make
from hustings.agents.terminal import human, screen
from hustings.agents.terminal import parse_input as answers
from hustings.agents.terminal.human import HumanAgent, Quit
from hustings.agents.terminal.parse_input import Choice, understand
from hustings.agents.terminal.screen import listed, say
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.text import prompts as asking_module
from hustings.envs.core.text.events import Event, did
from hustings.envs.core.text.prompts import prompts_of
from hustings.training import pictures
from hustings.training import play as play_module
from hustings.training.play import play
from players import Bids, Cheats, Crashes

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


class Reader(Terminal):
    """Types one of the keys that it reads on the screen, and presses Enter where it is told to."""

    def __init__(self, seed=1):
        super().__init__()
        self.rng, self.pages = np.random.default_rng(seed), []

    def read(self, prompt):
        self.prompts.append(prompt)
        self.pages.append(self.text)
        self.console.file.truncate(0)
        self.console.file.seek(0)
        if "Enter" in prompt:
            return ""
        keys = re.findall(r"(?:^|(?<= )) {2}(\S+)(?=  \S)", self.pages[-1], re.MULTILINE)
        keys = [re.match(r"\d+(?=-\d)|.*", key)[0].rstrip(",") for key in keys]
        assert len(self.prompts) < 5000, "it does not end"
        return str(self.rng.choice(keys)) if keys else str(self.rng.choice(["0", "?"]))

    @property
    def all_text(self):
        return "".join(self.pages) + self.text


class Illegal(Bids):
    """Does in the end what is an action, but not legal."""

    def act(self, games, rows):
        return super().act(games, rows) if self.calls else games.masks(rows=rows).argmin(axis=1)


def at(terminal, seats="human,random,random", game=GAME, **kwargs):
    kwargs = {"seed": 1, **kwargs}
    return play(game, seats.split(","), console=terminal.console, read=terminal.read, **kwargs)


def a_choice():
    """A batch of one at a decision with several actions."""
    games = GameBatch(GAME, 1, 3, seed=2)
    assert games.legal[0].sum() > 1
    return games


def games_legal():
    return np.flatnonzero(a_choice().legal[0]).tolist()


def asked(*answers):
    terminal, games = Terminal(*answers), a_choice()
    agent = HumanAgent(GAME, console=terminal.console, read=terminal.read)
    return int(agent.act(games, np.zeros(1, np.int64))[0]), terminal, np.flatnonzero(games.legal[0]).tolist()


# --- One decision --------------------------------------------------------------------------------


def test_a_key_names_a_legal_action():
    for place in (0, 1):
        legal = games_legal()
        action, terminal, _ = asked(f"b{legal[place] + 1}")
        assert action == legal[place]
        assert f"  b{action + 1}  Bid a card of rank {action}" in terminal.text
        assert "points [0, 0, 0]" in terminal.text


def test_words_name_it_too():
    legal = games_legal()
    assert asked(f"bid a card of RANK {legal[1]}")[0] == legal[1]
    assert asked(f"rank {legal[1]}")[0] == legal[1]


@pytest.mark.parametrize("wrong", ["0", "99", "-1", "x", "1.5", "²", "٣٣", "[red]", "bid", "bid card x"])
def test_a_wrong_answer_gets_one_line_and_another_question(wrong):
    key = f"b{games_legal()[0] + 1}"
    action, terminal, legal = asked(wrong, "", key)
    assert action == legal[0]
    assert len(terminal.prompts) == 3
    remarks = [line for line in terminal.text.splitlines() if line.startswith("'")]
    assert len(remarks) == 1


def test_a_question_mark_shows_the_table_again():
    key = f"b{games_legal()[0] + 1}"
    assert asked("?", key)[1].text.count("points [0, 0, 0]") == 2
    assert asked(key)[1].text.count("points [0, 0, 0]") == 1


@pytest.mark.parametrize("answers", [["q"], ["QUIT"], [], ["x"]])
def test_quitting_and_the_end_of_the_input(answers):
    with pytest.raises(Quit):
        asked(*answers)
    assert issubclass(Quit, KeyboardInterrupt), "uncaught, it ends as Ctrl-C does"


def test_doctests():
    for module, fewest in ((answers, 8), (screen, 3), (asking_module, 1)):
        done = doctest.testmod(module)
        assert done.failed == 0
        assert done.attempted >= fewest


def test_make_gives_a_person():
    assert isinstance(make("human", GAME), HumanAgent)


# --- Typing ahead, stopping, limits --------------------------------------------------------------


@pytest.fixture
def asking(monkeypatch):
    """Sets what the tiny game says of how people are asked."""

    def say(**changed):
        said = prompts_of(GAME)._replace(**changed)
        monkeypatch.setattr(human, "prompts_of", lambda game: said)

    return say


def choose(agent, games):
    return int(agent.act(games, np.zeros(1, np.int64))[0])


def person(terminal):
    return HumanAgent(GAME, console=terminal.console, read=terminal.read)


def test_several_answers_in_one_line():
    games, terminal = a_choice(), Terminal()
    keys = [f"b{action + 1}" for action in np.flatnonzero(games.legal[0])]
    terminal.answers = [f"{keys[1]}, {keys[0]}: nonsense {keys[0]}", keys[0]]
    agent = person(terminal)
    chosen = [choose(agent, games) + 1 for _ in range(3)]
    assert [f"b{number}" for number in chosen] == [keys[1], keys[0], keys[0]]
    assert len(terminal.prompts) == 2, "what is not understood is asked, and the rest forgotten"
    assert "'nonsense' is none of them" in terminal.text


def test_what_is_typed_ahead_is_forgotten_when_others_move():
    games, terminal = a_choice(), Terminal()
    key = f"b{np.flatnonzero(games.legal[0])[0] + 1}"
    terminal.answers = [f"{key} {key}", key]
    agent, seat = person(terminal), int(games.seat[0])
    choose(agent, games)
    agent.tell(seat, ["player_9 passes."], mover=9)
    choose(agent, games)
    assert len(terminal.prompts) == 2
    assert f"{key!r} is forgotten" in terminal.text


def test_stopping_asks_once_more_where_something_is_lost(asking):
    asking(key=lambda box, table, action: "0" if action == games_legal()[0] else f"b{action}",
           loss=lambda box, table, stop, others: f"{len(others)} cards are left.")  # fmt: skip
    legal = games_legal()
    action, terminal, _ = asked("0", "0")
    assert action == legal[0]
    assert "cards are left. 0 once more to go on" in terminal.text
    assert asked("0", f"b{legal[1]}")[0] == legal[1], "or one thinks better of it"
    assert len(asked("0 0")[1].prompts) == 1
    assert len(asked("0!")[1].prompts) == 1


def test_stopping_for_a_phase(asking):
    stages = ["a", "a", "a", "b"]
    legal = games_legal()
    asking(key=lambda box, table, action: "0" if action == legal[0] else f"b{action}",
           stage=lambda box, table: stages[0])  # fmt: skip
    games, terminal = a_choice(), Terminal("0!", f"b{legal[1]}")
    agent, chosen = person(terminal), []
    while stages:
        chosen.append(choose(agent, games))
        stages.pop(0)
    assert chosen == [legal[0]] * 3 + [legal[1]]
    assert len(terminal.prompts) == 2


def test_a_limit_bids_no_more_than_needed_and_then_is_out(asking):
    up_for, price, legal = ["x", "x", "x", "y"], [5, 8, 11, 2], games_legal()
    asking(key=lambda box, table, action: "0" if action == legal[-1] else str(price[0] + action),
           auction=lambda box, table: up_for[0])  # fmt: skip
    games, terminal = a_choice(), Terminal("max 9", "0")
    agent, chosen = person(terminal), []
    while up_for:
        chosen.append(choose(agent, games))
        up_for.pop(0), price.pop(0)
    assert chosen == [legal[0], legal[0], legal[-1], legal[-1]]
    assert len(terminal.prompts) == 2
    assert "(Your limit of 9 is passed, so you are out.)" in terminal.text


def test_a_limit_below_the_lowest_bid_says_so(asking):
    asking(key=lambda box, table, action: str(5 + action), auction=lambda box, table: "x")
    lowest = 5 + games_legal()[0]
    assert "3 is too little" in asked("max 3", str(lowest))[1].text


def test_an_auction_asks_again_in_a_line(asking):
    asking(key=lambda box, table, action: str(5 + action), auction=lambda box, table: "x",
           matters=lambda box, table, seat: ["Highest: 4."])  # fmt: skip
    games, key = a_choice(), str(5 + games_legal()[0])
    terminal = Terminal(key, key)
    agent = person(terminal)
    choose(agent, games)
    before = len(terminal.text)
    choose(agent, games)
    lines = terminal.text[before:].splitlines()
    assert len([line for line in lines if line]) <= 4
    assert "Highest: 4." in lines


LAND = [Choice(n, f"p{n}", f"Place a red block in {name}") for n, name in
        ((3, "Paris"), (4, "Picardy"), (5, "Vendée"), (12, "Paris Basin"))]  # fmt: skip
MIXED = [
    Choice(0, "0", "Pass"),
    Choice(1, "o", "Pass the floor"),
    Choice(2, "c7", "Play Danton (3 red, Paris Basin)"),
    Choice(3, "a", "Lay the Minister for the Environment beside Bayern"),
    Choice(4, "b", "Lay the Backbencher beside Bayern"),
    Choice(5, "x2", "Refuse 7 thousand"),
]


@pytest.mark.parametrize(
    ("line", "choices", "action", "used"),
    [
        ("p3", LAND, 3, 1),
        ("P4 p3", LAND, 4, 1),
        ("12", LAND, 12, 1),
        ("vendee", LAND, 5, 1),
        ("PICARDY picardy", LAND, 4, 1),
        ("paris basin", LAND, 12, 2),
        ("paris", LAND, None, 1),
        ("pass", MIXED, 0, 1),
        ("pass the", MIXED, 1, 2),
        ("danton paris: paris", MIXED, 2, 1),
        ("lay env", MIXED, 3, 2),
        ("lay", MIXED, None, 1),
        ("7", MIXED, 2, 1),
        ("3", MIXED, None, 1),
        ("x", MIXED, 5, 1),
        ("0", LAND, None, 1),
        ("3", [Choice(1, "2", "Bid 2"), Choice(9, "c3", "Play 3")], None, 1),
    ],
)
def test_what_an_answer_means(line, choices, action, used):
    answer = understand(answers.split(line), choices)
    assert (answer.choice and answer.choice.action) == action
    assert answer.used == used
    assert bool(answer.remark) == (action is None)


# --- The screen ----------------------------------------------------------------------------------


def amounts(words, *numbers):
    return [Choice(n, str(n), words(n)) for n in numbers]


def test_amounts_are_one_line_and_what_goes_with_them_stands_there():
    votes = amounts(lambda n: f"Convert {n} meeting{'s' * (n > 1)} in Bayern into {2 * n} votes", 1, 2, 3)
    assert listed(votes, 80) == ["  1-3  Convert N meetings in Bayern into 2, 4, 6 votes"]
    one = amounts(lambda n: "Buy 1 meeting in Bayern", 1)
    assert listed(one, 80) == ["  1  Buy 1 meeting in Bayern"]
    named = amounts(lambda n: f"Offer player_2 {n} million", 1, 2, 3)
    assert listed(named, 80) == ["  1-3  Offer player_2 N million"]


def test_many_choices_that_begin_alike_stand_side_by_side_under_what_they_share():
    many = [Choice(n, f"p{n}", f"Place a block in {'Paris' * (1 + n % 3)} {n}") for n in range(1, 21)]
    lines = listed([Choice(0, "0", "Pass"), *many], 80)
    assert lines[0] == "Place a block in ..."
    assert lines[-1] == "  0  Pass"
    assert len(lines) < 12
    assert max(map(len, lines)) <= 80
    shown = "\n".join(lines)
    assert all(re.search(f" {choice.key} ", shown) for choice in many)


def test_what_came_of_an_own_move_is_told_at_once_and_the_rest_later():
    terminal, games = Terminal(), a_choice()
    seat = int(games.seat[0])
    terminal.answers = [f"b{games_legal()[0] + 1}"] * 2
    agent = person(terminal)
    choose(agent, games)
    agent.tell(seat, [did(seat, "bids"), Event("A card is turned up.")], seat)
    assert terminal.text.endswith(f"  -> player_{seat} bids.\n     A card is turned up.\n")
    choose(agent, games)
    agent.tell(seat, [Event("The die shows 3.")], seat)
    assert f"  -> Bid a card of rank {games_legal()[0]}\n     The die shows 3." in terminal.text


def test_the_board_is_shown_once_a_stage_and_long_news_are_cut(asking):
    stages = ["a", "a", "b"]
    asking(stage=lambda box, table: stages[0])
    games, terminal = a_choice(), Terminal()
    terminal.console = Console(file=io.StringIO(), width=80, height=24)
    key = f"b{games_legal()[0] + 1}"
    terminal.answers = ["+", key, key, key]
    agent, seat = person(terminal), int(games.seat[0])
    agent.tell(seat, [Event(f"Event {number}.") for number in range(60)], mover=9)
    choose(agent, games)
    question, rest = terminal.text.split("points [0, 0, 0]")[1].split("what do you do?")
    assert question.count("Event") + rest.count("Bid a card of rank") < 24
    assert "more lines before these" in question
    assert "Event 59." in question
    assert rest.count("Event") == 60, "+ shows them all"
    stages.pop(0)
    choose(agent, games)
    assert terminal.text.count("points [0, 0, 0]") == 1
    stages.pop(0)
    choose(agent, games)
    assert terminal.text.count("points [0, 0, 0]") == 2


def test_colour_is_never_all_there_is(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    written = []
    terminal = {"force_terminal": True, "color_system": "standard"}
    for settings in (terminal, {**terminal, "no_color": True}, {}):
        console = Console(file=io.StringIO(), width=80, **settings)
        say(console, "player_1 places 1 red block.", styles={r"\bred\b": "bright_red"})
        written.append(console.file.getvalue())
    coloured, bare, none = written
    assert "\x1b[" in coloured
    assert "\x1b[" not in bare
    assert bare == none == re.sub(r"\x1b\[[\d;]*m", "", coloured)


# --- A game --------------------------------------------------------------------------------------


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


def test_another_seats_action_is_never_described_to_a_person(monkeypatch):
    monkeypatch.setitem(
        vars(GAME), "describe", lambda box, table, action: f"secret of seat {int(table.seat)}"
    )
    monkeypatch.setitem(
        vars(GAME), "events", lambda box, before, action, after, seat: [Event(f"news for {seat}")]
    )
    terminal = Reader()
    at(terminal)
    assert "secret of seat 0" in terminal.all_text
    assert "secret of seat 1" not in terminal.all_text
    assert "secret of seat 2" not in terminal.all_text
    assert "news for 0" in terminal.all_text
    assert "news for 1" not in terminal.all_text
    assert "news for None" not in terminal.all_text


def test_news_of_every_step_reaches_the_person(monkeypatch):
    monkeypatch.setitem(
        vars(GAME),
        "events",
        lambda box, before, *_: [Event(f"step from {int(before.seat)}")],
    )
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


def test_a_move_that_the_news_tells_is_said_once(monkeypatch):
    monkeypatch.setitem(
        vars(GAME), "events", lambda box, before, action, after, seat: [did(before.seat, "moves")]
    )
    terminal = Terminal()
    replay = at(terminal, "random,random,random")
    assert "   1  Moves: " in terminal.text
    assert replay.moves[0][2] not in terminal.text


def test_each_round_of_bots_ends_with_points_and_the_board_and_may_wait():
    terminal = Terminal(*[""] * 40)
    replay = at(terminal, "random,random,random", pause=True)
    assert len(terminal.prompts) == terminal.text.count("A round is over. Points: ") > 0
    assert all("Enter" in prompt for prompt in terminal.prompts)
    assert terminal.text.count("points [") == len(terminal.prompts) + 2
    assert "(+" in terminal.text
    assert at(other := Terminal(), "random,random,random").moves == replay.moves
    assert not other.prompts


def test_bids_and_moves_that_follow_each_other_make_one_line(monkeypatch):
    def bids(box, before, action, after, seat):
        return [Event("A bid.", "Cards bid", f"player_{before.seat} {action}", int(before.seat))]

    monkeypatch.setitem(vars(GAME), "events", bids)
    terminal = Terminal()
    replay = at(terminal, "random,random,random")
    first = [f"player_{seat} {action}" for seat, action, _ in replay.moves[:2]]
    assert f"   1  Cards bid: {', '.join(first)}" in terminal.text


def test_where_nobody_can_answer_one_line_says_so_and_nothing_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(first_key() + "\n"))
    path, console = tmp_path / "half.json", Console(file=io.StringIO())
    with pytest.raises(HustingsError, match="no terminal to ask") as caught:
        play(GAME, ["human", "random", "random"], seed=1, replay_out=path, console=console)
    assert "\n" not in str(caught.value)
    assert sum(seat == 0 for seat, _, _ in Replay.load(path).moves) == 1


def test_a_seed_gives_the_same_game_and_none_a_new_one_that_is_shown():
    moves = [at(Terminal(), "random,random", seed=seed).moves for seed in (4, 4, 5)]
    assert moves[0] == moves[1] != moves[2]
    terminal = Terminal()
    replay = at(terminal, "random,random", seed=None)
    assert f"Seed {replay.seed}." in terminal.text
    assert at(Terminal(), "random,random", seed=replay.seed).moves == replay.moves


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
    assert "Stopped after" in terminal.text
    assert Replay.load(path).verify(GAME).over.tolist() == [False]


def test_a_terminated_game_is_recorded_as_far_as_it_went(tmp_path):
    path = tmp_path / "half.json"
    before = signal.getsignal(signal.SIGTERM)
    terminal = Terminal(first_key(), lambda: signal.raise_signal(signal.SIGTERM))
    assert at(terminal, replay_out=path).scores is None
    assert "Stopped after" in terminal.text
    assert Replay.load(path).moves
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (Crashes("crashes", calls=1), "RuntimeError: out of ideas for good"),
        (Cheats("cheats", calls=1), "action 99 is outside 0 to 3"),
        (Illegal("illegal", calls=1), "is not legal"),
    ],
)
@pytest.mark.parametrize("others", ["human", "random"])
def test_an_agent_that_fails_is_named_and_what_was_played_is_kept(
    agent, words, others, tmp_path, monkeypatch
):
    made = play_module.make
    monkeypatch.setattr(
        play_module, "make", lambda spec, *args: copy.copy(agent) if spec == "own" else made(spec, *args)
    )
    terminal, path = Reader(), tmp_path / "half.json"
    with pytest.raises(HustingsError, match=words) as caught:
        at(terminal, f"{others},random,own", replay_out=path)
    assert str(caught.value).startswith("the game has stopped: player_2 (own): ")
    assert "\n" not in str(caught.value)
    moves = Replay.load(path).moves
    assert sum(seat == 2 for seat, _, _ in moves) == 1
    assert Replay.load(path).verify(GAME).seat.tolist() == [2]
    assert f"Stopped after {len(moves)} moves." in terminal.all_text


def test_an_agent_that_fails_draws_no_picture(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "make", lambda spec, *args: Crashes("crashes", calls=0))
    with pytest.raises(HustingsError, match=r"player_\d \(own\): RuntimeError: out of ideas"):
        pictures.draw_position(GAME, ["own"] * 3, tmp_path / "new.svg", moves=4)
    assert not list(tmp_path.iterdir())


def test_an_error_of_our_own_loses_nothing_either(tmp_path, monkeypatch):
    def broken(box, before, action, after, seat):
        raise ZeroDivisionError

    monkeypatch.setitem(vars(GAME), "events", broken)
    with pytest.raises(ZeroDivisionError):
        at(Reader(), "random,random,random", replay_out=tmp_path / "half.json")
    assert len(Replay.load(tmp_path / "half.json").moves) == 1


def test_two_people_hand_the_keyboard_over():
    terminal = Reader()
    at(terminal, "human,human", seed=3)
    handed = [prompt for prompt in terminal.prompts if "take the keyboard" in prompt]
    assert handed
    assert handed[0].startswith("player_1")
    assert handed[1].startswith("player_0")


def test_what_came_of_a_move_outlasts_the_clearing_of_the_screen(monkeypatch):
    monkeypatch.setitem(
        vars(GAME),
        "events",
        lambda box, before, *step: [Event(f"step of {int(before.seat)} for {step[-1]}")],
    )
    terminal = Reader()
    replay = at(terminal, "human,human", seed=3)
    first = replay.moves[0][0]
    handed = next(page for page, prompt in enumerate(terminal.prompts) if "take the keyboard" in prompt)
    told = f"step of {first} for {first}"
    assert told not in "".join(terminal.pages[: handed + 1])
    assert told in "".join(terminal.pages[handed + 1 :])


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
def test_every_game_can_be_played_in_eighty_columns_and_24_rows(name, monkeypatch):
    game = GAMES[name]
    players = min(game.player_counts)
    once = prompts_of(game)._replace(stage=lambda box, table: "the board is shown once")
    monkeypatch.setattr(human, "prompts_of", lambda game: once)
    terminal = Reader()
    terminal.console = Console(file=io.StringIO(), width=80, height=24)
    replay = at(terminal, ",".join(["human"] + ["greedy"] * (players - 1)), game)
    assert replay.scores is not None
    too_wide = [line for line in terminal.all_text.splitlines() if len(line) > 80]
    assert not too_wide
    assert max(map(len, terminal.all_text.splitlines())) > 60, "the board is there"
    questions = [page[page.rindex("\n\n") :] for page in terminal.pages[1:] if page.count("\n\n") == 1]
    assert len(questions) > 20
    too_long = [page for page in questions if page.count("\n") > 25]
    assert not too_long, too_long[0]


@pytest.mark.parametrize("name", list(GAMES))
def test_keys_tell_legal_actions_apart_and_each_chooses_its_own(name):
    game = GAMES[name]
    rng, asking = np.random.default_rng(4), prompts_of(game)
    for players in (min(game.player_counts), max(game.player_counts)):
        games = GameBatch(game, 1, players, seed=9)
        while not games.over[0]:
            actions = np.flatnonzero(games.legal[0]).tolist()
            keys = [asking.key(games.box[0], games.tables[0], action) for action in actions]
            assert len(set(keys)) == len(keys), (keys, [games.describe(0, action) for action in actions])
            choices = [Choice(a, key, games.describe(0, a)) for a, key in zip(actions, keys)]
            chosen = choices[rng.integers(len(choices))]
            assert understand([chosen.key], choices).choice is chosen
            assert understand(chosen.words.split(), choices).choice is chosen
            if chosen.key == "0" and len(choices) > 1 and rng.random() < 0.7:
                chosen = choices[0] if choices[0] is not chosen else choices[-1]
            games.step(np.array((chosen.action,)))


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
    assert "'nonsense' is none of them" in text
    assert " with " in text
