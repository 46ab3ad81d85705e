"""Checks of an agent before it plays for anything: is it legal, honest, repeatable, how slow is it?."""

from .report import AgentCheck, Finding
from .run import check_agent

__all__ = ["AgentCheck", "Finding", "check_agent"]
