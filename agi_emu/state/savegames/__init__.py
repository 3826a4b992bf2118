"""Savegames as Sierra's interpreters write them (docs/savegames.md).

`savegame` cuts a file into its pieces and has the table of fields per interpreter, `savegame_state` goes between pieces
and a state. `savegame_validation` refuses what no game can have written; `savegame_conversion` makes savegames for
another interpreter.
"""
