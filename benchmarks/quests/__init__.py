"""Quests: twelve small games with milestones, for agents that read, write and look.

``python -m benchmarks.quests run --agent MODULE`` lets an agent play them and prints a table. Begin with `quest.py`.
Games, pictures and walkthroughs are part of this project and may be given on under its licence.
"""
