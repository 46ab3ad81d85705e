"""Language models as agents, asked at a small server on this machine."""

import pickle
import re

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.llm import action_in, rules_of
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.training import tournament

from .. import tinygame
from ..model_server import Server, last_choice
from ..players import text_of
from ..support import hustings

SALUDOS = GAMES["saludos_amigos"]


def agent(server, game=SALUDOS, **settings):
    more = "".join(f",{name}={value}" for name, value in settings.items())
    return make(f"llm:model=small,url={server.url}{more}", game)


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
    games = GameBatch(SALUDOS, 1, 4, seed=1)
    with Server(lambda messages: {"content": None, "reasoning": "ACTION 0"}, finish="length") as server:
        player = agent(server, retries=1)
        player.act(games, np.array([0]))
    (answer,) = player.answers
    assert (answer.text, answer.reasoning, answer.rejected, answer.fallback) == ("", "ACTION 0", ("",), True)
    assert (player.usage.cut, player.usage.fallbacks) == (2, 1)
    assert "2 cut off (raise tokens=)" in str(player.usage)


def test_answers_before_a_legal_one_are_kept():
    games = GameBatch(SALUDOS, 1, 4, seed=1)
    with Server(lambda messages: "ACTION 999" if len(messages) == 2 else last_choice(messages)) as server:
        player = agent(server)
        player.act(games, np.array([0]))
    assert player.answers[0].rejected == ("ACTION 999",)
    assert not player.answers[0].fallback


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
            agent(server).act(games, np.array([0]))
        assert len(server.asked) == 1


@pytest.mark.parametrize(("answer", "action"), [
    ("ACTION 12", 12), ("action: 12.", 12), ("**ACTION 12**", 12), ("`ACTION 12`\n", 12),
    ("ACTION 3 is weak.\nACTION 12", 12), ("ACTION 12\n\n(Action 3 would cost 8.)", 12),
    ("I compared ACTION 3 with ACTION 12", 12), ("12", 12), ("**12**", 12), ("12: Pass", 12),
    ("Best is:\n12: Call a council: push a 3 forward", 12), ("\\boxed{12}", 12),
    ("I take 2 blocks.", None), ("I pass.", None), ("", None), ("5 or 7", None), ("-", None),
    ("<think>ACTION 3", None), ("ACTION 3</think>", None), ("ACTION 3</think>ACTION 4", 4),
    ("ACTION 1" + 20 * "0", None), ("\n" * 10**5 + "ACTION 5", 5),
])  # fmt: skip
def test_an_answer_names_an_action(answer, action):
    assert action_in(answer) == action


@pytest.mark.parametrize(("server", "message"), [
    (Server(status=401, body='{"error": {"message": "no such key"}}'), "refuses: .*no such key"),
    (Server(status=404, body='{"error": {"message": "no model small"}}'), "refuses: .*no model small"),
    (Server(body="<html>a page</html>"), "does not speak the OpenAI protocol"),
    (Server(body='{"choices": []}'), "does not speak the OpenAI protocol"),
    (Server(body='{"choices": [{"message": {"content": 5}}]}'), "does not speak the OpenAI protocol"),
    (Server(body="{damaged"), "does not speak the OpenAI protocol"),
])  # fmt: skip
def test_a_server_that_refuses_or_says_nonsense_is_one_line(server, message):
    games = GameBatch(SALUDOS, 1, 4, seed=1)
    with server, pytest.raises(HustingsError, match=f"llm: {server.url}/? {message}"):
        agent(server).act(games, np.array([0]))


def test_a_server_that_is_not_there_is_one_line(tmp_path):
    with Server() as server:
        pass
    spec = f"llm:model=small,url={server.url}"
    done = hustings("tournament", "saludos_amigos", "--agents", spec, "--games", 1, folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert f"no server at {server.url}" in done.stderr


def test_wrong_settings_are_named():
    wrong = {
        "llm": "llm: which model?",
        "llm:": "llm: which model?",
        "llm:small": "llm: 'small': write NAME=VALUE",
        "llm:model=a,colour=red": "llm: no setting 'colour'; choose from model, url",
        "llm:model=a,retries=often": "llm: retries=often: needs a number",
        "llm:model=a,tokens=0": "llm: tokens=0: needs a number of at least 1",
        "llm:model=a,timeout=nan": "llm: timeout=nan: needs a number",
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
    ("HTTP_PROXY", "foo://user:secret@host", r"no server can be asked \(ValueError\); see url=, and"),
    ("ALL_PROXY", "http://user:secret@host:port", "no server can be asked"),
    ("SSL_CERT_FILE", "/nowhere.pem", r"no server can be asked \(\[Errno 2\] No such file"),
    ("SSL_CERT_FILE", __file__, "no server can be asked"),
    ("OPENAI_API_KEY", "schlüssel", "OPENAI_API_KEY has characters that no key has"),
    ("OPENAI_API_KEY", "key\n", "OPENAI_API_KEY has characters that no key has, perhaps an end of a line"),
    ("OPENAI_ORG_ID", "ü", "OPENAI_ORG_ID has characters that no key has"),
    ("OPENAI_PROJECT_ID", "a\nb", "OPENAI_PROJECT_ID has characters that no key has"),
])  # fmt: skip
def test_what_is_wrong_in_the_environment_is_one_line_without_secrets(names, value, words, monkeypatch):
    monkeypatch.setenv(names, value)
    with pytest.raises(HustingsError, match=f"^llm: {words}") as refused:
        make("llm:model=small,url=http://127.0.0.1:9/v1", SALUDOS)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("url", ["http://[::1", "http://host:port/v1"])
def test_an_address_that_is_none_is_one_line(url):
    with pytest.raises(HustingsError, match=r"^llm: no server can be asked \(InvalidURL\); see url="):
        make(f"llm:model=small,url={url}", SALUDOS)
