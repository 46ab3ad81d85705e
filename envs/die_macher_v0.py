"""# Die Macher

Three to five parties in seven regional elections (Karl-Heinz Schmiel; the rules of the editions of 1997 and
2006). Four regions are worked on at once and one of them votes in each round. A party bends its programme to
what people want there, buys media, meetings and polls, plays the cards of its shadow cabinet, and finds a
partner. Seats count, and so do media and opinions on the national board and the members of the party.

| | |
|---|---|
| Import | `from hustings.envs import die_macher_v0` |
| PettingZoo | `pettingzoo.make("aec", "hustings/die-macher-v0")` |
| Gymnasium | `gymnasium.make("hustings/DieMacher-v0")`, one seat |
| Players | 3 to 5: `player_0`, `player_1`, ... clockwise |
| Actions | `Discrete(115)` for every number of players, masked |
| Observation | `Box(-1, 1, (750,))` for 3 players, 843 for 4, 936 for 5; own seat first |
| Length | seven elections; 760 to 1,130 decisions in all among greedy bots, 330 to 510 at random |
| Hidden | hands, polls; sheets, bids for the start, shadow cabinets, contributions until all have chosen |

## How a round is played

Regions are numbered by when they vote: 0 is the current one. A preliminary round lets each party place
trends, votes, meetings, media and members by a sheet: an OPTION, then a REGION for each item. A round then
asks each seat in turn, from the start player to the left: a NUMBER as a blind bid for the choice of the start
PLAYER; the hidden programme cards to discard, each by its KIND, until PASS, and the KIND to take into the
open programme and the one it replaces; a CARD of the shadow cabinet beside each region, or PASS, and when all
lie open one LOBBY action each with its aim, and whether to lay a coalition tile (YES). A player with a tile
in the current region asks a PLAYER for a coalition, who says YES or PASS, or may FORCE one. Media markers go
to a REGION one by one until all pass in a row; whoever has most in a region exchanges an opinion there (two
KINDs). Meetings are a NUMBER for each region. A poll is auctioned for each region (NUMBER or PASS); its buyer
publishes it (YES) and names up to two PLAYERs whose trend it changes, or wins members. Meetings are converted
into votes by a NUMBER, from the last region back. The election gives seats; its winner places a media marker
(YES) and opinions (KIND) on the national board. Last each chooses a contribution to ACCEPT or REFUSE. Money
is in units of 1,000; bids are 0 to 30 of them, then go on in wider steps to 300 (`RUNGS` in
`hustings.envs.die_macher.actions`, by NUMBER); the first step above one's money is a bid of all of it.

`hustings describe die_macher` prints the tables of actions and of the observation by block, with `--topic
rules` the ledger of the rules and how each open question of the rulebook is read, with `--topic box` the
evidence for every entry: seats by votes, prices and strengths of the shadow cabinet, contributions, polls and
the numbers of the national board are a reconstruction that fits what is sourced.

## Rewards

Paid to all agents at the end of the game; they sum to zero. `reward="rank"` (default): from +1 for the
first to -1 for the last, ties share; `"win"`: the winners share 1, less 1/n for everybody; `"margin"`: own
points minus the others' mean, over 330. `games.scores` are the points, at any time as if the game ended
then.

## End

After the seventh election (the fifth of the short game), which follows the one before at once. Level parties
are told apart by seats, then by members. Several may win.

## Options

| option | values, default first | meaning |
|---|---|---|
| `edition` | `"classic"`, `"short"` | seven elections, or five |
| `lobby_order` | `"region"`, `"player"` | shadow cabinets act by region, or player by player |
| `coalition_passes` | `2`, `1` | voluntary coalitions, then forced ones; or one round of talk |
| `opinion_swap` | `"gradual"`, `"loose"` | the new one is on no open issue, or also the contrary of the old |
| `max_start_bid` | `300`, from 0 | the highest bid for the start player, in thousands |
| `bid_all` | `True`, `False` | a bid of the first step above one's money is of all of it, or no bid |
| `poll_auction` | `"open"`, `"blind"` | rising bids in turn, or one hidden bid each |
| `max_poll_bid` | `300`, from 0 | the highest bid for a poll, in thousands |
| `auction_payment` | `"first"`, `"second"`, `"all"` | the winner pays its bid, or the next; or all pay |
| `poll_members_dice` | `2`, up to 10 | dice of members for a poll that is not published |
| `absolute_majority_current` | `True`, `False` | an absolute majority counts in the current region too |
| `doubled_cards_fixed` | `False`, `True` | opinions with a doubler cannot go to the national board |
| `last_opening` | `"one_by_one"`, `"together"` | the last two opinions are opened one a round, or together |
| `contribution` | `"simultaneous"`, `"in_turn"` | chosen in secret by all; or in turn, seen if accepted |
| `risk_dice` | `"sum"`, `"highest"` | members lost by a contribution: sum of its dice, or the highest |

## Example

>>> from hustings.envs import die_macher_v0
>>> env = die_macher_v0.env(num_players=3, seed=7)
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

from .core.api.factories import public
from .die_macher import GAME

env, raw_env, batch, state, parallel_env = public(GAME)
