"""The words of a verdict's reason: one sentence or more per kind, the last one what to do next.

No sentence may praise the formula: a reason does not know how much of the variation it explains.
"""

import math
from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType

from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.result._wording_of_motion import OF_MOTION
from nalm.discovery.result._wording_of_sizes import with_words

_SENTENCES: Mapping[ReasonKind, str] = MappingProxyType(
    {
        ReasonKind.CONSTANT_TARGET: "The target has the same value on every row.",
        ReasonKind.ROUNDING_ERROR: (
            "Its residuals are rounding error, also on the {rows:.0f} outermost rows, which were "
            "held out."
        ),
        ReasonKind.WITHIN_ROUNDING: (
            "Its residuals are within the rounding of the data, also on the {rows:.0f} outermost "
            "rows, which were held out. The target has {digits:.1f} digits, more than "
            "its measured constants ({constants:.0f}) can take up."
        ),
        ReasonKind.PREDICTS: (
            "It predicts the {rows:.0f} outermost rows, which were held out, to within the noise "
            "(median relative error {error:.2g}). No other formula does."
        ),
        ReasonKind.PREDICTS_AS_OTHERS: (
            "It predicts the {rows:.0f} outermost rows, which were held out, to within the noise "
            "(median relative error {error:.2g}). So do other formulas with as few measured "
            "constants. In extrapolation they differ from it by less than {apart:.0%} or "
            "{certain:g} standard errors."
        ),
        ReasonKind.FORM_HOLDS: (
            "Its form was given. It predicts the {rows:.0f} outermost rows, which were held out, "
            "to within the noise (median relative error {error:.2g}). No searched form that "
            "extrapolates otherwise is better."
        ),
        ReasonKind.ONE_ROW_CONTRADICTS: (
            "One of the {rows:.0f} held-out rows contradicts it: the one with the target "
            "{target:.6g}. Check that measurement. If it is right, the law is not of a form that "
            "was searched, and the formula must not be used for extrapolation."
        ),
        ReasonKind.HELD_OUT_ROWS_MISSED: (
            "On the {rows:.0f} outermost rows, which were held out, its mean squared error is "
            "{ratio:.3g} times what residuals and standard errors inside predict. The law is not "
            "of a form that was searched, or an input is missing. Do not use the formula for "
            "extrapolation."
        ),
        ReasonKind.HELD_OUT_ROWS_FAR: (
            "On the {rows:.0f} outermost rows, which were held out, its mean squared error is "
            "{ratio:.3g} times what residuals and standard errors inside predict. As only "
            "{inner:.0f} rows say how large the noise is, chance explains up to {chance:.3g} "
            "times. Measure more rows."
        ),
        ReasonKind.CORRELATED_RESIDUALS: (
            "The residuals of neighbouring rows are correlated ({deviations:.1f} standard errors "
            "more than by chance), so they are not only noise. A term or an input is missing. "
            "Plot the residuals against each input to see where."
        ),
        ReasonKind.NOTHING_HELD_OUT: (
            "There are too few different rows to hold any out. Measure at more values of the "
            "inputs."
        ),
        ReasonKind.LITTLE_EXPLAINED: (
            "It explains {share:.0%} of the variation of the held-out rows. The rest is noise, "
            "or comes from inputs that are not in the table. Add such inputs, or measure with "
            "less noise."
        ),
        ReasonKind.FLAT_OUTSIDE: (
            "The target hardly varies in the held-out rows, which lie outermost, but for noise: it "
            "explains {share:.0%} of that. So they do not test it. Measure further out, or with "
            "less noise."
        ),
        ReasonKind.SEARCH_STOPPED: (
            "The search was stopped before its end, and a longer one may find a better formula. "
            "Give it more time."
        ),
        ReasonKind.OPEN_EXPONENTS: (
            "The data do not determine its exponents: measured, they would have standard errors "
            "of up to {error:.2g}. Measure more rows, or over a wider range of the inputs."
        ),
        ReasonKind.FLEXIBLE_SUM: (
            "It is a sum with exponents that are not simple fractions. With noise, such a sum "
            "fits many other functions as well. Measure with less noise, or over a wider range."
        ),
        ReasonKind.MANY_CONSTANTS: (
            "It has {constants:.0f} measured constants and {signs:.0f} plus or minus signs. A "
            "formula as flexible as this fits many functions. Compare it with the shorter "
            "candidates."
        ),
        ReasonKind.FUNCTION_OF_NOISY_INPUTS: (
            "It has a function of inputs that have errors of their own. Under such errors other "
            "functions and quotients fit alike. Measure the inputs with less noise."
        ),
        ReasonKind.FEW_PERIODS: (
            "The rows show {periods:.2g} periods of one of its sines, whose frequency was "
            "measured. A sine that does not come back follows many other curves. Measure over "
            "{enough:g} periods or more."
        ),
        ReasonKind.FEW_POINTS: (
            "The rows have {points:.0f} distinct inputs. Many formulas with as many measured "
            "constants ({constants:.0f}) pass through the means of so few points. Measure at more "
            "values of the inputs."
        ),
        ReasonKind.LITTLE_INFORMATION: (
            "The rows hold {bits:.0f} bits about its form, and to write it takes {size:.0f}: many "
            "others of its length may fit as well. Measure at more values of the inputs."
        ),
        ReasonKind.SERIES_FITS: (
            "It fits to the last digit, but so does a power series of {terms:.0f} terms, whose "
            "next one would be lost in rounding. Over this range any smooth function looks like "
            "that. Measure over a wider range."
        ),
        ReasonKind.FEW_ROWS: (
            "It has {constants:.0f} measured constants and was fitted to {rows:.0f} rows. "
            "These are too few to test its form. Measure more rows."
        ),
        ReasonKind.CURVE_FITS_BETTER: (
            "With a smooth curve added it fits better (p = {chance:.2g} in Ramsey's RESET test). "
            "Another formula near it may be right. Measure more rows."
        ),
        ReasonKind.CURVE_UNSEEN: (
            "A smooth deviation of up to ± {size:.0%} would go unnoticed in {rows:.0f} rows with "
            "these residuals. Measure more rows, or with less noise."
        ),
        ReasonKind.ABSOLUTE_VALUE: (
            "The data cannot tell one of its roots from the absolute value |x| of an input, "
            "which is not searched. Measure rows nearer to where the root is 0."
        ),
        ReasonKind.STEP: (
            "The data cannot tell one of its functions from a step, which is not searched. Measure "
            "rows nearer to where the function changes."
        ),
        ReasonKind.OPEN_EXPONENTS_BESIDE: (
            "The data do not determine which powers of the inputs stand beside its functions: "
            "measured, they would have standard errors of up to {error:.2g}. Measure over a wider "
            "range of the inputs."
        ),
        ReasonKind.CORRECTION_UNSEEN: (
            "Without one of its functions it still explains {share:.2%} of its own variation. The "
            "rows hold {bits:.0f} bits about the rest, and to write that function takes "
            "{size:.0f}: other corrections may fit as well. Measure with less noise, or more rows."
        ),
        ReasonKind.RIVAL: (
            "Another formula fits inner and held-out rows nearly as well (odds of "
            "{odds:.2g} for this formula). The two differ in extrapolation. Measure more rows, or "
            "further out."
        ),
        ReasonKind.LONGER_RIVAL: (
            "A formula with more measured constants fits the inner rows better (odds of "
            "{odds:.2g}). The two differ in extrapolation. Measure more rows, or further out."
        ),
        ReasonKind.OTHER_FORMS: (
            "Formulas of other forms with as few measured constants fit inner and held-out rows "
            "nearly as well: {forms:.0f} (odds of {odds:.2g} for this formula over all of them). "
            "They hardly differ in extrapolation, but which of them is right is open. Measure more "
            "rows, with less noise, or further out."
        ),
        ReasonKind.ONE_ROW_DECIDES: (
            "Without one row, the one with the target {target:.6g}, another formula would be "
            "better. Measure that row again, or leave it out."
        ),
        ReasonKind.OTHER_ON_ALL_ROWS: (
            "It was the best on inner and held-out rows apart. Fitted to all rows together, "
            "another formula is better (odds of {odds:.2g}). Measure more rows, and check "
            "those that are far off."
        ),
        ReasonKind.BETTER_FORM: (
            "Its form was given. The search found a better form (odds of {odds:.2g}), number "
            "{index:.0f} in the list of candidates. Compare the two."
        ),
        ReasonKind.FORM_NOT_COMPARED: (
            "Its form was given, and the data do not contradict it. No other form was compared. "
            "Fit with a search to compare."
        ),
        ReasonKind.CONSTRAINT_BROKEN: (
            "It breaks a constraint, and nothing was found that keeps them all. Check them, and "
            "their units; then give more time, other `functions` or another form."
        ),
        ReasonKind.CONSTRAINT_CONTRADICTED: (
            "A formula that breaks a constraint is better (odds of {odds:.2g}). The data "
            "speak against the constraints, or the law is not of a form that was searched. Check "
            "them."
        ),
        **OF_MOTION,
        ReasonKind.TEXT: "",
    }
)

