"""The self-test at work: on a real box, on one of mock pins, on the desk."""
