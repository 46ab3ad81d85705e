"""Language models as agents, asked at a small server on this machine."""

import copy
import os
import pickle
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.llm import action_in, rules_of
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.errors import NoAnswer
from hustings.training import tournament

from .. import tinygame
from ..model_server import Server, last_choice
from ..players import Bids, text_of

SALUDOS = GAMES["saludos_amigos"]


def agent(server, game=SALUDOS, **settings):
    more = "".join(f",{name}={value}" for name, value in settings.items())
    return make(f"llm:model=small,url={server.url}{more}", game)


def decided(server, **settings):
    """The agent after a decision in the first position of a game."""
    player = agent(server, **settings)
    player.act(GameBatch(SALUDOS, 1, 4, seed=1), np.array([0]))
    return player


def test_a_model_is_told_of_the_game_and_its_answer_is_played():
    games = GameBatch(SALUDOS, 5, 4, seed=1)
    with Server(last_choice) as server:
        player = agent(server, price_in=2, price_out=10)
        actions = player.act(games, np.array([0, 2, 4]))
    assert actions.tolist() == [np.flatnonzero(games.legal[row])[-1] for row in (0, 2, 4)]
    assert len(server.asked) == 3
    told = {asked["messages"][1]["content"] for asked in server.asked}
    assert all(any(text.startswith(games.tell(row)) for text in told) for row in (0, 2, 4))
    assert all(asked["messages"][0]["content"] == rules_of(SALUDOS) for asked in server.asked)
    assert player.name == "llm:model=small"
    usage = player.usage
    assert (usage.decisions, usage.calls, usage.fallbacks) == (3, 3, 0)
    assert (usage.tokens_in, usage.tokens_out) == (3000, 30)
    assert usage.dollars == pytest.approx(0.0063)
    assert usage.seconds > 0


def test_after_an_illegal_answer_it_is_asked_again_and_told_why():
    games = GameBatch(SALUDOS, 1, 4, seed=1)
    with Server(lambda messages: "ACTION 999" if len(messages) == 2 else last_choice(messages)) as server:
        player = agent(server)
        assert player.act(games, np.array([0])) == np.flatnonzero(games.legal[0])[-1]
    first, second = server.asked
    assert second["messages"][:2] == first["messages"]
    assert second["messages"][2]["content"] == "ACTION 999"
    assert second["messages"][3]["content"].startswith("999 is not legal. Choose from ")
    assert (player.usage.calls, player.usage.fallbacks) == (2, 0)
    assert player.answers[0].rejected == ("ACTION 999",)
    assert not player.answers[0].fallback


@pytest.mark.parametrize("answer", ["I would rather pass.", "", None, "ACTION 99999999999999999999"])
def test_a_model_that_names_no_action_plays_at_random_and_that_is_counted(answer):
    games = GameBatch(SALUDOS, 4, 4, seed=1)
    with Server(lambda messages: answer) as server:
        player = agent(server, retries=1)
        actions = player.act(games, np.arange(4))
        again = agent(server, retries=0)
        assert again.act(games, np.arange(4)).tolist() == actions.tolist()
    games.step(actions)
    assert (player.usage.decisions, player.usage.calls, player.usage.fallbacks) == (4, 8, 4)


def test_models_play_tournaments_and_the_table_says_what_it_took():
    with Server(last_choice) as server:
        spec = f"llm:model=small,url={server.url},price_in=1"
        result = tournament(tinygame.GAME, [spec, "random"], 4)
        (usage,) = result.usage.values()
        assert usage.calls == usage.decisions == len(server.asked) > 4
        assert result.as_json()["usage"][spec]["tokens_in"] == 1000 * usage.calls
    words = " ".join(text_of(result).split())
    told = rf"{usage.calls} decisions, {usage.calls} calls, 0 without a legal answer, [\d,]+ \+"
    assert re.search(told, words)
    assert "s a decision." in words


