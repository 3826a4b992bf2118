"""Checks recordings, one or a hundred thousand, and does other jobs by the thousand: here, or on a cluster.

`check` checks one recording with everything that `agi-emu compare` knows and returns its `Outcome`. `selection` finds
recordings by folder, pattern and share. A job (`jobs`) is something to do for any worker; `comparing` makes those that
check recordings, `scripts` those that play input scripts, `agi_emu.lab.exploring.plays` those that play at random.
`workers` hands them out, to one of two `pools`: processes of this computer, which `time_limits` keeps from taking too
long, or the workers of Dask (`dask_pool`), to which `parcels` sends games and files. `outcome_store` keeps outcomes
under the digests of what they depend on (`digests`), so that a run that was ended continues. `summary` merges outcomes:
counts, groups of equal differences, JUnit XML; `report` writes pages.

Begin with `check`, then `jobs`.
"""
