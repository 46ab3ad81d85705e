"""Prompts for people at a terminal or in a browser; see `core/text/prompts.py`."""

import functools
from collections import Counter
from collections.abc import Hashable

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.prompts import Form, FormEntry, Plan, one_by_one
from ...core.text.words import count, player, seats_of
from ..actions import ACTIONS, CARD, KIND, OPTION, PASS, REGION
from ..box import BLIND, HIGHEST
from ..rules.coalitions import TO_ASK, TO_FORCE, can_join, partner_of
from ..rules.common import elections, factor_of
from ..rules.election import space_for
from ..rules.final_count import media_points
from ..rules.start_player import bid_of
from ..table import FIRST_SECTION, ITEMS, KINDS, SEATS, SECOND_SECTION, Lobby, Phase
from .board import card_beside, card_in_short, hand_of, legend, place_among_level, result_in_words
from .describe import (
    PLACES,
    dice,
    land_name,
    letter,
    listed,
    lobby_in_words,
    of_each,
    option_in_words,
    seat_named,
    signed,
    stand_code,
    thousand,
    votes_gained,
)
from .gains import gains  # noqa: F401 (`Prompts.gains`)
from .questions import phases, question  # noqa: F401 (`Prompts.phases`)

_LOBBY = "vdmul"  # votes, doubler, media, up, lower another's
_SHORT = {"pass": "0", "yes": "y"}
# Phases in which a decision depends on all parties' standing in the region.
_WITH_REGION = (
    *range(Phase.PLACE_LOBBY, Phase.MEDIA),
    *range(Phase.SWAP_OUT, Phase.POLL_BID),
    *range(Phase.PUBLISH, Phase.NATIONAL_MEDIA),
)


def key(box: np.record, table: np.record, action: int) -> str:
    """What to type for an action.

    0 stops and 5 is an amount; r2 is the second region, p3 player_3 (f3 by force), +eur a stand as on the
    board, a to g a card of the shadow cabinet, a3 and x3 accept and refuse contribution 3, o2 is an option.
    """
    name, number = ACTIONS.locate(action)
    if name == "number":
        bids = table.phase in (Phase.START_BID, Phase.POLL_BID)
        return str(bid_of(box, table, int(table.seat), number) if bids else number)
    if name in ("player", "force"):
        return f"{name[0]}{seat_named(table, name, number)}"
    if name == "option":
        return f"o{number + 1 - FIRST_SECTION * (number >= FIRST_SECTION)}"
    if name == "kind":
        return stand_code(box, number)
    if name == "card":
        return letter(number + 1).lower()
    if name == "lobby":
        return _LOBBY[number]
    return _SHORT.get(name) or f"{'x' if name == 'refuse' else name[0]}{number + 1}"


def thing(box: np.record, table: np.record, action: int) -> str:
    """The thing on the picture that an action is about, such as a card where it lies or a party."""
    name, number = ACTIONS.locate(action)
    seat, region = int(table.seat), int(table.region)
    if name == "kind":
        return _card(table, number)
    if name in ("player", "force"):
        other = seat_named(table, name, number)
        here = table.phase in (Phase.LOBBY_PLAYER, Phase.CHANGE_TREND)
        return f"party {region} {other}" if here else f"seat {other}"
    if name == "region":
        return f"region {number}"
    if name == "card":
        return f"cabinet {seat} {number}"
    if name in ("accept", "refuse"):
        return f"contribution {seat} {number}"
    if name == "lobby":
        return f"lobby {region} {seat}"
    return _agreed(table) if name == "yes" else ""


def _card(table: np.record, kind: int) -> str:
    """The thing for a card, which depends on the phase: the same stand may lie in several places."""
    phase, seat = Phase(int(table.phase)), int(table.seat)
    if phase in (Phase.DISCARD, Phase.NEW_CARD):
        return f"hand {hand_of(table, seat).index(kind)}"
    if phase == Phase.OLD_CARD:
        return f"programme {seat} {kind}"
    if phase == Phase.SWAP_IN:
        return f"pool {kind}"
    if phase == Phase.NATIONAL_REPLACE:
        return f"national {table.national.tolist().index(kind)}"
    return f"opinion {int(table.region)} {kind}"


def _agreed(table: np.record) -> str:
    """The thing that YES is about: the card with the telephone, the asker, the media marker."""
    phase, here = Phase(int(table.phase)), f"{int(table.region)} {int(table.seat)}"
    if phase == Phase.REPLY:
        return f"seat {int(table.asker)}"
    return {Phase.TELEPHONE: f"lobby {here}", Phase.NATIONAL_MEDIA: f"media marker {here}"}.get(phase, "")


