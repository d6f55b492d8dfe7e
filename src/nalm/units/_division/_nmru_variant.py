"""The forms of the NMRU that its paper compares."""

from enum import Enum


class NMRUVariant(Enum):
    """Say which form of the NMRU to build.

    `VANILLA` is an NMU on signed inputs and reciprocals, without the cosine. `GATED` scales each
    input and reciprocal by a learnt gate in [0, 1].

    References:
        Mistry, Farrahi and Hare (2021), "Learning Division with Neural Arithmetic Logic Modules",
        appendix H.
    """

    PAPER = "paper"
    VANILLA = "vanilla"
    GATED = "gated"
