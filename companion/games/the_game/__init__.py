"""The Game: Quick & Easy."""
