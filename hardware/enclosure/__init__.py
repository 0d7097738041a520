"""The box's enclosure as solids: a centre box, a puck a seat, and the shapes a hand tells seats by."""
