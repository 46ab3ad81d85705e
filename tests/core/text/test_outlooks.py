"""What is said to come of a choice, or of the table as it lies, beside what comes of it in random games."""

import functools
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from hustings.envs import GAMES, GameBatch
from hustings.envs.copycat import table as copycat
from hustings.envs.core.text.prompts import prompts_of
from hustings.envs.die_macher.rules.conversion import convert_meetings
from hustings.envs.liberte import table as liberte
from hustings.envs.liberte.text.describe import COLOUR_NAMES
from hustings.envs.liberte.text.outlook import highest, stacks_of
from hustings.envs.saludos_amigos import table as saludos
from hustings.envs.saludos_amigos.rules.drawing import journalist

from ...support import deal, random_actions, told_of


class Said(NamedTuple):
    """A sentence that held something, and what came of the action of which it was said.

    Attributes:
        found: what a pattern found in it.
        games: as they were dealt; of another batch like it a table can be played on.
        before, after: the tables around the action.
        action: what was done.
    """

    found: re.Match
    games: GameBatch
    before: Any
    action: int
    after: Any

    @property
    def game(self):
        return self.games.game

    @property
    def box(self):
        return self.games.box[0]

    @property
    def seat(self) -> int:
        return int(self.before.seat)

    def who(self, name: str) -> int:
        """The seat that a sentence means."""
        return self.seat if name in ("you", "your", "yourself") else int(name.removeprefix("player_"))

    def legal(self, table) -> np.ndarray:
        """(A,) the mask of a table."""
        return at(self, table).legal[0]


@functools.cache
def one_like(games: GameBatch) -> GameBatch:
    return GameBatch(games.game, 1, games.num_players, options=games.options, ask_forced=True)


def at(said: Said, table) -> GameBatch:
    """A game that stands as the table says, until the next is asked for."""
    games = one_like(said.games)
    games.tables[0] = table
    return games


def played_on(said: Said, going: Callable[[Any], bool]) -> Iterator[tuple[Any, Any, list[str]]]:
    """Pass from the table before the action on; yields each table, the next, and what is told of it."""
    games = at(said, said.before)
    while not games.over[0] and going(games.tables[0]):
        before = games.tables.copy()
        games.step([0])
        yield before.view(np.recarray)[0], games.tables[0], told_of(games, before, 0)


# --- Liberté --------------------------------------------------------------------------------------


def passing_of_liberte(said: Said) -> None:
    """All pass and nobody breaks a tie, until there is a government or the game is over."""
    turn, asked, news, after = int(said.before.turn), Counter(), [], said.before

    def going(table) -> bool:
        tie = table.phase == liberte.Phase.TIE and table.tie <= liberte.Tie.OPPOSITION
        return table.turn == turn and (table.phase == liberte.Phase.ACTION or tie)

    for before, after, told in played_on(said, going):  # noqa: B007 (what came last)
        news += told
        if before.phase == liberte.Phase.TIE:
            asked[int(before.tie), int(before.voting) * (before.tie == liberte.Tie.PROVINCE)] += 1
    votes, how, ties = said.found["votes"], said.found["how"], said.found["ties"] or ""
    number = int(ties.split()[0]) if ties.endswith(" ties") else len(ties.split(", ")) * bool(ties)
    assert number == len(asked), (ties, asked)
    if "would end" in how:
        assert (
            after.ending
            == {
                "counter-revolution": liberte.Ending.COUNTER_REVOLUTION,
                "landslide": liberte.Ending.LANDSLIDE,
            }[how.rpartition(" ")[2]]
        )
    else:
        assert after.ending in (liberte.Ending.NONE, liberte.Ending.FOUR_TURNS)
        government, opposition = (COLOUR_NAMES[int(c)] for c in (after.government, after.opposition))
        assert how == f"{government} would govern, {opposition} oppose"
    if votes:
        told = ", ".join(f"{COLOUR_NAMES[c]} {int(after.votes[c])}" for c in (1, 2, 3) if after.votes[c])
        assert votes == (f"votes {told}; " if told else "no votes; ")
    if battle := re.search(
        r"battle of .*?: .*?(?:(player_\d) would win it|(it would be lost)|level)", said.found[0]
    ):
        won = re.search(r"(player_\d) wins the battle", " ".join(news))
        assert (won and won[1]) == battle[1]
        assert bool(battle[2]) <= any("it is lost" in line for line in news)


