"""Reads, writes, plays and compares recordings of our own machine: files with its input and a digest of every tick.

The file: `recording.Recording`, with what `reader` reads and `writer` writes: `head`, `event_text` and `position` of
events, `ticks`, `tick_blocks` and `tick_values` for ticks, `resource_table` for the game's resources, `game_lookup` for
the game itself, `masks` for what is left out, `editing` of what was played. The sub-packages build on these, in this
order:

* `replaying`: making a recording, and playing it back.
* `comparing`: playing it and comparing every tick. Begin with `comparing.recording_file`.
* `causes`: finding the changed resources that cause a difference.

Recordings of the original interpreter are another thing: `agi_emu.tracing`. Uses `session`, machines and resources.
"""
