"""The observation: what one seat may know, as numbers. `text` has the same in words."""

from ..core.engine.layout import scaled
from ..core.engine.views import View
from .rules.common import fresh_cards, places_to
from .table import DECISIONS, DRAW_LIMIT, JOURNALIST, OFFERS_KEPT, PROJECTS, TALKS_KEPT, VALUES, Phase

VIEW = View(__name__)


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


@VIEW.table("millions to share this round", scale=12)
def pie(table):
    return scaled(table.pie, 1 / 12)


@VIEW.table("tiles drawn so far, journalists included", scale=200)
def bag_draws(table):
    return scaled(table.bag_draws, 1 / DRAW_LIMIT)


@VIEW.table("strength of the standing offer", scale=128)
def mug(table):
    return scaled(table.mug, 1 / 128)


@VIEW.table("strength of the opposition in the council", scale=128)
def pretzel(table):
    return scaled(table.pretzel, 1 / 128)


@VIEW.table("passes in a row, or turns in a row without a raise", scale=8)
def streak(table):
    return scaled(table.streak, 1 / 8)


@VIEW.table("proposals that failed in this turn of the floor", scale=8)
def turn_fails(table):
    return scaled(table.turn_fails, 1 / 8)


@VIEW.table("cards of the draw pile", scale=64)
def pile(table):
    return scaled(int(table.pile[0]) + int(table.pile[1]) + int(table.pile[2]), 1 / 64)


@VIEW.table(
    "cards seen to go into the draw pile when it was shuffled last, of value 1, 2, 3", scale=64, value=VALUES
)
def shuffled(table, value):
    return scaled(table.shuffled[value], 1 / 64)


@VIEW.table("project of the tile drawn", project=PROJECTS)
def project(table, project):
    return table.project == project


@VIEW.table("cards discarded face up, of value 1, 2, 3", scale=64, value=VALUES)
def discard(table, value):
    return scaled(table.discard[value], 1 / 64)


@VIEW.table("the last round's council: totals of coalition and opposition", scale=128, side=2)
def totals(table, side):
    return scaled(table.totals[side], 1 / 128)


@VIEW.table("own cards of value 1, 2, 3", scale=16, value=VALUES)
def hand(table, seat, value):
    return scaled(table.hand[seat, value], 1 / 16)


@VIEW.table("value of one's own card pushed forward", value=VALUES)
def pushed(table, seat, value):
    return table.pushed[seat] == value + 1


@VIEW.table("own cards laid down, of value 1, 2, 3", scale=16, value=VALUES)
def bid(table, seat, value):
    return scaled(table.bid[seat, value], 1 / 16)


@VIEW.table("own cards discarded face down, of value 1, 2, 3", scale=16, value=VALUES)
def own_face_down(table, seat, value):
    return scaled(table.face_down[seat, value], 1 / 16)


@VIEW.table(
    "own cards that were shuffled into the draw pile face down, of value 1, 2, 3", scale=16, value=VALUES
)
def own_buried(table, seat, value):
    return scaled(table.buried[seat, value], 1 / 16)


@VIEW.table("own cards drawn since the last shuffle, of value 1, 2, 3", scale=16, value=VALUES)
def own_fresh(table, seat, value):
    return scaled(table.fresh[seat, value], 1 / 16)


@VIEW.table(
    "what the last proposals to fail this round were about, newest first: the negotiation, the opposition's "
    "split, the coalition's split",
    talk=TALKS_KEPT,
    draft=3,
)
def talk_about(table, talk, draft):
    return table.talk_about[talk] == draft + 1


@VIEW.each_player("millions", scale=128)
def money(table, other):
    return scaled(table.money[other], 1 / 128)


@VIEW.each_player("council cards, with those laid down until they are revealed", scale=24)
def cards(table, other):
    number = 0
    for value in range(VALUES):  # with those laid down, or the size of a hidden bid would show
        number += int(table.hand[other, value]) + int(table.bid[other, value])
    return scaled(number, 1 / 24)


