"""The machine's side of a page: it runs in Pyodide, without numpy, Pillow or SDL.

`player` plays a game and calls a host's functions, which the page has in JavaScript (`web/page`). `recorded` adds
recordings, `beside` plays two machines for reports; `browser_keys`, `kept_disk`, `page_sound` and `state_panel` are
parts of them. Installed copies of the program have none of it: it travels in the runtime of a page. Start with
`player`.
"""
