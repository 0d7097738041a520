"""The hourglass."""
