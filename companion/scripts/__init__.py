"""Table scripts: read, played in virtual or real time, and told."""
