"""Games from sources: a project folder is read and becomes the files of a game.

`project` builds; `project_settings` reads game.toml, `lists` words and items, `strips` images of cels. A `_source`
module makes resources from text and a `_script` module writes that text again. `source_problems` collects what is
wrong, each with its line.

Needs no compiled core for building: it makes the demo game while the package is being built.
"""
