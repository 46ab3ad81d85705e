"""What the studies in `notebooks` measure, a module for each."""
