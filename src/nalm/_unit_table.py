"""The units that are known, each as integer exponents of the base units of the SI.

Bureau International des Poids et Mesures, The International System of Units (SI), 9th edition
(2019): tables 2 (base units), 4 (derived units), 7 (prefixes) and 8 (units beside the SI).
"""

from collections.abc import Mapping

_PREFIXES = "Q R Y Z E P T G M k h da d c m u µ μ n p f a z y r q"  # micro has three signs
PREFIXES = tuple(_PREFIXES.split())
"""Signs of the prefixes; their factors do not matter, since constants are free."""

_BASE = "kg m s A K mol cd"
_EXPONENTS: dict[tuple[int, ...], str] = {
    # kg, m, s, A, K, mol, cd
    (1, 0, 0, 0, 0, 0, 0): "kg g t u Da",
    (0, 1, 0, 0, 0, 0, 0): "m au pc ly Å",
    (0, 0, 1, 0, 0, 0, 0): "s min h d yr",
    (0, 0, 0, 1, 0, 0, 0): "A",
    (0, 0, 0, 0, 1, 0, 0): "K",
    (0, 0, 0, 0, 0, 1, 0): "mol",
    (0, 0, 0, 0, 0, 0, 1): "cd lm",
    (0, 0, 0, 0, 0, 0, 0): "rad sr deg ° % ppm ppb Np B dB",
    (0, 0, -1, 0, 0, 0, 0): "Hz Bq",
    (1, 1, -2, 0, 0, 0, 0): "N",
    (1, -1, -2, 0, 0, 0, 0): "Pa bar atm mmHg",
    (1, 2, -2, 0, 0, 0, 0): "J eV cal Wh",
    (1, 2, -3, 0, 0, 0, 0): "W",
    (0, 0, 1, 1, 0, 0, 0): "C",
    (1, 2, -3, -1, 0, 0, 0): "V",
    (-1, -2, 4, 2, 0, 0, 0): "F",
    (1, 2, -3, -2, 0, 0, 0): "Ω Ω ohm",  # the Greek letter and the sign of its own
    (-1, -2, 3, 2, 0, 0, 0): "S",
    (1, 2, -2, -1, 0, 0, 0): "Wb",
    (1, 0, -2, -1, 0, 0, 0): "T",
    (1, 2, -2, -2, 0, 0, 0): "H",
    (0, -2, 0, 0, 0, 0, 1): "lx",
    (0, 2, -2, 0, 0, 0, 0): "Gy Sv",
    (0, 0, -1, 0, 0, 1, 0): "kat",
    (0, 2, 0, 0, 0, 0, 0): "ha",
    (0, 3, 0, 0, 0, 0, 0): "L l",
    (0, -3, 0, 0, 0, 1, 0): "M",
}

UNITS: Mapping[str, Mapping[str, int]] = {
    name: {base: power for base, power in zip(_BASE.split(), powers, strict=True) if power}
    for powers, names in _EXPONENTS.items()
    for name in names.split()
}
"""Name -> exponents of the base units."""

_WITHOUT_PREFIX = "kg u Da au ly min h d yr deg ° % ppm ppb dB atm mmHg ha"
PREFIXABLE = frozenset(UNITS) - set(_WITHOUT_PREFIX.split())
"""Names that a prefix may stand before."""

CELSIUS = frozenset(["°C", "°F", "degC", "degF", "celsius", "fahrenheit"])
"""Scales whose zero is not zero: no product of powers holds for them."""

_COHERENT = "kg m s A K mol cd lm rad sr Hz Bq N Pa J W C V F Ω Ω ohm S Wb T H lx Gy Sv kat"
COHERENT = frozenset(_COHERENT.split())
"""Names whose size is the product of base units that they stand for: not g, min, eV or kJ."""


def base_units(name: str) -> Mapping[str, int] | None:
    """Return the exponents of the base units of a name, which may have a prefix.

    Args:
        name: Such as "kJ", or a unit of the user's own in brackets, which is a base unit.

    Returns:
        The exponents; None if the name is not known.

    Example:
        >>> base_units("mN") == {"kg": 1, "m": 1, "s": -2}, base_units("[ant]")
        (True, {'[ant]': 1})
    """
    if name.startswith("["):
        return {name: 1}
    if name in UNITS:
        return UNITS[name]
    # Whole names come first. After them the order of the prefixes does not matter: no text has
    # two readings of different dimension.
    for prefix in PREFIXES:
        rest = name.removeprefix(prefix)
        if rest != name and rest in PREFIXABLE:
            return UNITS[rest]
    return None
