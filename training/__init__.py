"""Self-play training, tournaments, ratings and the command line."""

import os
import sys

# Read once, when torch's OpenMP is loaded: threads that spin while they wait made an update take 15 times as
# long as soon as another program used one of the cores.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def main() -> None:
    """The command `hustings`; where its extra is not installed, one line that says so."""
    from ..envs.core.errors import HustingsError, extra

    try:
        with extra("cli", "the command line"):
            from .cli import main as run
    except HustingsError as error:
        sys.exit(f"hustings: {error}")
    run()
