"""Sums of three digits and the honeycomb they are played on: what Rachmistrz reckons with."""
