"""Every command where little can be shown: ASCII alone, 40 columns, nobody at the keyboard, no output."""

import json
import os
import subprocess
import sys
import textwrap

import pytest

from hustings.training.cli import app

from ...support import COMMAND, run, shared

BOTS = "random,random,random,random"
SMALL = ["num_games=8", "decisions=64", "minibatches=1", "layers=[8]", "thing_width=4", "evaluate_games=4",
         "opponents=latest", "evaluate_against=random"]  # fmt: skip
GAME = "saludos_amigos"
# What is run, each where those above it were, and what it exits with where it is read.
COMMANDS: dict[str, tuple[str, int]] = {
    "help": ("--help", 0),
    "nothing": ("", 2),
    "games": ("games", 0),
    "games as JSON": ("games --json", 0),
    "describe": ("describe liberte", 0),
    "describe play": (f"describe {GAME} --topic play", 0),
    "describe rules": (f"describe {GAME} --topic rules", 0),
    "describe box": ("describe copycat --topic box", 0),
    "describe table": ("describe die_macher --topic table", 0),
    "describe codes": ("describe copycat --topic codes", 0),
    "play": (f"play {GAME} --seats {BOTS} --seed 1", 0),
    "play oneself": (f"play {GAME} --seats random,random,human,random --seed 1 --replay game.json", 2),
    "watch": (f"watch {GAME} --seats {BOTS} --seed 1", 0),
    "check": (f"check greedy {GAME} -n 4 --seconds 1", 0),
    "mcp": ("mcp", 0),
    "tournament": (f"tournament {GAME} --agents greedy,random --games 4", 0),
    "ladder": (f"ladder random {GAME} --games 8", 0),
    "leaderboard": ("leaderboard liberte", 0),
    "leaderboard played": (f"leaderboard {GAME} --agents greedy,random --games 4 --out board.json", 0),
    "leaderboard shown": (f"leaderboard {GAME} --from board.json", 0),
    "evaluate": (f"evaluate greedy {GAME} --agents random --games 4", 0),
    "exploit": (f"exploit greedy {GAME} --games 4 --search iterations=2", 0),
    "quiz": (f"quiz greedy {GAME} --positions 9", 0),
    "values": (f"values policy {GAME} --games 1 --positions 2 --repeats 2", 0),
    "train": (f"train {GAME} --steps 64 --out run --set {' --set '.join(SMALL)}", 0),
    "train on": (f"train {GAME} --steps 64 --out ../read/run --resume", 0),
    "train settings": (f"train {GAME} --settings", 0),
    "curve": ("curve ../read/run --plot curve.png --over minutes", 0),
    "bench": (f"bench {GAME} --seconds 0.01", 0),
    "picture": (f"picture {GAME} --out game.svg", 0),
    "record": (f"record {GAME} --agents random --games 4 --out games.parquet", 0),
    "record prompts": ("record copycat --agents greedy --games 1 --prompts --out prompts.parquet", 0),
    "replay": ("replay ../read/game.json", 0),
    "replay verified": ("replay ../read/game.json --verify", 0),
    "replay as a page": ("replay ../read/game.json --html game.html", 0),
    "replay as a picture": ("replay ../read/game.json --picture game.png --move 2 --width 300", 0),
    "replay as a film": ("replay ../read/game.json --video game.gif --width 120", 0),
    "review": ("review ../read/game.json --agent search:iterations=2 --top 2", 0),
    "warmup": (f"warmup {GAME}", 0),
    "no such game": ("describe chess", 2),
    "no such option": ("games --colour", 2),
}
# One of each kind: help, tables, plain text, a game that goes on, progress, the name of a file, a complaint.
UNREAD = ("help", "nothing", "games", "games as JSON", "describe", "play oneself", "watch", "mcp",
          "evaluate", "picture", "replay", "replay verified", "warmup", "no such game",
          "no such option")  # fmt: skip
