"""The table as text, and what happened in words."""

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ..core.game import NOBODY
from ..core.retell import retell
from ..core.words import player
from . import rules
from .actions import (
    ACTIONS,
    acting_card,
    cabinet_in_words,
    count,
    dice,
    entries_in_words,
    entry_in_words,
    land_name,
    letter,
    lobby_in_words,
    signed,
    stand_code,
    stand_in_words,
    thousand,
    title,
)
from .box import BLIND, IN_TURN
from .rules.common import elections, factor_of, left_of, places_to
from .rules.end_of_round import hidden_in
from .rules.final_count import media_points, member_points, programme_points, score, seat_points, standing
from .rules.polls import change_for
from .rules.shadow_cabinet import price_of_lobby
from .table import (
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
    REGIONS,
    Lobby,
    Phase,
)


def _sees(viewer: int | None, seat: int) -> bool:
    """Whether a viewer may know the secrets of a seat; nobody in particular sees all."""
    return viewer is None or viewer == seat


def _list(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _here(box, table) -> str:
    """The region that the phase is about."""
    return land_name(box, table, int(table.region))


def _everybody(table) -> list[int]:
    """The seats in turn order."""
    return [int(left_of(table, int(table.start_player), turn)) for turn in range(int(table.seats))]


def _each(table, words: Callable[[int], Any]) -> str:
    """The same said of every seat."""
    return _list(f"{player(seat)} {words(seat)}" for seat in range(int(table.seats)))


def _bids(table) -> str:
    return _each(table, lambda seat: int(table.bid[seat]))


def _poll(box, table) -> str:
    """What the poll on the table says."""
    return _each(table, lambda seat: signed(change_for(box, table, seat)))


def _sheet(box, table, seat: int) -> str:
    """What a player has written on the sheet so far."""
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
    return _list(parts)


def _contribution(box, offer: int) -> str:
    """What a player has chosen: "accept 20 thousand"."""
    verb, card = ("refuse", offer - CONTRIBUTIONS) if offer > CONTRIBUTIONS else ("accept", offer)
    return f"{verb} {thousand(box.contribution_amount[card - 1])}"


# --- The board -----------------------------------------------------------------------------------

_WIDTH = 80
_LABEL, _COLUMN = 11, 17  # the width of a player's name, and of a region


def board(box, table, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    lines = [_headline(box, table), *_regions(box, table, seat), "", *_middle(box, table)]
    lines += [*_parties(box, table), *_legend(box, table), *_secrets(box, table, seat)]
    lines.append(_question(box, table, seat))
    return "\n".join(part for line in lines for part in _wrapped(line))


def _wrapped(line: str) -> list[str]:
    if len(line) <= _WIDTH:
        return [line]
    return textwrap.wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)


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


def _headline(box, table) -> str:
    begun = max(phase for phase in _STAGES if phase <= table.phase)
    stage = _STAGES[Phase.CONVERT if table.by_votes else begun]
    number = f"Round {int(table.round_number)} of {int(elections(box))}"
    number = number if table.round_number else "Preliminary round"
    start = f"start player: {player(table.start_player)}"
    return f"{number}, {stage}; {start}; doublers: {int(table.doublers)}"


# --- The board: regions --------------------------------------------------------------------------


def _regions(box, table, viewer: int | None) -> list[str]:
    """The regions side by side, the current one first: opinions, then a line for each party."""
    regions = range(int(table.regions))
    opinions = [_opinions(box, table, region) for region in regions]
    seats = [int(box.land_seats[int(table.land[region]), MOST_VOTES]) for region in regions]
    lines = [
        _row("", [_short(land_name(box, table, region)) for region in regions]),
        _row("", [f"{seats[region]:>3} {' '.join(opinions[region][:2])}" for region in regions]),
        _row("", [f"    {' '.join(opinions[region][2:])}" for region in regions]),
        _row("", [" vo me tr fa md" for _ in regions]),
    ]
    for seat in range(int(table.seats)):
        cells = [_cell(table, region, seat) + _marks(table, region, seat, viewer) for region in regions]
        lines.append(_row(_name(table, seat), cells))
    return [*lines, "(votes: a leads b; meetings, trend, factor, media; T tile; ? card; ++ doubled)"]


def _row(label: str, cells: list[str]) -> str:
    return f"{label:<{_LABEL}}{''.join(f'{cell:<{_COLUMN}}' for cell in cells)}".rstrip()


def _short(name: str) -> str:
    """A name that fits into a column."""
    return name if len(name) < _COLUMN else name[: _COLUMN - 2] + "."


def _name(table, seat: int) -> str:
    return ("*" if seat == table.seat else " ") + player(seat)


def _opinions(box, table, region: int) -> list[str]:
    """The opinions of a region: those with a doubler are marked, hidden ones come last."""
    codes = [
        stand_code(box, kind, doubled=table.opinion[region, kind] == 2)
        for kind in range(KINDS)
        if table.opinion[region, kind]
    ]
    return codes + ["?"] * int(hidden_in(table, region))


def _cell(table, region: int, seat: int) -> str:
    """The numbers of a party in a region."""
    votes, meetings, media = (
        int(row[region, seat]) or "." for row in (table.votes, table.meetings, table.media)
    )
    trend, factor = signed(table.trend[region, seat]), int(factor_of(table, region, seat))
    place = _place_among_level(table, region, seat)
    return f"{votes:>3}{place:1}{meetings:>2}{trend:>3}{factor:>3}{media:>3}"


def _place_among_level(table, region: int, seat: int) -> str:
    """A letter for who has as many votes as another: a is ahead of b."""
    votes = table.votes[region, : int(table.seats)].tolist()
    if votes[seat] == 0 or votes.count(votes[seat]) == 1:
        return ""
    arrival = table.arrival[region]
    ahead = [i for i, number in enumerate(votes) if number == votes[seat] and arrival[i] > arrival[seat]]
    return "abcde"[len(ahead)]


def _marks(table, region: int, seat: int, viewer: int | None) -> str:
    """A coalition tile, and a card of the shadow cabinet."""
    card = int(table.lobby[region, seat])
    shown = table.phase != Phase.PLACE_LOBBY or _sees(viewer, seat)
    mark = (letter(card) if shown else "?") if card else ""
    return ("T" if table.tile[region, seat] else "") + mark


# --- The board: pool, national board, parties ----------------------------------------------------


def _middle(box, table) -> list[str]:
    """The exchange pool and the decks; the national board."""
    pool = [stand_code(box, kind) for kind in range(KINDS) for _ in range(int(table.pool[kind]))]
    polls = int((table.poll_zone == POLL_IN_DECK).sum())
    decks = f"{int(table.opinion_deck)} opinions, {int(table.programme_deck)} programmes, {polls} polls"
    return [
        f"Pool: {' '.join(pool)}; decks: {decks}",
        f"National (! secured): {_list(_space(box, table, space) for space in range(NATIONAL))}",
    ]


def _space(box, table, space: int) -> str:
    """A space of the national board: its opinion, secured or not; members and points for it."""
    kind = int(table.national[space])
    opinion = "-" if kind == NO_CARD else stand_code(box, kind) + "!" * int(table.secured[space])
    return f"{opinion} {int(box.national_figures[space])}/{int(box.national_points[space])}"


def _parties(box, table) -> list[str]:
    """A line for each party: numbers, what is left, the partner, and the programme."""
    lines = ["           cash memb seat med pts cards   contr ti ally programme"]
    for seat in range(int(table.seats)):
        numbers = (
            f"{int(table.cash[seat]):>5}{int(table.members[seat]):>5}{int(seat_points(table, seat)):>5}"
            f"{int(media_points(box, table, seat)):>4}{int(score(box, table, seat)):>4}"
        )
        partner = _partner(table, seat)
        ally = "" if partner == NOBODY or table.phase == Phase.CONTRIBUTION else partner
        programme = " ".join(stand_code(box, kind) for kind in range(KINDS) if table.programme[seat, kind])
        left = f"{_cards_left(table, seat)} {int(table.tiles[seat]):>2}"
        lines.append(f"{_name(table, seat):<10}{numbers} {left} {ally:>4} {programme}")
    return lines


def _cards_left(table, seat: int) -> str:
    """Cards that a player has not used: of the shadow cabinet by letter, contributions by number."""
    cards = [letter(card) if table.cabinet[seat, card] else "." for card in range(1, CABINET + 1)]
    left = table.contribution[seat] == CARD_IN_HAND
    contributions = [str(card + 1) if left[card] else "." for card in range(CONTRIBUTIONS)]
    return f"{''.join(cards)} {''.join(contributions)}"


def _partner(table, seat: int) -> int:
    """The partner in the coalition of this round, or nobody."""
    return int(table.ally[max(0, int(table.round_number) - 1), seat]) - 1


def _legend(box, table) -> list[str]:
    """What letters and numbers of cards stand for, where one is to be chosen."""
    if table.phase == Phase.PLACE_LOBBY:
        cards = [_card_in_short(box, card) for card in range(1, CABINET + 1)]
        return [f"Cards, price: {'; '.join(cards)}"]
    if table.phase == Phase.CONTRIBUTION:
        amounts = _list(str(int(amount)) for amount in box.contribution_amount)
        return [f"Contributions 1 to {CONTRIBUTIONS}: {amounts} thousand"]
    return []


def _card_in_short(box, card: int) -> str:
    words = lobby_in_words(box, card).replace("trend up ", "+").replace("another's down ", "-")
    phone = " tel." if box.cabinet_phone[card] else ""
    return f"{letter(card)} {int(box.cabinet_price[card])}{phone}: {words}"


# --- The board: secrets, and the question --------------------------------------------------------


def _secrets(box, table, viewer: int | None) -> list[str]:
    """Hidden programme cards, sheets, and choices that not all know, as far as a viewer sees them."""
    if viewer is None:
        hands = _each(table, lambda seat: " ".join(stand_code(box, kind) for kind in _hand(table, seat)))
        lines = [f"Hands: {hands}"]
    else:
        lines = [f"Your hand: {_list(stand_in_words(box, kind) for kind in _hand(table, viewer))}"]
    chosen = []
    for seat in _everybody(table):
        if table.phase == Phase.SHEET and table.section[0, seat] and _sees(viewer, seat):
            lines.append(f"{'Your' if seat == viewer else _of(seat)} sheet: {_sheet(box, table, seat)}")
        if words := _choice(box, table, seat, _sees(viewer, seat)):
            chosen.append(f"{player(seat)} {words}")
    return [*lines, f"Chosen: {_list(chosen)}"] if chosen else lines


def _of(seat: int) -> str:
    return f"{player(seat)}'s"


def _hand(table, seat: int) -> list[int]:
    """The kinds of a player's hidden programme cards."""
    return [card // PROGRAMME_COPIES for card, zone in enumerate(table.zone) if zone == IN_HAND + seat]


def _choice(box, table, seat: int, seen: bool) -> str:
    """A bid or a contribution that is not open yet: nothing before it is made, and ? when not seen."""
    offer = int(table.offer[seat])
    if offer and box.contribution == IN_TURN and not seen:
        return "refuse ?" if offer > CONTRIBUTIONS else _contribution(box, offer)
    if offer:
        return _contribution(box, offer) if seen else "?"
    bids = table.phase == Phase.START_BID and places_to(table, int(table.start_player), seat) < table.turn
    if bids or (table.phase == Phase.POLL_BID and box.poll_auction == BLIND and table.passed[seat]):
        return thousand(table.bid[seat]) if seen else "?"
    return ""


_QUESTIONS = {
    Phase.START_BID: "A bid for the choice of the start player?",
    Phase.START_PLAYER: "Who starts? Bids: {bids}",
    Phase.DISCARD: "Which hidden cards go, for as many new ones? ({renewed} so far)",
    Phase.NEW_CARD: "A hidden card for the programme?",
    Phase.OLD_CARD: "What goes for {picked}?",
    Phase.PLACE_LOBBY: "A card beside {here}?",
    Phase.LOBBY: "What does this card do in {here}? {card}",
    Phase.LOBBY_OPINION: "Which opinion of {here} gets or loses a doubler?",
    Phase.LOBBY_PLAYER: "Whose {aim} in {here}?",
    Phase.TELEPHONE: "A coalition tile beside {here}?",
    Phase.COALITION: "Whom to ask for a coalition in {here}?",
    Phase.REPLY: "A coalition with {asker} in {here}?",
    Phase.FORCE: "Whom to force into a coalition in {here}?",
    Phase.MEDIA: "A media marker? ({markers} left; {passes} in a row)",
    Phase.SWAP_OUT: "An opinion of {here} to exchange, for {right}?",
    Phase.SWAP_IN: "What replaces {picked} in {here}?",
    Phase.MEETINGS: "Meetings in {here}? ({meetings} left)",
    Phase.POLL_BID: "A bid for the poll in {here}?{auction}",
    Phase.PUBLISH: "Publish the poll in {here}?",
    Phase.CHANGE_TREND: "Whose trend in {here} changes? ({changes} at most) The poll: {poll}",
    Phase.CONVERT: "How many meetings in {here} to convert?",
    Phase.NATIONAL_MEDIA: "A media marker for the national board?",
    Phase.NATIONAL_CARD: "An opinion for the national board? ({national} at most)",
    Phase.NATIONAL_REPLACE: "What does {picked} replace on the national board?",
    Phase.CONTRIBUTION: "Which contribution, accepted or refused?",
}


def _question(box, table, viewer: int | None) -> str:
    phase, seat = Phase(int(table.phase)), int(table.seat)
    if phase == Phase.OVER:
        return "The game is over."
    if phase == Phase.SHEET:
        return f"{player(seat)}: {_question_of_sheet(box, table, viewer)}"
    picked = int(table.picked)
    words = _QUESTIONS[phase].format(
        here=_here(box, table),
        bids=_bids(table),
        renewed=int(table.renewed),
        picked=stand_in_words(box, picked) if picked != NO_CARD else "",
        card=cabinet_in_words(box, acting_card(table)),
        aim="media marker goes" if table.acting == Lobby.MEDIA + 1 else "trend falls",
        asker=player(table.asker),
        markers=int(table.media_supply[seat]),
        passes=_passes(table.passes),
        right=_right(table),
        meetings=int(table.meeting_supply[seat]),
        auction=_auction(box, table),
        changes=int(table.changes),
        poll=_poll(box, table) if phase == Phase.CHANGE_TREND else "",
        national=int(table.national_cards[int(table.turn) % len(table.winner)]),
    )
    return f"{player(seat)}: {words}{_secret_of_question(box, table, viewer)}"


def _question_of_sheet(box, table, viewer: int | None) -> str:
    if not _sees(viewer, int(table.seat)):
        return "The sheet?"
    if table.step in (0, ITEMS + 1):
        return f"Section {1 + int(table.step > 0)} of the sheet?"
    return f"A region for this: {entry_in_words(box, table)}?"


def _secret_of_question(box, table, viewer: int | None) -> str:
    """What only the seat on turn knows."""
    seat = int(table.seat)
    if not _sees(viewer, seat):
        return ""
    if table.phase == Phase.PLACE_LOBBY:
        return f" ({int(table.cash[seat]) - int(price_of_lobby(box, table, seat))} thousand left)"
    return f" It says: {_poll(box, table)}" if table.phase == Phase.PUBLISH else ""


def _passes(number: int) -> str:
    return f"{int(number)} {'pass' if number == 1 else 'passes'}"


def _right(table) -> str:
    """Why somebody may exchange an opinion."""
    return "an absolute majority of votes" if table.by_votes else "control of the media"


def _auction(box, table) -> str:
    """How an open auction stands."""
    if box.poll_auction == BLIND:
        return ""
    bidder = int(table.bidder)
    out = [player(seat) for seat in range(int(table.seats)) if table.passed[seat]]
    best = f" Highest: {player(bidder)} {int(table.bid[bidder])}." if bidder != NOBODY else ""
    return best + (f" Out: {_list(out)}." if out else "")


# --- News ----------------------------------------------------------------------------------------


class _Step(NamedTuple):
    """A part of what happened: the tables before and after, the action, and who is told of it."""

    box: Any
    old: Any
    new: Any
    viewer: int | None
    block: str = ""
    number: int = 0

    @property
    def seat(self) -> int:
        return int(self.old.seat)

    @property
    def who(self) -> str:
        return player(self.old.seat)

    @property
    def here(self) -> str:
        return _here(self.box, self.old)

    @property
    def region(self) -> int:
        return int(self.old.region)

    @property
    def sees(self) -> bool:
        """Whether secrets of the seat on turn may be told."""
        return _sees(self.viewer, self.seat)

    @property
    def passes(self) -> bool:
        return self.block == "pass"

    def stand(self, kind: int) -> str:
        return stand_in_words(self.box, kind)

    def other(self) -> int:
        """The player named by the action."""
        return int(left_of(self.old, self.seat, self.number + (self.block == "force")))


def news(box, before, after, seat: int | None) -> list[str]:
    """What happened in a step, in words; only what `seat` may know, or everything."""
    lines = []
    for old, new, action in retell(rules, Phase.OVER, ACTIONS.size, box, before, after):
        phase = Phase(int(old.phase))
        if action is None:
            lines += _EVENTS[phase](_Step(box, old, new, seat)) if phase in _EVENTS else []
        else:
            block, number = ACTIONS.locate(action)
            lines += _MOVES[phase](_Step(box, old, new, seat, block, number))
        lines += _shuffled(old, new)
    return lines


def _shuffled(old, new) -> list[str]:
    """Decks that were made anew of discards."""
    lines = []
    if new.programme_shuffle > old.programme_shuffle:
        lines.append("The discarded programme cards are shuffled to make a new deck.")
    if old.poll_zone.all() and not new.poll_zone.all():
        lines.append("The polls are shuffled to make a new deck.")
    return lines


# --- News: the preliminary round, the start player, the conference -------------------------------


def _filled_in(step: _Step) -> list[str]:
    """Told when a sheet is complete."""
    if step.new.seat == step.old.seat and step.new.phase == Phase.SHEET:
        return []
    return [f"{step.who} hands the sheet in."]


def _sheets(step: _Step) -> list[str]:
    return [
        f"{_of(seat)} sheet: {_sheet(step.box, step.old, seat) or 'nothing'}."
        for seat in _everybody(step.old)
    ]


def _new_round(step: _Step) -> list[str]:
    land = land_name(step.box, step.new, 0)
    return [f"Round {int(step.new.round_number)} of {int(elections(step.box))}: {land} is to vote."]


def _start_bid(step: _Step) -> list[str]:
    return [f"{step.who} bids {thousand(step.number) if step.sees else 'in secret'} for the start."]


def _start_bids(step: _Step) -> list[str]:
    lines = [f"Bids for the start: {_bids(step.old)}."]
    bidder = int(step.new.bidder)
    if bidder == NOBODY:
        return [*lines, f"Nobody bids: {player(step.new.start_player)} is start player."]
    price = thousand(step.old.bid[bidder])
    return [*lines, f"{player(bidder)} pays {price} and names the start player{_by_the_die(step)}."]


def _by_the_die(step: _Step) -> str:
    """Said where level bids were told apart."""
    bids = step.old.bid[: int(step.old.seats)].tolist()
    return ", by the die" if bids.count(max(bids)) > 1 else ""


def _start_player(step: _Step) -> list[str]:
    return [f"{step.who} names {player(step.new.start_player)} start player."]


def _conference(step: _Step) -> list[str]:
    """A hand is filled up before one looks at it."""
    seat = int(step.new.seat)
    drawn = _drawn(step, seat) if step.new.phase == Phase.DISCARD else []
    return [f"{player(seat)} draws {_hidden(step, drawn, seat)}."] if drawn else []


def _drawn(step: _Step, seat: int, gone: tuple[int, ...] = ()) -> list[int]:
    """The kinds that have come into a hand, besides those that are gone from it."""
    drawn = Counter(_hand(step.new, seat)) + Counter(gone) - Counter(_hand(step.old, seat))
    return sorted(drawn.elements())


def _hidden(step: _Step, kinds: list[int], seat: int) -> str:
    """Programme cards, in words only for whose they are."""
    return _list(map(step.stand, kinds)) if _sees(step.viewer, seat) else count(len(kinds), "hidden card")


def _discarded(step: _Step) -> list[str]:
    """Told when all are discarded: only then are new ones drawn."""
    if step.new.phase == Phase.DISCARD and step.new.renewed:
        return []
    if step.passes and not step.old.renewed:
        return [f"{step.who} discards no hidden card."]
    drawn = _drawn(step, step.seat, () if step.passes else (step.number,))
    number = count(int(step.old.renewed) + (not step.passes), "hidden card")
    return [f"{step.who} discards {number} and draws {_hidden(step, drawn, step.seat)}."]


def _new_card(step: _Step) -> list[str]:
    return [f"{step.who} keeps the programme."] if step.passes else []


def _old_card(step: _Step) -> list[str]:
    new, old = step.stand(int(step.old.picked)), step.stand(step.number)
    return [f"{step.who} takes {new} into the programme, for {old}."]


# --- News: shadow cabinets and coalitions --------------------------------------------------------


def _card_laid(step: _Step) -> list[str]:
    if step.passes:
        none = step.region == step.old.regions - 1 and not step.old.lobby[:, step.seat].any()
        return [f"{step.who} lays no card."] if none else []
    card = f"the {title(step.box, step.number + 1)}" if step.sees else "a card"
    return [f"{step.who} lays {card} beside {step.here}."]


def _cards_opened(step: _Step) -> list[str]:
    box, old, lines = step.box, step.old, []
    for seat in _everybody(old):
        laid = [(region, int(card)) for region, card in enumerate(old.lobby[:, seat]) if card]
        cards = _list(f"the {title(box, card)} beside {land_name(box, old, region)}" for region, card in laid)
        if laid:
            price = thousand(price_of_lobby(box, old, seat))
            lines.append(f"{player(seat)} opens {cards} and pays {price}.")
    return lines


def _lobbied(step: _Step) -> list[str]:
    card = f"with the {title(step.box, acting_card(step.old))}"
    if step.passes:
        return [f"{step.who} does nothing in {step.here} {card}."]
    at = (step.region, step.seat)
    if step.number == Lobby.VOTES:
        won = count(int(step.new.votes[at]) - int(step.old.votes[at]), "vote")
        return [f"{step.who} wins {won} in {step.here} {card}, {int(step.new.votes[at])} now."]
    if step.number == Lobby.TREND_UP:
        return [f"{step.who} raises the own trend in {step.here} {card} {_trend(step, step.seat)}."]
    return []


def _trend(step: _Step, seat: int) -> str:
    """A trend before and after."""
    old, new = (table.trend[step.region, seat] for table in (step.old, step.new))
    return f"from {signed(old)} to {signed(new)}"


def _doubled(step: _Step) -> list[str]:
    card = f"with the {title(step.box, acting_card(step.old))}"
    if step.new.opinion[step.region, step.number] == 2:
        return [f"{step.who} doubles {step.stand(step.number)} in {step.here} {card}."]
    return [f"{step.who} takes the doubler off {step.stand(step.number)} in {step.here} {card}."]


def _aimed(step: _Step) -> list[str]:
    other, card = step.other(), f"with the {title(step.box, acting_card(step.old))}"
    if step.old.acting == Lobby.MEDIA + 1:
        price = int(step.box.media_price)
        paid = f"{thousand(price)} go to {player(other)}, {thousand(price)} to the bank" if price else "free"
        return [f"{step.who} puts out a media marker of {player(other)} in {step.here} {card}: {paid}."]
    return [f"{step.who} lowers the trend of {player(other)} in {step.here} {card} {_trend(step, other)}."]


def _telephoned(step: _Step) -> list[str]:
    return [f"{step.who} lays {'no' if step.passes else 'a'} coalition tile beside {step.here}."]


def _asked(step: _Step) -> list[str]:
    if step.passes:
        return [f"{step.who} asks nobody{' else' if step.old.asked else ''} for a coalition."]
    if step.block == "force":
        return _forced(step)
    return [f"{step.who} asks {player(step.other())} for a coalition."]


def _replied(step: _Step) -> list[str]:
    asker = player(step.old.asker)
    if step.passes:
        return [f"{step.who} refuses a coalition with {asker}."]
    return [f"{step.who} accepts: {asker} and {step.who} make a coalition in {step.here}."]


def _forced(step: _Step) -> list[str]:
    if step.passes:
        return [f"{step.who} forces nobody into a coalition."]
    return [f"{step.who} forces {player(step.other())} into a coalition in {step.here}."]


# --- News: media, meetings, polls, conversion ----------------------------------------------------


def _media_bought(step: _Step) -> list[str]:
    if step.passes:
        return [f"{step.who} buys no media marker."]
    return [f"{step.who} buys a media marker in {land_name(step.box, step.old, step.number)}."]


def _right_to_swap(step: _Step) -> list[str]:
    """Who may exchange an opinion, and why."""
    if step.new.phase != Phase.SWAP_OUT:
        return []
    return [f"{player(step.new.seat)} has {_right(step.new)} in {_here(step.box, step.new)}."]


def _swap_out(step: _Step) -> list[str]:
    return [f"{step.who} exchanges no opinion in {step.here}."] if step.passes else []


def _swapped(step: _Step) -> list[str]:
    old, new = step.stand(int(step.old.picked)), step.stand(step.number)
    return [f"{step.who} exchanges {old} in {step.here} for {new}."]


def _meetings_bought(step: _Step) -> list[str]:
    return [f"{step.who} buys {count(step.number, 'meeting')} in {step.here}."] if step.number else []


def _poll_bid(step: _Step) -> list[str]:
    if step.passes:
        none = step.old.bid[step.seat] == 0
        return [f"{step.who} {'makes no bid' if none else 'bids no more'} for the poll in {step.here}."]
    secret = step.box.poll_auction == BLIND and not step.sees
    return [
        f"{step.who} bids {'in secret' if secret else thousand(step.number)} for the poll in {step.here}."
    ]


def _poll_sold(step: _Step) -> list[str]:
    """Only the buyer looks at it."""
    blind = step.box.poll_auction == BLIND
    lines = [f"Bids for the poll in {step.here}: {_bids(step.old)}."] if blind else []
    if step.new.poll == NO_CARD:
        return [*lines, f"Nobody buys the poll in {step.here}: it is discarded unseen."]
    buyer = int(step.new.seat)
    by_die = _by_the_die(step) if blind else ""
    lines.append(f"{player(buyer)} pays {thousand(step.old.bid[buyer])} for the poll in {step.here}{by_die}.")
    return lines + ([f"It says: {_poll(step.box, step.new)}."] if _sees(step.viewer, buyer) else [])


def _published(step: _Step) -> list[str]:
    if step.passes:
        return [f"{step.who} does not publish the poll in {step.here}."]
    return [f"{step.who} publishes the poll in {step.here}: {_poll(step.box, step.old)}."]


def _trend_changed(step: _Step) -> list[str]:
    if step.passes:
        return [f"{step.who} changes no more trends."]
    other = step.other()
    return [f"{step.who} moves the trend of {player(other)} in {step.here} {_trend(step, other)}."]


def _suppressed(step: _Step) -> list[str]:
    return [f"{step.who} {_members(step, step.seat)}."]


def _members(step: _Step, seat: int) -> str:
    """ "wins 2 members, 9 now"."""
    old, new = int(step.old.members[seat]), int(step.new.members[seat])
    return f"{'wins' if new >= old else 'loses'} {count(abs(new - old), 'member')}, {new} now"


def _converted(step: _Step) -> list[str]:
    if step.number == 0:
        return [f"{step.who} converts no meetings in {step.here}."]
    return [_conversion(step, step.region, step.seat)]


def _conversion(step: _Step, region: int, seat: int) -> str:
    meetings = count(int(step.old.meetings[region, seat]) - int(step.new.meetings[region, seat]), "meeting")
    votes = int(step.new.votes[region, seat])
    won = count(votes - int(step.old.votes[region, seat]), "vote")
    land = land_name(step.box, step.old, region)
    return f"{player(seat)} converts {meetings} in {land} into {won}, {votes} now."


# --- News: the election --------------------------------------------------------------------------


def _election(step: _Step) -> list[str]:
    """All meetings become votes, and votes seats."""
    lines = [_conversion(step, 0, seat) for seat in _everybody(step.old) if step.old.meetings[0, seat]]
    election = int(step.old.round_number) - 1
    seats = _each(
        step.new, lambda seat: f"{int(step.new.seats_won[election, seat])} ({int(step.new.votes[0, seat])})"
    )
    return [*lines, f"Seats (votes) in {land_name(step.box, step.old, 0)}: {seats}."]


def _won(step: _Step) -> list[str]:
    land = land_name(step.box, step.old, 0)
    first, second, third = (int(seat) for seat in step.new.winner)
    if first == NOBODY:
        return [f"Nobody has votes in {land}, nobody wins it."]
    nose = " by a nose" if step.new.by_a_nose else ""
    if _partner(step.new, first) != NOBODY:
        votes = int(step.new.votes[0, first]) + int(step.new.votes[0, second])
        return [f"{player(first)} and {player(second)} win {land}{nose}, with {votes} votes together."]
    ahead = f", ahead of {' and '.join(player(seat) for seat in (second, third) if seat != NOBODY)}" * bool(
        nose
    )
    return [f"{player(first)} wins {land}{nose}{ahead}."]


def _no_marker(step: _Step) -> list[str]:
    if step.new.phase != Phase.NEXT_CARD:
        return []
    return [f"{player(step.new.seat)} has no media marker in {land_name(step.box, step.old, 0)} to place."]


def _national_media(step: _Step) -> list[str]:
    if step.passes:
        return [f"{step.who} places no media marker on the national board."]
    points = count(step.box.media_points[int(step.old.round_number) - 1], "point")
    return [f"{step.who} places a media marker on the national board: {points}."]


def _national_card(step: _Step) -> list[str]:
    """An opinion is placed or secured; one that needs a choice of space is told after that."""
    if step.passes:
        return [f"{step.who} places no more opinions on the national board."]
    for space in range(NATIONAL):
        old, new = int(step.old.national[space]), int(step.new.national[space])
        if new != old:
            gone = f", for {step.stand(old)}" if old != NO_CARD else ""
            return [f"{step.who} places {step.stand(new)} on space {space + 1} of the national board{gone}."]
        if step.new.secured[space] > step.old.secured[space]:
            return [f"{step.who} secures {step.stand(new)} on the national board."]
    return []


def _recruited(step: _Step) -> list[str]:
    gains = [
        f"{player(seat)} {_members(step, seat)}"
        for seat in range(int(step.old.seats))
        if step.new.members[seat] != step.old.members[seat]
    ]
    lines = [f"For national opinions {_list(gains)}."] if gains else []
    return lines + (_end(step.box, step.new) if step.new.phase == Phase.OVER else [])


# --- News: the end of a round, and of the game ---------------------------------------------------


def _next_region(step: _Step) -> list[str]:
    """A region that has voted makes room, and opinions are opened."""
    box, old, new = step.box, step.old, step.new
    lines = [f"The board of {land_name(box, old, 0)} is cleared."]
    for region in range(int(new.regions)):
        came = [
            step.stand(kind)
            for kind in range(KINDS)
            if new.opinion[region, kind] and not (region < REGIONS - 1 and old.opinion[region + 1, kind])
        ]
        land, opened = land_name(box, new, region), _list(came) or "no opinion"
        if region == old.regions - 1:
            seats = int(box.land_seats[int(new.land[region]), MOST_VOTES])
            lines.append(f"New: {land}, {count(seats, 'seat')}. Opened there: {opened}.")
        elif came:
            lines.append(f"Opened in {land}: {opened}.")
    lines += _replaced(step)
    if new.round_number > old.round_number:
        lines.append(
            f"Round {int(new.round_number)} of {int(elections(box))}: {land_name(box, new, 0)} votes at once."
        )
    return lines


def _replaced(step: _Step) -> list[str]:
    """Opinions that were drawn and could not stay."""
    cleared = step.old.discards + (step.old.opinion[0] > 0)
    if (step.new.discards < cleared).any():
        return ["The discarded opinions are shuffled to make a new deck."]
    kinds = [kind for kind in range(KINDS) for _ in range(int(step.new.discards[kind] - cleared[kind]))]
    return (
        [f"Drawn and replaced, for their issue lay open: {_list(map(step.stand, kinds))}."] if kinds else []
    )


def _income(step: _Step) -> list[str]:
    election = int(step.old.round_number) - 1
    lines = [f"Money for seats: {_each(step.old, lambda seat: int(step.old.seats_won[election, seat]))}."]
    if step.box.members_pay[election]:
        lines.append(f"Money for members: {_each(step.old, lambda seat: int(step.old.members[seat]))}.")
    return lines


def _offered(step: _Step) -> list[str]:
    accepts, amount = step.block == "accept", thousand(step.box.contribution_amount[step.number])
    verb = "accepts" if accepts else "refuses"
    if step.sees or (accepts and step.box.contribution == IN_TURN):
        return [f"{step.who} {verb} {amount}."]
    return [f"{step.who} {'refuses' if step.box.contribution == IN_TURN else 'chooses'} a contribution."]


def _accepted(step: _Step) -> list[str]:
    return [
        f"{player(seat)} gets {thousand(_amount(step, seat))} and {_loss(step, seat)}."
        for seat in _everybody(step.old)
        if 0 < step.old.offer[seat] <= CONTRIBUTIONS
    ]


def _loss(step: _Step, seat: int) -> str:
    lost = int(step.old.members[seat]) - int(step.new.members[seat])
    return f"loses {count(lost, 'member')}, {int(step.new.members[seat])} left"


def _amount(step: _Step, seat: int) -> int:
    """The contribution that a player has accepted or refused."""
    return int(step.box.contribution_amount[(int(step.old.offer[seat]) - 1) % CONTRIBUTIONS])


def _refused(step: _Step) -> list[str]:
    """Who alone refuses the highest amount has rolled more dice."""
    refusers = [seat for seat in _everybody(step.old) if step.old.offer[seat]]
    amounts = [_amount(step, seat) for seat in refusers]
    lines = []
    for seat, amount in zip(refusers, amounts):
        alone = amount == max(amounts) and amounts.count(amount) == 1 and step.box.refusal_bonus
        bonus = f" ({dice(step.box.refusal_bonus)} more for the highest)" if alone else ""
        lines.append(f"{player(seat)} refuses {thousand(amount)} and {_members(step, seat)}{bonus}.")
    return lines


def _end(box, table) -> list[str]:
    seats = range(int(table.seats))
    lines = ["The game is over. Seats, media, members, programme:"]
    for seat in seats:
        parts = (
            seat_points(table, seat),
            media_points(box, table, seat),
            member_points(box, table, seat),
            programme_points(box, table, seat),
        )
        added = " + ".join(str(int(part)) for part in parts)
        lines.append(f"{player(seat)} {added} = {count(score(box, table, seat), 'point')}.")
    points = [int(score(box, table, seat)) for seat in seats]
    standings = [int(standing(box, table, seat)) for seat in seats]
    winners = [player(seat) for seat in seats if standings[seat] == max(standings)]
    by_seats = " (by seats, then members)" if points.count(max(points)) > len(winners) else ""
    return [*lines, f"Winner{'s' * (len(winners) > 1)}: {_list(winners)}{by_seats}."]


_MOVES: dict[Phase, Callable[[_Step], list[str]]] = {
    Phase.SHEET: _filled_in,
    Phase.START_BID: _start_bid,
    Phase.START_PLAYER: _start_player,
    Phase.DISCARD: _discarded,
    Phase.NEW_CARD: _new_card,
    Phase.OLD_CARD: _old_card,
    Phase.PLACE_LOBBY: _card_laid,
    Phase.LOBBY: _lobbied,
    Phase.LOBBY_OPINION: _doubled,
    Phase.LOBBY_PLAYER: _aimed,
    Phase.TELEPHONE: _telephoned,
    Phase.COALITION: _asked,
    Phase.REPLY: _replied,
    Phase.FORCE: _forced,
    Phase.MEDIA: _media_bought,
    Phase.SWAP_OUT: _swap_out,
    Phase.SWAP_IN: _swapped,
    Phase.MEETINGS: _meetings_bought,
    Phase.POLL_BID: _poll_bid,
    Phase.PUBLISH: _published,
    Phase.CHANGE_TREND: _trend_changed,
    Phase.CONVERT: _converted,
    Phase.NATIONAL_MEDIA: _national_media,
    Phase.NATIONAL_CARD: _national_card,
    Phase.NATIONAL_REPLACE: _national_card,
    Phase.CONTRIBUTION: _offered,
}
_EVENTS: dict[Phase, Callable[[_Step], list[str]]] = {
    Phase.REVEAL_SHEETS: _sheets,
    Phase.NEW_ROUND: _new_round,
    Phase.REVEAL_BIDS: _start_bids,
    Phase.NEXT_CONFERENCE: _conference,
    Phase.REVEAL_LOBBY: _cards_opened,
    Phase.NEXT_SWAP: _right_to_swap,
    Phase.SELL_POLL: _poll_sold,
    Phase.SUPPRESS_POLL: _suppressed,
    Phase.NEXT_CONVERSION: _right_to_swap,
    Phase.ELECTION: _election,
    Phase.WINNERS: _won,
    Phase.NEXT_NATIONAL: _no_marker,
    Phase.RECRUIT: _recruited,
    Phase.NEXT_REGION: _next_region,
    Phase.INCOME: _income,
    Phase.REVEAL_CONTRIBUTIONS: _accepted,
    Phase.REFUSALS: _refused,
}
