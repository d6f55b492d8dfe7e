"""The model of one outer product on logarithmic scale, where nearly all of it is linear.

    log |y| = log |c| + Σᵢ wᵢ log |xᵢ| + Σ_f p_f log |1 + Σₖ a_fk Πᵢ xᵢ^(u_fki)|

Only a and u need a search; c, w and p follow from them by linear least squares. From random starts
this converges where least squares on y itself almost never does.
"""

import torch
from torch import Tensor

from nalm.discovery.stages.cohorts._model import (
    Fit,
    Samples,
    inner_sums,
    log_size,
    products,
    project,
    times,
)
from nalm.discovery.stages.cohorts._structure import Structure


def fit_log(flat: Tensor, weight: Tensor, *, structure: Structure, samples: Samples) -> Fit:
    """Solve for log |c|, z and p, and differentiate by u and a.

    Args:
        flat: u, then a, then the exponents p that are given, 0 where they are sought
            `(starts, inner · features + inner + sums)`.
        weight: Factor of each residual of log |y| `(starts, rows)`.
        structure: With one outer product.
        samples: The rows.
    """
    features = samples.basis.shape[1]
    starts, inner = len(flat), structure.inner
    exponents, scale, given = flat.split_with_sizes(
        (inner * features, inner, len(structure.sums)), dim=1
    )
    values = products(exponents.reshape(starts, inner, features) @ samples.basis.T, samples)
    sums = inner_sums(scale, values, structure=structure)
    seen = (samples.logs @ samples.basis).mT
    ones = torch.ones(1, seen.shape[1], dtype=seen.dtype)
    raised, sought = log_size(sums), (given == 0).to(flat.dtype)
    # A given exponent is no unknown: `project` gives its column of zeros the coefficient 0.
    linear = torch.cat([ones, seen]).expand(starts, -1, -1)
    columns = torch.cat([linear, raised * sought[:, :, None]], 1)
    target = log_size(samples.y) - samples.logs @ samples.offset
    target = target - (given[:, None] @ raised)[:, 0]
    projected = project(columns * weight[:, None], weight * target)
    power = projected.linear[:, 1 + features :] * sought + given
    slopes = (power[:, :, None] / sums)[:, list(structure.owners)] * values * weight[:, None]
    # Exponents are either given or follow by least squares: no step moves them.
    fixed = torch.zeros_like(raised)
    jacobian = torch.cat([times(slopes * scale[:, :, None], seen), slopes, fixed], 1)
    return projected.with_jacobian(jacobian)


def to_flat(flat: Tensor, linear: Tensor, *, structure: Structure, features: int) -> Tensor:
    """Rearrange to the parameters of `fit`: w, u, a, p.

    Args:
        flat: Parameters of `fit_log`.
        linear: What it solved for.
        structure: With one outer product.
        features: Exponents of each product.
    """
    sizes = (structure.inner * features, structure.inner, len(structure.sums))
    inner, scale, given = flat.split_with_sizes(sizes, dim=1)
    power = torch.where(given == 0, linear[:, 1 + features :], given)
    return torch.cat([linear[:, 1 : 1 + features], inner, scale, power], 1)
