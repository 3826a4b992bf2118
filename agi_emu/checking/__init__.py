"""Checks recordings, one or a hundred thousand, in one process or in several.

`check` checks one recording with everything that `agi-emu compare` knows and returns its `Outcome`. `selection` finds
recordings by folder, pattern and share; `batch` checks many of them, a few at a time; `outcome_store` keeps outcomes
under the digests of what they depend on (`digests`), so that a run that was ended continues. `summary` merges outcomes:
counts, groups of equal differences, JUnit XML, the report.

What is sent between processes is small and can be pickled: a `Check`, paths, outcomes. Whoever distributes the work
over several computers uses the same pieces. Uses `recording`, `reporting` and `workers`. Begin with `check`.
"""
