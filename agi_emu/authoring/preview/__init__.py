"""A local page that shows what a project's sources make, again whenever one of them is saved.

`contents` says what there is to show and makes its images and sounds, `room_map` joins the rooms, `server` gives all of
it to a browser on this computer. Begin reading with `contents`.

Only `server` needs aiohttp and watchfiles, which ``agi-emu[preview]`` installs.
"""