def effect(box: np.record, table: np.record, action: int) -> str:
    """The effect of an action, if its description does not say it."""
    name, number = ACTIONS.locate(action)
    words = _EFFECTS[name](box, table, number) if name in _EFFECTS else ""
    return f"{words[0].upper()}{words[1:]}." if words else ""


def _of_region(box: np.record, table: np.record, region: int) -> str:
    if table.phase != Phase.MEDIA:
        return ""
    free = free_spaces(box, table, region)
    return f"costs {thousand(box.media_price)}; {free} of {int(box.media_spaces)} spaces free"


def _of_number(box: np.record, table: np.record, number: int) -> str:
    paid = number * int(box.meeting_price)
    return f"costs {thousand(paid)}" if table.phase == Phase.MEETINGS and number else ""


def _of_card(box: np.record, table: np.record, number: int) -> str:
    at = int(table.region), int(table.seat)
    lays = box.cabinet_phone[number + 1] and table.tiles[at[1]] and not table.tile[at]
    phone = f"; telephone: a coalition tile too{_for_nothing(box, table)}" if lays else ""
    return f"one of: {lobby_in_words(box, number + 1)}{phone}"


def _for_nothing(box: np.record, table: np.record) -> str:
    """What to say of a coalition tile beside the region of the last election, where it is laid in vain."""
    last = int(table.round_number) + int(table.region) == elections(box)
    return ", in vain: the last election has no coalitions" if last else ""


def _of_lobby(box: np.record, table: np.record, number: int) -> str:
    return {
        Lobby.DOUBLER: "an opinion with one counts twice, and cannot be exchanged",
        Lobby.MEDIA: f"its owner gets {thousand(box.media_price)}; one of yours takes its place",
    }.get(Lobby(number), "")


def _of_yes(box: np.record, table: np.record, number: int) -> str:
    if table.phase == Phase.TELEPHONE:
        purpose = _for_nothing(box, table).removeprefix(", ") or "for a coalition in its election"
        return f"{purpose}; you have {count(table.tiles[int(table.seat)], 'tile')} left"
    if table.phase == Phase.PUBLISH:
        return f"up to {count(box.poll_yes[int(table.poll)], 'trend')} may change as it says"
    return "it leaves the region for good" if table.phase == Phase.NATIONAL_MEDIA else ""


def _of_kind(box: np.record, table: np.record, kind: int) -> str:
    phase, seat = Phase(int(table.phase)), int(table.seat)
    if phase == Phase.NATIONAL_CARD:
        return _on_national_board(box, table, kind)
    if phase in (Phase.LOBBY_OPINION, Phase.SWAP_OUT, Phase.SWAP_IN):
        return _of_opinion(table, seat, kind)
    if phase in (Phase.NEW_CARD, Phase.OLD_CARD):
        there = [region for region in range(int(table.regions)) if table.opinion[region, kind]]
        against = [region for region in range(int(table.regions)) if table.opinion[region, kind ^ 1]]
        sides = (("opinion", there), ("its contrary", against))
        return "; ".join(
            f"{what} of {listed(land_name(box, table, region) for region in regions)}"
            for what, regions in sides
            if regions
        )
    return ""


def _of_opinion(table: np.record, seat: int, kind: int) -> str:
    """Whether an opinion or its contrary is in a seat's programme."""
    if table.programme[seat, kind]:
        return "in your programme"
    return "its contrary is in your programme" if table.programme[seat, kind ^ 1] else ""


def _on_national_board(box: np.record, table: np.record, kind: int) -> str:
    """The value to parties of an opinion on the national board."""
    space = int(space_for(table, kind))
    mine = _of_opinion(table, int(table.seat), kind)
    if space < 0:
        return mine
    members, points = int(box.national_figures[space]), int(box.national_points[space])
    brings = f"brings {count(members, 'member')} an election and {count(points, 'point')}"
    if table.national[space] == kind:  # it is there, and to be secured
        brings = f"brings {count(int(box.secured_points), 'point')} more"
    return f"{brings} to each party with it{f'; {mine}' if mine else ''}"


def _of_accepted(box: np.record, table: np.record, card: int) -> str:
    rolled = int(box.contribution_risk[card])
    counted = min(1, rolled) if box.risk_dice == HIGHEST else rolled
    most = min(int(box.most_loss), counted * int(box.die.max()))
    return f"costs up to {count(most, 'member')}" if most else ""


def _of_refused(box: np.record, table: np.record, card: int) -> str:
    bonus = int(box.refusal_bonus)
    return f"rolls {dice(bonus)} more if you alone refuse the highest" if bonus else ""


_EFFECTS = {
    "region": _of_region,
    "number": _of_number,
    "card": _of_card,
    "lobby": _of_lobby,
    "yes": _of_yes,
    "kind": _of_kind,
    "accept": _of_accepted,
    "refuse": _of_refused,
}


