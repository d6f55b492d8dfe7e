"""How well the rows know the exponents of a formula, whatever these were read as."""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
from scipy.linalg import null_space

from nalm._typing import FloatArray
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._inner_sums import with_another_factor, with_other_sums
from nalm.discovery.rewriting._properties import numbers_of
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._refit import refit
from nalm.symbolic import Power, Product, Sum, evaluate, inputs_of, jacobian, sum_in


def exponent_error(chosen: ScoredFormula, inner: Problem) -> float:
    """Return the largest standard error that the exponents of a product have if all are measured.

        y = c Πᵢ xᵢ^wᵢ g(x; θ),   ∂y/∂log c = y,   ∂y/∂wᵢ = y log |xᵢ|

    g is the product of other factors, such as functions, with the measured numbers θ. Every input
    of such a factor may have an exponent beside it as well.

    With units only the directions of w are measured that these leave open: where there are none,
    the error is 0. It is infinite where the rows do not determine the exponents.

    Args:
        chosen: One product, fitted to the inner rows.
        inner: These rows.
    """
    fit, scale = chosen.fit, root_mean_square(inner.y)
    (product,) = fit.formula.terms
    used, others = _parts(product)
    # Exponents w = w₀ + B z: what the units fix is not measured, and has no error.
    basis = _open_directions(used, inner)
    if not basis.size:
        return 0.0
    x = inner.x[:, used]
    logs = np.log(np.abs(x), where=x != 0, out=np.zeros_like(x))  # where x is 0, so are the slopes
    # ∂y/∂log c is y itself, whitened; the other slopes are it times logarithms.
    unit = fit.size * scale / np.sqrt(inner.weight / inner.weight.mean())
    value = evaluate(fit.formula, inner.x) / unit
    # ∂y/∂θ is the product of powers times ∂g/∂θ: g itself may be 0 on some row.
    powers = tuple(power for power in product.powers if isinstance(power.base, int))
    outer = evaluate(Sum((Product(product.coefficient, powers),)), inner.x) / unit
    own = outer[:, None] * jacobian(Sum((Product(Fraction(1), others),)), inner.x)
    slope = np.column_stack([value, value[:, None] * (logs @ basis), own])
    rows, numbers = slope.shape
    # Numbers of functions may be of any size.
    length = np.maximum(np.linalg.norm(slope, axis=0), np.finfo(float).tiny)
    slope /= length
    if rows <= numbers or np.linalg.matrix_rank(slope) < numbers:
        return float("inf")
    error = np.sqrt(np.square(fit.residual).sum() / (rows - numbers))
    # Cov z = σ² A⁺ A⁺ᵀ, so that the error of wᵢ is σ times the length of row i of B A⁺.
    inverse = np.asarray(np.linalg.pinv(slope), dtype=np.float64) / length[:, None]
    spread = np.square(basis @ inverse[1 : 1 + basis.shape[1]]).sum(axis=1)
    return float(error * np.sqrt(spread.max()))


def _parts(product: Product) -> tuple[list[int], tuple[Power, ...]]:
    """Return the inputs of a product, those inside of its other factors last, and these factors."""
    others = tuple(power for power in product.powers if not isinstance(power.base, int))
    own = [power.base for power in product.powers if isinstance(power.base, int)]
    inside = sorted(inputs_of(Sum((Product(Fraction(1), others),))))
    return list(dict.fromkeys([*own, *inside])), others


def _open_directions(used: list[int], inner: Problem) -> FloatArray:
    """Directions of the exponents of these inputs that change no unit `(used, directions)`."""
    if inner.dimensions is None:
        return np.eye(len(used))
    units = np.array(inner.dimensions.inputs, dtype=np.float64)
    directions: FloatArray = null_space(units[:, used])
    return directions


def raised_error(chosen: ScoredFormula, inner: Problem) -> float:
    """Return the largest standard error of an exponent of a sum or a function, if it is measured.

    Each is measured by itself, beside the formula's constants. 1 and -1 are none: a quotient is a
    form of its own. Whole exponents of what is negative on some row are exact.

    Args:
        chosen: The formula, fitted to the inner rows.
        inner: These rows.
    """
    errors = [0.0]
    for free in _freed(chosen.fit.formula):
        with np.errstate(all="ignore"):
            fit = refit(free, inner, noise=chosen.noise)
        if fit is None:
            continue
        pairs = zip(numbers_of(chosen.fit.formula), numbers_of(free), strict=True)
        measured = [old for (old, _), (new, _) in pairs if isinstance(new, float)]
        own = (isinstance(old, Fraction) for old in measured)
        errors += [each for each, new in zip(fit.deviations, own, strict=True) if new]
    return max(errors)


def _freed(formula: Sum) -> Iterator[Sum]:
    """Yield the formula with one of these exponents measured."""
    yield from with_another_factor(formula, _measured)
    yield from with_other_sums(formula, lambda _, inside: _freed(inside))


def _measured(power: Power) -> Iterator[Power]:
    exponent = power.exponent
    if sum_in(power.base) is not None and isinstance(exponent, Fraction) and abs(exponent) != 1:
        yield replace(power, exponent=float(exponent))
