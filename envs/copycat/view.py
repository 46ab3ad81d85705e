"""What one seat may know: as numbers, as a deal of what it cannot know, and as text."""

import textwrap

import numpy as np

from ..core import chance
from ..core.compile import rule
from ..core.layout import Layout, part
from ..core.retell import retell
from ..core.words import player
from . import rules
from .actions import (
    ACTIONS,
    card_in_words,
    card_name,
    count,
    effect_in_words,
    office_in_words,
)
from .box import is_red
from .rules.clean_up import standing
from .rules.common import coins_left, in_hand
from .rules.purchases import price_of
from .table import (
    CARDS,
    DECISIONS,
    DISCARD,
    DOCTORATE,
    EFFECTS,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAID,
    LYING,
    LYING_REPEATED,
    NO_CARD,
    NO_WORKER,
    OFFICES,
    ON_STREET,
    REDEAL,
    ROUNDS,
    SPENT,
    STANDING,
    STANDING_REPEATED,
    STREET,
    TEMPORARY,
    USED,
    Ending,
    Phase,
)

# --- Numbers -------------------------------------------------------------------------------------

# `observe_table`, `observe_street` and `observe_players` count on the order of these rows.
_TABLE = (
    (
        "phase",
        DECISIONS,
        "bid, turn, swap, trash for a worker, donate, draw, hand, trash for a coin, keep, table, invest, "
        "reuse a card, copy a card, reuse a worker",
    ),
    ("stage", 3, "part of the round: turn, hand, table"),
    ("round", 1, "round / 11"),
    ("due", 1, "workers that may still be placed in this turn / 4"),
    ("elbows", 1, "of those, how many in offices of others / 4"),
    ("left", 1, "cards that may still be picked or drawn / 4"),
    ("picked", 1, "cards picked to swap, or coins paid as a donation / 8"),
    ("keeping", 1, "cards of the hand to be kept / 8"),
    ("undoubled", 1, "coins of the present action are not doubled"),
    ("acting", 1, "card that copies / 61"),
    ("coins", 1, "coins left to spend / 32"),
    ("coins_doubled", 1, "coins before they are doubled / 32"),
    ("doublings", 1, "how often they are doubled / 2"),
    ("token_doublings", 1, "how often tokens are doubled / 2"),
    ("purchases", 1, "purchases left / 4"),
    ("charity", 2, "undecided charity events whose coin may be doubled, and may not / 2"),
    ("doctorates_left", 1, "doctorates in the supply / 4"),
    ("last_doctorate", 1, "the last doctorate has been bought"),
    ("open", OFFICES, "offices in play"),
    ("office_tokens", OFFICES, "tokens on each office / 8"),
    ("fresh", OFFICES, "offices where a worker was placed in this turn"),
    ("price", STREET, "price on each space of the street, surcharge included / 16"),
    ("reds", STREET, "red cards to the left of each space / 4"),
    ("strength", STREET, "strength of the card on each space / 10"),
    ("kind", STREET * (EFFECTS + 1), "each space: what its card does, by effect 0 to 19; 20 a doctorate"),
    ("supply", CARDS, "cards in the supply, by number"),
    ("street", CARDS, "cards on the street, by number: space 1 to 11 / 11"),
    ("kept", CARDS, "own cards to be kept"),
    ("copied", CARDS, "by press secretary: number of the card copied / 61"),
)
_PLAYERS = (
    ("vp", "victory points / 128"),
    ("round_vp", "victory points of this round / 64"),
    ("tokens", "tokens taken in this round / 16"),
    ("pool", "workers to be placed / 8"),
    ("recruited", "workers recruited in this round / 4"),
    ("doctorates", "doctorates bought / 4"),
    ("draw_size", "cards in the draw pile / 32"),
    ("hand_size", "cards in hand / 16"),
    ("discard_size", "cards in the discard pile / 32"),
    ("bid", "number of the card chosen for the order of turns / 61; of others when all have chosen"),
    ("turn_place", "place on the bus / 4"),
    ("passed", "takes no more turns in this round"),
    ("on_turn", "the seat to decide"),
)
_CARDS = (
    ("hand", "in hand: own cards 1, those of them that everybody knows 0.75; of others those known 1"),
    (
        "pile",
        "1 in the draw pile (of others in pile or hand), -0.5 in the temporary discards, -1 in the discards",
    ),
    ("played", "in the play area: 1/3 not used, 2/3 used once, 1 twice"),
)


