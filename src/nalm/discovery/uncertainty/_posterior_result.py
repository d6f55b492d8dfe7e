"""A formula's measured numbers as random variables."""

# pandas ships no type stubs.
# pyright: reportMissingTypeStubs=false

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.uncertainty._density import Prior
from nalm.discovery.uncertainty._diagnostics import CONVERGED_ESS, CONVERGED_RHAT
from nalm.errors import UnknownNameError
from nalm.symbolic import Form, Sum

if TYPE_CHECKING:
    import pandas as pd

LEVELS = (0.025, 0.25, 0.5, 0.75, 0.975)
"""Levels of `Posterior.quantiles`: the median, the middle half and the middle 95 %."""


@dataclass(frozen=True, kw_only=True)
class Posterior:
    """What is known about the constants and exponents of a formula.

    Attributes:
        formula: Whose numbers they are.
        noise: The noise model.
        prior: Of the exponents.
        method: "laplace" or "sampling".
        names: Of the parameters: `c2`, the coefficient of the second term; `p2[x0]`, the exponent
            of `x0` in it; `p2[s1]` and `c2.s1.1`, the exponent and the first coefficient of the
            first sum in it.
        exponent: Which of them are exponents.
        mean: `(parameters,)`; for "laplace" the mode.
        sd: Standard deviations `(parameters,)`; for "laplace" linearised at the mode, and infinite
            where there are fewer than three rows more than parameters.
        quantiles: At 2.5, 25, 50, 75 and 97.5 %, `(parameters, 5)`.
        draws: `(draws, parameters)`.
        sigma: Standard deviation of the noise with each draw `(draws,)`: in units of y, or
            relative.
        rhat: Split R̂ of each parameter; NaN for "laplace".
        ess: How many independent draws the draws are worth, for each parameter. For "laplace",
            what is left after weighing them by the density itself: few where the posterior is not
            the t distribution that the method takes it for.
        acceptance: Share of accepted proposals; NaN for "laplace".
        rate: Whether the formula is a derivative dx/dt. Nobody measures that, so `sigma` is the
            noise of x, and `bands` has no noise to add to the formula.
        form: The form whose constants the parameters are, if a user gave one; otherwise they are
            the measured numbers of the formula.
    """

    formula: Sum
    noise: NoiseModel
    prior: Prior
    method: str
    names: tuple[str, ...]
    exponent: tuple[bool, ...]
    mean: FloatArray
    sd: FloatArray
    quantiles: FloatArray
    draws: FloatArray
    sigma: FloatArray
    rhat: FloatArray
    ess: FloatArray
    acceptance: float
    rate: bool = False
    form: Form | None = None

    @property
    def numbers(self) -> FloatArray:
        """The measured numbers of the formula with each draw `(draws, numbers)`."""
        return self.draws if self.form is None else self.form.values(self.draws)

    @property
    def converged(self) -> bool:
        """Whether the draws can be trusted: R̂ below 1.01 (sampling) and ess above 400."""
        agree = self.method == "laplace" or bool((self.rhat < CONVERGED_RHAT).all())
        return agree and bool((self.ess > CONVERGED_ESS).all())

    def index(self, name: str) -> int:
        """Return the place of a parameter in `names`.

        Raises:
            UnknownNameError: There is no such parameter.
        """
        if name not in self.names:
            raise UnknownNameError(
                f"name should be a parameter of the formula, one of {', '.join(self.names)}; "
                f"found {name!r}. Numbers that are exact have no posterior: see `released`"
            )
        return self.names.index(name)

    def summary(self) -> "pd.DataFrame":
        """Tabulate mean, sd, quantiles, rhat and ess: a row for each parameter and for sigma."""
        import pandas as pd

        levels = [f"{100 * level:g}%" for level in LEVELS]
        noise = [self.sigma.mean(), self.sigma.std(ddof=1), *np.quantile(self.sigma, LEVELS)]
        numbers = np.column_stack([self.mean, self.sd, self.quantiles, self.rhat, self.ess])
        return pd.DataFrame(
            np.vstack([numbers, [*noise, np.nan, np.nan]]),
            index=pd.Index([*self.names, "sigma"]),
            columns=pd.Index(["mean", "sd", *levels, "rhat", "ess"]),
        )
