"""Known releases by the MD5 of their log directory: LOGDIR, or the combined directory of version 3.

Source: reference: VER-24, VER-27, EXT-3. Where two interpreters were shipped with the same resources, the first one is
that of the resources' own time; what is a guess there has a question mark.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Extension(StrEnum):
    """Additions of fan interpreters to the original; settings say which are acted on."""

    AGI256 = "AGI256"
    """Pictures with 256 colours."""
    AGIPAL = "AGIPAL"
    """Palettes in files, chosen by shake.screen."""
    AGIMOUSE = "AGIMOUSE"
    """The mouse in v27, v28, v29, read by push.script."""
    AGDS = "AGDS"
    """The Russian AGI Development System."""


class Release(NamedTuple):
    """A release of one of Sierra's games: id, which one it is, and the interpreter that came with it."""

    id: str
    description: str
    profile: str
    others: tuple[str, ...] = ()
    """Interpreters that came with the same resources."""
    is_guess: bool = False
    """Nobody has said which interpreter came with it."""

    @property
    def title(self) -> str:
        """The name of the game."""
        return _NAMES[self.id]


_NAMES = {
    "BC": "The Black Cauldron",
    "DEMO1": "AGI Demo 1",
    "DEMO2": "AGI Demo 2",
    "DEMO3": "AGI Demo 3",
    "DEMOKS": "AGI Demo King's Quest III and Space Quest",
    "DP": "Donald Duck's Playground",
    "GR": "Gold Rush!",
    "KQ1": "King's Quest",
    "KQ2": "King's Quest II",
    "KQ3": "King's Quest III",
    "KQ4": "King's Quest IV",
    "KQ4DEM": "King's Quest IV Demo",
    "LLLLL": "Leisure Suit Larry in the Land of the Lounge Lizards",
    "MG": "Mixed-Up Mother Goose",
    "MH1": "Manhunter: New York",
    "MH2": "Manhunter 2: San Francisco",
    "PQ": "Police Quest",
    "SQ": "Space Quest",
    "SQ2": "Space Quest II",
    "XMAS": "Christmas Card",
}

