"""People at the terminal: questions, answers, and the screen."""
