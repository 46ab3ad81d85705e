<<<<<<< HEAD
"""Players that recruit more workers than others, a module a game."""
=======
"""Players that live on the members of their party, a module a game."""
>>>>>>> macher
