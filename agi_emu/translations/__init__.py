"""Translating games: catalogues of gettext with their texts and words, what is wrong in them, and how far they are.

It stands on `machine`, whose windows it measures, `logic` and `resources`; how a translation is laid over a game while
it runs is in `resources.translation`. Begin reading in `game_texts.py`.
"""
