"""Evaluations: an agent among strangers, opponents of other kinds, and strangers among its copies."""
