"""The measurements of the studies in `notebooks`, a module for each."""
