"""Makes the program known to a desktop: menu entry, icon, file types, manual page, completion of the shell.

``agi-emu desktop`` calls `files`, which says what goes where. `man_page` writes the manual page from the command line
itself. The places are those of the XDG base directories, so Linux and the BSDs have them.
"""
