r"""Whether chains have converged: split R̂ and effective sample size.

Gelman et al., *Bayesian Data Analysis*, 3rd edition, sections 11.4 and 11.5; the sum of
autocorrelations ends as in Geyer, *Practical Markov chain Monte Carlo*, 1992, section 3.3.
"""

import numpy as np

from nalm._typing import FloatArray

CONVERGED_RHAT = 1.01
"""Chains that agree better have converged (Vehtari et al. 2021)."""

CONVERGED_ESS = 400.0
"""Independent draws that quantiles need at least (the same paper)."""


def split_rhat(draws: FloatArray) -> FloatArray:
    r"""Compare halves of chains: $\hat R = \sqrt{\widehat{\mathrm{var}}^+ / W}$.

    Args:
        draws: `(chains, draws, parameters)`.

    Returns:
        One number for each parameter: 1 where the halves of all chains agree; NaN where no chain
        has moved.
    """
    # Halves, since a chain that drifts agrees with other drifting chains, but not with itself.
    halves = _split(draws)
    length = halves.shape[1]
    within = halves.var(axis=1, ddof=1).mean(axis=0)
    between = halves.mean(axis=1).var(axis=0, ddof=1)
    with np.errstate(all="ignore"):
        return np.sqrt((length - 1) / length + between / within)


def effective_size(draws: FloatArray) -> FloatArray:
    r"""Count independent draws: $mn / (1 + 2 \sum_t \hat\rho_t)$ over split chains.

    Args:
        draws: `(chains, draws, parameters)`.

    Returns:
        One number for each parameter; at most all draws times their common logarithm.
    """
    halves = _split(draws)
    chains, length, _ = halves.shape
    covariance = _autocovariance(halves).mean(axis=0)  # (lags, parameters)
    # The autocovariances are divided by n, but W is the unbiased variance.
    within = covariance[0] * length / (length - 1)
    # var⁺ = (n - 1)/n W + B/n, which includes what the means of the chains differ by. So chains
    # that have not mixed look correlated, as they should.
    variance = covariance[0] + halves.mean(axis=1).var(axis=0, ddof=1)
    with np.errstate(all="ignore"):
        correlation = 1 - (within - covariance * length / (length - 1)) / variance
    correlation[0] = 1.0
    pairs = correlation[: length // 2 * 2].reshape(length // 2, 2, -1).sum(axis=1)
    # Sums of neighbouring pairs are positive and falling for a reversible chain; beyond the first
    # that is not positive there is noise only.
    falling = np.minimum.accumulate(pairs, axis=0)
    time = -1 + 2 * np.where(np.cumprod(pairs > 0, axis=0, dtype=bool), falling, 0.0).sum(axis=0)
    total = chains * length
    # Draws that alternate around the mean are worth more than independent ones. The bound keeps
    # noise from making the number arbitrarily large.
    return total / np.maximum(time, 1 / np.log10(total))


def _split(draws: FloatArray) -> FloatArray:
    length = draws.shape[1] // 2
    return np.concatenate([draws[:, :length], draws[:, -length:]])


def _autocovariance(draws: FloatArray) -> FloatArray:
    """Return `(chains, lags, parameters)`, by a Fourier transform padded with zeros."""
    length = draws.shape[1]
    centred = draws - draws.mean(axis=1, keepdims=True)
    # Padding to twice the length keeps the ends of a chain from being neighbours. The sums of
    # products are divided by n at every lag: more bias, and less variance, than by n - t.
    spectrum = np.fft.rfft(centred, n=2 * length, axis=1)
    return np.fft.irfft(np.abs(spectrum) ** 2, n=2 * length, axis=1)[:, :length] / length