def observation(seats: int) -> Layout:
    """The blocks of an observation. Blocks with entries for each player begin with one's own seat."""
    players = [(name, seats, f"each player: {about}") for name, about in _PLAYERS]
    workers = (
        "worker",
        seats * OFFICES,
        "each player, each office: a worker 1, used 0.5; repeated by a bonus payment 0.75, used too 0.25",
    )
    cards = [(name, seats * CARDS, f"each player, each card by number: {about}") for name, about in _CARDS]
    return Layout(*_TABLE, *players, workers, *cards)


_LAYOUT = observation(1)
_AT = {block.name: block.start for block in _LAYOUT}
_STAGE, _ROUND, _OPEN, _TOKENS, _FRESH = (
    _AT[name] for name in ("stage", "round", "open", "office_tokens", "fresh")
)
_PRICE, _REDS, _STRENGTH, _KIND = (_AT[name] for name in ("price", "reds", "strength", "kind"))
_SUPPLY, _STREET, _KEPT, _COPIED = (_AT[name] - 1 for name in ("supply", "street", "kept", "copied"))
_PLAYER = _AT["vp"]
_BLOCKS = len(_PLAYERS)


@rule
def observe(box, table, seat, out):
    """Fill `out` (float32, the size of `observation(seats)`) with what `seat` may know."""
    observe_table(table, out)
    observe_street(box, table, out)
    observe_cards(table, seat, out)
    observe_players(table, seat, out)
    observe_decks(table, seat, out)


@rule
def observe_table(table, out):
    for i in range(_ROUND):
        out[i] = 0.0
    if table.phase < DECISIONS:
        out[int(table.phase)] = 1.0
        stage = int(table.stage)
        out[_STAGE + (2 if stage == Phase.TABLE else 1 if stage == Phase.HAND else 0)] = 1.0
    at = _ROUND
    out[at] = part(table.round_number, 1 / 11)
    out[at + 1] = part(table.due, 1 / 4)
    out[at + 2] = part(table.elbows, 1 / 4)
    out[at + 3] = part(table.left, 1 / 4)
    out[at + 4] = part(table.picked, 1 / 8)
    out[at + 5] = part(table.keeping, 1 / 8)
    out[at + 6] = table.undoubled if table.phase != table.stage else 0
    out[at + 7] = part(table.acting, 1 / 61)
    out[at + 8] = part(coins_left(table), 1 / 32)
    out[at + 9] = part(table.coins, 1 / 32)
    out[at + 10] = part(table.doublings, 1 / 2)
    out[at + 11] = part(table.token_doublings, 1 / 2)
    out[at + 12] = part(table.purchases, 1 / 4)
    out[at + 13] = part(table.charity[0], 1 / 2)
    out[at + 14] = part(table.charity[1], 1 / 2)
    out[at + 15] = part(table.doctorates_left, 1 / 4)
    out[at + 16] = table.last_doctorate
    for office in range(OFFICES):
        out[_OPEN + office] = table.open[office]
    for office in range(OFFICES):
        out[_TOKENS + office] = part(table.office_tokens[office], 1 / 8)
    for office in range(OFFICES):
        out[_FRESH + office] = int(table.fresh) >> office & 1


@rule
def observe_street(box, table, out):
    """The street by its spaces, with what is on them."""
    for i in range(_PRICE, _SUPPLY + 1):
        out[i] = 0.0
    reds = 0
    for space in range(STREET):
        card = int(table.street[space])
        if card == NO_CARD:
            continue
        out[_PRICE + space] = part(price_of(box, table, space), 1 / 16)
        out[_REDS + space] = part(reds, 1 / 4)
        kind = EFFECTS
        if card != DOCTORATE:
            kind = int(box.card_effect[card])
            out[_STRENGTH + space] = part(box.card_strength[card], 1 / 10)
        out[_KIND + space * (EFFECTS + 1) + kind] = 1.0
        reds += is_red(card)


