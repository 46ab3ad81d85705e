"""Programs as agents: the protocol, its limits, nothing hidden on the wire, and programs that misbehave."""

import base64
import copy
import gc
import json
import os
import pickle
import re
import shlex
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from hustings.agents import NoAnswer, make
from hustings.agents.program import ProgramAgent, agent, messages, process, settings
from hustings.agents.program.settings import Wants
from hustings.envs import GAMES, GameBatch, HustingsError, IllegalAction, SeatEnv, SeatVectorEnv
from hustings.training import evaluate, leaderboard, tournament
from hustings.training.evaluation import arena
from hustings.training.play import play

from .. import tinygame
from ..players import text_of
from ..support import ROOT, deal, each_end, random_actions, run_python, some_met

BOT = str(Path(__file__).with_name("a_program.py"))
SCHEMA = json.loads((ROOT / "agents/program/protocol.json").read_text("utf-8"))
SALUDOS = GAMES["saludos_amigos"]


def command(how="well", when=0, **wants):
    return [sys.executable, "-S", "-E", BOT, json.dumps(wants), how, str(when)]


def program(how="well", when=0, game=tinygame.GAME, wants=(), **limits):
    return ProgramAgent(command(how, when, **dict(wants)), game, **limits)


def check(message, kind):
    """That a message is of the published schema."""
    from jsonschema import Draft202012Validator

    Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}).validate(message)


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children():
    """The process ids of this process's children."""
    tasks = Path("/proc/self/task").iterdir()
    return {int(pid) for task in tasks for pid in (task / "children").read_text().split() if alive(pid)}


def ended(pid, seconds=5.0):
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not alive(pid)


# --- The protocol --------------------------------------------------------------------------------

EVERY_WANT = [
    {},
    {"words": True},
    {"view": "base64", "board": True},
    {"view": "blocks", "told": True},
    {"batch": 5},
    {"batch": 3, "words": True, "view": "base64", "told": True, "board": True},
]


@pytest.mark.parametrize(
    ("name", "wants"),
    [*[("liberte", wants) for wants in EVERY_WANT], *[(name, EVERY_WANT[-1]) for name in GAMES]],
    ids=str,
)
def test_a_program_plays_what_it_answers(name, wants):
    game = GAMES[name]
    player, games = program(game=game, wants=wants), GameBatch(game, 7, seed=3)
    for _ in range(8):
        rows = np.flatnonzero(~games.over)
        actions = player.act(games, rows)
        assert actions.tolist() == games.masks(rows=rows).argmax(axis=1).tolist()
        games.step(actions, rows=rows)


def questions(games, wants, rows=None):
    """What is asked about games, as messages."""
    rows = np.flatnonzero(~games.over) if rows is None else rows
    ids = np.arange(len(rows))
    data = b"".join(messages.act(games, rows, wants, 5, ids, np.full(len(rows), 600.0)))
    assert not re.search(rb'"legal":\[[0-9,]* ', data)
    if wants.view == "binary":
        head, _, rest = data.partition(b"\n")
        return [json.loads(head)], rest
    return [json.loads(line) for line in data.decode().splitlines()], b""


@each_end
def test_messages_are_of_the_schema_and_tell_what_they_should(game, players):
    games, rng = GameBatch(game, 3, players, seed=2), np.random.default_rng(1)
    games.listen()
    for _ in range(6):
        games.step(random_actions(games, rng))
    hello = json.loads(messages.hello(game, 7, settings.ProgramSettings()))
    check(hello, "hello")
    check(json.loads(messages.table(games)), "table")
    check({"type": "ready", "hustings": 1, "view": "blocks", "batch": 3}, "ready")
    rows = np.flatnonzero(~games.over)
    views = games.observe(rows=rows)
    for view in ("none", "base64", "blocks"):
        wants = Wants(view, words=True, told=True, board=True)
        asked, _ = questions(games, wants)
        for place, (row, message) in enumerate(zip(rows.tolist(), asked, strict=True)):
            check(message, "act")
            assert (message["id"], message["seat"]) == (5 + place, games.seat[row])
            assert message["legal"] == np.flatnonzero(games.legal[row]).tolist()
            assert message["words"] == [games.describe(row, action) for action in message["legal"]]
            assert message["board"] == games.board(row, int(games.seat[row]))
            assert message["told"] == games.news(row)
        if view == "base64":
            told = [np.frombuffer(base64.b64decode(message["view"]), "<f4") for message in asked]
            assert np.array(told).tobytes() == views.tobytes()
        if view == "blocks":
            told = [np.concatenate(list(message["view"].values())) for message in asked]
            assert np.allclose(told, views, atol=1e-6)
            assert list(asked[0]["view"]) == [block.name for block in game.observation(players)]
        (together,), _ = questions(games, Wants(view, words=True, batch=3))
        check(together, "act_batch")
        assert [row["legal"] for row in together["rows"]] == [message["legal"] for message in asked]
    (head,), data = questions(games, Wants("binary", batch=3))
    check(head, "act_binary")
    assert head["bytes"] == len(data)
    assert data == games.masks(rows=rows).tobytes() + views.tobytes()
    check(json.loads(messages.over(3, [1], games.scores[0], np.ones(players))), "over")


