"""Simplifying a fitted system: shared terms, exact exponents, no idle terms.

Every move is judged by the same measure: the system is fitted again, and the Bayesian information
criterion over all states must not get worse.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._dynamics_numbers import kinds, likeness, with_exact
from nalm.discovery._dynamics_system import System
from nalm.discovery._shooting import Nodes, Refined, refine
from nalm.symbolic import Sum

LARGEST_DENOMINATOR = 4
MOVE_ITERATIONS = 6
MOST_MOVES = 40
"""That are tried in all."""
FAR = 4.0
"""Standard errors up to which an exponent is tried as exact, and a coefficient as 0."""


def separated(system: System) -> System:
    """Make every summand a term of its own.

    Args:
        system: Whose terms may be sums.
    """
    terms: list[Sum] = []
    columns: list[FloatArray] = []
    for formula, column in zip(system.terms, system.balance.T, strict=True):
        for product in formula.terms:
            terms.append(Sum((product,)))
            columns.append(column)
    if not terms:
        return system
    return replace(system, terms=tuple(terms), balance=np.column_stack(columns))


def simplified(refined: Refined, nodes: Nodes) -> Refined:
    """Take every move that the data do not object to, the most likely first.

    Args:
        refined: The system as fitted, every term a single summand.
        nodes: What it was fitted to.
    """
    for moves in (_shared, _exact, _without, _exact):
        current = criterion(refined)
        tried: set[System | tuple[Sum, ...]] = set()
        while True:
            found = _first_accepted(refined, nodes, moves, current, tried)
            if found is None:
                break
            refined, current = found, criterion(found)
    return refined


def _first_accepted(
    refined: Refined,
    nodes: Nodes,
    moves: "Callable[[Refined], Iterator[System]]",
    current: float,
    tried: "set[System | tuple[Sum, ...]]",
) -> Refined | None:
    for system in moves(refined):
        if system.terms in tried or len(tried) >= MOST_MOVES:
            continue
        tried.add(system.terms)
        again = refine(system, replace(nodes, guess=refined.states), iterations=MOVE_ITERATIONS)
        if criterion(again) <= current:
            return again
    return None


def criterion(refined: Refined) -> float:
    """Compute the information criterion at the known noise.

    Args:
        refined: A fit to nodes whose sigma is the noise.
    """
    count = int(np.isfinite(refined.residual).sum())
    if not refined.pieces:
        return float("inf")
    return refined.chi2 + refined.free * float(np.log(max(count, 1)))


# ── Moves ─────────────────────────────────────────────────────────────────────────────────────────


def _shared(refined: Refined) -> Iterator[System]:
    """Two terms that look alike, in one equation or in several, become one."""
    system = refined.system
    for i, one in enumerate(system.terms):
        for j in range(i):
            ratio = likeness(system.terms[j], one)
            if ratio == 0:
                continue
            balance = system.balance.copy()
            balance[:, j] += ratio * balance[:, i]
            yield replace(
                system,
                terms=system.terms[:i] + system.terms[i + 1 :],
                balance=np.delete(balance, i, axis=1),
            )


def _exact(refined: Refined) -> Iterator[System]:
    """One measured exponent becomes the nearest simple fraction, the surest first."""
    system = refined.system
    errors = np.sqrt(np.maximum(np.diag(refined.covariance), 0))
    moves: list[tuple[float, int, Fraction]] = []
    for place, (value, exponent) in enumerate(kinds(system)):
        if exponent:
            for denominator in range(1, LARGEST_DENOMINATOR + 1):
                near = Fraction(round(value * denominator), denominator)
                distance = abs(float(near) - value) / max(errors[place], 1e-12)
                if distance <= FAR or abs(float(near) - value) < 1e-4:
                    moves.append((denominator + distance / FAR, place, near))
    for _, place, near in sorted(moves):
        yield with_exact(system, place, value=near)


def _without(refined: Refined) -> Iterator[System]:
    """One term whose coefficient might be 0 is left out."""
    system = refined.system
    errors = np.sqrt(np.maximum(np.diag(refined.covariance), 0))
    start = 0
    weak: list[tuple[float, int]] = []
    for index, term in enumerate(system.terms):
        size = len(list(kinds(replace(system, terms=(term,)))))
        coefficient = term.terms[0].coefficient if term.terms else Fraction(0)
        if isinstance(coefficient, float):
            error = errors[start]  # 0 where the data do not depend on the term
            weak.append((abs(coefficient) / error if error else 0.0, index))
        start += size
    for score, index in sorted(weak):
        rest = np.delete(system.balance, index, axis=1)
        if score <= FAR and rest.any(axis=1).all():
            yield replace(
                system, terms=system.terms[:index] + system.terms[index + 1 :], balance=rest
            )
