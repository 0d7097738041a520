"""From an edge to a ruling: the whole of fairness, and nothing else. Pure."""
