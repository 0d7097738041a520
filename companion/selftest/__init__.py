"""The self-test: is this box wired as its box file says, and if not, which wire is it?

Pure, as referees are: a step of the test is a frozen value, `step.Step`, that is told what was pressed and
seen and says what to ask next, as plain data that terminal, panels and JSON all show. `course.Course` leads
through the steps; `companion.selftest.run.command` gives it pins, panels and a clock.
"""

STEP_NAMES = ("buttons", "usb", "lamps", "knob", "panels", "sound", "lateness", "loopback")
"""As the command line takes them, in their order; here, so that naming them loads none of them."""
