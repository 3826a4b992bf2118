"""Names for annotations."""

from numpy import ndarray as NDArray  # noqa: F401, N812
