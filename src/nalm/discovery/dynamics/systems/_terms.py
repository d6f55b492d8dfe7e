"""Simplifying a fitted system: shared terms, exact exponents, no idle terms.

Every move is judged by the same measure: the system is fitted again, and the Bayesian information
criterion over all states must not get worse.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._independence import MISSES, independent_shares
from nalm.discovery.dynamics.systems._length import system_description_length
from nalm.discovery.dynamics.systems._numbers import kinds, likeness, with_exact
from nalm.discovery.dynamics.systems._shooting import Nodes, Refined, refine
from nalm.discovery.dynamics.systems._system import System
from nalm.discovery.numerics._exponents import DENOMINATORS
from nalm.discovery.rewriting._inner_terms import without_inner_terms
from nalm.discovery.scoring._constants import (
    inside_waves,
    nearest_multiple_of_pi,
    nearest_neat,
)
from nalm.symbolic import Product, Sum, simplify

MOVE_ITERATIONS = 6
MOST_MOVES = 40
"""Most moves that are tried."""
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


def merged(system: System) -> System:
    """Add up terms of one equation that differ in their coefficients only.

    Args:
        system: Whose terms are single summands.
    """
    alike: dict[tuple[object, ...], list[int]] = {}
    for index, term in enumerate(system.terms):
        if len(term.terms) == 1:
            alike.setdefault(tuple(term.terms[0].powers), []).append(index)
    kept = list(range(len(system.terms)))
    terms, columns = list(system.terms), list(system.balance.T)
    for places in alike.values():
        # Terms that no equation has two of stay shared: writing them out for each state would cost
        # more numbers than it saves.
        shares = system.balance[:, places]
        if len(places) < 2 or ((shares != 0).sum(axis=1) < 2).all():
            continue
        powers = system.terms[places[0]].terms[0].powers
        values = [float(system.terms[i].terms[0].coefficient) for i in places]
        sums = shares @ np.array(values)
        kept = [i for i in kept if i not in places]
        # The summed coefficient differs from state to state, so each gets a term of its own; one
        # that cancels to rounding is dropped.
        for state in np.flatnonzero(np.abs(sums) > 1e-12 * np.abs(values).max()):
            kept.append(len(terms))
            terms.append(Sum((Product(float(sums[state]), powers),)))
            columns.append(np.eye(len(system.balance))[state])
    if len(kept) == 0 or kept == list(range(len(system.terms))):
        return system
    balance = np.column_stack([columns[i] for i in kept])
    return replace(system, terms=tuple(terms[i] for i in kept), balance=balance)


def simplified(refined: Refined, nodes: Nodes) -> Refined:
    """Take every move that does not make the criterion worse, the most likely first.

    Args:
        refined: The system as fitted, every term a single summand.
        nodes: What it was fitted to.
    """
    # Sharing and exact exponents come twice: a term less makes the numbers that are left better
    # determined, and equal exponents make terms alike. Coefficients come last, since every earlier
    # move changes them.
    share = _share(refined, nodes)
    for moves in (_shared, _exact, _without, _without_inner_terms, _shared, _exact, _neat):
        current = criterion(refined, share)
        tried: set[tuple[tuple[Sum, ...], bytes]] = set()
        while True:
            found = _first_accepted(
                refined, nodes, moves, current=current, share=share, tried=tried
            )
            if found is None:
                break
            refined, current = found, criterion(found, share)
    return refined


def _first_accepted(
    refined: Refined,
    nodes: Nodes,
    moves: "Callable[[Refined], Iterator[System]]",
    *,
    current: float,
    share: float,
    tried: set[tuple[tuple[Sum, ...], bytes]],
) -> Refined | None:
    # Fewer independent residuals leave the numbers less certain.
    unsure = replace(refined, covariance=refined.covariance / share)
    for system in moves(unsure):
        if time.perf_counter() > nodes.deadline:
            return None
        key = system.terms, system.balance.tobytes()
        if key in tried or len(tried) >= MOST_MOVES:
            continue
        tried.add(key)
        again = refine(system, replace(nodes, guess=refined.states), iterations=MOVE_ITERATIONS)
        # An equal criterion is enough: the moved system is the simpler one.
        if criterion(again, share) <= current:
            return again
    return None


def criterion(refined: Refined, share: float = 1.0) -> float:
    """Compute the information criterion at the known noise.

    Args:
        refined: A fit to nodes whose sigma is the noise.
        share: Of the residuals that are independent.
    """
    count = share * float(np.isfinite(refined.residual).sum())
    if not refined.pieces:
        return float("inf")
    covariance = refined.covariance / share
    return share * refined.chi2 + system_description_length(refined.system, covariance, count=count)


def _share(refined: Refined, nodes: Nodes) -> float:
    """Return the share of independent residuals, whatever their size: the noise is theirs here."""
    size = np.sqrt(np.nanmean(refined.residual**2, axis=0))
    scaled = refined.residual * MISSES / np.where(size > 0, size, np.inf)
    return float(independent_shares(scaled, nodes.joined).min())


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
    moves: dict[tuple[int, Fraction], float] = {}
    for place, (value, exponent) in enumerate(kinds(system)):
        if exponent:
            for denominator in DENOMINATORS:
                near = Fraction(round(value * denominator), denominator)
                distance = abs(float(near) - value) / max(errors[place], 1e-12)
                if distance <= FAR or abs(float(near) - value) < 1e-4:
                    # Simple fractions first, among equally simple ones the nearest. One that
                    # several denominators reach (2/2, 3/3) counts as the simplest of them.
                    moves.setdefault((place, near), denominator + distance / FAR)
    for place, near in sorted(moves, key=moves.__getitem__):
        yield merged(with_exact(system, place, value=near))


def _neat(refined: Refined) -> Iterator[System]:
    """One measured coefficient becomes a simple number that the data cannot tell it from."""
    system = refined.system
    errors = np.sqrt(np.maximum(np.diag(refined.covariance), 0))
    waves = [inside for term in system.terms for inside in inside_waves(term)]
    for place, (value, exponent) in reversed(list(enumerate(kinds(system)))):
        if exponent:
            continue
        error = float(errors[place])
        # A phase of a quarter turn first: sin (t + π/2) is cos t.
        if waves[place] and (turn := nearest_multiple_of_pi(value, error)) is not None:
            turned = with_exact(system, place, value=turn)
            yield replace(turned, terms=tuple(map(simplify, turned.terms)))
        if (near := nearest_neat(value, error)) is not None:
            yield with_exact(system, place, value=near)


def _without(refined: Refined) -> Iterator[System]:
    """One term whose coefficient might be 0 is left out."""
    system = refined.system
    errors = np.sqrt(np.maximum(np.diag(refined.covariance), 0))
    start = 0
    weak: list[tuple[float, int]] = []
    for index, term in enumerate(system.terms):
        # The coefficient is the first of a term's measured numbers.
        size = len(list(kinds(replace(system, terms=(term,)))))
        coefficient = term.terms[0].coefficient if term.terms else Fraction(0)
        if isinstance(coefficient, float):
            error = errors[start]  # 0 where the data do not depend on the term
            weak.append((abs(coefficient) / error if error else 0.0, index))
        start += size
    for score, index in sorted(weak):
        rest = np.delete(system.balance, index, axis=1)
        # No state may be left without a term.
        if score <= FAR and rest.any(axis=1).all():
            yield replace(
                system, terms=system.terms[:index] + system.terms[index + 1 :], balance=rest
            )


def _without_inner_terms(refined: Refined) -> Iterator[System]:
    """One summand inside of a term is left out, as in x / (1 + 1e-11 x²)."""
    system = refined.system
    for index, term in enumerate(system.terms):
        for made in without_inner_terms(term):
            terms = (*system.terms[:index], simplify(made), *system.terms[index + 1 :])
            yield merged(separated(replace(system, terms=terms)))
