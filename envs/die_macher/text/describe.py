"""Descriptions of things and actions in words."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...core.text.words import count, number_of, player, seats_of, text
from ..actions import ACTIONS
from ..box import issue_code
from ..rules.common import left_of
from ..rules.conversion import votes_for
from ..rules.polls import change_for
from ..rules.start_player import bid_of
from ..table import FIRST_SECTION, ITEMS, MOST_TREND, MOST_VOTES, NO_CARD, REGIONS, Item, Lobby, Phase

# --- Words ---------------------------------------------------------------------------------------

PLACES = ("first", "second", "third")


def dice(number: int) -> str:
    return f"{int(number)} {'die' if number == 1 else 'dice'}"


def thousand(number: int) -> str:
    """An amount of money."""
    return f"{int(number)} thousand" if number else "nothing"


def signed(number: int) -> str:
    """ "+2", "0", "-1"."""
    return f"{int(number):+d}" if number else "0"


def land_name(box: np.record, table: np.record, region: int) -> str:
    """The land of a region."""
    land = int(table.land[region]) if 0 <= region < REGIONS else NO_CARD
    return f"region {region + 1}" if land == NO_CARD else text(box.land_name[land])


def stand_in_words(box: np.record, kind: int) -> str:
    """A stand on an issue: "Euro: later"."""
    return f"{text(box.issue_name[kind // 2])}: {text(box.stand_name[kind // 2, kind % 2])}"


def stand_code(box: np.record, kind: int, doubled: bool = False) -> str:
    """A stand in short, for tables: "+eur" for the first stand of an issue, "-eur" for the other."""
    return "+-"[kind % 2] * (1 + doubled) + issue_code(text(box.issue_name[kind // 2]))


def title(box: np.record, card: int) -> str:
    """The title of a card of the shadow cabinet."""
    return text(box.cabinet_name[card]) if card else "card"


def letter(card: int) -> str:
    """The letter for a card of the shadow cabinet in tables."""
    return " ABCDEFG"[card]


def lobby_in_words(box: np.record, card: int) -> str:
    """The actions of a card of the shadow cabinet: "8 votes, media, trend up 2, another's down 1"."""
    found = (
        (box.cabinet_votes[card], count(box.cabinet_votes[card], "vote")),
        (box.cabinet_doubler[card], "doubler"),
        (box.cabinet_media[card], "media"),
        (box.cabinet_up[card], f"trend up {int(box.cabinet_up[card])}"),
        (box.cabinet_down[card], f"another's down {int(box.cabinet_down[card])}"),
    )
    return ", ".join(words for there, words in found if there) or "nothing else"


def cabinet_in_words(box: np.record, card: int) -> str:
    """A card of the shadow cabinet with price and actions: "Backbencher (1): 3 votes"."""
    phone = ", telephone" if box.cabinet_phone[card] else ""
    return f"{title(box, card)} ({int(box.cabinet_price[card])}{phone}): {lobby_in_words(box, card)}"


def item_in_words(item: int, amount: int) -> str:
    """An item of section 1 of the sheet: "trend", "6 votes"."""
    if item == Item.TREND:
        return "trend" if amount == 1 else f"trend {int(amount)}"
    return count(amount, "vote" if item == Item.VOTES else "meeting")


def entries_in_words(box: np.record, section: int, option: int) -> list[str]:
    """The things of an option of the sheet, from 0, that each need a region."""
    if section == 0:
        return [item_in_words(*pair) for pair in zip(box.sheet_item[option], box.sheet_amount[option])]
    return ["media marker"] * int(box.sheet_media[option])


def change_in_words(old: int, change: int) -> str:
    """A trend before and after a change."""
    return f"from {signed(old)} to {signed(max(-MOST_TREND, min(MOST_TREND, int(old) + int(change))))}"


# --- Several parties -----------------------------------------------------------------------------


def listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def everybody(table: np.record) -> list[int]:
    """The seats in turn order."""
    return [int(left_of(table, int(table.start_player), turn)) for turn in range(int(table.seats))]


def of_each(table: np.record, words: Callable[[int], Any]) -> str:
    """A list of all players, each followed by its words."""
    return listed(f"{player(seat)} {words(seat)}" for seat in seats_of(table))


def bids_in_words(table: np.record) -> str:
    return of_each(table, lambda seat: int(table.bid[seat]))


def poll_text(box: np.record, table: np.record) -> str:
    """The changes on the poll that has been sold, by player."""
    return of_each(table, lambda seat: signed(change_for(box, table, seat)))


def whose(seat: int) -> str:
    return f"{player(seat)}'s"


def right_to_swap(table: np.record) -> str:
    """The right by which a player may exchange an opinion."""
    return "an absolute majority of votes" if table.by_votes else "control of the media"


# --- Actions in words ----------------------------------------------------------------------------


def describe(box: np.record, table: np.record, action: int) -> str:
    """Describe an action of the seat on turn.

    It never fails, even for an illegal action: hence regions modulo REGIONS and general words.
    """
    name, number = ACTIONS.locate(int(action))
    return _IN_WORDS[name](box, table, number)


def _phase(table: np.record) -> Phase:
    return Phase(int(table.phase))


def here(box: np.record, table: np.record) -> str:
    """The region that the phase is about."""
    return land_name(box, table, int(table.region))


def seat_named(table: np.record, block: str, number: int) -> int:
    """The seat that an action of a block, "player" or "force", names."""
    return int(left_of(table, int(table.seat), number + (block == "force")))


_PASSES = {
    Phase.DISCARD: "Nothing more to discard",
    Phase.NEW_CARD: "Leave the programme as it is",
    Phase.PLACE_LOBBY: "Lay no card beside {here}",
    Phase.LOBBY: "Do nothing with {card}",
    Phase.TELEPHONE: "Lay no coalition tile beside {here}",
    Phase.COALITION: "Ask nobody for a coalition",
    Phase.REPLY: "Refuse a coalition with {asker}",
    Phase.FORCE: "Force nobody into a coalition",
    Phase.MEDIA: "Buy no media marker",
    Phase.SWAP_OUT: "Exchange no opinion in {here}",
    Phase.POLL_BID: "Bid no more for the poll",
    Phase.PUBLISH: "Suppress the poll, for {dice} of members",
    Phase.CHANGE_TREND: "Change no more trends",
    Phase.NATIONAL_MEDIA: "Place no media marker on the national board",
    Phase.NATIONAL_CARD: "Place no more opinions on the national board",
}


def _pass(box: np.record, table: np.record, number: int) -> str:
    words = _PASSES.get(_phase(table), "Pass")
    if table.phase == Phase.COALITION and table.asked:
        words = "Ask nobody else for a coalition"
    if table.phase == Phase.POLL_BID and table.bid[int(table.seat)] == 0:
        words = "Make no bid for the poll"
    return words.format(
        here=here(box, table),
        card=f"the {title(box, acting_card(table))}",
        asker=player(table.asker),
        dice=dice(box.poll_members_dice),
    )


def acting_card(table: np.record) -> int:
    """The card of the shadow cabinet that the seat on turn has in this region."""
    return int(table.lobby[int(table.region) % REGIONS, int(table.seat)])


def _yes(box: np.record, table: np.record, number: int) -> str:
    phase = _phase(table)
    if phase == Phase.TELEPHONE:
        return f"Lay a coalition tile beside {here(box, table)}"
    if phase == Phase.REPLY:
        return f"Make a coalition with {player(table.asker)}"
    if phase == Phase.PUBLISH:
        return "Publish the poll"
    if phase == Phase.NATIONAL_MEDIA:
        points = int(box.media_points[int(table.round_number) - 1])
        return f"Place a media marker on the national board, for {count(points, 'point')}"
    return "Yes"


def _number(box: np.record, table: np.record, number: int) -> str:
    phase, land = _phase(table), here(box, table)
    if phase == Phase.MEETINGS:
        return f"Buy {count(number, 'meeting') if number else 'no meetings'} in {land}"
    if phase == Phase.CONVERT:
        if number == 0:
            return f"Convert no meetings in {land}"
        votes = number_of(votes_gained(table, int(table.region), int(table.seat), number), "vote")
        return f"Convert {count(number, 'meeting')} in {land} into {votes}"
    what = {Phase.START_BID: " for the start", Phase.POLL_BID: " for the poll"}.get(phase, "")
    return f"Bid {thousand(bid_of(box, table, int(table.seat), number))}{what}"


def votes_gained(table: np.record, region: int, seat: int, meetings: int) -> int:
    """The votes that converting some of a party's meetings would bring now."""
    votes = int(votes_for(table, region, seat, meetings))
    return min(votes, MOST_VOTES - int(table.votes[region, seat]))


