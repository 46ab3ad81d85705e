"""What is true of every table of Liberté, at any moment of any game."""

from types import SimpleNamespace

import numpy as np

from hustings.envs.liberte.box import CLUB, GENERAL, SANS_CULOTTE, UNLIMITED
from hustings.envs.liberte.table import (
    DECISIONS,
    DISCARDED,
    DISPLAY,
    FACE_UP_ROW,
    HAND,
    IN_DECK,
    IN_SET_B,
    PLAYED,
    ROUNDS,
    Ending,
    Phase,
    Tie,
)

PER_SEAT = ("vp", "cannons", "presence", "hand_size", "display", "order", "contender", "chosen", "fell")
WHITE, BLUE, RED = 1, 2, 3


def check(box, table) -> str:
    """What is wrong with the table; "" when nothing is."""
    b = SimpleNamespace(**{name: box[name].tolist() for name in box.dtype.names})
    t = SimpleNamespace(**{name: table[name].tolist() for name in table.dtype.names})
    everybody = range(t.seats)
    for name in PER_SEAT:
        if np.any(getattr(t, name)[t.seats :]):
            return f"{name}: not zero where nobody sits"
    return (
        _stacks(b, t, everybody)
        or _blocks(b, t)
        or _cards(b, t, everybody)
        or _displays(b, t, everybody)
        or _turn(b, t, everybody)
        or _ties(b, t, everybody)
        or ""
    )


def _stacks(b, t, everybody) -> str:
    for p, (heights, colours) in enumerate(zip(t.height, t.colour)):
        if any(heights[t.seats :]) or (p >= b.provinces and any(heights)):
            return f"a stack of nobody or nowhere: province {p}"
        if [h > 0 for h in heights] != [c > 0 for c in colours]:
            return f"province {p}: heights {heights} with colours {colours}"
        if max(heights) > b.stack_height or sum(h > 0 for h in heights) > b.stacks:
            return f"province {p}: stacks {heights}"
    for i in everybody:
        used = sum(row[i] > 0 for row in t.height) + t.cannons[i]
        if b.tokens != UNLIMITED and used > b.tokens_each:
            return f"seat {i} uses {used} control tokens"
    return ""


def _blocks(b, t) -> str:
    for c in (WHITE, BLUE, RED):
        on_map = sum(
            h for heights, colours in zip(t.height, t.colour) for h, k in zip(heights, colours) if k == c
        )
        total = t.stock[c] + t.aside[c] + on_map + sum(t.collected[c])
        total += t.battle_blocks if c == WHITE else 0
        if total != b.blocks[c]:
            return f"colour {c}: {total} blocks, not {b.blocks[c]}"
    if t.aside[1:] != [b.blocks_aside if t.turn == 1 else 0] * 3 or t.stock[0] or t.aside[0]:
        return f"blocks aside {t.aside} in turn {t.turn}"
    if t.battle_blocks > t.lost_battles:
        return "more white blocks on battles than lost battles"
    return ""


def _cards(b, t, everybody) -> str:
    places = t.place[1 : b.cards + 1]
    if any(t.place[b.cards + 1 :]) or t.place[0] or t.known[0]:
        return "a card that is not in the box has a place"
    if places.count(IN_DECK) != t.deck_cards:
        return f"{places.count(IN_DECK)} cards in a deck of {t.deck_cards}"
    if t.deck_cards == 0 and (DISCARDED in places or IN_SET_B in places):
        return "an empty deck beside discards or set B"
    if IN_SET_B in places and t.shuffles != 0:
        return "set B lies under a shuffled deck"
    if sorted(c for c in t.face_up if c) != [c for c, p in enumerate(t.place) if p == FACE_UP_ROW]:
        return f"face up {t.face_up}"
    if t.deck_cards and 0 in t.face_up:
        return "an empty place beside a deck"
    for i in everybody:
        if places.count(HAND + i) != t.hand_size[i]:
            return f"seat {i} has {places.count(HAND + i)} cards, not {t.hand_size[i]}"
    for c, p in enumerate(t.place):
        if t.known[c] and not HAND <= p < DISPLAY:
            return f"card {c} is known to be in a hand where it is not"
        if t.shuffle[c] > t.shuffles:
            return f"card {c} went into a shuffle to come"
    if any(p in range(HAND + t.seats, DISPLAY) or p >= DISPLAY + t.seats for p in places):
        return "a card of nobody"
    in_play = [c for c, p in enumerate(t.place) if p == PLAYED]
    if in_play != [c for c in sorted((t.playing, t.special)) if c]:
        return f"cards {in_play} in play, playing {t.playing}, special {t.special}"
    return ""


