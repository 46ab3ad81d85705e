"""The first version of the greedy player: it plays on as it did, as a yardstick for those who come after."""

from .. import copycat

choose = copycat.choose
