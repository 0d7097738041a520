"""Trials that never end: each kind does one thing from one seed, and says what it has counted.

A module here with a `KIND` is a kind (`tests.fuzz.kinds`). ``make fuzz`` runs all of them for ten minutes,
``make fuzz ARGS="edges --seconds 60"`` one of them, ``make fuzz ARGS="edges --seed 7 --one"`` one trial
again.
The suite runs a few fixed seeds of each (`tests.fuzz.test_fuzz`).
"""
