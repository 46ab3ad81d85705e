"""The styles of Liberté: greedy with other weights."""

from ..weights import Style
from .greedy.weights import weights

STYLES = {
    "guillotine": Style(
        "strikes early with special cards",
        weights(special_early=0.05, special_late=0.0, keep_special=3.0, take_special=0.8),
    ),
    "marshal": Style(
        "goes for battles", weights(glory=2.0, keep_general=2.0, keep_cannon=0.6, take_general=1.5)
    ),
    "radical": Style("collects red, for the landslide", weights(radicalism=1.0, keep_red=1.5)),
    "royalist": Style(
        "collects white, for the counter-revolution",
        weights(royalism=1.2, whiteness=0.2, keep_white=1.2, glory=0.3),
    ),
}
