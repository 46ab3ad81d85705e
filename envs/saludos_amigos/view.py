"""What one seat may know, as numbers, and a deal of what it cannot know. text.py tells it to people."""

from ..core import chance
from ..core.compile import rule
from ..core.layout import Layout, part
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
