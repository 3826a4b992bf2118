"""Does thousands of jobs on worker processes, here or on the computers of a Dask cluster.

A `Job` says what is to be done and holds what a worker needs for it: the worker may be on another computer and has
nothing but this program. Games travel to each worker once, by digest, and stay open there. `comparing`, `playing`,
`scoring` and `recording_scripts` make the jobs of their kind; every result is an `Outcome`, which is kept as those of
``agi-emu compare`` are. `dask_pool` holds what is known about Dask; how jobs are handed out, and what happens when a
worker dies, is in `agi_emu.checking.workers`. Begin with `job`.
"""
