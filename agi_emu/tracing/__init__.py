"""Reads recordings of the original interpreter, a record of every cycle, and runs our machine beside them.

`fields` is the table of the format (docs/trace-format.md), which `trace_reader` and `trace` read. `check` runs a
machine beside a recording: `driver` steps it in the recording's convention of time, with the keys of `input_script`;
`observer` makes a line of each cycle. Lines with the bytes of the recording's are equal; for others `differences`
compares the records that they stand for, `tolerances` declares what is left out and why, `comparison` sums up and
`report` shows the result. `tracer` records a game of ours in a file; `resource_digests` are digests of pictures and
views.

Uses machines and resources. Recordings of our own machine are something else: `agi_emu.recording`. Start with `check`.
"""
