"""Shows the frames of a machine as a graphics adapter and its monitor did.

A display mode takes a frame and returns the frame to look at. This is presentation only: the machine, its digests and
recordings know nothing of it. Each mode is a function, in `adapters`, and a row of the table in `modes`; windows,
captures and reports take their mode from that table.
"""
