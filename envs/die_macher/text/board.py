"""The table as text."""

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.words import count, player, seats_of, wrapped
from ..box import BLIND, IN_TURN
from ..rules.coalitions import partner_of
from ..rules.common import elections, factor_of, places_to
from ..rules.final_count import media_points, score, seat_points
from ..rules.preparation import hidden_in
from ..table import (
    CABINET,
    CARD_IN_HAND,
    CONTRIBUTIONS,
    IN_HAND,
    ITEMS,
    KINDS,
    MOST_VOTES,
    NATIONAL,
    NO_CARD,
    POLL_IN_DECK,
    PROGRAMME_COPIES,
    Phase,
)
from .describe import (
    entries_in_words,
    everybody,
    land_name,
    letter,
    listed,
    lobby_in_words,
    of_each,
    signed,
    stand_code,
    stand_in_words,
    thousand,
    whose,
)
from .questions import decision


def knows(viewer: int | None, seat: int) -> bool:
    """Whether a viewer may know the secrets of a seat; a viewer of None sees everything."""
    return viewer is None or viewer == seat


def sheet_text(box: np.record, table: np.record, seat: int) -> str:
    """The entries that a player has made on the sheet so far."""
    parts = []
    for section in range(2):
        option = int(table.section[section, seat]) - 1
        if option < 0:
            break
        if section == 1 and box.sheet_members[option]:
            parts.append(count(box.sheet_members[option], "member"))
        for place, entry in enumerate(entries_in_words(box, section, option)):
            region = int(table.place_of[section * ITEMS + place, seat]) - 1
            parts.append(f"{entry} in {land_name(box, table, region) if region >= 0 else '?'}")
    return listed(parts)


def _contribution(box: np.record, offer: int) -> str:
    """A player's choice of a contribution: "accept 20 thousand"."""
    verb, card = ("refuse", offer - CONTRIBUTIONS) if offer > CONTRIBUTIONS else ("accept", offer)
    return f"{verb} {thousand(box.contribution_amount[card - 1])}"


def winners_now(table: np.record) -> list[int]:
    """The winner of the current region and its partner, until the next region is laid out; else empty."""
    if table.phase not in (*_RESULT, Phase.OVER) or table.winner[0] == NOBODY:
        return []
    first = int(table.winner[0])
    partner = int(partner_of(table, first))
    return [first] if partner == NOBODY else [first, partner]


def result_in_words(box: np.record, table: np.record) -> str:
    """The result of the current region's election, until the next region is laid out; else ""."""
    if table.phase not in (*_RESULT, Phase.OVER):
        return ""
    winners = " and ".join(player(seat) for seat in winners_now(table)) or "nobody"
    seats = of_each(table, lambda seat: int(table.seats_won[int(table.round_number) - 1, seat]))
    nose = " by a nose" * bool(table.by_a_nose)
    return f"{land_name(box, table, 0)} is won by {winners}{nose}. Seats: {seats}."


_RESULT = (Phase.NATIONAL_MEDIA, Phase.NATIONAL_CARD, Phase.NATIONAL_REPLACE)

# --- The board -----------------------------------------------------------------------------------

_LABEL, _COLUMN = 10, 17  # the width of a player's name, and of a region


