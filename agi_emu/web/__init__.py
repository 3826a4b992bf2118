"""Exports games as pages that play in a browser.

`exporting` writes a page's files, `live_page` the page of a report; the runtime, which `make web` builds, comes from
`runtime`. The machine's side of a page is `web/machine_side` of the source tree; it travels in the runtime.
"""