def leads_of_liberte(said: Said) -> None:
    where = int(said.game.actions.locate(said.action)[1])
    if said.before.phase == liberte.Phase.TARGET_STACK:
        where = int(said.before.target)
    ahead = highest(stacks_of(said.after, where))
    if names := said.found["level"]:
        assert {said.who(name) for name in re.split(", | and ", names)} == {stack.seat for stack in ahead}
    elif said.found["leads"]:
        (stack,) = ahead
        assert said.who(said.found["leads"]) == stack.seat
        assert said.found["stack"] == f"{stack.height} {COLOUR_NAMES[stack.colour]}"
    else:
        assert not ahead


def tokens_of_liberte(said: Said) -> None:
    assert said.after.cannons[said.seat] == int(said.found[1])


# --- Die Macher -----------------------------------------------------------------------------------


def converted(said: Said) -> None:
    region, seat = int(said.before.region), said.seat
    won = int(said.after.votes[region, seat]) - int(said.before.votes[region, seat])
    assert won == int(said.found[1].replace("no", "0")), said.found[0]


def trend(said: Said) -> None:
    region, seat = int(said.before.region), said.who(said.found["who"])
    if said.after.land[region] == said.before.land[region]:
        assert int(said.after.trend[region, seat]) == int(said.found["to"])
        assert int(said.before.trend[region, seat]) == int(said.found["old"])


def votes_won(said: Said) -> None:
    region, seat = int(said.before.region), said.seat
    assert int(said.after.votes[region, seat]) - int(said.before.votes[region, seat]) == int(said.found[1])


def marker(said: Said) -> None:
    region = int(said.game.actions.locate(said.action)[1])
    assert said.before.cash[said.seat] - said.after.cash[said.seat] == int(said.found[1])
    assert int(said.after.media[region].sum()) == int(said.found[3]) - int(said.found[2]) + 1


def spaces(said: Said) -> None:
    region, free = int(said.found[1]) - 1, int(said.found[2].replace("none", "0"))
    action = said.game.actions["region"].start + region
    can_buy = said.before.media_supply[said.seat] and said.before.cash[said.seat] >= said.box.media_price
    assert bool(said.legal(said.before)[action]) == bool(free and can_buy)


def controls(said: Said) -> None:
    markers = said.before.media[int(said.found[1]) - 1].tolist()
    alone = max(markers) > 0 and markers.count(max(markers)) == 1
    assert said.found[2] == (f"player_{markers.index(max(markers))}" if alone else "nobody")


def region_later(said: Said) -> None:
    """The table of a region: what each party would have if it converted its meetings there now."""
    table, region, seat = said.before.copy(), int(said.before.region), int(said.found[1])
    convert_meetings(table, region, seat, int(table.meetings[region, seat]))
    votes = int(table.votes[region, seat])
    assert votes == int(said.found[2])
    assert int(said.box.land_seats[int(table.land[region]), votes]) == int(said.found[3])


def coalition(said: Said) -> None:
    """The votes of a side and of the strongest other, now and when all have converted."""
    table, seats = said.before.copy(), range(int(said.before.seats))
    side = {said.seat} | {int(i) for i in re.findall(r"player_(\d)", said.found[1])}
    for time in range(2):
        ours, theirs, rivals = (said.found[place + 3 * time] for place in (2, 3, 4))
        partner = {i: int(table.ally[i]) - 1 for i in seats}
        sums = {
            frozenset({i, partner[i]} - {-1}): int(sum(table.votes[0, list({i, partner[i]} - {-1})]))
            for i in seats
            if i not in side
        }
        assert int(ours) == int(table.votes[0, list(side)].sum())
        assert int(theirs) == max(sums.values()) == sums[frozenset(map(int, re.findall(r"\d", rivals)))]
        for i in seats:
            convert_meetings(table, 0, i, int(table.meetings[0, i]))


def on_space(said: Said) -> None:
    kind = int(said.game.actions.locate(said.action)[1])
    if said.after.round_number == said.before.round_number:
        assert int(said.after.national[int(said.found[1]) - 1]) == kind


