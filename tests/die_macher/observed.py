"""Blocks of the observation that are no single field; see tests/observed.py."""

import numpy as np

from hustings.envs.die_macher import table as t
from hustings.envs.die_macher.box import BLIND, IN_TURN
from hustings.envs.die_macher.table import Phase, Poll, Zone

RULES = ["MAC-0.30", "MAC-14.4", "MAC-14.5", "MAC-14.6", "MAC-14.8", "MAC-14.22", "MAC-14.23"]
FIELDS = {"round": "round_number", "sheet": "place_of", "cards_due": "national_cards"}
FIELDS |= {"lands_drawn": "land_drawn", "wealth": "cash"}


def step(tables, seat):
    own = (tables["phase"] == Phase.SHEET) & (tables["seat"] == seat)
    return own[:, None] & (tables["step"][:, None] == np.arange(2 + 2 * t.ITEMS))


def elections(tables, box):
    return box.elections[box.edition] - tables["round_number"]


def bid(tables):
    there = (tables["phase"] == Phase.POLL_BID) & (tables["bidder"] >= 0)
    return there * tables["bid"][np.arange(len(tables)), tables["bidder"]]


def acting_card(tables):
    acts = (tables["phase"] >= Phase.LOBBY) & (tables["phase"] <= Phase.TELEPHONE)
    card = tables["lobby"][np.arange(len(tables)), tables["region"], tables["seat"]]
    return acts[:, None] & (card[:, None] == np.arange(1, t.CABINET + 1))


# --- Polls ---------------------------------------------------------------------------------------


def sees_poll(tables, seat):
    """Whether a seat sees the poll that has been sold."""
    return (tables["poll"] >= 0) & ((tables["phase"] != Phase.PUBLISH) | (tables["seat"] == seat))


def polls(tables, seat):
    zone = tables["poll_zone"]
    sold = sees_poll(tables, seat)[:, None] & (tables["poll"][:, None] == np.arange(t.POLLS))
    return 0.5 * (zone == Poll.SEEN + seat) + 0.25 * (zone == Poll.PUBLISHED) + 0.5 * sold


def poll_deck(tables):
    return (tables["poll_zone"] == Poll.DECK).sum(axis=1)


def polls_seen(tables, others):
    return (tables["poll_zone"][:, None] == Poll.SEEN + others[:, None]).sum(axis=2)


def poll(tables, box, seat, others):
    change = box.poll_change[tables["poll"][:, None], box.poll_party[len(others)][others]]
    return sees_poll(tables, seat)[:, None] * change


# --- Opinions ------------------------------------------------------------------------------------


def on_national_board(tables, of_space):
    """[table, kind]: the sum over the spaces where the opinion lies."""
    lies = tables["national"][..., None] == np.arange(t.KINDS)
    return (lies * np.broadcast_to(of_space, tables["national"].shape)[..., None]).sum(axis=1)


def national(tables, box):
    return on_national_board(tables, box.national_points + tables["secured"] * int(box.secured_points))


def figures(tables, box):
    return on_national_board(tables, box.national_figures)


def secured(tables):
    return on_national_board(tables, tables["secured"])


def spaces(tables):
    return ((tables["national"] >= 0) + tables["secured"]) / 2


def expected(tables):
    share = tables["hidden"] / np.maximum(tables["unseen"].sum(axis=2), 1)[:, None]
    return share @ tables["unseen"]


def opinion(tables):
    return tables["opinion"] / 2


# --- Programme cards -----------------------------------------------------------------------------


def by_kind(cards):
    """[table, kind] of [table, programme card]."""
    return cards.reshape(len(cards), t.KINDS, t.PROGRAMME_COPIES).sum(axis=2)


def is_unseen(tables, seat):
    zone = tables["zone"]
    hidden = (zone >= Zone.FACE_DOWN) & (zone < Zone.OPEN)
    return (zone == Zone.DECK) | (hidden & (zone != Zone.FACE_DOWN + seat) & (zone != Zone.HAND + seat))


def hand(tables, seat):
    return by_kind(tables["zone"] == Zone.HAND + seat)


def programme_unseen(tables, seat):
    return by_kind(is_unseen(tables, seat))


def programme_discards(tables):
    return by_kind(tables["zone"] == Zone.FACE_UP)


