"""Self-play training, tournaments, ratings and the command line."""

import os

# Read once, when torch's OpenMP is loaded: threads that spin while they wait made an update take 15 times as
# long as soon as another program used one of the cores.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