_WITHOUT_VALUE: Mapping[ReasonKind, str] = MappingProxyType(
    {
        ReasonKind.HELD_OUT_ROWS_MISSED: (
            "Fitted to the other rows, it has no value on some of the {rows:.0f} outermost rows, "
            "which were held out. The law is not of this form, or an input is missing. Do not use "
            "the formula for extrapolation."
        )
    }
)
"""Where the ratio is infinite: there is no prediction to compare."""
RIVAL = "rival"
"""Name of the number, among the equations, of a formula that the data hardly tell from another."""
_RIVAL = " The other formula is number {rival:.0f} of `equations_`."


def sentence(kind: ReasonKind, numbers: Mapping[str, float]) -> str:
    """Say why a verdict was given, and what to do next.

    Args:
        kind: The test that decided.
        numbers: What it found, by name: those of `number_names`, and of another formula `rival`,
            its number among the equations.

    Example:
        >>> sentence(ReasonKind.FEW_ROWS, {"constants": 3, "rows": 12})[:64]
        'It has 3 measured constants and was fitted to 12 rows. These are'
    """
    sentences = _WITHOUT_VALUE if numbers.get("ratio") == math.inf else _SENTENCES
    said = sentences.get(kind, _SENTENCES[kind]).format_map(with_words(numbers))
    return said + _RIVAL.format_map(numbers) if RIVAL in numbers else said


def number_names(kind: ReasonKind) -> frozenset[str]:
    """Return the names of the numbers that a kind has.

    Args:
        kind: Of a reason.

    Example:
        >>> sorted(number_names(ReasonKind.FEW_ROWS))
        ['constants', 'rows']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(_SENTENCES[kind]) if name)
