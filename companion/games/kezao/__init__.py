"""Kezao."""
