"""Projects of other editors made into projects of this one.

`layouts` finds a project of WinAGI, AGI Studio or agikit and says what lies where; `agikit_files` reads what only
agikit writes; `importing` makes the sources and builds them once, to report what came over.
"""
