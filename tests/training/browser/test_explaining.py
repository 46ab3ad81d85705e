"""What agents think, in words: units, intervals, the choice that was made."""

import numpy as np
import pytest

from hustings.agents import Explanation
from hustings.training.browser.explaining import MAX_ROWS, explanation_rows


def in_words(explanation: Explanation, played: int | None = None) -> dict:
    return explanation_rows(explanation, "choice {}".format, played)


def searched(probabilities, visits, mean, error, **more) -> Explanation:
    numbers = {"visits": np.array(visits), "mean": np.array(mean), "error": np.array(error), **more}
    return Explanation(np.array(probabilities, np.float32), 0.62, numbers)


def test_a_search_tells_its_playouts_with_units_and_intervals():
    told = in_words(searched([0.25, 0.75, 0, 0], [20, 60, 1, 0], [0.4, 0.62, 0.9, 0], [0.1, 0.05, 0, 0]), 0)
    assert told["expects"] == "expects 62 % of a win"
    assert "two standard errors to either side" in told["legend"]
    first, second, third = told["rows"]
    assert (first["words"], first["share"], first["told"]) == (
        "choice 1",
        0.75,
        "62 % of a win in 60 playouts",
    )
    assert (first["bar"], first["low"], first["high"]) == pytest.approx((0.62, 0.52, 0.72))
    assert (second["words"], second["played"], first["played"]) == ("choice 0", True, False)
    assert (third["told"], third["low"]) == ("90 % of a win in 1 playout", None)


def test_the_choice_that_was_made_is_there_however_unlikely():
    many = np.full(30, 1 / 29, np.float32)
    many[29] = 0
    rows = in_words(Explanation(many, 0.5, {}), 29)["rows"]
    assert [row["words"] for row in rows[:MAX_ROWS]] == [f"choice {action}" for action in range(MAX_ROWS)]
    assert [(row["words"], row["played"]) for row in rows[MAX_ROWS:]] == [("choice 29", True)]
    assert not any(row["played"] for row in in_words(Explanation(many, 0.5, {}))["rows"])


def test_what_all_are_compared_with_has_no_line():
    told = in_words(searched([1, 0], [40, 40], [0.5, 0.4], [0.0, 0.1], prior=np.array([0.97, 0.001])))
    assert "of its lead over the choice without one" in told["legend"]
    assert [row["low"] is None for row in told["rows"]] == [True, False]
    assert told["rows"][0]["told"].endswith("; the policy takes it 97 % of the time")
    assert told["rows"][1]["told"].endswith("; the policy takes it less than 1 % of the time")


def test_a_policy_tells_its_odds_and_what_else_it_knows_is_kept():
    told = in_words(Explanation(np.array([0.1, 0.9], np.float32), 0.4, {"depth": np.array([3, 4])}))
    assert told["expects"] == "expects to win 40 % of the time"
    assert [row["told"] for row in told["rows"]] == ["depth 4", "depth 3"]
    assert [row["bar"] for row in told["rows"]] == pytest.approx([0.9, 0.1])


def test_an_agent_need_not_know_what_to_expect():
    told = in_words(Explanation(np.array([0.1, 0.9], np.float32), np.nan, {}))
    assert (told["value"], told["expects"]) == (None, "does not say what it expects")
