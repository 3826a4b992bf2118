"""Offers plays as tools of the Model Context Protocol. Only this module imports the package mcp."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from typing import Any

from agi_emu.facts.errors import AgiError, HostError
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.lab.exploring.takes import power_on
from agi_emu.lab.talking.talk import Talk, TalkError
from agi_emu.machine.settings import Settings
from agi_emu.recording.recording import Recording
from agi_emu.resources.game import Game

try:
    _server: Any = import_module("mcp.server.mcpserver")
except ImportError as error:
    raise HostError("agents need the package mcp; pip install mcp") from error

Keep = Callable[["Game", "Recording"], None]
HOW = """These tools play adventure games by Sierra's interpreter AGI, in which you walk about and type short sentences
such as "look" or "open door". Nothing happens between two calls: the game's clock stands still."""


def _told(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool whose expected errors are told to the agent, in their own words."""

    @wraps(tool)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return tool(*given, **named)
        except AgiError as error:
            raise _server.exceptions.ToolError(str(error)) from None

    return call


class ToolServer:
    """Some games, of which one is played; every play is kept when it ends."""

    def __init__(self, games: Mapping[str, Game], seed: int, keep: Keep | None = None) -> None:
        """Begin with the first game; `keep` gets the recording of each play."""
        self._games, self._seed, self._keep = games, seed, keep
        self._talk = self._begun(next(iter(games.values())))
        self.protocol = _server.MCPServer("agi-emu", instructions=HOW, log_level="ERROR")
        tools: list[Callable[..., Any]] = [self.look, self.say, self.press, self.walk_to, self.wait_until, self.state]
        tools += [self.screenshot, self.save, self.restore, self.rewind, self.games, self.play]
        for tool in tools:
            self.protocol.tool()(_told(tool))

    def _begun(self, game: Game) -> Talk:
        extensions = frozenset(map(str, game.extensions))
        return Talk(power_on(game, Settings(seed=self._seed, mercies=FRIENDLY, extensions=extensions)))

    def run(self) -> None:
        """Serve whoever started this program, over its input and output, until the input ends."""
        try:
            self.protocol.run("stdio")
        finally:
            self.close()

    def close(self) -> None:
        """Keep the recording of the play under way."""
        if self._keep is not None:
            self._keep(self._talk.game, self._talk.recording())

    def look(self) -> str:
        """See the scene in words: room, score, where you stand, what you carry, what is on the screen, known words."""
        return self._talk.look()

    def say(self, text: str) -> str:
        """Type a sentence and ENTER, and get the game's answer. Its message windows are closed for you."""
        return self._talk.say(text)

    def press(self, keys: list[str]) -> str:
        """Press keys by name, at most 40: enter, esc, space, tab, up, left, home, f1 to f10, alt-d, ctrl-a, or letters.

        An arrow starts walking in its direction; the same again stops.
        """
        return self._talk.press(keys)

    def walk_to(self, x: int = 0, y: int = 0, edge: str = "") -> str:
        """Walk to x (0-159), y (0-167; your feet), around obstacles; or over an edge: top, right, bottom or left."""
        return self._talk.walk_to(x, y, edge)

    def wait_until(self, condition: str = "", seconds: float = 5) -> str:
        """Wait until a condition holds, such as "room == 3", "v30 > 2" or "f40", at most so many seconds (60)."""
        return self._talk.wait_until(condition, seconds)

    def state(self) -> dict[str, Any]:
        """Get numbers: room, score, place, items, variables that are not 0, flags that are set."""
        return self._talk.state()

    def screenshot(self) -> Any:
        """See the screen as a picture."""
        return _server.Image(data=self._talk.screenshot(), format="png")

    def save(self, name: str) -> str:
        """Keep this moment under a name, in memory."""
        return self._talk.save(name)

    def restore(self, name: str) -> str:
        """Go back to a moment that was kept."""
        return self._talk.restore(name)

    def rewind(self, calls: int = 1) -> str:
        """Take back the last calls that did something."""
        return self._talk.rewind(calls)

    def games(self) -> list[str]:
        """List the names of the games that can be played."""
        return list(self._games)

    def play(self, game: str) -> str:
        """Begin a game from its start, one of those that `games` lists."""
        if game not in self._games:
            raise TalkError(f"there is no game {game!r}; there are {', '.join(self._games)}")
        self.close()
        self._talk = self._begun(self._games[game])
        return self._talk.look()


ToolServer.screenshot.__annotations__["return"] = _server.Image
