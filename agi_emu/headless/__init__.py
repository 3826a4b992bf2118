"""Plays games without a window.

`unseen_play` runs one with nothing but a script, `line_player` in a terminal, line by line. `text_mirror` prints
the words of a game, `reloading` exchanges a game that was rebuilt.
"""
