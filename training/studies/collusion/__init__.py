"""Two seats of Saludos Amigos! that play for each other, being paid alike or bound by a pact.

The notebook `notebooks/collusion.ipynb` asks what they gain and who pays for it; `python -m
hustings.training.studies.collusion` lets agents learn for it.
"""
