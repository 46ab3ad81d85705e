"""# Copycat"""

from .copycat import GAME
from .core.public import public

env, raw_env, batch = public(GAME)
