"""Draws a table view (`companion.table`) into a window: one module for each kind of thing on the table."""
