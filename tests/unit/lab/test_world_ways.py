"""Walks to places as actions of worlds."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="the extra agi-emu[gym] is not installed")

from agi_emu.authoring.project_writing import new_project
from agi_emu.lab.worlds.environment import AgiEnv
from agi_emu.lab.worlds.vector import AgiVectorEnv
from agi_emu.resources.projects.project import build_project


def test_a_way_is_walked_to_its_end(tmp_path: Path) -> None:
    project = new_project("empty", "lawn")
    for name, data in project.items():
        path = tmp_path / "lawn" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    game = build_project(tmp_path / "lawn", tmp_path / "lawn.zip")
    env = AgiEnv(game, observation="state", actions="ways")
    env.reset(seed=1)
    number = env.action_meanings.index("walk to 30,110")
    assert env.action_masks()[number]
    env.step(number)
    ego = env.machine.ego
    # A key shows a cycle later: a step too far is as near as keys allow.
    assert (abs(ego.x - 30) <= 1, abs(ego.y - 110) <= 1) == (True, True)
    vector = AgiVectorEnv(game, num_envs=2, observation="state", actions="ways")
    vector.reset(seed=1)
    vector.step([number, 0])
    assert abs(vector.machines[0].ego.x - 30) <= 1
    assert vector.machines[1].ego.x == 80
    env.machine.unguarded.state.general.player_control = 0
    assert not env.action_masks()[number]
