"""The words of the reasons that equations of motion have: see `_wording`."""

from collections.abc import Mapping
from types import MappingProxyType

from nalm.discovery.result._reason_kind import ReasonKind

OF_MOTION: Mapping[ReasonKind, str] = MappingProxyType(
    {
        ReasonKind.SOLUTION_PREDICTS: (
            "Integrated through the outermost quarter of the data, which was held out, it agrees "
            "with the measurements to within the noise (median relative error {error:.2g})."
        ),
        ReasonKind.NO_SOLUTION: (
            "It has no solution through the data: the solution leaves the domain of the "
            "equation. Look at the other candidates."
        ),
        ReasonKind.SOLUTION_MISSES: (
            "Its solutions miss the measurements by {ratio:.2g} times the noise. The law is not "
            "of this form, or depends on a state or control that was not given."
        ),
        ReasonKind.CORRELATED_IN_TIME: (
            "Successive residuals are correlated ({deviations:.1f} standard errors more than by "
            "chance), so they are not only noise. A term, a state or a control is missing."
        ),
        ReasonKind.SOLUTION_MISSES_HELD_OUT: (
            "Its solutions miss the outermost quarter of the data, which was held out, by "
            "{ratio:.2g} times the noise (median relative error {error:.2g}). Do not use it for "
            "extrapolation."
        ),
        ReasonKind.SMOOTH_DEVIATION: (
            "Its solutions deviate smoothly from the data, by {size:.2g} of their spread, where "
            "the data show no noise of that size. The tolerance of the solver that computed them "
            "may do that, or a small term that is missing. Compute them with a smaller tolerance."
        ),
        ReasonKind.FEW_HELD_OUT: (
            "Only {rows:.0f} measurements could be held out. Measure more rows or trajectories."
        ),
        ReasonKind.FORM_GIVEN: (
            "Its form was given, and the data do not contradict it. No other form was compared. "
            "Fit without `structures` to compare."
        ),
        ReasonKind.NOT_INTEGRATED: (
            "The time was up before all rival equations were integrated, and one of them may fit "
            "better. Give it more time."
        ),
        ReasonKind.FEW_MEASUREMENTS: (
            "It has {constants:.0f} constants, for which {rows:.0f} measurements are few. Other "
            "forms would fit too. Measure more rows or trajectories."
        ),
        ReasonKind.CHOSEN_ON_ALL_ROWS: (
            "The rows are few and noisy, so the form was chosen on all of them. None is left to "
            "test it. Measure more rows or trajectories."
        ),
        ReasonKind.NOISE_UNKNOWN: (
            "The measurements are so few that a smooth curve passes through them, so the size of "
            "the noise is unknown. Measure more rows or trajectories."
        ),
        ReasonKind.NOISE_RELATIVE: (
            "Its residuals grow with the state: noise in proportion to it is likelier than the "
            "constant noise of this fit (odds of {odds:.2g}), and so may be another "
            'equation. Fit with noise="relative".'
        ),
        ReasonKind.NOISE_CONSTANT: (
            "Its residuals do not grow with the state: constant noise is likelier than the noise "
            "in proportion to it of this fit (odds of {odds:.2g}), and so may be another "
            'equation. Fit with noise="constant".'
        ),
        ReasonKind.OTHER_EQUATIONS: (
            "Other equations fit nearly as well and differ from it elsewhere: {count:.0f} "
            "(odds of {odds:.2g} for this one over the best of them). Measure from other starting "
            "values, or with less noise."
        ),
        ReasonKind.OPEN_EXPONENT: (
            "The data do not determine one of its exponents: the standard error is {error:.2g}. "
            "Measure where the states vary more."
        ),
        ReasonKind.MANY_CONSTANTS_IN_TIME: (
            "It has {constants:.0f} constants. An equation as flexible as this fits many curves. "
            "Measure from other starting values."
        ),
        ReasonKind.INTERRUPTED: (
            "The fit was interrupted before its equations were integrated. Fit again."
        ),
    }
)
