"""Says what a key, a click or a line of a script means to a game; knows no window and no library of the host.

`host_events` are keys and clicks as any front end reports them. `keyboard` makes input events of them by `key_table`,
`commands` names what the program itself does, `typist` types whole lines, `guide` and `walk` lead ego to a click.
`input_script` reads scripts (docs/trace-format.md).
"""
