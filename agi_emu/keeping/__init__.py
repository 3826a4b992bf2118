"""What is kept on disk for a player: `saves`, `preferences` and the `shelf` of games, in `host_folders`."""
