"""The table view, drawn: plates around what lies in the middle, the last race, choices and controls.

Whatever draws takes the window's surface, the window's scale, the place it has and what it draws there; it
keeps to that place, and to clean ground.
"""
