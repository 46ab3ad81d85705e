"""Tables of Saludos Amigos! with faults that no single changed entry leads to."""

import itertools

import numpy as np

from hustings.envs import saludos_amigos_v0
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.saludos_amigos.actions import CARD, CLOSE, PASS
from hustings.envs.saludos_amigos.table import VALUES, Phase


def one_too_many_in_the_opposition() -> GameBatch:
    """The first on the floor takes all of a small pie; all others are against it, as far as it goes round."""
    deals = (saludos_amigos_v0.batch(1, 7, seed=seed, ask_forced=True) for seed in itertools.count())
    games = next(games for games in deals if games.tables["pie"][0] < 6)
    while games.tables["phase"][0] not in (Phase.BID, Phase.OPP_SPLIT):
        wanted = [CLOSE] if games.tables["mug"][0] == 0 else []
        if games.tables["phase"][0] in (Phase.CALL, Phase.JOIN):
            wanted = list(range(CARD, CARD + VALUES))
        games.step(np.array([next((action for action in wanted if games.legal[0, action]), PASS)]))
    against = games.tables["participant"][0]
    assert against.sum() == games.tables["pie"][0]
    outside = next(seat for seat in range(7) if not against[seat] and not games.tables["share"][0, seat])
    games.tables["participant"][0, outside] = 1
    return games


FAULTS = {"THE_OPPOSITION_HAS_MORE_MEMBERS_THAN_MILLIONS": one_too_many_in_the_opposition}
