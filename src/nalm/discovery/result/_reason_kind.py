"""Which test decided a verdict, as data."""

from enum import Enum


class ReasonKind(Enum):
    """Why a verdict was given; `str(reason)` says it in words.

    The first kinds are of formulas of a table, those from `SOLUTION_PREDICTS` on of equations of
    motion. The value is what a file holds.
    """

    # A law of a table.
    CONSTANT_TARGET = "constant_target"
    ROUNDING_ERROR = "rounding_error"
    WITHIN_ROUNDING = "within_rounding"
    PREDICTS = "predicts"
    PREDICTS_AS_OTHERS = "predicts_as_others"
    FORM_HOLDS = "form_holds"
    # An approximation.
    ONE_ROW_CONTRADICTS = "one_row_contradicts"
    HELD_OUT_ROWS_MISSED = "held_out_rows_missed"
    HELD_OUT_ROWS_FAR = "held_out_rows_far"
    CORRELATED_RESIDUALS = "correlated_residuals"
    # Undecided.
    NOTHING_HELD_OUT = "nothing_held_out"
    LITTLE_EXPLAINED = "little_explained"
    FLAT_OUTSIDE = "flat_outside"
    SEARCH_STOPPED = "search_stopped"
    OPEN_EXPONENTS = "open_exponents"
    FLEXIBLE_SUM = "flexible_sum"
    MANY_CONSTANTS = "many_constants"
    FUNCTION_OF_NOISY_INPUTS = "function_of_noisy_inputs"
    FEW_PERIODS = "few_periods"
    FEW_POINTS = "few_points"
    LITTLE_INFORMATION = "little_information"
    SERIES_FITS = "series_fits"
    FEW_ROWS = "few_rows"
    CURVE_FITS_BETTER = "curve_fits_better"
    CURVE_UNSEEN = "curve_unseen"
    ABSOLUTE_VALUE = "absolute_value"
    STEP = "step"
    OPEN_EXPONENTS_BESIDE = "open_exponents_beside"
    CORRECTION_UNSEEN = "correction_unseen"
    RIVAL = "rival"
    LONGER_RIVAL = "longer_rival"
    OTHER_FORMS = "other_forms"
    ONE_ROW_DECIDES = "one_row_decides"
    OTHER_ON_ALL_ROWS = "other_on_all_rows"
    BETTER_FORM = "better_form"
    FORM_NOT_COMPARED = "form_not_compared"
    CONSTRAINT_BROKEN = "constraint_broken"
    CONSTRAINT_CONTRADICTED = "constraint_contradicted"

    # A law of motion.
    SOLUTION_PREDICTS = "solution_predicts"
    # An approximation.
    NO_SOLUTION = "no_solution"
    SOLUTION_MISSES = "solution_misses"
    CORRELATED_IN_TIME = "correlated_in_time"
    SOLUTION_MISSES_HELD_OUT = "solution_misses_held_out"
    # Undecided; also `FLEXIBLE_SUM`.
    FEW_HELD_OUT = "few_held_out"
    SMOOTH_DEVIATION = "smooth_deviation"
    FORM_GIVEN = "form_given"
    NOT_INTEGRATED = "not_integrated"
    FEW_MEASUREMENTS = "few_measurements"
    CHOSEN_ON_ALL_ROWS = "chosen_on_all_rows"
    NOISE_UNKNOWN = "noise_unknown"
    NOISE_RELATIVE = "noise_relative"
    NOISE_CONSTANT = "noise_constant"
    OTHER_EQUATIONS = "other_equations"
    OPEN_EXPONENT = "open_exponent"
    MANY_CONSTANTS_IN_TIME = "many_constants_in_time"
    INTERRUPTED = "interrupted"

    # Of a file that holds nothing but the sentence, as older versions wrote them.
    TEXT = "text"
