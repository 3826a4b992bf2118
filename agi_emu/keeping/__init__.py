"""Keeps on disk what a player has: `saves`, `preferences` and the `shelf` of games, in `host_folders`."""
