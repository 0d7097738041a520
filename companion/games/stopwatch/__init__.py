"""The stopwatch."""
