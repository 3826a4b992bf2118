"""The state of a machine: one buffer, declared once, and the files that hold it.

`layout` declares areas and fields (in the terms of `areas`), `progress` names the values that say where a machine
stands, `core_rules` declares what the core knows of interpreter and settings; setup.py writes all three for the core.
`used_part` says what of a state's bytes counts,
`digests` says what recordings compare, `validation` checks a state from a file,
`state_contents` are states as plain records. `files` has our own state files, `savegames` those of the original;
`save_values` shows either as named values, and changes them.

Knows neither a game nor a machine. Begin with `layout`.
"""
