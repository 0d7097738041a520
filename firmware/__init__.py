"""What the box can do, whatever is being played: contacts, one order of presses, screens, pins."""
