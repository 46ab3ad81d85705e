"""What is true of every table of Die Macher, at any moment of any game."""

from types import SimpleNamespace

import numpy as np

from hustings.envs.die_macher.box import BLIND
from hustings.envs.die_macher.table import (
    CARD_IN_HAND,
    DECISIONS,
    FACE_DOWN,
    HAND,
    IN_DECK,
    IN_HAND,
    KINDS,
    MOST_VOTES,
    NATIONAL,
    NO_CARD,
    OPEN,
    OPINION_COPIES,
    OPINIONS,
    POLL_IN_DECK,
    POOL,
    PROGRAMME,
    PROGRAMME_COPIES,
    REGIONS,
    SEEN,
    SHUFFLES,
    Phase,
)

BY_SEAT = (  # fields whose last entry is a seat
    *("votes", "arrival", "trend", "meetings", "media", "tile", "lobby", "national_media", "cash", "members"),
    *("meeting_supply", "media_supply", "tiles", "seats_won", "ally", "section", "place_of", "bid", "passed"),
    "offer",
)
SEAT_FIRST = ("programme", "cabinet", "contribution", "own_returned")
NEEDS_PICKED = (Phase.OLD_CARD, Phase.SWAP_IN, Phase.NATIONAL_REPLACE)
AIMING = (Phase.LOBBY_OPINION, Phase.LOBBY_PLAYER)


def check(box, table) -> str:
    """What is wrong with the table; "" when nothing is."""
    b = SimpleNamespace(**{name: box[name].tolist() for name in box.dtype.names})
    t = SimpleNamespace(**{name: table[name].tolist() for name in table.dtype.names})
    everybody = range(t.seats)
    for name in BY_SEAT:
        if np.any(table[name][..., t.seats :]):
            return f"{name}: not zero where nobody sits"
    for name in SEAT_FIRST:
        if np.any(table[name][t.seats :]):
            return f"{name}: not zero where nobody sits"
    return (
        _markers(b, t, everybody)
        or _regions(t, everybody)
        or _opinions(b, t)
        or _programmes(t, everybody)
        or _national(b, t, everybody)
        or _polls(t, everybody)
        or _polls_drawn(b, t)
        or _results(b, t, everybody)
        or _choices(b, t, everybody)
        or _schedule(b, t)
        or _phase(b, t, everybody)
        or _pending(b, t, everybody)
    )


def _markers(b, t, everybody) -> str:
    """Cubes and tiles are conserved; limits of a region hold."""
    for i in everybody:
        meetings = t.meeting_supply[i] + sum(row[i] for row in t.meetings)
        if meetings != b.meetings:
            return f"seat {i} has {meetings} meetings"
        on_board = sum(row[i] for row in t.national_media)
        media = t.media_supply[i] + sum(row[i] for row in t.media) + on_board
        if media != b.media_markers:
            return f"seat {i} has {media} media markers"
        if any(row[i] > b.most_meetings for row in t.meetings):
            return f"seat {i} has {t.meetings} meetings in a region"
        if t.tiles[i] + sum(row[i] for row in t.tile) > b.tiles:
            return f"seat {i} has more coalition tiles than in the box"
        if t.cash[i] < 0 or not 0 <= t.members[i] <= b.last_member:
            return f"seat {i} has {t.cash[i]} thousand and {t.members[i]} members"
        for c in range(1, len(t.cabinet[i])):
            laid = sum(row[i] == c for row in t.lobby)
            if laid > 1 or (laid and t.cabinet[i][c] != (t.phase == Phase.PLACE_LOBBY)):
                return f"seat {i} has laid card {c} {laid} times, {t.cabinet[i][c]} in hand"
    return ""


def _regions(t, everybody) -> str:
    for r in range(REGIONS):
        rows = (t.votes[r], t.trend[r], t.meetings[r], t.media[r], t.tile[r], t.lobby[r], t.opinion[r])
        if r >= t.regions:
            if t.land[r] != NO_CARD or any(map(any, rows)) or any(t.hidden[r]) or any(t.arrival[r]):
                return f"something in region {r}, which is not in play"
            continue
        if not t.land_drawn[t.land[r]] or t.land.count(t.land[r]) != 1:
            return f"lands {t.land}"
        if sorted(t.arrival[r][: t.seats]) != list(everybody):
            return f"region {r}: arrivals {t.arrival[r]}"
        if any(t.opinion[r][k] and t.opinion[r][k ^ 1] for k in range(KINDS)):
            return f"region {r}: contradictory opinions {t.opinion[r]}"
        if sum(o > 0 for o in t.opinion[r]) + sum(t.hidden[r]) > OPINIONS:
            return f"region {r}: {t.opinion[r]} open and {t.hidden[r]} hidden"
    return ""