def own_discards(tables, seat):
    return by_kind(tables["zone"] == Zone.FACE_DOWN + seat)


def returned(tables, seat):
    shuffle = tables["programme_shuffle"][:, None]
    seen = np.maximum(tables["returned"], tables["own_returned"][:, seat])
    return by_kind((shuffle > 0) & (seen == shuffle) & is_unseen(tables, seat))


def held(tables, others):
    return tables["zone"][:, None] == Zone.HAND + others[:, None]


def hand_size(tables, others):
    return held(tables, others).sum(axis=2)


def fresh(tables, others):
    drawn = tables["drawn"] == tables["programme_shuffle"][:, None]
    return (held(tables, others) & drawn[:, None]).sum(axis=2)


def face_down(tables, others):
    return (tables["zone"][:, None] == Zone.FACE_DOWN + others[:, None]).sum(axis=2)


def common(tables, others):
    programmes = tables["programme"][:, others].astype(int)
    shown = (programmes * programmes[:, :1]).sum(axis=2)
    shown[:, 0] = 0
    return shown


# --- Points --------------------------------------------------------------------------------------


def media_points(tables, box, others):
    return box.media_points @ tables["national_media"][:, :, others].astype(int)


def points(tables, box, others):
    """Of seats, media markers, members with the prizes for them, and opinions of the programme (6)."""
    seats = tables["seats_won"][:, :, others].sum(axis=1, dtype=int)
    members = tables["members"][:, others].astype(int)
    more = (members[:, None] > members[..., None]).sum(axis=2)
    level = (members[:, None] == members[..., None]).sum(axis=2)
    first, second = int(box.most_members_points), int(box.second_members_points)
    prizes = np.where(level > 1, (first + second) // level, first) * (more == 0)
    prizes += second // level * (more == 1)
    programme = (tables["programme"][:, others] * national(tables, box)[:, None]).sum(axis=2)
    return seats + media_points(tables, box, others) + members + prizes + programme


# --- Regions and players -------------------------------------------------------------------------


def seats(tables, box):
    there = np.arange(t.REGIONS) < tables["regions"][:, None]
    return there * box.land_seats[tables["land"] % t.LANDS, t.MOST_VOTES]


def section_1(tables, others):
    return of_others_later(tables["section"][:, 0, others], tables["phase"] == Phase.SHEET)


def section_2(tables, others):
    return of_others_later(tables["section"][:, 1, others], tables["phase"] == Phase.SHEET)


def of_others_later(values, hidden):
    """What a seat sees of its own, and of others where it is not hidden."""
    own = np.arange(values.shape[1]) == 0
    return values * (own | ~hidden[:, None])


def bids(tables, box, others):
    blind = tables["phase"] == Phase.START_BID
    if box.poll_auction == BLIND:
        blind = blind | (tables["phase"] == Phase.POLL_BID)
    return of_others_later(tables["bid"][:, others], blind)


def place(tables, others):
    return (others - tables["start_player"][:, None]) % len(others)


def ally(tables, seat, others):
    partner = tables["ally"][:, others]
    return (partner > 0) * ((partner - 1 - seat) % len(others) + 1)


def offer(tables, box, others):
    chosen = tables["offer"][:, others]
    refused = chosen > t.CONTRIBUTIONS
    public = np.full(chosen.shape, box.contribution == IN_TURN) & ~refused
    public[:, 0] = True
    return public * (chosen - t.CONTRIBUTIONS * refused)


def refuses(tables, box, others):
    refused = tables["offer"][:, others] > t.CONTRIBUTIONS
    return refused if box.contribution == IN_TURN else of_others_later(refused, np.full(len(tables), True))


def laid(tables, others):
    return tables["lobby"][:, :, others].swapaxes(1, 2) > 0


def factor(tables, others):
    opinion, programme = tables["opinion"].astype(int), tables["programme"][:, others].astype(int)
    agreed = (programme[..., ::2] - programme[..., 1::2]) @ (opinion[..., ::2] - opinion[..., 1::2]).swapaxes(
        1, 2
    )
    return tables["trend"][:, :, others].swapaxes(1, 2) + agreed


def contribution(tables, others):
    return 1.0 - tables["contribution"][:, others]
