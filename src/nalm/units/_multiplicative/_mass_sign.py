"""The sign of a product whose logarithms are shared out."""

from collections.abc import Sequence
from enum import Enum

from nalm.units._base._expression import Symbol, exact, gate, multiply, signed_power
from nalm.units._base._rotation import Factor, real_part


class MassSign(Enum):
    """Say how a `MulMCFC` treats negative inputs.

    `NONE`: the logarithm of a negative input, and so the output, is not a number. `INALU` and
    `REAL_NPU` multiply magnitudes and recover the sign as the `INALU` and the `RealNPU` do, with
    the shares J as weights.

    References:
        Mistry (2023), "MCFC findings", notes beside the code of "A Primer for Neural Arithmetic
        Logic Modules", section 2.2.
    """

    NONE = "none"
    INALU = "iNALU"
    REAL_NPU = "Real NPU"


def signed_product(
    symbols: Sequence[Symbol],
    *,
    powers: Sequence[float],
    shares: Sequence[float],
    turns: Sequence[float],
    sign: MassSign,
) -> Symbol:
    """Return Π |x_i|^{p_i} with its sign, for shares J_i and, for `REAL_NPU`, turns g_i."""
    used = [
        (x, exact(p), j, g)
        for x, p, j, g in zip(symbols, powers, shares, turns, strict=True)
        if j != 0
    ]
    if sign is MassSign.NONE:
        return multiply([x**p for x, p, _, _ in used], symbols[0])
    if sign is MassSign.INALU:
        return multiply([_gated_power(x, p, j) for x, p, j, _ in used], symbols[0])
    return real_part([_turned_power(x, p, g * j) for x, p, j, g in used], symbols[0])


def _gated_power(x: Symbol, exponent: float, share: float) -> Symbol:
    """Return |x|^p (j sign(x) + 1 - j)."""
    if share == 1:
        return signed_power(x, exponent)
    return abs(x) ** exponent * gate(share, x / abs(x))


def _turned_power(x: Symbol, exponent: float, turn: float) -> Factor:
    """Return |x|^p turned by π · turn where x < 0."""
    if turn == 1:
        return Factor(signed_power(x, exponent), x, 0)
    return Factor(abs(x) ** exponent, x, turn)
