"""Whole numbers as people type them."""

from __future__ import annotations


def is_number(word: str) -> bool:
    """Whether a typed word is a whole number; one of ten digits or more is no number anybody means."""
    return word.isascii() and word.isdigit() and len(word) < 10
