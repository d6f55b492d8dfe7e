"""What the measured numbers of a formula are called in a table of errors."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nalm.symbolic._formula._formula import Call, Power, Product, Sum
from nalm.symbolic._formula._names import check_names
from nalm.symbolic._formula._number import ONE
from nalm.symbolic._writing._text import to_text

_DIGITS = 3


def parameter_names(formula: Sum, names: Sequence[str], *, exact: bool = False) -> tuple[str, ...]:
    """Name the measured numbers, in the order of `parameters`.

    Args:
        formula: Whose measured numbers are named.
        names: Names of the inputs.
        exact: Whether exact coefficients are named as well, each in its place among the others.

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
    found = list(_names(formula, names, "", exact))
    total, seen = Counter(found), Counter[str]()
    unique: list[str] = []
    for name in found:
        seen[name] += 1
        unique.append(f"{name} ({seen[name]})" if total[name] > 1 else name)
    return tuple(unique)


def _names(formula: Sum, names: Sequence[str], inside: str, exact: bool) -> Iterator[str]:
    for term in formula.terms:
        # The name is what the coefficient multiplies; its value stands beside it in a table.
        written = _text(replace(term, coefficient=ONE), names)
        if exact or isinstance(term.coefficient, float):
            yield (f"coefficient of {written}" if term.powers else "constant") + inside
        for power in term.powers:
            if isinstance(power.exponent, float):
                yield f"exponent of {_base_text(power, names)} in {written}{inside}"
            base = power.base
            if isinstance(base, Call):
                # Only the function's name: its argument holds the number that is named.
                yield from _names(base.argument, names, f" inside {base.function}", exact)
            elif isinstance(base, Sum):
                yield from _names(base, names, f" in {_base_text(power, names)}", exact)


def _base_text(power: Power, names: Sequence[str]) -> str:
    return _text(Product(ONE, (Power(power.base, ONE),)), names)


def _text(term: Product, names: Sequence[str]) -> str:
    return to_text(Sum((term,)), names, digits=_DIGITS)