@each_end
def test_nothing_hidden_is_on_the_wire(game, players):
    """What is asked is the same bytes, whatever its seat cannot know."""
    for other_way in (False, True):
        tables = some_met(game, players, other_way)
        games = deal(game, len(tables), players, other_way)
        games.tables = tables
        redealt = copy.deepcopy(games)
        redealt.redeal(seed=players)
        running = np.flatnonzero(~games.over)
        for wants in (
            Wants(words=True, board=True, view="base64"), Wants(view="blocks"), Wants(view="binary", batch=9),
        ):  # fmt: skip
            assert questions(games, wants, running) == questions(redealt, wants, running)
        assert messages.table(games) == messages.table(redealt)


@each_end
def test_news_are_the_same_where_a_seat_sees_the_same(game, players):
    """Two deals that a seat cannot tell apart go on with the same actions, for as long as it cannot."""
    games, rng = GameBatch(game, 40, players, seed=2), np.random.default_rng(1)
    for _ in range(25 if game.name in GAMES else 2):
        games.step(random_actions(games, rng))
    seats, other = games.seat.copy(), copy.deepcopy(games)
    other.redeal(seed=1)
    games.listen()
    other.listen()
    alike, compared = ~games.over, 0
    for _ in range(8):
        legal = games.legal & other.legal
        rows = np.flatnonzero(alike & legal.any(axis=1))
        actions = (rng.random(legal.shape) * legal).argmax(axis=1)[rows]
        for twin in (games, other):
            twin.step(actions, rows=rows)
        alike &= legal.any(axis=1) & ~games.over & ~other.over
        alike[alike] = (games.observe(seats)[alike] == other.observe(seats)[alike]).all(axis=1)
        for row in np.flatnonzero(alike).tolist():
            told = games.news(row, int(seats[row]))
            assert told == other.news(row, int(seats[row]))
            compared += len(told)
    assert compared


def test_the_seed_that_is_told_does_not_give_the_deals_away():
    told = {
        json.loads(messages.hello(SALUDOS, seed, settings.ProgramSettings()))["seed"] for seed in range(99)
    }
    assert len(told) == 99
    assert not told & set(range(99))
    assert max(told) < 2**53


def test_it_is_told_how_each_game_ends_and_what_time_is_left(tmp_path):
    file = tmp_path / "told.jsonl"
    spied = f"spy=exec:sh -c 'tee {file} | {sys.executable} -S -E {BOT} {{}} well'"
    result = tournament(tinygame.GAME, [spied, "random"], 12, num_players=3, seed=1, batch=100)
    gc.collect()
    time.sleep(0.3)
    told = [json.loads(line) for line in file.read_text().splitlines()]
    hello, table, asked, over = (
        [message for message in told if message["type"] == kind] for kind in ("hello", "table", "act", "over")
    )
    assert [(m["game"], m["seconds"], m["game_seconds"]) for m in hello] == [(tinygame.GAME.name, 10, 600)]
    assert [message["players"] for message in table] == [3]
    for message in over:
        check(message, "over")
    assert len(over) == len({message["game"] for message in over}) <= result.games
    assert {message["game"] for message in asked} == {message["game"] for message in over}
    ends = [*zip(result.scores.tolist(), result.ranks.tolist())]
    assert all((message["scores"], message["ranks"]) in ends for message in over)
    for game in range(len(over)):
        seats = {message["seat"] for message in asked if message["game"] == game}
        assert [message["seats"] for message in over if message["game"] == game] == [sorted(seats)]
    first = [(message["game"], message["seat"]) == (0, asked[0]["seat"]) for message in asked]
    left = [message["left"] for message, chosen in zip(asked, first) if chosen]
    assert left == sorted(left, reverse=True)
    assert 590 < min(left) <= max(left) == 600


