"""The box file: how a box is built, checked, edited, and drawn as a wiring."""
