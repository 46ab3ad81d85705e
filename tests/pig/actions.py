"""What a player of Pig can say."""

from hustings.envs.core.engine.layout import Layout

ACTIONS = Layout(("hold", 1, "bank the points of this turn"), ("roll", 1, "roll the die"))
HOLD, ROLL = range(2)
