"""How an agent does among strangers: a frozen population of each game, and the games of an agent with it."""
