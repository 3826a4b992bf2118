"""Plays games without a window.

`unseen_play` runs one with nothing but a script, `line_player` in a terminal, line by line. `scripted_input` presses
the keys of a script, `text_mirror` prints the words of a game, `reloading` exchanges a game that was rebuilt.
"""
