"""The styles of Copycat: greedy with other weights."""

from ..weights import Style
from .greedy.weights import weights

STYLES = {
    "industrialist": Style("buys coins, and much with them", weights(coin=1.15, trash=0.1)),
    "publisher": Style("buys radios, newspapers and televisions", weights(point=1.3)),
    "recruiter": Style("goes for workers", weights(worker=1.9, trash_for_worker=4.4)),
    "vulture": Style("lives on the tokens of the offices", weights(token=1.4, worker=1.9, double_tokens=5.0)),
}
