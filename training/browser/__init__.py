"""A table in the browser: one game at which people sit and bots, each with a page of what they may know."""
