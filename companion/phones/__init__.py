"""Phones as seats: pages for players, host and board, a server for them, their touches as presses.

Off unless switched on; until then nothing of this package, nor websockets and segno, is imported.
"""
