"""The numbers that decide a verdict, each with its reason."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class VerdictRules:
    """When a formula is a law, an approximation, or undecided.

    `benchmarks/discovery_sensitivity.py` halves and doubles each number and counts false and missed
    laws; "Which numbers decide" in docs/discovery-benchmark.md has the table.

    Attributes:
        exact: Residual, relative to y, that is rounding error. Sums of doubles that cancel may
            lose half of their sixteen digits.
        usual: Share of the rows that have to be as close as that.
        wild: How many times larger the residual of the other rows may be: beside a pole of the
            formula, rounding errors of the inputs grow with its slope.
        flexible: Measured constants beyond which a sum, with any measured exponent, nearly fits
            every smooth function: then it must be closer.
        flexible_exact: What `exact` is of such a sum: tens of roundings of a double, 2e-16.
        spare_digits: Digits of the data, beyond one for each measured constant, that a formula has
            to fit to the last one to be exact to these: one of a hundred does by chance.
        within_rounding: Standard deviation of residuals, in units of the largest rounding error,
            that is rounding: that of one rounding is 1/√3, of a chain of float32 operations more.
        beyond_rounding: The same of the largest residual.
        contradicted: Standard errors above 1 of the outer rows' mean squared prediction error, from
            which they contradict a formula. The error of a mean of n squares is √(2/n) for normal
            noise; the tails of real noise need more than the usual three. With few inner rows more
            is chance: see `largest_by_chance`.
        correlated: Standard errors of the correlation of neighbours' residuals, from which it is no
            chance. As above: the largest of several tests counts, so three are too few.
        fewest_neighbours: Inner rows from which neighbours are asked at all.
        explained: Share of the outer rows' variation that a law has to predict: more than is left.
        few_outer: Distinct outer points below which their variation is that of the noise, so that
            the variation of all rows counts instead.
        loose: Standard error of a product's exponent from which it is open: half the distance of
            the fifths that exponents may be read as.
        many: Measured constants that a law may have. With more, sums of the class follow `exp` and
            `sin` over the range of a table to within the noise.
        long: Plus and minus signs from which it may have one less: signs choose among forms, as
            constants do.
        periods: Periods, within the inner rows, of a sine whose frequency was measured: fewer
            do not show that it comes back.
        spare_points: Distinct points beyond the measured constants: as many as a bend and an S
            beside a formula need to be seen.
        symbol_bits: Bits that it takes to write a symbol of a formula: one of about 16 variables,
            constants, operators and functions.
        corrected: Share of a formula's variation that is left without one of its functions, from
            which this only corrects it.
        clear: How many times more bits than it takes to write a formula, without its constants, the
            rows have to hold about its curve to allow it any number of constants.
        rows_each: Inner rows for each measured constant but one. The rule of thumb of regression
            asks for 10 to 20 (Harrell (2015), "Regression Modeling Strategies", section 4.4).
        few_rows: Inner rows below which neighbours hardly show a pattern, so that a curve is tried:
            of 32 rows all have to err alike before their correlation counts.
        curved: Probability by chance of a curve that fits better, from which it is chance: the
            usual level. A curve is noticed from Student's quantile of it on.
        bent: The same of many rows, of which a law may not be refused once in twenty.
        close: Difference of scores below which another formula cannot be ruled out: odds of 22 000
            to 1, as thousands of formulas are compared. A function outside the class has many
            approximations of about equal score; a law stands alone.
        far_share: Share of the rows, the outermost, that are moved out to compare extrapolations.
        apart: Relative difference from which two formulas differ there, and curve from which few
            rows leave a formula open: what one would notice in use.
        certain: The same in standard errors of the difference.
        apart_on: Share of those points on which a worse formula has to differ.
        ahead_on: The same for one that the chosen formula is ahead of by no more than one further
            term costs: its brevity alone may be why. Chosen on one draw of the benchmark, where a
            tenth called sums laws that stand for a root.
        doubtful: Odds of all other forms together that have no more measured constants, from which
            the form is open, however little they differ: a law may be wrong once in a hundred.
        felt: Gain of -2 log likelihood without a row, beyond the chosen formula's, from which both
            are fitted again without it.
        tried: How many formulas are, the shortest first: each takes a fit.
        unnoticed: Sum of squared changes, in units of the noise's variance, that the data do not
            notice: five standard errors.
        shown: How many times more bits than it takes to write a product, without its constants, the
            rows have to hold about its curve, so that a longer formula whose difference they do not
            notice is no doubt: of the wrong products that fit, none has more than 5.6.
        strong: Difference of scores below which the evidence for a longer formula is not strong, of
            2 log Bayes factors (Kass and Raftery (1995), "Bayes Factors", section 3.2).
    """

    exact: float = 1e-9
    usual: float = 0.9
    wild: float = 1e3
    flexible: int = 4
    flexible_exact: float = 1e-14
    spare_digits: float = 2.0
    within_rounding: float = 1.0
    beyond_rounding: float = 4.0
    contradicted: float = 5.0
    correlated: float = 4.0
    fewest_neighbours: int = 20
    explained: float = 0.5
    few_outer: int = 3
    loose: float = 0.1
    many: int = 3
    long: int = 3
    periods: float = 1.5
    spare_points: int = 3
    symbol_bits: float = 4.0
    corrected: float = 0.9
    clear: float = 3.0
    rows_each: int = 10
    few_rows: int = 40
    curved: float = 0.05
    bent: float = 0.001
    close: float = 20.0
    far_share: float = 1 / 3
    apart: float = 0.05
    certain: float = 3.0
    apart_on: float = 0.5
    ahead_on: float = 0.02
    doubtful: float = 0.01
    felt: float = 10.0
    tried: int = 8
    unnoticed: float = 25.0
    shown: float = 8.0
    strong: float = 6.0


VERDICT_RULES = VerdictRules()
"""The rules of every search."""
