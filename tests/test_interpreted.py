"""Rules that run as written give the same bytes as compiled ones."""

import copy
import hashlib

import numpy as np

from hustings.envs import GAMES

from .copycat import random_play as copycat
from .die_macher import playing as die_macher
from .liberte import playing as liberte
from .saludos_amigos import playing as saludos_amigos
from .support import deal, each_grown_name, random_actions, run_python

STEPS = 3000
LEANING = {  # towards actions that are rare at random
    "copycat": copycat.random_actions,
    "die_macher": die_macher.random_actions,
    "liberte": liberte.random_actions,
    "saludos_amigos": saludos_amigos.random_actions,
}


def digest_of(name: str) -> str:
    """The bytes of two games on the way, the usual way and another, with masks, views and redeals."""
    game, digest = GAMES[name], hashlib.sha256()
    for players, other_way in ((min(game.player_counts), False), (game.max_players, True)):
        games, rng = deal(game, 1, players, other_way, seed=11), np.random.default_rng(players)
        for step in range(STEPS):
            if games.over.all():
                break
            leaning = LEANING.get(name)
            games.step(leaning(games, rng, 0.7) if leaning else random_actions(games, rng))
            digest.update(games.tables.tobytes() + games.legal.tobytes())
            if step % 11 == 0:  # interpreted, an observation takes as long as several steps
                digest.update(games.observe(step // 11 % players).tobytes())
            if step % 37 == 0:
                redealt = copy.deepcopy(games)
                redealt.redeal(step % players, seed=step)
                digest.update(redealt.tables.tobytes())
        assert games.over.all()
        digest.update(games.scores.tobytes() + games.payoff.tobytes())
    return digest.hexdigest()


@each_grown_name
def test_interpreted_rules_give_the_same_bytes(name):
    code = f"from tests.test_interpreted import digest_of; print(digest_of('{name}'))"
    done = run_python(code, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == digest_of(name)