# --- Saludos Amigos! ------------------------------------------------------------------------------


def same_round(said: Said) -> bool:
    return said.after.bag_draws == said.before.bag_draws


def strength(said: Said) -> None:
    assert said.after.strength[said.seat] == int(said.found[1])


def rolled(said: Said) -> None:
    if same_round(said):
        assert said.after.strength[said.seat] == said.after.die[said.seat] + int(said.found[1])


def floor_after(said: Said) -> None:
    goes_on = same_round(said) and said.after.phase == saludos.Phase.FLOOR
    assert goes_on != ("negotiation is over" in said.found[0])


def all_agree(said: Said) -> None:
    if same_round(said):
        assert not said.after.in_draft.any() or said.after.draft != said.before.draft


def still_asked(said: Said) -> None:
    assert (int(said.after.phase), int(said.after.seat)) == (saludos.Phase.RESPOND, int(said.found[1]))


def invited(said: Said) -> None:
    inside = said.after.in_draft > 0
    assert int(said.after.strength[inside].sum()) == int(said.found[1])
    assert said.found[2] == (f", {int(said.before.mug) + 1} needed" if said.before.mug else None)


def kept(said: Said) -> None:
    if same_round(said):
        shares = said.after.draft_share if said.after.draft_share.any() else said.after.share
        if said.before.draft == saludos.Draft.OPPOSITION and not said.after.draft_share.any():
            shares = said.after.opp_share
        assert int(shares[said.seat]) == int(said.found[1])


def may_grant(said: Said) -> None:
    grant = said.game.actions["grant"].start
    assert bool(said.legal(said.after)[grant]) == ("cannot" not in said.found[0])


def fails_left(said: Said) -> None:
    if same_round(said):
        assert int(said.after.fails_left[said.seat]) == int(said.found[1])


def fine(said: Said) -> None:
    table = said.before.copy()
    journalist(said.box, table)
    paid = int(said.before.money[said.seat]) - int(table.money[said.seat])
    assert paid == int(said.found[1].replace("nothing", "0"))


def opposes(said: Said) -> None:
    if same_round(said) and said.after.pretzel:
        assert int(said.after.pretzel) == int(said.found[1])
        assert int(said.after.mug) == int(said.found[2])


def not_paid(said: Said) -> None:
    if not same_round(said):
        assert said.after.paid[said.seat] == 0


def to_beat(said: Said) -> None:
    assert said.before.mug > 0
    assert said.before.phase < saludos.Phase.CALL


# --- Copycat --------------------------------------------------------------------------------------


def bought(said: Said) -> None:
    assert int(said.after.spent) - int(said.before.spent) == int(said.found[1].replace("no", "0"))


def payable(said: Said) -> None:
    block = said.game.actions["buy"]
    assert int(said.legal(said.before)[block.start : block.stop].sum()) == int(said.found[1])


def paid_coins(said: Said) -> None:
    assert int(said.after.picked) - int(said.before.picked) == int(said.found[1])


def drawn(said: Said) -> None:
    seat = said.seat
    there = int(said.before.draw_size[seat]) + int(said.before.discard_size[seat])
    name = said.game.actions.locate(said.action)[0]
    if said.before.phase == copycat.Phase.TURN and name in ("card", "office"):
        hand = int(said.before.hand_size[seat]) - (name == "card") + min(int(said.found[1]), there)
        assert int(said.after.hand_size[seat]) == hand


def last_round(said: Said) -> None:
    assert said.after.round_number == said.before.round_number