def test_what_a_model_thinks_is_kept_apart_and_names_no_action():
    games = GameBatch(SALUDOS, 1, 4, seed=1)
    legal = np.flatnonzero(games.legal[0])
    said = {"content": f"<think>ACTION {legal[0]}</think>\nACTION {legal[-1]}", "reasoning_content": "Hm."}
    with Server(lambda messages: said) as server:
        player = agent(server)
        assert player.act(games, np.array([0])) == legal[-1]
    (answer,) = player.answers
    assert (answer.text, answer.reasoning) == (said["content"], "Hm.")
    assert (answer.rejected, answer.fallback) == ((), False)


def test_a_model_that_thinks_until_it_is_cut_off_is_counted_and_the_remedy_told():
    with Server(lambda messages: {"content": None, "reasoning": "ACTION 0"}, finish="length") as server:
        player = decided(server, retries=1)
    (answer,) = player.answers
    assert (answer.text, answer.reasoning, answer.rejected, answer.fallback) == ("", "ACTION 0", ("",), True)
    assert (player.usage.cut, player.usage.fallbacks) == (2, 1)
    assert "2 cut off (raise tokens=)" in str(player.usage)


def test_what_a_reasoning_model_refuses_is_said_as_it_wants():
    games = GameBatch(SALUDOS, 1, 4, seed=1)

    def refuses(asked):
        return next((name for name in ("max_tokens", "temperature") if name in asked), None)

    with Server(last_choice, refuses=refuses) as server:
        player = agent(server, tokens=5000, effort="low")
        player.act(games, np.array([0]))
        player.act(games, np.array([0]))
    assert [refuses(asked) for asked in server.asked] == ["max_tokens", "temperature", None, None]
    last = server.asked[-1]
    assert (last["max_completion_tokens"], last["reasoning_effort"]) == (5000, "low")
    with Server(last_choice, refuses=lambda asked: "model") as server:
        with pytest.raises(HustingsError, match=r"refuses: .*model is not supported"):
            decided(server)
        assert len(server.asked) == 1


