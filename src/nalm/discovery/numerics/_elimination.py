"""Gaussian elimination in fractions, which rounds nothing."""

from fractions import Fraction


def eliminate(system: list[list[Fraction]]) -> list[int]:
    """Bring a system into reduced row echelon form, in place; return its pivot columns.

    A system whose last column is the right side has no solution where that is a pivot: there is a
    row that says 0 = 1.

    Args:
        system: Rows of equal length.

    Example:
        >>> rows = [list(map(Fraction, row)) for row in ([0, 2, 4], [1, 1, 3])]
        >>> eliminate(rows), [list(map(int, row)) for row in rows]
        ([0, 1], [[1, 0, 1], [0, 1, 2]])
    """
    pivots: list[int] = []
    for column in range(len(system[0]) if system else 0):
        here = len(pivots)
        # Any pivot but 0 will do: fractions have no rounding error that the largest would reduce.
        found = next((k for k in range(here, len(system)) if system[k][column]), None)
        if found is None:
            continue
        system[here], system[found] = system[found], system[here]
        pivot = system[here][column]
        system[here] = [value / pivot for value in system[here]]
        for k, row in enumerate(system):
            if k != here and row[column]:
                system[k] = [a - row[column] * b for a, b in zip(row, system[here], strict=True)]
        pivots.append(column)
    return pivots