def test_a_game_in_an_environment_is_another_one_when_it_is_dealt_again():
    player, games, ids = program(), GameBatch(tinygame.GAME, 2, 3), []
    for _ in range(3):
        games.reset(seeds=[5, 5])
        for _ in range(2):
            player.act(games, np.arange(2))
            ids.append(player._known[games.lock].ids.tolist())
    assert ids == [[0, 1], [0, 1], [2, 3], [2, 3], [4, 5], [4, 5]]


def test_games_of_two_batches_go_on_side_by_side(tmp_path):
    file = tmp_path / "told.jsonl"
    spied = f"sh -c 'tee {file} | {sys.executable} -S -E {BOT} {{}} well'"
    player, row = ProgramAgent(spied, tinygame.GAME), np.arange(1)
    batches = [GameBatch(tinygame.GAME, 1, players, seed=1) for players in (3, 3, 2)]
    for games in batches * 2:
        games.step(player.act(games, row))
    player.hear_results(batches[0], row, np.zeros((1, 3)), np.ones((1, 3)))
    player.act(batches[2], row)
    until = time.monotonic() + 10
    while file.read_text().count('"act"') < 7 and time.monotonic() < until:
        time.sleep(0.02)  # tee answers before it writes
    told = [json.loads(line) for line in file.read_text().splitlines()][1:]
    asked = [message for message in told if message["type"] == "act"]
    assert [message["game"] for message in asked] == [0, 1, 2, 0, 1, 2, 2]
    assert [message["players"] for message in told if message["type"] == "table"] == [3, 2, 3, 2]
    assert [message["game"] for message in told if message["type"] == "over"] == [0]


def test_one_program_is_asked_from_two_threads():
    player, rows = program(wants={"words": True}), np.arange(7)

    def acts(seed):
        games = GameBatch(tinygame.GAME, 7, 3, seed=seed)
        return all((player.act(games, rows) == games.legal.argmax(axis=1)).all() for _ in range(20))

    with ThreadPoolExecutor(2) as pool:
        assert all(pool.map(acts, (1, 2)))


# --- Specs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spec", "words"), [
    ("exec", r"exec: which program\? write exec:COMMAND"),
    ("exec:", r"exec: which program\?"),
    ("exec:./nothing_here", "exec:./nothing_here: there is no such program; give its path"),
    ("exec:./file.py", "is not executable; run chmod \\+x"),
    ("exec:file.py", "there is no such program; give its path; did you mean exec:./file.py"),
    ("exec:sh 'open", "close the quotes"),
    ("exec:seconds=soon sh", "exec: seconds=soon: needs a number from 0.001 to 10000000"),
    ("exec:moves=2 sh", "exec: no setting 'moves'; choose from seconds, game_seconds, memory"),
    ("exec:seconds=2 seconds=3 sh", "exec: seconds is given twice, as 2 and 3; give it once"),
])  # fmt: skip
def test_what_is_no_command_is_one_line(spec, words, tmp_path, monkeypatch):
    (tmp_path / "file.py").write_text("print()")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HustingsError, match=words) as refused:
        make(spec, SALUDOS)
    assert "\n" not in str(refused.value)


def test_everything_behind_the_colon_is_the_command_and_limits_come_first():
    made = make("exec:seconds=2 memory=512 sh -c 'a=1; b=2' --fast=1", SALUDOS, 3)
    assert (made.settings.seconds, made.settings.game_seconds, made.settings.memory) == (2, 600, 512)
    assert made._command == ["sh", "-c", "a=1; b=2", "--fast=1"]
    assert ProgramAgent(Path("/bin/sh"), SALUDOS).name == "exec:/bin/sh"
    assert made.name == "exec:seconds=2 memory=512 sh -c 'a=1; b=2' --fast=1"


