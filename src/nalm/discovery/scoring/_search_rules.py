"""The numbers that steer a search: what is tried, how long, and what is fitted well."""

from dataclasses import dataclass

from nalm.discovery.scoring._verdict_rules import VERDICT_RULES


@dataclass(frozen=True, kw_only=True)
class SearchRules:
    """What a search decides by. None of these decides a verdict: `VerdictRules` do.

    Scores are description lengths in units of -2 log likelihood (Schwarz (1978), "Estimating the
    dimension of a model"), so that a difference of 2 is one of e in the odds.

    Attributes:
        judged_rows: Most inner, and most outer, rows that formulas are judged on: the error of a
            mean of 3000 squares is 3 %.
        reserved: Share of the time that is kept for the last fits of what was found.
        many_inputs: Inputs beyond which regressions come before the random starts of larger
            structures: random exponents of many inputs seldom fall on the few that matter.
        few_constants: Most measured constants of a simple formula.
        gain: Difference of scores that counts as a gain: below it the evidence is not strong (Kass
            and Raftery (1995), "Bayes Factors", section 3.2).
        stuck_after: Steps without a gain after which the best formulas are varied.
        patience: Steps without a gain after which a simple formula, or a product of powers, is not
            expected to be beaten, but by what is owed.
        patience_of_few: The same of few rows, which many formulas fit, and of a search that was cut
            short: from the first product on, as many as there are up to the binomials.
        long_patience: The same of any other formula: it is seldom the law.
        clear: Times the bits that it takes to write a simple formula, or a product, that the rows
            have to hold of its curve, for no other to be waited for: none is expected to follow it.
        first_step: What a step of a formula's first fit has to lower the score by.
        far_behind: How far a formula may be behind the best one after its first fit to be fitted
            to the end: no fit gained as much.
        behind_an_answer: The same beside a simple formula that fits to the noise: such fits gained
            7 at most.
        refits: Times a formula is fitted again that its fit made simpler.
        exponent_rounding: Distance of a measured exponent from a fraction that is rounding error.
        exponent_denominator: Largest denominator of that fraction.
        contradicted: What a formula's score must be better by if the outer rows contradict it.
        explained: R² below which a formula says so little that no row could contradict it: the
            same handicap applies.
        worse_than_mean: The handicap of what is worse than the mean of y: more than any score.
        constraint_broken: The handicap of what breaks a constraint: more than all others.
        r2_rounding: R² that is rounding error.
    """

    judged_rows: int = 3000
    reserved: float = 0.05
    many_inputs: int = 6
    few_constants: int = 3
    gain: float = 6.0
    stuck_after: int = 2
    patience: int = 2
    patience_of_few: int = 7
    long_patience: int = 16
    clear: float = 8.0
    first_step: float = 1.0
    far_behind: float = 100.0
    behind_an_answer: float = 30.0
    refits: int = 3
    exponent_rounding: float = 1e-9
    exponent_denominator: int = 12
    contradicted: float = 30.0
    explained: float = 0.5
    worse_than_mean: float = 1e6
    constraint_broken: float = 1e9
    r2_rounding: float = 1e-9

    def patience_with(self, rows: int, *, simple: bool, product: bool) -> int:
        """Return the steps without a gain after which a formula is not expected to be beaten.

        Args:
            rows: Inner rows.
            simple: Whether it is simple.
            product: Whether it is a product of powers, of which any may be the law of many rows.
        """
        if rows < VERDICT_RULES.few_rows:
            return self.patience_of_few if simple else self.long_patience
        return self.patience if simple or product else self.long_patience

    def behind(self, *, answered: bool) -> float:
        """Return how far a formula may be behind the best one to be fitted to the end.

        Args:
            answered: Whether that one is simple and fits to the noise.
        """
        return self.behind_an_answer if answered else self.far_behind
