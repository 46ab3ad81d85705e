"""Tables of Saludos Amigos! with faults that no single changed entry leads to."""

import numpy as np

from hustings.envs import saludos_amigos_v0
from hustings.envs.core.batch import GameBatch
from hustings.envs.saludos_amigos.actions import CLOSE, PASS
from hustings.envs.saludos_amigos.table import Phase


def card_face_down() -> GameBatch:
    games = saludos_amigos_v0.batch(1, 4)
    games.tables["pile"][0, 0] -= 1
    games.tables["shuffled"][0, 0] -= 1
    games.tables["face_down"][0, 0, 0] += 1
    return games


def council_against_nobody() -> GameBatch:
    """The first seat on the floor takes all; then the offer is taken away."""
    games = saludos_amigos_v0.batch(1, 4, ask_forced=True)
    while games.tables["phase"][0] != Phase.CALL:
        close = games.tables["mug"][0] == 0 and games.legal[0, CLOSE]
        games.step(np.array([CLOSE if close else PASS]))
    for name in ("mug", "share", "history"):
        games.tables[name] = 0
    return games


FAULTS = {
    "CARDS_LIE_FACE_DOWN_THOUGH_DISCARDS_ARE_OPEN": card_face_down,
    "THE_COUNCIL_IS_AGAINST_NOBODY_OR_THE_WHOLE_TABLE": council_against_nobody,
}
