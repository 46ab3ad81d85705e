"""The first version of the greedy player: it plays on as it did, as a yardstick for those who come after."""

from .. import saludos_amigos

choose = saludos_amigos.choose
