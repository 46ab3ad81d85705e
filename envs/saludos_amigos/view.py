"""What one seat may know: as numbers, as a deal of what it cannot know, and as text."""

import numpy as np

from ..core import chance
from ..core.compile import rule
from ..core.game import NOBODY
from ..core.layout import Layout, part
from ..core.words import player, text
from .actions import millions
from .box import PARTICIPANTS
from .rules.common import cards_before, clockwise, places_to
from .table import DECISIONS, JOURNALIST, OFFERS_KEPT, PROJECTS, REDEAL, VALUES, Draft, Phase

# --- Numbers -------------------------------------------------------------------------------------

_TABLE = (
    (
        "phase",
        DECISIONS,
        "reroll, floor, set, split, respond, reply, call, join, opposition's split, coalition's split, bid",
    ),
    ("draft", 3, "the open draft is about: the negotiation, the opposition's split, the coalition's split"),
    ("placed", PROJECTS, "tiles on the map, for each project / 12"),
    ("bag", PROJECTS, "tiles in the bag, for each project / 12"),
    ("journalists", 2, "journalists in the bag, on the map / 8"),
    ("pie", 1, "millions to share this round / 12"),
    ("mug", 1, "strength of the standing offer / 64"),
    ("pretzel", 1, "strength of the opposition in the council / 64"),
    ("streak", 1, "passes in a row, or turns in a row without a raise / 8"),
    ("turn_fails", 1, "proposals that failed in this turn of the floor / 8"),
    ("demand", 1, "millions a partner asks for / 12"),
    ("held", 1, "the partner on turn can only accept or reject"),
    ("pile", 1, "cards of the draw pile / 64"),
    ("project", PROJECTS, "project of the tile drawn"),
    ("discard", VALUES, "cards discarded face up, of value 1, 2, 3 / 32"),
    ("totals", 2, "the last round's council: totals of coalition and opposition / 128"),
    ("hand", VALUES, "own cards of value 1, 2, 3 / 16"),
    ("pushed", VALUES, "value of the own card pushed forward"),
    ("bid", VALUES, "own cards laid down, of value 1, 2, 3 / 16"),
    ("own_face_down", VALUES, "own cards discarded face down, of value 1, 2, 3 / 16"),
)
_PLAYERS = (
    ("money", "millions / 64"),
    ("cards", "council cards; those laid down count until they are revealed / 24"),
    ("known_1", "cards of value 1 that everybody knows of / 8"),
    ("known_2", "cards of value 2 that everybody knows of / 8"),
    ("known_3", "cards of value 3 that everybody knows of / 8"),
    ("face_down", "cards discarded face down / 16"),
    ("die", "pips / 12"),
    ("strength", "pips and cards / 32"),
    ("on_turn", "the seat to decide"),
    ("bag_holder", "has the bag"),
    ("proposer", "has the floor, or proposes a split"),
    ("turns_to_floor", "turns until the floor comes round / 8"),
    ("fails_left", "proposals that may still fail this round / 8"),
    ("share", "share in the standing offer, 0 outside the coalition / 12"),
    ("in_draft", "belongs to the open draft"),
    ("draft_share", "share in the open draft / 12"),
    ("accepted", "has accepted the open draft"),
    ("caller", "called the council"),
    ("participant", "opposes the coalition in the council"),
    ("opp_share", "share should the opposition win / 12"),
    ("bid_done", "has laid down its cards"),
    ("paid", "millions won in the last round / 12"),
    ("drew", "drew a card in the last round"),
    ("fined", "millions lost to journalists since / 24"),
)


def observation(seats: int) -> Layout:
    """The blocks of an observation. Blocks of one entry a player begin with one's own seat."""
    players = [(name, seats, f"each player: {about}") for name, about in _PLAYERS]
    offers = [
        (
            f"offer_{i + 1}",
            seats,
            f"each player: share in the offer {i} before the standing one / 12"
            if i
            else "each player: share in the standing offer as it was made / 12",
        )
        for i in range(OFFERS_KEPT)
    ]
    return Layout(*_TABLE, *players, *offers)


