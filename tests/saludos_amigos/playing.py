"""Saludos Amigos! laid out by hand and played move by move, both in short words.

Cards are written by their values: "113" is two 1s and a 3, "-" is no card. A move is a seat and what it says:
"0 p2 close 4, 2 yes" has seat 0 invite seat 2, close the coalition and take 4 million, and seat 2 accept.

    -                    keep the roll, pass, call no council, stay out, withdraw
    close                offer alone, the coalition is complete, no more cards
    yes no               accept, reject
    grant hold drop      the proposer's answers to a demand
    c3                   discard, push forward or lay down a 3
    p2                   invite seat 2
    4  2-5               a share or a demand of 4 million; any from 2 to 5
"""

from functools import partial
from typing import Any, Self

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import chance
from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos import actions as say
from hustings.envs.saludos_amigos.rules.drawing import complete_projects
from hustings.envs.saludos_amigos.table import BAG, DRAW_LIMIT, JOURNALIST, REROLL, Draft, Part, Phase

from ..tabletop import MANY, Tabletop, in_texts, play_checked, weighted

HYDRANT, PROJECT_B, PROJECT_C, CASINO, THERMAL_BATH, PLANT = range(6)
_WORDS = {"-": say.PASS, "close": say.CLOSE, "yes": say.ACCEPT, "no": say.REJECT}
_WORDS |= {"grant": say.GRANT, "hold": say.HOLD, "drop": say.DROP}


def actions(words: str, seat: int = 0, players: int = 4) -> list[int]:
    """The actions of a seat that words stand for."""
    found = []
    for word in words.split():
        if word in _WORDS:
            found.append(_WORDS[word])
        elif word[0] == "c":
            found.append(say.CARD + int(word[1:]) - 1)
        elif word[0] == "p":
            found.append(say.SEAT + (int(word[1:]) - seat) % players - 1)
        else:
            least, _, most = word.partition("-")
            found += range(say.AMOUNT + int(least) - 1, say.AMOUNT + int(most or least))
    return found


def counts(value: Any) -> Any:
    """Cards given by their values as they are counted: "113" as [2, 0, 1]; of several the same for each."""
    return in_texts(lambda text: [text.count(card) for card in "123"], value)


