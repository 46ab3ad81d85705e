"""Who has to make room for a new connection."""

import pytest

from hustings.training.browser import connections
from hustings.training.browser.connections import Connection


class Held(Connection):
    """A connection without a network: of a link, or of nobody known."""

    link = ""

    def __init__(self, link, since, among):
        self.link, self.since, self.connections, self.transport = link, since, among, self
        self.aborted = False

    def is_closing(self):
        return self.aborted

    def abort(self):
        self.aborted = True


@pytest.mark.parametrize(
    ("links", "aborted"),
    [
        ({"a": 3, "": 2}, []),  # there is room
        ({"a": 3, "": 5}, ["", 3]),  # the oldest of those who have no link, or have not been heard yet
        ({"a": 6, "": 2}, ["a", 0]),  # one link has more than its share: a player who just comes is let in
        ({"a": 2, "b": 3, "c": 3}, ["b", 2]),
    ],
)
def test_the_oldest_of_a_crowd_goes(links, aborted, monkeypatch):
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 8)
    monkeypatch.setattr(connections, "MAX_OF_A_LINK", 5)
    names = [link for link, number in links.items() for _ in range(number)]
    among = []
    among += [Held(link, since, among) for since, link in enumerate(names)]
    new = Held("", len(names), among)
    among.append(new)
    new._make_room()
    gone = [place for one in among if one.aborted for place in (one.link, one.since)]
    assert gone == aborted