_LAYOUT = observation(1)
_PHASE, _DRAFT, _PLACED = _LAYOUT["phase"].start, _LAYOUT["draft"].start, _LAYOUT["placed"].start
_BAG, _JOURNALISTS, _PIE = _LAYOUT["bag"].start, _LAYOUT["journalists"].start, _LAYOUT["pie"].start
_DISCARD, _HAND, _PUSHED = _LAYOUT["discard"].start, _LAYOUT["hand"].start, _LAYOUT["pushed"].start
_BID, _OWN_FACE_DOWN, _PLAYER = _LAYOUT["bid"].start, _LAYOUT["own_face_down"].start, _LAYOUT["money"].start
_PROJECT, _TOTALS = _LAYOUT["project"].start, _LAYOUT["totals"].start


@rule
def observe(box, table, seat, out):
    """Fill `out` (float32, the size of `observation(seats)`) with what `seat` may know."""
    seats, phase, draft = int(table.seats), int(table.phase), int(table.draft)
    for i in range(_PLACED):
        out[i] = 0.0
    if phase < DECISIONS:
        out[_PHASE + phase] = 1.0
    if draft != Draft.NONE:
        out[_DRAFT + draft - 1] = 1.0
    for project in range(PROJECTS):
        left = int(table.bag[project])
        out[_PLACED + project] = part(int(box.tiles[project]) - left, 1 / 12)
        out[_BAG + project] = part(left, 1 / 12)
        out[_PROJECT + project] = 1.0 if project == table.project else 0.0
    out[_JOURNALISTS] = part(table.bag[JOURNALIST], 1 / 8)
    out[_JOURNALISTS + 1] = part(table.board_journalists, 1 / 8)
    out[_PIE] = part(table.pie, 1 / 12)
    out[_PIE + 1] = part(table.mug, 1 / 64)
    out[_PIE + 2] = part(table.pretzel, 1 / 64)
    out[_PIE + 3] = part(table.streak, 1 / 8)
    out[_PIE + 4] = part(table.turn_fails, 1 / 8)
    out[_PIE + 5] = part(table.demand, 1 / 12)
    out[_PIE + 6] = table.held
    out[_PIE + 7] = part(int(table.pile[0]) + int(table.pile[1]) + int(table.pile[2]), 1 / 64)
    out[_TOTALS] = part(table.totals[0], 1 / 128)
    out[_TOTALS + 1] = part(table.totals[1], 1 / 128)
    pushed = int(table.pushed[seat])
    for value in range(VALUES):
        out[_DISCARD + value] = part(table.discard[value], 1 / 32)
        out[_HAND + value] = part(table.hand[seat, value], 1 / 16)
        out[_PUSHED + value] = 1.0 if pushed == value + 1 else 0.0
        out[_BID + value] = part(table.bid[seat, value], 1 / 16)
        out[_OWN_FACE_DOWN + value] = part(table.face_down[seat, value], 1 / 16)
    observe_players(table, seat, seats, phase, draft, out)


@rule
def observe_players(table, seat, seats, phase, draft, out):
    """The blocks of one entry a player, one's own seat first."""
    negotiating = Phase.FLOOR <= phase <= Phase.REPLY and draft <= Draft.NEGOTIATION
    proposing = Phase.FLOOR <= phase <= Phase.REPLY or phase == Phase.OPP_SPLIT or phase == Phase.COAL_SPLIT
    for place in range(seats):
        other = clockwise(table, seat, place)
        cards, face_down = 0, 0
        for value in range(VALUES):
            # Cards laid down still count, or the size of a hidden bid would show.
            cards += int(table.hand[other, value]) + int(table.bid[other, value])
            face_down += int(table.face_down[other, value])
        at = _PLAYER + place
        out[at] = part(table.money[other], 1 / 64)
        out[at + seats] = part(cards, 1 / 24)
        out[at + 2 * seats] = part(table.known[other, 0], 1 / 8)
        out[at + 3 * seats] = part(table.known[other, 1], 1 / 8)
        out[at + 4 * seats] = part(table.known[other, 2], 1 / 8)
        out[at + 5 * seats] = part(face_down, 1 / 16)
        out[at + 6 * seats] = part(table.die[other], 1 / 12)
        out[at + 7 * seats] = part(table.strength[other], 1 / 32)
        out[at + 8 * seats] = 1.0 if other == table.seat else 0.0
        out[at + 9 * seats] = 1.0 if other == table.bag_holder else 0.0
        out[at + 10 * seats] = 1.0 if proposing and other == table.proposer else 0.0
        out[at + 11 * seats] = 0.0
        out[at + 12 * seats] = part(table.fails_left[other], 1 / 8)
        out[at + 13 * seats] = part(table.share[other], 1 / 12)
        out[at + 14 * seats] = table.in_draft[other]
        out[at + 15 * seats] = part(table.draft_share[other], 1 / 12)
        out[at + 16 * seats] = table.accepted[other]
        out[at + 17 * seats] = 1.0 if other == table.caller else 0.0
        out[at + 18 * seats] = table.participant[other]
        out[at + 19 * seats] = part(table.opp_share[other], 1 / 12)
        out[at + 20 * seats] = table.bid_done[other]
        out[at + 21 * seats] = part(table.paid[other], 1 / 12)
        out[at + 22 * seats] = table.drew[other]
        out[at + 23 * seats] = part(table.fined[other], 1 / 24)
        for offer in range(OFFERS_KEPT):
            out[at + (24 + offer) * seats] = part(table.history[offer, other], 1 / 12)
    if negotiating:
        for turns in range(seats):
            other = int(table.order[clockwise(table, int(table.floor), turns)])
            out[_PLAYER + 11 * seats + places_to(table, seat, other)] = part(turns, 1 / 8)


