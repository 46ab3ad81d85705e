"""Events of Die Macher in words, as far as a viewer may know them."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.events import Event, player_event
from ...core.text.substeps import substeps
from ...core.text.words import count, number_of, player, seats_of
from .. import rules
from ..actions import ACTIONS
from ..box import BLIND, IN_TURN
from ..rules.coalitions import partner_of
from ..rules.common import elections
from ..rules.election import space_for, space_of
from ..rules.final_count import media_points, member_points, programme_points, score, seat_points, standing
from ..rules.shadow_cabinet import price_of_lobby
from ..rules.start_player import bid_of, payment
from ..table import CONTRIBUTIONS, KINDS, MOST_VOTES, NO_CARD, POLL_IN_DECK, REGIONS, Lobby, Phase
from .board import hand_of, knows, sheet_text
from .describe import (
    acting_card,
    bids_in_words,
    dice,
    everybody,
    here,
    land_name,
    listed,
    of_each,
    poll_text,
    right_to_swap,
    seat_named,
    signed,
    stand_in_words,
    thousand,
    title,
    whose,
)


class _Step(NamedTuple):
    """A substep: the tables before and after it, the viewer, and the action if there is one."""

    box: np.record
    old: np.record
    new: np.record
    viewer: int | None
    block: str = ""
    number: int = 0

    @property
    def seat(self) -> int:
        return int(self.old.seat)

    @property
    def who(self) -> str:
        return player(self.seat)

    @property
    def region(self) -> int:
        return int(self.old.region)

    @property
    def here(self) -> str:
        return here(self.box, self.old)

    @property
    def card(self) -> str:
        """The card of the shadow cabinet that acts."""
        return f"with the {title(self.box, acting_card(self.old))}"

    @property
    def aimed_at(self) -> int:
        """The seat named by the action."""
        return seat_named(self.old, self.block, self.number)

    @property
    def other(self) -> str:
        return player(self.aimed_at)

    @property
    def asker(self) -> str:
        return player(self.old.asker)

    @property
    def picked(self) -> str:
        """The card named first of two."""
        return self.stand(int(self.old.picked))

    @property
    def named(self) -> str:
        """The card named by the action."""
        return self.stand(self.number)

    @property
    def poll(self) -> str:
        return poll_text(self.box, self.old)

    @property
    def bid(self) -> int:
        """The bid, in thousands."""
        return int(bid_of(self.box, self.old, self.seat, self.number))

    @property
    def sees(self) -> bool:
        """Whether the viewer may know the secrets of the seat on turn."""
        return knows(self.viewer, self.seat)

    @property
    def passes(self) -> bool:
        return self.block == "pass"

    def event(self, what: str, group: str = "", short: str = "") -> Event:
        """An event caused by the seat on turn."""
        return player_event(self.seat, what, group, short)

    def stand(self, kind: int) -> str:
        return stand_in_words(self.box, kind)


_Events = Iterator[Event]


def events(box: np.record, before: np.record, action: int, after: np.record, seat: int | None) -> list[Event]:
    """The events of a step: what `seat` may know, or everything for None."""
    found: list[Event] = []
    for old, new, taken in substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after):
        block, number = ("", 0) if taken is None else ACTIONS.locate(taken)
        step, phase = _Step(box, old, new, seat, block, number), Phase(int(old.phase))
        words = _PASSES.get(phase) if step.passes else _SAID.get(phase)
        if words:
            found.append(step.event(words.format(step=step)))
        elif phase in _BY_PHASE:
            found += _BY_PHASE[phase](step)
    return found


_PASSES = {
    Phase.NEW_CARD: "keeps the programme",
    Phase.LOBBY: "does nothing in {step.here} {step.card}",
    Phase.TELEPHONE: "lays no coalition tile beside {step.here}",
    Phase.REPLY: "refuses a coalition with {step.asker}",
    Phase.FORCE: "forces nobody into a coalition",
    Phase.MEDIA: "buys no media marker",
    Phase.SWAP_OUT: "exchanges no opinion in {step.here}",
    Phase.PUBLISH: "does not publish the poll in {step.here}",
    Phase.CHANGE_TREND: "changes no more trends",
    Phase.NATIONAL_MEDIA: "places no media marker on the national board",
    Phase.NATIONAL_CARD: "places no more opinions on the national board",
}


_SAID = {
    Phase.START_PLAYER: "names {step.other} start player",
    Phase.OLD_CARD: "takes {step.picked} into the programme, for {step.named}",
    Phase.TELEPHONE: "lays a coalition tile beside {step.here}",
    Phase.REPLY: "accepts: {step.asker} and {step.who} make a coalition in {step.here}",
    Phase.FORCE: "forces {step.other} into a coalition in {step.here}",
    Phase.SWAP_IN: "exchanges {step.picked} in {step.here} for {step.named}",
    Phase.PUBLISH: "publishes the poll in {step.here}: {step.poll}",
}


# --- The preliminary round, the start player, the conference -------------------------------------


def _sheet(step: _Step) -> _Events:
    """An event only when the sheet is complete."""
    if step.new.seat != step.seat or step.new.phase != Phase.SHEET:
        yield step.event("hands the sheet in")


def _sheets(step: _Step) -> _Events:
    for seat in everybody(step.old):
        yield Event(f"{whose(seat)} sheet: {sheet_text(step.box, step.old, seat) or 'nothing'}.")


def _new_round(step: _Step) -> _Events:
    land = land_name(step.box, step.new, 0)
    yield Event(f"Round {int(step.new.round_number)} of {int(elections(step.box))}: {land} is to vote.")


def _start_bid(step: _Step) -> _Events:
    yield step.event(f"bids {thousand(step.bid) if step.sees else 'in secret'} for the start")


def _start_bids(step: _Step) -> _Events:
    yield Event(f"Bids for the start: {bids_in_words(step.old)}.")
    bidder = int(step.new.bidder)
    if bidder == NOBODY:
        yield Event(f"Nobody bids: {player(step.new.start_player)} is start player.")
    else:
        yield from _lost_bids(step, bidder)
        price = thousand(payment(step.box, step.new, bidder))
        yield player_event(bidder, f"pays {price} and names the start player{_by_die(step)}")


def _lost_bids(step: _Step, bidder: int) -> _Events:
    """The payments of the other bidders, if all pay."""
    for seat in everybody(step.old):
        if seat != bidder and (price := payment(step.box, step.new, seat)):
            yield player_event(seat, f"pays {thousand(price)} for a bid that was too low")


def _by_die(step: _Step) -> str:
    """The words for a tie of bids decided by chance; "" without a tie."""
    bids = step.old.bid[: int(step.old.seats)].tolist()
    return ", by the die" if bids.count(max(bids)) > 1 else ""


def _conference(step: _Step) -> _Events:
    """The cards drawn to fill up a hand at the start of a conference turn."""
    seat = int(step.new.seat)
    if step.new.phase == Phase.DISCARD and (drawn := _drawn(step, seat)):
        yield from _programmes_shuffled(step)
        yield player_event(seat, f"draws {_hidden(step, drawn, seat)}")


def _discard(step: _Step) -> _Events:
    """An event only after the last discard, when new cards are drawn."""
    if step.new.phase == Phase.DISCARD:
        return
    number = int(step.old.renewed) + (not step.passes)
    if number == 0:
        yield step.event("discards no hidden card")
        return
    drawn = _drawn(step, step.seat, () if step.passes else (step.number,))
    discards = f"discards {count(number, 'hidden card')}"
    draws = f"draws {_hidden(step, drawn, step.seat)}"
    if shuffled := list(_programmes_shuffled(step)):
        yield from (step.event(discards), *shuffled, step.event(draws))
    else:
        yield step.event(f"{discards} and {draws}")


def _programmes_shuffled(step: _Step) -> _Events:
    if step.new.programme_shuffle > step.old.programme_shuffle:
        yield Event("The discarded programme cards are shuffled to make a new deck.")


def _drawn(step: _Step, seat: int, gone: tuple[int, ...] = ()) -> list[int]:
    """The kinds drawn into a hand, given the kinds gone from it."""
    drawn = Counter(hand_of(step.new, seat)) + Counter(gone) - Counter(hand_of(step.old, seat))
    return sorted(drawn.elements())


def _hidden(step: _Step, kinds: list[int], seat: int) -> str:
    """Programme cards in words for their owner, as a number for others."""
    return listed(map(step.stand, kinds)) if knows(step.viewer, seat) else count(len(kinds), "hidden card")


# --- Shadow cabinets and coalitions --------------------------------------------------------------


def _card_laid(step: _Step) -> _Events:
    if not step.passes:
        card = f"the {title(step.box, step.number + 1)}" if step.sees else "a card"
        yield step.event(f"lays {card} beside {step.here}", *_beside(step, card))
    elif step.region == step.old.regions - 1 and not step.old.lobby[:, step.seat].any():
        yield step.event("lays no card")


def _beside(step: _Step, card: str) -> tuple[str, str]:
    """The group and short text of a card laid; where it lies is public."""
    known = f"{card} beside {step.here}"
    return (f"{step.who} lays", known) if step.sees else (f"{step.who} lays cards beside", step.here)


def _cards_opened(step: _Step) -> _Events:
    box, old = step.box, step.old
    for seat in everybody(old):
        laid = [(region, int(card)) for region, card in enumerate(old.lobby[:, seat]) if card]
        cards = (f"the {title(box, card)} beside {land_name(box, old, region)}" for region, card in laid)
        if laid:
            yield player_event(
                seat, f"opens {listed(cards)} and pays {thousand(price_of_lobby(box, old, seat))}"
            )


def _lobby(step: _Step) -> _Events:
    """The actions without a target; the others are told once the target is chosen."""
    if step.number == Lobby.VOTES:
        at = (step.region, step.seat)
        won = count(int(step.new.votes[at]) - int(step.old.votes[at]), "vote")
        yield step.event(f"wins {won} in {step.here} {step.card}, {int(step.new.votes[at])} now")
    if step.number == Lobby.TREND_UP:
        yield step.event(f"raises its own trend in {step.here} {step.card} {_trend(step, step.seat)}")


def _trend(step: _Step, seat: int) -> str:
    """A trend before and after."""
    old, new = (table.trend[step.region, seat] for table in (step.old, step.new))
    return f"from {signed(old)} to {signed(new)}"


def _doubler(step: _Step) -> _Events:
    verb = "doubles" if step.new.opinion[step.region, step.number] == 2 else "takes the doubler off"
    yield step.event(f"{verb} {step.stand(step.number)} in {step.here} {step.card}")


def _aim(step: _Step) -> _Events:
    other = step.other
    if step.old.acting == Lobby.MEDIA + 1:
        price = thousand(step.box.media_price)
        paid = f"{price} go to {other}, {price} to the bank" if step.box.media_price else "free"
        yield step.event(f"puts out a media marker of {other} in {step.here} {step.card}: {paid}")
    else:
        trend = _trend(step, step.aimed_at)
        yield step.event(f"lowers the trend of {other} in {step.here} {step.card} {trend}")


def _coalition(step: _Step) -> _Events:
    if step.passes:
        yield step.event(f"asks nobody{' else' if step.old.asked else ''} for a coalition")
    elif step.block == "force":
        yield step.event(_SAID[Phase.FORCE].format(step=step))
    else:
        yield step.event(f"asks {step.other} for a coalition")


# --- Media, meetings, polls, conversion ----------------------------------------------------------


def _media(step: _Step) -> _Events:
    land = land_name(step.box, step.old, step.number)
    yield step.event(f"buys a media marker in {land}", "Media markers", f"{step.who} {land}")


def _right_to_swap(step: _Step) -> _Events:
    """Who may exchange an opinion, and by which right."""
    if step.new.phase == Phase.SWAP_OUT:
        yield player_event(step.new.seat, f"has {right_to_swap(step.new)} in {here(step.box, step.new)}")


def _meetings(step: _Step) -> _Events:
    number = step.number
    if number:
        bought = f"buys {count(number, 'meeting')} in {step.here}"
        yield step.event(bought, f"{step.who} buys meetings", f"{step.here} {number}")


def _poll_bid(step: _Step) -> _Events:
    secret = step.box.poll_auction == BLIND and not step.sees
    bid = "in secret" if secret else thousand(step.bid)
    what, short = f"bids {bid}", f"{step.who} {bid.removesuffix(' thousand')}"
    if step.passes:
        what, short = "bids no more" if step.old.bid[step.seat] else "makes no bid", f"{step.who} out"
    poll = f"for the poll in {step.here}"
    yield step.event(f"{what} {poll}", f"Bids {poll}", short)


def _poll_sold(step: _Step) -> _Events:
    """The sale of a poll; only the buyer sees its content."""
    blind = step.box.poll_auction == BLIND
    if blind:
        yield Event(f"Bids for the poll in {step.here}: {bids_in_words(step.old)}.")
    if POLL_IN_DECK not in step.old.poll_zone:
        yield Event("The polls are shuffled to make a new deck.")
    if step.new.poll == NO_CARD:
        yield Event(f"Nobody buys the poll in {step.here}: it is discarded unseen.")
        return
    buyer, by_die = int(step.new.seat), _by_die(step) if blind else ""
    yield from _lost_bids(step, buyer)
    price = thousand(payment(step.box, step.new, buyer))
    yield player_event(buyer, f"pays {price} for the poll in {step.here}{by_die}")
    if knows(step.viewer, buyer):
        yield Event(f"It says: {poll_text(step.box, step.new)}.")


def _trend_moved(step: _Step) -> _Events:
    yield step.event(f"moves the trend of {step.other} in {step.here} {_trend(step, step.aimed_at)}")


def _suppressed(step: _Step) -> _Events:
    yield step.event(_members(step, step.seat))


def _members(step: _Step, seat: int) -> str:
    """ "wins 2 members, 9 now"."""
    old, new = int(step.old.members[seat]), int(step.new.members[seat])
    number = number_of(abs(new - old), "member")
    return f"{'wins' if new >= old else 'loses'} {number}, {new} now"


def _converted(step: _Step) -> _Events:
    if step.number:
        yield _conversion(step, step.region, step.seat)
    else:
        none = f"No meetings are converted in {step.here} by"
        yield step.event(f"converts no meetings in {step.here}", none)


def _conversion(step: _Step, region: int, seat: int) -> Event:
    meetings = count(int(step.old.meetings[region, seat]) - int(step.new.meetings[region, seat]), "meeting")
    votes = int(step.new.votes[region, seat])
    won = number_of(votes - int(step.old.votes[region, seat]), "vote")
    land = land_name(step.box, step.old, region)
    return player_event(seat, f"converts {meetings} in {land} into {won}, {votes} now")


# --- The election --------------------------------------------------------------------------------


def _election(step: _Step) -> _Events:
    """The conversion of all meetings, and the seats won."""
    for seat in everybody(step.old):
        if step.old.meetings[0, seat]:
            yield _conversion(step, 0, seat)
    won, votes = step.new.seats_won[int(step.old.round_number) - 1], step.new.votes[0]
    seats = of_each(step.new, lambda seat: f"{int(won[seat])} ({int(votes[seat])})")
    yield Event(f"Seats (votes) in {land_name(step.box, step.old, 0)}: {seats}.")


def _winners(step: _Step) -> _Events:
    land, votes = land_name(step.box, step.old, 0), step.new.votes[0]
    first, second, third = (int(seat) for seat in step.new.winner)
    if first == NOBODY:
        yield Event(f"Nobody has votes in {land}, nobody wins it.")
        return
    nose = " by a nose" if step.new.by_a_nose else ""
    if partner_of(step.new, first) != NOBODY:
        together = f"with {int(votes[first]) + int(votes[second])} votes together"
        yield player_event(first, f"and {player(second)} win {land}{nose}, {together}")
    elif nose:
        beaten = " and ".join(player(seat) for seat in (second, third) if seat != NOBODY)
        yield player_event(first, f"wins {land}{nose}, ahead of {beaten}")
    else:
        yield player_event(first, f"wins {land}")


def _no_marker(step: _Step) -> _Events:
    if step.new.phase == Phase.NEXT_CARD:
        yield player_event(
            step.new.seat, f"has no media marker in {land_name(step.box, step.old, 0)} to place"
        )


def _national_media(step: _Step) -> _Events:
    points = count(step.box.media_points[int(step.old.round_number) - 1], "point")
    yield step.event(f"places a media marker on the national board: {points}")


def _national_card(step: _Step) -> _Events:
    """An opinion placed; if the player has to choose a space, it is told after that."""
    space = int(space_for(step.old, step.number))
    if space != NO_CARD:
        yield _placed(step, step.number, space)


def _national_replace(step: _Step) -> _Events:
    yield _placed(step, int(step.old.picked), int(space_of(step.old, step.number)))


def _placed(step: _Step, kind: int, space: int) -> Event:
    old = int(step.old.national[space])
    if old == kind:
        return step.event(f"secures {step.stand(kind)} on the national board")
    gone = "" if old == NO_CARD else f", for {step.stand(old)}"
    return step.event(f"places {step.stand(kind)} on space {space + 1} of the national board{gone}")


def _recruited(step: _Step) -> _Events:
    if gains := np.flatnonzero(step.new.members != step.old.members).tolist():
        words = listed(f"{player(seat)} {_members(step, seat)}" for seat in gains)
        yield Event(f"For national opinions {words}.")
    if step.new.phase == Phase.OVER:
        yield from _end(step.box, step.new)


# --- The end of a round, and of the game ---------------------------------------------------------


def _next_region(step: _Step) -> _Events:
    """The region that has voted is cleared, a new one laid out, and opinions opened."""
    box, old, new = step.box, step.old, step.new
    yield Event(f"The board of {land_name(box, old, 0)} is cleared.")
    shuffled = (new.discards < old.discards + (old.opinion[0] > 0)).any()
    if shuffled:
        yield Event("The discarded opinions are shuffled to make a new deck.")
    for region in range(int(new.regions)):
        yield from _opened(step, region)
    empty = [region for region in range(int(new.regions)) if _is_left_empty(step, region)]
    for region in empty:
        yield Event(f"A space in {land_name(box, new, region)} stays empty, for no card left fits.")
    laid = new.pool - old.pool
    if laid.any():
        swap = f"{_cards(step, laid)} goes into the pool, and {_cards(step, -laid)} comes from it"
        yield Event(f"No card left fits, so {swap}.")
    if rejected := _cards(step, _rejected(step, shuffled)):
        fate = "discarded" if empty else "replaced"
        yield Event(f"Drawn and {fate}, for their issue lay open: {rejected}.")
    if new.round_number > old.round_number:
        number, land = int(new.round_number), land_name(box, new, 0)
        yield Event(f"Round {number} of {int(elections(box))}: {land} votes at once.")


def _cards(step: _Step, numbers: np.ndarray) -> str:
    """Opinion cards in words, as many of each kind; negative numbers are none."""
    return listed(map(step.stand, np.repeat(np.arange(KINDS), np.maximum(0, numbers)).tolist()))


def _rejected(step: _Step, shuffled: bool) -> np.ndarray:
    """How many cards of each kind were drawn and discarded.

    If the discards were shuffled meanwhile, one may be missed of a kind that was drawn more than once.
    """
    old, new = step.old, step.new
    if not shuffled:
        return new.discards - old.discards - (old.opinion[0] > 0)
    left = new.unseen.copy()
    left[int(new.shuffle)] = 0
    opened = sum(_new_opinions(step, region) for region in range(int(new.regions)))
    taken = (old.unseen - left).sum(axis=0) - opened - np.maximum(0, new.pool - old.pool)
    return np.maximum(new.discards, taken)


def _new_opinions(step: _Step, region: int) -> np.ndarray:
    """1 for each kind opened in a region, numbered as after the move."""
    before = step.old.opinion[region + 1] if region < REGIONS - 1 else np.zeros(KINDS)
    return ((step.new.opinion[region] > 0) & (before == 0)).astype(np.int8)


def _is_left_empty(step: _Step, region: int) -> bool:
    """Whether a hidden opinion of a region was taken away and none that fits came for it."""
    before = step.old.hidden[region + 1].sum() if region < REGIONS - 1 else 0
    return bool(before - step.new.hidden[region].sum() > _new_opinions(step, region).sum())


def _opened(step: _Step, region: int) -> _Events:
    """The opinions opened in a region, numbered as after the move."""
    opened, land = _cards(step, _new_opinions(step, region)), land_name(step.box, step.new, region)
    if region == step.old.regions - 1:
        seats = count(step.box.land_seats[int(step.new.land[region]), MOST_VOTES], "seat")
        yield Event(f"New: {land}, {seats}. Opened there: {opened}.")
    elif opened:
        yield Event(f"Opened in {land}: {opened}.")


def _income(step: _Step) -> _Events:
    election = int(step.old.round_number) - 1
    won = step.old.seats_won[election]
    yield Event(f"Money for seats: {of_each(step.old, lambda seat: int(won[seat]))}.")
    if step.box.members_pay[election]:
        yield Event(f"Money for members: {of_each(step.old, lambda seat: int(step.old.members[seat]))}.")


def _contribution(step: _Step) -> _Events:
    accepts, in_turn = step.block == "accept", step.box.contribution == IN_TURN
    verb = "accepts" if accepts else "refuses"
    if step.sees or (accepts and in_turn):
        yield step.event(f"{verb} {thousand(step.box.contribution_amount[step.number])}")
    else:
        yield step.event(f"{'refuses' if in_turn else 'chooses'} a contribution")


def _accepted(step: _Step) -> _Events:
    for seat in everybody(step.old):
        if 0 < step.old.offer[seat] <= CONTRIBUTIONS:
            members = int(step.new.members[seat])
            lost = number_of(int(step.old.members[seat]) - members, "member")
            yield player_event(seat, f"gets {thousand(_amount(step, seat))} and loses {lost}, {members} left")


def _amount(step: _Step, seat: int) -> int:
    """The amount of the contribution that a player has accepted or refused."""
    return int(step.box.contribution_amount[(int(step.old.offer[seat]) - 1) % CONTRIBUTIONS])


def _refused(step: _Step) -> _Events:
    """The refusals, with the bonus for a sole refuser of the highest amount."""
    amounts = {seat: _amount(step, seat) for seat in everybody(step.old) if step.old.offer[seat]}
    for seat, amount in amounts.items():
        alone = amount == max(amounts.values()) and list(amounts.values()).count(amount) == 1
        more = f" ({dice(step.box.refusal_bonus)} more for the highest)"
        bonus = more if alone and step.box.refusal_bonus else ""
        yield player_event(seat, f"refuses {thousand(amount)} and {_members(step, seat)}{bonus}")


def _end(box: np.record, table: np.record) -> _Events:
    yield Event("The game is over. Seats, media, members, programme:")
    seats = seats_of(table)
    for seat in seats:
        parts = (
            seat_points(table, seat),
            media_points(box, table, seat),
            member_points(box, table, seat),
            programme_points(box, table, seat),
        )
        added = " + ".join(str(int(part)) for part in parts)
        yield player_event(seat, f"{added} = {count(score(box, table, seat), 'point')}")
    points = [int(score(box, table, seat)) for seat in seats]
    standings = [int(standing(box, table, seat)) for seat in seats]
    winners = [player(seat) for seat in seats if standings[seat] == max(standings)]
    by_seats = " (by seats, then members)" if points.count(max(points)) > len(winners) else ""
    yield Event(f"Winner{'s' * (len(winners) > 1)}: {listed(winners)}{by_seats}.")


_BY_PHASE: dict[Phase, Callable[[_Step], _Events]] = {
    Phase.SHEET: _sheet,
    Phase.START_BID: _start_bid,
    Phase.DISCARD: _discard,
    Phase.PLACE_LOBBY: _card_laid,
    Phase.LOBBY: _lobby,
    Phase.LOBBY_OPINION: _doubler,
    Phase.LOBBY_PLAYER: _aim,
    Phase.COALITION: _coalition,
    Phase.MEDIA: _media,
    Phase.MEETINGS: _meetings,
    Phase.POLL_BID: _poll_bid,
    Phase.CHANGE_TREND: _trend_moved,
    Phase.CONVERT: _converted,
    Phase.NATIONAL_MEDIA: _national_media,
    Phase.NATIONAL_CARD: _national_card,
    Phase.NATIONAL_REPLACE: _national_replace,
    Phase.CONTRIBUTION: _contribution,
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
    Phase.WINNERS: _winners,
    Phase.NEXT_NATIONAL: _no_marker,
    Phase.RECRUIT: _recruited,
    Phase.NEXT_REGION: _next_region,
    Phase.INCOME: _income,
    Phase.REVEAL_CONTRIBUTIONS: _accepted,
    Phase.REFUSALS: _refused,
}
