"""Two seats of Saludos Amigos! that cooperate, because they share a reward or are bound by a pact.

The notebook `collusion.ipynb` asks what they gain and who pays for it; `python -m studies.collusion` trains
the agents for it.
"""
