"""The bots of a match: their pace, their faults."""

import asyncio
import json
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from hustings.agents.program import ProgramAgent
from hustings.envs import GAMES
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.match import MOST_WAITING
from hustings.training.browser.pages import whole_page
from hustings.training.browser.people import Refused
from hustings.training.play import play
from hustings.training.takeback import Takeback

from ...players import Bids, Cheats, Crashes, Exits, Meddles, write
from ...support import ROOT
from .conftest import wait_for
from .matches import a_deal, a_match, choose_first, finish, run, until


def test_bots_alone_play_to_the_end_as_in_the_terminal():
    game = GAMES["saludos_amigos"]
    match, ended = a_match("greedy,greedy,random,random", game), []
    run(BotRunner(match, on_end=lambda: ended.append(match.number)), 60)
    assert match.over
    assert ended == [match.number]
    assert " million." in match.view(None).result.ranking[0]
    match.replay.finish(match.games)
    match.replay.verify(game)
    again = play(game, ["greedy", "greedy", "random", "random"], seed=1)
    assert again.moves == match.replay.moves


def test_bots_wait_for_somebody_to_come_and_while_paused_but_for_a_step():
    match = a_match("random,random,random")
    match.set_pace(paused=True)
    runner = BotRunner(match)

    async def watch():
        task = asyncio.create_task(runner.run())
        await asyncio.sleep(0.05)
        assert match.number == 0
        runner.begin()
        await asyncio.sleep(0.1)
        assert match.number == 0
        for number in (1, 2):
            match.set_pace(step=True)
            await until(lambda number=number: match.number == number)
            await asyncio.sleep(0.1)
            assert match.number == number
        match.set_pace(paused=False)
        await asyncio.wait_for(task, 10)

    asyncio.run(watch())
    assert match.over


def test_a_move_is_shown_as_long_as_is_wanted():
    match = a_match("random,random,random")
    match.set_pace(pace=0.3)
    begun = time.monotonic()
    run(BotRunner(match), over=lambda: match.number >= 2)
    assert time.monotonic() - begun >= 0.6


def test_a_bots_turn_is_shown_once_and_nobody_waits_longer_than_ten_seconds():
    match = a_match("human,random,random")
    while match.waits_for_a_person:
        choose_first(match)
    match.set_pace(pace=3.0)
    match.waiting_since = now = 1000.0
    assert match.shown_until(now) == now + 3.0
    assert match.shown_until(now + 8) == now + MOST_WAITING <= now + 10
    match.replay.moves += [(match.on_turn, 0, ""), (match.on_turn, 0, "")]
    assert match.shown_until(now) == now, "the moves of a turn are shown together"
    watched = a_match("random,random,random")
    watched.set_pace(pace=3.0)
    watched.replay.moves += [(watched.on_turn, 0, ""), (watched.on_turn, 0, "")]
    assert watched.shown_until(now) == now + 3.0, "but all to whoever watches"


@pytest.mark.parametrize(("agent", "told", "in_full"), [
    (Crashes("crashes", calls=0), "has failed: RuntimeError; players.py, line ", "out of ideas for good; "),
    (Exits("exits", calls=0), "has failed: SystemExit; players.py", "SystemExit: I give up; players.py"),
    (Meddles("meddles", write), "has failed: ValueError; players.py, line ", "read-only; players.py, line "),
    (Meddles("ends", lambda *_: next(iter(()))), "has failed: StopIteration; test", ": StopIteration; test"),
    (SimpleNamespace(act=lambda *_: [1.5]), "has failed", "actions: needs whole numbers, got float64"),
    (Cheats("cheats", calls=0), "has acted illegally", "action 99 of 4 actions is not legal; choose from "),
])  # fmt: skip
def test_an_agent_that_fails_stops_the_game_and_loses_nothing(agent, told, in_full):
    match, ended = a_match("human,random,random"), []
    match.agents[1] = match.agents[2] = agent
    while match.waits_for_a_person:
        choose_first(match)
    run(BotRunner(match, on_end=lambda: ended.append(1)))
    assert ended == [1]
    assert match.fault.startswith(f"player_1 (random) {told}")
    assert not any(words in match.fault for words in ("ideas", "give up", "choose", "read-only")), (
        "it may know more"
    )
    assert match.fault_in_full.startswith("player_1 (random): ")
    assert in_full in match.fault_in_full
    assert "\n" not in match.fault + match.fault_in_full
    assert f"The game has stopped: {match.fault}." in whole_page(match, 0, "/p")
    with pytest.raises(Refused, match="has stopped"):
        match.choose(0, match.number_for(0), 0)
    assert len(match.replay.moves) == match.number


def test_where_bots_play_alone_whoever_watches_reads_all_that_is_wrong():
    match = a_match("random,random,random")
    match.agents[0] = Cheats("cheats", calls=0)
    run(BotRunner(match))
    assert "choose from " in match.fault == match.fault_in_full


