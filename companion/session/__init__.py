"""From the menu to the rematch, for every game alike: one state machine. Pure."""
