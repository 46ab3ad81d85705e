"""Texts, their digests, and what a dump shows: pictures, what readers are told, and all else that is said."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from hustings.agents import make
from hustings.envs import GAMES

from . import inner
from .play import DRIVER, Digest, deal, mixed

ALL_GAMES = 50
"""Of each game, when all is asked for."""
AT_RANDOM = (0.2, 0.05, 0.4)
"""How often a game's decisions are random ones, game by game; the others are a bot's."""


def texts(game: str) -> dict[str, str]:
    """A digest for each of `told`, and for what the command says of the game."""
    found = {name: str(Digest("\n".join(lines))) for name, lines in told(game, False).items()}
    return found | {name: str(Digest(text)) for name, text in commands(game).items()}


def commands(game: str) -> dict[str, str]:
    """What the command line prints of a game, for programs to read."""
    counts = GAMES[game].player_counts
    about = {
        f"describe, {players} players": inner.command("describe", game, "--players", str(players), "--json")
        for players in counts
    }
    return {"games": inner.command("games", "--json")} | about


def told(game: str, everything: bool) -> dict[str, list[str]]:
    """The texts of some games for every number of players, by kind; the same lines are what a dump holds."""
    found: dict[str, list[str]] = {}
    counts = GAMES[game].player_counts
    for players in counts:
        number = -(-ALL_GAMES // len(counts)) if everything else 1
        lines: dict[str, list[str]] = defaultdict(list)
        for kind, place, text in Telling(game, number, players, everything).texts():
            lines[kind].append(f"[{place}] {text}")
        found |= {f"{kind}, {players} players": lines[kind] for kind in sorted(lines)}
    return found


class Telling:
    """What is said in some games: its kind, the place (game and step), and the text.

    Unless everything is asked for, what the playthroughs show is left out.
    """

    def __init__(self, game: str, number: int, players: int, everything: bool):
        self.games, self.everything = deal(game, number, players), everything
        self.bot, self.rng = make(DRIVER, GAMES[game]), np.random.default_rng(players)
        self.apart = 32 if everything else 96
        self.tales = 3 if everything else 1
        self.games.listen()

    def texts(self) -> Iterator[tuple[str, str, str]]:
        games, step = self.games, 0
        while not games.over.all():
            rows, actions = mixed(games, self.bot, self.rng, np.resize(AT_RANDOM, games.num_games))
            for row in rows.tolist():
                yield from self.before(row, step)
            before = games.tables.copy()
            games.step(actions, rows=rows)
            for row, action in zip(rows.tolist(), actions.tolist()):
                yield from self.after(row, step, before[row], action)
            step += 1

    def before(self, row: int, step: int) -> Iterator[tuple[str, str, str]]:
        games, place = self.games, f"{row}.{step}"
        if self.everything:
            legal = np.flatnonzero(games.masks(rows=np.array([row]))[0]).tolist()
            yield "actions", place, "; ".join(f"{action} {games.describe(row, action)}" for action in legal)
        if step % self.apart:
            return
        seat = int(games.seat[row])
        other = (seat + 1 + row) % games.num_players
        if self.everything:
            yield "board", place, f"to nobody:\n{games.board(row)}"
            yield "board", place, f"to player_{seat}:\n{games.board(row, seat)}"
        yield "picture", place, games.picture(row, None if step // self.apart % 2 else seat)
        if row < self.tales:
            yield "tell", place, f"player_{seat}:\n{games.tell(row)}"
            yield "tell", place, f"player_{other}:\n{games.tell(row, other)}"

    def after(self, row: int, step: int, before, action: int) -> Iterator[tuple[str, str, str]]:
        games, place, acted = self.games, f"{row}.{step}", int(before["seat"])
        other = (acted + 1 + step % (games.num_players - 1)) % games.num_players
        hearers = {"nobody": None, "who acts": acted, "another": other} if self.everything else {}
        for whom, seat in hearers.items():
            for line in inner.events(games, row, before, action, seat):
                yield f"events, told to {whom}", place, line
        if games.over[row]:
            if self.everything:
                yield "board", place, f"to nobody:\n{games.board(row)}"
            yield "tell", place, games.tell(row, acted)
