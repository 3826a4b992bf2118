"""Says what a key, a click or a line of a script means to a game; knows no window and no library of the host.

`host_events` are keys and clicks as any front end reports them. `host_keyboard` makes input events of them by
`key_table`, `player_commands` names what the program itself does, `keys_for_player` types whole lines and walks,
`click_guide` leads ego to a click. `input_script` reads and plays scripts (docs/trace-format.md).
"""
