"""A program for tests, `python a_program.py WANTS HOW [WHEN]`: it misbehaves from question WHEN on."""

import json
import os
import subprocess
import sys
import time

wants, how, when = json.loads(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0
out = sys.stdout.buffer


def say(message):
    out.write(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")
    out.flush()


def legal_answer(told):
    if "rows" in told:
        return {"id": told["id"], "actions": [row["legal"][0] for row in told["rows"]]}
    return {"id": told["id"], "action": told["words"][0] if "words" in told else told["legal"][0]}


def misbehave(told):
    right = legal_answer(told)
    if how == "hangs":
        time.sleep(600)
    elif how == "hangs with children":
        code = f"import time; time.sleep(600)  # begun by {os.getppid()}"
        subprocess.Popen([sys.executable, "-S", "-c", code])
        time.sleep(600)
    elif how == "dies":
        os.kill(os.getpid(), 9)
    elif how == "exits":
        print("Traceback: out of ideas\nfor good", file=sys.stderr, flush=True)
        sys.exit(3)
    elif how == "garbage":
        say(b"\xff\xfe not JSON\n")
    elif how == "ten megabytes":
        say(b" " * 10_000_000 + b"\n")
    elif how == "two answers":
        say(right)
        say(right)
    elif how == "writes forever":
        while True:
            say(b"x" * 65_536)
    elif how == "chatters":
        while True:
            say({"chat": "well"})
    elif how == "another question":
        say({**right, "id": told["id"] + 1})
    elif how == "illegal":
        say({**right, "action": 9999})
    elif how == "negative":
        say({**right, "action": -1})
    elif how == "wrong words":
        say({**right, "action": "Castle"})
    elif how == "too few":
        say({**right, "actions": []})
    elif how == "needs memory":
        hoard = [bytearray(b"x" * 2**20) for _ in range(4000)]
        say({**right, "hoard": len(hoard)})
    elif how == "thinks for half a second":
        time.sleep(0.5)
        say(right)
    elif how == "is noisy":
        print("x" * 3_000_000, file=sys.stderr, flush=True)
        say(right)
    elif how == "closes":
        os.close(1)
        time.sleep(600)


if how == "exits at once":
    sys.exit("I never begin")
if how == "never reads":
    time.sleep(600)
say({"type": "ready", "hustings": 1, **wants})
if how == "stops reading":
    time.sleep(600)
for number, line in enumerate(line for line in sys.stdin.buffer if b'"type":"act"' in line):
    asked = json.loads(line)
    if how != "well" and number >= when:
        misbehave(asked)
    else:
        say(legal_answer(asked))
