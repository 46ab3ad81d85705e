"""Reading files, and checking data that may come from an untrusted source."""
