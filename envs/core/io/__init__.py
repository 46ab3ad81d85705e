"""What comes from files and from outside, and how it is checked."""