# --- Programs that misbehave ---------------------------------------------------------------------

WAYS = {
    "hangs": "it has not answered in 0.3 s; give it more: exec:seconds=60 PROGRAM",
    "dies": "it has ended by SIGKILL",
    "exits": "it has ended with status 3 \\(its last words: Traceback: out of ideas for good\\)",
    "exits at once": "it has ended with status 1 \\(its last words: I never begin\\)",
    "garbage": "it wrote a line that is not JSON: ",
    "ten megabytes": "it has written a line of more than 1,048,576 bytes",
    "writes forever": "it has written a line of more than 1,048,576 bytes",
    "chatters": "it answers a question other than ",
    "another question": "it answers a question other than ",
    "needs memory": "it takes .* MiB of memory, more than the 100 allowed; give it more: exec:memory=4096",
    "closes": "it has closed its output",
    "stops reading": "it has not answered in 0.3 s",
    "illegal": "action 9999 of 4 actions is not legal",
    "negative": "action -1 of 4 actions is not legal",
    "wrong words": "'.*' are the words of no legal action; give them as told, or its number without quotes",
}
LIMITS = {
    "needs memory": {"memory": 100, "seconds": 20},
    "hangs": {"seconds": 0.3},
    "stops reading": {"seconds": 0.3},
}


@pytest.mark.parametrize("how", list(WAYS))
def test_a_program_that_misbehaves_is_one_line_where_nobody_else_plays_on(how):
    player, games = program(how, **LIMITS.get(how, {})), GameBatch(tinygame.GAME, 1, 3)
    with pytest.raises(HustingsError, match=WAYS[how]) as failed:
        games.step(player.act(games, np.array([0])))
    assert "\n" not in str(failed.value)
    assert isinstance(failed.value, IllegalAction | NoAnswer)


@pytest.mark.parametrize(
    "how", ["hangs", "exits at once", "garbage", "illegal", "two answers", "never reads"]
)
def test_a_tournament_with_a_program_that_misbehaves_keeps_what_was_played(how, monkeypatch):
    monkeypatch.setattr(agent, "START_SECONDS", 0.5 if how == "never reads" else 10.0)
    monkeypatch.setattr(agent, "PATIENCE", 0.4)
    monkeypatch.setattr(arena, "PATIENCE", 0.4)
    player = program(how, when=4, **LIMITS.get(how, {}))
    result = tournament(tinygame.GAME, [player, "random"], 6, num_players=3, batch=100)
    figure = result.figure(player.name)
    assert (result.stopped, result.games >= 6) == (False, True)
    assert 0 < figure.forfeits <= figure.seats
    assert (result.ranks[result.forfeits] >= 2.5).all()
    assert "illegal, late" in text_of(result)
    assert result.reasons[player.name]


def test_one_answer_in_vain_costs_one_game():
    """The program is started anew, and its other games go on."""
    player = program("exits", when=30)
    result = tournament(tinygame.GAME, [player, "random", "random"], 60, num_players=3, batch=60)
    spent = int((result.seatings == 0).sum())
    asked = 30  # of each life of the program, at most
    assert 0 < result.forfeits.sum() <= spent * 4 / asked


def test_a_whole_number_may_be_written_with_a_point():
    assert messages.answers_in(b'{"id": 1.0, "action": 3.0}', 1, 1, batch=False) == [3]


@pytest.mark.parametrize(("line", "words"), [
    (b"[1, 2]", r"it wrote a line that is not a JSON object: '\[1, 2\]'"),
    (b"[" * 200_000, "it wrote a line that is not JSON: "),
    (b'{"id": 1}', 'its answer lacks "action", by number or in words: '),
    (b'{"id": 1, "action": 1.5}', 'its answer lacks "action", by number'),
    (b'{"id": 1, "action": true}', 'its answer lacks "action", by number'),
    (b'{"id": 1, "action": %s}' % (b"9" * 1000), 'its answer lacks "action", by number'),
    (b'{"id": 1, "action": 1e999}', 'its answer lacks "action", by number'),
])  # fmt: skip
def test_what_is_no_answer_is_told(line, words):
    with pytest.raises(NoAnswer, match=words):
        messages.answers_in(line, 1, 1, batch=False)


