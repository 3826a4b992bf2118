"""Answers an editor by the Debug Adapter Protocol: a game is launched, stopped, stepped both ways and looked into."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from agi_emu.debugging.adapter.messages import Connection, Message
from agi_emu.debugging.adapter.scopes import Scopes
from agi_emu.debugging.breakpoints import ERROR, MERCY, Breakpoint, breakpoint_of
from agi_emu.debugging.debugger import Debugger, Stopped, Unit, Way
from agi_emu.facts.errors import AgiError
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.watchables import shown
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project import FOLDERS
from agi_emu.resources.projects.source_places import SourceLine
from agi_emu.state.progress import Stop

THREAD = 1
_CAPABILITIES = (
    "supportsConfigurationDoneRequest",
    "supportsFunctionBreakpoints",
    "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints",
    "supportsEvaluateForHovers",
    "supportsStepBack",
    "supportsSetVariable",
    "supportsSetExpression",
    "supportsRestartRequest",
    "supportsLogPoints",
    "supportsDataBreakpoints",
    "supportsTerminateRequest",
    "supportsSteppingGranularity",
    "supportsExceptionInfoRequest",
    "supportsLoadedSourcesRequest",
)
_FILTERS = ({"filter": ERROR, "label": "Errors of the game", "default": True}, {"filter": MERCY, "label": "Mercies"})
OWN = "agiEmu/"
"""What our own requests begin with."""
_CAPITAL = re.compile("[A-Z]")
_TRUTHS = {"set": 1, "true": 1, "not set": 0, "false": 0}
_LOGICS = FOLDERS[Kind.LOGIC][0]
_REASONS: Mapping[str, str] = {"step": "step", "breakpoint": "breakpoint", "ended": "pause", "beginning": "entry"}


@dataclass(frozen=True, slots=True)
class Launched:
    """What a launch has started."""

    machine: Machine
    folder: Path | None
    """The project with the sources, if there is one."""
    disassembly: Path
    """The folder for the texts of logics that have no source."""
    ask: Callable[[Stop], Sequence[InputEvent]] | None = None
    """Gives the events of a recording."""
    end: int | None = None
    """The beat at which the recording ends."""
    said: str = ""
    """What the player should know about it."""


class Host(Protocol):
    """What starts games, shows them, and hears the player."""

    def launch(self, arguments: Mapping[str, Any]) -> Launched:
        """Start what a launch configuration names; AgiError says what is wrong with it."""

    def rebuilt(self, machine: Machine) -> tuple[Machine, str]:
        """Return a machine that continues with the sources as they are now, and what is to be said about it.

        AgiError where they do not compile, or the logics that are running have changed.
        """

    def play(self, debugger: Debugger, play: Callable[[int], Stopped | None]) -> Stopped | None:
        """Let the game be played for a moment: `play` does so for a number of beats."""

    def show(self, machine: Machine) -> None:
        """Show the picture of a game that stands."""

    @property
    def pause(self) -> float | None:
        """Seconds after which `wait` is to be called again while a game stands; None for never."""

    def wait(self) -> None:
        """Do what a window needs while its game stands."""

    @property
    def has_left(self) -> bool:
        """Whether the player has closed the window."""

    def write(self, path: Path, text: str) -> None:
        """Write a file of the disassembly."""

    def close(self) -> None:
        """Close the window."""


class Server:
    """One conversation."""

    def __init__(self, connection: Connection, host: Host) -> None:
        """Wait for the first request."""
        self._connection = connection
        self._host = host
        self._launch: Message | None = None
        """The request whose answer waits for the end of the configuration."""
        self._debugger: Debugger | None = None
        self._launched: Launched | None = None
        self._scopes: Scopes | None = None
        self._runs = False
        self._began_at = 0
        """The beat at which the game was let run."""
        self._by_source: dict[str, list[Message]] = {}
        self._others: dict[str, list[Message]] = {"function": [], "data": [], "exception": []}
        self._ids: dict[int, Breakpoint] = {}
        self._numbers: dict[tuple[str, str], int] = {}
        """The number of each breakpoint, by where it was set and what it is: it keeps it."""
        self._last: Stopped | None = None
        self._is_over = False
        self._files: dict[int, Path] = {}

    def run(self) -> None:
        """Answer until the editor leaves."""
        try:
            while not self._is_over:
                message = self._connection.take(0 if self._runs else self._host.pause)
                if message is not None:
                    self._answer(message)
                elif not self._connection.is_open:
                    return
                elif self._runs:
                    self._play()
                else:
                    self._host.wait()
                if self._host.has_left and not self._is_over:
                    self._connection.event("terminated")
                    self._is_over = True
        finally:
            self._host.close()

    def _answer(self, message: Message) -> None:
        name = str(message.get("command", ""))
        arguments = message.get("arguments")
        handler = getattr(self, f"_on_{_CAPITAL.sub(_lower, name.removeprefix(OWN))}", None)
        failure = ""
        body: Any = None
        try:
            if handler is None:
                failure = f"the request {name!r} is not known"
            else:
                body = handler(arguments if isinstance(arguments, dict) else {})
        except (AgiError, OSError) as error:
            failure = str(error)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            failure = str(error) if isinstance(error, ValueError) else f"{name}: its arguments are not understood"
        if name == "launch" and not failure:
            self._launch = message
            self._connection.event("initialized")
            return
        self._respond(message, body, failure)
        if name == "configurationDone" and self._launch is not None:
            launch, self._launch = self._launch, None
            self._respond(launch, None, "")
            self._begin(dict(launch.get("arguments") or {}))

    def _respond(self, message: Message, body: Any, failure: str) -> None:
        fields: Message = {"request_seq": message.get("seq", 0), "command": message.get("command", "")}
        if failure:
            fields |= {"message": failure, "body": {"error": {"id": 1, "format": failure, "showUser": True}}}
        elif body is not None:
            fields["body"] = body
        self._connection.send("response", success=not failure, **fields)

    # Beginning and end

    def _on_initialize(self, arguments: Message) -> Message:
        capabilities: Message = dict.fromkeys(_CAPABILITIES, True)
        return capabilities | {"exceptionBreakpointFilters": list(_FILTERS)}

    def _on_launch(self, arguments: Message) -> None:
        self._take(self._host.launch(arguments))

    def _take(self, launched: Launched) -> None:
        """Debug what was launched from now on."""
        self._launched = launched
        self._take_machine(launched.machine)
        if launched.said:
            self._say(launched.said)

    def _take_machine(self, machine: Machine) -> None:
        assert self._launched is not None
        self._debugger = debugger = Debugger(machine, sources=self._launched.folder)
        debugger.log = lambda text: self._say(text)
        if self._launched.ask is not None:
            debugger.time.ask = self._launched.ask
            debugger.branched = lambda: self._say("from here on the run is another one than the recording")
        self._scopes = Scopes(debugger)
        self._files = {}
        self._set_all()

    def _begin(self, arguments: Message) -> None:
        if arguments.get("stopOnEntry"):
            self._stop(self._debugging.step("instruction", "into"), "entry")
        else:
            self._continue()

    def _on_configuration_done(self, arguments: Message) -> None:
        """Everything is set; `_answer` begins."""

    def _on_restart(self, arguments: Message) -> None:
        given = arguments.get("arguments")
        assert self._launched is not None
        self._take(self._host.launch(given if isinstance(given, dict) else {}))
        self._begin(given if isinstance(given, dict) else {})

    def _on_reload(self, arguments: Message) -> Message:
        debugger = self._debugging
        machine, said = self._host.rebuilt(debugger.machine)
        self._take_machine(machine)
        self._say(said)
        for number, each in self._ids.items():
            self._connection.event("breakpoint", reason="changed", breakpoint=self._described(number, each))
        if not self._runs:
            self._stop(Stopped("step", said), "pause")
        return {"text": said}

    def _on_disconnect(self, arguments: Message) -> None:
        self._is_over = True

    def _on_terminate(self, arguments: Message) -> None:
        self._connection.event("terminated")

    @property
    def _debugging(self) -> Debugger:
        if self._debugger is None:
            raise ValueError("no game has been launched")
        return self._debugger

    def _say(self, text: str) -> None:
        self._connection.event("output", category="console", output=f"{text}\n")

    # Breakpoints

    def _on_set_breakpoints(self, arguments: Message) -> Message:
        return self._set(self._by_source, str(arguments["source"]["path"]), arguments.get("breakpoints"))

    def _on_set_function_breakpoints(self, arguments: Message) -> Message:
        return self._set(self._others, "function", arguments.get("breakpoints"))

    def _on_set_data_breakpoints(self, arguments: Message) -> Message:
        return self._set(self._others, "data", arguments.get("breakpoints"))

    def _on_set_exception_breakpoints(self, arguments: Message) -> Message:
        wanted = [{"name": str(each)} for each in arguments.get("filters") or ()]
        return self._set(self._others, "exception", wanted)

    def _on_data_breakpoint_info(self, arguments: Message) -> Message:
        name = str(arguments["name"])
        reference = arguments.get("variablesReference")
        try:
            found = self._looking.watchable(name, int(reference) if reference else 0)
        except ValueError as error:
            return {"dataId": None, "description": str(error)}
        return {"dataId": str(found), "description": name, "accessTypes": ["write"], "canPersist": True}

    def _set(self, places: dict[str, list[Message]], where: str, wanted: Iterable[Message] | None) -> Message:
        """Set the breakpoints of one place, and all others again; return its own as the editor wants them."""
        places[where] = [dict(each) for each in wanted or ()]
        return {"breakpoints": self._set_all().get(where, [])}

    def _set_all(self) -> dict[str, list[Message]]:
        found: dict[str, list[Message]] = {}
        self._ids = {}
        for where, wanted in [*self._by_source.items(), *self._others.items()]:
            found[where] = [self._made(where, each) for each in wanted]
        if self._debugger is not None:
            self._debugger.set_breakpoints(list(self._ids.values()))
        return found

    def _made(self, where: str, wanted: Message) -> Message:
        what = str(wanted.get("name") or wanted.get("dataId") or f"{self._source(where)}:{wanted.get('line', 0)}")
        number = self._numbers.setdefault((where, what), len(self._numbers) + 1)
        texts = {"condition": "condition", "hitCondition": "hits", "logMessage": "log"}
        options = {ours: str(wanted[theirs]) for theirs, ours in texts.items() if wanted.get(theirs)}
        if self._debugger is None:
            return {"id": number, "verified": False, "message": "the game is not running yet"}
        try:
            found = breakpoint_of(what, self._debugger.machine.game, self._debugger.places, **options)
        except AgiError as error:
            return {"id": number, "verified": False, "message": str(error)}
        self._ids[number] = found
        return self._described(number, found)

    def _described(self, number: int, each: Breakpoint) -> Message:
        described: Message = {"id": number, "verified": True}
        if each.what.rpartition(":")[2].isdecimal() and each.places:
            described["line"] = self._debugging.places.line(*min(each.places)).row
        return described

    def _source(self, path: str) -> str:
        """Return how breakpoints name a file: a source by its name, a disassembly by the number of its logic."""
        name = Path(path).name
        folder = self._launched.disassembly if self._launched is not None else None
        if folder is not None and Path(path).parent == folder:
            return name.removeprefix("logic-").removesuffix(".lgc")
        return name

    # Running

    def _continue(self) -> None:
        self._debugging.begin_run()
        self._began_at = self._debugging.machine.unguarded.state.clock.beats
        self._runs = True

    def _play(self) -> None:
        debugger, launched = self._debugging, self._launched
        stopped = self._host.play(debugger, lambda beats: debugger.play(beats=beats))
        beats = debugger.machine.unguarded.state.clock.beats
        end = launched.end if launched is not None else None
        if stopped is None and end is not None and beats >= end > self._began_at:
            stopped = Stopped("step", "the recording ends here")
        if stopped is not None:
            self._stop(stopped)

    def _stop(self, stopped: Stopped, reason: str = "") -> None:
        self._runs = False
        self._last = stopped
        debugger = self._debugging
        reasons = {"function": "function breakpoint", "data": "data breakpoint", "exception": "exception"}
        hit = [number for number, each in self._ids.items() if each in stopped.breakpoints]
        places = {number: where for (where, _), number in self._numbers.items()}
        reason = reason or next((reasons.get(places[number], "breakpoint") for number in hit), "")
        reason = reason or _REASONS.get(stopped.reason, "pause")
        cycles, present = debugger.time.moment.cycles, debugger.time.present.cycles
        past = f"in the past: cycle {cycles:,} of {present:,}" if debugger.time.is_past else ""
        self._host.show(debugger.machine)
        self._connection.event(
            "stopped",
            reason=reason,
            description=past or stopped.text,
            text=f"{stopped.text}, {past}" if past else stopped.text,
            threadId=THREAD,
            allThreadsStopped=True,
            hitBreakpointIds=hit,
        )
        if stopped.reason == "ended":
            self._say("the game has ended; you can still go back")

    def _step(self, arguments: Message, way: Way) -> None:
        self._debugging.begin_step(_unit(arguments), way)
        self._began_at = self._debugging.machine.unguarded.state.clock.beats
        self._runs = True

    def _on_continue(self, arguments: Message) -> Message:
        self._continue()
        return {"allThreadsContinued": True}

    def _on_next(self, arguments: Message) -> None:
        self._step(arguments, "over")

    def _on_step_in(self, arguments: Message) -> None:
        self._step(arguments, "into")

    def _on_step_out(self, arguments: Message) -> None:
        self._step(arguments, "out")

    def _on_pause(self, arguments: Message) -> None:
        self._stop(Stopped("pause", "paused"), "pause")

    def _on_step_back(self, arguments: Message) -> None:
        """Step back: over by line, unless `way` and `by` of our own commands say more."""
        way = arguments.get("way", "over")
        self._stop(self._debugging.step_back(_unit(arguments), way if way in ("into", "out") else "over"))

    def _on_reverse_continue(self, arguments: Message) -> None:
        self._stop(self._debugging.run_back())

    def _on_last_change(self, arguments: Message) -> None:
        """Run backwards to the last change of a value."""
        self._stop(self._debugging.back_to_change(str(arguments["name"])))

    # Looking

    @property
    def _looking(self) -> Scopes:
        self._debugging  # noqa: B018 - says that no game has been launched
        assert self._scopes is not None
        return self._scopes

    def _on_threads(self, arguments: Message) -> Message:
        return {"threads": [{"id": THREAD, "name": "game"}]}

    def _on_stack_trace(self, arguments: Message) -> Message:
        frames: list[Message] = []
        for number, frame in enumerate(self._debugging.stack):
            path = self._path(frame.logic, frame.line.file)
            place: Message = {"line": frame.line.row, "column": 1}
            place["source"] = {"name": path.name, "path": str(path)}
            frames.append({"id": number, "name": f"logic {frame.logic}", **place})
        if not frames:
            frames = [{"id": 0, "name": "between two cycles", "line": 0, "column": 0, "presentationHint": "subtle"}]
        start, levels = int(arguments.get("startFrame") or 0), int(arguments.get("levels") or 0)
        chosen = frames[start : start + levels] if levels else frames[start:]
        return {"stackFrames": chosen, "totalFrames": len(frames)}

    def _path(self, logic: int, file: str) -> Path:
        """Return the file that shows a logic: its source, or its disassembly, which is written when it is needed."""
        debugger, launched = self._debugging, self._launched
        assert launched is not None
        if file and launched.folder is not None:
            return launched.folder / _LOGICS / file
        if logic not in self._files:
            path = launched.disassembly / f"logic-{logic}.lgc"
            self._host.write(path, debugger.places.disassembly(logic))
            self._files[logic] = path
        return self._files[logic]

    def _on_loaded_sources(self, arguments: Message) -> Message:
        paths: dict[Path, None] = {}
        for logic in sorted(self._debugging.machine.game.logics):
            for _, line in self._debugging.places.statements(logic) or [(0, SourceLine("", ""))]:
                paths[self._path(logic, line.file)] = None
        return {"sources": [{"name": path.name, "path": str(path)} for path in paths]}

    def _on_scopes(self, arguments: Message) -> Message:
        return {"scopes": self._looking.scopes()}

    def _on_variables(self, arguments: Message) -> Message:
        frames = self._debugging.stack
        return {"variables": self._looking.variables(int(arguments["variablesReference"]), frames)}

    def _on_set_variable(self, arguments: Message) -> Message:
        found = self._looking.watchable(str(arguments["name"]), int(arguments.get("variablesReference") or 0))
        return self._changed(str(found), str(arguments["value"]))

    def _on_set_expression(self, arguments: Message) -> Message:
        return self._changed(str(arguments["expression"]), str(arguments["value"]))

    def _changed(self, name: str, text: str) -> Message:
        debugger = self._debugging
        text = text.strip()
        if debugger.target(name).kind == "s":
            value: int | bool | str = text.strip('"')
        else:
            value = _TRUTHS[text.lower()] if text.lower() in _TRUTHS else debugger.evaluate(text)
        debugger.set(name, value)
        self._connection.event("invalidated", areas=["variables", "stacks"])
        return {"value": shown(debugger.evaluate(name))}

    def _on_evaluate(self, arguments: Message) -> Message:
        debugger, text = self._debugging, str(arguments["expression"]).strip()
        word, _, rest = text.partition(" ")
        if arguments.get("context") == "repl" and rest:
            if word == "why" and not rest.startswith("not "):
                return {"result": "\n".join(debugger.why(rest.strip())), "variablesReference": 0}
            if word == "why":
                asked = debugger.why_not(rest.removeprefix("not ").strip())
                return {"result": "\n".join(str(each) for each in asked), "variablesReference": 0}
        return {"result": shown(debugger.evaluate(text)), "variablesReference": 0}

    def _on_why(self, arguments: Message) -> Message:
        return {"sentences": self._debugging.why(str(arguments["name"]))}

    def _on_why_not(self, arguments: Message) -> Message:
        where = f"{self._source(str(arguments['path']))}:{int(arguments['line'])}"
        return {"sentences": [str(each) for each in self._debugging.why_not(where)]}

    def _on_exception_info(self, arguments: Message) -> Message:
        text = self._last.text if self._last is not None else ""
        return {"exceptionId": "error of the game", "description": text, "breakMode": "always"}


def _unit(arguments: Mapping[str, Any]) -> Unit:
    given = arguments.get("by") or arguments.get("granularity")
    units: dict[str, Unit] = {"instruction": "instruction", "cycle": "cycle", "beat": "beat"}
    return units.get(str(given), "line")


def _lower(match: re.Match[str]) -> str:
    return f"_{match[0].lower()}"