@rule
def observe_cards(table, seat, out):
    """Cards by their number. A loop a block: these are compiled to vector code."""
    for card in range(1, CARDS + 1):
        out[_SUPPLY + card] = 1.0 if table.place[card] == IN_SUPPLY else 0.0
    for card in range(1, CARDS + 1):
        out[_STREET + card] = 0.0
    for space in range(STREET):
        card = int(table.street[space])
        if NO_CARD < card < DOCTORATE:
            out[_STREET + card] = part(space + 1, 1 / 11)
    shown = 1.0 if table.seat == seat else 0.0
    for card in range(1, CARDS + 1):
        out[_KEPT + card] = np.float32(table.kept[card]) * np.float32(shown)
    for card in range(1, CARDS + 1):
        out[_COPIED + card] = part(table.copied[card], 1 / 61)


@rule
def observe_players(table, seat, out):
    """The blocks of one entry a player, and the workers, one's own seat first."""
    seats = int(table.seats)
    workers = _PLAYER + _BLOCKS * seats
    for place in range(seats):
        other = int(table.order[place])
        at = _PLAYER + (other - seat + seats) % seats
        out[at] = part(table.vp[other], 1 / 128)
        out[at + seats] = part(table.round_vp[other], 1 / 64)
        out[at + 2 * seats] = part(table.tokens[other], 1 / 16)
        out[at + 3 * seats] = part(table.pool[other], 1 / 8)
        out[at + 4 * seats] = part(table.recruited[other], 1 / 4)
        out[at + 5 * seats] = part(table.doctorates[other], 1 / 4)
        out[at + 6 * seats] = part(table.draw_size[other], 1 / 32)
        out[at + 7 * seats] = part(table.hand_size[other], 1 / 16)
        out[at + 8 * seats] = part(table.discard_size[other], 1 / 32)
        shown = other == seat or table.phase != Phase.BID
        out[at + 9 * seats] = part(int(table.bid[other]) if shown else 0, 1 / 61)
        out[at + 10 * seats] = part(place, 1 / 4)
        out[at + 11 * seats] = table.passed[other]
        out[at + 12 * seats] = 1.0 if other == table.seat else 0.0
        at = workers + (other - seat + seats) % seats * OFFICES
        observe_workers(table.worker[other], out[at : at + OFFICES])


@rule
def observe_workers(worker, out):
    """A worker is 1, or 0.5 if used; repeated by a bonus payment it is a quarter less."""
    for office in range(OFFICES):
        here = np.float32(worker[office] > NO_WORKER)
        used = np.float32((worker[office] == LYING) | (worker[office] == LYING_REPEATED))
        repeated = np.float32(worker[office] >= STANDING_REPEATED)
        out[office] = here - np.float32(0.5) * used - np.float32(0.25) * repeated


@rule
def observe_decks(table, seat, out):
    """Each player's cards where they lie, as far as they may be known."""
    seats = int(table.seats)
    first = _PLAYER + (_BLOCKS + OFFICES) * seats
    for places in range(seats):
        zone = table.zone[(seat + places) % seats]
        at = first + places * CARDS
        hand = out[at : at + CARDS]
        at += seats * CARDS
        pile = out[at : at + CARDS]
        at += seats * CARDS
        played = out[at : at + CARDS]
        own = np.float32(places == 0)  # whose hand one sees; of the others' one knows some cards
        other = np.float32(1.0) - own
        for i in range(CARDS):
            known = np.float32(zone[i + 1] == KNOWN)
            hand[i] = own * np.float32(zone[i + 1] == IN_HAND) + known - np.float32(0.25) * own * known
        for i in range(CARDS):
            unseen = np.float32(zone[i + 1] == IN_DRAW) + other * np.float32(zone[i + 1] == IN_HAND)
            aside = np.float32(zone[i + 1] == DISCARD) + np.float32(0.5) * np.float32(
                zone[i + 1] == TEMPORARY
            )
            pile[i] = unseen - aside
        for i in range(CARDS):
            uses = np.float32(zone[i + 1]) - np.float32(LAID - 1)
            here = np.float32((zone[i + 1] >= LAID) & (zone[i + 1] <= SPENT))
            played[i] = uses * here * np.float32(1 / 3) + np.float32(0.0)  # not -0


