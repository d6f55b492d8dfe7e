"""What a reason adds to the test that decided: one sentence for each number that is there."""

from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType

_REMARKS: Mapping[str, str] = MappingProxyType(
    {
        "searched_inputs": (
            "Sums of products, and functions, were searched in {searched_inputs:.0f} of the "
            "{all_inputs:.0f} inputs: those that act alone or by a product of two. An input that "
            "acts otherwise was not searched. Leave out inputs that cannot matter."
        ),
        "far_off": (
            "Far off: {far_off:.0f} of the {all_rows:.0f} rows that it was judged on, which count "
            "for no more than that. Check these measurements."
        ),
        "worse_r2": (
            "Over all rows it is worse than the mean of the target (R² = {worse_r2:.2g}): "
            "some rows are far off, or count little under its noise. Look at the other candidates."
        ),
        "shorter": (
            "Number {shorter:.0f} of `equations_` is shorter and explains more over all rows "
            "(R² = {shorter_r2:.3g} instead of {own_r2:.3g})."
        ),
        "cut_seconds": (
            "The search was stopped after {cut_seconds:.3g} s: a longer one may find a better "
            "formula."
        ),
    }
)
"""By the number that asks for it; others may stand in it."""


def remarks(numbers: Mapping[str, float]) -> str:
    """Say in words what the numbers of a reason add to its test; each sentence after a space.

    Args:
        numbers: By name.

    Example:
        >>> remarks({"worse_r2": -0.25})[:49]
        ' Over all rows it is worse than the mean of the t'
    """
    said = [text.format_map(numbers) for name, text in _REMARKS.items() if name in numbers]
    return "".join(f" {each}" for each in said)


def remark_names() -> frozenset[str]:
    """Return the names of all numbers that remarks have.

    Example:
        >>> "worse_r2" in remark_names()
        True
    """
    formats = (Formatter().parse(text) for text in _REMARKS.values())
    return frozenset(name for each in formats for _, name, _, _ in each if name)
