"""Evaluations: an agent alone among strangers, and each stranger alone among copies of the agent."""
