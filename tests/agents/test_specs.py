"""How agents are named."""

import pytest

from hustings.agents import make
from hustings.agents.spec_lists import split_phases, split_share, split_specs
from hustings.agents.specs import check_name, named, parts_of, replaced, runs_user_code, settings_of
from hustings.envs import HustingsError

from .. import tinygame


@pytest.mark.parametrize(("text", "names"), [
    ("greedy", ["greedy"]),
    ("a.b:C:depth=3,width=2,greedy", ["a.b:C:depth=3,width=2", "greedy"]),
    ("runs/x:sample=true,policy", ["runs/x:sample=true", "policy"]),
    ("depth=3,greedy", ["depth=3", "greedy"]),
    ("a=habit:gunner,b=policy", ["a=habit:gunner", "b=policy"]),
    ("strong:seconds=0.2,mine=runs/x,sample=true", ["strong:seconds=0.2", "mine=runs/x", "sample=true"]),
    ("one=llm:model=a,url=b,two=llm:model=c,url=d", ["one=llm:model=a,url=b", "two=llm:model=c,url=d"]),
    ("random@RESPOND=exec:./bot '1,2',greedy", ["random@RESPOND=exec:./bot '1,2'", "greedy"]),
    ("a=exec:node bot.js,b=exec:./bot --x=1,random", ["a=exec:node bot.js", "b=exec:./bot --x=1", "random"]),
    ('exec:./bot "a,b,c",x=greedy', ['exec:./bot "a,b,c"', "x=greedy"]),
    ("exec:./bot http://a/,x=greedy", ["exec:./bot http://a/", "x=greedy"]),
    ("exec:./bot 1\\,2,greedy", ["exec:./bot 1\\,2", "greedy"]),
    ("", [""]),
])  # fmt: skip
def test_settings_belong_to_the_name_before_them(text, names):
    assert split_specs(text) == names


@pytest.mark.parametrize(("text", "share"), [
    ("exec:./bot --depth=3 1=0.5", "0.5"),
    ("exec:seconds=2 ./bot=0.5", "0.5"),
    ("exec:./bot D=3=0.5", "0.5"),
    ("exec:sh -c 'a=1'", ""),
    ("mine:Bot@PLACE=2", ""),
])  # fmt: skip
def test_a_share_is_the_number_behind_an_agent(text, share):
    assert split_share(text) == ((text.removesuffix(f"={share}"), share) if share else (text, ""))


def test_phases_are_told_from_settings():
    found = split_phases("a phase=search:iterations=8,threads=2, TIE=greedy")
    assert found == {"a phase": "search:iterations=8,threads=2", "TIE": "greedy"}


@pytest.mark.parametrize(("spec", "agent", "others"), [
    ("a.b:C:x=1@TIE=d.e:F:y=2", "a.b:C:x=1", {"TIE": "d.e:F:y=2"}),
    ("exec:./bot \"a@b=c\"@TIE=exec:./x '@y=z'", 'exec:./bot "a@b=c"', {"TIE": "exec:./x '@y=z'"}),
    ("llm:url=http://me@host,model=a", "llm:url=http://me@host,model=a", {}),
])  # fmt: skip
def test_an_agent_may_have_phases_that_others_decide(spec, agent, others):
    assert replaced(spec) == (agent, others)
    assert parts_of(f"x={spec}") == [agent, *others.values()]


@pytest.mark.parametrize(("spec", "name", "rest"), [
    ("mine=policy", "mine", "policy"),
    ("my-net=search:iterations=4", "my-net", "search:iterations=4"),
    ("runs/x=3", "runs/x=3", "runs/x=3"),
    ("mine=", "mine=", "mine="),
])  # fmt: skip
def test_an_agent_may_have_a_short_name(spec, name, rest):
    assert named(spec) == (name, rest)


def test_settings_are_names_with_values():
    assert settings_of("", "search") == {}
    assert settings_of(" a = b=c ,d=", "search") == {"a": "b=c", "d": ""}
    with pytest.raises(HustingsError, match=r"agent x: 'deep': write NAME=VALUE$"):
        settings_of("a=1,deep", "agent x")
    with pytest.raises(HustingsError, match=r"agent x: a is given twice, as 1 and 2; give it once$"):
        settings_of("a=1, a=2", "agent x")


def test_a_missing_name_is_said_to_be_missing():
    with pytest.raises(HustingsError, match=r"^seats: a name is missing; write one in place of '  '$"):
        check_name("  ", "seats")


@pytest.mark.parametrize(("spec", "foreign"), [
    ("greedy", False),
    ("policy:sample=true", False),
    ("search:iterations=400", False),
    ("runs/first/policy", False),
    ("runs/first:sample=true", False),
    ("policy.onnx:sample=true", True),  # a module, unless the file is there
    ("my.module:Bot", True),
    ("greedy:Bot", True),
    ("mine=my.module:Bot", True),
    ("greedy@PLACE=mine:Bot", True),
    ("greedy@PLACE=search:iterations=8", False),
    ("mine=exec:./bot", True),
    ("mine=strong:seconds=1", False),
    ("habit:gunner", False),
    ("llm:model=a,url=http://example.org/v1", True),  # a key goes to that server
])  # fmt: skip
def test_no_file_decides_which_code_runs_or_who_gets_a_key(spec, foreign):
    assert runs_user_code(spec) == foreign


def test_a_policy_with_a_setting_is_no_code_where_its_file_is_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "policy.onnx").write_bytes(b"")
    assert not runs_user_code("policy.onnx:sample=true")
    assert runs_user_code("policy.onnx:sample"), "a policy's setting has a value"


@pytest.mark.parametrize("spec", ["x=search:Bot", "x=policy:Bot", "x=human:Bot", "x=habit:Bot"])
def test_what_is_no_name_of_a_module_is_never_imported(spec, tmp_path, monkeypatch):
    """These look like an agent of the suite with a short name, to whoever asks what a file may name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{spec.partition(':')[0]}.py").write_text("raise SystemExit('this code has run')")
    assert not runs_user_code(spec)
    with pytest.raises(
        HustingsError, match=r"'x=\w+' is not the name of a module; write package.module:name"
    ):
        make(spec, tinygame.GAME)
