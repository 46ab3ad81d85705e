"""What is compiled: records, rules, views, and the loops over many games."""
