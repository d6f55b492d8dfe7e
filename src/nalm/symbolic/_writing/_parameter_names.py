"""What the measured numbers of a formula are called in a table of errors."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nalm.symbolic._formula._formula import Power, Product, Sum, sum_in
from nalm.symbolic._formula._names import check_names
from nalm.symbolic._formula._number import ONE
from nalm.symbolic._writing._text import to_text

_DIGITS = 3


def parameter_names(formula: Sum, names: Sequence[str]) -> tuple[str, ...]:
    """Name the measured numbers, in the order of `parameters`.

    Args:
        formula: Whose measured numbers are named.
        names: Names of the inputs.

    Returns:
        One name per number, each different.

    Raises:
        InvalidValueError: If there are fewer names than inputs.

    Example:
        >>> from nalm.symbolic import Power, Product, Sum, parameter_names
        >>> parameter_names(Sum((Product(2.5, (Power(0, 1.9),)), Product(0.3))), ["x"])
        ('coefficient of x^1.9', 'exponent of x in x^1.9', 'constant')
    """
    check_names(formula, names)
    found = list(_names(formula, names, ""))
    total, seen = Counter(found), Counter[str]()
    unique: list[str] = []
    for name in found:
        seen[name] += 1
        unique.append(f"{name} ({seen[name]})" if total[name] > 1 else name)
    return tuple(unique)


def _names(formula: Sum, names: Sequence[str], inside: str) -> Iterator[str]:
    for term in formula.terms:
        # The name is what the coefficient multiplies; its value stands beside it in a table.
        written = _text(replace(term, coefficient=ONE), names)
        if isinstance(term.coefficient, float):
            yield (f"coefficient of {written}" if term.powers else "constant") + inside
        for power in term.powers:
            base = _base_text(power, names)
            if isinstance(power.exponent, float):
                yield f"exponent of {base} in {written}{inside}"
            if (inner := sum_in(power.base)) is not None:
                yield from _names(inner, names, f" in {base}")


def _base_text(power: Power, names: Sequence[str]) -> str:
    return _text(Product(ONE, (Power(power.base, ONE),)), names)


def _text(term: Product, names: Sequence[str]) -> str:
    return to_text(Sum((term,)), names, digits=_DIGITS)
