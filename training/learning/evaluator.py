"""Measures a run's policy against bots, and saves the best so far."""

import json
import math
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ...agents import PolicyAgent
from ...agents.policy.agent import PolicyFacts
from ...agents.policy.foreign import accept
from ...agents.registration import is_available
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import write_text
from ..evaluation.statistics import Estimate
from .export import check_plays_as, to_onnx
from .frozen import FrozenNetworks
from .networks import Network
from .networks.entity import EntityNetwork
from .padding import ANY
from .results import BotMatch, win_share
from .run_state import RunState
from .settings import AUTO, BEST, TrainSettings

Tell = Callable[[str, int, int], None]
"""Reports progress: called with the activity, how much of it is done, and the total."""
EVALUATIONS, POLICY = "evaluations.json", "policy"
_LAST, _BEST = "policy_last", "policy_best"
# Added to the seed of deals: the policy is chosen on other ones than those on which it is measured then, by
# the run or by a tournament, whose seed is often the run's.
_CHOOSING, _FINAL = 2**33, 2**32


class Evaluator:
    """Measures policies in matches: the policy plays one seat, a bot all the others.

    Args:
        settings: the run's settings; bots that the game lacks are left out.
        game: the game to play.
        player_counts: the numbers of players to play with.
        out: the run's folder, for the policy and the evaluations.
        frozen: returns the form in which networks of the run are saved, or None to export each anew.

    Attributes:
        matches: by the name of the win share; those with the last bot come last.
        num_players: the number of players in all matches; None for several numbers.
        folder: the folder of the chosen policy.
    """

    def __init__(
        self,
        settings: TrainSettings,
        game: Game,
        player_counts: tuple[int, ...],
        out: Path,
        frozen: Callable[[], FrozenNetworks | None],
    ):
        self._frozen = frozen
        self._settings, self._game, self._out, self._tables = settings, game, out, len(player_counts)
        self.folder = out / POLICY
        self.num_players = None if settings.num_players == ANY else player_counts[0]
        bots = [bot for bot in settings.evaluate_against if is_available(bot, game)]
        matches = [BotMatch(bot, players) for bot in bots for players in player_counts]
        self.matches = {match.bot if self.num_players else match.words: match for match in matches}

    def measure(self, policy: PolicyAgent, state: RunState, tell: Tell) -> dict[str, Estimate]:
        """Play all matches, on the same deals every time, and record the win shares in `state`."""
        shares = self._shares(policy, self._settings.evaluate_games, _CHOOSING, tell)
        about = {"rollout": state.rollouts, "steps": state.steps, "seconds": round(state.seconds, 1)}
        # An interval over a single deal is not a number, which JSON does not have.
        listed = {name: [None if math.isnan(x) else x for x in share] for name, share in shares.items()}
        state.evaluations.append({**about, "win_shares": listed})
        return shares

    def save_policies(self, policy: PolicyAgent, state: RunState) -> None:
        """Save the last measured policy, as the best too if it is, and the chosen one in `folder`."""
        policy.save(self._out / _LAST)
        if self._best(state) is state.evaluations[-1]:
            policy.save(self._out / _BEST)
        self.save_chosen(state)
        played = [{**evaluation, "num_players": self.num_players} for evaluation in state.evaluations]
        write_text(self._out / EVALUATIONS, json.dumps(played, indent=1) + "\n")

    def save_chosen(self, state: RunState) -> None:
        """Save the chosen policy in `folder`, after an evaluation or a change of the setting `keep`."""
        found = _LAST if self.chosen(state) is state.evaluations[-1] else _BEST
        PolicyAgent.load(self._out / found, self._game, self._settings.seed).save(self.folder)

    def chosen(self, state: RunState) -> dict[str, Any] | None:
        """The evaluation of the policy to save; None before any.

        This is the last one, unless the settings allow the best and that is better by more than the interval.
        """
        if not state.evaluations or not self.keeps_best:
            return state.evaluations[-1] if state.evaluations else None
        last, best = state.evaluations[-1], self._best(state)
        # The best of many noisy measurements looks too good, so it must lead clearly.
        return best if self._score(best) - self._score(last) > self._uncertainty(last) else last

    def _best(self, state: RunState) -> dict[str, Any]:
        """The best evaluation, the later one in a tie."""
        return max(reversed(state.evaluations), key=self._score)

    @property
    def keeps_best(self) -> bool:
        """Whether the saved policy may be an earlier one that was measured to be better."""
        s = self._settings
        return s.keep == BEST or (s.keep == AUTO and s.names_bots)

    def policy(self, network: Network, state: RunState) -> PolicyAgent:
        """The network as an agent, in the form in which it is saved.

        Raises:
            HustingsError: if it cannot be exported to a file.
        """
        about: dict[str, Any] = {"hustings": version("hustings"), "settings": asdict(self._settings)}
        about |= {"steps": state.steps, "rollouts": state.rollouts}
        facts = PolicyFacts.of(self._game, self.num_players, **about)
        frozen = self._frozen()
        if frozen is not None and frozen.fits(facts):
            file = frozen.file(network.weights(), facts)
        else:
            file = to_onnx(network, facts)
        policy = PolicyAgent(file, self._settings.seed)
        if isinstance(network, EntityNetwork):
            accept(policy.model, self._game)
        return policy

    def check(self, network: Network) -> None:
        """Check, before training, that a user's own network can be saved, and is what is played then.

        Raises:
            HustingsError: if it cannot, or is not.
        """
        if type(network) is EntityNetwork:  # the suite's own, which is known to work
            return
        what, game = f"network {self._settings.network!r}", self._game
        try:
            policy = self.policy(network, RunState(self._settings))
            for players in game.player_counts if self.num_players is None else [self.num_players]:
                check_plays_as(network, policy, game, players)
        except Exception as error:  # torch and onnxruntime raise many kinds
            why = " ".join(f"{error}".split())[:300]
            raise HustingsError(
                f"{what} cannot be played from an ONNX file ({why}); see docs/howto/own_network.md"
            ) from error

    def final(self, games: int, tell: Tell) -> dict[str, Estimate]:
        """Measure the chosen policy, on deals that no evaluation has used."""
        policy = PolicyAgent.load(self.folder, self._game, self._settings.seed)
        return self._shares(policy, games, _FINAL, tell)

    def _shares(self, policy: PolicyAgent, games: int, deals: int, tell: Tell) -> dict[str, Estimate]:
        """The win shares in all matches."""
        seed = (self._settings.seed + deals) % 2**64
        table = {"options": self._settings.options, "box": self._settings.box}
        return {
            name: win_share(
                self._game,
                policy,
                match.bot,
                games,
                seed,
                partial(tell, f"measuring against {match.words}"),
                num_players=match.players,
                **table,
            )
            for name, match in self.matches.items()
        }

    def _score(self, evaluation: dict[str, Any]) -> float:
        """The criterion for the best policy: the win share against the last bot, divided by the fair share.

        It is averaged over the numbers of players, and 0 without bots.
        """
        shares = [share[0] * players for share, players in self._last(evaluation)]
        return float(np.mean(shares)) if shares else 0.0

    def _uncertainty(self, evaluation: dict[str, Any]) -> float:
        """Half the width of the interval of `_score`; 0 without one."""
        halves = [
            players * (share[2] - share[1]) / 2
            for share, players in self._last(evaluation)
            if share[1] is not None
        ]
        return float(np.sqrt(np.sum(np.square(halves))) / len(halves)) if halves else 0.0

    def _last(self, evaluation: dict[str, Any]) -> list[tuple[list[Any], int]]:
        """The win shares against the last bot, and the numbers of players."""
        last = list(self.matches.items())[-self._tables :]
        return [(evaluation["win_shares"][name], match.players) for name, match in last]
