"""What was found for each state, as tables and text; and the columns equations are evaluated at."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from nalm._typing import Array, FloatArray
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.result._equations import equation_table
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.symbolic import Sum, to_latex

if TYPE_CHECKING:
    import pandas as pd


def rates_table(
    discoveries: Sequence[Discovery], *, states: Sequence[str], names: Sequence[str]
) -> "pd.DataFrame":
    """List all candidates, state after state.

    Args:
        discoveries: One per state.
        states: Names of the states.
        names: Names of the inputs of the formulas.
    """
    import pandas as pd

    blocks: list[pd.DataFrame] = []
    for discovery, state in zip(discoveries, states, strict=True):
        silent = [""] * len(discovery.candidates)
        block = equation_table([discovery], targets=[state], names=names, violations=[silent])
        block = block.drop(columns="domain_violations")
        block.insert(0, "state", state)
        block.insert(len(block.columns), "verdict", discovery.verdict.value)
        blocks.append(block)
    return pd.concat(blocks)


def rates_latex(formulas: Sequence[Sum], names: Sequence[str]) -> str:
    r"""Write the equations one below the other.

    Args:
        formulas: Right-hand sides of the states.
        names: Names of the inputs; those of the states come first.
    """
    from sympy import Symbol, latex

    lines = [
        rf"\frac{{d {latex(Symbol(name))}}}{{dt}} &= {to_latex(formula, names)}"
        for name, formula in zip(names, formulas, strict=False)
    ]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def columns_at(states: Array, *, controls: Array, t: Array, widths: Sequence[int]) -> FloatArray:
    """Put together what formulas are evaluated at.

    Args:
        states: `(rows, states)`.
        controls: `(rows, controls)`, or None.
        t: `(rows,)`, or None.
        widths: How many columns of each are expected.

    Raises:
        InvalidValueError: If one is missing, not wanted, or has the wrong shape.
        InvalidTypeError: If one is not numbers.
    """
    parts: list[FloatArray] = []
    rows: int | None = None
    for name, given, width in zip(("states", "controls", "t"), (states, controls, t), widths,
                                  strict=True):  # fmt: skip
        if given is None or not width:
            if width or (given is not None and name == "controls"):
                raise InvalidValueError(
                    f"`{name}` must have {width} columns, found "
                    f"{'none' if given is None else 'some'}; give what was fitted"
                )
            continue
        try:
            values = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InvalidTypeError(f"`{name}` must be numbers: {error}") from None
        values = values.reshape(-1, 1) if name == "t" and values.ndim == 1 else values
        expected = (len(values) if rows is None else rows, width)
        if values.shape != expected:
            raise InvalidValueError(
                f"`{name}` must have the shape (rows, {width}) with as many rows as `states`, "
                f"found {values.shape}"
            )
        rows = len(values)
        parts.append(values)
    return np.concatenate(parts, axis=1)
