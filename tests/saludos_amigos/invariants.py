"""What is true of every table of Saludos Amigos!, at any moment of any game."""

from types import SimpleNamespace

import numpy as np

from hustings.envs.saludos_amigos.box import PARTICIPANTS
from hustings.envs.saludos_amigos.table import DRAW_LIMIT, PROJECTS, VALUES, Draft, Phase

NEGOTIATION = (Phase.FLOOR, Phase.SET, Phase.SPLIT, Phase.RESPOND, Phase.REPLY)
PER_SEAT = (
    "money",
    "hand",
    "known",
    "face_down",
    "die",
    "strength",
    "ranked",
    "order",
    "fails_left",
    "share",
    "in_draft",
    "draft_share",
    "accepted",
    "participant",
    "opp_share",
    "pushed",
    "bid",
    "bid_done",
    "paid",
    "drew",
    "fined",
    "bonus",
)


def check(box, table) -> str:
    """What is wrong with the table; "" when nothing is."""
    b = SimpleNamespace(**{name: box[name].tolist() for name in box.dtype.names})
    t = SimpleNamespace(**{name: table[name].tolist() for name in table.dtype.names})
    everybody = range(t.seats)
    for name in PER_SEAT:
        if any(np.ravel(getattr(t, name)[t.seats :])):
            return f"{name}: not zero where nobody sits"
    cards = [[t.hand[i][v] + t.bid[i][v] + (t.pushed[i] == v + 1) for v in range(VALUES)] for i in everybody]
    return (
        _pieces(b, t, everybody, cards)
        or _place(b, t, everybody, cards)
        or (t.phase != Phase.OVER and (_offers(t, everybody) or _council(b, t, everybody)))
        or ""
    )


def _pieces(b, t, everybody, cards) -> str:
    """Cards, tiles and money."""
    for v in range(VALUES):
        held = sum(own[v] for own in cards)
        beside = t.pile[v] + t.discard[v] + sum(t.face_down[i][v] for i in everybody)
        if held + beside != b.card_counts[v]:
            return f"cards of value {v + 1}: {held} held and {beside} beside, not {b.card_counts[v]}"
        for i in everybody:
            if t.known[i][v] > cards[i][v]:
                return (
                    f"seat {i} is known to hold {t.known[i][v]} cards of value {v + 1} but has {cards[i][v]}"
                )
    if not all(0 <= t.bag[p] <= b.tiles[p] for p in range(PROJECTS)):
        return "tiles of a project: more than there are"
    if t.bag[PROJECTS] + t.board_journalists != b.journalists:
        return "journalists: one is missing or too many"
    most = 0
    for p in range(PROJECTS):
        most += sum(b.base_value[p] + already + 1 for already in range(b.tiles[p] - t.bag[p]))
    if min(t.money) < 0 or sum(t.money) > most + sum(t.bonus):
        return f"money: {t.money} from pies of {most}"
    return ""


def _place(b, t, everybody, cards) -> str:
    """Where the game stands."""
    if (t.phase == Phase.OVER) != (t.seat == -1):
        return f"phase {t.phase} with seat {t.seat}"
    complete = sum(t.bag[p] == 0 for p in range(b.projects))
    if t.phase == Phase.OVER:
        ends = complete >= b.projects_to_end or t.board_journalists >= b.journalists_to_end
        return "" if ends or t.bag_draws == DRAW_LIMIT else "over before the end"
    if complete >= b.projects_to_end:
        return "negotiation over the last section"
    if not 2 <= t.pie <= 12:
        return f"pie of {t.pie}"
    for i in everybody:
        if t.strength[i] != t.die[i] + sum(cards[i]):
            return f"strength of seat {i}"
    return ""


def _offers(t, everybody) -> str:
    """The standing offer and the open draft."""
    members = [i for i in everybody if t.share[i] > 0]
    if members and sum(t.share) != t.pie:
        return f"shares {t.share} of {t.pie}"
    if sum(t.strength[i] for i in members) != t.mug:
        return "the mug is not the coalition's strength"
    if t.mug and [share > 0 for share in t.history[0]] != [share > 0 for share in t.share]:
        return "the last offer in the history is another"
    if not t.mug and any(map(any, t.history)):
        return "offers of a former round"
    drafted = [i for i in everybody if t.in_draft[i]]
    if bool(drafted) != (t.draft != Draft.NONE):
        return "a draft without members, or members without a draft"
    if len(drafted) > t.pie or sum(t.draft_share) > t.pie:
        return "a draft of more members or millions than the pie"
    if any(t.draft_share[i] for i in everybody if i not in drafted):
        return "a share for somebody outside the draft"
    if t.phase in (Phase.RESPOND, Phase.REPLY):
        if sum(t.draft_share) != t.pie or min(t.draft_share[i] for i in drafted) < 1:
            return f"proposed shares {t.draft_share} of {t.pie}"
    return ""


def _council(b, t, everybody) -> str:
    members = [i for i in everybody if t.share[i] > 0]
    opposition = [i for i in everybody if t.participant[i]]
    early = t.phase == Phase.REROLL or (t.phase in NEGOTIATION and t.draft <= Draft.NEGOTIATION)
    if early and (opposition or t.pretzel):
        return "an opposition before the council"
    if t.phase >= Phase.CALL and not 0 < len(members) < t.seats:
        return "a council against nobody or against the whole table"
    if set(members) & set(opposition) or len(opposition) > t.pie:
        return f"coalition {members} and opposition {opposition} of {t.pie}"
    pushed = [i for i in everybody if t.pushed[i]]
    if bool(opposition) != (t.caller != -1) or pushed != opposition:
        return "participants, caller and cards pushed forward do not agree"
    if opposition and t.phase != Phase.JOIN:
        counted = opposition if b.opp_strength == PARTICIPANTS else [i for i in everybody if i not in members]
        if t.pretzel != sum(t.strength[i] for i in counted):
            return "the pretzel is not the opposition's strength"
    if t.phase == Phase.BID and sum(t.opp_share) != t.pie:
        return "no split of the opposition"
    if t.phase != Phase.BID and (any(map(any, t.bid)) or any(t.bid_done)):
        return "cards laid down too early"
    return ""
