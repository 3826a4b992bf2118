"""Knows a player's games: where they are, what they are called, and when each was last played.

`scanning` finds games in folders, archives and disk images by names alone, `register` remembers folders and when games
were played, and `library` joins them for a window: it looks for games, and at each, in a thread of its own, and
remembers titles.
"""
