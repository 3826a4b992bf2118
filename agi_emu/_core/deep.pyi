def blit(
    picture: bytearray | memoryview,
    deep: bytearray | memoryview,
    view: bytes,
    loop: int,
    cel: int,
    x: int,
    top: int,
    priority: int,
) -> bool: ...
