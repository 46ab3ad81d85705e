"""The table as text, and what happened in words."""


def board(box, table, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    return ""


def news(box, before, after, seat: int | None) -> list[str]:
    """What happened in a step, in words; only what `seat` may know, or everything."""
    return []
