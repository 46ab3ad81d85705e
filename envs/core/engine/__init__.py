"""Everything that compiles: records, rules, views, and the loops over many games."""
