"""17, the SPRAWDZAM! game."""
