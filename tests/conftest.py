"""What all tests share: the tiny game, and GAMES with it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
