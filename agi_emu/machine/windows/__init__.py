"""Whatever is open on the screen and waits for the player.

`modal` comes first: a window, prompt or menu is a record in the state, and the function that opened it returns.
`windows` draws message windows; `menu`, `inventory_screen`, `editor` and `trace_window` are the others.

Uses `machine.display` and `machine.input`.
"""
