"""The observation: what one seat may know, as numbers. `text` has the same in words."""

from ..core.engine.layout import scaled
from ..core.engine.views import View
from .rules.common import number_of, places_to
from .table import DECISIONS, DRAW_LIMIT, FIELDS, JOURNALIST, OFFERS_KEPT, PROJECTS, TALKS_KEPT, VALUES, Phase

VIEW = View(__name__, FIELDS)


@VIEW.table(
    "reroll, floor, set, split, respond, reply, call, join, opposition's split, coalition's split, bid",
    phase=DECISIONS,
)
def phase(table, phase):
    return table.phase == phase


@VIEW.table(
    "the open draft is about: the negotiation, the opposition's split, the coalition's split", draft=3
)
def draft(table, draft):
    return table.draft == draft + 1


@VIEW.table("tiles on the map, for each project", scale=12, project=PROJECTS)
def placed(box, table, project):
    return scaled(int(box.tiles[project]) - int(table.bag[project]), 1 / 12)


@VIEW.table("tiles in the bag, for each project", scale=12, project=PROJECTS)
def bag(table, project):
    return scaled(table.bag[project], 1 / 12)


@VIEW.table("journalists in the bag, on the map", scale=8, place=2)
def journalists(table, place):
    return scaled(table.board_journalists if place else table.bag[JOURNALIST], 1 / 8)


VIEW.field("pie", "millions to share this round", scale=12)
VIEW.field("bag_draws", "tiles drawn so far, journalists included", scale=DRAW_LIMIT)
VIEW.field("mug", "strength of the standing offer", scale=128)
VIEW.field("pretzel", "strength of the opposition in the council", scale=128)
VIEW.field("streak", "passes in a row, or turns in a row without a raise", scale=8)
VIEW.field("turn_fails", "proposals that failed in this turn of the floor", scale=8)


@VIEW.table("cards of the draw pile", scale=64)
def pile(table):
    return scaled(number_of(table.pile), 1 / 64)


VIEW.field(
    "shuffled",
    "cards seen to go into the draw pile when it was shuffled last, of value 1, 2, 3",
    scale=64,
    value=VALUES,
)


@VIEW.table("project of the tile drawn", project=PROJECTS)
def project(table, project):
    return table.project == project


VIEW.field("discard", "cards discarded face up, of value 1, 2, 3", scale=64, value=VALUES)
VIEW.field("totals", "the last round's council: totals of coalition and opposition", scale=128, side=2)
VIEW.field("hand", "own cards of value 1, 2, 3", scale=16, value=VALUES)


@VIEW.table("value of one's own card pushed forward", value=VALUES)
def pushed(table, seat, value):
    return table.pushed[seat] == value + 1


VIEW.field("bid", "own cards laid down, of value 1, 2, 3", scale=16, value=VALUES)
VIEW.field(
    "face_down",
    "own cards discarded face down, of value 1, 2, 3",
    name="own_face_down",
    scale=16,
    value=VALUES,
)
VIEW.field(
    "buried",
    "own cards that were shuffled into the draw pile face down, of value 1, 2, 3",
    name="own_buried",
    scale=16,
    value=VALUES,
)
VIEW.field(
    "fresh",
    "own cards drawn since the last shuffle, of value 1, 2, 3",
    name="own_fresh",
    scale=16,
    value=VALUES,
)


@VIEW.table(
    "what the last proposals to fail this round were about, newest first: the negotiation, the opposition's "
    "split, the coalition's split",
    talk=TALKS_KEPT,
    draft=3,
)
def talk_about(table, talk, draft):
    return table.talk_about[talk] == draft + 1


VIEW.field("money", "millions", scale=128, each_player=True)


@VIEW.each_player("council cards, with those laid down until they are revealed", scale=24)
def cards(table, other):
    # With those laid down, or the size of a hidden bid would show.
    return scaled(number_of(table.hand[other]) + number_of(table.bid[other]), 1 / 24)


VIEW.field(
    "known", "cards of value 1, 2, 3 that everybody knows of", scale=16, each_player=True, value=VALUES
)


@VIEW.each_player("cards discarded face down", scale=16)
def face_down(table, other):
    return scaled(number_of(table.face_down[other]), 1 / 16)


@VIEW.each_player("cards that were shuffled into the draw pile face down", scale=16)
def buried(table, other):
    return scaled(number_of(table.buried[other]), 1 / 16)


@VIEW.each_player("cards drawn since the last shuffle", scale=24)
def fresh(table, other):
    return scaled(number_of(table.fresh[other]), 1 / 24)


VIEW.field(
    "shown",
    "cards of value 1, 2, 3 shown since then that may be among those drawn",
    scale=16,
    each_player=True,
    value=VALUES,
)
VIEW.field("die", "pips", scale=12, each_player=True)
VIEW.field("strength", "pips and cards", scale=32, each_player=True)


@VIEW.each_player("the seat to decide")
def on_turn(table, other):
    return table.seat == other


@VIEW.each_player("has the bag")
def bag_holder(table, other):
    return table.bag_holder == other


@VIEW.each_player("has the floor, or proposes a split")
def proposer(table, other):
    phase = int(table.phase)
    proposing = Phase.FLOOR <= phase <= Phase.REPLY or phase == Phase.OPP_SPLIT or phase == Phase.COAL_SPLIT
    return proposing and table.proposer == other


@VIEW.each_player("turns until the floor comes round", scale=8)
def turns_to_floor(table, other):
    return scaled(places_to(table, int(table.turn[int(table.proposer)]), int(table.turn[other])), 1 / 8)


VIEW.field("fails_left", "proposals that may still fail this round", scale=8, each_player=True)
VIEW.field("share", "share in the standing offer, 0 outside the coalition", scale=12, each_player=True)
VIEW.field("in_draft", "belongs to the open draft", each_player=True)
VIEW.field("draft_share", "share in the open draft", scale=12, each_player=True)
VIEW.field("accepted", "has accepted the open draft", each_player=True)
VIEW.field(
    "asked",
    "millions that this partner has asked for in the open draft; it cannot ask again",
    scale=12,
    each_player=True,
)


@VIEW.each_player("called the council")
def caller(table, other):
    return table.caller == other


VIEW.field("participant", "opposes the coalition in the council", each_player=True)
VIEW.field("opp_share", "share should the opposition win", scale=12, each_player=True)
VIEW.field("bid_done", "has laid down its cards", each_player=True)
VIEW.field("paid", "millions won in the last round", scale=12, each_player=True)
VIEW.field("drew", "drew a card in the last round", each_player=True)
VIEW.field("fined", "millions lost to journalists since the last round", scale=32, each_player=True)
VIEW.field("bonus", "millions of the final bonus", scale=12, each_player=True)
VIEW.field(
    "history",
    "share in the standing offer as first made, then in those before it",
    name="offers",
    scale=12,
    each_player=True,
    offer=OFFERS_KEPT,
)


@VIEW.each_player(
    "part in the last proposals to fail this round, newest first: the proposer 1, or -1 who took it back; a "
    "partner who accepted 1/2, who refused -1/2, who had not answered 1/4",
    talk=TALKS_KEPT,
)
def talk_part(table, other, talk):
    return scaled(table.talk_part[other, talk], 1 / 4)


VIEW.field(
    "talk_share",
    "share offered in those proposals when they failed",
    scale=12,
    each_player=True,
    talk=TALKS_KEPT,
)
VIEW.field(
    "talk_asked",
    "millions that a partner asked for in those proposals",
    scale=12,
    each_player=True,
    talk=TALKS_KEPT,
)

observation, observe = VIEW.functions()
