"""Plays a game in a browser's page, and exports games as such pages.

`player` is the machine's side of the page: it runs in Pyodide, without numpy, Pillow or SDL, and calls a host's
functions, which the page has in JavaScript (`web/page`). `recorded` adds recordings, `beside` plays two machines for
reports. `exporting` writes a page's files, `live_page` the page of a report; the runtime, which `make web` builds,
comes from `runtime`.
"""
