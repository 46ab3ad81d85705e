"""What people read and see of the game: actions, the table, events, questions, pictures; none is compiled."""
