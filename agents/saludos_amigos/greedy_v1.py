"""Plays as the first greedy did, a yardstick that never changes.

It knows three things. A partner wants more than it holds already, and about its share by strength. An offer
is worth what it pays, but less if some stronger coalition could pay all of its members more. And a card is
worth keeping only while it costs few fines.
"""

import numpy as np

from ...envs.core.engine.compile import rule
from ...envs.saludos_amigos.actions import ACCEPT, AMOUNT, CARD, CLOSE, DROP, GRANT, HOLD, PASS, REJECT, SEAT
from ...envs.saludos_amigos.rules.common import cards_before, clockwise, places_to
from ...envs.saludos_amigos.rules.final_count import influence
from ...envs.saludos_amigos.table import PROJECTS, SEATS, VALUES, Draft, Phase

MEAN_CARD = 1.9  # value of an unseen card
CLAIM = 0.7  # of a member's share by strength, what it settles for
SWEETENER = 0.15  # added to the claims of the others after each proposal that failed
SHAKY = 0.2  # worth of a million in an offer that could be beaten
CAUTION = 2.0  # value points by which a council must look won
HOPELESS = 3.0  # value points by which a side may look behind and still lay down cards
FEW_PIPS = 1  # a roll to try again if there is a card to spare
CARD_WORTH = 0.06  # of a card that costs no fines, in millions for each tile to come
ENVY = 0.03  # how much less a million is worth when a partner is a million ahead


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    phase = int(table.phase)
    if phase == Phase.REROLL:
        action = choose_reroll(table, seat)
    elif phase == Phase.FLOOR or phase == Phase.SET:
        action = choose_partners(box, table, seat, legal)
    elif phase == Phase.SPLIT or phase == Phase.OPP_SPLIT:
        action = choose_amount(box, table, seat)
    elif phase == Phase.RESPOND:
        action = choose_answer(table, seat)
    elif phase == Phase.REPLY:
        action = choose_reply(table, seat)
    elif phase == Phase.CALL or phase == Phase.JOIN:
        action = choose_push(table, seat)
    elif phase == Phase.BID:
        action = choose_bid(table, seat)
    else:
        action = PASS
    # Where others have left a draft that it would not have made, its plan may not fit.
    proposing = phase == Phase.SET or phase == Phase.SPLIT
    if action < len(legal) and legal[action] and not (proposing and action == PASS):
        return action
    return likeliest(legal, proposing)


@rule
def likeliest(legal, proposing):
    """The harmless action nearest to what was wanted: the first legal one, or the largest amount.

    It withdraws no proposal that can be made.
    """
    action = PASS + 1 if proposing else PASS
    while action < len(legal) and not legal[action]:
        action += 1
    if action == len(legal):
        return PASS
    while action >= AMOUNT and action + 1 < len(legal) and legal[action + 1]:
        action += 1
    return action


# --- Strength ------------------------------------------------------------------------------------


@rule
def fewest_cards(table):
    """How many cards whoever has the fewest holds."""
    fewest = cards_before(table, 0)
    for seat in range(1, int(table.seats)):
        fewest = min(fewest, cards_before(table, seat))
    return fewest


@rule
def lowest_card(table, seat):
    """The action of giving up one's card of the lowest value; a pass without cards."""
    for value in range(VALUES):
        if table.hand[seat, value] > 0:
            return CARD + value
    return PASS


@rule
def choose_reroll(table, seat):
    """Roll again with few pips and more cards than others: such a card would cost fines anyway."""
    if int(table.die[seat]) <= FEW_PIPS and cards_before(table, seat) > fewest_cards(table) + 1:
        return lowest_card(table, seat)
    return PASS


# --- The negotiation -----------------------------------------------------------------------------


@rule
def card_worth(table, seat):
    """What a new card is worth: strength in the rounds to come, unless journalists fine it."""
    if cards_before(table, seat) > fewest_cards(table):
        return 0.0
    tiles = 0
    for project in range(PROJECTS):
        tiles += int(table.bag[project])
    return CARD_WORTH * tiles


@rule
def claim(table, seat, together, sweetener):
    """The millions for which `seat` joins a coalition of this joint strength."""
    fair = (CLAIM + sweetener) * int(table.pie) * int(table.strength[seat]) / together
    least = max(1.0, card_worth(table, seat))
    return max(int(least + 0.5), int(fair + 0.5), int(table.share[seat]) + 1)