# Sentences; signs, decimals, ranges, several; what stands around it; LaTeX, widths; thoughts; a number alone.
ANSWERS = [
    ("action: 12.", 12), ("ACTION 3 is weak.\nACTION 12", 12), ("ACTION 12\n\n(Action 3 would cost 8.)", 12),
    ("12", 12), ("**12**", 12), ("12: Pass", 12), ("Best is:\n12: Call a council: push a 3 forward", 12),
    ("\\boxed{12}", 12), ("I take 2 blocks.", None), ("I pass.", None), ("", None), ("5 or 7", None),
    ("-", None), ("<think>ACTION 3", None), ("ACTION 3</think>", None), ("ACTION 1" + 20 * "0", None),
    ("\n" * 10**5 + "ACTION 5", 5), ("I compared ACTION 3 with ACTION 12", None),
    ("I would rather avoid ACTION 5.", None), ("ACTION 5 is the one to avoid.", None),
    ("ACTION 5, however, is bad.\nSo what?", None), ("ACTION 5: Pass\n", 5), ("ACTION -1", None),
    ("ACTION \u22121", None), ("ACTION-12", None), ("ACTION +12", 12), ("ACTION 1.5", None),
    ("ACTION 1,5", None), ("ACTION .5", None), ("ACTION 3 is weak.\nACTION .5", None), ("ACTION 50%", None),
    ("ACTION 12a", None), ("ACTION 3-5", None), ("ACTION 3\u20135", None), ("ACTION 3, 5", None),
    ("ACTION 3 or 5", None), ("ACTION 3 or ACTION 5", None), ("ACTION 3 (or 5)", None), ("ACTION 3 5", None),
    ("ACTION [3, 5]", None), ("ACTION 3\nACTION 5", 5), ("ACTION 3\nor better\nACTION 5", 5),
    ("ACTION 3 is weak.\nACTION -1", None), ("ACTION 3 is weak.\nACTION none", None),
    ("ACTION 12 ACTION 12", None), ("ACTION 12 - Pass", 12), ("ACTION 12 \u2014 Pass", 12),
    ("ACTION 12: 3 red blocks", 12), ("ACTION 12 (3 blocks)", 12), ("ACTION 12, for it is cheap", 12),
    ("(ACTION 12)", 12), ("ACTION \u2014 12", 12), ("ACTION -> 12", 12), ("ACTION \u2192 12", 12),
    ("ACTION = 12", 12), ("ACTION #12", 12), ('ACTION "12"', 12), ("ACTION: **12**", 12),
    ("**ACTION:** 12", 12), ("_ACTION 12_", 12), ("# ACTION 12", 12), ("| ACTION | 12 |", 12),
    ("1. ACTION 12", 12), ("```\nACTION 12\n```", 12), ('{"action": 12}', 12), ('{"action": -1}', None),
    ('{"action": 12, "why": "3 left"}', 12), ("~~ACTION 3~~ ACTION 12", 12), ("ACTION ~~3~~ 12", 12),
    ("ACTION\n12", 12), ("**ACTION**\n\n12", 12), ("my last action.\n5 of them", None),
    ("That was the action. 5 cards are left.", None), ("ACTION \\boxed{12}", 12),
    ("ACTION: $\\boxed{12}$", 12), ("\\boxed{\\text{ACTION 12}}", 12), ("The answer is $\\boxed{12}$.", 12),
    ("\\boxed{-1}", None), ("\\boxed{3, 5}", None), ("ACTION \\text{12}", 12), ("\\fbox{12}", 12),
    ("\uff21\uff23\uff34\uff29\uff2f\uff2e \uff11\uff12", 12), ("ACTION\uff1a12", 12),
    ("ACTION \uff11\uff0e\uff15", None), ("ACTION 1\ufe0f\u20e32\ufe0f\u20e3", 12), ("ACTION 1\xb2", None),
    ("ACTION \xbd", None), ("ACTION\u200b 12", 12), ("<thinking>ACTION 3</thinking>ACTION 5", 5),
    ("<thought>ACTION 3</thought> 5", 5), ("<THINK>ACTION 3</THINK>\nACTION 4", 4),
    ('<think effort="high">ACTION 3', None), ("[THINK]ACTION 3[/THINK]ACTION 4", 4),
    ("\u25c1think\u25b7ACTION 3\u25c1/think\u25b7ACTION 4", 4),
    ("<|channel|>analysis<|message|>ACTION 3<|end|><|start|>assistant<|channel|>final<|message|>ACTION 4", 4),
    ("<|channel|>analysis<|message|>ACTION 3", None),
    ("<|begin_of_thought|>ACTION 3<|end_of_thought|>ACTION 4", 4),
    ("<|START_THINKING|>ACTION 3<|END_THINKING|>ACTION 4", 4),
    ("<seed:think>ACTION 3</seed:think>ACTION 4", 4), ("<reflection>3</reflection>\n5", 5), ("-5", None),
    ("- 12: Pass", 12), ("1.5", None), ("3-5", None), ("5%", None), ("12:30", None), ("5)", 5),
    ("-9: Pass", None), ("#5", 5), ("$5$", 5), (".5", None), ("1,5", None), ("reaction 5", None),
    ("I was the 3rd", None), ("ACTION 007", 7), ("<b>ACTION 12</b>", 12), ("The action is 12", None),
    ("ACTION 12\nGood luck!", 12), ("ACTION 12\n5 points left", 12), ("ACTION 3 is bad\nACTION N/A", None),
    ("ACTION 3? No, ACTION 5.", None), ("ACTION 3: rejected. ACTION 5: good.", None),
    ("Final answer: ACTION 12", 12), ("My answer: ACTION 12\nIt is cheap.", 12),
    ("I would avoid this: ACTION 5", None), ("The answer is $\\boxed{12}$ (Pass).\nGood luck!", 12),
    ("ACTION 12 of 30", None), ("ACTION 3 or maybe 5", None),
]  # fmt: skip


def test_what_a_strict_reader_takes_for_the_number_of_an_action():
    wrong = {answer: found for answer, named in ANSWERS if (found := action_in(answer)) != named}
    assert wrong == {}


