"""7 Ate 9, the number game."""