@rule
def sweetener_of(box, table, seat):
    """What is added to the others' claims after proposals that failed."""
    failed = int(box.attempts_round) - int(table.fails_left[seat]) + int(table.turn_fails)
    return SWEETENER * min(failed, 3)


@rule
def beatable(seats, strength_of, shares, pie, strength):
    """Whether some stronger coalition could pay each of its members more than these shares do."""
    for group in range(1, 1 << seats):
        if strength_of[group] > strength:
            needed = 0
            for k in range(seats):
                if group >> k & 1:
                    needed += shares[k] + 1
            if needed <= pie:
                return True
    return False


@rule
def choose_partners(box, table, seat, legal):
    """The coalition that pays most when partners get what they claim; or a pass."""
    seats, pie, mug = int(table.seats), int(table.pie), int(table.mug)
    sweetener = sweetener_of(box, table, seat)
    strength_of = np.zeros(1 << SEATS, np.int64)
    shares = np.zeros(SEATS, np.int64)
    invited = joint_strengths(table, seat, strength_of) | 1
    last = 0
    for k in range(seats):
        shares[k] = int(table.share[clockwise(table, seat, k)])
        if invited >> k & 1:
            last = k
    best_group, best = 0, -1e9
    if table.phase == Phase.FLOOR:
        best = float(shares[0]) if shares[0] > 0 else card_worth(table, seat)
        if shares[0] > 0 and beatable(seats, strength_of, shares, pie, mug):
            best *= SHAKY
    settled = (2 << last) - 1
    for group in range(1, 1 << seats, 2):
        if group & settled != invited or strength_of[group] <= mug:
            continue
        worth = worth_of(table, seat, group, strength_of, shares, sweetener)
        if worth > best:
            best, best_group = worth, group
    if best_group == 0:
        return PASS
    for k in range(last + 1, seats):
        if best_group >> k & 1:
            return SEAT + k - 1
    return CLOSE


@rule
def worth_of(table, seat, group, strength_of, standing, sweetener):
    """What proposing this coalition is worth to `seat`; hardly anything if it leaves too little."""
    seats = int(table.seats)
    shares = np.zeros(SEATS, np.int64)
    sure = plan_shares(table, seat, group, strength_of, sweetener, shares)
    if shares[0] <= standing[0] or shares[0] < 1:
        return -1e8
    envy = 0.0
    for k in range(1, seats):
        ahead = int(table.money[clockwise(table, seat, k)]) - int(table.money[seat])
        envy += ENVY * shares[k] * max(0, ahead)
    worth = shares[0] - min(envy, 0.5 * shares[0])
    return worth if sure else worth * SHAKY


@rule
def plan_shares(table, seat, group, strength_of, sweetener, shares):
    """Fill the shares that `seat` proposes to a coalition, its own first; say whether none can beat it.

    Partners get what they claim.
    """
    seats, pie = int(table.seats), int(table.pie)
    strength = strength_of[group]
    shares[0] = pie
    for k in range(1, seats):
        shares[k] = 0
        if group >> k & 1:
            shares[k] = claim(table, clockwise(table, seat, k), strength, sweetener)
            shares[0] -= shares[k]
    return not beatable(seats, strength_of, shares, pie, strength)


@rule
def draft_strength(table):
    """The strength of all who are in the open draft."""
    together = 0
    for seat in range(int(table.seats)):
        if table.in_draft[seat]:
            together += int(table.strength[seat])
    return together


@rule
def choose_amount(box, table, seat):
    """What is planned for the proposer first, then for each partner."""
    proposer, seats = int(table.proposer), int(table.seats)
    shares = np.zeros(SEATS, np.int64)
    if table.draft == Draft.NEGOTIATION:
        strength_of = np.zeros(1 << SEATS, np.int64)
        group = joint_strengths(table, proposer, strength_of)
        plan_shares(table, proposer, group, strength_of, sweetener_of(box, table, proposer), shares)
    else:
        for k in range(seats):
            shares[k] = equal_part(table, clockwise(table, proposer, k))
    for k in range(seats):
        other = clockwise(table, proposer, k)
        if table.in_draft[other] and table.draft_share[other] == 0:
            return AMOUNT + max(1, shares[k]) - 1
    return AMOUNT


@rule
def joint_strengths(table, seat, strength_of):
    """Fill the strength of every group, a bit for each place clockwise of `seat`; return the open draft's."""
    drafted = 0
    for k in range(int(table.seats)):
        other = clockwise(table, seat, k)
        if table.in_draft[other]:
            drafted |= 1 << k
        for group in range(1 << k, 2 << k):
            strength_of[group] = strength_of[group - (1 << k)] + int(table.strength[other])
    return drafted


