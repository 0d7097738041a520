"""A view as a picture of one bit a pixel."""
