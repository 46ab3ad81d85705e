"""Tables of Die Macher with faults that no single changed entry leads to."""

from hustings.envs.core.api.batch import GameBatch

from ..support import play_out
from . import playing as p


def pool_of_no_cards() -> GameBatch:
    games = p.deal().games
    games.tables["discards"] += games.tables["pool"]
    games.tables["pool"] = 0
    return games


def four_markers_on_a_space() -> GameBatch:
    """For one election two partners place theirs, or a winner and two beaten by a nose."""
    games = p.deal(4, box={"media_markers": 20}).games
    play_out(games)
    table = games.tables[0]
    table["national_media"][0, :4] = 1
    laid = table["national_media"].sum(axis=0) + table["media"].sum(axis=0)
    table["media_supply"][:4] = 20 - laid[:4]
    return games


FAULTS = {
    "CARDS_OF_THE_POOL_ARE_MISSING_OR_TOO_MANY": pool_of_no_cards,
    "TOO_MANY_MARKERS_ARE_OF_ONE_ELECTION": four_markers_on_a_space,
}
