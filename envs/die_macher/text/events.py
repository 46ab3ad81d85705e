"""What happened in words, event by event, to whom it may be told."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from ...core.engine.game import NOBODY
from ...core.text.events import Event
from ...core.text.substeps import substeps
from ...core.text.words import player
from .. import rules
from ..actions import ACTIONS, RUNGS
from ..box import BLIND, IN_TURN
from ..rules.coalitions import partner_of
from ..rules.common import elections, left_of
from ..rules.final_count import media_points, member_points, programme_points, score, seat_points, standing
from ..rules.shadow_cabinet import price_of_lobby
from ..table import CONTRIBUTIONS, KINDS, MOST_VOTES, NATIONAL, NO_CARD, REGIONS, Lobby, Phase
from .board import (
    bids_in_words,
    everybody,
    hand_of,
    knows,
    listed,
    of_each,
    poll_text,
    right_to_swap,
    sheet_text,
    whose,
)
from .describe import acting_card, count, dice, here, land_name, signed, stand_in_words, thousand, title


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
        return here(self.box, self.old)

    @property
    def region(self) -> int:
        return int(self.old.region)

    @property
    def sees(self) -> bool:
        """Whether secrets of the seat on turn may be told."""
        return knows(self.viewer, self.seat)

    @property
    def passes(self) -> bool:
        return self.block == "pass"

    def stand(self, kind: int) -> str:
        return stand_in_words(self.box, kind)

    def other(self) -> int:
        """The player named by the action."""
        return int(left_of(self.old, self.seat, self.number + (self.block == "force")))


def _lines(box, before, action, after, seat: int | None) -> list[str]:
    """What happened in a step, in words; only what `seat` may know, or everything."""
    lines = []
    for old, new, action in substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after):
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
        f"{whose(seat)} sheet: {sheet_text(step.box, step.old, seat) or 'nothing'}."
        for seat in everybody(step.old)
    ]


def _new_round(step: _Step) -> list[str]:
    land = land_name(step.box, step.new, 0)
    return [f"Round {int(step.new.round_number)} of {int(elections(step.box))}: {land} is to vote."]


def _start_bid(step: _Step) -> list[str]:
    return [f"{step.who} bids {thousand(RUNGS[step.number]) if step.sees else 'in secret'} for the start."]


def _start_bids(step: _Step) -> list[str]:
    lines = [f"Bids for the start: {bids_in_words(step.old)}."]
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
    drawn = Counter(hand_of(step.new, seat)) + Counter(gone) - Counter(hand_of(step.old, seat))
    return sorted(drawn.elements())


def _hidden(step: _Step, kinds: list[int], seat: int) -> str:
    """Programme cards, in words only for whose they are."""
    return listed(map(step.stand, kinds)) if knows(step.viewer, seat) else count(len(kinds), "hidden card")


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
    for seat in everybody(old):
        laid = [(region, int(card)) for region, card in enumerate(old.lobby[:, seat]) if card]
        cards = listed(
            f"the {title(box, card)} beside {land_name(box, old, region)}" for region, card in laid
        )
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
        return [f"{step.who} raises its own trend in {step.here} {card} {_trend(step, step.seat)}."]
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
    return [f"{player(step.new.seat)} has {right_to_swap(step.new)} in {here(step.box, step.new)}."]


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
    bid = "in secret" if secret else thousand(RUNGS[step.number])
    return [f"{step.who} bids {bid} for the poll in {step.here}."]


def _poll_sold(step: _Step) -> list[str]:
    """Only the buyer looks at it."""
    blind = step.box.poll_auction == BLIND
    lines = [f"Bids for the poll in {step.here}: {bids_in_words(step.old)}."] if blind else []
    if step.new.poll == NO_CARD:
        return [*lines, f"Nobody buys the poll in {step.here}: it is discarded unseen."]
    buyer = int(step.new.seat)
    by_die = _by_the_die(step) if blind else ""
    lines.append(f"{player(buyer)} pays {thousand(step.old.bid[buyer])} for the poll in {step.here}{by_die}.")
    return lines + ([f"It says: {poll_text(step.box, step.new)}."] if knows(step.viewer, buyer) else [])


def _published(step: _Step) -> list[str]:
    if step.passes:
        return [f"{step.who} does not publish the poll in {step.here}."]
    return [f"{step.who} publishes the poll in {step.here}: {poll_text(step.box, step.old)}."]


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
    lines = [_conversion(step, 0, seat) for seat in everybody(step.old) if step.old.meetings[0, seat]]
    election = int(step.old.round_number) - 1
    seats = of_each(
        step.new, lambda seat: f"{int(step.new.seats_won[election, seat])} ({int(step.new.votes[0, seat])})"
    )
    return [*lines, f"Seats (votes) in {land_name(step.box, step.old, 0)}: {seats}."]


def _won(step: _Step) -> list[str]:
    land = land_name(step.box, step.old, 0)
    first, second, third = (int(seat) for seat in step.new.winner)
    if first == NOBODY:
        return [f"Nobody has votes in {land}, nobody wins it."]
    nose = " by a nose" if step.new.by_a_nose else ""
    if partner_of(step.new, first) != NOBODY:
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
    lines = [f"For national opinions {listed(gains)}."] if gains else []
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
        land, opened = land_name(box, new, region), listed(came) or "no opinion"
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
        [f"Drawn and replaced, for their issue lay open: {listed(map(step.stand, kinds))}."] if kinds else []
    )


def _income(step: _Step) -> list[str]:
    election = int(step.old.round_number) - 1
    lines = [f"Money for seats: {of_each(step.old, lambda seat: int(step.old.seats_won[election, seat]))}."]
    if step.box.members_pay[election]:
        lines.append(f"Money for members: {of_each(step.old, lambda seat: int(step.old.members[seat]))}.")
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
        for seat in everybody(step.old)
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
    refusers = [seat for seat in everybody(step.old) if step.old.offer[seat]]
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
    return [*lines, f"Winner{'s' * (len(winners) > 1)}: {listed(winners)}{by_seats}."]


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


_LAND = r"([^.]+)"
_FOLDS = (
    (re.compile(rf"(player_\d) (?:makes no bid|bids no more) for the poll in {_LAND}\."),
         r"Bids for the poll in \2", r"\1 out"),
    (re.compile(rf"(player_\d) bids (.+?)(?: thousand)? for the poll in {_LAND}\."),
         r"Bids for the poll in \3", r"\1 \2"),
    (re.compile(r"(player_\d) lays a card beside .+\."), "Cards are laid by", r"\1"),
    (re.compile(rf"(player_\d) buys (\d+) meetings? in {_LAND}\."), r"\1 buys meetings", r"\3 \2"),
    (re.compile(rf"(player_\d) buys a media marker in {_LAND}\."), "Media markers", r"\1 \2"),
    (re.compile(rf"(player_\d) converts no meetings in {_LAND}\."),
         r"No meetings are converted in \2 by", r"\1"),
)  # fmt: skip


def events(box, before, action, after, seat: int | None) -> list[Event]:
    """What an action has brought about; only what `seat` may know, or everything."""
    return [_event_of(line) for line in _lines(box, before, action, after, seat)]


def _event_of(line: str) -> Event:
    who = re.match(r"player_(\d+) ", line)
    by = int(who[1]) if who else -1
    for pattern, group, short in (*_FOLDS, (re.compile(r"(player_\d+) (.+)\."), r"\2", r"\1")):
        if found := pattern.fullmatch(line):
            return Event(line, found.expand(group), found.expand(short), by)
    return Event(line, "", "", by)
