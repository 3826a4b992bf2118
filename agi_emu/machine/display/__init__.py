"""Text and colours on the screen of the machine.

`text` has the cursor, attributes and printing; `message` breaks and expands messages, whose % codes `message_fields`
looks up; `input_line` and `status` draw the two lines of the game; `screen_modes` switches between graphics and text;
`palettes` has the colours; `readable` returns the screen as strings.

Uses `machine.input`. Windows are in `machine.windows`.
"""
