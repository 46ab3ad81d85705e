"""A person at the terminal: what they are asked, and when not; what is shown."""

import io

import numpy as np
import pytest
from rich.console import Console

from hustings.agents.terminal import human
from hustings.agents.terminal.human import HumanAgent, InputEnded, Quit
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.text.events import Event, player_event
from hustings.envs.core.text.prompts import prompts_of

from .. import tinygame
from ..players import Terminal

GAME = tinygame.GAME


def a_choice():
    """A batch of one at a decision with several actions."""
    games = GameBatch(GAME, 1, 3, seed=2)
    assert games.legal[0].sum() > 1
    return games


def games_legal():
    return np.flatnonzero(a_choice().legal[0]).tolist()


def person(terminal, game=GAME):
    return HumanAgent(game, console=terminal.console, read=terminal.read)


def choose(agent, games):
    return int(agent.act(games, np.zeros(1, np.int64))[0])


def asked(*answers):
    terminal = Terminal(*answers)
    return choose(person(terminal), a_choice()), terminal


def test_a_key_names_a_legal_action():
    for legal in games_legal()[:2]:
        action, terminal = asked(f"b{legal + 1}")
        assert action == legal
        assert f"  b{action + 1}  Bid a card of rank {action}" in terminal.text
        assert "points [0, 0, 0]" in terminal.text


@pytest.mark.parametrize(
    "wrong", ["0", "99", "-1", "x", "1.5", "²", "٣٣", "[red]", "bid", "bid card x", "9" * 5000]
)
def test_a_wrong_answer_gets_one_line_and_another_question(wrong):
    legal = games_legal()[0]
    action, terminal = asked(wrong, "", f"b{legal + 1}")
    assert action == legal
    assert len(terminal.prompts) == 3
    assert sum(line.startswith("'") for line in terminal.text.splitlines()) == 1
    assert len(terminal.text) < 1000, "what was typed is cut"


def test_a_question_mark_shows_the_table_again():
    key = f"b{games_legal()[0] + 1}"
    assert asked("?", key)[1].text.count("points [0, 0, 0]") == 2
    assert asked(key)[1].text.count("points [0, 0, 0]") == 1


@pytest.mark.parametrize("answers", [["q"], ["QUIT"], [], ["x"]])
def test_quitting_and_the_end_of_the_input(answers):
    with pytest.raises(Quit):
        asked(*answers)
    assert issubclass(Quit, KeyboardInterrupt), "uncaught, it ends as Ctrl-C does"


def test_q_ends_a_page_and_not_the_game():
    game, terminal = GAMES["saludos_amigos"], Terminal("h", "q")
    terminal.console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True)
    with pytest.raises(InputEnded):
        choose(person(terminal, game), GameBatch(game, 1))
    assert [prompt[:5] for prompt in terminal.prompts] == ["> ", "Enter", "> "]


@pytest.fixture
def asking(monkeypatch):
    """Sets what the tiny game says of how people are asked."""

    def say(**changed):
        said = prompts_of(GAME)._replace(**changed)
        monkeypatch.setattr(human, "prompts_of", lambda game: said)

    return say


def test_several_answers_in_one_line():
    games, terminal = a_choice(), Terminal()
    keys = [f"b{action + 1}" for action in np.flatnonzero(games.legal[0])]
    terminal.answers = [f"{keys[1]}, {keys[0]}: nonsense {keys[0]}", keys[0]]
    agent = person(terminal)
    chosen = [choose(agent, games) + 1 for _ in range(3)]
    assert [f"b{number}" for number in chosen] == [keys[1], keys[0], keys[0]]
    assert len(terminal.prompts) == 2, "what is not understood is asked, and the rest forgotten"
    assert "'nonsense' matches no choice" in terminal.text


def test_what_is_typed_ahead_is_forgotten_when_others_move():
    games, terminal = a_choice(), Terminal()
    key = f"b{np.flatnonzero(games.legal[0])[0] + 1}"
    terminal.answers = [f"{key} {key}", key]
    agent, seat = person(terminal), int(games.seat[0])
    choose(agent, games)
    agent.tell(seat, [Event("player_9 passes.")], mover=9)
    choose(agent, games)
    assert len(terminal.prompts) == 2
    assert f"{key!r} is forgotten" in terminal.text


def test_stopping_asks_once_more_where_something_is_lost(asking):
    asking(key=lambda box, table, action: "0" if action == games_legal()[0] else f"b{action}",
           loss=lambda box, table, stop, others: f"{len(others)} cards are left.")  # fmt: skip
    legal = games_legal()
    action, terminal = asked("0", "0")
    assert action == legal[0]
    assert "cards are left. 0 once more to go on" in terminal.text
    assert asked("0", f"b{legal[1]}")[0] == legal[1], "or one thinks better of it"
    assert asked(f"0 b{legal[1]}", "0")[0] == legal[0], "what was typed before the warning is no answer to it"
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


def test_what_came_of_an_own_move_is_told_at_once_and_the_rest_later():
    terminal, games = Terminal(), a_choice()
    seat = int(games.seat[0])
    terminal.answers = [f"b{games_legal()[0] + 1}"] * 2
    agent = person(terminal)
    choose(agent, games)
    agent.tell(seat, [player_event(seat, "bids"), Event("A card is turned up.")], seat)
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
    news, rest = terminal.text.split("points [0, 0, 0]")
    rest = rest.split("what do you do?")[1]
    assert news.count("Event") + rest.count("Bid a card of rank") < 24
    assert "more lines before these" in news
    assert "Event 59." in news, "the news that led to a stage come before its board"
    assert rest.count("Event") == 60, "+ shows them all"
    stages.pop(0)
    choose(agent, games)
    assert terminal.text.count("points [0, 0, 0]") == 1
    stages.pop(0)
    choose(agent, games)
    assert terminal.text.count("points [0, 0, 0]") == 2
