"""Writes pages about comparisons for a browser.

`page` writes one file with everything in it from `templates`; `case` is one recording on it, made of `time_line`,
`scenes` (moments of two runs beside each other), `pictures`, `moment_sound` and `state_tables`.

Uses `recording.comparing` and `presentation.capture`. Used by `agi-emu compare --report`. Begin with `case`.
"""
