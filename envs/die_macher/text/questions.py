"""The words for each phase: its name, the sentence for other players, the question to the seat on turn."""

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.prompts import Wording
from ...core.text.words import player, seats_of
from ..box import ALL, BLIND, FIRST, SECOND
from ..rules.shadow_cabinet import price_of_lobby
from ..table import ITEMS, NO_CARD, Lobby, Phase
from .describe import (
    acting_card,
    bids_in_words,
    cabinet_in_words,
    entry_in_words,
    here,
    listed,
    poll_text,
    right_to_swap,
    stand_in_words,
    thousand,
    title,
)

_WORDS = {
    Phase.SHEET: Wording("sheet", "what to write on the sheet", "{entry}"),
    Phase.START_BID: Wording(
        "bid for the start",
        "what to bid for naming the start player.{payment}",
        "What do you bid for naming the start player? All bid in secret.{payment}",
    ),
    Phase.START_PLAYER: Wording(
        "start player",
        "who starts. Bids: {bids}",
        "Who is to be start player, first in everything in this round? Bids: {bids}.",
    ),
    Phase.DISCARD: Wording(
        "hidden cards",
        "which hidden cards to renew ({renewed} so far)",
        "Which hidden cards do you discard, to draw as many new ones? ({renewed} so far)",
    ),
    Phase.NEW_CARD: Wording(
        "card for the programme",
        "whether to change the programme",
        "Which hidden card do you open in your programme, if any?",
    ),
    Phase.OLD_CARD: Wording(
        "card it replaces", "what goes for {picked}", "Which card of your programme goes for {picked}?"
    ),
    Phase.PLACE_LOBBY: Wording(
        "cards of shadow cabinets",
        "which card to lay beside {here}",
        "Which card of your shadow cabinet do you lay beside {here}, if any? ({purse} left)",
    ),
    Phase.LOBBY: Wording(
        "shadow cabinets",
        "what the {card} does in {here}",
        "What does your card do in {here}? {card_in_full}.",
    ),
    Phase.LOBBY_OPINION: Wording(
        "doubler",
        "which opinion of {here} gets or loses a doubler",
        "Which opinion of {here} gets a doubler, or loses its own?",
    ),
    Phase.LOBBY_PLAYER: Wording("party aimed at", "whose {aim} in {here}", "Whose {aimed} in {here}?"),
    Phase.TELEPHONE: Wording(
        "coalition tile",
        "whether to lay a coalition tile beside {here}",
        "Do you lay a coalition tile beside {here}, too?",
    ),
    Phase.COALITION: Wording(
        "coalitions",
        "whom to ask for a coalition in {here}",
        "Whom do you ask for a coalition in {here}, if anybody?",
    ),
    Phase.REPLY: Wording(
        "answer to a coalition",
        "whether to make a coalition with {asker} in {here}",
        "{asker} asks you for a coalition in {here}. Do you accept?",
    ),
    Phase.FORCE: Wording(
        "forced coalitions",
        "whom to force into a coalition in {here}",
        "Whom do you force into a coalition in {here}, if anybody?",
    ),
    Phase.MEDIA: Wording(
        "media",
        "whether to buy a media marker ({markers} left; {passes} in a row)",
        "Do you buy a media marker? ({markers} left; all passing in a row ends this, {passes} so far)",
    ),
    Phase.SWAP_OUT: Wording(
        "opinion taken out",
        "whether to exchange an opinion in {here}, with {right}",
        "You have {right} in {here}. Which opinion do you exchange for one of the pool, if any?",
    ),
    Phase.SWAP_IN: Wording(
        "opinion put in",
        "which opinion of the pool replaces {picked} in {here}",
        "Which opinion of the pool replaces {picked} in {here}?",
    ),
    Phase.MEETINGS: Wording(
        "meetings",
        "how many meetings to buy in {here} ({meetings} left)",
        "How many meetings do you buy in {here}? ({meetings} left)",
    ),
    Phase.POLL_BID: Wording(
        "bids for polls",
        "what to bid for the poll in {here}.{payment}{auction}",
        "What do you bid for the poll in {here}? Only its buyer sees it.{payment}{auction}",
    ),
    Phase.PUBLISH: Wording(
        "publishing a poll",
        "whether to publish the poll in {here}",
        "Do you publish the poll in {here}? It says: {poll}.",
    ),
    Phase.CHANGE_TREND: Wording(
        "trends of a poll",
        "whose trend in {here} changes ({changes} at most). The poll: {poll}",
        "Whose trend in {here} do you change? ({changes} at most) The poll: {poll}.",
    ),
    Phase.CONVERT: Wording(
        "conversion",
        "how many meetings in {here} to convert",
        "How many meetings in {here} do you convert into votes?",
    ),
    Phase.NATIONAL_MEDIA: Wording(
        "media marker for the nation",
        "whether to place a media marker on the national board",
        "Do you place a media marker on the national board?",
    ),
    Phase.NATIONAL_CARD: Wording(
        "opinions for the nation",
        "which opinion to place on the national board ({national} at most)",
        "Which opinion of {here} do you place on the national board, if any? ({national} at most)",
    ),
    Phase.NATIONAL_REPLACE: Wording(
        "national opinion replaced",
        "what {picked} replaces on the national board",
        "Which opinion on the national board does {picked} replace?",
    ),
    Phase.CONTRIBUTION: Wording(
        "contributions",
        "which contribution to accept or to refuse",
        "Which contribution do you accept, or refuse?",
    ),
}
phases = {int(phase): words.name for phase, words in _WORDS.items()}
_PAYMENTS = {
    FIRST: "",
    SECOND: " The highest bidder pays the highest bid of the others.",
    ALL: " Everybody pays their own bid.",
}


