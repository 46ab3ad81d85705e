from .core.public import public
from .saludos_amigos import GAME

env, raw_env, batch = public(GAME)
