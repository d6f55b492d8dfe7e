r"""A formula in LaTeX."""

import re
from collections.abc import Sequence

from nalm.symbolic._formula._formula import Number, Power, Product, Sum
from nalm.symbolic._formula._names import check_names
from nalm.symbolic._formula._number import HALF
from nalm.symbolic._writing._layout import join_terms, layout, rounded

_GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi",
    "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi",
    "Omega",
}  # fmt: skip
_PARTS = re.compile(r"([A-Za-z]+)_?([0-9]+|(?<=_)[A-Za-z0-9]+)?")
_SPECIAL = {
    "\\": r"\backslash{}",
    "^": r"\hat{}",
    "~": r"\sim{}",
    " ": r"\ ",
    **{character: f"\\{character}" for character in "#$%&_{}"},
}


def to_latex(formula: Sum, names: Sequence[str], *, digits: int = 6) -> str:
    r"""Write a formula in LaTeX, to stand between dollar signs.

    Letters stay, Greek names become letters, longer names stand upright, and what follows an
    underscore, or digits at the end, become an index: `x1` is written x_{1}.

    Args:
        formula: What is written, a positive term first.
        names: Names of the inputs.
        digits: Significant digits of measured numbers; exact ones are written in full.

    Returns:
        The LaTeX source, without dollar signs.

    Raises:
        InvalidValueError: If there are fewer names than inputs.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum, to_latex
        >>> to_latex(Sum((Product(2.5, (Power(0, Fraction(2)), Power(1, -1.0))),)), ["v", "rho"])
        '\\frac{2.5 v^{2}}{\\rho}'
    """
    check_names(formula, names)
    written = [_name_latex(name) for name in names]
    return _sum_latex(rounded(formula, digits=digits), written, digits)


def _sum_latex(formula: Sum, names: Sequence[str], digits: int) -> str:
    return join_terms(formula, lambda term: _product_latex(term, names, digits))


def _product_latex(term: Product, names: Sequence[str], digits: int) -> str:
    parts = layout(term)
    first, last = ([_number_latex(c, digits) for c in each] for each in parts.constants())
    above = first + [_power_latex(power, names, digits) for power in parts.above]
    below = last + [_power_latex(power, names, digits) for power in parts.below]
    if not below:
        return " ".join(above)
    # Above or below a line, a sum that stands alone needs no parentheses.
    if len(above) == 1 and (alone := _plain_sum(parts.above)) is not None:
        above = [_sum_latex(alone, names, digits)]
    if len(below) == 1 and (alone := _plain_sum(parts.below)) is not None:
        below = [_sum_latex(alone, names, digits)]
    return rf"\frac{{{' '.join(above)}}}{{{' '.join(below)}}}"


def _plain_sum(powers: tuple[Power, ...]) -> Sum | None:
    if len(powers) == 1 and powers[0].exponent == 1 and isinstance(powers[0].base, Sum):
        return powers[0].base
    return None


def _power_latex(power: Power, names: Sequence[str], digits: int) -> str:
    if isinstance(power.base, Sum):
        inner = _sum_latex(power.base, names, digits)
        base = rf"\left({inner}\right)"
    else:
        inner = base = names[power.base]
    if power.exponent == 1:
        return base
    if power.exponent == HALF:
        return rf"\sqrt{{{inner}}}"
    return f"{base}^{{{_number_latex(power.exponent, digits)}}}"


def _number_latex(number: Number, digits: int) -> str:
    if not isinstance(number, float):
        return str(number)
    mantissa, _, exponent = f"{number:.{digits}g}".partition("e")
    if mantissa in ("inf", "nan"):
        return r"\infty" if mantissa == "inf" else r"\mathrm{nan}"
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa


def _name_latex(name: str) -> str:
    parts = _PARTS.fullmatch(name)
    if parts is None:
        return _upright(name)
    head, index = parts.groups()
    letter = f"\\{head}" if head in _GREEK else head if len(head) == 1 else _upright(head)
    if index is None:
        return letter
    return f"{letter}_{{{index if index.isdigit() or len(index) == 1 else _upright(index)}}}"


def _upright(text: str) -> str:
    return rf"\mathrm{{{''.join(_SPECIAL.get(character, character) for character in text)}}}"