def form(box: np.record, table: np.record, legal: list[int]) -> Form | None:
    """A form for the whole sheet, for discards, or for the cards of the shadow cabinet; else None."""
    phase = Phase(int(table.phase))
    if phase == Phase.SHEET and table.step == 0:
        return _sheet(box, table)
    if phase == Phase.DISCARD and len(hand := hand_of(table, int(table.seat))) > 1:
        cards, about = Counter(KIND + kind for kind in hand), functools.partial(thing, box, table)
        return one_by_one("Discard several cards", cards, about, len(hand), phase, each=cards, then=PASS)
    if phase == Phase.PLACE_LOBBY and table.region == 0 and table.regions > 1:
        return _cabinet(box, table, legal)
    return None


def _sheet(box: np.record, table: np.record) -> Form:
    """The form for both sections of the sheet, with a region for each thing that may need one."""
    lands = tuple(land_name(box, table, region) for region in range(int(table.regions)))
    first, second = (
        tuple(option_in_words(box, section, option) for option in range(options))
        for section, options in enumerate((FIRST_SECTION, SECOND_SECTION))
    )
    markers = int(box.sheet_media.max())
    entries = (
        FormEntry("Section 1", "", FIRST_SECTION - 1, first),
        *(FormEntry(f"Region of its {place} item", "", len(lands) - 1, lands) for place in PLACES[:ITEMS]),
        FormEntry("Section 2", "", SECOND_SECTION - 1, second),
        *(FormEntry(f"Region of the {place} media marker, if any", "", len(lands) - 1, lands)
          for place in PLACES[:markers]),
    )  # fmt: skip

    def plan(counts: list[int]) -> Plan:
        def following(box: np.record, table: np.record, legal: list[int]) -> int | None:
            step = int(table.step)
            if table.phase != Phase.SHEET or step >= len(counts):
                return None
            action = _FIRST_ACTION.get(step, REGION) + counts[step]
            return action if action in legal else None

        return following

    return Form("Fill the whole sheet in at once", entries, None, None, plan)


_FIRST_ACTION = {0: OPTION, ITEMS + 1: OPTION + FIRST_SECTION}  # by step of the sheet; REGION in all others


def _cabinet(box: np.record, table: np.record, legal: list[int]) -> Form:
    """The form for a card of the shadow cabinet, or none, beside each region."""
    cards = [action for action in legal if action != PASS]
    names = ("no card", *(card_in_short(box, action - CARD) for action in cards))
    regions = range(int(table.regions))
    entries = tuple(
        FormEntry(f"Beside {land_name(box, table, region)}", f"region {region}", len(cards), names)
        for region in regions
    )

    def plan(counts: list[int]) -> Plan:
        def following(box: np.record, table: np.record, legal: list[int]) -> int | None:
            if table.phase != Phase.PLACE_LOBBY:
                return None
            chosen = counts[int(table.region)]
            action = cards[chosen - 1] if chosen else PASS
            return action if action in legal else None

        return following

    return Form("Lay the cards of all regions at once", entries, None, None, plan)


def stage(box: np.record, table: np.record) -> Hashable:
    """A value that changes when the board is due: for sheets; each round for cards, media and conversion."""
    begun = sum(bool(table.phase >= first) for first in (Phase.DISCARD, Phase.MEDIA, Phase.CONVERT))
    return int(table.round_number), begun


def auction(box: np.record, table: np.record) -> Hashable:
    """An identifier of the open auction of a poll; None without one."""
    if table.phase != Phase.POLL_BID or box.poll_auction == BLIND:
        return None
    return "poll", int(table.round_number), int(table.region)


def matters(box: np.record, table: np.record, seat: int) -> list[str]:
    """The question, and the facts that matter for the decision."""
    phase = Phase(int(table.phase))
    if phase == Phase.OVER:
        return []
    cash = f" You have {thousand(table.cash[seat])}."
    asked = question(box, table) + cash * (phase in _PAID)
    if phase == Phase.START_BID:
        return [asked, f"Cash: {of_each(table, lambda i: int(table.cash[i]))}."]
    if phase == Phase.MEDIA:
        return [asked, *_media(box, table)]
    if phase == Phase.NATIONAL_MEDIA:
        return [
            asked,
            result_in_words(box, table),
            f"Media points so far: {of_each(table, lambda i: int(media_points(box, table, i)))}.",
        ]
    if phase == Phase.CONTRIBUTION:
        return [asked, f"Members: {of_each(table, lambda i: int(table.members[i]))}."]
    if result := result_in_words(box, table):
        return [asked, result]
    lines = [asked, *legend(box, table), *(_region(box, table, seat) if phase in _WITH_REGION else [])]
    return [*lines, *_coalitions(box, table, seat)] if phase in _OF_COALITIONS else lines


