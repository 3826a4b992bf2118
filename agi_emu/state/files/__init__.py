"""State files, `.agistate`: the exact state of a machine (docs/state-file.md).

`state_file` is the container; `state_chunks` the table of chunks, with `description_chunks`.
"""
