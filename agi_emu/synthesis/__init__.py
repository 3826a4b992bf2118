"""From port writes to samples: on the host's side, outside of every machine and its state.

`synthesiser` makes samples of a machine's port writes at any speed, `under_way` finds what a machine has sent before
somebody began to listen, `solo` plays one sound of a game by itself.
"""
