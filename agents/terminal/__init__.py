"""A person at the terminal: the questions, the answers, the screen."""