def _displays(b, t, everybody) -> str:
    for i in everybody:
        shown = [c for c in t.display[i] if c]
        if t.display[i] != shown + [0] * (len(t.display[i]) - len(shown)):
            return f"a gap in the display {t.display[i]}"
        if sorted(shown) != [c for c, p in enumerate(t.place) if p == DISPLAY + i]:
            return f"display {shown} of seat {i}"
        if any(b.card_kind[c] > CLUB for c in shown):
            return f"a special card in the display {shown}"
        if len(shown) > b.display_size + any(b.card_silhouette[c] == SANS_CULOTTE for c in shown):
            return f"too many cards in the display {shown}"
    return ""


def _turn(b, t, everybody) -> str:
    if sorted(t.order[: t.seats]) != list(everybody):
        return f"order of play {t.order}"
    if (t.phase == Phase.OVER) != (t.seat == -1) or (t.phase == Phase.OVER) != (t.ending != Ending.NONE):
        return f"phase {t.phase} with seat {t.seat} and ending {t.ending}"
    if t.phase == Phase.OVER:
        return "" if t.ending != Ending.FOUR_TURNS or t.turn == b.turns else "over before the last turn"
    if t.phase >= DECISIONS:
        return f"phase {t.phase} is not a decision"
    if t.rounds >= ROUNDS and t.phase != Phase.TIE:
        return f"round {t.rounds}"
    if t.phase != Phase.TIE and t.seat != t.order[t.turn_place]:
        return f"seat {t.seat} decides in phase {t.phase}, order {t.order}, place {t.turn_place}"
    acting = Phase.ACTION <= t.phase < Phase.TIE
    if acting and 0 in t.stock[1:] and not t.closing:
        return "a stock is empty, but the round is not the last"
    if t.phase == Phase.ACTION and (t.cards_played or t.special_used or t.playing or t.special):
        return "an action begun before it begins"
    if not acting and (t.cards_played or t.special_used or t.playing or t.special or t.to_discard):
        return "an action not ended"
    if b.battle_vp[t.turn - 1] == 0 and any(t.cannons):
        return "tokens in the battle box of a turn without a battle"
    return ""


def _ties(b, t, everybody) -> str:
    if t.phase != Phase.TIE:
        if any(t.contender) or any(t.chosen) or t.tie or t.tie_round or any(t.tied_colour):
            return "traces of a tie"
        return ""
    if not t.contender[t.seat] or not t.tie:
        return f"seat {t.seat} is not in tie {t.tie}"
    if t.tie in (Tie.GOVERNMENT, Tie.OPPOSITION):
        return "" if sum(t.tied_colour) > 1 else "a tie of one faction"
    if sum(t.contender) < 2:
        return "a tie of one"
    if t.tie == Tie.BATTLE:
        tied = {t.cannons[i] for i in everybody if t.contender[i]}
        if len(tied) > 1 or 0 in tied:
            return f"battle box {t.cannons} and contenders {t.contender}"
        for i in everybody:
            if t.contender[i] and not t.chosen[i]:
                shows = any(b.card_silhouette[c] == GENERAL for c in t.display[i])
                if not shows and i == t.seat:
                    return f"seat {i} contends for the battle without a general"
    return ""
