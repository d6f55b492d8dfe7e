r"""A formula in LaTeX."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Number, Sum
from nalm.symbolic._formula._functions import find_function
from nalm.symbolic._formula._names import check_names
from nalm.symbolic._formula._number import HALF
from nalm.symbolic._writing._layout import Base, Factor, Term, join_terms, layout, placed, rounded
from nalm.symbolic._writing._leading_minus import without_leading_minus

_GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi",
    "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi",
    "Omega",
}  # fmt: skip
# A letter belongs to the index only behind an underscore: `xa` is one name, `x_a` has an index.
_PARTS = re.compile(r"([A-Za-z]+)_?([0-9]+|(?<=_)[A-Za-z0-9]+)?")
# A symbol needs no parentheses behind the name of a function.
_SYMBOL = re.compile(r"(\\mathrm\{[^{}]*\}|\\?[A-Za-z]+)(_\{([^{}]|\\mathrm\{[^{}]*\})*\})?")
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
    write = Fold(
        number=partial(rounded, digits=digits),
        input=lambda index: Base(written[index], written[index]),
        call=_call_latex,
        power=partial(_power_latex, digits=digits),
        product=partial(_product_latex, digits=digits),
        sum=_sum_latex,
    )
    return write(without_leading_minus(formula)).alone


def _call_latex(function: str, argument: Base) -> Base:
    if function == "exp" and not _is_tall(argument.alone):
        text = f"e^{{{argument.alone}}}"
        return Base(text, text, (rf"\left({text}\right)", ""))
    name = find_function(function).latex
    is_symbol = _SYMBOL.fullmatch(argument.alone)
    behind = f" {argument.alone}" if is_symbol else rf"\left({argument.alone}\right)"
    return Base(name + behind, name + behind, (name, behind))


def _is_tall(argument: str) -> bool:
    """Tell whether an exponent of e would be too small to read."""
    return argument.count(r"\frac") > 1 or r"\left(" in argument or "e^{" in argument


def _sum_latex(terms: list[Term]) -> Base:
    text = join_terms(terms)
    return Base(text, rf"\left({text}\right)")


def _product_latex(coefficient: Number, factors: list[Factor], *, digits: int) -> Term:
    # Functions come last: y sin x, where sin x y could be the sine of a product.
    parts = layout(coefficient, sorted(factors, key=lambda factor: factor.function))
    first, last = ([_number_latex(c, digits) for c in each] for each in parts.constants())
    above, below = (
        # Above or below a line, a sum that stands alone needs no parentheses.
        [each.alone if not numbers and len(side) == 1 else each.enclosed for each in side]
        for numbers, side in ((first, parts.above), (last, parts.below))
    )
    if not below and not last:
        whole = [*first, *(each.enclosed for each in parts.above)]
        return Term(parts.negative, _side_by_side(whole))
    fraction = rf"\frac{{{_side_by_side(first + above)}}}{{{_side_by_side(last + below)}}}"
    return Term(parts.negative, fraction)


def _side_by_side(factors: Sequence[str]) -> str:
    """Write factors one after another; a thin space keeps a name of letters from its neighbours."""
    text = "".join(factors[:1])
    for before, behind in pairwise(factors):
        apart = any(r"\mathrm{" in each for each in (before, behind))
        text += rf" \, {behind}" if apart else f" {behind}"
    return text


def _power_latex(base: Base, exponent: Number, *, digits: int) -> Factor:
    below, size = placed(exponent)
    function = base.around is not None
    if size == 1:
        return Factor(below, base.alone, base.enclosed, function)
    if size == HALF:
        text = rf"\sqrt{{{base.alone}}}"
    else:
        before, behind = base.around or (base.enclosed, "")
        text = f"{before}^{{{_number_latex(size, digits)}}}{behind}"
    return Factor(below, text, text, function and size != HALF)


def _number_latex(number: Number, digits: int) -> str:
    if not isinstance(number, float):
        return str(number).replace("*", " ").replace("pi", r"\pi")
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
