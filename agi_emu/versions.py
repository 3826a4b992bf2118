"""What differs between the known interpreters; no other module compares versions."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class VersionProfile:
    """One interpreter."""

    name: str
    """As the interpreter's own text has it: "2.917", "3.002.149"."""


_NAMES = (
    "2.089 2.230 2.272 2.411 2.425 2.426 2.435 2.439 2.440 2.903 2.911 2.912 2.915 2.917 2.936 "
    "3.002.086 3.002.098 3.002.102 3.002.107 3.002.149"
).split()
PROFILES: Mapping[str, VersionProfile] = MappingProxyType({name: VersionProfile(name) for name in _NAMES})
DEFAULT_V2 = PROFILES["2.917"]
DEFAULT_V3 = PROFILES["3.002.149"]
