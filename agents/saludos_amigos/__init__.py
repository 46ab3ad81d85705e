"""The bots of Saludos Amigos!."""
