"""Positions that are told of."""

from .. import playing as p

HERE = "Nordrhein-Westfalen"
# player_0's card acts in Bayern
LOBBY = {"region": 1, "opinions": {1: "+eur --gen"}, "media": {1: [0, 1, 0]}, "trend": {1: [2, -2, -3]}}
# player_0 has bought the first poll of the box, for Bayern: +2, +1, -1 for three players
POLL = {"region": 1, "poll": 0, "poll_zone": {0: 3}, "bid": [4, 3, 0], "bidder": 0, "trend": {1: [2, 0, -2]}}
# player_0 has won the current region
WON = {"winner": [0], "national_cards": [2], "media": {0: [1]}, "opinions": {0: "+eur +gen +spe"}}
FULL = "+eur +wel! -nuc! +hea! +hom"  # the national board
SAME = {"tile": {0: [1, 1, 1]}, "programmes": dict.fromkeys(range(3), p.FIVE)}
SWAP = {"region": 1, "opinions": {1: "+eur"}, "pool": "+gen"}
FINANCE, CHANCELLOR = {**LOBBY, "lobby": {1: "F"}}, {**LOBBY, "lobby": {1: "G"}}
