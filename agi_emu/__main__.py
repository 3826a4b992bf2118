"""``python -m agi_emu`` is ``agi-emu``."""

from agi_emu.cli import main

main()