def board(box: np.record, table: np.record, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything for None."""
    lines = [_headline(box, table), *_regions(box, table, seat), "", *_middle(box, table)]
    lines += [*_parties(box, table), *legend(box, table), *_secrets(box, table, seat)]
    lines += [result_in_words(box, table)] * bool(result_in_words(box, table))
    lines.append(decision(box, table))
    return "\n".join(part for line in lines for part in wrapped(line))


_STAGES = {
    Phase.SHEET: "sheets",
    Phase.START_BID: "start player",
    Phase.DISCARD: "programme conference",
    Phase.PLACE_LOBBY: "shadow cabinets",
    Phase.COALITION: "coalitions",
    Phase.MEDIA: "media",
    Phase.MEETINGS: "meetings",
    Phase.POLL_BID: "opinion polls",
    Phase.CONVERT: "conversion",
    Phase.NATIONAL_MEDIA: "election",
    Phase.CONTRIBUTION: "contributions",
    Phase.OVER: "over",
}


def _headline(box: np.record, table: np.record) -> str:
    start = f"start player: {player(table.start_player)}"
    return f"{when(box, table)}; {start}; doublers: {int(table.doublers)}"


def when(box: np.record, table: np.record) -> str:
    """The round and the part of it under way."""
    begun = max(phase for phase in _STAGES if phase <= table.phase)
    stage = _STAGES[Phase.CONVERT if table.by_votes else begun]
    number = f"Round {int(table.round_number)} of {int(elections(box))}"
    return f"{number if table.round_number else 'Preliminary round'}, {stage}"


# --- The board: regions --------------------------------------------------------------------------


def _regions(box: np.record, table: np.record, viewer: int | None) -> list[str]:
    """The regions side by side, the current one first: opinions, then a line for each party."""
    regions = range(int(table.regions))
    opinions = [opinions_in_short(box, table, region) for region in regions]
    seats = [int(box.land_seats[int(table.land[region]), MOST_VOTES]) for region in regions]
    lines = [
        _row("", [_short(f"{region + 1} {land_name(box, table, region)}") for region in regions]),
        _row("", [f"{seats[region]:>3} {' '.join(opinions[region][:2])}" for region in regions]),
        _row("", [f"    {' '.join(opinions[region][2:])}" for region in regions]),
        _row("", [" vo me tr fa md" for _ in regions]),
    ]
    for seat in seats_of(table):
        cells = [_cell(table, region, seat) + _marks(table, region, seat, viewer) for region in regions]
        lines.append(_row(_name(table, seat), cells))
    return [*lines, "(votes: a leads b; meetings, trend, factor, media; T tile; ? card; ++ doubled)"]


def _row(label: str, cells: list[str]) -> str:
    return f"{label:<{_LABEL}}{''.join(f'{cell:<{_COLUMN}}' for cell in cells)}".rstrip()


def _short(name: str) -> str:
    """A name that fits into a column."""
    return name if len(name) < _COLUMN else name[: _COLUMN - 2] + "."


def _name(table: np.record, seat: int) -> str:
    return ("*" if seat == table.seat else " ") + player(seat)


def opinions_in_short(box: np.record, table: np.record, region: int) -> list[str]:
    """The opinions of a region: those with a doubler are marked, hidden ones come last."""
    codes = [
        stand_code(box, kind, doubled=table.opinion[region, kind] == 2)
        for kind in range(KINDS)
        if table.opinion[region, kind]
    ]
    return codes + ["?"] * int(hidden_in(table, region))


def _cell(table: np.record, region: int, seat: int) -> str:
    """The numbers of a party in a region."""
    votes, meetings, media = (
        int(row[region, seat]) or "." for row in (table.votes, table.meetings, table.media)
    )
    trend, factor = signed(table.trend[region, seat]), int(factor_of(table, region, seat))
    place = place_among_level(table, region, seat)
    return f"{votes:>3}{place:1}{meetings:>2}{trend:>3}{factor:>3}{media:>3}"


def place_among_level(table: np.record, region: int, seat: int) -> str:
    """A letter that ranks parties with equal votes, a ahead of b; "" for a party without an equal."""
    votes = table.votes[region, : int(table.seats)].tolist()
    if votes[seat] == 0 or votes.count(votes[seat]) == 1:
        return ""
    arrival = table.arrival[region]
    ahead = [i for i, number in enumerate(votes) if number == votes[seat] and arrival[i] > arrival[seat]]
    return "abcde"[len(ahead)]


def _marks(table: np.record, region: int, seat: int, viewer: int | None) -> str:
    """The marks for a coalition tile and a card of the shadow cabinet."""
    return ("T" if table.tile[region, seat] else "") + card_beside(table, region, seat, viewer)


def card_beside(table: np.record, region: int, seat: int, viewer: int | None) -> str:
    """The letter of a player's card beside a region, ? while it lies face down; "" for none."""
    card = int(table.lobby[region, seat])
    shown = table.phase != Phase.PLACE_LOBBY or knows(viewer, seat)
    return (letter(card) if shown else "?") if card else ""


# --- The board: pool, national board, parties ----------------------------------------------------


def _middle(box: np.record, table: np.record) -> list[str]:
    """The lines about the exchange pool, the decks and the national board."""
    pool = [stand_code(box, kind) for kind in range(KINDS) for _ in range(int(table.pool[kind]))]
    polls = (table.poll_zone == POLL_IN_DECK).sum()
    decks = {"opinion": table.opinion_deck, "programme": table.programme_deck, "poll": polls}
    return [
        f"Pool: {' '.join(pool)}; {', '.join(count(number, name) for name, number in decks.items())} left",
        f"National (! secured): {listed(_space(box, table, space) for space in range(NATIONAL))}",
    ]


def _space(box: np.record, table: np.record, space: int) -> str:
    """A space of the national board: its opinion, whether secured, its members and points."""
    kind = int(table.national[space])
    opinion = "-" if kind == NO_CARD else stand_code(box, kind) + "!" * int(table.secured[space])
    return f"{opinion} {int(box.national_figures[space])}/{int(box.national_points[space])}"


def _parties(box: np.record, table: np.record) -> list[str]:
    """A line for each party: numbers, unused cards and tiles, partner, programme."""
    lines = ["         cash memb seat med pts cards   contr ti ally programme"]
    for seat in seats_of(table):
        numbers = (
            f"{int(table.cash[seat]):>4}{int(table.members[seat]):>5}{int(seat_points(table, seat)):>5}"
            f"{int(media_points(box, table, seat)):>4}{int(score(box, table, seat)):>4}"
        )
        partner = partner_of(table, seat)
        ally = "" if partner == NOBODY else partner
        programme = " ".join(stand_code(box, kind) for kind in range(KINDS) if table.programme[seat, kind])
        left = f"{_cards_left(table, seat)} {int(table.tiles[seat]):>2}"
        lines.append(f"{_name(table, seat):<9}{numbers} {left} {ally:>4} {programme}")
    return lines


def _cards_left(table: np.record, seat: int) -> str:
    """A player's unused cards: the shadow cabinet by letter, contributions by number."""
    cards = [letter(card) if table.cabinet[seat, card] else "." for card in range(1, CABINET + 1)]
    left = table.contribution[seat] == CARD_IN_HAND
    contributions = [str(card + 1) if left[card] else "." for card in range(CONTRIBUTIONS)]
    return f"{''.join(cards)} {''.join(contributions)}"


def legend(box: np.record, table: np.record) -> list[str]:
    """The meanings of the letters and numbers of cards, in phases in which one is chosen."""
    if table.phase == Phase.PLACE_LOBBY:
        cards = [card_in_short(box, card) for card in range(1, CABINET + 1)]
        return [f"Cards, price: {'; '.join(cards)}"]
    if table.phase == Phase.CONTRIBUTION:
        amounts = listed(str(int(amount)) for amount in box.contribution_amount)
        return [f"Contributions 1 to {CONTRIBUTIONS}: {amounts} thousand"]
    return []


def card_in_short(box: np.record, card: int) -> str:
    words = lobby_in_words(box, card).replace("trend up ", "+").replace("another's down ", "-")
    phone = " tel." if box.cabinet_phone[card] else ""
    return f"{letter(card)} {int(box.cabinet_price[card])}{phone}: {words}"


# --- The board: secrets --------------------------------------------------------


def _secrets(box: np.record, table: np.record, viewer: int | None) -> list[str]:
    """Hidden programme cards, sheets and secret choices, as far as a viewer sees them."""
    if viewer is None:
        hands = of_each(table, lambda seat: " ".join(stand_code(box, kind) for kind in hand_of(table, seat)))
        lines = [f"Hands: {hands}"]
    else:
        lines = [f"Your hand: {listed(stand_in_words(box, kind) for kind in hand_of(table, viewer))}"]
    chosen = []
    for seat in everybody(table):
        if table.phase == Phase.SHEET and table.section[0, seat] and knows(viewer, seat):
            lines.append(f"{'Your' if seat == viewer else whose(seat)} sheet: {sheet_text(box, table, seat)}")
        if words := choice_in_words(box, table, seat, knows(viewer, seat)):
            chosen.append(f"{player(seat)} {words}")
    return [*lines, f"Chosen: {listed(chosen)}"] if chosen else lines


def hand_of(table: np.record, seat: int) -> list[int]:
    """The kinds of a player's hidden programme cards."""
    return [card // PROGRAMME_COPIES for card, zone in enumerate(table.zone) if zone == IN_HAND + seat]


def choice_in_words(box: np.record, table: np.record, seat: int, seen: bool) -> str:
    """A bid or contribution not open yet: "" before it is made, "?" for those who may not see it."""
    offer = int(table.offer[seat])
    if offer and box.contribution == IN_TURN and not seen:
        return "refuse ?" if offer > CONTRIBUTIONS else _contribution(box, offer)
    if offer:
        return _contribution(box, offer) if seen else "?"
    bids = table.phase == Phase.START_BID and places_to(table, int(table.start_player), seat) < table.turn
    if bids or (table.phase == Phase.POLL_BID and box.poll_auction == BLIND and table.passed[seat]):
        return thousand(table.bid[seat]) if seen else "?"
    return ""
