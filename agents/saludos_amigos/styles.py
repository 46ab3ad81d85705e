"""The styles of Saludos Amigos!: greedy with other weights."""

from ..weights import Style
from .greedy.weights import weights

STYLES = {
    "amigo": Style(
        "is a generous partner, whoever is ahead", weights(opening=0.85, greed=0.0, shun=0.0, resent=0.0)
    ),
    "councillor": Style(
        "hoards cards and calls councils", weights(card=0.3, fine=0.1, call=-4.0, join=-5.0, attack=0.6)
    ),
    "gambler": Style("keeps rolling its dice, and holds few cards", weights(card=0.03, fine=0.6, pip=2.0)),
}