@rule
def claim_of_draft(table, seat, together, sweetener):
    """What `seat` settles for in the open draft."""
    if table.draft == Draft.NEGOTIATION:
        return claim(table, seat, together, sweetener)
    if table.draft == Draft.COALITION:
        return int(table.share[seat])
    return equal_part(table, seat)


@rule
def equal_part(table, seat):
    """What the opposition's equal split gives a participant, if no proposal is agreed."""
    size, before = 0, 0
    for k in range(int(table.seats)):
        other = clockwise(table, int(table.caller), k)
        if table.participant[other]:
            before += k < places_to(table, int(table.caller), seat)
            size += 1
    return int(table.pie) // size + (1 if before < int(table.pie) % size else 0)


@rule
def choose_answer(table, seat):
    """Accept what is due; else demand it once, if the proposer could pay it; else reject."""
    offered = int(table.draft_share[seat])
    together = draft_strength(table)
    wish = claim_of_draft(table, seat, together, 0.0)
    if offered >= wish:
        return ACCEPT
    left = int(table.draft_share[int(table.proposer)]) - (wish - offered)
    if table.asked[seat] == 0 and left >= 1:
        return AMOUNT + wish - 1
    return REJECT


@rule
def choose_reply(table, seat):
    """Grant a demand that leaves what one would settle for oneself; else keep to the offer."""
    partner = int(table.responder)
    left = int(table.draft_share[seat]) - (int(table.asked[partner]) - int(table.draft_share[partner]))
    if left >= claim_of_draft(table, seat, draft_strength(table), 0.0):
        return GRANT
    if left >= 1 and table.draft == Draft.NEGOTIATION and left > int(table.share[seat]):
        return GRANT
    return HOLD if table.draft == Draft.NEGOTIATION else DROP


# --- The council ---------------------------------------------------------------------------------


@rule
def cards_laid_and_held(table, seat):
    """What others see of a seat's cards in a council: how many it holds or has laid down."""
    cards = cards_before(table, seat)
    for value in range(VALUES):
        cards += int(table.bid[seat, value])
    return cards


@rule
def likely_cards(table, seat, me):
    """The value that a seat brings into a council if it lays down everything, as far as `me` can tell."""
    if seat != me:
        return MEAN_CARD * cards_laid_and_held(table, seat)
    value = influence(table, seat)
    for kind in range(VALUES):
        value += (kind + 1) * int(table.bid[seat, kind])
    return float(value)


@rule
def lead_of_opposition(table, me):
    """By how much the opposition would win if both sides laid down all their cards."""
    lead = -float(table.mug)
    for seat in range(int(table.seats)):
        if table.share[seat] > 0:
            lead -= likely_cards(table, seat, me)
            continue
        if table.caller < 0:
            lead += int(table.strength[seat])
        if table.participant[seat]:
            lead += int(table.pushed[seat]) if seat == me else MEAN_CARD
        lead += likely_cards(table, seat, me)
    return lead + int(table.pretzel)


@rule
def choose_push(table, seat):
    """Call a council, or join it, when the opposition looks stronger with all its cards."""
    if lead_of_opposition(table, seat) > CAUTION:
        return lowest_card(table, seat)
    return PASS


@rule
def choose_bid(table, seat):
    """Lay down high cards first, until no cards of the others can matter; none where all looks lost."""
    own = int(table.pushed[seat])
    for value in range(VALUES):
        own += (value + 1) * int(table.bid[seat, value])
    lead = int(table.mug) - int(table.pretzel) + (own if table.share[seat] > 0 else -own)
    most = 0  # the most that the other side can add
    for other in range(int(table.seats)):
        if table.share[other] > 0 and table.participant[seat]:
            most += VALUES * cards_laid_and_held(table, other)
        elif table.participant[other] and table.share[seat] > 0:
            most += VALUES * (cards_laid_and_held(table, other) + 1)
    if table.share[seat] > 0:
        enough = lead >= most
        chance_left = -lead_of_opposition(table, seat)
    else:
        enough = -lead > most
        chance_left = lead_of_opposition(table, seat)
    if not enough and chance_left > -HOPELESS:
        for value in range(VALUES - 1, -1, -1):
            if table.hand[seat, value] > 0:
                return CARD + value
    return CLOSE
