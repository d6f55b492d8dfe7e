"""Draws from a distribution as a `Posterior`, with a warning where they cannot be trusted."""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.uncertainty._centring import uncentred
from nalm.discovery.uncertainty._chains import Chains
from nalm.discovery.uncertainty._diagnostics import (
    CONVERGED_ESS,
    CONVERGED_RHAT,
    effective_size,
    split_rhat,
)
from nalm.discovery.uncertainty._laplace import Laplace, student_moments
from nalm.discovery.uncertainty._posterior_result import LEVELS, Posterior
from nalm.errors import UnreliableWarning

_POOR = 0.1  # share of independent draws below which the t distribution is not the posterior


def from_student(
    identity: Mapping[str, Any],
    fitted: Laplace,
    *,
    matrix: FloatArray,
    draws: FloatArray,
    sigma: FloatArray,
    share: float,
) -> Posterior:
    """Summarise independent draws of a t distribution.

    Args:
        identity: Whose parameters they are: the first fields of `Posterior`.
        fitted: The t distribution, of centred parameters.
        matrix: Of the centring (see `_centring`).
        draws: Centred parameters `(draws, parameters)`.
        sigma: Noise with each draw `(draws,)`.
        share: How many draws of the posterior each is worth (see `weight_share`).
    """
    if share < _POOR:
        warnings.warn(
            f"the posterior is not near Student's t: draws from it are worth {share:.1%} of as "
            'many from the posterior; use method="sampling"',
            UnreliableWarning,
            stacklevel=3,
        )
    mean, sd, quantiles = student_moments(fitted, matrix=matrix, draws=draws, levels=LEVELS)
    return Posterior(
        **identity,
        method="laplace",
        mean=mean,
        sd=sd,
        quantiles=quantiles,
        draws=uncentred(draws, matrix=matrix),
        sigma=sigma,
        rhat=np.full(len(mean), np.nan),
        # Importance weights are of whole draws, so all parameters have one effective size.
        ess=np.full(len(mean), len(draws) * share),
        acceptance=float("nan"),
    )


def from_chains(
    identity: Mapping[str, Any], chains: Chains, *, draws: FloatArray, sigma: FloatArray
) -> Posterior:
    """Summarise what chains have drawn.

    Args:
        identity: As in `from_student`.
        chains: The draws in coordinates in which their convergence is judged, one for each
            parameter.
        draws: The same as parameters of the formula, chain after chain `(draws, parameters)`.
        sigma: Noise with each draw `(draws,)`.
    """
    result = Posterior(
        **identity,
        method="sampling",
        mean=draws.mean(axis=0),
        sd=draws.std(axis=0, ddof=1),
        quantiles=np.quantile(draws, LEVELS, axis=0).T,
        draws=draws,
        sigma=sigma,
        # Judged in coordinates in which the posterior is nearly normal: both numbers are about
        # means and variances, which heavy tails of the formula's own parameters would spoil.
        rhat=split_rhat(chains.draws),
        ess=effective_size(chains.draws),
        acceptance=chains.acceptance,
    )
    if not result.converged:
        warnings.warn(
            f"the chains have not converged: R̂ is up to {result.rhat.max():.3g} (good: below "
            f"{CONVERGED_RHAT}), effective draws are from {result.ess.min():.0f} (good: above "
            f"{CONVERGED_ESS:.0f}); ask for more draws or chains, or choose a simpler candidate",
            UnreliableWarning,
            stacklevel=3,
        )
    return result
