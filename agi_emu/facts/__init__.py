"""Small facts that the rest of the program is fed from; no module here reads a file or keeps anything.

`versions` says how Sierra's interpreters differ, `witnesses` who vouches for it, `program_texts` what the interpreters
say, `clock_prices` what they took, `codes` the numbers that the core and Python share. `mercies` are named tolerances,
`errors` all errors of the program; `numbers` reads numbers in texts. `font`, `palette`, `pens` and `cipher` are tables
of the original. Begin with `versions`.
"""
