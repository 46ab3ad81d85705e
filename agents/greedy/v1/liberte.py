"""The first version of the greedy player: it plays on as it did, as a yardstick for those who come after."""

from .. import liberte

choose = liberte.choose
