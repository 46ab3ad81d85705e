"""# Copycat

Two to four politicians on their way to the presidency (Friedemann Friese, 2F-Spiele 2012). Everybody starts
with the same ten cards and sends three workers a round to offices, for coins and purchases, cards and victory
points. Cards bought join the deck, which is reshuffled again and again; a card shown for the order of turns
is lost for the round. It is a race to 95 points, to the last doctorate, or to the end of round eleven.

| | |
|---|---|
| Import | `from hustings.envs import copycat_v0` |
| PettingZoo | `pettingzoo.make("aec", "hustings/copycat-v0")` |
| Gymnasium | `gymnasium.make("hustings/Copycat-v0")`, one seat |
| Players | 2 to 4: `player_0`, `player_1`, ... clockwise |
| Actions | `Discrete(131)` for every number of players, masked |
| Observation | `Box(-1, 1, (1059,))` for 2 players, 1280 for 3, 1501 for 4; own seat first |
| Length | eleven rounds at most; 470 decisions in all among four greedy bots, 340 at random |
| Hidden | which of a deck's cards are in hand; cards chosen, until all have chosen; cards kept |

## How a round is played

1. Order of turns: everybody chooses a CARD, one seat after another; choices are hidden until all have chosen.
2. Turns: a turn has any number of decisions in any order: play a CARD, use an OFFICE with a worker of one's
   own, PLACE a worker. END_TURN ends it once a worker is placed; PASS, before that, ends all of the player's
   turns in the round. An action that needs cards or offices asks for one after another, until DONE.
3. Purchases: when all have passed or are out of workers, each in turn plays the rest of the hand in two
   parts. First, from the hand: offices that trash cards, an allocation office, and grey CARDs; DONE lays all
   cards down. Then, at the table and in any order: unused grey cards and offices, the OFFICE that closes up
   the street, charity events as COIN or VP, and cards to BUY by their space of the street; in a doctorate
   one INVESTs. DONE ends the turn, and points are counted.

In texts a number before a title is the card's own, as in "13 Fatherly Friend"; "2 x Fatherly Friend" is two.

`hustings describe copycat` prints the blocks of actions and observations; `--topic rules` prints the ledger
of rules, with the reading of each open question of the rulebook; `--topic box` prints the evidence for every
card and office. Prices, copies and most numbers are a reconstruction that fits the sourced totals.

## Rewards

Paid to all agents at the end of the game; they sum to zero. `reward="rank"` (default): from +1 for the
first to -1 for the last, ties share; `"win"`: the winners share 1, less 1/n for everybody; `"margin"`: own
victory points minus the mean of the others', divided by 95. `games.scores` are the victory points.

## End

After the round in which somebody has 95 points or the last doctorate is bought, and after round eleven at the
latest. Ties are broken by the points of the last round. Several players may still win.

## Options

| option | values, default first | meaning |
|---|---|---|
| `vp_start_numbers` | `[9, 10, 11]`, any three of 9 to 18 | the start cards worth a point; a reconstruction |
| `partial_draw` | `False`, `True` | cards are drawn one at a time, and one may stop |
| `blue_office_immediate` | `False`, `True` | a blue office is used in its worker's first turn or never |
| `donate_with_charity` | `True`, `False` | a charity event can be paid as a coin of a donation |
| `strict_two` | `False`, `True` | copying a card counts as one of its two uses |
| `double_bonus_coins` | `True`, `False` | coins that a bonus payment brings are doubled as others are |
| `charity_vp` | `2`, `1` | victory points of a charity event |
| `min_invest` | `1`, `0` | coins that must be left to invest when a doctorate is bought |
| `token_limit` | `0` (none), up to 300 | tokens in the box; 25 are printed |
| `any_order` | `False`, `True` | in phase 3 one may buy and count before laying down the hand |
| `decline_points` | `False`, `True` | points of cards and offices can be declined |

## Example

>>> from hustings.envs import copycat_v0
>>> env = copycat_v0.env(num_players=3, seed=7)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         mask = observation["action_mask"]
...         action = env.action_space(agent).sample(mask)
...     env.step(action)
>>> env.agents
[]

## Version history

* v0: first version
"""

from .copycat import GAME
from .core.api.factories import makers_of

env, raw_env, batch, state, parallel_env = makers_of(GAME)
