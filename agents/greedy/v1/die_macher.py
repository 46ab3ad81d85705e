"""The first version of the greedy player: it plays on as it did, as a yardstick for those who come after."""

from .. import die_macher

choose = die_macher.choose
