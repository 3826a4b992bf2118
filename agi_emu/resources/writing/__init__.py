"""Files of a game, written: `game_files` all of them, `volume_writing` directories and volumes.

`packing` is the packing of version 3. Reading is one level up, in `volumes`, `words` and `items`.
"""
