"""# Die Macher

Three to five parties in seven regional elections (Karl-Heinz Schmiel; the rules of the editions of 1997 and
2006). Parties work on four regions at once, of which one votes in each round. A party bends its programme to
the opinions there, buys media, meetings and polls, plays the cards of its shadow cabinet, and finds a
partner. Points come from seats, from media and opinions on the national board, and from party members.

| | |
|---|---|
| Import | `from hustings.envs import die_macher_v0` |
| PettingZoo | `pettingzoo.make("aec", "hustings/die-macher-v0")` |
| Gymnasium | `gymnasium.make("hustings/DieMacher-v0")`, one seat |
| Players | 3 to 5: `player_0`, `player_1`, ... clockwise |
| Actions | `Discrete(115)` for every number of players, masked |
| Observation | `Box(-1, 1, (750,))` for 3 players, 843 for 4, 936 for 5; own seat first |
| Length | seven elections; 690 to 1,020 decisions in all among greedy bots, 300 to 470 at random |
| Hidden | hands, polls; sheets, bids for the start, shadow cabinets, contributions until all have chosen |

## How a round is played

Regions are numbered by when they vote: 0 is the current one. In a preliminary round each party places trends,
votes, meetings, media and members by filling in a sheet: an OPTION, then a REGION for each item. In each
round, every seat decides in turn, clockwise from the start player:

1. Start player: a NUMBER, a blind bid for the right to name the start PLAYER.
2. Programme: the KINDs of hidden cards to discard, until PASS; then the KIND to take into the open programme
   and the KIND that it replaces.
3. Shadow cabinet: a CARD beside each region, or PASS. When all are open, each card takes one LOBBY action,
   with its target, and may bring a coalition tile (YES).
4. Coalitions: a player with a tile in the current region asks a PLAYER, who says YES or PASS, or may FORCE
   one.
5. Media: a REGION for each marker, one by one, until all pass in a row. Whoever has most in a region may
   exchange an opinion there (two KINDs).
6. Meetings: a NUMBER for each region.
7. Polls: an auction for each region (NUMBER or PASS). The buyer publishes the poll (YES) and names up to two
   PLAYERs whose trend it changes, or wins members instead.
8. Conversion of meetings into votes: a NUMBER for each region, from the last one back.

The election turns votes into seats; its winner may place a media marker (YES) and opinions (KIND) on the
national board. Last, each chooses a contribution to ACCEPT or REFUSE. Money is in units of 1,000. Bids are 0
to 30, then rise in wider steps to 300 (`RUNGS` in `hustings.envs.die_macher.actions`, by NUMBER); the first
step above one's money is a bid of all of it.

`hustings describe die_macher` prints the blocks of actions and observations; `--topic rules` prints the
ledger of rules, with the reading of each open question of the rulebook; `--topic box` prints the evidence for
every entry of the box. Seats by votes, prices and strengths of the shadow cabinet, contributions, polls and
the numbers of the national board are a reconstruction that fits the sourced facts.

## Rewards

Paid to all agents at the end of the game; they sum to zero. `reward="rank"` (default): from +1 for the
first to -1 for the last, ties share; `"win"`: the winners share 1, less 1/n for everybody; `"margin"`: own
points minus the others' mean, divided by 330. `games.scores` are the points, during a game as if it ended
now.

## End

After the seventh election (the fifth of the short game), which directly follows the election before it. Ties
are broken by seats, then by members. Several players may win.

## Options

| option | values, default first | meaning |
|---|---|---|
| `edition` | `"classic"`, `"short"` | seven elections, or five |
| `lobby_order` | `"region"`, `"player"` | shadow cabinets act by region, or player by player |
| `coalition_passes` | `2`, `1` | voluntary coalitions, then forced ones; or one round of talk |
| `opinion_swap` | `"gradual"`, `"loose"` | the new opinion is on no open issue, or may contradict the old |
| `max_start_bid` | `300`, from 0 | the highest bid for the start player, in thousands |
| `bid_all` | `True`, `False` | whether the first step above one's money is a bid of all of it |
| `poll_auction` | `"open"`, `"blind"` | rising bids in turn, or one hidden bid each |
| `max_poll_bid` | `300`, from 0 | the highest bid for a poll, in thousands |
| `auction_payment` | `"first"`, `"second"`, `"all"` | the winner pays its bid, or the second; or all pay |
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

from .core.api.factories import makers_of
from .die_macher import GAME

env, raw_env, batch, state, parallel_env = makers_of(GAME)