_OF_COALITIONS = (Phase.COALITION, Phase.REPLY, Phase.FORCE)
_PAID = (Phase.START_BID, Phase.MEDIA, Phase.MEETINGS, Phase.POLL_BID, Phase.CONTRIBUTION)


def free_spaces(box: np.record, table: np.record, region: int) -> int:
    """The media markers that can still be bought for a region; sheets may have overfilled it."""
    return max(0, int(box.media_spaces) - int(table.media[region].sum()))


def _media(box: np.record, table: np.record) -> list[str]:
    """Lines with the media markers in each region, and who controls the media."""
    lines = [f"A marker costs {thousand(box.media_price)}; more than each other party controls the media."]
    for region in range(int(table.regions)):
        markers = [int(number) for number in table.media[region, : int(table.seats)]]
        most = max(markers)
        leads = (
            f"{player(markers.index(most))} controls them"
            if most and markers.count(most) == 1
            else "nobody controls them"
        )
        free = free_spaces(box, table, region) or "none"
        held = listed(f"{player(i)} {number}" for i, number in enumerate(markers) if number) or "none"
        lines.append(f"  r{region + 1} {land_name(box, table, region)}: {held}; {leads}, {free} free")
    return lines


def _region(box: np.record, table: np.record, seat: int) -> list[str]:
    """A table of the region: votes and their seats, meetings and the votes and seats they would bring."""
    region = int(table.region)
    seats = box.land_seats[int(table.land[region])]
    beside = [card_beside(table, region, i, seat) for i in seats_of(table)]
    head = f"party{'votes':>12}{'seats':>6}{'trend':>6}{'media':>6}{'meetings: votes seats':>22}"
    lines = [f"{head}{'  card' * any(beside)}"]
    for i in seats_of(table):
        votes, meetings = int(table.votes[region, i]), int(table.meetings[region, i])
        by_each = max(int(factor_of(table, region, i)), 0) or "1/2"
        later = _votes_later(table, region, i)
        level = place_among_level(table, region, i)
        lines.append(
            f"{player(i):<11}{votes:>5}{level:1}{int(seats[votes]):>6}{signed(table.trend[region, i]):>6}"
            f"{int(table.media[region, i]):>6}{f'{meetings} x {by_each}':>9}{later:>7}{int(seats[later]):>6}"
            f"{beside[i] and f'{beside[i]:>6}'}"
        )
    return lines


def _votes_later(table: np.record, region: int, i: int) -> int:
    """A party's votes in a region if it converted all its meetings there now."""
    return int(table.votes[region, i]) + votes_gained(table, region, i, int(table.meetings[region, i]))


def _coalitions(box: np.record, table: np.record, seat: int) -> list[str]:
    """Lines that compare the votes, alone and with each possible partner, with the strongest rival side."""
    lines = [f"  alone: {_against(table, [seat])}"]
    for other in _possible_partners(table, seat):
        kinds = [
            kind for kind in range(KINDS) if table.programme[seat, kind] and table.programme[other, kind]
        ]
        alike = " ".join(stand_code(box, kind) for kind in kinds)
        lines.append(f"  with {player(other)} ({alike}): {_against(table, [seat, other])}")
    return ["Votes now, and then, with the meetings that lie there:", *lines]


def _possible_partners(table: np.record, seat: int) -> list[int]:
    """The asker, or those whom a seat can still ask or force."""
    if table.phase == Phase.REPLY:
        return [int(table.asker)]
    asked = 2**SEATS - 1 if table.phase == Phase.FORCE else int(table.asked)
    return [
        other
        for other in seats_of(table)
        if can_join(table, seat, other, TO_FORCE if asked >> other & 1 else TO_ASK)
    ]


def _against(table: np.record, side: list[int]) -> str:
    """The votes of a side and of its strongest rival, now and after the conversion of meetings."""
    left = [i for i in seats_of(table) if i not in side]
    partners = {i: int(partner_of(table, i)) for i in left}
    rivals = [[i] if partners[i] == NOBODY else [i, partners[i]] for i in left if not 0 <= partners[i] < i]
    now = table.votes[0].tolist()
    later = [_votes_later(table, 0, i) for i in seats_of(table)]
    parts = []
    for when, votes in (("now", now), ("then", later)):
        own, *others = (sum(votes[i] for i in one) for one in (side, *rivals))
        strongest = " and ".join(player(i) for i in rivals[others.index(max(others))])
        parts.append(f"{when} {own} against {max(others)} of {strongest}")
    return ", ".join(parts)