def test_a_second_answer_is_none_to_the_next_question():
    player, games, failed = program("two answers"), GameBatch(tinygame.GAME, 3, 3), []
    for _ in range(2):
        try:
            player.act(games, np.arange(3))
        except NoAnswer as error:
            failed.append(error)
        time.sleep(0.2)
    assert re.search("more than one answer|a question other than", str(failed[0]))
    assert min(failed[0].actions) == -1


def test_time_for_a_game_is_counted_over_its_decisions():
    player, row = program("thinks for half a second", game_seconds=1.1), np.array([0])
    games = GameBatch(tinygame.GAME, 1, 2, seed=1)
    assert player.act(games, row)[0] >= 0

    def act_on():
        for _ in range(3):
            player.act(games, row)

    with pytest.raises(NoAnswer, match=r"it has used its 1\.1 s for a game; give it more: exec:game_sec"):
        act_on()


def test_a_batch_has_time_for_each_of_its_rows():
    player = program("hangs", wants={"batch": 4}, seconds=0.1)
    games, begin = GameBatch(tinygame.GAME, 4, 3), time.monotonic()
    with pytest.raises(NoAnswer, match=r"it has not answered in 0\.1 s"):
        player.act(games, np.arange(4))
    assert 0.4 <= time.monotonic() - begin < 5


def test_a_batch_with_too_few_answers_is_no_answer():
    player, games = program("too few", wants={"batch": 4}), GameBatch(tinygame.GAME, 4, 3)
    with pytest.raises(NoAnswer, match='its answer lacks "actions", a list of 4') as failed:
        player.act(games, np.arange(4))
    assert failed.value.actions == [-1] * 4


@pytest.mark.parametrize(("ready", "words"), [
    ({"type": "hi"}, "its first line is not .* but "),
    ({"type": "ready", "hustings": 2}, "its version of the protocol, 2, is not 1"),
    ({"type": "ready"}, "its version of the protocol, None, is not 1"),
    ({"type": "ready", "hustings": 1, "vieww": "base64"}, "it wants 'vieww', which does not exist"),
    ({"type": "ready", "hustings": 1, "words": 1}, "it wants words 1, which must be of type bool"),
    ({"type": "ready", "hustings": 1, "view": "png"}, "it wants the view 'png' in batches of 0"),
    ({"type": "ready", "hustings": 1, "batch": 10**9}, "in batches of 1000000000; .* at most 4096"),
    ({"type": "ready", "hustings": 1, "view": "binary"}, "it wants a binary view, which needs batch"),
])  # fmt: skip
def test_a_program_that_wants_what_there_is_not_is_told(ready, words):
    with pytest.raises(NoAnswer, match=words):
        messages.wants_in(json.dumps(ready).encode())


def test_a_program_out_of_patience_is_asked_again_in_a_new_deal(monkeypatch):
    monkeypatch.setattr(agent, "PATIENCE", 0.2)
    player, games, row = program("hangs", seconds=0.3), GameBatch(tinygame.GAME, 1, 3), np.arange(1)
    for words in ("has not answered in", "is not asked again"):
        with pytest.raises(NoAnswer, match=words):
            player.act(games, row)
    games.reset()
    with pytest.raises(NoAnswer, match="has not answered in"):
        player.act(games, row)


def test_what_it_writes_to_standard_error_never_holds_it_up():
    player, games = program("is noisy", seconds=20), GameBatch(tinygame.GAME, 3, 3)
    assert (player.act(games, np.arange(3)) >= 0).all()


# --- Its end -------------------------------------------------------------------------------------


def test_a_program_ends_with_its_agent():
    for end in ("close", "del"):
        player, games = program(), GameBatch(tinygame.GAME, 1, 3)
        player.act(games, np.array([0]))
        pid = player.pid
        assert alive(pid)
        if end == "close":
            player.close()
        del player
        gc.collect()
        assert ended(pid)


def test_a_program_that_hangs_ends_with_all_that_it_has_started(monkeypatch):
    monkeypatch.setattr(process, "_GRACE", 0.1)
    player, games = program("hangs with children", seconds=0.5), GameBatch(tinygame.GAME, 1, 3)
    with pytest.raises(NoAnswer):
        player.act(games, np.array([0]))
    assert player.pid is None
    until, looks = time.monotonic() + 5, ["pgrep", "-f", f"# begun by {os.getpid()}$"]
    while (found := subprocess.run(looks, capture_output=True, check=False)).stdout:
        assert time.monotonic() < until, found.stdout
        time.sleep(0.05)


