"""Evaluations: an agent against unseen opponents ("strangers"), and strangers among its copies."""
