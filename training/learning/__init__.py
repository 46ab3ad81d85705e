"""Learning: self-play, PPO, expert iteration, imitation, networks and runs."""
