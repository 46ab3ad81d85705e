"""Checks whether an agent plays legally, honestly and repeatably, and how fast."""

from .report import AgentCheck, Finding
from .run import check_agent

__all__ = ["AgentCheck", "Finding", "check_agent"]
