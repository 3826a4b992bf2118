"""Writes what a machine shows and plays to files: `stills` (PNG), `animation` (GIF, APNG), `wave`, `vgm` and `midi`.

Each module has one format. They read a machine's state, frames and port writes and change nothing in it. Uses
`synthesis` for samples, and `session` for the sinks that a running machine feeds.
"""