WAYS = ("read", "no reader", "no room", "closed")
"""What becomes of what a command prints: it is read, nobody reads it, it cannot be written, it is closed."""
# One process runs them all, each way in a folder of its own; streams are as Python finds them when it begins.
DRIVER = """
    import functools, io, json, os, sys
    from rich.console import Console
    from hustings.training import cli, warmup
    from hustings.training.browser import serve
    from hustings.training.learning import run as runs

    warmup.warm_up = lambda games: [(game, 0.1) for game in games]  # in processes of its own
    serve._run = lambda table, listening, console: None  # until Ctrl-C
    runs.train = functools.partial(runs.train, final_games=4)
    report, letters = sys.stdout, sys.stdout.encoding

    class Kept(io.BytesIO):
        def close(self):
            pass

    def nobody():
        reads, writes = os.pipe()
        os.close(reads)
        return open(writes, "wb")

    def run(arguments, way):
        said, complained = Kept(), Kept()
        sys.stdin = sys.stdout = sys.stderr = None
        if way != "closed":
            out = {"read": lambda: said, "no reader": nobody, "no room": lambda: open("/dev/full", "wb")}
            sys.stdin = open(os.devnull)
            sys.stdout = io.TextIOWrapper(out[way](), letters, line_buffering=way == "read")
            sys.stderr = io.TextIOWrapper(complained, letters, line_buffering=True)
        consoles = {"out": Console(), "err": Console(stderr=True)}  # as a new process has them
        printing = (cli.output, cli.bench, cli.data, cli.games, cli.learn, cli.measure, cli.play, cli.replays)
        for module in printing:
            vars(module).update((name, made) for name, made in consoles.items() if hasattr(module, name))
        sys.argv = ["hustings", *arguments.split()]
        try:
            cli.main()
        except SystemExit as end:
            code = end.code
        except BaseException as error:
            code = repr(error)  # a traceback
        return [code, said.getvalue().decode(letters), complained.getvalue().decode(letters)]

    ways, commands, unread = json.loads(sys.stdin.readline())
    for way in ways:
        os.mkdir(way)
        os.chdir(way)
        ran = {name: run(commands[name], way) for name in (commands if way == "read" else unread)}
        os.chdir("..")
        print(json.dumps([letters, ran]), file=report, flush=True)
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """By way and command: the exit status, what was printed, what was said on standard error."""
    asked = {name: arguments for name, (arguments, _) in COMMANDS.items()}
    # Python would take UTF-8 for what cannot be right.
    poor = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "COLUMNS": "40", "TERM": "dumb"}
    command, given = [sys.executable, "-c", textwrap.dedent(DRIVER)], json.dumps([WAYS, asked, UNREAD]) + "\n"

    def drive():
        done = run(command, cwd=tmp_path_factory.mktemp("terminals"), env=os.environ | poor, input=given)
        assert done.returncode == 0, done.stderr
        return done.stdout.encode()

    answers = [json.loads(line) for line in shared("terminals", drive).splitlines()]
    assert {letters for letters, _ in answers} == {"ascii"}
    return dict(zip(WAYS, (results for _, results in answers), strict=True))


def test_no_command_is_left_out():
    begun = {arguments.partition(" ")[0] for arguments, _ in COMMANDS.values()}
    assert {command.callback.__name__ for command in app.registered_commands} <= begun


@pytest.mark.parametrize("name", COMMANDS)
def test_a_narrow_terminal_without_accents_gets_what_it_can_show(name, ran):
    code, out, err = ran["read"][name]
    assert code == COMMANDS[name][1], err
    assert (out + err).isascii()
    if name not in (
        "describe box",
        "play oneself",
        "record",
        "record prompts",
        "replay verified",
        "watch",
    ):  # a path and a link are not broken into lines
        assert max(map(len, out.splitlines()), default=0) <= 40
    if code:
        assert err.count("\n") == (name != "nothing"), err
    assert out or err


@pytest.mark.parametrize("name", UNREAD)
def test_what_nobody_reads_is_not_printed_on(name, ran):
    code, _, err = ran["no reader"][name]
    _, out, _ = ran["read"][name]
    assert code == (1 if out else COMMANDS[name][1]), err
    assert "Traceback" not in err


@pytest.mark.parametrize("name", UNREAD)
def test_what_cannot_be_printed_is_said_in_one_line(name, ran):
    code, _, err = ran["no room"][name]
    if ran["read"][name][1]:
        assert code == 2
        assert err.endswith("hustings: the output: No space left on device; choose another place\n")
    assert "Traceback" not in err


@pytest.mark.parametrize("name", UNREAD)
def test_without_any_streams_it_does_the_same(name, ran):
    assert ran["closed"][name][0] == COMMANDS[name][1]


@pytest.mark.parametrize("target", ["no reader", "no room"])
def test_the_end_of_a_process_adds_nothing(target, tmp_path):
    """What is still held back is written when Python ends."""
    if target == "no reader":
        reads, writes = os.pipe()
        os.close(reads)
    else:
        writes = os.open("/dev/full", os.O_WRONLY)
    try:
        done = run([*COMMAND, "games", "--json"], capture_output=False, stdout=writes, stderr=subprocess.PIPE)
    finally:
        os.close(writes)
    assert done.returncode == {"no reader": 1, "no room": 2}[target]
    assert done.stderr.count("\n") == {"no reader": 0, "no room": 1}[target]
