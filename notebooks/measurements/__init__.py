"""What the tables of figures in the READMEs are measured with, and the games of the leaderboards."""