# --- A deal of what a seat cannot know -----------------------------------------------------------


@rule
def redeal(box, table, seat):
    """Deal afresh draw piles against hands, and choices not shown yet; chance is reseeded before.

    All cards of a player are known, and those of the hand that are older than the present draw pile. So the
    others of hand and pile change places among themselves.
    """
    for other in range(int(table.seats)):
        if other != seat:
            redeal_hand(table, other)
            if table.phase == Phase.BID and table.bid[other] != NO_CARD:
                table.bid[other] = hand_card(
                    table, other, chance.below(table, REDEAL, int(table.hand_size[other]))
                )
    if table.keeping > 0 and table.seat != seat:
        redeal_kept(table, int(table.seat))


@rule
def redeal_hand(table, seat):
    holders = np.zeros(2, np.int64)  # draw pile, hand
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == IN_DRAW:
            holders[0] += 1
        elif table.zone[seat, card] == IN_HAND:
            holders[1] += 1
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == IN_DRAW or table.zone[seat, card] == IN_HAND:
            table.zone[seat, card] = IN_HAND if chance.draw(table, REDEAL, holders) == 1 else IN_DRAW


@rule
def hand_card(table, seat, number):
    """The card of a hand with so many before it."""
    card = 1
    while True:
        if in_hand(table, seat, card):
            if number == 0:
                return card
            number -= 1
        card += 1


@rule
def redeal_kept(table, seat):
    """Any cards of the hand may be those kept."""
    holders = np.zeros(2, np.int64)  # the rest, those kept
    holders[1] = table.keeping
    holders[0] = int(table.hand_size[seat]) - int(table.keeping)
    for card in range(1, CARDS + 1):
        table.kept[card] = 0
        if in_hand(table, seat, card):
            table.kept[card] = chance.draw(table, REDEAL, holders)


# --- Text ----------------------------------------------------------------------------------------

_WIDTH = 78


