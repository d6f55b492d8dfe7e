"""Products of inputs whose exponents were rounded, written as formulas."""

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import exact
from nalm.symbolic import Power


def neat_powers(exponents: FloatArray) -> tuple[Power, ...]:
    """Write a product of inputs to rounded exponents, without those to 0."""
    return tuple(Power(i, exact(e)) for i, e in enumerate(exponents.tolist()) if e)
