"""The player's input, on its way into the machine.

`events` are what a front end sends, with the words for them in scripts. `keys` is the keyboard of the PC:
interrupt, BIOS buffer, event queue and key assignments. `parser` looks up the words of a typed sentence.
"""
