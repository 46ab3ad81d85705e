"""What all games say alike, and names that a box keeps as bytes: numba knows no text in a record."""


def player(seat: int) -> str:
    """The name of a seat, also that of its PettingZoo agent."""
    return f"player_{int(seat)}"


def text(name) -> str:
    """A name out of a box: its UTF-8 bytes, filled up with zeros.

    >>> text([80, 97, 114, 105, 115, 0, 0])
    'Paris'
    """
    return bytes(name).rstrip(b"\0").decode()
