"""Years of game nights in virtual time: the real box, and around it everything simulated from one seed.

Real is what ships: loop, arbiter, session, every game, recorder and journal in sqlite files, gpiozero on mock
pins, luma's drivers on fake controllers. Simulated is all around it: fingers, wires and what hits
them, the process's share of the machine, the card, power, clocks, panels, and a host who does anything.

A seed is a *season* (`tests.simulator.season`): one table, one box, a few nights with days or months between.
It repeats byte for byte. Judged by a plain model of its own (`tests.simulator.oracle`): every press is told,
at its first touch, in order; the first has won and stays it; what was acknowledged is on the card; the box
neither stalls nor spins, and its menu can always be reached.

``make simulate`` plays for two minutes, ``make simulate ARGS="--seed 7"`` one season again.
"""
