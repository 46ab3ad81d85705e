"""# Liberté

Three to six players in the French Revolution (Martin Wallace, Warfrog 2001). Cards place blocks of three
factions, white royalists, blue moderates and red radicals, in 27 provinces. When a colour runs out there is
an election; whoever has most of the new government, or of its opposition, gets victory points. But 17 red
votes, or from turn 3 seven white counter-revolutionary provinces and lost battles, end the game at once; then
only that colour counts.

| | |
|---|---|
| Import | `from hustings.envs import liberte_v0` |
| PettingZoo | `pettingzoo.make("aec", "hustings/liberte-v0")` |
| Gymnasium | `gymnasium.make("hustings/Liberte-v0")`, one seat |
| Players | 3 to 6: `player_0`, `player_1`, ... clockwise |
| Actions | `Discrete(156)` for every number of players, masked |
| Observation | `Box(-1, 1, (2123,))` for 3 players, 2380 for 4, 2637 for 5, 2894 for 6; own seat first |
| Length | four turns; 640 decisions in all among four greedy bots, 920 at random |
| Hidden | the others' hand cards, except those seen to be taken; the order of the deck |

## How an action is played

An action takes several decisions. After a CARD with a cannon comes BLOCKS or CANNON. Each block goes into a
PROVINCE by a decision of its own, as long as any can be placed; then the card goes to the DISPLAY or is
DISCARDed. One special card may be played before or after it, or alone: it hits a STACK (by its owner's
distance clockwise) in a PROVINCE, or a CARD. PASS ends anything optional. Drawing is DECK or FACE_UP; with
nine cards in hand, EXCHANGE and two CARDs to discard come first. In a tie the players involved are asked for
a CARD of their display, in order of play.

`hustings describe liberte` prints the blocks of actions and observations; `--topic rules` prints the ledger
of rules, with the reading of each open question of the rulebook; `--topic box` prints the evidence for every
card and province. Most individual cards are a reconstruction that fits the sourced totals.

## Rewards

Paid to all agents at the end of the game; they sum to zero. The deciding points are victory points after
four turns, white blocks (in own stacks and on own cards) after a counter-revolution, and red ones after a
landslide. `reward="rank"` (default): from +1 for the first to -1 for the last, ties share; `"win"`: the
winners share 1, less 1/n for everybody; `"margin"`: own deciding points minus the others' mean, divided by
16. `games.scores` are the deciding points.

## End

After four turns; when white CR provinces and lost battles make seven together in turn 3 or 4; or after an
election with 17 or more red votes. Ties are broken by cards: those on display after four turns, those of the
deciding colour in hand and on display after a sudden end. Several players may win.

## Options

| option | values, default first | meaning |
|---|---|---|
| `valley_rules` | `False`, `True` | one-block cards are drawn and played in pairs, as in the 2010 edition |
| `region_order` | `[1, 2, 3, 4, 5, 6]` | the regions in the order of the election; a reconstruction |
| `tokens` | `"limited"`, `"unlimited"` | 18 control tokens per player for stacks, battle box and government |
| `refill` | `"compulsory"`, `"optional"` | whether hands must be filled up to seven cards |
| `play_without_blocks` | `True`, `False` | whether a card that can place no block may be played |
| `fifth_card` | `"state"`, `"act"` | a display of five needs a sans-culotte, or one as its fifth card |
| `waste_specials` | `False`, `True` | whether a special card may be played without effect |
| `terror_in_turn` | `False`, `True` | whether the terror takes a card only after a stack |
| `faction_ties` | `"sum"`, `"strongest"` | which of the cards chosen in a tie of factions count |
| `pushback` | `"literal"`, `"none"` | whether the losers of a tie for the government lose a vote |
| `landslide_points` | `"map"`, `"map and collected"` | which red blocks count after a landslide |

## Example

>>> from hustings.envs import liberte_v0
>>> env = liberte_v0.env(num_players=4, seed=7)
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

from .core.api.factories import makers_of
from .liberte import GAME

env, raw_env, batch, state, parallel_env = makers_of(GAME)
