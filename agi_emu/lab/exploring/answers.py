"""Answers windows, prompts and menus as a guided player does."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BIOS_KEYS
from agi_emu.machine.input.events import key_events, text_events
from agi_emu.machine.windows.modal import Purpose

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from agi_emu.lab.exploring.aimable_goals import AimableGoal
    from agi_emu.lab.exploring.knowledge import Knowledge
    from agi_emu.lab.exploring.takes import Hand
    from agi_emu.machine.machine import Machine

ESCAPED = (Purpose.QUIT, Purpose.RESTART, Purpose.SAVE, Purpose.RESTORE, Purpose.TRACE)
TRIED, LEAST_WEIGHT = 0.5, 1e-3
"""What a weight is multiplied by for each time that the same was tried in the same room, and the least that is left."""
WANTED_ITEM = 4.0
"""What the weight of a menu's item is multiplied by whose controller is a goal."""


MOST_RESTARTS = 2
"""How often a play agrees to begin again: titles offer it to begin."""


class WindowAnswers:
    """Presses what windows, prompts and menus wait for."""

    def __init__(
        self, knowledge: Knowledge, chance: random.Random, choices: Callable[[Machine], Sequence[AimableGoal]]
    ) -> None:
        """`choices` returns what could be aimed for now."""
        self._knowledge = knowledge
        self._chance = chance
        self._choices = choices
        self._tries: Counter[int] = Counter()
        """By controller, how often it was chosen from a menu."""
        self._restarts = MOST_RESTARTS

    def answer(self, hand: Hand) -> None:
        """Press what a window, prompt or menu waits for."""
        purpose = hand.machine.modal
        if purpose is Purpose.RESTART and not hand.machine.unguarded.state.input.enabled and self._restarts:
            # Where nothing can be typed, it is the title that asks.
            self._restarts -= 1
            hand.press(key_events("enter"))
        elif purpose in ESCAPED:
            hand.press(key_events("esc"))
        elif purpose is Purpose.GET_NUMBER:
            hand.press(text_events(str(self._knowledge.number(hand.machine, self._chance)), enter=True))
        elif purpose is Purpose.GET_STRING:
            hand.press(text_events(self._knowledge.answer(self._chance)[: BIOS_KEYS - 1], enter=True))
        elif purpose is Purpose.MENU and hand.machine.unguarded.state.menu.item_count:
            self._choose_from_menu(hand)
        elif purpose is Purpose.INVENTORY:
            for _ in range(self._chance.randrange(4)):
                hand.press(key_events(self._chance.choice(("down", "right", "up"))))
            hand.press(key_events("enter"))
        else:
            hand.press(key_events("enter"))

    def _choose_from_menu(self, hand: Hand) -> None:
        """Choose an item of the menu, above all one whose controller is a goal or was not chosen yet."""
        menu = hand.machine.unguarded.state.menu
        goals = {
            test.operands[0]
            for each in self._choices(hand.machine)
            for clause in each.goal.means
            for test in clause
            if test.name == "controller"
        }
        items: dict[tuple[int, int], float] = {}
        for index, entry in enumerate(menu.menus[: menu.menu_count]):
            for item in range(entry.count if entry.enabled else 0):
                controller = menu.items[entry.first + item].controller
                weight = (WANTED_ITEM if controller in goals else 1) * TRIED ** self._tries[controller]
                if controller not in self._knowledge.avoided.controllers:
                    items[index, item] = max(LEAST_WEIGHT, weight)
        if not items:
            hand.press(key_events("esc"))
            return
        index, item = self._chance.choices(list(items), list(items.values()))[0]
        entry = menu.menus[index]
        self._tries[menu.items[entry.first + item].controller] += 1
        enabled = [at for at, each in enumerate(menu.menus[: menu.menu_count]) if each.enabled]
        across = enabled.index(index) - enabled.index(menu.current)
        for key, count in (("right", across % len(enabled)), ("down", (item - entry.current) % entry.count)):
            for _ in range(count):
                hand.press(key_events(key))
        hand.press(key_events("enter"))
