"""Looking back at a game on the page: who would have won, and what one could have done better."""

import re
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from starlette.testclient import TestClient

from hustings.envs import GAMES
from hustings.training.browser import pages, reviewing
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.reviewing import Findings, Reviewing, chances, worst
from hustings.training.browser.web import WebApp
from hustings.training.evaluation.statistics import Estimate
from hustings.training.reviews import CostlyDecision, review

from .conftest import wait_for
from .matches import a_deal, a_match, finish, played_by_bots

HERE = "http://127.0.0.1:8000"
GAME = GAMES["saludos_amigos"]


@pytest.fixture(scope="module")
def match():
    match = played_by_bots(a_match("human:Anna,random,greedy,greedy", GAME), 10_000)
    match.replay.finish(match.games)
    return match


def test_the_chances_begin_alike_add_up_and_end_with_who_has_won(match):
    found = chances(match.replay, GAME, match.games.box)
    assert found.shape == (match.number + 1, 4)
    assert np.allclose(found.sum(axis=1), 1)
    assert (found >= 0).all()
    payoff = match.games.payoff[0]
    assert found[-1].argmax() == payoff.argmax()
    assert np.abs(found[0] - 0.25).max() < 0.2


def test_a_page_does_not_change_its_mind_while_it_is_made(match, monkeypatch):
    findings, macros = Findings(), pages._macros

    def found_meanwhile(name):
        findings.costly = []
        return macros(name)

    monkeypatch.setattr(pages, "_macros", found_meanwhile)
    assert '<noscript><meta http-equiv="refresh"' in pages.review_page(findings, match, 0, "")
    assert "No decision was found that cost anything" in pages.review_page(findings, match, 0, "")


def test_a_page_says_how_far_it_is_and_then_what_would_have_been_better(match, monkeypatch):
    monkeypatch.setattr(reviewing, "AGENT", "search:iterations=8")
    app = WebApp(BotRunner(match))
    with TestClient(app.starlette(), base_url=HERE) as client:
        place = f"/{app.links[0]}"
        assert 'http-equiv="refresh"' in client.get(f"{place}/review").text
        wait_for(lambda: 'http-equiv="refresh"' not in client.get(f"{place}/review").text)
        page = client.get(f"{place}/review").text
    costly = worst(review(match.replay, agent="search:iterations=8", seat=0, top=3, box=match.games.box))
    assert page.count("Look at it</a>") == len(costly) > 0
    for made in costly:
        assert f"{place}/replay#move={made.move - 1}&amp;view=0" in page
    assert page.count("<polyline") == 4
    assert not re.search(r"player_\d", page)
    assert costly == sorted(costly, key=lambda made: -made.loss.value)


def test_nobody_is_told_before_the_end_and_each_only_of_their_own(monkeypatch):
    def costly(replay, seat, **_):
        words = f"what {seat} chose", f"what {seat} had better done"
        return SimpleNamespace(
            decisions=[CostlyDecision(1, seat, "bid", *words, 0, 1, Estimate(0.4, 0.3, 0.5), 9)]
        )

    monkeypatch.setattr(reviewing, "review", costly)
    match = a_match("human,human,human")
    app = WebApp(BotRunner(match))
    with TestClient(app.starlette(), base_url=HERE) as client:
        assert client.get(f"/{app.links[0]}/review").status_code == 403
        assert client.get("/wrong/review").status_code == 404
        client.portal.call(app.runner.do, finish, match)
        for seat in range(2):
            page = partial(lambda link: client.get(link).text, f"/{app.links[seat]}/review")
            wait_for(lambda page=page: 'http-equiv="refresh"' not in page(), 20)
            assert re.findall(r"what (\d)", page()) == [f"{seat}"] * 2


def test_whoever_watches_is_told_at_the_end_and_still_when_another_game_has_begun(monkeypatch):
    kept = []
    monkeypatch.setattr(Reviewing, "_look", lambda self, findings, replay, *_: kept.append(replay))
    match = a_match("random,random,random")
    app = WebApp(BotRunner(match), deal_again=lambda: a_deal("random,random,random", match.game, 2))
    place = f"/{app.links[None]}"
    with TestClient(app.starlette(), base_url=HERE) as client:
        assert match.number == 0
        for path in ("review", "review?view=1"):
            assert client.get(f"{place}/{path}").status_code == 403
        client.portal.call(app.runner.do, finish, match)
        assert client.get(f"{place}/review").status_code == 200
        first = match.replay
        client.post(f"{place}/again", headers={"Origin": HERE})
        assert match.replay is not first
        assert client.get(f"{place}/review").status_code == 200
        assert client.get(f"{place}/review?view=1").status_code == 403, "nobody has asked for it in time"
    (looked_at,) = kept
    assert looked_at == first
    assert looked_at.moves is not first.moves


def test_what_nobody_can_see_any_more_keeps_nobody_waiting(match, monkeypatch):
    def long_for_the_first(replay, advance, **given):
        while replay is first:
            advance(1, 2)
        return SimpleNamespace(decisions=[])

    monkeypatch.setattr(reviewing, "review", long_for_the_first)
    monkeypatch.setattr(reviewing, "chances", lambda *given: None)
    looking, first = Reviewing(), match.replay
    abandoned = [looking.of(first, match.games, seat) for seat in (0, None)]
    found = looking.of(replace(first, seed=2), match.games, 0)
    wait_for(lambda: found.costly == [], 10)
    wait_for(lambda: all(findings.fault for findings in abandoned), 10)


def test_a_search_that_fails_is_one_line_and_another_game_is_another_review(match, monkeypatch):
    monkeypatch.setattr(reviewing, "AGENT", "search:iterations=x")
    looking = Reviewing()
    findings = looking.of(match.replay, match.games, 0)
    wait_for(lambda: "iterations" in findings.fault)
    assert looking.of(match.replay, match.games, 0) is findings
    other = played_by_bots(a_match("greedy,greedy,greedy,greedy", GAME, seed=2), 10_000)
    assert looking.of(other.replay, other.games, None) is not findings
    looking.close()