# A suite that runs in the background of a shell is told to ignore Ctrl-C, and hands that on.
INTERRUPTED = f"""
import json, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import numpy as np
from hustings.agents.program import ProgramAgent
from hustings.envs import GAMES, GameBatch
player = ProgramAgent({command("hangs")!r}, GAMES["saludos_amigos"], seconds=100)
print("asks", flush=True)
player.act(GameBatch(GAMES["saludos_amigos"], 1, 4), np.arange(1))
"""


def test_ctrl_c_ends_a_wait_at_once_and_the_program_too():
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as asks:
        assert asks.stdout.readline() == "asks\n"
        child, until = "", time.monotonic() + 20
        while not child and time.monotonic() < until:
            child = Path(f"/proc/{asks.pid}/task/{asks.pid}/children").read_text().strip()
        time.sleep(0.3)
        begin = time.monotonic()
        os.kill(asks.pid, signal.SIGINT)
        _, errors = asks.communicate(timeout=30)
        assert time.monotonic() - begin < 10
    assert "KeyboardInterrupt" in errors
    assert ended(int(child.split()[0]))


def test_a_program_ends_with_the_interpreter_and_gets_no_setting_of_its_own():
    code = f"""
        import os, sys
        import numpy as np
        from hustings.agents.program import ProgramAgent
        from hustings.envs import GAMES, GameBatch
        os.environ["PYTHONSAFEPATH"] = "1"
        player = ProgramAgent({command()!r}, GAMES["saludos_amigos"])
        player.act(GameBatch(GAMES["saludos_amigos"], 1, 4), np.arange(1))
        print(player.pid, "PYTHONSAFEPATH" in open(f"/proc/{{player.pid}}/environ").read())
    """
    done = run_python(code)
    assert done.returncode == 0, done.stderr
    pid, safe = done.stdout.split()
    assert safe == "False"
    assert ended(int(pid))


def test_a_copy_starts_a_program_of_its_own():
    player, games = program(wants={"batch": 2}, seconds=5), GameBatch(tinygame.GAME, 2, 3)
    player.act(games, np.arange(2))
    for twin in (copy.copy(player), copy.deepcopy(player), pickle.loads(pickle.dumps(player))):
        assert (twin.name, twin.settings, twin.pid) == (player.name, player.settings, None)
        assert twin.act(games, np.arange(2)).tolist() == player.act(games, np.arange(2)).tolist()
        assert twin.pid != player.pid
        twin.close()


# --- Wherever agents are named -------------------------------------------------------------------


def test_a_program_plays_wherever_agents_are_named(tmp_path):
    spec = "exec:" + " ".join([sys.executable, "-S", "-E", BOT, "'{\"told\":true}'", "well"])
    game, given = GAMES["copycat"], {"num_players": 2}
    assert tournament(game, [f"mine={spec}", "random"], 2, **given).figure("mine").forfeits == 0
    board = leaderboard(game, games=2, agents=[spec, "random"], out=tmp_path / "board.json", **given)
    assert board.result.forfeits.sum() == 0
    assert evaluate(spec, game, games=2, agents=["random"], **given).forfeited[spec][0] == 0
    assert play(game, [spec, "random"], seed=1).scores is not None


def test_a_program_that_greets_wrongly_is_ended():
    other = "import time; print('{\"hustings\": 99}', flush=True); time.sleep(600)"
    player, games = ProgramAgent([sys.executable, "-c", other], tinygame.GAME), GameBatch(tinygame.GAME, 1)
    before = children()
    with pytest.raises(NoAnswer) as failed:
        player.act(games, np.arange(1))
    assert failed.value is not None  # and with its traceback all that it refers to
    assert children() == before


@pytest.mark.parametrize("kind", [SeatEnv, SeatVectorEnv])
def test_a_closed_environment_ends_the_programs_that_it_began(kind):
    before = children()
    env = kind(SALUDOS, opponents=f"exec:{shlex.join(command())}")
    env.reset(seed=1)
    assert len(children() - before) == 1
    env.close()
    assert children() == before