def board(box, table, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    lines = [*_headline(box, table), *_offices(box, table), "", *_street(box, table), ""]
    lines += _players(table, seat)
    lines += _decks(box, table, seat)
    lines += ["", *_wrapped(_question(box, table))]
    return "\n".join(lines)


def _headline(box, table) -> list[str]:
    stage = {Phase.BID: "planning", Phase.OVER: "over"}.get(Phase(int(table.phase)))
    if stage is None:
        stage = "actions" if table.stage == Phase.TURN else "purchases and points"
    supply = int((table.place == IN_SUPPLY).sum())
    parts = [
        f"Round {int(table.round_number)} of {int(box.rounds)}, {stage}",
        f"supply: {count(supply, 'card')} and {count(table.doctorates_left, 'doctorate')}",
        f"the end: {int(box.end_points)} VP",
    ]
    return _wrapped("; ".join(parts))


_WORKERS = {STANDING: "{}", LYING: "({})", STANDING_REPEATED: "{}'", LYING_REPEATED: "({})'"}


def _offices(box, table) -> list[str]:
    """Two columns of the offices in play."""
    cells = []
    for office in range(OFFICES):
        if table.open[office]:
            about = effect_in_words(box.office_effect[office], box.office_strength[office])
            here = [
                _WORKERS[int(table.worker[i, office])].format(i)
                for i in range(int(table.seats))
                if table.worker[i, office]
            ]
            tokens = f"+{int(table.office_tokens[office])}" if table.office_tokens[office] else ""
            workers = (" " if len(here) < 3 else "").join(here)
            cells.append(f"{office + 1:>2} {about:<21}{tokens}{workers}")
    half = (len(cells) + 1) // 2
    pairs = zip(cells[:half], cells[half:] + [""] * (len(cells) % 2))
    legend = "OFFICES (+2: tokens; 0: player_0's worker, (0) used, 0' by a bonus payment too)"
    return [legend, *(f"{a:<40}{b}".rstrip() for a, b in pairs)]


def _street(box, table) -> list[str]:
    """The street from left to right, with prices."""
    lines = ["STREET"]
    for space in range(STREET):
        card = int(table.street[space])
        words = "-"
        if card == DOCTORATE:
            words = f"Doctorate, {price_of(box, table, space)} and what is invested"
        elif is_red(card):
            words = f"{card_in_words(box, card)}, a red card"
        elif card != NO_CARD:
            words = f"{card_in_words(box, card)} for {price_of(box, table, space)}"
        lines.append(f"{space + 1:>2}: {words}")
    half = (STREET + 1) // 2
    left, right = lines[1 : 1 + half], [*lines[1 + half :], ""]
    if max(map(len, left)) < 40 and max(map(len, right)) < 40:
        return [lines[0], *(f"{a:<40}{b}".rstrip() for a, b in zip(left, right))]
    return lines


def _players(table, seat: int | None) -> list[str]:
    """A line of numbers for each player, in order of the bus."""
    lines = ["                 VP  round  tokens  workers  pile  hand  discards  chosen  doct."]
    for i in map(int, table.order[: int(table.seats)]):
        name = ("*" if i == table.seat else " ") + player(i) + (" (you)" if i == seat else "")
        hidden = table.phase == Phase.BID and seat not in (None, i)
        chosen = "" if hidden or table.bid[i] == NO_CARD else str(int(table.bid[i]))
        workers = "out" if table.passed[i] else str(int(table.pool[i]))
        numbers = (
            f"{int(table.vp[i]):>3}{int(table.round_vp[i]):>7}{int(table.tokens[i]):>8}"
            f"{workers:>9}{int(table.draw_size[i]):>6}{int(table.hand_size[i]):>6}"
            f"{int(table.discard_size[i]):>10}{chosen:>8}{int(table.doctorates[i]) or '':>7}"
        )
        lines.append(f"{name:<16}{numbers}".rstrip())
    return lines


def _decks(box, table, seat: int | None) -> list[str]:
    """Each player's cards by where they lie."""
    lines = []
    for i in map(int, table.order[: int(table.seats)]):
        own = seat is None or i == seat
        whose = "Your" if i == seat else f"{player(i)}'s"
        zones = [
            ("hand", (IN_HAND, KNOWN) if own else (KNOWN,)),
            ("draw pile" if own else "draw pile and hand", (IN_DRAW,) if own else (IN_DRAW, IN_HAND)),
            ("play area", (LAID, USED, SPENT)),
            ("temporary discards", (TEMPORARY,)),
            ("discards", (DISCARD,)),
        ]
        for what, where in zones:
            cards = [c for c in range(1, CARDS + 1) if table.zone[i, c] in where]
            if cards:
                words = (
                    [card_in_words(box, c) for c in cards] if what == "hand" else _several(box, cards, table)
                )
                known = ", as far as known" if what == "hand" and not own else ""
                lines += _wrapped(f"{whose} {what}{known}: {'; '.join(words)}")
        if own:
            lines += _marked(table, i)
    return lines


def _marked(table, seat: int) -> list[str]:
    """What a player knows of the own hand besides its cards."""
    hand = [c for c in range(1, CARDS + 1) if in_hand(table, seat, c)]
    known = [c for c in hand if table.zone[seat, c] == KNOWN]
    kept = [c for c in hand if table.kept[c]] if seat == table.seat else []
    marks = (("Of it all know", known), ("Of it are kept", kept))
    return [
        line for what, cards in marks if cards for line in _wrapped(f"  {what}: {', '.join(map(str, cards))}")
    ]


def _several(box, cards: list[int], table=None) -> list[str]:
    """Cards by their titles, the same ones counted; with a table also what press secretaries stand for."""
    names = [card_name(box, card) for card in cards]
    if table is not None:
        copied = [int(table.copied[card]) for card in cards]
        names = [f"{name} as {card_name(box, copy)}" if copy else name for name, copy in zip(names, copied)]
    return [f"{names.count(n)} {n}" if names.count(n) > 1 else n for n in dict.fromkeys(names)]


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)