def _opinions(b, t) -> str:
    """Of each kind there are three cards; a hidden card is among the unseen ones of its shuffle."""
    for k in range(KINDS):
        cards = sum(row[k] > 0 for row in t.opinion) + t.pool[k] + t.discards[k]
        cards += sum(row[k] for row in t.unseen)
        cards += sum(1 + t.secured[s] for s in range(NATIONAL) if t.national[s] == k)
        cards += t.phase == Phase.NATIONAL_REPLACE and t.picked == k
        if cards != OPINION_COPIES:
            return f"{cards} opinion cards of kind {k}"
    for s in range(SHUFFLES):
        hidden = sum(row[s] for row in t.hidden)
        deck = t.opinion_deck if s == t.shuffle else 0
        if sum(t.unseen[s]) != hidden + deck:
            return f"shuffle {s}: {t.unseen[s]} unseen, {hidden} hidden, {deck} in the deck"
    if sum(t.pool) != POOL:
        return f"{t.pool} in the pool"
    doubled = sum(row.count(2) for row in t.opinion)
    if t.doublers + doubled != b.doublers:
        return f"{t.doublers} doublers in stock, {doubled} on boards"
    return ""


def _programmes(t, everybody) -> str:
    zones = t.zone
    if t.programme_deck != zones.count(IN_DECK):
        return f"{t.programme_deck} programme cards in the deck"
    for i in everybody:
        opened = sorted(c // PROGRAMME_COPIES for c, z in enumerate(zones) if z == OPEN + i)
        shown = [k for k in range(KINDS) if t.programme[i][k]]
        if t.phase == Phase.OLD_CARD and t.seat == i:
            opened.remove(t.picked)
        if opened != shown or len({k // 2 for k in shown}) != PROGRAMME:
            return f"seat {i}: programme {shown}, cards {opened}"
        size = zones.count(IN_HAND + i)
        if not HAND - 1 <= size + (t.renewed if t.seat == i else 0) <= HAND:
            return f"seat {i}: {size} hidden programme cards"
    for c, z in enumerate(zones):
        if z == IN_DECK and t.drawn[c]:
            return f"programme card {c} is in the deck and was drawn"
        if max(t.drawn[c], t.returned[c], *(row[c] for row in t.own_returned)) > t.programme_shuffle:
            return f"programme card {c} is of a shuffle to come"
        if FACE_DOWN <= z < OPEN:
            holder = (z - FACE_DOWN) % 5
            if t.drawn[c] < max(t.returned[c], t.own_returned[holder][c]):
                return f"programme card {c} was in the deck after it was drawn"
    return ""


def _national(b, t, everybody) -> str:
    laid = [k for k in t.national if k != NO_CARD]
    if t.national[: len(laid)] != laid or len({k // 2 for k in laid}) != len(laid):
        return f"national board {t.national}"
    if any(t.secured[s] and t.national[s] == NO_CARD for s in range(NATIONAL)):
        return f"secured {t.secured} on {t.national}"
    for e, row in enumerate(t.national_media):
        if sum(row) > 3 or (any(row) and e >= t.round_number):
            return f"media markers {t.national_media} in round {t.round_number}"
    for e, row in enumerate(t.ally):
        for i in everybody:
            if row[i] and (row[i] - 1 == i or row[row[i] - 1] != i + 1):
                return f"coalitions {row} in election {e + 1}"
    if any(any(row) for row in t.ally[max(0, b.elections[b.edition] - 1) :]):
        return "a coalition in the last election"
    return ""


def _polls(t, everybody) -> str:
    if any(z >= SEEN + t.seats for z in t.poll_zone):
        return f"polls {t.poll_zone}"
    sold = t.phase in (Phase.PUBLISH, Phase.CHANGE_TREND)
    if (t.poll != NO_CARD) != sold:
        return f"poll {t.poll} in phase {t.phase}"
    if t.phase == Phase.PUBLISH and t.poll_zone[t.poll] != SEEN + t.seat:
        return f"the poll of seat {t.seat} is in zone {t.poll_zone[t.poll]}"
    if t.changes and t.phase != Phase.CHANGE_TREND:
        return f"{t.changes} changes in phase {t.phase}"
    return ""


def _polls_drawn(b, t) -> str:
    """One poll is drawn for each region of a round; when the deck is used up, all of them make a new one."""
    last = b.elections[b.edition]
    rounds = [min(REGIONS, last - number + 1) for number in range(1, last)]
    drawn = sum(rounds[: max(0, t.round_number - 1)])
    if t.phase == Phase.POLL_BID:
        drawn += t.region
    elif t.phase in (Phase.PUBLISH, Phase.CHANGE_TREND):
        drawn += t.region + 1
    elif t.phase >= Phase.CONVERT or t.by_votes:
        drawn = sum(rounds[: t.round_number])
    away = sum(z != POLL_IN_DECK for z in t.poll_zone)
    if away != ((drawn - 1) % len(t.poll_zone) + 1 if drawn else 0):
        return f"{away} polls out of the deck, {drawn} drawn"
    return ""


def _results(b, t, everybody) -> str:
    """What former rounds have brought is there, and nothing of those to come."""
    counted = Phase.NATIONAL_MEDIA <= t.phase <= Phase.OVER
    held = t.round_number if counted else max(0, t.round_number - 1)
    if any(map(any, t.seats_won[held:])):
        return f"seats of elections to come: {t.seats_won}"
    if any(map(any, t.ally[t.round_number :])) or any(t.paid[t.round_number :]):
        return f"coalitions {t.ally} or payments {t.paid} of rounds to come"
    most = max(row[-1] for row in b.land_seats)
    if any(seats > most for row in t.seats_won for seats in row):
        return f"seats won {t.seats_won}"
    if t.phase != Phase.SHEET and not all(t.section[0][i] and t.section[1][i] for i in everybody):
        return f"options of the sheet {t.section}"
    return ""


def _choices(b, t, everybody) -> str:
    """Choices that nobody else has seen can have been made, and only by those who have had their turn."""
    done = [(i - t.start_player) % t.seats < t.turn for i in everybody]
    for i in everybody:
        if t.phase == Phase.START_BID:
            if t.bid[i] > (min(t.cash[i], b.max_start_bid) if done[i] else 0):
                return f"seat {i} bids {t.bid[i]} with {t.cash[i]}"
        if t.phase == Phase.POLL_BID:
            blind = b.poll_auction == BLIND and not t.passed[i]
            if t.bid[i] > (0 if blind else min(t.cash[i], b.max_poll_bid)):
                return f"seat {i} bids {t.bid[i]} with {t.cash[i]} for a poll"
        if t.phase == Phase.PLACE_LOBBY:
            if sum(b.cabinet_price[row[i]] for row in t.lobby) > t.cash[i]:
                return f"seat {i} cannot pay for {t.lobby}"
            if any(row[i] for row in t.lobby) and not done[i] and i != t.seat:
                return f"seat {i} has laid cards before its turn"
        if t.phase == Phase.CONTRIBUTION:
            if (t.offer[i] > 0) != done[i]:
                return f"contributions {t.offer} in turn {t.turn}"
            if t.offer[i] and t.contribution[i][(t.offer[i] - 1) % len(t.contribution[i])] != CARD_IN_HAND:
                return f"seat {i} offers {t.offer[i]}, which is not in hand"
        if t.phase == Phase.SHEET and (error := _sheet(b, t, i, done[i])):
            return error
    return ""


def _sheet(b, t, i, done) -> str:
    """A sheet has its options and a region for each item, as far as it is filled in."""
    own = [t.section[0][i] > 0, *(t.place_of[n][i] > 0 for n in range(3)), t.section[1][i] > 0]
    own += [t.place_of[n][i] > 0 for n in range(3, 6)]
    entries = t.step if i == t.seat else 0
    if done:
        entries = 5 + b.sheet_media[t.section[1][i] - 1]
    if own != [place < entries for place in range(len(own))]:
        return f"sheet of seat {i}: {own}, {entries} entries"
    return ""


def _schedule(b, t) -> str:
    """Which regions are in play, and how many of their opinions may be hidden."""
    last = b.elections[b.edition]
    end_of_round = t.phase == Phase.CONTRIBUTION
    current = max(1, t.round_number) + end_of_round
    if t.phase == Phase.OVER:
        return "" if t.round_number == last and t.regions == 1 else f"over in round {t.round_number}"
    if t.regions != min(REGIONS, last - current + 1):
        return f"{t.regions} regions in round {t.round_number}, phase {t.phase}"
    if sum(t.land_drawn) != min(last, current + REGIONS - 1):
        return f"{sum(t.land_drawn)} lands drawn in round {t.round_number}"
    for r in range(t.regions):
        due = r
        if b.last_opening and current == last - 1 and r == 1:
            due += 1
        if sum(t.hidden[r]) != due:
            return f"region {r} of round {t.round_number} has {sum(t.hidden[r])} hidden opinions, not {due}"
    return ""


def _phase(b, t, everybody) -> str:
    if (t.phase == Phase.OVER) != (t.seat == -1):
        return f"phase {t.phase} with seat {t.seat}"
    if t.phase == Phase.OVER:
        return ""
    if t.phase >= DECISIONS or t.seat not in everybody:
        return f"phase {t.phase}, seat {t.seat}"
    if (t.phase == Phase.SHEET) != (t.round_number == 0):
        return f"phase {t.phase} in round {t.round_number}"
    last = b.elections[b.edition]
    if t.round_number == last and not Phase.NATIONAL_MEDIA <= t.phase <= Phase.NATIONAL_REPLACE:
        return f"phase {t.phase} in the last round"
    if t.start_player not in everybody:
        return f"start player {t.start_player}"
    if t.phase >= Phase.NATIONAL_MEDIA and t.phase < Phase.CONTRIBUTION and t.winner[t.turn] != t.seat:
        return f"seat {t.seat} places on the national board, winners {t.winner}"
    in_turn = (
        *(Phase.SHEET, Phase.START_BID, Phase.DISCARD, Phase.NEW_CARD, Phase.OLD_CARD, Phase.PLACE_LOBBY),
        *(Phase.COALITION, Phase.FORCE, Phase.MEETINGS, Phase.CONVERT, Phase.CONTRIBUTION),
    )
    if t.phase in in_turn and t.seat != (t.start_player + t.turn) % t.seats:
        return f"seat {t.seat} in turn {t.turn} after {t.start_player}"
    return ""


def _pending(b, t, everybody) -> str:
    """What belongs to one phase is not there in another."""
    if (t.picked != NO_CARD) != (t.phase in NEEDS_PICKED):
        return f"picked {t.picked} in phase {t.phase}"
    if (t.acting != 0) != (t.phase in AIMING):
        return f"acting {t.acting} in phase {t.phase}"
    if (t.asker != -1) != (t.phase == Phase.REPLY):
        return f"asker {t.asker} in phase {t.phase}"
    if t.asked and t.phase not in (Phase.COALITION, Phase.REPLY):
        return f"asked {t.asked} in phase {t.phase}"
    if t.by_votes and t.phase not in (Phase.SWAP_OUT, Phase.SWAP_IN):
        return f"an opinion is exchanged for votes in phase {t.phase}"
    if any(map(any, t.lobby)) and not Phase.PLACE_LOBBY <= t.phase <= Phase.TELEPHONE:
        return f"shadow cabinet {t.lobby} in phase {t.phase}"
    if (t.step and t.phase != Phase.SHEET) or (any(map(any, t.place_of)) and t.phase != Phase.SHEET):
        return f"step {t.step} of the sheet in phase {t.phase}"
    if t.renewed and t.phase != Phase.DISCARD:
        return f"{t.renewed} programme cards to renew in phase {t.phase}"
    if t.passes and t.phase != Phase.MEDIA:
        return f"{t.passes} passes in phase {t.phase}"
    if any(t.offer) and t.phase != Phase.CONTRIBUTION:
        return f"contributions {t.offer} in phase {t.phase}"
    used = [sum(c != CARD_IN_HAND for c in t.contribution[i]) for i in everybody]
    rounds = min(t.round_number, b.elections[b.edition] - 2)
    if t.phase not in (Phase.SHEET, Phase.OVER):
        done = rounds - (t.round_number <= rounds)
        if used != [done] * t.seats:
            return f"{used} contributions used in round {t.round_number}"
    auction = t.phase in (Phase.POLL_BID, Phase.PUBLISH, Phase.CHANGE_TREND)
    if auction and t.bidder != NO_CARD and b.poll_auction != BLIND:
        if t.bid[t.bidder] != max(t.bid) or t.passed[t.bidder]:
            return f"bids {t.bid}, highest {t.bidder}"
    if any(v > MOST_VOTES for row in t.votes for v in row):
        return f"votes {t.votes}"
    return ""
