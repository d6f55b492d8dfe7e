"""A cohort of formulas of one structure: values and derivatives for many starts at once."""

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor

from nalm.discovery.stages.cohorts._structure import Structure

LIMIT = 60.0
"""Largest |log| of a product: past it a start has diverged and is only kept from overflowing."""


@dataclass(frozen=True, kw_only=True)
class Samples:
    """Rows as the products see them, in double precision.

    An exponent vector is w = w₀ + B z: without units of measurement w₀ is 0 and B the identity;
    with them the columns of B are the products without a unit, and w₀ carries the target's.

    Attributes:
        logs: log |x|, about its mean `(rows, inputs)`.
        negative: 1 where an input is negative, else 0 `(rows, inputs)`.
        basis: B `(inputs, features)`.
        offset: w₀ of the outer products `(inputs,)`.
        y: Target, scaled to a root mean square of 1 `(rows,)`.
    """

    logs: Tensor
    negative: Tensor
    basis: Tensor
    offset: Tensor
    y: Tensor


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """Of a cohort of formulas; the first dimension counts starts.

    Attributes:
        outer: z of the outer products `(starts, terms, features)`.
        inner: z of the inner products `(starts, inner, features)`.
        scale: a, coefficients of the inner products `(starts, inner)`.
        power: p, exponents of the inner sums `(starts, sums)`.
    """

    outer: Tensor
    inner: Tensor
    scale: Tensor
    power: Tensor

    def flat(self) -> Tensor:
        """Concatenate to `(starts, parameters)`."""
        parts = (self.outer, self.inner, self.scale, self.power)
        return torch.cat([part.flatten(1) for part in parts], 1)


def unflatten(flat: Tensor, structure: Structure, *, features: int) -> Parameters:
    """Invert `Parameters.flat`."""
    starts, terms, inner = len(flat), structure.terms, structure.inner
    sizes = (terms * features, inner * features, inner, len(structure.sums))
    w, u, scale, power = flat.split_with_sizes(sizes, dim=1)
    return Parameters(
        outer=w.reshape(starts, terms, features),
        inner=u.reshape(starts, inner, features),
        scale=scale,
        power=power,
    )


@dataclass(frozen=True, kw_only=True)
class Fit:
    """Least squares over the linear parameters for given others (variable projection).

    Attributes:
        cost: Weighted mean squared residual `(starts,)`; infinite where it is not finite.
        linear: The linear parameters `(starts, linear)`.
        residual: Weighted f - y `(starts, rows)`.
        jacobian: Of the residual by the flat parameters, the linear ones following them (Kaufman
            1975) `(starts, parameters, rows)`: sums over adjacent numbers are fast.
    """

    cost: Tensor
    linear: Tensor
    residual: Tensor
    jacobian: Tensor


def fit(flat: Tensor, weight: Tensor, *, structure: Structure, samples: Samples) -> Fit:
    """Solve for the coefficients c of the outer products, and differentiate.

    Args:
        flat: Parameters `(starts, parameters)`.
        weight: Factor of each residual `(starts, rows)`.
        structure: What the parameters are those of.
        samples: The rows.
    """
    parameters = unflatten(flat, structure, features=samples.basis.shape[1])
    outer = products(parameters.outer @ samples.basis.T + samples.offset, samples)
    inner = products(parameters.inner @ samples.basis.T, samples)
    sums = inner_sums(parameters.scale, inner, structure=structure)
    logs = log_size(sums)
    hosts = torch.tensor(structure.hosts, dtype=torch.long)
    # Sums under powers multiply the product that they belong to: on logarithmic scale they are
    # added.
    raised = torch.zeros_like(outer).index_add(1, hosts, parameters.power[:, :, None] * logs)
    columns = outer * torch.exp(raised.clamp(-LIMIT, LIMIT)) * weight[:, None]
    columns = columns * _signs(sums, parameters.power, hosts=hosts, terms=structure.terms)
    projected = project(columns, weight * samples.y)
    # A term T = c Π x^w Π S^p, weighted, has the slopes ∂T/∂w = T log |x|, ∂T/∂p = T log |S| and,
    # for S = 1 + Σ a m, ∂T/∂a = T p m / S and ∂T/∂u = a ∂T/∂a log |x|.
    parts = columns * projected.linear[:, :, None]
    slopes = (parameters.power[:, :, None] / sums)[:, list(structure.owners)] * inner
    slopes = slopes * parts[:, hosts[list(structure.owners)]]
    seen = (samples.logs @ samples.basis).mT
    jacobian = torch.cat(
        [
            times(parts, seen),
            times(slopes * parameters.scale[:, :, None], seen),
            slopes,
            parts[:, hosts] * logs,
        ],
        1,
    )
    return projected.with_jacobian(jacobian)


