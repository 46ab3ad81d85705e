"""Reading and checking data from files and from others."""
