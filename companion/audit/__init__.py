"""The second judge: rules every recorded race anew from the edges alone, and tells where the two differ."""
