"""Positions that are told of."""

LOBBY = {  # player_0's card acts in Bayern
    "region": 1,
    "opinions": {1: "+eur --gen"},
    "media": {1: [0, 1, 0]},
    "trend": {1: [2, -2, -3]},
}
POLL = {  # player_0 has bought the first poll of the box, for Bayern: +2, +1, -1 for three players
    "region": 1,
    "poll": 0,
    "poll_zone": {0: 3},
    "bid": [4, 3, 0],
    "bidder": 0,
    "trend": {1: [2, 0, -2]},
}
WON = {  # player_0 has won the current region
    "winner": [0],
    "national_cards": [2],
    "media": {0: [1]},
    "opinions": {0: "+eur +gen +spe"},
}
FULL = "+eur +wel! -nuc! +hea! +hom"  # the national board
