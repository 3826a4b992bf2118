"""Text and colours on the screen of the machine.

`text` has the cursor, attributes and printing; `message` breaks and expands messages; `input_line` draws the line that
the player types; `screen_modes` switches between graphics and text and has the colours and the status line; `readable`
returns the screen as strings.

Uses `machine.input`. Windows are in `machine.windows`.
"""
