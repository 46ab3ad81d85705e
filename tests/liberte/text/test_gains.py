"""Where points come from."""

import pytest

from hustings.envs.liberte.text.prompts import gains

from ..playing import BOX, PROVINCES, Game, alone, election, everywhere, lay

FIVE = ["Brittany", "Maine", "Anjou", "Vivarais", "Provence"]
SIX = everywhere([*FIVE, "Berry"], "- - W")
REST = {"turn": 3, "vp": [0, 9, 0]}


def last_gains(game: Game) -> dict[str, list[int]]:
    """What the last step of a game brings, if all do as little as possible from here on."""
    while not game.over:
        before, scores, action = game.table.copy(), game.games.scores[0], int(game.games.legal[0].argmax())
        game.games.step([action])
    found = gains(game.box, before, action, game.table)
    assert (sum(found.values()) == game.games.scores[0] - scores).all()
    return {source: points.tolist() for source, points in found.items()}


def in_paris() -> Game:
    """The seventh white province is Paris, which counts here."""
    box = BOX.copy()
    box["cr"][0, PROVINCES.index("Paris")] = 1
    return lay(**REST, box=box, map=f"{everywhere(FIVE, '- - WW')}, Paris RRR WW")


def in_a_tie() -> Game:
    shown = ["Sade", "Bailly"]
    return election(3, **REST, displays=shown, map=f"{alone('', 'R' * 15)}, Paris RR BB").choose("Sade")


LANDSLIDE = f"{alone('R' * 8, 'BB', 'R' * 8)}, Vendée RRR WW"
SUDDEN = {
    "a card": (lambda: lay("Froment", **REST, map=SIX).play("Froment, Guyenne"), [2, -9, 6]),
    "a lost battle": (lambda: lay(**REST, map=SIX), [0, -9, 6]),
    "Paris": (in_paris, [0, 2 - 9, 5]),
    "red votes": (lambda: lay(**REST, map=LANDSLIDE), [2, -9, 0]),
    "a tie in Paris": (in_a_tie, [0, -9, 0]),
}


@pytest.mark.parametrize("name", SUDDEN)
def test_points_of_a_sudden_end_come_from_the_end(name):
    """They are those of the faction, in place of those won before."""
    position, points = SUDDEN[name]
    assert last_gains(position()) == {"the end": points}


def test_other_points_come_from_where_they_were_won():
    found = last_gains(lay(turn=4, map=f"{alone('R', 'RR', 'B')}, Vendée - - BB"))
    assert found == {"provinces": [0, 0, 1], "government": [2, 5, 0], "opposition": [0, 0, 3]}
