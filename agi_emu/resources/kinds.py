"""The four kinds of resource."""

from enum import StrEnum


class Kind(StrEnum):
    """Kind of a resource; the value is the word used in messages ("view 12")."""

    LOGIC = "logic"
    PICTURE = "picture"
    VIEW = "view"
    SOUND = "sound"
