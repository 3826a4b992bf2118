"""Titles of fan games by the MD5 of their log directory, and what a file name says of a game that is not among them.

Sierra's own releases are in `agi_emu.resources.releases`. A title is what the game's author calls it; a release is
stated where the author numbers them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class TitleAndRelease(NamedTuple):
    """The name of a game, and which release of it this is, "" if unknown."""

    title: str
    release: str = ""


TITLES: Mapping[str, tuple[str, str]] = {
    "b7b6d1539e14d5a26fa3088288e1badc": ("Abrah, l'orphelin de l'espace", ""),
    "7017db1a4b726d0d59e65e9020f7d9f7": ("Acidopolis", ""),
    "59e49e8f72058a33c00d60ee1097e631": ("Agent Quest", ""),
    "f4ad396b496d6167635ad0b410312ab8": ("AGI Mouse Demo", ""),
    "8778b3d89eb93c1d50a70ef06ef10310": ("AGI Piano", ""),
    "7a874e2db2162e7a4ce31c9130248d8a": ("AGI Tetris", ""),
    "79261ac143b2e2773b2753674733b0d5": ("AGI256 Demo", ""),
    "3cad9b3aff1467cebf0c5c5b110985c5": ("AGI256-2 Demo", ""),
    "8f30c260de9e1dd3d8b8f89cc19d2633": ("Al Pond - On Holiday", ""),
    "fb4699474054962e0dbfb4cf12ca52f6": ("Al Pond 1 - Al Lives Forever", ""),
    "0eee850005860e46345b38fea093d194": ("Apocalyptic Quest", ""),
    "30c74d194840abc3fb1341b567743ac3": ("Apocalyptic Quest", ""),
    "42ced528b67965d3bc3b52c635f94a57": ("Apocalyptic Quest", ""),
    "c68c49a37eaac73e5aa80ce7f05bbd72": ("Apocalyptic Quest", ""),
    "e15581628d84949b8d352d224ec3184b": ("Apocalyptic Quest", ""),
    "7326abefd793571cc17ed0db647bdf34": ("Band Quest", ""),
    "de4758dd34676b248c8301b32d93bc6f": ("Band Quest", ""),
    "9b8de38dc64ffb3f52b7877ea3ebcef9": ("Beyond the Titanic 2", ""),
    "1b08f34f2c43e626c775c9d6649e2f17": ("Biri Quest 1", ""),
    "e4b7df9d0830addee5af946d380e66d7": ("Bob The Farmboy", ""),
    "d74481cbd227f67ace37ce6a5493039f": ("Boring Man 1", ""),
    "250032ba105bdf7c1bc4fed767c2d37e": ("Boring Man 2 - Ho Man! This Game Sucks!", ""),
    "a8fabe4e807adfe5ec02bfec6d983695": ("Botz", ""),
    "0964aa79b9cdcff7f33a12b1d7e04b9c": ("Brian's Quest", ""),
    "818469c484cae6dad6f0e9a353f68bf8": ("Caitlyn's Destiny", ""),
    "97631f8e710544a58bd6da9e780f9320": ("Coco Coq In Grostesteing's Base", ""),
    "9b2c7b9b0283ab9f12bedc0cb6770a07": ("Dashiki", ""),
    "c68052bb209e23b39b55ff3d759958e6": ("Dashiki (256 Colors)", ""),
    "efe453b92bc1487ea69fbebede4d5f26": ("DG - The AGIMouse Adventure", ""),
    "dc5a2b21182ba38bdcd992a3a978e690": ("Disco Nights", ""),
    "f197357edaaea0ff70880602d2f09b3e": ("Dogs Quest - The Quest for the Golden Bone", ""),
    "98be839b9f30cbedea4c9cee5442d827": ("Ed Ward", ""),
    "f08e66fee9ecdde77db7ee9a10c96ba2": ("Enclosure", ""),
    "aff24a1b3bdd676187685c4d95ba4294": ("Epic Fighting", ""),
    "e723ca4fe0f6f56affe039fbb4dbeb6c": ("Escape from the Salesman", ""),
    "ca062c27e6f932661cc06ed986663861": ("Flag Quest", ""),
    "bfa5fe71978e6ccf3d4eedd430124015": ("Gennadi Tahab Autot - Mission Pack 1 - Kuressaare", ""),
    "ff31484ea465441cb5f3a0f8e956b716": ("Go West, Young Hippie", ""),
    "5fe4b1fdcccd6b6a7c87d852a67c7f1e": ("Gourd of the Beans", ""),
    "421da3a18004122a966d64ab6bd86d2e": ("Groza", ""),
    "b62c05d0ace878261392073f57ae788c": ("Half-Death - Terror at White-Mesa", ""),
    "7a776383282f62a57c3a960dafca62d1": ("Hank's Quest", ""),
    "6a5186fc8383a9060517403e85214fc2": ("Herbao", ""),
    "a412881269ba34584bd0a3268e5a9863": ("Hitler's Legacy", ""),
    "55c6819f2330c4d5d6459874c9f123d9": ("Isabella Coq - A Present For My Dad", ""),
    "8aa0b9a26f8d5a4421067ab8cc3706f6": ("Jack & Julia - VAMPYR", ""),
    "68d7aef1161bb5972fe03efdf29ccb7f": ("Jolimie, le Village Maudit", ""),
    "c4b9c5528cc67f6ba777033830de7751": ("Jukebox", ""),
    "103050989da7e0ffdc1c5e1793a4e1ec": ("Justin Quest", ""),
    "53982ecbfb907e41392b3961ad1c3475": ("Jõulumaa", ""),
    "f9fbcc8a4ef510bfbb92423296ff4abb": ("Lasse Holm: The Quest for Revenge", ""),
    "ccdc49a33870310b01f2c48b8a1f3c34": ("Lefty Goes on Vacation", ""),
    "4b780887cab0ecabc5eca319acb3acf2": ("Les Inseparables", ""),
    "43ed7a2542bd84f81ff5e18d3b1ef115": ("Let Them Eat Cake", ""),
    "95f15c5632feb8a39e9ca3d9af35fcc9": ("Lost Eternity", ""),
    "2322d03f997e8cc235d4578efff69cfa": ("Monkey Man", ""),
    "b659afb491d967bb34810d1c6ce22093": ("Napalm Quest", ""),
    "bdf76a45621c7f56d1c9d40292c6137a": ("Naturette 2 - Daughter of the Moon", ""),
    "6dbb0e7fc75fec442e6d9e5a06f1530e": ("Naturette 3 - Adventure in Treeworld", ""),
    "8253706b6ef5423a79413b216760297c": ("Naturette 4 - From a Planet to Another Planet", ""),
    "e29cbf9222551aee40397fabc83eeca0": ("Nick's Quest - In Pursuit of QuakeMovie", "2.1 Gold"),
    "70000a2f67aac27d1133d019df70246d": ("Open Mic Night", ""),
    "f254f5b894b98fec5f92acc07fb62841": ("Patrick's Quest", ""),
    "87d20c1c11aee99a4baad3797b63146b": ("Phantasmagoria", ""),
    "bb612a919ed2b9ea23bbf03ce69fed42": ("Pirate Quest", ""),
    "4937d0e8ecadb7888faeb347799b0388": ("President's Quest", ""),
    "f4fbd7abf056d2d3204f790da5ac89ab": ("Quest for a Record Deal", ""),
    "d26765c3075064c80d284c5e06e33a7e": ("Quest for Glory VI - Hero's Adventure", ""),
    "d2895dc1cd3930f2489af0f843b144b3": ("Quest for Home", ""),
    "f75e7b6a0769a3fa926eea0854711591": ("Quest for Ladies", ""),
    "314e5fdef17b803226d1de3af2e997ea": ("Sarien", ""),
    "91975c1fb4b13b0f9a8e9ff74731030d": ("Serguei's Destiny 1", ""),
    "b86725f067e456e10cdbdf5f58e01dec": ("Serguei's Destiny 1", ""),
    "906ccbc2ddedb29b63141acc6d10cd28": ("Serguei's Destiny 2", ""),
    "24bb8f29f1eddb5c0a099705267c86e4": ("Snowboarding Demo", ""),
    "b5a3d0f392dfd76a6aa63f3d5f578403": ("Solar System Tour", ""),
    "2deb25bab379285ca955df398d96c1e7": ("Speeder Bike Challenge", ""),
    "a7806f01e6fa14ebc029faa58f263750": ("Star Commander 1", ""),
    "cf2aa94a7eb78dce6892c37f03e310d6": ("Street Quest", ""),
    "8103c9c87e3964690a14a3d0d83f7ddc": ("Tales of the Tiki", ""),
    "3c74b9a24b51aa8020ac82bee3132266": ("Tex McPhilip 1 - Quest For The Papacy", ""),
    "7387e8df854440bc26620ca0ea43af9a": ("Tex McPhilip 2 - Road To Divinity", ""),
    "992d12031a486ad84e592ff5d7c9d782": ("Tex McPhilip 3 - A Destiny of Sin", ""),
    "c2146631afacf8cb455ce24f3d2d46e7": ("The Grateful Dead", ""),
    "04e720c8e30c9cf12db22ea14a24a3dd": ("The Legend of Shay-Larah 1 - The Lost Prince", ""),
    "58564df8b6394612dd4b6f5c0fd68d44": ("The Lost Planet", ""),
    "e5f0a7cb8d49f66b89114951888ca688": ("The New Adventure of Roger Wilco", ""),
    "ed138e461bb1516e097007e017ab62df": ("The Ruby Cast", ""),
    "3f8ebea0eb32303e65e2a6e8341c6741": ("Toby's World", ""),
    "2d14d6fa2a2136d681e46e06821905bf": ("Ultimate AGI Fangame", ""),
    "c71f5c1e008d352ae9040b77fcf79327": ("V - The Graphical Adventure", ""),
    "ae95f0c77d9a97b61420fd192348b937": ("Voodoo Girl", ""),
    "abeec1eda6eaf8dbc52443ea97ff140c": ("Wizaro", ""),
}
"""Title and release of fan games by the MD5 (hex) of their log directory."""

_SEPARATORS = re.compile(r"[\s_]+|(?<=\w)\.(?=\D)")
_WORD_START = re.compile(r"(?<!\S)[^\W\d_](?!\d)")


def title_from(name: str) -> str:
    """Return a file name as a title: blanks for other separators; capitals if a name of several words has none."""
    words = _SEPARATORS.sub(" ", name).strip()
    if " " not in words and "-" in words:
        words = words.replace("-", " ")
    if " " in words and words == words.lower():
        words = _WORD_START.sub(lambda letter: letter[0].upper(), words)
    return words or name
