"""Dice for any game."""
