"""The styles of Die Macher: greedy with other weights."""

from ..weights import Style
from .greedy.weights import weights

STYLES = {
    "agitator": Style("pushes the other parties' trends down", weights(attack=2.0)),
    "pollster": Style("pays more for opinion polls than they bring", weights(poll=2.5)),
    "recruiter": Style("lives on the members of its party", weights(member_prize=1.5)),
}
