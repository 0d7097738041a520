"""The one thread that owns all state: edges in, rulings and screens out."""
