"""What the studies in `notebooks` measure, a module for each: the theory, the games, and what is learnt for them."""
