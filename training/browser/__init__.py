"""The browser: one game that people and bots play, each person with a page of what their seat may know."""