@VIEW.each_player("cards of value 1, 2, 3 that everybody knows of", scale=16, value=VALUES)
def known(table, other, value):
    return scaled(table.known[other, value], 1 / 16)


@VIEW.each_player("cards discarded face down", scale=16)
def face_down(table, other):
    number = 0
    for value in range(VALUES):
        number += int(table.face_down[other, value])
    return scaled(number, 1 / 16)


@VIEW.each_player("cards that were shuffled into the draw pile face down", scale=16)
def buried(table, other):
    number = 0
    for value in range(VALUES):
        number += int(table.buried[other, value])
    return scaled(number, 1 / 16)


@VIEW.each_player("cards drawn since the last shuffle", scale=24)
def fresh(table, other):
    return scaled(fresh_cards(table, other), 1 / 24)


@VIEW.each_player(
    "cards of value 1, 2, 3 shown since then that may be among those drawn", scale=16, value=VALUES
)
def shown(table, other, value):
    return scaled(table.shown[other, value], 1 / 16)


@VIEW.each_player("pips", scale=12)
def die(table, other):
    return scaled(table.die[other], 1 / 12)


@VIEW.each_player("pips and cards", scale=32)
def strength(table, other):
    return scaled(table.strength[other], 1 / 32)


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


@VIEW.each_player("proposals that may still fail this round", scale=8)
def fails_left(table, other):
    return scaled(table.fails_left[other], 1 / 8)


@VIEW.each_player("share in the standing offer, 0 outside the coalition", scale=12)
def share(table, other):
    return scaled(table.share[other], 1 / 12)


@VIEW.each_player("belongs to the open draft")
def in_draft(table, other):
    return table.in_draft[other]


@VIEW.each_player("share in the open draft", scale=12)
def draft_share(table, other):
    return scaled(table.draft_share[other], 1 / 12)


@VIEW.each_player("has accepted the open draft")
def accepted(table, other):
    return table.accepted[other]


@VIEW.each_player("millions that this partner has asked for in the open draft; it cannot ask again", scale=12)
def asked(table, other):
    return scaled(table.asked[other], 1 / 12)


@VIEW.each_player("called the council")
def caller(table, other):
    return table.caller == other


@VIEW.each_player("opposes the coalition in the council")
def participant(table, other):
    return table.participant[other]


@VIEW.each_player("share should the opposition win", scale=12)
def opp_share(table, other):
    return scaled(table.opp_share[other], 1 / 12)


@VIEW.each_player("has laid down its cards")
def bid_done(table, other):
    return table.bid_done[other]


@VIEW.each_player("millions won in the last round", scale=12)
def paid(table, other):
    return scaled(table.paid[other], 1 / 12)


@VIEW.each_player("drew a card in the last round")
def drew(table, other):
    return table.drew[other]


@VIEW.each_player("millions lost to journalists since the last round", scale=32)
def fined(table, other):
    return scaled(table.fined[other], 1 / 32)


@VIEW.each_player("millions of the final bonus", scale=12)
def bonus(table, other):
    return scaled(table.bonus[other], 1 / 12)


@VIEW.each_player(
    "share in the standing offer as first made, then in those before it", scale=12, offer=OFFERS_KEPT
)
def offers(table, other, offer):
    return scaled(table.history[offer, other], 1 / 12)


@VIEW.each_player(
    "part in the last proposals to fail this round, newest first: the proposer 1, or -1 who took it back; a "
    "partner who accepted 1/2, who refused -1/2, who had not answered 1/4",
    talk=TALKS_KEPT,
)
def talk_part(table, other, talk):
    return scaled(table.talk_part[other, talk], 1 / 4)


@VIEW.each_player("share offered in those proposals when they failed", scale=12, talk=TALKS_KEPT)
def talk_share(table, other, talk):
    return scaled(table.talk_share[other, talk], 1 / 12)


@VIEW.each_player("millions that a partner asked for in those proposals", scale=12, talk=TALKS_KEPT)
def talk_asked(table, other, talk):
    return scaled(table.talk_asked[other, talk], 1 / 12)


observation, observe = VIEW.functions()
