"""Savegames of the original and states of ours: writing a machine down, and making one what a file says.

`dialogs` is what save.game and restore.game show, with the twelve `slots`; `restoring` does the work for savegames.
`state_saving` writes an exact state and `resuming` reads one: exactly, or by `migration` when the game has changed.
`modal_validation` checks the windows that a state says are open.

The formats themselves are in `state.savegames` and `state.files`. Files of the host belong to `agi_emu.keeping.saves`.
"""
