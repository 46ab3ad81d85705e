"""The table as a picture: what is drawn beyond its words."""

from hustings.envs.core.text.drawing import SEAT_COLOURS, text_width
from hustings.envs.die_macher.text.picture import _BENCHES as BENCHES

from ... import drawn
from .. import playing as p


def parliament(won: dict[int, list[int]]):
    """The parliament after elections in which these seats were won, as a part and as an element."""
    picture = p.lay("MEDIA", round_number=3, seats_won=won).games.picture(0, 0)
    return drawn.parts(picture)["parliament"], drawn.groups(picture)["parliament"]


def widths(element, colour: str) -> list[float]:
    """How far the benches of a colour reach from left to right."""
    benches = [one for one in element if f"f-{colour}" in one.get("class", "") and one.get("points")]
    found = []
    for bench in benches:
        across = [float(corner.split(",")[0]) for corner in bench.get("points").split()]
        found.append(max(across) - min(across))
    return found


def test_seats_of_all_elections_are_wedges_of_the_parliament():
    part, element = parliament({0: [10, 30, 0], 1: [20, 0, 0]})
    assert part.title == "Seats in parliament: player_0 30, player_1 30, player_2 0"
    assert part.words == ["0", "1", "60 seats"]
    first, second, third = (widths(element, colour) for colour in SEAT_COLOURS[:3])
    assert len(first) == len(BENCHES)
    assert first == [far for _, far in BENCHES], "half of the seats are a quarter of the circle"
    assert second == first
    assert not third


def test_the_winners_star_lies_within_the_region_beside_a_coalition_tile():
    game = p.lay("NATIONAL_CARD", winner=[0], tile={0: [1, 1, 1]}, national_cards=[2])
    groups = drawn.groups(game.games.picture(0, 0))
    region, party = groups["region 0"][0], groups["party 0 0"]
    tile, star = (next(one for one in party.iter(drawn.SVG + "text") if one.text == word) for word in "T★")
    right = float(region.get("x")) + float(region.get("width"))
    assert ends(tile) <= float(star.get("x"))
    assert ends(star) <= right - 1.5


def ends(line) -> float:
    return float(line.get("x")) + text_width(line.text, 13, "b" in line.get("class").split())