_WHAT = {
    Phase.BID: "A card for the order of turns?",
    Phase.TURN: "Your turn.",
    Phase.SWAP: "Which cards to swap?",
    Phase.TRASH_FOR_WORKER: "Which card to trash?",
    Phase.DONATE: "Which coins to pay?",
    Phase.DRAW: "Draw one more?",
    Phase.HAND: "Anything before you lay down your hand?",
    Phase.TRASH_FOR_COIN: "Which cards to trash?",
    Phase.KEEP: "Which cards to keep?",
    Phase.TABLE: "What to buy?",
    Phase.INVEST: "How much for the doctorate?",
    Phase.REUSE_CARD: "Which card to use once more?",
    Phase.COPY_CARD: "Which card to copy?",
    Phase.REUSE_WORKER: "Which worker to use once more?",
}


def _question(box, table) -> str:
    phase = Phase(int(table.phase))
    if phase == Phase.OVER:
        return "The game is over."
    parts = []
    if phase == Phase.TURN:
        parts.append(f"{count(table.due, 'placement')} left")
        if table.elbows:
            parts.append(f"{int(table.elbows)} with elbows")
    elif phase in (Phase.SWAP, Phase.DRAW, Phase.TRASH_FOR_COIN):
        parts.append(f"{int(table.left)} at most")
    elif phase == Phase.DONATE:
        parts.append(f"{count(table.picked, 'coin')} paid")
    if table.stage == Phase.TABLE:
        parts.append(f"{count(coins_left(table), 'coin')} and {count(table.purchases, 'purchase')} left")
        if table.doublings:
            parts.append(f"coins times {1 + min(int(table.doublings), 2)}")
        if table.charity.any():
            parts.append(f"{count(table.charity.sum(), 'charity event')} to decide")
    left = f" ({', '.join(parts)})" if parts else ""
    return f"{player(table.seat)}: {_WHAT[phase]}{left}"


# --- News ----------------------------------------------------------------------------------------


def news(box, before, after, seat: int | None) -> list[str]:
    """What happened in a step, in words; only what `seat` may know, or everything."""
    lines = []
    for old, new, action in retell(rules, Phase.OVER, ACTIONS.size, box, before, after):
        lines += _event(box, old, new) if action is None else _move(box, old, new, action, seat)
        lines += _beside(box, old, new, seat)
    return lines


def _move(box, old, new, action: int, seat: int | None) -> list[str]:
    """What the seat on turn does."""
    name, number = ACTIONS.locate(action)
    who, phase = player(old.seat), Phase(int(old.phase))
    if name == "card":
        return [f"{who} {_with_card(box, old, number + 1, seat)}."]
    if name == "place":
        tokens = int(old.office_tokens[number])
        taken = f" and takes {count(tokens, 'token')}" if tokens else ""
        return [f"{who} places a worker in {office_in_words(box, number)}{taken}."]
    if name == "office":
        verb = {Phase.DONATE: "pays with", Phase.REUSE_WORKER: "uses once more"}.get(phase, "uses")
        return [f"{who} {verb} {office_in_words(box, number)}."]
    if name == "buy":
        return [_bought(box, old, new, number)]
    if name == "invest":
        return [f"{who} invests {count(int(new.spent) - int(old.spent), 'coin')}."]
    if name == "coin":
        return [f"{who} counts a charity event as a coin."]
    if name == "vp":
        return [f"{who} counts a charity event as {int(box.charity_vp)} VP."]
    return [f"{who} passes."] if name == "pass" else []


def _with_card(box, old, card: int, seat: int | None) -> str:
    """What is done with a card that the seat on turn names."""
    phase, words = Phase(int(old.phase)), card_in_words(box, card)
    if phase in (Phase.BID, Phase.KEEP):
        verb = "chooses" if phase == Phase.BID else "keeps"
        return f"{verb} {words if seat in (None, int(old.seat)) else 'a card'}"
    verb = {
        Phase.SWAP: "swaps",
        Phase.TRASH_FOR_WORKER: "trashes",
        Phase.TRASH_FOR_COIN: "trashes",
        Phase.DONATE: "pays with",
        Phase.TABLE: "uses",
        Phase.REUSE_CARD: "uses once more",
        Phase.COPY_CARD: "copies",
    }.get(phase, "plays")
    return f"{verb} {words}"


