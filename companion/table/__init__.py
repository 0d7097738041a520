"""What the table window shows of each game: plain data for a screen people gather round.

The OLEDs' view (`firmware.views`) says one thing at a time; a table view shows the whole table at once: every
seat with its tokens, what lies in the middle, who was first and by how much. It is made only from state and
``now``, already in the table's language; `companion.window.table` draws it. Pure.
"""
