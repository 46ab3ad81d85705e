"""# Saludos Amigos!

Four to seven players share the money of a town's building projects (Peter Lewe, Goldsieber 1996). Each
round a tile says how many millions there are to share. A player's strength is a die roll plus the number of
council cards held; the strongest coalition that agrees on a split takes all, unless outsiders bring it down
in a council of hidden bids. Journalists fine players who hoard cards.

| | |
|---|---|
| Import | `from hustings.envs import saludos_amigos_v0` |
| PettingZoo | `pettingzoo.make("aec", "hustings/saludos-amigos-v0")` |
| Gymnasium | `gymnasium.make("hustings/SaludosAmigos-v0")`, one seat |
| Players | 4 to 7: `player_0`, `player_1`, ... clockwise |
| Actions | `Discrete(27)` for every number of players, masked |
| Observation | `Box(-1, 1, (343,))` for 4 players, 406 for 5, 469 for 6, 532 for 7; own seat first |
| Length | 17 rounds; 350 decisions in all among four greedy bots, 600 at random |
| Hidden | the values of others' cards, cards pushed forward or laid down in a council, the draw pile |

## How the table talk is played

The floor goes round clockwise. The player who has it passes, offers alone (CLOSE), or invites partners
clockwise (SEAT), closes the coalition (CLOSE) and names the shares (AMOUNT); the last partner gets the rest.
Until then the proposal may be withdrawn (PASS), which counts as a failure. The partners ACCEPT, REJECT or ask
for more (AMOUNT); the proposer answers a demand with GRANT, another AMOUNT, HOLD or DROP. An agreed coalition
must be stronger than the one before it, which it replaces. When all have passed in a row, the standing
coalition is final. Outsiders may then call a council (CARD), join it (CARD) and agree on their split
(AMOUNT), and everybody who takes part lays down cards (CARD, then CLOSE).

`hustings describe saludos_amigos` prints the blocks of actions and observations; `--topic rules` prints the
ledger of rules, with the reading of each open question of the rulebook.

## Rewards

Paid to all agents at the end of the game, by money; they sum to zero. `reward="rank"` (default): from +1
for the first to -1 for the last, ties share; `"win"`: the winners share 1, less 1/n for everybody;
`"margin"`: own money minus the others' mean, divided by 20.

## End

With the tile that completes the fourth project (then the highest sum of card values gets a bonus), or with
the second journalist on the map. The most money wins; several players may win.

## Options

| option | values, default first | meaning |
|---|---|---|
| `card_counts` | `[21, 21, 14]` | cards of value 1, 2, 3; the split is a reconstruction |
| `attempts_round` | 3; 1 to 8 | proposals to partners that may fail, for each seat and round |
| `attempts_turn` | 2; 1 to 8 | proposals to partners that may fail in one turn of the floor |
| `counter` | `True`, `False` | whether partners may ask for more |
| `withdrawal` | `True`, `False` | whether a proposal may be withdrawn while it is being put together |
| `floor_order` | `"clockwise"`, `"random_start"`, `"random"` | who speaks when |
| `first_bag_holder` | `"seat 0"`, `"random"` | who draws the first tile |
| `reroll` | `"until_pass"`, `"one_pass"` | rerolls go round until all pass in a row, or once |
| `open_discards` | `True`, `False` | whether cards discarded for a reroll are seen by all |
| `opp_strength` | `"all"`, `"participants"` | whose strength the opposition has in a council |

## Example

>>> from hustings.envs import saludos_amigos_v0
>>> env = saludos_amigos_v0.env(num_players=4, seed=7)
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
from .saludos_amigos import GAME

env, raw_env, batch, state, parallel_env = makers_of(GAME)
