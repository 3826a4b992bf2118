"""Builds the runtime of the page: Python for WebAssembly, the compiled core, and what plays a game in a browser.

`python -m web` (`make web`) does it: `fetching` brings what `pins.toml` names, `compiling` makes the core, `wheels`
writes wheels, `packing` leaves out what the page does not import, and `__main__` puts all of it together.
`machine_side` is what the page runs, `page` its scripts.
"""
