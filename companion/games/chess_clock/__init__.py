"""The chess clock: whose turn it is, and how much time each has left."""
