"""Two seats of Saludos Amigos! that play for each other, being paid alike or bound by a pact.

The notebook `collusion.ipynb` asks what they gain and who pays for it; `python -m studies.collusion` lets
agents learn for it.
"""
