<<<<<<< HEAD
"""Quick players that search plays games out with, a module a game."""
=======
"""Players that decide quickly, for playing games out by the thousand, a module a game."""
>>>>>>> macher
