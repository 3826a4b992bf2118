"""The window of a game: what it shows, and what keys and mouse do in it.

`game_window` joins the parts: `scaling` places the picture, `overlay` and `host_menu` draw over it, `keyboard` turns
host keys into keys of the PC, `commands` lists what a player can ask of the program, `save_keys` and `recording_key`
carry out two groups of these commands. It knows the host through `frontends.host` alone.
"""