_RELEASES = (
    ("7f598d4712319b09d7bd5b3be10a2e4a", "BC", "2.00 1987-06-14", "2.439"),
    ("0de3953c9225009dc91e5b0d1692967b", "BC", '2.10 1988-11-10 3.5"', "3.002.098"),
    ("0c5a9acbcc7e51127c34818e75806df6", "BC", '2.10 1988-11-10 5.25"', "3.002.098"),
    ("9c4a5b09cc3564bc48b4766e679ea332", "DEMO1", "1987-05-20", "2.425"),
    ("e8ebeb0bbe978172fe166f91f51598c7", "DEMO2", '1987-11-24 3.5"', "2.915"),
    ("852ac303a374df62571642ca1e2d1f0a", "DEMO2", '1987-11-24 [version 1] 5.25"', "2.915"),
    ("1503f02086ea9f388e7e041c039eaa69", "DEMO2", '1987-11-25 [version 2] 5.25"', "2.917"),
    ("94eca021fe7da8f8572c2edcc631bbc6", "DEMO2", "Tandy", "2.917?"),
    ("289c7a2c881f1d973661e961ced77d74", "DEMO3", "1988-09-13", "3.002.102"),
    ("502e6bf96827b6c4d3e67c9cdccd1033", "DEMOKS", "", "2.272"),
    ("64388812e25dbd75f7af1103bc348596", "DP", "1.0A 1986-08-08", "2.272"),
    ("550971d196f65190a5c760d2479406ef", "DP", "1.0C 1986-06-09", "2.272"),
    ("268074cc8cb75aa2227c4398886d7acd", "DP", "1.50 1987-06-22", "2.440?"),
    ("3ae052117feb483f01a9017025fbb366", "GR", "2.01 1988-12-22", "3.002.149"),
    ("1ef85c37fcf7224f9731f20f169c8c53", "GR", "2.01 1988-12-22", "3.002.149"),
    ("6a285235745f69b4b421403659497216", "GR", '2.01 1988-12-22 3.5"', "3.002.149"),
    ("db733d199238d4009a9e95f11ece34e9", "GR", '2.01 1988-12-22 5.25"', "3.002.149"),
    ("6882b6090473209da4cd78bb59f78dbe", "GR", '3.0 1998-12-22 3.5"', "3.002.149"),
    ("f3464778c9ae1a9e1fbed566f917b3d7", "KQ1", "1.0U 1986", "2.272"),
    ("10ad66e2ecbd66951534a50aedcd0128", "KQ1", '2.0F 1987-05-05 5.25"/3.5"', "2.425 2.917"),
    ("759e39f891a0e1d86dd29d7de485c6ac", "KQ2", "2.1 1987-04-10", "2.411"),
    ("b944c4ff18fb8867362dc21cc688a283", "KQ2", '2.2 1987-05-07 5.25"/3.5"', "2.426 2.917"),
    ("9c2b34e7ffaa89c8e2ecfeb3695d444b", "KQ3", "1.01 1986-11-08", "2.272"),
    ("18aad8f7acaaff760720c5c6885b6bab", "KQ3", '2.00 1987-05-25 5.25"', "2.435"),
    ("b46dc63d6272fb6ed24a004ad580a033", "KQ3", '2.00 1987-05-25 5.25"', "2.435"),
    ("d3d17b77b3b3cd13246749231d9473cd", "KQ3", '2.14 1988-03-15 3.5"', "2.936"),
    ("7650e659c7bc0f1e9f8a410b7a2e9de6", "KQ3", '2.14 3.5" "for MCGA"', "2.936"),
    ("f50f7f997208ca0e35b2650baec43a2d", "KQ4", "2.0 1988-07-27", "3.002.086"),
    ("fe44655c42f16c6f81046fdf169b6337", "KQ4", '2.0 1988-07-27 3.5"', "3.002.086"),
    ("7470b3aeb49d867541fc66cc8454fb7d", "KQ4", '2.2 1988-09-27 3.5"', "3.002.086"),
    ("106219d71140823f6bec1d9747128796", "KQ4", '2.2 5.25"', "3.002.086"),
    ("6d7714b8b61466a5f5981242b993498f", "KQ4", "2.3 1988-09-27", "3.002.086"),
    ("82a0d39af891042e99ac1bd6e0b29046", "KQ4", '2.3 1988-09-27 3.5"', "3.002.086"),
    ("a3332d70170a878469d870b14863d0bf", "KQ4DEM", "1988-12-20", "3.002.102"),
    ("1fe764e66857e7f305a5f03ca3f4971d", "LLLLL", '1.00 1987-06-01 5.25"/3.5"', "2.440"),
    ("e524655abf9b96a3b179ffcd1d0f79af", "MG", "1987-11-10", "2.915"),
    ("0c7b86f05fe02c2e26cff1b07450b82a", "MH1", "1.22 1988-08-31", "3.002.107 3.002.102"),
    ("5b625329021ad49fd0c1d6f2d6f54bba", "MH1", "1.22 1988-08-31", "3.002.107"),
    ("f96e31316eab8fc5b3b7928611354541", "MH1", '1.22 3.5" (other resources)', "3.002.102"),
    ("6fb6f0ee2437704c409cf17e081ba152", "MH2", '3.02 1989-07-26 3.5"', "3.002.149"),
    ("bbb2c2f88d5740f7437fb7aa6f080b7b", "MH2", '3.02 1989-07-26 5.25"', "3.002.149"),
    ("b90e4795413c43de469a715fb3c1fa93", "MH2", '3.03 1989-08-17 5.25"', "3.002.149"),
    ("b9dbb305092851da5e34d6a9f00240b1", "PQ", "2.0A 1987-10-23", "2.911 2.903"),
    ("2fd992a92df6ab0461d5a2cd83c72139", "PQ", "2.0E 1987-11-17", "2.915"),
    ("e2f94216357d07ecd93d75f1ff4a3338", "PQ", "2.0E 720k", "2.915"),
    ("d194e5d88363095f55d5096b8e32fbbb", "PQ", "2.0G 1987-12-03", "2.917"),
    ("231f3e28170d6e982fc0ced4c98c5c1c", "PQ", '2.0G 1987-12-03 5.25"/ST', "2.917"),
    ("af93941b6c51460790a9efa0e8cb7122", "SQ", "1.0X 1986-09-24", "2.089"),
    ("8d8c20ab9f4b6e4817698637174a1cb6", "SQ", "1.1A 1986-11-13", "2.272"),
    ("0a92b1be7daf3bb98caad3f849868aeb", "SQ", "1.1A 720kb", "2.272"),
    ("5d67630aba008ec5f7f9a6d0a00582f4", "SQ", '2.2 1987-05-07 5.25"/3.5"', "2.426 2.917"),
    ("6c25e33d23b8bed42a5c7fa63d588e5c", "SQ2", '2.0A 1987-11-06 3.5"', "2.912"),
    ("ad7ce8f800581ecc536f3e8021d7a74d", "SQ2", '2.0A 1987-11-06 5.25"', "2.912"),
    ("b394eaae1dfe4203378e02641178959c", "SQ2", '2.0C 3.5"', "2.917"),
    ("7d29fccae8765ae298cfe720a6d771b1", "SQ2", '2.0C 5.25"', "2.917"),
    ("bd71fe54869e86945041700f1804a651", "SQ2", '2.0C/A 5.25"/ST', "2.915"),
    ("85390bde8958c39830e1adbe9fff87f3", "SQ2", '2.0D 1988-03-14 3.5"', "2.936"),
    ("0884ea4e127e333986568775fb21600b", "SQ2", '2.0D 5.25"', "2.936"),
    ("28add5125484302d213911df60d2aded", "SQ2", '2.0F 1989-01-05 3.5"', "2.936"),
    ("bb5a44d0bea416f2cd4c3385eaa21af4", "SQ2", '2.0F 5.25"', "2.936"),
    ("3067b8d5957e2861e069c3c0011bd43d", "XMAS", "1986-11-13 [version 1]", "2.272"),
)