@dataclass(frozen=True, kw_only=True)
class Projected:
    """A linear least-squares solution, and the directions in which it can follow.

    Attributes:
        q: Orthogonal directions `(starts, rows, columns)`.
        linear: The solution `(starts, columns)`.
        residual: What it leaves `(starts, rows)`.
    """

    q: Tensor
    linear: Tensor
    residual: Tensor

    def with_jacobian(self, jacobian: Tensor) -> Fit:
        """Take the part of the derivatives, in place, that the linear parameters cannot follow."""
        # J - J Q Qᵀ, without the term of the exact derivative that is small with the residual
        # (Kaufman 1975).
        cost = self.residual.square().mean(1)
        return Fit(
            cost=torch.where(torch.isfinite(cost), cost, torch.inf),
            linear=self.linear,
            residual=self.residual,
            jacobian=jacobian.baddbmm_(jacobian @ self.q, self.q.mT, alpha=-1),
        )


def project(columns: Tensor, target: Tensor) -> Projected:
    """Solve min |Σ c · column - target|² for each start.

    A column that has vanished or repeats others gets c = 0.

    Args:
        columns: `(starts, columns, rows)`.
        target: `(starts, rows)`, or the same for all `(rows,)`.
    """
    # Batches know no pivoting. A column that those before it explain has a pivot of rounding
    # errors: 1e300 in its place makes its coefficient 0, whatever stands on the right.
    qr = torch.linalg.qr  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
    q, r = cast("tuple[Tensor, Tensor]", qr(columns.mT))
    pivots = r.diagonal(dim1=1, dim2=2)
    tiny = pivots.abs() <= 1e-13 * pivots.abs().amax(1, keepdim=True)
    huge = torch.where(tiny, torch.full_like(pivots, 1e300), torch.zeros_like(pivots))
    right = q.mT @ target[:, :, None]
    solve = torch.linalg.solve_triangular  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
    c = cast("Tensor", solve(r + torch.diag_embed(huge), right, upper=True))
    q = q * (~tiny)[:, None]  # of such a column it is no direction
    return Projected(q=q, linear=c[:, :, 0], residual=(columns.mT @ c)[:, :, 0] - target)


def products(exponents: Tensor, samples: Samples) -> Tensor:
    """Π xᵢ^(wᵢ), with the sign that the nearest integer exponent has `(starts, products, rows)`."""
    values = torch.exp((exponents @ samples.logs.mT).clamp(-LIMIT, LIMIT))
    if not samples.negative.any():
        return values
    # A sign cannot change step by step: exponents in between have that of the nearest integer.
    odd = torch.remainder(torch.round(exponents), 2)
    return values * (1 - 2 * torch.remainder(odd @ samples.negative.mT, 2))


def inner_sums(scale: Tensor, inner: Tensor, *, structure: Structure) -> Tensor:
    """1 + Σ a m of each inner sum `(starts, sums, rows)`."""
    starts, _, rows = inner.shape
    ones = torch.ones(starts, len(structure.sums), rows, dtype=inner.dtype)
    owners = torch.tensor(structure.owners, dtype=torch.long)
    return ones.index_add(1, owners, inner * scale[:, :, None])


def log_size(values: Tensor) -> Tensor:
    """Return log |S|, finite at 0."""
    return torch.log(values.abs().clamp(min=1e-300))


def times(parts: Tensor, logs: Tensor) -> Tensor:
    """Derivative by the exponents: each product times each log `(starts, products·n, rows)`."""
    return (parts[:, :, None] * logs).flatten(1, 2)


def _signs(sums: Tensor, power: Tensor, *, hosts: Tensor, terms: int) -> Tensor:
    """Signs of Π S^p of each product: those of S where p is next to an odd integer.

    Elsewhere 1, as S has to be positive.
    """
    # Distance from the nearest integer, plus 1 if that is even.
    odd = (power - power.round()).abs() + (torch.remainder(power.round(), 2) - 1).abs() < 0.25
    negative = (odd[:, :, None] & (sums < 0)).to(sums.dtype)
    count = torch.zeros(len(sums), terms, sums.shape[2], dtype=sums.dtype)
    return 1 - 2 * torch.remainder(count.index_add(1, hosts, negative), 2)