def question(box: np.record, table: np.record) -> str:
    """The question to the seat on turn, which may contain its secrets."""
    return _filled(box, table, _WORDS[Phase(int(table.phase))].asks)


def decision(box: np.record, table: np.record) -> str:
    """The sentence that says who decides what, without secrets."""
    if table.phase == Phase.OVER:
        return "The game is over."
    words = f"{player(table.seat)} decides {_filled(box, table, _WORDS[Phase(int(table.phase))].decides)}"
    return words if words.endswith(".") else f"{words}."


def _filled(box: np.record, table: np.record, words: str) -> str:
    """Fill in the placeholders of `words`; those without a meaning in this phase get harmless values."""
    phase, seat, picked = Phase(int(table.phase)), int(table.seat), int(table.picked)
    card = acting_card(table)
    return words.format(
        here=here(box, table),
        entry=_entry(box, table) if phase == Phase.SHEET else "",
        bids=bids_in_words(table),
        renewed=int(table.renewed),
        picked=stand_in_words(box, picked) if picked != NO_CARD else "",
        purse=thousand(int(table.cash[seat]) - int(price_of_lobby(box, table, seat))),
        card=title(box, card),
        card_in_full=cabinet_in_words(box, card),
        aim="media marker goes" if table.acting == Lobby.MEDIA + 1 else "trend falls",
        aimed="media marker do you put out" if table.acting == Lobby.MEDIA + 1 else "trend do you lower",
        asker=player(table.asker),
        markers=int(table.media_supply[seat]),
        passes="1 pass" if table.passes == 1 else f"{int(table.passes)} passes",
        right=right_to_swap(table),
        meetings=int(table.meeting_supply[seat]),
        payment=_PAYMENTS[int(box.auction_payment)],
        auction=_auction(box, table),
        changes=int(table.changes),
        poll=poll_text(box, table) if phase in (Phase.PUBLISH, Phase.CHANGE_TREND) else "",
        national=int(table.national_cards[int(table.turn) % len(table.winner)]),
    )


def _entry(box: np.record, table: np.record) -> str:
    """The question about the next entry on the sheet."""
    if table.step in (0, ITEMS + 1):
        return f"Which option do you take in section {1 + int(table.step > 0)} of your sheet?"
    return f"In which region do you use this entry of your sheet: {entry_in_words(box, table)}?"


def _auction(box: np.record, table: np.record) -> str:
    """The state of an open auction; "" for a blind one."""
    if box.poll_auction == BLIND:
        return ""
    bidder = int(table.bidder)
    out = [player(seat) for seat in seats_of(table) if table.passed[seat]]
    best = f" Highest: {player(bidder)} {int(table.bid[bidder])}." if bidder != NOBODY else ""
    bids = f" Bids: {bids_in_words(table)}." if box.auction_payment != FIRST and bidder != NOBODY else ""
    return best + bids + (f" Out: {listed(out)}." if out else "")
