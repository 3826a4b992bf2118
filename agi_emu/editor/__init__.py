"""A language server: what editors ask about the sources of games, answered by the compiler, lint and the renderers.

Begin reading with `server`, which says what editors may ask. `documents` has texts and places as editors count them,
`edited_project` what the compiler knows of a project, unsaved texts included; every other module answers one kind of
question. Only `protocol` imports pygls and lsprotocol, which ``agi-emu[editor]`` installs.
"""