# --- A deal of what a seat cannot know -----------------------------------------------------------


@rule
def redeal(box, table, seat):
    """Deal afresh the cards that `seat` has not seen; chance is reseeded before.

    What everybody knows a player to hold stays with that player. The other unseen cards go back to the
    pile and are dealt out again, as many as lay before each player and face down beside the pile. Which
    of them a player has pushed forward or laid down, and how many were laid down, is drawn anew.
    """
    seats = int(table.seats)
    for other in range(seats):
        if other != seat:
            pushed = int(table.pushed[other])
            for value in range(VALUES):
                table.hand[other, value] += int(table.bid[other, value])
                table.bid[other, value] = 0
                if pushed == value + 1:
                    table.hand[other, value] += 1
                unseen = int(table.hand[other, value]) - int(table.known[other, value])
                table.pile[value] += unseen + int(table.face_down[other, value])
    for other in range(seats):
        if other != seat:
            cards, beside = 0, 0
            for value in range(VALUES):
                cards += int(table.hand[other, value]) - int(table.known[other, value])
                beside += int(table.face_down[other, value])
                table.hand[other, value] = table.known[other, value]
                table.face_down[other, value] = 0
            for _ in range(cards):
                table.hand[other, chance.draw(table, REDEAL, table.pile)] += 1
            for _ in range(beside):
                table.face_down[other, chance.draw(table, REDEAL, table.pile)] += 1
            if table.pushed[other] > 0:
                table.pushed[other] = 1 + chance.draw(table, REDEAL, table.hand[other])
            if table.phase == Phase.BID and (table.bid_done[other] or other == table.seat):
                cards = cards_before(table, other)
                for _ in range(chance.below(table, REDEAL, cards + 1)):
                    table.bid[other, chance.draw(table, REDEAL, table.hand[other])] += 1


# --- Text ----------------------------------------------------------------------------------------


