"""Games over the Model Context Protocol, asked by the client of the official SDK."""

import asyncio
import copy
import json
import re
from types import SimpleNamespace

import numpy as np
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from hustings.agents import make
from hustings.agents.bots import RandomAgent
from hustings.envs import GAMES, HustingsError
from hustings.training import mcp_server
from hustings.training.mcp_server import Host, _Match, server
from hustings.training.play import deal_game

from .. import tinygame
from ..players import Bids, Cheats
from ..support import COMMAND, ROOT, bots, each_known_end

NAME = "saludos_amigos"
SEATS = ["greedy", "me", "random", "greedy"]


def asked(*calls, own=()):
    """What tools answer, one after the other: (whether it is an error, the text)."""

    async def ask():
        async with Client(server(own)) as client:
            return [await client.call_tool(name, given) for name, given in calls]

    return [(result.is_error, result.content[0].text) for result in asyncio.run(ask())]


def begun(*calls):
    """What is answered after a match has begun."""
    begin = ("begin", {"game": NAME, "seats": SEATS, "seed": 3})
    return asked(begin, *calls)


def test_every_tool_says_what_it_does_and_what_it_takes():
    async def ask():
        async with Client(server()) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(ask())}
    assert list(tools) == ["list_games", "describe", "begin", "see", "consider", "hint", "act", "results"]
    for tool in tools.values():
        assert re.match(r"[A-Z].+\.", tool.description)
        assert tool.output_schema is None, "every text would be sent twice"
        assert all("description" in argument for argument in tool.input_schema["properties"].values())


def first_action(text):
    return int(text.rpartition("Your legal actions:\n")[2].partition(":")[0])


def test_a_program_talks_to_the_command_over_standard_streams():
    async def play():
        way = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "mcp"], cwd=ROOT)
        async with Client(stdio_client(way)) as client:
            texts = [await client.call_tool("begin", {"game": NAME, "seats": SEATS, "seed": 3})]
            for _ in range(2):
                action = first_action(texts[-1].content[0].text)
                texts.append(await client.call_tool("act", {"action": action}))
            return [result.content[0].text for result in texts]

    first, *later = asyncio.run(play())
    assert first.startswith("Match 1. Saludos Amigos!, 4 players. You are player_1.\n")
    assert all("Your legal actions:" in text for text in later)


