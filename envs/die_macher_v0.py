"""# Die Macher"""

from .core.public import public
from .die_macher import GAME

env, raw_env, batch = public(GAME)
