"""Rachmistrz."""