@pytest.mark.parametrize(
    "part", ["ACTION ", "ACTION 3 or ", "<think>", "ACTION\n", "<a", "_", " ", "\n", "|", "7"]
)
def test_a_long_answer_takes_no_long_time(part):
    begin = time.monotonic()
    action_in(part * (200_000 // len(part)))
    assert time.monotonic() - begin < 5


def test_a_copy_goes_on_as_the_agent_does_and_shares_nothing_with_it():
    games = GameBatch(tinygame.GAME, 12, 3, seed=1)
    rows = np.arange(12)
    with Server(lambda messages: "I pass.") as server:
        player = make(f"llm:model=small,retries=0,url={server.url}", tinygame.GAME, seed=5)
        player.act(games, rows)
        twins = [copy.copy(player), copy.deepcopy(player), pickle.loads(pickle.dumps(player))]
        after = player.act(games, rows).tolist()
        for twin in twins:
            assert (twin.usage.decisions, len(twin.answers)) == (12, 12)
            assert twin.act(games, rows).tolist() == after
            assert (twin.usage.decisions, player.usage.decisions) == (24, 24)
        other = make(f"llm:model=small,retries=0,url={server.url}", tinygame.GAME)
        assert other.act(games, rows).tolist() != after


@pytest.mark.parametrize(("server", "message"), [
    (Server(status=401, body='{"error": {"message": "no such key"}}'), "refuses: .*no such key"),
    (Server(status=404, body='{"error": {"message": "no model small"}}'), "refuses: .*no model small"),
    (Server(body="<html>a page</html>"), "does not speak the OpenAI protocol"),
    (Server(body='{"choices": [{"message": {"content": 5}}]}'), "does not speak the OpenAI protocol"),
    (Server(body='{"choices": {"0": 1}}'), "does not speak the OpenAI protocol"),
    (Server(body='{"choices": [null]}'), "does not speak the OpenAI protocol"),
    (Server(body='{"choices": [{"message": "ACTION 1"}]}'), "does not speak the OpenAI protocol"),
    (Server(body='{"choices": ' + "[" * 10**5), "does not speak the OpenAI protocol"),
    (Server(body="[]"), "does not speak the OpenAI protocol"),
    (Server(status=400, body='{"error": null}'), "refuses: "),
    (Server(status=400, body='{"error": {"message": null, "param": [1]}}'), "refuses: "),
    (Server(status=400, body='"no \\ud83d"'), "refuses: "),
    (Server(status=400, body="[" * 10**5), "refuses: "),
    (Server(status=418, body=""), "refuses: "),
])  # fmt: skip
def test_a_server_that_refuses_or_says_nonsense_is_one_line(server, message):
    with server, pytest.raises(HustingsError, match=f"llm: {server.url}/? {message}"):
        decided(server)


@pytest.mark.parametrize("usage", [
    None, "many", [], 7, {}, {"prompt_tokens": None}, {"prompt_tokens": "9", "completion_tokens": [[]]},
    {"prompt_tokens": -1, "completion_tokens": 1e300}, {"prompt_tokens": True, "completion_tokens": 10**30},
    {"prompt_tokens": {"a": {"b": {}}}},
])  # fmt: skip
def test_a_server_that_does_not_tell_its_tokens_is_played_with(usage):
    with Server(last_choice, usage=usage, finish=None) as server:
        used = decided(server, price_in=1).usage
    assert (used.calls, used.tokens_in, used.tokens_out, used.dollars) == (1, 0, 0, 0)


def test_half_an_emoji_is_replaced_where_it_is_read():
    half = "\ud83d"

    def think(messages):
        said = last_choice(messages) if len(messages) > 2 else f"{half} Hm \U0001f600"
        return {"content": said, "reasoning": half}

    with Server(think) as server:
        (answer,) = decided(server).answers
    assert (answer.reasoning, answer.rejected) == ("\ufffd", ("\ufffd Hm \U0001f600",))


def trickle(out, *, head=True):
    """Answer with a byte now and then, for ever."""
    if head:
        out.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
    while True:
        out.write(b"x")
        out.flush()
        time.sleep(0.05)


def flood(out):
    """Answer with 200 MB, in which an action is named."""
    out.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
    out.write(b'{"choices": [{"message": {"content": "ACTION 1')
    for _ in range(200):
        out.write(b" " * 10**6)
    out.write(b'"}}]}')


@pytest.mark.parametrize(("given", "message"), [
    ({"write": trickle}, "gave no answer in time; raise timeout="),
    ({"write": lambda out: trickle(out, head=False)}, "gave no answer in time; raise timeout="),
    ({"write": lambda out: time.sleep(30)}, "gave no answer in time; raise timeout="),
    ({"write": flood}, "answers with more than 1,114,112 bytes"),
    ({"fails": range(9), "headers": [("Retry-After", "50")]}, "refuses: .*too many guests"),
    ({"fails": range(9), "headers": [("Retry-After", "soon")]}, "refuses: .*too many guests"),
], ids=["trickle", "header", "silence", "flood", "wait", "date"])  # fmt: skip
def test_an_answer_has_one_bound_in_time_and_one_in_bytes(given, message):
    begin = time.monotonic()
    with Server(last_choice, **given) as server, pytest.raises(NoAnswer, match=message):
        decided(server, timeout=2)
    assert time.monotonic() - begin < 6


def test_a_server_that_is_busy_for_a_moment_is_asked_again():
    with Server(last_choice, fails=range(1, 3), headers=[("Retry-After", "0")]) as server:
        player = decided(server)
    assert (len(server.asked), player.usage.calls) == (3, 1)


ASKS = """
import numpy as np
from hustings.agents import make
from hustings.envs import GAMES, GameBatch
game = GAMES["saludos_amigos"]
games = GameBatch(game, 16, 4)
player = make("llm:model=small,timeout=60,url=URL", game)
print("asks", flush=True)
player.act(games, np.arange(16))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_wait_for_an_answer_at_once(number):
    with Server(write=lambda out: time.sleep(60)) as server:
        code = ASKS.replace("URL", server.url)
        with subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as asks:
            assert asks.stdout.readline() == "asks\n"
            while len(server.asked) < 8:
                time.sleep(0.05)
            begin = time.monotonic()
            os.kill(asks.pid, number)
            asks.wait(timeout=30)
        assert time.monotonic() - begin < 10


@pytest.mark.parametrize("url", [
    "http://anna:secret@127.0.0.1:1/v1", "http://:secret@127.0.0.1:1/v1", "http://secret@127.0.0.1:1/v1",
    "http://127.0.0.1:1/v1?key=secret", "http://127.0.0.1:1/v1#secret", "anna:secret@127.0.0.1:1/v1",
    "http://anna:secret@[::1/v1",
])  # fmt: skip
def test_a_password_in_an_address_is_refused_and_not_repeated(url, tmp_path):
    with pytest.raises(HustingsError, match=r"llm: url= holds more than an address") as refused:
        make(f"llm:model=small,url={url}", SALUDOS)
    assert "secret" not in str(refused.value)
    with pytest.raises(HustingsError, match=r"llm: url= holds more than an address") as refused:
        tournament(SALUDOS, [f"llm:model=small,url={url}", "random"], 4)
    assert "secret" not in str(refused.value)


def test_a_password_in_the_environment_is_used_and_not_repeated(monkeypatch):
    games = GameBatch(SALUDOS, 1, 4, seed=1)
    with Server(last_choice) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url.replace("//", "//anna:secret@"))
        player = make("llm:model=small", SALUDOS)
        player.act(games, np.array([0]))
        server.fails = range(10**9)
        with pytest.raises(NoAnswer, match="refuses") as refused:
            make("llm:model=small,timeout=0.4", SALUDOS).act(games, np.array([0]))
    assert "secret" not in str(refused.value) + player.name + repr(pickle.dumps(player))


def test_a_server_that_fails_late_forfeits_the_games_that_are_left(tmp_path):
    with Server(last_choice) as server:
        spec = f"m=llm:model=small,url={server.url},timeout=2"
        # Unlike random's, low's bids do not depend on which games are left.
        whole = tournament(tinygame.GAME, [spec, Bids("low")], 14, seed=3)
        enough, server.asked[:] = 2 * len(server.asked) // 3, []
        server.fails = range(enough, 10**9)
        result = tournament(tinygame.GAME, [spec, Bids("low")], 14, seed=3)
    assert (result.stopped, result.games) == (False, whole.games)
    assert "refuses: " in result.reasons["m"]
    lost = result.forfeits.any(axis=1)
    assert 0 < lost.sum() < result.games
    assert result.scores[~lost].tolist() == whole.scores[~lost].tolist()
    assert enough - 8 < result.usage["m"].calls <= enough
    assert f"m forfeited {lost.sum()} of 14 (illegal, late): llm: " in " ".join(text_of(result).split())


def test_what_a_server_has_answered_is_kept_where_one_question_fails():
    games = GameBatch(SALUDOS, 4, 4, seed=1)
    refused = iter([None, "this", None, None])
    with Server(last_choice, refuses=lambda asked: next(refused)) as server:
        player = agent(server)
        with pytest.raises(NoAnswer, match="this is not supported") as failed:
            player.act(games, np.arange(4))
    actions = np.array(failed.value.actions)
    assert (actions < 0).sum() == 1
    assert player.usage.calls == 3
    kept = np.flatnonzero(actions >= 0)
    assert games.masks(rows=kept)[np.arange(3), actions[kept]].all()


def test_a_server_that_answers_nothing_is_not_asked_about_every_game():
    games = GameBatch(SALUDOS, 40, 4, seed=1)
    with Server(last_choice, status=400, body="{}") as server:
        with pytest.raises(NoAnswer) as failed:
            agent(server).act(games, np.arange(40))
        assert 8 <= len(server.asked) < 40
    assert failed.value.actions == [-1] * 40


def test_wrong_settings_are_named():
    wrong = {
        "llm": "llm: which model?",
        "llm:": "llm: which model?",
        "llm:small": "llm: 'small': write NAME=VALUE",
        "llm:model=a,colour=red": "llm: no setting 'colour'; choose from model, url",
        "llm:model=a,tokens=0": "llm: tokens=0: needs a whole number from 1 to 1000000",
        "llm:model=a,url=nonsense": "llm: url=nonsense is not the address of a server; write url=http://HOST",
        "llm:model=a,url=ftp://h/v1": "llm: url=ftp://h/v1 is not the address of a server",
        "llm:model=a,url=http://h:99999": "llm: url=http://h:99999 is not the address of a server",
        "llm:model=a,url=http://[::1": "llm: url=http://[::1 is not the address of a server",
    }
    for spec, message in wrong.items():
        with pytest.raises(HustingsError, match=re.escape(message)):
            make(spec, SALUDOS)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_model_is_told_the_rules_that_matter(game):
    told = rules_of(game)
    assert game.title in told
    assert "\nRewards\n" in told
    assert "\nEnd\n" in told
    assert len(told) > 1000
    assert "Version history" not in told
    assert ">>>" not in told
    assert pickle.loads(pickle.dumps(make("llm:model=a", game))).settings.model == "a"


@pytest.mark.parametrize(("names", "value", "words"), [
    ("HTTP_PROXY", "nowhere:at:all", r"cannot set up a connection \(InvalidURL\)"),
    ("OPENAI_BASE_URL", "http://[::1", r"cannot set up a connection \(InvalidURL\)"),
    ("OPENAI_BASE_URL", "nonsense", "no server at nonsense .*; start it, or give its address: url="),
    ("HTTP_PROXY", "foo://user:secret@host", r"cannot set up a connection \(ValueError\); see url=, and"),
    ("ALL_PROXY", "http://user:secret@host:port", "cannot set up a connection"),
    ("SSL_CERT_FILE", "/nowhere.pem", r"cannot set up a connection \(\[Errno 2\] No such file"),
    ("SSL_CERT_FILE", __file__, "cannot set up a connection"),
    ("OPENAI_API_KEY", "schlüssel", "OPENAI_API_KEY has characters that no key has"),
    ("OPENAI_API_KEY", "key\n", "OPENAI_API_KEY has characters that no key has, perhaps a line break"),
    ("OPENAI_ORG_ID", "ü", "OPENAI_ORG_ID has characters that no key has"),
    ("OPENAI_PROJECT_ID", "a\nb", "OPENAI_PROJECT_ID has characters that no key has"),
])  # fmt: skip
def test_what_is_wrong_in_the_environment_is_one_line_without_secrets(names, value, words, monkeypatch):
    monkeypatch.setenv(names, value)
    with pytest.raises(HustingsError, match=f"^llm: {words}") as refused:
        make("llm:model=small,timeout=3", SALUDOS).act(GameBatch(SALUDOS, 1, 4), np.array([0]))
    assert "secret" not in str(refused.value)
