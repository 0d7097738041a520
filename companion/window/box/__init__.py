"""The drawn box: panels, buttons, lamps, dice, as they stand on a table."""