def test_what_an_agent_of_ones_own_prints_while_it_is_loaded_is_no_answer(tmp_path, monkeypatch, capsys):
    (tmp_path / "loud.py").write_text(
        "from hustings.agents.bots import RandomAgent as Bot\nprint('loaded')\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(mcp_server, "server", lambda own: SimpleNamespace(run=lambda transport: None))
    mcp_server.serve(["loud:Bot"])
    out, err = capsys.readouterr()
    assert (out, err.splitlines()[0]) == ("", "loaded")


def test_a_match_is_played_to_its_end():
    host = Host()
    texts = [host.begin(NAME, SEATS, seed=3)]
    while "Your legal actions:" in texts[-1]:
        texts.append(host.act(first_action(texts[-1])))
    ranking, last = host.results().rsplit("\n", 1)
    assert "The game is over: " in texts[-1]
    assert "player_1 (me)" in ranking
    assert texts[-1].endswith(ranking)
    assert re.fullmatch(r"\d+ decisions\. Seed 3\.", last)
    for ask in (lambda: host.act(0), lambda: host.consider(0), host.hint):
        with pytest.raises(
            HustingsError, match=r"^the game is over; see its results, or begin another match$"
        ):
            ask()


def test_a_game_can_be_learnt_before_it_is_played():
    for name in GAMES:
        topics = [("describe", {"game": name, "topic": topic}) for topic in ("play", "rules", "cards", "box")]
        (_, listed), *found = asked(("list_games", {}), *topics)
        assert f"{name}: {GAMES[name].title}, " in listed
        assert not any(failed for failed, _ in found)
        (_, play), (_, rules), (_, cards), (_, box) = found
        assert "## The aim" in play
        assert all(option.name in play for option in GAMES[name].box_spec.options)
        assert "| id |" in rules
        assert "## Phase: " in cards
        assert all(re.search(r"\((sourced|inferred)\)$", line) for line in box.splitlines())


def test_an_action_is_named_by_its_number_or_its_words_and_considered_before():
    ((_, first),) = begun()
    number, words = re.findall(r"^(\d+): (.+)$", first.rpartition("Your legal actions:")[2], re.MULTILINE)[-1]
    by_number, by_words = begun(("act", {"action": int(number)})), begun(("act", {"action": words.upper()}))
    assert by_number == by_words
    _, (failed, text), (_, after) = begun(("consider", {"action": number}), ("see", {}))
    assert not failed
    assert text.startswith(f"{number}: {words}\n")
    assert "deals consistent with what you know" in text
    assert f"Match 1. {after}" == first


@pytest.mark.parametrize("agent", ["greedy", "policy", "search:iterations=8", "random"])
def test_an_agent_says_what_it_would_do(agent):
    (_, first), (failed, text), (_, after) = begun(("hint", {"agent": agent}), ("see", {}))
    assert not failed, text
    number, words = re.match(rf"{agent} would play (\d+): (.+)", text).groups()
    assert f"\n{number}: {words}" in first
    assert ("How likely it is" in text) == (agent not in ("greedy", "random"))
    assert f"Match 1. {after}" == first


def test_one_caller_may_have_several_seats_and_matches():
    begin = ("begin", {"game": NAME, "seats": ["me", "me", "me", "greedy"]})
    (_, first), _, (_, here), (_, there), (failed, text) = asked(
        begin, begin, ("see", {"match": 1, "seat": 2}), ("see", {"seat": 2}), ("see", {"seat": 3})
    )
    assert first.startswith("Match 1. ")
    assert "You are player_2." in here
    assert here != there, "the seed is another each time"
    assert (failed, text) == (True, "seat: 3 is not yours; choose from 0, 1, 2")
    assert "Seed" not in first


def test_the_oldest_match_makes_room(monkeypatch):
    monkeypatch.setattr(mcp_server, "_KEPT", 2)
    begin = ("begin", {"game": NAME, "seats": SEATS})
    *_, (failed, text) = asked(begin, begin, begin, ("see", {"match": 1}))
    assert (failed, text) == (True, "match: 1 is not kept; choose from 2, 3, or begin another")


@pytest.mark.parametrize(("tool", "given", "line"), [
    ("act", {"action": 9999}, r"action '9999' is not legal; give the number of one that is: \d+.*"),
    ("act", {"action": 10**30}, r"action '1000.*' is not legal; .*"),
    ("act", {"action": "fly\nhome"}, r"action 'fly\\nhome' is not legal; .*"),
    ("act", {}, "act: action: field required; see the tool's arguments"),
    ("act", {"action": 0, "match": 9}, "match: 9 is not kept; choose from 1, or begin another"),
    ("see", {"seat": 0}, "seat: 0 is not yours; choose from 1"),
    ("see", {"player": 1}, "see: no argument 'player'; choose from match, seat"),
    ("list_games", {"game": NAME}, "list_games: no argument 'game'; it takes none"),
    ("results", {}, "the game is not over; see what there is to decide"),
    ("hint", {"agent": "alphago"}, "unknown agent 'alphago'; choose from .*"),
    ("hint", {"agent": "human"}, "agent: 'human' is a person; name another, such as greedy or strong"),
    ("hint", {"agent": "os:system"}, "agent .os:system. may run code or .* hustings mcp --agents;.*"),
    ("describe", {"game": "chess"}, "unknown game 'chess'; choose from copycat, .*"),
    ("describe", {"game": NAME, "topic": "food"}, "describe: topic: input should be .*"),
    ("begin", {"game": NAME, "seats": ["me"]}, "seats: Saludos Amigos! takes 4 to 7 players; .*"),
    ("begin", {"game": NAME, "seats": ["me", "human:Bob", *SEATS[2:]]}, "seats: 'human:Bob' is a person; .*"),
    ("begin", {"game": NAME, "seats": ["greedy"] * 4}, 'seats: nobody would ask you; name yourself, .*'),
    ("begin", {"game": NAME, "seats": ["llm:model=x", *SEATS[1:]]}, "agent 'llm:model=x' may run code .*"),
    ("begin", {"game": NAME, "seats": SEATS, "seed": -1}, "seed: -1 is not a whole number.*"),
    ("begin", {"game": NAME, "seats": SEATS, "options": {"colour": 1}}, "unknown option 'colour'; .*"),
    ("frobnicate", {}, "Unknown tool: frobnicate"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_one_line_and_changes_nothing(tool, given, line):
    (_, first), (failed, text), (_, after) = begun((tool, given), ("see", {}))
    assert failed
    assert re.fullmatch(line, text), text
    assert f"Match 1. {after}" == first


def test_an_agent_of_ones_own_plays_where_it_was_allowed_and_its_failure_is_named(
    tmp_path, monkeypatch, capsys
):
    (tmp_path / "failing.py").write_text(
        "import numpy as np\nclass Bot:\n    name = 'failing'\n    def __init__(self, game): pass\n"
        "    def act(self, games, rows):\n        print('thinking')\n"
        "        raise RuntimeError('out of ideas')\n"
        "class Wrong(Bot):\n    def act(self, games, rows):\n"
        "        return games.masks(rows=rows).argmin(axis=1)\n"
    )
    monkeypatch.chdir(tmp_path)
    seats = ["me", "failing:Bot", "greedy", "greedy"]
    begin = ("begin", {"game": NAME, "seats": seats, "seed": 3})
    hints = [("hint", {"agent": f"failing:{name}"}) for name in ("Bot", "Wrong")]
    own = ["failing:Bot", "failing:Wrong"]
    _, failing, wrong = asked(("begin", {"game": NAME, "seats": SEATS}), *hints, own=own)
    assert failing == (True, "failing:Bot: RuntimeError: out of ideas; failing.py, line 7")
    assert re.match(r"failing:Wrong: .* action \d+ .* is not legal; ", wrong[1])
    (_, first), *later = asked(begin, *[("act", {"action": 0})] * 20, ("see", {}), own=["failing:Bot"])
    said = [text for failed, text in [(False, first), *later] if failed]
    assert said
    assert {line for line in said if "is not legal" not in line} == {
        "player_1 (failing:Bot) has failed: RuntimeError; failing.py, line 7"
    }
    in_full = "hustings: player_1 (failing:Bot): RuntimeError: out of ideas; failing.py, line 7\n"
    assert in_full in capsys.readouterr().err


def test_a_caller_is_not_told_what_another_could_have_done(capsys):
    match, _ = a_small_match()
    match._agents[1] = Cheats("cheats", calls=0)
    match.act(int(np.flatnonzero(match.games.legal[0])[0]))
    with pytest.raises(HustingsError, match=r"^player_1 \(random\) has acted illegally$"):
        match.others_play()
    assert "is not legal; choose from " in capsys.readouterr().err


def test_agents_hear_the_result_once():
    match, heard = a_small_match()
    while not match.over:
        match.others_play()
        match.act(int(np.flatnonzero(match.games.legal[0])[0]))
        match.others_play()
    match.others_play()
    assert heard == [[match.games.scores[0].tolist()]]


def a_small_match():
    """A match of the caller and another, and the results that the other has heard."""

    class Hears(Bids):
        def hear_results(self, games, rows, scores, ranks):
            heard.append(scores.tolist())

    heard, seats = [], ["human:me", "random"]
    match = _Match(deal_game(tinygame.GAME, seats, RandomAgent(tinygame.GAME), seed=3), seats)
    match._agents[1] = Hears("own")
    return match, heard


def answers(match, seat):
    """All that a caller in `seat` can learn of a position, but for what comes of acting."""
    legal = np.flatnonzero(match.games.legal[0]).tolist()
    found = [match.see(), match.see(seat)]
    found += [match.consider(action) for action in legal[:2] + legal[-2:]]
    found += [match.hint(agent) for agent in ("greedy", "policy", "random", "search:iterations=2")]
    for wrong in (-1, "nothing"):
        try:
            match.number_of(wrong)
        except HustingsError as error:
            found.append(str(error))
    return found


@each_known_end
def test_no_answer_tells_what_the_callers_seat_may_not_know(game, players):
    host = Host()
    host.begin(game.name, ["me", *["greedy"] * (players - 1)], seed=7)
    match, met = host._matches[1], 0
    bot = make("greedy" if bots(game) else "random", game)
    for step in range(400):
        if match.over or met == 2:
            break
        seat = int(match.games.seat[0])
        assert seat in match.mine
        if step % 12 == 5:
            met += 1
            worlds = [copy.deepcopy(match) for _ in range(2)]
            for seed, world in enumerate(worlds):
                world.games.redeal(seat, seed=seed)
            assert worlds[0].games.tables.tobytes() != worlds[1].games.tables.tobytes()
            one, other = (answers(world, seat) for world in worlds)
            assert one == other
        match.act(int(bot.act(match.games, np.zeros(1, np.int64))[0]))
        match.others_play()
    assert met


def test_the_session_of_the_page_is_what_is_answered():
    page = (ROOT / "docs/howto/mcp.md").read_text("utf-8")
    (session,) = re.findall(r"```text\n(> begin.*?)```", page, re.DOTALL)
    calls = [part.partition("\n") for part in re.split(r"^> ", session, flags=re.MULTILINE)[1:]]
    asking = [(call.partition(" ")[0], json.loads(call.partition(" ")[2])) for call, _, _ in calls]
    for (call, _, answer), (_, text) in zip(calls, asked(*asking), strict=True):
        assert answer, call
        shown = map(re.escape, f"\n{answer}".split("\n...\n"))
        assert re.fullmatch(r"\n(.*\n)?".join(shown), f"\n{text}\n", re.DOTALL), (call, text)


def test_what_a_caller_sees_is_what_a_language_model_is_told():
    host = Host()
    first = host.begin(NAME, SEATS, seed=3)
    match: _Match = host._matches[1]
    assert first == f"Match 1. {match.games.tell(0, 1)}"
    assert host.see() == match.games.tell(0, 1)