class Game(Tabletop):
    """A game of Saludos Amigos!"""

    GAME = GAME
    ROUND = "bag_draws"

    # --- Laying out ------------------------------------------------------------------------------

    @classmethod
    def laid(cls, hands: str | int = 4, **position: Any) -> Self:
        """Hands are each seat's cards, or so many players with "123"."""
        held = hands.split() if isinstance(hands, str) else ["123"] * hands
        return super().laid(held, players=len(held), **position)

    def lay(
        self,
        hands: list[str],
        *,
        dice: list[int] | None = None,
        holder: int = 0,
        project: int = THERMAL_BATH,
        placed: int = 1,
        pile: str | None = None,
        discard: str | None = None,
        **fields: Any,
    ) -> Self:
        """The beginning of a round: `placed` tiles of the project lie on the map, with the one just drawn.

        dice: pips, 3 each unless given. pile: all other cards unless given; then they are discarded, unless
        the discard is given too: so some may be missing. What is known of others' cards is forgotten.
        """
        table, box = self.table, self.box
        self.set(hand=hands, known=["-"] * len(hands), die=dice or [3] * len(hands), discard=discard or "-")
        rest = box["card_counts"] - table["hand"].sum(axis=0)
        table["pile"] = rest - table["discard"] if pile is None else counts(pile)
        if pile is not None and discard is None:
            table["discard"] = rest - table["pile"]
        assert (table["pile"] >= 0).all()
        assert (table["discard"] >= 0).all()
        table["shuffled"] = table["pile"]
        table["strength"] = table["die"] + table["hand"].sum(axis=1)
        table["bag"][:6] = box["tiles"]
        table["bag"][project] -= placed
        table["project"], table["pie"] = project, box["base_value"][project] + placed
        table["bag_holder"] = table["seat"] = holder
        return self.set(**fields)

    def set(self, **fields: Any) -> Self:
        """Cards by their values."""
        return super().set(**{name: counts(value) for name, value in fields.items()})

    def will_draw(self, *tiles: int, bag: tuple[int, ...] | None = None) -> Self:
        """See to it that these tiles are drawn next, out of `bag` if given."""
        table, box = self.table, self.box
        if bag is not None:
            self.set(bag=list(bag), board_journalists=box["journalists"] - bag[JOURNALIST])
        return self._seeded(lambda trial: all(_draw(box, trial) == tile for tile in tiles), table.copy())

    def will_roll(self, rolls: list[tuple[int, int]]) -> Self:
        """See to it that these seats roll these pips when they roll again, one after another."""
        return self._seeded(
            lambda trial: all(chance.roll(trial, REROLL + seat, 6) == pips for seat, pips in rolls),
            self.table.copy(),
        )

    def _seeded(self, is_so, table: np.record) -> Self:
        for seed in range(1_000_000):
            trial = table.copy()
            chance.start(trial, np.uint64(seed))
            if is_so(trial):
                return self.set(seed=seed, draws=[0] * len(table["draws"]))
        raise AssertionError("no seed does this")

    # --- Playing ---------------------------------------------------------------------------------

    def meant(self, word: str) -> list[int]:
        return actions(word, self.seat, self.players)

    def fails(self, who: int) -> Self:
        """A proposal of a seat to the next one, and to others where it must be, that fails."""
        partner = (who + 1) % self.players
        self.play(f"{who} p{partner}")
        while not self.games.legal[0, say.CLOSE]:
            invited = np.flatnonzero(self.games.legal[0, say.SEAT : say.AMOUNT])[0]
            self.games.step([say.SEAT + invited])
        self.do("close")
        while self.phase == "SPLIT":
            self.do("1")
        return self.play(f"{partner} no")

    def told_each(self, moves: str) -> list[list[str]]:
        """What each seat is told of these moves, and at the end everybody."""
        return [self.copy().told(moves, seat=seat) for seat in (*range(self.players), None)]

    def redealt(self, seat: int, number: int = MANY) -> GameBatch:
        """Checked, too."""
        many = super().redealt(seat, number)
        many.check()
        return many

    # --- Looking ---------------------------------------------------------------------------------

    def as_fact(self, name: str, expected: Any) -> Any:
        """Cards by their values."""
        return counts(expected) if name not in ("phase", "legal") else super().as_fact(name, expected)

    def fact(self, name: str) -> Any:
        """Also the number of `cards` before each seat."""
        if name == "cards":
            return self.table["hand"][: self.players].sum(axis=1).tolist()
        return super().fact(name)


deal, dealt, lay = Game.deal, Game.dealt, Game.laid


def _draw(box: np.record, table: np.record) -> int:
    tile = chance.draw(table, BAG, table["bag"])
    complete = (table["bag"][: int(box["projects"])] == 0).sum()
    if tile == JOURNALIST and complete < box["projects_before_journalists_stay"]:
        table["bag"][JOURNALIST] += 1
    return tile


# --- At random -----------------------------------------------------------------------------------


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.0) -> np.ndarray:
    """Legal actions at random; with `lean` more acceptance and more councils, fewer rerolls."""
    weights = np.ones(games.legal.shape)
    weights[:, say.ACCEPT] += 9 * lean
    phases = games.tables["phase"]
    weights[phases == Phase.REROLL, say.PASS] += 9 * lean
    weights[phases == Phase.CALL, say.CARD : say.CARD + 3] += lean
    return weighted(games, rng, weights)


