"""The numbers that decide the verdict on an equation of motion, each with its reason."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class DynamicsVerdictRules:
    """When an equation of motion is a law, an approximation, or undecided.

    They are not those of a table: residuals here are of measurements that an integrated solution
    follows, in units of a noise that is known from smooth curves alone.

    Attributes:
        fewest: Held-out measurements that can decide anything.
        fewest_spare: Measurements beyond the independent numbers of the curves, from which the
            noise is known: its size then has an error of a quarter.
        unseen: Noise, as a fraction of a state's spread, from which its curves show no motion: rows
            a quarter of a period apart look like that.
        misfit: Root mean square residual, in units of the noise, from which an equation does not
            fit, however few the measurements: twice the noise is seen by eye.
        misfit_unsure: The same where so few measurements are left over by the curves that the noise
            is a guess.
        misfit_many: The same with very many measurements: the noise of a smooth curve is known to
            no better than a quarter.
        false_alarm: Probability that noise alone exceeds what is allowed where noise is a guess.
        margin: Standard errors that few measurements are allowed above `misfit_many`, and held-out
            ones above 1.
        correlated: Standard errors of the correlation of successive residuals, from which it is no
            chance. The curves that tell the noise are smooth, so three are too few.
        fewest_in_a_row: Measurements from which successive ones are asked at all.
        quiet: Residual, in units of the least noise assumed, below which it is that of rounding:
            its pattern says nothing.
        visible: The same as a fraction of a state's spread, beyond a solver's tolerance.
        tolerance: Smooth deviation, as a fraction of a state's spread, up to which it may be that
            of a solver that computed the data: a relative tolerance of 10⁻³, as coarse as is used,
            adds up to about a hundredth over several periods.
        beyond_noise: The same in units of the noise from which it is none.
        rows_each: Measurements for each constant. Those of a curve hang together, and some of them
            only tell where it starts; of the 10 of regression this is the least that tests a form.
        many: Constants of an equation that is a law; more fit many curves, whatever made them. An
            equation of motion has more than a law of a table: each of several states acts on it.
        many_alone: The same on a single curve with noise.
        loose: Standard error of a measured exponent from which the form is open: as of a table.
        close: Difference of scores below which another system cannot be ruled out: as of a table.
        apart: Relative difference from which two equations differ elsewhere: as of a table.
        certain: The same in standard errors of the difference, on a part of the points.
        certain_on: Which part.
        known_on: Share of the points on which both must have a value, or they differ.
    """

    fewest: int = 5
    fewest_spare: float = 10.0
    unseen: float = 0.5
    misfit: float = 2.0
    misfit_unsure: float = 3.0
    misfit_many: float = 1.25
    false_alarm: float = 0.01
    margin: float = 3.0
    correlated: float = 4.0
    fewest_in_a_row: int = 20
    quiet: float = 0.3
    visible: float = 1e-3
    tolerance: float = 0.02
    beyond_noise: float = 5.0
    rows_each: int = 8
    many: int = 6
    many_alone: int = 4
    loose: float = 0.1
    close: float = 20.0
    apart: float = 0.05
    certain: float = 3.0
    certain_on: float = 0.1
    known_on: float = 0.5


DYNAMICS_VERDICT_RULES = DynamicsVerdictRules()
"""The rules of every fit."""