def _bought(box, old, new, space: int) -> str:
    card, who = int(old.street[space]), player(old.seat)
    price = int(new.spent) - int(old.spent)
    reds = [c for c in old.street[:space].tolist() if is_red(c)]
    with_reds = f", with {'; '.join(card_in_words(box, c) for c in reds)}" if reds else ""
    return f"{who} buys {card_in_words(box, card)} for {price}{with_reds}."


def _event(box, old, new) -> list[str]:
    """What runs on by itself."""
    phase = Phase(int(old.phase))
    seats = range(int(old.seats))
    if phase == Phase.REVEAL:
        shown = [
            f"{player(i)} {card_in_words(box, int(old.bid[i])) if old.bid[i] else 'nothing'}"
            for i in map(int, new.order[: len(seats)])
        ]
        return [f"Order of turns: {'; '.join(shown)}."]
    if phase == Phase.LAY_DOWN:
        i = int(old.seat)
        laid = [c for c in range(1, CARDS + 1) if in_hand(old, i, c) and not in_hand(new, i, c)]
        kept = int(new.hand_size[i])
        lines = [f"{player(i)} lays down {'; '.join(_several(box, laid)) or 'nothing'}"]
        lines[0] += f" and keeps {count(kept, 'card')}." if kept else "."
        coins = f"{count(coins_left(new), 'coin')}, {count(new.purchases, 'purchase')}"
        return [*lines, f"{player(i)} has {coins}."]
    if phase == Phase.COUNT:
        i = int(old.seat)
        return [f"{player(i)} has {int(new.round_vp[i])} VP in this round, {int(new.vp[i])} in all."]
    if phase == Phase.CLEAN_UP and not new.ending:
        opened = [office_in_words(box, o) for o in range(OFFICES) if new.open[o] > old.open[o]]
        cleared = [
            "a Doctorate" if c == DOCTORATE else card_in_words(box, c)
            for c in old.street[: int(box.cleared[len(seats)])].tolist()
            if c != NO_CARD
        ]
        lines = [f"Round {int(new.round_number) + 1}."]
        if opened:
            lines[0] += f" New: {opened[0]}."
        return [*lines, f"Cleared from the street: {'; '.join(cleared)}."] if cleared else lines
    return []


def _beside(box, old, new, seat: int | None) -> list[str]:
    """What comes with all this: cards drawn, the discards shuffled, new cards on the street, the end."""
    lines = []
    for i in range(int(old.seats)):
        drawn = [c for c in range(1, CARDS + 1) if in_hand(new, i, c) and not in_hand(old, i, c)]
        if old.draw_size[i] < len(drawn) and old.discard_size[i]:
            lines.append(f"{player(i)} shuffles the discards.")
        if drawn:
            known = seat in (None, i)
            words = "; ".join(card_in_words(box, c) for c in drawn) if known else count(len(drawn), "card")
            lines.append(f"{player(i)} draws {words}.")
    fresh = [c for c in range(1, CARDS + 1) if new.place[c] == ON_STREET and old.place[c] == IN_SUPPLY]
    if new.doctorates_left < old.doctorates_left:
        fresh.append(DOCTORATE)
    if fresh:
        lines.append(f"New on the street: {'; '.join(card_in_words(box, c) for c in fresh)}.")
    if new.last_doctorate > old.last_doctorate:
        lines.append("That was the last doctorate: the game ends with this round.")
    return lines + _end(new, box) if new.ending else lines


def _end(table, box) -> list[str]:
    how = {
        Ending.POINTS: f"A player has {int(box.end_points)} points",
        Ending.DOCTORATES: "The last doctorate is bought",
        Ending.ROUNDS: f"Round {ROUNDS} is over" if box.rounds == ROUNDS else "The last round is over",
    }[Ending(int(table.ending))]
    seats = range(int(table.seats))
    points = "; ".join(f"{player(i)} {int(table.vp[i])}" for i in seats)
    standings = [int(standing(box, table, i)) for i in seats]
    winners = [player(i) for i in seats if standings[i] == max(standings)]
    level = [int(table.vp[i]) for i in seats].count(int(table.vp.max())) > len(winners)
    by_round = " (by the points of the last round)" if level else ""
    return [f"{how}: {points}.", f"Winner{'s' * (len(winners) > 1)}: {', '.join(winners)}{by_round}."]