def _region(box: np.record, table: np.record, number: int) -> str:
    land = land_name(box, table, number)
    if table.phase == Phase.MEDIA:
        return f"Buy a media marker in {land}"
    if table.phase == Phase.SHEET:
        entry = entry_in_words(box, table)
        return f"{entry[0].upper()}{entry[1:]} in {land}"
    return f"Choose {land}"


def entry_in_words(box: np.record, table: np.record) -> str:
    """The thing on its sheet that the seat on turn has to give a region."""
    step = int(table.step) - 1
    section = step > ITEMS
    entries = entries_in_words(box, section, int(table.section[int(section), int(table.seat)]) - 1)
    place = step - (ITEMS + 1) * section
    return entries[place] if 0 <= place < len(entries) else "Something"


def _option(box: np.record, table: np.record, number: int) -> str:
    section = int(number >= FIRST_SECTION)
    option = number - FIRST_SECTION * section
    return f"Section {section + 1}, option {option + 1}: {option_in_words(box, section, option)}"


def option_in_words(box: np.record, section: int, option: int) -> str:
    """An option of the sheet, from 0, in words."""
    if section == 0:
        return ", ".join(entries_in_words(box, section, option))
    members, media = int(box.sheet_members[option]), int(box.sheet_media[option])
    parts = [count(members, "member")] * (members > 0) + [count(media, "media marker")] * (media > 0)
    return ", ".join(parts) or "nothing"


