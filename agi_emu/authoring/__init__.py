"""Games as their authors see them: images, sounds and project folders made of a game, and `lint`.

`project_writing` writes a game as a folder of sources (building one is in `resources.projects`); `images`, `sheets`
and `sounds` write single resources; `extraction` is what all of them are asked. `lint` checks a game or its sources.

Uses resources and logics, never a running machine. Only the command line uses this package.
"""
