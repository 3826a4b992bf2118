"""Agents for quests: modules with a function ``play(world, chance)`` that acts until ``world.is_over``.

`world` is a `benchmarks.quests.world.QuestWorld` at the beginning of a play, `chance` a `random.Random`. Where a game
ends before the play does, ``world.restart()`` begins it again.
"""
