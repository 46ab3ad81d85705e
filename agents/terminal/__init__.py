"""A person at the terminal: what is asked, what is typed, what is shown."""