_EXTENDED = (
    ("b7b6d1539e14d5a26fa3088288e1badc", "ABRAH", "PV"),
    ("f4ad396b496d6167635ad0b410312ab8", "MOUSED", "MP"),
    ("79261ac143b2e2773b2753674733b0d5", "AGI256", "V"),
    ("3cad9b3aff1467cebf0c5c5b110985c5", "AG2562", "V"),
    ("42ced528b67965d3bc3b52c635f94a57", "APOCAQ", "M"),
    ("c68c49a37eaac73e5aa80ce7f05bbd72", "APOCAQ", "M"),
    ("e15581628d84949b8d352d224ec3184b", "APOCAQ", "M"),
    ("30c74d194840abc3fb1341b567743ac3", "APOCAQ", "M"),
    ("0eee850005860e46345b38fea093d194", "APOCAQ", "M"),
    ("7326abefd793571cc17ed0db647bdf34", "BANDQ", "M"),
    ("de4758dd34676b248c8301b32d93bc6f", "BANDQ", "M"),
    ("d74481cbd227f67ace37ce6a5493039f", "BORMN1", "M"),
    ("250032ba105bdf7c1bc4fed767c2d37e", "BORMN2", "M"),
    ("efe453b92bc1487ea69fbebede4d5f26", "DGAGMS", "M"),
    ("c68052bb209e23b39b55ff3d759958e6", "DSH256", "V"),
    ("b62c05d0ace878261392073f57ae788c", "HLFDTH", "M"),
    ("a412881269ba34584bd0a3268e5a9863", "HITLER", "M"),
    ("68d7aef1161bb5972fe03efdf29ccb7f", "JOLIMI", "P"),
    ("55c6819f2330c4d5d6459874c9f123d9", "ISABEL", "M"),
    ("bdf76a45621c7f56d1c9d40292c6137a", "NATU2E", "MP"),
    ("6dbb0e7fc75fec442e6d9e5a06f1530e", "NATU3E", "M"),
    ("8253706b6ef5423a79413b216760297c", "NATU4", "M"),
    ("70000a2f67aac27d1133d019df70246d", "OPENMN", "MP"),
    ("b86725f067e456e10cdbdf5f58e01dec", "SERGD1", "P"),
    ("91975c1fb4b13b0f9a8e9ff74731030d", "SERGD1", "P"),
    ("906ccbc2ddedb29b63141acc6d10cd28", "SERGD2", "M"),
    ("949bfff5d8a81c3139152eed4d84ca75", "STILEG", "M"),
    ("cf2aa94a7eb78dce6892c37f03e310d6", "STREET", "P"),
)

INTERPRETER_OF_PREFIX: Mapping[str, str] = MappingProxyType(
    {
        "bc": "3.002.098",
        "dm": "3.002.102",
        "gr": "3.002.149",
        "kq4": "3.002.086",
        "mh": "3.002.107",
        "mh1": "3.002.107",
        "mh2": "3.002.149",
    }
)
"""What Sierra's games of version 3 came with, by what stands in front of `dir` (reference: VER-28)."""

ROOMS_LED_ELSEWHERE: Mapping[tuple[str, str], Mapping[int, int]] = MappingProxyType(
    {("GR", "3.002.149"): MappingProxyType(dict.fromkeys((0x7E, 0x7F, 0x80), 0x49))}
)
"""By id of the game and its interpreter: rooms that new.room, with a number, takes for another one.

Gold Rush came with a 3.002.149 of its own; that of Manhunter 2 does not do so (reference: TIME-19:
likely).
"""

_LETTERS = {"V": Extension.AGI256, "P": Extension.AGIPAL, "M": Extension.AGIMOUSE}


def _release(game: str, description: str, interpreters: str) -> Release:
    first, *others = interpreters.removesuffix("?").split()
    return Release(game, description, first, tuple(others), interpreters.endswith("?"))


RELEASES: Mapping[str, Release] = MappingProxyType({md5: _release(*release) for md5, *release in _RELEASES})
"""Sierra's releases by the MD5 (hex) of their log directory."""

EXTENDED_GAMES: Mapping[str, frozenset[Extension]] = MappingProxyType(
    {md5: frozenset(_LETTERS[letter] for letter in letters) for md5, _, letters in _EXTENDED}
)
"""Additions that fan games are known to use, by the MD5 (hex) of their log directory."""
