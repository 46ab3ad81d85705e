"""Digests of play: what games come to at random, and what bots and searches do."""

import hashlib
import importlib

import numpy as np

from hustings.agents import make, names
from hustings.envs import GAMES

from . import inner

DRIVER = "greedy"
"""Who leads games to where something is recorded."""
NUMBERS = {
    "copycat": {"vp_start_numbers": [12, 18, 9], "charity_vp": 1, "min_invest": 0, "token_limit": 20},
    "die_macher": {"coalition_passes": 1, "max_start_bid": 5, "max_poll_bid": 9, "poll_members_dice": 4},
    "liberte": {"region_order": [4, 2, 6, 1, 3, 5]},
    "saludos_amigos": {"card_counts": [24, 20, 12], "attempts_round": 2, "attempts_turn": 1},
}
"""With all options changed, those that are numbers; of the others another choice is taken."""
SOME_OPTIONS = {
    "copycat": {"partial_draw": True, "token_limit": 12, "any_order": True, "charity_vp": 1},
    "die_macher": {"opinion_swap": "loose", "poll_auction": "blind", "last_opening": "together"},
    "liberte": {"valley_rules": True, "refill": "optional", "terror_in_turn": True},
    "saludos_amigos": {"attempts_round": 4, "floor_order": "random_start", "reroll": "one_pass"},
}
SEARCHES = {
    "paired": "search:algorithm=paired,iterations=24",
    "tree": "search:algorithm=tree,iterations=24",
    "tree, max^n": "search:algorithm=tree,iterations=24,others=themselves,deals=4",
}
COMPILED = dict.fromkeys(("copycat", "die_macher", "liberte"), ("paired",))
"""The searches that other tests compile, too; all of them where nothing is said."""


class Digest:
    """Sixteen hex digits of all that was added."""

    def __init__(self, *parts):
        self._sum = hashlib.sha256()
        self.add(*parts)

    def add(self, *parts) -> None:
        for part in parts:
            self._sum.update(part.encode() if isinstance(part, str) else np.ascontiguousarray(part).tobytes())

    def __str__(self) -> str:
        return self._sum.hexdigest()[:16]


def deal(game: str, num_games: int, players: int, seed: int = 7, **given):
    """A batch by its public name."""
    page = importlib.import_module(f"hustings.envs.{game}_v0")
    return page.batch(num_games, players, seed=seed, **given)


def at_random(games, rng: np.random.Generator, taste=1.0) -> np.ndarray:
    """A legal action in every game: products and comparisons alone, which are alike on all machines."""
    masks = games.legal
    return ((1.0 - rng.random(masks.shape)) * masks * taste).argmax(axis=1)


def mixed(games, bot, rng: np.random.Generator, share):
    """The running games, and for each what the bot does, or in a share of the decisions a random action."""
    rows = np.flatnonzero(~games.over)
    randomly, actions = rng.random(games.num_games) < share, at_random(games, rng)
    return rows, np.where(randomly[rows], actions[rows], bot.act(games, rows))


# --- Random play ---------------------------------------------------------------------------------


def play(game: str) -> dict[str, str]:
    """Tables, masks and views along random play with redeals, of one game after another."""
    found = {}
    ways: dict[str, dict] = {"": {}, ", forced too": {"ask_forced": True}}
    ways[", all options"] = {"options": inner.other_choices(GAMES[game]) | NUMBERS.get(game, {})}
    ways[", some options"] = {"options": SOME_OPTIONS.get(game, {})}
    for players in GAMES[game].player_counts:
        for way, given in ways.items():
            found[f"{players} players{way}"] = _random_play(deal(game, 6, players, **given))
        found[f"{players} players, greedy"] = _random_play(deal(game, 6, players), bots_play=True)
    return found


def _random_play(games, bots_play: bool = False) -> str:
    """Half of the games are played uniformly, the others with tastes of their own; or a bot plays all."""
    rng, digest = np.random.default_rng(games.num_players), Digest()
    _scatter(games)
    taste = rng.random((games.num_games, games.num_actions))
    taste = np.where(np.arange(games.num_games)[:, None] % 2, taste * taste * taste, 1.0)
    bot = make(DRIVER, games.game) if bots_play else None
    every = np.arange(games.num_games)
    for step in range(200):
        actions = at_random(games, rng, taste) if bot is None else bot.act(games, every)
        digest.add(games.tables, games.legal, games.observe(), games.seat)
        if step % 8 == 0:
            digest.add(*(games.observe(seat) for seat in range(games.num_players)))
        games.step(actions)
        if games.over.any():
            digest.add(games.tables, games.legal, games.observe(0), *_results(games))
            games.reset(where=games.over)
        if step % 24 == 23:
            seats = [*range(games.num_players), None]
            games.redeal(seats[step // 24 % len(seats)], seed=step)
    return str(digest)


def _scatter(games) -> None:
    """Let the games be at stages from the first to the last, as the bot has played them."""
    bot, moments = make(DRIVER, games.game), [games.save()]
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        games.step(bot.act(games, rows), rows=rows)
        moments.append(games.save())
    history = np.stack(moments).view(games.game.table)[:, :, 0]
    lengths = (history["seat"] >= 0).sum(axis=0)
    every = np.arange(games.num_games)
    games.tables = history[lengths * every // games.num_games, every]


def _results(games):
    """Scores, and what is paid of each kind."""
    for reward in ("win", "margin", "rank"):
        games.reward = reward
        yield from games.results()


# --- Bots and searches ---------------------------------------------------------------------------


def bots(game: str) -> dict[str, str]:
    """The actions of every bot, which plays all seats."""
    counts = GAMES[game].player_counts
    return {
        f"{name}, {players} players": _bot(game, name, players)
        for name in names(GAMES[game])
        for players in (counts[0], counts[-1])
    }


def _bot(game: str, name: str, players: int) -> str:
    games, agent, digest = deal(game, 6, players), make(name, GAMES[game], seed=3), Digest()
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        actions = agent.act(games, rows)
        digest.add(rows.astype("<i8"), actions.astype("<i8"))
        games.step(actions, rows=rows)
    return str(digest)


def search(game: str) -> dict[str, str]:
    """What searches choose here and there in games; none has a guide, whose last digits are the machine's."""
    return {
        f"{name}, 4 players": _search(game, f"{SEARCHES[name]},threads=1")
        for name in COMPILED.get(game, SEARCHES)
    }


def _search(game: str, spec: str) -> str:
    games, agent, digest = deal(game, 3, 4), make(spec, GAMES[game], seed=3), Digest()
    bot, rng, step = make(DRIVER, GAMES[game]), np.random.default_rng(1), 0
    while not games.over.all():
        rows, actions = mixed(games, bot, rng, 0.1)
        if step % 12 == 0:
            actions = agent.act(games, rows)
            digest.add(actions.astype("<i8"))
        games.step(actions, rows=rows)
        step += 1
    return str(digest)
