"""The speed and the memory of the program: what users wait for, measured, and compared with another tree by turns.

``python -m benchmarks`` (``make bench``) measures the cases of `cases/`; `suite` says how, `worker` is the process that
does it, `case` what a case is. `results` keeps and compares what was found, `history` draws it, `trees` builds another
commit. `kernels` are the loops of the core on fixed inputs, whose instructions `instruction_counts` counts.

Beside the suite: `yardstick` (ratios to a C program), `threads`, `world_steps`, `cluster_speed`, `first_picture`,
`page_start` (the same in a browser), each
started by ``python -m benchmarks.NAME``. What measures no speed lies in `trials/`.
"""
