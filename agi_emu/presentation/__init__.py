"""Turns what a machine shows and sends to its ports into what a person sees and hears; changes nothing in it.

`looks` are ways to show a frame, in the colours of `look_colours`; `picture_files` (PNG, GIF, APNG) writes pictures.
`synthesiser` makes samples of port writes at any speed, `sounds_alone` plays one sound of a game by itself, and finds
what was sent before somebody began to listen; `wave`, `vgm` and `midi` write sound files.

Uses machines, and `session` for the sinks that a running machine feeds.
"""
