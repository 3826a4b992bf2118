"""Keeps a player's saves on disk: savegames, states, automatic saves; and goes back in time.

`player_saves` is what a window or a session without one uses: it saves by itself, joins `rewind` and `save_writer` (a
thread that writes), and says why saving failed. `save_folder` has the folders of states and of the original's
savegames, and picks the state to continue from. `moments` describes a state in words. All files are written by
`host_files.drafts`: whole, or not at all.

The contents are made in `machine.saving`. Uses machines and `state`; knows no window.
"""
