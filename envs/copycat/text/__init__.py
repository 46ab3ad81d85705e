"""What people read and see of the game. Nothing here is compiled."""
