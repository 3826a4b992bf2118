"""Lets agents of language models play: `talk` is a play in words, `tool_server` offers it as tools of a protocol.

Every call is bounded in game time and in what it returns, and the same calls give the same play.
"""
