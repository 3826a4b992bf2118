"""The verbs of the program: one module per verb, each with a click command named `command`.

A verb reads its options, calls the package and prints the result. What several verbs share is one level up:
`options` (records of options), `outputs` (files they write), `machines` (starting a machine), `terminal` (texts).
`VERBS` in `agi_emu.cli` lists them; each is imported only when it is used. Modules of the package are imported inside
functions, so that --help starts quickly.
"""
