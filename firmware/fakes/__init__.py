"""A box without hardware: stamped mock pins, an OLED that keeps its memory, a hand-set clock."""
