"""The games: one package each, which brings all of itself. `companion.games.catalogue` finds them."""