def step_errors(before: np.record, after: np.record) -> str:
    """What is wrong with a single step."""
    if after.bag_draws == before.bag_draws and after.phase != Phase.OVER:
        split = before.draft > 1 or before.phase >= Phase.COAL_SPLIT
        if after.mug < before.mug:
            return "the mug went back"
        if after.mug == before.mug and not split and (after.share != before.share).any():
            return "another coalition stands at the same mug"
        if (after.money != before.money).any():
            return "money moved within a round"
        if (after.strength != before.strength).any() and before.phase != Phase.REROLL:
            return "strength changed after the rerolls"
        return ""
    seats = int(after.seats)
    paid, drew = after.paid[:seats] > 0, after.drew[:seats] > 0
    if ((paid == drew) & (paid | bool(after.pile.sum()))).any():
        return f"paid were {after.paid}, and {after.drew} drew"
    if (after.money - before.money != after.paid - after.fined + after.bonus).any():
        return "money changed by something else than pay, fine and bonus"
    if after.paid.sum() not in (0, before.pie):
        return f"paid {after.paid} of {before.pie}"
    return ""


def table_errors(box: np.record, table: np.record) -> list[str]:
    """What is wrong with a table that could be played on all the same."""
    seats, phase = int(table.seats), table.phase
    inside, against = table.share > 0, table.participant > 0
    cards = (table.hand + table.bid).sum(axis=1) + (table.pushed > 0)
    drafted = table.in_draft > 0
    negotiation = Phase.FLOOR <= phase <= Phase.REPLY and table.draft <= Draft.NEGOTIATION
    places = sorted(table.turn[:seats])
    agreed = phase == Phase.BID or table.draft == Draft.COALITION
    joined = table.strength[against if box["opp_strength"] else ~inside].sum()
    counted = against.any() and not (phase == Phase.JOIN and box["opp_strength"])
    beaten = table.draft != Draft.NEGOTIATION or table.strength[drafted].sum() > table.mug
    laid = (table.bid_done > 0) | (table.bid > 0).any(axis=1)
    ends = complete_projects(box, table) >= box["projects_to_end"]
    ends = ends or table.board_journalists >= box["journalists_to_end"]
    running = phase != Phase.OVER
    wrong = {
        "strength": running and (table.strength != table.die + cards)[:seats].any(),
        "dice": running and not 1 <= table.die[:seats].min() <= table.die.max() <= box["dice_sides"],
        "floor": places != ([*range(seats)] if negotiation else [0] * seats),
        "shares": inside.any() and table.share.sum() != table.pie,
        "mug": table.mug != table.strength[inside].sum(),
        "last offer": ((table.history[0] > 0) != inside).any() or (table.mug == 0 and table.history.any()),
        "draft": Phase.SPLIT <= phase <= Phase.REPLY and not beaten,
        "answers": ((table.accepted > 0) | (table.asked > 0))[~drafted].any(),
        "asked": (table.asked > 0).any() and not box["counter"],
        "proposals that failed": _is_told_wrong(table),
        "both sides": (inside & against).any(),
        "council": against.any() and not 0 < inside.sum() < seats,
        "pretzel": table.pretzel != (joined if counted else 0),
        "paid to the opposition": ((table.opp_share > 0) != (agreed & against)).any(),
        "shares of the opposition": agreed and table.opp_share.sum() != table.pie,
        "laid by outsiders": laid[~(inside | against)].any(),
        "laid too early": phase != Phase.BID and laid.any(),
        "over too early": not (running or ends or table.bag_draws == DRAW_LIMIT),
    }
    return [name for name, is_so in wrong.items() if is_so]


def _is_told_wrong(table: np.record) -> bool:
    """Whether a proposal that failed lacks its one proposer, a partner, or the one who said no."""
    told, said = table.talk_about > 0, table.talk_part
    proposed = np.isin(said, (Part.PROPOSED, Part.TOOK_BACK)).sum(axis=0)
    partners = (said != 0).sum(axis=0) - proposed
    gaps = not told[:-1].all() and told[1 + told[:-1].argmin() :].any()
    wrong = (proposed != told) | ((said < 0).sum(axis=0) != told) | ((partners > 0) != told)
    return bool(gaps or wrong.any() or (table.talk_share.sum(axis=0) > table.pie).any())


play_out_checked = partial(play_checked, random_actions, step_errors, table_errors)
