"""The styles of Die Macher: greedy with other weights."""

from ..weights import Style
from .greedy.weights import weights

FIRST = weights(
    money_2=0.6, money_0=0.018, rich=25.0, crowd=0.0, need=21.0, scarce=2.2, member_prize=0.05, keep=1.2,
    alone=0.21, hasty=0.0, bids_all=0.0, sheet_marker=0.18, sheet_more=1.0,
)  # fmt: skip
STYLES = {
    "agitator": Style("pushes the other parties' trends down", weights(attack=2.0)),
    "greedy:v1": Style("plays as the first greedy did, a yardstick that never changes", FIRST),
    "pollster": Style("pays more for opinion polls than they bring", weights(poll=2.5)),
    "recruiter": Style("lives on the members of its party", weights(member_prize=1.5)),
}
