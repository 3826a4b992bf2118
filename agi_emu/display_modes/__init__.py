"""How a graphics adapter and its monitor show the frames of a machine.

A display mode takes a frame and returns the frame to look at. It is presentation only: the machine, its digests and
recordings know nothing of it. Each mode is a module here and a row of the table in `modes`; windows, captures and
reports take their mode from that table.
"""
