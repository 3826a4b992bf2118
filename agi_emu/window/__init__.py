"""A game or a recording in a window: pictures, keys, menu, pages, sound, pace.

`windowed_play` opens a window for a game, `replay_window` one for a recording. `game_window` is the window that both
use; `picture_out`, `overlay`, `host_menu` and the `pages` draw into it. `host` holds the libraries of the computer
underneath: display, sound card, pace. Begin with `windowed_play`.
"""