_PASSING = (
    r"(?s).*(?:If all passed now|If no more cards were chosen): "
    r"(?P<votes>(?:votes [^;]*|no votes); )?(?P<how>[^.;]*)"
    r"(?:; cards could decide (?P<ties>[^.]*))?\..*"
)
CLAIMS: dict[str, list[tuple[str, Callable[[Said], None]]]] = {
    "liberte": [
        (r"There (?:(?P<level>[^.]*) would be level|(?P<leads>\w+) would lead with (?P<stack>[^.]*)"
         r"|nobody would be left)\.", leads_of_liberte),
        (r"You would have (\d+) tokens? in the battle box", tokens_of_liberte),
        (_PASSING, passing_of_liberte),
    ],
    "die_macher": [
        (r"^Convert \d+ meetings? in .* into (no|\d+) votes?$", converted),
        (r"^(?:Raise|Lower|Move) the trend of (?P<who>player_\d) from (?P<old>\S+) to (?P<to>\S+)$", trend),
        (r"^Raise (?P<who>your) trend in .* from (?P<old>\S+) to (?P<to>\S+)$", trend),
        (r"^Win (\d+) votes? in", votes_won),
        (r"^Costs (\d+) thousand; (\d) of (\d) spaces free\.$", marker),
        (r"^  r(\d) .*, (none|\d) free$", spaces),
        (r"^  r(\d) .*; (player_\d|nobody) controls them, ", controls),
        (r"^player_(\d) +\d+[a-e]? +\d+ +\S+ +\d+ +\d+ x \S+ +(\d+) +(\d+)(?: .*)?$", region_later),
        (r"^  (alone|with player_\d[^:]*): now (\d+) against (\d+) of ([^,]*), "
         r"then (\d+) against (\d+) of (.*)$", coalition),
        (r"^Place .* on space (\d) of the national board$", on_space),
    ],
    "saludos_amigos": [
        (r"^Your strength is (\d+)", strength),
        (r"^Your strength would be the new roll plus (\d+)", rolled),
        (r"(?:negotiation is over|The floor goes on)", floor_after),
        (r"^Then all agree", all_agree),
        (r"^Still to be asked: player_(\d)", still_asked),
        (r"^Strength together (\d+)(, \d+ needed)?\.$", invited),
        (r"^You would keep (\d+) million", kept),
        (r"^The proposer (?:may|cannot) grant", may_grant),
        (r"(\d+) of yours may still fail", fails_left),
        (r"^If a journalist came now, you would pay (nothing|\d+)", fine),
        (r"^It adds \d to the opposition's (\d+), against (\d+)\.$", opposes),
        (r"^Whoever wins, you are not paid\.$", not_paid),
        (r"The offer to beat", to_beat),
    ],
    "copycat": [
        (r"^Buy \d.* for (no|\d+) coins?(?:, with \d red cards?)?$", bought),
        (r"^You can pay for (\d+) cards?", payable),
        (r"^Pays (\d+) coin", paid_coins),
        (r"^Draw (\d+) cards? in your turn\.$", drawn),
        (r"^The game ends with this round\.$", last_round),
    ],
}  # fmt: skip


ASKED = 15  # decisions of each phase that are looked at


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("name", list(CLAIMS))
def test_what_is_said_to_come_is_what_comes(name, most):
    game, claims = GAMES[name], [(re.compile(pattern), check) for pattern, check in CLAIMS[name]]
    players = game.max_players if most else min(game.player_counts)
    games = deal(game, 3, players, other_way=not most, seed=4, ask_forced=True)
    rng, asked, held = np.random.default_rng(5), Counter(), set()
    while not games.over.all():
        before, actions, told = games.tables.copy(), random_actions(games, rng), {}
        for row in np.flatnonzero(~games.over).tolist():
            asked[int(games.phase[row])] += 1
            if asked[int(games.phase[row])] <= ASKED or rng.random() < 0.02:
                told[row] = sentences(games, row, int(actions[row]))
        games.step(actions)
        for row, lines in told.items():
            tables = before.view(np.recarray)[row], int(actions[row]), games.tables[row]
            for (pattern, check), line in itertools.product(claims, lines):
                if found := pattern.search(line):
                    held.add(check)
                    check(Said(found, games, *tables))
    missing = {check.__name__ for _, check in claims if check not in held}
    assert not most or not missing, missing


def sentences(games: GameBatch, row: int, action: int) -> list[str]:
    """What is said before an action: the words of it, what it would do, and the lines of the question.

    Lines that a screen is too narrow for are one; last, the whole question.
    """
    asking, box, table = prompts_of(games.game), games.box[0], games.tables[row]
    lines = "\n".join(asking.matters(box, table, int(table.seat)))
    lines = re.sub(r"(?<=\S)\n {4,}(?=\S)", " ", lines)
    return [games.describe(row, action), asking.effect(box, table, action), *lines.split("\n"), lines]
