"""Puts a box together with the loop and runs it: on a Pi, on mock pins, in a window, from a script.

The only place, with `companion.cli`, that knows both real parts and fakes. Everything starts in order and
stops in reverse; nothing here decides anything about a game. This imports none of it: `farewell` has no time.
"""