def _player(box: np.record, table: np.record, number: int) -> str:
    other = seat_named(table, "player", number)
    who, phase, trend = player(other), _phase(table), table.trend[int(table.region) % REGIONS, other]
    if phase == Phase.START_PLAYER:
        return f"Name {who} start player" if number else "Be start player yourself"
    if phase == Phase.COALITION:
        return f"Ask {who} for a coalition"
    if phase == Phase.CHANGE_TREND:
        return f"Move the trend of {who} {change_in_words(trend, change_for(box, table, other))}"
    if phase == Phase.LOBBY_PLAYER:
        if table.acting == Lobby.MEDIA + 1:
            return f"Put out a media marker of {who}"
        change = -int(box.cabinet_down[acting_card(table)])
        return f"Lower the trend of {who} {change_in_words(trend, change)}"
    return f"Choose {who}"


def _force(box: np.record, table: np.record, number: int) -> str:
    return f"Force {player(seat_named(table, 'force', number))} into a coalition"


def _kind(box: np.record, table: np.record, kind: int) -> str:
    words, phase = stand_in_words(box, kind), _phase(table)
    if phase in (Phase.OLD_CARD, Phase.SWAP_IN, Phase.NATIONAL_REPLACE) and table.picked != NO_CARD:
        picked = stand_in_words(box, int(table.picked))
        old, new = (picked, words) if phase == Phase.SWAP_IN else (words, picked)
        return f"Replace {old} by {new}"
    if phase == Phase.LOBBY_OPINION:
        doubled = table.opinion[int(table.region) % REGIONS, kind] == 2
        return f"Take the doubler off {words}" if doubled else f"Double {words}"
    if phase == Phase.NATIONAL_CARD:
        return _national(box, table, kind)
    verb = {
        Phase.DISCARD: "Discard",
        Phase.NEW_CARD: "Open",
        Phase.OLD_CARD: "Replace",
        Phase.SWAP_OUT: "Exchange",
        Phase.NATIONAL_REPLACE: "Replace",
    }.get(phase, "Choose")
    return f"{verb} {words}"


def _national(box: np.record, table: np.record, kind: int) -> str:
    """The placing of an opinion on the national board, with its space."""
    words, spaces = stand_in_words(box, kind), table.national.tolist()
    if kind in spaces:
        return f"Secure {words} on the national board"
    if kind ^ 1 in spaces:
        return f"Place {words} on the national board, instead of {stand_in_words(box, kind ^ 1)}"
    where = f" on space {spaces.index(NO_CARD) + 1} of" if NO_CARD in spaces else " on"
    return f"Place {words}{where} the national board"


def _card(box: np.record, table: np.record, number: int) -> str:
    card = number + 1
    price = thousand(box.cabinet_price[card])
    return f"Lay the {title(box, card)} ({letter(card)}) beside {here(box, table)}, for {price}"


def _lobby(box: np.record, table: np.record, number: int) -> str:
    land, card = here(box, table), acting_card(table)
    at = (int(table.region) % REGIONS, int(table.seat))
    trend, won = table.trend[at], min(int(box.cabinet_votes[card]), MOST_VOTES - int(table.votes[at]))
    return {
        Lobby.VOTES: f"Win {number_of(won, 'vote')} in {land}",
        Lobby.DOUBLER: f"Lay or take a doubler in {land}",
        Lobby.MEDIA: f"Put out another's media marker in {land}, for {thousand(2 * int(box.media_price))}",
        Lobby.TREND_UP: f"Raise your trend in {land} {change_in_words(trend, box.cabinet_up[card])}",
        Lobby.TREND_DOWN: f"Lower another's trend in {land} by {int(box.cabinet_down[card])}",
    }[Lobby(number)]


def _accept(box: np.record, table: np.record, card: int) -> str:
    risk = int(box.contribution_risk[card])
    at = f", with {dice(risk)} of risk" if risk else ""
    return f"Accept {thousand(box.contribution_amount[card])}{at}"


def _refuse(box: np.record, table: np.record, card: int) -> str:
    won = int(box.contribution_refusal[card])
    gain = f", for {dice(won)} of members" if won else ""
    return f"Refuse {thousand(box.contribution_amount[card])}{gain}"


_IN_WORDS = {
    "pass": _pass,
    "yes": _yes,
    "number": _number,
    "region": _region,
    "option": _option,
    "player": _player,
    "force": _force,
    "kind": _kind,
    "card": _card,
    "lobby": _lobby,
    "accept": _accept,
    "refuse": _refuse,
}
