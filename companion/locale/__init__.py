"""The catalogues, one folder a language, and how sentences are found for them."""
