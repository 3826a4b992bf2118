"""Keeps what a player prefers: one file of settings, with sections for single games.

`settings_table` declares every setting once; the file (`settings_file`), the menu, ``agi-emu config`` and the documents
go by it. The command line wins over all of them.
"""
