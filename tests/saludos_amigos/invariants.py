"""What is true of every table of Saludos Amigos!, at any moment of any game."""

from hustings.envs.saludos_amigos.box import PARTICIPANTS
from hustings.envs.saludos_amigos.table import PROJECTS, VALUES, Draft, Phase

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
    seats, phase, pie = int(table.seats), Phase(int(table.phase)), int(table.pie)
    everybody = range(seats)

    # Cards, tiles and money
    for v in range(VALUES):
        pushed = sum(int(table.pushed[i]) == v + 1 for i in everybody)
        held = int(table.hand[:, v].sum()) + int(table.bid[:, v].sum()) + pushed
        beside = int(table.pile[v]) + int(table.discard[v]) + int(table.face_down[:, v].sum())
        if held + beside != box.card_counts[v]:
            return f"cards of value {v + 1}: {held} held and {beside} beside, not {box.card_counts[v]}"
        for i in everybody:
            own = int(table.hand[i, v]) + int(table.bid[i, v]) + (int(table.pushed[i]) == v + 1)
            if table.known[i, v] > own:
                return f"seat {i} is known to hold {table.known[i, v]} cards of value {v + 1} but has {own}"
    if not all(0 <= table.bag[p] <= box.tiles[p] for p in range(PROJECTS)):
        return "tiles of a project: more than there are"
    if int(table.bag[PROJECTS]) + int(table.board_journalists) != box.journalists:
        return "journalists: one is missing or too many"
    most = 0
    for p in range(PROJECTS):
        for already in range(int(box.tiles[p]) - int(table.bag[p])):
            most += int(box.base_value[p]) + already + 1
    if table.money.min() < 0 or int(table.money.sum()) > most + int(table.bonus.sum()):
        return f"money: {table.money} from pies of {most}"
    for name in PER_SEAT:
        if table[name][seats:].any():
            return f"{name}: not zero where nobody sits"

    # Where the game stands
    if (phase == Phase.OVER) != (table.seat == -1):
        return f"phase {phase.name} with seat {table.seat}"
    complete = sum(int(table.bag[p]) == 0 for p in range(int(box.projects)))
    if phase == Phase.OVER:
        ends = complete >= box.projects_to_end or table.board_journalists >= box.journalists_to_end
        return "" if ends or table.bag_draws == 200 else "over before the end"
    if complete >= box.projects_to_end:
        return "negotiation over the last section"
    if not 2 <= pie <= 12:
        return f"pie of {pie}"
    for i in everybody:
        cards = int(table.hand[i].sum()) + int(table.bid[i].sum()) + (table.pushed[i] > 0)
        if table.strength[i] != table.die[i] + cards:
            return f"strength of seat {i}"

    # The standing offer
    members = [i for i in everybody if table.share[i] > 0]
    if members and int(table.share.sum()) != pie:
        return f"shares {table.share} of {pie}"
    if sum(int(table.strength[i]) for i in members) != table.mug:
        return "the mug is not the coalition's strength"
    if table.mug and (table.history[0] > 0).tolist() != (table.share > 0).tolist():
        return "the last offer in the history is another"

    # The open draft
    drafted = [i for i in everybody if table.in_draft[i]]
    if bool(drafted) != (table.draft != Draft.NONE):
        return "a draft without members, or members without a draft"
    if len(drafted) > pie or int(table.draft_share.sum()) > pie:
        return "a draft of more members or millions than the pie"
    if any(table.draft_share[i] for i in everybody if i not in drafted):
        return "a share for somebody outside the draft"
    if phase in (Phase.RESPOND, Phase.REPLY):
        if int(table.draft_share.sum()) != pie or min(int(table.draft_share[i]) for i in drafted) < 1:
            return f"proposed shares {table.draft_share} of {pie}"

    # The council
    opposition = [i for i in everybody if table.participant[i]]
    if (
        phase in (Phase.REROLL, *NEGOTIATION)
        and table.draft <= Draft.NEGOTIATION
        and (opposition or table.pretzel)
    ):
        return "an opposition before the council"
    if phase >= Phase.CALL and not members:
        return "a council against nobody"
    if len(members) == seats and phase >= Phase.CALL:
        return "a council against the whole table"
    if set(members) & set(opposition) or len(opposition) > pie:
        return f"coalition {members} and opposition {opposition} of {pie}"
    if bool(opposition) != (table.caller != -1) or any(
        (table.pushed[i] > 0) != (i in opposition) for i in everybody
    ):
        return "participants, caller and cards pushed forward do not agree"
    if opposition and phase != Phase.JOIN:
        joined = (
            opposition if box.opp_strength == PARTICIPANTS else [i for i in everybody if i not in members]
        )
        if table.pretzel != sum(int(table.strength[i]) for i in joined):
            return "the pretzel is not the opposition's strength"
    if phase == Phase.BID and int(table.opp_share.sum()) != pie:
        return "no split of the opposition"
    if phase != Phase.BID and (table.bid.any() or table.bid_done.any()):
        return "cards laid down too early"
    return ""
