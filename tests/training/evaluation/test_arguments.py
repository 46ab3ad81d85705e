"""What all measurements check alike: their arguments, and that nobody else writes their file."""

import pytest

from hustings.envs import GAMES, HustingsError
from hustings.training import evaluate, exploit, leaderboard, match_log, record, tournament, values

from ...players import Bids
from ...tinygame import GAME

SALUDOS = GAMES["saludos_amigos"]
MEASURE = {
    "tournament": lambda agent, **given: tournament(SALUDOS, [agent, "random"], **{"games": 4, **given}),
    "leaderboard": lambda agent, **given: leaderboard(SALUDOS, agents=[agent, "random"], **given),
    "evaluate": lambda agent, **given: evaluate(agent, SALUDOS, agents=["random"], **given),
    "exploit": lambda agent, **given: exploit(agent, SALUDOS, **given),
    "values": lambda agent, **given: values(agent, SALUDOS, **given),
}


@pytest.mark.parametrize("measure", MEASURE.values(), ids=MEASURE)
@pytest.mark.parametrize(("agent", "kwargs", "words"), [
    ("human", {}, "'human' cannot be measured"),
    ("alphago", {}, "unknown agent 'alphago'"),
    (Bids("x\x1b[31m"), {}, r"agents: 'x\\x1b\[31m' has invisible characters"),
    (Bids("lr=0.01"), {}, "agents: 'lr=0.01' reads as NAME=AGENT"),
    ("policy", {"games": 0}, "games: 0"),
    ("policy", {"num_players": 3}, "takes 4 to 7 players, not 3"),
    ("policy", {"seed": -1}, "seed: -1"),
])  # fmt: skip
def test_wrong_arguments_get_one_line(measure, agent, kwargs, words):
    with pytest.raises(HustingsError, match=words):
        measure(agent, **kwargs)


WRITE = {
    "leaderboard": lambda agent, path: leaderboard(GAME, agents=[agent, "random"], games=4, out=path),
    "evaluate": lambda agent, path: evaluate(agent, GAME, agents=["random"], games=4, out=path),
    "record": lambda agent, path: record(GAME, [agent, "random"], 4, path),
    "match_log": lambda agent, path: match_log(GAME, [agent, "random"], 4, path),
}


@pytest.mark.parametrize("write", WRITE.values(), ids=WRITE)
def test_two_do_not_write_one_file(write, tmp_path):
    path, refused = tmp_path / "games", []

    class Asks(Bids):
        def act(self, *given):
            with pytest.raises(HustingsError, match="games is in use by another hustings process"):
                write("random", path)
            refused.append(1)
            return super().act(*given)

    write(Asks("asks"), path)
    assert refused
    assert list(tmp_path.iterdir()) == [path]