@pytest.mark.parametrize(
    ("explain", "words"),
    [
        (
            lambda games, rows: {}["why"],
            "mute cannot say what it thinks (KeyError: 'why'; test_bots.py, line ",
        ),
        (lambda games, rows: ["no explanation"], "mute: AttributeError: "),
    ],
)
def test_an_agent_that_cannot_explain_is_named_once_and_the_game_goes_on(explain, words):
    match, said = a_match("random,random,random"), []
    thinker = SimpleNamespace(name="mute", explain=explain)
    run(BotRunner(match, thinker, complain=said.append))
    assert match.over
    assert not match.fault
    (line,) = said
    assert line.startswith(words)
    assert line.endswith("; the game goes on without its thoughts.")


def test_a_game_that_ends_as_an_agent_explains_is_heard_of_though_the_next_one_is_dealt():
    class Hears(Bids):
        def hear_results(self, games, rows, scores, ranks):
            heard.append(scores.tolist())

    class Slow:
        name = "slow"

        def explain(self, games, rows):
            finish(match)
            heard.append(match.games.scores.tolist())
            match.deal(a_deal("human,random,random", match.game, 2))
            return []

    match, heard, ended = a_match("human,random,random"), [], []
    match.agents[1] = Hears("hears")
    run(BotRunner(match, Slow(), on_end=lambda: ended.append(match.number)))
    wait_for(lambda: len(heard) == 2)
    assert heard == [heard[0]] * 2
    assert not ended  # whoever deals has seen to it
    assert not match.fault


def test_an_agent_that_is_slow_to_hear_of_a_game_holds_up_no_other():
    class Slow(Bids):
        def hear_results(self, games, rows, scores, ranks):
            heard.append(scores.tolist())
            slow.wait(30)

    match, heard, slow = a_match("random,random,random"), [], threading.Event()
    match.agents[0] = Slow("slow")
    begun = time.monotonic()
    run(BotRunner(match))
    assert match.over
    wait_for(lambda: heard)
    assert time.monotonic() - begun < 20
    slow.set()


def test_a_program_hears_how_its_game_has_ended_as_one_game(tmp_path):
    file = tmp_path / "told.jsonl"
    bot = ROOT / "tests/agents/a_program.py"
    match = a_match("random,random,random")
    match.agents[0] = ProgramAgent(f"sh -c 'tee {file} | {sys.executable} -S -E {bot} {{}} well'", match.game)
    run(BotRunner(match))
    assert match.over
    wait_for(lambda: '"over"' in file.read_text(), 10)
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert {line["game"] for line in told if line["type"] in ("act", "over")} == {0}


def test_pages_are_drawn_while_an_agent_uses_its_games():
    class Busy(Bids):
        def act(self, games, rows):
            with games.lock:
                held.set()
                assert drawn.wait(30)
            return super().act(games, rows)

    match, held, drawn = a_match("random,random,random"), threading.Event(), threading.Event()
    match.agents[match.on_turn] = Busy("busy")
    runner = BotRunner(match)

    async def play():
        runner.begin()
        task = asyncio.create_task(runner.run())
        await asyncio.to_thread(held.wait, 30)
        assert await runner.do(lambda: match.games.describe(0, int(match.games.legal[0].argmax())))
        drawn.set()
        await until(lambda: match.over or match.fault)
        await task

    asyncio.run(play())
    assert match.over
    assert not match.fault


@pytest.fixture
def shows_nothing(monkeypatch):
    """Whatever a person has decided can be taken back."""
    monkeypatch.setattr(Takeback, "_has_shown", lambda *_: False)


def test_a_bot_that_fails_at_a_position_that_was_taken_back_stops_nothing(shows_nothing):
    class Slow(Bids):
        def act(self, games, rows):
            asked.append(match.number)
            if len(asked) == 1:
                match.undo(0, match.number_for(0))
                choose_first(match)
                raise TimeoutError
            return super().act(games, rows)

    match, asked = a_match("human,random,random", seed=2), []
    match.agents[1] = match.agents[2] = Slow("slow")
    choose_first(match)
    run(BotRunner(match), over=lambda: match.number > 1 or match.fault, seconds=10)
    assert (asked[:2], match.fault) == ([1, 1], "")


def test_a_game_that_ends_as_an_agent_explains_what_was_taken_back_has_ended(shows_nothing):
    class Slow:
        name = "slow"

        def explain(self, games, rows):
            seat = choose_first(match)
            match.undo(seat, match.number_for(seat))
            while not match.over:
                choose_first(match)
            return []

    match, ended = a_match("human,human,human"), []
    run(BotRunner(match, Slow(), on_end=lambda: ended.append(match.over)), 10)
    assert ended == [True]


def test_an_error_of_the_program_itself_is_no_agents_and_keeps_no_page_waiting(monkeypatch):
    match, ended = a_match("random,random,random"), []
    monkeypatch.setattr(match, "shown_until", lambda since: {}["why"])
    run(BotRunner(match, on_end=lambda: ended.append(1)))
    assert ended == [1]
    assert (match.fault, "KeyError: 'why'" in match.fault_in_full) == ("the program has failed", True)
