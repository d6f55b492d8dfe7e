"""From a table to what is searched, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._rounding import rounding
from nalm.discovery.problem._problem import Dimensions, Problem, Units
from nalm.discovery.result._candidate import Discovery
from nalm.symbolic import Base, Call, Fold, Number, Power, Product, Sum


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """A problem, and the table's rows behind each of its rows.

    Attributes:
        problem: What is searched.
        origins: Rows of the table, in the order of the problem's rows.
        starts: Where in these each row of the problem begins.
    """

    problem: Problem
    origins: np.ndarray
    starts: np.ndarray

    def rows_of(self, chosen: Sequence[int]) -> tuple[int, ...]:
        """List the table's rows behind some of the problem's, in order.

        Args:
            chosen: Rows of the problem.
        """
        # A million rows: arrays, since a loop would take longer than some searches.
        is_chosen = np.zeros(len(self.starts), dtype=bool)
        is_chosen[np.asarray(chosen, dtype=np.intp)] = True
        repeats = np.diff(self.starts, append=len(self.origins))
        return tuple(np.sort(self.origins[np.repeat(is_chosen, repeats)]).tolist())


def prepare(
    x: FloatArray,
    y: FloatArray,
    *,
    weight: FloatArray,
    dimensions: Dimensions | None,
    constant_units: Units | None = None,
) -> Prepared:
    """Make a problem: equal rows become one with their summed weight, in an order of their own.

    So a weight of 2 is the same as the row given twice, 0 as the row left out, and the order of the
    rows has no influence.

    Args:
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        weight: Weights, not negative `(rows,)`.
        dimensions: Units of measurement, where constants have none.
        constant_units: Units of measurement, where constants carry some.

    Returns:
        The problem and its rows' origins.
    """
    used = np.flatnonzero(weight > 0)
    table = np.column_stack([x[used], y[used]]) + 0.0  # -0 is 0
    # Rows sorted by all their values: equal ones become neighbours, and the order in which the user
    # gave them is forgotten.
    order = np.lexsort(table.T[::-1])
    table, used = table[order], used[order]
    starts = np.flatnonzero(np.append(True, (table[1:] != table[:-1]).any(axis=1)))
    summed = np.add.reduceat(weight[used], starts)
    problem = Problem(
        x=np.ascontiguousarray(table[starts, :-1]),
        y=table[starts, -1].copy(),
        # With a mean of 1, so that thresholds of the search do not depend on the weights' unit.
        weight=summed / summed.mean(),
        dimensions=dimensions,
        constant_units=constant_units,
        rounding=rounding(table[starts, -1]),
    )
    return Prepared(problem=problem, origins=used, starts=starts)


def restore(discovery: Discovery, prepared: Prepared, *, columns: Sequence[int]) -> Discovery:
    """Write a discovery in the table's own columns and rows.

    Args:
        discovery: What the search of the prepared problem found.
        prepared: The problem and its rows' origins.
        columns: The table's column behind each input of the problem.

    Returns:
        The same formulas, of the table's columns.
    """
    back = dict(enumerate(columns))
    candidates = tuple(
        replace(
            each,
            formula=with_inputs(each.formula, back),
            noise=each.noise.of_columns(columns),
        )
        for each in discovery.candidates
    )
    return replace(
        discovery,
        candidates=candidates,
        inner_rows=prepared.rows_of(discovery.inner_rows),
        outer_rows=prepared.rows_of(discovery.outer_rows),
    )


def with_inputs(formula: Sum, index: Mapping[int, Base]) -> Sum:
    """Put other inputs, or what is computed of them, in the place of a formula's inputs.

    Args:
        formula: The formula.
        index: Old index -> new index, or what stands there.

    Returns:
        The formula with new bases.

    Raises:
        KeyError: If the formula has an input without a new base.

    Example:
        >>> with_inputs(Sum((Product(2.0, (Power(0, 1.0),)),)), {0: 3}).terms[0].powers
        (Power(base=3, exponent=1.0),)
    """
    renumber: Fold[Number, Base, Power, Product, Sum] = Fold(
        number=lambda number: number,
        input=lambda old: index[old],
        call=Call,
        power=Power,
        product=lambda coefficient, powers: Product(coefficient, tuple(powers)),
        sum=lambda terms: Sum(tuple(terms)),
    )
    return renumber(formula)