def board(box, table, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    seats, phase = int(table.seats), Phase(int(table.phase))
    projects = range(int(box.projects))
    widest = max(len(project_name(box, project)) for project in projects) + 2
    longest = max(5, int(box.tiles.max())) + 2
    lines = [f"{'Projects':<{widest + 2}}{'tiles':<{longest}}value  bonus"]
    for project in projects:
        tiles, left, base = int(box.tiles[project]), int(table.bag[project]), int(box.base_value[project])
        drawing = "#" * (tiles - left) + "." * left
        worth = "done" if left == 0 else f"{base + tiles - left + 1:4}"
        mark = "  <- drawn" if project == table.project else ""
        lines.append(f"  {project_name(box, project):<{widest}}{drawing:<{longest}}{worth}  {base:5}{mark}")
    lines.append(
        f"Journalists: {int(table.bag[JOURNALIST])} in the bag, {int(table.board_journalists)} on the map"
    )
    hidden = int(table.face_down.sum())
    lines.append(
        f"Cards: draw pile {int(table.pile.sum())}, discarded {_numbers(table.discard)}"
        + (f", {hidden} face down" if hidden else "")
    )
    lines.append("")
    lines.append("             money cards die strength  share  draft  council  cards seen")
    for i in range(seats):
        own = seat is None or i == seat
        held = sum(int(table.hand[i, v]) + int(table.bid[i, v]) for v in range(VALUES))
        draft = (
            f"{int(table.draft_share[i]) or '?'}{'+' if table.accepted[i] else ''}"
            if table.in_draft[i]
            else ""
        )
        council = f"{int(table.opp_share[i]) or '?'}" if table.participant[i] else ""
        seen = _values(table.hand[i] if own else table.known[i])
        if own and table.pushed[i]:
            seen += f" pushed {int(table.pushed[i])}"
        if own and table.bid[i].any():
            seen += f" laid down {_values(table.bid[i])}"
        elif table.bid_done[i]:
            seen += " ready"
        mark = ("*" if i == table.seat else " ") + ("o" if i == table.bag_holder else " ")
        name = player(i) + (" (you)" if i == seat else "")
        numbers = f"{int(table.money[i]):3}{held:6}{int(table.die[i]):4}{int(table.strength[i]):9}"
        lines.append(f"{mark}{name:<14}{numbers}{_or_blank(table.share[i]):>7}{draft:>7}{council:>9}  {seen}")
    lines.append("  * to decide   o has the bag   + has accepted")
    lines.append("")
    if phase == Phase.OVER:
        lines.append("The game is over.")
    else:
        mug = f"the mug stands at {int(table.mug)}" if table.mug else "nobody has made an offer"
        pretzel = f", the opposition at {int(table.pretzel)}" if table.pretzel else ""
        lines.append(f"{millions(table.pie)} to share; {mug}{pretzel}. {_WHAT[phase]}")
        if phase == Phase.FLOOR:
            left = int(table.fails_left[table.seat])
            lines.append(f"Proposals of {player(table.seat)} that may still fail this round: {left}.")
        if phase == Phase.REPLY:
            lines.append(f"{player(table.responder).capitalize()} asks for {millions(table.demand)}.")
    return "\n".join(lines)


_WHAT = {
    Phase.REROLL: "Roll again?",
    Phase.FLOOR: "The floor is open.",
    Phase.SET: "Who is to be in the coalition?",
    Phase.SPLIT: "Who is to get how much?",
    Phase.RESPOND: "Does the partner accept?",
    Phase.REPLY: "A partner wants more.",
    Phase.CALL: "Does anybody call a council?",
    Phase.JOIN: "Who joins the opposition?",
    Phase.OPP_SPLIT: "How does the opposition share?",
    Phase.COAL_SPLIT: "Does the coalition share anew?",
    Phase.BID: "Cards are laid down.",
}


def project_name(box, project: int) -> str:
    return text(box.project_name[project])


def _values(counts) -> str:
    """Cards by value: "1 1 3"."""
    return " ".join(str(v + 1) for v in range(VALUES) for _ in range(int(counts[v]))) or "-"


def _numbers(counts) -> str:
    """Many cards by value: "4x1 2x3"."""
    return " ".join(f"{int(counts[v])}x{v + 1}" for v in range(VALUES) if counts[v]) or "none"


def _or_blank(number) -> str:
    return str(int(number)) if number else ""


def _list(words: list[str]) -> str:
    return ", ".join(words)


def news(box, before, after, seat: int | None) -> list[str]:
    """What happened between two tables in words, as far as `seat` may know it, or everything."""
    seats = int(after.seats)
    lines = []
    drawn = int(after.bag_draws) - int(before.bag_draws)
    same_round = drawn == 0 and after.phase != Phase.OVER
    if same_round:
        lines += _talk(before, after, seat)
    else:
        lines += _end_of_round(box, before, after, seat)
    tiles = int(before.bag[:PROJECTS].sum()) - int(after.bag[:PROJECTS].sum())
    for _ in range(drawn - tiles):
        lines.append("A journalist is drawn.")
    fines = [f"{player(i)} {int(after.fined[i])}" for i in range(seats) if after.fined[i]]
    if drawn > tiles:
        lines.append(f"Fines, in millions: {_list(fines)}." if fines else "Nobody pays a fine.")
        if after.board_journalists > before.board_journalists:
            lines.append(f"Journalists on the map: {int(after.board_journalists)}.")
    if tiles:
        section = f"A section of {project_name(box, int(after.project))} is drawn"
        if after.phase == Phase.OVER:
            lines.append(f"{section}: it completes the project, the last one.")
            bonus = [f"{player(i)} {int(after.bonus[i])}" for i in range(seats) if after.bonus[i]]
            lines.append(f"Bonus for the most influence, in millions: {_list(bonus)}.")
        else:
            lines.append(f"{section}: {millions(after.pie)} to share.")
    if drawn and after.phase != Phase.OVER:
        lines.append("Dice: " + _list([f"{player(i)} {int(after.die[i])}" for i in range(seats)]) + ".")
    if after.phase == Phase.OVER and before.phase != Phase.OVER:
        most = max(int(after.money[i]) for i in range(seats))
        winners = [player(i) for i in range(seats) if after.money[i] == most]
        lines.append(f"The game is over. Winner with {millions(most)}: {_list(winners)}.")
    return lines


def _talk(before, after, seat: int | None) -> list[str]:
    """News from within a round."""
    lines = []
    seats = int(after.seats)
    if before.phase == Phase.REROLL:
        for i in range(seats):
            if sum(after.hand[i]) < sum(before.hand[i]):
                gone = _values([int(before.hand[i, v]) - int(after.hand[i, v]) for v in range(VALUES)])
                card = (
                    f"a {gone}"
                    if int(after.face_down.sum()) == int(before.face_down.sum()) or seat in (None, i)
                    else "a card"
                )
                lines.append(f"{player(i)} discards {card} and rolls a {int(after.die[i])}.")
    if after.phase != Phase.REROLL and before.phase == Phase.REROLL:
        strengths = [f"{player(i)} {int(after.strength[i])}" for i in range(seats)]
        lines.append(f"Strengths: {_list(strengths)}.")
    lines += _proposals(before, after)
    if after.phase >= Phase.CALL and before.phase < Phase.CALL and before.draft <= Draft.NEGOTIATION:
        lines.append(f"The negotiation is over: {_shares(after.share, seats)}.")
    if after.caller != before.caller and after.caller != NOBODY:
        lines.append(f"{player(after.caller)} calls a council.")
    for i in range(seats):
        if after.participant[i] and not before.participant[i] and i != after.caller:
            lines.append(f"{player(i)} joins the opposition.")
    if (after.opp_share != before.opp_share).any():
        lines.append(f"Should the opposition win: {_shares(after.opp_share, seats)}.")
    if after.mug == before.mug and (after.share != before.share).any():
        lines.append(f"The coalition shares anew: {_shares(after.share, seats)}.")
    if after.phase == Phase.BID and before.phase != Phase.BID:
        lines.append(
            f"Cards are laid down: the coalition stands at {int(after.mug)}, "
            f"the opposition at {int(after.pretzel)}."
        )
    return lines


def _proposals(before, after) -> list[str]:
    """News of the floor, of proposals and of the answers to them."""
    seats, mover = int(after.seats), player(before.seat)
    lines = []
    if after.draft == Draft.NEGOTIATION and before.phase in (Phase.FLOOR, Phase.SET):
        invited = [
            i for i in range(seats) if after.in_draft[i] and not before.in_draft[i] and i != before.seat
        ]
        if invited:
            lines.append(f"{mover} invites {_list([player(i) for i in invited])}.")
    if after.phase == Phase.RESPOND and before.phase not in (Phase.RESPOND, Phase.REPLY):
        lines.append(f"{player(after.proposer)} proposes: {_shares(after.draft_share, seats)}.")
    if before.phase in (Phase.RESPOND, Phase.REPLY) and after.phase in (Phase.RESPOND, Phase.REPLY):
        lines += _answer(before, after)
    elif after.mug > before.mug:
        lines.append(f"New standing offer of {int(after.mug)}: {_shares(after.share, seats)}.")
    elif before.phase == Phase.FLOOR and not after.draft:
        lines.append(f"{mover} passes.")
    elif before.phase in (Phase.RESPOND, Phase.REPLY):
        lines += _conclusion(before, after)
    return lines


def _answer(before, after) -> list[str]:
    """News of an answer after which the same proposal is still open."""
    mover = player(before.seat)
    if before.phase == Phase.RESPOND:
        if not after.demand:
            return [f"{mover} accepts."]
        offered = int(after.draft_share[after.responder])
        return [f"{player(after.responder)} asks for {millions(after.demand)} instead of {offered}."]
    partner, share = player(before.responder), int(after.draft_share[before.responder])
    if not after.held:
        return [f"{mover} grants {partner} {millions(share)}."]
    if share == before.draft_share[before.responder]:
        return [f"{mover} holds to {millions(share)} for {partner}."]
    return [f"{mover} offers {partner} {millions(share)}."]


def _conclusion(before, after) -> list[str]:
    """News of a proposal that is off the table and has moved no mug."""
    fails = f"The proposal of {player(before.proposer)} fails."
    if before.draft in (Draft.NEGOTIATION, after.draft):  # in a council the next may propose now
        return [fails]
    agreed = before.draft_share.copy()
    if before.phase == Phase.REPLY:
        agreed[before.proposer] += agreed[before.responder] - before.demand
        agreed[before.responder] = before.demand
    old, new = (
        (before.opp_share, after.opp_share)
        if before.draft == Draft.OPPOSITION
        else (before.share, after.share)
    )
    lines = [fails] if (new != agreed).any() else []
    return lines if (new != old).any() else [*lines, "The coalition keeps its split."]


def _shares(shares, seats: int) -> str:
    return _list([f"{player(i)} {int(shares[i])}" for i in range(seats) if shares[i]])


def _bids(box, before, after) -> np.ndarray:
    """(7, values) cards that each laid down in the council just over, those pushed forward included.

    `before` lacks one card at most, that of the seat that moved last. The discarded cards may be shuffled
    already, so it is what the council's totals leave unexplained.
    """
    laid = before.bid.astype(int)
    for i in range(int(before.seats)):
        if before.pushed[i]:
            laid[i, before.pushed[i] - 1] += 1
    those = before.participant if box.opp_strength == PARTICIPANTS else before.share == 0
    pretzel = int(before.strength[those.astype(bool)].sum())
    rest = int(after.totals.sum()) - int(before.mug) - pretzel - int((laid * range(1, VALUES + 1)).sum())
    if rest and before.phase in (Phase.CALL, Phase.JOIN) and box.opp_strength == PARTICIPANTS:
        rest -= int(before.strength[before.seat])
    if rest:
        laid[before.seat, rest - 1] += 1
    return laid


def _end_of_round(box, before, after, seat: int | None) -> list[str]:
    """News of a round that has just ended."""
    seats, mover = int(after.seats), int(before.seat)
    lines = []
    hand = before.hand.astype(int)
    if after.totals.any():
        laid = _bids(box, before, after)
        pushed = before.phase in (Phase.CALL, Phase.JOIN) and laid[mover].any()
        hand[mover] -= laid[mover] - before.bid[mover]
        if before.pushed[mover]:
            hand[mover, before.pushed[mover] - 1] += 1
        if pushed:
            what = "calls a council" if before.phase == Phase.CALL else "joins the opposition"
            lines.append(f"{player(mover)} {what}.")
        sides = [
            i for i in range(seats) if before.share[i] or before.participant[i] or (pushed and i == mover)
        ]
        lines.append("Revealed: " + _list([f"{player(i)} {_values(laid[i])}" for i in sides]) + ".")
        coalition, opposition = int(after.totals[0]), int(after.totals[1])
        winner = "opposition" if opposition > coalition else "coalition"
        lines.append(f"The council: coalition {coalition}, opposition {opposition}. The {winner} wins.")
    elif before.phase != Phase.CALL:
        lines += _last_offer(before, after)
    paid = _shares(after.paid, seats)
    lines.append(f"Paid, in millions: {paid}." if paid else "Nobody is paid.")
    for i in range(seats):
        if after.drew[i]:
            new = [v + 1 for v in range(VALUES) if after.hand[i, v] > hand[i, v]]
            card = f"a {new[0]}" if new and seat in (None, i) else "a card"
            lines.append(f"{player(i)} draws {card}.")
    return lines


def _last_offer(before, after) -> list[str]:
    """News of the move with which a negotiation ended that left nobody to call a council."""
    if (after.paid != before.share).any():
        mug = int(before.strength[after.paid > 0].sum())
        return [f"New standing offer of {mug}: {_shares(after.paid, int(after.seats))}."]
    if before.phase == Phase.FLOOR:
        return [f"{player(before.seat)} passes."]
    return [f"The proposal of {player(before.proposer)} fails."]
