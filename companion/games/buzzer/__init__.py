"""Kto pierwszy, the quiz buzzer."""
